"""A table outlives its host: the player who has sat longest has the host's rights once the host left or stays away."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest

from bot.table.clock.pace import DAY
from bot.table.log.draft import Draft
from bot.table.log.host import next_host
from bot.table.log.model import ANY, NO_CAUSE, Person, Status, Table
from bot.table.posts import PostKind
from bot.table.refusals import Refusal
from bot.table.rules import votes
from bot.talk.letter import REMOVE, Purpose
from engine.games import GAMES
from tests.bot.players import Player, open_table
from tests.bot.reception import Reception, labels, reception
from tests.bot.tools import ANA, BEN, CEM, CHANNEL, DOT, EVE, play_to_end

HOST_ONLY = r"Only the host \(.*\) can do that"


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[Reception]:
    async with reception(tmp_path) as made:
        yield made


async def now(here: Reception) -> Table:
    return await here.service.tables.table(1, ANY)


async def waiting(here: Reception, *guests: Person) -> Sequence[Player]:
    """Return the people of a table that waits for its start."""
    return (await open_table(here.service, ANA, *guests, game="draw"))[1]


def player(here: Reception, person: Person) -> Player:
    return Player(here.service, 1, person)


async def set_option(here: Reception, player: Player) -> None:
    """Let a player set an option, and the next time another one."""
    low = (await now(here)).options.text("target") != "50"
    await player.sets_option("target", "50" if low else "60")


async def test_who_has_sat_longest_sets_and_starts_once_the_host_is_away_for_a_day(here: Reception) -> None:
    ana, ben, cem = await waiting(here, BEN, CEM)
    here.clock.time += DAY - 1
    with pytest.raises(Refusal, match=r"Only the host \(.*\) can do that\. If they're gone for a day, .* can\."):
        await set_option(here, ben)
    assert "Start" not in labels(await here.press(BEN, Purpose.BOTS))
    here.clock.time += 1
    with pytest.raises(Refusal, match=HOST_ONLY):
        await set_option(here, cem)
    assert "Start" in labels(await here.press(BEN, Purpose.BOTS))
    await set_option(here, ben)
    assert (await now(here)).host == BEN.user
    with pytest.raises(Refusal, match=HOST_ONLY):
        await set_option(here, ana)
    assert (await ben.starts()).status is Status.RUNNING


@pytest.mark.parametrize("step", ["option", "computer", "removal"])
async def test_what_the_host_does_shows_that_they_are_there(here: Reception, step: str) -> None:
    ana, ben, _ = await waiting(here, BEN, CEM)
    here.clock.time += DAY - 1
    if step == "option":
        await set_option(here, ana)
    elif step == "computer":
        await ana.adds_computer("easy")
    else:
        await here.press(ANA, Purpose.BOTS, data=f"{REMOVE}{CEM.user}")
    here.clock.time += DAY - 1
    with pytest.raises(Refusal, match=HOST_ONLY):
        await set_option(here, ben)
    here.clock.time += 1
    await set_option(here, ben)


async def test_a_refused_try_changes_no_host(here: Reception) -> None:
    _, ben = await waiting(here, BEN)
    here.clock.time += DAY
    with pytest.raises(Refusal):
        await ben.sets_option("target", "many")
    assert (await now(here)).host == ANA.user


async def test_a_host_who_leaves_a_game_is_followed_by_the_player_who_has_sat_longest(here: Reception) -> None:
    await here.begin("draw", GAMES["draw"].presets["block"], ANA, BEN, CEM)
    ana, ben, cem, dot, eve = (player(here, person) for person in (ANA, BEN, CEM, DOT, EVE))
    await ben.leaves()
    await eve.takes_seat(1)
    assert next_host(await now(here)) == CEM.user
    await ana.leaves()
    assert (await now(here)).host == CEM.user
    await dot.takes_seat(0)
    await cem.leaves()
    assert (await now(here)).host == EVE.user


async def test_a_game_whose_moves_are_lost_goes_on_without_its_host_after_a_day(here: Reception) -> None:
    await here.begin("draw", GAMES["draw"].presets["block"], ANA, BEN, CEM)
    await here.service.outbox.store_intent(1, PostKind.DEAL, 1, CHANNEL)
    table = await here.service.tables.do(1, NO_CAUSE, pause_after_loss)
    assert table.is_paused
    ben, cem = (player(here, person) for person in (BEN, CEM))
    here.clock.time += DAY - 1
    with pytest.raises(Refusal, match=r"the host, can resume this game\. If they're gone for a day"):
        await ben.resumes()
    here.clock.time += 1
    with pytest.raises(Refusal, match="the host, can resume"):
        await cem.resumes()
    assert not (await ben.resumes()).is_paused


def pause_after_loss(draft: Draft) -> None:
    draft.facts.first_message = 1
    votes.pause_after_loss(draft, draft.table.seq + 5, 2, 3)


async def test_a_rematch_begins_without_a_host_who_is_away_for_a_day(here: Reception) -> None:
    table = await here.begin("draw", GAMES["draw"].presets["sprint"], ANA, BEN, CEM)
    await play_to_end(here.service, table)
    ben, cem = (player(here, person) for person in (BEN, CEM))
    await cem.agrees_to_rematch()
    await ben.agrees_to_rematch()
    here.clock.time += DAY - 1
    assert (await ben.agrees_to_rematch()).standing.rematch.next is None
    here.clock.time += 1
    assert (await cem.agrees_to_rematch()).standing.rematch.next is None
    after = (await ben.agrees_to_rematch()).standing.rematch.next
    assert after is not None
    assert [p.user for p in (await here.service.tables.table(after.table, ANY)).seats] == [CEM.user, BEN.user]
