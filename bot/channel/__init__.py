"""Keep the public messages of a table up to date with the table.

The channel is a view: it is compared with the table (`shown_seq` with `seq`) and corrected, instead of getting single
orders to send. So a crash, a refusal or five quick moves all lead to the same end: the newest board, each notice
once.
"""
