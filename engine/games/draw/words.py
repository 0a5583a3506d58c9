"""Texts about a table of Draw or Block, made only of what the viewer knows."""

from __future__ import annotations

from engine.dominoes import words as common
from engine.dominoes.actions import Call
from engine.dominoes.boneyard import terms
from engine.dominoes.ending import Ending, round_title
from engine.dominoes.words import draw_first, hand_line, sum_text
from engine.game import Doubt, Seat
from engine.games.draw.actions import ARMS, VERBS
from engine.games.draw.observation import DrawObservation, RoundResult
from engine.games.draw.pair_text import tally_pairs
from engine.games.draw.scoring import find_penalty
from engine.sides import find_side, name_side
from engine.words import (
    Join,
    Message,
    Who,
    count,
    deed,
    format_signed,
    join_items,
    join_with_dots,
    lines,
    msg,
    sentences,
)

NAME = msg("Draw Dominoes")


def situation(seen: DrawObservation) -> Message:
    """Return the open ends, and the number of arms that a cross still needs."""
    if seen.result is not None:
        return seen.result.describe_ending()
    return join_with_dots(common.situation(seen), describe_missing_arms(seen))


def prompt(seen: DrawObservation) -> Message:
    """Return what the viewer can do now, and what “I can play” does if they could say it."""
    can_claim = any(choice.notation == str(Call.CAN) for choice in seen.choices)
    return sentences(common.prompt(seen), _explain_claim(seen) if can_claim else None)


def _explain_claim(seen: DrawObservation) -> Message:
    """Say that a true “I can play” isn't needed, or what a false one costs."""
    if seen.playable:
        return msg("Just play: “I can play” only tells the others beforehand.")
    return _price(seen)


def _price(seen: DrawObservation) -> Message:
    """Return the cost of a false “I can play” for the viewer."""
    if _is_warned(seen):
        return msg("A false “I can play” is a foul. The first one is a warning.")
    match seen.options.foul_action:
        case "none":
            return msg("A false “I can play” is a foul. It costs nothing, but everyone reads it.")
        case "forfeit_round":
            return msg("A false “I can play” ends the round, and you can't win it.")
    if seen.options.has_pairs:
        return count(
            "A false “I can play” costs your pair {n} point.",
            "A false “I can play” costs your pair {n} points.",
            _foul_points(seen),
        )
    return count("A false “I can play” costs {n} point.", "A false “I can play” costs {n} points.", _foul_points(seen))


def describe_missing_arms(seen: DrawObservation) -> Message | None:
    """Say how many arms the double of a cross still needs, in the words of Chickenfoot."""
    missing = 1 + len(ARMS) - len(seen.laid)  # at first only the double and its arms are laid
    if seen.options.layout != "cross" or not seen.four_armed or not seen.laid or missing <= 0:
        return None
    return count("{double} still needs {n} arm", "{double} still needs {n} arms", missing, double=seen.laid[0].tile)


def tally(seen: DrawObservation) -> Message | None:
    """Return the arithmetic of the round that was just scored: hands, gains, scores."""
    result = seen.result
    if result is None:
        return None
    if result.verdict is not None:
        return tally_pairs(seen, result, result.verdict, _heading(seen.round, result), fouls(seen))
    hands = [hand_line(seat, hand or ()) for seat, hand in enumerate(seen.hands)]
    gains = [_gain_line(seen, result, seat) for seat in result.winners] or [msg("Nobody scores.")]
    penalties = seen.penalties or (0,) * len(seen.scores)
    scores = [_score_line(seat, score, result.gains[seat], penalties[seat]) for seat, score in enumerate(seen.scores)]
    return lines(_heading(seen.round, result), *hands, result.rule, *gains, *fouls(seen), *scores)


def fouls(seen: DrawObservation) -> list[Message]:
    """Return a sentence about the loss of each seat that committed a foul in the round."""
    return [_foul_line(seen, seat, penalty) for seat, penalty in enumerate(seen.penalties) if penalty]


def _foul_line(seen: DrawObservation, seat: Seat, n: int) -> Message:
    side = find_side(seen.sides, seat)
    if len(side) == 1:
        return _own_foul_line(seat, n)
    return count(
        "{side} lose {n} point: a false claim by {who}.",
        "{side} lose {n} points: a false claim by {who}.",
        n,
        side=name_side(seen.sides, side),
        who=Who(seat),
    )


def _own_foul_line(seat: Seat, n: int) -> Message:
    return deed(
        (
            "{who} loses {n} point for a false claim.",
            "{who} loses {n} points for a false claim.",
        ),
        (
            "You lose {n} point for a false claim.",
            "You lose {n} points for a false claim.",
        ),
        who=Who(seat),
        n=n,
    )


def _heading(number: int, result: RoundResult) -> Message:
    heading = round_title(number, result.describe_ending())
    if not result.confirmed:
        return heading
    names = join_items([Who(seat) for seat in result.confirmed])
    return sentences(heading, msg("Confirmed by {names}.", names=names))


def _gain_line(seen: DrawObservation, result: RoundResult, seat: Seat) -> Message:
    """Return the sum of a winner's points; its terms are the hands that the lines above list."""
    options, who, gain = seen.options, Who(seat), result.gains[seat]
    shared = options.blocked_tie == "share" and len(result.winners) > 1
    scorers = result.winners if shared else (seat,)
    others = [pips for other, pips in enumerate(result.residuals) if other not in scorers]
    if shared:
        pot, winners = sum_text(others), len(result.winners)
        return msg(
            "{who}, this round: {pot}, shared by {winners}: {gain}", who=who, pot=pot, winners=winners, gain=gain
        )
    minus_own = options.blocked_score == "others_minus_own" and result.ending is Ending.BLOCKED
    if not minus_own:
        return msg("{who}, this round: {sum}", who=who, sum=sum_text(others))
    own = result.residuals[seat]
    difference = f"{' + '.join(map(str, others))} − {own} = {format_signed(sum(others) - own)}"
    if sum(others) < own:
        return msg("{who}, this round: {difference}, so 0", who=who, difference=difference)
    return msg("{who}, this round: {difference}", who=who, difference=difference)


def _score_line(seat: Seat, score: int, gain: int, penalty: int) -> Message:
    """Return a seat's score before the round, its loss by fouls, gain, and total."""
    previous_score = format_signed(score - gain + penalty)
    loss_term, gain_term = f" − {penalty}" if penalty else "", f" + {gain}" if gain else ""
    total = f"{previous_score}{loss_term}{gain_term} = {format_signed(score)}" if penalty or gain else previous_score
    return msg("{who}, in all: {total}", who=Who(seat), total=total)


# --- the question before a false declaration, because a press may be a slip (draw.md §0)


def doubt(seen: DrawObservation, declared: str) -> Doubt | None:
    """Return the second question before a false declaration of the seat to act.

    It only reveals the seat's own hand.
    """
    if declared == str(Call.CANNOT) and seen.playable:
        tiles = [str(tile) for tile in sorted(seen.playable)]
        truth = msg("You have a move ({tiles}).", tiles=join_items(tiles, Join.OR))
    elif declared == str(Call.CAN) and not seen.playable:
        truth = msg("None of your tiles fits.")
    else:
        return None
    return Doubt(sentences(truth, _cost(seen)), _claim(seen), is_false_claim=True)


def _claim(seen: DrawObservation) -> Message:
    """Return the text of the button for a false claim, with its cost in points if it has one."""
    if _is_warned(seen) or seen.options.foul_action in ("none", "forfeit_round"):
        return msg("Claim it anyway")
    return msg("Claim anyway (−{n})", n=_foul_points(seen))


def _cost(seen: DrawObservation) -> Message:
    if _is_warned(seen):
        return msg("A false claim is a foul. The first one is a warning.")
    match seen.options.foul_action:
        case "none":
            return msg("A false claim is a foul. It costs nothing, but everyone reads it.")
        case "forfeit_round":
            return msg("A false claim is a foul: it ends the round, and you can't win it.")
    points = _foul_points(seen)
    if seen.options.has_pairs:
        return count(
            "A false claim is a foul: −{n} point for your pair.",
            "A false claim is a foul: −{n} points for your pair.",
            points,
        )
    return count("A false claim is a foul: −{n} point.", "A false claim is a foul: −{n} points.", points)


def _is_warned(seen: DrawObservation) -> bool:
    """Return whether the viewer's next foul would only be a warning."""
    assert seen.viewer is not None
    return seen.options.foul_action == "warning" and seen.fouls[seen.viewer] == 0


def _foul_points(seen: DrawObservation) -> int:
    """Return the points that a foul costs the viewer now."""
    return find_penalty(terms(seen.options, len(seen.sizes)), sum(tile.pips for tile in seen.hand))


# --- why something cannot be done


def why_not(seen: DrawObservation, notation: str) -> Message:
    """Explain why the viewer can't do this now; it must be their turn."""
    reasons = {"draw": _why_not_draw, "cannot": _why_not_cannot, "can": _why_not_can, "pass": _why_not_pass}
    return common.why_not(seen, notation, seen.options.variant_name() or NAME, VERBS, reasons)


def _why_not_draw(seen: DrawObservation) -> Message:
    return msg("In Block nothing is drawn.") if seen.options.mode == "block" else common.why_not_draw(seen)


def _why_not_cannot(seen: DrawObservation) -> Message:
    if seen.playable and seen.declared:
        return msg("You've said that once this turn. Now play.")
    return common.why_not_cannot(seen)


def _why_not_can(seen: DrawObservation) -> Message:
    if seen.declared:
        return msg("You've said that once this turn. Now play.")
    if seen.confirmed:
        return msg("Here I find a block by myself: just play.")
    return msg("Nobody has passed, so there is nothing to answer.")


def _why_not_pass(seen: DrawObservation) -> Message:
    if seen.playable:
        return msg("You can play, so you can't pass.")
    if seen.drawable:
        return draw_first(seen)
    return msg("Nothing can be drawn any more: say “cannot”.")
