"""Beginning a game: at once, or as soon as all players have confirmed their presence."""

from __future__ import annotations

from bot.desk import board_troubles, find_table, server
from bot.desk.ask import Ask
from bot.desk.command import at_table
from bot.desk.post_once import post_once
from bot.table.log.model import Status, Table
from bot.table.posts import PostKind
from bot.table.rules import ready as rules
from bot.table.rules.lobby import describe_next_host, host_only
from bot.talk import ready as talk
from bot.talk.letter import Letter, Purpose
from bot.talk.venue import no_thread_notice, require_permissions
from engine.words import lines, msg


async def start(ask: Ask) -> Letter:
    """Begin the game, or first ask the players who have not been here lately.

    A player who isn't the host can ask the host to begin.
    """
    if ask.table.status is Status.LOBBY and ask.seat is not None and not ask.is_host(ask.table):
        return await _ask_host(ask)
    require_permissions(ask.caller.venue)
    threaded = await server.gets_thread(ask)
    return await _start_reply(ask, await ask.do(rules.start, ask.user, threaded=threaded))


async def _ask_host(ask: Ask) -> Letter:
    """Offer to ask the host to begin. If the caller agreed, ask the host, but only once at each table."""
    table, words = ask.table, ask.words(ask.table)
    message = await ask.service.shares.find_message(table.id, PostKind.URGE, 0)
    if message is None and ask.data != talk.ASK_HOST:
        return ask.reply(host_only(table), table, talk.offer_to_ask_host(table, words))
    if message is None:
        letter = talk.host_request(ask.game(table), table, words)
        await post_once(ask, PostKind.URGE, 0, letter, {letter.text})
    return ask.reply(lines(talk.ASKED, describe_next_host(table)), table)


async def confirm_presence(ask: Ask) -> Letter:
    """Note that the caller is here. The last such answer begins the game."""
    require_permissions(ask.caller.venue)
    threaded = await server.gets_thread(ask)
    return await _start_reply(ask, await ask.do(rules.answer, ask.user, threaded=threaded))


async def _start_reply(ask: Ask, table: Table) -> Letter:
    """Answer that the game begins, or what it is waiting for."""
    if not table.is_running:
        return ask.reply(talk.waiting_reply(table), table)
    notice = no_thread_notice(ask.caller.venue) if await server.wants_threads(ask) else None
    return await board_troubles.wait_and_add_notice(ask, table, ask.reply(lines(talk.start_notice(), notice), table))


START = at_table("start", msg("Begin the game"), find_table.LOBBY, Purpose.START)
