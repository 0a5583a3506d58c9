"""The tour of games on a line: what fits, what to do otherwise, and who wins."""

from __future__ import annotations

from collections.abc import Sequence

from engine.dominoes.line import LineObservation, OpenEnd
from engine.game import Tip
from engine.options import tiles
from engine.tiles import Tile
from engine.words import Join, Message, join_items, msg, sentences

_LETTERS = msg("The letters on the board name the open ends.")


def steps(
    seen: LineObservation, goal: Message, draw_limit: int | None = None, opening: Message | None = None
) -> Sequence[Tip]:
    """Return the steps that apply to this position.

    `goal` explains how the game is won, `draw_limit` is the number of tiles that may be drawn in a turn, and `opening`
    is what the player who opens a round needs to know.
    """
    first_tip = _fits(seen, opening) if seen.playable else _nothing_fits(seen, draw_limit)
    return [first_tip, *_last_tile_tips(seen), Tip("goal", goal)]


def _fits(seen: LineObservation, opening: Message | None) -> Tip:
    if not seen.ends:
        starts = msg("You start the line. The next tile needs one of its two numbers.")
        return Tip("fits", sentences(starts, opening))
    if len(seen.playable) == 1:
        only_fit = msg("{tile} is the only tile of yours that fits: press its button below.", tile=seen.playable[0])
        return Tip("fits", only_fit, prompts=True)
    fit = msg("The bright tiles fit: {tiles}.", tiles=join_items(list(seen.playable)))
    reason = msg("Each shows {numbers}.", numbers=_open_numbers(seen))
    return Tip("fits", sentences(fit, reason, msg("Play one with the buttons below."), _LETTERS), prompts=True)


def _nothing_fits(seen: LineObservation, draw_limit: int | None) -> Tip:
    no_match = msg("None of your tiles shows {numbers}.", numbers=_open_numbers(seen))
    if seen.draws and any(choice.notation == "draw" for choice in seen.choices):
        drawing = msg("Press Draw: you get tiles from the boneyard until one fits.")
        if draw_limit is not None:
            drawing = msg("Press Draw: you get at most {tiles} from the boneyard.", tiles=tiles(draw_limit))
        return Tip("draw", sentences(no_match, drawing), prompts=True)
    return Tip("draw", msg("Greyed-out tiles can't be played right now."))


def _last_tile_tips(seen: LineObservation) -> Sequence[Tip]:
    """Explain the effect of the viewer's last tile, while it is still at an open end."""
    own_tiles = [(place, laid) for place, laid in enumerate(seen.laid) if laid.seat == seen.viewer]
    if not own_tiles:
        return []
    place, last_laid = own_tiles[-1]
    later_arms = {laid.arm for laid in seen.laid[place + 1 :]}
    ends = [end for end in seen.ends if end.letter not in later_arms and end.letter == last_laid.arm]
    is_alone_on_table = place == 0 and not later_arms
    if last_laid.tile.double and (ends or is_alone_on_table):
        return [Tip("played", msg("Doubles go sideways, so that end stays {n}.", n=last_laid.tile.high))]
    # no tip if another tile covers it, or if it opened the line, because neither half had to match
    return [Tip("played", _explain_joint(last_laid.tile, end)) for end in ends]


def _explain_joint(tile: Tile, end: OpenEnd) -> Message:
    """Say which number of a tile matched, and what its end shows now."""
    return msg(
        "{tile} joined the line with {joined}. Now end {end} shows {number}.",
        tile=tile,
        joined=tile.other(end.number),
        end=end.letter,
        number=end.number,
    )


def _open_numbers(seen: LineObservation) -> Message:
    return join_items(sorted({end.number for end in seen.ends}), Join.OR)
