"""Practice games by themselves: one at a time, and closed after a day."""

from __future__ import annotations

from unittest.mock import patch

import pytest

from bot.desk import play
from bot.desk import practice as desk
from bot.desk.ask import Ask
from bot.desk.caller import Caller
from bot.service import Service
from bot.store import Store
from bot.table.clock.pace import DAY, HOUR
from bot.table.limits import Limits
from bot.table.log.fold import find_deal
from bot.table.log.model import ANY, Status, Table
from bot.table.record.stepwise import run_to_end
from bot.table.refusals import Refusal, Unknown
from bot.table.rules import practice as rules
from bot.table.rules import rematch
from bot.talk import practice as talk
from bot.talk.letter import ControlId, Letter, Purpose
from engine.deal import short_hash
from engine.game import DEALER, Deal
from engine.words import Words
from tests.bot.asking import tools
from tests.bot.games import GAMES
from tests.bot.tools import ANA, BEN, EVE, GUILD, FixedClock, play_on, play_to_end, started_table


async def test_a_day_without_a_move_closes_it_and_not_a_minute_earlier(service: Service, clock: FixedClock) -> None:
    table, _ = await service.practice.begin("cards", "", ANA.cause(), ANA)
    clock.time += DAY - 60
    assert (await service.clockwork.tick(table.id)).status is Status.RUNNING
    clock.time += 60
    assert table.id in await service.clockwork.find_due()
    assert (await service.clockwork.tick(table.id)).status is Status.CLOSED
    assert await service.practice.running_game_of(ANA.user) is None


async def test_the_one_before_is_closed_and_does_not_count_among_the_tables_of_a_person(service: Service) -> None:
    first, none = await service.practice.begin("cards", "", ANA.cause(1), ANA)
    second, ended = await service.practice.begin("cards", "", ANA.cause(2), ANA)
    assert (list(none), [table.id for table in ended]) == ([], [first.id])
    going = await service.practice.running_game_of(ANA.user)
    assert going is not None
    assert going.id == second.id
    assert await service.listing.open_tables_of(ANA.user) == []
    again, _ = await service.practice.begin("cards", "", ANA.cause(2), ANA)
    assert again.id == second.id


async def test_nobody_fills_the_database_with_practice_games_and_a_refused_one_leaves_the_last_as_it_is(
    store: Store, clock: FixedClock
) -> None:
    service = Service.of(store, GAMES, clock, limits=Limits(practice_games_an_hour=2))
    for number in (1, 2):
        last, _ = await service.practice.begin("cards", "", ANA.cause(number), ANA)
    with pytest.raises(Refusal, match="2 practice games within an hour"):
        await service.practice.begin("cards", "", ANA.cause(3), ANA)
    going = await service.practice.running_game_of(ANA.user)
    assert going is not None
    assert going.id == last.id
    assert (await service.practice.begin("cards", "", ANA.cause(2), ANA))[0].id == last.id
    await service.practice.begin("cards", "", BEN.cause(4), BEN)
    clock.time += HOUR
    await service.practice.begin("cards", "", ANA.cause(5), ANA)


async def test_a_deal_that_a_channel_is_to_be_promised_first_is_made_by_no_button_of_practice_games(
    service: Service,
) -> None:
    table = await started_table(service)
    assert (await service.practice.deal(table.id)).seq == table.seq
    assert (await play_on(service, table)).round == 1


async def test_a_place_without_a_number_holds_nobodys_practice_game(service: Service) -> None:
    first, _ = await service.practice.begin("cards", "", ANA.cause(1), ANA)
    second, _ = await service.practice.begin("cards", "", ANA.cause(2), ANA)
    assert await service.listing.in_channel(0, list(Status)) == []
    assert await service.listing.newest_in(0, 9) == []
    assert await service.listing.last_ended(0, list(Status)) is None
    for table in (first, second):
        with pytest.raises(Unknown):
            await service.listing.find_by_number(None, 0, table.number)


async def test_a_practice_game_that_is_over_has_no_rematch_whatever_id_is_made_up(service: Service) -> None:
    table, _ = await service.practice.begin("cards", "", ANA.cause(1), ANA)
    while table.status is Status.RUNNING:
        table = await (service.practice.deal(table.id) if table.to_act == DEALER else play_on(service, table))
    assert table.has_result
    with pytest.raises(Refusal, match="Play a practice game again"):
        await service.tables.do(table.id, ANA.cause(2), rematch.agree, ANA.user)
    assert (await service.tables.table(table.id, ANY)).standing.rematch.next is None


async def test_whoever_practises_in_pairs_has_a_computer_player_as_partner(service: Service) -> None:
    table, _ = await service.practice.begin("cards", "partners", ANA.cause(), ANA)
    assert [person.computer for person in table.seats] == [False, True, True, True]
    assert table.options.sides(4) == ((0, 2), (1, 3))


async def test_practice_offers_each_game_and_its_pairs_and_plays_the_same_again(service: Service) -> None:
    kinds = talk.list_kinds(GAMES)
    assert [(str(name), key) for name, key in kinds] == [("Cards", "cards"), ("Cards: Partners", "cards>partners")]
    for preset, key in ("partners", "cards>partners"), ("short", "cards"):
        table, _ = await service.practice.begin("cards", preset, ANA.cause(), ANA)
        while table.status is Status.RUNNING:
            table = await (service.practice.deal(table.id) if table.to_act == DEALER else play_on(service, table))
        seen = await service.tables.observe(table.id, ANA.user)
        first, *_ = talk.result_letter(GAMES["cards"], seen, Words()).rows
        assert isinstance(first, tuple)
        assert first[0].id == ControlId(Purpose.PRACTICE, 0, data=key)


async def test_practice_in_pairs_goes_on_only_if_pairs_are_asked_for_or_nothing(service: Service) -> None:
    async def ask(kind: str, number: int) -> int:
        typed = {"game": kind} if kind else {}
        shown = Ask(tools(service, games=GAMES), Caller(ANA, "en", number, None, 0), arguments=typed)
        with patch.object(play, "hand", lambda ask, _: answer(ask.table.id)):
            return int((await desk.practice(shown)).text)

    async def answer(table: int) -> Letter:
        return Letter(str(table))

    first = await ask("cards>partners", 1)
    assert await ask("cards>partners", 2) == await ask("", 3) == await ask("cards", 4) == first
    with pytest.raises(Refusal, match="There is no game of that name"):
        await ask("cards>nobody", 5)


async def played_through(service: Service, table: Table) -> Table:
    """Play a practice game to its end."""
    while table.status is Status.RUNNING:
        table = await (service.practice.deal(table.id) if table.to_act == DEALER else play_on(service, table))
    return table


async def test_the_same_deal_can_be_tried_by_another_and_by_a_third_who_tries_it_from_there(service: Service) -> None:
    first = await played_through(service, (await service.practice.begin("cards", "short", ANA.cause(1), ANA))[0])
    second, _ = await service.practice.begin_like(first.id, end(first), BEN.cause(2), BEN)
    second = await played_through(service, second)
    third, _ = await service.practice.begin_like(second.id, end(second), EVE.cause(3), EVE)
    third = await played_through(service, third)
    assert second.options == third.options == first.options
    assert [person.computer for person in second.seats] == [person.computer for person in first.seats]
    assert await hands(service, first) == await hands(service, second) == await hands(service, third)
    other = await played_through(service, (await service.practice.begin("cards", "short", ANA.cause(4), ANA))[0])
    assert await hands(service, other) != await hands(service, first) != []


async def test_a_game_that_goes_on_or_was_closed_or_has_another_head_gives_its_deals_to_nobody(
    service: Service,
) -> None:
    running, _ = await service.practice.begin("cards", "short", ANA.cause(1), ANA)
    due = (await service.tables.log(running.id)).rows
    for head in ("", "x" * 22, *(short_hash(row.hash) for row in due)):
        with pytest.raises(Unknown):
            await service.practice.begin_like(running.id, head, BEN.cause(2), BEN)
    closed, _ = await service.practice.begin("cards", "short", ANA.cause(3), ANA)
    closed, running = await service.tables.table(running.id, ANY), closed
    assert closed.status is Status.CLOSED
    closing = closed.standing.dealing.end
    assert closing is not None
    with pytest.raises(Unknown):
        await service.practice.begin_like(closed.id, closing.short_head, BEN.cause(4), BEN)
    over = await played_through(service, running)
    with pytest.raises(Unknown):
        await service.practice.begin_like(over.id, "A" * 22, BEN.cause(5), BEN)
    assert await service.practice.running_game_of(BEN.user) is None


async def test_a_table_in_a_channel_gives_its_deals_to_nobody_even_when_it_is_over(service: Service) -> None:
    over = await play_to_end(service, await started_table(service))
    ending = over.standing.dealing.end
    assert over.status is Status.OVER
    assert ending is not None
    with pytest.raises(Unknown):
        await service.practice.begin_like(over.id, ending.short_head, BEN.cause(2), BEN)


async def test_the_same_deal_counts_for_no_statistics_best_or_rating(service: Service) -> None:
    first = await played_through(service, (await service.practice.begin("cards", "short", ANA.cause(1), ANA))[0])
    await played_through(service, (await service.practice.begin_like(first.id, end(first), BEN.cause(2), BEN))[0])
    await service.statistics.count_pending_games()
    assert (await service.statistics.recount()).games == 0
    for person in (ANA, BEN):
        assert await service.standings.player(person.user, by=person.user, guild=None) is None
    assert not (await service.standings.best(GUILD, "cards")).players
    assert not [best for best in await service.standings.records(GUILD, "cards") if best.user]


def end(table: Table) -> str:
    """Return the head with which a practice game ended."""
    found = rules.end_of(table)
    assert found
    return found


async def hands(service: Service, table: Table) -> list[Deal]:
    """Return all that was dealt at a table, with what is hidden."""
    log = await service.tables.log(table.id)
    steps = run_to_end(log.replay_steps())
    return [find_deal(step.before, step.deal, log.draft.seeds[step.deal.number]) for step in steps if step.deal]
