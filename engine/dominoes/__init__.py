"""What games of dominoes share: hands and their deal, open ends, what happens at a table and what is said of it, the
blocked game, and what can be concluded about tiles that were not seen. `engine.tiles` holds the tiles themselves."""
