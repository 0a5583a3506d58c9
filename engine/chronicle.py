"""The record of a game: a chapter for each scored round, and a few facts.

Chapters are made of what everybody saw, so all their content is public.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby, pairwise, zip_longest
from typing import Any

from engine.game import Chapter, Observation, Outcome, Seat, Voice
from engine.highlight import Highlight
from engine.series.state import SeriesObservation
from engine.words import Message, Who, count, msg

MOST_FACTS = 3
_FAR = 4
"""A winner who was behind by at least 1/`_FAR` of the highest score made a comeback."""
_STREAK = 3
"""The number of rounds in a row that make a streak worth mentioning."""
_CLOSE = 20
"""A win by at most 1/`_CLOSE` of the highest score is close."""


def chapter(voice: Voice[Any], seen: Observation, before: Sequence[Chapter]) -> Chapter:
    """Return the chapter of the round that was just scored, given the chapters before it."""
    number = len(current_chapters(seen, before)) + 1
    return Chapter(_game(seen), number, tuple(seen.points), tuple(voice.notes(seen)))


def current_chapters(seen: Observation, chapters: Sequence[Chapter]) -> Sequence[Chapter]:
    """Return the chapters of the current game; a series also has chapters of other games."""
    return [chapter for chapter in chapters if chapter.game == _game(seen)]


def gains(course: Sequence[tuple[int, ...]]) -> Sequence[tuple[int, ...]]:
    """Return each seat's gain in each round, from the points after each round."""
    totals = [(0,) * len(course[0]), *course] if course else []
    return [tuple(b - a for a, b in zip(*pair, strict=True)) for pair in pairwise(totals)]


def facts(voice: Voice[Any], seen: Observation, chapters: Sequence[Chapter], *, penalties: bool) -> Sequence[Message]:
    """Return up to three facts about the game that is over, in a sentence each.

    If a whole series is over, the facts are about its games.
    """
    if isinstance(seen, SeriesObservation) and seen.outcome is not None:
        games, outcome = course(seen, chapters), seen.outcome
        common = _common_facts(_game_name, games, outcome, penalties=penalties and not seen.record.counts_games)
        return list(common)[:MOST_FACTS]
    game, ended = current_chapters(seen, chapters), final_outcome(seen)
    if ended is None:
        return ()

    def name(number: int) -> Message:
        return voice.round_name(seen, number)

    general = _common_facts(name, [chapter.points for chapter in game], ended, penalties=penalties)
    mixed = [fact for pair in zip_longest(general, voice.facts(seen, game)) for fact in pair if fact is not None]
    return mixed[:MOST_FACTS]


def course(seen: Observation, chapters: Sequence[Chapter]) -> Sequence[tuple[int, ...]]:
    """Return each seat's points after each round of the current game.

    If a series is over, return its scores after each game.
    """
    if not isinstance(seen, SeriesObservation) or seen.outcome is None:
        return [chapter.points for chapter in current_chapters(seen, chapters)]
    record = seen.record
    return [replace(record, games=record.games[: n + 1]).deciding_scores for n in range(len(record.games))]


def final_outcome(seen: Observation) -> Outcome | None:
    """Return how the current game ended, even if its series goes on."""
    return seen.game.outcome if isinstance(seen, SeriesObservation) else seen.outcome


def winner_deficit(seen: Observation, chapters: Sequence[Chapter]) -> tuple[Seat, int] | None:
    """Return the sole winner of a finished game and their greatest deficit.

    The deficit is measured after each round but the last. Return None if the game goes on or the win is shared.
    """
    outcome, points = final_outcome(seen), [chapter.points for chapter in current_chapters(seen, chapters)]
    if outcome is None or len(outcome.winners) != 1:
        return None
    winner = outcome.winners[0]
    return winner, max((max(each) - each[winner] for each in points[:-1]), default=0)


def comeback(seen: Observation, chapters: Sequence[Chapter]) -> Highlight | None:
    """Return the highlight of a win after being far behind, if the game had one."""
    outcome, far = final_outcome(seen), winner_deficit(seen, chapters)
    if outcome is None or far is None:
        return None
    winner, points = far
    most = max(map(abs, outcome.points))
    if not points or points * _FAR < most:
        return None
    sentence = count(
        "{who} wins after being {n} point behind.",
        "{who} wins after being {n} points behind.",
        points,
        who=Who(winner),
    )
    return Highlight(min(100 * points / most, 90), sentence)


def _game(seen: Observation) -> int:
    return seen.number if isinstance(seen, SeriesObservation) else 1


Name = Callable[[int], Message]
"""Returns the name of a round, by its number from 1."""


def _game_name(number: int) -> Message:
    return msg("game {number}", number=number)


def _common_facts(
    name: Name, course: Sequence[tuple[int, ...]], outcome: Outcome, *, penalties: bool
) -> Iterator[Message]:
    """Yield the facts that any game can have."""
    if len(outcome.winners) == 1:
        if not _is_unbroken_streak(gains(course), outcome.winners[0]):
            yield from _lead_facts(name, course, outcome.winners[0])
        yield from _margin_facts(outcome, outcome.winners[0])
    if len(course) > 1:
        yield from _streak_facts(gains(course))
        yield from _biggest_gain_facts(name, gains(course), penalties=penalties)


def _lead_facts(name: Name, course: Sequence[tuple[int, ...]], winner: Seat) -> Iterator[Message]:
    """Yield a fact about when the winner took the lead for good."""
    behind = [place for place, points in enumerate(course) if not _leads(points, winner)]
    first = behind[-1] + 1 if behind else 0
    if len(course) < 2 or first == len(course):
        return
    who, round_ = Who(winner), name(first + 1)
    if not first:
        yield msg("{who} leads from start to end.", who=who)
    elif first == len(course) - 1:
        yield msg("{who} takes the lead only at the end ({round}).", who=who, round=round_)
    else:
        yield msg("{who} takes the lead for good ({round}).", who=who, round=round_)


def _leads(points: Sequence[int], seat: Seat) -> bool:
    return all(points[seat] > other for place, other in enumerate(points) if place != seat)


def _margin_facts(outcome: Outcome, winner: Seat) -> Iterator[Message]:
    """Yield a fact about the winner's margin, if the win was close."""
    others = [(points, -seat) for seat, points in enumerate(outcome.points) if seat != winner]
    if not others:
        return
    second, seat = max(others)
    lead = outcome.points[winner] - second
    if lead > 0 and lead * _CLOSE <= max(map(abs, outcome.points)):
        yield count(
            "Only {n} point separates {who} from {other}.",
            "Only {n} points separate {who} from {other}.",
            lead,
            who=Who(winner),
            other=Who(-seat),
        )


def _streak_facts(won: Sequence[Sequence[int]]) -> Iterator[Message]:
    """Yield a fact about the longest run of rounds in which one seat gained most."""
    best = [_best(each) for each in won]
    runs = [(len(list(run)), seat) for seat, run in groupby(best) if seat is not None]
    length, seat = max(runs, default=(0, 0), key=lambda run: run[0])
    if length >= _STREAK:
        yield count("{who} is best {n} time in a row.", "{who} is best {n} times in a row.", length, who=Who(seat or 0))


def _is_unbroken_streak(won: Sequence[Sequence[int]], seat: Seat) -> bool:
    """Return whether a seat gained most in every round, and the streak is long enough.

    The fact about the streak then implies that the seat led all the time.
    """
    return len(won) >= _STREAK and all(_best(each) == seat for each in won)


def _best(won: Sequence[int]) -> Seat | None:
    return won.index(max(won)) if won.count(max(won)) == 1 else None


def _biggest_gain_facts(name: Name, won: Sequence[Sequence[int]], *, penalties: bool) -> Iterator[Message]:
    """Yield a fact about the most points that a seat got at once; of equals, the first."""
    sign = -1 if penalties else 1
    most, number, seat = max((sign * points, -place, -seat) for place, each in enumerate(won)
                             for seat, points in enumerate(each))  # fmt: skip
    if most > 1:
        yield count(
            "Most at once: {who}, {n} point ({round}).",
            "Most at once: {who}, {n} points ({round}).",
            most,
            who=Who(-seat),
            round=name(1 - number),
        )
