"""Computer players in seats: who may seat them, what they may do, and what the log tells of it."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from bot.service import Service
from bot.store import Store
from bot.table.log.model import ANY, Hint, Person, Status, Table
from bot.table.record.transcript import transcript
from bot.table.record.verify import verify
from bot.table.refusals import Damaged, NotSeated, NotStarted, NotYourTurn, Over, Refusal, Stale
from bot.table.rules import hints, play
from bot.talk import computers as talk
from bot.talk.words import clean_name, mentions, plain_names
from engine.game import DEALER
from engine.players import find_best_action
from engine.words import Words, msg
from tests.bot.games import CARDS_GAME, GAMES, boldest
from tests.bot.players import Player, deal_game, mover_at, open_table
from tests.bot.tools import (
    ANA,
    BEN,
    CEM,
    DOT,
    EVE,
    make_deal,
    new_table,
    play_on,
    play_to_end,
    question_at,
    running_table,
)


def kinds(table: Table) -> list[str | None]:
    return [person.player for person in table.seats]


async def test_the_host_fills_seats_with_computer_players_of_any_strength(service: Service) -> None:
    table, (ana,) = await open_table(service, ANA, computers=["easy", "hard", "easy"])
    assert kinds(table) == [None, "easy", "hard", "easy"]
    assert len({person.name for person in table.seats}) == 4
    with pytest.raises(Refusal, match="All seats of this table are taken"):
        await ana.adds_computer("easy")


async def test_computer_players_of_a_table_that_everyone_left_are_told_by_a_sentence(service: Service) -> None:
    _, (ana,) = await open_table(service, ANA)
    left = await ana.leaves_lobby()
    assert str(talk.text(CARDS_GAME, left, can_change=False)) == "Everyone has left this table."


async def test_only_the_host_seats_and_removes_computer_players(service: Service) -> None:
    table, (_, ben) = await open_table(service, ANA, BEN, computers=["easy"])
    eve = Player(service, table.id, EVE)
    with pytest.raises(Refusal, match=r"Only the host \(.*\) can do that"):
        await ben.adds_computer("easy")
    with pytest.raises(Refusal, match=r"Only the host \(.*\) can do that"):
        await ben.removes_computer()
    with pytest.raises(NotSeated):
        await eve.adds_computer("easy")


async def test_a_strength_that_the_game_does_not_have_is_refused(service: Service) -> None:
    _, (ana,) = await open_table(service, ANA)
    with pytest.raises(Refusal, match="strengths: easy, medium, hard"):
        await ana.adds_computer("perfect")


async def test_the_last_computer_player_is_removed_or_the_one_that_is_named(service: Service) -> None:
    table, (ana,) = await open_table(service, ANA, computers=["easy", "medium", "hard"])
    table = await ana.removes_computer()
    assert kinds(table) == [None, "easy", "medium"]
    table = await ana.removes_computer(table.seats[1].name)
    assert kinds(table) == [None, "medium"]
    with pytest.raises(Refusal, match="That computer player"):
        await ana.removes_computer(ANA.name)


async def test_a_person_takes_the_place_of_a_computer_player_if_no_seat_is_left(service: Service) -> None:
    table = await new_table(service, ANA, computers=["easy", "medium", "hard"])
    ben, cem, dot, eve = (Player(service, table.id, person) for person in (BEN, CEM, DOT, EVE))
    table = await ben.joins()
    assert kinds(table) == [None, "easy", "medium", None]
    assert table.seats[3] == BEN
    await cem.joins()
    table = await dot.joins()
    assert kinds(table) == [None] * 4
    with pytest.raises(Refusal, match="All seats of this table are taken"):
        await eve.joins()


async def test_the_host_who_leaves_is_followed_by_a_person(service: Service) -> None:
    table, (ana,) = await open_table(service, ANA, computers=["easy"])
    await Player(service, table.id, BEN).joins()
    table = await ana.leaves_lobby()
    assert (table.host, table.status) == (BEN.user, Status.LOBBY)


async def test_computer_players_alone_wait_for_nobody(service: Service) -> None:
    table, (ana,) = await open_table(service, ANA, computers=["easy", "hard"])
    table = await ana.leaves_lobby()
    assert (table.status, table.seats) == (Status.CLOSED, ())
    assert await service.tables.table(table.id, ANY) == table


async def test_one_person_and_computer_players_can_begin(service: Service) -> None:
    table = await running_table(service, ANA, computers=["easy", "easy"])
    assert table.status is Status.RUNNING


async def test_a_name_tells_a_computer_player_and_no_user_can_have_it(service: Service) -> None:
    table = await new_table(service, ANA, computers=["easy", "medium", "hard"])
    assert plain_names(table.seats) == ("Ana", "Bolt\u00a0🤖", "Chip\u00a0🤖", "Dot\u00a0🤖")
    assert mentions(table.seats) == (f"<@{ANA.user}>", "Bolt\u00a0🤖", "Chip\u00a0🤖", "Dot\u00a0🤖")
    assert clean_name("Dot\u00a0🤖") == "Dot"
    assert mentions([Person(7, "Zoe", "medium")]) == ("🤖\u00a0<@7>",)


async def play_best(service: Service, table: Table) -> Table:
    """Return the table after the computer player that is to act has done its best."""
    notation = find_best_action(boldest((await question_at(service, table)).observation))
    return await mover_at(service, table).plays(notation, table.position_seq)


async def play_to_the_end(service: Service, table: Table) -> Table:
    """Return the table at its end."""
    while table.status is Status.RUNNING:
        theirs = table.mover is not None and table.mover.player is not None
        table = await (play_best if theirs else play_on)(service, table)
    return table


async def test_a_game_with_computer_players_is_a_record_that_can_be_checked_and_read(service: Service) -> None:
    table = await play_to_the_end(service, await running_table(service, ANA, computers=["hard", "easy"]))
    record = await service.tables.record(table.id)
    assert [json.loads(step.notation)["player"] for step in record.steps if step.kind == "seat"] == ["hard", "easy"]
    lines, code, _ = verify(record.to_json(), GAMES)
    assert (code, str(lines[-2])) == (2, "The moves follow the rules.")
    told = transcript(record, CARDS_GAME, msg("Cards 1"), Words(plain_names(table.seats)))
    assert "Players: Ana, Bolt\u00a0🤖 (hard), Chip\u00a0🤖 (easy)" in told


async def test_a_record_tells_who_played_for_a_player_who_was_away(service: Service) -> None:
    table = await running_table(service)
    away = mover_at(service, table)
    table = await away.stays_away("hard")
    assert table.mover == replace(away.person, player="hard")
    await play_best(service, table)
    table = await away.takes_seat_back()
    assert away.person in table.seats
    table = await play_to_end(service, table)
    text = transcript(await service.tables.record(table.id), CARDS_GAME, msg("Cards 1"), Words(table.names))
    assert f"A computer player (hard) takes over for {away.name}." in text
    assert f"{away.name} is back." in text


async def test_sitting_down_twice_and_coming_back_twice_are_one_step_each(service: Service) -> None:
    table, (ana, _) = await deal_game(service, ANA, BEN)
    eve = Player(service, table.id, EVE)
    once = await ana.stays_away("hard")
    assert (await ana.stays_away("hard")).seq == once.seq == table.seq + 1
    back = await ana.takes_seat_back()
    assert (await ana.takes_seat_back()).seq == back.seq == once.seq + 1
    assert back.position_seq == table.position_seq
    with pytest.raises(NotSeated):
        await eve.takes_seat_back()


async def test_nobody_sits_in_for_others_before_the_start_or_after_the_end(service: Service) -> None:
    _, (ana,) = await open_table(service, ANA, computers=["easy"])
    with pytest.raises(NotStarted):
        await ana.stays_away()
    table, (ana, _) = await deal_game(service, ANA, BEN)
    await play_to_end(service, table)
    with pytest.raises(Over):
        await ana.stays_away()


async def test_who_was_away_and_acts_is_there_again_and_a_repeated_press_changes_nothing(service: Service) -> None:
    table = await running_table(service)
    mover = mover_at(service, table)
    person = mover.person
    await mover.stays_away()
    notation = (await service.listing.choices(person.user))[0].choice.notation
    first = await service.tables.act(table.id, person.cause(5), person, table.position_seq, notation)
    again = await service.tables.act(table.id, person.cause(5), person, table.position_seq, notation)
    assert (again.seq, again.events, len(first.events)) == (first.seq, first.events, 1)
    assert person in first.table.seats
    assert [step.kind for step in await service.tables.history(table.id, table.seq, None)] == ["seat", "seat", "act"]


async def test_a_computer_player_is_too_late_once_its_person_is_back(service: Service) -> None:
    table = await running_table(service)
    away = mover_at(service, table)
    computer = mover_at(service, await away.stays_away())
    question = await question_at(service, table)
    await away.takes_seat_back()
    with pytest.raises(Stale):
        await computer.plays(question.at_deadline, table.position_seq)


async def test_a_computer_player_cannot_act_in_anothers_turn(service: Service) -> None:
    table = await running_table(service, ANA, computers=["easy", "easy"])
    other = next(person for person in table.seats if person.computer and person != table.mover)
    with pytest.raises(Stale):
        await Player(service, table.id, other).plays("play 1", table.position_seq)


async def test_a_person_has_no_seat_if_only_computer_players_are_nobody(service: Service) -> None:
    table = await running_table(service, ANA, computers=["easy"])
    assert table.seat_of(0) is None
    assert (await service.tables.observe(table.id, 0)).observation.hand == ()


async def test_the_question_is_what_the_seat_to_act_may_know(service: Service) -> None:
    table, (ana, _) = await open_table(service, ANA, BEN, computers=["easy"])
    assert await service.tables.read(table.id, play.question_now) is None
    started = await ana.starts()
    assert started.to_act == DEALER
    assert await service.tables.read(table.id, play.question_now) is None
    table = await make_deal(service, table.id)
    question = await question_at(service, table)
    assert question.observation.viewer == question.seat == table.to_act
    assert question == await question_at(service, table)
    assert "observation" not in repr(question)
    assert str(question.seed) not in repr(question)


async def test_the_seed_of_a_question_is_another_in_each_position_and_at_each_table(service: Service) -> None:
    seeds = list[int]()
    for _ in range(2):
        table = await running_table(service, ANA, computers=["easy"])
        for _ in range(3):
            seeds.append((await question_at(service, table)).seed)
            table = await play_on(service, table)
    assert len(set(seeds)) == 6


async def test_tables_where_a_computer_player_is_to_act_are_found(service: Service) -> None:
    table = await running_table(service, ANA, computers=["easy"])
    await new_table(service, ANA, computers=["easy"])
    waiting = []
    while table.status is Status.RUNNING:
        theirs = table.to_act not in (None, DEALER) and table.mover is not None and table.mover.player is not None
        assert (table.id in await service.listing.waiting_for_computers()) == theirs
        waiting.append(theirs)
        table = await play_on(service, table)
    assert set(waiting) == {True, False}


async def test_seats_that_are_not_those_of_the_log_are_found(service: Service, store: Store) -> None:
    table = await running_table(service, ANA, computers=["easy"])
    stored = await store.run(lambda tx: tx.tables.seats(table.id))
    changed = [seat._replace(player="hard") if seat.player else seat for seat in stored]
    await store.run(lambda tx: tx.tables.save_seats(table.id, changed))
    service.repository.uncache()
    with pytest.raises(Damaged):
        await service.tables.table(table.id, ANY)


async def test_hints_are_for_one_person_among_computer_players_or_where_the_host_allows_them(service: Service) -> None:
    assert (await new_table(service, ANA, computers=["easy", "hard"])).hints_allowed
    table = await running_table(service)
    assert not table.hints_allowed
    with pytest.raises(Refusal, match="Hints are off in this game"):
        await mover_at(service, table).asks_for_hint()
    _, (ana, ben) = await open_table(service, ANA, BEN, computers=["easy"])
    with pytest.raises(Refusal, match=r"Only the host \(.*\) can do that"):
        await ben.allows_hints(allowed=True)
    assert (await ana.allows_hints(allowed=True)).hints_allowed
    assert not (await ana.allows_hints(allowed=False)).hints_allowed


async def test_a_hint_or_more_time_asked_for_while_tiles_are_about_to_be_dealt_is_refused_with_a_sentence(
    service: Service,
) -> None:
    _, (ana, _) = await open_table(service, ANA, BEN, computers=["easy"])
    await ana.allows_hints(allowed=True)
    table = await ana.starts()
    with pytest.raises(Refusal, match="dealt in a moment"):
        await ana.asks_for_hint()
    with pytest.raises(Refusal, match="dealt in a moment"):
        await ana.takes_an_hour_more(table.position_seq)


async def test_a_hint_is_written_down_once_in_each_position_and_read_by_nobody_else(service: Service) -> None:
    table, (ana, ben) = await open_table(service, ANA, BEN, computers=["easy"])
    await ana.allows_hints(allowed=True)
    await ana.starts()
    table = await make_deal(service, table.id)
    while table.mover != ANA:
        table = await play_on(service, table)
    question, before = await ana.asks_for_hint()
    assert before is None
    hint = Hint(table.position_seq, question.observation.choices[0].notation)
    for _ in range(2):
        await ana.does(hints.give, ana.user, hint)
    assert (await ana.asks_for_hint())[1] == hint
    told = [await service.tables.history(table.id, table.seq, viewer) for viewer in (ANA.user, BEN.user, None)]
    assert [[step.notation for step in steps] for steps in told] == [[hint.notation], [None], [None]]
    assert (await service.tables.table(table.id, ANY)).position_seq == table.position_seq
    assert hint.notation not in repr(hint)
    with pytest.raises(NotYourTurn):
        await ben.asks_for_hint()
    await play_on(service, table)
    with pytest.raises(Refusal):
        await ana.does(hints.give, ana.user, hint)
