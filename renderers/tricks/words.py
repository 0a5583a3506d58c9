"""Tricks and hands in words, for players who can't see the picture."""

from __future__ import annotations

from collections.abc import Sequence

from engine.dominoes.tricks.seen import TrickSeen, TricksSeen, find_viewer_hand
from engine.dominoes.tricks.suits import TRUMP_SUIT, suit_name, suit_of
from engine.tiles import Tile
from engine.words import Join, Message, Who, join_items, msg, sentences


def describe_trick(trick: TrickSeen, full: int) -> Message:
    """Describe a trick: its tiles, the suit led, and who took it or is winning it; it is over with `full` tiles."""
    laid = join_items([msg("{who} {tile}", who=Who(seat), tile=str(tile)) for seat, tile in trick.laid], Join.COMMA)
    suit, who = suit_name(trick.led), Who(trick.winner)
    if len(trick.laid) < full:
        return msg("{laid} (led: {suit}, winning: {who})", laid=laid, suit=suit, who=who)
    return msg("{laid} (led: {suit}, winner: {who})", laid=laid, suit=suit, who=who)


def describe_past(seen: TricksSeen, full: int) -> Sequence[Message]:
    """Describe the tricks of the round that are over, a line each."""
    return [msg("Trick {n}: {trick}.", n=n, trick=describe_trick(trick, full)) for n, trick in enumerate(seen.past, 1)]


def describe_last(seen: TricksSeen, full: int) -> Message | None:
    """Describe the last trick that is over."""
    return msg("Last trick: {trick}.", trick=describe_trick(seen.past[-1], full)) if seen.past else None


def describe_current(seen: TricksSeen, full: int) -> Message | None:
    """Describe the trick on the table."""
    return None if seen.trick is None else msg("On the table: {trick}.", trick=describe_trick(seen.trick, full))


def describe_hand(seen: TricksSeen) -> Message:
    """Describe the viewer's hand while tricks are played, the playable tiles first."""
    held = find_viewer_hand(seen)
    other_tiles = [tile for tile in held if tile not in seen.playable]
    return sentences(
        msg("You can play {tiles}.", tiles=join_tiles(seen.playable)) if seen.playable else None,
        msg("The other tiles: {tiles}.", tiles=join_tiles(other_tiles)) if seen.playable and other_tiles else None,
        msg("Your tiles: {tiles}.", tiles=join_tiles(other_tiles)) if not seen.playable else None,
        describe_trumps(seen, held),
    )


def describe_trumps(seen: TricksSeen, held: Sequence[Tile]) -> Message:
    """Return a sentence that says which of these tiles are trumps."""
    trumps = [tile for tile in held if suit_of(tile, seen.trump) == TRUMP_SUIT]
    if not trumps:
        return msg("None of them is a trump.")
    return msg("Trumps among them: {tiles}.", tiles=join_tiles(trumps))


def join_tiles(tiles: Sequence[Tile]) -> Message:
    """Return tiles as a list."""
    return join_items([str(tile) for tile in tiles], Join.COMMA)
