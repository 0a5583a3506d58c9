"""What players and servers did in games: scores, their sums, and the records of servers, as values."""
