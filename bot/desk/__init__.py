"""What people ask, one file a feature: its commands, and the functions that answer its controls.

`desk.py` is the way of every press and command, `routes.py` the list of all of them. Nothing here knows Discord.
"""
