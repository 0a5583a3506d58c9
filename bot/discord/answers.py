"""Answers each interaction in time, and only to the person who asks."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext, suppress
from typing import Any, TypeVar

import discord
import structlog

from bot.desk.caller import Caller, Target
from bot.desk.text_input import clean_name, require_readable
from bot.discord import forms
from bot.discord.permissions import can_read, invite_link, is_member, may_post, venue_of_interaction
from bot.discord.question_queue import QuestionQueue
from bot.discord.reply import FAILURES, Reply, TooLate
from bot.hands.open_hands import OpenHands
from bot.hosting.meter import Meter
from bot.table.limits import LIMITS, Limits
from bot.table.log.model import Person
from bot.table.refusals import Blocked, Refusal, Restarting, TooMuch
from bot.talk.form import Form
from bot.talk.letter import ControlId, Letter, Purpose
from bot.talk.practice import CANNOT_SHOW
from bot.talk.trouble import CANNOT_POST
from bot.talk.words import Texts, mentions
from engine.words import Message, msg

log = structlog.get_logger()

T = TypeVar("T")

ACKNOWLEDGE_AFTER = 0.8
"""Seconds until an interaction without an answer is acknowledged; Discord allows three."""
CROWD = 50
"""With more interactions than this under way, a new one is acknowledged at once.

They could not all be answered in `ACKNOWLEDGE_AFTER` seconds, so waiting that long would be useless.
"""
PROGRESS_AFTER = 2.0
"""Seconds until a user gets a progress message."""
QUIET_TIME = 0.2
"""Seconds without a new interaction after which all count as received."""
LOOP_CYCLES = 100
"""How many cycles the event loop gets after `QUIET_TIME`, to read and begin what arrived while it was blocked."""

MESSAGE_TYPE = discord.InteractionResponseType.channel_message.value
AUTOCOMPLETE_TYPE = discord.InteractionResponseType.autocomplete_result.value
EPHEMERAL = 1 << 6  # Discord's flag
HELD_BACK = msg("This server's filter held back my answer. Its managers can change that filter.")
MOST_POSTED = 1000
"""How many of the newest public messages are remembered, so that a second press doesn't post them again."""
FILTER_CODES = frozenset({200000, 200001, 240000})
"""Discord's error codes for a message that the server's own filter held back."""

OPEN_TO_ALL = frozenset({"/privacy", Purpose.PRIVACY.value})
"""The features (see `log_fields`) that blocked users can still use."""

Interaction = discord.Interaction[Any]


def caller(interaction: Interaction) -> Caller:
    """Return the caller of an interaction: the user, the place and the language."""
    user = interaction.user
    return Caller(
        person=Person(user.id, clean_name(user.display_name)),
        locale=discord_locale(interaction),
        interaction=interaction.id,
        guild=interaction.guild_id,
        channel=interaction.channel_id or 0,
        find_venue=lambda: venue_of_interaction(interaction),
        parent=getattr(interaction.channel, "parent_id", None),
        roles=_role_ids(user),
        server_locale=None if interaction.guild_locale is None else str(interaction.guild_locale),
        manages=interaction.guild_id is not None and interaction.permissions.manage_guild,
        moderates=_moderates(user),
        joined_at=_joined_at(user),
        invite="" if is_member(interaction) else invite_link(interaction.application_id),
        may_post=may_post(interaction),
    )


def _moderates(user: discord.Member | discord.User) -> bool:
    """Return whether a user may manage messages on the whole server of an interaction."""
    return isinstance(user, discord.Member) and user.guild_permissions.manage_messages


def _role_ids(user: discord.Member | discord.User) -> frozenset[int]:
    return frozenset(role.id for role in user.roles) if isinstance(user, discord.Member) else frozenset()


def _joined_at(user: discord.Member | discord.User) -> int | None:
    """Return when a member joined the server of an interaction, in UTC seconds."""
    joined = user.joined_at if isinstance(user, discord.Member) else None
    return None if joined is None else int(joined.timestamp())


def target(interaction: Interaction, chosen: discord.Member | discord.User) -> Target:
    """Return the person whose menu a command was chosen from."""
    return Target(
        person=Person(chosen.id, clean_name(chosen.display_name)),
        is_app=chosen.bot or chosen.system,
        is_member=isinstance(chosen, discord.Member),
        sees_channel=isinstance(chosen, discord.Member) and can_read(chosen, interaction.channel),
        moderates=_moderates(chosen),
        roles=_role_ids(chosen),
    )


class Answers:
    """Answers interactions, and keeps track of the interactions that are not answered yet."""

    def __init__(
        self,
        texts: Texts,
        meter: Meter | None = None,
        limits: Limits = LIMITS,
        open_hands: OpenHands | None = None,
        is_blocked: Callable[[int | None], bool] = lambda _: False,
        last_locale_of: Callable[[int, str], str] = lambda _, locale: locale,
    ) -> None:
        """Prepare to answer.

        `open_hands` keeps the answers that show a hand up to date. `is_blocked` returns whether the operator has
        blocked the user or server with an id. `last_locale_of` takes a user and the locale of their Discord, and
        returns the locale in which they read.
        """
        self._texts = texts
        self._meter = meter or Meter()
        self._queue = QuestionQueue(limits.waiting_a_person)
        self._open_hands = open_hands
        self._is_blocked = is_blocked
        self._last_locale_of = last_locale_of
        self._public_posts: dict[tuple[int | None, str], None] = {}
        """The channels and controls of the public messages that were posted, in memory only."""
        self._open_interactions: set[int] = set()
        self._finished_count = 0
        """How many interactions have ended, answered or not."""
        self._is_ending = False

    async def __call__(
        self,
        interaction: Interaction,
        work: Awaitable[Letter],
        *,
        update: bool = False,
        meanwhile: Message | None = None,
    ) -> None:
        """Answer privately with the letter that the work returns.

        With `update`, the answer replaces the message that was pressed. The interaction is acknowledged first if its
        work takes longer than `ACKNOWLEDGE_AFTER`, or if more than `CROWD` are under way. With `meanwhile`, the user's
        other questions do not wait for this one, and the user reads that text if the work takes longer than
        `PROGRESS_AFTER`. The answer to a refusal is its sentence. The answer to a fault is an apology, with a number
        that is also in the log.
        """
        if refusal := self._find_refusal(interaction):
            work = _refuse_work(work, refusal)
        note_acknowledged = self._meter.measure_press()
        async with self._track_interaction(interaction):
            reply = Reply(interaction, update=update)
            turn = nullcontext() if meanwhile else self._queue.turn(interaction.user.id)
            task = asyncio.ensure_future(
                _make_letter(interaction, _run_if_readable(interaction, work, turn), self._texts, self._locale)
            )
            is_crowded = len(self._open_interactions) > CROWD
            done, _ = await asyncio.wait({task}, timeout=0 if is_crowded else ACKNOWLEDGE_AFTER)
            shows_progress = False
            if not done:
                with suppress(TooLate, *FAILURES):  # the answer itself fails in the same way, or succeeds
                    await reply.acknowledge()
                    note_acknowledged()
                    shows_progress = await self._post_progress(interaction, reply, task, meanwhile)
            letter, replaces = await task
            if letter.public is not None:
                letter, replaces = await self._post_public(interaction, reply, letter, letter.public)
            await self._post_answer(interaction, reply, letter, replaces=replaces or shows_progress)
            note_acknowledged()
            if self._open_hands and reply.given_answer:
                user, locale = interaction.user.id, discord_locale(interaction)
                self._open_hands.track_answer(user, locale, letter, reply.given_answer, interaction.channel_id)

    def _locale(self, interaction: Interaction) -> str:
        """Return the locale in which the user of an interaction reads, as far as the bot knows it."""
        return self._last_locale_of(interaction.user.id, str(interaction.locale))

    async def open_form(self, interaction: Interaction, work: Awaitable[Form]) -> None:
        """Open the form that the work returns, or answer with the reason if there is none."""
        if refusal := self._find_refusal(interaction):
            work = _refuse_work(work, refusal)
        async with self._track_interaction(interaction):
            reply = Reply(interaction, update=False)
            try:
                async with self._queue.turn(interaction.user.id, ACKNOWLEDGE_AFTER):  # later, Discord opens no form
                    await reply.open_form(forms.build_modal(await work))
            except Refusal as refusal:
                await reply.post(_refusal_letter(self._locale(interaction), refusal, self._texts), replaces=False)
            except TooLate:
                raise
            except Exception:
                await reply.post(_apology(self._locale(interaction), self._texts), replaces=False)
            finally:
                _close(work)

    async def suggest(self, interaction: Interaction, work: Awaitable[Sequence[T]]) -> Sequence[T]:
        """Return what the work suggests, or nothing if the user has too many unanswered questions or is blocked."""
        try:
            if self._find_block(interaction):
                return ()
            async with self._queue.turn(interaction.user.id, ACKNOWLEDGE_AFTER):  # later, Discord shows no suggestions
                return await work
        except TooMuch:
            return ()
        finally:
            _close(work)

    def _find_refusal(self, interaction: Interaction) -> Refusal | None:
        """Return the refusal of an interaction if the bot is ending, or the user or server is blocked; else None."""
        return Restarting() if self._is_ending else self._find_block(interaction)

    def _find_block(self, interaction: Interaction) -> Refusal | None:
        """Return the refusal for a user or a server that the operator has blocked.

        Return None for everybody else, and for requests about privacy: blocked users can still see and delete what is
        kept about them.
        """
        is_server_blocked = self._is_blocked(interaction.guild_id)
        if not is_server_blocked and not self._is_blocked(interaction.user.id):
            return None
        return None if log_fields(interaction)["feature"] in OPEN_TO_ALL else Blocked(server=is_server_blocked)

    async def end(self, seconds: float) -> None:
        """Refuse new work, and wait at most `seconds` until all interactions that have arrived are answered."""
        self._is_ending = True
        loop = asyncio.get_running_loop()
        deadline = loop.time() + seconds
        count_before = -1  # differs from any count, so that at least one `QUIET_TIME` passes
        while loop.time() < deadline and (self._open_interactions or self._finished_count != count_before):
            count_before = self._finished_count
            await asyncio.sleep(QUIET_TIME)
            for _ in range(LOOP_CYCLES):
                await asyncio.sleep(0)

    async def _post_progress(
        self, interaction: Interaction, reply: Reply, task: asyncio.Future[Any], meanwhile: Message | None
    ) -> bool:
        """Post `meanwhile` if an answer takes long; return whether it was posted."""
        if meanwhile is None:
            return False
        done, _ = await asyncio.wait({task}, timeout=PROGRESS_AFTER - ACKNOWLEDGE_AFTER)
        if done:
            return False
        words = self._texts.words(self._locale(interaction), ())
        await reply.post(Letter(words.text(meanwhile)), replaces=True)
        return True

    async def _post_public(
        self, interaction: Interaction, reply: Reply, letter: Letter, public: Letter
    ) -> tuple[Letter, bool]:
        """Post the public part of a letter, once for each control.

        Return the answer, and whether it may replace the message that was pressed.
        """
        data: Mapping[str, Any] = interaction.data or {}
        key = (interaction.channel_id, str(data.get("custom_id")))
        if key in self._public_posts:  # by an earlier press, or by one that is under way
            return letter, True
        self._public_posts[key] = None
        try:
            if await reply.post_public(public):
                return letter, True
            refusal = Refusal(CANNOT_SHOW)
        except discord.Forbidden as refused:
            refusal = Refusal(HELD_BACK if refused.code in FILTER_CODES else CANNOT_SHOW)
        except discord.HTTPException as refused:
            refusal = Refusal(HELD_BACK if refused.code in FILTER_CODES else CANNOT_POST)
        except FAILURES:
            refusal = Refusal(CANNOT_POST)
        finally:
            if len(self._public_posts) > MOST_POSTED:
                del self._public_posts[next(iter(self._public_posts))]  # the oldest
        self._public_posts.pop(key, None)  # it wasn't posted, so a later press may try again
        return _refusal_letter(self._locale(interaction), refusal, self._texts), False

    async def _post_answer(self, interaction: Interaction, reply: Reply, letter: Letter, *, replaces: bool) -> None:
        try:
            await reply.post(letter, replaces=replaces)
        except discord.HTTPException as refused:  # Discord does not take this letter
            if refused.code in FILTER_CODES:
                held_back = _refusal_letter(self._locale(interaction), Refusal(HELD_BACK), self._texts)
                await reply.post(held_back, replaces=False)
            else:
                await reply.post(_apology(self._locale(interaction), self._texts), replaces=False)

    @asynccontextmanager
    async def _track_interaction(self, interaction: Interaction) -> AsyncIterator[None]:
        """Count an interaction as under way.

        Log a failure to answer it, since its user can't be told.
        """
        self._open_interactions.add(interaction.id)
        with structlog.contextvars.bound_contextvars(**log_fields(interaction)):
            try:
                yield
            except TooLate:
                log.info("answer came too late")
            except Exception:
                log.exception("not answered")
            finally:
                self._open_interactions.discard(interaction.id)
                self._finished_count += 1


def log_fields(interaction: Interaction) -> Mapping[str, Any]:
    """Return the fields of log lines about an interaction: its feature, and the table and step of its control."""
    data: Mapping[str, Any] = interaction.data or {}
    values = data.get("values") or (data.get("custom_id", ""),)
    id = ControlId.parse(str(values[0]))
    if id is not None:
        return {"interaction": interaction.id, "feature": id.purpose.value, "table": id.table, "seq": id.seq}
    command = interaction.command
    if isinstance(command, discord.app_commands.ContextMenu):
        return {"interaction": interaction.id, "feature": command.name}
    return {"interaction": interaction.id, "feature": f"/{command.qualified_name}" if command else "unknown"}


def discord_locale(interaction: Interaction) -> str:
    """Return the locale of the user's Discord."""
    return str(interaction.locale)


async def _make_letter(
    interaction: Interaction,
    work: Awaitable[Letter],
    texts: Texts,
    locale_of: Callable[[Interaction], str] = discord_locale,
) -> tuple[Letter, bool]:
    """Return the letter, and whether it may replace the message that was pressed.

    A refusal or an apology leaves that message alone.
    """
    try:
        return await work, True
    except Refusal as refusal:
        return _refusal_letter(locale_of(interaction), refusal, texts), False
    except Exception:
        return _apology(locale_of(interaction), texts), False


def _refusal_letter(locale: str, refusal: Refusal, texts: Texts) -> Letter:
    """Return the letter of a refusal."""
    return Letter(texts.words(locale, mentions(refusal.seats)).text(refusal.message))


def _apology(locale: str, texts: Texts) -> Letter:
    """Return an apology for the fault that is being handled; its number is in the log."""
    number = secrets.token_hex(4)
    log.exception("fault", number=number)
    apology = msg(
        "Something went wrong on our side (number {number}). Your game is safe. If it happens again, tell my operator "
        "that number: `/help` says how.",
        number=number,
    )
    return Letter(texts.words(locale, ()).text(apology))


async def answer_unreadable(http: discord.http.HTTPClient, event: Mapping[str, Any], texts: Texts) -> None:
    """Answer an interaction that the library can't parse, as Discord sent it."""
    words = texts.words(str(event.get("locale", "")), ())
    sentence = words.text(msg("I couldn't read what Discord sent me. Please try that once more."))
    if event.get("type") == discord.InteractionType.autocomplete.value:
        answer: Mapping[str, Any] = {"type": AUTOCOMPLETE_TYPE, "data": {"choices": []}}
    else:
        answer = {"type": MESSAGE_TYPE, "data": {"content": sentence, "flags": EPHEMERAL}}
    route = discord.http.Route("POST", "/interactions/{id}/{token}/callback", id=event["id"], token=event["token"])
    with suppress(*FAILURES):
        await http.request(route, json=answer)


async def _run_if_readable(
    interaction: Interaction, work: Awaitable[Letter], turn: AbstractAsyncContextManager[None]
) -> Letter:
    """Wait for the turn, and return the work's letter.

    Raises Refusal if typed text is unreadable. Data that Discord adds about other people (`resolved`) is not checked,
    since the caller is not to blame for it.
    """
    data: Mapping[str, Any] = interaction.data or {}
    try:
        require_readable([value for name, value in data.items() if name != "resolved"])
        async with turn:
            return await work
    finally:
        _close(work)


async def _refuse_work(work: Awaitable[T], refusal: Refusal) -> T:
    """Raise a refusal instead of doing the work."""
    _close(work)
    raise refusal


def _close(work: Awaitable[Any]) -> None:
    """Close work that may not have begun, since Python warns of a coroutine that was never awaited."""
    if asyncio.iscoroutine(work):
        work.close()
