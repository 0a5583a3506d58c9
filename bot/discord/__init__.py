"""The adapter to Discord: letters become messages, and presses and commands become calls of the desk."""
