"""Parts of options that games in tricks share."""

from __future__ import annotations

from engine.options import Group, Pick
from engine.words import msg, term

BIDDING = Group("bidding", term("Bidding", "group of options"))
REDEAL = Pick(msg("New deal"), msg("Nobody scores, and the tiles are dealt again."))
