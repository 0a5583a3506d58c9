"""The table of Blockers in words, for alt texts and for players who read it as text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.game import DEALER, Seat
from engine.games.blockers.board import SIDE, Space, space_name
from engine.games.blockers.events import describe_move
from engine.games.blockers.observation import BlockersObservation, Reach
from engine.games.blockers.tiles import JOKER, Colour
from engine.games.blockers.words import standings, why_over
from engine.words import Join, Message, Value, Who, count, join_items, join_with_dots, lines, msg, sentences, term

_LETTERS = "RGBYP"
"""The letters of the colours, in their order."""


def alt(seen: BlockersObservation) -> Message:
    """Return each colour's groups, what can't be taken, and how each seat stands."""
    if not any(seen.board):
        return sentences(_turn(seen), msg("The board is empty."))
    seats = [_seat(seen, seat) for seat in range(seen.seats)]
    locked = msg("* can't be taken.") if any(seen.protected) else None
    return lines(sentences(_turn(seen), _last_move(seen)), *seats, locked)


def hand_alt(seen: BlockersObservation) -> Message:
    """Return the viewer's tiles and the spaces to which each could go now."""
    if seen.viewer is None:
        return msg("No hand is shown.")
    racks: list[Value] = []
    for colour in seen.colours(seen.viewer):
        tiles = join_items([tile.text for tile in seen.racks[colour] or ()], Join.COMMA)
        racks.append(msg("Your tiles ({colour}): {tiles}.", colour=colour.text, tiles=tiles))
    return lines(*racks, *(_reach_text(seen, reach) for reach in seen.reach))


def list_held_tiles(seen: BlockersObservation) -> Message | None:
    """Return the viewer's tiles by colours, without naming their owner; None if there are none."""
    if seen.viewer is None:
        return None
    racks: list[Message] = []
    for colour in seen.colours(seen.viewer):
        if held := seen.racks[colour]:
            tiles = join_items([tile.text for tile in held], Join.COMMA)
            racks.append(msg("{colour}: {tiles}", colour=colour.text, tiles=tiles))
    return join_with_dots(*racks) if racks else None


def board_text(seen: BlockersObservation) -> Message:
    """Return what the letters mean, the nine rows of letters, and the seats.

    Whose turn it is stands above the text, so it is left out here.
    """
    key = [msg("{letter} = {colour}", letter=_LETTERS[c], colour=Colour(c).text) for c in range(len(seen.racks))]
    seats = [
        msg("{who} ({colours}): {standing}.", who=Who(seat), colours=_colours(seen, seat), standing=standing)
        for seat, standing in enumerate(standings(seen))
    ]
    game_over = _turn(seen) if seen.outcome is not None else None
    small = msg("Small letters can't be taken.") if any(seen.protected) else None
    return lines(
        sentences(game_over, _last_move(seen)) if game_over or seen.last else None,
        sentences(msg("{key}.", key=join_items(list(key), Join.COMMA)), small),
        msg("```\n{rows}\n```", rows="\n".join(_rows(seen))),
        *seats,
    )


def _turn(seen: BlockersObservation) -> Message | None:
    if seen.outcome is not None:
        return sentences(seen.outcome.reason, why_over(seen.options))
    if seen.to_act is None or seen.to_act == DEALER:
        return None
    turns = seen.turns_left[seen.to_act]
    return count("{who} is next, {n} turn left.", "{who} is next, {n} turns left.", turns, who=Who(seen.to_act))


def _last_move(seen: BlockersObservation) -> Message | None:
    return None if seen.last is None else describe_move(seen.last, seen.options.profi)


def _colours(seen: BlockersObservation, seat: Seat) -> Message:
    return join_items([colour.text for colour in seen.colours(seat)])


def _seat(seen: BlockersObservation, seat: Seat) -> Message:
    """Describe a seat: "Ana: −5, 9 left. Prisoners: green 2. red: A1 A2* B2; F9."."""
    score = seen.scores[seat]
    prisoners = [msg("{colour} {n}", colour=Colour(c).text, n=n) for c, n in enumerate(score.prisoners) if n]
    return sentences(
        msg("{who}: {points}, {left} left.", who=Who(seat), points=score.points, left=seen.turns_left[seat]),
        msg("Prisoners: {taken}.", taken=join_items(list(prisoners), Join.COMMA)) if prisoners else None,
        *(_groups(seen, colour) for colour in seen.colours(seat)),
    )


def _groups(seen: BlockersObservation, colour: Colour) -> Message:
    locked = seen.protected[colour]
    names = [[f"{space_name(s)}*" if s in locked else space_name(s) for s in group] for group in seen.groups[colour]]
    groups = [" ".join(group_names) for group_names in names]
    return msg("{colour}: {groups}.", colour=colour.text, groups="; ".join(groups) or "–")


def _reach_text(seen: BlockersObservation, reach: Reach) -> Message:
    """Return the spaces to which one tile could go.

    A joker's free spaces are only counted.
    """
    tile = reach.tile.full_text if seen.options.profi else reach.tile.text
    free: Value = _names(reach.free) or term("none", "spaces")
    if reach.tile.sign == JOKER:
        free = count("{n} space", "{n} spaces", len(reach.free))
    spaces_of_others = [space for space in reach.captures if space not in reach.own]
    return sentences(
        msg("{tile}: free {free}.", tile=tile, free=free),
        msg("Takes: {spaces}.", spaces=_names(spaces_of_others)) if spaces_of_others else None,
        msg("Takes your own: {spaces}.", spaces=_names(reach.own)) if reach.own else None,
    )


def _names(spaces: Iterable[Space]) -> str:
    return " ".join(space_name(space) for space in spaces)


def _rows(seen: BlockersObservation) -> Sequence[str]:
    """Return the lines of the board; spaces and empty lines set the zones apart."""
    lines = ["   " + "  ".join(" ".join(str(c + 1) for c in range(i, i + 3)) for i in range(0, SIDE, 3))]
    for row in range(SIDE):
        letters = [_letter(seen, row * SIDE + c) for c in range(SIDE)]
        thirds = "  ".join(" ".join(letters[i : i + 3]) for i in range(0, SIDE, 3))
        if row in (3, 6):
            lines.append("")
        lines.append(f"{'ABCDEFGHI'[row]}  {thirds}")
    return lines


def _letter(seen: BlockersObservation, space: Space) -> str:
    """Return the letter of the colour on a space, small if the tile can't be taken; "." if it is free."""
    tile = seen.board[space]
    if tile is None:
        return "."
    letter = _LETTERS[tile.colour]
    return letter.casefold() if space in seen.protected[tile.colour] else letter
