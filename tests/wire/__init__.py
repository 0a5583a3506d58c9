"""The real bot, a process of its own, over a real socket against a Discord of our own that can be told to fail.

`loopback.py` is that Discord, `faults.py` how it fails, `people.py` who presses and types, `bot.py` the process.
"""
