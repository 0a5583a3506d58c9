"""What people may ask about time: the clock of a table, and how they want to be called."""

from __future__ import annotations

from bot.caller import Caller
from bot.guide import Guide
from bot.service.digests import OFF
from bot.table.clock.hours import Hours, known_zone, like_zones, read_hours, shown_hours
from bot.table.clock.pace import Preset
from bot.table.clock.reminders import NEVER_QUIET, Wanted
from bot.table.clock.timing import Absence
from bot.table.refusals import Refusal
from bot.table.rules import time
from bot.talk import time as clocks
from bot.talk.letter import ABSENCE, Letter
from engine.words import Message, lines, msg

AND = ";"
"""Between what is chosen for a clock at once."""
_PUBLIC = msg("Your hand stays in the channel: press My hand there. I call you there too.")
_PRIVATE = msg(
    "From your next turn on your hand comes as a private message, with its moves. "
    "Where your private messages are closed to me, I call you in the channel."
)
_LARGE = msg("I draw your hand and `/board` for you in large print; the boards in the channel stay as they are.")
_USUAL = msg("I draw your hand and `/board` in the usual print.")


class ClockDesk(Guide):
    """The part of the desk that knows about clocks."""

    async def choose_clock(self, caller: Caller, table: int, data: str) -> Letter:
        """The answer to what was chosen on the card, or written by the command."""
        pieces = [piece.partition("=") for piece in data.split(AND)]
        chosen = {name: value for name, equals, value in pieces if equals}
        preset = next((name for name, equals, _ in pieces if not equals), "")
        return await self.clock(
            caller, table, preset, chosen.get("hours", ""), chosen.get("timezone", ""), chosen.get("absence", "")
        )

    async def clock(
        self, caller: Caller, table: int, preset: str = "", hours: str = "", zone: str = "", absence: str = ""
    ) -> Letter:
        """Choose the clock of a table; what is empty stays as it is. Without anything: tell it."""
        known = await self._known(caller, table)
        timing = known.timing
        if preset or hours or zone or absence:
            if (preset and preset not in list(Preset)) or (absence and absence not in list(Absence)):
                raise Refusal(msg("There is no such clock."))
            opens, closes = _hours(hours) if hours else (timing.hours.opens, timing.hours.closes)
            chosen = Hours(opens, closes, _zone(zone) if zone else timing.hours.zone)
            changed = await self._service.tables.do(
                table,
                caller.by,
                time.choose,
                caller.person.user,
                Preset(preset) if preset else timing.preset,
                chosen,
                Absence(absence) if absence else timing.absence,
            )
            timing = changed.timing
        return self._plain(caller, lines(clocks.chosen(timing), clocks.without_use(timing) if hours or zone else None))

    async def settings(
        self,
        caller: Caller,
        private: bool | None = None,
        reminders: str = "",
        quiet: str = "",
        zone: str = "",
        large: bool | None = None,
        digest: int | None = None,
    ) -> Letter:
        """How the bot calls the caller and draws for them from now on; what is not given stays as it is. `digest` is an
        hour, or OFF."""
        user, told = caller.person.user, [await self._wished(caller, reminders, quiet, zone, digest)]
        if private is not None:
            await self._service.preferences.want_private_hand(user, private)
        told.insert(0, _PRIVATE if await self._service.preferences.wants_private_hand(user) else _PUBLIC)
        if large is not None:
            await self._service.preferences.want_large_print(user, large)
        if large is not None or await self._service.preferences.wants_large_print(user):
            told.append(_USUAL if large is False else _LARGE)
        return self._plain(caller, lines(*told))

    async def _wished(self, caller: Caller, wanted: str, quiet: str, zone: str, digest: int | None) -> Message:
        """Change how the caller is reminded, and when the digest comes. Says how it is now."""
        shown = _quiet(quiet) if quiet else None
        wishes, planned = await self._service.preferences.wish(
            caller.person.user,
            wanted=Wanted(wanted) if wanted else None,
            quiet=shown,
            zone=_zone(zone) if zone else None,
            digest=digest,
        )
        if digest == OFF:
            return lines(clocks.wished(wishes), clocks.NO_DIGEST)
        return lines(clocks.wished(wishes), clocks.digest(planned) if planned else None)

    def suggested_zones(self, typed: str) -> list[str]:
        """Time zones whose name contains what is typed."""
        return like_zones(typed)


def written(preset: str = "", hours: str = "", timezone: str = "", away: str = "") -> str:
    """What is chosen for a clock as one text, as `choose_clock` reads it."""
    named = {"hours": hours, "timezone": timezone, ABSENCE.removesuffix("="): away}
    return AND.join([preset, *(f"{name}={value}" for name, value in named.items() if value)])


def _hours(text: str) -> tuple[int, int]:
    hours = read_hours(text)
    if hours is None:
        raise Refusal(msg("Hours are written like `8-23` or `22:30-7`."))
    return hours


def _quiet(text: str) -> str:
    """Quiet hours as they are kept."""
    if text.strip().casefold() in ("none", "off"):
        return NEVER_QUIET
    opens, closes = _hours(text)
    if opens == closes:
        raise Refusal(
            msg(
                "These hours are the whole day or no time at all. `quiet: none` ends your quiet hours; "
                "`reminders: never` ends the reminders."
            )
        )
    return shown_hours(opens, closes)


def _zone(text: str) -> str:
    zone = known_zone(text)
    if zone is None:
        raise Refusal(msg("There is no such time zone. They are named like `Europe/Berlin`: type a city to find one."))
    return zone
