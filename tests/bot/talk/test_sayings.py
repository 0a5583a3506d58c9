"""What the hand and the channel say of positions that come seldom, found where a random game reaches them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from bot.talk.letter import ControlId, Letter, Purpose
from engine.game import DEALER, Deal
from engine.games import GAMES
from engine.tiles import Tile
from tests.bot.worlds import World, world
from tests.engine.play import Position, Setup, short, walk


def first(setup: Setup, wanted: Callable[[Any], bool]) -> Position:
    """Return the first position of random games for which the observation of the seat to act fits."""
    for seed in count():
        for turn in walk(setup, Random(seed)):
            state = turn.step.state
            if state.to_act in (None, DEALER) or state.automatic() is not None:
                continue
            if wanted(state.observe(state.to_act)):
                entry = turn.action if isinstance(turn.action, Deal) else str(turn.action)
                return Position(setup, (*turn.log, entry), state)
    raise AssertionError("there is no such position")


def labels(letter: Letter) -> list[str]:
    """Return what the buttons of a letter say."""
    return [button.label for row in letter.rows if isinstance(row, tuple) for button in row]


def chickenfoot(**options: str) -> Setup:
    return Setup(GAMES["chickenfoot"], short(GAMES["chickenfoot"], **options), 2)


async def hand(here: World) -> Letter:
    """Return the hand of the seat to act."""
    return await here.desk.press(here.caller(here.state.to_act), ControlId(Purpose.HAND, 1))


async def test_a_turn_whose_end_counts_towards_a_block_says_so_on_its_button(tmp_path: Path) -> None:
    stuck = first(chickenfoot(), lambda seen: seen.drew and not seen.yard and not seen.playable)
    async with world(stuck.setup, tmp_path) as here:
        await here.play(stuck.log, 1)
        shown = await hand(here)
        assert "I can't play" in labels(shown)
        assert "Keep and end turn" not in labels(shown)
        assert "That was the last tile of the boneyard: say that you can't play." in shown.text


async def test_the_hand_counts_the_double_blank_as_the_score_will(tmp_path: Path) -> None:
    blank = first(chickenfoot(), lambda seen: Tile(0, 0) in seen.hands[seen.to_act])
    async with world(blank.setup, tmp_path) as here:
        await here.play(blank.log, 1)
        tiles = here.state.observe(here.state.to_act).hands[here.state.to_act]
        points = 50 + sum(tile.high + tile.low for tile in tiles)
        shown = await hand(here)
        assert f"{len(tiles)} tiles, {points} points" in shown.pictures[0].alt


async def test_a_dead_foot_is_told_in_the_channel_with_its_reason(tmp_path: Path) -> None:
    dead = first(chickenfoot(forced_moves="by_hand"), lambda seen: seen.dead_foot is not None and seen.playable)
    async with world(dead.setup, tmp_path) as here:
        await here.play(dead.log, 2)
        foot = here.state.observe(None).dead_foot
        told = "\n".join(letter.text for _, letter in here.mailbox.said)
        assert f"{foot.double} stays incomplete. {foot.why}" in told
        shown = (await hand(here)).text
        assert f" · {foot.double} stays incomplete" in shown
        assert str(foot.why) not in shown  # the channel says it above
        text = await here.desk.press(here.caller(None), ControlId(Purpose.TEXT, 1))
        assert f"{foot.double} stays incomplete. {foot.why}" in text.text


async def test_in_profi_the_hand_tells_an_own_tile_from_anothers_under_the_sign(tmp_path: Path) -> None:
    setup = Setup(GAMES["blockers"], GAMES["blockers"].options(variant="profi"), 2)
    mixed = first(setup, lambda seen: any(reach.own and set(reach.captures) - set(reach.own) for reach in seen.reach))
    async with world(mixed.setup, tmp_path) as here:
        await here.play(mixed.log, 1)
        shown = await hand(here)
        assert "⚠ takes a tile of your own other colour." in shown.text
        assert "Takes your own: " in shown.pictures[0].alt
