"""What the people of a table settle beside the board: a file each, with its values, its notations and how it is told.

Each says what its steps in the log make of its own part of the standing (`bot/table/log/standing.py` puts the parts
together); the rules that add such steps are in the file of the same name in `bot/table/rules`.
"""
