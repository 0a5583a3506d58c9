"""Several processes on one database, each with some of the servers."""
