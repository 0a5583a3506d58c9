"""In another language nothing is left in English, and everything has room: a game of each kind, and all around it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from bot.table.log.model import ANY, Status
from bot.talk.letter import Purpose
from engine.games import GAMES
from tests.end_to_end.house import NAMES, House, controls, house
from tests.end_to_end.languages import speaking
from tests.end_to_end.notices import press
from tests.end_to_end.test_clock import MINUTE, VirtualClock, begin_draw, newest, pass_time
from tests.end_to_end.walker import MOVES, OTHERS, Walker
from tests.long import some
from tests.pseudo import CYRILLIC, Drawn, find_latin_words, texts_of, watch_pictures


class Played(NamedTuple):
    """A game short enough for a walk around it."""

    seats: int
    options: Mapping[str, str]


PLAYED: Mapping[str, Played] = {
    "draw": Played(2, {"match": "rounds", "rounds": "2"}),
    "moon": Played(3, {"target": "1"}),
    "chickenfoot": Played(2, {"set": "6", "rounds": "1"}),
    "blockers": Played(2, {}),
    "fives": Played(2, {"match": "rounds", "rounds": "1"}),
    "fortytwo": Played(4, {"target": "1"}),
}


@asynccontextmanager
async def abroad(folder: Path, seats: int, **how: Any) -> AsyncIterator[tuple[House, Drawn]]:
    """Open a house in which everyone reads one other language; yield it with what is drawn there."""
    with speaking({"uk": CYRILLIC, "en": CYRILLIC}, lambda _: "uk"), watch_pictures() as drawn:
        async with house(folder, NAMES[: seats + 1], **how) as here:
            yield here, drawn


def find_untranslated(here: House, drawn: Drawn) -> list[str]:
    """Return what was posted, answered or drawn with a word that is English still."""
    told = {text for request in here.recorder.requests for text in texts_of(request)} | drawn.written
    return sorted(f"{words} in {text!r}" for text in told if (words := find_latin_words(text)))


async def walk_game(here: House, walker: Walker) -> None:
    """Play to the end; walk around at the first turn, later, and when all is over."""
    for moves in (0, 9):
        await here.skip(moves)
        for member in here.members:
            await walker.press_all(member)
        walker.begin()
    await here.play_to_end()
    for member in here.members:
        await walker.press_all(member)


async def walk_lobby(here: House, walker: Walker, game: str) -> None:
    """Open all that a table offers before its game, as its host and as guests; then close it."""
    host = here.members[0]
    await host.slash(here.channel, "new", game=game)
    for member in here.members:
        await walker.press_all(member)
    await host.slash(here.channel, "leave")
    await walker.press_all(host, but=MOVES)


@pytest.mark.parametrize("game", some({game: game for game in GAMES}, {"draw", "moon"}))
async def test_a_game_in_another_language_has_no_english_word_and_room_for_all(game: str, tmp_path: Path) -> None:
    seats, options = PLAYED[game]
    async with abroad(tmp_path, seats) as (here, drawn):
        walker = Walker(here)
        await here.open_table(game, seats, options)
        await walk_game(here, walker)
        assert (await here.client.service.tables.table(1, ANY)).status is Status.OVER
        await walk_lobby(here, walker, game)
    assert find_untranslated(here, drawn) == []
    assert drawn.cut == drawn.outside == set()
    assert not [words for words in drawn.written if "<" in words], "only a message can show a time or a user"


BEGIN_OR_END = {"new", "practice", "start", "leave", "rematch"}
"""Commands that a walk doesn't type everywhere."""


async def test_no_command_answers_with_an_english_word_wherever_it_is_typed(tmp_path: Path) -> None:
    async with abroad(tmp_path, 2) as (here, drawn):
        walker, (ana, ben, cid) = Walker(here), here.members
        await walker.type_all(ana, but=BEGIN_OR_END)
        await here.open_table("moon", 3, {"target": "1"})
        for member in (ana, cid):  # the host and one of two guests
            await walker.type_all(member, but=BEGIN_OR_END)
        await here.play_to_end()
        await walker.type_all(cid, but=BEGIN_OR_END)
        await ana.slash(here.channel, "new", game="draw")
        await walker.type_all(ben, but={"new", "start"})
        for member in here.members:
            await walker.press_all(member)
    assert find_untranslated(here, drawn) == []
    assert drawn.cut == drawn.outside == set()


async def walk_votes_and_time(here: House, walker: Walker, **how: Any) -> None:
    """Play a game of two in which all is asked that can be, time passes, and a player leaves for another one."""
    ana, ben, cid = here.members
    for wishes in ({"timezone": "Asia/Tokyo"}, {"digest": 12}, {"hand": 1}):
        await ana.slash(here.channel, "settings", **wishes)
    await begin_draw(here, clock="sprint", **how)
    await ana.slash(here.place, "vote", subject="pause")
    await press(ben, newest(here), Purpose.VOTE)
    for member in (ana, ben):
        await walker.press_all(member)
    await ana.slash(here.place, "vote", subject="resume")
    for subject in ("finish", "cancel"):
        await ana.slash(here.place, "vote", subject=subject)
        await walker.press_all(ben, but={*OTHERS, Purpose.VOTE})
        await ben.click(newest(here), custom_id=str(controls(newest(here))[-1]))
    await here.skip(3)
    await ana.slash(here.place, "undo")
    await ben.slash(here.place, "undo")
    for _ in range(4):
        await pass_time(here, 5 * MINUTE)
        for member in here.members:
            await walker.press_all(member)
    await ben.slash(here.place, "leave")
    for member in (ben, cid):
        await walker.press_all(member, but=MOVES)
    await here.play_to_end()
    for member in here.members:
        await walker.press_all(member, but=MOVES)


async def test_what_votes_and_time_bring_has_no_english_word(tmp_path: Path) -> None:
    async with abroad(tmp_path, 2, clock=VirtualClock(), threads=True, greets=True) as (here, drawn):
        await walk_votes_and_time(here, Walker(here))
    assert find_untranslated(here, drawn) == []
    assert drawn.cut == drawn.outside == set()
