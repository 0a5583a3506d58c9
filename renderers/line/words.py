"""The table in words, for players who can't see the picture or don't want to load it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.dominoes.line import letter
from engine.dominoes.partners import find_partner
from engine.game import DEALER
from engine.tiles import Tile
from engine.words import Join, Message, Value, Who, count, join_items, lines, msg, sentences
from renderers.kit import phrases
from renderers.kit.partners import find_partners
from renderers.line.ends import find_closed_numbers
from renderers.line.table import Laid, Manner, OpenEnd, T, Table

_RECENT = 3
"""How many of the newest plays are listed."""
_MAX_LISTED = 50
"""The most tiles of a hand that are listed."""
_MAX_ARM = 32
"""The most tiles of an arm that are listed; of a longer arm the middle is left out."""


def alt(manner: Manner[T], seen: T) -> Message:
    """Return the board in a few sentences."""
    return sentences(
        msg(
            "{game}, double-{highest} set, round {round}.",
            game=manner.game_name(seen),
            highest=seen.highest,
            round=seen.round,
        ),
        _situation(manner, seen),
        _ends(manner, seen),
        *_notes(manner, seen),
        _recent_plays(seen),
        _yard(seen),
        *_standings(manner, seen),
    )


def hand_alt(manner: Manner[T], seen: T) -> Message:
    """Return the viewer's hand: what can be played on each end, then the other tiles."""
    hand = seen.hands[seen.viewer] if seen.viewer is not None else None
    if not hand:
        return msg("No tiles.")
    fits = fitting_ends(seen)
    by_end = {  # under "" are the tiles to open with
        letter: [_worth(manner, seen, tile, letter) for tile in sorted(hand) if letter in fits.get(str(tile), ())]
        for letter in ("", *(end.letter for end in seen.ends))
    }
    other_tiles = [tile for tile in sorted(hand) if str(tile) not in fits]
    pips = sum(tile.pips for tile in hand)
    return sentences(
        msg(
            "You hold {tiles}, {pips}.",
            tiles=count("{n} tile", "{n} tiles", len(hand)),
            pips=count("{n} pip", "{n} pips", pips),
        ),
        _partner(seen),
        msg("Nothing fits.") if nothing_fits(seen) else None,
        msg("You can open with {tiles}.", tiles=phrases.tiles(by_end[""], _MAX_LISTED)) if by_end[""] else None,
        *(
            msg("You can play on {end}: {tiles}.", end=end, tiles=phrases.tiles(tiles, _MAX_LISTED))
            for end, tiles in by_end.items()
            if end and tiles
        ),
        msg("The other tiles: {tiles}.", tiles=phrases.tiles(other_tiles, _MAX_LISTED))
        if fits and other_tiles
        else None,
        msg("Your tiles: {tiles}.", tiles=phrases.tiles(other_tiles, _MAX_LISTED)) if not fits else None,
    )


def nothing_fits(seen: Table) -> bool:
    """Return whether the viewer is to move and no tile fits an open end."""
    hand = seen.hands[seen.viewer] if seen.viewer is not None and seen.viewer == seen.to_act else None
    return phrases.none_fits(hand or (), [end.number for end in seen.ends])


def _worth(manner: Manner[T], seen: T, tile: Tile, end: str) -> Tile | Message:
    """Return a tile, with what it would score at an end."""
    points = manner.worth(seen, str(tile), end)
    return msg("{tile} (+{points})", tile=str(tile), points=points) if points else tile


def fitting_ends(
    seen: Table, chosen: tuple[str, ...] = (), *, with_equal_ends: bool = True
) -> Mapping[str, Sequence[str]]:
    """Return the letters of the ends that each playable tile of the viewer fits.

    The tiles are in their notation; the letter "" stands for opening with the tile. With `chosen`, only the choices
    that begin with these parts count. Unless `with_equal_ends`, ends that differ from another end only in the
    picture are left out.
    """
    ends_by_tile: dict[str, list[str]] = {}
    playable_tiles = {str(tile) for tile in seen.playable}
    for choice in seen.choices:
        if choice.same_as and not with_equal_ends:
            continue
        tile = next((part for part in choice.parts if part in playable_tiles), None)
        if tile is not None and choice.parts[: len(chosen)] == chosen:
            end = choice.parts[-1] if choice.parts[-1] != tile else ""
            ends_by_tile.setdefault(tile, []).append(end)
    return ends_by_tile


def board_text(manner: Manner[T], seen: T) -> Message:
    """Return the whole line of play as text.

    Each arm is a line; then come the ends, the boneyard and the seats. Whose turn it is stands above the text, so it is
    left out here.
    """
    need = manner.need(seen)
    return lines(
        sentences(msg("Round {round}.", round=seen.round), _round_end(manner, seen)),
        *_arms(seen),
        _ends(manner, seen),
        None if need is None else msg("{line}.", line=need),
        *_notes(manner, seen),
        _yard(seen),
        *_standings(manner, seen),
    )


def _situation(manner: Manner[T], seen: T) -> Message:
    """Return whose turn it is, or how the round ended.

    It never contains what only the viewer may know.
    """
    return _round_end(manner, seen) or msg("{who} is next.", who=Who(seen.to_act or 0))


def _round_end(manner: Manner[T], seen: T) -> Message | None:
    """Return how a round ended; None while it is played."""
    if seen.to_act is not None and seen.to_act != DEALER:
        return None
    ended = manner.voice.situation(seen) if seen.is_scored else None
    return sentences(ended, manner.voice.prompt(seen))


def _ends(manner: Manner[T], seen: T) -> Message | None:
    """Return the ends: open ones, some of which count nothing yet, and closed ones.

    Closed ends are named only if they count, so that all the named ends add up to the count.
    """
    if not seen.ends:
        return None
    closed_numbers = find_closed_numbers(seen)
    uncounted = manner.grey_ends(seen)
    open_ends = [end for end in seen.ends if end.number not in closed_numbers]
    closed_ends = [end for end in seen.ends if end.number in closed_numbers and end.letter not in uncounted]
    counted_ends = [end for end in open_ends if end.letter not in uncounted]
    uncounted_ends = [end for end in open_ends if end.letter in uncounted]
    return sentences(
        msg("Open ends: {ends}.", ends=_list_ends(manner, seen, counted_ends)) if counted_ends else None,
        msg("Also open, not counted yet: {ends}.", ends=_list_ends(manner, seen, uncounted_ends))
        if uncounted_ends
        else None,
        msg("Closed for good: {ends}.", ends=_list_ends(manner, seen, closed_ends)) if closed_ends else None,
    )


def _list_ends(manner: Manner[T], seen: T, ends: Sequence[OpenEnd]) -> Message:
    """Return ends with their numbers, and a double that counts twice as "6 + 6"."""
    twice = manner.twice(seen)
    numbers = {end.letter: " + ".join([str(end.number)] * (2 if end.letter in twice else 1)) for end in ends}
    named = [msg("{letter} {number}", letter=letter, number=number) for letter, number in numbers.items()]
    return join_items(named, Join.COMMA)


def _notes(manner: Manner[T], seen: T) -> Sequence[Message]:
    return [msg("On the table: {note}.", note=note) for note in manner.notes(seen)]


def _recent_plays(seen: Table) -> Message:
    return phrases.played_tiles_line(len(seen.laid), [_play(laid) for laid in reversed(seen.laid[-_RECENT:])])


def _play(laid: Laid) -> Message:
    if not laid.arm:
        return msg("{who} opens with {tile}", who=Who(laid.seat), tile=str(laid.tile))
    return msg("{who} {tile} on {arm}", who=Who(laid.seat), tile=str(laid.tile), arm=laid.arm)


def _yard(seen: Table) -> Message | None:
    yard = count("Boneyard: {n} tile.", "Boneyard: {n} tiles.", seen.boneyard)
    agreed, seats = len(seen.confirmed), len(seen.sizes)
    passes = msg("{agreed} of {seats} passed.", agreed=agreed, seats=seats) if agreed else None
    return sentences(yard, passes)


def _standings(manner: Manner[T], seen: T) -> Sequence[Message]:
    if sides := find_partners(seen):
        return phrases.partner_standings(sides, seen.points, seen.sizes)
    return phrases.standings(manner.voice.standings(seen))


def _partner(seen: Table) -> Message | None:
    """Return who the viewer's partner is, if they have one."""
    sides = find_partners(seen)
    if not sides or seen.viewer is None:
        return None
    return msg("Your partner is {who}.", who=Who(find_partner(sides, seen.viewer)))


def _arms(seen: Table) -> Sequence[Value]:
    """Return the line from A to B, then the two arms of each spinner."""
    if not seen.laid:
        return [msg("No tile is on the table yet.")]
    opening = seen.laid[0].tile
    halves_to_a = _list_halves(seen, "A", opening.high)
    halves_to_b = _list_halves(seen, "B", opening.low)
    line = [f"{far}-{near}" for near, far in reversed(halves_to_a)]
    line += [f"{opening.high}-{opening.low}", *(f"{near}-{far}" for near, far in halves_to_b)]
    arms: list[Value] = [msg("A {line} B", line=_abbreviate_tiles(line))]
    for i, root in enumerate(seen.roots):
        double = seen.laid[root].tile
        for arm in (letter(2 * i + 2), letter(2 * i + 3)):
            if tiles := _list_halves(seen, arm, double.high):
                chain = _abbreviate_tiles([f"{near}-{far}" for near, far in tiles])
                arms.append(msg("{arm} from {spinner}: {line}", arm=arm, spinner=str(double), line=chain))
    return arms


def _list_halves(seen: Table, arm: str, number: int) -> list[tuple[int, int]]:
    """Return the two numbers of each tile of an arm, from the root on.

    The number that joins the tile before comes first.
    """
    halves = []
    for laid in seen.laid:
        if laid.arm == arm:
            halves.append((number, laid.tile.other(number)))
            number = laid.tile.other(number)
    return halves


def _abbreviate_tiles(tiles: Sequence[str]) -> Message | str:
    if len(tiles) <= _MAX_ARM:
        return "|".join(tiles)
    shown_each_end = _MAX_ARM // 2
    left_out = count("({n} tile)", "({n} tiles)", len(tiles) - 2 * shown_each_end)
    first_tiles, last_tiles = "|".join(tiles[:shown_each_end]), "|".join(tiles[-shown_each_end:])
    return msg("{start}| … {gone} … |{rest}", start=first_tiles, gone=left_out, rest=last_tiles)
