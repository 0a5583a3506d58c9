"""The tour of Blockers: placing a tile, groups, and taking."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import Tip
from engine.games.blockers.board import space_name
from engine.games.blockers.observation import BlockersObservation, Reach
from engine.games.blockers.tiles import FIRST_SYMBOL, JOKER
from engine.words import Message, msg, sentences


def tour(seen: BlockersObservation) -> Sequence[Tip]:
    """Return the tour's steps that fit this position."""
    return [Tip("place", _place(seen)), *_group(seen), *_take(seen), Tip("goal", _goal(seen))]


def _goal(seen: BlockersObservation) -> Message:
    """Explain what wins, and which tiles are safe."""
    taking = msg("A tile of yours can take another player's tile as a prisoner.")
    safe = msg("A tile can't be taken if its group of three or more would fall apart.")
    if seen.options.scoring == "uptown":
        return sentences(taking, safe, msg("The fewest groups win. Prisoners only break ties."))
    return sentences(
        taking, safe, msg("Each group costs you a point, and so does each prisoner of the colour that you took most.")
    )


def _place(seen: BlockersObservation) -> Message:
    """Explain which space one of the viewer's tiles fits."""
    placeable = [reach for reach in seen.reach if reach.free]
    if not placeable:
        return msg("None of your tiles fits on a free space.")
    return sentences(
        msg("Keep your tiles together: each separate group costs a point."),
        _where(placeable[0]),
        msg("Press a tile to see its spaces: □ below it counts the free ones."),
    )


def _where(reach: Reach) -> Message:
    sign, text = reach.tile.sign, reach.tile.text
    if sign == JOKER:
        return msg("Your tile {tile} goes anywhere, the other tiles into their row, column or zone.", tile=text)
    if sign >= FIRST_SYMBOL:
        return msg("Your tile {tile} goes into the zone with the same symbol.", tile=text)
    if str(text).isdecimal():
        return msg("Your tile {tile} goes into column {tile}.", tile=text)
    return msg("Your tile {tile} goes into row {tile}.", tile=text)


def _group(seen: BlockersObservation) -> Sequence[Tip]:
    """Explain the group of the viewer's last tile, and what groups cost."""
    last_move = None if seen.viewer is None else seen.recent[seen.viewer]
    if last_move is None or seen.viewer is None:
        return []
    groups = seen.scores[seen.viewer].groups
    place = msg("Your tile {tile} lies on {space}.", tile=last_move.tile.text, space=space_name(last_move.space))
    touch = msg("Your tiles that touch along an edge are one group, and each group costs a point: {n} now.", n=groups)
    return [Tip("group", sentences(place, touch))]


def _take(seen: BlockersObservation) -> Sequence[Tip]:
    """Explain taking, if the viewer can take a tile."""
    takers = [reach for reach in seen.reach if reach.captures]
    if not takers:
        return []
    tile, space = takers[0].tile.text, space_name(takers[0].captures[0])
    can_take = msg("Your tile {tile} can take a tile on {space}.", tile=tile, space=space)
    cost = sentences(
        msg("A tile that you take is your prisoner."),
        msg("Only one colour of prisoners costs points: the one you take most. It costs 1 point a tile."),
    )
    if seen.options.scoring == "uptown":
        cost = msg("A tile that you take is your prisoner. Prisoners cost nothing, they only break ties.")
    return [Tip("take", sentences(can_take, cost))]
