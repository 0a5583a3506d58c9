"""Second scorer of matches in pairs, from the rules alone, without the engine.

It takes options, the tiles that were dealt and the moves of each round, and computes who won, what each side gained by
which name, the score, who opens the next round, and when the match is over. Seats 0 and 2 are side 0, seats 1 and 3 are
side 1. A tile is a pair of numbers, the higher one first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count as naturals
from typing import Any

Tile = tuple[int, int]
Hand = list[Tile]
Options = Mapping[str, Any]

SEATS = range(4)
TARGETS = {6: 100, 9: 300, 12: 600, 15: 1000, 18: 1500}
ROUND_BONUSES = {1: 100, 2: 75, 3: 50, 4: 25}


def pips(tiles: Iterable[Tile]) -> int:
    return sum(high + low for high, low in tiles)


def tile_of(text: str) -> Tile:
    high, low = map(int, text.split("-"))
    return max(high, low), min(high, low)


def names_of_ends() -> Iterable[str]:
    """A, B … Z, AA, AB …"""
    for rank in naturals():
        yield (chr(64 + rank // 26) if rank >= 26 else "") + chr(65 + rank % 26)


@dataclass
class Double:
    """A double on the table: how many of its long sides are open, and whether its short sides open after them."""

    number: int
    sides: int
    spins: bool


@dataclass
class End:
    """An open end. It is a side of a double, a short side of one, or the half of a tile."""

    number: int
    side_of: Double | None = None
    is_tip: bool = False


class Table:
    """The tiles on the table, of which only the open ends matter."""

    def __init__(self, spinners: str) -> None:
        self.spinners = spinners
        """Which doubles get four arms: "none", the "first", "all", or the "opening" one, whose arms come first."""
        self.ends: dict[str, End] = {}
        self.doubles: list[Double] = []
        self.names = iter(names_of_ends())

    def numbers(self) -> list[int]:
        """Return the numbers of the ends where a tile can be played."""
        opening = [end for end in self.ends.values() if self.spinners == "opening" and self._is_bare(end)]
        return [end.number for end in opening or self.ends.values()]

    def _is_bare(self, end: End) -> bool:
        return end.is_tip or (end.side_of is not None and end.side_of.spins)

    def lay(self, tile: Tile, name: str) -> None:
        high, low = tile
        is_double = high == low
        if not self.ends:
            self._open(high, low, is_double=is_double)
            return
        end = self.ends[name]
        assert end.number in tile
        covered, free = end.side_of, low if end.number == high else high
        if covered is not None:
            covered.sides -= 1
        self.ends[name] = End(free, self._double(high, 1) if is_double else None)
        if covered is not None and covered.spins and not covered.sides and self.spinners != "opening":
            for tip in (next(self.names), next(self.names)):
                self.ends[tip] = End(covered.number, is_tip=True)

    def _open(self, high: int, low: int, *, is_double: bool) -> None:
        first, second = next(self.names), next(self.names)
        double = self._double(high, 2) if is_double else None
        self.ends = {first: End(high, double), second: End(low, double)}
        if double is not None and self.spinners == "opening":
            for tip in (next(self.names), next(self.names)):
                self.ends[tip] = End(high, is_tip=True)

    def _double(self, number: int, sides: int) -> Double:
        spins = self.spinners == "all" or (self.spinners == "first" and not self.doubles)
        spins = spins or (self.spinners == "opening" and not self.ends)
        self.doubles.append(Double(number, sides, spins))
        return self.doubles[-1]

    def count(self) -> int:
        """Return what the open ends add up to in Fives."""
        halves = sum(end.number for end in self.ends.values() if end.side_of is None and not end.is_tip)
        return halves + sum(2 * double.number for double in self.doubles if double.sides)


@dataclass
class Result:
    """A round that is over. Numbers are by side."""

    ending: str
    """`out`, `blocked`, `forfeit`, or `reached` if a play reached the target."""
    winner: int | None = None
    compared: dict[int, int] = field(default_factory=dict)
    """The hands that were compared in a block, by seat, with their pips."""
    pips: int = 0
    """What the hands are worth to the winner."""
    bonuses: list[tuple[str, int, int]] = field(default_factory=list)
    """The name, the side and the points of each."""
    plays: list[int] = field(default_factory=lambda: [0, 0])
    """What plays scored at once, in Fives."""
    gains: list[int] = field(default_factory=lambda: [0, 0])
    """What was written at the end of the round."""
    opens_next: int | None = None
    """The seat that opens the next round; None if chance or a tile decides that."""
    hands: list[int] = field(default_factory=list)
    """The pips that are left, by seat."""


class Match:
    """A match of some rounds. `is_fives` is whether plays are counted."""

    def __init__(self, options: Options, *, is_fives: bool = False) -> None:
        self.options, self.is_fives = options, is_fives
        self.score = [0, 0]
        self.number = 0
        self.results: list[Result] = []
        self.fouls = [0, 0, 0, 0]
        self.is_in = [False, False]
        self.opened: dict[int, int] = {}
        """For each side the seat that opened last for it."""
        self.opener = -1
        self.is_over = False
        self.winners: list[int] = []
        """The sides that won the match."""

    @property
    def target(self) -> int | None:
        if self.options["match"] == "rounds":
            return None
        said: int | None = self.options["target"]
        return TARGETS[self.options["set"] or 6] if said is None else said

    @property
    def has_shutout(self) -> bool:
        """Whether the match was won while the other side has nothing."""
        return self.is_over and len(self.winners) == 1 and self.score[1 - self.winners[0]] <= 0

    def is_void(self, hands: Sequence[Hand]) -> bool:
        """Return whether a deal is made again."""
        doubles = max(sum(high == low for high, low in hand) for hand in hands)
        return self.options.get("redeal") == "five_doubles" and doubles >= 5

    def find_opener(self, hands: Sequence[Hand], lot: int) -> int:
        """Return the seat that opens the next round; `lot` is the seat that chance chose, if it had to."""
        rule = self.options["next_lead"] if self.results else self.options["first_lead"]
        if rule in ("highest_double", "low_double"):
            tile = opening_tile(hands, low=rule == "low_double")
            return next(seat for seat in SEATS if tile in hands[seat])
        opens = self.results[-1].opens_next if self.results else None
        return lot if opens is None else opens

    def begin(self, hands: Sequence[Hand], boneyard: Sequence[Tile], lot: int) -> Round:
        """Begin the next round."""
        self.number += 1
        self.opener = self.find_opener(hands, lot)
        self.opened[self.opener % 2] = self.opener
        return Round(self, [list(hand) for hand in hands], list(boneyard), self.opener)

    def end(self, result: Result) -> None:
        """Write down a round."""
        self.results.append(result)
        for side in (0, 1):
            self.score[side] += result.gains[side]
        if result.ending == "reached":
            self.is_over = True
        elif (target := self.target) is None:
            self.is_over = self.number >= self.options["rounds"]
        else:
            self.is_over = max(self.score) >= target and self.score[0] != self.score[1]
        self.winners = [side for side in (0, 1) if self.score[side] == max(self.score)] if self.is_over else []


def opening_tile(hands: Sequence[Hand], *, low: bool) -> Tile:
    """Return the tile that must open the round."""
    every = [tile for hand in hands for tile in hand]
    doubles = [tile for tile in every if tile[0] == tile[1]]
    if not doubles:
        return max(every, key=lambda tile: (sum(tile), tile))
    if not low:
        return max(doubles)
    return min([tile for tile in doubles if tile != (0, 0)] or doubles)


class Round:
    """A round that is being played."""

    def __init__(self, match: Match, hands: list[Hand], boneyard: Hand, opener: int) -> None:
        self.match, self.options, self.hands, self.boneyard = match, match.options, hands, boneyard
        spinner = {"line": "none", "spinner": "first", "cross": "opening"}
        self.table = Table(self.options["spinner"] if match.is_fives else spinner[self.options["layout"]])
        self.opener = opener
        self.seat = opener
        self.laid: list[tuple[int, Tile]] = []
        self.passes: list[int] = []
        """The seats that have just said one after the other that they can't play."""
        self.drawn = 0
        self.result = Result("")

    @property
    def drawable(self) -> int:
        if not self.match.is_fives and self.options["mode"] == "block":
            return 0
        return max(0, len(self.boneyard) - int(self.options["boneyard_reserve"]))

    def can_play(self, seat: int) -> bool:
        numbers = self.table.numbers()
        return any(number in tile for tile in self.hands[seat] for number in numbers)

    def move(self, seat: int, notation: str) -> Result | None:
        """Take a move; return the result of the round if it is over then."""
        assert seat == self.seat
        verb, *rest = notation.split()
        match verb:
            case "play":
                return self._play(tile_of(rest[0]), rest[1] if len(rest) > 1 else "")
            case "draw":
                self._draw()
            case "pass":
                self._next()
            case "cannot" if self.can_play(seat):
                return self._foul()
            case "cannot":
                return self._pass()
            case "can" if not self.can_play(seat):
                return self._foul() or self._pass()
        return None

    def _next(self) -> None:
        self.seat, self.drawn = (self.seat + 1) % 4, 0

    def _draw(self) -> None:
        """Draw one tile if one could play, else until one fits, or there is nothing to draw any more."""
        may_stop = self.can_play(self.seat)
        limit = 99 if self.match.is_fives else self.options["draw_limit"] or 99
        while self.drawable and self.drawn < limit:
            self.hands[self.seat].append(self.boneyard.pop(0))
            self.drawn += 1
            if may_stop or self.can_play(self.seat):
                return

    def _foul(self) -> Result | None:
        """Count a false declaration: its price is the pair's."""
        options, seat, match = self.options, self.seat, self.match
        if match.is_fives:
            return None
        match.fouls[seat] += 1
        action = options["foul_action"]
        if action == "forfeit_round":
            return self._end("forfeit", 1 - seat % 2)
        if action == "points" or (action == "warning" and match.fouls[seat] > 1):
            match.score[seat % 2] -= self._price()
        return None

    def _price(self) -> int:
        options, target = self.options, self.match.target
        if options["foul_penalty"] == "hand":
            return max(50, pips(self.hands[self.seat]))
        if options["foul_penalty"] == "hundred":
            return 100
        share = 0 if target is None else -(-int(options["foul_percent"]) * target // 100)
        return max(int(options["foul_fixed"]), share)

    def _pass(self) -> Result | None:
        self.passes.append(self.seat)
        if len(self.laid) == 1 and len(self.passes) == 1 and (price := self.options.get("pass_first")):
            if price == "25_50":
                high, low = self.laid[0][1]
                price = 25 if high == low else 50
            self.note_bonus("pass_first", self.opener, int(price))
        if len(self.passes) == 4:
            return self.compare_hands()
        self._next()
        return None

    def note_bonus(self, name: str, seat: int, points: int) -> None:
        self.result.bonuses.append((name, seat % 2, points))

    def _play(self, tile: Tile, end: str) -> Result | None:
        seat, options = self.seat, self.options
        if len(self.passes) == 3 and (price := options.get("pass_round")):
            self.note_bonus("pass_round", seat, price)
        before = [end.number for end in self.table.ends.values()]
        self.hands[seat].remove(tile)
        self.table.lay(tile, end)
        self.laid.append((seat, tile))
        self.passes = []
        if self.match.is_fives and self._count():
            return self._end("reached", seat % 2)
        if not self.hands[seat]:
            self.note_last_tile(tile, before)
            return self._end("out", seat % 2)
        if options.get("early_block") == "certain" and self._is_hopeless():
            return self.compare_hands()
        self._next()
        return None

    def _count(self) -> bool:
        """Score the count of the table; return whether that ends the match."""
        match, side, count = self.match, self.seat % 2, self.table.count()
        if count == 0 or count % 5:
            return False
        match.is_in[side] |= count >= self.options["get_in"]
        if not match.is_in[side]:
            return False
        points = count // 5 if self.options["score_unit"] == "fives" else count
        match.score[side] += points
        self.result.plays[side] += points
        target = match.target
        at_once = self.options["ends"] == "at_once" and target is not None and match.score[side] >= target
        return at_once and match.score[side] > match.score[1 - side]

    def note_last_tile(self, tile: Tile, before: Sequence[int]) -> None:
        """Count the bonuses for a last tile; `before` are the numbers of the ends before it."""
        price = self.options.get("capicua")
        if price and tile[0] != tile[1] and before and all(number in tile for number in before):
            self.note_bonus("capicua", self.seat, 0 if price == "double" else int(price))
        if (price := self.options.get("last_blank")) and tile == (0, 0):
            self.note_bonus("last_blank", self.seat, price)

    def _is_hopeless(self) -> bool:
        numbers = self.table.numbers()
        unseen = [*self.boneyard[: self.drawable], *(tile for hand in self.hands for tile in hand)]
        return not any(number in tile for tile in unseen for number in numbers)

    # --- the end of a round

    def compare_hands(self) -> Result:
        """Compare hands."""
        left, closer = [pips(hand) for hand in self.hands], self.laid[-1][0]
        match self.options["blocked_by"]:
            case "pair":
                best = [left[0] + left[2], left[1] + left[3]]
            case "hand":
                best = [min(left[0], left[2]), min(left[1], left[3])]
                self.result.compared = {seat: left[seat] for seat in SEATS if left[seat] == min(left)}
            case _:
                both = (closer, (closer + 1) % 4)
                self.result.compared = {seat: left[seat] for seat in both}
                best = [next(left[seat] for seat in both if seat % 2 == side) for side in (0, 1)]
        if best[0] != best[1]:
            return self._end("blocked", 0 if best[0] < best[1] else 1)
        decided = {"leader": self.opener % 2, "last_player_wins": closer % 2, "last_player_loses": 1 - closer % 2}
        return self._end("blocked", decided.get(self.options.get("blocked_tie", "no_score")))

    def _end(self, ending: str, winner: int | None) -> Result:
        result, match = self.result, self.match
        result.ending, result.winner = ending, winner
        result.hands = [pips(hand) for hand in self.hands]
        if winner is not None and ending != "reached":
            result.pips = (self._fives if match.is_fives else self._pips)(winner)
            bonus = ROUND_BONUSES.get(match.number)
            if self.options.get("round_bonus") and bonus:
                result.bonuses.append(("round_bonus", winner, bonus))
        for side in (0, 1):
            earned = (result.pips if side == winner else 0) + sum(p for _, other, p in result.bonuses if other == side)
            if not match.is_fives:
                match.is_in[side] |= earned >= self.options["get_in"]
            result.gains[side] = earned if match.is_fives or match.is_in[side] else 0
        result.opens_next = self._find_next_opener()
        match.end(result)
        return result

    def _scoring_hands(self, winner: int) -> list[int]:
        left, is_out = self.result.hands, self.result.ending == "out"
        theirs = [left[seat] for seat in SEATS if seat % 2 != winner]
        own = [left[seat] for seat in SEATS if seat % 2 == winner]
        if self.options["pair_score"] == "opponents":
            return theirs
        assert not is_out or 0 in own
        return [*theirs, *own]

    def _own_hands(self, winner: int) -> list[int]:
        """Return the hands that are taken off."""
        if self.result.ending == "out" or self.options["blocked_score"] != "others_minus_own":
            return []
        return [self.result.hands[seat] for seat in SEATS if seat % 2 == winner]

    def _pips(self, winner: int) -> int:
        worth = max(0, sum(self._scoring_hands(winner)) - sum(self._own_hands(winner)))
        is_doubled = self.options["capicua"] == "double" and any(name == "capicua" for name, *_ in self.result.bonuses)
        return 2 * worth if is_doubled else worth

    def _fives(self, winner: int) -> int:
        options, theirs, own = self.options, self._scoring_hands(winner), self._own_hands(winner)
        if self.result.ending != "out" and options["blocked_score"] == "nothing":
            return 0
        if options["rounding"] == "each":
            theirs, own = [to_fives(hand) for hand in theirs], [to_fives(hand) for hand in own]
        worth = max(0, sum(theirs) - sum(own))
        if options["rounding"] == "sum":
            worth = to_fives(worth)
        return worth // 5 if options["score_unit"] == "fives" else worth

    def _find_next_opener(self) -> int | None:
        result, rule, winner = self.result, self.options["next_lead"], self.result.winner
        if self.match.is_fives and result.ending == "blocked" and rule in ("winner", "side"):
            return None
        following = [(self.opener + step) % 4 for step in (1, 2, 3, 4)]
        if rule == "rotate" or winner is None:
            return following[0]
        if rule == "side" and winner in self.match.opened:
            return (self.match.opened[winner] + 2) % 4
        if result.ending == "out":
            return self.laid[-1][0]
        members = [seat for seat in following if seat % 2 == winner]
        compared = [seat for seat in members if seat in result.compared]
        return min(compared or members, key=lambda seat: result.hands[seat])


def to_fives(number: int) -> int:
    """Round to fives: 1 and 2 down, 3 and 4 up."""
    return number - number % 5 + (5 if number % 5 > 2 else 0)
