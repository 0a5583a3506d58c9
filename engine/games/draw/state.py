"""One position of Draw or Block, and how it goes on (draw.md §3–§7)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import add
from typing import NamedTuple

from engine import blocked
from engine.game import DEALER, Action, Deal, Outcome, Seat, Step
from engine.games.draw import observing, refusals, scoring
from engine.games.draw.actions import Call, Move, Play
from engine.games.draw.events import (
    Claimed,
    Dealt,
    DrawEvent,
    Drew,
    Foul,
    FoulKind,
    MatchEnded,
    Passed,
    Played,
    RoundScored,
    played,
)
from engine.games.draw.layout import Layout, after, hopeless, layout
from engine.games.draw.observation import DrawObservation, RoundResult
from engine.games.draw.options import DrawOptions, Terms, heaviest, terms
from engine.tiles import Tile
from engine.words import Message


class Match(NamedTuple):
    """What lasts from round to round."""

    terms: Terms
    round: int
    opener: Seat
    """Who opened the round that is played or was just scored."""
    scores: tuple[int, ...]
    fouls: tuple[int, ...]
    """False declarations so far, a seat each."""
    result: RoundResult | None
    """The round that was just scored, until the next deal."""
    outcome: Outcome | None


class DrawState(NamedTuple):
    """Satisfies `engine.game.State`. Hands are masks of the set's tiles, the boneyard lies in the order of drawing."""

    match: Match
    to_act: Seat | None
    hands: tuple[int, ...]
    boneyard: tuple[int, ...]
    layout: Layout
    laid: tuple[Played, ...]
    """The tiles on the table in order of play."""
    confirmed: blocked.Confirmations
    drawn: int
    """Tiles drawn in this turn."""
    declared: bool
    """Whether something was declared in this turn: then the seat can only play."""

    def __repr__(self) -> str:
        return f"<Draw, round {self.match.round}, {len(self.laid)} tiles laid, to act: {self.to_act}>"

    @property
    def outcome(self) -> Outcome | None:
        return self.match.outcome

    @property
    def deck(self) -> Sequence[Tile]:
        return self.match.terms.tiles.tiles if self.to_act == DEALER else ()

    @property
    def picks(self) -> int:
        """Who opens the first round is drawn where the options say so."""
        drawn = self.to_act == DEALER and self.match.round == 0 and self.match.terms.options.first_lead == "random"
        return self.match.terms.seats if drawn else 1

    @property
    def drawable(self) -> int:
        """How many tiles may still be drawn: D of the rule sheet."""
        return self.match.terms.draws(len(self.boneyard))

    @property
    def playing(self) -> bool:
        """Whether a seat is to act."""
        return self.to_act is not None and self.to_act != DEALER

    @property
    def opening(self) -> bool:
        """Whether the next tile is the first of the round."""
        return not self.laid

    def playable(self, seat: Seat) -> int:
        """The mask of a seat's tiles that could be played if it were to act."""
        if self.laid:
            return self.hands[seat] & self.layout.fits
        return self.match.terms.leads(self.hands[seat], self.match.round)

    def legal_actions(self) -> tuple[Move, ...]:
        seat = self.to_act
        if seat is None or seat == DEALER:
            return ()
        playable = self.playable(seat)
        if not playable:
            return self._calls(able=False)
        return self.layout.placements(playable) + self._calls(able=True)

    def placements(self) -> tuple[Play, ...]:
        """Every tile of the seat to act on every end that it fits: L of the rule sheet."""
        return self.layout.placements(self.playable(self.seat))

    def _calls(self, able: bool) -> tuple[Call, ...]:
        """What may be said or done beside playing by a seat that is able to play, or is not (draw.md §5, §6)."""
        rules = self.match.terms
        if not self.laid or (able and rules.only_plays):
            return ()
        if len(self.boneyard) > rules.reserve:
            if self.drawn >= rules.draw_limit:
                return () if able else (Call.PASS,)
            return () if able and not rules.options.voluntary_draw else (Call.DRAW,)
        if rules.manual and not self.declared:
            return (Call.CANNOT, Call.CAN) if self.confirmed else (Call.CANNOT,)
        return () if able else (Call.CANNOT,)

    def automatic(self) -> Action | None:
        """A pass after drawing in vain, and with automatic verification the confirmation of a block."""
        if self.to_act is None or self.to_act == DEALER or self.playable(self.to_act):
            return None
        (call, *_) = self._calls(able=False)
        if call is Call.PASS or (call is Call.CANNOT and not self.match.terms.manual):
            return call
        return None

    @property
    def confirming(self) -> bool:
        """A block was proposed; the others confirm it in turn."""
        return bool(self.confirmed)

    def at_deadline(self) -> Action:
        """The first placement of the heaviest playable tile, else the truth."""
        plays = self.placements()
        if not plays:
            return self._calls(able=False)[0]
        return min(plays, key=lambda action: (-action.tile.pips, action.tile, action.end))

    def why_not(self, notation: str) -> Message:
        return refusals.why_not(self, notation)

    def observe(self, viewer: Seat | None) -> DrawObservation:
        return observing.observe(self, viewer)

    def apply(self, action: Action) -> Step:
        match action:
            case Play():
                return self._play(action)
            case Deal():
                return self._deal(action)
            case Call() if self.playing and action in self._calls(bool(self.playable(self.seat))):
                return self._call(action)
            case _:
                raise _illegal(action)

    def _play(self, action: Play) -> Step:
        seat, rules = self.to_act, self.match.terms
        tile = self.layout.plays.get(action, 0)
        if seat is None or seat == DEALER or not tile & self.playable(seat):
            raise _illegal(action)
        event = played(seat, action)
        hand = self.hands[seat] ^ tile
        moved = DrawState(
            self.match,
            (seat + 1) % rules.seats,
            (*self.hands[:seat], hand, *self.hands[seat + 1 :]),
            self.boneyard,
            after(self.layout, action),
            (*self.laid, event),
            blocked.NOBODY,
            0,
            False,
        )
        events: tuple[DrawEvent, ...] = (event, blocked.Cancelled(seat)) if self.confirmed else (event,)
        if not hand:
            left = moved._residue()
            return moved._score(left, scoring.going_out(left, seat), events)
        if rules.early_block and hopeless(moved.layout, moved.hands, moved.boneyard[: moved.drawable]):
            left = moved._residue()
            return moved._score(left, scoring.blocked(rules.options, left, blocked.NOBODY), events)
        return Step(moved, events)

    def _call(self, call: Call) -> Step:
        match call:
            case Call.DRAW:
                return self._draw()
            case Call.PASS:
                seat = self.seat
                return Step(self._passed_on(blocked.NOBODY), (Passed(seat),))
            case Call.CANNOT:
                return self._cannot()
            case Call.CAN:
                return self._can()

    @property
    def seat(self) -> Seat:
        """The seat to act, which there must be."""
        assert self.to_act is not None
        return self.to_act

    def _passed_on(self, confirmed: blocked.Confirmations) -> DrawState:
        """The same table, the next seat to act."""
        following = self.match.terms.next(self.seat)
        return DrawState(self.match, following, self.hands, self.boneyard, self.layout, self.laid, confirmed, 0, False)

    def _draw(self) -> Step:
        """One tile by who could play; else tile after tile until one fits or no more may be drawn."""
        seat, rules = self.seat, self.match.terms
        most = 1 if self.playable(seat) else min(self.drawable, rules.draw_limit - self.drawn)
        number = 0
        hand = self.hands[seat]
        for index in self.boneyard[:most]:
            number += 1
            hand |= 1 << index
            if self.layout.fits >> index & 1:
                break
        after = self._replace(
            hands=(*self.hands[:seat], hand, *self.hands[seat + 1 :]),
            boneyard=self.boneyard[number:],
            drawn=self.drawn + number,
        )
        return Step(after, (Drew(seat, number, tuple(rules.tiles.tiles[index] for index in self.boneyard[:number])),))

    def _cannot(self) -> Step:
        if self.playable(self.seat):
            return self._foul(FoulKind.FALSE_INABILITY)
        return self._confirm(())

    def _can(self) -> Step:
        seat = self.seat
        if self.playable(seat):
            return Step(self._replace(declared=True), (Claimed(seat),))
        return self._foul(FoulKind.CONCEALED_INABILITY)

    def _confirm(self, events: tuple[DrawEvent, ...]) -> Step:
        seat, rules = self.seat, self.match.terms
        confirmed = blocked.confirm(self.confirmed, seat, rules.seats)
        events += (blocked.confirmation(seat, len(confirmed), rules.seats),)
        if blocked.complete(confirmed, rules.seats):
            left = self._residue()
            return self._score(left, scoring.blocked(rules.options, left, confirmed), events)
        return Step(self._passed_on(confirmed), events)

    def _foul(self, kind: FoulKind) -> Step:
        """A false declaration is void; a concealed inability is entered as the confirmation it hid (draw.md §7)."""
        seat, match = self.seat, self.match
        foul_action = match.terms.options.foul_action
        warning = foul_action == "warning" and match.fouls[seat] == 0
        costs = foul_action == "points" or (foul_action == "warning" and not warning)
        points = scoring.penalty(match.terms, match.terms.tiles.pip_sum(self.hands[seat])) if costs else 0
        fouled = self._replace(
            declared=True,
            match=match._replace(scores=_plus(match.scores, seat, -points), fouls=_plus(match.fouls, seat, 1)),
        )
        events: tuple[DrawEvent, ...] = (Foul(seat, kind, points, warning),)
        if foul_action == "forfeit_round":
            left = self._residue()
            return fouled._score(left, scoring.forfeited(match.terms.options, left, seat), events)
        return Step(fouled, events) if kind is FoulKind.FALSE_INABILITY else fouled._confirm(events)

    def _residue(self) -> scoring.Residue:
        return scoring.residue(self.match.terms, self.hands, self.match.opener, self.laid[-1].seat)

    def _score(self, left: scoring.Residue, result: RoundResult, events: tuple[DrawEvent, ...]) -> Step:
        """The round is over: the board stays until the next deal."""
        match = self.match
        scores = tuple(map(add, match.scores, result.gains))
        outcome = scoring.match_outcome(match.terms, match.round, scores)
        events += (RoundScored(match.round, result, match.terms.tiles.highest, self.hands, self.boneyard),)
        if outcome is not None:
            events += (MatchEnded(outcome),)
        scored = Match(match.terms, match.round, match.opener, scores, match.fouls, result, outcome)
        waiting = None if outcome else DEALER
        after = DrawState(scored, waiting, self.hands, self.boneyard, self.layout, self.laid, blocked.NOBODY, 0, False)
        return Step(after, events)

    def _deal(self, deal: Deal) -> Step:
        rules, order = self.match.terms, deal.order
        if (
            self.to_act != DEALER
            or sorted(order) != list(range(len(rules.tiles)))
            or deal.pick not in range(self.picks)
        ):
            raise _illegal(deal)
        size = rules.hand_size
        cuts = [order[seat * size : (seat + 1) * size] for seat in range(rules.seats)]
        hands = tuple(map(_mask, cuts))
        opener = self._opener(hands, deal.pick)
        after = DrawState(
            self.match._replace(round=self.match.round + 1, opener=opener, result=None),
            opener,
            hands,
            order[rules.seats * size :],
            layout(rules.tiles.highest, rules.options.layout),
            (),
            blocked.NOBODY,
            0,
            False,
        )
        return Step(after, (Dealt(after.match.round, opener, tuple(map(rules.left, hands))),))

    def _opener(self, hands: tuple[int, ...], pick: int) -> Seat:
        """Who opens the next round (draw.md §4)."""
        rules, before = self.match.terms, self.match.result
        if rules.forced_lead(self.match.round + 1):
            doubles = rules.tiles.doubles
            return max(range(rules.seats), key=lambda seat: (heaviest(hands[seat] & doubles), heaviest(hands[seat])))
        if before is None:
            return pick
        if rules.options.next_lead == "winner" and len(before.winners) == 1:
            return before.winners[0]
        return rules.next(self.match.opener)


def start(options: DrawOptions, seats: int) -> DrawState:
    """A match that waits for its first deal. Raises OptionRefused where the options do not fit the seats."""
    rules = terms(options, seats)
    nothing = (0,) * seats
    return DrawState(
        Match(rules, 0, 0, nothing, nothing, None, None),
        DEALER,
        nothing,
        (),
        layout(rules.tiles.highest, options.layout),
        (),
        blocked.NOBODY,
        0,
        False,
    )


def _mask(indices: Iterable[int]) -> int:
    """The tiles with these indices as a hand."""
    return sum(1 << index for index in indices)


def _plus(values: tuple[int, ...], seat: Seat, more: int) -> tuple[int, ...]:
    return (*values[:seat], values[seat] + more, *values[seat + 1 :])


def _illegal(action: Action) -> ValueError:
    """Names no tile: an error may end in a log."""
    return ValueError(f"not legal now: {type(action).__name__}")
