"""Why something typed cannot be done, told from nothing but what the asker sees."""

from __future__ import annotations

import re

from engine.games.moon.actions import BIDS
from engine.games.moon.names import suit_name
from engine.games.moon.observation import MoonObservation
from engine.games.moon.records import Phase
from engine.games.moon.suits import DECK, SET, TRUMP_SUIT, Suits, suits
from engine.tiles import Tile
from engine.words import Join, Message, listed, msg, sentences

_PHASES = {
    "bid": Phase.BIDDING,
    "pass": Phase.BIDDING,
    "discard": Phase.DISCARD,
    "trump": Phase.TRUMP,
    "play": Phase.PLAY,
}
_TILE = re.compile(r"([0-9]{1,2})\s*[-:|/]\s*([0-9]{1,2})")


def refusal(seen: MoonObservation, notation: str) -> Message:
    """The sentence for a seat to act that typed what it cannot do."""
    verb, _, rest = notation.strip().casefold().partition(" ")
    if seen.phase is Phase.BETWEEN:
        return msg("The game is over.") if seen.outcome else msg("The tiles must be dealt first.")
    if verb not in _PHASES:
        return sentences(msg("There is no such move in Moon."), _now(seen))
    if _PHASES[verb] is not seen.phase:
        return sentences(_out_of_turn(verb, seen.phase), _now(seen))
    match verb:
        case "bid":
            return _no_bid(seen, rest.strip())
        case "pass":
            return _no_pass(seen, rest)
        case "discard":
            return _no_discard(seen, rest)
        case "trump":
            return _no_trump(seen, rest.strip())
    return _no_play(seen, rest)


def _now(seen: MoonObservation) -> Message:
    match seen.phase:
        case Phase.BIDDING:
            return msg("Now you bid or pass, like this: bid 5.")
        case Phase.DISCARD:
            return msg("Now you discard one tile, like this: discard 4-3.")
        case Phase.TRUMP:
            return msg("Now you name trump, like this: trump 6.")
    return msg("Now you play a tile, like this: play 6-3.")


def _out_of_turn(verb: str, phase: Phase) -> Message:
    if verb in ("bid", "pass"):
        return msg("The bidding is over.")
    if phase is Phase.BIDDING:
        return msg("First comes the bidding.")
    if verb == "discard":
        return msg("One tile was discarded already, and that is final.")
    if verb == "trump" and phase is Phase.PLAY:
        return msg("Trump is named already, and that is final.")
    return msg("First one tile is discarded, then trump is named.")


def _no_bid(seen: MoonObservation, text: str) -> Message:
    if text not in {str(bid) for bid in BIDS}:
        return msg("A bid is {bids}.", bids=listed(BIDS, Join.OR))
    if seen.bid == 7:
        return msg("Only 21 beats 7.")
    if int(text) <= seen.bid:
        return msg("Your bid must be higher than {bid}.", bid=seen.bid)
    return _nothing_against()


def _no_pass(seen: MoonObservation, rest: str) -> Message:
    if any(choice.notation == "pass" and not choice.enabled for choice in seen.choices):
        return msg("Both others passed, so at this table you must bid at least 4.")
    return msg("To pass, say pass and nothing more.") if rest.strip() else _nothing_against()


def _no_discard(seen: MoonObservation, rest: str) -> Message:
    tile = _read(rest)
    if tile is None:
        return msg("Say which tile, like this: discard 4-3.")
    return _not_held(seen, tile) or msg("To discard {tile}, say discard {tile} and nothing more.", tile=str(tile))


def _no_trump(seen: MoonObservation, text: str) -> Message:
    if text == "doubles" and not seen.options.doubles_trump:
        return msg("At this table the doubles cannot be trump.")
    if text == "none" and not seen.options.no_trump:
        return msg("At this table there must be a trump.")
    return msg("Trump can be {allowed}.", allowed=listed([choice.parts[0] for choice in seen.choices], Join.OR))


def _no_play(seen: MoonObservation, rest: str) -> Message:
    tile = _read(rest)
    if tile is None:
        return msg("Say which tile, like this: play 6-3.")
    if tile in seen.playable:
        return _wrong_suit(seen, tile)
    return _not_held(seen, tile) or _must_follow(seen, tile)


def _read(text: str) -> Tile | None:
    found = _TILE.search(text)
    return None if found is None else Tile(*sorted((int(found[1]), int(found[2])), reverse=True))


def _not_held(seen: MoonObservation, tile: Tile) -> Message | None:
    if tile not in DECK:
        return msg("There is no such tile in Moon: of the blanks only 0-0 is used, and 6 is the highest number.")
    if tile not in (seen.hands[seen.viewer or 0] or ()):
        return msg("You do not hold {tile}.", tile=str(tile))
    return None


def _must_follow(seen: MoonObservation, tile: Tile) -> Message:
    """Of a tile that is held, while others must be played."""
    allowed = listed([str(t) for t in seen.playable], Join.OR)
    if seen.trick is None:
        return msg("The first lead must be a trump: {tiles}.", tiles=allowed)
    asked = msg("You must follow with {suit}: {tiles}.", suit=suit_name(seen.trick.led), tiles=allowed)
    if tile.has(seen.trick.led) and _is_trump(seen, tile):
        return sentences(msg("{tile} is a trump and belongs to no other suit.", tile=str(tile)), asked)
    return asked


def _wrong_suit(seen: MoonObservation, tile: Tile) -> Message:
    """Of a tile that could be played, with something wrong behind it."""
    own = _table(seen).choices(SET.index[tile])
    if seen.trick is not None:
        return msg("Only the leader of a trick says a suit. Say play {tile}.", tile=str(tile))
    if len(own) == 1:
        return msg("{tile} always leads {suit}. Say play {tile}.", tile=str(tile), suit=suit_name(own[0]))
    if seen.options.lead_suit == "high_end":
        return msg("At this table a tile leads its higher number. Say play {tile}.", tile=str(tile))
    high, low = own
    return msg("Say which suit you lead: play {tile} as {high}, or play {tile} as {low}.", tile=str(tile), high=high,
               low=low)  # fmt: skip


def _is_trump(seen: MoonObservation, tile: Tile) -> bool:
    return bool(_table(seen).members[TRUMP_SUIT] >> SET.index[tile] & 1)


def _table(seen: MoonObservation) -> Suits:
    assert seen.trump is not None
    return suits(seen.trump)


def _nothing_against() -> Message:
    return msg("Nothing stands against that.")
