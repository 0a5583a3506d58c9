"""A bot on the loopback with people around it, ready to play."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.talk.letter import ControlId, Purpose
from tests.wire.bot import Bot, bot
from tests.wire.loopback import Asked, Loopback, loopback
from tests.wire.payloads import CHANNEL, Payload
from tests.wire.people import Member, control, controls

NAMES = ("Ana", "Ben", "Cid")


@dataclass
class Table:
    """A table with Ana as its host and a player to move."""

    wired: Wired
    card: int
    channel: int = CHANNEL

    @property
    def place(self) -> int:
        """Where it is played: its thread, whose id is that of the card, else the channel."""
        discord = self.wired.discord
        return self.card if self.card in discord.threads else self.channel

    @property
    def number(self) -> int:
        """Its number, as it stands on its card."""
        found = re.search(r"#(\d+)\*\*", self.wired.discord.channels[self.channel][self.card]["content"])
        assert found
        return int(found[1])

    @property
    def messages(self) -> list[Payload]:
        return list(self.wired.discord.channels[self.place].values())

    @property
    def turn(self) -> Payload | None:
        """Return the message that asks a player to move."""
        return self.turns[-1] if self.turns else None

    @property
    def turns(self) -> list[Payload]:
        """Return all messages that ask a player to move."""
        several = len(self.wired.discord.served) > 1  # numbers are those of a server, ids of all
        asks = ControlId(Purpose.TEXT, self.number)
        return [
            message
            for message in self.messages
            for control in controls(message)
            if control == asks or (several and control.purpose is Purpose.TEXT)
        ]

    @property
    def over(self) -> bool:
        """Whether its newest messages tell of the end of its game."""
        return any(
            control.purpose is Purpose.REMATCH for message in self.messages[-3:] for control in controls(message)
        )

    @property
    def mover(self) -> Member:
        """The member whom the turn message names first."""
        assert self.turn is not None
        return next(m for m in self.wired.members if self.turn["content"].startswith(f"**<@{m.id}>, "))

    async def play(self) -> None:
        """Let the player to move press the first thing that their hand offers."""
        assert self.turn is not None
        hand = await (await self.mover.do(self.turn, Purpose.HAND)).answer()
        await (await self.mover.press(hand, control(hand, Purpose.ACT))).answer()

    async def move(self) -> Payload:
        """Let them play, and return the next message that asks a player to move."""
        before = self._question
        await self.play()
        await self.wired.discord.until(lambda: self._question not in (None, before))
        assert self.turn is not None
        return self.turn

    @property
    def _question(self) -> tuple[str, str] | None:
        return (self.turn["id"], self.turn["content"]) if self.turn else None


@dataclass
class Wired:
    """A Discord, a bot on it, and its people."""

    discord: Loopback
    bot: Bot
    folder: Path
    members: list[Member]

    async def slowly(self, ask: Callable[[], Awaitable[list[Asked]]]) -> list[Asked]:
        """Ask while another program locks the database, until all is acknowledged or late.

        `free` unlocks it.
        """
        self._other = sqlite3.connect(self.folder / "boneyard.db", isolation_level=None)
        self._other.execute("BEGIN IMMEDIATE")
        asked = await ask()
        await self.discord.until(lambda: all(each.acknowledged is not None or each.late for each in asked))
        return asked

    def free(self) -> None:
        """Unlock the database."""
        self._other.rollback()
        self._other.close()

    async def table(self, game: str = "draw", preset: str = "", channel: int = CHANNEL) -> Table:
        """Open a table of Ana and Ben with a player to move, begun by commands and presses."""
        table, _ = await self.start_game(game, preset, channel)
        await self.discord.until(lambda: table.turn is not None)
        return table

    async def start_game(self, game: str = "draw", preset: str = "", channel: int = CHANNEL) -> tuple[Table, Asked]:
        """Open a table of Ana and Ben whose first deal is due; return the press that began its game, too."""
        ana, ben, *_ = self.members
        there = self.discord.channels[channel]
        before = set(there)
        typed = {"game": game, "preset": preset} if preset else {"game": game}
        await (await ana.type("new", channel=channel, **typed)).answer()

        def new_cards() -> list[int]:
            return [id for id in there.keys() - before if has(there[id], Purpose.JOIN)]  # a game may be played there

        await self.discord.until(lambda: bool(new_cards()))
        shown = there[card := max(new_cards())]
        await (await ben.do(shown, Purpose.JOIN)).answer()
        await self.discord.until(lambda: has(there[card], Purpose.START))
        pressed = await ana.do(there[card], Purpose.START)
        await pressed.answer()
        return Table(self, card, channel), pressed


def has(message: Payload, purpose: Purpose) -> bool:
    """Return whether a message has an enabled control of a kind."""
    return any(control.purpose is purpose for control in controls(message))


@asynccontextmanager
async def connected_bot(
    folder: Path, database: str = "", *, settings: Mapping[str, str] | None = None
) -> AsyncIterator[Wired]:
    """Run a bot, and wait until it is connected to Discord."""
    async with loopback() as discord, bot(discord, folder, database, settings=settings) as process:
        await wait_for_first(discord.ready.wait(), process.wait_for_end())
        assert process.process.returncode is None, process.text
        yield Wired(discord, process, folder, [Member(discord, 1001 + n, name) for n, name in enumerate(NAMES)])


async def wait_for_first(*waiting: Coroutine[Any, Any, object]) -> None:
    """Wait until one of these has finished, and cancel the others."""
    tasks = [asyncio.create_task(each) for each in waiting]
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in tasks:
        task.cancel()
