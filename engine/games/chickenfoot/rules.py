from engine.words import msg

PAGES = (msg("x"),)
