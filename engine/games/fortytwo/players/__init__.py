"""Computer players of Texas 42."""

from __future__ import annotations

from collections.abc import Mapping

from engine.game import Player
from engine.games.fortytwo.observation import FortytwoObservation
from engine.games.fortytwo.players.heuristic import CAUTIOUS, Heuristic, Plain
from engine.games.fortytwo.players.search import Budget, Search

PLAYERS: Mapping[str, Player[FortytwoObservation]] = {
    "easy": Heuristic(CAUTIOUS, errors=1.6),
    "medium": Search(Budget(deals=16, plans=2)),
    "hard": Search(Budget(deals=120, plans=4, weighs_calls=True)),
    "plain": Plain(),
}
