"""Settings: from the environment, or from a file `.env` in the folder the bot is started in."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec
from dotenv import dotenv_values

from bot.clocks.hours import Hours, known_zone, read_hours
from bot.clocks.pace import Preset
from bot.clocks.timing import Timing
from bot.limits import Limits


class SettingsRefused(Exception):
    """A setting is missing or wrong; the text is one sentence for whoever runs the bot."""


class Settings(Limits, frozen=True, rename="upper"):
    """Every setting with its default, the limits among them. The token is in no repr."""

    discord_token: str = ""
    database_url: str = "sqlite:///boneyard.db"
    threads: Literal["on", "off"] = "on"
    bot_pace: Annotated[float, msgspec.Meta(ge=0, le=60)] = 1.5
    clock: Literal["sprint", "day", "week", "open"] = "day"
    playing_hours: str = "8-23"
    time_zone: str = "UTC"
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    log_format: Literal["text", "json"] = "text"

    def __repr__(self) -> str:
        return f"Settings(log_level={self.log_level!r}, log_format={self.log_format!r})"

    def timing(self) -> Timing:
        """The clock of new tables. Raises SettingsRefused for hours or a time zone that do not exist."""
        hours, zone = read_hours(self.playing_hours), known_zone(self.time_zone)
        if hours is None:
            raise SettingsRefused(f"PLAYING_HOURS cannot be {self.playing_hours!r}: write them like 8-23.")
        if zone is None:
            raise SettingsRefused(f"TIME_ZONE cannot be {self.time_zone!r}: write it like Europe/Berlin.")
        return Timing(Preset(self.clock), Hours(*hours, zone))

    def limits(self) -> Limits:
        """The limits alone."""
        return Limits(**{name: getattr(self, name) for name in Limits.__struct_fields__})

    def token(self) -> str:
        """The bot's token. Raises SettingsRefused where there is none."""
        if not self.discord_token:
            raise SettingsRefused(
                "DISCORD_TOKEN is not set: copy .env.example to .env and fill it in, "
                "or try `python -m bot demo`, which needs no token."
            )
        return self.discord_token


def read_settings(environment: Mapping[str, str] | None = None, file: str = ".env") -> Settings:
    """The settings; the environment goes before the file, and an empty value is none. Raises SettingsRefused."""
    given = {**dotenv_values(file), **(os.environ if environment is None else environment)}
    known = {field.encode_name for field in msgspec.structs.fields(Settings)}
    chosen = {name: value.strip() for name, value in given.items() if name in known and value and value.strip()}
    try:
        return msgspec.convert(chosen, Settings, strict=False)
    except msgspec.ValidationError as error:
        raise SettingsRefused(_sentence(error, chosen)) from None


def _sentence(error: msgspec.ValidationError, chosen: Mapping[str, str]) -> str:
    """Which setting is wrong; msgspec names it as a path like `$.LOG_LEVEL`."""
    reason, _, path = str(error).partition(" - at `$.")
    name = path.rstrip("`")
    return f"{name} cannot be {chosen.get(name, '')!r}: {reason[0].lower()}{reason[1:]}."
