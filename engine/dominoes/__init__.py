"""What games of dominoes share.

Hands and their deal, open ends, the events at a table and their descriptions, the blocked game, and conclusions about
unseen tiles. `engine.tiles` holds the tiles themselves.
"""
