"""Computer players of Fives, which rate actions by what one viewer sees."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, islice
from random import Random

from engine.game import Player, Seat
from engine.games.fives.observation import FivesObservation, Preview
from engine.games.fives.playout import DRAW, OPENING, Way, find_ends, playout
from engine.games.fives.state import FivesState
from engine.players import at_effort, candidate_notations, choose_at_random
from engine.players.errors import scatter_except_worst
from engine.players.ismcts import Tree
from engine.players.rewards import reward_function
from engine.tiles import tile_set

Worth = Mapping[str, float]

EASY_SPREAD = 20.0
"""The most points by which the easy player's rating of a play may be off."""
MEDIUM_WALKS, HARD_WALKS = 60, 3000
"""Walks through the tree for a decision in double-six.

Larger sets take longer and get fewer. The walks of `hard` take about 200 ms.
"""
MOST_CHOICES = 30_000
"""No walk begins once a decision's walks have made this many choices, because walks are long early in a round."""
EXPLORATION, LEAD = 30.0, 25.0
"""The tree's exploration (about the spread of gains) and the worth of winning the game, both in points."""
PIPS, DOUBLE, FOLLOWER, RANDOM_SHARE = 0.4, 2.0, 1.5, 0.1
"""The worth, in a play-out, of a pip, a double, and a tile that could follow.

The points of a play are added to it. `RANDOM_SHARE` is the share of a play-out's choices that are random.
"""


def plain(seen: FivesObservation, _: Iterator[FivesState], rng: Random) -> Worth:
    """Take the most points, then the heaviest tile; draw only if it must.

    A yardstick.
    """
    # pips decide between equal points, and chance between equal pips
    points = {f"play {play.tile} {play.end}".rstrip(): play.points + play.tile.pips / 100 for play in seen.previews}
    return {notation: points.get(notation, -1.0) + rng.random() / 1000 for notation in candidate_notations(seen)}


def easy(seen: FivesObservation, _: Iterator[FivesState], rng: Random) -> Worth:
    """Weigh a play as a play-out does, but with random errors; draw only if it must."""
    ends, hand = {end.letter: end.number for end in seen.ends}, seen.hand

    def score(play: Preview) -> float:
        number = ends.get(play.end)
        followers = 0 if number is None else sum(play.tile.other(number) in other for other in hand)
        return play.points + PIPS * play.tile.pips + DOUBLE * play.tile.double + FOLLOWER * followers

    plays = {f"play {play.tile} {play.end}".rstrip(): score(play) for play in seen.previews}
    ratings = scatter_except_worst(
        {notation: plays[notation] for notation in candidate_notations(seen) if notation in plays}, EASY_SPREAD, rng
    )
    below_all = min(ratings.values(), default=0.0) - 1
    return {notation: ratings.get(notation, below_all) for notation in candidate_notations(seen)}


def _search(seen: FivesObservation, worlds: Iterator[FivesState], rng: Random, walks: int) -> Worth:
    """Rate actions by a tree search in random worlds."""
    notations = candidate_notations(seen)
    if len(notations) == 1:
        return {notations[0]: 0.0}
    search = Search(seen, rng)
    first_world = next(worlds)
    walks = max(len(notations), _limit_walks(seen, walks))  # at least one walk for each action
    for world in islice(chain([first_world], worlds), walks):
        search.grow(world)
        if search.choices >= MOST_CHOICES:
            break
    notation_of = _map_notations(seen, first_world)
    worth = {notation_of[way[:3]]: value for way, value in search.tree.worth().items()}
    untried = min(worth.values()) - EXPLORATION
    return {notation: worth.get(notation, untried) for notation in notations}


def _map_notations(seen: FivesObservation, world: FivesState) -> Mapping[tuple[int, int, int], str]:
    """Return the notation of each way, by its tile, number and side.

    If several plays have the same effect, the notation of the first is returned.
    """
    ends, index = find_ends(world.layout), world.terms.tiles.index
    plays = {f"play {play.tile} {play.end}".rstrip(): play for play in reversed(seen.previews)}
    ways = {(index[play.tile], *ends.get(play.end, (OPENING, OPENING))): name for name, play in plays.items()}
    return {**ways, DRAW[:3]: "draw"}


def _limit_walks(seen: FivesObservation, walks: int) -> int:
    """Return a lower number of walks if a round has more tiles to go."""
    # all walks are made for up to 27 tiles; more tiles reduce them, to a twelfth at the least
    tiles_left = max(27, sum(seen.sizes) + seen.boneyard)
    return max(walks // 12, int(walks * (27 / tiles_left) ** 2))


class Search:
    """One tree, grown by rounds that are played out in random worlds."""

    def __init__(self, seen: FivesObservation, rng: Random) -> None:
        options, tiles = seen.options, tile_set(seen.highest)
        unit = 5 if options.score_unit == "fives" else 1
        self.tree: Tree[Way] = Tree(EXPLORATION / unit)
        goal = options.goal(len(seen.sizes))
        is_last_round = goal is None and seen.round >= options.rounds
        lead = LEAD / unit if seen.counts_win else 0.0
        self._rewards = reward_function(seen.scores, goal, is_last_round, lead, seen.sides)
        self.choices = 0
        """The number of choices in all walks."""
        self._random, self._suit = rng.random, tiles.suit
        self._base = [PIPS * tile.pips + DOUBLE * tile.double for tile in tiles.tiles]
        self._pips = tiles.pips

    def grow(self, state: FivesState) -> None:
        """Play this state's round out once, through the tree and beyond, and add the result to the tree."""
        self.tree.enter()
        self.tree.learn(self._rewards(playout(state, self._choose)))

    def _choose(self, seat: Seat, hand: int, ways: Sequence[Way], signature: int) -> Way:
        self.choices += 1
        way = self.tree.pick(seat, ways, signature, lambda untried: self._choose_in_playout(hand, untried))
        return way or self._choose_in_playout(hand, ways)

    def _choose_in_playout(self, hand: int, ways: Sequence[Way]) -> Way:
        """Return the way with the highest score, or sometimes any."""
        if len(ways) == 1:
            return ways[0]
        if self._random() < RANDOM_SHARE:
            return ways[int(self._random() * len(ways))]
        return max(ways, key=lambda way: self._score_way(hand, way))

    def _score_way(self, hand: int, way: Way) -> float:
        if way is DRAW:
            return -1.0
        followers = 0
        if way.side != OPENING:
            far = self._pips[way.tile] - way.number
            followers = (hand & self._suit[far]).bit_count()
        return way.points + self._base[way.tile] + FOLLOWER * followers


PLAYERS: Mapping[str, Player[FivesObservation]] = {
    "easy": easy,
    "medium": at_effort(_search, MEDIUM_WALKS),
    "hard": at_effort(_search, HARD_WALKS),
    "random": choose_at_random,
    "plain": plain,
}
