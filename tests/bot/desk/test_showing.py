"""What *Show this* posts of a practice game names no tile that was left in a hand: others play the same deal."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from bot.service import Service
from bot.table.log.model import Person, Status, Table
from bot.talk.letter import Letter, Purpose
from engine.game import DEALER
from engine.games import GAMES
from renderers import RENDERERS
from tests.bot.reception import Reception, controls_of, reception
from tests.bot.tools import ANA, BEN, press_by, question_at

TILE = re.compile(r"\b\d+-\d+\b")


async def play_at_random(service: Service, table: Table, rng: random.Random) -> Table:
    """Play a practice game to its last move, with random moves, and return it."""
    while table.status is Status.RUNNING:
        if table.to_act == DEALER:
            table = await service.practice.deal(table.id)
            continue
        assert table.mover is not None
        offered = (await question_at(service, table)).observation.choices
        notation = rng.choice([choice.notation for choice in offered if choice.enabled])
        played = service.tables.act(table.id, press_by(table.mover), table.mover, table.position_seq, notation)
        table = (await played).table
    return table


def tiles_in(text: str) -> set[str]:
    return set(TILE.findall(text.replace("\u2011", "-")))


async def shown_after_play(here: Reception, game: str, preset: str, seed: int) -> tuple[Table, set[str]]:
    """Play a practice game to its end; return it, and the tiles that are named in what its player shows."""
    table, _ = await here.service.practice.begin(game, preset, ANA.cause(), ANA)
    table = await play_at_random(here.service, table, random.Random(seed))
    shown = (await here.press(ANA, Purpose.SHOW, table.id, guild=None)).public
    assert isinstance(shown, Letter)
    (board,) = shown.pictures
    return table, tiles_in(f"{board.alt}\n{shown.text}")


@pytest.mark.parametrize(
    ("game", "preset"),
    [("draw", "day"), ("draw", "dominican"), ("fives", "pairs"), ("fives", "day"), ("chickenfoot", "day")],
)
async def test_what_is_shown_names_no_tile_that_was_left_in_a_hand(tmp_path: Path, game: str, preset: str) -> None:
    async with reception(tmp_path) as here:
        left = set[str]()
        for seed in range(3):
            table, named = await shown_after_play(here, game, preset, seed)
            state = (await here.service.tables.log(table.id)).draft.state
            hands = [RENDERERS[game].hand_alt(state.observe(seat)) for seat in range(len(table.seats))]
            hidden = {tile for hand in hands for tile in tiles_in(str(hand))}
            left |= hidden
            assert hidden.isdisjoint(named)
        assert left


@pytest.mark.parametrize(
    ("game", "preset"),
    [
        ("fortytwo", "sprint"),
        pytest.param("fortytwo", "family", marks=pytest.mark.long),
        pytest.param("moon", "long day", marks=pytest.mark.long),
    ],
)
async def test_of_a_game_of_tricks_only_the_last_trick_is_shown(tmp_path: Path, game: str, preset: str) -> None:
    async with reception(tmp_path) as here:
        table, named = await shown_after_play(here, game, preset, seed=1)
        assert len(named) <= len(table.seats)


@pytest.mark.parametrize("game", RENDERERS)
async def test_the_board_as_text_says_once_what_decides_a_turn(tmp_path: Path, game: str) -> None:
    async with reception(tmp_path) as here:
        table, _ = await here.service.practice.begin(game, "", ANA.cause(), ANA)
        seen = await here.service.tables.observe(table.id, None, reader=ANA.user)
        board, text = [(await here.press(ANA, purpose, table.id)).text for purpose in (Purpose.BOARD, Purpose.TEXT)]
        assert str(GAMES[game].voice.situation(seen.observation)) in board
        head, *rest = text.splitlines()
        assert " is next" in head or " is thinking" in head
        assert str(GAMES[game].voice.situation(seen.observation)) not in head
        assert rest


async def test_nobody_else_shows_or_goes_on_with_a_practice_game(tmp_path: Path) -> None:
    async with reception(tmp_path) as here:
        table, _ = await here.service.practice.begin("draw", "sprint", ANA.cause(), ANA)
        assert (await here.press(ANA, Purpose.SHOW, table.id)).public is None  # it goes on still
        table = await play_at_random(here.service, table, random.Random(1))
        for purpose in (Purpose.SHOW, Purpose.PRACTICE, Purpose.HAND, Purpose.ANALYSIS, Purpose.REPLAY):
            answer = await here.press(BEN, purpose, table.id)
            assert answer.public is None
            assert answer.text.startswith("I don't know that table here.")


async def test_the_same_deal_asks_before_it_closes_a_practice_game_with_moves(tmp_path: Path) -> None:
    async with reception(tmp_path) as here:
        table, _ = await here.service.practice.begin("draw", "sprint", ANA.cause(), ANA)
        await play_at_random(here.service, table, random.Random(1))
        shown = (await here.press(ANA, Purpose.SHOW, table.id, guild=None)).public
        assert isinstance(shown, Letter)
        (same,) = [control.id for control in controls_of(shown)]
        begun = await begun_game(here, BEN)
        question = await here.press_control(BEN, same)
        assert "You're in the middle of a practice game of Chickenfoot." in question.text
        assert await here.service.practice.running_game_of(BEN.user) == begun
        _, close = [control.id for control in controls_of(question)]
        assert "Draw Dominoes" in (await here.press_control(BEN, close)).text
        current = await here.service.practice.running_game_of(BEN.user)
        assert current is not None
        assert current.game == "draw"


async def begun_game(here: Reception, player: Person) -> Table:
    """Return a practice game of Chickenfoot in which its player has moved."""
    table, _ = await here.service.practice.begin("chickenfoot", "", player.cause(), player)
    for _ in range(100):
        if table.to_act == DEALER:
            table = await here.service.practice.deal(table.id)
        question = await question_at(here.service, table)
        notation = next(choice.notation for choice in question.observation.choices if choice.enabled)
        assert table.mover is not None
        is_player = table.mover.user == player.user
        played = here.service.tables.act(table.id, press_by(table.mover), table.mover, table.position_seq, notation)
        table = (await played).table
        if is_player:
            return table
    raise AssertionError("the player had no turn")
