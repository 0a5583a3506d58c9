"""One position of Draw or Block, and how it goes on (draw.md §3–§7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from operator import add
from typing import NamedTuple

from engine.dominoes import blocked
from engine.dominoes.actions import Call, Move, Play
from engine.dominoes.events import Dealt, Drew, GameEnded, Passed, Played, RoundScored, played
from engine.dominoes.hands import cut, holder_of_lead, mask_of, plus, replaced, until_one_fits
from engine.dominoes.line import Laid, OpenEnd, Sign
from engine.dominoes.outcome import match_outcome
from engine.game import DEALER, Action, Choice, Deal, Outcome, Seat, Step, mover, offered
from engine.games.draw import scoring, words
from engine.games.draw.events import Claimed, DrawEvent, Foul, FoulKind
from engine.games.draw.layout import Layout, after, hopeless, layout
from engine.games.draw.observation import DrawObservation, RoundResult
from engine.games.draw.options import DrawOptions, Terms, terms
from engine.tiles import Tile
from engine.words import Message

MENU = 25
"""Entries that fit one level of a menu."""


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
    penalties: tuple[int, ...] = ()
    """Points taken off for fouls in the round that is played or was just scored, a seat each; empty for none."""


class DrawState(NamedTuple):
    """Satisfies `engine.game.State`. Hands are masks of the set's tiles, the boneyard lies in the order of drawing."""

    match: Match
    to_act: Seat | None
    hands: tuple[int, ...]
    boneyard: tuple[int, ...]
    layout: Layout
    laid: tuple[Played, ...]
    """The tiles on the table in order of play."""
    confirmed: blocked.Confirmations = blocked.NOBODY
    drawn: int = 0
    """Tiles drawn in this turn."""
    declared: bool = False
    """Whether something was declared in this turn: then the seat can only play."""
    signs: tuple[Sign, ...] = ()
    """What was done in this round without laying a tile; public."""

    def __repr__(self) -> str:
        return f"<Draw, round {self.match.round}, {len(self.laid)} tiles laid, to act: {self.to_act}>"

    def dealt_anew(self, hands: tuple[int, ...], boneyard: tuple[int, ...]) -> DrawState:
        """Return the same with other tiles where they are hidden."""
        return self._replace(hands=hands, boneyard=boneyard)

    @property
    def outcome(self) -> Outcome | None:
        return self.match.outcome

    @property
    def deck(self) -> Sequence[Tile]:
        return self.match.terms.tiles.tiles if self.to_act == DEALER else ()

    @property
    def picks(self) -> int:
        """The seat that opens the first round is drawn where the options say so."""
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
        """Return the mask of a seat's tiles that could be played if it were to act."""
        if self.laid:
            return self.hands[seat] & self.layout.fits
        return self.match.terms.leads(self.hands[seat], self.match.round)

    def legal_actions(self) -> tuple[Move, ...]:
        seat = self.to_act
        if seat is None or seat == DEALER:
            return ()
        plays = self.layout.placements(self.playable(seat))
        return plays + self._calls(bool(plays))

    def placements(self) -> tuple[Play, ...]:
        """Return every tile of the seat to act on every end that it fits, the lightest first: L of the rule sheet."""
        return self.layout.placements(self.playable(self.seat))

    def _calls(self, able: bool) -> tuple[Call, ...]:
        """Return what may be said or done beside playing by a seat that is able to play, or is not (draw.md §5, §6)."""
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
        """Return a pass after drawing in vain, and with automatic verification the confirmation of a block."""
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
        """Return the first placement of the heaviest playable tile, else the truth."""
        plays = self.placements()
        if not plays:
            return self._calls(able=False)[0]
        return min(plays, key=lambda action: (-action.tile.pips, action.tile, action.end))

    def why_not(self, notation: str) -> Message:
        return words.why_not(self.observe(mover(self)), notation)

    def apply(self, action: Action) -> Step:
        match action:
            case Play():
                return self._play(action)
            case Call():
                return self._call(action)
            case Deal():
                return self._deal(action)
            case _:
                raise _illegal(action)

    def _play(self, action: Play) -> Step:
        match, seat, hands, boneyard, there, laid, confirmed, _, _, signs = self
        if seat is None or seat == DEALER:
            raise _illegal(action)
        rules, tile = match.terms, there.plays.get(action) or there.tile_of(action)  # 0 where it does not fit
        if not tile & (hands[seat] if laid else self.playable(seat)):
            raise _illegal(action)
        event, hand = played(seat, action), hands[seat] ^ tile
        hands, there, laid = replaced(hands, seat, hand), after(there, action), (*laid, event)
        moved = _state((match, (seat + 1) % rules.seats, hands, boneyard, there, laid, blocked.NOBODY, 0, False, signs))
        events: tuple[DrawEvent, ...] = (event, *blocked.cancelled(confirmed, seat))
        if not hand:
            left = moved._residue()
            return moved._score(left, scoring.going_out(left, seat), events)
        if rules.early_block and hopeless(there, hands, boneyard[: self.drawable]):
            left = moved._residue()
            return moved._score(left, scoring.blocked(rules.options, left, blocked.NOBODY), events)
        return _step((moved, events))

    def _call(self, call: Call) -> Step:
        seat = self.to_act
        if seat is None or seat == DEALER:
            raise _illegal(call)
        able = bool(self.playable(seat))
        if call not in self._calls(able):
            raise _illegal(call)
        match call:
            case Call.CANNOT:
                return self._foul(FoulKind.FALSE_INABILITY) if able else self._confirm(seat)
            case Call.CAN if able:
                return Step(self._showing(able=True)._replace(declared=True), (Claimed(seat),))
            case Call.CAN:
                return self._foul(FoulKind.CONCEALED_INABILITY)
            case Call.DRAW:
                return self._draw()
            case Call.PASS:
                return Step(self._passed_on(seat), (Passed(seat),))

    @property
    def seat(self) -> Seat:
        """The seat to act, which there must be."""
        assert self.to_act is not None
        return self.to_act

    def _passed_on(self, seat: Seat, confirmed: blocked.Confirmations = blocked.NOBODY) -> DrawState:
        """Return the same table after a seat showed that it cannot play; the next one is to act."""
        match, _, hands, boneyard, there, laid, _, _, _, signs = self
        following, signs = (seat + 1) % match.terms.seats, (*signs, Sign(seat, len(laid), 0, False))
        return _state((match, following, hands, boneyard, there, laid, confirmed, 0, False, signs))

    def _showing(self, able: bool | None, drew: int = 0) -> DrawState:
        """Return the same, with what everybody saw of the seat to act."""
        return self._replace(signs=(*self.signs, Sign(self.seat, len(self.laid), drew, able)))

    def _draw(self) -> Step:
        """Draw one tile if the seat could play; else tile after tile until one fits or no more may be drawn."""
        seat, rules = self.seat, self.match.terms
        most = 1 if self.playable(seat) else min(self.drawable, rules.draw_limit - self.drawn)
        number = until_one_fits(self.boneyard, self.layout.fits, most)
        drawn, boneyard = self.boneyard[:number], self.boneyard[number:]
        after = self._showing(able=None, drew=number)._replace(
            hands=replaced(self.hands, seat, self.hands[seat] | mask_of(drawn)),
            boneyard=boneyard,
            drawn=self.drawn + number,
        )
        return Step(after, (Drew(seat, number, tuple(rules.tiles.tiles[index] for index in drawn)),))

    def _confirm(self, seat: Seat, events: tuple[DrawEvent, ...] = ()) -> Step:
        rules = self.match.terms
        confirmed = blocked.confirm(self.confirmed, seat, rules.seats)
        events += (blocked.confirmation(seat, len(confirmed), rules.seats),)
        if not blocked.complete(confirmed, rules.seats):
            return _step((self._passed_on(seat, confirmed), events))
        left = self._residue()
        return self._score(left, scoring.blocked(rules.options, left, confirmed), events)

    def _foul(self, kind: FoulKind) -> Step:
        """Take a false declaration: it is void; a concealed inability is entered as the confirmation it hid (draw.md
        §7)."""
        seat, match = self.seat, self.match
        foul_action = match.terms.options.foul_action
        warning = foul_action == "warning" and match.fouls[seat] == 0
        costs = foul_action == "points" or (foul_action == "warning" and not warning)
        points = scoring.penalty(match.terms, match.terms.tiles.pip_sum(self.hands[seat])) if costs else 0
        fouled = self._replace(
            declared=True,
            match=match._replace(
                scores=plus(match.scores, seat, -points),
                fouls=plus(match.fouls, seat, 1),
                penalties=plus(match.penalties or (0,) * len(match.scores), seat, points),
            ),
        )
        events: tuple[DrawEvent, ...] = (Foul(seat, kind, points, warning),)
        if foul_action == "forfeit_round":
            left = self._residue()
            return fouled._score(left, scoring.forfeited(match.terms.options, left, seat), events)
        if kind is FoulKind.FALSE_INABILITY:
            return Step(fouled._showing(able=True), events)
        return fouled._confirm(seat, events)

    def _residue(self) -> scoring.Residue:
        return scoring.residue(self.match.terms, self.hands, self.match.opener, self.laid[-1].seat)

    def _score(self, left: scoring.Residue, result: RoundResult, events: tuple[DrawEvent, ...]) -> Step:
        """End the round: the board stays until the next deal."""
        match = self.match
        scores = tuple(map(add, match.scores, result.gains))
        outcome = match_outcome(match.terms.goal, match.terms.options.rounds, match.round, scores)
        events += (RoundScored(match.round, result, match.terms.tiles.highest, self.hands, self.boneyard),)
        if outcome is not None:
            events += (GameEnded(outcome),)
        scored = Match(match.terms, match.round, match.opener, scores, match.fouls, result, outcome, match.penalties)
        waiting = None if outcome else DEALER
        return Step(DrawState(scored, waiting, self.hands, self.boneyard, self.layout, self.laid), events)

    def _deal(self, deal: Deal) -> Step:
        rules = self.match.terms
        if not deal.fits(self):
            raise _illegal(deal)
        hands, boneyard = cut(deal.order, rules.seats, rules.hand_size)
        opener = self._opener(hands, deal.pick)
        after = DrawState(
            self.match._replace(round=self.match.round + 1, opener=opener, result=None, penalties=()),
            opener,
            hands,
            boneyard,
            layout(rules.tiles.highest, rules.options.layout),
            (),
        )
        return Step(after, (Dealt(after.match.round, opener, tuple(map(rules.left, hands))),))

    def _opener(self, hands: tuple[int, ...], pick: int) -> Seat:
        """Return the seat that opens the next round (draw.md §4)."""
        rules, before = self.match.terms, self.match.result
        if rules.forced_lead(self.match.round + 1):
            return holder_of_lead(rules.tiles, hands)
        if before is None:
            return pick
        if rules.options.next_lead == "winner" and len(before.winners) == 1:
            return before.winners[0]
        return rules.next(self.match.opener)

    def observe(self, viewer: Seat | None) -> DrawObservation:
        match, rules = self.match, self.match.terms
        acting = self.playing and viewer == self.to_act
        seen = DrawObservation(
            viewer=viewer,
            to_act=self.to_act,
            outcome=match.outcome,
            round=match.round,
            choices=self._choices() if acting else (),
            options=rules.options,
            highest=rules.tiles.highest,
            laid=tuple(Laid(event.tile, event.end, event.seat) for event in self.laid),
            ends=self.layout.ends,
            spinner=self._spinner(),
            hands=tuple(
                rules.left(hand) if seat == viewer or not self.playing else None for seat, hand in enumerate(self.hands)
            ),
            sizes=tuple(hand.bit_count() for hand in self.hands),
            scores=match.scores,
            boneyard=len(self.boneyard),
            drawable=self.drawable,
            confirmed=self.confirmed,
            drawn=self.drawn,
            declared=self.declared,
            signs=self.signs,
            fouls=match.fouls,
            playable=rules.left(self.playable(self.seat)) if acting else (),
            unseen=() if self.playing else tuple(sorted(rules.tiles.tiles[index] for index in self.boneyard)),
            result=match.result,
            penalties=match.penalties,
        )
        doubts = {choice.notation: words.doubt(seen, choice.notation) for choice in seen.choices}
        if not any(doubts.values()):
            return seen
        return replace(seen, choices=tuple(choice._replace(doubt=doubts[choice.notation]) for choice in seen.choices))

    def _spinner(self) -> int | None:
        if self.layout.kind == "line":
            return None
        return next((place for place, laid in enumerate(self.laid) if laid.tile.double), None)

    def _choices(self) -> tuple[Choice, ...]:
        """Return the legal actions, tiles in canonical order; so many that a menu could not hold them are grouped by
        their higher number first."""
        actions = sorted(self.legal_actions(), key=_place)
        crowded = len({action.parts[0] for action in actions}) > MENU
        choices = map(self._choice, actions)
        return tuple(map(_grouped, choices) if crowded else choices)

    def _choice(self, action: Move) -> Choice:
        if not isinstance(action, Play) or action.number is None:
            return offered(action)
        twin = self.layout.twin_of(OpenEnd(action.end, action.number))
        return offered(action, same_as=f"play {action.tile} {twin}" if twin else None)


def _place(action: Move) -> tuple[bool, Tile | None]:
    """Return where an action stands in the menu."""
    return (False, action.tile) if isinstance(action, Play) else (True, None)


def _grouped(choice: Choice) -> Choice:
    high, dash, _ = choice.parts[0].partition("-")
    return choice._replace(parts=(high, *choice.parts)) if dash else choice


# Named tuples made without their constructors, which take longer than a move's own arithmetic.
_state = partial(tuple.__new__, DrawState)
_step = partial(tuple.__new__, Step)


def start(options: DrawOptions, seats: int) -> DrawState:
    """Return a match that waits for its first deal. Raises OptionRefused where the options do not fit the seats."""
    rules = terms(options, seats)
    nothing = (0,) * seats
    match = Match(rules, 0, 0, nothing, nothing, None, None)
    return DrawState(match, DEALER, nothing, (), layout(rules.tiles.highest, options.layout), ())


def _illegal(action: Action) -> ValueError:
    """Return an error that names no tile: it may end in a log."""
    return ValueError(f"not legal now: {type(action).__name__}")
