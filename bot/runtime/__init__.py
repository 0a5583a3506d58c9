"""How work is run: loops, deadlines, worker processes, and the log."""
