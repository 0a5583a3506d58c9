"""People who press and type on the loopback's server: interactions as Discord sends them."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from bot.talk.letter import ControlId, Purpose
from tests.discord.lints.components import BUTTON, SELECTS, TEXT
from tests.discord.requests import walk
from tests.wire.loopback import Asked, Loopback
from tests.wire.payloads import ALLOWED, APPLICATION, CHANNEL, EPHEMERAL, NOW, Payload, channel_of

COMMAND, COMPONENT, SUGGEST, FORM = 2, 3, 4, 5
"""Types of interactions."""
TYPES = {str: 3, int: 4, bool: 5}
"""Types of a command's options."""


@dataclass(frozen=True)
class Member:
    """A person on the server."""

    discord: Loopback
    id: int
    name: str
    shape: Callable[[Payload], None] = lambda _: None
    """Changes what is sent, as some client or version of Discord's does."""

    @property
    def user(self) -> Payload:
        names = {"username": self.name, "global_name": self.name, "discriminator": "0", "avatar": None}
        return {"id": str(self.id), **names}

    async def type(self, command: str, *, channel: int = CHANNEL, **options: str | int) -> Asked:
        """Send a slash command."""
        return await self._ask(COMMAND, channel, _command(command, options))

    async def long_press(self, label: str, on: Member, *, channel: int = CHANNEL, has_left: bool = False) -> Asked:
        """Choose one of the bot's entries in the menu of a person, who may have left the server."""
        there: Payload = {"roles": [], "joined_at": NOW, "permissions": ALLOWED, "flags": 0}
        resolved: Payload = {"users": {str(on.id): on.user}}
        if not has_left:
            resolved["members"] = {str(on.id): there}
        data = {"id": "1", "name": label, "type": 2, "target_id": str(on.id), "resolved": resolved}
        return await self._ask(COMMAND, channel, data)

    async def suggestions(
        self, command: str, option: str, typed: str, *, channel: int = CHANNEL, **others: str | int
    ) -> Asked:
        """Type into an option that offers suggestions, with others filled in already."""
        data = _command(command, {**{name: value for name, value in others.items() if name != option}, option: typed})
        data["options"][-1]["focused"] = True
        return await self._ask(SUGGEST, channel, data)

    async def press(self, message: Payload, control: ControlId | str, *, values: list[str] | None = None) -> Asked:
        """Press a button of a message, or choose from a select of it."""
        data: Payload = {"custom_id": str(control), "component_type": 2 if values is None else 3}
        if values is not None:
            data["values"] = values
        return await self._ask(COMPONENT, int(message["channel_id"]), data, message)

    async def choose(self, message: Payload, control: ControlId, rng: Random) -> tuple[ControlId, Asked]:
        """Press a control, a select with one of its options; return what the press stands for too."""
        values = options(message, control)
        if not values:
            return control, await self.press(message, control)
        value = rng.choice(values)
        return ControlId.parse(value) or control, await self.press(message, control, values=[value])

    async def fill_in(self, form: str, components: Any, message: Payload | None = None) -> Asked:
        """Send a form off."""
        return await self._ask(FORM, CHANNEL, {"custom_id": form, "components": components}, message)

    async def do(self, message: Payload, purpose: Purpose) -> Asked:
        """Press the first control of a kind."""
        return await self.press(message, control(message, purpose))

    async def _ask(self, kind: int, channel: int, data: Payload, message: Payload | None = None) -> Asked:
        id = self.discord.snowflake() - (self.discord.ago * 1000 << 22)
        asked = Asked(id, f"token-{id}", kind, message)
        member = {"user": self.user, "roles": [], "joined_at": NOW, "permissions": ALLOWED}
        place = self.discord.threads.get(channel) or channel_of(channel)
        guild = str(self.discord.guild_of(channel))
        payload: Payload = {
            "id": str(id),
            "application_id": str(APPLICATION),
            "type": kind,
            "version": 1,
            "token": asked.token,
            "data": data,
            "guild_id": guild,
            "channel_id": str(channel),
            "channel": place,
            "guild": {"id": guild, "features": [], "locale": "en-US"},
            "member": {**member, "flags": 0},
            "locale": "en-US",
            "guild_locale": "en-US",
            "app_permissions": str(self.discord.allowed_in(channel)),
            "entitlements": [],
            "authorizing_integration_owners": {"0": guild},
            "context": 0,
            "attachment_size_limit": 10**7,
            **({"message": copy.deepcopy(message)} if message else {}),  # as it is now, whenever it is delivered
        }
        if self.discord.is_private(channel):
            for name in ("guild_id", "guild", "guild_locale", "member"):
                del payload[name]
            payload |= {"user": member["user"], "channel": {"id": str(channel), "type": 1}, "context": 1}
        self.shape(payload)
        return await self.discord.deliver(asked, payload)


def _command(name: str, options: dict[str, str | int]) -> Payload:
    given = [{"name": key, "type": TYPES[type(value)], "value": value} for key, value in options.items()]
    return {"id": "1", "name": name, "type": 1, "options": given}


def components(message: Payload) -> Iterator[Payload]:
    """Return the buttons and selects of a message, wherever its layout has them."""
    return (dict(part) for part in walk(message.get("components")) if part["type"] in SELECTS | {BUTTON})


def text_of(message: Payload) -> str:
    """Return the text of a message, classic or with components."""
    texts = (part["content"] for part in walk(message.get("components")) if part["type"] == TEXT)
    return str(message["content"]) or "\n".join(texts)


def controls(message: Payload) -> list[ControlId]:
    """Return what the enabled buttons and selects of a message stand for."""
    ids = (ControlId.parse(part["custom_id"]) for part in components(message) if not part.get("disabled"))
    return [id for id in ids if id]


def options(message: Payload, control: ControlId) -> list[str]:
    """Return what can be chosen from a select; nothing for a button."""
    selects = (part for part in components(message) if part["custom_id"] == str(control))
    return [option["value"] for part in selects for option in part.get("options", ())]


def control(message: Payload, purpose: Purpose) -> ControlId:
    """Return the first control of a kind."""
    return next(id for id in controls(message) if id.purpose is purpose)


def private(message: Payload) -> bool:
    """Return whether a message is ephemeral."""
    return bool(message["flags"] & EPHEMERAL)
