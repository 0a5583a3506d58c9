"""One position of Draw or Block, and how it goes on (draw.md §3–§7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine import blocked
from engine.game import DEALER, Action, Deal, Outcome, Seat, Step
from engine.games.draw import observing, refusals, scoring
from engine.games.draw.actions import Call, Move, Play, play
from engine.games.draw.events import (
    Claimed,
    Dealt,
    DrawEvent,
    Drew,
    Foul,
    FoulKind,
    MatchEnded,
    Passed,
    RoundScored,
    played,
)
from engine.games.draw.layout import Layout, layout
from engine.games.draw.observation import DrawObservation, Laid, RoundResult
from engine.games.draw.options import DrawOptions, Terms, heaviest, terms
from engine.tiles import Tile, bits
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
    laid: tuple[Laid, ...]
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
        hand = self.hands[seat]
        return self.match.terms.leads(hand, self.match.round) if self.opening else hand & self.layout.fits

    def legal_actions(self) -> Sequence[Move]:
        if self.to_act is None or self.to_act == DEALER:
            return ()
        plays = self.placements()
        return (*plays, *self._calls(bool(plays)))

    def placements(self) -> list[Play]:
        """Every tile of the seat to act on every end that it fits: L of the rule sheet."""
        assert self.to_act is not None
        tiles = self.match.terms.tiles.tiles
        fitting = [tiles[index] for index in bits(self.playable(self.to_act))]
        if self.opening:
            return [play(tile) for tile in fitting]
        return [play(tile, letter, number) for tile in fitting for letter, number in self.layout.ends if number in tile]

    def _calls(self, able: bool) -> tuple[Call, ...]:
        """What may be said or done beside playing by a seat that is able to play, or is not (draw.md §5, §6)."""
        rules = self.match.terms
        if self.opening:
            return ()
        if self.drawable:
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
            case Call() if action in self.legal_actions():
                return self._call(action)
            case _:
                raise _illegal(action)

    def _play(self, action: Play) -> Step:
        seat, rules = self.to_act, self.match.terms
        tile = 1 << rules.tiles.index.get(action.tile, len(rules.tiles))
        if seat is None or seat == DEALER or not self._may_lay(action, tile & self.playable(seat)):
            raise _illegal(action)
        after = DrawState(
            self.match,
            rules.next(seat),
            (*self.hands[:seat], self.hands[seat] ^ tile, *self.hands[seat + 1 :]),
            self.boneyard,
            self.layout.after(action),
            (*self.laid, Laid(action.tile, action.end, seat)),
            blocked.NOBODY,
            0,
            False,
        )
        events: tuple[DrawEvent, ...] = (played(seat, action.tile, action.end),)
        if self.confirmed:
            events += (blocked.Cancelled(seat),)
        if not after.hands[seat]:
            return after._score(scoring.going_out(after._residue(), seat), events)
        if rules.options.early_block == "certain" and after._hopeless():
            return after._score(scoring.blocked(rules.options, after._residue(), blocked.NOBODY), events)
        return Step(after, events)

    def _may_lay(self, action: Play, tile: int) -> bool:
        if self.opening:
            return bool(tile) and not action.end
        return bool(tile) and (action.end, action.number) in self.layout.ends and action.number in action.tile

    def _hopeless(self) -> bool:
        """Whether no tile in a hand or still to be drawn fits (draw.md §6.4)."""
        unplayed = sum(1 << index for index in self.boneyard[: self.drawable])
        for hand in self.hands:
            unplayed |= hand
        return not unplayed & self.layout.fits

    def _call(self, call: Call) -> Step:
        match call:
            case Call.DRAW:
                return self._draw()
            case Call.PASS:
                seat = self._seat()
                return Step(self._passed_on(), (Passed(seat),))
            case Call.CANNOT:
                return self._cannot()
            case Call.CAN:
                return self._can()

    def _seat(self) -> Seat:
        assert self.to_act is not None
        return self.to_act

    def _passed_on(self) -> DrawState:
        return self._replace(to_act=self.match.terms.next(self._seat()), drawn=0, declared=False)

    def _draw(self) -> Step:
        """One tile by who could play; else tile after tile until one fits or no more may be drawn."""
        seat, rules = self._seat(), self.match.terms
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
        if self.playable(self._seat()):
            return self._foul(FoulKind.FALSE_INABILITY)
        return self._confirm(())

    def _can(self) -> Step:
        seat = self._seat()
        if self.playable(seat):
            return Step(self._replace(declared=True), (Claimed(seat),))
        return self._foul(FoulKind.CONCEALED_INABILITY)

    def _confirm(self, events: tuple[DrawEvent, ...]) -> Step:
        seat, rules = self._seat(), self.match.terms
        confirmed = blocked.confirm(self.confirmed, seat, rules.seats)
        events += (blocked.Confirmed(seat, len(confirmed), rules.seats),)
        after = self._passed_on()._replace(confirmed=confirmed)
        if blocked.complete(confirmed, rules.seats):
            return after._score(scoring.blocked(rules.options, self._residue(), confirmed), events)
        return Step(after, events)

    def _foul(self, kind: FoulKind) -> Step:
        """A false declaration is void; a concealed inability is entered as the confirmation it hid (draw.md §7)."""
        seat, match = self._seat(), self.match
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
            return fouled._score(scoring.forfeited(match.terms.options, self._residue(), seat), events)
        return Step(fouled, events) if kind is FoulKind.FALSE_INABILITY else fouled._confirm(events)

    def _residue(self) -> scoring.Residue:
        return scoring.residue(self.match.terms, self.hands, self.match.opener, self.laid[-1].seat)

    def _score(self, result: RoundResult, events: tuple[DrawEvent, ...]) -> Step:
        """The round is over: the board stays until the next deal."""
        match = self.match
        scores = tuple(score + gain for score, gain in zip(match.scores, result.gains, strict=True))
        outcome = scoring.match_outcome(match.terms, match.round, scores)
        events += (RoundScored(match.round, result),)
        if outcome is not None:
            events += (MatchEnded(outcome),)
        after = self._replace(
            match=match._replace(scores=scores, result=result, outcome=outcome),
            to_act=None if outcome else DEALER,
            confirmed=blocked.NOBODY,
            drawn=0,
            declared=False,
        )
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
        hands = tuple(sum(1 << index for index in cut) for cut in cuts)
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


def _plus(values: tuple[int, ...], seat: Seat, more: int) -> tuple[int, ...]:
    return (*values[:seat], values[seat] + more, *values[seat + 1 :])


def _illegal(action: Action) -> ValueError:
    return ValueError(f"not legal now: {str(action).split()[0]}")
