"""The door: who may do what, said in a sentence; the same answer for the same press; nothing done twice."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from dataclasses import replace
from functools import partial

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
from tests.bot.databases import threaded_sqlite
from tests.bot.games import GAMES
from tests.bot.inside import cached_table
from tests.bot.players import Player, deal_game, mover_at, mover_first, open_table, start_game
from tests.bot.tools import (
    ANA,
    BEN,
    CEM,
    CHANNEL,
    DOT,
    EVE,
    GUILD,
    FixedClock,
    announce_deal,
    first_choice,
    make_deal,
    new_table,
    play_to_end,
    running_table,
)

NO_GAME = "There is no such game. Choose one that `/new` lists."
FULL = "All seats of this table are taken. Open another one with `/new`."
NOT_SEATED = "You don't play at this table. `/games` lists yours."
NOT_STARTED = "This game hasn't started yet. Its host presses *Start* on its card."


async def test_a_new_table_has_its_host_on_the_first_seat(service: Service) -> None:
    table = await new_table(service, ANA, preset="short")
    assert (table.status, table.seats, table.host, table.guild) == (Status.LOBBY, (ANA,), ANA.user, GUILD)
    assert table.options == GAMES["cards"].presets["short"]


async def test_tables_are_numbered_in_each_server(service: Service) -> None:
    numbers = [
        (await service.tables.new("cards", ANA.cause(), ANA, guild, CHANNEL)).number
        for guild in (GUILD, GUILD, 5, None, None)
    ]
    assert numbers == [1, 2, 1, 1, 2]


async def test_a_whole_game_runs_from_the_lobby_to_its_end(service: Service) -> None:
    table = await play_to_end(service, await running_table(service, ANA, BEN, CEM))
    seen = await service.tables.observe(table.id, None)
    assert table.status is Status.OVER
    assert seen.observation.outcome is not None
    assert table.round == 2


async def refusal_of(kind: type[Refusal], doing: Awaitable[object]) -> str:
    """Return the sentence of a refusal of exactly this kind, with names as the players read it."""
    with pytest.raises(Refusal) as caught:
        await doing
    assert type(caught.value) is kind
    return Words(["Ana", "Ben"]).text(caught.value.message)


async def check_refusals(*calls: tuple[type[Refusal], Awaitable[object], str]) -> None:
    """Try one call after the other: each is refused, as what and with which sentence."""
    for kind, call, sentence in calls:
        assert await refusal_of(kind, call) == sentence


async def test_every_refusal_before_the_game_has_its_sentence(service: Service) -> None:
    table, (ana,) = await open_table(service, ANA)
    ben, cem, dot, eve = (Player(service, table.id, person) for person in (BEN, CEM, DOT, EVE))
    new = service.tables.new
    no_option = "There is no option “colour”. There are: Rounds, Hand, Toss, Partners."
    presets = "There is no such preset. There are: Short, Long, Toss, Partners."
    alone = "Cards needs 2–4 players. You're alone so far. Others can join, or press *Add computer*."
    await check_refusals(
        (Refusal, new("chess", ANA.cause(), ANA, GUILD, CHANNEL), NO_GAME),
        (Refusal, new("cards", ANA.cause(), ANA, GUILD, CHANNEL, preset="x"), presets),
        (Refusal, ana.sets_preset("x"), presets),
        (Refusal, ana.joins(), "You're already in. I'll ping you on your turn."),
        (Refusal, ana.starts(), alone),
    )
    for player in (ben, cem, dot):
        await player.joins()
    host = "Only the host (Ana) can do that. If they're gone for a day, Ben can."
    await check_refusals(
        (Refusal, eve.joins(), FULL),
        (NotSeated, eve.leaves_lobby(), NOT_SEATED),
        (Refusal, ben.starts(), host),
        (Refusal, ben.sets_option("rounds", "3"), host),
        (Refusal, ana.sets_option("colour", "3"), no_option),
        (Refusal, ana.sets_option("rounds", "0"), "Rounds can be: a whole number from 1 to 9."),
        (Refusal, ana.sets_option("hand", "4"), "There are only 12 cards: give each hand fewer."),
    )
    await dot.leaves_lobby()
    await ana.sets_option("hand", "4")
    await check_refusals(
        (Refusal, dot.joins(), FULL),
        (NotStarted, ana.plays("play 1"), NOT_STARTED),
        (NotStarted, ana.sees(), NOT_STARTED),
        (NotStarted, service.tables.record(table.id), NOT_STARTED),
    )


async def test_every_refusal_of_a_running_game_has_its_sentence(service: Service) -> None:
    _, (ana, _) = await start_game(service, ANA, BEN)
    waiting = "The next round is dealt in a moment. Then you can play."
    await check_refusals((NotYourTurn, ana.plays("play 1"), waiting))
    table, (ana, ben) = await deal_game(service, ANA, BEN)
    mover, other = mover_first(table, ana, ben)
    eve = Player(service, table.id, EVE)
    before = "The game has already started. You can only change this before the start."
    moved_on = "The table has moved on. Here is how it is now."
    leaving = "The game has begun. `/leave` asks if you want to leave it for good."
    await check_refusals(
        (NotSeated, eve.plays("play 1"), NOT_SEATED),
        (NotYourTurn, other.plays("play 1"), f"{mover.name} is next."),
        (Refusal, mover.plays("fly 1"), "That is not a card of your hand."),
        (Stale, mover.plays("play 1", table.position_seq - 1), moved_on),
        (Refusal, eve.joins(), "The game has already started, so you can't join it."),
        (Refusal, ana.leaves_lobby(), leaving),
        (Refusal, ana.sets_option("rounds", "3"), before),
        (Refusal, ana.starts(), before),
    )


async def test_after_the_end_nothing_can_be_done(service: Service) -> None:
    table, (ana, _) = await deal_game(service, ANA, BEN, preset="short")
    eve = Player(service, table.id, EVE)
    table = await play_to_end(service, table)
    over = "This game is over. Open a new table with `/new`."
    await check_refusals(
        (Over, ana.plays("play 1", table.position_seq), over),
        (Over, eve.joins(), over),
        (Over, ana.leaves_lobby(), over),
    )


async def test_a_table_of_another_server_is_answered_like_one_that_does_not_exist(service: Service) -> None:
    table = await new_table(service, ANA)
    answers = {await refusal_of(Unknown, service.tables.table(t, 5)) for t in (table.id, 999)}
    assert answers == {"I don't know that table here. `/games` lists yours."}
    assert (
        (await service.tables.table(table.id, ANY)).id == (await service.tables.table(table.id, GUILD)).id == table.id
    )
    await refusal_of(Unknown, service.tables.table(table.id, None))


async def test_when_the_host_leaves_the_next_person_is_host_and_the_last_one_closes_the_table(service: Service) -> None:
    table, (ana, ben) = await open_table(service, ANA, BEN)
    cem = Player(service, table.id, CEM)
    table = await ana.leaves_lobby()
    assert (table.host, table.seats, table.status) == (BEN.user, (BEN,), Status.LOBBY)
    table = await ben.leaves_lobby()
    assert (table.seats, table.status) == ((), Status.CLOSED)
    await refusal_of(Over, cem.joins())


async def test_two_people_who_take_the_last_seat_get_one_seat_and_one_sentence(service: Service) -> None:
    table = await new_table(service, ANA)
    others = [Player(service, table.id, Person(n, str(n))) for n in range(1, 13)]
    answers = await asyncio.gather(*(player.joins() for player in others), return_exceptions=True)
    assert sum(isinstance(answer, Refusal) for answer in answers) == 9
    assert len((await service.tables.table(table.id, ANY)).seats) == 4


async def test_twenty_equal_presses_take_one_step(service: Service) -> None:
    table = await running_table(service)
    mover, notation = mover_at(service, table), await first_choice(service, table)
    presses = (mover.acts(notation, table.position_seq, press=n) for n in range(20))
    answers = await asyncio.gather(*presses, return_exceptions=True)
    assert sum(isinstance(answer, Stale) for answer in answers) == 19
    assert (await service.tables.table(table.id, ANY)).seq == table.seq + 1


async def test_twenty_deliveries_of_one_press_take_one_step_and_get_one_answer(service: Service) -> None:
    table = await running_table(service)
    mover, notation = mover_at(service, table), await first_choice(service, table)
    presses = (mover.acts(notation, table.position_seq, press=77) for _ in range(20))
    answers = await asyncio.gather(*presses)
    assert all(answer == answers[0] for answer in answers)
    assert answers[0].seq == table.seq + 1


async def test_a_press_that_comes_again_much_later_gets_the_events_of_the_first_time(service: Service) -> None:
    table = await running_table(service, preset="short")
    answers = []
    for press in range(2):
        mover, notation = mover_at(service, table), await first_choice(service, table)
        answers.append((await mover.acts(notation, press=press), mover, notation))
        table = answers[-1][0].table
    assert len(answers[1][0].events) == 3  # two last cards were played by themselves
    for press, (first, mover, notation) in enumerate(answers):
        again = await mover.acts(notation, 0, press=press)
        assert (again.seq, again.events) == (first.seq, first.events)


async def test_every_lobby_step_that_comes_again_is_done_once(service: Service) -> None:
    for _ in range(2):
        table = await service.tables.new("cards", ANA.cause(1), ANA, GUILD, CHANNEL)
        await service.tables.do(table.id, BEN.cause(2), ready.join, BEN)
        await service.tables.do(table.id, Cause(BEN.user, 3), lobby_rules.leave, BEN.user)
        await service.tables.do(table.id, Cause(ANA.user, 4), lobby_rules.set_option, ANA.user, "rounds", "1")
        await service.tables.do(table.id, Cause(ANA.user, 5), lobby_rules.set_preset, ANA.user, "long")
    final = await service.tables.table(table.id, ANY)
    assert (final.number, final.seq, final.seats, final.options) == (1, 6, (ANA,), GAMES["cards"].presets["long"])
    assert await service.listing.in_channel(CHANNEL) == [final]


async def test_a_press_that_comes_again_is_found_where_its_rule_adds_no_step_the_second_time(service: Service) -> None:
    table = await new_table(service, ANA)

    def join_once(draft: Draft) -> None:
        if draft.table.seat_of(BEN.user) is None:
            lobby_rules.join(draft, BEN)
        else:
            draft.table = replace(draft.table, threaded=True)

    for _ in range(2):
        table = await service.tables.do(table.id, BEN.cause(77), join_once)
    assert not table.threaded
    assert not (await service.tables.table(table.id, ANY)).threaded


async def test_two_processes_on_one_database_see_each_others_steps(address: str) -> None:
    with threaded_sqlite():
        stores = [await Store.open(address, alone=False) for _ in range(2)]
    one, two = (Service.of(store, GAMES, FixedClock()) for store in stores)
    table = await running_table(one)
    while table.status is Status.RUNNING:
        one, two = two, one
        if table.to_act == DEALER:
            table = await one.tables.do(table.id, NO_CAUSE, announce_deal, 10**19 + table.seq)
            continue
        notation, press = await first_choice(two, table), 10**9 + table.seq
        first, second = await asyncio.gather(
            *(mover_at(door, table).acts(notation, table.position_seq, press=press) for door in (one, two))
        )
        assert first == second
        table = first.table
    assert await one.tables.record(table.id) == await two.tables.record(table.id)
    for store in stores:
        await store.close()


async def test_two_processes_that_open_tables_at_once_give_each_its_number(address: str) -> None:
    with threaded_sqlite():
        stores = [await Store.open(address, alone=False) for _ in range(2)]
    doors = [
        Service.of(store, GAMES, FixedClock(), limits=Limits(tables_a_person=21, own_tables=21)) for store in stores
    ]
    new_table = await asyncio.gather(
        *(doors[n % 2].tables.new("cards", ANA.cause(), ANA, GUILD, CHANNEL) for n in range(20))
    )
    assert sorted(table.number for table in new_table) == list(range(1, 21))
    again = await asyncio.gather(*(doors[n % 2].tables.new("cards", ANA.cause(3), ANA, 5, CHANNEL) for n in range(20)))
    assert len({table.id for table in again}) == 1
    for store in stores:
        await store.close()


async def test_nobody_sees_what_another_person_buried(service: Service) -> None:
    table, people = await deal_game(service, ANA, BEN)
    mover, other = mover_first(table, *people)
    mine = (await mover.sees()).hand
    played = await mover.acts(f"bury {mine[0]}")
    assert str(mine[0]) in str(played.events[0].describe())
    for user in (other.user, EVE.user, None):
        step = (await service.tables.history(table.id, table.seq, user))[0]
        assert step.notation is None
        assert str(step.events[0].describe()).endswith("puts a card.")
    dealt = (await service.tables.history(table.id, table.seq - 1, other.user))[0]
    assert dealt.notation is None
    assert [hand is None for hand in dealt.events[0].hands] == [p != other.person for p in table.seats]  # type: ignore[attr-defined]  # the test game's event


async def test_the_suggestions_are_the_callers_own_actions_where_it_is_their_turn(service: Service) -> None:
    table, people = await deal_game(service, ANA, BEN)
    mover, other = mover_first(table, *people)
    offers = await service.listing.choices(mover.user, "bury", channel=CHANNEL)
    hand = (await mover.sees()).hand
    assert [offer.choice.notation for offer in offers] == [f"bury {card}" for card in hand]
    assert {offer.table.id for offer in offers} == {table.id}
    assert not await service.listing.choices(other.user, "bury")
    assert not await service.listing.choices(EVE.user, "bury")
    assert not await service.listing.choices(mover.user, "bury", channel=5)
    assert not await service.listing.choices(mover.user, "bury", guild=5)
    assert not await service.listing.choices(mover.user, "fly")


async def test_a_persons_open_tables_are_found_by_server_and_channel(service: Service) -> None:
    here = await new_table(service, ANA)
    there, (ana,) = await open_table(service, ANA, guild=None, channel=5)
    await new_table(service, BEN)
    assert await service.listing.open_tables_of(ANA.user) == [here, there]
    assert await service.listing.open_tables_of(ANA.user, GUILD) == [here]
    assert await service.listing.open_tables_of(ANA.user, None) == [there]
    assert await service.listing.open_tables_of(ANA.user, channel=5) == [there]
    await ana.leaves_lobby()
    assert await service.listing.open_tables_of(ANA.user) == [here]


async def test_a_table_calls_people_what_discord_calls_them_when_they_act(service: Service) -> None:
    table = await running_table(service)
    renamed = Person(mover_at(service, table).user, "Renamed")
    played = await Player(service, table.id, renamed).plays(await first_choice(service, table))
    assert renamed in played.seats
    assert renamed in (await service.tables.table(table.id, ANY)).seats


async def test_memory_holds_a_bounded_number_of_tables(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.service.repository.CACHED_TABLES", 3)
    new_table = [await running_table(service) for _ in range(5)]
    assert [cached_table(service.repository, table.id).folded.seq > 0 for table in new_table] == [False] * 2 + [
        True
    ] * 3
    for table in new_table:
        assert (await service.tables.observe(table.id, None)).observation.round == 1


async def test_a_lobby_that_is_older_than_the_program_begins_under_its_rules(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    older = Service.of(store, GAMES, FixedClock())
    lobby = await new_table(older, ANA, BEN)
    for module in ("service.tables", "table.log.fold", "table.rules.lobby"):
        monkeypatch.setattr(f"bot.{module}.RULES_VERSION", 2)
    newer = Service.of(store, GAMES, FixedClock())
    await Player(newer, lobby.id, ANA).starts()
    assert (await make_deal(newer, lobby.id)).status is Status.RUNNING
    row = await store.run(lambda tx: tx.tables.table(lobby.id))
    assert row is not None
    assert row.rules_version == 2


async def test_cancelled_presses_can_be_repeated_for_the_truth(service: Service) -> None:
    table = await running_table(service, ANA, BEN, preset="long")
    for turn in range(60):
        if table.status is not Status.RUNNING:
            break
        if table.to_act == DEALER:
            table = await service.tables.do(table.id, NO_CAUSE, announce_deal, 10**19 + turn)
            continue
        mover, notation = mover_at(service, table), await first_choice(service, table)
        press = partial(mover.acts, notation, table.position_seq, press=turn)
        task = asyncio.create_task(press())
        for _ in range(turn):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        played = await press()
        assert played.seq >= table.seq + 1
        table = played.table
    assert table.status is Status.OVER
