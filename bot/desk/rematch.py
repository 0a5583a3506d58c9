"""Playing again with the same people, after one press by each."""

from __future__ import annotations

from bot.desk import board_troubles, find_table, server
from bot.desk.ask import Ask
from bot.desk.command import at_table
from bot.table.log.model import ANY
from bot.table.rules import rematch as rules
from bot.talk.letter import EXCHANGE, Letter, Purpose
from bot.talk.rematch import exchange_rows, exchange_text, rematch_reply
from bot.talk.venue import require_permissions
from engine.words import msg


async def agree(ask: Ask) -> Letter:
    """Agree to another game, or change its pairs as the host.

    The game begins when the last player agrees.
    """
    if ask.data.startswith(EXCHANGE):
        return await _change_pairs(ask, ask.data.removeprefix(EXCHANGE))
    server.require_server(ask)
    require_permissions(ask.caller.venue)
    table = await ask.do(rules.agree, ask.user)
    letter = ask.reply(rematch_reply(ask.game(table), table, ask.user), table)
    next_game = table.standing.rematch.next
    if next_game is None:
        return letter
    return await board_troubles.wait_and_add_notice(ask, await ask.service.tables.table(next_game.table, ANY), letter)


async def _change_pairs(ask: Ask, pair: str) -> Letter:
    """Exchange two players, if `pair` names them, and offer the next exchange."""
    table = ask.table
    if pair:
        player, _, other = pair.partition(EXCHANGE)  # each of the two has this prefix
        table = await ask.do(rules.exchange, ask.user, player, other)
    elif ask.user != table.host and rules.can_exchange(table):
        return ask.reply(rules.host_only(table), table)
    return ask.reply(exchange_text(table), table, *exchange_rows(table, ask.words(table)))


REMATCH = at_table("rematch", msg("Play again with the same people"), find_table.RESULT, Purpose.REMATCH)
