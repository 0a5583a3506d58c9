"""The modules that know Discord: letters become messages, presses and commands questions to the desk."""
