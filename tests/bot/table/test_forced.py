"""Forced moves: the table makes one if everybody knows that there is no other, else its player does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import pytest

from bot.table.log.draft import Draft
from bot.table.log.fold import BrokenStep, ReplayedStep, advance, next_row
from bot.table.log.model import NO_CAUSE
from bot.table.log.steps import Kind
from bot.table.record import report
from bot.table.record.verify import replay_and_check
from bot.talk.story import build_lines
from engine.forced_moves import distinct_notations
from engine.game import Game
from engine.games import GAMES
from engine.words import Words
from tests.bot.records import random_game, record_of
from tests.engine.play import honest, short, usual_seats

BY_THEMSELVES = ("draw", "fives", "chickenfoot", "moon")
"""Games in which moves are forced often enough to be found in a few games at random."""
GAMES_PLAYED = 4


def play_game(key: str, forced_moves: str, luck: str = "") -> Draft:
    """Return a whole random game, of three if three can play it."""
    options = short(GAMES[key], forced_moves=forced_moves)
    return random_game(GAMES[key], options, usual_seats(GAMES[key]), f"{key} {luck}", honest)


def moves(draft: Draft, kind: Kind) -> Iterator[tuple[Any, str]]:
    """Yield each step of a kind, with the position before it."""
    for step in replay_and_check(record_of(draft), draft.game):
        if step.row.kind == kind.value:
            yield step.before.state, step.row.notation


def choices(state: Any) -> Sequence[str]:
    """Return what the seat to act can do."""
    return distinct_notations(state.observe(state.to_act))


def is_known_to_all(game: Game[Any, Any], state: Any) -> bool:
    """Return whether everybody will know that the seat to act has one thing to do."""
    only, *others = choices(state)
    return not others and game.is_forced(state.observe(None), only)


@pytest.mark.parametrize("key", GAMES)
def test_a_table_makes_each_forced_move_and_no_other(key: str) -> None:
    draft = play_game(key, "at_once")
    for state, _ in moves(draft, Kind.ACT):
        assert state.automatic() is None
        assert not is_known_to_all(draft.game, state)
    for state, notation in moves(draft, Kind.AUTO):
        assert str(state.automatic()) == notation or is_known_to_all(draft.game, state)


@pytest.mark.parametrize("key", BY_THEMSELVES)
def test_by_hand_each_player_makes_theirs(key: str) -> None:
    drafts = [play_game(key, "by_hand", str(luck)) for luck in range(GAMES_PLAYED)]
    assert any(is_known_to_all(draft.game, state) for draft in drafts for state, _ in moves(draft, Kind.ACT))
    for draft in drafts:
        assert all(str(state.automatic()) == notation for state, notation in moves(draft, Kind.AUTO))


@pytest.mark.parametrize("key", BY_THEMSELVES)
def test_what_only_its_player_knows_to_be_forced_waits_for_them(key: str) -> None:
    drafts = [play_game(key, "at_once", str(luck)) for luck in range(GAMES_PLAYED)]
    waited = [state for draft in drafts for state, _ in moves(draft, Kind.ACT)]
    assert any(len(choices(state)) == 1 for state in waited)


@pytest.mark.parametrize("key", BY_THEMSELVES)
def test_a_forced_move_comes_at_the_instant_of_the_move_that_led_to_it(key: str) -> None:
    steps = [row for row in play_game(key, "at_once").steps if Kind(row.kind).moves]
    for before, row in pairwise(steps):
        if row.kind == Kind.AUTO.value:
            assert row.at == before.at
            assert (row.user, row.interaction) == (None, None)


def test_draws_and_the_tile_that_had_to_fit_are_one_line() -> None:
    drafts = (play_game("draw", "at_once", str(luck)) for luck in range(20))
    assert any("draws" in line and "plays" in line for draft in drafts for line in public_lines(draft))


def public_lines(draft: Draft) -> list[str]:
    """Return what everybody reads of a whole game."""
    happened = [report.redact_step(entry, None, {}, over=False, undone=False) for entry in draft.entries]
    return [Words().text(line.message) for line in build_lines(draft.game, happened)]


@pytest.mark.parametrize("key", ["draw", "moon"])
def test_a_log_in_which_a_step_comes_by_itself_though_there_was_a_choice_is_broken(key: str) -> None:
    draft = play_game(key, "at_once")
    checked = [step for step in replay_and_check(record_of(draft), draft.game) if step.row.kind == Kind.ACT.value]
    several = [step for step in checked if len(choices(step.before.state)) > 1]
    assert several
    refuse_by_themselves(draft, several)


def test_a_log_of_a_table_by_hand_in_which_a_forced_move_comes_by_itself_is_broken() -> None:
    drafts = [play_game("draw", "by_hand", str(luck)) for luck in range(GAMES_PLAYED)]
    for draft in drafts:
        checked = [step for step in replay_and_check(record_of(draft), draft.game) if step.row.kind == Kind.ACT.value]
        refuse_by_themselves(draft, [step for step in checked if is_known_to_all(draft.game, step.before.state)])
    assert any(is_known_to_all(draft.game, state) for draft in drafts for state, _ in moves(draft, Kind.ACT))


def refuse_by_themselves(draft: Draft, steps: Sequence[ReplayedStep]) -> None:
    """None of these moves can be a step that the table took by itself."""
    for step in steps:
        forged = next_row(step.before, Kind.AUTO, step.row.seat, step.row.notation, step.row.at, NO_CAUSE)
        with pytest.raises(BrokenStep):
            advance(step.before, forged, draft.game, draft.seeds)


@pytest.mark.parametrize("key", BY_THEMSELVES)
def test_nothing_is_taken_back_behind_a_forced_move(key: str) -> None:
    drafts = [play_game(key, "at_once", str(luck)) for luck in range(GAMES_PLAYED)]
    steps = [step for draft in drafts for step in replay_and_check(record_of(draft), draft.game)]
    forced = [step for step in steps if step.row.kind == Kind.AUTO.value]
    assert forced
    assert not any(step.after.past for step in forced)
