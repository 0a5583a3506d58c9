"""How the bot calls a person and draws for them, as they choose it."""

from __future__ import annotations

from bot.desk.ask import Ask
from bot.desk.clock import hours_of, zone_of, zones
from bot.desk.command import Arg, Command, Kind
from bot.service.digests import OFF
from bot.table.clock.hours import oclock, shown_hours
from bot.table.clock.reminders import NEVER_QUIET, Wanted
from bot.table.refusals import Refusal
from bot.talk import settings as talk
from bot.talk import time
from bot.talk.letter import Letter
from engine.words import Message, lines, msg


async def settings(ask: Ask) -> Letter:
    """Keep what the caller chooses, and say how it is now; what is not given stays as it is."""
    told = [await _called(ask)]
    private, large = ask.typed.get("hand"), ask.typed.get("print")
    if private is not None:
        await ask.service.preferences.want_private_hand(ask.user, bool(private))
    told.insert(0, talk.PRIVATE if await ask.service.preferences.wants_private_hand(ask.user) else talk.PUBLIC)
    if large is not None:
        await ask.service.preferences.want_large_print(ask.user, bool(large))
    if large is not None or await ask.service.preferences.wants_large_print(ask.user):
        told.append(talk.USUAL if large is not None and not large else talk.LARGE)
    return ask.says(lines(*told))


async def _called(ask: Ask) -> Message:
    """Change how the caller is reminded, and when the digest comes. Says how it is now."""
    reminders, quiet, zone = (ask.typed.get(name) for name in ("reminders", "quiet", "timezone"))
    digest = ask.typed.get("digest")
    shown = _quiet(quiet) if quiet else None
    wishes, planned = await ask.service.preferences.wish(
        ask.user,
        wanted=Wanted(reminders) if reminders else None,
        quiet=shown,
        zone=zone_of(zone) if zone else None,
        digest=digest,
    )
    if digest == OFF:
        return lines(time.wished(wishes), time.NO_DIGEST)
    return lines(time.wished(wishes), time.digest(planned) if planned else None)


def _quiet(text: str) -> str:
    """Return quiet hours as they are kept. Raises Refusal."""
    if text.strip().casefold() in ("none", "off"):
        return NEVER_QUIET
    opens, closes = hours_of(text)
    if opens == closes:
        raise Refusal(
            msg(
                "These hours are the whole day or no time at all. `quiet: none` ends your quiet hours; "
                "`reminders: never` ends the reminders."
            )
        )
    return shown_hours(opens, closes)


async def no_digest(ask: Ask) -> Letter:
    """Send the caller no more digests."""
    await ask.service.preferences.wish(ask.user, digest=OFF)
    return ask.says(time.NO_DIGEST)


SETTINGS = Command(
    "settings",
    "Reminders, your hand by DM, large print",
    settings,
    (
        Arg(
            "hand",
            "Where your hand comes to when it is your turn",
            Kind.NUMBER,
            choices=[("private message", 1), ("in the channel", 0)],
        ),
        Arg(
            "reminders",
            "How often you are called again in a turn",
            choices=[("at half time and as a last call", "all"), ("only as a last call", "last"), ("never", "none")],
        ),
        Arg("quiet", "Hours without reminders, such as 22-8, or none"),
        Arg("timezone", "Your time zone: type a city", suggest=zones),
        Arg("print", "How large your hand and /board are drawn", Kind.NUMBER, choices=[("large", 1), ("usual", 0)]),
        Arg(
            "digest",
            "Once a day by private message: what waits for you, and what has ended",
            Kind.NUMBER,
            choices=[("off", OFF), *((oclock(hour), hour) for hour in range(24))],
        ),
    ),
)
