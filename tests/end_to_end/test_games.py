"""Every game as a group plays it, from `/new` to the score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from bot.talk.letter import Purpose
from engine.games import GAMES
from tests.end_to_end.house import NAMES, find_control, house
from tests.end_to_end.notices import ours
from tests.long import some


class Match(NamedTuple):
    """A game short enough for a test."""

    game: str
    seats: int
    options: Mapping[str, str]
    series: str = ""
    skipped: Sequence[int] = ()
    """Of a longer game: how many moves at a time are made without Discord; those between and after are by hand."""

    def __str__(self) -> str:
        return "-".join(filter(None, (self.game, str(self.seats), *self.options, self.series)))


BY_HAND = 6
DRAW = {"match": "rounds", "rounds": "2"}
BRIEF = [
    Match("draw", 2, {"match": "rounds", "hand_size": "3", "verification": "auto"}, "match 2"),
    Match("moon", 3, {"target": "1"}),
    Match("chickenfoot", 2, {"set": "6", "rounds": "1"}, skipped=[15, 15]),
    Match("blockers", 2, {}, "match 1", skipped=[20, 20]),
    Match("fives", 2, {"match": "rounds", "rounds": "1"}),
    Match("fortytwo", 4, {"target": "1"}),
]
MATCHES = [
    *BRIEF,
    Match("draw", 2, DRAW),
    Match("draw", 4, DRAW),
    Match("draw", 8, {"match": "rounds", "rounds": "1"}),
    Match("chickenfoot", 4, {"set": "6", "rounds": "2", "hand_size": "5"}),
    Match("chickenfoot", 8, {"set": "12", "hand_size": "7", "rounds": "1"}),
    Match("blockers", 5, {}, skipped=[60, 50]),
    Match("blockers", 2, {"profi": ""}, skipped=[44, 44]),
    Match("blockers", 3, {}, "sumof 2", skipped=[69, 65]),
]


def each(matches: Sequence[Match]) -> list[Any]:
    """Return all of them as parameters; those that are not brief are long tests."""
    return some({str(match): match for match in matches}, {*map(str, matches)} & {*map(str, BRIEF)})


def test_a_brief_game_of_each_kind_is_played() -> None:
    assert {match.game for match in BRIEF} == GAMES.keys()


@pytest.mark.parametrize("match", each(MATCHES))
async def test_a_match_is_played_to_its_end_by_buttons(tmp_path: Path, match: Match) -> None:
    async with house(tmp_path, NAMES[: match.seats]) as here:
        await here.open_table(match.game, match.seats, match.options, series=match.series)
        moves = 0
        for skipped in match.skipped:
            await here.skip(skipped)
            moves += await here.play_by_buttons(BY_HAND)
        assert moves + await here.play_by_buttons() > match.seats
        assert "over" in here.card.content


@pytest.mark.parametrize("match", some({str(match): match for match in BRIEF[:2]}, {str(BRIEF[0])}))
async def test_a_match_is_played_to_its_end_in_a_thread(tmp_path: Path, match: Match) -> None:
    async with house(tmp_path, NAMES[: match.seats], threads=True) as here:
        await here.open_table(match.game, match.seats, match.options, series=match.series)
        await here.play_by_commands(2 * BY_HAND)
        await here.play_to_end()
        assert "over" in here.card.content
        assert len(ours(here.channel)) == 1
        assert here.place.is_thread
        assert here.messages[-1].attachments


@pytest.mark.parametrize("match", some({str(match): match for match in MATCHES}, {str(BRIEF[1])}))
async def test_a_match_is_played_to_its_end_by_commands(tmp_path: Path, match: Match) -> None:
    async with house(tmp_path, NAMES[: match.seats]) as here:
        await here.open_table(match.game, match.seats, match.options, series=match.series)
        moves = 0
        for skipped in match.skipped:
            await here.skip(skipped)
            moves += await here.play_by_commands(BY_HAND)
        assert moves + await here.play_by_commands() > match.seats
        assert "over" in here.card.content


@pytest.mark.parametrize("match", each([match for match in MATCHES if match.seats <= 3]))
async def test_a_game_goes_on_after_a_restart_and_old_buttons_work(tmp_path: Path, match: Match) -> None:
    async with house(tmp_path, NAMES[: match.seats]) as here:
        await here.open_table(match.game, match.seats, match.options, series=match.series)
        mover, turn = here.mover, here.turn
        await here.restart()
        shown = await mover.click(turn, custom_id=str(find_control(turn, Purpose.HAND)))
        await here.restart()
        played = await here.press_a_move(mover, shown.response)
        assert played.acknowledged
        assert here.turn.id != turn.id or here.mover is mover, "only a player who goes on is not called again"
