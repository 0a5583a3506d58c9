"""What moderators do is in the log of their server, whom it concerns is told, and whom they keep out joins no table."""

from __future__ import annotations

from typing import Any

import pytest

from bot.service import Service
from bot.service.exports import export_as_json
from bot.service.moderation import LOG_DAYS, MOST_TOLD, PAGE, REPORTS_A_DAY
from bot.store.moderation import KEEP, LIFT, REPORT
from bot.table.clock.pace import DAY
from bot.table.log.model import Cause, Person, Status
from bot.table.log.rows import ModerationRow, NoticeRow
from bot.table.log.settled.moderation import Act
from bot.table.refusals import CANNOT_JOIN, Refusal
from bot.table.rules import moderation, ready
from tests.bot.players import Player
from tests.bot.tools import ANA, BEN, CEM, CHANNEL, DOT, EVE, GUILD, FixedClock, new_table, play_to_end, running_table

PRESSES = iter(range(10**12, 10**13))


def press(person: Person = EVE) -> Cause:
    return person.cause(next(PRESSES))


async def log(service: Service, guild: int = GUILD) -> list[ModerationRow]:
    return [row for row, *_ in await service.moderation.newest(guild)]


async def notices_for(service: Service, person: Person) -> list[NoticeRow]:
    """Return the notices that a person hasn't read yet."""
    return list((await service.people.collect_data(person.user)).untold)


async def act(service: Service, table: int, what: Act, rule: Any, *args: Any, by: Cause | None = None) -> None:
    by = by or press()
    await service.moderation.act(table, by, what, "spam", rule, by.user, *args)


async def keep(service: Service, person: Person, days: int | None = 7, guild: int = GUILD) -> int | None:
    return await service.moderation.keep_out(guild, press(), person.user, days, "rude", CHANNEL)


async def test_each_act_is_in_the_log_of_its_server_and_tells_whom_it_concerns(service: Service) -> None:
    lobby, game = await new_table(service, ANA, BEN), await running_table(service, ANA, BEN, CEM)
    await act(service, lobby.id, Act.CLOSE, moderation.close)
    await act(service, game.id, Act.FREE, moderation.free, BEN.key)
    await act(service, game.id, Act.PAUSE, moderation.pause)
    await act(service, game.id, Act.CLOSE, moderation.close)
    assert [(row.act, row.by, row.about, row.table) for row in await log(service)] == [
        ("close", EVE.user, None, game.id),
        ("pause", EVE.user, None, game.id),
        ("free", EVE.user, BEN.user, game.id),
        ("close", EVE.user, ANA.user, lobby.id),
    ]
    assert [(row.act, row.table, row.reason) for row in await notices_for(service, ANA)] == [
        ("close", lobby.id, "spam"),
        ("close", game.id, "spam"),
    ]
    assert [row.act for row in await notices_for(service, BEN)] == ["free"]
    assert [row.act for row in await notices_for(service, CEM)] == ["close"]
    assert await log(service, GUILD + 1) == []


async def test_what_is_refused_or_repeated_is_not_in_the_log(service: Service) -> None:
    table = await running_table(service, ANA, BEN)
    with pytest.raises(Refusal):
        await act(service, table.id, Act.PAUSE, moderation.pause, by=press(ANA))
    assert await log(service) == []
    again = press()
    for _ in range(2):
        await act(service, table.id, Act.PAUSE, moderation.pause, by=again)
        await service.moderation.keep_out(GUILD, again, BEN.user, 1, "", CHANNEL)
    assert [row.act for row in await log(service)] == ["keep", "pause"]
    assert len(await notices_for(service, BEN)) == 1


async def test_who_is_kept_out_joins_opens_and_plays_again_nowhere_on_that_server(
    service: Service, clock: FixedClock
) -> None:
    table = await new_table(service, ANA, BEN)
    until = await keep(service, CEM)
    assert until == clock.now() + 7 * DAY
    with pytest.raises(Refusal) as refusal:
        await service.tables.do(table.id, press(CEM), ready.join, CEM)
    assert refusal.value.message == CANNOT_JOIN
    with pytest.raises(Refusal, match="can't open a table here"):
        await new_table(service, CEM)
    assert (await new_table(service, CEM, guild=GUILD + 1)).status is Status.LOBBY
    clock.time += 7 * DAY
    assert (await service.tables.do(table.id, press(CEM), ready.join, CEM)).seat_of(CEM.user) == 2


async def test_a_moderator_lifts_it_and_a_newer_decision_replaces_an_older_one(service: Service) -> None:
    table = await new_table(service, ANA)
    await keep(service, CEM, None)
    assert await service.moderation.kept_out_until(GUILD, CEM.user) is None
    await keep(service, CEM, 1)
    await service.moderation.lift(GUILD, press(), CEM.user, CHANNEL)
    assert await service.moderation.kept_out_until(GUILD, CEM.user) is False
    assert (await service.tables.do(table.id, press(CEM), ready.join, CEM)).seat_of(CEM.user) == 1
    with pytest.raises(Refusal, match="aren't kept out"):
        await service.moderation.lift(GUILD, press(), CEM.user, CHANNEL)
    assert [row.act for row in await log(service)] == [LIFT, KEEP, KEEP]


async def test_who_deletes_everything_stays_out_by_a_mark_and_leaves_the_log_without_a_name_or_a_text(
    service: Service,
) -> None:
    table, moderator = await new_table(service, ANA), DOT
    await service.moderation.keep_out(GUILD, press(moderator), CEM.user, None, "rude", CHANNEL)
    await service.moderation.report(GUILD, press(CEM), ANA.user, "shouts")
    await service.people.forget(CEM.user)
    rows = await log(service)
    assert [(row.act, row.by, row.about, row.reason) for row in rows] == [
        ("report", None, ANA.user, ""),
        ("keep", moderator.user, None, ""),
    ]
    assert await notices_for(service, CEM) == []
    with pytest.raises(Refusal) as refusal:
        await service.tables.do(table.id, press(CEM), ready.join, CEM)
    assert refusal.value.message == CANNOT_JOIN
    assert (await service.people.collect_data(CEM.user)).kept_out == ((GUILD, None),)
    await service.moderation.lift(GUILD, press(), CEM.user, CHANNEL)
    await service.people.forget(CEM.user)
    await service.people.forget(moderator.user)
    assert {(row.by, row.about) for row in await log(service)} == {(None, None), (None, ANA.user), (EVE.user, None)}


async def test_the_export_has_what_a_moderator_did_and_what_was_done_to_a_person_but_no_report_about_them(
    service: Service,
) -> None:
    await keep(service, CEM)
    await service.moderation.report(GUILD, press(ANA), CEM.user, "shouts")
    written = {
        person: export_as_json(person.user, await service.people.collect_data(person.user))
        for person in (ANA, CEM, EVE)
    }
    assert b"rude" in written[CEM]
    assert b"shouts" not in written[CEM]
    assert str(ANA.user).encode() not in written[CEM]
    assert b"shouts" in written[ANA]
    assert str(CEM.user).encode() not in written[ANA] + written[EVE]
    assert b'"keep"' in written[EVE]


async def test_a_person_makes_only_some_reports_a_day(service: Service, clock: FixedClock) -> None:
    for _ in range(REPORTS_A_DAY):
        assert await service.moderation.report(GUILD, press(ANA), CEM.user, "shouts")
    with pytest.raises(Refusal, match="reports today, and that's the limit"):
        await service.moderation.report(GUILD + 1, press(ANA), BEN.user, "shouts")
    assert await service.moderation.report(GUILD, press(BEN), CEM.user, "shouts")
    clock.time += DAY
    assert await service.moderation.report(GUILD, press(ANA), CEM.user, "shouts")


async def test_the_log_has_pages_and_is_swept_after_ninety_days(service: Service, clock: FixedClock) -> None:
    for _ in range(PAGE + 2):
        await keep(service, CEM)
    first = await service.moderation.newest(GUILD)
    assert len(first) == PAGE + 1
    assert len(await service.moderation.newest(GUILD, first[PAGE - 1][0].id)) == 2
    clock.time += LOG_DAYS * DAY
    await service.moderation.sweep()
    assert await log(service) == []
    assert await notices_for(service, CEM) == []


async def test_a_notice_that_is_refused_is_told_with_the_next_answer_once(service: Service) -> None:
    await keep(service, CEM)
    (due,) = await service.notices.find_due()
    found = await service.notices.find(due)
    assert found
    await service.notices.mark_refused(found[0])
    assert service.notices.is_waiting(CEM.user)
    assert not await service.notices.find_due()
    assert [row.act for row, *_ in await service.notices.take_waiting(CEM.user)] == [KEEP]
    assert not service.notices.is_waiting(CEM.user)
    assert not await service.notices.take_waiting(CEM.user)


@pytest.mark.parametrize(("days", "lets_in"), [(2, False), (3, True), (None, False)])
async def test_a_server_lets_members_join_after_some_days(
    service: Service, clock: FixedClock, days: int | None, lets_in: bool
) -> None:
    table = await new_table(service, ANA)
    await service.servers.set_up(GUILD, lambda row: row._replace(newcomers=3))
    joined_at = None if days is None else clock.now() - days * DAY
    cause = press(CEM)._replace(joined_at=joined_at)
    if lets_in:
        assert (await service.tables.do(table.id, cause, ready.join, CEM)).seat_of(CEM.user) == 1
        return
    with pytest.raises(Refusal) as refusal:
        await service.tables.do(table.id, cause, ready.join, CEM)
    assert refusal.value.message == CANNOT_JOIN
    await service.servers.set_up(GUILD, lambda row: row._replace(newcomers=0))
    assert (await service.tables.do(table.id, press(CEM), ready.join, CEM)).seat_of(CEM.user) == 1


async def test_no_table_is_suggested_to_people_who_are_kept_out(service: Service) -> None:
    tables = [await new_table(service, ANA, BEN)]
    await keep(service, CEM)
    assert await service.blocks.find_admitting(press(CEM), tables) == []
    assert await service.blocks.find_admitting(press(DOT), tables) == tables


async def test_who_agreed_to_a_rematch_and_was_kept_out_since_does_not_play_again(service: Service) -> None:
    table = await play_to_end(service, await running_table(service, ANA, BEN, CEM, preset="short"))
    ana, ben, cem = (Player(service, table.id, person) for person in (ANA, BEN, CEM))
    await ana.agrees_to_rematch()
    await keep(service, ANA)
    await ben.agrees_to_rematch()
    over = await cem.agrees_to_rematch()
    assert over.standing.rematch.next is not None
    again = await service.tables.table(over.standing.rematch.next.table, GUILD)
    assert sorted(person.user for person in again.seats) == [BEN.user, CEM.user]
    assert again.host in (BEN.user, CEM.user)


async def test_two_players_of_whom_one_is_kept_out_have_no_rematch(service: Service) -> None:
    table = await play_to_end(service, await running_table(service, ANA, BEN, preset="short"))
    await Player(service, table.id, ANA).agrees_to_rematch()
    await keep(service, ANA)
    over = await Player(service, table.id, BEN).agrees_to_rematch()
    assert over.standing.rematch.next is None


async def test_a_person_is_told_of_some_decisions_a_day_and_of_no_more(service: Service, clock: FixedClock) -> None:
    for _ in range(3):
        await keep(service, CEM)
        await service.moderation.lift(GUILD, press(), CEM.user, CHANNEL)
    assert len(await notices_for(service, CEM)) == MOST_TOLD
    assert len(await log(service)) == 6
    clock.time += DAY
    await keep(service, CEM)
    assert len(await notices_for(service, CEM)) == MOST_TOLD + 1


async def test_a_log_that_a_person_reads_has_no_report_about_them(service: Service) -> None:
    await service.moderation.report(GUILD, press(ANA), EVE.user, "Ends games that they lose")
    await service.moderation.report(GUILD, press(ANA), BEN.user, "Shouts")
    await keep(service, EVE)
    for reader, seen in ((EVE, [KEEP, REPORT]), (DOT, [KEEP, REPORT, REPORT])):
        assert [row.act for row, *_ in await service.moderation.newest(GUILD, reader=reader.user)] == seen
    await service.people.forget(EVE.user)
    assert len(await service.moderation.newest(GUILD, reader=EVE.user)) == 3  # they name nobody any more


async def test_who_is_kept_out_reads_of_a_channel_that_they_know(service: Service) -> None:
    secret = CHANNEL + 9
    await service.moderation.keep_out(GUILD, press(), DOT.user, 1, "", secret)
    await new_table(service, BEN, channel=CHANNEL + 1)
    await new_table(service, ANA, channel=CHANNEL + 2)
    for person in (BEN, CEM):
        await service.moderation.keep_out(GUILD, press(), person.user, 1, "", secret)
    places = [(await notices_for(service, person))[0].place for person in (DOT, BEN, CEM)]
    assert places == [secret, CHANNEL + 1, CHANNEL + 2]
