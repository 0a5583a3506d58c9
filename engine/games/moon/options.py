"""The options of Moon (moon.md §2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.dominoes.tricks.settings import BIDDING, REDEAL
from engine.options import LENGTH, PLAY, Pick, choice, flag, number, points
from engine.series import SeriesOptions
from engine.words import Message, count, msg, term

SEATS = 3


@dataclass(frozen=True)
class MoonOptions(SeriesOptions):
    """Every option with its default first."""

    all_pass: str = choice(
        {
            "redeal": REDEAL,
            "last_must_bid_4": Pick(msg("The last one bids 4"), msg("The third player must bid at least 4.")),
        },
        name=msg("If nobody bids"),
        help=msg("What happens when all three would pass."),
        group=BIDDING,
    )
    moon_success: str = choice(
        {
            "wins_game": Pick(msg("The game"), msg("A bidder of 21 who takes all seven tricks wins the game.")),
            "plus_21": Pick(msg("21 points"), msg("Taking all seven tricks scores 21.")),
        },
        name=msg("What a bid of 21 wins"),
        help=msg("What a bid of 21 is worth when it is made."),
        group=BIDDING,
    )
    lead_suit: str = choice(
        {
            "high_end": Pick(msg("Its higher number"), msg("6-2 leads sixes.")),
            "leader_choice": Pick(msg("The leader's choice"), msg("6-2 leads sixes or twos, as its player says.")),
        },
        name=msg("Suit of a lead"),
        help=msg("Which of its two numbers a tile leads."),
        group=PLAY,
    )
    first_lead: str = choice(
        {
            "any": Pick(msg("Any tile")),
            "trump": Pick(msg("A trump"), msg("The bidder must lead a trump if they hold one.")),
        },
        name=msg("First lead"),
        help=msg("What the bidder may lead to the first trick."),
        group=PLAY,
    )
    bidder_goes_out: bool = flag(
        False,
        name=msg("Bidder wins first"),
        help=msg("Does a bidder who makes the bid and reaches the target win at once?"),
        group=LENGTH,
    )
    doubles_trump: bool = flag(
        True, name=msg("Doubles as trump"), help=msg("May the bidder name the doubles as trump?"), group=BIDDING
    )
    no_trump: bool = flag(
        True, name=term("No trump", "option"), help=msg("May the bidder play without trump?"), group=BIDDING
    )
    target: int = number(
        21,
        low=1,
        high=99,
        unit=points,
        name=msg("Points to win"),
        help=msg("The points that win the game."),
        group=LENGTH,
    )
    trump_first: bool = flag(
        False,
        name=msg("Trump first"),
        help=msg("Does the bidder name trump before taking the centre tile?"),
        group=BIDDING,
    )
    seats: str = choice(
        {
            "clockwise": Pick(msg("As you joined"), msg("Clockwise in the order of joining.")),
            "random": Pick(msg("At random"), msg("Chance seats the players.")),
        },
        name=msg("Seats"),
        help=msg("Who sits next to whom."),
        group=PLAY,
    )

    def later_pick(self, first: int, seats: int, games: int) -> int:
        if first < seats:
            return super().later_pick(first, seats, games)
        seat = first - seats  # these picks reverse the seating (MoonState.picks)
        return seats + (seat - games) % seats

    def refusal(self, seats: int) -> Message | None:
        if seats != SEATS:
            return msg("Moon is played by exactly three.")
        return None

    summary_options = frozenset(("target",))

    def summarize(self, seats: int) -> Sequence[Message]:
        return [count("to {n} point", "to {n} points", self.target)]
