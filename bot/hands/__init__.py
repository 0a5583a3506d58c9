"""Makes letters with the hands of players, and keeps the messages that show them up to date."""
