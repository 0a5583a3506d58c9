"""What the people of a table settle beside the board.

Each file has the values, notations and messages of one such matter, and computes what its steps in the log make of its
own part of the standing (`bot/table/log/standing.py` puts the parts together). The rules that add such steps are in the
file of the same name in `bot/table/rules`.
"""
