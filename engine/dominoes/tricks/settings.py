"""What the options of games in tricks share."""

from __future__ import annotations

from engine.options import Group
from engine.words import term

BIDDING = Group("bidding", term("Bidding", "group of options"))
