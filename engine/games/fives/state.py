"""One position of Fives: the line's count, and a round's score (fives.md §3–§6)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from operator import add
from typing import NamedTuple

from engine.dominoes import blocked, partners
from engine.dominoes.actions import Move, Play
from engine.dominoes.boneyard import Terms, terms
from engine.dominoes.ending import Ending
from engine.dominoes.hands import add_value, find_sole_lowest
from engine.dominoes.layout import LINE, PLACES, Layout, layout, replay
from engine.dominoes.outcome import decide_game
from engine.dominoes.partners import Verdict, add_to_side, compare_hands, find_decider, list_scoring_hands
from engine.dominoes.state import LineState, Match
from engine.dominoes.words import play_label
from engine.game import DEALER, Choice, Event, Seat, find_mover
from engine.games.fives import words
from engine.games.fives.events import count_line
from engine.games.fives.observation import FivesObservation, Preview, RoundResult, Statistics
from engine.games.fives.options import FivesOptions
from engine.sides import Side
from engine.words import Message


class Plays(NamedTuple):
    """The ledger of Fives: the points of plays."""

    plays: tuple[int, ...]
    """Each seat's points by plays in this round."""
    last: int
    """The points that the latest play scored."""
    statistics: tuple[Statistics, ...]


class FivesState(LineState[FivesOptions, RoundResult, Plays, FivesObservation]):
    """Satisfies `engine.game.State`."""

    __slots__ = ()

    @property
    def is_opener_random(self) -> bool:
        """Whether chance chooses the opener.

        Chance chooses in round 1, and after a block if otherwise the winner of a round opens the next round.
        """
        result = self.match.result
        opens_by_win = self.match.terms.options.next_lead in ("winner", "side")
        return result is None or (opens_by_win and result.ending is Ending.BLOCKED)

    def choose_opener(self, result: RoundResult, pick: Seat) -> Seat:
        if self.is_opener_random:
            return pick
        match, next_lead = self.match, self.match.terms.options.next_lead
        if result.verdict is not None:
            return partners.choose_opener(next_lead, result.verdict, match.opener, match.opened)
        winner = result.winner if next_lead in ("winner", "side") else None
        return self.match.terms.next_seat(self.match.opener) if winner is None else winner

    def why_not(self, notation: str) -> Message:
        return words.why_not(self.observe(find_mover(self)), notation)

    def open_ledger(self) -> Plays:
        return Plays(plays=(0,) * self.match.terms.seats, last=0, statistics=self.match.ledger.statistics)

    def _score_total(self, seat: Seat, total: int) -> int:
        """Return the points of a count for a seat: 0 if the count is too low for the seat's first score."""
        options = self.match.terms.options
        if total % 5:
            return 0
        may_score = total >= options.get_in or self._is_inside(seat)
        return options.score_count(total) if may_score else 0

    def _is_inside(self, seat: Seat) -> bool:
        """Return whether a seat or its partner has made a play that scored."""
        statistics = self.match.ledger.statistics
        return any(statistics[member].biggest for member in self.match.terms.side_of[seat])

    def worth(self, action: Play) -> int:
        return self._score_total(self.seat, self.layout.counts[action])

    def preview_play(self, action: Play) -> Preview:
        """Return the count after a play, and its points."""
        total = self.layout.counts[action]
        return Preview(action.tile, action.end, total, self._score_total(self.seat, total))

    def offer(self, action: Move) -> Choice:
        choice = super().offer(action)
        if not isinstance(action, Play):
            return choice
        return choice._replace(label=play_label(action, self.worth(action)))

    def score_play(self, _: Play, after: Layout) -> tuple[Match[FivesOptions, RoundResult, Plays], tuple[Event, ...]]:
        match, seat, total = self.match, self.seat, after.total
        points = self._score_total(seat, total)
        plays, last, statistics = match.ledger
        scores = match.scores
        events = (count_line(seat, total, points),)
        if not points and not last:  # the ledger stays as it is
            return match, events
        if points:
            old, side = statistics[seat], match.terms.side_of[seat]
            scores, plays = add_to_side(scores, side, points), add_to_side(plays, side, points)
            new_statistics = Statistics(old.plays + points, max(old.biggest, points), old.outs)
            statistics = _replace_statistics(statistics, seat, new_statistics)
        ledger = Plays(plays, points, statistics)
        new_match = Match(match.terms, scores, ledger, round=match.round, opener=match.opener, opened=match.opened)
        return new_match, events

    @property
    def is_decided(self) -> bool:
        match, rules = self.match, self.match.terms
        if not match.ledger.last or rules.goal is None or rules.options.ends != "at_once":
            return False
        return decide_game(rules.goal, rounds=0, played=match.round, scores=match.scores, sides=rules.sides) is not None

    def score_round(
        self, ending: Ending, hands: Sequence[int], last: Seat, confirmed: blocked.Confirmations
    ) -> RoundResult:
        """Score the pips left in the hands, unless a play has ended the game."""
        rules, plays = self.match.terms, self.match.ledger.plays
        residuals = tuple(map(rules.tiles.pip_sum, hands))
        if rules.has_partners:
            verdict, pips = judge_round(rules, ending, residuals, last, self.match.opener)
            return RoundResult(ending, verdict.decider, residuals, plays, pips, confirmed, verdict)
        winner = find_sole_lowest(residuals) if ending is Ending.BLOCKED else last
        pips = (0,) * rules.seats
        if winner is not None and ending is not Ending.REACHED:
            others = residuals[:winner] + residuals[winner + 1 :]
            reward = rules.options.score_pips(out=ending is Ending.OUT, others=others, own=(residuals[winner],))
            pips = add_value(pips, winner, reward)
        return RoundResult(ending, winner, residuals, plays, pips, confirmed)

    def add_gains(self, result: RoundResult) -> tuple[int, ...]:
        """Return the scores after a round; the points of plays were added when they were made."""
        return tuple(map(add, self.match.scores, result.pips))

    def close_ledger(self, result: RoundResult) -> Plays:
        ledger = self.match.ledger
        if result.ending is not Ending.OUT or result.winner is None:
            return ledger
        winner_statistics = ledger.statistics[result.winner]
        new_statistics = winner_statistics._replace(outs=winner_statistics.outs + 1)
        statistics = _replace_statistics(ledger.statistics, result.winner, new_statistics)
        return ledger._replace(statistics=statistics)

    def observe(self, viewer: Seat | None) -> FivesObservation:
        ledger = self.match.ledger
        is_acting = self.playing and viewer == self.to_act
        viewer_plays = sorted(self.placements(), key=lambda play: play.tile) if is_acting else []
        return FivesObservation(
            **self.common_view(viewer),
            roots=self._find_roots(),
            total=self.layout.total,
            plays=ledger.plays,
            last=ledger.last,
            previews=tuple(map(self.preview_play, viewer_plays)),
            statistics=ledger.statistics,
        )

    def _find_roots(self) -> tuple[int, ...]:
        """Return the indices of the doubles with open or covered tips, in the order in which the tips opened."""
        doubles = {laid.tile.high: place for place, laid in enumerate(self.laid) if laid.tile.double}
        lines = replay(self.match.terms.shape, [(laid.tile, laid.end) for laid in self.laid])
        # a play that adds arms has covered the last flank of a spinner
        numbers_with_tips = [
            before.numbers[PLACES[laid.end]]
            for (before, after), laid in zip(pairwise(lines), self.laid, strict=True)
            if len(after.numbers) > max(LINE, len(before.numbers))
        ]
        return tuple(doubles[number] for number in numbers_with_tips)


def judge_round(
    rules: Terms[FivesOptions], ending: Ending, residuals: Sequence[int], last: Seat, opener: Seat
) -> tuple[Verdict, tuple[int, ...]]:
    """Return the verdict on a round between partners, and each seat's points for the pips that are left."""
    sides, options = rules.sides, rules.options
    zeros = (0,) * rules.seats
    winner, decider = rules.side_of[last], last
    compared: tuple[Seat, ...] = ()
    if ending is Ending.BLOCKED:
        lightest, compared = compare_hands(options.blocked_by, sides, residuals, last)
        if len(lightest) > 1:
            return Verdict(sides, winner=(), decider=None, compared=compared, pips=0), zeros
        (winner,) = lightest
        decider = find_decider(winner, compared, residuals, opener)
    worth = 0 if ending is Ending.REACHED else _count_pips(options, winner, residuals, out=ending is Ending.OUT)
    return Verdict(sides, winner, decider, compared, worth), add_to_side(zeros, winner, worth)


def _count_pips(options: FivesOptions, winner: Side, residuals: Sequence[int], *, out: bool) -> int:
    """Return the points of the winning pair for the pips that are left."""
    scoring_hands = list_scoring_hands(options.pair_score, winner, residuals)
    return options.score_pips(out=out, others=scoring_hands, own=[residuals[seat] for seat in winner])


def _replace_statistics(statistics: tuple[Statistics, ...], seat: Seat, new: Statistics) -> tuple[Statistics, ...]:
    """Return the statistics of all seats with those of one seat replaced."""
    return (*statistics[:seat], new, *statistics[seat + 1 :])


def start(options: FivesOptions, seats: int) -> FivesState:
    """Return a game before its first deal.

    Raises OptionRefused if the options don't fit the seats.
    """
    rules, zeros = terms(options, seats), (0,) * seats
    ledger = Plays(plays=zeros, last=0, statistics=(Statistics(),) * seats)
    match = Match[FivesOptions, RoundResult, Plays](rules, scores=zeros, ledger=ledger)
    return FivesState(match, to_act=DEALER, hands=zeros, boneyard=(), layout=layout(rules.shape))
