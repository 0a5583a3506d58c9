"""What people read about time: when a turn is due, that they are called again, and that their seat waits for them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.desk.caller import Caller
from bot.table.clock.hours import Hours
from bot.table.clock.pace import DAY, HOUR, MINUTE, Pace, Preset
from bot.table.clock.timing import Absence, SeatTime, Timing, Turn
from bot.table.log.model import ANY, NO_CAUSE, Table
from bot.table.rules import computers, play
from bot.talk.letter import ControlId, Letter, Purpose
from bot.talk.time import deadline_text, format_time_of_day, last_call_line
from tests.bot import games
from tests.bot.tools import CHANNEL, GUILD
from tests.day.play import Scene, scene


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[Scene]:
    async with scene(tmp_path, games.GAMES) as made:
        yield made


async def begin_game(here: Scene, preset: Preset, absence: Absence = Absence.BOT) -> Table:
    table = await here.begin("cards", "", 3, preset, absence=absence)
    await here.show()
    return await here.parts.service.tables.table(table.id, ANY)


async def after(here: Scene, at: int) -> Table:
    """Let some time pass, show everything, and return the table."""
    while (wake := await here.parts.service.clockwork.next_wake()) is not None and wake <= at:
        here.clock.time = max(here.clock.time, wake)
        await here.wake()
        await here.show()
    here.clock.time = at
    return await here.parts.service.tables.table(1, ANY)


def newest(here: Scene) -> Letter:
    """Return the last message that was sent."""
    return next(letter for what, letter in reversed(here.mailbox.said) if what.startswith("sent"))


def card(here: Scene) -> Letter:
    return next(iter(here.mailbox.there.values()))


def who(table: Table) -> str:
    assert table.mover
    return f"<@{table.mover.user}>"


def caller(table: Table) -> Caller:
    assert table.mover
    return Caller(table.mover, "en-US", 1, GUILD, CHANNEL)


def purposes(letter: Letter) -> list[Purpose]:
    return [button.id.purpose for row in letter.rows if isinstance(row, tuple) for button in row]


async def test_the_turn_message_the_card_and_the_hand_say_when_the_turn_is_due(here: Scene) -> None:
    table = await begin_game(here, Preset.DAY)
    due = f"by <t:{table.timing.due}:t>"
    assert newest(here).text == f"**{who(table)}, your turn** · {due}"
    assert f"{who(table)} is next, {due}." in card(here).text
    assert due in (await here.parts.desk.press(caller(table), ControlId(Purpose.HAND, 1))).text
    assert due in (await here.parts.desk.press(caller(table), ControlId(Purpose.BOARD, 1))).text


async def test_a_week_shows_the_date_too(here: Scene) -> None:
    table = await begin_game(here, Preset.WEEK)
    assert f"by <t:{table.timing.due}:f>" in newest(here).text


async def test_an_open_table_says_nothing_about_time(here: Scene) -> None:
    await begin_game(here, Preset.OPEN)
    assert "due" not in newest(here).text
    assert "<t:" not in card(here).text


async def test_a_reminder_and_a_last_call_take_the_place_of_the_turn_message(here: Scene) -> None:
    table = await begin_game(here, Preset.DAY)
    assert table.timing.due
    assert table.timing.turn
    due = f"by <t:{table.timing.due}:t>"
    turn, half = newest(here), table.timing.turn.since + table.timing.turn.budget // 2
    await after(here, half)
    reminder = newest(here)
    assert reminder.text == f"**{who(table)}, still your turn** · {due}"
    assert (reminder.pings, reminder.rows[: len(turn.rows)]) == (turn.pings, turn.rows)
    assert turn not in here.mailbox.there.values()
    await after(here, table.timing.due - 1)
    assert newest(here).text == (
        f"**{who(table)}, last call** · {due}\nThen I play this turn for you. Your seat stays yours."
    )
    assert reminder not in here.mailbox.there.values()
    lines = [letter.text for letter in here.mailbox.there.values() if not letter.rows]
    assert lines.count(f"{who(table)} is called again.") == 1
    assert len([line for line in lines if who(table) in line]) == 2  # who follows an old call finds the name there


async def test_more_time_is_told_on_the_message_that_is_there(here: Scene) -> None:
    table = await begin_game(here, Preset.DAY)
    assert table.timing.due
    sent = len([what for what, _ in here.mailbox.said if what.startswith("sent")])
    later = await after(here, table.timing.due)
    assert later.timing.due == table.timing.due + (later.timing.pace.grace if later.timing.pace else 0)
    live = list(here.mailbox.there.values())[-1]
    assert f"by <t:{later.timing.due}:t>, 15 min added, once a game" in live.text
    assert not live.pings
    assert len([what for what, _ in here.mailbox.said if what.startswith("sent")]) == sent + 2


async def test_the_time_that_was_added_is_no_longer_told_in_the_next_turn(here: Scene) -> None:
    table = await begin_game(here, Preset.DAY)
    assert table.timing.due
    table = await after(here, table.timing.due)
    assert "once a game" in card(here).text
    assert table.mover
    seen = await here.parts.service.tables.observe(1, table.mover.user)
    move = next(choice.notation for choice in seen.observation.choices if choice.enabled)
    await here.parts.service.tables.act(1, table.mover.cause(), table.mover, table.position_seq, move)
    await here.show()
    assert all("once a game" not in letter.text for letter in here.mailbox.there.values())


async def test_a_sprint_that_is_opened_at_night_runs_at_once(here: Scene) -> None:
    night = here.clock.time = here.clock.time + 17 * HOUR  # when the hours of the table are over
    table = await begin_game(here, Preset.SPRINT)
    assert table.timing.due == night + 5 * MINUTE
    assert f"by <t:{night + 5 * MINUTE}:t>" in newest(here).text


async def test_a_parked_game_says_how_it_goes_on_and_a_closed_one_that_it_is_closed(here: Scene) -> None:
    table = await begin_game(here, Preset.OPEN)
    calls = here.mailbox.said.copy()
    table = await after(here, here.clock.time + 4 * DAY)
    assert f"Nobody has moved for days. The next move wakes this game up. Without one it is " \
        f"closed <t:{table.timing.archive_at}:R>." in list(here.mailbox.there.values())[-1].text  # fmt: skip
    assert "Nobody has moved for days" in card(here).text
    await after(here, table.timing.archive_at)
    assert "closed: nobody has moved for two weeks" in card(here).text
    assert purposes(card(here)) == [Purpose.REOPEN, Purpose.REPLAY]
    assert not [what for what, letter in here.mailbox.said[len(calls) :] if letter.pings]


async def test_who_is_away_takes_the_seat_back_with_one_press(here: Scene) -> None:
    table = await begin_game(here, Preset.DAY)
    assert table.to_act is not None
    await here.parts.service.tables.do(1, NO_CAUSE, computers.sit_in, table.to_act, "easy")
    hand = await here.parts.desk.press(caller(table), ControlId(Purpose.HAND, 1))
    assert "A computer player plays for you while you're away." in hand.text
    assert purposes(hand) == [Purpose.RETURN]
    back = await here.parts.desk.press(caller(table), ControlId(Purpose.RETURN, 1))
    assert Purpose.ACT in purposes(back)
    table = await here.parts.service.tables.table(1, ANY)
    assert table.seats[table.to_act or 0].player is None
    assert table.timing.turn


async def test_the_card_says_for_whom_a_computer_player_plays_on(here: Scene) -> None:
    table = await begin_game(here, Preset.DAY)
    away = next(seat for seat in range(3) if seat != table.to_act)
    await here.parts.service.tables.do(1, NO_CAUSE, computers.sit_in, away, "easy")
    await here.show()
    assert f"<@{table.seats[away].user}> · 0 points · away, a computer player plays on" in card(here).text


async def test_who_has_private_hands_is_called_again_in_the_thread(here: Scene) -> None:
    table = await here.begin("cards", "", 2, Preset.DAY)
    for person in table.seats:
        await here.parts.service.preferences.choose(person.user, private_hand=True)
    await here.show()
    table = await here.parts.service.tables.table(1, ANY)
    assert table.timing.due
    assert table.mover
    await after(here, table.timing.due - MINUTE)
    again = [letter for what, letter in here.mailbox.said if what.startswith("sent") and letter.pings]
    assert [letter.pings for letter in again][-2:] == [(table.mover.user,)] * 2


async def test_a_table_that_waits_says_so_when_the_time_of_a_turn_is_over(here: Scene) -> None:
    table = await begin_game(here, Preset.DAY, Absence.WAIT)
    due = table.timing.due
    assert due
    await after(here, due - 1)
    assert newest(here).text.endswith("Then your time is over, and the table waits for you.")
    await after(here, due)
    live = list(here.mailbox.there.values())[-1]
    assert live.text.endswith("The time of this turn is over. The table waits for the move.")
    assert "due" not in live.text
    assert Purpose.CLAIM not in purposes(live)
    assert f"{who(table)} is next. The time for this turn is over." in card(here).text


async def test_a_last_call_says_what_follows(here: Scene) -> None:
    table = await begin_game(here, Preset.DAY, Absence.CLAIM)
    first, third = (
        str(last_call_line(timing)) for timing in (table.timing, table.timing.grant_extension().mark_late())
    )
    assert "I play this turn for you. Your seat stays yours." in first
    assert "Then the others can let a computer player take over." in third


async def test_what_can_be_claimed_is_offered_on_the_turn_message_and_on_the_card(here: Scene) -> None:
    table = await begin_game(here, Preset.DAY, Absence.CLAIM)
    seat, desk, service = table.to_act, here.parts.desk, here.parts.service
    assert seat is not None
    absent, other = table.seats[seat], table.seats[seat - 1]
    while not (table := await service.tables.table(1, ANY)).timing.claimable:
        if table.to_act == seat:
            await after(here, await service.clockwork.next_wake() or 0)
            continue
        question = await service.tables.read(1, play.question_now)
        assert question
        assert table.mover
        await service.tables.act(1, table.mover.cause(), table.mover, table.position_seq, question.at_deadline)
        await here.show()
    live = list(here.mailbox.there.values())[-1]
    assert Purpose.CLAIM in purposes(live)
    assert Purpose.CLAIM in purposes(card(here))
    asking = Caller(other, "en-US", 2, GUILD, CHANNEL)
    asked = await desk.press(asking, ControlId(Purpose.CLAIM, 1))
    assert asked.text.startswith(f"<@{absent.user}> has missed three turns. Let a computer player take")
    assert (await desk.press(asking, ControlId(Purpose.CLAIM, 1, 0, "no"))).text == f"<@{absent.user}> is next."
    done = await desk.press(asking, ControlId(Purpose.CLAIM, 1, 0, "yes"))
    assert done.text == "A computer player takes over. Anyone can take the seat."
    await here.show()
    assert Purpose.CLAIM not in purposes(card(here))
    assert Purpose.JOIN in purposes(card(here))


@pytest.mark.parametrize(
    ("locale", "told"),
    [("en-US", "10:30 PM"), ("en-GB", "22:30"), ("de", "22:30"), ("xx-YY", "10:30 PM"), ("", "10:30 PM")],
)
def test_a_time_of_day_is_written_as_discord_writes_it_for_its_reader(locale: str, told: str) -> None:
    assert format_time_of_day(22 * 60 + 30, locale) == told


@pytest.mark.parametrize(
    ("hours", "told"),
    [(6, "by <t:{due}:t>"), (7, "by <t:{due}:t> (<t:{due}:R>)"), (20, "by <t:{due}:t> (<t:{due}:R>)")],
)
def test_a_time_that_may_be_tomorrows_says_how_far_it_is(hours: int, told: str) -> None:
    timing = Timing(Preset.DAY, Hours(), Pace(DAY, HOUR, DAY, MINUTE), (SeatTime(),), Turn(0, 0, hours * HOUR))
    assert str(deadline_text(timing)) == told.format(due=timing.due)


def test_a_turn_that_lasts_longer_than_a_day_names_its_date() -> None:
    for budget, style in ((3 * HOUR, "t"), (3 * DAY, "f")):
        timing = Timing(Preset.DAY, Hours(), Pace(DAY, HOUR, DAY, MINUTE), (SeatTime(),), Turn(0, 0, budget))
        assert timing.due is not None
        assert str(deadline_text(timing)).startswith(f"by <t:{timing.due}:{style}>")
