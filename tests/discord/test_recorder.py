"""The recorder, the checks and the leak scanner over a live run of the sample bot."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import pytest
import simcord

from tests.discord.recorder import Recorder, recording
from tests.discord.requests import Callback
from tests.discord.sample import SECRET, SampleBot
from tests.discord.secrecy import leaks, read_by


class Scene:
    """Two members and a channel with a board in it."""

    def __init__(self, env: simcord.Env) -> None:
        self.env = env
        guild = env.create_guild("Tables")
        self.channel = guild.create_text_channel("games")
        self.ann = guild.add_member(env.create_user("ann"))
        self.ben = guild.add_member(env.create_user("ben"))

    async def board(self) -> simcord.ResponseMessage:
        answer = (await self.ann.slash(self.channel, "board", colour="red")).response
        assert answer is not None
        return answer


@pytest.fixture
def recorder() -> Iterator[Recorder]:
    with recording() as recorder:
        yield recorder


@asynccontextmanager
async def scene() -> AsyncIterator[Scene]:
    """Inside the test's own task: SimCord's clock does not survive the way into a test from an async fixture."""
    async with simcord.run(SampleBot()) as env:
        yield Scene(env)


async def test_a_correct_bot_has_no_problems(wire: Recorder) -> None:
    async with scene() as here:
        await here.ann.autocomplete(here.channel, "board", "colour", "r")
        board = await here.board()
        hand = (await here.ben.click(board, label="Hand")).response
        assert hand is not None
        await here.ben.select(hand, ["green"])
        await here.ben.click(hand, label="Play")
        await here.ben.click(board, label="Later")
        note = await here.ben.click(board, label="Note")
        await here.ben.submit_modal(note, {"note": "hello"})
        await here.ann.slash(here.channel, "line", text="hello")
        await here.env.restart_bot(SampleBot())
        await here.ben.click(board, label="Hand")
    kinds = {request.callback for request in wire.requests}
    assert kinds == {None, *Callback} - {Callback.DEFER_UPDATE}


async def test_files_are_recorded_with_name_alt_text_and_bytes(recorder: Recorder) -> None:
    async with scene() as here:
        board = await here.board()
        (upload,) = recorder.requests[-1].uploads
        assert (upload.filename, upload.description) == ("board.png", "A red board")
        assert upload.data == await board.attachments[0].read()
        assert upload.data.startswith(b"\x89PNG")


async def test_a_hand_is_for_one_reader_and_a_board_for_all(recorder: Recorder) -> None:
    async with scene() as here:
        board = await here.board()
        shown = len(recorder.requests)
        hand = (await here.ben.click(board, label="Hand")).response
        assert hand is not None
        await here.ben.click(hand, label="Play")  # updates the ephemeral answer
        await here.ben.click(board, label="Later")  # defers, then edits
    readers = [request.reader for request in recorder.requests[shown - 1 :]]
    assert readers == [None] + [here.ben.id] * 4


async def test_a_direct_message_is_for_one_reader(recorder: Recorder) -> None:
    async with scene() as here:
        user = here.env.bot.get_user(here.ben.id) or await here.env.bot.fetch_user(here.ben.id)
        await user.send("For you alone")
        assert recorder.requests[-1].reader == here.ben.id


async def test_a_hidden_tile_in_public_text_is_a_leak(recorder: Recorder) -> None:
    async with scene() as here:
        board = await here.board()
        await here.ben.click(board, label="Hand")
        hidden = {here.ben.id: [SECRET]}
        assert leaks(recorder.requests, hidden) == []
        assert any(SECRET in text.text for text in read_by(recorder.requests, here.ben.id))
        assert not any(SECRET in text.text for text in read_by(recorder.requests, here.ann.id))
        await here.ann.slash(here.channel, "line", text=f"Ben has {SECRET}!")
        assert len(leaks(recorder.requests, hidden)) == 1
        await here.ann.click(board, label="Hand")
        assert len(leaks(recorder.requests, hidden)) > 1  # what another seat got for itself counts as well


async def test_an_error_that_is_only_logged_and_a_press_without_answer_are_found(recorder: Recorder) -> None:
    async with scene() as here:
        await here.ben.click(await here.board(), label="Fail")
        logged, unanswered = recorder.problems()
        assert "the button is broken" in logged
        assert "not answered" in unanswered


async def test_a_refused_request_is_recorded_with_its_code(recorder: Recorder) -> None:
    async with scene() as here:
        here.env.inject_error("POST", "/channels/*/messages", status=403, code=50013)
        await here.ann.slash(here.channel, "line", text="hello")
        assert [request.code for request in recorder.requests if request.parts[0] == "channels"] == [50013]
        assert here.env.errors
