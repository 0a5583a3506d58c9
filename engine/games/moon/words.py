"""Texts about a table of Moon, made only of what the viewer knows."""

from __future__ import annotations

from collections.abc import Sequence

from engine.dominoes.tricks import words as tricks_words
from engine.dominoes.tricks.suits import SET, suit_name
from engine.dominoes.tricks.trick import TRICKS
from engine.dominoes.tricks.words import (
    BIDDING_IS_FIRST,
    BIDDING_IS_OVER,
    NAME_TRUMP,
    NO_MORE_THAN_PASS,
    POSSIBLE_AFTER_ALL,
    TRUMP_IS_FINAL,
    YOUR_BID,
    address_for_bid,
    address_for_tile,
    address_for_trump,
    between_rounds,
    call_between_rounds,
    call_for_tile,
    current_trump,
    describe_sum,
    explain_duty,
    explain_missing_tile,
    find_suit_table,
    follow_prompt,
    join_with_or,
    lead_and_trump,
    parse_tile,
    trick_number,
    trump_choices,
    why_not_between_rounds,
)
from engine.game import Doubt, Seat
from engine.games.moon.actions import BIDS, PASS
from engine.games.moon.observation import HandResult, MoonObservation, Phase
from engine.games.moon.options import MoonOptions
from engine.games.moon.scoring import tricks_needed
from engine.games.moon.suits import DECK
from engine.tiles import Tile
from engine.words import Join, Message, Who, count, deed, join_items, join_with_dots, lines, msg, sentences

_PHASES = {
    "bid": Phase.BIDDING,
    "pass": Phase.BIDDING,
    "discard": Phase.DISCARD,
    "trump": Phase.TRUMP,
    "play": Phase.PLAY,
}
"""The phase in which each verb is possible."""


def call(seen: MoonObservation) -> Message:
    """Return a few words that call the seat to act: "your bid"."""
    match seen.phase:
        case Phase.BIDDING:
            return YOUR_BID
        case Phase.DISCARD:
            return msg("discard one tile")
        case Phase.TRUMP:
            return NAME_TRUMP
        case Phase.PLAY:
            return call_for_tile(seen)
    return call_between_rounds(seen)


def address(seen: MoonObservation) -> Message:
    """Call the seat to act by name."""
    match seen.phase:
        case Phase.BIDDING:
            return address_for_bid(seen)
        case Phase.DISCARD:
            return msg("{who}, discard one tile", who=Who(seen.to_act or 0))
        case Phase.TRUMP:
            return address_for_trump(seen)
    return address_for_tile(seen)


def situation(seen: MoonObservation) -> Message:
    """Return what decides the next move, for a lock screen."""
    match seen.phase:
        case Phase.BIDDING:
            return _highest_bid(seen)
        case Phase.DISCARD | Phase.TRUMP:
            bid = msg("bid {bid}", bid=seen.bid)
            return bid if seen.trump is None else join_items([bid, current_trump(seen)], Join.DOT)
        case Phase.PLAY:
            return join_items([trick_number(seen), lead_and_trump(seen), progress(seen)], Join.DOT)
    if seen.result is not None and seen.result.bidder is None:
        return msg("all three pass")
    return last_hand_line(seen)


def recall(seen: MoonObservation) -> Message:
    """Return what the viewer decided on in a turn that is over, in a sentence."""
    match seen.phase:
        case Phase.BIDDING:
            return tricks_words.recall_highest_bid(None if seen.bid == PASS else seen.bid)
        case Phase.DISCARD | Phase.TRUMP:
            return tricks_words.recall_own_bid(seen.bid)
    return tricks_words.recall_trick(seen)


def _highest_bid(seen: MoonObservation) -> Message:
    if seen.bid != PASS:
        return msg("highest bid {bid}", bid=seen.bid)
    return msg("no bids yet")


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
    """Return a sentence about the end of the last round."""
    result = seen.result
    if result is None:
        return msg("not dealt yet")
    return result.describe() if seen.outcome is None else seen.outcome.reason


def prompt(seen: MoonObservation) -> Message:
    """Return what the viewer can do now and why, or what they wait for."""
    if seen.phase is Phase.BETWEEN:
        return between_rounds(seen)
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
            return sentences(msg("Name trump: {trumps}.", trumps=trump_choices(seen)), stays)
    return _lead_prompt(seen) if seen.trick is None else follow_prompt(seen)


def waiting(seen: MoonObservation) -> Message:
    """Return what the channel and the other seats wait for."""
    who = Who(seen.to_act or 0)  # a seat is to act; `or 0` is for the type checker
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
    return tricks_words.waiting(seen)


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
    if len(seen.playable) == len(seen.hands[seen.viewer or 0] or ()):  # the viewer is to act, and sees their hand
        tiles = msg("You lead: any tile will do.")
    else:
        tiles = _first_lead(seen)
    suit_table = find_suit_table(seen)
    leader_chooses = seen.options.lead_suit == "leader_choice"
    has_choice = leader_chooses and any(len(suit_table.choices(SET.index[t])) > 1 for t in seen.playable)
    return sentences(tiles, msg("You say which of its numbers a tile leads.") if has_choice else None)


def standings(seen: MoonObservation) -> Sequence[Message]:
    """Return one short line per seat."""
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
        join_with_dots(result.describe(), current_trump(seen)),
        *[sum_of(result, seat) for seat in seen.order],
        *hands,
        centre,
    )


def hand_line(result: HandResult, seat: Seat) -> Message:
    """Return a line with the hand that a seat was dealt, and the bidder's discard."""
    tiles = join_items(result.dealt[seat], Join.COMMA)
    if seat != result.bidder:
        return msg("{who}: {tiles}", who=Who(seat), tiles=tiles)
    assert result.discard is not None
    return msg("{who}: {tiles} (discarded: {discard})", who=Who(seat), tiles=tiles, discard=result.discard)


def sum_of(result: HandResult, seat: Seat) -> Message:
    """Return a seat's score: "Ana: 4 + 1 (1 trick) = 5"."""
    return describe_sum(Who(seat), result.before[seat], result.gains[seat], reason_of(result, seat))


def reason_of(result: HandResult, seat: Seat) -> Message:
    """Return the reason for a seat's points: "bid made", "2 tricks"."""
    if seat == result.bidder:
        return msg("bid made") if result.made else msg("bid failed")
    return count("{n} trick", "{n} tricks", result.taken[seat])


# --- why something cannot be done


def why_not(seen: MoonObservation, notation: str) -> Message:
    """Explain why the viewer can't do this now; it must be their turn."""
    verb, _, argument = notation.strip().casefold().partition(" ")
    if seen.phase is Phase.BETWEEN:
        return why_not_between_rounds(seen)
    if verb not in _PHASES:
        return sentences(msg("There is no such move in Moon."), _phase_hint(seen))
    if _PHASES[verb] is not seen.phase:
        return sentences(_out_of_turn(verb, seen), _phase_hint(seen))
    match verb:
        case "bid":
            return _why_not_bid(seen, argument.strip())
        case "pass":
            return _why_not_pass(seen, argument)
        case "discard":
            return _why_not_discard(seen, argument)
        case "trump":
            return _why_not_trump(seen, argument.strip())
    return _why_not_play(seen, argument)


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
        return BIDDING_IS_OVER
    if seen.phase is Phase.BIDDING:
        return BIDDING_IS_FIRST
    if verb == "trump" and seen.trump is not None:
        return TRUMP_IS_FINAL
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
    return POSSIBLE_AFTER_ALL


def _why_not_pass(seen: MoonObservation, argument: str) -> Message:
    if any(choice.notation == "pass" and not choice.enabled for choice in seen.choices):
        return msg("Both others passed, so at this table you must bid at least 4.")
    return NO_MORE_THAN_PASS if argument.strip() else POSSIBLE_AFTER_ALL


def _why_not_discard(seen: MoonObservation, argument: str) -> Message:
    tile = parse_tile(argument)
    if tile is None:
        return msg("Say which tile, like this: discard 4-3.")
    return _not_held(seen, tile) or msg("Type “discard {tile}”, nothing more.", tile=str(tile))


def _why_not_trump(seen: MoonObservation, text: str) -> Message:
    if text == "doubles" and not seen.options.doubles_trump:
        return msg("At this table the doubles can't be trump.")
    if text == "none" and not seen.options.no_trump:
        return msg("At this table there must be a trump.")
    return msg("Trump can be {allowed}.", allowed=trump_choices(seen))


def _why_not_play(seen: MoonObservation, argument: str) -> Message:
    tile = parse_tile(argument)
    if tile is None:
        return msg("Say which tile, like this: play 6-3.")
    if tile in seen.playable:
        return _wrong_suit(seen, tile)
    return _not_held(seen, tile) or _must_follow(seen, tile)


def _not_held(seen: MoonObservation, tile: Tile) -> Message | None:
    if tile not in DECK:
        return msg("Moon has no such tile: 6 is the highest number, and 0-0 the only blank.")
    return explain_missing_tile(seen, tile)


def _must_follow(seen: MoonObservation, tile: Tile) -> Message:
    """Explain which other tiles must be played instead of one in the hand."""
    if seen.trick is None:
        return _first_lead(seen)
    return explain_duty(seen, tile)


def _first_lead(seen: MoonObservation) -> Message:
    return msg("The first lead must be a trump: {tiles}.", tiles=join_with_or(seen.playable))


def _wrong_suit(seen: MoonObservation, tile: Tile) -> Message:
    """Explain what is wrong with the text after a tile that could be played."""
    tile_suits = find_suit_table(seen).choices(SET.index[tile])
    if seen.trick is not None:
        return msg("Only the leader of a trick names a suit. Say “play {tile}”.", tile=str(tile))
    if len(tile_suits) == 1:
        return msg("{tile} has one suit: {suit}. Say “play {tile}”.", tile=str(tile), suit=suit_name(tile_suits[0]))
    if seen.options.lead_suit == "high_end":
        return msg("At this table a tile leads its higher number. Say “play {tile}”.", tile=str(tile))
    high, low = tile_suits
    return msg("Which suit do you lead? Say “play {tile} as {high}” or “… as {low}”.", tile=str(tile), high=high,
               low=low)  # fmt: skip
