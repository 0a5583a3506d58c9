"""Domino engines by other people, as far as they are installed: OpenSpiel's games in Python, and `dominoes`."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from random import Random
from typing import Any

from tests.bench.measure import Engine

OPENSPIEL, DOMINOES = "OpenSpiel", "dominoes"

SPIEL_GAMES = {2: ("python_block_dominoes", 14), 4: ("python_team_dominoes", 28)}
"""Block with double-six, by the number of seats: OpenSpiel's name of the game, and how many tiles are dealt."""


def peers(seats: int, rng: Random) -> list[Engine]:
    """Return the engines that play Block with double-six and this number of seats."""
    makers: list[Callable[[int, Random], Engine | None]] = [_openspiel, _dominoes]
    return [engine for maker in makers if (engine := maker(seats, rng))]


def _openspiel(seats: int, rng: Random) -> Engine | None:
    pyspiel = _import_if_installed("pyspiel", OPENSPIEL)
    if pyspiel is None:
        return None
    import_module("open_spiel.python.games")  # registers the games written in Python
    name, dealt = SPIEL_GAMES[seats]
    game = pyspiel.load_game(name)

    def deal() -> Any:
        state = game.new_initial_state()
        for tile in rng.sample(range(28), dealt):
            state.apply_action(tile)
        return state

    def play(state: Any) -> int:
        moves = 0
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            moves += 1
        state.returns()
        return moves

    return Engine(OPENSPIEL, deal, play)


def _dominoes(seats: int, rng: Random) -> Engine | None:
    dominoes = _import_if_installed("dominoes", DOMINOES) if seats == 4 else None
    if dominoes is None:
        return None

    def play(game: Any) -> int:
        moves = 0
        while game.result is None:
            game.make_move(*rng.choice(game.valid_moves))
            moves += 1
        return moves

    return Engine(DOMINOES, lambda: dominoes.Game.new(starting_player=0), play)


def _import_if_installed(module: str, name: str) -> Any:
    try:
        return import_module(module)
    except ImportError:
        print(f"{name} is not installed: its rows are left out.")
        return None
