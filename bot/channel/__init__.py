"""Keeps the public messages of a table up to date with the table.

The channel is a view. No part orders single messages. The channel is compared with the table (`shown_seq`
with `seq`), then corrected. So a crash, a refusal or five quick moves all have the same result: the newest board, and
each notice once.
"""
