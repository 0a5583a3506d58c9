"""Runs `python -m bot` with discord.py turned towards another Discord: the bot itself knows nothing of it."""

from __future__ import annotations

import os
import sys

import discord.gateway
import discord.http
import yarl

from bot.__main__ import main
from tests.bot.drand import pin_ours

API, GATEWAY = "WIRE_API", "WIRE_GATEWAY"
"""Where that Discord is."""
ABSENT = "WIRE_ABSENT"
"""A module that cannot be imported, as if it were not installed."""
BEACON = "WIRE_BEACON"
"""Set where the beacon has the tests' own key."""

if __name__ == "__main__":
    discord.http.Route.BASE = os.environ[API]
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(os.environ[GATEWAY])
    if os.environ.get(BEACON):
        pin_ours()
    if absent := os.environ.get(ABSENT):
        sys.modules[absent] = None  # type: ignore[assignment]  # Python's own way to say so
    sys.exit(main(sys.argv[1:]))
