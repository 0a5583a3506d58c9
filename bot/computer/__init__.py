"""Computer players at work: processes that think, and what they are asked for.

`thinker` and `pool` think; `mover` and `analysis` ask them.
"""
