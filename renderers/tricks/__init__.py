"""What pictures and words of games in tricks share."""
