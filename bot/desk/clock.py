"""The clock of a table, and what a reminder offers to a player."""

from __future__ import annotations

from bot.computer.choice import choose_notation
from bot.desk import find_table, play
from bot.desk.ask import Arguments, Ask
from bot.desk.command import TABLE, Arg, AtTable, Choices, Command
from bot.table.clock.hours import Hours, read_hours
from bot.table.clock.pace import Preset
from bot.table.clock.timing import Absence
from bot.table.clock.zones import find_zones, show_zone, suggest_zones
from bot.table.log.model import Table
from bot.table.refusals import Refusal
from bot.table.rules import clock_requests as rules
from bot.table.rules.play import question_now
from bot.table.rules.seats import STRENGTH as STAND_IN_STRENGTH
from bot.talk import time
from bot.talk.letter import ABSENCE, Letter, Purpose
from bot.talk.options import describe_length
from bot.talk.waiting import is_turn_of
from bot.talk.words import clean_name
from engine.words import Join, join_items, lines, msg

MOST_ZONES = 5
"""The most time zones that a refusal names."""
SETTING_SEPARATOR = ";"
"""Separates the settings of a clock in the data of a control."""


async def clock(ask: Ask) -> Letter:
    """Set the clock of a table, or describe it if no setting is named.

    Settings that are not named stay as they are.
    """
    table = ask.table
    pieces = [piece.partition("=") for piece in ask.data.split(SETTING_SEPARATOR)]
    settings = {name: value for name, equals, value in pieces if equals}
    preset = next((name for name, equals, _ in pieces if not equals), "")  # the piece without "="
    hours, zone, absence = (settings.get(name, "") for name in ("hours", "timezone", "absence"))
    if preset or hours or zone or absence:
        table = await change_clock(ask, preset=preset, hours=hours, zone=zone, absence=absence)
    duration = describe_length(ask.game(table), table, await ask.service.game_lengths.finish_of_table(table.id))
    hours_notice = time.unused_hours_notice(table.timing) if hours or zone else None
    return ask.reply(lines(time.clock_notice(table.timing, duration), hours_notice))


async def change_clock(ask: Ask, *, preset: str = "", hours: str = "", zone: str = "", absence: str = "") -> Table:
    """Change the given parts of a table's clock, and leave the other parts as they are."""
    timing = ask.table.timing
    _require_known_clock(preset, absence)
    opens, closes = parse_hours(hours) if hours else (timing.hours.opens, timing.hours.closes)
    return await ask.do(
        rules.set_clock,
        ask.user,
        Preset(preset) if preset else timing.preset,
        Hours(opens, closes, parse_zone(zone) if zone else timing.hours.zone),
        Absence(absence) if absence else timing.absence,
    )


def _require_known_clock(preset: str, absence: str) -> None:
    """Raise Refusal if there is no such preset or no such way to treat absence."""
    if preset not in ("", *Preset) or absence not in ("", *Absence):
        raise Refusal(msg("There is no such clock. `/clock` lists all of them."))


def parse_hours(text: str) -> tuple[int, int]:
    """Return the opening and closing minutes of typed hours. Raises Refusal if they cannot be read."""
    hours = read_hours(text)
    if hours is None:
        raise Refusal(msg("Write hours like `8-23`, `22:30-7` or `8am-11pm`."))
    return hours


def parse_zone(text: str) -> str:
    """Return the time zone that a city, an abbreviation or an offset means.

    Raises Refusal if there is no such zone or if there are several.
    """
    matches = find_zones(text)
    if not matches:
        raise Refusal(
            msg(
                "I know no time zone or city “{typed}”. Type a large city near you, such as `Berlin`.",
                typed=clean_name(text),
            )
        )
    if len(matches) > 1:
        names = join_items([show_zone(zone) for zone in matches[:MOST_ZONES]], Join.OR)
        raise Refusal(msg("“{typed}” could be {zones}. Type the one you mean.", typed=clean_name(text), zones=names))
    return matches[0]


async def zones(_: Ask, typed: str) -> Choices:
    """Suggest time zones for a typed text."""
    return [(show_zone(zone), zone) for zone in suggest_zones(typed)]


# -- for a player who cannot move now ----------------------------------------------------------------------------------


@play.fall_back_to_hand
async def stand_in(ask: Ask) -> Letter:
    """Leave this turn to a computer player.

    Answer with the hand and a note that the turn was played.
    """
    await ask.do(rules.play_my_turn, ask.user, ask.seq, await _choose_move(ask))
    return await play.hand(ask, time.STOOD_IN)


async def _choose_move(ask: Ask) -> str:
    """Return the move that a computer player would make for the caller now.

    It is a notation, empty if it is not the caller's turn.
    """
    question = await ask.service.tables.read(ask.table_id, question_now)
    if question is None or not is_turn_of(question.table, ask.caller.person):
        return ""
    return await choose_notation(ask.tools.pool, question, STAND_IN_STRENGTH, ask.user)


@play.fall_back_to_hand
async def add_hour(ask: Ask) -> Letter:
    """Give the caller an extra hour for this turn."""
    changed_table = await ask.do(rules.extend_turn, ask.user, ask.seq)
    return ask.reply(time.extension_notice(changed_table.timing))


# -- the command -------------------------------------------------------------------------------------------------------


def _encode_choices(typed: Arguments) -> tuple[Purpose, str]:
    """Return the purpose of a clock's controls, and the chosen settings as one text that `clock` reads."""
    # the names of the settings, by the arguments of the command
    settings = {"hours": "hours", "timezone": "timezone", "late": ABSENCE.removesuffix("=")}
    pieces = [f"{name}={typed[arg]}" for arg, name in settings.items() if typed.get(arg)]
    return Purpose.CLOCK, SETTING_SEPARATOR.join([typed.get("preset", ""), *pieces])


CLOCK = Command(
    "clock",
    msg("How much time players have"),
    AtTable(find_table.CLOCK, _encode_choices),
    (
        Arg(
            "preset",
            msg("How fast it is played"),
            choices=[
                (msg("{name}: {about}", name=time.NAMES[key], about=time.ABOUT[key]), key.value) for key in time.NAMES
            ],
        ),
        Arg("hours", msg("When the clock runs, for example 8-23")),
        Arg("timezone", msg("Your time zone: type a city"), suggest=zones),
        Arg(
            "late",
            msg("What happens if a player is late"),
            choices=[(time.ABSENT[key], key.value) for key in time.ABSENT],
        ),
        TABLE,
    ),
)
