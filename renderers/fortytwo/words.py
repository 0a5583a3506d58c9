"""The table of Texas 42 in words, for players who can't see the picture or don't load it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.dominoes.tricks.seen import TrickSeen
from engine.dominoes.tricks.suits import trump_name
from engine.game import Seat
from engine.games.fortytwo.actions import MARK, PASS, bid_title
from engine.games.fortytwo.observation import FortytwoObservation, Phase, RoundResult
from engine.games.fortytwo.options import MARKS, SEATS, FortytwoOptions
from engine.games.fortytwo.result_text import describe_bid_result
from engine.games.fortytwo.suits import COUNTS, HAND_POINTS
from engine.games.fortytwo.words import bid_line, needs, situation, waiting
from engine.sides import PAIRS, SIGNS, Side, find_side, name_side
from engine.tiles import Tile
from engine.words import Join, Message, Value, Who, count, join_items, join_with_dots, lines, msg, sentences
from renderers.tricks.words import describe_current, describe_hand, describe_last, join_tiles


def alt(seen: FortytwoObservation) -> Message:
    """Return the table in a few sentences."""
    on_table = None if seen.trick is None or seen.nello else msg("{worth}.", worth=worth(seen.trick))
    return sentences(
        *_situation(seen),
        *_bids(seen),
        describe_current(seen, seen.players),
        on_table,
        None if (out := still_out(seen)) is None else msg("{points}.", points=out),
        describe_last(seen, seen.players),
        *[_pair(seen, side, name_side(PAIRS, side)) for side in PAIRS],
    )


def board_text(seen: FortytwoObservation) -> Message:
    """Return the table as text, with all tricks of the round."""
    current = describe_current(seen, seen.players)
    pairs = [_pair(seen, side, name_side(PAIRS, side)) for side in PAIRS]
    return lines(sentences(*_situation(seen)), *_bids(seen), *_past(seen), current, *pairs)


def hand_alt(seen: FortytwoObservation) -> Message:
    """Describe the viewer's hand, the playable tiles first, and which of its tiles count."""
    held = seen.hands[seen.viewer] if seen.viewer is not None else None
    if not held:
        return msg("No tiles.")
    tiles = describe_hand(seen) if seen.phase is Phase.PLAY else msg("Your tiles: {tiles}.", tiles=join_tiles(held))
    counts = counts_of(seen)
    counting = [f"{tile} +{counts[tile]}" for tile in held if tile in counts]
    worth_points = msg("Worth points: {tiles}.", tiles=join_items(counting, Join.COMMA)) if counting else None
    return sentences(tiles, worth_points)


def head_line(seen: FortytwoObservation) -> Message | None:
    """Return who bid what, and trump: "Ana ◆ · bid: 34 · trump 5"; None before the bidding is over."""
    if seen.bidder is None:
        return None
    sign = SIGNS[PAIRS.index(find_side(PAIRS, seen.bidder))]
    who = msg("{who} {sign}", who=Who(seen.bidder), sign=sign)
    return join_with_dots(who, bid_line(seen), None if seen.trump is None else trump_name(seen.trump))


def worth(trick: TrickSeen) -> Message:
    """Return what a trick is worth with the tiles laid so far."""
    return count("Worth so far: {n} point", "Worth so far: {n} points", trick_points(trick))


def still_out(seen: FortytwoObservation) -> Message | None:
    """Return how many points are in tricks that no pair has taken yet; None if they decide nothing."""
    contract = seen.contract
    # tricks, not points, decide nello and a bid of marks
    if seen.phase is not Phase.PLAY or contract is None or contract.nello or contract.bid >= MARK:
        return None
    points_left = HAND_POINTS - sum(seen.counts[side[0]] for side in PAIRS)
    return count("{n} point still out", "{n} points still out", points_left)


def notice(seen: FortytwoObservation) -> Message | None:
    """Return what is unusual about the bidding: the tiles were dealt again, or the dealer must bid."""
    if seen.phase is not Phase.BIDDING:
        return None
    if len(seen.calls) == SEATS - 1 and seen.highest is None and seen.options.all_pass == "dealer_bids":
        return msg("Three passed, so {who} must bid.", who=Who(seen.dealer))
    return msg("All passed, so the tiles were dealt again.") if seen.redealt else None


def counts_of(seen: FortytwoObservation) -> Mapping[Tile, int]:
    """Return the points of the tiles that count; in nello none does."""
    return {} if seen.nello else COUNTS


def trick_points(trick: TrickSeen) -> int:
    """Return what a trick is worth with the tiles laid so far."""
    return 1 + sum(COUNTS.get(laid.tile, 0) for laid in trick.laid)


def aim(seen: FortytwoObservation, side: Side) -> Message | None:
    """Return what a pair still needs: "13 to go", "3 more beat the bid"."""
    contract = seen.contract
    if contract is None:
        return None
    is_bidding_side = side == contract.side
    made = contract.find_result(seen.counts, seen.taken) if seen.result is None else seen.result.made
    if made is not None:
        return (msg("bid made") if made else msg("bid failed")) if is_bidding_side else None
    if contract.bid < MARK:
        return needs(seen, side)
    if contract.nello:
        sign = SIGNS[PAIRS.index(contract.side)]
        return msg("no trick at all") if is_bidding_side else msg("a trick for {sign} beats it", sign=sign)
    return msg("all seven tricks") if is_bidding_side else msg("one trick beats the bid")


def score_line(options: FortytwoOptions, score: int) -> Message:
    """Return a score and the goal: "5 of 7 marks"."""
    if options.scoring == MARKS:
        return count("{score} of {n} mark", "{score} of {n} marks", options.goal, score=score)
    return count("{score} of {n} point", "{score} of {n} points", options.goal, score=score)


def outcome_line(result: RoundResult, side: Side) -> Message:
    """Return what a pair took: for bidders, against the bid: "36 of 34: made"."""
    contract = result.contract
    points = result.counts[side[0]]
    tricks = sum(result.taken[seat] for seat in side)
    if contract is None or side != contract.side:
        is_nello = contract is not None and contract.nello
        return count("{n} trick", "{n} tricks", tricks) if is_nello else count("{n} point", "{n} points", points)
    if contract.nello or contract.bid >= MARK:
        if result.made:
            return count("{n} trick: made", "{n} tricks: made", tricks)
        return count("{n} trick: failed", "{n} tricks: failed", tricks)
    if result.made:
        return msg("{points} of {bid}: made", points=points, bid=contract.bid)
    return msg("{points} of {bid}: failed", points=points, bid=contract.bid)


def call_text(seen: FortytwoObservation, seat: Seat) -> Message | None:
    """Return what a seat said in the bidding: "34", "2 marks", "pass"; None before its bid."""
    bid = next((call.bid for call in seen.calls if call.seat == seat), None)
    if bid is None:
        return None
    return msg("pass") if bid == PASS else bid_title(bid)


def ending(seen: FortytwoObservation, result: RoundResult) -> Sequence[Message]:
    """Return who laid down the rest of a hand, if a seat did, how the round ended, and who has won the game."""
    claim = None if result.claimer is None else msg("{who} laid down and takes the rest.", who=Who(result.claimer))
    won = None if seen.outcome is None else seen.outcome.reason
    return [part for part in (claim, describe_bid_result(result), won) if part is not None]


def _situation(seen: FortytwoObservation) -> Sequence[Message]:
    """Describe the round, its bid and who is next, or how it ended; never what only the viewer may know."""
    heading = msg("Texas 42, round {round}.", round=seen.round)
    if not seen.round:
        return (msg("Texas 42: {situation}.", situation=situation(seen)),)
    dealer = msg("Dealer: {who}.", who=Who(seen.dealer))
    if seen.result is not None:
        return [part for part in (heading, dealer, *ending(seen, seen.result)) if part is not None]
    head = head_line(seen)
    playing = seen.phase is Phase.PLAY
    if playing:
        heading = msg("Texas 42, round {round}, trick {trick} of 7.", round=seen.round, trick=len(seen.past) + 1)
    bid = None if head is None else msg("{line}.", line=head)
    next_ = msg("{who} is next.", who=Who(seen.to_act or 0)) if playing else waiting(seen)
    idle = None if seen.idle is None else msg("{who} sits out.", who=Who(seen.idle))
    return [part for part in (heading, dealer, bid, idle, notice(seen), next_) if part is not None]


def _bids(seen: FortytwoObservation) -> Sequence[Message]:
    """List the bids in their order until the first trick is over."""
    if seen.past or not seen.calls:
        return ()
    bids = [msg("{who} ({bid})", who=Who(call.seat), bid=call_text(seen, call.seat) or "") for call in seen.calls]
    return (msg("Bids in order: {bids}.", bids=join_items(bids, Join.COMMA)),)


def _past(seen: FortytwoObservation) -> Sequence[Message]:
    """Describe the tricks of the round that are over, each with the pair that took it and its points."""
    return [
        msg(
            "Trick {n}: {laid} ({sign} +{points}).",
            n=n,
            laid=join_items([msg("{who} {tile}", who=Who(seat), tile=str(tile)) for seat, tile in trick.laid]),
            sign=SIGNS[PAIRS.index(find_side(PAIRS, trick.winner))],
            points=trick_points(trick),
        )
        for n, trick in enumerate(seen.past, 1)
    ]


def _pair(seen: FortytwoObservation, side: Side, who: Value) -> Message:
    """Describe a pair: its marks or points, and in a round what it took and still needs."""
    standing = [score_line(seen.options, seen.scores[side[0]])]
    if seen.trump is not None:
        points = seen.counts[side[0]]
        tricks = sum(seen.taken[seat] for seat in side)
        standing.append(count("{n} trick", "{n} tricks", tricks))
        if not seen.nello:
            standing.append(count("took {n} point", "took {n} points", points))
        standing += [part for part in [aim(seen, side)] if part is not None]
    return msg("{who}: {standing}.", who=who, standing=join_items(standing, Join.COMMA))
