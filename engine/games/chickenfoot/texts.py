"""What people read about a position of Chickenfoot. Every text here is for everybody, but `prompt` and the tally of
hands that lie face up."""

from __future__ import annotations

from engine.game import DEALER, Seat
from engine.games.chickenfoot.observation import DeadFoot, Ending, RoundResult, Unfinished
from engine.games.chickenfoot.position import Phase, Position
from engine.games.chickenfoot.scoring import outcome, totals
from engine.tiles import Tile, bits
from engine.words import Join, Message, Who, count, lines, listed, msg, sentences

_ADDENDS = 8
"""So many tiles of a hand are counted one by one, to keep the tally of eight large hands within a message."""


def call(at: Position) -> Message:
    """What is asked of the seat to act."""
    if at.to_act is None:
        return msg("game over")
    if at.to_act == DEALER:
        return msg("next deal")
    return msg("your turn")


def situation(at: Position) -> Message:
    """The round, and what may be played."""
    if not at.round:
        return msg("before the first deal")
    round_ = msg("round {double}", double=_double(at.setup.double_of_round(at.round)))
    parts = [round_, _demand(at)]
    if at.confirmed and at.phase is Phase.TURN:
        parts.append(msg("{number} of {seats} passed", number=len(at.confirmed), seats=at.setup.seats))
    return listed(parts, Join.DOT)


def _demand(at: Position) -> Message:
    """What the table asks for."""
    if at.result:
        return _how(at, at.result)
    if at.phase is Phase.SEARCH:
        return msg("drawing for the double")
    if at.phase is Phase.OPENING:
        return msg("to be opened")
    if dead := at.board.dead_foot():
        if dead.left:
            return msg("the foot on {double} cannot be finished", double=dead.double)
        return msg("no {number} is left for the foot", number=dead.number)
    unfinished = at.board.unfinished()
    if unfinished:
        return needs(unfinished)
    numbers = sorted({end.number for end in at.board.ends}, reverse=True)
    return count("end {ends}", "ends {ends}", len(numbers), ends=listed(numbers))


def _how(at: Position, result: RoundResult) -> Message:
    """How a round ended, and what kept everybody from playing."""
    if result.ending is Ending.OUT and result.out is not None:
        return msg("{who} is out", who=Who(result.out))
    dead = at.board.dead_foot()
    return msg("nobody can play") if dead is None else _cannot_be_finished(dead)


def _cannot_be_finished(dead: DeadFoot) -> Message:
    return msg("the foot on {double} cannot be finished: {why}", double=dead.double, why=dead.why)


def needs(unfinished: Unfinished) -> Message:
    """Like "foot on 4-4 needs 2 toes"."""
    double = _double(unfinished.number)
    if unfinished.place:
        return count(
            "foot on {double} needs {n} toe", "foot on {double} needs {n} toes", unfinished.missing, double=double
        )
    return count("{double} needs {n} arm", "{double} needs {n} arms", unfinished.missing, double=double)


def prompt(at: Position, viewer: Seat | None) -> Message:
    """What the viewer can do now and why; who is not to act reads who is."""
    if at.to_act is None:
        return outcome(at.scores).reason
    if at.to_act == DEALER:
        return msg("Round {double} is dealt next.", double=_double(at.setup.double_of_round(at.round + 1)))
    if at.phase is Phase.SEARCH:
        double = _double(at.setup.double_of_round(at.round))
        return msg("Nobody holds {double}: {who} draws for it.", double=double, who=Who(at.seat))
    if viewer != at.to_act:
        return msg("Waiting for {who}.", who=Who(at.seat))
    if at.phase is Phase.OPENING:
        return msg("Open the round with {tile}.", tile=str(at.setup.tiles.of(at.playable)[0]))
    return sentences(_rule(at), _drew(at) if at.drawn else _advice(at))


def _rule(at: Position) -> Message | None:
    """Why only one number counts, if so."""
    unfinished = at.board.unfinished()
    if not unfinished:
        return None
    double, number = _double(unfinished.number), unfinished.number
    if dead := at.board.dead_foot():
        only = msg("Only tiles with {number} can be played.", number=number) if dead.left else None
        return sentences(dead.describe(), only)
    if unfinished.place:
        return count(
            "The foot on {double} still needs {n} toe, so only tiles with {number} can be played.",
            "The foot on {double} still needs {n} toes, so only tiles with {number} can be played.",
            unfinished.missing,
            double=double,
            number=number,
        )
    return count(
        "{double} still needs {n} arm, so only tiles with {number} can be played.",
        "{double} still needs {n} arms, so only tiles with {number} can be played.",
        unfinished.missing,
        double=double,
        number=number,
    )


def _drew(at: Position) -> Message:
    """What can be done with what was drawn."""
    tiles = at.setup.tiles.of(at.drawn)
    drawn = _tiles(tiles)
    if not at.drawn & at.board.fits:
        vain = count("You drew {tiles}, which does not fit.", "You drew {tiles}, which do not fit.", len(tiles),
                     tiles=drawn)  # fmt: skip
        return sentences(vain, *_after_drawing_in_vain(at))
    if at.can_keep:
        return msg("You drew {tiles}: play, or keep it and end your turn.", tiles=drawn)
    return msg("You drew {tiles} and must play.", tiles=drawn)


def _after_drawing_in_vain(at: Position) -> tuple[Message, ...]:
    """How a turn can end; with the yard empty its end counts towards a block (§7)."""
    if at.playable:
        return (msg("You may play another tile or end your turn."),)
    if at.yard:
        return (msg("End your turn."),)
    return msg("That was the last tile of the yard: say that you cannot play."), _passes(at)


def _passes(at: Position) -> Message:
    """How near a block is."""
    number, seats = len(at.confirmed), at.setup.seats
    if not number:
        return msg("If nobody can, the round is blocked.")
    return msg("{number} of {seats} have passed: if all do, the round is blocked.", number=number, seats=seats)


def _advice(at: Position) -> Message:
    if at.can_confirm:
        stuck = msg("None of your tiles fits and the yard is empty: say that you cannot play.")
        return sentences(stuck, _passes(at))
    if not at.playable:
        return msg("None of your tiles fits: draw.")
    return msg("Play a tile, or draw one first.") if at.can_draw else msg("Play a tile.")


def standings(at: Position) -> tuple[Message, ...]:
    """Like "5 tiles, 38 points", for each seat."""
    hands = at.hands or (0,) * at.setup.seats
    points = totals(at.scores, at.setup.seats)
    return tuple(
        listed(
            [
                count("{n} tile", "{n} tiles", hand.bit_count()),
                count("{n} point", "{n} points", total),
            ],
            Join.COMMA,
        )
        for hand, total in zip(hands, points, strict=True)
    )


def tally(at: Position) -> Message | None:
    """What each hand counted in the round that was just scored, and the totals."""
    if at.result is None:
        return None
    points = totals(at.scores, at.setup.seats)
    hands = (
        msg(
            "{who}: {sum} = {value}, {total} in all",
            who=Who(seat),
            sum=_sum(at, hand),
            value=at.result.values[seat],
            total=points[seat],
        )
        for seat, hand in enumerate(at.hands)
    )
    headline = msg(
        "Round {double}: {how}.", double=_double(at.setup.double_of_round(at.round)), how=_how(at, at.result)
    )
    return lines(headline, *hands)


def _sum(at: Position, hand: int) -> Message | str:
    """Like "0-0 (50) + 4-2 (6)", dearest tiles first."""
    counted = sorted((-at.setup.values[t], at.setup.tiles.tiles[t]) for t in bits(hand))
    shown, others = counted[:_ADDENDS], counted[_ADDENDS:]
    addends = " + ".join(f"{tile} ({-value})" for value, tile in shown) or "0"
    if not others:
        return addends
    points = -sum(value for value, _ in others)
    return count(
        "{addends} + {n} other ({points})",
        "{addends} + {n} others ({points})",
        len(others),
        addends=addends,
        points=points,
    )


def _tiles(tiles: tuple[Tile, ...]) -> Message:
    return listed([str(tile) for tile in tiles])


def _double(number: int) -> str:
    return str(Tile(number, number))
