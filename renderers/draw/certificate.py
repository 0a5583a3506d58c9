"""The certificate of what a round was worth, for everybody to check.

It shows all hands face up, their pips and the sum. After a block, it also shows the places of all tiles that could have
been played.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from PIL import Image

from engine.dominoes.blocked import confirmation
from engine.dominoes.ending import Ending
from engine.dominoes.partner_text import describe_win
from engine.dominoes.partners import Verdict, list_scoring_hands
from engine.game import Seat
from engine.games.draw.observation import DrawObservation, RoundResult
from engine.games.draw.words import fouls, situation
from engine.sides import find_side
from engine.words import Message, Words, msg, sentences, term
from renderers.kit import picture, sprites, text
from renderers.kit.palette import LABEL
from renderers.line import pair_account, sheet
from renderers.line.pair_account import Sum
from renderers.line.proof import confirmations, draw_proof, proofs
from renderers.line.sheet import MARGIN, NUMBER, Band, Column

_BLOCK_QUESTION = msg("Is the round blocked?")


def certificate(seen: DrawObservation, words: Words) -> Image.Image | None:
    """Return the picture of a round that was just scored, else None.

    It is at most 1200 x 1200 pixels.
    """
    return None if seen.result is None else sheet.draw_bands(partial(_bands, seen, seen.result, words, ()))


def proof(seen: DrawObservation, words: Words, height: int) -> Image.Image | None:
    """Return the certificate of a round that was just blocked, at most `height` pixels high, else None."""
    if (result := seen.result) is None:
        return None
    return draw_proof(result, words, height, partial(_account, seen, result, words, ()))


def lap(seen: DrawObservation, words: Words) -> Iterator[tuple[Message, Image.Image]]:
    """Yield the pictures of a block's last lap, each with its caption.

    The first is the certificate with all hands face down; then each confirmation turns its hand over. If no round was
    just blocked, there are none.
    """
    result = seen.result
    if result is None or result.ending is not Ending.BLOCKED or not result.confirmed:
        return
    seats = len(seen.sizes)
    for number in range(len(result.confirmed) + 1):
        covered = tuple(seat for seat in range(seats) if seat not in result.confirmed[:number])
        caption = confirmation(result.confirmed[number - 1], number, seats).describe() if number else _BLOCK_QUESTION
        yield caption, sheet.draw_bands(partial(_bands, seen, result, words, covered))


def _bands(
    seen: DrawObservation, result: RoundResult, words: Words, covered: Sequence[Seat], unit: int
) -> Iterator[Band]:
    """Yield the strips of the certificate with its title.

    While any hand is covered, they hide what the round was worth.
    """
    yield sheet.title(seen, _BLOCK_QUESTION if covered else situation(seen), words)
    messages = [seen.outcome.reason] if seen.outcome is not None else []
    messages += [_describe_block(result)] if result.ending is Ending.BLOCKED else []
    yield from (_hide_while_covered(band, covered) for band in sheet.sentences(messages, words))
    yield from _account(seen, result, words, covered, unit)


def _account(
    seen: DrawObservation, result: RoundResult, words: Words, covered: Sequence[Seat], unit: int
) -> Iterator[Band]:
    """Yield the proof of a block, the hands, and the sums that give the points."""
    if result.ending is Ending.BLOCKED:
        yield from proofs(seen, words, unit, covered)
    if result.confirmed:
        yield confirmations(result.confirmed, words, covered)
    yield from sheet.hands(
        seen, list_columns(seen, result, covered), () if covered else result.winners, words, unit, covered
    )
    yield from sheet.yard(seen, unit)
    yield from (_hide_while_covered(band, covered) for band in _sums(seen, result, words))


def _describe_block(result: RoundResult) -> Message:
    """Return who won a blocked round, and what the round brought."""
    if result.verdict is None:
        return result.describe_lightest()
    return sentences(result.rule, describe_win(result.verdict, result.gains))


def list_columns(seen: DrawObservation, result: RoundResult, covered: Sequence[Seat]) -> Sequence[Column]:
    """Return the numbers beside the hands; while any hand is `covered`, only the pips of the other hands."""
    blank = [""] * len(seen.sizes)
    if result.verdict is None:
        pips_texts = ["" if seat in covered else str(pips) for seat, pips in enumerate(result.residuals)]
        pips: Sequence[Column] = (Column(term("pips", "column"), pips_texts),)
    else:
        framed = seen.options.blocked_by if result.ending is Ending.BLOCKED else None
        pips = pair_account.pips_columns(term("pips", "column"), result.verdict, result.residuals, framed, covered)
    return (
        *pips,
        *sheet.before_columns(seen, _count_changes(seen, result)),
        Column(term("round", "column"), blank if covered else sheet.format_gains(result.gains), LABEL, shared=True),
        Column(term("score", "column"), blank if covered else list(map(str, seen.scores)), shared=True),
    )


def _count_changes(seen: DrawObservation, result: RoundResult) -> Sequence[int]:
    """Return what a round brought each seat's side, less what its fouls cost."""
    foul_points = seen.penalties or (0,) * len(seen.sizes)
    return [
        gain - sum(foul_points[other] for other in find_side(seen.sides, seat))
        for seat, gain in enumerate(result.gains)
    ]


def _sums(seen: DrawObservation, result: RoundResult, words: Words) -> Iterator[Band]:
    """Yield the sums that give the points, then fouls and the tie rule."""
    verdict = result.verdict
    if verdict is not None:
        yield from pair_account.bonuses(verdict, words)
        yield from pair_account.totals(verdict, add_hands(seen, result, verdict), result.gains)
    else:
        yield from (_sum(seats, sum_) for seats, sum_ in equations(result).items())
    yield from sheet.notes(fouls(seen), words)
    if result.rule is not None and result.ending is not Ending.BLOCKED:
        yield from sheet.notes([result.rule], words)


def _hide_while_covered(band: Band, covered: Sequence[Seat]) -> Band:
    """Return the strip, or an empty one while any hand is covered."""
    return sheet.space(band.height) if covered else band


def _sum(winners: Sequence[Seat], sum_: str) -> Band:
    def draw(canvas: Image.Image, top: int) -> None:
        x = MARGIN + 36
        for seat in winners:
            picture.stamp(canvas, sprites.mark(seat, 44, numbered=True), x, top + 32)
            x += 54
        limit = picture.WIDTH - MARGIN - x
        text.draw(canvas, x - 16, top + 47, sum_, NUMBER, LABEL, face=text.LABEL, limit=limit)

    return Band(60, draw)


def equations(result: RoundResult) -> Mapping[tuple[Seat, ...], str]:
    """Return the sums that give the winners' points, by seats: "30 + 46 = 76".

    There are none if there is nothing to add.
    """
    seats_by_sum: dict[str, tuple[Seat, ...]] = {}
    for seat in result.winners:
        if (sum_ := _equation(result, seat)) is not None:
            seats_by_sum[sum_] = (*seats_by_sum.get(sum_, ()), seat)
    return {seats: sum_ for sum_, seats in seats_by_sum.items()}


def _equation(result: RoundResult, seat: Seat) -> str | None:
    """Return the sum that gives a winner's points. If the gain was rounded or limited, an arrow leads to it."""
    gain, own_pips = result.gains[seat], result.residuals[seat]
    others = [pips for other, pips in enumerate(result.residuals) if other != seat]
    if sum(others) == gain:  # the winner gets the pips of all others
        return f"{_sum_text(others)} = {gain}" if len(others) > 1 else None
    difference = sum(others) - own_pips  # the winner's own pips are subtracted
    if len(result.winners) == 1 or difference == gain:
        sign = "=" if difference == gain else "→"
        return f"{_sum_text(others)} − {own_pips} {sign} {gain}"
    pot = [pips for other, pips in enumerate(result.residuals) if other not in result.winners]
    shares = len(result.winners)  # several winners share the pips of the losers
    pot_text = f"({_sum_text(pot)})" if len(pot) > 1 else _sum_text(pot)
    sign = "=" if sum(pot) == gain * shares else "→"
    return f"{pot_text} ÷ {shares} {sign} {gain}"


def add_hands(seen: DrawObservation, result: RoundResult, verdict: Verdict) -> Sum:
    """Return the sum of what the hands are worth to the side that won a round."""
    options, winner = seen.options, verdict.winner
    hands = list_scoring_hands(options.pair_score, winner, result.residuals)
    if options.blocked_score == "others_minus_own" and result.ending is not Ending.OUT:
        own_pips = [result.residuals[seat] for seat in winner]
        return Sum(_sum_text(hands) + "".join(f" − {pips}" for pips in own_pips), sum(hands) - sum(own_pips))
    if verdict.pips != sum(hands):  # a bonus has doubled the pips
        return Sum(f"({_sum_text(hands)}) × 2", 2 * sum(hands))
    return Sum(_sum_text(hands), sum(hands))


def _sum_text(numbers: Sequence[int]) -> str:
    return " + ".join(map(str, numbers))
