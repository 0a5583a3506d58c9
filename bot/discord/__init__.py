"""The modules that know Discord: they turn letters into messages, and presses and commands into questions to the desk."""
