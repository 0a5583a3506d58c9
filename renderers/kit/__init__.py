"""The parts of which the pictures of all games are made; they know no game.

`palette` (colours), `text` (names and numbers), `geometry` (places in units, collisions, zoom), `picture` (canvas and
file), `sprites` (tiles, discs, marks), `seats` (the strip of players), `hand` (a rack of tiles), `foot` (the open
ends by number), `pile` (the boneyard), `tally` (a scored round), `phrases` (sentences).
"""
