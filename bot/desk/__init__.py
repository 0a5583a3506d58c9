"""The answers to what people ask, one file per feature.

Each file holds its commands, and the functions that answer its controls. `desk.py` handles every press and command,
`routes.py` lists all of them. Nothing here knows Discord.

A handler gets an `Ask` and returns a `Letter`, the message as a value. In each file, `talk` is the module of `bot/talk`
with the sentences of that feature, and `rules` the module of `bot/table/rules` with what it may change.
"""
