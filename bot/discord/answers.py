"""Answers to interactions: in time, to the asking person alone, and never with silence."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Mapping
from typing import Any

import discord
import structlog

from bot.caller import Caller
from bot.discord import controls
from bot.discord.permissions import parent, place
from bot.letters import Letter
from bot.refusals import Refusal
from bot.tables import Person
from bot.texts import Texts, mentions
from bot.typed import clean_name, need_text
from engine.words import msg

log = structlog.get_logger()

PATIENCE = 1.0
"""Seconds until a press is acknowledged without its answer; Discord allows three."""
LATE = frozenset({10062, 40060, 50027})
"""Codes of an interaction that is gone, was answered already, or whose token has expired: nothing can be said."""

Interaction = discord.Interaction[Any]


def caller(interaction: Interaction) -> Caller:
    """Who asks, from where, in which language."""
    user = interaction.user
    return Caller(
        person=Person(user.id, clean_name(user.display_name)),
        locale=str(interaction.locale),
        interaction=interaction.id,
        guild=interaction.guild_id,
        channel=interaction.channel_id or 0,
        place=place(interaction),
        parent=parent(interaction),
        roles=frozenset(role.id for role in user.roles) if isinstance(user, discord.Member) else frozenset(),
        manages=interaction.guild_id is not None and interaction.permissions.manage_guild,
    )


async def answer(interaction: Interaction, work: Awaitable[Letter], texts: Texts, *, update: bool = False) -> None:
    """Say what the work gives, privately; with `update` in the message that was pressed.

    What takes longer than `PATIENCE` is acknowledged first. A refusal becomes its sentence; a fault becomes an apology
    with a number that is also in the log.
    """
    task = asyncio.ensure_future(_letter(interaction, _of_text(interaction, work), texts))
    done, _ = await asyncio.wait({task}, timeout=PATIENCE)
    try:
        if not done:
            await _acknowledge(interaction, update=update)
        letter, replaces = await task
        await _say(interaction, letter, update=update and replaces)
    except discord.NotFound as gone:
        if gone.code not in LATE and gone.code != 10015:
            raise
        log.info("answer came too late", code=gone.code)
    except discord.HTTPException as refused:
        if refused.code not in LATE:
            raise
        log.info("answer came too late", code=refused.code)


async def _letter(interaction: Interaction, work: Awaitable[Letter], texts: Texts) -> tuple[Letter, bool]:
    """The letter, and whether it may replace the message that was pressed (a refusal leaves it alone)."""
    locale = str(interaction.locale)
    try:
        return await work, True
    except Refusal as refusal:
        return Letter(texts.words(locale, mentions(refusal.seats)).text(refusal.message)), False
    except Exception:
        number = secrets.token_hex(4)
        log.exception("fault", number=number)
        apology = msg("Something went wrong on our side (number {number}). Your game is safe.", number=number)
        return Letter(texts.words(locale, ()).text(apology)), False


async def _of_text(interaction: Interaction, work: Awaitable[Letter]) -> Letter:
    """The work, if all that was typed can be read. What Discord says of others is no doing of whoever asks."""
    data: Mapping[str, Any] = interaction.data or {}
    try:
        need_text([value for name, value in data.items() if name != "resolved"])
    except Refusal:
        if asyncio.iscoroutine(work):
            work.close()
        raise
    return await work


async def _acknowledge(interaction: Interaction, *, update: bool) -> None:
    if update:
        await interaction.response.defer()
    else:
        await interaction.response.defer(ephemeral=True, thinking=True)


async def _say(interaction: Interaction, letter: Letter, *, update: bool) -> None:
    view, files, mentions = controls.view(letter.rows), controls.files(letter), controls.mentions(letter)
    if not interaction.response.is_done():
        if update:
            await interaction.response.edit_message(
                content=letter.text, attachments=files, view=view, allowed_mentions=mentions
            )
        else:
            await interaction.response.send_message(
                letter.text, files=files, view=view, ephemeral=True, allowed_mentions=mentions
            )
    elif update or interaction.response.type is discord.InteractionResponseType.deferred_channel_message:
        await interaction.edit_original_response(
            content=letter.text, attachments=files, view=view, allowed_mentions=mentions
        )
    else:
        await interaction.followup.send(letter.text, files=files, view=view, ephemeral=True, allowed_mentions=mentions)
