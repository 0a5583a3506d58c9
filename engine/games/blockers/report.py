"""What a viewer may know of a position of Blockers, and how that is said."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.game import Choice, Seat, offered
from engine.games.blockers.actions import TAKES, TAKES_OWN, Pass, Swap
from engine.games.blockers.board import SPACES, Mask, capturable, groups, mask_of, space_name
from engine.games.blockers.events import Move, describe_move
from engine.games.blockers.observation import BlockersObservation, Reach, Score, Spaces
from engine.games.blockers.options import BlockersOptions
from engine.games.blockers.tiles import SIGNS, Colour, Tile
from engine.tiles import bits
from engine.words import Join, Message, Value, Who, count, lines, listed, msg, sentences

if TYPE_CHECKING:
    from engine.games.blockers.state import BlockersState


def observe(state: BlockersState, viewer: Seat | None) -> BlockersObservation:
    """The observation of a seat, or with None of the channel."""
    scores = tuple(state.score(seat) for seat in range(state.seats))
    turns_left = tuple(state.turns_left(seat) for seat in range(state.seats))
    outcome = state.outcome
    return BlockersObservation(
        viewer=viewer,
        to_act=state.to_act,
        outcome=outcome,
        round=int(state.first is not None),
        choices=_choices(state, viewer),
        call=msg("your turn"),
        situation=_situation(state),
        prompt=_prompt(state, viewer),
        standings=[_standing(score, left) for score, left in zip(scores, turns_left, strict=True)],
        tally=_tally(state, scores) if outcome else None,
        options=state.options,
        seats=state.seats,
        board=tuple(state.tile_on(space) for space in SPACES),
        groups=tuple(tuple(map(_spaces, groups(mask))) for mask in state.laid),
        protected=tuple(_spaces(mask & ~capturable(mask)) for mask in state.laid),
        racks=_racks(state, viewer),
        rack_sizes=tuple(rack.bit_count() for rack in state.racks),
        supplies=tuple(len(supply) for supply in state.supplies),
        reach=_reach(state, viewer),
        turns_left=turns_left,
        scores=scores,
        last=_last(state),
        recent=state.recent,
        first=state.first,
        remaining=_remaining(state),
        stuck=state.stuck,
    )


def reason(scores: Sequence[Score], winners: Sequence[Seat]) -> Message:
    """Why the winners won (blockers.md §6)."""
    who, best = listed([Who(seat) for seat in winners]), scores[winners[0]]
    points, prisoners = signed(best.points), _prisoners(best.total)
    if len(winners) > 1:
        return msg(
            "{who} share the win with {points} and {prisoners} each.", who=who, points=points, prisoners=prisoners
        )
    tied = [seat for seat, score in enumerate(scores) if score.points == best.points]
    if len(tied) > 1:
        return msg("{who} wins with {points}, and of those with the fewest prisoners.", who=who, points=points)
    return msg("{who} wins with {points}.", who=who, points=points)


def signed(points: int) -> str:
    """Minus points with a true minus."""
    return f"−{-points}" if points < 0 else str(points)


def prisoners_by_colour(prisoners: Sequence[int]) -> Message:
    """ "blue 3, green 1", the most first."""
    taken = sorted((-n, colour) for colour, n in enumerate(prisoners) if n)
    named: list[Value] = [msg("{colour} {n}", colour=Colour(colour).text, n=-minus) for minus, colour in taken]
    return listed(named, Join.COMMA)


def _choices(state: BlockersState, viewer: Seat | None) -> Sequence[Choice]:
    if viewer is None or viewer != state.to_act:
        return ()
    return tuple(offered(action) for action in state.legal_actions())


def _racks(state: BlockersState, viewer: Seat | None) -> tuple[tuple[Tile, ...] | None, ...]:
    """By colour the rack face up: to its owner, and to everybody when the game is over."""
    racks = enumerate(state.open_racks())
    return tuple(rack if state.over or colour % state.seats == viewer else None for colour, rack in racks)


def _remaining(state: BlockersState) -> tuple[tuple[Tile, ...], ...]:
    """By colour what is on the rack and in the supply, sorted; before the deal that is every tile."""
    if state.first is None:
        return tuple(tuple(Tile(colour, sign) for sign in range(len(SIGNS))) for colour in state.colours())
    signs = (rack | mask_of(supply) for rack, supply in zip(state.racks, state.supplies, strict=True))
    return tuple(tuple(Tile(Colour(colour), sign) for sign in bits(mask)) for colour, mask in enumerate(signs))


def _reach(state: BlockersState, viewer: Seat | None) -> tuple[Reach, ...]:
    if viewer is None or state.first is None or state.over:
        return ()
    free, own, reach = state.free(), state.own(viewer), []
    for colour in filter(state.placeable, state.colours(viewer)):
        for tile in (Tile(colour, sign) for sign in bits(state.racks[colour])):
            spaces = state.spaces(tile)
            reach.append(Reach(tile, _spaces(spaces & free), _spaces(spaces & ~free), _spaces(spaces & own)))
    return tuple(reach)


def _last(state: BlockersState) -> Move | None:
    """The newest placement: turns go round, so it is the nearest seat's before the one whose turn it is."""
    if state.first is None:
        return None
    back = [(state.first + state.turn - 1 - i) % state.seats for i in range(state.seats)]
    return next((state.recent[seat] for seat in back if state.recent[seat] is not None), None)


def _situation(state: BlockersState) -> Message:
    """What happened to the seat to act since its last turn, and how long the game still is."""
    if state.first is None:
        return msg("the tiles are not dealt yet")
    if state.over:
        return msg("the game is over")
    seat, last = state.acting(), _last(state)
    losses: list[Value] = [
        msg("{who} took your tile on {space}", who=Who(move.seat), space=space_name(move.space))
        for move in state.recent
        if move is not None and move.victim == seat != move.seat
    ]
    if losses:
        news = listed(losses)
    elif last is None:
        news = msg("the board is empty")
    else:
        news = describe_move(last, state.options.profi)
    return listed([news, _left(state)], Join.DOT)


def _left(state: BlockersState) -> Message:
    """How many tiles the seats still have to place: whoever began is one ahead until all had their turn."""
    least, n = (pick([state.turns_left(seat) for seat in range(state.seats)]) for pick in (min, max))
    if least == n:
        return count("{n} tile left each", "{n} tiles left each", n)
    return count("{least} or {n} tile left each", "{least} or {n} tiles left each", n, least=least)


def _prompt(state: BlockersState, viewer: Seat | None) -> Message:
    if state.over:
        return sentences(msg("The game is over."), why_over(state.options))
    if state.first is None:
        return msg("The tiles are about to be dealt.")
    seat = state.acting()
    if state.swapping is not None:
        return msg("The supply of {who} is being shuffled.", who=Who(seat))
    if viewer != seat:
        return msg("Waiting for {who} to place a tile.", who=Who(seat))
    match state.legal_actions()[0]:
        case Swap():
            return msg("None of your tiles can be placed: swap one for a new tile.")
        case Pass():
            return msg("None of your tiles can be placed: you can only pass.")
    if state.must_take():
        return msg("None of your tiles fits on a free space, so you must take a tile.")
    reaches = _reach(state, viewer)
    others = msg("Where {sign} stands you would take the tile that lies there.", sign=TAKES)
    own = msg("Where {sign} stands you would take a tile of your own other colour.", sign=TAKES_OWN)
    return sentences(
        msg("Place one of your tiles."),
        others if any(set(reach.captures) - set(reach.own) for reach in reaches) else None,
        own if any(reach.own for reach in reaches) else None,
    )


def _standing(score: Score, turns_left: int) -> Message:
    return listed(
        [
            signed(score.points),
            count("{n} group", "{n} groups", score.groups),
            _prisoners(score.total),
            count("{n} tile left", "{n} tiles left", turns_left),
        ],
        Join.COMMA,
    )


def _prisoners(n: int) -> Message:
    return count("{n} prisoner", "{n} prisoners", n)


def _tally(state: BlockersState, scores: Sequence[Score]) -> Message:
    """The arithmetic, a line a seat."""
    uptown = state.options.scoring == "uptown"
    note = msg("Prisoners only break ties.") if uptown else msg("Only prisoners of the most-captured colour count.")
    return lines(*(_arithmetic(seat, score) for seat, score in enumerate(scores)), note, why_over(state.options))


def why_over(options: BlockersOptions) -> Message:
    """Why a game is over that has tiles left (§5)."""
    turns = options.turns_each()
    if options.profi:
        return msg("All have had their {turns} turns: the last four tiles of each colour are not placed.", turns=turns)
    return msg("All have had their {turns} turns: everybody's last four tiles are not placed.", turns=turns)


def _arithmetic(seat: Seat, score: Score) -> Message:
    own_groups = count("{n} group", "{n} groups", score.groups)
    taken = msg(" (prisoners: {each})", each=prisoners_by_colour(score.prisoners)) if score.total else ""
    return msg(
        "{who}: {groups} + {n} = {points}{taken}",
        who=Who(seat),
        groups=own_groups,
        n=_prisoners(score.most),
        points=signed(score.points),
        taken=taken,
    )


def _spaces(mask: Mask) -> Spaces:
    return tuple(bits(mask))
