"""Exchanging the seats of two players before a game begins. Only the host may do it."""

from __future__ import annotations

from bot.table.log.draft import Draft
from bot.table.log.model import User
from bot.table.log.steps import Exchanged, Kind, encode_notation
from bot.table.refusals import Refusal
from bot.table.rules import lobby
from bot.table.rules.removal import find_player
from engine.words import msg


def exchange(draft: Draft, user: User, who: str, other: str) -> None:
    """Let two players change places. `who` and `other` are their keys (`Person.key`).

    People whom the host has moved are asked again whether they are here.
    """
    lobby.require_host_in_lobby(draft, user)
    first, second = sorted((find_player(draft.table, who), find_player(draft.table, other)))
    if first == second:
        raise Refusal(msg("Choose two players who change places."))
    draft.step(Kind.EXCHANGE, draft.table.seat_of(user), encode_notation(Exchanged((first, second))))
