"""The settings, from the environment or from a file.

The file is usually `.env` in the folder in which the bot is started.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from io import StringIO
from pathlib import Path
from typing import Annotated, Literal, get_args, get_origin

import msgspec
from dotenv import dotenv_values

from bot.store import Copies, ShardClaim
from bot.table.clock.hours import Hours, read_hours
from bot.table.clock.pace import Preset
from bot.table.clock.timing import Timing
from bot.table.clock.zones import find_zones

EXIT_REFUSED = 78
"""The exit code if a start fails until the operator changes something.

It is EX_CONFIG of sysexits.h, so no supervisor tries again.
"""

LEAST_PACE = 1.0
"""The shortest wait of computer players, in seconds.

It is about as long as their thinking may take. If moves came sooner, their timing would show how much there was to
think about.
"""

CONTACT_LENGTH = 200
"""The most characters of a contact, which stands in one line of `/help`."""

TYPO_SIMILARITY = 0.9
"""How similar to a setting a variable must be to count as a typo of it.

Other programs share the environment: `DATABASE_USER` and `LOG_FILE` are theirs.
"""

_RELAY = re.compile(r"https?://[\w.-]+(:\d{1,5})?/?", re.ASCII)

_TOKEN = re.compile(r"[\w-]+\.[\w-]+\.[\w-]+", re.ASCII)
"""Tokens have three parts; a client secret, a public key and an id have one."""

_SHARDS = re.compile(r"(?:auto|(?P<first>\d{1,4})(?:-(?P<last>\d{1,4}))?)/(?P<total>\d{1,4})", re.ASCII)


class SettingsRefused(Exception):
    """A setting is missing or wrong; the text is one sentence for the operator."""


class Settings(msgspec.Struct, frozen=True, rename="upper"):
    """All settings with their defaults; the repr leaves out the token."""

    discord_token: str = ""
    database_url: str = "sqlite:///boneyard.db"
    time_zone: str = "UTC"
    playing_hours: str = "8-23"
    contact: Annotated[str, msgspec.Meta(max_length=CONTACT_LENGTH)] = ""
    copies: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 7
    copies_folder: str = ""
    health_port: Annotated[int, msgspec.Meta(ge=0, le=65535)] = 0
    health_host: str = "127.0.0.1"
    metrics: Literal["on", "off"] = "off"
    threads: Literal["on", "off"] = "on"
    bot_pace: Annotated[float, msgspec.Meta(ge=0, le=60)] = 1.5
    clock: Literal["sprint", "day", "week", "open"] = "day"
    beacon: Literal["on", "off"] = "on"
    beacon_relays: str = "api.drand.sh api2.drand.sh api3.drand.sh drand.cloudflare.com"
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    log_format: Literal["text", "json"] = "text"
    fonts: str = ""
    shards: str = ""

    def __repr__(self) -> str:
        return f"Settings(log_level={self.log_level!r}, log_format={self.log_format!r})"

    def find_useless(self) -> list[str]:
        """Return a sentence about each setting that another setting makes useless."""
        if self.metrics == "on" and not self.health_port:
            return ["METRICS=on does nothing while HEALTH_PORT is 0: set HEALTH_PORT to a free port."]
        return []

    def timing(self) -> Timing:
        """Return the clock of new tables.

        Raises SettingsRefused if the hours or the time zone don't exist.
        """
        hours = read_hours(self.playing_hours)
        zones = find_zones(self.time_zone)
        if hours is None:
            raise SettingsRefused(f"PLAYING_HOURS cannot be {self.playing_hours!r}: write them like 8-23.")
        if len(zones) != 1:
            possible = " or ".join(zones[:5]) or "a city, such as Europe/Berlin"
            raise SettingsRefused(f"TIME_ZONE cannot be {self.time_zone!r}: write {possible}.")
        return Timing(Preset(self.clock), Hours(*hours, zones[0]))

    def relays(self) -> tuple[str, ...]:
        """Return the addresses of the beacon's relays; empty if the beacon is off.

        Raises SettingsRefused if none is given, or one is not an address.
        """
        names = self.beacon_relays.replace(",", " ").split()
        addresses = [name if "://" in name else f"https://{name}" for name in names]
        for address in addresses or [""]:  # an empty list is refused too, since "" is not an address
            if not _RELAY.fullmatch(address):
                raise SettingsRefused(f"BEACON_RELAYS cannot have {address!r}: write addresses like api.drand.sh.")
        if self.beacon == "off":
            return ()
        return tuple(dict.fromkeys(address.rstrip("/") for address in addresses))

    def pace(self) -> float:
        """Return about how many seconds a computer player waits before it moves."""
        return max(LEAST_PACE, self.bot_pace)

    def copying(self) -> Copies:
        """Return the folder and the number of database copies. Raises DatabaseRefused."""
        return Copies(self.database_url, self.copies_folder, self.copies)

    def font_folder(self) -> Path | None:
        """Return the folder with more fonts, if one is set.

        Raises SettingsRefused if it does not exist.
        """
        if self.fonts and not Path(self.fonts).is_dir():
            raise SettingsRefused(f"FONTS cannot be {self.fonts!r}: there is no such folder.")
        return Path(self.fonts) if self.fonts else None

    def wanted_shards(self) -> ShardClaim | None:
        """Return the shards to serve; None if this process serves all servers alone.

        Raises SettingsRefused.
        """
        if not self.shards:
            return None
        refusal = SettingsRefused(f"SHARDS cannot be {self.shards!r}: write it like auto/16, 0-3/16 or 5/16.")
        parts = _SHARDS.fullmatch(self.shards)
        if parts is None:
            raise refusal
        total = int(parts["total"])
        first = int(parts["first"] or 0)  # `auto` has no first and no last shard
        last = int(parts["last"] or first)
        if not first <= last < total:
            raise refusal
        return ShardClaim(total, None if parts["first"] is None else frozenset(range(first, last + 1)))

    def token(self) -> str:
        """Return the bot's token. Raises SettingsRefused if it is missing or malformed."""
        if not self.discord_token:
            raise SettingsRefused(
                "DISCORD_TOKEN is not set: copy .env.example to .env, then put your bot's token there. "
                "`boneyard demo` needs no token."
            )
        if not _TOKEN.fullmatch(self.discord_token):
            raise SettingsRefused(
                "DISCORD_TOKEN is not a bot token, which has three parts with dots between them. Copy it from the page "
                "Bot of your application in Discord's developer portal."
            )
        return self.discord_token


DEFAULT_FILE = ".env"
"""The default settings file, which may be missing."""


def read_settings(environment: Mapping[str, str] | None = None, file: str = DEFAULT_FILE) -> Settings:
    """Return the settings from the environment and the file. Raises SettingsRefused.

    The environment takes precedence, and an empty value counts as not set.
    """
    variables = {**_read_file(file), **(os.environ if environment is None else environment)}
    kinds = {field.encode_name: field.type for field in msgspec.structs.fields(Settings)}
    values = {
        name: _ignore_case(kinds[name], value.strip())
        for name, value in variables.items()
        if name in kinds and value and value.strip()
    }
    try:
        return msgspec.convert(values, Settings, strict=False)
    except msgspec.ValidationError as error:
        raise SettingsRefused(_describe_error(error, values)) from None


def unknown_settings(environment: Mapping[str, str] | None = None, file: str = DEFAULT_FILE) -> list[str]:
    """Return a sentence about each unknown setting, and the known one it resembles.

    All unknown names in the file count. Of the environment, only names that resemble a setting count, since other
    programs share it. Raises SettingsRefused.
    """
    known_names = [field.encode_name for field in msgspec.structs.fields(Settings)]
    sentences = []
    for name in _read_file(file):
        if name not in known_names:
            similar = get_close_matches(name.upper(), known_names, 1)
            sentences.append(f"{file}: there is no setting {name}" + (f"; is {similar[0]} meant?" if similar else "."))
    variables = os.environ if environment is None else environment
    unset_names = [name for name in known_names if name not in variables]
    for name in variables:
        if name not in known_names and (meant_setting := _find_similar(name, unset_names)):
            sentences.append(f"Environment: there is no setting {name}; is {meant_setting} meant?")
    return sentences


def _find_similar(name: str, settings: Sequence[str]) -> str | None:
    """Return the setting that a variable with a typo probably means, if any.

    It has nearly the same letters, or the same letters in another order.
    """
    matches = get_close_matches(name.upper(), settings, 1, TYPO_SIMILARITY)
    matches += [setting for setting in settings if sorted(setting) == sorted(name.upper())]
    return next(iter(matches), None)


def _ignore_case(kind: object, written: str) -> str:
    """Return a value with the case in the setting's list of values. Without a list, return it unchanged."""
    allowed = get_args(kind) if get_origin(kind) is Literal else ()
    return next((value for value in allowed if value.casefold() == written.casefold()), written)


def _read_file(file: str) -> Mapping[str, str | None]:
    """Return the content of a settings file.

    Raises SettingsRefused if it cannot be read.
    """
    if not file:
        return {}
    if file == DEFAULT_FILE and not Path(file).exists():
        return {}
    try:
        return dotenv_values(stream=StringIO(Path(file).read_text("utf-8-sig")))
    except UnicodeDecodeError:
        raise SettingsRefused(f"{file} cannot be read: save it as UTF-8.") from None
    except OSError as error:
        raise SettingsRefused(f"{file} cannot be read: {error.strerror}.") from None


def _describe_error(error: msgspec.ValidationError, values: Mapping[str, str]) -> str:
    """Return a sentence with the setting that is wrong and its possible values.

    msgspec's message has the setting as a path like `$.LOG_LEVEL`.
    """
    _, _, path = str(error).partition(" - at `$.")
    name = path.rstrip("`")
    return f"{name} cannot be {values.get(name, '')!r}: it is {_describe_values(name)}."


def _describe_values(name: str) -> str:
    """Describe the values that a setting may have."""
    kind = next(field.type for field in msgspec.structs.fields(Settings) if field.encode_name == name)
    match get_args(kind):
        case (_, msgspec.Meta(max_length=int(longest))):
            return f"a text of at most {longest} characters"
        case (number, msgspec.Meta(ge=low, le=high)):
            return f"{'a whole number' if number is int else 'a number'} from {low} to {high}"
        case (*values, last):
            return f"{', '.join(values)} or {last}"
        case _:
            raise AssertionError(f"{name} may be any text")
