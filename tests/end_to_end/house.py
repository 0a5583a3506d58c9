"""The whole bot in a simulated Discord: a server, a channel, members, and robots that play by what they are shown."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import simcord
import simcord.gateway
import simcord.results
from simcord import _runtime
from simcord import components as laid_out
from simcord._runtime import _CallbackRecord
from simcord.backend import serializers
from simcord.http import router
from simcord.results import to_discord_message

from bot import upkeep
from bot.computer.thinker import Thinker
from bot.config import Config
from bot.discord.client import Boneyard
from bot.discord.welcome import Welcome
from bot.runtime.clock import Clock, SystemClock
from bot.store import Store
from bot.table.log.model import ANY, Status
from bot.talk.letter import ControlId, Purpose
from engine.games import GAMES
from renderers import RENDERERS
from tests.bot import thinkers
from tests.discord.lints.components import BUTTON, SELECTS, TEXT
from tests.discord.recorder import Recorder, recording
from tests.discord.requests import copy_json, walk
from tests.end_to_end.page import BESIDE_MOVES
from tests.end_to_end.rest import Rest, watch

NAMES = ("Ana", "Ben", "Cid", "Dee", "Eli", "Fay", "Gus", "Hal")
SLOWEST = 60.0
"""Seconds in which the bot must be at rest on a busy machine, after it started processes or drew boards."""
SOON = 2.0
"""Timers that are due later than these seconds follow the simulated clock alone.

SimCord lets all of them go off by the machine's clock too, and waits for those that are due within its timeout. A loop
of the bot whose minute ended just before that timeout failed the test under way.
"""
LOOK_AGAIN = 0.003
"""Seconds until SimCord looks again whether the bot is at rest. Its own 0.05 were more than half of a game's time."""
CARD = re.compile(r"\*\*(?!<@).+\*\* · ")
SELDOM = 300
"""Seconds between two polls for orders of the operator, who gives none: they were most of what goes on in hours."""
LONGEST_GAME = 2000
"""Moves after which a robot gives up: no game in these tests takes half as many."""


@dataclass
class House:
    """A running bot and the people around it."""

    env: simcord.Env
    channel: Any
    members: Sequence[Any]
    client: Boneyard
    recorder: Recorder
    database: str
    threads: bool
    clock: Clock
    pace: float
    rng: Random = field(default_factory=lambda: Random(7))

    @property
    def place(self) -> Any:
        """Where the newest game is played: its thread, else the channel."""
        return self.channel.threads[-1] if self.channel.threads else self.channel

    @property
    def messages(self) -> Sequence[Any]:
        """What everybody sees where the game is played, oldest first."""
        return self.place.history()  # type: ignore[no-any-return]  # SimCord is not typed here

    @property
    def card(self) -> Any:
        """The newest table's card, or None if it was deleted."""
        return self._newest(self.channel, lambda message: CARD.match(text_of(message)))

    @property
    def turn(self) -> Any:
        """The message that asks a player to move, or None."""
        return self._newest(self.place, lambda message: find_control(message, Purpose.TEXT))

    @property
    def mover(self) -> Any:
        """The member whom the turn message names first."""
        named = re.match(r"\*\*<@(\d+)>", self.turn.content)
        assert named, self.turn.content
        return next(member for member in self.members if member.id == int(named[1]))

    @property
    def over(self) -> bool:
        """Whether the newest table's game is over."""
        return "· over" in text_of(self.card)

    def _newest(self, place: Any, fits: Callable[[Any], object]) -> Any:
        """Return the newest public message that fits, or None.

        SimCord's own `history` rebuilds every message of a channel, which was a fifth of a game's time.
        """
        posted = self.env.backend.messages.get(place.id, {}).values()
        public = (message for message in sorted(posted, key=lambda m: m.id, reverse=True) if message.visible_to(None))
        found = next((message for message in public if fits(message)), None)
        return found and to_discord_message(self.env, found)

    async def open_table(
        self, game: str, seats: int, options: Mapping[str, str], *computers: str, series: str = ""
    ) -> None:
        """Start a game of `seats` people and computer players of these strengths.

        A series is typed as players do: "match 3".
        """
        host, *others = self.members[:seats]
        await host.slash(self.channel, "new", game=game)
        for name, value in options.items():
            await host.slash(self.channel, "option", name=name, **({"value": value} if value else {}))
        if series:
            word, games = series.split()
            await host.slash(self.channel, word, games=int(games))
        for member in others:
            await member.click(self.card, custom_id=str(find_control(self.card, Purpose.JOIN)))
        for strength in computers:
            await host.slash(self.channel, "bot", strength=strength)
        if begins := find_control(self.card, Purpose.START):
            await host.click(self.card, custom_id=str(begins))
        else:  # the card could not be edited since the others joined
            await host.slash(self.channel, "start")

    async def restart(self) -> None:
        """End the process and start another one on the same database."""
        await self.client.release()
        self.client = await _client(self.database, self.clock, threads=self.threads, pace=self.pace)
        await self.env.restart_bot(self.client)

    async def skip(self, moves: int) -> None:
        """Make moves without Discord, then let it show the board."""
        for _ in range(moves):
            await self._play_on()
        await self.settle()

    async def play_to_end(self) -> None:
        """Play on without Discord to the end of the game, then let it show the end; other tests press buttons."""
        for _ in range(LONGEST_GAME):
            if not await self._play_on():
                return await self.settle()
        raise AssertionError("the game does not end")

    async def play_to_next_round(self) -> None:
        """Play on without Discord until the next round is dealt or the game is over, then let it show that."""
        tables, guild = self.client.service.tables, self.channel.guild.id
        began = (await tables.table(1, guild)).round
        while (await tables.table(1, guild)).round == began and await self._play_on():
            pass
        await self.settle()

    async def _play_on(self) -> bool:
        """Make a move, or wait for a deal or a computer player; return False if the game was already over."""
        tables = self.client.service.tables
        table = await tables.table(1, self.channel.guild.id)
        if table.status is not Status.RUNNING:
            return False
        if table.mover is None or table.mover.player:
            await self.settle()
            return True
        seen = await tables.observe(table.id, table.mover.user)
        possible = [choice.notation for choice in seen.observation.choices if choice.enabled]
        await tables.act(table.id, table.mover.cause(), table.mover, table.position_seq, self.rng.choice(possible))
        return True

    async def settle(self) -> None:
        """Wait until computer players have moved and Discord shows what happened."""
        await self.client.parts.mover.wait_idle()
        await self.client.reconciler.wait_idle()
        await self.client.parts.open_hands.wait_idle()
        await self.env.advance_time(0)

    async def play_by_buttons(self, most: int = LONGEST_GAME) -> int:
        """Press buttons for `most` moves or to the end of the game; return the number of moves."""
        for moves in range(most):
            if self.over:
                return moves
            mover, turn = self.mover, self.turn
            shown = await mover.click(turn, custom_id=str(find_control(turn, Purpose.HAND)))
            assert shown.acknowledged
            assert shown.ephemeral
            await self.press_a_move(mover, shown.response)
        assert most < LONGEST_GAME, "the game does not end"
        return most

    async def press_a_move(self, member: Any, hand: Any) -> Any:
        """Press one of the moves of a hand, through as many menus as it takes."""
        while True:
            _check_moves_are_known(hand)
            control = self.rng.choice([id for id in controls(hand) if id.purpose in MOVES])
            if control.purpose is Purpose.CHOOSE:
                values = [ControlId.parse(value) for value in select_values(hand)]
                chosen = self.rng.choice([value for value in values if value])
                result = await member.select(hand, [str(chosen)])
            else:
                chosen = control
                result = await member.click(hand, custom_id=str(control))
            assert result.acknowledged
            if chosen.purpose is Purpose.ACT:
                _check_moves_are_known(result.response)
                return result

    async def play_by_commands(self, most: int = LONGEST_GAME) -> int:
        """Type commands for `most` moves or to the end of the game; return the number of moves."""
        for moves in range(most):
            if self.over:
                return moves
            await self.type_a_move(self.mover)
        assert most < LONGEST_GAME, "the game does not end"
        return most

    async def type_a_move(self, member: Any) -> None:
        """Type a suggested move, or a verb alone if nothing is suggested.

        The verbs of the game that was opened last come first.
        """
        heading = text_of(self.card).removeprefix("**") if self.card else ""
        own = {verb.name for game in GAMES.values() if heading.startswith(str(game.name)) for verb in game.verbs}
        arguments = self.rng.sample(list(ARGUMENTS.items()), len(ARGUMENTS))
        for verb, argument in sorted(arguments, key=lambda each: each[0] not in own):
            suggested = await member.autocomplete(self.place, verb, argument, "")
            if suggested:
                move = {argument: self.rng.choice(suggested)["value"]}
                answer = await member.slash(self.place, verb, **move)
                assert answer.acknowledged
                if sure := find_control(answer.response, Purpose.SURE):
                    await member.click(answer.response, custom_id=str(sure))
                return
        asked = find_control(self.turn, Purpose.TEXT)
        assert asked
        before = await self.client.service.tables.table(asked.table, ANY)
        for verb in sorted(BARE_VERBS, key=lambda verb: verb not in own):
            assert (await member.slash(self.place, verb)).acknowledged
            if (await self.client.service.tables.table(asked.table, ANY)).seq != before.seq:
                return
        raise AssertionError("no command moves")


VERBS = [verb for game in GAMES.values() for verb in game.verbs]
ARGUMENTS = {verb.name: verb.argument.name for verb in VERBS if verb.argument}
BARE_VERBS = sorted({verb.name for verb in VERBS if not verb.argument})
MOVES = frozenset({Purpose.ACT, Purpose.MENU, Purpose.CHOOSE})


@asynccontextmanager
async def house(
    folder: Path,
    members: Sequence[str] = NAMES,
    *,
    threads: bool = False,
    clock: Clock | None = None,
    pace: float = 0.0,
    processes: bool = False,
    address: str = "",
    greets: bool = False,
) -> AsyncIterator[House]:
    """Run the bot on a server with members; check every request at the end.

    With `threads` each game has a thread of its own, as on a real server. Computer players choose at random, and wait
    for `pace` seconds before they move; they think in `processes` only if that is tested. The database is a file in
    the folder, or that of an `address`. The server is welcomed only if the bot `greets`.
    """
    database = address or f"sqlite:///{folder / 'boneyard.db'}"
    thinking = nullcontext() if processes else patch.object(Thinker, "ask", thinkers.answer_here)
    silent = nullcontext() if greets else patch.object(Welcome, "greet")
    quiet = patch.object(upkeep, "ORDERS_INTERVAL", SELDOM)
    with recording() as recorder, thinking, silent, quiet, watch() as rest, _simulated_time(rest), _quick_copies():
        clock = clock or SystemClock()
        client = await _client(database, clock, threads=threads, pace=pace)
        async with simcord.run(client, shard_count=1, settle_timeout=SLOWEST) as env:
            guild = env.create_guild("Tables")
            channel = guild.create_text_channel("games")
            people = [guild.add_member(env.create_user(f"user{n}", global_name=name)) for n, name in enumerate(members)]
            here = House(env, channel, people, client, recorder, database, threads, clock, pace)
            yield here
        await here.client.release()
    assert recorder.problems() == []


@contextmanager
def _simulated_time(rest: Rest) -> Iterator[None]:
    """Let SimCord check once the bot seems to be at rest, and let later timers wait for `advance_time`."""
    schedule: Any = simcord.Env._schedule_timer  # it has no public hook for any of this
    settle: Any = simcord.Env._settle_internal

    def by_simulated_time(env: Any, record: Any, *what: Any) -> None:
        schedule(env, record, *what)
        if record.real_handle is not None and record.when - env._virtual_time > SOON:
            record.real_handle.cancel()

    async def patiently(env: Any, **how: Any) -> None:
        await rest.come(env)
        await settle(env, **{**how, "idle": LOOK_AGAIN, "timeout": SLOWEST})  # a start has five seconds otherwise

    env = simcord.Env
    with (
        patch.object(_runtime, "_track_callback", _track_except_tasks),
        patch.object(env, "_settle_internal", patiently),
        patch.object(env, "_schedule_timer", by_simulated_time),
        patch.object(_CallbackRecord, "__eq__", object.__eq__),  # it looks for itself in a list, field by field
    ):
        yield


_track: Any = _runtime._track_callback


def _track_except_tasks(work: Any, original: Any, callback: Any, args: Any, **how: Any) -> Any:
    """Let SimCord track callbacks, except the steps of a task, which it sees by the task."""
    if isinstance(getattr(callback, "__self__", None), asyncio.Task) and how["when"] is None:
        return original(callback, *args, context=how["context"])
    return _track(work, original, callback, args, **how)


@contextmanager
def _quick_copies() -> Iterator[None]:
    """Let SimCord copy what it sends, which is JSON, without looking for circles and values of any kind."""
    with (
        patch.object(simcord.gateway, "copy", SimpleNamespace(deepcopy=copy_json)),
        patch.object(router, "copy", SimpleNamespace(deepcopy=copy_json)),
        patch.object(laid_out, "deepcopy", copy_json),
        patch.object(simcord.results, "deepcopy", copy_json),
        patch.object(serializers, "deepcopy", copy_json),
    ):
        yield


async def _client(database: str, clock: Clock, *, threads: bool, pace: float) -> Boneyard:
    store = await Store.open(database)
    return Boneyard(
        store, clock, thinkers.PLAYED, RENDERERS, Config(threads=threads, pace=pace, source=thinkers.SOURCE)
    )


def components(message: Any) -> Iterator[Mapping[str, Any]]:
    """Yield the buttons and selects of a message, wherever its layout has them."""
    for part in walk(row if isinstance(row, dict) else row.to_dict() for row in message.components):
        if part["type"] in SELECTS | {BUTTON}:
            yield part


def text_of(message: Any) -> str:
    """Return the text of a message, classic or with components."""
    parts = walk(row if isinstance(row, dict) else row.to_dict() for row in message.components)
    return message.content or "\n".join(part["content"] for part in parts if part["type"] == TEXT)


def controls(message: Any) -> list[ControlId]:
    """Return what the enabled controls of a message stand for."""
    ids = (ControlId.parse(part["custom_id"]) for part in components(message) if not part.get("disabled"))
    return [id for id in ids if id]


def _check_moves_are_known(hand: Any) -> None:
    """Check that robots before the page, which shows no ids, take nothing in this hand for a move that is none."""
    if find_control(hand, Purpose.COUNTED):  # no hand, but how the game ended
        return
    extras = {part["label"] for part in components(hand) if part.get("label") and not _is_move(part)}
    unknown = extras - BESIDE_MOVES
    assert not unknown, f"a hand offers {unknown} too"


def _is_move(part: Mapping[str, Any]) -> bool:
    """Return whether a control is a move, or a part of one."""
    control = ControlId.parse(part.get("custom_id", ""))
    return control is not None and control.purpose in MOVES | {Purpose.SURE}


def find_control(message: Any, purpose: Purpose) -> ControlId | None:
    """Return the first control of a kind."""
    return next((id for id in controls(message) if id.purpose is purpose), None)


def select_values(message: Any) -> list[str]:
    """Return the values of a message's select."""
    return [option["value"] for part in components(message) for option in part.get("options", ())]
