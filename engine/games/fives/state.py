"""One position of Fives, and how it goes on (fives.md §3–§5): what the line counts, and what ends a round."""

from __future__ import annotations

from dataclasses import dataclass, replace
from operator import add

from engine.dominoes.boneyard import terms
from engine.dominoes.ending import Ending
from engine.dominoes.hands import alone_lowest, plus
from engine.dominoes.outcome import match_outcome
from engine.dominoes.state import LineState
from engine.game import Event, Seat, Step, mover
from engine.games.fives import words
from engine.games.fives.actions import Play
from engine.games.fives.events import Counted
from engine.games.fives.line import Line
from engine.games.fives.observation import FivesObservation, RoundResult, Statistics, Would
from engine.games.fives.options import FivesOptions
from engine.words import Message


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class FivesState(LineState[FivesOptions, Line, RoundResult, FivesObservation]):
    """Satisfies `engine.game.State`."""

    plays: tuple[int, ...]
    """Points by plays in this round, a seat each."""
    last: int = 0
    """What the tile laid last scored."""
    statistics: tuple[Statistics, ...]

    @property
    def by_lot(self) -> bool:
        """Also after a block, where else the winner of the round would open."""
        winner, before = self.terms.options.next_lead == "winner", self.result
        return before is None or (winner and before.ending is Ending.BLOCKED)

    def opened(self) -> FivesState:
        return replace(self, line=Line(self.terms.options.spinner), plays=(0,) * self.terms.seats, last=0)

    def would(self, action: Play) -> Would:
        """Return the count after a play, and what it scores: nothing before its seat has got in."""
        total, options = self.line.after(action.tile, action.end).total, self.terms.options
        counts = self.statistics[self.seat].biggest or total >= options.get_in
        return Would(action.tile, action.end, total, options.worth(total) if counts else 0)

    def worth(self, action: Play) -> int:
        return self.would(action).points

    def lay(self, action: Play) -> Step:
        seat, (_, _, total, points), each = self.seat, self.would(action), list(self.statistics)
        each[seat] = Statistics(each[seat].plays + points, max(each[seat].biggest, points), each[seat].outs)
        after = replace(
            self.with_tile(action),
            scores=plus(self.scores, seat, points),
            plays=plus(self.plays, seat, points),
            last=points,
            statistics=tuple(each),
        )
        events = (*self.laying(action), Counted(seat, total, points))
        goal = self.terms.options.goal if self.terms.options.ends == "at_once" else None
        if points and goal is not None and match_outcome(goal, 0, self.round, after.scores):
            return after.scored(Ending.REACHED, events)
        return Step(after, events) if after.hands[seat] else after.scored(Ending.OUT, events)

    def scored(self, ending: Ending, events: tuple[Event, ...]) -> Step:
        """End the round: what is left in the hands is counted, unless the game ended before."""
        options, pips, each = self.terms.options, [0] * self.terms.seats, list(self.statistics)
        left = tuple(map(self.terms.tiles.pip_sum, self.hands))
        winner = alone_lowest(left) if ending is Ending.BLOCKED else self.laid[-1].seat
        if winner is not None and ending is not Ending.REACHED:
            out = ending is Ending.OUT
            pips[winner] = options.reward(out, left[:winner] + left[winner + 1 :], left[winner])
            each[winner] = each[winner]._replace(outs=each[winner].outs + out)
        scores = tuple(map(add, self.scores, pips))
        result = RoundResult(ending, winner, left, self.plays, tuple(pips), self.confirmed)
        outcome = match_outcome(options.goal, options.rounds, self.round, scores)
        return replace(self, scores=scores, statistics=tuple(each)).ended(result, outcome, events)

    def why_not(self, notation: str) -> Message:
        return words.why_not(self.observe(mover(self)), notation)

    def observe(self, viewer: Seat | None) -> FivesObservation:
        acting, first = self.playing and viewer == self.to_act, self.terms.options.spinner == "first"
        doubles = {laid.tile.high: place for place, laid in enumerate(self.laid) if laid.tile.double}
        return FivesObservation(
            **self.seen(viewer),
            spinner=doubles.get(self.line.spinner) if first else None,
            roots=tuple(doubles[number] for number in self.line.roots),
            total=self.line.total,
            parts=self.line.parts,
            plays=self.plays,
            last=self.last,
            would=tuple(map(self.would, self.placements())) if acting else (),
            statistics=self.statistics,
        )


def start(options: FivesOptions, seats: int) -> FivesState:
    """Return a game that waits for its first deal. Raises OptionRefused where the options do not fit the seats."""
    rules, line, nothing = terms(options, seats), Line(options.spinner), (0,) * seats
    each = (Statistics(),) * seats
    return FivesState(terms=rules, line=line, scores=nothing, hands=nothing, plays=nothing, statistics=each)
