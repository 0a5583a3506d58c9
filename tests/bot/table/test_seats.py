"""Computer players in seats: who may seat them, what they may do, and what the log tells of it."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator

import pytest

from bot.service import Service
from bot.store import Store
from bot.table.log.model import ANY, NO_CAUSE, Cause, Hint, Person, Status, Table
from bot.table.record.transcript import transcript
from bot.table.record.verify import verify
from bot.table.refusals import Damaged, NotSeated, NotStarted, NotYourTurn, Over, Refusal, Stale
from bot.table.rules import computers, deadlines, hints, play, ready
from bot.table.rules import lobby as lobby_rules
from bot.talk import computers as talk
from bot.talk.words import mentions, plain, plain_names
from engine.game import DEALER
from engine.players import best
from engine.words import Words, msg
from tests.bot.games import CARDS_GAME, GAMES, boldest
from tests.bot.tools import ANA, BEN, CEM, CHANNEL, DOT, EVE, GUILD, FixedClock, dealt, play_on, played_out, running


@pytest.fixture
async def tables(sqlite_address: str) -> AsyncIterator[Service]:
    store = await Store.open(sqlite_address)
    yield Service.of(store, GAMES, FixedClock())
    await store.close()


async def opened(service: Service, *players: str) -> Table:
    """Ana's table with these computer players."""
    table = await service.tables.new("cards", ANA.by(), ANA, GUILD, CHANNEL)
    for player in players:
        table = await service.tables.do(table.id, Cause(ANA.user), computers.add, ANA.user, player)
    return table


async def begun(service: Service, *players: str) -> Table:
    """The same, dealt."""
    table = await opened(service, *players)
    await service.tables.do(table.id, Cause(ANA.user), ready.start, ANA.user)
    return await dealt(service, table.id)


def kinds(table: Table) -> list[str | None]:
    return [person.player for person in table.seats]


async def test_the_host_fills_seats_with_computer_players_of_any_strength(service: Service) -> None:
    table = await opened(service, "easy", "hard", "easy")
    assert kinds(table) == [None, "easy", "hard", "easy"]
    assert len({person.name for person in table.seats}) == 4
    with pytest.raises(Refusal, match="All seats of this table are taken"):
        await service.tables.do(table.id, Cause(ANA.user), computers.add, ANA.user, "easy")


async def test_computer_players_of_a_table_that_everyone_left_are_told_by_a_sentence(service: Service) -> None:
    table = await opened(service)
    left = await service.tables.do(table.id, Cause(ANA.user), lobby_rules.leave, ANA.user)
    assert str(talk.text(CARDS_GAME, left, may=False)) == "Everyone has left this table."


async def test_only_the_host_seats_and_removes_computer_players(service: Service) -> None:
    table = await opened(service, "easy")
    await service.tables.do(table.id, BEN.by(), ready.join, BEN)
    with pytest.raises(Refusal, match="Only the host can do that"):
        await service.tables.do(table.id, Cause(BEN.user), computers.add, BEN.user, "easy")
    with pytest.raises(Refusal, match="Only the host can do that"):
        await service.tables.do(table.id, Cause(BEN.user), computers.remove, BEN.user)
    with pytest.raises(NotSeated):
        await service.tables.do(table.id, Cause(EVE.user), computers.add, EVE.user, "easy")


async def test_a_strength_that_the_game_does_not_have_is_refused(service: Service) -> None:
    table = await opened(service)
    with pytest.raises(Refusal, match="strengths: easy, medium, hard"):
        await service.tables.do(table.id, Cause(ANA.user), computers.add, ANA.user, "perfect")


async def test_the_last_computer_player_is_removed_or_the_one_that_is_named(service: Service) -> None:
    table = await opened(service, "easy", "medium", "hard")
    table = await service.tables.do(table.id, Cause(ANA.user), computers.remove, ANA.user)
    assert kinds(table) == [None, "easy", "medium"]
    table = await service.tables.do(table.id, Cause(ANA.user), computers.remove, ANA.user, table.seats[1].name)
    assert kinds(table) == [None, "medium"]
    with pytest.raises(Refusal, match="That computer player"):
        await service.tables.do(table.id, Cause(ANA.user), computers.remove, ANA.user, ANA.name)


async def test_a_person_takes_the_place_of_a_computer_player_where_no_seat_is_left(service: Service) -> None:
    table = await opened(service, "easy", "medium", "hard")
    table = await service.tables.do(table.id, BEN.by(), ready.join, BEN)
    assert kinds(table) == [None, "easy", "medium", None]
    assert table.seats[3] == BEN
    for person in (CEM, DOT):
        table = await service.tables.do(table.id, person.by(), ready.join, person)
    assert kinds(table) == [None] * 4
    with pytest.raises(Refusal, match="All seats of this table are taken"):
        await service.tables.do(table.id, EVE.by(), ready.join, EVE)


async def test_the_host_who_leaves_is_followed_by_a_person(service: Service) -> None:
    table = await opened(service, "easy")
    await service.tables.do(table.id, BEN.by(), ready.join, BEN)
    table = await service.tables.do(table.id, Cause(ANA.user), lobby_rules.leave, ANA.user)
    assert (table.host, table.status) == (BEN.user, Status.LOBBY)


async def test_computer_players_alone_wait_for_nobody(service: Service) -> None:
    table = await opened(service, "easy", "hard")
    table = await service.tables.do(table.id, Cause(ANA.user), lobby_rules.leave, ANA.user)
    assert (table.status, table.seats) == (Status.CLOSED, ())
    assert await service.tables.table(table.id, ANY) == table


async def test_one_person_and_computer_players_can_begin(service: Service) -> None:
    table = await begun(service, "easy", "easy")
    assert table.status is Status.RUNNING


async def test_a_name_tells_a_computer_player_and_no_user_can_have_it(service: Service) -> None:
    table = await opened(service, "easy", "medium", "hard")
    assert plain_names(table.seats) == ("Ana", "Bolt\u00a0🤖", "Chip\u00a0🤖", "Dot\u00a0🤖")
    assert mentions(table.seats) == (f"<@{ANA.user}>", "Bolt\u00a0🤖", "Chip\u00a0🤖", "Dot\u00a0🤖")
    assert plain("Dot\u00a0🤖") == "Dot"
    assert mentions([Person(7, "Zoe", "medium")]) == ("🤖\u00a0<@7>",)


async def answered(service: Service, table: Table) -> Table:
    """The table after the computer player that is to act has done its best."""
    question = await service.tables.see(table.id, play.question_now)
    assert question is not None
    assert table.mover is not None
    notation = best(boldest(question.observation))
    return (await service.tables.act(table.id, table.mover.by(), table.mover, table.position_seq, notation)).table


async def played(service: Service, table: Table) -> Table:
    """The table at its end."""
    while table.status is Status.RUNNING:
        theirs = table.mover is not None and table.mover.player is not None
        table = await (answered if theirs else play_on)(service, table)
    return table


async def test_a_game_with_computer_players_is_a_record_that_can_be_checked_and_read(service: Service) -> None:
    table = await played(service, await begun(service, "hard", "easy"))
    record = await service.tables.record(table.id)
    assert [json.loads(step.notation)["player"] for step in record.steps if step.kind == "seat"] == ["hard", "easy"]
    lines, code, _ = verify(record.to_json(), GAMES)
    assert (code, str(lines[-2])) == (2, "The moves follow the rules.")
    told = transcript(record, CARDS_GAME, msg("Cards 1"), Words(plain_names(table.seats)))
    assert "Players: Ana, Bolt\u00a0🤖 (hard), Chip\u00a0🤖 (easy)" in told


async def test_a_record_tells_who_played_for_somebody_who_was_away(service: Service) -> None:
    table = await running(service)
    seat = table.to_act
    assert seat is not None
    table = await service.tables.do(table.id, NO_CAUSE, computers.sit, seat, "hard")
    assert table.seats[seat].player == "hard"
    assert table.seats[seat].user in (ANA.user, BEN.user)
    table = await answered(service, table)
    table = await service.tables.do(
        table.id, Cause(table.seats[seat].user), computers.take_back, table.seats[seat].user
    )
    assert table.seats[seat].player is None
    table = await played_out(service, table)
    text = transcript(await service.tables.record(table.id), CARDS_GAME, msg("Cards 1"), Words(table.names))
    assert f"A computer player (hard) takes over for {table.names[seat]}." in text
    assert f"{table.names[seat]} is back." in text


async def test_sitting_down_twice_and_coming_back_twice_are_one_step_each(service: Service) -> None:
    table = await running(service)
    once = await service.tables.do(table.id, NO_CAUSE, computers.sit, 0, "hard")
    assert (await service.tables.do(table.id, NO_CAUSE, computers.sit, 0, "hard")).seq == once.seq == table.seq + 1
    back = await service.tables.do(table.id, Cause(ANA.user), computers.take_back, ANA.user)
    assert (
        (await service.tables.do(table.id, Cause(ANA.user), computers.take_back, ANA.user)).seq
        == back.seq
        == once.seq + 1
    )
    assert back.position_seq == table.position_seq
    with pytest.raises(NotSeated):
        await service.tables.do(table.id, Cause(EVE.user), computers.take_back, EVE.user)


async def test_nobody_sits_in_for_others_before_the_start_or_after_the_end(service: Service) -> None:
    table = await opened(service, "easy")
    with pytest.raises(NotStarted):
        await service.tables.do(table.id, NO_CAUSE, computers.sit, 0, "hard")
    over = await played_out(service, await running(service))
    with pytest.raises(Over):
        await service.tables.do(over.id, NO_CAUSE, computers.sit, 0, "hard")


async def test_who_was_away_and_acts_is_there_again_and_a_repeated_press_changes_nothing(service: Service) -> None:
    table = await running(service)
    seat, person = table.to_act, table.mover
    assert seat is not None
    assert person is not None
    await service.tables.do(table.id, NO_CAUSE, computers.sit, seat, "hard")
    notation = (await service.listing.choices(person.user))[0].choice.notation
    first = await service.tables.act(table.id, person.by(5), person, table.position_seq, notation)
    again = await service.tables.act(table.id, person.by(5), person, table.position_seq, notation)
    assert (again.seq, again.events, len(first.events)) == (first.seq, first.events, 1)
    assert first.table.seats[seat] == person
    assert [step.kind for step in await service.tables.history(table.id, table.seq, None)] == ["seat", "seat", "act"]


async def test_a_computer_player_is_too_late_once_its_person_is_back(service: Service) -> None:
    table = await running(service)
    assert table.to_act is not None
    sitting = await service.tables.do(table.id, NO_CAUSE, computers.sit, table.to_act, "hard")
    question = await service.tables.see(table.id, play.question_now)
    assert question is not None
    assert sitting.mover is not None
    await service.tables.do(table.id, Cause(sitting.mover.user), computers.take_back, sitting.mover.user)
    with pytest.raises(Stale):
        await service.tables.act(table.id, sitting.mover.by(), sitting.mover, table.position_seq, question.at_deadline)


async def test_a_computer_player_cannot_act_in_anothers_turn(service: Service) -> None:
    table = await begun(service, "easy", "easy")
    others = [person for seat, person in enumerate(table.seats) if person.computer and seat != table.to_act]
    with pytest.raises(Stale):
        await service.tables.act(table.id, others[0].by(), others[0], table.position_seq, "play 1")


async def test_a_person_has_no_seat_where_only_computer_players_are_nobody(service: Service) -> None:
    table = await begun(service, "easy")
    assert table.seat_of(0) is None
    assert (await service.tables.observe(table.id, 0)).observation.hand == ()


async def test_the_question_is_what_the_seat_to_act_may_know(service: Service) -> None:
    table = await opened(service, "easy")
    assert await service.tables.see(table.id, play.question_now) is None
    started = await service.tables.do(table.id, Cause(ANA.user), ready.start, ANA.user)
    assert started.to_act == DEALER
    assert await service.tables.see(table.id, play.question_now) is None
    table = await dealt(service, table.id)
    question = await service.tables.see(table.id, play.question_now)
    assert question is not None
    assert question.observation.viewer == question.seat == table.to_act
    assert question == await service.tables.see(table.id, play.question_now)
    assert "observation" not in repr(question)
    assert str(question.seed) not in repr(question)


async def test_the_seed_of_a_question_is_another_in_each_position_and_at_each_table(service: Service) -> None:
    seeds = list[int]()
    for _ in range(2):
        table = await begun(service, "easy")
        for _ in range(3):
            question = await service.tables.see(table.id, play.question_now)
            assert question is not None
            seeds.append(question.seed)
            table = await play_on(service, table)
    assert len(set(seeds)) == 6


async def test_tables_where_a_computer_player_is_to_act_are_found(store: Store) -> None:
    service = Service.of(store, GAMES, FixedClock())
    table, _lobby = await begun(service, "easy"), await opened(service, "easy")
    waiting = []
    while table.status is Status.RUNNING:
        theirs = table.to_act not in (None, DEALER) and table.mover is not None and table.mover.player is not None
        assert (table.id in await service.listing.waiting_for_players()) == theirs
        waiting.append(theirs)
        table = await play_on(service, table)
    assert set(waiting) == {True, False}


async def test_seats_that_are_not_those_of_the_log_are_found(service: Service) -> None:
    table = await begun(service, "easy")
    stored = await service.tables._store.run(lambda tx: tx.tables.seats(table.id))
    changed = [seat._replace(player="hard") if seat.player else seat for seat in stored]
    await service.tables._store.run(lambda tx: tx.tables.save_seats(table.id, changed))
    service.repository._cache.clear()
    with pytest.raises(Damaged):
        await service.tables.table(table.id, ANY)


async def test_hints_are_for_one_person_among_computer_players_or_where_the_host_allows_them(service: Service) -> None:
    assert (await opened(service, "easy", "hard")).hints_allowed
    table = await running(service)
    assert not table.hints_allowed
    assert table.mover is not None
    with pytest.raises(Refusal, match="Hints are off in this game"):
        await service.tables.see(table.id, hints.require_hint_question, table.mover.user)
    lobby = await opened(service, "easy")
    await service.tables.do(lobby.id, BEN.by(), ready.join, BEN)
    with pytest.raises(Refusal, match="Only the host can do that"):
        await service.tables.do(lobby.id, Cause(BEN.user), hints.allow, BEN.user, allowed=True)
    assert (await service.tables.do(lobby.id, Cause(ANA.user), hints.allow, ANA.user, allowed=True)).hints_allowed
    assert not (await service.tables.do(lobby.id, Cause(ANA.user), hints.allow, ANA.user, allowed=False)).hints_allowed


async def test_a_hint_or_more_time_asked_for_while_tiles_are_about_to_be_dealt_is_refused_with_a_sentence(
    service: Service,
) -> None:
    table = await opened(service, "easy")
    table = await service.tables.do(table.id, Cause(ANA.user), ready.start, ANA.user)
    with pytest.raises(Refusal, match="dealt in a moment"):
        await service.tables.see(table.id, hints.require_hint_question, ANA.user)
    with pytest.raises(Refusal, match="dealt in a moment"):
        await service.tables.do(table.id, Cause(ANA.user), deadlines.extend, ANA.user, table.position_seq)


async def test_a_hint_is_written_down_once_in_each_position_and_read_by_nobody_else(service: Service) -> None:
    table = await opened(service, "easy")
    await service.tables.do(table.id, BEN.by(), ready.join, BEN)
    await service.tables.do(table.id, Cause(ANA.user), hints.allow, ANA.user, allowed=True)
    await service.tables.do(table.id, Cause(ANA.user), ready.start, ANA.user)
    table = await dealt(service, table.id)
    while table.mover != ANA:
        table = await play_on(service, table)
    question, before = await service.tables.see(table.id, hints.require_hint_question, ANA.user)
    assert before is None
    hint = Hint(table.position_seq, question.observation.choices[0].notation)
    for _ in range(2):
        await service.tables.do(table.id, Cause(ANA.user), hints.give, ANA.user, hint)
    assert (await service.tables.see(table.id, hints.require_hint_question, ANA.user))[1] == hint
    told = [await service.tables.history(table.id, table.seq, viewer) for viewer in (ANA.user, BEN.user, None)]
    assert [[step.notation for step in steps] for steps in told] == [[hint.notation], [None], [None]]
    assert (await service.tables.table(table.id, ANY)).position_seq == table.position_seq
    assert hint.notation not in repr(hint)
    with pytest.raises(NotYourTurn):
        await service.tables.see(table.id, hints.require_hint_question, BEN.user)
    after = await play_on(service, table)
    with pytest.raises(Refusal):
        await service.tables.do(after.id, Cause(ANA.user), hints.give, ANA.user, hint)
