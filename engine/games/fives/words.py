"""Texts about a table of Fives, made only of what the viewer knows."""

from __future__ import annotations

from dataclasses import replace

from engine.dominoes import partner_text
from engine.dominoes import words as common
from engine.dominoes.actions import play
from engine.dominoes.ending import round_title
from engine.dominoes.layout import lay_tile, replay
from engine.dominoes.words import hand_line
from engine.game import Seat
from engine.games.fives.actions import VERBS
from engine.games.fives.observation import FivesObservation, Preview, RoundResult, Statistics
from engine.sides import Side, name_side
from engine.tiles import bits, tile_set
from engine.words import Join, Message, Who, count, join_items, join_with_dots, lines, msg, sentences

NAME = msg("Fives")


def situation(seen: FivesObservation) -> Message:
    """Return what decides the next move: the ends and their count."""
    if seen.result is not None:
        return seen.result.describe_ending()
    if not seen.laid:
        return common.situation(seen)
    uncounted_ends = join_items(
        [msg("{end} ({number})", end=end.letter, number=end.number) for end in seen.ends_without_count]
    )
    uncounted = msg("also open, not counted yet: {ends}", ends=uncounted_ends) if seen.ends_without_count else None
    counted = replace(seen, ends=tuple(end for end in seen.ends if end not in seen.ends_without_count))
    return join_with_dots(common.situation(counted), _sum(counted), uncounted)


def _sum(seen: FivesObservation) -> Message:
    """Return the total of the ends; a note explains a total that is above the sum of their numbers."""
    if seen.total > sum(end.number for end in seen.ends):
        return msg("total {total} (a double counts twice)", total=seen.total)
    return msg("total {total}", total=seen.total)


def prompt(seen: FivesObservation) -> Message:
    """Return what the viewer can do now, and the tiles that would score most."""
    most_points = max((play.points for play in seen.previews), default=0)
    names = dict.fromkeys(str(play.tile) for play in seen.previews if play.points == most_points)
    tiles = join_items(list(names), Join.OR)
    best = count("{tiles} would score {n} point.", "{tiles} would score {n} points.", most_points, tiles=tiles)
    return sentences(common.prompt(seen), best if most_points else None)


def why(seen: FivesObservation, notation: str) -> Message | None:
    """Return a reason for an action: its points, or that no answer scores, or a reason from all games on a line."""
    preview = next((play for play in seen.previews if f"play {play.tile} {play.end}".strip() == notation), None)
    if preview is None:
        return None
    if preview.points:
        return count("It scores {n} point.", "It scores {n} points.", preview.points)
    if seen.laid and not _has_scoring_answer(seen, preview):
        return msg("No answer to it scores.")
    return common.why(seen, notation)


def _has_scoring_answer(seen: FivesObservation, preview: Preview) -> bool:
    """Return whether a tile that the viewer doesn't see could score after a play."""
    *_, line = replay(seen.options.shape(len(seen.sizes)), [(laid.tile, laid.arm) for laid in seen.laid])
    number = next(end.number for end in seen.ends if end.letter == preview.end)
    after, tiles = lay_tile(line, play(preview.tile, preview.end, number)), tile_set(seen.highest)
    unseen = tiles.all & after.fits & ~tiles.mask([*seen.hand, *(laid.tile for laid in seen.laid)])
    answers = (answer for index in bits(unseen) for answer in after.ways[1 << index])
    return any(seen.options.score_count(after.counts[answer]) for answer in answers)


def tally(seen: FivesObservation) -> Message | None:
    """Return the arithmetic of the round just scored: hands, points and totals.

    The points are those by plays and by pips.
    """
    result = seen.result
    if result is None:
        return None
    heading = round_title(seen.round, result.describe_ending())
    hands: list[Message] = [hand_line(seat, hand or ()) for seat, hand in enumerate(seen.hands)]
    if result.verdict is not None:
        hands = list(partner_text.list_hands(seen, result.verdict, result.residuals))
    scores = [_score_line(seen, side, result) for side in seen.sides]
    # the figures of all rounds come only at the end of a game of several rounds
    all_rounds = seen.statistics if seen.outcome is not None and seen.round > 1 else ()
    game_lines = [_game_line(seat, statistics, seen.round) for seat, statistics in enumerate(all_rounds)]
    return lines(heading, *hands, *scores, *game_lines)


def _score_line(seen: FivesObservation, side: Side, result: RoundResult) -> Message:
    score, plays, pips = seen.scores[side[0]], result.plays[side[0]], result.pips[side[0]]
    previous_score = score - plays - pips
    return msg(
        "{who}: {before} + {plays} from plays + {pips} for leftover pips = {score}",
        who=name_side(seen.sides, side),
        before=previous_score,
        plays=plays,
        pips=pips,
        score=score,
    )


def _game_line(seat: Seat, statistics: Statistics, rounds: int) -> Message:
    return msg(
        "{who}, all rounds: {mean} a round by plays, biggest play: {most}, rounds gone out: {outs}",
        who=Who(seat),
        mean=round(statistics.plays / rounds),
        most=statistics.biggest,
        outs=statistics.outs,
    )


def why_not(seen: FivesObservation, notation: str) -> Message:
    """Explain why the viewer can't do this now; it must be their turn."""
    return common.why_not(seen, notation, seen.options.variant_name() or NAME, VERBS, {})
