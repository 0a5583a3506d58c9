"""Computer players before the game begins, and the removal of players by the host."""

from __future__ import annotations

from bot.desk import find_table
from bot.desk.ask import Arguments, Ask
from bot.desk.command import TABLE, Arg, AtTable, Command
from bot.table.log.model import Status, Table
from bot.table.rules import computers, exchange, removal
from bot.talk import computers as talk
from bot.talk.letter import ADD, EXCHANGE, REMOVE, Letter, Purpose
from engine.players import LEVELS
from engine.words import Message, lines, msg

NONE = "none"
"""The choice of `/bot` that removes the last computer player; the others are strengths."""


async def press(ask: Ask) -> Letter:
    """List the players, give the next seat to a computer player, take a player out, or exchange two."""
    if ask.data.startswith(ADD):
        return await _add(ask, ask.data.removeprefix(ADD))
    if ask.data.startswith(REMOVE):
        return await _remove(ask, ask.data.removeprefix(REMOVE))
    if ask.data.startswith(EXCHANGE):
        player, _, other = ask.data.removeprefix(EXCHANGE).partition(EXCHANGE)
        return await _exchange(ask, player, other)
    return _list_players(ask, ask.table)


async def _add(ask: Ask, strength: str) -> Letter:
    changed_table = await ask.do(computers.add, ask.user, strength)
    return _list_players(ask, changed_table, talk.joined_notice(changed_table))


async def _remove(ask: Ask, player: str) -> Letter:
    """Take out the named player, else the last computer player."""
    changed_table = await (ask.do(removal.take_out, ask.user, player) if player else ask.do(computers.remove, ask.user))
    return _list_players(ask, changed_table, talk.removal_notice(ask.table, changed_table))


async def _exchange(ask: Ask, player: str, other: str) -> Letter:
    """Exchange two players."""
    changed_table = await ask.do(exchange.exchange, ask.user, player, other)
    return _list_players(ask, changed_table, talk.exchange_notice(ask.table, changed_table))


def _list_players(ask: Ask, table: Table, note: Message | None = None) -> Letter:
    """List the players, with controls for the host; others read that only the host can change the players."""
    may_change = table.status is Status.LOBBY and ask.is_host(table)
    rows = talk.rows(ask.game(table), table, ask.words(table)) if may_change else ()
    return ask.reply(lines(note, talk.text(ask.game(table), table, can_change=may_change)), table, *rows)


def _encode_choice(typed: Arguments) -> tuple[Purpose, str]:
    strength = typed["strength"]
    return Purpose.BOTS, REMOVE if strength == NONE else ADD + strength


BOT = Command(
    "bot",
    msg("Add a computer player, or take one away"),
    AtTable(find_table.LOBBY, _encode_choice),
    (
        Arg(
            "strength",
            msg("How well it plays"),
            is_required=True,
            choices=[*((name, level) for level, name in LEVELS.items()), (msg("none: remove the last one"), NONE)],
        ),
        TABLE,
    ),
)
