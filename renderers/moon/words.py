"""The table of Moon in words, for players who can't see the picture or don't load it."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import Seat
from engine.games.moon.observation import MoonObservation, Phase, TrickSeen
from engine.games.moon.options import SEATS
from engine.games.moon.suits import TRUMP_SUIT, suit_name, suit_of
from engine.games.moon.words import situation, standings, waiting
from engine.tiles import Tile
from engine.words import Join, Message, Who, count, join_items, lines, msg, sentences


def seats_in_order(seen: MoonObservation) -> tuple[Seat, ...]:
    """Return the seats clockwise from seat 0, so that each keeps its column for the whole game."""
    start = seen.order.index(0)
    return (*seen.order[start:], *seen.order[:start])


def alt(seen: MoonObservation) -> Message:
    """Return the table in a few sentences."""
    last = msg("Last trick: {trick}.", trick=_trick(seen.past[-1])) if seen.past else None
    return sentences(_now(seen), _on_table(seen), last, *_seats(seen))


def board_text(seen: MoonObservation) -> Message:
    """Return the table as text, with all tricks of the round.

    It leaves out whose turn it is, which stands above the text.
    """
    past = [msg("Trick {n}: {trick}.", n=n, trick=_trick(trick)) for n, trick in enumerate(seen.past, 1)]
    now = _now(seen) if seen.to_act is None or seen.to_act < 0 else msg("Round {round}.", round=seen.round)
    return lines(now, *past, _on_table(seen), *_seats(seen))


def hand_alt(seen: MoonObservation) -> Message:
    """Describe the viewer's hand, the playable tiles first."""
    own = seen.hands[seen.viewer] if seen.viewer is not None else None
    if not own:
        return msg("No tiles.")
    if seen.phase is not Phase.PLAY:
        return sentences(msg("Your tiles: {tiles}.", tiles=_tiles(own)), *_discard_hints(seen, own))
    rest = [tile for tile in own if tile not in seen.playable]
    return sentences(
        msg("You can play {tiles}.", tiles=_tiles(seen.playable)) if seen.playable else None,
        msg("The other tiles: {tiles}.", tiles=_tiles(rest)) if seen.playable and rest else None,
        msg("Your tiles: {tiles}.", tiles=_tiles(rest)) if not seen.playable else None,
        _trumps(seen, own),
    )


def _discard_hints(seen: MoonObservation, own: Sequence[Tile]) -> Sequence[Message]:
    """Return what helps the bidder to choose a discard: the centre tile, and the trumps if trump is named."""
    if seen.phase is not Phase.DISCARD or seen.centre is None:
        return ()
    came = msg("{tile} came from the centre.", tile=str(seen.centre))
    return (came,) if seen.trump is None else (came, _trumps(seen, own))


def _trumps(seen: MoonObservation, own: Sequence[Tile]) -> Message:
    trumps = [tile for tile in own if suit_of(tile, seen.trump) == TRUMP_SUIT]
    if not trumps:
        return msg("None of them is a trump.")
    return msg("Trumps among them: {tiles}.", tiles=_tiles(trumps))


def _tiles(tiles: Sequence[Tile]) -> Message:
    return join_items([str(tile) for tile in tiles], Join.COMMA)


def _now(seen: MoonObservation) -> Message:
    """Describe the situation and who is next, or how the round ended.

    It never contains what only the viewer may know.
    """
    if seen.outcome is not None:
        return sentences(msg("Moon, round {round}.", round=seen.round), seen.outcome.reason)
    if seen.phase is Phase.BETWEEN:
        return sentences(msg("Moon, round {round}.", round=seen.round), situation(seen))
    state = msg("Moon, round {round}: {situation}.", round=seen.round, situation=situation(seen))
    if seen.phase is Phase.PLAY:
        return sentences(state, msg("{who} is next.", who=Who(seen.to_act or 0)))
    return sentences(state, waiting(seen))


def _on_table(seen: MoonObservation) -> Message | None:
    return None if seen.trick is None else msg("On the table: {trick}.", trick=_trick(seen.trick))


def _trick(trick: TrickSeen) -> Message:
    """Describe a trick by its tiles, the suit led, and who took it or is winning it."""
    laid = join_items([msg("{who} {tile}", who=Who(seat), tile=str(tile)) for seat, tile in trick.laid], Join.COMMA)
    suit, who = suit_name(trick.led), Who(trick.winner)
    if len(trick.laid) < SEATS:
        return msg("{laid} (led: {suit}, winning: {who})", laid=laid, suit=suit, who=who)
    return msg("{laid} (led: {suit}, winner: {who})", laid=laid, suit=suit, who=who)


def _seats(seen: MoonObservation) -> Sequence[Message]:
    stands = standings(seen)
    return [msg("{who}: {standing}.", who=Who(seat), standing=stands[seat]) for seat in seats_in_order(seen)]


def points(score: int) -> Message:
    """Return a score as points; `count` writes a proper minus sign."""
    return count("{n} point", "{n} points", score)
