"""The door: who may do what, said in a sentence; the same answer for the same press; nothing done twice."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.service import Service
from bot.store import Store
from bot.table.limits import Limits
from bot.table.log.draft import Draft
from bot.table.log.model import ANY, NO_CAUSE, Cause, Person, Status
from bot.table.refusals import NotSeated, NotStarted, NotYourTurn, Over, Refusal, Stale, Unknown
from bot.table.rules import lobby as lobby_rules
from bot.table.rules import ready
from engine.game import DEALER
from engine.words import Words
from tests.bot.databases import threaded
from tests.bot.games import GAMES
from tests.bot.tools import (
    ANA,
    BEN,
    CEM,
    CHANNEL,
    DOT,
    EVE,
    GUILD,
    FixedClock,
    announced,
    dealt,
    first_choice,
    played_out,
    running,
    started,
)

NO_GAME = "There is no such game. Choose one that `/new` lists."
FULL = "All seats of this table are taken. Open another one with `/new`."
NOT_STARTED = "This game hasn't started yet. Its host presses *Start* on its card."


async def test_a_new_table_has_its_host_on_the_first_seat(service: Service) -> None:
    table = await service.tables.new("cards", ANA.by(), ANA, GUILD, CHANNEL, preset="short")
    assert (table.status, table.seats, table.host, table.guild) == (Status.LOBBY, (ANA,), ANA.user, GUILD)
    assert table.options == GAMES["cards"].presets["short"]


async def test_tables_are_numbered_in_each_server(service: Service) -> None:
    numbers = [
        (await service.tables.new("cards", ANA.by(), ANA, guild, CHANNEL)).number
        for guild in (GUILD, GUILD, 5, None, None)
    ]
    assert numbers == [1, 2, 1, 1, 2]


async def test_a_whole_game_runs_from_the_lobby_to_its_end(service: Service) -> None:
    table = await played_out(service, await running(service, ANA, BEN, CEM))
    seen = await service.tables.observe(table.id, None)
    assert table.status is Status.OVER
    assert seen.observation.outcome is not None
    assert table.round == 2


async def refused(kind: type[Refusal], doing: object) -> str:
    """The sentence of a refusal of exactly this kind, with names as the players read it."""
    with pytest.raises(Refusal) as caught:
        await doing  # type: ignore[misc]  # any of the door's coroutines
    assert type(caught.value) is kind
    return Words(["Ana", "Ben"]).text(caught.value.message)


async def test_every_refusal_before_the_game_has_its_sentence(service: Service) -> None:
    lobby = await service.tables.new("cards", ANA.by(), ANA, GUILD, CHANNEL)
    t = lobby.id
    assert await refused(Refusal, service.tables.new("chess", ANA.by(), ANA, GUILD, CHANNEL)) == NO_GAME
    presets = "There is no such preset. There are: Short, Long, Toss."
    assert await refused(Refusal, service.tables.new("cards", ANA.by(), ANA, GUILD, CHANNEL, preset="x")) == presets
    assert await refused(Refusal, service.tables.do(t, Cause(ANA.user), lobby_rules.preset, ANA.user, "x")) == presets
    assert (
        await refused(Refusal, service.tables.do(t, ANA.by(), ready.join, ANA))
        == "You're already in. I'll ping you on your turn."
    )
    assert (
        await refused(Refusal, service.tables.do(t, Cause(ANA.user), ready.start, ANA.user))
        == "Cards needs 2–4 players. You're alone so far. Others can join, or press *Add computer*."
    )
    for person in (BEN, CEM, DOT):
        await service.tables.do(t, person.by(), ready.join, person)
    assert await refused(Refusal, service.tables.do(t, EVE.by(), ready.join, EVE)) == FULL
    assert (
        await refused(NotSeated, service.tables.do(t, Cause(EVE.user), lobby_rules.leave, EVE.user))
        == "You don't play at this table. `/games` lists yours."
    )
    host = "Only the host can do that: Ana. If they stay away for a day, Ben can."
    assert await refused(Refusal, service.tables.do(t, Cause(BEN.user), ready.start, BEN.user)) == host
    assert (
        await refused(Refusal, service.tables.do(t, Cause(BEN.user), lobby_rules.option, BEN.user, "rounds", "3"))
        == host
    )
    assert await refused(
        Refusal, service.tables.do(t, Cause(ANA.user), lobby_rules.option, ANA.user, "colour", "3")
    ) == ("There is no option colour. There are: Rounds, Hand, Toss.")
    assert await refused(
        Refusal, service.tables.do(t, Cause(ANA.user), lobby_rules.option, ANA.user, "rounds", "0")
    ) == ("Rounds can be: a whole number from 1 to 9.")
    too_few = "There are only 12 cards: give each hand fewer."
    assert (
        await refused(Refusal, service.tables.do(t, Cause(ANA.user), lobby_rules.option, ANA.user, "hand", "4"))
        == too_few
    )
    await service.tables.do(t, Cause(DOT.user), lobby_rules.leave, DOT.user)
    await service.tables.do(t, Cause(ANA.user), lobby_rules.option, ANA.user, "hand", "4")
    assert await refused(Refusal, service.tables.do(t, DOT.by(), ready.join, DOT)) == FULL
    assert await refused(NotStarted, service.tables.act(t, ANA.by(), ANA, None, "play 1")) == NOT_STARTED
    assert await refused(NotStarted, service.tables.observe(t, ANA.user)) == NOT_STARTED
    assert await refused(NotStarted, service.tables.record(t)) == NOT_STARTED


async def test_every_refusal_of_a_running_game_has_its_sentence(service: Service) -> None:
    table = await started(service)
    t = table.id
    waiting = "The next round is dealt in a moment. Then you can play."
    assert await refused(NotYourTurn, service.tables.act(t, ANA.by(), ANA, None, "play 1")) == waiting
    table = await running(service)
    t, mover = table.id, table.mover
    other = BEN if mover == ANA else ANA
    assert mover is not None
    assert (
        await refused(NotSeated, service.tables.act(t, EVE.by(), EVE, None, "play 1"))
        == "You don't play at this table. `/games` lists yours."
    )
    assert (
        await refused(NotYourTurn, service.tables.act(t, other.by(), other, None, "play 1"))
        == f"It's {mover.name}'s turn."
    )
    assert (
        await refused(Refusal, service.tables.act(t, mover.by(), mover, None, "fly 1"))
        == "That is not a card of your hand."
    )
    moved_on = "The table has moved on. Here is how it stands now."
    assert await refused(Stale, service.tables.act(t, mover.by(), mover, table.position_seq - 1, "play 1")) == moved_on
    assert (
        await refused(Refusal, service.tables.do(t, EVE.by(), ready.join, EVE))
        == "This game is running already, so you can't join it."
    )
    assert (await refused(Refusal, service.tables.do(t, Cause(ANA.user), lobby_rules.leave, ANA.user))).startswith(
        "The game has begun"
    )
    before = "This game is running already. You can only set that before the start."
    assert (
        await refused(Refusal, service.tables.do(t, Cause(ANA.user), lobby_rules.option, ANA.user, "rounds", "3"))
        == before
    )
    assert await refused(Refusal, service.tables.do(t, Cause(ANA.user), ready.start, ANA.user)) == before


async def test_after_the_end_nothing_can_be_done(service: Service) -> None:
    table = await played_out(service, await running(service, preset="short"))
    t, over = table.id, "This game is over. Open a new table with `/new`."
    assert await refused(Over, service.tables.act(t, ANA.by(), ANA, table.position_seq, "play 1")) == over
    assert await refused(Over, service.tables.do(t, EVE.by(), ready.join, EVE)) == over
    assert await refused(Over, service.tables.do(t, Cause(ANA.user), lobby_rules.leave, ANA.user)) == over


async def test_a_table_of_another_server_is_answered_like_one_that_does_not_exist(service: Service) -> None:
    table = await service.tables.new("cards", ANA.by(), ANA, GUILD, CHANNEL)
    answers = {await refused(Unknown, service.tables.table(t, 5)) for t in (table.id, 999)}
    assert answers == {"I don't know that table here. `/games` lists yours."}
    assert (
        (await service.tables.table(table.id, ANY)).id == (await service.tables.table(table.id, GUILD)).id == table.id
    )
    await refused(Unknown, service.tables.table(table.id, None))


async def test_when_the_host_leaves_the_next_person_is_host_and_the_last_one_closes_the_table(service: Service) -> None:
    table = await service.tables.new("cards", ANA.by(), ANA, GUILD, CHANNEL)
    await service.tables.do(table.id, BEN.by(), ready.join, BEN)
    table = await service.tables.do(table.id, Cause(ANA.user), lobby_rules.leave, ANA.user)
    assert (table.host, table.seats, table.status) == (BEN.user, (BEN,), Status.LOBBY)
    table = await service.tables.do(table.id, Cause(BEN.user), lobby_rules.leave, BEN.user)
    assert (table.seats, table.status) == ((), Status.CLOSED)
    await refused(Over, service.tables.do(table.id, CEM.by(), ready.join, CEM))


async def test_two_people_who_take_the_last_seat_get_one_seat_and_one_sentence(service: Service) -> None:
    table = await service.tables.new("cards", ANA.by(), ANA, GUILD, CHANNEL)
    people = [Person(n, str(n)) for n in range(1, 13)]
    answers = await asyncio.gather(
        *(service.tables.do(table.id, p.by(), ready.join, p) for p in people), return_exceptions=True
    )
    assert sum(isinstance(answer, Refusal) for answer in answers) == 9
    assert len((await service.tables.table(table.id, ANY)).seats) == 4


async def test_twenty_equal_presses_take_one_step(service: Service) -> None:
    table = await running(service)
    assert table.mover is not None
    notation = await first_choice(service, table)
    presses = (
        service.tables.act(table.id, table.mover.by(n), table.mover, table.position_seq, notation) for n in range(20)
    )
    answers = await asyncio.gather(*presses, return_exceptions=True)
    assert sum(isinstance(answer, Stale) for answer in answers) == 19
    assert (await service.tables.table(table.id, ANY)).seq == table.seq + 1


async def test_twenty_deliveries_of_one_press_take_one_step_and_get_one_answer(service: Service) -> None:
    table = await running(service)
    assert table.mover is not None
    notation = await first_choice(service, table)
    presses = (
        service.tables.act(table.id, table.mover.by(77), table.mover, table.position_seq, notation) for _ in range(20)
    )
    answers = await asyncio.gather(*presses)
    assert all(answer == answers[0] for answer in answers)
    assert answers[0].seq == table.seq + 1


async def test_a_press_that_comes_again_much_later_gets_the_events_of_the_first_time(service: Service) -> None:
    table = await running(service, preset="short")
    answers = []
    for interaction in range(2):
        assert table.mover is not None
        notation = await first_choice(service, table)
        answers.append(
            (
                await service.tables.act(table.id, table.mover.by(interaction), table.mover, None, notation),
                table.mover,
                notation,
            )
        )
        table = answers[-1][0].table
    assert len(answers[1][0].events) == 3  # two last cards were played by themselves
    for interaction, (first, mover, notation) in enumerate(answers):
        again = await service.tables.act(table.id, mover.by(interaction), mover, 0, notation)
        assert (again.seq, again.events) == (first.seq, first.events)


async def test_every_lobby_step_that_comes_again_is_done_once(service: Service) -> None:
    for _ in range(2):
        table = await service.tables.new("cards", ANA.by(1), ANA, GUILD, CHANNEL)
        await service.tables.do(table.id, BEN.by(2), ready.join, BEN)
        await service.tables.do(table.id, Cause(BEN.user, 3), lobby_rules.leave, BEN.user)
        await service.tables.do(table.id, Cause(ANA.user, 4), lobby_rules.option, ANA.user, "rounds", "1")
        await service.tables.do(table.id, Cause(ANA.user, 5), lobby_rules.preset, ANA.user, "long")
    final = await service.tables.table(table.id, ANY)
    assert (final.number, final.seq, final.seats, final.options) == (1, 6, (ANA,), GAMES["cards"].presets["long"])
    assert await service.listing.in_channel(CHANNEL) == [final]


async def test_a_press_that_comes_again_is_found_where_its_rule_adds_no_step_the_second_time(service: Service) -> None:
    table = await service.tables.new("cards", ANA.by(), ANA, GUILD, CHANNEL)

    def join_once(draft: Draft) -> None:
        if draft.table.seat_of(BEN.user) is None:
            lobby_rules.join(draft, BEN)
        else:
            draft.table = replace(draft.table, threaded=True)

    for _ in range(2):
        table = await service.tables.do(table.id, BEN.by(77), join_once)
    assert not table.threaded
    assert not (await service.tables.table(table.id, ANY)).threaded


async def test_two_processes_on_one_database_see_each_others_steps(address: str) -> None:
    with threaded():
        stores = [await Store.open(address, alone=False) for _ in range(2)]
    one, two = (Service.of(store, GAMES, FixedClock()) for store in stores)
    table = await running(one)
    while table.status is Status.RUNNING:
        one, two = two, one
        if table.to_act == DEALER:
            table = await one.tables.do(table.id, NO_CAUSE, announced, 10**19 + table.seq)
            continue
        assert table.mover is not None
        notation = await first_choice(two, table)
        press = [
            t.tables.act(table.id, table.mover.by(10**9 + table.seq), table.mover, table.position_seq, notation)
            for t in (one, two)
        ]
        first, second = await asyncio.gather(*press)
        assert first == second
        table = first.table
    assert await one.tables.record(table.id) == await two.tables.record(table.id)
    for store in stores:
        await store.close()


async def test_two_processes_that_open_tables_at_once_give_each_its_number(address: str) -> None:
    with threaded():
        stores = [await Store.open(address, alone=False) for _ in range(2)]
    doors = [
        Service.of(store, GAMES, FixedClock(), limits=Limits(tables_a_person=21, own_tables=21)) for store in stores
    ]
    opened = await asyncio.gather(*(doors[n % 2].tables.new("cards", ANA.by(), ANA, GUILD, CHANNEL) for n in range(20)))
    assert sorted(table.number for table in opened) == list(range(1, 21))
    again = await asyncio.gather(*(doors[n % 2].tables.new("cards", ANA.by(3), ANA, 5, CHANNEL) for n in range(20)))
    assert len({table.id for table in again}) == 1
    for store in stores:
        await store.close()


async def test_nobody_sees_what_another_person_buried(service: Service) -> None:
    table = await running(service)
    assert table.mover is not None
    mine = (await service.tables.observe(table.id, table.mover.user)).observation.hand
    played = await service.tables.act(table.id, table.mover.by(), table.mover, None, f"bury {mine[0]}")
    assert str(mine[0]) in str(played.events[0].describe())
    other = BEN if table.mover == ANA else ANA
    for user in (other.user, EVE.user, None):
        step = (await service.tables.history(table.id, table.seq, user))[0]
        assert step.notation is None
        assert str(step.events[0].describe()).endswith("puts a card.")
    dealt = (await service.tables.history(table.id, table.seq - 1, other.user))[0]
    assert dealt.notation is None
    assert [hand is None for hand in dealt.events[0].hands] == [p != other for p in table.seats]  # type: ignore[attr-defined]  # the test game's event


async def test_the_suggestions_are_the_callers_own_actions_where_it_is_their_turn(service: Service) -> None:
    table = await running(service)
    mover = table.mover
    other = BEN if mover == ANA else ANA
    assert mover is not None
    offers = await service.listing.choices(mover.user, "bury", channel=CHANNEL)
    hand = (await service.tables.observe(table.id, mover.user)).observation.hand
    assert [offer.choice.notation for offer in offers] == [f"bury {card}" for card in hand]
    assert {offer.table.id for offer in offers} == {table.id}
    assert not await service.listing.choices(other.user, "bury")
    assert not await service.listing.choices(EVE.user, "bury")
    assert not await service.listing.choices(mover.user, "bury", channel=5)
    assert not await service.listing.choices(mover.user, "bury", guild=5)
    assert not await service.listing.choices(mover.user, "fly")


async def test_a_persons_open_tables_are_found_by_server_and_channel(service: Service) -> None:
    here = await service.tables.new("cards", ANA.by(), ANA, GUILD, CHANNEL)
    there = await service.tables.new("cards", ANA.by(), ANA, None, 5)
    await service.tables.new("cards", BEN.by(), BEN, GUILD, CHANNEL)
    assert await service.listing.of(ANA.user) == [here, there]
    assert await service.listing.of(ANA.user, GUILD) == [here]
    assert await service.listing.of(ANA.user, None) == [there]
    assert await service.listing.of(ANA.user, channel=5) == [there]
    await service.tables.do(there.id, Cause(ANA.user), lobby_rules.leave, ANA.user)
    assert await service.listing.of(ANA.user) == [here]


async def test_a_table_calls_people_what_discord_calls_them_when_they_act(service: Service) -> None:
    table = await running(service)
    assert table.mover is not None
    renamed = Person(table.mover.user, "Renamed")
    played = await service.tables.act(table.id, renamed.by(), renamed, None, await first_choice(service, table))
    assert renamed in played.table.seats
    assert renamed in (await service.tables.table(table.id, ANY)).seats


async def test_memory_holds_a_bounded_number_of_tables(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.service.repository.KEPT", 3)
    opened = [await running(service) for _ in range(5)]
    assert len(service.repository._cache) == 3
    for table in opened:
        assert (await service.tables.observe(table.id, None)).observation.round == 1


async def test_a_lobby_that_is_older_than_the_program_begins_under_its_rules(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    older = Service.of(store, GAMES, FixedClock())
    lobby = await older.tables.new("cards", ANA.by(), ANA, GUILD, CHANNEL)
    await older.tables.do(lobby.id, BEN.by(), ready.join, BEN)
    for module in ("service.tables", "table.log.fold", "table.rules.lobby"):
        monkeypatch.setattr(f"bot.{module}.RULES_VERSION", 2)
    newer = Service.of(store, GAMES, FixedClock())
    await newer.tables.do(lobby.id, Cause(ANA.user), ready.start, ANA.user)
    assert (await dealt(newer, lobby.id)).status is Status.RUNNING
    row = await store.run(lambda tx: tx.tables.table(lobby.id))
    assert row is not None
    assert row.rules_version == 2


async def test_cancelled_presses_can_be_repeated_for_the_truth(service: Service) -> None:
    table = await running(service, ANA, BEN, preset="long")
    for turn in range(60):
        if table.status is not Status.RUNNING:
            break
        if table.to_act == DEALER:
            table = await service.tables.do(table.id, NO_CAUSE, announced, 10**19 + turn)
            continue
        assert table.mover is not None
        notation = await first_choice(service, table)
        press = (table.id, table.mover.by(turn), table.mover, table.position_seq, notation)
        task = asyncio.create_task(service.tables.act(*press))
        for _ in range(turn):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        played = await service.tables.act(*press)
        assert played.seq >= table.seq + 1
        table = played.table
    assert table.status is Status.OVER
