"""What moderators of a server read and do, and what players read about it."""

from __future__ import annotations

from bot.table.log.model import Status, Table
from bot.table.log.settled.moderation import Act, Moderated
from engine.words import SOMEBODY, Message, msg


def act_line(table: Table, act: Moderated) -> Message:
    """Say in the channel what a moderator did, and who it was."""
    who = SOMEBODY if act.by is None else f"<@{act.by}>"
    match act.act:
        case Act.PAUSE:
            return msg("🛡 Moderation: {who} pauses the game.", who=who)
        case Act.RESUME:
            return msg("🛡 Moderation: {who} lets the game go on.", who=who)
        case Act.FREE:
            return msg("🛡 Moderation: {who} frees seat {n}.", who=who, n=(act.seat or 0) + 1)
    if table.status is Status.CLOSED and not table.position_seq:
        return msg("🛡 Moderation: {who} closes this table.", who=who)
    return msg("🛡 Moderation: {who} ends the game, without a result.", who=who)
