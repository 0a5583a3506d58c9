"""The real bot, a process of its own, against a Discord of our own that can fail.

They talk over a real socket. `loopback.py` is that Discord, `faults.py` how it fails, `people.py` the people who press
and type, `bot.py` the process.
"""
