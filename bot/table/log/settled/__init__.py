"""What the people of a table agree on beside the board.

Each file has the values, notations and messages of one such matter, and computes how its steps in the log change its
part of the standing (`bot/table/log/standing.py` puts the parts together). The rules that add such steps are in the
file of the same name in `bot/table/rules`.
"""
