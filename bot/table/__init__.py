"""One table, as values: its rows, its log and what follows from it. No SQL, no Discord, nothing asynchronous."""
