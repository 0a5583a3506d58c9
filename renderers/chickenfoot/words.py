"""The table of Chickenfoot in words, for players who can't see the picture or don't load it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine.game import DEALER
from engine.games.chickenfoot.observation import ChickenfootObservation, DeadFoot, Laid, OpenEnd, RoundResult
from engine.games.chickenfoot.options import Terms
from engine.games.chickenfoot.words import describe_ending, describe_needs, describe_search, prompt, standings
from engine.tiles import Tile
from engine.words import Join, Message, Value, Who, count, join_items, lines, msg, sentences
from renderers.kit import phrases

_RECENT_PLAYS = 2
"""How many of the newest plays are listed."""
_MOST_TILES = 60
"""The most tiles of a hand that are listed."""
_MAX_LENGTH = 800
"""The most characters for the tiles on the table.

If they need more, the middle of long chains is left out.
"""
_CHAIN_LENGTHS = (24, 12, 8, 6, 4, 2)
"""The limits to try for the tiles of a chain that are written."""


def alt(seen: ChickenfootObservation) -> Message:
    """Return the board in a few sentences."""
    double = _double(seen.double)
    round_ = msg("round {round} of {rounds}, {double}", round=max(seen.round, 1), rounds=seen.rounds, double=double)
    return sentences(
        msg("Chickenfoot, double-{highest} set, {round}.", highest=seen.highest, round=round_),
        _situation(seen),
        _current_need(seen),
        _ends(seen),
        _recent(seen) if len(seen.sizes) < 7 else None,
        _yard(seen),
        *phrases.standings(standings(seen)),
    )


def hand_alt(seen: ChickenfootObservation) -> Message:
    """Return the viewer's hand, the playable tiles by ends first, then the others."""
    held = seen.hands[seen.viewer] if seen.viewer is not None else None
    if not held:
        return msg("No tiles.")
    fits = fitting_ends(seen)
    by_ends: dict[tuple[str, ...], list[Tile]] = {}  # "" stands for opening, "none" for a tile that fits nowhere
    for tile in sorted(held):
        by_ends.setdefault(tuple(fits.get(str(tile), ("none",))), []).append(tile)
    other_tiles = by_ends.pop(("none",), [])
    opening = by_ends.pop(("",), [])
    value = worth(seen, held)
    return sentences(
        msg(
            "You hold {tiles}, {points}.",
            tiles=count("{n} tile", "{n} tiles", len(held)),
            points=count("{n} point", "{n} points", value),
        ),
        *_special_value_lines(seen, held),
        msg("Nothing fits.") if nothing_fits(seen) else None,
        msg("You drew {tiles}.", tiles=phrases.tiles(seen.drawn, _MOST_TILES)) if seen.drawn else None,
        msg("You can open with {tiles}.", tiles=phrases.tiles(opening, _MOST_TILES)) if opening else None,
        *(
            msg(
                "You can play on {ends}: {tiles}.",
                ends=join_items(list(ends), Join.OR),
                tiles=phrases.tiles(tiles, _MOST_TILES),
            )
            for ends, tiles in by_ends.items()
        ),
        msg("The other tiles: {tiles}.", tiles=phrases.tiles(other_tiles, _MOST_TILES))
        if fits and other_tiles
        else None,
        msg("Your tiles: {tiles}.", tiles=phrases.tiles(other_tiles, _MOST_TILES)) if not fits else None,
    )


def _special_value_lines(seen: ChickenfootObservation, held: Sequence[Tile]) -> Sequence[Message]:
    """Return a sentence for each value of tiles that don't count their pips, the highest first."""
    by_value: dict[int, list[Tile]] = {}
    for tile, value in sorted(special_values(seen, held).items()):
        by_value.setdefault(value, []).append(tile)
    return [
        msg("Worth {value}: {tiles}.", tiles=join_items(tiles), value=value)
        for value, tiles in sorted(by_value.items(), reverse=True)
    ]


def nothing_fits(seen: ChickenfootObservation) -> bool:
    """Return whether the viewer is to move and no tile fits a playable end."""
    held = seen.hands[seen.viewer] if seen.viewer is not None and seen.viewer == seen.to_act else None
    return phrases.none_fits(held or (), [end.number for end in seen.ends if end.playable])


def board_text(seen: ChickenfootObservation) -> Message:
    """Return the whole farmyard as text.

    Each arm is a line; then come the ends, the yard and the seats. Whose turn it is stands above the text, so it is
    left out here.
    """
    head = msg(
        "Round {round} of {rounds}, {double}.",
        round=max(seen.round, 1),
        rounds=seen.rounds,
        double=_double(seen.double),
    )
    return lines(
        sentences(head, _pause(seen)),
        _current_need(seen),
        *_arms(seen),
        _ends(seen),
        _yard(seen),
        *phrases.standings(standings(seen)),
    )


def worth(seen: ChickenfootObservation, held: Sequence[Tile]) -> int:
    """Return the points of these tiles in a hand at this table."""
    return sum(map(Terms(seen.options, len(seen.sizes)).value_of, held))


def special_values(seen: ChickenfootObservation, held: Sequence[Tile]) -> Mapping[Tile, int]:
    """Return the points of the tiles that don't count their pips."""
    values = Terms(seen.options, len(seen.sizes)).values_other_than_pips
    return {tile: values[tile] for tile in held if tile in values}


def fitting_ends(
    seen: ChickenfootObservation, chosen: tuple[str, ...] = (), *, with_equal_ends: bool = True
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
        if choice.parts[0] in playable_tiles and choice.parts[: len(chosen)] == chosen:
            ends_by_tile.setdefault(choice.parts[0], []).append(choice.parts[1] if len(choice.parts) > 1 else "")
    return ends_by_tile


def _situation(seen: ChickenfootObservation) -> Message:
    """Return whose turn it is, or how the round ended.

    It never contains what only the viewer may know.
    """
    return _pause(seen) or msg("{who} is next.", who=Who(seen.to_act or 0))


def _pause(seen: ChickenfootObservation) -> Message | None:
    """Return how a round ended, or that players draw for its double; None while it is played."""
    if seen.to_act is None or seen.to_act == DEALER:
        ended = describe_ending(seen, seen.result) if seen.result is not None else None
        return sentences(ended, prompt(seen))
    if seen.searching:
        return describe_search(seen)
    return None


def name_ending(seen: ChickenfootObservation, result: RoundResult) -> Message:
    """Return how a round ended, short enough for a picture."""
    if result.out is None and seen.dead_foot is not None:
        return dead_foot_note(seen.dead_foot)
    return describe_ending(seen, result)


def dead_foot_note(foot: DeadFoot) -> Message:
    """Return why a foot stays unfinished, short enough for a picture."""
    if foot.left:
        return msg("{double} stays incomplete", double=foot.double)
    return msg("no {number} left for {double}", number=foot.number, double=foot.double)


def _current_need(seen: ChickenfootObservation) -> Message | None:
    if seen.unfinished is None or seen.result is not None:
        return None
    if seen.dead_foot is not None:
        return seen.dead_foot.describe()
    return describe_needs(seen.unfinished)


def _ends(seen: ChickenfootObservation) -> Message | None:
    """Return the ends by number.

    The ends that can be played now come first, then the others, then those whose tiles are all on the table.
    """
    open_ends = [end for end in seen.ends if seen.left[end.number]]
    playable = _group_by_number([end for end in open_ends if end.playable])
    waiting = _group_by_number([end for end in open_ends if not end.playable])
    closed = _group_by_number([end for end in seen.ends if end not in open_ends])
    if not seen.ends:
        return None
    return sentences(
        msg("Open ends: {ends}.", ends=join_items(playable, Join.COMMA)) if playable else None,
        msg("Not now: {ends}.", ends=join_items(waiting, Join.COMMA)) if waiting else None,
        msg("Closed for good: {ends}.", ends=join_items(closed, Join.COMMA)) if closed else None,
    )


def _group_by_number(ends: Iterable[OpenEnd]) -> Sequence[Message]:
    groups: dict[int, list[str]] = {}
    for end in sorted(ends, key=lambda end: -end.number):
        groups.setdefault(end.number, []).append(end.letter)
    return [msg("{letters} {number}", letters="/".join(letters), number=number) for number, letters in groups.items()]


def _recent(seen: ChickenfootObservation) -> Message:
    return phrases.played_tiles_line(len(seen.laid), [_play(laid) for laid in reversed(seen.laid[-_RECENT_PLAYS:])])


def _play(laid: Laid) -> Message:
    if not laid.end:
        return msg("{who} opens with {tile}", who=Who(laid.seat), tile=str(laid.tile))
    return msg("{who} {tile} on {end}", who=Who(laid.seat), tile=str(laid.tile), end=laid.end)


def _yard(seen: ChickenfootObservation) -> Message | None:
    yard = count("Boneyard: {n} tile.", "Boneyard: {n} tiles.", seen.yard)
    passes, seats = len(seen.confirmed), len(seen.sizes)
    return sentences(yard, msg("{stuck} of {seats} passed.", stuck=passes, seats=seats) if passes else None)


def _arms(seen: ChickenfootObservation) -> Sequence[Value]:
    """Return a line for each double with its chains of tiles, each up to an open end or the next double."""
    if not seen.laid:
        return [msg("No tile is on the table yet.")]
    chains = _chains(seen)
    arm_lines: Sequence[str] = ()
    for most_tiles in _CHAIN_LENGTHS:
        arm_lines = [
            f"{double}: {', '.join(_abbreviate_tiles(chain, most_tiles) for chain in double_chains)}"
            for double, double_chains in chains.items()
        ]
        if sum(map(len, arm_lines)) + len(arm_lines) <= _MAX_LENGTH:
            return arm_lines
    return [*_fit_lines(arm_lines), "…"]


def _fit_lines(arm_lines: Sequence[str]) -> Sequence[str]:
    """Return the first lines that fit into _MAX_LENGTH."""
    fitting = []
    room = _MAX_LENGTH
    for line in arm_lines:
        room -= len(line) + 1
        if room > 0:
            fitting.append(line)
    return fitting


def _chains(seen: ChickenfootObservation) -> Mapping[str, Sequence[Sequence[str]]]:
    """Return for each double the chains of tiles that begin at it.

    The number that joins a tile to the one before comes first.
    """
    joining_numbers: list[int] = []
    chain_by_tile: list[list[str]] = []
    chains_by_double: dict[str, list[list[str]]] = {}
    for laid in seen.laid:
        parent = laid.parent
        number = laid.tile.high if parent is None else seen.laid[parent].tile.other(joining_numbers[parent])
        joining_numbers.append(number)
        if parent is None:
            chain: list[str] = []
        elif seen.laid[parent].tile.double:
            chain = []
            chains_by_double[str(seen.laid[parent].tile)].append(chain)
        else:
            chain = chain_by_tile[parent]
        if parent is not None:
            chain.append(f"{number}-{laid.tile.other(number)}")
        if laid.tile.double:
            chains_by_double[str(laid.tile)] = []
        chain_by_tile.append(chain)
    return {double: chains for double, chains in chains_by_double.items() if chains}


def _abbreviate_tiles(tiles: Sequence[str], most_tiles: int) -> str:
    if len(tiles) <= most_tiles:
        return "|".join(tiles)
    shown_each_end = most_tiles // 2
    return f"{'|'.join(tiles[:shown_each_end])}|…{len(tiles) - 2 * shown_each_end}…|{'|'.join(tiles[-shown_each_end:])}"


def _double(number: int) -> str:
    return str(Tile(number, number))
