"""Processes that draw: the same bytes as in the bot, whatever becomes of them, and no tile in what they tell."""

from __future__ import annotations

import asyncio
import io
import pickle
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
import pytest_asyncio

from bot.pictures import drawings
from bot.pictures.drawings import Drawing, Ending, Kit, View
from bot.pictures.studio import Studio
from bot.runtime.work import Queue
from bot.runtime.workers import WorkerFailed
from bot.table.limits import Limits
from bot.talk.words import Texts
from engine.game import Choice
from engine.games import GAMES
from engine.words import msg
from renderers import RENDERERS
from tests.bot.computer.test_secrecy import Reader
from tests.bot.drawers import dies, echo_number, fails, hangs
from tests.bot.inside import process_of, workers_of
from tests.bot.worlds import captured_log
from tests.engine.play import Position, Setup, position, setups
from tests.renderers.names import NAMES

KIT = Kit(GAMES, RENDERERS, Texts())
STEPS = (4, 30)
SOON = 0.01
"""Seconds until a process that hangs is stopped."""


@pytest.fixture
async def studio() -> AsyncIterator[Studio]:
    """Start a process that draws."""
    opened = Studio(1, Limits())
    yield opened
    await opened.close()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def lasting() -> AsyncIterator[Studio]:
    """Share one process among all tests that leave it as it was: it takes a second to start."""
    opened = Studio(1, Limits())
    yield opened
    await opened.close()


async def draw(studio: Studio, drawing: Callable[[Kit], Any]) -> Any:
    return await studio.work.do(Queue.BOARD, "a test", lambda: studio.draw(drawing))


def positions(setup: Setup) -> Iterator[Position]:
    return (position(setup, Random(setup.game.key), steps) for steps in STEPS)


def view_of(setup: Setup, there: Position, seat: int | None) -> View:
    """Return what a seat sees, with all tiles where they lie."""
    seen: Any = there.state.observe(seat)
    view = View(setup.game.key, seen, (), names=NAMES[: setup.seats])
    return replace(view, layout=drawings.arrange_tiles(KIT, view))


def every_drawing(setup: Setup, there: Position) -> dict[str, Drawing[Any]]:
    """Return all that can be drawn of a position."""
    all_see, mine = view_of(setup, there, None), view_of(setup, there, 0)
    option, ending = Choice("pass", msg("Pass"), ()), Ending((), msg("The end"), True, (), msg("The end."))
    hands = tuple(view_of(setup, there, seat).seen for seat in range(setup.seats))
    kinds: dict[Callable[..., Any], tuple[Any, ...]] = {
        drawings.arrange_tiles: (all_see,),
        drawings.survey_layout: (all_see,),
        drawings.draw_board: (all_see,),
        drawings.draw_welcome: (all_see,),
        drawings.draw_hand: (mine, ()),
        drawings.draw_board_with_hand: (mine,),
        drawings.draw_whole: (all_see,),
        drawings.draw_score: (all_see,),
        drawings.draw_finale: (all_see, ending),
        drawings.draw_turning_point: (mine, option, option),
        drawings.draw_decision: (mine, ("Seat 1", "Seat 2")),
        drawings.draw_face_up: (all_see, hands),
        drawings.draw_fair_deal: ("en",),
    }
    return {kind.__name__: Drawing(kind, arguments) for kind, arguments in kinds.items()}


SETUPS = {key: next(setup for setup in setups().values() if setup.game.key == key) for key in RENDERERS}


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("key", RENDERERS)
async def test_a_process_draws_the_same_bytes_as_the_bot_itself(key: str, lasting: Studio) -> None:
    for there in positions(SETUPS[key]):
        for name, drawing in every_drawing(SETUPS[key], there).items():
            assert await draw(lasting, drawing) == drawing(KIT), name


@pytest.mark.parametrize("key", RENDERERS)
def test_what_a_process_is_to_draw_holds_no_state(key: str) -> None:
    for there in positions(SETUPS[key]):
        for name, drawing in every_drawing(SETUPS[key], there).items():
            reader = Reader(io.BytesIO(pickle.dumps(drawing)))
            reader.load()
            assert type(there.state).__name__ not in reader.named, name
            assert name == "draw_fair_deal" or type(there.state.observe(0)).__name__ in reader.named, name


@pytest.mark.parametrize("key", RENDERERS)
def test_what_is_drawn_of_one_position_is_equal_and_of_another_is_not(key: str) -> None:
    """Requests for equal drawings share one picture, and a picture never shows another position."""
    first, again, other = (
        every_drawing(SETUPS[key], position(SETUPS[key], Random(key), steps)) for steps in (STEPS[0], *STEPS)
    )
    assert {name: hash(drawing) for name, drawing in first.items()} == {name: hash(d) for name, d in again.items()}
    assert [name for name, drawing in first.items() if drawing != again[name]] == []
    assert [name for name, drawing in first.items() if drawing == other[name]] == ["draw_fair_deal"]


@pytest.mark.parametrize("key", RENDERERS)
def test_hands_with_different_tiles_chosen_are_different_drawings(key: str) -> None:
    mine = view_of(SETUPS[key], next(positions(SETUPS[key])), 0)
    assert Drawing(drawings.draw_hand, (mine, ())) != Drawing(drawings.draw_hand, (mine, ("6-2",)))


# -- processes that fail -----------------------------------------------------------------------------------------------


async def test_a_process_that_was_killed_is_replaced_and_asked_again(studio: Studio) -> None:
    with captured_log() as log:
        assert await draw(studio, partial(echo_number, 1)) == 1
        process_of(workers_of(studio).all[0]).kill()
        process_of(workers_of(studio).all[0]).join()
        assert await draw(studio, partial(echo_number, 2)) == 2
    assert "worker process restarted" in log.getvalue()


@pytest.mark.parametrize(("drawing", "reason"), [(dies, "its process died"), (hangs, "took too long")])
async def test_a_drawing_that_never_ends_is_given_up_and_the_next_is_drawn(
    drawing: Callable[[Kit], None], reason: str, studio: Studio
) -> None:
    assert await draw(studio, partial(echo_number, 1)) == 1
    usual = workers_of(studio).patience
    workers_of(studio).patience = SOON if drawing is hangs else usual
    with pytest.raises(WorkerFailed, match=reason):
        await draw(studio, drawing)
    workers_of(studio).patience = usual
    assert await draw(studio, partial(echo_number, 2)) == 2


@pytest.mark.asyncio(loop_scope="module")
async def test_a_drawing_that_fails_tells_nobody_what_was_seen(lasting: Studio) -> None:
    with captured_log() as log:
        with pytest.raises(WorkerFailed) as failed:
            await draw(lasting, partial(fails, "6-2"))
        assert await draw(lasting, partial(echo_number, 1)) == 1, "the process goes on"
    assert str(failed.value).startswith("RuntimeError > ")
    for told in (str(failed.value), log.getvalue()):
        assert "secret" not in told
        assert "6-2" not in told


async def test_where_the_system_starts_no_process_the_bot_begins_all_the_same_and_draws_later() -> None:
    with patch("multiprocessing.process.BaseProcess.start", side_effect=BlockingIOError):
        studio = Studio(1, Limits())
        with pytest.raises(WorkerFailed, match="its process died"):
            await draw(studio, partial(echo_number, 1))
    assert await draw(studio, partial(echo_number, 2)) == 2
    await studio.close()


async def test_several_processes_draw_side_by_side() -> None:
    studio = Studio(2, Limits())
    numbers = range(Limits().waiting_a_person)
    assert await asyncio.gather(*(draw(studio, partial(echo_number, number)) for number in numbers)) == [*numbers]
    await studio.close()


async def test_closing_ends_a_drawing_under_way_and_the_process(studio: Studio) -> None:
    under_way = asyncio.create_task(draw(studio, hangs))
    await asyncio.sleep(0)
    process = process_of(workers_of(studio).all[0])
    await studio.close()
    assert (await asyncio.gather(under_way, return_exceptions=True))[0].__class__ in (
        WorkerFailed,
        asyncio.CancelledError,
    )
    assert not process.is_alive()


BOT = """
from threading import Event
from bot.pictures.studio import Studio
from bot.table.limits import Limits
if __name__ == "__main__":
    studio = Studio(1, Limits())
    print(studio.draw(type), flush=True)
    way = studio._workers.all[0].ensure_started()
    way.send(type)
    print(way.poll(60), flush=True)
    Event().wait()
"""


@pytest.mark.parametrize("lines", [1, 2])
def test_a_bot_that_is_killed_leaves_no_process_behind_and_no_word_of_it(lines: int) -> None:
    """Neither while it asks nothing, nor before it has read an answer."""
    with subprocess.Popen(
        [sys.executable, "-c", BOT], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as bot:
        assert bot.stdout is not None
        for _ in range(lines):
            said = bot.stdout.readline()
            assert said
            assert "Traceback" not in said
        bot.kill()
        rest, _ = bot.communicate(timeout=60)  # to the end of what every process writes that it has begun
    assert rest in ("", "True\n")


ENDS = """
from bot.pictures.studio import Studio
from bot.table.limits import Limits
if __name__ == "__main__":
    print(Studio(1, Limits()).draw(type))
"""


def test_a_bot_that_ends_without_closing_anything_waits_for_no_process() -> None:
    ended = subprocess.run([sys.executable, "-c", ENDS], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "Kit" in ended.stdout


def test_a_hint_frames_its_place_on_the_board_above_the_hand() -> None:
    setup = SETUPS["blockers"]
    there = position(setup, Random(1), 20)
    view = view_of(setup, there, there.state.to_act)
    plain = drawings.draw_hand(KIT, view, ()), drawings.draw_board_with_hand(KIT, view)
    parts = next(choice.parts for choice in view.seen.choices)
    hinted = drawings.draw_hand(KIT, view, (), parts), drawings.draw_board_with_hand(KIT, view, parts)
    other = next(choice.parts for choice in view.seen.choices if choice.parts != parts and choice.parts[0] == parts[0])
    assert plain[1] != hinted[1]
    assert drawings.draw_hand(KIT, view, (), other) == hinted[0], "the same tile is framed in the hand"
    assert drawings.draw_board_with_hand(KIT, view, other) != hinted[1], "but another space on the board"
