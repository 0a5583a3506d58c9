"""Computer players of Blockers."""

from __future__ import annotations

from collections.abc import Mapping

from engine.game import Player
from engine.games.blockers.observation import BlockersObservation
from engine.games.blockers.players.greedy import at_random, greedy, greedy2
from engine.games.blockers.players.search import Budget, Search

PLAYERS: Mapping[str, Player[BlockersObservation]] = {
    "easy": greedy,
    "medium": Search(Budget(candidates=6, deals=4, rounds=1, duel_candidates=6, duel_deals=4, duel_rounds=2)),
    "hard": Search(Budget()),
    "greedy": greedy,
    "greedy2": greedy2,
    "random": at_random,
}
