"""Computer players at work: processes that think, and what they are asked for.

`worker` and `pool` think; `mover` asks.
"""
