"""The answers to what people ask, one file per feature.

Each file holds its commands, and the functions that answer its controls. `desk.py` handles every press and command,
`routes.py` lists all of them. Nothing here knows Discord.
"""
