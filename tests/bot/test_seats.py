"""Computer players in seats: who may seat them, what they may do, and what the log tells of it."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator

import pytest

from bot.store import Store
from bot.table.model import ANY, Hint, Person, Status, Table
from bot.table.refusals import Damaged, NotSeated, NotStarted, NotYourTurn, Over, Refusal, Stale
from bot.table.transcript import transcript
from bot.table.verify import verify
from bot.tables import Tables
from bot.talk.words import mentions, plain, plain_names
from engine.game import DEALER
from engine.players import best
from engine.words import Words, msg
from tests.bot.games import CARDS_GAME, GAMES, boldest
from tests.bot.tools import ANA, BEN, CEM, CHANNEL, DOT, EVE, GUILD, FixedClock, dealt, play_on, played_out, running


@pytest.fixture
async def tables(sqlite_address: str) -> AsyncIterator[Tables]:
    store = await Store.open(sqlite_address)
    yield Tables(store, GAMES, FixedClock())
    await store.close()


async def opened(tables: Tables, *players: str) -> Table:
    """Ana's table with these computer players."""
    table = await tables.new("cards", ANA, GUILD, CHANNEL)
    for player in players:
        table = await tables.add_player(table.id, ANA.user, player)
    return table


async def begun(tables: Tables, *players: str) -> Table:
    """The same, dealt."""
    table = await opened(tables, *players)
    await tables.start(table.id, ANA.user)
    return await dealt(tables, table.id)


def kinds(table: Table) -> list[str | None]:
    return [person.player for person in table.seats]


async def test_the_host_fills_seats_with_computer_players_of_any_strength(tables: Tables) -> None:
    table = await opened(tables, "easy", "hard", "easy")
    assert kinds(table) == [None, "easy", "hard", "easy"]
    assert len({person.name for person in table.seats}) == 4
    with pytest.raises(Refusal, match="All seats of this table are taken"):
        await tables.add_player(table.id, ANA.user, "easy")


async def test_only_the_host_seats_and_removes_computer_players(tables: Tables) -> None:
    table = await opened(tables, "easy")
    await tables.join(table.id, BEN)
    with pytest.raises(Refusal, match="only the host can do that"):
        await tables.add_player(table.id, BEN.user, "easy")
    with pytest.raises(Refusal, match="only the host can do that"):
        await tables.remove_player(table.id, BEN.user)
    with pytest.raises(NotSeated):
        await tables.add_player(table.id, EVE.user, "easy")


async def test_a_strength_that_the_game_does_not_have_is_refused(tables: Tables) -> None:
    table = await opened(tables)
    with pytest.raises(Refusal, match="There are: easy, medium, hard"):
        await tables.add_player(table.id, ANA.user, "perfect")


async def test_the_last_computer_player_is_removed_or_the_one_that_is_named(tables: Tables) -> None:
    table = await opened(tables, "easy", "medium", "hard")
    table = await tables.remove_player(table.id, ANA.user)
    assert kinds(table) == [None, "easy", "medium"]
    table = await tables.remove_player(table.id, ANA.user, table.seats[1].name)
    assert kinds(table) == [None, "medium"]
    with pytest.raises(Refusal, match="No such computer player"):
        await tables.remove_player(table.id, ANA.user, ANA.name)


async def test_a_person_takes_the_place_of_a_computer_player_where_no_seat_is_left(tables: Tables) -> None:
    table = await opened(tables, "easy", "medium", "hard")
    table = await tables.join(table.id, BEN)
    assert kinds(table) == [None, "easy", "medium", None]
    assert table.seats[3] == BEN
    for person in (CEM, DOT):
        table = await tables.join(table.id, person)
    assert kinds(table) == [None] * 4
    with pytest.raises(Refusal, match="All seats of this table are taken"):
        await tables.join(table.id, EVE)


async def test_the_host_who_leaves_is_followed_by_a_person(tables: Tables) -> None:
    table = await opened(tables, "easy")
    await tables.join(table.id, BEN)
    table = await tables.leave(table.id, ANA.user)
    assert (table.host, table.status) == (BEN.user, Status.LOBBY)


async def test_computer_players_alone_wait_for_nobody(tables: Tables) -> None:
    table = await opened(tables, "easy", "hard")
    table = await tables.leave(table.id, ANA.user)
    assert (table.status, table.seats) == (Status.CLOSED, ())
    assert await tables.table(table.id, ANY) == table


async def test_one_person_and_computer_players_can_begin(tables: Tables) -> None:
    table = await begun(tables, "easy", "easy")
    assert table.status is Status.RUNNING


async def test_a_name_tells_a_computer_player_and_its_strength_and_nobody_else_can_have_it(tables: Tables) -> None:
    table = await opened(tables, "easy", "medium", "hard")
    assert plain_names(table.seats) == ("Ana", "🤖¹ Bolt", "🤖² Chip", "🤖³ Dot")
    assert mentions(table.seats) == (f"<@{ANA.user}>", "🤖¹ Bolt", "🤖² Chip", "🤖³ Dot")
    assert plain("🤖³ Dot") == "3 Dot"
    assert mentions([Person(7, "Zoe", "medium")]) == ("🤖² <@7>",)


async def answered(tables: Tables, table: Table) -> Table:
    """The table after the computer player that is to act has done its best."""
    question = await tables.question(table.id)
    assert question is not None
    assert table.mover is not None
    notation = best(boldest(question.observation))
    return (await tables.act(table.id, table.mover, table.position_seq, notation)).table


async def played(tables: Tables, table: Table) -> Table:
    """The table at its end."""
    while table.status is Status.RUNNING:
        theirs = table.mover is not None and table.mover.player is not None
        table = await (answered if theirs else play_on)(tables, table)
    return table


async def test_a_game_with_computer_players_is_a_record_that_can_be_checked_and_read(tables: Tables) -> None:
    table = await played(tables, await begun(tables, "hard", "easy"))
    record = await tables.record(table.id)
    assert [json.loads(step.notation)["player"] for step in record.steps if step.kind == "seat"] == ["hard", "easy"]
    lines, code = verify(record.to_json(), GAMES)
    assert (code, str(lines[-1])[:10]) == (0, "Everything")
    assert "Players: Ana, 🤖³ Bolt" in transcript(record, CARDS_GAME, msg("Cards 1"), Words(plain_names(table.seats)))


async def test_a_record_tells_who_played_for_somebody_who_was_away(tables: Tables) -> None:
    table = await running(tables)
    seat = table.to_act
    assert seat is not None
    table = await tables.sit(table.id, seat, "hard")
    assert table.seats[seat].player == "hard"
    assert table.seats[seat].user in (ANA.user, BEN.user)
    table = await answered(tables, table)
    table = await tables.take_back(table.id, table.seats[seat].user)
    assert table.seats[seat].player is None
    table = await played_out(tables, table)
    text = transcript(await tables.record(table.id), CARDS_GAME, msg("Cards 1"), Words(table.names))
    assert f"A computer player (hard) goes on for {table.names[seat]}." in text
    assert f"{table.names[seat]} plays again." in text


async def test_sitting_down_twice_and_coming_back_twice_are_one_step_each(tables: Tables) -> None:
    table = await running(tables)
    once = await tables.sit(table.id, 0, "hard")
    assert (await tables.sit(table.id, 0, "hard")).seq == once.seq == table.seq + 1
    back = await tables.take_back(table.id, ANA.user)
    assert (await tables.take_back(table.id, ANA.user)).seq == back.seq == once.seq + 1
    assert back.position_seq == table.position_seq
    with pytest.raises(NotSeated):
        await tables.take_back(table.id, EVE.user)


async def test_nobody_sits_in_for_others_before_the_start_or_after_the_end(tables: Tables) -> None:
    table = await opened(tables, "easy")
    with pytest.raises(NotStarted):
        await tables.sit(table.id, 0, "hard")
    over = await played_out(tables, await running(tables))
    with pytest.raises(Over):
        await tables.sit(over.id, 0, "hard")


async def test_who_was_away_and_acts_is_there_again_and_a_repeated_press_changes_nothing(tables: Tables) -> None:
    table = await running(tables)
    seat, person = table.to_act, table.mover
    assert seat is not None
    assert person is not None
    await tables.sit(table.id, seat, "hard")
    notation = (await tables.choices(person.user))[0].choice.notation
    first = await tables.act(table.id, person, table.position_seq, notation, interaction=5)
    again = await tables.act(table.id, person, table.position_seq, notation, interaction=5)
    assert (again.seq, again.events, len(first.events)) == (first.seq, first.events, 1)
    assert first.table.seats[seat] == person
    assert [step.kind for step in await tables.history(table.id, table.seq, None)] == ["seat", "seat", "act"]


async def test_a_computer_player_is_too_late_once_its_person_is_back(tables: Tables) -> None:
    table = await running(tables)
    assert table.to_act is not None
    sitting = await tables.sit(table.id, table.to_act, "hard")
    question = await tables.question(table.id)
    assert question is not None
    assert sitting.mover is not None
    await tables.take_back(table.id, sitting.mover.user)
    with pytest.raises(Stale):
        await tables.act(table.id, sitting.mover, table.position_seq, question.at_deadline)


async def test_a_computer_player_cannot_act_in_anothers_turn(tables: Tables) -> None:
    table = await begun(tables, "easy", "easy")
    others = [person for seat, person in enumerate(table.seats) if person.computer and seat != table.to_act]
    with pytest.raises(Stale):
        await tables.act(table.id, others[0], table.position_seq, "play 1")


async def test_a_person_has_no_seat_where_only_computer_players_are_nobody(tables: Tables) -> None:
    table = await begun(tables, "easy")
    assert table.seat_of(0) is None
    assert (await tables.observe(table.id, 0)).observation.hand == ()


async def test_the_question_is_what_the_seat_to_act_may_know(tables: Tables) -> None:
    table = await opened(tables, "easy")
    assert await tables.question(table.id) is None
    started = await tables.start(table.id, ANA.user)
    assert started.to_act == DEALER
    assert await tables.question(table.id) is None
    table = await dealt(tables, table.id)
    question = await tables.question(table.id)
    assert question is not None
    assert question.observation.viewer == question.seat == table.to_act
    assert question == await tables.question(table.id)
    assert "observation" not in repr(question)
    assert str(question.seed) not in repr(question)


async def test_the_seed_of_a_question_is_another_in_each_position_and_at_each_table(tables: Tables) -> None:
    seeds = list[int]()
    for _ in range(2):
        table = await begun(tables, "easy")
        for _ in range(3):
            question = await tables.question(table.id)
            assert question is not None
            seeds.append(question.seed)
            table = await play_on(tables, table)
    assert len(set(seeds)) == 6


async def test_tables_where_a_computer_player_is_to_act_are_found(store: Store) -> None:
    tables = Tables(store, GAMES, FixedClock())
    table, _lobby = await begun(tables, "easy"), await opened(tables, "easy")
    waiting = []
    while table.status is Status.RUNNING:
        theirs = table.to_act not in (None, DEALER) and table.mover is not None and table.mover.player is not None
        assert (table.id in await tables.waiting_for_players()) == theirs
        waiting.append(theirs)
        table = await play_on(tables, table)
    assert set(waiting) == {True, False}


async def test_seats_that_are_not_those_of_the_log_are_found(tables: Tables) -> None:
    table = await begun(tables, "easy")
    stored = await tables._store.run(lambda tx: tx.seats(table.id))
    changed = [seat._replace(player="hard") if seat.player else seat for seat in stored]
    await tables._store.run(lambda tx: tx.save_seats(table.id, changed))
    tables._kept.clear()
    with pytest.raises(Damaged):
        await tables.table(table.id, ANY)


async def test_hints_are_for_one_person_among_computer_players_or_where_the_host_allows_them(tables: Tables) -> None:
    assert (await opened(tables, "easy", "hard")).hints_allowed
    table = await running(tables)
    assert not table.hints_allowed
    assert table.mover is not None
    with pytest.raises(Refusal, match="no hints in this game"):
        await tables.hint_about(table.id, table.mover.user)
    lobby = await opened(tables, "easy")
    await tables.join(lobby.id, BEN)
    with pytest.raises(Refusal, match="only the host can do that"):
        await tables.allow_hints(lobby.id, BEN.user, allowed=True)
    assert (await tables.allow_hints(lobby.id, ANA.user, allowed=True)).hints_allowed
    assert not (await tables.allow_hints(lobby.id, ANA.user, allowed=False)).hints_allowed


async def test_a_hint_is_written_down_once_in_each_position_and_read_by_nobody_else(tables: Tables) -> None:
    table = await opened(tables, "easy")
    await tables.join(table.id, BEN)
    await tables.allow_hints(table.id, ANA.user, allowed=True)
    await tables.start(table.id, ANA.user)
    table = await dealt(tables, table.id)
    while table.mover != ANA:
        table = await play_on(tables, table)
    question, before = await tables.hint_about(table.id, ANA.user)
    assert before is None
    hint = Hint(table.position_seq, question.observation.choices[0].notation)
    for _ in range(2):
        await tables.hint(table.id, ANA.user, hint)
    assert (await tables.hint_about(table.id, ANA.user))[1] == hint
    told = [await tables.history(table.id, table.seq, viewer) for viewer in (ANA.user, BEN.user, None)]
    assert [[step.notation for step in steps] for steps in told] == [[hint.notation], [None], [None]]
    assert (await tables.table(table.id, ANY)).position_seq == table.position_seq
    assert hint.notation not in repr(hint)
    with pytest.raises(NotYourTurn):
        await tables.hint_about(table.id, BEN.user)
    after = await play_on(tables, table)
    with pytest.raises(Refusal):
        await tables.hint(after.id, ANA.user, hint)
