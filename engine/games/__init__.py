"""The list of all games; a new game is one line here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.game import Game
from engine.games import blockers, chickenfoot, draw, fives, fortytwo, moon

GAMES: Mapping[str, Game[Any, Any]] = {
    game.key: game
    for game in (
        draw.GAME,
        moon.GAME,
        chickenfoot.GAME,
        blockers.GAME,
        fives.GAME,
        fortytwo.GAME,
    )
}
