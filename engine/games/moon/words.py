"""Texts about a table of Moon, made only of what the viewer knows."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from engine.game import Doubt, Seat
from engine.games.moon.actions import BIDS, PASS
from engine.games.moon.observation import HandResult, MoonObservation, Phase
from engine.games.moon.options import MoonOptions
from engine.games.moon.scoring import tricks_needed
from engine.games.moon.suits import DECK, SET, TRUMP_SUIT, Suits, suit_name, suits, trump_name
from engine.games.moon.tricks import TRICKS
from engine.tiles import Tile
from engine.words import (
    Join,
    Message,
    Value,
    Who,
    count,
    deed,
    format_signed,
    join_items,
    join_with_dots,
    lines,
    msg,
    sentences,
    term,
)

_PHASES = {
    "bid": Phase.BIDDING,
    "pass": Phase.BIDDING,
    "discard": Phase.DISCARD,
    "trump": Phase.TRUMP,
    "play": Phase.PLAY,
}
_TILE = re.compile(r"([0-9]{1,2})\s*[-:|/]\s*([0-9]{1,2})")


def call(seen: MoonObservation) -> Message:
    """Return in a few words what the seat to act is called for: "your bid"."""
    match seen.phase:
        case Phase.BIDDING:
            return msg("your bid")
        case Phase.DISCARD:
            return msg("discard one tile")
        case Phase.TRUMP:
            return msg("name trump")
        case Phase.PLAY:
            return msg("your turn") if seen.trick else msg("your lead")
    return msg("next round") if seen.outcome is None else msg("game over")


def situation(seen: MoonObservation) -> Message:
    """Return what decides the next move, for a lock screen."""
    match seen.phase:
        case Phase.BIDDING:
            return _highest_bid(seen)
        case Phase.DISCARD | Phase.TRUMP:
            bid = msg("bid {bid}", bid=seen.bid)
            return bid if seen.trump is None else join_items([bid, _trump(seen)], Join.DOT)
        case Phase.PLAY:
            return join_items([trick_number(seen), _lead_and_trump(seen), progress(seen)], Join.DOT)
    if seen.result is not None and seen.result.bidder is None:
        return msg("all three pass")
    return last_hand_line(seen)


def _highest_bid(seen: MoonObservation) -> Message:
    if seen.bid != PASS:
        return msg("highest bid {bid}", bid=seen.bid)
    return msg("no bids yet")


def trick_number(seen: MoonObservation) -> Message:
    """Return the number of the trick: "trick 4"."""
    return msg("trick {number}", number=len(seen.past) + 1)


def _lead_and_trump(seen: MoonObservation) -> Message:
    trump = _trump(seen)
    if seen.trick is None:
        return trump
    return join_with_dots(msg("led: {suit}", suit=suit_name(seen.trick.led)), trump)


def lead_line(seen: MoonObservation) -> Message:
    """Return who led which tile and what it asks for: "Ben leads 5-3 (fives)."."""
    assert seen.trick is not None
    seat, tile = seen.trick.laid[0]
    suit = suit_name(seen.trick.led)
    return deed("{who} leads {tile} ({suit}).", "You lead {tile} ({suit}).", who=Who(seat), tile=tile, suit=suit)


def progress(seen: MoonObservation) -> Message:
    """Return the bidder's progress: "Ben needs 2 more tricks"."""
    bidder = seen.bidder
    assert bidder is not None
    missing = tricks_needed(seen.bid) - seen.taken[bidder]
    if missing <= 0:
        return deed("{who} has made {bid}", "you've made {bid}", who=Who(bidder), bid=seen.bid)
    if missing > TRICKS - len(seen.past):
        return msg("the bid of {bid} is out of reach", bid=seen.bid)
    return deed(
        ("{who} needs {n} more trick", "{who} needs {n} more tricks"),
        ("you need {n} more trick", "you need {n} more tricks"),
        n=missing,
        who=Who(bidder),
    )


def last_hand_line(seen: MoonObservation) -> Message:
    """Return how the last hand ended."""
    result = seen.result
    if result is None:
        return msg("not dealt yet")
    return result.describe() if seen.outcome is None else seen.outcome.reason


def prompt(seen: MoonObservation) -> Message:
    """Return what the viewer can do now and why, or what is waited for."""
    if seen.phase is Phase.BETWEEN:
        return _pause(seen)
    if seen.viewer is None or seen.viewer != seen.to_act:
        return waiting(seen)
    match seen.phase:
        case Phase.BIDDING:
            return _bid_prompt(seen)
        case Phase.DISCARD:
            return msg("Put one of your eight tiles back face down. It's out of play.")
        case Phase.TRUMP:
            stays = msg("It stays for the whole round.")
            if seen.options.trump_first:
                stays = msg("It stays for the whole round. Then you take the centre tile.")
            return sentences(msg("Name trump: {trumps}.", trumps=_trump_choices(seen)), stays)
    return _lead_prompt(seen) if seen.trick is None else _follow_prompt(seen)


def _trump_choices(seen: MoonObservation) -> Message:
    """Return what can be named as trump, in words."""
    named: Mapping[str, Value] = {"doubles": msg("doubles"), "none": term("none", "trump")}
    return join_items([named.get(choice.parts[0], choice.parts[0]) for choice in seen.choices], Join.OR)


def _pause(seen: MoonObservation) -> Message:
    if seen.outcome is not None:
        return seen.outcome.reason
    if seen.result is None:
        return msg("The tiles are about to be dealt.")
    return msg("The round is over. The next one is about to be dealt.")


def waiting(seen: MoonObservation) -> Message:
    """Return what the channel and the other seats wait for."""
    who = Who(seen.to_act or 0)
    match seen.phase:
        case Phase.BIDDING:
            return msg("{who} bids next.", who=who)
        case Phase.DISCARD:
            if seen.trump is not None:
                return msg("{who} discards a tile, then leads.", who=who)
            return msg("{who} discards a tile, then names trump.", who=who)
        case Phase.TRUMP:
            if seen.options.trump_first:
                return msg("{who} names trump, then takes the centre tile.", who=who)
            return msg("{who} names trump.", who=who)
    if seen.trick is None:
        return msg("{who} leads.", who=who)
    return sentences(lead_line(seen), msg("{who} is next.", who=who))


def _bid_prompt(seen: MoonObservation) -> Message:
    bids = [choice.parts[0] for choice in seen.choices if choice.enabled and choice.parts[0] != "pass"]
    listed = join_items(bids, Join.OR)
    if not any(choice.enabled and choice.parts[0] == "pass" for choice in seen.choices):
        return msg("Both others passed, so you must bid {bids}.", bids=listed)
    return msg("Bid {bids}, or pass.", bids=listed)


def moon_doubt(options: MoonOptions) -> Doubt:
    """Return the second question before a bid of 21."""
    stake = msg("Taking them all is worth 21 points. Missing one costs 21 points.")
    if options.moon_success == "wins_game":
        stake = msg("Taking them all wins the game. Missing one costs 21 points.")
    return Doubt(sentences(msg("21 promises all seven tricks."), stake), msg("Bid 21"))


def _lead_prompt(seen: MoonObservation) -> Message:
    if len(seen.playable) == len(seen.hands[seen.viewer or 0] or ()):
        tiles = msg("You lead: any tile will do.")
    else:
        tiles = msg("The first lead must be a trump: {tiles}.", tiles=_join_with_or(seen.playable))
    suit_table = _suit_table(seen)
    calls = seen.options.lead_suit == "leader_choice"
    has_choice = calls and any(len(suit_table.choices(SET.index[t])) > 1 for t in seen.playable)
    return sentences(tiles, msg("You say which of its numbers a tile leads.") if has_choice else None)


def _follow_prompt(seen: MoonObservation) -> Message:
    assert seen.trick is not None
    suit = suit_name(seen.trick.led)
    if seen.trick.led in _playable_suits(seen):
        return _must_play(suit, seen.playable)
    return msg("Led: {suit}. You hold none, so any tile will do.", suit=suit)


def _must_play(suit: Message, tiles: Sequence[Tile]) -> Message:
    return msg("Led: {suit}. You must play {tiles}.", suit=suit, tiles=_join_with_or(tiles))


def _playable_suits(seen: MoonObservation) -> set[int]:
    suit_table = _suit_table(seen)
    return {suit for t in seen.playable for suit in suit_table.choices(SET.index[t])}


def _join_with_or(tiles: Sequence[Tile]) -> Message:
    return join_items([str(t) for t in tiles], Join.OR)


def why(seen: MoonObservation, notation: str) -> Message | None:
    """Return a reason for a trump: how many of them the viewer holds."""
    verb, _, trump = notation.partition(" ")
    if verb != "trump" or not trump.isdecimal():
        return None
    n = sum(tile.has(int(trump)) for tile in seen.hands[seen.viewer or 0] or ())
    return count("You hold {n} tile with it.", "You hold {n} tiles with it.", n)


def standings(seen: MoonObservation) -> Sequence[Message]:
    """Return one short line a seat."""
    return [_standing(seen, seat) for seat in range(len(seen.scores))]


def _standing(seen: MoonObservation, seat: Seat) -> Message:
    bids = [bid for caller, bid in seen.calls if caller == seat]
    call_text = None
    if bids and seen.phase is not Phase.BETWEEN:
        call_text = msg("passed") if bids[0] == PASS else msg("bid {bid}", bid=bids[0])
    tricks = count("{n} trick", "{n} tricks", seen.taken[seat]) if seen.phase is Phase.PLAY else None
    points = count("{n} point", "{n} points", seen.scores[seat])
    return join_items([part for part in (call_text, tricks, points) if part is not None], Join.COMMA)


def tally(seen: MoonObservation) -> Message | None:
    """Return the account of the round that was just scored: each seat's arithmetic and tiles."""
    result = seen.result
    if result is None:
        return None
    hands = [hand_line(result, seat) for seat in seen.order]
    centre = msg("Centre tile: {tile}", tile=result.centre)
    if result.bidder is None:
        return lines(msg("All three pass: no score."), *hands, centre)
    return lines(
        join_with_dots(result.describe(), _trump(seen)), *[sum_of(result, seat) for seat in seen.order], *hands, centre
    )


def hand_line(result: HandResult, seat: Seat) -> Message:
    """Return the hand a seat was dealt, and what the bidder put back."""
    tiles = join_items(result.dealt[seat], Join.COMMA)
    if seat != result.bidder:
        return msg("{who}: {tiles}", who=Who(seat), tiles=tiles)
    assert result.discard is not None
    return msg("{who}: {tiles} (discarded: {discard})", who=Who(seat), tiles=tiles, discard=result.discard)


def sum_of(result: HandResult, seat: Seat) -> Message:
    """Return a seat's score: "Ana: 4 + 1 (1 trick) = 5"."""
    gain, before = result.gains[seat], result.before[seat]
    return msg(
        "{who}: {before} {sign} {gain} ({why}) = {after}",
        who=Who(seat),
        before=format_signed(before),
        sign=sign(gain),
        gain=abs(gain),
        why=reason_of(result, seat),
        after=format_signed(before + gain),
    )


def reason_of(result: HandResult, seat: Seat) -> Message:
    """Return the reason for a seat's points: "bid made", "2 tricks"."""
    if seat == result.bidder:
        return msg("bid made") if result.made else msg("bid failed")
    return count("{n} trick", "{n} tricks", result.taken[seat])


def sign(points: int) -> str:
    """Return plus or minus, as written between two numbers."""
    return "−" if points < 0 else "+"


def _bidder(seen: MoonObservation) -> Who:
    assert seen.bidder is not None
    return Who(seen.bidder)


def _trump(seen: MoonObservation) -> Message:
    assert seen.trump is not None
    return trump_name(seen.trump)


# --- why something cannot be done


def why_not(seen: MoonObservation, notation: str) -> Message:
    """Explain why the viewer cannot do this now, in their turn."""
    verb, _, rest = notation.strip().casefold().partition(" ")
    if seen.phase is Phase.BETWEEN:
        return msg("The game is over.") if seen.outcome else msg("The tiles must be dealt first.")
    if verb not in _PHASES:
        return sentences(msg("There is no such move in Moon."), _phase_hint(seen))
    if _PHASES[verb] is not seen.phase:
        return sentences(_out_of_turn(verb, seen), _phase_hint(seen))
    match verb:
        case "bid":
            return _why_not_bid(seen, rest.strip())
        case "pass":
            return _why_not_pass(seen, rest)
        case "discard":
            return _why_not_discard(seen, rest)
        case "trump":
            return _why_not_trump(seen, rest.strip())
    return _why_not_play(seen, rest)


def _phase_hint(seen: MoonObservation) -> Message:
    match seen.phase:
        case Phase.BIDDING:
            return msg("Now bid or pass, like this: bid 5.")
        case Phase.DISCARD:
            return msg("Now discard one tile, like this: discard 4-3.")
        case Phase.TRUMP:
            return msg("Now name trump, like this: trump 6.")
    return msg("Now play a tile, like this: play 6-3.")


def _out_of_turn(verb: str, seen: MoonObservation) -> Message:
    if verb in ("bid", "pass"):
        return msg("The bidding is over.")
    if seen.phase is Phase.BIDDING:
        return msg("First comes the bidding.")
    if verb == "trump" and seen.trump is not None:
        return msg("Trump is named already, and that's final.")
    if seen.options.trump_first and seen.phase is Phase.TRUMP:
        return msg("First trump, then the discard.")
    if verb == "discard":
        return msg("The discard is done, and that's final.")
    return msg("First the discard.") if seen.options.trump_first else msg("First the discard, then trump.")


def _why_not_bid(seen: MoonObservation, text: str) -> Message:
    if text not in {str(bid) for bid in BIDS}:
        return msg("A bid is {bids}.", bids=join_items(BIDS, Join.OR))
    if seen.bid == 7:
        return msg("Only 21 beats 7.")
    if int(text) <= seen.bid:
        return msg("Your bid must be higher than {bid}.", bid=seen.bid)
    return _possible_after_all()


def _why_not_pass(seen: MoonObservation, rest: str) -> Message:
    if any(choice.notation == "pass" and not choice.enabled for choice in seen.choices):
        return msg("Both others passed, so at this table you must bid at least 4.")
    return msg("Type “pass” alone.") if rest.strip() else _possible_after_all()


def _why_not_discard(seen: MoonObservation, rest: str) -> Message:
    tile = _parse_tile(rest)
    if tile is None:
        return msg("Say which tile, like this: discard 4-3.")
    return _not_held(seen, tile) or msg("Type “discard {tile}”, nothing more.", tile=str(tile))


def _why_not_trump(seen: MoonObservation, text: str) -> Message:
    if text == "doubles" and not seen.options.doubles_trump:
        return msg("At this table the doubles can't be trump.")
    if text == "none" and not seen.options.no_trump:
        return msg("At this table there must be a trump.")
    return msg("Trump can be {allowed}.", allowed=_trump_choices(seen))


def _why_not_play(seen: MoonObservation, rest: str) -> Message:
    tile = _parse_tile(rest)
    if tile is None:
        return msg("Say which tile, like this: play 6-3.")
    if tile in seen.playable:
        return _wrong_suit(seen, tile)
    return _not_held(seen, tile) or _must_follow(seen, tile)


def _parse_tile(text: str) -> Tile | None:
    found = _TILE.search(text)
    return None if found is None else Tile(*sorted((int(found[1]), int(found[2])), reverse=True))


def _not_held(seen: MoonObservation, tile: Tile) -> Message | None:
    if tile not in DECK:
        return msg("Moon has no such tile: 6 is the highest number, and 0-0 the only blank.")
    if tile not in (seen.hands[seen.viewer or 0] or ()):
        return msg("You don't have {tile}.", tile=str(tile))
    return None


def _must_follow(seen: MoonObservation, tile: Tile) -> Message:
    """Explain which other tiles must be played instead of one in the hand."""
    if seen.trick is None:
        return msg("The first lead must be a trump: {tiles}.", tiles=_join_with_or(seen.playable))
    must_play = _must_play(suit_name(seen.trick.led), seen.playable)
    if tile.has(seen.trick.led) and _is_trump(seen, tile):
        return sentences(msg("{tile} is a trump and belongs to no other suit.", tile=str(tile)), must_play)
    return must_play


def _wrong_suit(seen: MoonObservation, tile: Tile) -> Message:
    """Explain what is wrong with the text after a tile that could be played."""
    tile_suits = _suit_table(seen).choices(SET.index[tile])
    if seen.trick is not None:
        return msg("Only the leader of a trick names a suit. Say “play {tile}”.", tile=str(tile))
    if len(tile_suits) == 1:
        return msg("{tile} has one suit: {suit}. Say “play {tile}”.", tile=str(tile), suit=suit_name(tile_suits[0]))
    if seen.options.lead_suit == "high_end":
        return msg("At this table a tile leads its higher number. Say “play {tile}”.", tile=str(tile))
    high, low = tile_suits
    return msg("Which suit do you lead? Say “play {tile} as {high}” or “… as {low}”.", tile=str(tile), high=high,
               low=low)  # fmt: skip


def _is_trump(seen: MoonObservation, tile: Tile) -> bool:
    return bool(_suit_table(seen).members[TRUMP_SUIT] >> SET.index[tile] & 1)


def _suit_table(seen: MoonObservation) -> Suits:
    assert seen.trump is not None
    return suits(seen.trump)


def _possible_after_all() -> Message:
    return msg("You can do that.")
