"""The sentences about time.

They use Discord's timestamps, so every reader sees times in their own time zone.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import time

from babel import Locale, UnknownLocaleError
from babel.dates import format_time

from bot.table.clock.finish import Finish
from bot.table.clock.hours import MINUTES
from bot.table.clock.pace import HOUR, MINUTE, Preset, fits, pace
from bot.table.clock.timing import LATE_TURNS_UNTIL_REPLACED, Absence, Timing
from bot.table.log.model import Table
from bot.talk.letter import Button, ControlId, Purpose
from engine.words import Message, Value, Words, count, msg, sentences, term

NAMES: Mapping[Preset, Message] = {
    Preset.SPRINT: term("Sprint", "clock"),
    Preset.DAY: term("Day", "clock"),
    Preset.WEEK: term("Week", "clock"),
    Preset.OPEN: term("Open", "clock"),
}
ABOUT: Mapping[Preset, Message] = {
    Preset.SPRINT: msg("a few minutes each, everyone online"),
    Preset.DAY: msg("a game ends within a day"),
    Preset.WEEK: msg("a move or two a day"),
    Preset.OPEN: msg("no clock, unrated"),
}
ABSENT: Mapping[Absence, Message] = {
    Absence.BOT: msg("A computer takes over"),
    Absence.CLAIM: msg("The others decide"),
    Absence.WAIT: msg("The table waits"),
}
ABOUT_ABSENT: Mapping[Absence, Message] = {
    Absence.BOT: msg("I play a late turn. After two in a row, a computer takes over."),
    Absence.CLAIM: msg("I play a late turn. After two in a row, the others decide."),
    Absence.WAIT: msg("Nothing is played for them, and the game is unrated."),
}
_LATE: Mapping[Absence, Message] = {
    Absence.BOT: msg("After two late turns in a row a computer player takes over."),
    Absence.CLAIM: msg("After two late turns in a row the others can let a computer player take over."),
    Absence.WAIT: msg("If a player is late, the table waits for them."),
}
STOOD_IN = msg("I played this turn for you. Your next one is yours again.")


def format_time_of_day(minute: int, locale: str) -> str:
    """Write a minute of the day as Discord does for a locale: "10:00 PM", "22:00"."""
    candidates = (locale.replace("-", "_"), locale.partition("-")[0])
    known_locale = next((name for name in candidates if _is_locale(name)), "en_US")
    at = time(*divmod(minute % MINUTES, 60))
    narrow_no_break_space = "\u202f"
    return format_time(at, "short", locale=known_locale).replace(narrow_no_break_space, " ")


def _is_locale(name: str) -> bool:
    try:
        return bool(Locale.parse(name))
    except (ValueError, UnknownLocaleError):
        return False


def _hours_values(timing: Timing) -> Mapping[str, Value]:
    """Return the playing hours of a clock as timestamps for readers in any time zone."""
    opens, closes = timing.hours.of_day(timing.active_at)
    return {"opens": f"<t:{opens}:t>", "closes": f"<t:{closes}:t>"}


def deadline_text(timing: Timing) -> Message | None:
    """Say when the time of the turn is over, and how much was added to it.

    For example: "by 14:30". In a Sprint, the time left follows: "(in 2 minutes)". It also follows if the time is so far
    ahead that it may be on the next day: "(in 15 hours)".
    """
    if timing.due is None:
        return None
    due = msg("by {at}", at=format_instant(timing, timing.due))
    is_far = not _has_date(timing, timing.due) and _seconds_ahead(timing, timing.due) > _TIME_LEFT_BEYOND
    if timing.preset is Preset.SPRINT or is_far:
        due = msg("{due} ({left})", due=due, left=f"<t:{timing.due}:R>")
    if timing.extension:
        due = msg("{due}, {time} added, once a game", due=due, time=format_span(timing.extension))
    return msg("{due}, 1 hour added", due=due) if timing.turn and timing.turn.lent else due


def auto_pass_notice(timing: Timing) -> Message | None:
    """Say when the bot passes for a player who may have no move.

    The notice doesn't depend on the player's tiles, so it reveals nothing about them.
    """
    if timing.confirm_at is None:
        return None
    return msg("If you have no move, I'll pass for you at {at}.", at=format_instant(timing, timing.confirm_at))


def extension_notice(timing: Timing) -> Message:
    """Tell a player who asked for more time how long their turn lasts now."""
    at = timing.due or 0
    return msg("You have 1 hour more: until {at} ({left}).", at=format_instant(timing, at), left=f"<t:{at}:R>")


def format_instant(timing: Timing, at: int) -> str:
    """Write a time of day, with the date if it may be on another day.

    That is possible with the Week clock, or long after the beginning of the turn.
    """
    return f"<t:{at}:{'f' if _has_date(timing, at) else 't'}>"


def format_date(at: int) -> str:
    """Write a time of day with its date."""
    return f"<t:{at}:f>"


def _has_date(timing: Timing, at: int) -> bool:
    return timing.preset is Preset.WEEK or _seconds_ahead(timing, at) > _DATE_BEYOND


def _seconds_ahead(timing: Timing, at: int) -> int:
    """Return the seconds from the beginning of the turn to a time; 0 if there is no turn."""
    return 0 if timing.turn is None else at - timing.turn.since


def clock_line(timing: Timing, people: int, turns: int) -> Message:
    """Describe the clock that a waiting table would have with `people` players."""
    name, hours = NAMES[timing.preset], timing.playing_hours
    numbers = pace(timing.preset, hours.seconds_a_day, people, turns)
    if numbers is None:
        return msg("⏱ {name}: {about}", name=name, about=ABOUT[timing.preset])
    text = msg(
        "⏱ {name} clock: {base} each, +{more} a move",
        name=name,
        base=format_span(numbers.base),
        more=format_span(numbers.increment),
    )
    if hours.always:
        return text
    return msg("{clock}, {opens}–{closes} only", clock=text, **_hours_values(timing))


def duration_text(timing: Timing, people: int, turns: range, finish: Finish | None) -> Message:
    """Say how long a game takes with `people` players; `turns` is how many turns all of them may take in total."""
    if not fits(timing.preset, timing.playing_hours.seconds_a_day, people, turns[-1]):
        return _TOO_LONG[timing.preset]
    return msg("as long as you like") if finish is None else approximate_duration(timing, finish)


def approximate_duration(timing: Timing, finish: Finish) -> Message:
    """Say approximately how long a game takes.

    The length is in playing hours, or in days if it is more than one day.
    """
    if finish.seconds > timing.playing_hours.seconds_a_day:
        return count("about {n} day", "about {n} days", round(finish.seconds / timing.playing_hours.seconds_a_day))
    if finish.seconds < LONG:
        return msg("about {n} min", n=max(1, round(finish.seconds / MINUTE)))
    return count("about {n} hour", "about {n} hours", round(finish.seconds / HOUR))


def expected_end_line(timing: Timing, finish: Finish | None) -> Message | None:
    """Say when a running game is expected to end."""
    if finish is None or finish.at is None:
        return None
    return msg("Should finish around {at}.", at=f"<t:{finish.at}:{'t' if timing.preset is Preset.SPRINT else 'f'}>")


_TOO_LONG = {
    Preset.SPRINT: msg("⚠ long for a Sprint (choose a shorter preset or the Day clock)"),
    Preset.DAY: msg("⚠ too long for one day (play to fewer points or rounds, or use the Week clock)"),
}
_TIME_LEFT_BEYOND, _DATE_BEYOND = 6 * HOUR, 20 * HOUR
"""How many seconds ahead a time of day isn't clear alone: first the time left is added to it, later the date."""
LONG = 90 * MINUTE
"""The shortest length, in seconds, that is written in hours."""


def lateness_rule(timing: Timing) -> Message | None:
    """Say what happens if a player is late; None without a clock."""
    return None if timing.preset is Preset.OPEN else _LATE[timing.absence]


def format_span(seconds: int) -> Message:
    """Write a length of time in its largest whole unit: "13 min"."""
    if seconds < 2 * MINUTE:
        return msg("{n} s", n=seconds)
    if seconds < 3 * HOUR and seconds % HOUR:
        return msg("{n} min", n=seconds // MINUTE)
    return count("{n} hour", "{n} hours", seconds // HOUR)


def last_call_line(timing: Timing) -> Message | None:
    """Say in a last call what happens if the player is late."""
    if timing.due is None:
        return None
    if timing.absence is Absence.WAIT:
        return msg("Then your time is over, and the table waits for you.")
    if timing.absence is Absence.CLAIM and timing.turn:
        late_turns = timing.seats[timing.turn.seat].late + 1  # including this one
        if late_turns >= LATE_TURNS_UNTIL_REPLACED:
            return msg("Then the others can let a computer player take over.")
    return msg("Then I play this turn for you. Your seat stays yours.")


def waiting_line(timing: Timing) -> Message | None:
    """Say that nobody has moved for days, or that a turn's time is over."""
    if not timing.parked:
        return _overdue_line(timing)
    return msg(
        "Nobody has moved for days. The next move wakes this game up. Without one it is closed {left}.",
        left=f"<t:{timing.archive_at}:R>",
    )


def _overdue_line(timing: Timing) -> Message | None:
    """Say that the time of a turn is over."""
    if timing.turn is None or not timing.turn.over:
        return None
    if timing.claimable:
        return msg("The time of this turn is over. The other players can let a computer player take over.")
    return msg("The time of this turn is over. The table waits for the move.")


def clock_notice(timing: Timing, takes: Message) -> Message:
    """Describe the clock of a table to its host; `takes` says how long the game takes."""
    hours = msg("It runs from {opens} to {closes} your time.", **_hours_values(timing))
    return sentences(
        msg("The clock is {name}: {about}.", name=NAMES[timing.preset], about=ABOUT[timing.preset]),
        takes,
        hours if timing.preset.has_hours else None,
        lateness_rule(timing),
    )


def unused_hours_notice(timing: Timing) -> Message | None:
    """Tell a host that hours have no effect with this clock; None if they count."""
    if timing.preset.has_hours:
        return None
    return msg(
        "Playing hours ({opens}–{closes} your time) only count with the clocks Day and Week.", **_hours_values(timing)
    )


def relief_buttons(table: Table, words: Words) -> list[Button]:
    """Build the buttons in a reminder, to let the bot play the turn or to get more time."""
    turn, seq = table.timing.turn, table.position_seq
    if turn is None or table.timing.pace is None:
        return []
    buttons = [Button(words.text(msg("Play for me once")), ControlId(Purpose.STANDIN, table.id, seq))]
    if not turn.lent:
        buttons.append(Button(words.text(msg("1 hour more")), ControlId(Purpose.LEND, table.id, seq)))
    return buttons
