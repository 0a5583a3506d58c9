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
from engine.sides import Side, Sides, find_leaders, find_side, find_sides, name_side
from engine.words import Message, count, msg

MOST_FACTS = 3
_FAR = 4
"""A win is a comeback if the winner was behind by at least the highest score divided by this."""
_MAX_WEIGHT = 90
"""The greatest weight of a comeback as a highlight."""
_STREAK = 3
"""The number of rounds in a row that make a streak worth mentioning."""
_CLOSE = 20
"""A win by at most the highest score divided by this is called close."""


def write_chapter(voice: Voice[Any], seen: Observation, before: Sequence[Chapter]) -> Chapter:
    """Return the chapter of the round that was just scored, given the chapters before it."""
    number = len(current_chapters(seen, before)) + 1
    return Chapter(_game_number(seen), number, tuple(seen.points), tuple(voice.notes(seen)))


def current_chapters(seen: Observation, chapters: Sequence[Chapter]) -> Sequence[Chapter]:
    """Return the chapters of the current game; a series also has chapters of other games."""
    return [chapter for chapter in chapters if chapter.game == _game_number(seen)]


def list_gains(scores: Sequence[tuple[int, ...]]) -> Sequence[tuple[int, ...]]:
    """Return each seat's gain in each round, from the points after each round."""
    totals = [(0,) * len(scores[0]), *scores] if scores else []
    return [tuple(after - before for before, after in zip(*pair, strict=True)) for pair in pairwise(totals)]


def list_facts(
    voice: Voice[Any], seen: Observation, chapters: Sequence[Chapter], *, penalties: bool
) -> Sequence[Message]:
    """Return up to three facts about the game that is over, in a sentence each.

    If a whole series is over, the facts are about its games.
    """
    if isinstance(seen, SeriesObservation) and seen.outcome is not None:
        game_scores = list_scores(seen, chapters)
        are_penalties = penalties and not seen.record.counts_games  # a number of games won is never a penalty
        series = _Facts(_find_sides(seen, seen.outcome), _game_name, game_scores, penalties=are_penalties)
        return list(series.list_facts(seen.outcome))[:MOST_FACTS]
    game_chapters, game_outcome = current_chapters(seen, chapters), final_outcome(seen)
    if game_outcome is None:
        return ()

    def name(number: int) -> Message:
        return voice.round_name(seen, number)

    points = [chapter.points for chapter in game_chapters]
    general = _Facts(_find_sides(seen, game_outcome), name, points, penalties=penalties).list_facts(game_outcome)
    # facts that any game can have and facts of this game take turns
    pairs = zip_longest(general, voice.facts(seen, game_chapters))
    return [fact for pair in pairs for fact in pair if fact is not None][:MOST_FACTS]


def list_scores(seen: Observation, chapters: Sequence[Chapter]) -> Sequence[tuple[int, ...]]:
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

    If partners won, the winner is the first of their seats. The deficit is measured after each round except the last.
    Return None if the game goes on or the win is shared.
    """
    outcome = final_outcome(seen)
    if outcome is None or len(find_sides(_find_sides(seen, outcome), outcome.winners)) != 1:
        return None
    winner = outcome.winners[0]
    points = [chapter.points for chapter in current_chapters(seen, chapters)]
    return winner, max((max(scores) - scores[winner] for scores in points[:-1]), default=0)


def find_comeback(seen: Observation, chapters: Sequence[Chapter]) -> Highlight | None:
    """Return the highlight of a win after being far behind, if the game had one."""
    outcome, winner_and_deficit = final_outcome(seen), winner_deficit(seen, chapters)
    if outcome is None or winner_and_deficit is None:
        return None
    winner, deficit = winner_and_deficit
    highest = max(map(abs, outcome.points))
    if not deficit or deficit * _FAR < highest:
        return None
    weight = min(100 * deficit / highest, _MAX_WEIGHT)
    return Highlight(weight, _comeback_line(_find_sides(seen, outcome), winner, deficit))


def _comeback_line(sides: Sides, winner: Seat, points: int) -> Message:
    """Say how far behind the winner's side was."""
    side = find_side(sides, winner)
    who = name_side(sides, side)
    if len(side) > 1:
        return count(
            "{who} win after being {n} point behind.", "{who} win after being {n} points behind.", points, who=who
        )
    return count(
        "{who} wins after being {n} point behind.", "{who} wins after being {n} points behind.", points, who=who
    )


def _find_sides(seen: Observation, outcome: Outcome) -> Sides:
    return seen.options.sides(len(outcome.points))


def _game_number(seen: Observation) -> int:
    """Return the number of the current game in its series, else 1."""
    return seen.number if isinstance(seen, SeriesObservation) else 1


Name = Callable[[int], Message]
"""Returns the name of a round, by its number from 1."""


def _game_name(number: int) -> Message:
    return msg("game {number}", number=number)


class _Facts:
    """The facts that any game can have, about its sides."""

    def __init__(self, sides: Sides, name: Name, scores: Sequence[tuple[int, ...]], *, penalties: bool) -> None:
        """Take a function that names the rounds, and each seat's points after each round."""
        self._sides, self._name, self._scores, self._penalties = sides, name, scores, penalties
        self._gains = list_gains(scores)

    def list_facts(self, outcome: Outcome) -> Iterator[Message]:
        winners = find_sides(self._sides, outcome.winners)
        if len(winners) == 1:
            if not self._is_unbroken_streak(winners[0]):
                yield from self._lead_facts(winners[0])
            yield from self._margin_facts(outcome, winners[0])
        if len(self._scores) > 1:
            yield from self._streak_facts()
            yield from self._biggest_gain_facts()

    def _lead_facts(self, winner: Side) -> Iterator[Message]:
        """Yield a fact about the round from which the winner led to the end."""
        not_leading = [index for index, points in enumerate(self._scores) if self._sole_leader(points) != winner]
        lead_from = not_leading[-1] + 1 if not_leading else 0
        if len(self._scores) < 2 or lead_from == len(self._scores):
            return
        who, round_, is_pair = name_side(self._sides, winner), self._name(lead_from + 1), len(winner) > 1
        if not lead_from:
            for_one = msg("{who} leads from start to end.", who=who)
            yield msg("{who} lead from start to end.", who=who) if is_pair else for_one
        elif lead_from == len(self._scores) - 1:
            for_one = msg("{who} takes the lead only at the end ({round}).", who=who, round=round_)
            yield msg("{who} take the lead only at the end ({round}).", who=who, round=round_) if is_pair else for_one
        else:
            for_one = msg("{who} takes the lead for good ({round}).", who=who, round=round_)
            yield msg("{who} take the lead for good ({round}).", who=who, round=round_) if is_pair else for_one

    def _margin_facts(self, outcome: Outcome, winner: Side) -> Iterator[Message]:
        """Yield a fact about the winner's margin, if the win was close."""
        # the place is negated so that `max` takes the first of equal sides
        others = [(outcome.points[side[0]], -place) for place, side in enumerate(self._sides) if side != winner]
        if not others:
            return
        second, negated_place = max(others)
        margin = outcome.points[winner[0]] - second
        if margin > 0 and margin * _CLOSE <= max(map(abs, outcome.points)):
            yield count(
                "Only {n} point separates {who} from {other}.",
                "Only {n} points separate {who} from {other}.",
                margin,
                who=name_side(self._sides, winner),
                other=name_side(self._sides, self._sides[-negated_place]),
            )

    def _streak_facts(self) -> Iterator[Message]:
        """Yield a fact about the longest run of rounds in which the same side gained the most points."""
        best = [self._sole_leader(round_gains) for round_gains in self._gains]
        runs = [(len(list(run)), side) for side, run in groupby(best) if side is not None]
        length, side = max(runs, default=(0, ()), key=lambda run: run[0])
        if length < _STREAK:
            return
        who = name_side(self._sides, side)
        if self._name is _game_name:
            yield count("Best in {n} game in a row: {who}.", "Best in {n} games in a row: {who}.", length, who=who)
        else:
            yield count("Best in {n} round in a row: {who}.", "Best in {n} rounds in a row: {who}.", length, who=who)

    def _is_unbroken_streak(self, side: Side) -> bool:
        """Return whether a side gained the most points in every round of a long streak.

        The fact about the streak then implies that the side led all the time.
        """
        return len(self._gains) >= _STREAK and all(
            self._sole_leader(round_gains) == side for round_gains in self._gains
        )

    def _sole_leader(self, points: Sequence[int]) -> Side | None:
        """Return the side that leads alone; None if several sides share the lead."""
        leaders = find_leaders(self._sides, points)
        return leaders[0] if len(leaders) == 1 else None

    def _biggest_gain_facts(self) -> Iterator[Message]:
        """Yield a fact about the highest gain of a side in one round, unless several sides share it."""
        sign = -1 if self._penalties else 1  # penalties are negative points
        gains = [(sign * round_gains[side[0]], number, place) for number, round_gains in enumerate(self._gains)
                 for place, side in enumerate(self._sides)]  # fmt: skip
        highest_gain = max(gain for gain, _, _ in gains)
        biggest = [(number, place) for gain, number, place in gains if gain == highest_gain]
        number, place = biggest[0]
        # a gain of 1 is nothing special: in a match, each game won is one
        if highest_gain > 1 and len({place for _, place in biggest}) == 1:
            who, round_ = name_side(self._sides, self._sides[place]), self._name(number + 1)
            if self._name is _game_name:
                best_line = msg("Best game: {who}, +{n} ({round}).", who=who, n=highest_gain, round=round_)
                yield (
                    msg("Worst game: {who}, +{n} ({round}).", who=who, n=highest_gain, round=round_)
                    if self._penalties
                    else best_line
                )
            else:
                best_line = msg("Best round: {who}, +{n} ({round}).", who=who, n=highest_gain, round=round_)
                yield (
                    msg("Worst round: {who}, +{n} ({round}).", who=who, n=highest_gain, round=round_)
                    if self._penalties
                    else best_line
                )
