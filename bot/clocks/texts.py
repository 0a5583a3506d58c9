"""The sentences about time. Times are Discord's own signs: every reader sees them in their own time zone."""

from __future__ import annotations

from collections.abc import Mapping

from bot.clocks.hours import shown_hours
from bot.clocks.pace import HOUR, MINUTE, Preset, pace
from bot.clocks.reminders import Wanted, Wishes
from bot.clocks.timing import Timing
from engine.words import Message, msg, sentences

NAMES: Mapping[Preset, Message] = {
    Preset.SPRINT: msg("Sprint"),
    Preset.DAY: msg("Day"),
    Preset.WEEK: msg("Week"),
    Preset.OPEN: msg("Open"),
}
ABOUT: Mapping[Preset, Message] = {
    Preset.SPRINT: msg("all at the table: minutes"),
    Preset.DAY: msg("over within one day"),
    Preset.WEEK: msg("a move or two a day"),
    Preset.OPEN: msg("no clock"),
}
_AT_ALL_HOURS = (Preset.SPRINT, Preset.OPEN)


def due(timing: Timing) -> Message | None:
    """When the turn's time is over: "due in 2 hours (14:30)"."""
    if timing.due is None:
        return None
    return msg("due {left} ({at})", left=f"<t:{timing.due}:R>", at=moment(timing, timing.due))


def moment(timing: Timing, at: int) -> str:
    """A time of day, with its date where it can be far away."""
    return f"<t:{at}:{'f' if timing.preset is Preset.WEEK else 't'}>"


def clock(timing: Timing, players: int, turns: int) -> Message:
    """The clock of a table that waits for players, as it would be with so many of them."""
    name, hours = NAMES[timing.preset], timing.hours
    numbers = pace(timing.preset, hours.a_day, players, turns)
    if numbers is None:
        return msg("Clock: {name} · {about}", name=name, about=ABOUT[timing.preset])
    told = msg(
        "Clock: {name} · {base} each, {more} more for each move",
        name=name,
        base=span(numbers.base),
        more=span(numbers.increment),
    )
    if hours.always or timing.preset is Preset.SPRINT:
        return told
    opens, closes = hours.of_day(timing.active_at)
    return msg("{clock} · from <t:{opens}:t> to <t:{closes}:t>", clock=told, opens=opens, closes=closes)


def span(seconds: int) -> Message:
    """A length of time in its largest whole unit: "13 min"."""
    if seconds < 2 * MINUTE:
        return msg("{n} s", n=seconds)
    if seconds < 3 * HOUR:
        return msg("{n} min", n=seconds // MINUTE)
    return msg("{n} h", n=seconds // HOUR)


def last_call(timing: Timing) -> Message | None:
    """What a last call says below its first line."""
    if timing.due is None:
        return None
    at = moment(timing, timing.due)
    return msg("At {at} the bot plays this turn for you; your seat stays yours.", at=at)


def waiting(timing: Timing) -> Message | None:
    """What is said of a game that waits for people who do not come."""
    if not timing.parked:
        return None
    return msg(
        "This game is parked: nobody has moved for some days. The next move goes on with it; without one it is closed "
        "{left}.",
        left=f"<t:{timing.archive_at}:R>",
    )


def chosen(timing: Timing) -> Message:
    """What the host is told about the clock of the table."""
    hours = timing.hours
    return sentences(
        msg("The clock is {name}: {about}.", name=NAMES[timing.preset], about=ABOUT[timing.preset]),
        None
        if timing.preset in _AT_ALL_HOURS
        else msg(
            "It runs from {hours} in {zone} (`/clock` changes that).",
            hours=shown_hours(hours.opens, hours.closes),
            zone=hours.zone,
        ),
    )


def without_use(timing: Timing) -> Message | None:
    """What the host is told who chooses hours for a clock that has none."""
    if timing.preset not in _AT_ALL_HOURS:
        return None
    hours = shown_hours(timing.hours.opens, timing.hours.closes)
    return msg("Hours count with the clocks Day and Week: from {hours} in {zone}.", hours=hours, zone=timing.hours.zone)


def wished(wishes: Wishes) -> Message:
    """How somebody is reminded from now on."""
    about = {
        Wanted.ALL: msg("I remind you when half of your time is gone, and once more before its end"),
        Wanted.LAST: msg("I remind you once, before the end of your time"),
        Wanted.NONE: msg("I do not remind you of your turns"),
    }[wishes.wanted]
    hours = wishes.quiet_hours("UTC")
    if wishes.wanted is Wanted.NONE or hours.always:
        return msg("{about}.", about=about)
    quiet = shown_hours(hours.opens, hours.closes)
    if wishes.zone is None:
        return msg("{about}, but never from {quiet} where the table is at home.", about=about, quiet=quiet)
    return msg("{about}, but never from {quiet} in {zone}.", about=about, quiet=quiet, zone=wishes.zone)
