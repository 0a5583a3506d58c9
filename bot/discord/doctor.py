"""A check-up on the real Discord: tries all that the bot needs in a channel.

Its posts are deleted again. A failed check says what to do; checks that do not depend on it are still made.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final

import aiohttp
import discord
from discord import ui

from bot.desk.ask import Games
from bot.discord.clock_skew import ClockSkew
from bot.discord.commands import build_tree
from bot.discord.connection import FAILURES, WRONG_TOKEN, describe_failure
from bot.discord.installation import SERVERS, USERS, fetch_kinds, offer_commands
from bot.discord.permissions import NEEDED, THREADS, invite_link
from bot.discord.synchronize import fetch_commands, find_differences
from bot.discord.translator import describe_commands
from bot.talk.words import Texts
from engine.words import ENGLISH

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping

CONNECT_TIMEOUT: Final = 20.0
"""Seconds in which the connection to the gateway must be ready."""
PRESS_TIMEOUT = 60.0
"""Seconds in which the operator may press the button."""
TEXT: Final = "A check-up of this bot. This message is deleted in a minute."
BUTTON: Final = "doctor"
"""The id of the button. A bot that runs at the same time doesn't know this id, so that bot stays silent."""


class CheckFailed(Exception):
    """A check failed; the text explains what is wrong and what to do."""


class CheckSkipped(Exception):
    """A check was not made; the text explains why."""


@dataclass(frozen=True)
class Finding:
    """The result of one check; `passed` is None if it was skipped."""

    check: str
    passed: bool | None
    text: str

    def __str__(self) -> str:
        sign = {True: "✓", False: "✗", None: "–"}[self.passed]
        return f"{sign} {self.check:<12} {self.text}"


class Doctor:
    """Examines one bot in one channel."""

    def __init__(
        self,
        games: Games,
        emojis: Mapping[str, bytes],
        channel: int,
        say: Callable[[str], None],
    ) -> None:
        """Prepare the checks.

        `emojis` are PNGs by name; `say` gets each finding as a line.
        """
        self._headers: set[str] = set()
        trace = aiohttp.TraceConfig()
        trace.on_request_end.append(self._note_headers)
        self._skew = ClockSkew()
        self._skew.trace_into(trace)
        self._client = discord.Client(intents=discord.Intents(guilds=True), http_trace=trace)
        texts = Texts()
        self._describe_commands = partial(describe_commands, build_tree(self._client, games, texts.languages), texts)
        self._emojis = emojis
        self._channel = channel
        self._picture = next(iter(emojis.values()))
        self._say = say
        self._press: asyncio.Future[str] | None = None
        self._message: discord.Message | None = None
        self._thread: discord.Thread | None = None
        self._client.event(self.on_interaction)

    async def examine(self, token: str) -> bool:
        """Make every check, delete what was posted, and return whether none of the checks failed."""
        async with self._client:
            findings = [finding async for finding in self._findings(token)]
        return all(finding.passed is not False for finding in findings)

    async def _findings(self, token: str) -> AsyncIterator[Finding]:
        """Yield each finding after passing it to `say`."""
        identity = await self._check("identity", lambda: self._log_in(token))
        yield identity
        if not identity.passed:
            return
        async with self._stay_connected():
            try:
                for name, check in self._checks():
                    yield await self._check(name, check)
            finally:
                await self._remove()

    def _checks(self) -> Iterator[tuple[str, Callable[[], Awaitable[str]]]]:
        yield "installation", self._check_installation
        yield "clock", self._compare_clocks
        yield "commands", self._compare_commands
        yield "emojis", self._count_emojis
        yield "gateway", self._wait_for_gateway
        yield "permissions", self._check_permissions
        yield "post", self._post
        yield "read", self._read
        yield "picture", self._read_picture
        yield "edit text", lambda: self._edit(content=TEXT + " It was edited.")
        yield "edit buttons", self._show_button
        yield "thread", self._open_thread
        yield "rate limits", self._check_rate_limits
        yield "button", self._wait_for_press
        yield "delete", self._delete

    async def _check(self, name: str, check: Callable[[], Awaitable[str]]) -> Finding:
        try:
            finding = Finding(name, True, await check())
        except CheckSkipped as reason:
            finding = Finding(name, None, f"not tried: {reason}")
        except CheckFailed as reason:
            finding = Finding(name, False, str(reason))
        except FAILURES as error:
            finding = Finding(name, False, _advice(error))
        self._say(str(finding))
        return finding

    # -- the checks ----------------------------------------------------------------------------------------------------

    async def _log_in(self, token: str) -> str:
        try:
            await self._client.login(token)
        except discord.LoginFailure:
            raise CheckFailed(WRONG_TOKEN) from None
        assert self._client.user
        return f"{self._client.user} (application {self._client.application_id})"

    async def _check_installation(self) -> str:
        kinds = await fetch_kinds(self._client)
        if kinds is None:
            raise CheckSkipped("Discord does not tell the kinds of installation")
        names = [name for kind, name in ((SERVERS, "servers"), (USERS, "users")) if kind in kinds]
        if SERVERS not in kinds:
            raise CheckFailed(
                "servers can't install it: switch Guild Install on, under Installation in the developer portal"
            )
        return f"by {' and '.join(names)}"

    async def _compare_clocks(self) -> str:
        if self._skew.is_wrong:
            raise CheckFailed(self._skew.sentence())
        return f"{abs(self._skew.seconds)} s from Discord's"

    async def _compare_commands(self) -> str:
        to_users = USERS in (await fetch_kinds(self._client) or ())
        our_commands = offer_commands(await self._describe_commands(), to_users=to_users)
        their_commands = await fetch_commands(self._client)
        if names := find_differences(our_commands, their_commands):
            raise CheckFailed(
                f"{len(names)} differ from ours ({_list_some(names)}): start the bot, which replaces them"
            )
        return f"{len(their_commands)}, the same as ours"

    async def _count_emojis(self) -> str:
        uploaded_names = {emoji.name for emoji in await self._client.fetch_application_emojis()}
        missing = self._emojis.keys() - uploaded_names
        if missing:
            raise CheckFailed(f"{len(missing)} of {len(self._emojis)} are missing: run `boneyard emojis`")
        return f"all {len(self._emojis)}"

    async def _wait_for_gateway(self) -> str:
        try:
            await asyncio.wait_for(self._client.wait_until_ready(), CONNECT_TIMEOUT)
        except TimeoutError:
            raise CheckFailed(
                "no connection within 20 seconds: look at the network and at Discord's status page"
            ) from None
        return f"connected, on {len(self._client.guilds)} servers"

    async def _check_permissions(self) -> str:
        channel = self._client.get_channel(self._channel)
        if not isinstance(channel, discord.TextChannel):
            invite = invite_link(self._client.application_id or 0)
            raise CheckFailed(
                f"no text channel {self._channel} on a server of the bot: look at the id, or invite it: {invite}"
            )
        allowed = channel.permissions_for(channel.guild.me)
        names = {**NEEDED, **THREADS}
        if missing := [ENGLISH.text(label) for name, label in names.items() if not getattr(allowed, name)]:
            raise CheckFailed(f"missing in #{channel}: {', '.join(missing)}. Edit Channel → Permissions")
        return f"all {len(names)} in #{channel} of {channel.guild}"

    async def _post(self) -> str:
        channel = self._client.get_partial_messageable(self._channel)
        file = discord.File(BytesIO(self._picture), filename="board.png", description="A board")
        self._message = await channel.send(
            TEXT, file=file, view=_build_view("Wait"), allowed_mentions=discord.AllowedMentions.none()
        )
        return "a message with a picture and a button"

    async def _read(self) -> str:
        message = await self._require_message().channel.fetch_message(self._require_message().id)
        if message.content != TEXT or not message.components:
            raise CheckFailed("the message that is read is not the one that was posted")
        return "as it was posted"

    async def _read_picture(self) -> str:
        attachments = self._require_message().attachments
        if not attachments:
            raise CheckFailed("the message has no picture: allow Attach Files")
        if await attachments[0].read() != self._picture:
            raise CheckFailed("the picture that is read is not the one that was sent")
        return f"{len(self._picture)} bytes, as they were sent"

    async def _edit(self, **changes: Any) -> str:
        message = self._require_message()
        edited_before = (await message.channel.fetch_message(message.id)).edited_at
        self._message = await message.edit(**changes)
        edited_after = (await message.channel.fetch_message(message.id)).edited_at
        return "marked as edited" if edited_after and edited_after != edited_before else "not marked as edited"

    async def _show_button(self) -> str:
        self._require_message()
        self._press = asyncio.get_running_loop().create_future()
        try:
            return await self._edit(view=_build_view(f"Press me, within {PRESS_TIMEOUT:.0f} seconds"))
        except FAILURES:
            self._press = None
            raise

    async def _open_thread(self) -> str:
        channel = self._client.get_channel(self._channel)
        if not isinstance(channel, discord.TextChannel):
            raise CheckSkipped("the channel is unknown")
        message = channel.get_partial_message(self._require_message().id)
        self._thread = await message.create_thread(name="Check-up")
        await self._thread.edit(archived=True)
        return "opened and archived"

    async def _check_rate_limits(self) -> str:
        limits = sorted(header for header in self._headers if header.startswith("x-ratelimit-"))
        if not limits:
            raise CheckFailed("Discord's answers tell no limits: is there a proxy on the way?")
        return f"told with {len(limits)} headers"

    async def _wait_for_press(self) -> str:
        if self._press is None:
            raise CheckSkipped("there is no button")
        try:
            return await asyncio.wait_for(self._press, PRESS_TIMEOUT)
        except TimeoutError:
            raise CheckSkipped("nobody pressed it") from None

    async def _delete(self) -> str:
        message = self._require_message()
        await self._remove()
        try:
            await message.channel.fetch_message(message.id)
        except discord.NotFound:
            return "nothing is left"
        raise CheckFailed(f"delete it by hand: {message.jump_url}")

    # -- what the checks need ------------------------------------------------------------------------------------------

    def _require_message(self) -> discord.Message:
        if self._message is None:
            raise CheckSkipped("nothing was posted")
        return self._message

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Answer the first press of our button, within the three seconds that Discord waits."""
        data: Mapping[str, Any] = interaction.data or {}
        press = self._press
        if data.get("custom_id") != BUTTON or press is None or press.done():
            return
        try:
            press.set_result(await _answer_later(interaction))
        except FAILURES as error:
            press.set_exception(error)

    @asynccontextmanager
    async def _stay_connected(self) -> AsyncIterator[None]:
        """Stay on Discord's gateway."""
        connection = asyncio.create_task(self._client.connect(reconnect=False))
        try:
            yield
        finally:
            await self._client.close()
            connection.cancel()
            with suppress(asyncio.CancelledError, *FAILURES):
                await connection

    async def _remove(self) -> None:
        """Delete the thread and the message that were posted, if any."""
        thread, message = self._thread, self._message
        self._thread = self._message = None
        for posted in (thread, message):
            if posted is not None:
                with suppress(*FAILURES):
                    await posted.delete()

    async def _note_headers(
        self, _session: aiohttp.ClientSession, _context: SimpleNamespace, ended: aiohttp.TraceRequestEndParams
    ) -> None:
        self._headers.update(header.lower() for header in ended.response.headers)


async def _answer_later(interaction: discord.Interaction[Any]) -> str:
    await interaction.response.defer(ephemeral=True, thinking=True)
    await interaction.edit_original_response(content="Filled in later.")
    answer = await interaction.original_response()
    return f"deferred and filled in, {'marked as edited' if answer.edited_at else 'not marked as edited'}"


def _build_view(label: str) -> ui.View:
    view = ui.View(timeout=None)
    view.add_item(ui.Button(label=label, custom_id=BUTTON))
    view.stop()
    return view


def _list_some(names: set[str]) -> str:
    first_names = ", ".join(f"/{name}" for name in sorted(names)[:3])
    return f"{first_names} …" if len(names) > 3 else first_names


def _advice(error: BaseException) -> str:
    """Return a sentence about Discord's answer, and what to do about it."""
    match error:
        case discord.Forbidden(code=50013 | 50001):
            return f"{describe_failure(error)} Allow it under Edit Channel → Permissions; is the bot timed out?"
        case discord.NotFound(code=10003):
            return f"{describe_failure(error)} Look at the id of the channel."
        case discord.HTTPException(code=200000 | 200001):
            return f"{describe_failure(error)} The server's AutoMod holds it back: exempt the bot there."
        case discord.HTTPException(status=429):
            return f"{describe_failure(error)} Too many requests: wait some minutes."
        case _:
            return describe_failure(error)
