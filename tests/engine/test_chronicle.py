"""What a game is remembered by: chapters of what everybody saw, and at most three facts of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine import chronicle
from engine.game import DEALER, Chapter, Game, Outcome
from engine.games import GAMES
from engine.rounds import is_scored, make_random_deal
from engine.words import msg

SHORT: dict[str, tuple[int, dict[str, Any]]] = {
    "draw": (3, {"match": "rounds", "rounds": 3, "verification": "auto"}),
    "fives": (3, {"target": 50}),
    "moon": (3, {"target": 7}),
    "chickenfoot": (4, {"set": 6, "hand_size": 5, "rounds": 3}),
    "blockers": (3, {}),
    "fortytwo": (4, {"target": 3}),
}
every_game = pytest.mark.parametrize("key", SHORT)


def ends(key: str, seed: object, **more: Any) -> Iterator[tuple[Game[Any, Any], Any, tuple[Chapter, ...]]]:
    """Yield the game with its state and its chapters at the end of each round."""
    game, (seats, options), rng = GAMES[key], SHORT[key], Random(f"{key} {seed}")
    state, chapters = game.start(replace(game.options(), **options, **more), seats), tuple[Chapter, ...]()
    while state.to_act is not None:
        action = make_random_deal(state, rng) if state.to_act == DEALER else state.automatic()
        state = state.apply(action or rng.choice(list(state.legal_actions()))).state
        if is_scored(state):
            seen = state.observe(None)
            chapters = (*chapters, chronicle.write_chapter(game.voice, seen, chapters))
            yield game, state, chapters


def facts(game: Game[Any, Any], seen: Any, chapters: tuple[Chapter, ...]) -> list[str]:
    return [str(fact) for fact in chronicle.list_facts(game.voice, seen, chapters, penalties=game.penalties)]


@every_game
def test_each_round_is_a_chapter_with_the_points_that_everybody_sees(key: str) -> None:
    for rounds, (_, state, chapters) in enumerate(ends(key, 1), 1):
        seen = state.observe(None)
        assert len(chapters) == rounds
        assert chapters[-1][:3] == (1, rounds, tuple(seen.points))


@every_game
def test_the_facts_are_at_most_three_different_sentences_and_none_before_the_end(key: str) -> None:
    told = set[str]()
    for seed in range(4):
        for game, state, chapters in ends(key, seed):
            found = facts(game, state.observe(None), chapters)
            assert (state.outcome is not None) or not found
            assert len(found) == len(set(found)) <= chronicle.MOST_FACTS
            assert all(fact.endswith(".") for fact in found)
            told |= set(found)
    assert len(told) > 2


@every_game
def test_facts_are_the_same_for_every_viewer(key: str) -> None:
    """They are made of chapters, and a chapter of what lies face up."""
    *_, (game, state, chapters) = ends(key, 5)
    for viewer in (None, 0, 1):
        assert facts(game, state.observe(viewer), chapters) == facts(game, state.observe(None), chapters)
        assert chronicle.write_chapter(game.voice, state.observe(viewer), chapters[:-1]) == chapters[-1]


def test_chapters_of_a_series_know_their_game_and_its_end_tells_of_games() -> None:
    *_, (game, state, chapters) = ends("draw", 2, series="match 2", hand_size=3)
    seen = state.observe(None)
    assert [each.game for each in chapters] == sorted(each.game for each in chapters)
    assert {each.game for each in chapters} == set(range(1, len(seen.record.games) + 1))
    assert [each.number for each in chapters if each.game == 1] == [1, 2, 3]
    assert chronicle.list_scores(seen, chapters)[-1] == seen.record.wins
    assert all("round" not in fact for fact in facts(game, seen, chapters))


def tell_facts(*points: tuple[int, ...], winner: int = 0, penalties: bool = False) -> list[str]:
    """Return the facts of a game of which only the points are known."""
    outcome = Outcome(msg("over"), points[-1], (winner,))
    chapters = [Chapter(1, number, each) for number, each in enumerate(points, 1)]
    _, state, _ = next(iter(ends("blockers", 1)))
    seen = replace(state.observe(None), outcome=outcome)
    voice = replace(GAMES["blockers"].voice, facts=lambda *_: ())
    return [str(fact) for fact in chronicle.list_facts(voice, seen, chapters, penalties=penalties)]


def test_the_round_that_decided_is_the_one_after_which_the_winner_always_led() -> None:
    assert tell_facts((5, 0), (5, 9), (20, 9), (40, 30))[0] == "seat 1 takes the lead for good (round 3)."
    assert tell_facts((9, 0), (19, 9))[0] == "seat 1 leads from start to end."
    assert tell_facts((0, 9), (19, 9))[0] == "seat 1 takes the lead only at the end (round 2)."
    assert not any("lead" in fact for fact in tell_facts((0, 9), (9, 9)))


def test_a_winner_of_every_round_gets_one_fact() -> None:
    facts = tell_facts((5, 0), (10, 4), (20, 9))
    assert "Best in 3 rounds in a row: seat 1." in facts
    assert not any("lead" in fact for fact in facts)
    assert "seat 1 leads from start to end." in tell_facts((5, 0), (6, 4), (20, 9))


def test_a_close_end_a_streak_and_the_best_round_are_facts() -> None:
    assert "Only 1 point separates seat 1 from seat 2." in tell_facts((0, 40), (41, 40))
    assert "Best in 3 rounds in a row: seat 1." in tell_facts((10, 0), (20, 5), (30, 9))
    assert "Best round: seat 2, +50 (round 1)." in tell_facts((0, 50), (40, 60), winner=1)
    paid = tell_facts((0, -50), (-60, -51), winner=1, penalties=True)
    assert "Worst round: seat 1, +60 (round 2)." in paid


def test_nobody_is_named_for_the_best_round_if_another_got_as_many() -> None:
    assert not [fact for fact in tell_facts((20, 20, 20), (25, 20, 21)) if fact.startswith("Best round")]
    assert "Best round: seat 1, +20 (round 1)." in tell_facts((20, 5, 5), (40, 6, 6))
