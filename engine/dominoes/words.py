"""Texts about a round on a line, made only of what the viewer knows."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from engine.dominoes import advice
from engine.dominoes.actions import Play
from engine.dominoes.blocked import MANUAL
from engine.dominoes.boneyard import is_lead_forced, opening_rule
from engine.dominoes.lacks import find_lacks
from engine.dominoes.line import LineObservation, OpenEnd
from engine.dominoes.settings import LOW_DOUBLE
from engine.game import Choice, Seat, Verb
from engine.notation import match_notation
from engine.sides import SIGNS, find_side, number_sides
from engine.tiles import Tile, tile, tile_set
from engine.words import Join, Message, Who, count, deed, join_items, msg, sentences

_TILE_AND_END = re.compile(r"([0-9]{1,2})\s*[-:|/]\s*([0-9]{1,2})\s*(.*)")
PASSES = msg("If all pass, the round is blocked.")
_ADDENDS = 9
"""The most tiles of a hand that are listed. A larger hand is described by its numbers of tiles and pips."""

S = TypeVar("S", bound=LineObservation)


def call(seen: LineObservation) -> Message:
    """Return what the seat to act is asked to do."""
    if seen.outcome is not None:
        return msg("game over")
    if not seen.playing:
        return msg("next deal")
    return msg("your turn") if seen.laid else msg("you start")


def address(seen: LineObservation) -> Message:
    """Call the seat to act by name."""
    who = Who(seen.to_act or 0)  # there is a seat to act; `or 0` is for the type checker
    return msg("{who}, your turn", who=who) if seen.laid else msg("{who}, you start", who=who)


def situation(seen: LineObservation) -> Message:
    """Return what decides the next move."""
    if not seen.playing:
        return msg("not dealt yet")
    if not seen.laid:
        return msg("round {round}", round=seen.round)
    ends = msg("open ends {numbers}", numbers=join_items([end.number for end in seen.ends]))
    if not seen.confirming:
        return ends
    number, seats = len(seen.confirmed), len(seen.sizes)
    return join_items([ends, msg("{number} of {seats} passed", number=number, seats=seats)], Join.DOT)


def recall(seen: LineObservation) -> Message:
    """Return the open ends of a turn that is over, in a sentence."""
    if not seen.laid:
        return msg("You opened the round.")
    return msg("The open ends were {numbers}.", numbers=join_items([end.number for end in seen.ends]))


def prompt(seen: LineObservation) -> Message:
    """Explain what the viewer can do now, or what they wait for."""
    if seen.outcome is not None:
        return seen.outcome.reason
    if seen.void is not None:
        return seen.void.describe()
    if not seen.playing:
        return msg("The next round will be dealt.") if seen.is_scored else msg("The tiles are being shuffled.")
    return _turn_prompt(seen) if seen.viewer == seen.to_act else _waiting(seen)


def _waiting(seen: LineObservation) -> Message:
    """Return what the channel and the other seats wait for."""
    who = Who(seen.to_act or 0)  # there is a seat to act; `or 0` is for the type checker
    if not seen.laid:
        return msg("{who} opens the round.", who=who)
    if seen.confirming and seen.options.verification == MANUAL:
        return sentences(msg("{who} is next.", who=who), PASSES)
    return msg("{who} is next.", who=who)


def _turn_prompt(seen: LineObservation) -> Message:
    """Return what the seat to act can do, and why."""
    if not seen.laid:
        return _opening_prompt(seen)
    if seen.playable:
        return _playing_prompt(seen)
    if not seen.drawable:
        return sentences(msg("None of your tiles fits."), msg("Press *I can't play*."), PASSES)
    return sentences(msg("None of your tiles fits."), _drawing_prompt(seen.draws))


def _opening_prompt(seen: LineObservation) -> Message:
    if is_lead_forced(seen.options, seen.round):
        (tile,) = seen.playable
        if tile.double and opening_rule(seen.options, seen.round) == LOW_DOUBLE:
            return msg("The lowest double opens: play {tile}.", tile=str(tile))
        if tile.double:
            return msg("The highest double opens: play {tile}.", tile=str(tile))
        return msg("No one has a double, so the heaviest tile opens: play {tile}.", tile=str(tile))
    if len(seen.playable) < len(seen.hand):
        return msg("You open with a double of your choice.")
    return msg("You open with any tile.")


def _playing_prompt(seen: LineObservation) -> Message:
    n, tile = len(seen.playable), str(seen.playable[0])
    if seen.confirmed and n == 1:
        return msg("{tile} fits, so you must play it.", tile=tile)
    if seen.confirmed:
        return count("{n} tile fits, so you must play one.", "{n} tiles fit, so you must play one.", n)
    fit_line = msg("One tile fits: {tile}.", tile=tile) if n == 1 else count("{n} tile fits.", "{n} tiles fit.", n)
    if seen.options.voluntary_draw and seen.draws:
        return sentences(fit_line, msg("You may draw a tile first."))
    return fit_line


def _drawing_prompt(draws_left: int) -> Message:
    if not draws_left:
        return msg("You've drawn all that a turn allows: pass.")
    if draws_left == 1:
        return msg("Draw a tile.")
    return count("Draw until one fits, {n} tile at most.", "Draw until one fits, {n} tiles at most.", draws_left)


def standings(seen: LineObservation) -> tuple[Message, ...]:
    """Return one line per seat with its tiles and points.

    With partners, it has the points of the side, after the side's sign.
    """
    if len(seen.sides) < len(seen.sizes):
        numbers = number_sides(seen.sides)
        return tuple(
            msg("{tiles}, {sign} {score}", tiles=tile_count(size), sign=SIGNS[numbers[seat]], score=seen.scores[seat])
            for seat, size in enumerate(seen.sizes)
        )
    return tuple(
        join_items([tile_count(size), points(score)], Join.COMMA)
        for size, score in zip(seen.sizes, seen.scores, strict=True)
    )


def tile_count(number: int) -> Message:
    return count("{n} tile", "{n} tiles", number)


def why(seen: LineObservation, notation: str) -> Message | None:
    """Return a reason for an action.

    The first of these reasons that holds is given: only the viewer can play on an end, an opponent lacks the number
    that the play opens, the viewer holds more tiles with that number, or the tile has the most pips.
    """
    ends = {end.letter: end.number for end in seen.ends}
    return (
        _name_own_number(seen, notation, ends)
        or _name_player_without(seen, notation, ends)
        or advice.why(notation, seen.hand, seen.playable, ends, _heaviest)
    )


def _name_own_number(seen: LineObservation, notation: str, ends: Mapping[str, int]) -> Message | None:
    """Name a number that only the viewer can play on after a play, if there is one."""
    opened = advice.opened_number(notation, ends)
    if opened is None:
        return None
    _, played, covered = notation.split()
    laid_tiles = [laid.tile for laid in seen.laid]
    hand = [own_tile for own_tile in seen.hand if str(own_tile) != played]
    for number in (opened, *(other for letter, other in ends.items() if letter != covered)):
        off_table = tile_set(seen.highest).suit[number].bit_count() - sum(
            number in laid_tile for laid_tile in laid_tiles
        )
        in_hand = sum(number in own_tile for own_tile in hand)
        if number in tile(played):
            off_table -= 1  # the play lays this tile on the table
        if in_hand and off_table == in_hand:
            return msg("Nobody else has a tile with {number}, so that end stays yours.", number=number)
    return None


def _name_player_without(seen: LineObservation, notation: str, ends: Mapping[str, int]) -> Message | None:
    """Name the next opponent who is known to lack the number that a play opens, if there is one."""
    opened = advice.opened_number(notation, ends)
    if opened is None or seen.viewer is None:
        return None
    # a seat that passed lacks all tiles with the open numbers, so it lacks their doubles
    double = 1 << tile_set(seen.highest).index[Tile(opened, opened)]
    partners, seats = find_side(seen.sides, seen.viewer), len(seen.sizes)
    for seat in [(seen.viewer + place) % seats for place in range(1, seats)]:
        if seat not in partners and find_lacks(seen, seat) & double:
            return deed(
                "{who} passed on {number}, so they hold none.",
                "You passed on {number}, so you hold none.",
                who=Who(seat),
                number=opened,
            )
    return None


def _heaviest(tile: Tile) -> Message:
    return msg("Of those that fit it has the most dots: {n}.", n=tile.pips)


def points(number: int) -> Message:
    return count("{n} point", "{n} points", number)


def play_label(action: Play, score: int) -> Message:
    """Return the button text of a play, with its score if it has one."""
    if not score:
        return action.label
    if not action.end:
        return msg("{tile} +{points}", tile=str(action.tile), points=score)
    return msg("{tile} {end} +{points}", tile=str(action.tile), end=action.end, points=score)


def hand_line(seat: Seat, tiles: Sequence[Tile]) -> Message:
    """Return a line about the rest of a hand and its pips."""
    who, pips = Who(seat), [tile.pips for tile in tiles]
    if not tiles:
        return msg("{who}: no tiles left", who=who)
    if len(tiles) > _ADDENDS:
        return msg("{who}: {tiles} ({sum})", who=who, tiles=tile_count(len(tiles)), sum=sum(pips))
    return msg("{who}: {tiles} ({sum})", who=who, tiles=join_items(tiles, Join.COMMA), sum=sum_text(pips))


def sum_text(numbers: Sequence[int]) -> str:
    """Return "9 + 4 = 13", or the number alone if there is only one."""
    total = str(sum(numbers))
    return f"{' + '.join(map(str, numbers))} = {total}" if len(numbers) > 1 else total


# --- why something cannot be done


def why_not(
    seen: S, notation: str, game: Message, verbs: Sequence[Verb], others: Mapping[str, Callable[[S], Message]]
) -> Message:
    """Explain why the viewer can't do this now; it must be their turn.

    `others` has a function for each verb that a game adds or changes.
    """
    if seen.outcome is not None:
        return msg("The game is over.")
    if not seen.playing:
        return msg("The tiles aren't dealt yet.")
    if match_notation((choice.notation for choice in seen.choices), notation) is not None:
        return msg("You can do that.")
    verb, _, rest = " ".join(notation.casefold().split()).partition(" ")
    if verb == "play":
        return _why_not_play(seen, rest)
    reasons: Mapping[str, Callable[[Any], Message]] = {"draw": why_not_draw, "cannot": why_not_cannot, **others}
    if verb not in reasons:
        verb_names = join_items([known_verb.name for known_verb in verbs], Join.COMMA)
        return msg("{game} has no such move. Try {verbs}.", game=game, verbs=verb_names)
    if rest:
        return msg("Type “{verb}” alone.", verb=verb)
    return reasons[verb](seen)


def why_not_draw(seen: LineObservation) -> Message:
    if not seen.laid:
        return msg("The first tile of a round is played, not drawn.")
    if not seen.drawable:
        return nothing_to_draw(seen.boneyard)
    if not seen.draws:
        return count(
            "You've drawn {n} tile: that's all for this turn.",
            "You've drawn {n} tiles: that's all for this turn.",
            seen.drawn,
        )
    return msg("You can play, so you can't draw.")


def nothing_to_draw(left: int) -> Message:
    """Explain why no tile can be drawn from a boneyard of `left` tiles."""
    if not left:
        return msg("The boneyard is empty.")
    if left == 1:
        return msg("The last tile stays in the boneyard.")
    return count("The last {n} tile stays in the boneyard.", "The last {n} tiles stay in the boneyard.", left)


def why_not_cannot(seen: LineObservation) -> Message:
    return msg("You can play, so you must.") if seen.playable else draw_first(seen)


def draw_first(seen: LineObservation) -> Message:
    if not seen.draws:
        return msg("You've drawn all that a turn allows, and the boneyard isn't empty: pass.")
    return count("Draw first: {n} tile can be drawn.", "Draw first: {n} tiles can be drawn.", seen.draws)


def _why_not_play(seen: LineObservation, tile_and_end: str) -> Message:
    if not tile_and_end:
        return msg("Say which tile, for example `{play}`.", play=example(seen.choices))
    match = _TILE_AND_END.fullmatch(tile_and_end)
    if match is None:
        return msg("That's no tile. Write two numbers, for example `{play}`.", play=example(seen.choices))
    low, high = sorted((int(match[1]), int(match[2])))
    tile, end = Tile(high, low), match[3].upper()
    tiles = tile_set(seen.highest)
    if high > tiles.highest:
        return msg("There is no {tile}: the set ends at {last}.", tile=str(tile), last=str(tiles.tiles[-1]))
    if tile not in seen.hand:
        return msg("You don't have {tile}.", tile=str(tile))
    return _why_not_there(seen, tile, end) if seen.laid else _why_not_open(seen, tile)


def example(choices: Sequence[Choice]) -> str:
    """Return the command of a play that the viewer can make, or of any play if there is none."""
    return next((f"/{choice.notation}" for choice in choices if choice.notation.startswith("play ")), "/play 6-2 B")


def _why_not_open(seen: LineObservation, tile: Tile) -> Message:
    allowed = seen.playable
    if tile in allowed:
        return msg("The first tile has no end: say “play {tile}”.", tile=str(tile))
    if len(allowed) == 1:
        return msg("{tile} must open this round.", tile=str(allowed[0]))
    doubles = join_items([str(double) for double in sorted(allowed)], Join.OR)
    return msg("A double must open this round: {tiles}.", tiles=doubles)


def _why_not_there(seen: LineObservation, tile: Tile, end: str) -> Message:
    places = [open_end for open_end in seen.ends if open_end.number in tile]
    if not places:
        numbers = join_items([open_end.number for open_end in seen.ends])
        return msg("{tile} doesn't fit: the open ends are {numbers}.", tile=str(tile), numbers=numbers)
    numbers_by_end = {open_end.letter: open_end.number for open_end in seen.ends}
    fitting = join_items([_name_end(open_end) for open_end in places], Join.OR)
    if not end:
        return msg("{tile} fits several ends: add {places}.", tile=str(tile), places=fitting)
    if end in numbers_by_end:
        return msg(
            "{tile} doesn't fit {end} ({number}). It fits {places}.",
            tile=str(tile),
            end=end,
            number=numbers_by_end[end],
            places=fitting,
        )
    return msg("No such end is open. {tile} fits {places}.", tile=str(tile), places=fitting)


def _name_end(end: OpenEnd) -> Message:
    return msg("{end} ({number})", end=end.letter, number=end.number)
