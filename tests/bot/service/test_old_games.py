"""A database with running games of the version before: nobody can play them on, and their players end them together."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from bot.service import Service
from bot.store import Store, Transaction
from bot.table.clock.timing import keep_private, private_in
from bot.table.model import ANY, By, Status
from bot.table.private import Private
from bot.table.refusals import NotSeated, OtherRules, Refusal, Unknown
from bot.table.rules import computers, seats, votes
from bot.table.steps import Kind
from bot.talk.letter import Purpose
from tests.bot.games import GAMES
from tests.bot.reception import labels, reception
from tests.bot.tools import ANA, BEN, CEM, EVE, GUILD, FixedClock, play_on, running

UPDATED = ("bot.table.fold.RULES_VERSION", "bot.service.old.RULES_VERSION")


@pytest.fixture
def address(sqlite_address: str) -> str:
    """One engine is enough here."""
    return sqlite_address


@pytest.fixture
def update() -> Iterator[pytest.MonkeyPatch]:
    with pytest.MonkeyPatch.context() as patch:
        yield patch


def updated(store: Store, update: pytest.MonkeyPatch) -> Service:
    """The next version of the program, with other rules, on the same database."""
    for name in UPDATED:
        update.setattr(name, 2)
    return Service.of(store, GAMES, FixedClock())


async def test_all_who_play_cancel_it_and_the_log_is_one_that_its_own_program_reads(
    store: Store, service: Service, update: pytest.MonkeyPatch
) -> None:
    table = await play_on(service, await running(service, ANA, BEN, CEM))
    newer = updated(store, update)
    assert [row.id for row in await newer.old.all()] == [table.id]
    for user, agreed in ((BEN, 1), (ANA, 2)):
        said = await newer.old.agree(table.id, user.user, user.by(agreed))
        assert (len(said.users), said.of, said.news, said.over) == (agreed, 3, True, False)
    again = await newer.old.agree(table.id, ANA.user, ANA.by(9))
    assert (again.news, again.over) == (False, False)
    with pytest.raises(NotSeated):
        await newer.old.agree(table.id, EVE.user, EVE.by(3))
    with pytest.raises(OtherRules):
        await newer.tables.table(table.id, ANY)
    over = await newer.old.agree(table.id, CEM.user, CEM.by(4))
    assert (over.news, over.over) == (True, True)
    assert await newer.old.all() == []
    assert table.id not in await newer.outbox.unshown()
    update.undo()
    ended = await Service.of(store, GAMES, FixedClock()).tables.table(table.id, ANY)
    assert (ended.status, ended.standing.closed, ended.seq) == (Status.CLOSED, "cancel", over.row.seq)
    assert set(ended.standing.vote.agreed if ended.standing.vote else ()) == {0, 1, 2}


async def test_who_deletes_everything_leaves_nothing_in_the_clock_of_a_game_that_rests(
    store: Store, service: Service, update: pytest.MonkeyPatch
) -> None:
    table = await running(service, ANA, BEN)
    timing = table.timing
    for seat, plan in enumerate(("play 1", "play 2")):
        timing = keep_private(timing, seat, Private((plan,)))

    async def plans(tx: Transaction) -> None:
        row = await tx.tables.table(table.id)
        assert row is not None
        await tx.tables.save_table(row._replace(clock=msgspec.json.encode(timing).decode()), row.seq)

    await store.run(plans)
    await updated(store, update).people.forget(BEN.user)
    (kept,) = await store.run(lambda tx: tx.tables.of_other_rules(2))
    assert [private_in(kept.clock, seat).planned for seat in (0, 1)] == [("play 1",), ()]


async def test_a_player_who_is_away_is_not_asked_and_a_no_of_before_is_forgotten(
    store: Store, service: Service, update: pytest.MonkeyPatch
) -> None:
    table = await running(service, ANA, BEN, CEM)
    await service.tables.do(table.id, ANA.by(), votes.ask, ANA.user, "cancel")
    vote = (await service.tables.table(table.id, ANY)).standing.vote
    assert vote is not None
    await service.tables.do(table.id, BEN.by(), votes.answer, BEN.user, vote.seq, yes=False)
    await service.tables.do(table.id, By(), computers.sit, 2, "easy")
    newer = updated(store, update)
    with pytest.raises(Refusal, match="A computer player plays for you"):
        await newer.old.agree(table.id, CEM.user, CEM.by())
    assert not (await newer.old.agree(table.id, ANA.user, ANA.by())).over
    assert (await newer.old.agree(table.id, BEN.user, BEN.by())).over
    update.undo()
    log = (await Service.of(store, GAMES, FixedClock()).tables.log(table.id)).rows
    assert [row.kind for row in log[-4:]] == [Kind.VOTE, Kind.VOTE, Kind.CLOSE, Kind.END]


async def test_a_player_who_leaves_takes_their_consent_with_them(
    store: Store, service: Service, update: pytest.MonkeyPatch
) -> None:
    table = await running(service, ANA, BEN, CEM)
    await service.tables.do(table.id, ANA.by(), votes.ask, ANA.user, "cancel")
    await service.tables.do(table.id, By(ANA.user), seats.leave, ANA.user)
    await service.tables.do(table.id, EVE.by(), seats.take, EVE)
    newer = updated(store, update)
    said = await newer.old.agree(table.id, BEN.user, BEN.by())
    assert (list(said.users), said.of, said.over) == ([BEN.user], 3, False)
    assert not (await newer.old.agree(table.id, CEM.user, CEM.by())).over
    assert (await newer.old.agree(table.id, EVE.user, EVE.by(8))).over


async def test_of_a_game_of_another_server_nobody_learns_that_it_exists(
    tmp_path: Path, update: pytest.MonkeyPatch
) -> None:
    async with reception(tmp_path, GAMES) as here:
        table = await running(here.service, ANA, BEN)
    for name in UPDATED:
        update.setattr(name, 2)
    async with reception(tmp_path, GAMES) as here:
        rests = await here.press(EVE, Purpose.HAND, table.id)
        assert "End it" in labels(rests)
        for there in (GUILD + 1, None):
            for purpose, data in ((Purpose.HAND, ""), (Purpose.PROPOSE, "old")):
                nothing = await here.press(EVE, Purpose.HAND, table.id + 50, guild=there)
                assert (await here.press(EVE, purpose, table.id, data, guild=there)).text == nothing.text
            assert (await here.press(ANA, Purpose.HAND, table.id, guild=there)).text == rests.text


async def test_a_game_of_today_is_not_ended_so(service: Service) -> None:
    table = await running(service)
    with pytest.raises(Unknown):
        await service.old.agree(table.id, ANA.user, ANA.by())
    assert await service.old.all() == []
