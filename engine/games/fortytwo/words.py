"""Texts about a table of Texas 42, made only of what the viewer knows."""

from __future__ import annotations

from collections.abc import Sequence

from engine.defaults import CHOOSE_MOVE
from engine.dominoes.tricks import words as tricks_words
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
    describe_sum,
    explain_duty,
    explain_missing_tile,
    follow_prompt,
    lead_and_trump,
    parse_tile,
    trump_choices,
    why_not_between_rounds,
)
from engine.game import Action, Doubt, Seat
from engine.games.fortytwo.actions import (
    LEAP_DOUBLES,
    MARK,
    MARK_BIDS,
    PASS,
    PLUNGE,
    POINT_BIDS,
    SPLASH,
    TOP,
    Bid,
    Leap,
    Nello,
    bid_title,
    count_marks,
    find_leap_bid,
)
from engine.games.fortytwo.observation import FortytwoObservation, Phase, RoundResult
from engine.games.fortytwo.options import MARKS, OFF, FortytwoOptions
from engine.games.fortytwo.result_text import describe_bid_result, describe_result
from engine.games.fortytwo.suits import HAND_POINTS
from engine.sides import PAIRS, SIGNS, Side, find_side, name_side
from engine.words import Join, Message, Value, Who, count, join_items, join_with_dots, lines, msg, sentences

_PHASES = {
    **dict.fromkeys(("bid", "pass", PLUNGE, SPLASH), Phase.BIDDING),
    **dict.fromkeys(("trump", "nello"), Phase.TRUMP),
    **dict.fromkeys(("play", "claim"), Phase.PLAY),
}
"""The phase in which each verb can be used."""


def call(seen: FortytwoObservation) -> Message:
    """Return a few words that call the seat to act: "your bid"."""
    match seen.phase:
        case Phase.BIDDING:
            return YOUR_BID
        case Phase.TRUMP:
            return NAME_TRUMP
        case Phase.PLAY:
            return call_for_tile(seen)
    return call_between_rounds(seen)


def address(seen: FortytwoObservation) -> Message:
    """Call the seat to act by name."""
    match seen.phase:
        case Phase.BIDDING:
            return address_for_bid(seen)
        case Phase.TRUMP:
            return address_for_trump(seen)
    return address_for_tile(seen)


def recall(seen: FortytwoObservation) -> Message:
    """Return what the viewer decided on in a turn that is over, in a sentence."""
    match seen.phase:
        case Phase.BIDDING:
            return tricks_words.recall_highest_bid(bid_title(seen.bid) if seen.highest else None)
        case Phase.TRUMP:
            if seen.bidder == seen.viewer:
                return tricks_words.recall_own_bid(bid_title(seen.bid))
            return msg("Your partner had bid {bid}.", bid=bid_title(seen.bid))
    return tricks_words.recall_trick(seen)


def menu_title(seen: FortytwoObservation) -> Message:
    """Return what the menu asks for before anything in it is chosen."""
    return msg("Choose your bid") if seen.phase is Phase.BIDDING else CHOOSE_MOVE


def situation(seen: FortytwoObservation) -> Message:
    """Return what decides the next move, for a lock screen."""
    match seen.phase:
        case Phase.BIDDING:
            return _highest_bid(seen)
        case Phase.TRUMP:
            return bid_line(seen)
        case Phase.PLAY:
            return join_with_dots(trump_line(seen), _winning(seen), progress(seen))
    if seen.result is None:
        return msg("not dealt yet")
    if seen.outcome is not None:
        return seen.outcome.reason
    return describe_result(seen.result, seen.options.scoring)


def _highest_bid(seen: FortytwoObservation) -> Message:
    return msg("highest bid: {bid}", bid=bid_title(seen.bid)) if seen.highest else msg("no bids yet")


def bid_line(seen: FortytwoObservation) -> Message:
    """Return the highest bid, and whether it is a plunge, a splash or nello."""
    leap = {PLUNGE: msg("plunge"), SPLASH: msg("splash")}.get(seen.leap)
    nello = msg("nello") if seen.nello else None
    return join_with_dots(*[part for part in (msg("bid: {bid}", bid=bid_title(seen.bid)), leap, nello) if part])


def trump_line(seen: FortytwoObservation) -> Message:
    """Return the suit that was led, if any, and trump or nello."""
    if not seen.nello:
        return lead_and_trump(seen)
    return join_with_dots(lead_and_trump(seen), msg("nello"))


def _winning(seen: FortytwoObservation) -> Message:
    """Return the tile that is winning the trick, or before the lead the number of the trick."""
    if seen.trick is None:
        return tricks_words.trick_number(seen)
    tile = next(laid.tile for laid in seen.trick.laid if laid.seat == seen.trick.winner)
    return msg("{tile} wins so far", tile=str(tile))


def progress(seen: FortytwoObservation) -> Message:
    """Return what the bidders still need: for a player "your pair needs 13 more points", in the channel their sign."""
    contract = seen.contract
    assert contract is not None
    sign = SIGNS[PAIRS.index(contract.side)]
    made = contract.find_result(seen.counts, seen.taken)
    if made is not None:
        return msg("{sign} has made the bid", sign=sign) if made else msg("{sign} can't make the bid", sign=sign)
    if contract.nello:
        return msg("{sign} must take no trick", sign=sign)
    if contract.bid >= MARK:
        return _every_trick(seen, contract.side)
    missing = contract.bid - seen.counts[contract.bidder]
    if seen.viewer is not None and seen.viewer in contract.side:
        return count("your pair needs {n} more point", "your pair needs {n} more points", missing)
    if seen.viewer is not None:
        return count("the others need {n} more point", "the others need {n} more points", missing)
    return count("{sign} needs {n} more point", "{sign} needs {n} more points", missing, sign=sign)


def _every_trick(seen: FortytwoObservation, bidders: Side) -> Message:
    if seen.viewer is None:
        return msg("{sign} must take every trick", sign=SIGNS[PAIRS.index(bidders)])
    if seen.viewer in bidders:
        return msg("your pair must take every trick")
    return msg("the others must take every trick")


def needs(seen: FortytwoObservation, side: Side) -> Message | None:
    """Return the points that a pair needs to make the bid or to beat it.

    Return None if the bid is decided, or if it is in marks, so that a single trick decides it.
    """
    contract = seen.contract
    if contract is None or contract.bid >= MARK:
        return None
    if contract.find_result(seen.counts, seen.taken) is not None:
        return None
    if side == contract.side:
        return msg("{n} to go", n=contract.bid - seen.counts[side[0]])
    # the bid fails with one point more than it leaves for the setters
    return count(
        "{n} more beats the bid",
        "{n} more beat the bid",
        HAND_POINTS - contract.bid + 1 - seen.counts[side[0]],
    )


def prompt(seen: FortytwoObservation) -> Message:
    """Return what the viewer can do now and why, or what they wait for."""
    if seen.phase is Phase.BETWEEN:
        return between_rounds(seen)
    if seen.viewer is None or seen.viewer != seen.to_act:
        return waiting(seen)
    match seen.phase:
        case Phase.BIDDING:
            return _bid_prompt(seen)
        case Phase.TRUMP:
            return _trump_prompt(seen)
    if seen.trick is not None:
        return follow_prompt(seen)
    claim = msg("Or lay down: all your tiles win.") if _can(seen, "claim") else None
    return sentences(msg("You lead: any tile will do."), claim)


def _can(seen: FortytwoObservation, notation: str) -> bool:
    return any(choice.enabled and choice.notation == notation for choice in seen.choices)


def waiting(seen: FortytwoObservation) -> Message:
    """Return what the channel and the other seats wait for."""
    who = Who(seen.to_act or 0)  # there is a seat to act; `or 0` is for the type checker
    match seen.phase:
        case Phase.BIDDING:
            return msg("{who} bids next.", who=who)
        case Phase.TRUMP:
            return msg("{who} names trump, then leads.", who=who)
    return tricks_words.waiting(seen)


def _bid_prompt(seen: FortytwoObservation) -> Message:
    lowest = next(choice for choice in seen.choices if choice.notation.startswith("bid ") and choice.enabled)
    least = bid_title(int(lowest.parts[0]))
    if not _can(seen, "pass"):
        return msg("Three passed, so you must bid. The least is {least}.", least=least)
    return msg("Bid or pass. The least is {least}.", least=least)


def _trump_prompt(seen: FortytwoObservation) -> Message:
    bid = seen.highest
    partner = msg("Your partner leaves it to you.") if bid is not None and bid.seat != seen.viewer else None
    return sentences(partner, msg("Name trump: {trumps}.", trumps=trump_choices(seen)), msg("Then you lead."))


def why(seen: FortytwoObservation, notation: str) -> Message | None:
    """Return a reason for an action, if there is a short one; else None.

    In nello there is none, because the reasons for other rounds would be wrong.
    """
    if seen.nello:
        return None
    tile = parse_tile(notation) if notation.startswith("play ") else None
    if tile is not None and seen.trick is not None and seen.viewer is not None:
        is_partners = seen.trick.winner in find_side(PAIRS, seen.viewer)
        if is_partners and not tricks_words.beats(seen, tile):
            return msg("Your partner is winning the trick.")
    return tricks_words.explain_choice(seen, notation)


def find_doubt(action: Action) -> Doubt | None:
    """Return the second question before an action that stakes more than one mark, or is nello."""
    match action:
        case Bid(bid) if count_marks(bid) > 1:
            return Doubt(msg("You must take all seven tricks."), action.label)
        case Leap():
            return Doubt(msg("You must take all seven tricks, and your partner names trump."), action.label)
        case Nello():
            return Doubt(msg("You must take no trick, and your partner sits out."), action.label)
    return None


def standings(seen: FortytwoObservation) -> Sequence[Message]:
    """Return one short line per seat."""
    return [_standing(seen, seat) for seat in range(len(seen.scores))]


def _standing(seen: FortytwoObservation, seat: Seat) -> Message:
    parts: list[Value] = []
    calls = [call for call in seen.calls if call.seat == seat]
    if calls and seen.phase is not Phase.BETWEEN:
        parts.append(msg("passed") if calls[0].bid == PASS else msg("bid: {bid}", bid=bid_title(calls[0].bid)))
    if seen.phase is Phase.PLAY:
        is_idle = seat == seen.idle
        parts.append(msg("sits out") if is_idle else count("{n} trick", "{n} tricks", seen.taken[seat]))
    sign = SIGNS[PAIRS.index(find_side(PAIRS, seat))]
    score = score_text(seen.options, seen.scores[seat])
    return join_items([*parts, msg("{sign} {score}", sign=sign, score=score)], Join.COMMA)


def score_text(options: FortytwoOptions, score: int) -> Message:
    """Return a score with its unit."""
    if options.scoring == MARKS:
        return count("{n} mark", "{n} marks", score)
    return count("{n} point", "{n} points", score)


def tally(seen: FortytwoObservation) -> Message | None:
    """Return the account of the round that was just scored: each pair's arithmetic, then the hands."""
    result = seen.result
    if result is None:
        return None
    sums = [] if result.contract is None else [sum_of(result, side) for side in PAIRS]
    hands = [
        msg("{who}: {tiles}", who=Who(seat), tiles=join_items(result.dealt[seat], Join.COMMA))
        for side in PAIRS
        for seat in side
    ]
    return lines(describe_bid_result(result), *sums, *hands)


def sum_of(result: RoundResult, side: Side) -> Message:
    """Return a pair's score: "◆ Ana and Cem: 4 + 1 (took 34) = 5"."""
    seat = side[0]
    took = msg("took {points}", points=result.counts[seat])
    return describe_sum(name_side(PAIRS, side), result.before[seat], result.gains[seat], took)


# --- why something cannot be done


def why_not(seen: FortytwoObservation, notation: str) -> Message:
    """Explain why the viewer can't do this now; it must be their turn."""
    verb, _, argument = notation.strip().casefold().partition(" ")
    if seen.phase is Phase.BETWEEN:
        return why_not_between_rounds(seen)
    if verb not in _PHASES:
        return sentences(msg("There is no such move in Texas 42."), _phase_hint(seen))
    if _PHASES[verb] is not seen.phase:
        return sentences(_out_of_turn(verb, seen), _phase_hint(seen))
    match verb:
        case "bid":
            return _why_not_bid(seen, argument.strip())
        case "pass":
            return _why_not_pass(seen, argument)
        case "plunge" | "splash":
            return _why_not_leap(seen, verb)
        case "trump":
            return _why_not_trump(seen, argument.strip())
        case "nello":
            return _why_not_nello(seen)
        case "claim":
            return _why_not_claim(seen)
    return _why_not_play(seen, argument)


def _phase_hint(seen: FortytwoObservation) -> Message:
    match seen.phase:
        case Phase.BIDDING:
            return msg("Now bid or pass, like this: bid 31.")
        case Phase.TRUMP:
            return msg("Now name trump, like this: trump 6.")
    return msg("Now play a tile, like this: play 6-3.")


def _out_of_turn(verb: str, seen: FortytwoObservation) -> Message:
    if _PHASES[verb] is Phase.BIDDING:
        return BIDDING_IS_OVER
    if seen.phase is Phase.BIDDING:
        return BIDDING_IS_FIRST
    return TRUMP_IS_FINAL if seen.phase is Phase.PLAY else msg("First comes trump.")


def _why_not_bid(seen: FortytwoObservation, text: str) -> Message:
    if text not in {str(bid) for bid in (*POINT_BIDS, *MARK_BIDS)}:
        return msg("A bid is a number from {low} to {high}, or {mark} for each mark.", low=POINT_BIDS[0],
                   high=POINT_BIDS[-1], mark=MARK)  # fmt: skip
    if seen.bid == TOP:
        return msg("Nothing goes over {bid}.", bid=bid_title(TOP))
    if int(text) <= seen.bid:
        return msg("Your bid must go over the highest one: {bid}.", bid=bid_title(seen.bid))
    most = max(2 * MARK, seen.bid + MARK)  # the limit of `list_bids`
    return msg("The most that you can bid now is {bid}.", bid=bid_title(most))


def _why_not_pass(seen: FortytwoObservation, rest: str) -> Message:
    if not _can(seen, "pass"):
        return msg("Three passed, so at this table you must bid at least {least}.", least=POINT_BIDS[0])
    return NO_MORE_THAN_PASS if rest.strip() else POSSIBLE_AFTER_ALL


def _why_not_leap(seen: FortytwoObservation, leap: str) -> Message:
    if not getattr(seen.options, leap):
        return msg("There is no plunge at this table.") if leap == PLUNGE else msg("There is no splash at this table.")
    if find_leap_bid(leap, seen.bid) is None:
        return msg("The highest bid is too high for that: {bid}.", bid=bid_title(seen.bid))
    return msg("For that you need {n} doubles.", n=LEAP_DOUBLES[leap])


def _why_not_trump(seen: FortytwoObservation, text: str) -> Message:
    if text == "doubles" and not seen.options.doubles_trump:
        return msg("At this table the doubles can't be trump.")
    if text.startswith("none") and seen.options.no_trump == OFF:
        return msg("At this table there must be a trump.")
    return msg("Trump can be {allowed}.", allowed=trump_choices(seen))


def _why_not_nello(seen: FortytwoObservation) -> Message:
    if seen.options.nello == OFF:
        return msg("There is no nello at this table.")
    return msg("After a plunge or splash there is no nello.") if seen.leap else msg("Nello needs a bid of 1 mark.")


def _why_not_claim(seen: FortytwoObservation) -> Message:
    if not seen.options.claims:
        return msg("At this table each trick is played.")
    if seen.nello:
        return msg("In nello each trick is played.")
    if seen.trick is not None or len(seen.past) == TRICKS - 1:
        return msg("You can lay down only if you lead, and not in the last trick.")
    return msg("From what you see, some tile of yours could still be beaten.")


def _why_not_play(seen: FortytwoObservation, rest: str) -> Message:
    tile = parse_tile(rest)
    if tile is None:
        return msg("Say which tile, like this: play 6-3.")
    if tile in seen.playable:
        return msg("Type “play {tile}”, nothing more.", tile=str(tile))
    return explain_missing_tile(seen, tile) or explain_duty(seen, tile)
