"""The languages of players, and their catalogues."""
