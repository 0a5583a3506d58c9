"""Computer players of Chickenfoot, which rate actions by what one viewer sees."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from random import Random

from engine.game import Player, Seat
from engine.games.chickenfoot.observation import ChickenfootObservation
from engine.games.chickenfoot.options import Terms
from engine.games.chickenfoot.playout import NO_TILE, Choose, Move, playout, read_table
from engine.games.chickenfoot.state import ChickenfootState
from engine.players import at_effort, candidate_notations, choose_at_random
from engine.players.flat import halve_candidates
from engine.players.rewards import margin
from engine.tiles import bits, tile

Worth = Mapping[str, float]

EASY_SPREAD = 8.0
"""The most points by which the easy player's rating of a tile may be off."""
MEDIUM_TRIALS, HARD_TRIALS = 40, 2000
"""Play-outs for a decision with a double-nine; the play-outs of `hard` take up to 150 ms."""
FOLLOWS = 2
"""The worth, in a play-out, of each other tile of the hand that could follow a tile."""
_TILES_OF_DOUBLE_NINE = 55
LEAD = 15.0
"""The worth, in points, of the lowest total after the last round."""


def heavy(seen: ChickenfootObservation, _: Iterator[ChickenfootState], rng: Random) -> Worth:
    """Lay the tile that counts most, on any end that it fits.

    It draws and keeps only if it must. It is a yardstick for other players.
    """
    return _rate_by_weight(seen, rng, 0.5)  # an error below one point only breaks ties


def easy(seen: ChickenfootObservation, _: Iterator[ChickenfootState], rng: Random) -> Worth:
    """Play like `heavy`, but weigh carelessly."""
    return _rate_by_weight(seen, rng, EASY_SPREAD)


def _rate_by_weight(seen: ChickenfootObservation, rng: Random, spread: float) -> Worth:
    terms, moves = _terms(seen), _moves(seen)
    below_all = -spread - 1  # even with the greatest error this is below the weight of every tile
    weights = {name: below_all if move == NO_TILE else terms.values[move[0]] for name, move in moves.items()}
    return {notation: weight + spread * rng.random() for notation, weight in weights.items()}


def _search(seen: ChickenfootObservation, worlds: Iterator[ChickenfootState], _: Random, trials: int) -> Worth:
    moves = _moves(seen)
    if len(moves) == 1:
        return dict.fromkeys(moves, 0.0)
    terms, me = _terms(seen), seen.viewer
    assert me is not None
    first_world = next(worlds)
    start = read_table(first_world)
    prize = LEAD if seen.round == seen.rounds else 0.0

    def trial(move: Move, world: ChickenfootState) -> float:
        hands_left = playout(start, world.hands, world.yard, _policy(terms, move))
        points = [terms.value(hand) for hand in hands_left]
        totals = [total + value for total, value in zip(seen.totals, points, strict=True)]
        return prize * _lead(totals, me) - margin(points, me)

    candidates = list(dict.fromkeys(moves.values()))
    worth = halve_candidates(candidates, chain([first_world], worlds), trial, _limit_trials(seen, trials))
    return {notation: worth[move] for notation, move in moves.items()}


def _limit_trials(seen: ChickenfootObservation, trials: int) -> int:
    """Return a lower number of play-outs if they take longer than with a double-nine."""
    tiles_left = max(_TILES_OF_DOUBLE_NINE, sum(seen.sizes) + seen.yard)
    return max(trials // 12, trials * _TILES_OF_DOUBLE_NINE**2 // tiles_left**2)


def _policy(terms: Terms, move: Move) -> Choose:
    """Return the choices of a play-out that begins with a move of the seat to act.

    Every seat sheds its doubles first, then the tiles that count most, but it prefers tiles that others of its hand can
    follow. No seat ends a turn with a drawn tile that fits. Nothing is left to chance, so that the play-outs of
    different moves in one world differ as little as possible.
    """
    tiles, values, suits, doubles = terms.tiles.tiles, terms.values, terms.tiles.suit, terms.tiles.doubles
    costly_blank = 1 if terms.options.double_blank else 0  # the mask of 0-0, if it costs points
    has_begun = False

    def choose(_seat: Seat, hand: int, playable: int, numbers: int, _may_pass: bool) -> Move:
        nonlocal has_begun
        if not has_begun:
            has_begun = True
            return move
        if playable & costly_blank:
            return 0, 0  # 0-0, which is tile 0, on a blank
        best, highest = NO_TILE, -1
        for laid in bits(playable & doubles or playable):
            high, low = tiles[laid]
            for number, far in ((high, low), (low, high)):
                if numbers >> number & 1:
                    rating = values[laid] + FOLLOWS * (hand & suits[far]).bit_count()
                    if rating > highest:
                        best, highest = (laid, number), rating
        return best

    return choose


def _lead(totals: list[int], me: Seat) -> float:
    """Return 1 for the seat with the fewest points, or a share of 1 if several have equally few; else 0."""
    fewest = min(totals)
    return 0.0 if totals[me] > fewest else 1 / totals.count(fewest)


def _terms(seen: ChickenfootObservation) -> Terms:
    return Terms(seen.options, len(seen.sizes))


def _moves(seen: ChickenfootObservation) -> dict[str, Move]:
    """Return the move for each action; ends with the same number share one."""
    tiles, numbers = _terms(seen).tiles, {end.letter: end.number for end in seen.ends}
    parts = {choice.notation: choice.parts for choice in seen.choices}
    moves = {}
    for notation in candidate_notations(seen):
        name, *end = parts[notation]
        if notation.startswith("play "):
            laid = tile(name)
            moves[notation] = tiles.index[laid], numbers[end[0]] if end else laid.high
        else:
            moves[notation] = NO_TILE
    return moves


PLAYERS: Mapping[str, Player[ChickenfootObservation]] = {
    "easy": easy,
    "medium": at_effort(_search, MEDIUM_TRIALS),
    "hard": at_effort(_search, HARD_TRIALS),
    "random": choose_at_random,
    "heavy": heavy,
}
