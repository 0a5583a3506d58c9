"""The options of Draw and Block (draw.md §2), and their effects for a number of seats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.dominoes import settings
from engine.dominoes.blocked import AUTO, MANUAL
from engine.dominoes.boneyard import hand_size_refusal, seat_count_refusal
from engine.dominoes.settings import (
    CHANCE_LEADS,
    DOUBLE_LEADS,
    FIRST,
    LOW_DOUBLE,
    LOW_DOUBLE_LEADS,
    NO_DOUBLE,
    OPENER,
    OTHER_HANDS,
    OTHERS_LESS_OWN,
    UNLIMITED,
    LineOptions,
    Shape,
)
from engine.games.draw import pair_options, ties
from engine.options import (
    BLOCKS,
    DRAWING,
    FOULS,
    GAME,
    Pick,
    Plain,
    choice,
    double,
    number,
    number_picks,
    percent,
    points,
    tiles,
)
from engine.options import rounds as rounds_
from engine.tiles import SIZES, tile_set
from engine.words import Message, count, msg, term

SEATS = range(2, 9)

_HANDS = {
    6: (7, 5, 5, 4, 3),
    9: (9, 7, 7, 6, 6, 5, 5),
    12: (12, 10, 9, 9, 8, 7, 7),
    15: (15, 13, 12, 11, 10, 10, 9),
    18: (18, 16, 15, 14, 13, 12, 12),
}
"""The tiles of a hand with 2, 3, 4 … seats, for each set (draw.md §3).

Sets are named by their highest number. The last number of tiles is for the most seats that can play with the set.
"""
_BLOCK_HANDS = _HANDS | {6: (7, 7, 7, 5, 4)}
_TARGETS = {6: 100, 9: 300, 12: 600, 15: 1000, 18: 1500}
"""The usual points to win, for each set."""
_MORE_THAN_HIGHEST = 6
"""The most tiles that a hand may have beyond the set's highest number.

With that many, one hand in twelve has five doubles.
"""
_NOTHING_DRAWN = ("mode", frozenset[Plain]({"block"}))
"""The setting in which options for drawing have no effect."""


@dataclass(frozen=True)
class DrawOptions(LineOptions):
    """Every option with its default first; None is "auto"."""

    mode: str = choice(
        {
            "draw": Pick(term("Draw", "game"), msg("If nothing fits, you draw from the boneyard.")),
            "block": Pick(term("Block", "game"), msg("Nobody draws. If nothing fits, you pass.")),
        },
        name=term("Rules", "option"),
        help=msg("What you do when nothing fits."),
        group=GAME,
    )
    set: int | None = choice(
        {
            None: Pick(
                msg("By number of players"), msg("Up to 4 play double-six, up to 6 double-nine, more double-twelve.")
            ),
            **number_picks(double, SIZES),
        },
        name=msg("Set of tiles"),
        help=msg("The highest double of the set."),
        group=GAME,
    )
    hand_size: int | None = settings.hand_size(95)  # half of a double-eighteen set
    layout: str = choice(
        {
            "line": Pick(term("Line", "layout"), msg("Two open ends.")),
            "spinner": Pick(term("Spinner", "layout"), msg("The first double opens four ends.")),
            "cross": Pick(msg("Cross"), msg("The opening double gets four arms before play goes on.")),
        },
        name=msg("Layout"),
        help=msg("Two open ends, or four from a double."),
        group=GAME,
    )
    draw_limit: int | None = choice(
        {None: Pick(msg("No limit"), msg("You draw until a tile fits.")), **number_picks(tiles, (1, 3))},
        none="unlimited",
        name=msg("Draw limit"),
        help=msg("The most tiles you draw in a turn."),
        group=DRAWING,
        idle=_NOTHING_DRAWN,
    )
    boneyard_reserve: int = settings.reserve(_NOTHING_DRAWN)
    voluntary_draw: bool = settings.draw_by_choice(_NOTHING_DRAWN)
    early_block: str = choice(
        {
            "off": Pick(term("No", "option"), msg("The round goes on until every player has passed.")),
            "certain": Pick(
                term("Yes", "option"),
                msg("The round ends as soon as no tile in a hand fits, nor any that can be drawn."),
            ),
        },
        name=msg("End a block early"),
        help=msg("End the round once nobody can ever play again?"),
        group=BLOCKS,
    )
    verification: str = settings.verification(
        {
            MANUAL: Pick(
                msg("By every player"), msg("Each player says that they can't play. A false claim is a foul.")
            ),
            AUTO: Pick(msg("Automatically"), msg("I see a block by myself. There are no fouls.")),
        },
        BLOCKS,
    )
    foul_action: str = choice(
        {
            "points": Pick(term("Points", "cost of a foul"), msg("Each false claim costs points.")),
            "warning": Pick(msg("A warning first"), msg("The first false claim is free, later ones cost points.")),
            "forfeit_round": Pick(msg("The round"), msg("The round ends, and its offender can't win it.")),
            "none": Pick(term("Nothing", "cost of a foul"), msg("A false claim costs nothing.")),
        },
        name=msg("A foul costs"),
        help=msg("What it costs to say that you can't play when you can."),
        group=FOULS,
        idle=("verification", frozenset({AUTO})),
    )
    foul_penalty: str = choice(
        {
            "target_share": Pick(
                msg("A share of the target"), msg("A percentage of the points to win, with a minimum.")
            ),
            "hand": Pick(msg("The pips in hand"), msg("What the offender's tiles count, at least 50 points.")),
            "hundred": Pick(msg("100 points"), msg("Every foul costs 100 points.")),
        },
        name=msg("Points of a foul"),
        help=msg("How many points a foul costs."),
        group=FOULS,
        idle=("foul_action", frozenset({"none", "forfeit_round"})),
    )
    foul_fixed: int = number(
        30,
        low=0,
        high=1000,
        unit=points,
        implies=("foul_penalty", "target_share"),
        name=msg("Least cost of a foul"),
        help=msg("A foul costs at least this much."),
        group=FOULS,
    )
    foul_percent: int = number(
        20,
        low=0,
        high=100,
        unit=percent,
        implies=("foul_penalty", "target_share"),
        name=msg("Share of the target"),
        help=msg("A foul costs this percentage of the points needed to win."),
        group=FOULS,
    )
    blocked_score: str = settings.block_score({"others_sum": OTHER_HANDS, "others_minus_own": OTHERS_LESS_OWN}, BLOCKS)
    blocked_tie: str = ties.blocked_tie()
    first_lead: str = settings.first_lead(
        {"highest_double": DOUBLE_LEADS, "random": CHANCE_LEADS, LOW_DOUBLE: LOW_DOUBLE_LEADS}
    )
    next_lead: str = settings.next_lead()
    match: str = settings.match()
    target: int | None = settings.target(
        None,
        low=1,
        high=5000,
        auto=Pick(
            msg("Usual for the set"),
            msg("Double-six 100, double-nine 300, double-twelve 600, double-fifteen 1000, double-eighteen 1500."),
        ),
    )
    rounds: int = settings.rounds()
    redeal: str = choice(
        {
            "off": Pick(term("Never", "when a deal is made anew"), msg("Every deal is played.")),
            "five_doubles": Pick(msg("With five doubles"), msg("Five doubles in one hand: all tiles are dealt again.")),
        },
        name=msg("Dealt again"),
        help=msg("Whether the tiles are dealt again if a player gets five doubles or more."),
        group=DRAWING,
    )
    teams: str = settings.teams()
    pair_score: str = settings.pair_score()
    get_in: int = pair_options.get_in()
    shutout: str = settings.shutout()
    blocked_by: str = settings.blocked_by()
    capicua: int | str = pair_options.capicua()
    last_blank: int = pair_options.last_blank()
    pass_round: int = pair_options.pass_round()
    pass_first: int | str = pair_options.pass_first()
    round_bonus: bool = pair_options.round_bonus()
    direction: str = settings.direction()

    def refusal(self, seats: int) -> Message | None:
        if (refusal := seat_count_refusal(self.variant_name() or msg("Draw Dominoes"), SEATS, seats)) is not None:
            return refusal
        highest = self.highest(seats)
        most_seats = SEATS[0] + len(_HANDS[highest]) - 1
        if seats > most_seats:
            return count(
                "A double-{highest} set is for at most {n} player.",
                "A double-{highest} set is for at most {n} players.",
                most_seats,
                highest=highest,
            )
        dealt = self.hand_size_for(seats)
        refusal = hand_size_refusal(dealt, seats, highest, left=0 if self.mode == "block" else 1)
        return refusal or self._redeal_refusal(dealt, highest) or self.pairs_refusal(seats)

    def pairs_refusal(self, seats: int) -> Message | None:
        refusal = super().pairs_refusal(seats)
        if refusal is not None or not self.has_pairs:
            return refusal
        return pair_options.find_refusal(
            self.blocked_tie,
            capicua=bool(self.capicua),
            on_line=self.layout == "line",
            passes=bool(self.pass_round or self.pass_first),
            draws=self.draws,
        )

    def _redeal_refusal(self, dealt: int, highest: int) -> Message | None:
        """Return a refusal if hands are so large that many deals would be void."""
        most_tiles = highest + _MORE_THAN_HIGHEST
        if self.most_doubles is None or dealt <= most_tiles:
            return None
        return count(
            "Five doubles are common in hands of {dealt}. Deal at most {n} tile, or never deal again.",
            "Five doubles are common in hands of {dealt}. Deal at most {n} tiles, or never deal again.",
            most_tiles,
            dealt=dealt,
        )

    @property
    def most_doubles(self) -> int | None:
        return 4 if self.redeal == "five_doubles" else None

    @property
    def draws(self) -> bool:
        """Whether tiles are drawn at all."""
        return self.mode == "draw"

    def highest(self, seats: int) -> int:
        if self.set is not None:
            return self.set
        if seats <= 4:
            return 6
        return 9 if seats <= 6 else 12

    def hand_size_for(self, seats: int) -> int:
        if self.hand_size is not None:
            return self.hand_size
        hands = _BLOCK_HANDS if self.mode == "block" else _HANDS
        return hands[self.highest(seats)][seats - SEATS[0]]

    def shape(self, seats: int) -> Shape:
        arms = {"line": NO_DOUBLE, "spinner": FIRST, "cross": OPENER}[self.layout]
        return Shape(self.highest(seats), arms, counted=False)

    def goal(self, seats: int) -> int | None:
        if self.match == "target" and self.target is None:
            return _TARGETS[self.highest(seats)]
        return super().goal(seats)

    def reserve(self, seats: int) -> int:
        if self.mode == "block":  # nothing can be drawn if all tiles are reserved
            return len(tile_set(self.highest(seats)))
        return self.boneyard_reserve

    @property
    def draws_a_turn(self) -> int:
        return self.draw_limit or UNLIMITED

    @property
    def ends_early(self) -> bool:
        return self.early_block == "certain"

    def foul_points(self, goal: int | None) -> int:
        """Return the points of a foul that costs a share of the target, rounded up (draw.md §7)."""
        share = 0 if goal is None else -(-self.foul_percent * goal // 100)
        return max(self.foul_fixed, share)

    @property
    def has_bonuses(self) -> bool:
        # the other bonuses are earned by a pass or by winning a round, not by a play
        return self.has_pairs and bool(self.capicua or self.last_blank or self.pass_round)

    has_fouls = True
    summary_options = frozenset(
        (
            "mode",
            "teams",
            "set",
            "layout",
            "match",
            "target",
            "rounds",
            "foul_action",
            "foul_penalty",
            "foul_fixed",
            "foul_percent",
        )
    )

    def variant_name(self) -> Message | None:
        return term("Block", "game") if self.mode == "block" else None

    def about(self) -> Message | None:
        if self.mode == "block":
            return msg("Match an open end or pass. First to empty their hand wins the round.")
        return None

    def summarize(self, seats: int) -> Sequence[Message]:
        layout = None if self.layout == "line" else self.settings()["layout"].describe_value(self.layout)
        goal = self.goal(seats)
        length = rounds_(self.rounds) if goal is None else count("to {n} point", "to {n} points", goal)
        pairs = term("in pairs", "kind of game") if self.has_pairs else None
        return [part for part in (pairs, double(self.highest(seats)), layout, length, self._foul(seats)) if part]

    def _foul(self, seats: int) -> Message | None:
        """Return the cost of a foul in a few words; None if the table confirms blocks itself."""
        if self.verification == AUTO:
            return None
        match self.foul_action:
            case "none":
                return msg("a false “I can't play” costs nothing")
            case "forfeit_round":
                return msg("a false “I can't play” costs the round")
            case "warning" if self.has_pairs:
                return msg("a second false “I can't play” costs the pair {price}", price=self._foul_price(seats))
            case "warning":
                return msg("a second false “I can't play” costs {price}", price=self._foul_price(seats))
            case _ if self.has_pairs:
                return msg("a false “I can't play” costs the pair {price}", price=self._foul_price(seats))
            case _:
                return msg("a false “I can't play” costs {price}", price=self._foul_price(seats))

    def describe_value(self, name: str) -> Message:
        if name == "foul_penalty" and self.foul_penalty == "target_share":
            share, least = self.foul_percent, points(self.foul_fixed)
            return msg("{share} % of the target, at least {least}", share=share, least=least)
        return super().describe_value(name)

    def _foul_price(self, seats: int) -> Message:
        match self.foul_penalty:
            case "hand":
                return msg("the pips in hand")
            case "hundred":
                return points(100)
            case _:
                return points(self.foul_points(self.goal(seats)))
