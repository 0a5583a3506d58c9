"""A moderator closes, pauses, ends and frees, at any table but their own. The log says so, and nobody wins by it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.service import Service
from bot.table.log.model import ANY, NO_CAUSE, Person, Status, Table
from bot.table.log.settled.moderation import Act
from bot.table.record.verify import UNCOMPARED, verify
from bot.table.refusals import CANNOT_JOIN, Over, Refusal, Unknown
from bot.table.rules import moderation, ready, restored, seats, votes
from engine.games import GAMES
from tests.bot.players import open_table
from tests.bot.reception import Reception, labels, reception
from tests.bot.tools import ANA, BEN, CEM, DOT, EVE, new_table, running_table


async def acts(service: Service, table: int, moderator: Person, rule: Callable[..., object], *args: Any) -> Table:
    return await service.tables.do(table, moderator.cause(next(PRESSES)), rule, moderator.user, *args)


PRESSES = iter(range(10**12, 10**13))


async def kinds(service: Service, table: int) -> list[str]:
    return [step.kind.value for step in await service.tables.history(table, 0, None)]


async def test_a_moderator_closes_a_table_that_waits_for_players(service: Service) -> None:
    table = await new_table(service, ANA, BEN)
    closed = await acts(service, table.id, EVE, moderation.close)
    assert closed.status is Status.CLOSED
    (act,) = closed.standing.moderated
    assert (act.act, act.by) == (Act.CLOSE, EVE.user)


async def test_a_game_that_a_moderator_ends_has_no_result(service: Service) -> None:
    table = await running_table(service, ANA, BEN)
    closed = await acts(service, table.id, EVE, moderation.close)
    assert closed.status is Status.CLOSED
    assert not closed.has_result
    assert (await kinds(service, table.id))[-3:] == ["moderation", "close", "end"]


async def test_a_game_that_a_moderator_paused_is_resumed_by_a_moderator_alone(service: Service) -> None:
    table = await running_table(service, ANA, BEN)
    paused = await acts(service, table.id, EVE, moderation.pause)
    assert paused.is_paused
    with pytest.raises(Refusal, match="only a moderator can resume"):
        await service.tables.do(table.id, ANA.cause(1), votes.resume, ANA.user)
    with pytest.raises(Refusal, match="paused this game already"):
        await acts(service, table.id, EVE, moderation.pause)
    resumed = await acts(service, table.id, DOT, moderation.resume)
    assert not resumed.is_paused
    with pytest.raises(Refusal, match="isn't paused"):
        await acts(service, table.id, DOT, moderation.resume)


async def test_players_resume_a_pause_of_their_own_also_after_one_of_a_moderator(service: Service) -> None:
    table = await running_table(service, ANA, BEN)
    await acts(service, table.id, EVE, moderation.pause)
    await acts(service, table.id, EVE, moderation.resume)
    await service.tables.do(table.id, ANA.cause(1), votes.call_vote, ANA.user, "pause")
    vote = (await service.tables.table(table.id, ANY)).standing.vote
    assert vote
    paused = await service.tables.do(table.id, BEN.cause(2), votes.cast_vote, BEN.user, vote.seq, yes=True)
    assert paused.is_paused
    assert not (await service.tables.do(table.id, BEN.cause(3), votes.resume, BEN.user)).is_paused


async def test_players_can_still_agree_to_end_a_game_that_a_moderator_paused(service: Service) -> None:
    table = await running_table(service, ANA, BEN)
    await acts(service, table.id, EVE, moderation.pause)
    await service.tables.do(table.id, ANA.cause(1), votes.call_vote, ANA.user, "cancel")
    vote = (await service.tables.table(table.id, ANY)).standing.vote
    assert vote
    ended = await service.tables.do(table.id, BEN.cause(2), votes.cast_vote, BEN.user, vote.seq, yes=True)
    assert ended.status is Status.CLOSED


async def test_a_game_is_paused_only_so_often(service: Service) -> None:
    table = await running_table(service, ANA, BEN)
    for _ in range(moderation.MOST_PAUSES):
        await acts(service, table.id, EVE, moderation.pause)
        await acts(service, table.id, EVE, moderation.resume)
    with pytest.raises(Refusal, match="that's the limit"):
        await acts(service, table.id, EVE, moderation.pause)


async def test_a_seat_that_a_moderator_frees_goes_to_a_computer_player_and_then_to_a_newcomer(
    service: Service,
) -> None:
    table = await running_table(service, ANA, BEN)
    freed = await acts(service, table.id, EVE, moderation.free, BEN.key)
    assert freed.seat_of(BEN.user) is None
    assert freed.standing.vacant == (1,)
    assert freed.seats[1].computer
    assert (await service.tables.do(table.id, CEM.cause(1), seats.take, CEM)).seat_of(CEM.user) == 1


async def test_who_lost_a_seat_has_seen_its_tiles_and_takes_no_other(service: Service) -> None:
    table = await running_table(service, ANA, BEN, CEM)
    await acts(service, table.id, EVE, moderation.free, BEN.key)
    await acts(service, table.id, EVE, moderation.free, CEM.key)
    with pytest.raises(Refusal, match="seen the tiles of another seat"):
        await service.tables.do(table.id, BEN.cause(1), seats.take, BEN, 2)
    assert (await service.tables.do(table.id, BEN.cause(2), seats.take, BEN)).seat_of(BEN.user) == 1


async def test_a_free_seat_of_a_lobby_is_free_for_all(service: Service) -> None:
    table, (ana, *_) = await open_table(service, ANA, BEN, CEM)
    freed = await acts(service, table.id, EVE, moderation.free, ANA.key)
    assert [person.name for person in freed.seats] == ["Ben", "Cem"]
    assert freed.host == BEN.user
    assert (await ana.joins()).seat_of(ANA.user) == 2


async def test_only_the_seat_of_a_person_who_is_there_is_freed(service: Service) -> None:
    table = await new_table(service, ANA, computers=["easy"])
    with pytest.raises(Refusal, match="isn't at this table"):
        await acts(service, table.id, EVE, moderation.free, BEN.key)
    with pytest.raises(Refusal, match="A computer player has this seat"):
        await acts(service, table.id, EVE, moderation.free, table.seats[1].name)


RULES = [moderation.close, moderation.pause, moderation.resume]


@pytest.mark.parametrize("rule", RULES)
async def test_a_moderator_who_plays_at_a_table_decides_nothing_there(
    service: Service, rule: Callable[..., object]
) -> None:
    table = await running_table(service, ANA, BEN)
    with pytest.raises(Refusal, match="You play at this table, or did"):
        await acts(service, table.id, BEN, rule)
    with pytest.raises(Refusal, match="You play at this table, or did"):
        await acts(service, table.id, BEN, moderation.free, ANA.key)


@pytest.mark.parametrize("rule", RULES)
async def test_a_moderator_who_left_a_game_decides_nothing_there(service: Service, rule: Callable[..., object]) -> None:
    table = await running_table(service, ANA, BEN, CEM, computers=["easy"], game="cards")
    await service.tables.do(table.id, CEM.cause(1), seats.leave, CEM.user)
    with pytest.raises(Refusal, match="You play at this table, or did"):
        await acts(service, table.id, CEM, rule)


async def test_a_moderator_who_asks_for_a_seat_decides_nothing_there(service: Service) -> None:
    table = await running_table(service, ANA, BEN, computers=["easy"])
    asked = await service.tables.do(table.id, CEM.cause(1), seats.take, CEM)
    assert asked.requested_seat(CEM.user) == 2
    for rule in RULES:
        with pytest.raises(Refusal, match="You play at this table, or did"):
            await acts(service, table.id, CEM, rule)


async def test_a_moderator_who_decided_in_a_game_gets_no_seat_of_it_and_sees_no_hand(service: Service) -> None:
    table = await running_table(service, ANA, BEN, computers=["easy"])
    await acts(service, table.id, EVE, moderation.free, BEN.key)
    for seat in (None, 1, 2):
        with pytest.raises(Refusal) as refusal:
            await service.tables.do(table.id, EVE.cause(), seats.take, EVE, seat)
        assert refusal.value.message == CANNOT_JOIN
    found = await service.tables.table(table.id, ANY)
    assert not await service.blocks.find_admitting(EVE.cause(), [found])
    assert await service.blocks.find_admitting(DOT.cause(), [found]) == [found]
    assert (await service.tables.do(table.id, BEN.cause(), seats.take, BEN)).seat_of(BEN.user) == 1


async def test_a_moderator_who_freed_a_seat_before_the_game_can_join_it(service: Service) -> None:
    table = await new_table(service, ANA, BEN)
    await acts(service, table.id, EVE, moderation.free, BEN.key)
    assert (await service.tables.do(table.id, EVE.cause(), ready.join, EVE)).seat_of(EVE.user) == 1


async def test_no_moderator_lets_a_game_go_on_before_its_channel_was_searched_for_lost_moves(service: Service) -> None:
    table = await running_table(service, ANA, BEN)
    await service.tables.do(table.id, NO_CAUSE, restored.pause, 1, 2)
    for rule in (moderation.pause, moderation.resume):
        with pytest.raises(Refusal, match="restored"):
            await acts(service, table.id, EVE, rule)
    await service.tables.do(table.id, NO_CAUSE, restored.resume, 2)
    assert (await acts(service, table.id, EVE, moderation.pause)).is_paused


@pytest.mark.parametrize("rule", RULES)
async def test_nothing_is_done_at_a_table_that_is_over_or_private(
    service: Service, rule: Callable[..., object]
) -> None:
    table = await new_table(service, ANA, BEN)
    await acts(service, table.id, EVE, moderation.close)
    with pytest.raises(Over):
        await acts(service, table.id, EVE, rule)
    practice = await new_table(service, ANA, channel=0)
    with pytest.raises(Unknown):
        await acts(service, practice.id, EVE, rule)


async def test_a_repeated_press_changes_nothing(service: Service) -> None:
    table, press = await running_table(service, ANA, BEN), EVE.cause(5)
    first = await service.tables.do(table.id, press, moderation.pause, EVE.user)
    assert (await service.tables.do(table.id, press, moderation.pause, EVE.user)).seq == first.seq


async def test_all_of_it_is_replayed_and_checked(tmp_path: Path) -> None:
    async with reception(tmp_path) as here:
        await replayed_and_checked(here.service)


async def replayed_and_checked(service: Service) -> None:
    table = await running_table(service, ANA, BEN, game="draw")
    await acts(service, table.id, EVE, moderation.pause)
    await acts(service, table.id, EVE, moderation.resume)
    await acts(service, table.id, EVE, moderation.free, BEN.key)
    await acts(service, table.id, EVE, moderation.close)
    service.repository.uncache(table.id)
    again = await service.tables.table(table.id, ANY)
    assert [each.act for each in again.standing.moderated] == [Act.PAUSE, Act.RESUME, Act.FREE, Act.CLOSE]
    written = (await service.tables.record(table.id)).to_json()
    assert str(EVE.user).encode() not in written
    answer = verify(written, GAMES)
    assert answer.code == UNCOMPARED
    assert sum("a moderator of the server" in str(line) for line in answer.lines) == 4


LINES = [f"Draw Dominoes #1 · 🛡 Moderation: <@{EVE.user}> {does}" for does in (
    "pauses the game", "resumes the game", "frees seat 2", "ends the game, without a result"
)]  # fmt: skip


async def shown_lines(here: Reception, table: int) -> list[str]:
    """Show the table twice, and return the channel's lines about moderators."""
    await here.parts.channel.show(table)
    await here.parts.channel.show(table)
    return [letter.text for letter in here.mailbox.there.values() if "🛡" in letter.text]


async def test_each_act_is_one_line_in_the_channel_that_names_the_moderator(tmp_path: Path) -> None:
    async with reception(tmp_path) as here:
        table = (await running_table(here.service, ANA, BEN, game="draw")).id
        await acts(here.service, table, EVE, moderation.pause)
        assert await shown_lines(here, table) == LINES[:1]
        messages = list(here.mailbox.there.values())
        paused = [letter for letter in messages if "A moderator has paused this game." in letter.text]
        assert len(paused) == 2, "the card and the turn"
        assert not any("*Resume*" in letter.text or "Resume" in labels(letter) for letter in messages)
        await acts(here.service, table, EVE, moderation.resume)
        await acts(here.service, table, EVE, moderation.free, BEN.key)
        await acts(here.service, table, EVE, moderation.close)
        assert await shown_lines(here, table) == LINES
        assert not any(letter.pings for letter in here.mailbox.there.values() if letter.text in LINES)


async def test_a_lobby_that_a_moderator_closed_says_so_on_its_card(tmp_path: Path) -> None:
    async with reception(tmp_path) as here:
        table = (await new_table(here.service, ANA, BEN, game="draw")).id
        await here.parts.channel.show(table)
        await acts(here.service, table, EVE, moderation.close)
        assert await shown_lines(here, table) == [f"Draw Dominoes #1 · 🛡 Moderation: <@{EVE.user}> closes this table"]
        assert any("closed by a moderator." in letter.text for letter in here.mailbox.there.values())
