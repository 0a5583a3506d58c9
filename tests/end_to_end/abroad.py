"""Conversations without the bot, to which users take it along.

They are another server, a DM of two users, and a group. SimCord has none of them. Here each is a server of SimCord's
which the bot is told to have left, and whose interactions are rewritten to what Discord sends from there: no server
outside of servers, nobody's rights but the user's, and who has installed the bot.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum
from typing import Any
from unittest.mock import patch

import discord
import simcord.interactions
from simcord import BackendError
from simcord.http import router

from tests.discord.requests import EPHEMERAL, Callback
from tests.end_to_end.house import House

COMMAND = 2
"""Discord's number for an interaction by a command."""
USER_INSTALL = 1
MOST_FOLLOW_UPS = 5
"""How often an app that only a user has installed may follow up an interaction."""
TOO_MANY = 40094
EXTERNAL_APPS = 1 << 50
"""Discord's bit for the use of apps from outside, which post for everyone."""
ALL = (1 << 53) - 1 - (1 << 3)
"""A member's rights: all but Administrator's."""
APP_RIGHTS = 1 << 14 | 1 << 15
"""What Discord says that the app may do there: embed links and attach files."""


class Kind(Enum):
    """A kind of conversation: Discord's numbers for its context and for its channel."""

    SERVER = (0, 0)
    DM = (2, 1)
    GROUP = (2, 3)


@dataclass
class Abroad:
    """A conversation without the bot, and the people in it."""

    here: House
    kind: Kind
    channel: Any
    members: list[Any]
    denied: int = 0
    """The rights that members lack."""
    follow_ups: dict[str, int] = field(default_factory=dict)
    """How many there were, by the interaction's token."""

    @property
    def public(self) -> list[Any]:
        """What everyone reads there."""
        return list(self.channel.history())

    def rewrite(self, payload: dict[str, Any]) -> None:
        """Make of SimCord's interaction what Discord sends from here."""
        user = payload["member"]["user"]
        context, channel = self.kind.value
        payload["authorizing_integration_owners"] = {str(USER_INSTALL): user["id"]}
        payload["app_permissions"], payload["context"] = str(APP_RIGHTS), context
        payload["member"]["permissions"] = str(ALL & ~self.denied)
        if self.kind is not Kind.SERVER:
            for name in ("guild_id", "member", "guild_locale"):
                payload.pop(name)
            payload["user"] = user
            payload["channel"] = {"id": payload["channel_id"], "type": channel, "last_message_id": None}
            if self.kind is Kind.GROUP:
                payload["channel"] |= {"recipients": [user], "name": "Friends", "owner_id": user["id"]}
        if payload["type"] == COMMAND:
            self._check_command(payload["data"]["name"], context)

    def _check_command(self, name: str, context: int) -> None:
        command: Any = self.here.env.backend.find_command(name, None, type=1)
        shown = USER_INSTALL in command["integration_types"] and context in command["contexts"]
        assert shown, f"nobody sees /{name} here"

    def answer(self, path: str, body: dict[str, Any]) -> None:
        """Treat the bot's answer as Discord does: at most five follow-ups, and perhaps for the user alone."""
        if path.startswith("/webhooks/"):
            token = path.split("/")[3]
            self.follow_ups[token] = self.follow_ups.get(token, 0) + 1
            if self.follow_ups[token] > MOST_FOLLOW_UPS:
                raise BackendError(400, TOO_MANY, "Maximum number of follow-up messages for this interaction reached")
        if self.denied & EXTERNAL_APPS and self.kind is Kind.SERVER:
            said = body.get("data", body)
            if body.get("type", Callback.MESSAGE) == Callback.MESSAGE:
                said["flags"] = int(said.get("flags") or 0) | EPHEMERAL


@contextmanager
def installed_by_users() -> Iterator[None]:
    """Let the application have both kinds of installation switched on; SimCord's says nothing of them."""
    ask: Any = discord.http.HTTPClient.application_info

    async def application_info(http: Any) -> Mapping[str, Any]:
        return {**await ask(http), "integration_types_config": {"0": {}, "1": {}}}

    with patch.object(discord.http.HTTPClient, "application_info", application_info):
        yield


@contextmanager
def abroad(here: House, kind: Kind, *, denied: int = 0) -> Iterator[Abroad]:
    """Create a conversation of all members of the house, without the bot."""
    env = here.env
    guild = env.create_guild("Far away")
    channel = guild.create_text_channel("chat")
    place = Abroad(here, kind, channel, [guild.add_member(member.user) for member in here.members], denied)
    env.backend.emit("GUILD_DELETE", {"id": str(guild.id)})
    make: Any = simcord.interactions.base_payload
    send: Any = router.dispatch

    def base_payload(backend: Any, **asked: Any) -> Any:
        record, payload = make(backend, **asked)
        if asked["channel_id"] == channel.id:
            place.rewrite(payload)
        return record, payload

    def dispatch(backend: Any, method: str, path: str, **sent: Any) -> Any:
        assert str(channel.id) not in path, f"the bot isn't there: {method} {path}"
        if method == "POST" and _place_of(backend, path) == channel.id:
            place.answer(path, sent.get("json") or {})
        return send(backend, method, path, **sent)

    with (
        patch.object(simcord.interactions, "base_payload", base_payload),
        patch.object(router, "dispatch", dispatch),
    ):
        yield place


def _place_of(backend: Any, path: str) -> int | None:
    """Return the channel of the interaction that a request answers; None if it answers none."""
    match path.strip("/").split("/"):
        case ["interactions", number, *_]:
            return int(backend.interactions[int(number)].channel_id)
        case ["webhooks", _, token]:
            return int(backend.interactions[backend.interaction_tokens[token]].channel_id)
    return None
