"""One position of Draw or Block: scoring and false declarations (draw.md §7, §8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.dominoes import blocked, partners
from engine.dominoes.actions import Call, Play
from engine.dominoes.boneyard import terms
from engine.dominoes.ending import Ending
from engine.dominoes.hands import add_value
from engine.dominoes.layout import Layout, layout
from engine.dominoes.partners import Bonus
from engine.dominoes.state import LineState, Match
from engine.game import DEALER, Event, Seat, Step, find_mover
from engine.games.draw import bonuses, pair_scoring, scoring, words
from engine.games.draw.account import Account
from engine.games.draw.bonuses import BonusEarned
from engine.games.draw.events import Foul, FoulKind, PairFoul
from engine.games.draw.observation import DrawObservation, RoundResult
from engine.games.draw.options import DrawOptions
from engine.sides import SIGNS, number_sides
from engine.words import Message

DrawMatch = Match[DrawOptions, RoundResult, Account]


class DrawState(LineState[DrawOptions, RoundResult, Account, DrawObservation]):
    """Satisfies `engine.game.State`."""

    __slots__ = ()

    def why_not(self, notation: str) -> Message:
        return words.why_not(self.observe(find_mover(self)), notation)

    def open_ledger(self) -> Account:
        return self.match.ledger._replace(penalties=(), bonuses=())

    def score_round(
        self, ending: Ending, hands: Sequence[int], last: Seat, confirmed: blocked.Confirmations
    ) -> RoundResult:
        terms = self.match.terms
        residue = scoring.find_residue(terms, hands, self.match.opener, last)
        match ending:
            case Ending.OUT:
                return scoring.score_going_out(residue, last)
            case Ending.FORFEIT:
                return scoring.score_forfeit(terms.options, residue, self.seat)
            case _:
                return scoring.score_block(terms.options, residue, confirmed)

    def choose_opener(self, result: RoundResult, pick: Seat) -> Seat:
        if self.match.terms.options.next_lead in ("winner", "side") and len(result.winners) == 1:
            return result.winners[0]
        return self.match.terms.next_seat(self.match.opener)

    def declare_falsely(self, call: Call) -> Step:
        """Take a false declaration, which is void (draw.md §7).

        If a player hid that they cannot play, the declaration counts as their confirmation of the block.
        """
        seat, match, account = self.seat, self.match, self.match.ledger
        foul_action = match.terms.options.foul_action
        is_warning = foul_action == "warning" and account.fouls[seat] == 0
        costs_points = foul_action == "points" or (foul_action == "warning" and not is_warning)
        points = scoring.find_penalty(match.terms, match.terms.tiles.pip_sum(self.hands[seat])) if costs_points else 0
        penalties = add_value(account.penalties or (0,) * len(match.scores), seat, points)
        ledger = account._replace(fouls=add_value(account.fouls, seat, 1), penalties=penalties)
        scores = partners.add_to_side(match.scores, match.terms.side_of[seat], -points)
        after_foul = self._replace(declared=True, match=match._replace(scores=scores, ledger=ledger))
        kind = FoulKind.FALSE_INABILITY if call is Call.CANNOT else FoulKind.CONCEALED_INABILITY
        foul_class = PairFoul if match.terms.has_partners else Foul
        events: tuple[Event, ...] = (foul_class(seat, kind, points, is_warning),)
        if foul_action == "forfeit_round":
            return after_foul.end_round(Ending.FORFEIT, events)
        if kind is FoulKind.FALSE_INABILITY:
            return Step(after_foul.show_able(), events)
        return after_foul.confirm(events)

    def observe(self, viewer: Seat | None) -> DrawObservation:
        seen = DrawObservation(**self.common_view(viewer), declared=self.declared, **self.match.ledger._asdict())
        doubts = {choice.notation: words.doubt(seen, choice.notation) for choice in seen.choices}
        if not any(doubts.values()):
            return seen
        return replace(seen, choices=tuple(choice._replace(doubt=doubts[choice.notation]) for choice in seen.choices))


class PairState(DrawState):
    """A position of a match between partners (draw.md §11)."""

    __slots__ = ()

    def score_round(
        self, ending: Ending, hands: Sequence[int], last: Seat, confirmed: blocked.Confirmations
    ) -> RoundResult:
        match = self.match
        residue = scoring.find_residue(match.terms, hands, match.opener, last)
        return pair_scoring.score_round(match.terms, match.ledger, residue, ending, match.round, confirmed, self.to_act)

    def choose_opener(self, result: RoundResult, pick: Seat) -> Seat:
        assert result.verdict is not None
        match = self.match
        return partners.choose_opener(match.terms.options.next_lead, result.verdict, match.opener, match.opened)

    def score_play(self, play: Play, after: Layout) -> tuple[DrawMatch, tuple[Event, ...]]:
        seat, rules = self.seat, self.match.terms
        all_others_passed, out = len(self.confirmed) == rules.seats - 1, self.hands[seat].bit_count() == 1
        earned = bonuses.find_play_bonuses(
            rules.options, seat, play.tile, self.layout.numbers, all_others_passed=all_others_passed, out=out
        )
        return self._earn(earned) if earned else (self.match, ())

    def open_tally(self) -> bonuses.BonusTally | None:
        options = self.match.terms.options
        if not options.has_bonuses and not options.pass_first:
            return None
        return bonuses.BonusTally(options, self.match.opener, [laid.tile for laid in self.laid])

    def _earn(self, earned: Sequence[Bonus]) -> tuple[DrawMatch, tuple[Event, ...]]:
        """Return the match with more bonuses, and an event for each."""
        match = self.match
        account = match.ledger._replace(bonuses=(*match.ledger.bonuses, *earned))
        return match._replace(ledger=account), tuple(map(self._bonus_event, earned))

    def _bonus_event(self, bonus: Bonus) -> BonusEarned:
        return BonusEarned(bonus, SIGNS[number_sides(self.match.terms.sides)[bonus.seat]])

    def confirm(self, events: tuple[Event, ...] = ()) -> Step:
        match = self.match
        if self.confirmed or len(self.laid) != 1:  # only the first pass on the opening tile can earn the bonus
            return super().confirm(events)
        bonus = bonuses.find_opening_bonus(match.terms.options, match.opener, self.laid[0].tile)
        if bonus is None:
            return super().confirm(events)
        new_match, bonus_events = self._earn([bonus])
        step = DrawState.confirm(self._replace(match=new_match), events)  # `super()` would lose the bonus
        return Step(step.state, (*step.events, *bonus_events))

    def end_round(
        self, ending: Ending, events: tuple[Event, ...], confirmed: blocked.Confirmations = blocked.NOBODY
    ) -> Step:
        step = DrawState.end_round(self, ending, events, confirmed)
        verdict = step.state.match.result.verdict
        round_bonuses = [self._bonus_event(bonus) for bonus in verdict.bonuses if bonus.kind == partners.ROUND_BONUS]
        if not round_bonuses:
            return step
        score_events = step.events[len(events) :]  # the bonuses are announced before the score
        return Step(step.state, (*events, *round_bonuses, *score_events))

    def close_ledger(self, result: RoundResult) -> Account:
        account, get_in = self.match.ledger, self.match.terms.options.get_in
        if not get_in or result.verdict is None:
            return account
        newly_inside = [seat for seat, gain in enumerate(result.gains) if gain >= get_in and seat not in account.inside]
        return account._replace(inside=tuple(sorted((*account.inside, *newly_inside))))


def start(options: DrawOptions, seats: int) -> DrawState:
    """Return a match before its first deal.

    Raises OptionRefused if the options don't fit the seats.
    """
    rules, zeros = terms(options, seats), (0,) * seats
    state_class = PairState if rules.has_partners else DrawState
    match = Match[DrawOptions, RoundResult, Account](rules, scores=zeros, ledger=Account(fouls=zeros))
    return state_class(match, to_act=DEALER, hands=zeros, boneyard=(), layout=layout(rules.shape))
