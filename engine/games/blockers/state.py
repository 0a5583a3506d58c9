"""The rules of Blockers; a § is a section of blockers.md."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeVar

from engine.game import DEALER, Action, Choice, Deal, Event, Outcome, Seat, Step, find_mover, make_choice
from engine.games.blockers import words
from engine.games.blockers.actions import BlockersAction, Pass, Place, Swap, placements
from engine.games.blockers.board import EVERYWHERE, SPACES, Mask, Space, find_capturable, groups, groups_added, mask_of
from engine.games.blockers.events import Dealt, Drew, Ended, Move, Passed, Placed, Refilled, Swapped
from engine.games.blockers.observation import BlockersObservation, Reach, Score, Spaces, Stuck, forget_sign
from engine.games.blockers.options import BlockersOptions
from engine.games.blockers.tiles import COLOURS, EVERY_SIGN, FITS, RACK, SIGNS, TILES, UNPLAYED, Colour, Sign, Tile
from engine.options import OptionRefused
from engine.tiles import bits
from engine.words import Message

T = TypeVar("T")


def start(options: BlockersOptions, seats: int) -> BlockersState:
    """Return the empty board before the deal.

    Raises OptionRefused if the options can't be played.
    """
    if refusal := options.refusal(seats):
        raise OptionRefused(refusal)
    n = options.colours(seats)
    return BlockersState(
        options,
        seats,
        seats * options.turns_each(),
        laid=(0,) * n,
        racks=(0,) * n,
        supplies=((),) * n,
        prisoners=((0,) * n,) * seats,
        recent=(None,) * seats,
        stuck=((),) * n,
    )


class BlockersState(NamedTuple):
    """One complete position.

    Tuples "by colour" have one entry for each colour in the game.
    """

    options: BlockersOptions
    seats: int
    turns: int
    """The number of turns of all seats together."""
    laid: tuple[Mask, ...]
    """By colour the spaces that its tiles lie on."""
    racks: tuple[int, ...]
    """By colour the signs on its rack, as a mask."""
    supplies: tuple[tuple[Sign, ...], ...]
    """By colour its face-down tiles, in the order in which they are drawn."""
    prisoners: tuple[tuple[int, ...], ...]
    """For each seat, by colour, the number of tiles that it has captured."""
    recent: tuple[Move | None, ...]
    """For each seat the placement of its latest turn; None if it placed nothing."""
    first: Seat | None = None
    """The seat that begins; None before the deal."""
    turn: int = 0
    """The number of turns that all seats together have taken."""
    signs: tuple[Sign | None, ...] = (None,) * len(SPACES)
    """For each space the sign of the tile that lies there."""
    swapping: Colour | None = None
    """The colour whose supply is shuffled again because of a swap."""
    stuck: tuple[tuple[Stuck, ...], ...] = ()
    """By colour what passes and swaps showed everybody about its rack."""

    def __repr__(self) -> str:
        return f"<Blockers, {self.turn} turns taken, to act: {self.to_act}>"

    # who acts

    @property
    def is_over(self) -> bool:
        """Whether every seat has had all its turns (§5)."""
        return self.turn == self.turns

    @property
    def to_act(self) -> Seat | None:
        if self.first is None or self.swapping is not None:
            return DEALER
        return None if self.is_over else (self.first + self.turn) % self.seats

    @property
    def deck(self) -> Sequence[Tile]:
        """The tiles that the dealer shuffles: all tiles by colour, or in a swap one supply, sorted."""
        if self.first is None:
            return [Tile(colour, sign) for colour in self.colours() for sign in range(len(SIGNS))]
        if self.swapping is not None:
            return [Tile(self.swapping, sign) for sign in sorted(self.supplies[self.swapping])]
        return ()

    @property
    def picks(self) -> int:
        """The number of seats before the deal, because chance chooses which begins (§3); else 1."""
        return self.seats if self.first is None else 1

    def colours(self, seat: Seat | None = None) -> tuple[Colour, ...]:
        """Return the colours of a seat, or all in the game."""
        n = self.options.colours(self.seats)
        return COLOURS[:n] if seat is None else COLOURS[seat : n : self.seats]

    def owner(self, colour: Colour) -> Seat:
        """Return the seat that owns a colour."""
        return colour % self.seats

    # what is legal

    def legal_actions(self) -> Sequence[BlockersAction]:
        """Return the placements by tile and space; if there are none, `pass` or the swaps."""
        seat = self.to_act
        if seat is None or seat == DEALER:
            return ()
        return self._placements(seat) or tuple(self._without_placement(seat))

    def placeable(self, colour: Colour) -> bool:
        """Return whether the colour still has tiles to place.

        Its last four tiles stay on the rack (§5, §7).
        """
        return bool(self.supplies[colour]) or self.racks[colour].bit_count() > UNPLAYED

    def may_place(self, tile: Tile) -> bool:
        """Return whether the seat to act has the tile, and its colour is not used up."""
        seat = self.to_act
        if seat is None or seat == DEALER or tile.colour not in self.colours(seat):
            return False
        return self.placeable(tile.colour) and bool(self.racks[tile.colour] >> tile.sign & 1)

    def spaces(self, tile: Tile) -> Mask:
        """Return the spaces that a tile could be placed on now (§4)."""
        return FITS[tile.sign] & (self.empty_spaces() | self.takeable(tile.colour))

    def empty_spaces(self) -> Mask:
        """Return the spaces without a tile."""
        return EVERYWHERE & ~sum(self.laid)

    def takeable(self, colour: Colour) -> Mask:
        """Return the spaces whose tile this colour may replace (§4, §7)."""
        spaces = 0
        for other, tiles in enumerate(self.laid):
            if not self.options.spares(self.seats, colour, other):
                spaces |= find_capturable(tiles)
        return spaces

    def seat_spaces(self, seat: Seat) -> Mask:
        """Return the spaces on which a seat's tiles lie."""
        return sum(self.laid[colour] for colour in self.colours(seat))

    def _can_lie(self, tile: Tile, space: Space) -> bool:
        """Return whether the tile fits a space that is free or holds a tile to replace."""
        if not FITS[tile.sign] >> space & 1:
            return False
        return self.signs[space] is None or bool(self.takeable(tile.colour) >> space & 1)

    def _placements(self, seat: Seat) -> tuple[Place, ...]:
        free, with_colour = self.empty_spaces(), self.options.profi
        all_placements: tuple[Place, ...] = ()
        for colour in filter(self.placeable, self.colours(seat)):
            takeable = self.takeable(colour)
            own = takeable and takeable & self.seat_spaces(seat)  # saves time: often nothing is takeable
            for sign in bits(self.racks[colour]):
                fits = FITS[sign]
                all_placements += placements(TILES[colour][sign], fits & free, fits & takeable, fits & own, with_colour)
        return all_placements

    def _without_placement(self, seat: Seat) -> Iterator[Pass | Swap]:
        """Yield the actions without a placement: pass, or swaps if a supply is left (§4)."""
        stocked = [colour for colour in self.colours(seat) if self.supplies[colour]]
        if self.options.no_legal == "pass" or not stocked:
            yield Pass()
            return
        for colour in stocked:
            for sign in bits(self.racks[colour]):
                yield Swap(Tile(colour, sign), self.options.profi)

    def automatic(self) -> None:
        """Return None, because only its owner knows whether the tiles of a rack fit."""
        return

    @property
    def confirming(self) -> bool:
        return False

    def at_deadline(self) -> BlockersAction:
        """Return the placement on a free space that adds the fewest groups (§9).

        If every placement captures, it is the cheapest capture; without a placement, it is the first other action. If
        several placements are equal, it is the lowest tile on its first space.
        """
        actions = self.legal_actions()
        places = [action for action in actions if isinstance(action, Place)]
        if not places:
            return actions[0]
        free = [place for place in places if not place.captures]
        cost = self._groups_added if free else self._penalised_after
        return min(free or places, key=lambda place: (cost(place), place.tile.sign, place.tile.colour, place.space))

    def _groups_added(self, place: Place) -> int:
        return groups_added(place.space, self.laid[place.tile.colour])

    def _penalised_after(self, place: Place) -> int:
        """Return the seat's prisoners of its most-captured colour after this capture."""
        captured, prisoners = self.tile_on(place.space), self.prisoners[self.owner(place.tile.colour)]
        assert captured is not None
        return max(max(prisoners), prisoners[captured.colour] + 1)

    def why_not(self, notation: str) -> Message:
        """Explain why the seat to act cannot do this now."""
        return words.why_not(self.observe(find_mover(self)), notation)

    # what happens

    def apply(self, action: Action) -> Step:
        """Return the next state. Raises ValueError for an action that is not legal."""
        match action:
            case Deal(order, pick) if self.to_act == DEALER and sorted(order) == list(range(len(self.deck))):
                return self._begin(order, pick) if self.first is None else self._redraw(order)
            case Place(tile, space) if self.may_place(tile) and self._can_lie(tile, space):
                return self._place(tile, space)
            case Pass() if action in self.legal_actions():
                return self._pass()
            case Swap() if action in self.legal_actions():
                return self._swap(action.tile)
            case _:
                raise ValueError(f"{action} is not legal")

    def _begin(self, order: tuple[int, ...], pick: Seat) -> Step:
        """Deal: each colour's first five tiles to the rack, the others to the supply (§3)."""
        if pick not in range(self.seats):
            raise ValueError(f"there is no seat {pick}")
        deck, colours = self.deck, self.colours()
        piles = [tuple(deck[i].sign for i in order if deck[i].colour == colour) for colour in colours]
        state = self._replace(
            first=pick,
            racks=tuple(sum(1 << sign for sign in pile[:RACK]) for pile in piles),
            supplies=tuple(pile[RACK:] for pile in piles),
        )
        return Step(state, (Dealt(pick, self.seats, state.open_racks()),))

    def _place(self, tile: Tile, space: Space) -> Step:
        """Place the tile and take the one that lay there (§4).

        In its last turn a seat draws at once, because it has no later turn (§0).
        """
        seat, colour = self.owner(tile.colour), tile.colour
        captured = self.tile_on(space)
        victim = None if captured is None else self.owner(captured.colour)
        facts = self.stuck[colour]
        move = Move(seat, tile, space, captured, victim)
        bit = 1 << space
        laid = [mask & ~bit for mask in self.laid]
        laid[colour] |= bit
        draws = 1 if self.turns_left(seat) == 1 else 0
        drawn, supply = self.supplies[colour][:draws], self.supplies[colour][draws:]
        drawn_mask = 1 << drawn[0] if drawn else 0
        rack = self.racks[colour] ^ 1 << tile.sign | drawn_mask
        state = self._replace(
            turn=self.turn + 1,
            signs=_replace_item(self.signs, space, tile.sign),
            laid=tuple(laid),
            racks=_replace_item(self.racks, colour, rack),
            supplies=_replace_item(self.supplies, colour, supply),
            prisoners=self.prisoners if captured is None else self._with_prisoner(seat, captured.colour),
            recent=_replace_item(self.recent, seat, move),
            stuck=_replace_item(self.stuck, colour, forget_sign(facts, 1 << tile.sign)) if facts else self.stuck,
        )
        placed = Placed(move, self.options.profi, TILES[colour][drawn[0]] if drawn else None)
        return state._finish_turn(placed)

    def _with_prisoner(self, seat: Seat, colour: Colour) -> tuple[tuple[int, ...], ...]:
        counts = self.prisoners[seat]
        return _replace_item(self.prisoners, seat, _replace_item(counts, colour, counts[colour] + 1))

    def _pass(self) -> Step:
        """Pass: nothing is placed or drawn, and the turn counts (§4)."""
        seat = self.acting()
        stuck = self._stuck_now(seat)
        state = self._replace(turn=self.turn + 1, recent=_replace_item(self.recent, seat, None), stuck=stuck)
        return state._finish_turn(Passed(seat))

    def _stuck_now(self, seat: Seat, swapped: Colour | None = None) -> tuple[tuple[Stuck, ...], ...]:
        """Return by colour what everybody knows after this seat could not place a tile.

        A tile of the `swapped` colour leaves its rack.
        """
        stuck = list(self.stuck)
        for colour in filter(self.placeable, self.colours(seat)):
            signs = sum(1 << sign for sign in range(len(SIGNS)) if not self.spaces(TILES[colour][sign]))
            new_fact = Stuck(signs, self.racks[colour].bit_count())
            # the new fact replaces earlier facts about the same signs, or about these and more
            facts = (*(earlier for earlier in stuck[colour] if earlier.signs & signs != signs), new_fact)
            stuck[colour] = forget_sign(facts, EVERY_SIGN) if colour == swapped else facts
        return tuple(stuck)

    def _swap(self, tile: Tile) -> Step:
        """Put the tile into its supply, which the dealer then shuffles (§4)."""
        colour = tile.colour
        state = self._replace(
            racks=_replace_item(self.racks, colour, self.racks[colour] & ~(1 << tile.sign)),
            supplies=_replace_item(self.supplies, colour, (*self.supplies[colour], tile.sign)),
            swapping=colour,
            stuck=self._stuck_now(self.owner(colour), colour),
        )
        return Step(state, (Swapped(self.owner(colour), tile),))

    def _redraw(self, order: tuple[int, ...]) -> Step:
        """End a swap: draw from the shuffled supply, perhaps the tile that was put back (§4)."""
        assert self.swapping is not None
        colour, deck = self.swapping, self.deck
        drawn, *new_supply = (deck[i].sign for i in order)
        seat = self.owner(colour)
        state = self._replace(
            turn=self.turn + 1,
            racks=_replace_item(self.racks, colour, self.racks[colour] | 1 << drawn),
            supplies=_replace_item(self.supplies, colour, tuple(new_supply)),
            recent=_replace_item(self.recent, seat, None),
            swapping=None,
        )
        return state._finish_turn(Drew(seat, Tile(colour, drawn)))

    def _finish_turn(self, event: Event) -> Step:
        """Return the step that ends a turn with this event.

        The end of the game follows, or the next seat refills its rack.
        """
        outcome = self.outcome
        if outcome is None:
            return self._refill_rack(event)
        return Step(self, (event, Ended(outcome, self.open_racks())))

    def _refill_rack(self, event: Event) -> Step:
        """Refill the rack of the seat to act after its last placement (§0).

        It draws only when its turn begins, because the placement could be taken back until then.
        """
        state, seat = self, self.acting()
        refills = list[Event]()
        for colour in self.colours(seat):
            supply = self.supplies[colour]
            if supply and self.racks[colour].bit_count() < RACK:
                racks = _replace_item(state.racks, colour, state.racks[colour] | 1 << supply[0])
                state = state._replace(racks=racks, supplies=_replace_item(state.supplies, colour, supply[1:]))
                refills.append(Refilled(seat, TILES[colour][supply[0]], self.options.profi))
        return Step(state, (event, *refills))

    # the standing

    def acting(self) -> Seat:
        """Return the seat whose turn it is, also while the dealer shuffles its supply."""
        assert self.first is not None
        return (self.first + self.turn) % self.seats

    def tile_on(self, space: Space) -> Tile | None:
        """Return the tile that lies on a space, or None."""
        sign = self.signs[space]
        if sign is None:
            return None
        return next(TILES[colour][sign] for colour, tiles in enumerate(self.laid) if tiles >> space & 1)

    def open_racks(self) -> tuple[tuple[Tile, ...], ...]:
        """Return by colour the tiles on its rack, for viewers who may see them."""
        return tuple(tuple(Tile(colour, sign) for sign in bits(self.racks[colour])) for colour in self.colours())

    def turns_left(self, seat: Seat) -> int:
        """Return the number of turns left to a seat, including the current one."""
        after_first = 0 if self.first is None else (seat - self.first) % self.seats
        # the full rounds, and one more if the seat has already acted in this round
        turns_taken = (self.turn + self.seats - 1 - after_first) // self.seats
        return self.options.turns_each() - turns_taken

    def score(self, seat: Seat) -> Score:
        """Return the present score: groups and prisoners (§6)."""
        own_groups = sum(len(groups(self.laid[colour])) for colour in self.colours(seat))
        prisoners = self.prisoners[seat]
        return Score(own_groups, prisoners, 0 if self.options.scoring == "uptown" else max(prisoners))

    @property
    def outcome(self) -> Outcome | None:
        """The outcome: the most points win, in a tie the fewest prisoners (§6)."""
        if not self.is_over:
            return None
        scores = [self.score(seat) for seat in range(self.seats)]
        best = max((score.points, -score.total) for score in scores)
        winners = tuple(seat for seat, score in enumerate(scores) if (score.points, -score.total) == best)
        return Outcome(
            reason=words.reason(scores, winners),
            points=tuple(score.points for score in scores),
            winners=winners,
            tiebreak=tuple(-score.total for score in scores),
        )

    def observe(self, viewer: Seat | None) -> BlockersObservation:
        """Return what a seat may know, or the channel if `viewer` is None."""
        seats, outcome = range(self.seats), self.outcome
        is_to_act = viewer is not None and viewer == self.to_act
        return BlockersObservation(
            viewer=viewer,
            to_act=self.to_act,
            outcome=outcome,
            round=int(self.first is not None),
            choices=tuple(map(self._choice, self.legal_actions())) if is_to_act else (),
            options=self.options,
            seats=self.seats,
            board=tuple(self.tile_on(space) for space in SPACES),
            groups=tuple(tuple(map(_spaces, groups(mask))) for mask in self.laid),
            protected=tuple(_spaces(mask & ~find_capturable(mask)) for mask in self.laid),
            racks=self._racks_seen(viewer),
            rack_sizes=tuple(rack.bit_count() for rack in self.racks),
            supplies=tuple(len(supply) for supply in self.supplies),
            reach=() if viewer is None or self.first is None or self.is_over else tuple(self._reach(viewer)),
            turns_left=tuple(self.turns_left(seat) for seat in seats),
            scores=tuple(self.score(seat) for seat in seats),
            last=self._last(),
            recent=self.recent,
            first=self.first,
            acting=None if self.first is None or self.is_over else self.acting(),
            remaining=self._remaining(),
            stuck=self.stuck,
        )

    def _choice(self, action: BlockersAction) -> Choice:
        """Return an action as a menu offers it; it says if a capture costs a point now (§6)."""
        if not isinstance(action, Place):
            return make_choice(action)
        captured = self.tile_on(action.space) if action.captures else None
        counts = self.prisoners[self.owner(action.tile.colour)]
        costs = captured is not None and counts[captured.colour] == max(counts) and self.options.scoring == "blockers"
        return words.choice(action, captured, costs=costs)

    def _racks_seen(self, viewer: Seat | None) -> tuple[tuple[Tile, ...] | None, ...]:
        """Return by colour the rack if the viewer may see it.

        The owner sees their own; everybody sees all when the game is over.
        """
        racks = enumerate(self.open_racks())
        return tuple(rack if self.is_over or colour % self.seats == viewer else None for colour, rack in racks)

    def _remaining(self) -> tuple[tuple[Tile, ...], ...]:
        """Return by colour the tiles in rack and supply, sorted; before the deal, all."""
        if self.first is None:
            return tuple(TILES[colour] for colour in self.colours())
        masks = (rack | mask_of(supply) for rack, supply in zip(self.racks, self.supplies, strict=True))
        return tuple(tuple(TILES[colour][sign] for sign in bits(mask)) for colour, mask in enumerate(masks))

    def _reach(self, viewer: Seat) -> Iterator[Reach]:
        free, own = self.empty_spaces(), self.seat_spaces(viewer)
        for colour in filter(self.placeable, self.colours(viewer)):
            for tile in (TILES[colour][sign] for sign in bits(self.racks[colour])):
                spaces = self.spaces(tile)
                yield Reach(tile, _spaces(spaces & free), _spaces(spaces & ~free), _spaces(spaces & own))

    def _last(self) -> Move | None:
        """Return the newest placement.

        Turns go round, so it belongs to the nearest earlier seat that placed a tile in its latest turn.
        """
        if self.first is None:
            return None
        newest_first = [self.recent[(self.first + self.turn - 1 - i) % self.seats] for i in range(self.seats)]
        return next((move for move in newest_first if move is not None), None)


def _spaces(mask: Mask) -> Spaces:
    return tuple(bits(mask))


def _replace_item(items: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    changed = list(items)
    changed[index] = value
    return tuple(changed)
