"""The tour of Chickenfoot: what fits and why, what a tile became, and who wins.

It also explains what to do if nothing fits.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import Tip
from engine.games.chickenfoot.observation import ChickenfootObservation, TileRole, Unfinished
from engine.games.chickenfoot.options import ChickenfootOptions
from engine.games.chickenfoot.words import explain_need
from engine.tiles import Tile
from engine.words import Message, join_items, msg, sentences


def tour(seen: ChickenfootObservation) -> Sequence[Tip]:
    """Return the tour's steps that fit this position."""
    if seen.drawn and not seen.playable:
        return [Tip("draw", msg("A turn can end without a play: you keep what you drew."))]
    first = _explain_fits(seen) if seen.playable else _explain_nothing_fits(seen)
    return [first, *_last_tile_tips(seen), Tip("goal", _explain_goal(seen))]


def _explain_goal(seen: ChickenfootObservation) -> Message:
    """Explain what wins, and which tiles cost more than they show."""
    goal = msg("Tiles that you still hold when a round ends count against you. The lowest total wins.")
    blanks = seen.options.blanks()
    return sentences(goal, msg("Mind the blanks: {blanks}.", blanks=blanks) if blanks else None)


def _explain_fits(seen: ChickenfootObservation) -> Tip:
    playable = sentences(
        msg("The bright tiles fit: {tiles}.", tiles=join_items(list(seen.playable))),
        msg("Play one with the buttons below."),
    )
    if len(seen.playable) == 1:
        playable = msg("{tile} is the only tile of yours that fits: press its button below.", tile=seen.playable[0])
    can_complete = seen.dead_foot is None
    need = explain_need(seen.unfinished) if seen.unfinished and can_complete else None
    return Tip("fits", sentences(playable, _explain_next_tile(seen.unfinished), need), prompts=can_complete)


def _explain_nothing_fits(seen: ChickenfootObservation) -> Tip:
    none = msg("Your tiles are dim: none of them fits.")
    if any(choice.notation == "draw" for choice in seen.choices):
        return Tip("draw", sentences(none, *_explain_drawing(seen.options)), prompts=True)
    return Tip("draw", msg("Greyed-out tiles can't be played: your turn ends without a play."))


def _explain_drawing(options: ChickenfootOptions) -> Sequence[Message]:
    """Explain what the button Draw does, and what can be done with a drawn tile."""
    draw = msg("Press Draw to take one from the boneyard.")
    if options.draw_limit == "until_playable":
        draw = msg("Press Draw to take tiles from the boneyard until one fits.")
    fits = msg("If it fits, you must play it.") if options.drawn_tile == "must" else None
    return draw, fits or msg("If it fits, you can play it.")


def _explain_next_tile(unfinished: Unfinished | None) -> Message | None:
    """Explain what a tile becomes if a double is unfinished; else explain the letters."""
    if unfinished is None:
        return msg("The letters on the board name the open ends.")
    double = Tile(unfinished.number, unfinished.number)
    if unfinished.is_foot:
        return msg("It becomes a toe of {double}.", double=double)
    return msg("It becomes an arm of {double}.", double=double)


def _last_tile_tips(seen: ChickenfootObservation) -> Sequence[Tip]:
    """Explain what the viewer's last tile became.

    A tile of a line is explained only until another tile covers it.
    """
    own_places = [place for place, laid in enumerate(seen.laid) if laid.seat == seen.viewer]
    if not own_places:
        return []
    newest = own_places[-1]
    is_part = seen.laid[newest].role in (TileRole.TOE, TileRole.ARM)
    if not is_part and all(end.parent != newest for end in seen.ends):  # another tile covers it
        return []
    return [Tip("played", _explain_last_tile(seen, newest))]


def _explain_last_tile(seen: ChickenfootObservation, own_place: int) -> Message:
    last = seen.laid[own_place]
    double = seen.laid[last.parent].tile if last.parent is not None else ""
    match last.role:
        case TileRole.TOE:
            return msg("Your tile {tile} was a toe of {double}. Every foot needs three.", tile=last.tile, double=double)
        case TileRole.ARM:
            return msg("Your tile {tile} is an arm of {double}. It grows from there.", tile=last.tile, double=double)
        case TileRole.DOUBLE | TileRole.OPENING:
            return msg(
                "Doubles go sideways: only tiles with {n} can come next on {tile}.", tile=last.tile, n=last.tile.high
            )
    number = next(end.number for end in seen.ends if end.parent == own_place)
    return msg(
        "{tile} joined the line with {joined}. Now that end shows {number}.",
        tile=last.tile,
        joined=last.tile.other(number),
        number=number,
    )
