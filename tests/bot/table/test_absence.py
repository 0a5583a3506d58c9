"""What a table does about an absent player, by the choice of its host."""

from __future__ import annotations

from dataclasses import replace
from itertools import repeat

import pytest

from bot.table.clock.pace import DAY, HOUR, Preset
from bot.table.clock.timing import PARKED_AFTER, Absence
from bot.table.log.model import Status, Table
from bot.table.record.transcript import transcript
from bot.table.record.verify import verify
from bot.table.refusals import NotSeated, Refusal
from bot.table.rules import clock_requests
from engine.words import Words, msg
from tests.bot.games import CARDS_GAME, GAMES
from tests.bot.players import Player, mover_at, open_table
from tests.bot.tools import ANA, BEN, CEM, DOT, new_table
from tests.bot.waiting_table import Here, due

PEOPLE = (ANA, BEN, CEM)


async def late_three_times(here: Here, absence: Absence) -> tuple[Table, int, list[Player]]:
    """Let a player be late three times in a row; return the table, their seat and all players, the late one first."""
    table = await here.begin(absence=absence)
    late = table.to_act
    assert late is not None
    for _ in range(2):
        table = await here.tick(due(table))
    while (table.timing.seats[late].late, table.to_act) != (2, late):
        table = await here.act()
    people = [here.player(PEOPLE[(late + n) % 3]) for n in range(3)]
    return await here.tick(due(table)), late, people


async def test_a_table_that_waits_plays_nothing_for_anybody(here: Here) -> None:
    table = await here.begin(absence=Absence.WAIT)
    late = table.to_act
    table = await here.tick(due(table) + DAY)
    assert table.to_act == late
    assert table.timing.due is None
    assert await here.kinds() == ["reminder", "reminder", "stall"]
    assert (await here.act()).to_act != late


async def test_who_comes_back_to_a_table_that_waits_may_take_an_hour_or_leave_the_turn_to_the_bot(here: Here) -> None:
    table = await here.begin(absence=Absence.WAIT)
    late = mover_at(here.service, table)
    table = await here.tick(due(table) + DAY)
    table = await here.mark_shown(await late.takes_an_hour_more(table.position_seq))
    assert due(table) == here.clock.time + HOUR
    table = await here.tick(due(table))
    assert table.timing.due is None
    assert table.mover == late.person
    assert (await late.does(clock_requests.play_my_turn, late.user, table.position_seq)).mover != late.person


async def test_a_table_that_waits_is_parked_and_closed_when_nobody_comes(here: Here) -> None:
    began = (await here.begin(absence=Absence.WAIT)).timing.active_at
    assert (await here.tick(began + PARKED_AFTER)).timing.parked
    assert (await here.tick(began + 14 * DAY)).status is Status.CLOSED


async def test_who_comes_back_to_a_table_that_waits_has_an_increment_as_after_any_turn(here: Here) -> None:
    table = await here.begin(absence=Absence.WAIT)
    late, pace = table.to_act, table.timing.pace
    assert late is not None
    assert pace
    await here.tick(due(table) + DAY)
    assert (await here.act()).timing.seats[late].bank == pace.increment


async def test_until_the_third_turn_nothing_can_be_claimed(here: Here) -> None:
    table = await here.begin(absence=Absence.CLAIM)
    late = table.to_act
    for _ in range(2):
        assert not table.timing.claimable
        table = await here.tick(due(table))
    assert (await here.kinds())[-2:] == ["extension", "late"]
    assert table.to_act != late
    with pytest.raises(Refusal, match="Nobody has been away long enough"):
        await here.player(ANA).does(clock_requests.claim_seat, ANA.user)


async def test_from_the_third_turn_in_a_row_on_the_table_waits_for_the_others_word(here: Here) -> None:
    table, late, _ = await late_three_times(here, Absence.CLAIM)
    assert table.timing.claimable
    assert (table.to_act, table.timing.due) == (late, None)
    table = await here.tick(here.clock.time + DAY)
    assert table.seats[late].player is None
    assert not (await here.act()).timing.claimable  # who comes back plays on
    assert (await here.now()).timing.seats[late].late == 0


async def test_who_takes_an_hour_more_is_there_and_cannot_be_claimed(here: Here) -> None:
    table, _, (absent, *_) = await late_three_times(here, Absence.CLAIM)
    lent = await absent.takes_an_hour_more(table.position_seq)
    assert not lent.timing.claimable
    assert due(lent) == here.clock.time + HOUR
    assert (await here.tick(due(lent))).timing.claimable


async def test_any_opponent_may_give_the_seat_to_a_computer_player(here: Here) -> None:
    _, late, (absent, one, other) = await late_three_times(here, Absence.CLAIM)
    with pytest.raises(NotSeated):
        await here.player(DOT).does(clock_requests.claim_seat, DOT.user)
    with pytest.raises(Refusal, match="Make your move, and you're back"):
        await absent.does(clock_requests.claim_seat, absent.user)
    one = replace(one, presses=repeat(77))
    claimed = await here.mark_shown(await one.does(clock_requests.claim_seat, one.user))
    assert (claimed.seats[late].user, claimed.seats[late].player) == (0, "medium")
    assert claimed.standing.vacant == (late,)
    assert await one.does(clock_requests.claim_seat, one.user) == claimed  # a redelivered press
    with pytest.raises(Refusal, match="Nobody has been away long enough"):
        await other.does(clock_requests.claim_seat, other.user)
    with pytest.raises(NotSeated):
        await absent.plays("play 1")


async def test_whose_seat_was_claimed_may_take_it_back_and_no_other(here: Here) -> None:
    _, late, (absent, _, one) = await late_three_times(here, Absence.CLAIM)
    await one.does(clock_requests.claim_seat, one.user)
    await one.leaves()
    back = await absent.takes_seat()
    assert back.seats[late] == absent.person


async def test_the_game_ends_and_its_record_tells_who_decided_that(here: Here) -> None:
    _, _, (_, _, one) = await late_three_times(here, Absence.CLAIM)
    await here.mark_shown(await one.does(clock_requests.claim_seat, one.user))
    while (table := await here.now()).status is Status.RUNNING:
        await (here.act() if table.mover and table.mover.player is None else here.go_on())
    record = await here.service.tables.record(table.id)
    assert verify(record.to_json(), GAMES).code == 2
    told = transcript(record, CARDS_GAME, msg("Cards 1"), Words(table.names))
    assert "a former player." in told


async def test_if_nobody_else_is_there_to_decide_a_computer_player_sits_in(here: Here) -> None:
    table = await here.begin(absence=Absence.CLAIM)
    stays = table.to_act
    assert stays is not None
    for person in PEOPLE:
        if person != PEOPLE[stays]:
            await here.player(person).leaves()
    table = await here.now()
    while table.status is Status.RUNNING and table.seats[stays].player is None:
        table = await here.go_on()
    assert table.status is Status.RUNNING
    assert "stall" not in await here.kinds()


async def test_a_rematch_and_a_table_that_is_opened_again_keep_it(here: Here) -> None:
    table = await here.begin(absence=Absence.WAIT)
    again = await new_table(here.service, ANA, timing=table.timing)
    assert again.timing.absence is Absence.WAIT
    while (await here.now()).status is Status.RUNNING:
        await here.act()
    for person in PEOPLE:
        over = await here.player(person).agrees_to_rematch()
    assert over.standing.rematch.next
    after = await here.service.tables.table(over.standing.rematch.next.table, table.guild)
    assert (after.timing.absence, after.timing.preset) == (Absence.WAIT, Preset.DAY)


async def test_only_the_host_chooses_it_and_only_before_the_start(here: Here) -> None:
    table = await here.begin()
    with pytest.raises(Refusal, match="only change this before the start"):
        await here.player(ANA).does(clock_requests.set_clock, ANA.user, Preset.DAY, table.timing.hours, Absence.WAIT)
    _, (ana, ben) = await open_table(here.service, ANA, BEN)
    with pytest.raises(Refusal, match="Only the host"):
        await ben.does(clock_requests.set_clock, ben.user, Preset.DAY, table.timing.hours, Absence.WAIT)
    changed = await ana.does(clock_requests.set_clock, ana.user, Preset.DAY, table.timing.hours, Absence.WAIT)
    assert changed.timing.absence is Absence.WAIT
