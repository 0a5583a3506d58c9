"""A table outlives its host: the player who has sat longest has the host's rights once the host left or stays away."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.table.clock.pace import DAY
from bot.table.log.draft import Draft
from bot.table.log.host import next_host
from bot.table.log.model import ANY, NO_CAUSE, Cause, Person, Status, Table
from bot.table.posts import PostKind
from bot.table.refusals import Refusal
from bot.table.rules import computers, lobby, ready, rematch, seats, votes
from bot.talk.letter import REMOVE, Purpose
from engine.games import GAMES
from tests.bot.reception import Reception, labels, reception
from tests.bot.tools import ANA, BEN, CEM, CHANNEL, DOT, EVE, GUILD, played_out

HOST_ONLY = r"Only the host \(.*\) can do that"


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[Reception]:
    async with reception(tmp_path) as made:
        yield made


async def now(here: Reception) -> Table:
    return await here.service.tables.table(1, ANY)


async def waiting(here: Reception, *guests: Person) -> None:
    await here.service.tables.new("draw", ANA.by(), ANA, GUILD, CHANNEL)
    for person in guests:
        await here.service.tables.do(1, person.by(), ready.join, person)


async def sets(here: Reception, person: Person) -> None:
    """Let a person set an option, and then another one."""
    low = (await now(here)).options.text("target") != "50"
    await here.service.tables.do(1, Cause(person.user), lobby.option, person.user, "target", "50" if low else "60")


async def test_who_has_sat_longest_sets_and_starts_once_the_host_is_away_for_a_day(here: Reception) -> None:
    await waiting(here, BEN, CEM)
    here.clock.time += DAY - 1
    with pytest.raises(Refusal, match=r"Only the host \(.*\) can do that\. If they're gone for a day, .* can\."):
        await sets(here, BEN)
    assert "Start" not in labels(await here.press(BEN, Purpose.BOTS))
    here.clock.time += 1
    with pytest.raises(Refusal, match=HOST_ONLY):
        await sets(here, CEM)
    assert "Start" in labels(await here.press(BEN, Purpose.BOTS))
    await sets(here, BEN)
    assert (await now(here)).host == BEN.user
    with pytest.raises(Refusal, match=HOST_ONLY):
        await sets(here, ANA)
    assert (await here.service.tables.do(1, Cause(BEN.user), ready.start, BEN.user)).status is Status.RUNNING


@pytest.mark.parametrize("step", ["option", "computer", "removal"])
async def test_what_the_host_does_shows_that_they_are_there(here: Reception, step: str) -> None:
    await waiting(here, BEN, CEM)
    here.clock.time += DAY - 1
    if step == "option":
        await sets(here, ANA)
    elif step == "computer":
        await here.service.tables.do(1, Cause(ANA.user), computers.add, ANA.user, "easy")
    else:
        await here.press(ANA, Purpose.BOTS, data=f"{REMOVE}{CEM.user}")
    here.clock.time += DAY - 1
    with pytest.raises(Refusal, match=HOST_ONLY):
        await sets(here, BEN)
    here.clock.time += 1
    await sets(here, BEN)


async def test_a_refused_try_changes_no_host(here: Reception) -> None:
    await waiting(here, BEN)
    here.clock.time += DAY
    with pytest.raises(Refusal):
        await here.service.tables.do(1, Cause(BEN.user), lobby.option, BEN.user, "target", "many")
    assert (await now(here)).host == ANA.user


async def test_a_host_who_leaves_a_game_is_followed_by_the_player_who_has_sat_longest(here: Reception) -> None:
    await here.begin("draw", GAMES["draw"].presets["block"], ANA, BEN, CEM)
    await here.service.tables.do(1, Cause(BEN.user), seats.leave, BEN.user)
    await here.service.tables.do(1, EVE.by(), seats.take, EVE, 1)
    assert next_host(await now(here)) == CEM.user
    await here.service.tables.do(1, Cause(ANA.user), seats.leave, ANA.user)
    assert (await now(here)).host == CEM.user
    await here.service.tables.do(1, DOT.by(), seats.take, DOT, 0)
    await here.service.tables.do(1, Cause(CEM.user), seats.leave, CEM.user)
    assert (await now(here)).host == EVE.user


async def test_a_game_whose_moves_are_lost_goes_on_without_its_host_after_a_day(here: Reception) -> None:
    await here.begin("draw", GAMES["draw"].presets["block"], ANA, BEN, CEM)
    await here.service.outbox.intend(1, PostKind.DEAL, 1, CHANNEL)
    table = await here.service.tables.do(1, NO_CAUSE, lost)
    assert table.is_paused
    here.clock.time += DAY - 1
    with pytest.raises(Refusal, match=r"the host, can resume this game\. If they're gone for a day"):
        await here.service.tables.do(1, Cause(BEN.user), votes.resume, BEN.user)
    here.clock.time += 1
    with pytest.raises(Refusal, match="the host, can resume"):
        await here.service.tables.do(1, Cause(CEM.user), votes.resume, CEM.user)
    assert not (await here.service.tables.do(1, Cause(BEN.user), votes.resume, BEN.user)).is_paused


def lost(draft: Draft) -> None:
    draft.facts.first_message = 1
    votes.rest_after_loss(draft, draft.table.seq + 5, 2, 3)


async def test_a_rematch_begins_without_a_host_who_is_away_for_a_day(here: Reception) -> None:
    table = await here.begin("draw", GAMES["draw"].presets["sprint"], ANA, BEN, CEM)
    await played_out(here.service, table)
    for person in (CEM, BEN):
        await here.service.tables.do(1, Cause(person.user), rematch.agree, person.user)
    here.clock.time += DAY - 1
    assert (await here.service.tables.do(1, Cause(BEN.user), rematch.agree, BEN.user)).standing.rematch.next is None
    here.clock.time += 1
    assert (await here.service.tables.do(1, Cause(CEM.user), rematch.agree, CEM.user)).standing.rematch.next is None
    after = (await here.service.tables.do(1, Cause(BEN.user), rematch.agree, BEN.user)).standing.rematch.next
    assert after is not None
    assert [p.user for p in (await here.service.tables.table(after.table, ANY)).seats] == [CEM.user, BEN.user]
