"""What players and servers did in games: scores, sums and bests, as values."""
