"""Sentences about tricks, made only of what the viewer knows."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from engine.dominoes.tricks.seen import TricksSeen, find_viewer_hand, mask_tiles_played, mask_viewer_hand
from engine.dominoes.tricks.suits import (
    DOUBLE_SUIT,
    NUMBERS,
    SET,
    TRUMP_SUIT,
    Suits,
    find_suits,
    suit_name,
    suit_of,
    trump_name,
)
from engine.dominoes.tricks.unseen import find_voids
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
    msg,
    sentences,
    term,
)

_TILE = re.compile(r"([0-9]{1,2})\s*[-:|/]\s*([0-9]{1,2})")

NO_MORE_THAN_PASS = msg("Type “pass” alone.")
POSSIBLE_AFTER_ALL = msg("You can do that.")
YOUR_BID = msg("your bid")
NAME_TRUMP = msg("name trump")
BIDDING_IS_OVER = msg("The bidding is over.")
BIDDING_IS_FIRST = msg("First comes the bidding.")
TRUMP_IS_FINAL = msg("Trump is named already, and that's final.")
_KEEPS_TRUMPS = msg("It keeps your trumps.")
_FEW_TRUMPS = 3
"""A hand is weak if it has no number on more tiles than this, and strong if a number is on at least this many."""


def call_for_tile(seen: TricksSeen) -> Message:
    """Return the words that call a seat to lead or to play."""
    return msg("your turn") if seen.trick else msg("your lead")


def _name_mover(seen: TricksSeen) -> Who:
    return Who(seen.to_act or 0)  # there is a seat to act; `or 0` is for the type checker


def address_for_bid(seen: TricksSeen) -> Message:
    """Call the seat that bids by name."""
    return msg("{who}, your bid", who=_name_mover(seen))


def address_for_trump(seen: TricksSeen) -> Message:
    """Call the seat that names trump by name."""
    return msg("{who}, name trump", who=_name_mover(seen))


def address_for_tile(seen: TricksSeen) -> Message:
    """Call the seat that leads or plays by name."""
    who = _name_mover(seen)
    return msg("{who}, your turn", who=who) if seen.trick else msg("{who}, your lead", who=who)


def call_between_rounds(seen: TricksSeen) -> Message:
    """Return a few words about what comes next, while no round is played."""
    return msg("next round") if seen.outcome is None else msg("game over")


def between_rounds(seen: TricksSeen) -> Message:
    """Return the prompt while no round is played."""
    if seen.outcome is not None:
        return seen.outcome.reason
    if not seen.round:
        return msg("The tiles are about to be dealt.")
    return msg("The round is over. The next one is about to be dealt.")


def why_not_between_rounds(seen: TricksSeen) -> Message:
    """Explain why nothing can be done while no round is played."""
    return msg("The game is over.") if seen.outcome else msg("The tiles must be dealt first.")


def trick_number(seen: TricksSeen) -> Message:
    """Return the number of the trick: "trick 4"."""
    return msg("trick {number}", number=len(seen.past) + 1)


def current_trump(seen: TricksSeen) -> Message:
    """Return the name of the round's trump inside a sentence."""
    assert seen.trump is not None
    return trump_name(seen.trump)


def lead_and_trump(seen: TricksSeen) -> Message:
    """Return the suit that was led, if any, and trump."""
    if seen.trick is None:
        return current_trump(seen)
    return join_with_dots(msg("led: {suit}", suit=suit_name(seen.trick.led)), current_trump(seen))


def recall_highest_bid(bid: Value | None) -> Message:
    """Return the highest bid that the viewer could go over; None if there was none."""
    return msg("Nobody had bid yet.") if bid is None else msg("The highest bid was {bid}.", bid=bid)


def recall_own_bid(bid: Value) -> Message:
    """Return the bid that the viewer had to make."""
    return msg("You had bid {bid}.", bid=bid)


def recall_trick(seen: TricksSeen) -> Message:
    """Return the lead that the viewer played to, or that the lead was theirs."""
    if seen.trick is None:
        return msg("You led trick {number}.", number=len(seen.past) + 1)
    return msg("The lead was {tile} ({suit}).", tile=seen.trick.laid[0].tile, suit=suit_name(seen.trick.led))


def lead_line(seen: TricksSeen) -> Message:
    """Return a sentence about the lead, with its suit: "Ben leads 5-3 (fives)."."""
    assert seen.trick is not None
    seat, tile = seen.trick.laid[0]
    suit = suit_name(seen.trick.led)
    return deed("{who} leads {tile} ({suit}).", "You lead {tile} ({suit}).", who=Who(seat), tile=tile, suit=suit)


def waiting(seen: TricksSeen) -> Message:
    """Return a sentence about the seat that leads or plays next."""
    who = _name_mover(seen)
    if seen.trick is None:
        return msg("{who} leads.", who=who)
    return sentences(lead_line(seen), msg("{who} is next.", who=who))


def follow_prompt(seen: TricksSeen) -> Message:
    """Return what the viewer must or can play to the trick; the line above it names the suit that was led."""
    if _members(seen) & SET.mask(seen.playable):
        return msg("You must play {tiles}.", tiles=join_with_or(seen.playable))
    return sentences(msg("You hold none of the suit that was led, so any tile will do."), _explain_trump(seen))


def _explain_trump(seen: TricksSeen) -> Message | None:
    """Say why a tile with the number that was led doesn't belong to that suit; None if the viewer has no such tile."""
    assert seen.trick is not None
    led = seen.trick.led
    trumps = [tile for tile in seen.playable if tile.has(led) and suit_of(tile, seen.trump) == TRUMP_SUIT]
    return _belongs_to_trumps(trumps[0]) if trumps else None


def _belongs_to_trumps(tile: Tile) -> Message:
    return msg("{tile} is a trump and belongs to no other suit.", tile=str(tile))


def _members(seen: TricksSeen) -> int:
    """Return the tiles of the suit that was led."""
    assert seen.trick is not None
    return find_suit_table(seen).members[seen.trick.led]


def find_suit_table(seen: TricksSeen) -> Suits:
    """Return the suits of the round."""
    assert seen.trump is not None
    return find_suits(SET.all, seen.trump)


def _must_play(suit: Message, tiles: Sequence[Tile]) -> Message:
    return msg("Led: {suit}. You must play {tiles}.", suit=suit, tiles=join_with_or(tiles))


def join_with_or(tiles: Sequence[Tile]) -> Message:
    """Return tiles as alternatives."""
    return join_items([str(t) for t in tiles], Join.OR)


def trump_choices(seen: TricksSeen) -> Message:
    """Return what can be named as trump, in words."""
    words_by_notation: Mapping[str, Value] = {"doubles": suit_name(DOUBLE_SUIT), "none": term("none", "trump")}
    return join_items([words_by_notation.get(choice.parts[0], choice.parts[0]) for choice in seen.choices], Join.OR)


def explain_choice(seen: TricksSeen, notation: str) -> Message | None:
    """Return a short reason for an action, if one is certain.

    It is made only of the viewer's hand and of what everybody sees.
    """
    verb, _, argument = notation.partition(" ")
    match verb:
        case "bid" | "pass":
            return _explain_bid(seen, is_pass=verb == "pass")
        case "trump" if argument.isdecimal():
            return _explain_trump_choice(find_viewer_hand(seen), int(argument))
        case "discard":
            return _explain_discard(seen, argument)
        case "play":
            return _explain_play(seen, argument)
    return None


def _explain_trump_choice(hand: Sequence[Tile], number: int) -> Message | None:
    """Say that most tiles have this number, or that the viewer holds its double, which no other trump beats."""
    n = sum(tile.has(number) for tile in hand)
    if (number, n) == _find_commonest(hand) and _is_only_commonest(hand, n):
        return count("You hold {n} tile with it.", "You hold {n} tiles with it.", n)
    double = Tile(number, number)
    return msg("You hold its double, the highest trump: {tile}.", tile=str(double)) if double in hand else None


def _is_only_commonest(hand: Sequence[Tile], n: int) -> bool:
    """Return whether only one number is on `n` of these tiles."""
    return [sum(tile.has(number) for tile in hand) for number in NUMBERS].count(n) == 1


def _find_commonest(tiles: Sequence[Tile]) -> tuple[int, int]:
    """Return the number that is on most of these tiles, and how many tiles have it."""
    n, number = max((sum(tile.has(number) for tile in tiles), number) for number in NUMBERS)
    return number, n


def _explain_bid(seen: TricksSeen, *, is_pass: bool) -> Message | None:
    """Say how many tiles could be trumps, if that speaks for bidding or for passing.

    A number on few tiles isn't named without its double, since a shorter suit with its double can be the better trump.
    """
    hand = find_viewer_hand(seen)
    number, n = _find_commonest(hand)
    if is_pass and n <= _FEW_TRUMPS:
        return count("No number is on more than {n} of your tiles.", "No number is on more than {n} of your tiles.", n)
    is_safe = n > _FEW_TRUMPS or Tile(number, number) in hand
    if is_pass or n < _FEW_TRUMPS or not is_safe or not _is_only_commonest(hand, n):
        return None
    return count(
        "With {number} as trump, you'd hold {n} trump.",
        "With {number} as trump, you'd hold {n} trumps.",
        n,
        number=number,
    )


def _explain_discard(seen: TricksSeen, discarded: str) -> Message | None:
    """Say what the viewer keeps by putting a tile back: their trumps, or the number that most of their tiles have."""
    chosen, hand = parse_tile(discarded), find_viewer_hand(seen)
    if chosen is None:
        return None
    if seen.trump is not None:
        trumps = [tile for tile in hand if suit_of(tile, seen.trump) == TRUMP_SUIT]
        return _KEEPS_TRUMPS if trumps and chosen not in trumps else None
    number, n = _find_commonest(hand)
    if chosen.has(number) or n < _FEW_TRUMPS:
        return None
    return count("You keep {n} tile with {number}.", "You keep {n} tiles with {number}.", n, number=number)


def _explain_play(seen: TricksSeen, played: str) -> Message | None:
    """Say that a tile wins the trick, that no tile of the viewer can, or that playing it saves trumps."""
    chosen = parse_tile(played)
    if seen.trump is None or chosen is None:
        return None
    if _wins_trick(seen, chosen, played):
        return msg("It wins the trick: nobody can beat it.")
    if seen.trick is not None and not any(beats(seen, tile) for tile in seen.playable):
        hopeless = msg("None of your tiles can win this trick.")
        has_partner = len(seen.sizes) % 2 == 0  # in Texas 42, where the partner may still win the trick
        return hopeless if has_partner else sentences(hopeless, msg("What matters is which tiles you keep."))
    could_play_trump = any(suit_of(tile, seen.trump) == TRUMP_SUIT for tile in seen.playable)
    keeps_trumps = could_play_trump and suit_of(chosen, seen.trump) != TRUMP_SUIT
    return _KEEPS_TRUMPS if keeps_trumps else None


def beats(seen: TricksSeen, tile: Tile) -> bool:
    """Return whether a tile would be the highest of the trick on the table so far."""
    assert seen.trick is not None
    strength = find_suit_table(seen).strength[seen.trick.led]
    highest = next(laid.tile for laid in seen.trick.laid if laid.seat == seen.trick.winner)
    return strength[SET.index[tile]] > strength[SET.index[highest]]


def _wins_trick(seen: TricksSeen, chosen: Tile, played: str) -> bool:
    """Return whether the viewer knows that a tile wins the trick, wherever the unseen tiles lie."""
    suits = find_suit_table(seen)
    if seen.trick is not None:
        led, have_played = seen.trick.led, {laid.seat for laid in seen.trick.laid}
        if not beats(seen, chosen):
            return False
    else:
        called = played.partition(" as ")[2]
        led, have_played = int(called) if called else suits.led[SET.index[chosen]], set[int]()
    unseen = SET.all & ~mask_viewer_hand(seen) & ~mask_tiles_played(seen)
    higher = unseen & SET.mask(t for t in SET.tiles if _strength(suits, led, t) > _strength(suits, led, chosen))
    later_seats = [seat for seat in range(len(seen.sizes)) if seat != seen.viewer and seat not in have_played]
    voids = find_voids(seen, suits)
    return not any(higher & ~voids[seat] for seat in later_seats)


def _strength(suits: Suits, led: int, tile: Tile) -> int:
    return suits.strength[led][SET.index[tile]]


def parse_tile(text: str) -> Tile | None:
    """Return the tile that a text contains."""
    match = _TILE.search(text)
    return None if match is None else Tile(*sorted((int(match[1]), int(match[2])), reverse=True))


def explain_missing_tile(seen: TricksSeen, tile: Tile) -> Message | None:
    """Say that the viewer doesn't hold a tile; None if they do."""
    return None if tile in find_viewer_hand(seen) else msg("You don't have {tile}.", tile=str(tile))


def explain_duty(seen: TricksSeen, tile: Tile) -> Message:
    """Explain which tiles must be played instead of this tile of the hand."""
    assert seen.trick is not None
    must_play = _must_play(suit_name(seen.trick.led), seen.playable)
    if tile.has(seen.trick.led) and suit_of(tile, seen.trump) == TRUMP_SUIT:
        return sentences(_belongs_to_trumps(tile), must_play)
    return must_play


def sign(points: int) -> str:
    """Return plus or minus, as written between two numbers."""
    return "−" if points < 0 else "+"


def describe_sum(who: Value, before: int, gain: int, why: Message) -> Message:
    """Return how a score changes: "Ana: 4 + 1 (1 trick) = 5"."""
    return msg(
        "{who}: {before} {sign} {gain} ({why}) = {after}",
        who=who,
        before=format_signed(before),
        sign=sign(gain),
        gain=abs(gain),
        why=why,
        after=format_signed(before + gain),
    )
