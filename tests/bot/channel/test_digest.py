"""The digest: once a day at the chosen hour, only with something to tell, exactly once, and ended by one press."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.channel.port import PrivateClosed, TryLater
from bot.desk.caller import Caller
from bot.service import Service
from bot.service.digests import OFF
from bot.table.clock.hours import Hours, next_daily
from bot.table.clock.pace import DAY, HOUR, MINUTE, Preset
from bot.table.log.model import Person, Table
from bot.table.refusals import Refusal
from bot.talk.letter import ControlId, Letter, Purpose
from tests.bot import games
from tests.bot.asking import COMMANDS
from tests.bot.players import Player
from tests.bot.table.test_hours import at
from tests.bot.talk.test_time import purposes
from tests.bot.tools import ANA, BEN, CEM, CHANNEL, GUILD, FixedClock, make_deal, play_on, play_to_end, running_table
from tests.day.play import Scene, scene
from tests.faults.simulation import Killed, Post

BERLIN = "Europe/Berlin"
_interactions = count(4 * 10**17)


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[Scene]:
    """Eight in the morning in Berlin, on the 20th."""
    async with scene(tmp_path, games.GAMES, Post()) as made:
        yield made


def caller(person: Person = ANA) -> Caller:
    return Caller(person, "en-US", next(_interactions), GUILD, CHANNEL)


async def choose_settings(here: Scene, **typed: Any) -> Letter:
    """Type `/settings`, and return the answer."""
    return await here.parts.desk.command(caller(), COMMANDS["settings"], typed)


async def wish(here: Scene, hour: int = 20) -> Letter:
    """Ana wants a digest at this hour."""
    return await here.parts.desk.command(caller(), COMMANDS["settings"], {"timezone": BERLIN, "digest": hour})


async def waiting(here: Scene, preset: Preset = Preset.OPEN, person: Person = ANA) -> Table:
    """Return a table with a player to move."""
    table = await here.begin("cards", "short", 2, preset)
    table = await make_deal(here.parts.service, table.id)
    while table.mover is None or table.mover.user != person.user:
        table = await play_on(here.parts.service, table)
    return table


def players(here: Scene, table: Table) -> list[Player]:
    """Ana and Ben at a table."""
    return [Player(here.parts.service, table.id, person) for person in (ANA, BEN)]


async def until(here: Scene, moment: int) -> list[Letter]:
    """Let time pass up to a moment, and return the digests that come."""
    before = len(sent_to(here))
    while (wake := await here.parts.service.digests.next_due()) is not None and wake <= moment:
        here.clock.time = max(here.clock.time, wake)
        await here.parts.upkeep.digests.wake_due()
    here.clock.time = moment
    return sent_to(here)[before:]


def day(here: Scene) -> str:
    """Return the last line of the newest digest."""
    return f"\n-# Your digest of <t:{here.clock.time}:D>"


def sent_to(here: Scene, person: Person = ANA) -> list[Letter]:
    """Return the private messages that a person got."""
    return [letter for what, letter in here.mailbox.said if what.startswith(f"sent to {person.user} ")]


def post(here: Scene) -> Post:
    assert isinstance(here.mailbox, Post)
    return here.mailbox


async def test_a_digest_tells_what_waits_with_its_due_time_and_the_way_there(here: Scene) -> None:
    await wish(here)
    old, due = await waiting(here), await waiting(here, Preset.WEEK)
    (letter,) = await until(here, at("2027-01-20 20:00"))
    link = f"https://discord.com/channels/{GUILD}/{CHANNEL}"
    assert letter.text == (
        f"2 games wait for you:\n"
        f"**Cards #{due.number}** · your turn · by <t:{due.timing.due}:f> · {link}\n"
        f"**Cards #{old.number}** · your turn · since <t:{old.standing.moved_at}:R> · {link}{day(here)}"
    )
    assert purposes(letter) == [Purpose.NEXT, Purpose.SETTINGS]
    assert not letter.pings


async def test_a_digest_tells_what_has_ended_since_the_last_one_once(here: Scene) -> None:
    await play_to_end(here.parts.service, await waiting(here))
    here.clock.time += MINUTE
    await wish(here)
    here.clock.time += MINUTE
    table = await play_to_end(here.parts.service, await waiting(here))
    ana, ben = players(here, await waiting(here))
    await ana.calls_vote("cancel")
    here.clock.time += MINUTE
    await ben.says_yes()
    (letter,) = await until(here, at("2027-01-20 20:00"))
    seen = await here.parts.service.tables.observe(table.id, ANA.user)
    mine, other = seen.observation.outcome.points
    won = "you won" if mine > other else "Ben won" if mine < other else "you share the win"
    assert letter.text == (
        "2 games have ended:\n"
        f"**Cards #2** · {won} · Ana {mine} · Ben {other}\n"
        f"**Cards #3** · closed without a result{day(here)}"
    )
    assert purposes(letter) == [Purpose.SETTINGS]
    assert await until(here, at("2027-01-25 20:00")) == []


async def test_a_vote_that_counts_silence_is_told_to_those_who_have_not_answered(here: Scene) -> None:
    await wish(here)
    ana, ben = players(here, await waiting(here, person=BEN))
    table = await ben.calls_vote("cancel")
    (letter,) = await until(here, at("2027-01-20 20:00"))
    assert letter.text == (
        "1 vote waits for your answer:\n**Cards #1** · Ben asks to cancel this game, without a result · "
        f"no answer by <t:{table.timing.silence_at}:f> is a yes · "
        f"https://discord.com/channels/{GUILD}/{CHANNEL}{day(here)}"
    )
    await ana.says_no()
    assert await until(here, at("2027-01-21 20:00")) == []


async def test_nothing_comes_if_there_is_nothing_to_tell_or_nobody_asked_for_it(here: Scene) -> None:
    await wish(here)
    await waiting(here, person=BEN)
    assert await until(here, at("2027-01-22 21:00")) == []
    assert here.mailbox.said == []


async def test_a_game_that_is_paused_waits_for_nobody(here: Scene) -> None:
    await wish(here)
    ana, ben = players(here, await waiting(here))
    await ana.calls_vote("pause")
    await ben.says_yes()
    assert await until(here, at("2027-01-21 21:00")) == []


async def test_one_comes_a_day_at_the_hour_of_their_own_time_zone_over_summer_time(here: Scene) -> None:
    await wish(here)
    await waiting(here, Preset.OPEN)
    here.clock.time = at("2027-03-26 12:00")
    times = list[int]()
    for _ in range(4):
        wake = await here.parts.service.digests.next_due()
        assert wake is not None
        assert len(await until(here, wake)) == (0 if not times else 1)  # that of January is too late
        times.append(wake)
    assert times[1:] == [at(f"2027-03-{day} 20:00") for day in (26, 27, 28)]
    assert times[3] - times[2] == DAY - HOUR


async def test_no_second_one_comes_on_a_day_whatever_is_changed(here: Scene) -> None:
    await wish(here, 10)
    await waiting(here)
    assert len(await until(here, at("2027-01-20 10:00"))) == 1
    await wish(here, 20)
    await here.parts.desk.command(caller(), COMMANDS["settings"], {"digest": OFF})
    await wish(here, 21)
    await here.parts.desk.command(caller(), COMMANDS["settings"], {"quiet": "23-8"})
    assert await until(here, at("2027-01-20 23:00")) == []
    assert len(await until(here, at("2027-01-21 21:00"))) == 1


async def test_one_press_ends_it_and_only_ones_own(here: Scene) -> None:
    await wish(here)
    await waiting(here)
    (letter,) = await until(here, at("2027-01-20 20:00"))
    stop = next(b.id for row in letter.rows if isinstance(row, tuple) for b in row if b.id.purpose is Purpose.SETTINGS)
    await here.parts.desk.press(replace(caller(BEN), guild=None), stop)
    assert len(await until(here, at("2027-01-21 20:00"))) == 1
    answer = await here.parts.desk.press(replace(caller(), guild=None), stop)
    assert answer == Letter("No digest comes any more. `/settings` brings it back.")
    assert await until(here, at("2027-01-25 20:00")) == []


async def test_next_in_a_digest_opens_the_hand_of_what_waits(here: Scene) -> None:
    await wish(here)
    table = await waiting(here)
    await until(here, at("2027-01-20 20:00"))
    hand = await here.parts.desk.press(replace(caller(), guild=None, channel=ANA.user), ControlId(Purpose.NEXT, 0))
    assert f"Cards #{table.number}" in hand.text
    assert hand.pictures


async def test_an_hour_needs_a_time_zone_and_lies_outside_the_quiet_hours(here: Scene) -> None:
    settings = partial(choose_settings, here)
    with pytest.raises(Refusal, match="I don't know your time zone"):
        await settings(digest=20)
    with pytest.raises(Refusal, match="in your quiet hours, so nothing has changed"):
        await settings(timezone=BERLIN, digest=23, quiet="22-8")
    assert (await here.parts.service.preferences.wishes(ANA.user)).zone is None  # all of it or nothing
    told = await wish(here, 21)
    assert "**Daily digest**: at 9:00 PM by DM" in told.text
    with pytest.raises(Refusal, match="This hour is in your quiet hours"):
        await settings(quiet="20:30-8")
    assert "at 9:00 AM" in (await settings(quiet="20:30-8", digest=9)).text
    assert await here.parts.service.digests.next_due() == at("2027-01-20 09:00")


async def test_quiet_hours_that_nobody_chose_keep_no_digest_away(here: Scene) -> None:
    told = await here.parts.desk.command(caller(), COMMANDS["settings"], {"timezone": BERLIN, "digest": 7})
    assert "**Daily digest**: at 7:00 AM" in told.text
    assert (await here.parts.service.preferences.wishes(ANA.user)).zone == BERLIN
    await waiting(here)
    assert len(await until(here, at("2027-01-21 07:00"))) == 1


async def test_quiet_hours_that_are_the_whole_day_or_none_have_to_be_said_in_words(here: Scene) -> None:
    settings = partial(choose_settings, here)
    for hours in ("0-24", "8-8", "24-0"):
        with pytest.raises(Refusal, match=r"`quiet: none` for no quiet hours, or `reminders: never`"):
            await settings(quiet=hours)
    assert "without reminders: 11:00 PM–7:00 AM" in (await settings(quiet="23-7")).text
    assert "**Quiet hours**: none" in (await settings(quiet="None")).text


async def test_a_digest_rests_where_private_messages_are_closed_and_settings_tell_it(here: Scene) -> None:
    await wish(here)
    await waiting(here)
    here.mailbox.failures = [PrivateClosed()]
    assert await until(here, at("2027-01-25 20:00")) == []
    assert here.mailbox.failures == []
    told = (await here.parts.desk.command(caller(), COMMANDS["settings"])).text
    assert "it rests, since your DMs are closed" in told
    assert "at 8:00 PM" in (await wish(here)).text
    assert len(await until(here, at("2027-01-26 20:00"))) == 1


@pytest.mark.parametrize("dies", [0, 1])
@pytest.mark.parametrize("away", [0, 1, 10 * MINUTE, 50 * MINUTE])
async def test_a_restart_while_it_is_sent_ends_with_one_message(here: Scene, dies: int, away: int) -> None:
    await wish(here)
    table = await waiting(here)
    post(here).dies = dies
    with pytest.raises(Killed):
        await until(here, at("2027-01-20 20:00"))
    here.clock.time += away
    await play_on(here.parts.service, table)  # what is sent again is what was begun, not another text
    here.restart()
    await here.parts.upkeep.digests.wake_due()
    assert len(sent_to(here)) == 1
    assert (await here.parts.service.digests.next_due() or 0) >= at("2027-01-21 20:00")
    here.restart()
    await here.parts.upkeep.digests.wake_due()
    assert len(sent_to(here)) == 1


async def test_every_day_brings_one_over_restarts_around_its_hour(here: Scene) -> None:
    rng, restarts, days = Random(8), 0, 30
    await wish(here)
    await waiting(here)
    for number in range(1, days + 1):
        due = await here.parts.service.digests.next_due()
        assert due is not None
        while (wake := await here.parts.service.digests.next_due() or 0) < due + HOUR:
            here.clock.time = max(here.clock.time, wake + rng.choice((-1, 0, 0, 1, 200)))
            post(here).dies = rng.choice((None, 0, 1))
            with suppress(Killed):
                await here.parts.upkeep.digests.wake_due()
                post(here).dies = None
                continue
            here.restart()
            restarts += 1
        assert len(sent_to(here)) == number
    print(f"{restarts} restarts, {days} digests, {post(here).repeated} sent again in vain")
    assert restarts > days
    assert post(here).repeated


async def test_downtime_sends_no_pile_and_none_at_another_time_of_the_day(here: Scene) -> None:
    await wish(here)
    await waiting(here)
    here.clock.time = at("2027-01-24 14:00")
    here.restart()
    await here.parts.upkeep.digests.wake_due()
    assert sent_to(here) == []
    assert len(await until(here, at("2027-01-24 20:00"))) == 1


async def test_none_comes_late_into_the_quiet_hours(here: Scene) -> None:
    await choose_settings(here, timezone=BERLIN, quiet="20:15-8", digest=20)
    await waiting(here)
    here.clock.time = at("2027-01-20 20:30")
    await here.parts.upkeep.digests.wake_due()
    assert sent_to(here) == []


async def test_what_discord_did_not_take_is_tried_again_and_left_out_after_an_hour(here: Scene) -> None:
    await wish(here)
    await waiting(here)
    here.mailbox.failures = [TryLater("no answer"), TryLater("rate limit", 40)]
    (letter,) = await until(here, at("2027-01-20 20:10"))
    assert letter.text.startswith("1 game waits for you:")
    here.mailbox.failures = [TryLater("no answer") for _ in range(100)]
    assert await until(here, at("2027-01-21 23:00")) == []
    assert len(here.mailbox.failures) > 80
    here.mailbox.failures = []
    assert len(await until(here, at("2027-01-22 20:00"))) == 1


async def test_an_answer_that_was_lost_sends_nothing_twice(here: Scene) -> None:
    await wish(here)
    await waiting(here)
    here.mailbox.failures, here.mailbox.arrives = [TryLater("no answer")], True
    assert len(await until(here, at("2027-01-20 21:30"))) == 1


async def test_many_games_fit_into_one_message(here: Scene) -> None:
    await wish(here)
    for _ in range(11):
        await waiting(here, Preset.WEEK)
    (letter,) = await until(here, at("2027-01-20 20:00"))
    assert letter.text.startswith("11 games wait for you:")
    assert letter.text.endswith(f"\n… and 3 more.{day(here)}")
    assert len(letter.text) <= 2000


async def test_a_user_who_is_forgotten_while_it_is_sent_stays_forgotten(here: Scene) -> None:
    await wish(here)
    await waiting(here)
    post(here).dies = 1
    with pytest.raises(Killed):
        await until(here, at("2027-01-20 20:00"))
    await here.parts.service.people.forget(ANA.user)
    await here.parts.service.digests.mark_sent(ANA.user)
    assert await here.parts.service.digests.digest_of(ANA.user) is None


async def test_both_engines_know_whose_digest_is_due_and_which_games_have_ended(
    service: Service, clock: FixedClock
) -> None:
    for hour, person in ((20, BEN), (9, ANA)):
        await service.preferences.change_wishes(person.user, zone=BERLIN, digest=hour)
    assert await service.digests.find_due_users() == []
    since = clock.time
    over = await play_to_end(service, await running_table(service, ANA, BEN, preset="short"))
    assert await service.digests.list_ended_games(ANA.user, since) == []  # in this very second more may end
    clock.time += 1
    assert await service.digests.list_ended_games(ANA.user, since) == []
    assert [seen.table.id for seen in await service.digests.list_ended_games(ANA.user, since - 1)] == [over.id]
    assert await service.digests.list_ended_games(CEM.user, since - 1) == []
    clock.time += DAY
    assert set(await service.digests.find_due_users()) == {ANA.user, BEN.user}
    begun = await service.digests.save_text(ANA.user, "text")
    assert begun is not None
    assert begun.text == "text"
    await service.digests.mark_sent(ANA.user)
    assert await service.digests.find_due_users() == [BEN.user]


async def test_the_timer_is_told_of_a_digest_that_comes_sooner(here: Scene) -> None:
    told: list[int] = []
    here.parts.service.digests.add_alarm(told.append)
    await wish(here, 21)
    await wish(here, 9)
    assert told == [at("2027-01-20 21:00"), at("2027-01-20 09:00")]


def test_a_daily_time_is_later_than_now_and_on_another_day_than_the_last() -> None:
    noon = at("2027-01-20 12:00")
    assert next_daily(12 * 60, BERLIN, noon) == noon + DAY
    assert next_daily(13 * 60, BERLIN, noon) == noon + HOUR
    assert next_daily(13 * 60, BERLIN, noon, noon) == noon + DAY + HOUR
    assert next_daily(13 * 60, BERLIN, noon, noon - DAY) == noon + HOUR
    night = int(datetime(2027, 3, 27, 22, 30, tzinfo=UTC).timestamp())  # half past eleven before the short day
    assert next_daily(23 * 60 + 30, BERLIN, night) - night == DAY - HOUR


@pytest.mark.parametrize(("opens", "closes"), [(8, 22), (22, 8), (0, 0), (7, 7)])
def test_hours_hold_the_minutes_that_they_hold_on_an_ordinary_day(opens: int, closes: int) -> None:
    hours = Hours(opens * 60, closes * 60, BERLIN)
    for hour in range(24):
        moment = at(f"2027-01-20 {hour:02}:00")
        assert hours.contains_minute(hour * 60) == (hours.window_at(moment) is not None)
