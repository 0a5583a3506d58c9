"""What the people of a table agree on beside the board.

Each file is about one subject, with its values, notations and messages. It computes how the steps in the log change its
part of the standing. `bot/table/log/standing.py` puts the parts together. The rules in `bot/table/rules` add such
steps.
"""
