"""The bot's client: passes presses and commands to the desk, and Discord's events to the reconciler."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, cast

import discord
import structlog

from bot import VERSION
from bot.beacon.relays import Relays
from bot.config import DEFAULT, Config
from bot.desk.routes import progress_text
from bot.discord import controls, forms, messages
from bot.discord.answers import Answers, answer_unreadable, caller
from bot.discord.clock_skew import ClockSkew
from bot.discord.commands import Commands
from bot.discord.gateway import Gateway
from bot.discord.permissions import invite_link, venue_of_channel
from bot.discord.postman import DiscordPostman
from bot.discord.quota import Quota
from bot.discord.refused_requests import RefusedRequests
from bot.discord.registration import Registration
from bot.discord.shards import Shards
from bot.discord.tree import Tree
from bot.discord.welcome import Welcome
from bot.hosting.meter import Meter
from bot.outside import Outside
from bot.parts import Parts
from bot.pictures.studio import Studio
from bot.runtime.clock import Clock
from bot.store import Store
from bot.table.refusals import Busy, Unknown
from bot.talk.letter import ControlId, Letter, Purpose
from bot.talk.operator import Operator
from bot.talk.venue import Venue
from bot.talk.words import Texts
from engine.game import Game
from renderers.look import Look

if TYPE_CHECKING:
    from yarl import URL

log = structlog.get_logger()

SHARD_CONNECT_TIMEOUT = 900.0
"""Seconds in which all shards must be connected; they connect one after the other, every five seconds."""

CLIENT_OPTIONS: Final[Mapping[str, Any]] = {
    "intents": discord.Intents(guilds=True),
    "max_messages": None,
    "member_cache_flags": discord.MemberCacheFlags.none(),
    "chunk_guilds_at_startup": False,
    "allowed_mentions": discord.AllowedMentions.none(),
    "max_ratelimit_timeout": 30,
    "shard_connect_timeout": SHARD_CONNECT_TIMEOUT,
}
"""The options of the client: only servers' events, no cache of messages or members, no pings by default."""

LASTING = frozenset({Purpose.DEAL})
"""The controls whose answers never replace the pressed message, even if it is private."""

discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # the bot does not use voice


class Boneyard(discord.AutoShardedClient):
    """One bot process. All its data are in the store, so nothing is lost when it ends."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        games: Mapping[str, Game[Any, Any]],
        looks: Mapping[str, Look[Any]],
        config: Config = DEFAULT,
        *,
        relays: Relays | None = None,
        studio: Studio | None = None,
    ) -> None:
        self.meter = Meter()
        refused = RefusedRequests(self.meter)
        trace = refused.trace()
        self.skew = ClockSkew()
        self.skew.trace_into(trace)
        if store.is_shared:
            trace.on_request_start.append(Quota(lambda: store.share).on_request_start)
        super().__init__(http_trace=trace, **CLIENT_OPTIONS)
        self.texts = Texts()
        self.contact = config.contact
        self.store = store
        self.gateway = Gateway(self, self._apologize)
        self._apologies: set[asyncio.Future[None]] = set()
        """The running tasks of `_apologize`, since asyncio itself keeps no reference to them."""
        postman = DiscordPostman(self, refused)
        parts = Parts.of(
            store,
            clock,
            games,
            looks,
            self.texts,
            postman,
            config,
            outside=_Connection(self),
            relays=relays,
            meter=self.meter,
            studio=studio,
        )
        self.parts = parts
        self.service = parts.service
        self.desk = parts.desk
        self.reconciler = parts.reconciler
        self.own_shards = Shards(self, self.gateway, parts.cluster, store) if parts.cluster is not None else None
        self.answer = Answers(
            self.texts,
            self.meter,
            config.limits,
            parts.open_hands,
            self.service.orders.is_blocked,
            self.service.readers.last_locale_of,
        )
        self.tree = Tree(self, self.answer, lambda guild: guild in self.gateway.servers)
        self._registration = Registration(self, self.tree, self.texts)
        self._welcome = Welcome(store, postman, parts.desk.tools)
        self.service.repository.watch(self.reconciler.touch)
        self.service.repository.watch(parts.mover.on_change)
        Commands(self.desk, games, self.answer, self.texts.languages).add_to(self.tree)

    def _apologize(self, event: Mapping[str, Any]) -> None:
        """Answer an interaction that the library can't parse, from its id and token alone."""
        task = asyncio.ensure_future(answer_unreadable(self.http, event, self.texts))
        self._apologies.add(task)
        task.add_done_callback(self._apologies.discard)

    @property
    def is_present(self) -> bool:
        """Whether all connections are up and all servers are known."""
        if self.own_shards is not None:
            return self.own_shards.is_connected()
        return self.is_ready() and self.gateway.has_connections(self.shard_count or 1)

    async def setup_hook(self) -> None:
        self.add_dynamic_items(controls.PressedButton, controls.ChosenOption)
        await self._registration.begin()
        if gap := await self.service.absence.begin():
            log.warning("the bot was away; every turn is extended by that", seconds=gap)
        if (games := await self.service.restored.begin()) is not None:
            log.warning("the database is a restored copy; newer messages are looked for first", games=games)
        self.parts.start()

    async def launch_shard(self, gateway: URL, shard_id: int, *, initial: bool = False) -> None:
        """Launch a shard. For the first shards, raise an error if Discord is away.

        The library itself would try to reach the gateway every five seconds forever.
        """
        if initial:
            connection = await self.http.ws_connect(str(gateway))
            await connection.close()
        await super().launch_shard(gateway, shard_id, initial=initial)

    async def on_error(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        """Log the exception of an event's handler.

        Skip events that came after the end, whose work the closed store refused.
        """
        if not (self.is_closed() and isinstance(sys.exception(), Busy)):
            await super().on_error(event, *args, **kwargs)

    async def on_raw_thread_delete(self, deleted: discord.RawThreadDeleteEvent) -> None:
        await self.reconciler.on_place_deleted(deleted.thread_id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self.reconciler.on_place_deleted(channel.id)

    async def on_guild_channel_update(self, _: discord.abc.GuildChannel, channel: discord.abc.GuildChannel) -> None:
        await self.reconciler.on_place_changed(channel.id)

    async def on_raw_thread_update(self, changed: discord.RawThreadUpdateEvent) -> None:
        await self.reconciler.on_place_changed(changed.thread_id)

    async def on_ready(self) -> None:
        """Compare the known servers with those that Discord listed.

        The bot may have been removed from some servers meanwhile, or added again.
        """
        for guild in self.guilds:
            if guild.id not in self.gateway.servers:
                self._connection._remove_guild(guild)  # the library would list the server for good
        invite = invite_link(self.application_id or 0)
        log.info("ready", version=VERSION, servers=len(self.gateway.servers), invite=invite)
        if self.own_shards is not None:
            self.own_shards.follow()
        self.parts.upkeep.beat.ring()
        await self.reconciler.on_connected(self.gateway.servers)
        await self._welcome.greet_all(guild for guild in self.guilds if not self.service.orders.is_blocked(guild.id))

    async def on_shard_disconnect(self, shard: int) -> None:
        self.gateway.mark_disconnected(shard)

    async def on_shard_resumed(self, _: int) -> None:
        self.parts.upkeep.beat.ring()

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        log.info("removed from a server", guild=guild.id)
        self.parts.upkeep.beat.ring()
        await self.reconciler.on_guild_left(guild.id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        log.info("added to a server", guild=guild.id)
        self.parts.upkeep.beat.ring()
        if not self.service.orders.is_blocked(guild.id):
            await self._welcome.greet(guild)
        await self.reconciler.on_guild_joined(guild.id)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        await self.reconciler.on_guild_changed(guild.id)

    async def on_guild_role_update(self, before: discord.Role, role: discord.Role) -> None:
        if before.permissions != role.permissions:
            await self.reconciler.on_guild_changed(role.guild.id)

    async def on_guild_role_delete(self, role: discord.Role) -> None:
        await self.reconciler.on_guild_changed(role.guild.id)

    async def on_member_update(self, _: discord.Member, member: discord.Member) -> None:
        """React to new roles of the bot itself. Discord sends changes of other members only to privileged bots."""
        await self.reconciler.on_guild_changed(member.guild.id)

    async def handle_press(self, interaction: discord.Interaction[Any], control: str) -> None:
        """Answer the press of a button, or the choice of a select's option.

        The answer replaces the pressed message if that is private.
        """
        id = ControlId.parse(control)
        if id is None:
            await self.answer(interaction, _raise_unknown())
        elif id.purpose is Purpose.ASK:
            await self.answer.open_form(interaction, self.desk.form(caller(interaction), id))
        else:
            presser = replace(caller(interaction), message=_find_pressed_message(interaction, control))
            update = _is_private(interaction) and id.purpose not in LASTING
            await self.answer(interaction, self.desk.press(presser, id), update=update, meanwhile=progress_text(id))

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Answer a filled-in form by its id alone, since the library forgets forms at a restart."""
        if interaction.type is not discord.InteractionType.modal_submit:
            return
        form, filled = forms.parse_form(cast("Mapping[str, Any]", interaction.data))
        id = ControlId.parse(form)
        if id is None:
            await self.answer(interaction, _raise_unknown())
            return
        work = self.desk.press(caller(interaction), id, filled)
        await self.answer(interaction, work, update=_is_private(interaction))

    async def close(self) -> None:
        """Disconnect from Discord, then release everything else."""
        await super().close()
        await self.release()

    async def release(self) -> None:
        """Stop all parts and close the store. Outdated messages are edited after the next start."""
        await self._registration.close()
        if self.own_shards is not None:
            await self.own_shards.close()
        await self.parts.close()
        await self.store.close()


def _is_private(interaction: discord.Interaction[Any]) -> bool:
    """Return whether only the user who pressed can read the pressed message.

    That is also true of DMs with the bot. In DMs between two users and in groups, others read along.
    """
    message = interaction.message
    return message is not None and (message.flags.ephemeral or bool(interaction.context.dm_channel))


def _find_pressed_message(interaction: discord.Interaction[Any], control: str) -> int | None:
    """Return the id of the message that was pressed, if we wrote it and it has this control."""
    message, bot = interaction.message, interaction.client.user
    if message is None or bot is None or message.author.id != bot.id:
        return None
    return message.id if messages.has_control(message, control) else None


async def _raise_unknown() -> Letter:
    raise Unknown


class _Connection(Outside):
    """What the client knows about Discord."""

    def __init__(self, client: Boneyard) -> None:
        self._client = client

    def reaches(self, guild: int | None) -> bool:
        return self._client.gateway.reaches(guild)

    def is_on(self, guild: int) -> bool | None:
        return guild in self._client.gateway.servers if self._client.is_present else None

    def venue(self, channel: int) -> Venue | None:
        cached_channel = self._client.get_channel(channel)
        return venue_of_channel(cached_channel) if isinstance(cached_channel, discord.abc.GuildChannel) else None

    def server_locale(self, guild: int | None) -> str | None:
        server = None if guild is None else self._client.get_guild(guild)
        return None if server is None else str(server.preferred_locale)

    def operator(self) -> Operator:
        """Return the operator's contact, and the addresses of their pages from Discord's developer portal."""
        app = self._client.application
        pages = (app.privacy_policy_url, app.terms_of_service_url) if app else ()
        return Operator(self._client.contact, *(page or "" for page in pages))
