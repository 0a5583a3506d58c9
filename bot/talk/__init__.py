"""The messages that people read, one file each: their sentences and controls.

The code here does not know who asks.
"""
