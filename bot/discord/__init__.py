"""The modules that know Discord.

They turn letters into messages, and presses and commands into questions to the desk.
"""
