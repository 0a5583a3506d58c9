"""A user who waits for something that takes long reads why, and then the answer in its place."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from bot.discord import answers
from bot.discord.answers import Answers
from bot.table.refusals import Refusal
from bot.talk.letter import Letter
from bot.talk.words import Texts
from engine.words import msg

WHY = msg("Drawing the replay.")


class Heard:
    """A reply that keeps what it is to say, and lets the work go on once something was said."""

    given = None

    def __init__(self) -> None:
        self.said: list[tuple[str, bool]] = []
        self.forms: list[str] = []
        self.told = asyncio.Event()

    def __call__(self, *_: Any, **__: Any) -> Heard:
        return self

    async def acknowledge(self) -> None:
        self.said.append(("…", False))

    async def open_form(self, form: Any) -> None:
        self.forms.append(form.title)

    async def post(self, letter: Letter, *, replaces: bool) -> None:
        self.said.append((letter.text, replaces))
        self.told.set()


async def ask_meanwhile(heard: Heard, work: Any, *, patience: float = 0.0) -> list[tuple[str, bool]]:
    interaction: Any = SimpleNamespace(
        id=1, locale="en-US", user=SimpleNamespace(id=2), data={}, command=None, guild_id=None
    )
    limits = patch.multiple(answers, ACKNOWLEDGE_AFTER=patience, PROGRESS_AFTER=patience, Reply=heard)
    with limits:
        await Answers(Texts())(interaction, work, update=True, meanwhile=WHY)
    return heard.said


async def test_what_takes_long_says_why_until_the_answer_takes_its_place() -> None:
    heard = Heard()

    async def draw_slowly() -> Letter:
        await heard.told.wait()
        return Letter("Replay")

    assert await ask_meanwhile(heard, draw_slowly()) == [("…", False), ("Drawing the replay.", True), ("Replay", True)]


async def test_a_refusal_takes_the_place_of_what_was_said_meanwhile() -> None:
    heard = Heard()

    async def refuse_slowly() -> Letter:
        await heard.told.wait()
        raise Refusal(msg("Try again."))

    assert (await ask_meanwhile(heard, refuse_slowly()))[-1] == ("Try again.", True)


async def test_what_comes_at_once_says_nothing_before() -> None:
    async def quick() -> Letter:
        return Letter("Replay")

    assert await ask_meanwhile(Heard(), quick(), patience=60.0) == [("Replay", True)]


async def test_amid_a_crowd_of_presses_each_is_acknowledged_at_once() -> None:
    answer, heard, go_on = Answers(Texts()), Heard(), asyncio.Event()

    async def late() -> Letter:
        await go_on.wait()
        return Letter("Board")

    def press_button(number: int) -> Any:
        return SimpleNamespace(
            id=number, locale="en-US", user=SimpleNamespace(id=number), data={}, command=None, guild_id=None
        )

    with patch.multiple(answers, ACKNOWLEDGE_AFTER=60.0, PROGRESS_AFTER=60.0, CROWD=3, Reply=heard):
        presses = [asyncio.create_task(answer(press_button(number), late())) for number in range(5)]
        for _ in range(20):
            await asyncio.sleep(0)
        go_on.set()
        await asyncio.gather(*presses)
    assert heard.said[:2] == [("…", False)] * 2
    assert [text for text, _ in heard.said].count("Board") == 5
