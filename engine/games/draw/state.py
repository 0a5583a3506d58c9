"""One position of Draw or Block: scoring and false declarations (draw.md §7, §8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from engine.dominoes import blocked
from engine.dominoes.actions import Call
from engine.dominoes.boneyard import terms
from engine.dominoes.ending import Ending
from engine.dominoes.hands import add_value
from engine.dominoes.layout import layout
from engine.dominoes.state import LineState, Match
from engine.game import DEALER, Event, Seat, Step, mover
from engine.games.draw import scoring, words
from engine.games.draw.events import Foul, FoulKind
from engine.games.draw.observation import DrawObservation, RoundResult
from engine.games.draw.options import DrawOptions
from engine.words import Message


class Fouls(NamedTuple):
    """False declarations."""

    fouls: tuple[int, ...]
    """The fouls so far, by seat."""
    penalties: tuple[int, ...] = ()
    """Points taken off for fouls in the current or latest round, by seat; empty for none."""


class DrawState(LineState[DrawOptions, RoundResult, Fouls, DrawObservation]):
    """Satisfies `engine.game.State`."""

    __slots__ = ()

    def why_not(self, notation: str) -> Message:
        return words.why_not(self.observe(mover(self)), notation)

    def open_ledger(self) -> Fouls:
        return self.match.ledger._replace(penalties=())

    def score_round(
        self, ending: Ending, hands: Sequence[int], last: Seat, confirmed: blocked.Confirmations
    ) -> RoundResult:
        left = scoring.residue(self.match.terms, hands, self.match.opener, last)
        match ending:
            case Ending.OUT:
                return scoring.score_going_out(left, last)
            case Ending.FORFEIT:
                return scoring.score_forfeit(self.match.terms.options, left, self.seat)
            case _:
                return scoring.score_block(self.match.terms.options, left, confirmed)

    def choose_opener(self, before: RoundResult, pick: Seat) -> Seat:
        if self.match.terms.options.next_lead == "winner" and len(before.winners) == 1:
            return before.winners[0]
        return self.match.terms.next(self.match.opener)

    def declare_falsely(self, call: Call) -> Step:
        """Take a false declaration, which is void (draw.md §7).

        If a player hid that they cannot play, it counts as their confirmation of the block.
        """
        seat, match = self.seat, self.match
        foul_action, (fouls, penalties) = match.terms.options.foul_action, match.ledger
        warning = foul_action == "warning" and fouls[seat] == 0
        costs = foul_action == "points" or (foul_action == "warning" and not warning)
        points = scoring.penalty(match.terms, match.terms.tiles.pip_sum(self.hands[seat])) if costs else 0
        ledger = Fouls(add_value(fouls, seat, 1), add_value(penalties or (0,) * len(match.scores), seat, points))
        fouled = self._replace(
            declared=True, match=match._replace(scores=add_value(match.scores, seat, -points), ledger=ledger)
        )
        kind = FoulKind.FALSE_INABILITY if call is Call.CANNOT else FoulKind.CONCEALED_INABILITY
        events: tuple[Event, ...] = (Foul(seat, kind, points, warning),)
        if foul_action == "forfeit_round":
            return fouled.end_round(Ending.FORFEIT, events)
        if kind is FoulKind.FALSE_INABILITY:
            return Step(fouled.show_able(), events)
        return fouled.confirm(events)

    def observe(self, viewer: Seat | None) -> DrawObservation:
        fouls, penalties = self.match.ledger
        seen = DrawObservation(**self.common_view(viewer), declared=self.declared, fouls=fouls, penalties=penalties)
        doubts = {choice.notation: words.doubt(seen, choice.notation) for choice in seen.choices}
        if not any(doubts.values()):
            return seen
        return replace(seen, choices=tuple(choice._replace(doubt=doubts[choice.notation]) for choice in seen.choices))


def start(options: DrawOptions, seats: int) -> DrawState:
    """Return a match before its first deal.

    Raises OptionRefused if the options don't fit the seats.
    """
    rules, nothing = terms(options, seats), (0,) * seats
    return DrawState(Match(rules, nothing, Fouls(nothing)), DEALER, nothing, (), layout(rules.shape))
