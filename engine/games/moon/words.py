"""What a viewer of Moon reads, made of nothing but his observation."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import Doubt, Seat
from engine.games.moon.actions import PASS
from engine.games.moon.names import suit_name, trump_name
from engine.games.moon.observation import MoonObservation
from engine.games.moon.options import MoonOptions
from engine.games.moon.records import HandResult, Phase
from engine.games.moon.scoring import needed
from engine.games.moon.suits import SET, suits
from engine.games.moon.tricks import TRICKS
from engine.tiles import Tile
from engine.words import Join, Message, Who, count, lines, listed, msg, sentences


def call(seen: MoonObservation) -> Message:
    """What is asked of the seat to act."""
    match seen.phase:
        case Phase.BIDDING:
            return msg("your bid")
        case Phase.DISCARD:
            return msg("discard one tile")
        case Phase.TRUMP:
            return msg("name trump")
        case Phase.PLAY:
            return msg("your turn")
    return msg("next hand") if seen.outcome is None else msg("game over")


def situation(seen: MoonObservation) -> Message:
    """The lock screen's line."""
    match seen.phase:
        case Phase.BIDDING:
            return bidding(seen)
        case Phase.DISCARD | Phase.TRUMP:
            return msg("{who} bid {bid} and has the centre tile", who=_bidder(seen), bid=seen.bid)
        case Phase.PLAY:
            return listed([trick_number(seen), _lead(seen), progress(seen)], Join.DOT)
    if seen.result is not None and seen.result.bidder is None:
        return msg("all three passed")
    return between(seen)


def trick_number(seen: MoonObservation) -> Message:
    """ "trick 4"."""
    return msg("trick {number}", number=len(seen.past) + 1)


def _lead(seen: MoonObservation) -> Message:
    trump = _trump(seen)
    if seen.trick is None:
        return msg("{who} leads, {trump}", who=Who(seen.to_act or 0), trump=trump)
    return msg("{lead}, {trump}", lead=led(seen), trump=trump)


def led(seen: MoonObservation) -> Message:
    """Who led which tile and what it asks for: "Ben led 5-3 (fives)"."""
    assert seen.trick is not None
    seat, tile = seen.trick.laid[0]
    return msg("{who} led {tile} ({suit})", who=Who(seat), tile=tile, suit=suit_name(seen.trick.led))


def bidding(seen: MoonObservation) -> Message:
    """What was said so far: "Ana passed, Ben bid 5"."""
    if not seen.calls:
        return msg("{who} bids first", who=Who(seen.order[0]))
    return listed([_said(seat, bid) for seat, bid in seen.calls], Join.COMMA)


def _said(seat: Seat, bid: int) -> Message:
    if bid == PASS:
        return msg("{who} passed", who=Who(seat))
    return msg("{who} bid {bid}", who=Who(seat), bid=bid)


def progress(seen: MoonObservation) -> Message:
    """How the bidder stands: "Ben needs 2 more"."""
    bidder = seen.bidder
    assert bidder is not None
    missing = needed(seen.bid) - seen.taken[bidder]
    if missing <= 0:
        return msg("{who} has made {bid}", who=Who(bidder), bid=seen.bid)
    if missing > TRICKS - len(seen.past):
        return msg("{who} cannot make {bid} any more", who=Who(bidder), bid=seen.bid)
    return msg("{who} needs {missing} more", who=Who(bidder), missing=missing)


def between(seen: MoonObservation) -> Message:
    """How the last hand ended."""
    result = seen.result
    if result is None:
        return msg("nothing is dealt yet")
    return result.describe() if seen.outcome is None else seen.outcome.reason


def prompt(seen: MoonObservation) -> Message:
    """What the viewer can do now and why, or what is waited for."""
    if seen.phase is Phase.BETWEEN:
        return _pause(seen)
    if seen.viewer is None or seen.viewer != seen.to_act:
        return _waiting(seen)
    match seen.phase:
        case Phase.BIDDING:
            return _bid_prompt(seen)
        case Phase.DISCARD:
            taken = msg("You took {tile} from the centre.", tile=str(seen.centre))
            return sentences(taken, msg("Put one of your eight tiles back face down; it will count for nobody."))
        case Phase.TRUMP:
            allowed = listed([choice.parts[0] for choice in seen.choices], Join.OR)
            return sentences(msg("Name trump: {allowed}.", allowed=allowed), msg("It stays for the whole hand."))
    return _lead_prompt(seen) if seen.trick is None else _follow_prompt(seen)


def _pause(seen: MoonObservation) -> Message:
    if seen.outcome is not None:
        return seen.outcome.reason
    if seen.result is None:
        return msg("The tiles are about to be dealt.")
    return msg("The hand is over, the next one is about to be dealt.")


def _waiting(seen: MoonObservation) -> Message:
    who = Who(seen.to_act or 0)
    match seen.phase:
        case Phase.BIDDING:
            return msg("{who} is to bid.", who=who)
        case Phase.DISCARD:
            return msg("{who} is to discard one of eight tiles and to name trump.", who=who)
        case Phase.TRUMP:
            return msg("{who} is to name trump.", who=who)
    if seen.trick is None:
        return msg("{who} is to lead.", who=who)
    return sentences(msg("{lead}.", lead=led(seen)), msg("{who} is to play.", who=who))


def _bid_prompt(seen: MoonObservation) -> Message:
    bids = [choice.parts[0] for choice in seen.choices if choice.enabled and choice.parts[0] != "pass"]
    say = msg("Bid {bids}", bids=listed(bids, Join.OR))
    if not any(choice.enabled and choice.parts[0] == "pass" for choice in seen.choices):
        return msg("Both others passed, so you must bid. {say}.", say=say)
    if seen.bid == PASS:
        return msg("{say}, or pass.", say=say)
    return msg("The highest bid is {bid}. {say}, or pass.", bid=seen.bid, say=say)


def moon_doubt(options: MoonOptions) -> Doubt:
    """What is asked before a bid of 21."""
    won = options.moon_success == "wins_game"
    made = msg("Taking them all wins the game") if won else msg("Taking them all is worth 21 points")
    stake = msg("{made}, missing one costs 21 points.", made=made)
    return Doubt(sentences(msg("21 promises all seven tricks."), stake), msg("Bid 21"))


def _lead_prompt(seen: MoonObservation) -> Message:
    if len(seen.playable) == len(seen.hands[seen.viewer or 0] or ()):
        what = msg("You lead, {trump}: any tile will do.", trump=_trump(seen))
    else:
        what = msg("The first lead must be a trump: {tiles}.", tiles=_either(seen.playable))
    assert seen.trump is not None
    table = suits(seen.trump)
    calling = seen.options.lead_suit == "leader_choice"
    choice = calling and any(len(table.choices(SET.index[t])) > 1 for t in seen.playable)
    return sentences(what, msg("A tile leads whichever of its numbers you say.") if choice else None)


def _follow_prompt(seen: MoonObservation) -> Message:
    assert seen.trick is not None
    suit = suit_name(seen.trick.led)
    asked = msg("{lead}, {trump}.", lead=led(seen), trump=_trump(seen))
    if seen.trick.led in _suits_held(seen):
        return sentences(asked, msg("You must play one of your {suit}: {tiles}.", suit=suit,
                                    tiles=_either(seen.playable)))  # fmt: skip
    return sentences(asked, msg("You have no {suit}, so any tile will do.", suit=suit))


def _suits_held(seen: MoonObservation) -> set[int]:
    assert seen.trump is not None
    table = suits(seen.trump)
    return {suit for t in seen.playable for suit in table.choices(SET.index[t])}


def _either(tiles: Sequence[Tile]) -> Message:
    return listed([str(t) for t in tiles], Join.OR)


def standings(seen: MoonObservation) -> Sequence[Message]:
    """One short line a seat."""
    return [_standing(seen, seat) for seat in range(len(seen.scores))]


def _standing(seen: MoonObservation, seat: Seat) -> Message:
    bids = [bid for caller, bid in seen.calls if caller == seat]
    said = None
    if bids and seen.phase is not Phase.BETWEEN:
        said = msg("passed") if bids[0] == PASS else msg("bid {bid}", bid=bids[0])
    tricks = count("{n} trick", "{n} tricks", seen.taken[seat]) if seen.phase is Phase.PLAY else None
    points = count("{points} point", "{points} points", seen.scores[seat], points=signed(seen.scores[seat]))
    return listed([part for part in (said, tricks, points) if part is not None], Join.COMMA)


def tally(seen: MoonObservation) -> Message | None:
    """The hand that is over: who held what, and the arithmetic seat by seat."""
    result = seen.result
    if result is None:
        return None
    hands = [held(result, seat) for seat in seen.order]
    centre = msg("Centre tile: {tile}", tile=result.centre)
    if result.bidder is None:
        return lines(msg("All three passed: no score."), *hands, centre)
    head = msg("{result}, {trump}.", result=result.describe(), trump=_trump(seen))
    return lines(head, *[sum_of(result, seat) for seat in seen.order], *hands, centre)


def held(result: HandResult, seat: Seat) -> Message:
    """The hand a seat was dealt, and what the bidder put back."""
    tiles = listed(result.dealt[seat], Join.COMMA)
    if seat != result.bidder:
        return msg("{who} held {tiles}", who=Who(seat), tiles=tiles)
    assert result.discard is not None
    return msg("{who} held {tiles}; discarded {discard}", who=Who(seat), tiles=tiles, discard=result.discard)


def sum_of(result: HandResult, seat: Seat) -> Message:
    """A seat's score: "Ana: 4 + 1 (1 trick) = 5"."""
    gain, after = result.gains[seat], result.before[seat] + result.gains[seat]
    return msg("{who}: {before} {sign} {gain} ({why}) = {after}", who=Who(seat), before=signed(result.before[seat]),
               sign=sign(gain), gain=abs(gain), why=reason_of(result, seat), after=signed(after))  # fmt: skip


def reason_of(result: HandResult, seat: Seat) -> Message:
    """What a seat scores for: "bid made", "2 tricks"."""
    if seat == result.bidder:
        return msg("bid made") if result.made else msg("bid failed")
    return count("{n} trick", "{n} tricks", result.taken[seat])


def sign(points: int) -> str:
    """Plus or minus, as one writes it between two numbers."""
    return "−" if points < 0 else "+"


def signed(points: int) -> str:
    """A score with a minus sign of the width of a plus."""
    return f"−{-points}" if points < 0 else str(points)


def _bidder(seen: MoonObservation) -> Who:
    assert seen.bidder is not None
    return Who(seen.bidder)


def _trump(seen: MoonObservation) -> Message:
    assert seen.trump is not None
    return trump_name(seen.trump)
