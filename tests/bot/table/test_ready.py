"""Before a game begins those who have not been at the table lately are asked once whether they are here."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.desk.caller import Caller
from bot.table.clock.hours import Hours
from bot.table.clock.pace import DAY, HOUR, MINUTE, Preset
from bot.table.clock.timing import Timing
from bot.table.log.model import ANY, Person, Status, Table
from bot.table.log.steps import Kind
from bot.table.refusals import NotSeated, Refusal
from bot.table.rules import clock_requests, ready
from bot.talk.letter import ControlId, Letter, Purpose
from tests.bot import games
from tests.bot.asking import COMMANDS
from tests.bot.players import Player, open_table
from tests.bot.tools import ANA, BEN, CEM, CHANNEL, DOT, EVE, GUILD, resume_play
from tests.bot.waiting_table import ALL_DAY
from tests.day.play import Scene, scene


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[Scene]:
    async with scene(tmp_path, games.GAMES) as made:
        yield made


async def gather(
    here: Scene, host: Person, *others: Person, preset: Preset = Preset.DAY, later: int = HOUR, hours: Hours = ALL_DAY
) -> list[Player]:
    """Return the people of a table, who joined at regular intervals."""
    table, (first,) = await open_table(here.parts.service, host, timing=Timing(preset, hours))
    players = [first]
    for person in others:
        here.clock.time += later
        await here.show()
        players.append(Player(here.parts.service, table.id, person))
        await players[-1].joins()
    await here.show()
    return players


async def now(here: Scene) -> Table:
    return await here.parts.service.tables.table(1, ANY)


async def pass_time(here: Scene, seconds: int) -> Table:
    """Let time pass, with everything that is due on the way."""
    end = here.clock.time + seconds
    while (wake := await here.parts.service.clockwork.next_wake()) is not None and wake <= end:
        here.clock.time = max(here.clock.time, wake)
        await here.wake()
        await here.show()
    here.clock.time = end
    return await now(here)


async def live(here: Scene, seconds: int) -> Table:
    """Return the same while the bot notes every minute that it runs."""
    for start in range(0, seconds, MINUTE):
        table = await pass_time(here, min(MINUTE, seconds - start))
        await here.parts.service.absence.beat()
    return table


def questions(here: Scene) -> list[Letter]:
    """Return each message that asked people whether they are here."""
    return [letter for what, letter in here.mailbox.said if what.startswith("sent") and "Are you here?" in letter.text]


def purposes(letter: Letter) -> list[Purpose]:
    return [button.id.purpose for row in letter.rows if isinstance(row, tuple) for button in row]


async def test_who_joined_within_half_an_hour_is_not_asked(here: Scene) -> None:
    ana, _, _ = await gather(here, ANA, BEN, CEM, later=15 * MINUTE)
    assert (await ana.starts()).status is Status.RUNNING
    assert questions(here) == []


async def test_who_joined_before_that_is_asked_and_called_once(here: Scene) -> None:
    ana, _, _ = await gather(here, ANA, BEN, CEM)
    waits = await ana.starts()
    assert (waits.status, waits.unconfirmed_seats) == (Status.LOBBY, (1,))  # Cem has just come, and Ana pressed Start
    await here.show()
    await here.show()
    (question,) = questions(here)
    assert question.pings == (BEN.user,)
    assert question.text.startswith(f"<@{BEN.user}> Cards #1 is about to begin. Are you here?\nAnswer by <t:")
    assert purposes(question) == [Purpose.READY, Purpose.LEAVE]
    assert f"I'm waiting for <@{BEN.user}> until <t:" in next(iter(here.mailbox.there.values())).text


async def test_with_the_last_answer_the_game_begins(here: Scene) -> None:
    ana, ben, cem, _ = await gather(here, ANA, BEN, CEM, DOT)  # the table is full now
    assert (await now(here)).unconfirmed_seats == (0, 1, 2)
    for player, status in (ben, Status.LOBBY), (cem, Status.LOBBY), (ana, Status.RUNNING):
        await here.show()
        assert (await player.does(ready.answer, player.user, threaded=True)).status is status
    began = await now(here)
    assert began.threaded
    assert began.standing.check is None
    await here.show()
    (question,) = questions(here)
    assert question.pings == (ANA.user, BEN.user, CEM.user)
    assert "Everyone is here: Cards #1 begins." in [letter.text for letter in here.mailbox.there.values()]


async def test_who_does_not_answer_in_time_gives_the_seat_back_without_mark(here: Scene) -> None:
    ana, ben, _ = await gather(here, ANA, BEN, CEM)
    await ana.starts()
    await here.show()
    assert [p.name for p in (await pass_time(here, 30 * MINUTE - 1)).seats] == ["Ana", "Ben", "Cem"]
    free = await pass_time(here, 1)
    assert (free.status, [p.name for p in free.seats]) == (Status.LOBBY, ["Ana", "Cem"])
    texts = [letter.text for letter in here.mailbox.there.values()]
    assert "Cards #1 waits for players again." in texts
    assert not any("Ben" in text or f"<@{BEN.user}>" in text for text in texts)
    assert (await ben.joins()).seat_of(BEN.user) == 2


async def test_who_was_here_for_the_first_question_is_not_asked_again_soon(here: Scene) -> None:
    ana, _, _ = await gather(here, ANA, BEN, CEM)
    await ana.starts()
    await here.show()
    await pass_time(here, 50 * MINUTE)
    assert (await ana.starts()).status is Status.RUNNING


async def test_a_host_who_is_asked_and_does_not_answer_makes_room_for_the_next(here: Scene) -> None:
    await gather(here, ANA, BEN, CEM, DOT)
    free = await pass_time(here, 30 * MINUTE)
    assert ([p.name for p in free.seats], free.host) == (["Dot"], DOT.user)


async def test_a_full_table_of_people_who_just_came_waits_for_its_host(here: Scene) -> None:
    await gather(here, ANA, BEN, CEM, DOT, later=MINUTE)
    assert (await now(here)).standing.check is None


async def test_a_full_table_asks_its_host_too_before_it_begins(here: Scene) -> None:
    ana, ben, cem = await gather(here, ANA, BEN, CEM)
    here.clock.time += HOUR
    await ana.does(clock_requests.set_clock, ana.user, Preset.DAY, ALL_DAY)  # she is here
    await Player(here.parts.service, ana.table, DOT).joins()
    assert (await now(here)).unconfirmed_seats == (0, 1, 2)
    for player in (ben, cem):
        assert (await player.does(ready.answer, player.user)).status is Status.LOBBY
    assert (await ana.starts()).status is Status.RUNNING  # the same as answering


async def test_one_person_with_computer_players_is_never_asked(here: Scene) -> None:
    (ana,) = await gather(here, ANA)
    for _ in range(3):
        here.clock.time += HOUR
        await ana.adds_computer("easy")
    here.clock.time += 5 * HOUR
    assert (await ana.starts()).status is Status.RUNNING


async def test_a_table_without_a_clock_asks_nobody(here: Scene) -> None:
    ana, _, _, _ = await gather(here, ANA, BEN, CEM, DOT, preset=Preset.OPEN)
    assert (await now(here)).standing.check is None
    assert (await ana.starts()).status is Status.RUNNING


async def test_no_host_begins_a_sprint_with_a_player_who_joined_a_slower_game_and_has_gone(here: Scene) -> None:
    ana, _ = await gather(here, ANA, BEN, preset=Preset.WEEK)
    here.clock.time += HOUR
    await ana.does(clock_requests.set_clock, ana.user, Preset.SPRINT, Hours())
    waits = await ana.starts()
    assert (waits.status, waits.unconfirmed_seats) == (Status.LOBBY, (1,))
    await here.show()
    assert [person.name for person in (await pass_time(here, 11 * MINUTE)).seats] == ["Ana"]


async def test_a_week_waits_for_eight_playing_hours(here: Scene) -> None:
    ana, _ = await gather(here, ANA, BEN, preset=Preset.WEEK, hours=Hours(8 * 60, 23 * 60, "UTC"))
    here.clock.time += 13 * HOUR  # it is nine in the evening
    waits = await ana.starts()
    assert waits.unconfirmed_seats == (1,)
    assert waits.standing.check
    assert waits.standing.check.until - here.clock.time == (2 + 9 + 6) * HOUR


async def test_whoever_leaves_ends_the_question(here: Scene) -> None:
    ana, ben, cem = await gather(here, ANA, BEN, CEM)
    await ana.starts()
    await ben.leaves_lobby()
    assert (await now(here)).standing.check is None
    with pytest.raises(Refusal, match="This question is over"):
        await cem.does(ready.answer, cem.user)
    assert (await pass_time(here, DAY)).status is Status.LOBBY
    assert len((await now(here)).seats) == 2


async def test_only_people_of_the_table_answer_and_a_second_answer_changes_nothing(here: Scene) -> None:
    await gather(here, ANA, BEN, CEM, DOT)
    with pytest.raises(NotSeated):
        await Player(here.parts.service, 1, EVE).does(ready.answer, EVE.user)
    ben = Player(here.parts.service, 1, BEN, iter((5, 5, 6)))
    for _ in range(3):
        assert (await ben.does(ready.answer, ben.user)).unconfirmed_seats == (0, 2)
    steps = [step.kind for step in await here.parts.service.tables.history(1, 0, None)]
    assert steps.count(Kind.CHECK) == 2  # the question, and one answer


async def test_a_question_that_discord_has_not_shown_frees_no_seat(here: Scene) -> None:
    ana, _, _ = await gather(here, ANA, BEN, CEM)
    await ana.starts()
    here.clock.time += 30 * MINUTE
    await here.wake()  # and nothing was shown
    waits = await now(here)
    assert (len(waits.seats), waits.standing.check and waits.standing.check.until) == (3, here.clock.time + 30 * MINUTE)
    await here.show()
    assert len((await pass_time(here, 30 * MINUTE)).seats) == 2
    assert len(questions(here)) == 1


async def test_what_the_bot_was_away_for_is_given_back(here: Scene) -> None:
    ana, _, _ = await gather(here, ANA, BEN, CEM)
    await ana.starts()
    await here.show()
    await here.parts.service.absence.beat()
    here.clock.time += 2 * HOUR
    here.restart()
    await resume_play(here.parts.service)
    waits = await live(here, 30 * MINUTE - 1)
    assert len(waits.seats) == 3
    assert len((await pass_time(here, 1)).seats) == 2
    assert len(questions(here)) == 1


@pytest.mark.parametrize("moment", range(5))
async def test_a_restart_at_any_moment_asks_once_and_frees_once(here: Scene, moment: int) -> None:
    await gather(here, ANA, BEN, CEM)
    host = Caller(ANA, "en-US", 1, GUILD, CHANNEL)
    steps = [
        lambda: here.parts.desk.press(host, ControlId(Purpose.START, 1)),
        here.show,
        lambda: pass_time(here, 30 * MINUTE - 1),
        lambda: pass_time(here, 1),
        here.show,
    ]
    for n, step in enumerate(steps):
        if n == moment:
            here.restart()
        await step()
    assert len(questions(here)) == 1
    kinds = [step.kind for step in await here.parts.service.tables.history(1, 0, None)]
    assert kinds == ["new", "join", "join", "join", "check", "leave"]


async def test_the_answers_are_sentences(here: Scene) -> None:
    await gather(here, ANA, BEN, CEM, DOT)
    desk = here.parts.desk

    async def press(person: Person, purpose: Purpose) -> str:
        return (await desk.press(Caller(person, "en-US", person.user % 97, GUILD, CHANNEL), ControlId(purpose, 1))).text

    check = (await now(here)).standing.check
    assert check
    waits = f"I'm waiting for <@{ANA.user}> and <@{CEM.user}> until <t:{check.until}:t>."
    follows = "The game begins as soon as all have answered. After that time, seats without an answer are free again."
    assert await press(BEN, Purpose.READY) == f"{waits}\n{follows}"
    assert await press(DOT, Purpose.READY) == f"{waits}\n{follows}"
    listed = (await desk.command(Caller(CEM, "en-US", 3, GUILD, CHANNEL), COMMANDS["games"])).text
    assert f"**Cards #1** asks if you're here · until <t:{check.until}:t> · <#{CHANNEL}>" in listed
    await press(CEM, Purpose.JOIN)  # `/join` answers too
    assert await press(ANA, Purpose.START) == "The game has begun. Press *My hand* to see your hand."
