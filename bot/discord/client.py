"""The bot: connects Discord with the desk, and the tables with the channels."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

import discord
import structlog
from discord import app_commands

from bot.clock import Clock
from bot.clocks.timing import Timing
from bot.discord import controls
from bot.discord.answers import answer, caller
from bot.discord.commands import Commands
from bot.discord.emojis import known_emojis
from bot.discord.permissions import place_of
from bot.discord.postman import DiscordPostman
from bot.letters import ControlId, Letter, Purpose
from bot.limits import Limits
from bot.parts import Parts
from bot.places import Place
from bot.refusals import Unknown
from bot.store import Store
from bot.texts import Texts
from engine.game import Game
from renderers.look import Look

log = structlog.get_logger()


class Boneyard(discord.AutoShardedClient):
    """One bot process. Everything it knows is in the store; nothing is lost when it ends."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        games: Mapping[str, Game[Any, Any]],
        looks: Mapping[str, Look[Any]],
        *,
        threads: bool = True,
        pace: float = 0.0,
        source: str = "engine.games",
        usual: Timing | None = None,
        limits: Limits | None = None,
    ) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            allowed_mentions=discord.AllowedMentions.none(),
            max_ratelimit_timeout=30,
        )
        self.tree = app_commands.CommandTree(self)
        self.texts = Texts()
        self.store = store
        parts = Parts.of(
            store,
            clock,
            games,
            looks,
            self.texts,
            DiscordPostman(self),
            threads=threads,
            pace=pace,
            source=source,
            usual=usual,
            limits=limits,
        )
        self.parts, self.tables, self.desk, self.showing = parts, parts.tables, parts.desk, parts.showing
        self.desk.setup.place = self._place
        self.tables.watch(self.showing.touch)
        self.tables.watch(parts.mover.touch)
        Commands(self.desk, games, self.texts).add_to(self.tree)

    def _place(self, channel: int) -> Place | None:
        """What is possible in a channel, where Discord told us of it."""
        known = self.get_channel(channel)
        return place_of(known) if isinstance(known, discord.abc.GuildChannel) else None

    async def setup_hook(self) -> None:
        self.add_dynamic_items(controls.PressedButton, controls.ChosenOption)
        await self._sync()
        self.texts.emojis = await known_emojis(self)
        if gap := await self.tables.resume():
            log.warning("the bot was away; every turn has so much more time", seconds=gap)
        self.parts.start()

    async def _sync(self) -> None:
        """Tell Discord the commands, if they are not those it was told last."""
        told = json.dumps([command.to_dict(self.tree) for command in self.tree.get_commands()], sort_keys=True)
        digest = hashlib.sha256(told.encode()).hexdigest()
        if await self.store.recall("commands") != digest:
            await self.tree.sync()
            await self.store.remember("commands", digest)

    async def on_raw_thread_delete(self, deleted: discord.RawThreadDeleteEvent) -> None:
        await self.showing.place_deleted(deleted.thread_id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self.showing.place_deleted(channel.id)

    async def on_guild_channel_update(self, _: discord.abc.GuildChannel, channel: discord.abc.GuildChannel) -> None:
        await self.showing.place_changed(channel.id)

    async def on_raw_thread_update(self, changed: discord.RawThreadUpdateEvent) -> None:
        await self.showing.place_changed(changed.thread_id)

    async def on_ready(self) -> None:
        """Discord has told all servers of the bot: it may have been removed from others, or added again, meanwhile."""
        await self.showing.guilds_known({guild.id for guild in self.guilds})

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        log.info("removed from a server", guild=guild.id)
        await self.showing.guild_left(guild.id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        log.info("on a server", guild=guild.id)
        await self.showing.guild_joined(guild.id)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        await self.showing.guild_changed(guild.id)

    async def on_guild_role_update(self, before: discord.Role, role: discord.Role) -> None:
        if before.permissions != role.permissions:
            await self.showing.guild_changed(role.guild.id)

    async def on_guild_role_delete(self, role: discord.Role) -> None:
        await self.showing.guild_changed(role.guild.id)

    async def on_member_update(self, _: discord.Member, member: discord.Member) -> None:
        """Of the bot itself; it is told of others only to who asks for that privilege."""
        await self.showing.guild_changed(member.guild.id)

    async def pressed(self, interaction: discord.Interaction[Any], control: str) -> None:
        """A button or an option of a select. Only private messages are replaced by the answer."""
        id = ControlId.parse(control)
        message = interaction.message
        private = message is not None and (message.flags.ephemeral or interaction.guild_id is None)
        if id is None:
            await answer(interaction, _unknown(), self.texts)
        elif id.purpose is Purpose.ASK:
            form_id = ControlId(Purpose.SET, id.table, 0, id.data)
            await interaction.response.send_modal(controls.number_form(form_id, "Option", id.data))
        else:
            await answer(interaction, self.desk.press(caller(interaction), id), self.texts, update=private)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Forms are answered from their id alone; the library would forget them at a restart."""
        if interaction.type is not discord.InteractionType.modal_submit:
            return
        data: Any = interaction.data
        id = ControlId.parse(data["custom_id"])
        if id is None:
            return
        value = data["components"][0]["component"]["value"]
        typed = ControlId(Purpose.SET, id.table, 0, f"{id.data}={value}")
        await answer(
            interaction, self.desk.press(caller(interaction), typed), self.texts, update=interaction.message is not None
        )

    async def close(self) -> None:
        """Leave Discord, then let go of everything else."""
        await super().close()
        await self.release()

    async def release(self) -> None:
        """Finish what is being written; what is not shown is shown after the next start."""
        await self.parts.close()
        await self.store.close()


async def _unknown() -> Letter:
    raise Unknown
