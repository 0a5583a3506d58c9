"""What the people of a table agree on beside the board.

Each file is about one such matter. It has the values, notations and messages, and computes how the steps in the log
change its part of the standing. `bot/table/log/standing.py` puts the parts together. `bot/table/rules` has the rules
that add such steps.
"""
