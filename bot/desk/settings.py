"""The settings of a user: how the bot reminds them and draws for them.

They are shown in one panel, and changed by presses or by the command.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bot.desk import away, blocks
from bot.desk.ask import Arguments, Ask
from bot.desk.clock import parse_hours, parse_zone, zones
from bot.desk.command import Arg, ArgKind, Command
from bot.desk.languages import LANGUAGE, read_choice
from bot.service.digests import OFF
from bot.table.clock.hours import format_hours
from bot.table.clock.reminders import NEVER_QUIET, ReminderMode
from bot.table.preferences import SWITCHES
from bot.table.refusals import OtherVersion, Refusal
from bot.talk import away as talk_away
from bot.talk import blocks as talk_blocks
from bot.talk import settings as talk
from bot.talk.letter import NO_DIGEST, Letter
from bot.talk.time import format_time_of_day
from engine.words import Message, Words, msg, term


async def settings(ask: Ask) -> Letter:
    """Store the settings that the caller typed, and show all.

    Settings that were not typed stay as they are. If the caller typed a person to block or unblock, show the blocked
    people instead.
    """
    panel = await _apply_changes(ask, ask.arguments)
    return await blocks.change(ask) or panel


async def press(ask: Ask) -> Letter:
    """Store the setting of a control; a control without data just shows the panel."""
    if not ask.data:
        return await _apply_changes(ask, {})
    if ask.data == NO_DIGEST:
        return await _send_no_digest(ask)
    name, _, value = ask.data.partition("=")
    if name in (talk_blocks.PAGE, talk_blocks.LIFT):
        return await blocks.press(ask, name, value)
    read_value = _READERS.get(name)
    if read_value is None:
        raise OtherVersion
    try:
        chosen = read_value(value)
    except ValueError as error:
        raise OtherVersion from error
    return await _apply_changes(ask, {name: chosen})


async def _send_no_digest(ask: Ask) -> Letter:
    await ask.service.preferences.change_wishes(ask.user, digest=OFF)
    return ask.reply(talk.NO_DIGEST)


async def _apply_changes(ask: Ask, typed: Arguments) -> Letter:
    preferences = ask.service.preferences
    reminders, quiet, zone = (typed.get(name) for name in ("reminders", "quiet", "timezone"))
    wishes, digest = await preferences.change_wishes(
        ask.user,
        mode=ReminderMode(reminders) if reminders else None,
        quiet=_read_quiet_hours(quiet, ask.plain_words()) if quiet else None,
        zone=parse_zone(zone) if zone else None,
        digest=typed.get("digest"),
    )
    switch_values = {switch.field: bool(typed[switch.name]) for switch in SWITCHES if switch.name in typed}
    if (language := typed.get(LANGUAGE)) is not None:
        await preferences.choose_language(ask.user, read_choice(ask.tools.texts.languages, language))
    person = await preferences.choose(ask.user, **switch_values)
    until = typed.get("away")
    note = None if until is None else await _change_absence(ask, str(until))
    ask = await ask.in_new_language()
    times = await ask.service.away.times_of(ask.user)
    blocked_count = len(await ask.service.blocks.blocks_of(ask.user))
    choices = talk.UserChoices(person, wishes, digest, times, ask.now, blocked_count)
    return talk.panel(choices, ask.words(), ask.caller.locale, note, texts=ask.tools.texts)


async def _change_absence(ask: Ask, until: str) -> Message:
    """Start an absence of the caller, or note that they are back; return the notice."""
    if until.strip().casefold() in (talk_away.BACK, ask.words().text(talk_away.BACK_AS_TYPED).casefold()):
        await ask.service.away.come_back(ask.user)
        return talk_away.CAME_BACK
    read_time = away.read_chosen_time if ask.data else away.read_typed_time  # a control has data, the command has none
    return await away.start_absence(ask, await read_time(ask, until))


def _read_quiet_hours(text: str, words: Words) -> str:
    """Return typed quiet hours in the form in which they are stored. Raises Refusal."""
    none = talk.NO_QUIET_HOURS
    if text.strip().casefold() in (talk.NEVER, "off", str(none).casefold(), words.text(none).casefold()):
        return NEVER_QUIET
    opens, closes = parse_hours(text)
    if opens == closes:
        raise Refusal(
            msg(
                "These hours are the whole day or no time at all. Choose `quiet: none` for no quiet hours, or "
                "`reminders: never` for no reminders."
            )
        )
    return format_hours(opens, closes)


def _read_digest_hour(text: str) -> int:
    """Return the hour of the digest, or OFF. Raises ValueError if the text is neither."""
    if (hour := int(text)) not in (OFF, *range(24)):
        raise ValueError(text)
    return hour


_READERS: Mapping[str, Callable[[str], Any]] = {
    **{switch.name: int for switch in SWITCHES},
    "reminders": ReminderMode,
    "quiet": str,
    "timezone": str,
    "digest": _read_digest_hour,
    "away": str,
    LANGUAGE: str,
}
"""The functions that read the value in a control, by the names of the arguments."""

SETTINGS = Command(
    "settings",
    msg("Reminders, your hand by DM, large print"),
    settings,
    (
        *(Arg(switch.name, switch.about, ArgKind.NUMBER, choices=switch.choices) for switch in SWITCHES),
        Arg(
            "reminders",
            msg("When I remind you of your turn"),
            choices=[(label, key.value) for key, label in talk.REMINDERS.items()],
        ),
        Arg("quiet", msg("Hours without reminders, such as 22-8, or none")),
        Arg("timezone", msg("Your time zone: type a city"), suggest=zones),
        Arg("away", msg("Your clocks rest until then: a day such as Friday, or “back”")),
        Arg(
            "digest",
            msg("Once a day by DM: what waits for you, and what has ended"),
            ArgKind.NUMBER,
            choices=[
                (term("off", "switch"), OFF),
                *((msg("{time}", time=format_time_of_day(60 * hour, "en-US")), hour) for hour in range(24)),
            ],
        ),
        Arg(blocks.BLOCK, msg("A person you don't want to meet at new tables"), ArgKind.USER),
        Arg(blocks.UNBLOCK, msg("A person to unblock"), ArgKind.USER),
    ),
    works_everywhere=True,
)
