"""Every game as a group plays it, from `/new` to the score."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from bot.letters import Purpose
from tests.end_to_end.house import NAMES, find_control, house


class Match(NamedTuple):
    """A game short enough for a test."""

    game: str
    seats: int
    options: Mapping[str, str]

    def __str__(self) -> str:
        return f"{self.game}-{self.seats}"


DRAW = {"match": "rounds", "rounds": "2"}
MATCHES = [
    Match("draw", 2, DRAW),
    Match("draw", 4, DRAW),
    Match("draw", 8, {"match": "rounds", "rounds": "1"}),
    Match("moon", 3, {"target": "3"}),
    Match("chickenfoot", 2, {"set": "6", "rounds": "1"}),
    Match("chickenfoot", 4, {"set": "6", "rounds": "2", "hand_size": "5"}),
    Match("chickenfoot", 8, {"rounds": "1"}),
    Match("blockers", 2, {"series": "sumof 2"}),
]


@pytest.mark.parametrize("match", MATCHES, ids=str)
async def test_a_match_is_played_to_its_end_by_buttons(tmp_path: Path, match: Match) -> None:
    async with house(tmp_path, NAMES[: match.seats]) as here:
        await here.open_table(match.game, match.seats, match.options)
        assert await here.play_by_buttons() > match.seats
        assert "over" in here.card.content


@pytest.mark.parametrize("match", MATCHES, ids=str)
async def test_a_match_is_played_to_its_end_by_commands(tmp_path: Path, match: Match) -> None:
    async with house(tmp_path, NAMES[: match.seats]) as here:
        await here.open_table(match.game, match.seats, match.options)
        assert await here.play_by_commands() > match.seats
        assert "over" in here.card.content


@pytest.mark.parametrize("match", [match for match in MATCHES if match.seats <= 3], ids=str)
async def test_a_game_goes_on_after_a_restart_and_old_buttons_work(tmp_path: Path, match: Match) -> None:
    async with house(tmp_path, NAMES[: match.seats]) as here:
        await here.open_table(match.game, match.seats, match.options)
        mover, turn = here.mover, here.turn
        await here.restart()
        shown = await mover.click(turn, custom_id=str(find_control(turn, Purpose.HAND)))
        await here.restart()
        played = await here.press_a_move(mover, shown.response)
        assert played.acknowledged
        assert here.turn.id != turn.id
