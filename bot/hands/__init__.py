"""How the hands of players are made and kept up to date."""
