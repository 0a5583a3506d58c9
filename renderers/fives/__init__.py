"""How Fives looks.

A line of play with marked spinners, the total of its ends, and the points that each play would score.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import partial

from PIL.Image import Image

from engine.dominoes.ending import Ending
from engine.dominoes.partner_text import describe_win
from engine.games import fives
from engine.games.fives.observation import TIED, FivesObservation, RoundResult
from engine.games.fives.summary import describe_rounding
from engine.sides import find_side
from engine.words import Message, Words, msg, term
from renderers import line
from renderers.kit.palette import LABEL
from renderers.line import pair_account, sheet
from renderers.line.proof import confirmations, draw_proof, is_blocked, proofs
from renderers.line.sheet import Band, Column
from renderers.look import Look


def count_notes(seen: FivesObservation) -> Sequence[Message]:
    """Return the total of the open ends, and the points that the tile laid last scored."""
    if not seen.laid:
        return ()
    if seen.last:
        return (msg("total {total} ✓ +{points}", total=seen.total, points=seen.last),)
    return (msg("total {total}", total=seen.total),)


def gains(seen: FivesObservation) -> Sequence[int]:
    """Return what each seat won in the round that was scored.

    Before that, it is what the last play won.
    """
    if seen.result is not None:
        return seen.result.gains
    last_seat = seen.laid[-1].seat if seen.laid else None
    return [seen.last if seat == last_seat else 0 for seat in range(len(seen.sizes))]


def spinners(seen: FivesObservation) -> Collection[int]:
    """Return the places of the doubles that have or get four arms."""
    if seen.branching:
        return [place for place, laid in enumerate(seen.laid) if laid.tile.double]
    return () if seen.spinner is None else (seen.spinner,)


def tip_letters(seen: FivesObservation) -> Collection[str]:
    """Return the letters of the open ends that don't count yet."""
    return [end.letter for end in seen.ends_without_count]


def twice(seen: FivesObservation) -> Collection[str]:
    """Return the letters of the ends that are doubles and count with both halves.

    An opening double with both sides open is two ends already.
    """
    last_tiles = {laid.arm: laid.tile for laid in seen.laid}
    opening = seen.laid[0].tile if seen.laid else None
    # if only A or B has tiles, the end of the other is the opening tile
    if opening is not None and len({"A", "B"} & set(last_tiles)) == 1:
        last_tiles = {"A": opening, "B": opening} | last_tiles
    uncounted = tip_letters(seen)
    return [
        end.letter
        for end in seen.ends
        if end.letter not in uncounted and end.letter in last_tiles and last_tiles[end.letter].double
    ]


def worth(seen: FivesObservation, tile: str, end: str) -> int:
    """Return what a play of the viewer would score."""
    return next((play.points for play in seen.previews if (str(play.tile), play.end) == (tile, end)), 0)


def score(seen: FivesObservation, words: Words) -> Image | None:
    """Return the picture of a round that was just scored, else None.

    It shows all hands, and separately the points of plays and of pips.
    """
    return None if seen.result is None else sheet.draw_bands(partial(_bands, seen, seen.result, words))


def proof(seen: FivesObservation, words: Words, height: int) -> Image | None:
    """Return the certificate of a round that was just blocked, at most `height` pixels high, else None."""
    if (result := seen.result) is None:
        return None
    return draw_proof(result, words, height, partial(_account, seen, result, words))


def _bands(seen: FivesObservation, result: RoundResult, words: Words, unit: int) -> Iterator[Band]:
    yield sheet.title(seen, result.describe_ending(), words)
    messages = [seen.outcome.reason] if seen.outcome is not None else []
    messages += [_describe_block(result)] if result.ending is Ending.BLOCKED else []
    yield from sheet.sentences(messages, words)
    yield from _account(seen, result, words, unit)


def _account(seen: FivesObservation, result: RoundResult, words: Words, unit: int) -> Iterator[Band]:
    """Yield the proof of a block, and the hands with their points."""
    if result.ending is Ending.BLOCKED:
        yield from proofs(seen, words, unit)
    if result.confirmed:
        yield confirmations(result.confirmed, words)
    verdict = result.verdict
    pips_columns: Sequence[Column] = (Column(msg("left"), list(map(str, result.residuals))),)
    if verdict is not None:
        framed = seen.options.blocked_by if result.ending is Ending.BLOCKED else None
        pips_columns = pair_account.pips_columns(msg("left"), verdict, result.residuals, framed)
    columns = (
        *pips_columns,
        *sheet.before_columns(seen, result.gains),
        Column(msg("plays"), sheet.format_gains(result.plays), LABEL, shared=True),
        Column(term("pips", "column"), sheet.format_gains(result.pips), LABEL, shared=True),
        Column(term("score", "column"), list(map(str, seen.scores)), shared=True),
    )
    winners = () if result.winner is None else find_side(seen.sides, result.winner)
    yield from sheet.hands(seen, columns, winners, words, unit)
    yield from sheet.yard(seen, unit)
    rounding = describe_rounding(seen, result)
    yield from sheet.notes([] if rounding is None else [rounding], words)


def _describe_block(result: RoundResult) -> Message:
    """Return who won a blocked round, and what the round brought."""
    if result.verdict is None:
        return result.describe_lightest()
    return describe_win(result.verdict, result.pips) if result.verdict.winner else TIED


LOOK: Look[FivesObservation] = replace(
    line.build_look(
        line.Manner(
            game_name=lambda seen: fives.GAME.name_with(seen.options),
            voice=fives.GAME.voice,
            notes=count_notes,
            gains=gains,
            pins=spinners,
            grey_ends=tip_letters,
            twice=twice,
            worth=worth,
        ),
        score=score,
    ),
    proof=proof,
    is_score_enough=is_blocked,
)
