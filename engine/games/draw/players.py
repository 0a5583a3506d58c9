"""Computer players of Draw and Block, which rate actions by what one viewer sees.

They never declare falsely.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from random import Random

from engine.dominoes.actions import Play
from engine.dominoes.lacks import find_lacks
from engine.dominoes.layout import lay_tile
from engine.dominoes.search import Search, Weights
from engine.game import Player
from engine.games.draw.habits import Habits
from engine.games.draw.observation import DrawObservation
from engine.games.draw.pace import gain
from engine.games.draw.state import DrawState
from engine.games.draw.worlds import build_visible_state
from engine.players import at_effort, candidate_notations
from engine.players.errors import scatter, scatter_except_worst
from engine.players.pool import reuse
from engine.players.rewards import reward_function

Worth = Mapping[str, float]

EASY_SPREAD = 20.0
"""The most points by which the easy player's rating of a tile may be off."""
MEDIUM_WALKS, HARD_WALKS = 150, 3500
"""Walks through the tree for a decision in double-six.

Larger sets take longer and get fewer. The walks of `hard` take about 100 ms; four times as many bring no visible gain.
"""
PLAYOUT_WEIGHTS = Weights(pips=0.5, double=2.0, follower=1.0)
MAX_WORLDS = 450
"""The most worlds that are dealt for a decision; each serves for several walks."""
EXPLORATION = 2.0
"""The tree's exploration, in units of the winner's usual gain in a round: about the spread of gains."""
LEAD = 1.0
"""The worth of having the most points when the match ends, in units of the winner's usual gain in a round."""
FOUL = -1000.0
"""The worth of a false declaration, so low that it is never chosen."""


def random(seen: DrawObservation, _: Iterator[DrawState], rng: Random) -> Worth:
    """Choose any honest action, as a yardstick."""
    return _judge_honest_actions(seen, lambda notations: {notation: rng.random() for notation in notations})


def heavy(seen: DrawObservation, _: Iterator[DrawState], rng: Random) -> Worth:
    """Lay the tile with most pips, on any end; draw only if it must. A yardstick."""
    return _rate_plays(seen, lambda _position, play: float(play.tile.pips), partial(scatter, spread=0.5, rng=rng))


def smart(seen: DrawObservation, _: Iterator[DrawState], rng: Random) -> Worth:
    """Weigh pips, doubles, tiles that could follow, and answers of the next seat.

    A yardstick, and frozen.
    """
    return _rate_plays(seen, _Smart(seen), partial(scatter, spread=0.01, rng=rng))


def easy(seen: DrawObservation, _: Iterator[DrawState], rng: Random) -> Worth:
    """Weigh like `smart` with random errors, but never take the worst of several tiles."""
    return _rate_plays(seen, _Smart(seen), partial(scatter_except_worst, spread=EASY_SPREAD, rng=rng))


def _judge_honest_actions(seen: DrawObservation, judge: Callable[[Sequence[str]], Worth]) -> Worth:
    """Return the judgement of the honest actions.

    All others are rated as fouls, and so is a needless “I can play”. A single honest action is not judged.
    """
    false_claim = "cannot" if seen.playable else "can"
    notations = candidate_notations(seen)
    honest = [notation for notation in notations if notation != false_claim]
    sensible = [notation for notation in honest if notation != "can"]  # a seat that can play needn't say so first
    worth = judge(sensible) if len(sensible) > 1 else dict.fromkeys(sensible, 0.0)
    return {notation: worth.get(notation, FOUL) for notation in notations}


def _rate_plays(
    seen: DrawObservation, weigh: Callable[[DrawState, Play], float], add_errors: Callable[[Worth], Worth]
) -> Worth:
    """Return each play's weight with errors; any other action is rated below all plays."""
    position = build_visible_state(seen)

    def judge(notations: Sequence[str]) -> Worth:
        plays = {str(play): play for play in position.placements()}
        ratings = add_errors(
            {notation: weigh(position, play) for notation, play in plays.items() if notation in notations}
        )
        below_all = min(ratings.values(), default=0.0) - 1
        return {notation: ratings.get(notation, below_all) for notation in notations}

    return _judge_honest_actions(seen, judge)


class _Smart:
    """The worth of a play to `smart`.

    It adds half the pips, a bonus for a double, and one point for each tile that can follow. It subtracts a cost for
    each tile with which the next seat is expected to answer.
    """

    PIPS, DOUBLE, FOLLOWS, ANSWERS = 0.5, 2.0, 1.0, 1.5

    def __init__(self, seen: DrawObservation) -> None:
        assert seen.to_act is not None
        next_seat = (seen.to_act + 1) % len(seen.sizes)
        self._lacks, self._size = find_lacks(seen, next_seat), seen.sizes[next_seat]

    def __call__(self, position: DrawState, play: Play) -> float:
        layout, tiles = lay_tile(position.layout, play), position.match.terms.tiles
        tile = 1 << tiles.index[play.tile]
        hand = position.hands[position.seat] & ~tile
        unseen = tiles.all & ~hand & ~tile & ~tiles.mask(laid.tile for laid in position.laid)
        share = self._size / max(1, unseen.bit_count())  # of the unseen tiles, those of the next seat
        answers = (unseen & layout.fits & ~self._lacks).bit_count() * share
        worth = self.PIPS * play.tile.pips + self.DOUBLE * play.tile.double
        return worth + self.FOLLOWS * (hand & layout.fits).bit_count() - self.ANSWERS * answers


def _search(seen: DrawObservation, worlds: Iterator[DrawState], rng: Random, walks: int) -> Worth:
    """Rate actions by a tree search in random worlds."""

    def judge(notations: Sequence[str]) -> Worth:
        unit = gain(seen.options, len(seen.sizes))
        search = Search[DrawState](seen.highest, PLAYOUT_WEIGHTS, _rewards(seen, unit * LEAD), unit * EXPLORATION, rng)
        uses = max(len(notations), _limit_walks(seen, walks))  # at least one walk for each action
        for world in reuse(worlds, Habits(seen).likelihood, min(MAX_WORLDS, uses), uses, rng):
            search.grow(world)
        worth = {str(move): value for move, value in search.tree.worth().items()}
        untried = min(worth.values()) - unit
        return {notation: worth.get(notation, untried) for notation in notations}

    return _judge_honest_actions(seen, judge)


def _limit_walks(seen: DrawObservation, walks: int) -> int:
    """Return a lower number of walks if a round has more tiles to go.

    The number is lowest in games with four ends, because layouts with four ends seldom recur.
    """
    tiles_left = max(21, sum(seen.sizes) + seen.boneyard)
    # on a line, all walks are made for up to 21 tiles; more tiles reduce them by a power, to one in `least_part`
    full_until, power, least_part = (21, 2, 20) if seen.options.layout == "line" else (16, 3, 60)
    return max(walks // least_part, int(walks * (full_until / tiles_left) ** power))


def _rewards(seen: DrawObservation, lead: float) -> Callable[[Sequence[int]], Sequence[float]]:
    """Return a function that turns gains into rewards: a side's lead, and a win.

    Winning counts only when the match ends.
    """
    goal = seen.options.goal(len(seen.sizes))
    is_last_round = goal is None and seen.round >= seen.options.rounds
    return reward_function(seen.scores, goal, is_last_round, lead, seen.sides)


PLAYERS: Mapping[str, Player[DrawObservation]] = {
    "easy": easy,
    "medium": at_effort(_search, MEDIUM_WALKS),
    "hard": at_effort(_search, HARD_WALKS),
    "random": random,
    "heavy": heavy,
    "smart": smart,
}
