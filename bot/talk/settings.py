"""How a user is called and drawn for, as they have chosen it."""

from __future__ import annotations

from engine.words import msg

PUBLIC = msg("Your hand stays in the channel: press My hand there. I call you there too.")
PRIVATE = msg(
    "From your next turn on your hand comes as a private message, with its moves. "
    "Where your private messages are closed to me, I call you in the channel."
)
LARGE = msg("I draw your hand and `/board` for you in large print; the boards in the channel stay as they are.")
USUAL = msg("I draw your hand and `/board` in the usual print.")
