"""What people may ask about time: the clock of a table, and how they want to be called."""

from __future__ import annotations

from bot.caller import Caller
from bot.clocks import texts
from bot.clocks.hours import Hours, known_zone, like_zones, read_hours, shown_hours
from bot.clocks.pace import Preset
from bot.clocks.reminders import Wanted
from bot.guide import Guide
from bot.letters import Letter
from bot.refusals import Refusal
from engine.words import Message, lines, msg

_PUBLIC = msg("Your hand stays in the channel: press My hand there. I call you there too.")
_PRIVATE = msg(
    "From your next turn on your hand comes as a private message, with its moves. "
    "Where your private messages are closed to me, I call you in the channel."
)


class ClockDesk(Guide):
    """The part of the desk that knows about clocks."""

    async def clock(self, caller: Caller, table: int, preset: str = "", hours: str = "", zone: str = "") -> Letter:
        """Choose the clock of a table; what is empty stays as it is. Without anything: tell it."""
        known = await self._known(caller, table)
        timing = known.timing
        if preset or hours or zone:
            if preset and preset not in list(Preset):
                raise Refusal(msg("There is no such clock."))
            opens, closes = _hours(hours) if hours else (timing.hours.opens, timing.hours.closes)
            chosen = Hours(opens, closes, _zone(zone) if zone else timing.hours.zone)
            changed = await self._tables.clock(
                table,
                caller.person.user,
                Preset(preset) if preset else timing.preset,
                chosen,
                interaction=caller.interaction,
            )
            timing = changed.timing
        return self._plain(caller, lines(texts.chosen(timing), texts.without_use(timing) if hours or zone else None))

    async def settings(
        self, caller: Caller, private: bool | None = None, reminders: str = "", quiet: str = "", zone: str = ""
    ) -> Letter:
        """How the bot calls the caller from now on; what is not given stays as it is."""
        wished = await self._reminders(caller, reminders, quiet, zone)
        if private is None:
            return self._plain(caller, wished)
        await self._tables.want_private_hand(caller.person.user, private)
        return self._plain(caller, lines(_PRIVATE if private else _PUBLIC, wished))

    async def _reminders(self, caller: Caller, wanted: str = "", quiet: str = "", zone: str = "") -> Message:
        """Change how the caller is reminded; what is empty stays as it is. Says how it is now."""
        shown = shown_hours(*_hours(quiet)) if quiet else None
        wishes = await self._tables.wish(
            caller.person.user,
            wanted=Wanted(wanted) if wanted else None,
            quiet=shown,
            zone=_zone(zone) if zone else None,
        )
        return texts.wished(wishes)

    def suggested_zones(self, typed: str) -> list[str]:
        """Time zones whose name contains what is typed."""
        return like_zones(typed)


def _hours(text: str) -> tuple[int, int]:
    hours = read_hours(text)
    if hours is None:
        raise Refusal(msg("Hours are written like `8-23` or `22:30-7`."))
    return hours


def _zone(text: str) -> str:
    zone = known_zone(text)
    if zone is None:
        raise Refusal(msg("There is no such time zone. They are named like `Europe/Berlin`: type a city to find one."))
    return zone
