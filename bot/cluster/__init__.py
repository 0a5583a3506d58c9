"""Several processes that share one database, each serving some of the Discord servers."""
