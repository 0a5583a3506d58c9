"""Texts about a table of Chickenfoot, made only of what the viewer knows."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.dominoes import advice
from engine.dominoes.words import PASSES, example, nothing_to_draw
from engine.game import DEALER, Seat
from engine.games.chickenfoot.actions import CANNOT, KEEP
from engine.games.chickenfoot.observation import (
    ChickenfootObservation,
    Ending,
    OpenEnd,
    RoundResult,
    Unfinished,
)
from engine.games.chickenfoot.options import Terms
from engine.notation import match_notation
from engine.tiles import Tile, tile_set
from engine.tiles import tile as parse_tile
from engine.words import Join, Message, Who, count, deed, join_items, lines, msg, sentences

_PLAY = re.compile(r"(?P<tile>[0-9]{1,2}\s*[-:|/]\s*[0-9]{1,2})\s*(?P<end>[a-z]{0,3})")
_MOST_ADDENDS = 8
"""The most tiles of a hand that are listed in a sum, so that the tally of eight large hands fits in a message."""


def call(seen: ChickenfootObservation) -> Message:
    """Return a few words that call the seat to act: "your turn"."""
    if seen.to_act is None:
        return msg("game over")
    if seen.to_act == DEALER:
        return msg("next deal")
    return msg("your turn")


def situation(seen: ChickenfootObservation) -> Message:
    """Return the round, and what may be played."""
    if not seen.round:
        return msg("not dealt yet")
    parts = [_current_need(seen)]
    # if the opening double is unfinished, the need names it
    if seen.result is not None or seen.unfinished is None or seen.unfinished.is_foot:
        parts.insert(0, msg("round {double}", double=_double(seen.double)))
    if seen.confirmed and seen.result is None:
        parts.append(msg("{number} of {seats} passed", number=len(seen.confirmed), seats=len(seen.sizes)))
    return join_items(parts, Join.DOT)


def _current_need(seen: ChickenfootObservation) -> Message:
    """Return what decides the next move: the ending, the unfinished double, or the open ends."""
    if seen.result:
        return describe_ending(seen, seen.result)
    if seen.searching:
        return msg("drawing for the double")
    if not seen.laid:
        return msg("the double opens")
    if dead := seen.dead_foot:
        return msg("{double} stays incomplete", double=dead.double)
    unfinished = seen.unfinished
    if unfinished:
        return missing_label(unfinished)
    numbers = sorted({end.number for end in seen.ends}, reverse=True)
    return msg("open ends {numbers}", numbers=join_items(numbers))


def recall(seen: ChickenfootObservation) -> Message:
    """Return what could be played on in a turn that is over, in a sentence."""
    if not seen.laid:
        return msg("You opened the round.")
    if seen.unfinished is not None:
        return msg("{double} had to be completed first.", double=_double(seen.unfinished.number))
    numbers = sorted({end.number for end in seen.ends}, reverse=True)
    return msg("The open ends were {numbers}.", numbers=join_items(numbers))


def describe_ending(seen: ChickenfootObservation, result: RoundResult) -> Message:
    """Return a sentence about a seat that went out, or about why nobody could play."""
    if result.ending is Ending.OUT and result.out is not None:
        return deed("{who} goes out!", "You go out!", who=Who(result.out))
    return msg("Nobody can play.") if seen.dead_foot is None else seen.dead_foot.describe()


def describe_needs(unfinished: Unfinished) -> Message:
    """Describe what an unfinished double needs: "The foot on 4-4 still needs 2 toes."."""
    double = _double(unfinished.number)
    if unfinished.is_foot:
        return count(
            "The foot on {double} still needs {n} toe.",
            "The foot on {double} still needs {n} toes.",
            unfinished.missing,
            double=double,
        )
    return count("{double} still needs {n} arm.", "{double} still needs {n} arms.", unfinished.missing, double=double)


def missing_label(unfinished: Unfinished) -> Message:
    """Return a few words about what a double needs: "foot 4-4: 2 toes to go"."""
    double, missing = _double(unfinished.number), unfinished.missing
    if unfinished.is_foot:
        return count("foot {double}: {n} toe to go", "foot {double}: {n} toes to go", missing, double=double)
    return count("{double}: {n} arm to go", "{double}: {n} arms to go", missing, double=double)


def prompt(seen: ChickenfootObservation) -> Message:
    """Return what the viewer can do now and why; for other viewers, return whose turn it is."""
    if seen.outcome is not None:
        return seen.outcome.reason
    if seen.to_act == DEALER:
        return msg("Round {double} is dealt next.", double=_double(seen.highest - seen.round))
    if seen.searching:
        return describe_search(seen)
    if seen.viewer != seen.to_act:
        return msg("{who} is next.", who=Who(seen.to_act or 0))  # a seat is to act; `or 0` is for the type checker
    if not seen.laid:
        return msg("Open the round with {tile}.", tile=str(seen.playable[0]))
    return sentences(_rule(seen), _after_draw_prompt(seen) if seen.drawn else _advice(seen))


def describe_search(seen: ChickenfootObservation) -> Message:
    """Return a sentence about the seat that draws for the round's double, which nobody holds."""
    nobody = msg("No one has {double}.", double=_double(seen.double))
    return sentences(nobody, deed("{who} draws for it.", "You draw for it.", who=Who(seen.to_act or 0)))


def _rule(seen: ChickenfootObservation) -> Message | None:
    """Name the only number that fits, or explain why none can; return None if any open end will do."""
    unfinished = seen.unfinished
    if not unfinished:
        return None
    if dead := seen.dead_foot:  # a number of which no tile is left isn't named
        return msg("Only tiles with {number} fit.", number=unfinished.number) if dead.left else dead.describe()
    return explain_need(unfinished)


def explain_need(unfinished: Unfinished) -> Message:
    """Explain why only an unfinished double can be played on."""
    double, number = _double(unfinished.number), unfinished.number
    return msg("Complete {double} first: only tiles with {number} fit.", double=double, number=number)


def _after_draw_prompt(seen: ChickenfootObservation) -> Message:
    """Return what can be done with the drawn tiles."""
    if not _drew_a_fit(seen):
        return sentences(_no_drawn_tile_fits(seen.drawn), *_after_drawing_in_vain(seen))
    fits = join_items([str(tile) for tile in seen.drawn if tile in seen.playable], Join.OR)
    if any(choice.notation == str(KEEP) for choice in seen.choices):
        return msg("{tiles} fits: play it, or keep it and end your turn.", tiles=fits)
    return msg("{tiles} fits, so you must play.", tiles=fits)


def _no_drawn_tile_fits(drawn: Sequence[Tile]) -> Message:
    if len(drawn) == 1:
        return msg("{tile} doesn't fit.", tile=str(drawn[0]))
    return msg("{tiles} don't fit.", tiles=join_items([str(tile) for tile in drawn]))


def _after_drawing_in_vain(seen: ChickenfootObservation) -> tuple[Message, ...]:
    """Explain how a turn can go on after drawing only tiles that don't fit.

    If nothing can be drawn any more, ending the turn is a pass (chickenfoot.md §7).
    """
    if seen.playable:
        return (msg("You may play another tile or end your turn."),)
    if seen.left_to_draw:
        return (msg("End your turn."),)
    yard_empty = msg("That was the last tile of the boneyard: say that you can't play.")
    yard_closed = msg("No more can be drawn: say that you can't play.")
    return (yard_closed if seen.yard else yard_empty, PASSES)


def _advice(seen: ChickenfootObservation) -> Message:
    if not seen.playable and not seen.left_to_draw:
        yard_empty = msg("None of your tiles fits, and the boneyard is empty: say that you can't play.")
        yard_closed = msg("None of your tiles fits, and nothing can be drawn: say that you can't play.")
        return sentences(yard_closed if seen.yard else yard_empty, PASSES)
    if not seen.playable:
        return msg("None of your tiles fits: draw.")
    may_draw = seen.left_to_draw and seen.options.optional_draw
    return msg("Play a tile, or draw one first.") if may_draw else msg("Play a tile.")


def why(seen: ChickenfootObservation, notation: str) -> Message | None:
    """Return a reason for a play.

    The first of these reasons that holds is given: the hand has toes for a double, a double is good to be rid of, the
    hand can follow the tile, or the tile is expensive to keep.
    """
    hand = (None if seen.viewer is None else seen.hands[seen.viewer]) or ()
    verb, _, argument = notation.partition(" ")
    if verb == "play" and (played := parse_tile(argument.partition(" ")[0])).double:
        toes = sum(played.high in other for other in hand if other != played)
        if toes:
            return count("You hold {n} toe for it.", "You hold {n} toes for it.", toes)
    terms = Terms(seen.options, len(seen.sizes))

    def cost(tile: Tile) -> Message:
        points = terms.value_of(tile)
        return count(
            "{tile} costs {n} point if you keep it.", "{tile} costs {n} points if you keep it.", points, tile=tile
        )

    return advice.why(notation, hand, seen.playable, {end.letter: end.number for end in seen.ends}, cost)


def standings(seen: ChickenfootObservation) -> tuple[Message, ...]:
    """Return a line for each seat: "5 tiles, 38 points"."""
    return tuple(
        join_items(
            [
                count("{n} tile", "{n} tiles", size),
                count("{n} point", "{n} points", total),
            ],
            Join.COMMA,
        )
        for size, total in zip(seen.sizes, seen.totals, strict=True)
    )


def tally(seen: ChickenfootObservation) -> Message | None:
    """Return the count of each hand in the round that was just scored, and the totals."""
    if seen.result is None:
        return None
    hands = (_hand_line(seen, seen.result, seat, hand or ()) for seat, hand in enumerate(seen.hands))
    heading = msg("Round {double} is over.", double=_double(seen.double))
    return lines(sentences(heading, describe_ending(seen, seen.result)), *hands)


def _hand_line(seen: ChickenfootObservation, result: RoundResult, seat: Seat, hand: Sequence[Tile]) -> Message:
    """Return the count of a seat's hand, and from the second round on its total."""
    who, total = Who(seat), seen.totals[seat]
    is_first_round = len(seen.scores) == 1
    if not hand:
        return (
            msg("{who}: no tiles left", who=who)
            if is_first_round
            else msg("{who}: no tiles left, {total} in all", who=who, total=total)
        )
    return msg(
        "{who}: {sum} = {value}" if is_first_round else "{who}: {sum} = {value}, {total} in all",
        who=who,
        sum=_sum(seen, hand),
        value=result.values[seat],
        total=total,
    )


def _sum(seen: ChickenfootObservation, hand: Sequence[Tile]) -> Message | str:
    """Return a sum, with the most expensive tiles first: "0-0 (50) + 4-2 (6)"."""
    value_of = Terms(seen.options, len(seen.sizes)).value_of
    sorted_hand = sorted(hand, key=lambda tile: (-value_of(tile), tile))
    shown, others = sorted_hand[:_MOST_ADDENDS], sorted_hand[_MOST_ADDENDS:]
    addends = " + ".join(f"{tile} ({value_of(tile)})" for tile in shown)
    if not others:
        return addends
    points = sum(map(value_of, others))
    return count(
        "{addends} + {n} other ({points})",
        "{addends} + {n} others ({points})",
        len(others),
        addends=addends,
        points=points,
    )


def keep_label(seen: ChickenfootObservation) -> Message:
    """Return the label of the button for `keep`.

    It mentions keeping only if a drawn tile fits. If ending the turn confirms a block, it is the label of `cannot`.
    """
    if _drew_a_fit(seen):
        return KEEP.label
    return msg("End turn") if seen.left_to_draw or seen.playable else CANNOT.label


def _drew_a_fit(seen: ChickenfootObservation) -> bool:
    return any(tile in seen.playable for tile in seen.drawn)


def _double(number: int) -> str:
    return str(Tile(number, number))


# --- why something cannot be done


def why_not(seen: ChickenfootObservation, notation: str) -> Message:
    """Explain why the viewer can't do this now; it must be their turn.

    The text doesn't repeat the input.
    """
    if seen.to_act is None:
        return msg("The game is over.")
    if seen.to_act == DEALER:
        return msg("The next round isn't dealt yet.")
    if match_notation((choice.notation for choice in seen.choices), notation) is not None:
        return msg("You can do that.")
    if seen.searching:
        return msg("Everyone draws for the double first.")
    verb, _, argument = " ".join(notation.casefold().split()).partition(" ")
    match verb:
        case "play":
            return _why_not_play(seen, argument)
        case "draw" | "keep" | "cannot" if argument:
            return msg("Type that alone, without a tile.")
        case "draw":
            return _why_not_draw(seen)
        case "keep":
            return _why_not_keep(seen)
        case "cannot":
            return _why_not_cannot(seen)
        case _:
            return msg("Chickenfoot has these moves: `/play`, `/draw`, `/keep` and `/cannot`.")


def _why_not_play(seen: ChickenfootObservation, text: str) -> Message:
    match = _PLAY.fullmatch(text)
    if match is None:
        return msg("Say a tile and the letter of an end, for example `{play}`.", play=example(seen.choices))
    chosen = parse_tile(re.sub(r"[\s:|/-]+", "-", match["tile"]))
    if chosen not in tile_set(seen.highest).index:
        return msg("There is no {tile} in a double-{set}.", tile=str(chosen), set=seen.highest)
    if chosen not in (seen.hands[seen.viewer or 0] or ()):  # the viewer is to act, and sees their hand
        return msg("You don't have {tile}.", tile=str(chosen))
    if not seen.laid:
        return msg("The round opens with {tile}.", tile=str(seen.playable[0]))
    places = [end for end in seen.ends if end.playable and chosen.has(end.number)]
    if not places:
        return _fits_nowhere(seen, chosen)
    if chosen not in seen.playable:
        return msg("{tile} would make a foot that can't get three toes. Not at this table.", tile=str(chosen))
    return _why_not_end(seen, chosen, places, match["end"].upper())


def _fits_nowhere(seen: ChickenfootObservation, chosen: Tile) -> Message:
    unfinished = seen.unfinished
    if unfinished is None:
        numbers = sorted({end.number for end in seen.ends}, reverse=True)
        return msg("{tile} fits no open end: they show {ends}.", tile=str(chosen), ends=join_items(numbers))
    waits = msg("{tile} has to wait.", tile=str(chosen))
    return sentences(waits, describe_needs(unfinished), msg("Only tiles with {number} fit.", number=unfinished.number))


def _why_not_end(seen: ChickenfootObservation, chosen: Tile, places: list[OpenEnd], letter: str) -> Message:
    """Explain why a tile that fits `places` cannot be laid on the end with this letter."""
    where = join_items([end.letter for end in places], Join.OR)
    if not letter:
        return msg("Say on which end: {tile} fits {where}.", tile=str(chosen), where=where)
    chosen_end = next((end for end in seen.ends if end.letter == letter), None)
    if chosen_end is None:
        return msg("There is no such end: {tile} fits {where}.", tile=str(chosen), where=where)
    unfinished = seen.unfinished
    if unfinished and chosen_end not in places:
        return sentences(describe_needs(unfinished), msg("{tile} fits {where}.", tile=str(chosen), where=where))
    return msg(
        "End {end} shows {number}: {tile} fits {where}.",
        end=chosen_end.letter,
        number=chosen_end.number,
        tile=str(chosen),
        where=where,
    )


def _why_not_draw(seen: ChickenfootObservation) -> Message:
    if not seen.laid:
        return msg("You hold the double that opens the round.")
    if seen.drawn:
        return msg("You've drawn already: play, or keep and end your turn.")
    if not seen.left_to_draw:
        return nothing_to_draw(seen.yard)
    return msg("You can play, so you can't draw.")


def _why_not_keep(seen: ChickenfootObservation) -> Message:
    if seen.drawn:
        return msg("What you drew fits, and at this table it must be played.")
    return msg("You've drawn nothing yet.")


def _why_not_cannot(seen: ChickenfootObservation) -> Message:
    if seen.playable:
        return msg("You can play.")
    if seen.drawn:
        return msg("After a draw “keep” ends your turn.")
    return msg("Draw first: the boneyard isn't empty.")
