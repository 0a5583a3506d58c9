"""What is kept about a person: all of it is told, and none of it stays once it is deleted."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Iterator
from itertools import count
from pathlib import Path

import psycopg
import pytest

from bot.desk import privacy
from bot.desk.caller import Caller
from bot.desk.privacy import NOTHING
from bot.service import Service
from bot.service.exports import export_as_json
from bot.service.people import CLEANING_INTERVAL
from bot.store import Store
from bot.store.table_lists import ListStatements
from bot.table.limits import Limits
from bot.table.log.model import ANY, Person, Status, Table
from bot.table.log.rows import QuizAnswerRow, QuizRow
from bot.table.log.settled.moderation import Act
from bot.table.posts import PostKind
from bot.table.record.verify import verify
from bot.table.refusals import FORMER, Busy, NotSeated, Refusal
from bot.table.rules import invitations, moderation, removal
from bot.talk.letter import Letter
from bot.talk.operator import Operator
from bot.talk.privacy import PrivacyAction
from engine.game import DEALER
from tests.bot.asking import ask_of
from tests.bot.games import GAMES
from tests.bot.players import Player, deal_game, mover_at, open_table
from tests.bot.tools import (
    ANA,
    BEN,
    CEM,
    CHANNEL,
    EVE,
    GUILD,
    FixedClock,
    first_choice,
    make_deal,
    new_table,
    play_to_end,
    running_table,
)

ZOE = Person(1_234_567_890_123_456_789, "Zoe Quicksilver")
DM = 555_666_777_888_999_000
TRACES = (str(ZOE.user), ZOE.name, "Quicksilver", str(DM))


def caller(person: Person = ZOE) -> Caller:
    return Caller(person, "en", 1, GUILD, CHANNEL)


async def life(service: Service) -> dict[str, Table]:
    """Zoe everywhere: hosting a lobby, as a guest, in a game under way, in one that is over, with wishes."""
    over = await play_to_end(service, await running_table(service, ZOE, BEN, preset="short"))
    await service.preferences.choose(ZOE.user, private_hand=True)
    await service.preferences.change_wishes(ZOE.user, zone="Europe/Berlin", digest=20)
    await service.blocks.add(ZOE.user, EVE.user)
    await service.blocks.add(EVE.user, ZOE.user)
    playing = await running_table(service, ANA, ZOE)
    post = await service.outbox.store_intent(playing.id, PostKind.HAND, playing.seq, DM, 1)
    assert post.pinged == playing.seat_of(ZOE.user)
    await asks_everyone(service, over, ZOE)
    await answers(service)
    _, (_, zoe) = await deal_game(service, ANA, ZOE)
    await zoe.leaves()
    alone = await new_table(service, ZOE)
    hosting = await new_table(service, ZOE, CEM)
    return {"over": over, "playing": playing, "alone": alone, "hosting": hosting}


async def asks_everyone(service: Service, table: Table, person: Person) -> None:
    """Ask everyone what they would have played in a game that is over."""
    row = QuizRow(table.id, person.user, "6-2 on A", "Pass", 0, 3)
    await service.shares.mark_sent(await service.shares.begin(table.id, PostKind.QUIZ, 0, CHANNEL, row), 77)


async def answers(service: Service) -> None:
    """Zoe says what she would have played in a game of others, and has not seen how it ended."""
    table = await play_to_end(service, await running_table(service, ANA, BEN, preset="short"))
    await asks_everyone(service, table, ANA)
    await service.quizzes.answer(table.id, QuizAnswerRow(table.id, ZOE.user, 1, next(_presses)), 77)


async def meets_moderators(service: Service) -> None:
    """Zoe is challenged and invited, reports and is reported, decides as a moderator, and is kept out."""
    await service.tables.new("cards", ANA.cause(), ANA, GUILD, CHANNEL, challenged=ZOE.user)
    waiting = await new_table(service, BEN)
    await service.tables.do(waiting.id, BEN.cause(), invitations.invite, BEN.user, ZOE.user)
    zoe, text = ZOE.cause(next(_presses)), "What Quicksilver did"
    await service.moderation.act(waiting.id, zoe, Act.CLOSE, text, moderation.close, ZOE.user)
    await service.moderation.keep_out(GUILD, ZOE.cause(next(_presses)), BEN.user, 1, "", CHANNEL)
    await service.moderation.report(GUILD, ZOE.cause(next(_presses)), ANA.user, text)
    await service.moderation.report(GUILD, CEM.cause(next(_others)), ZOE.user, text)
    await service.moderation.keep_out(GUILD, EVE.cause(next(_others)), ZOE.user, None, text, CHANNEL)


_others = count(10**12)


def found_in_files(file: Path) -> set[str]:
    """Return which traces are in any of the files of an SQLite database, as text or as numbers."""
    data = b"".join(path.read_bytes() for path in file.parent.glob(f"{file.name}*"))
    numbers = {str(number): number.to_bytes(8, "big") for number in (ZOE.user, DM)}
    return {trace for trace in TRACES if trace.encode() in data or numbers.get(trace, b"\0none\0") in data}


def found_in_rows(address: str) -> set[str]:
    """Return which traces are in any row of a PostgreSQL database."""
    with psycopg.connect(address) as connection:
        names = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
        rows = [str(connection.execute(f'SELECT * FROM "{name}"').fetchall()) for (name,) in names]
    return {trace for trace in TRACES if any(trace in row for row in rows)}


async def test_no_trace_of_a_person_stays_in_the_database(address: str, service: Service) -> None:
    look = found_in_files if address.startswith("sqlite") else None
    place = Path(address.removeprefix("sqlite:///"))
    await life(service)
    await meets_moderators(service)
    before = look(place) if look else found_in_rows(address)
    assert before == set(TRACES)
    await service.people.forget(ZOE.user)
    assert (look(place) if look else found_in_rows(address)) == set()


_presses = count(7_000_000_000_000_000_001, 7_777_777_777)


async def leaves_a_running_game(service: Service) -> None:
    """Zoe gets her hand by private message, plays, and gives her seat up."""
    table, (ana,) = await open_table(service, ANA)
    zoe = Player(service, table.id, ZOE, _presses)
    await zoe.joins()
    await ana.starts()
    table = await make_deal(service, table.id)
    for _ in range(4):
        mover = mover_at(service, table)
        if mover.person == ZOE:
            await service.outbox.store_intent(table.id, PostKind.HAND, table.position_seq, DM, table.to_act)
        notation = await first_choice(service, table)
        table = (await mover.acts(notation, table.position_seq, press=next(_presses))).table
    await zoe.leaves()


async def moves_up_in_a_lobby(service: Service) -> None:
    """Zoe takes the third seat, does this and that, and moves up to the second; then she leaves."""
    table = await new_table(service, ANA)
    ben, zoe = (Player(service, table.id, person, _presses) for person in (BEN, ZOE))
    await ben.joins()
    await zoe.joins()
    await ben.leaves_lobby()
    await zoe.leaves_lobby()


async def sits_down_once(service: Service) -> None:
    """Zoe opens a table, and nothing else."""
    await service.tables.new("cards", ZOE.cause(next(_presses)), ZOE, GUILD, CHANNEL)


async def hosts_computer_players(service: Service) -> None:
    """Zoe's presses change other seats than her own, and she gives a seat away that is not hers."""
    table = await service.tables.new("cards", ZOE.cause(next(_presses)), ZOE, GUILD, CHANNEL)
    zoe = Player(service, table.id, ZOE, _presses)
    await zoe.adds_computer("easy")
    await zoe.removes_computer()
    await zoe.sets_preset("long")
    await Player(service, table.id, BEN).joins()
    await zoe.starts()
    await make_deal(service, table.id)
    await zoe.calls_vote("finish")


STORIES = (
    leaves_a_running_game,
    moves_up_in_a_lobby,
    sits_down_once,
    hosts_computer_players,
    answers,
    meets_moderators,
)


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.__name__)
async def test_no_press_and_no_private_message_of_a_person_stays_whatever_became_of_their_seat(
    address: str, service: Service, story: Callable[[Service], Awaitable[None]]
) -> None:
    first = next(_presses)
    await story(service)
    numbers = {ZOE.user, DM, *range(first, next(_presses), 7_777_777_777)}
    assert len(numbers_in(address, numbers)) > 1
    await service.people.forget(ZOE.user)
    of_others = {ANA.user, BEN.user}
    steps = [
        step
        for person in of_others
        for seat in (await service.people.collect_data(person)).seats
        for step in seat.steps
    ]
    assert numbers_in(address, numbers) == {step.interaction for step in steps} & numbers


def numbers_in(address: str, numbers: set[int]) -> set[int]:
    """Return which of these are anywhere in the files of an SQLite database, or in any row of a PostgreSQL one."""
    if address.startswith("sqlite"):
        file = Path(address.removeprefix("sqlite:///"))
        data = b"".join(path.read_bytes() for path in file.parent.glob(f"{file.name}*"))
        return {number for number in numbers if number.to_bytes(8, "big") in data or str(number).encode() in data}
    with psycopg.connect(address) as connection:
        names = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
        rows = [str(connection.execute(f'SELECT * FROM "{name}"').fetchall()) for (name,) in names]
    return {number for number in numbers if any(str(number) in row for row in rows)}


@pytest.mark.parametrize("before", ["left", "seated"])
async def test_who_deletes_everything_still_takes_no_other_seat_whose_tiles_they_would_see(
    service: Service, before: str
) -> None:
    _, (_, zoe, ben) = await deal_game(service, ANA, ZOE, BEN)
    await ben.leaves()
    if before == "left":
        await zoe.leaves()
    await service.people.forget(ZOE.user)
    with pytest.raises(Refusal, match="You've seen the tiles of another seat"):
        await zoe.takes_seat(2)
    assert (await zoe.takes_seat(1)).seat_of(ZOE.user) == 1


async def test_the_mark_of_a_player_who_left_holds_no_id_and_dies_with_the_game(service: Service) -> None:
    table, (_, zoe) = await deal_game(service, ANA, ZOE, preset="short")
    await zoe.leaves()
    await service.people.forget(ZOE.user)
    (mark,) = await service.store.run(lambda tx: tx.people.departures(table.id))
    assert str(ZOE.user) not in str(mark)
    again, (_, zoe) = await deal_game(service, ANA, ZOE)
    await zoe.leaves()
    (other,) = await service.store.run(lambda tx: tx.people.departures(again.id))
    assert (mark.mark, mark.key) != (other.mark, other.key)  # nobody can tell that both are of one person
    await play_to_end(service, await service.tables.table(table.id, ANY))
    assert await service.store.run(lambda tx: tx.people.departures()) == [other]


async def test_the_file_of_a_person_holds_only_what_that_person_did(service: Service) -> None:
    table, (_, zoe) = await deal_game(service, ANA, ZOE, preset="long")
    cem = Player(service, table.id, CEM)
    did: dict[int, list[str]] = {ANA.user: [], ZOE.user: [], CEM.user: []}
    for turn in range(12):
        table = await make_deal(service, table.id) if table.to_act == DEALER else table
        mover, notation = mover_at(service, table), await first_choice(service, table)
        if mover.user:
            did[mover.user].append(notation)
        table = await mover.plays(notation)
        if turn == 5:
            await zoe.leaves()
            table = await cem.takes_seat()
    for user, notations in did.items():
        kept = await service.people.collect_data(user)
        told = json.loads(export_as_json(user, kept))
        acts = [step["notation"] for seat in told["seats"] for step in seat["steps"] if step["kind"] == "act"]
        assert acts == notations


async def test_after_a_deletion_every_log_can_still_be_replayed_and_checked(service: Service) -> None:
    there = await life(service)
    before = await service.tables.record(there["over"].id)
    await service.people.forget(ZOE.user)
    afresh = Service.of(service.store, GAMES, FixedClock())  # nothing is remembered: all of it is read
    assert (await afresh.tables.table(there["over"].id, ANY)).seats[0] == Person(0, FORMER)
    for table in there.values():
        assert (await afresh.tables.table(table.id, ANY)).seat_of(ZOE.user) is None
    record = await afresh.tables.record(there["over"].id)
    assert record == before
    assert verify(record.to_json(), GAMES).code == 2
    rows = await afresh.tables.history(there["over"].id, 0, None)
    assert {row.seat for row in rows} >= {0, 1}


async def test_a_computer_player_goes_on_for_a_forgotten_player_and_the_others_play_to_the_end(
    service: Service,
) -> None:
    table = (await life(service))["playing"]
    await service.people.forget(ZOE.user)
    table = await service.tables.table(table.id, GUILD)
    assert (table.seats[1].user, table.seats[1].player) == (0, "medium")
    assert table.status is Status.RUNNING
    with pytest.raises(NotSeated):
        await Player(service, table.id, ZOE).takes_seat_back()
    table = await play_to_end(service, table)
    assert table.status is Status.OVER


@pytest.mark.parametrize("ends", ["all agree", "taken out"])
async def test_a_game_that_ends_while_its_player_is_forgotten_keeps_nobody_from_that(
    service: Service, ends: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if ends == "taken out":
        table, (ana, zoe) = await open_table(service, ANA, ZOE)
        await ana.does(removal.take_out, ana.user, str(ZOE.user))
    else:
        table, (ana, zoe) = await deal_game(service, ANA, ZOE)
        await ana.calls_vote("cancel")
        await zoe.says_yes()

    async def before(*_: object) -> list[int]:
        return [table.id]  # what another connection saw a moment ago

    monkeypatch.setattr(ListStatements, "all_open_of", before)
    await service.people.forget(ZOE.user)
    assert (await service.people.collect_data(ZOE.user))._replace(left=(), out=()) == NOTHING


async def test_a_private_message_that_is_refused_after_a_deletion_brings_nothing_back(service: Service) -> None:
    await service.preferences.choose(ZOE.user, private_hand=True)
    await service.people.forget(ZOE.user)
    await service.preferences.note_closed_messages(ZOE.user)
    assert await service.people.collect_data(ZOE.user) == NOTHING


async def test_a_table_that_waits_gets_another_host_and_an_empty_one_is_closed(service: Service) -> None:
    there = await life(service)
    await service.people.forget(ZOE.user)
    hosting = await service.tables.table(there["hosting"].id, GUILD)
    assert (hosting.host, [person.user for person in hosting.seats]) == (CEM.user, [CEM.user])
    assert (await service.tables.table(there["alone"].id, GUILD)).status is Status.CLOSED
    assert await service.listing.open_tables_of(ZOE.user) == []


async def test_a_table_that_a_user_opened_and_left_is_told_and_forgotten_too(service: Service) -> None:
    table, (zoe,) = await open_table(service, ZOE)
    await zoe.leaves_lobby()
    assert "1 table that you opened and left" in (await privacy.show(ask_of(service, caller()))).text
    await service.people.forget(ZOE.user)
    assert (await service.tables.table(table.id, GUILD)).host == 0
    assert (await privacy.show(ask_of(service, caller()))).text.startswith("I keep nothing about you.")


async def test_nobody_else_loses_anything(service: Service) -> None:
    await life(service)
    await service.preferences.choose(ANA.user, private_hand=True)
    before = [await service.people.collect_data(person.user) for person in (ANA, BEN)]
    await service.people.forget(ZOE.user)
    after = [await service.people.collect_data(person.user) for person in (ANA, BEN)]
    for one, other in zip(before, after, strict=True):
        assert other.person == one.person
        assert [(s.seat, s.name, s.steps) for s in other.seats] == [(s.seat, s.name, s.steps) for s in one.seats]


async def test_who_is_forgotten_can_play_again_as_if_never_seen(service: Service) -> None:
    await life(service)
    await service.people.forget(ZOE.user)
    assert (await service.people.collect_data(ZOE.user))._replace(left=()) == NOTHING
    table = await running_table(service, ZOE, BEN)
    assert table.seat_of(ZOE.user) == 0


async def test_what_is_kept_is_told_in_words(service: Service) -> None:
    ask = ask_of(service, caller(), operator=lambda: Operator("ana@example.org"))
    nothing = (await privacy.show(ask)).text
    assert nothing == "I keep nothing about you.\n-# Operator: ana@example.org"
    await life(service)
    text = (await privacy.show(ask)).text
    for part in (
        "\n-# Operator: ana@example.org\n",
        "your Discord id",
        "Zoe Quicksilver",
        "4 tables",
        "your settings",
        "digest",
        "DM",
        "that you asked everyone about a turn of yours in 1 game",
        "your answer to 1 open question about a game",
        "that you block 1 person",
    ):
        assert part in text
    assert len(text) <= 2000


async def test_the_file_holds_all_that_the_database_knows(service: Service) -> None:
    there = await life(service)
    ((name, data),) = (await privacy.export(ask_of(service, caller()))).files
    told = json.loads(data)
    assert name.endswith(".json")
    assert told["user"] == ZOE.user
    assert told["settings"]["private_hand"] is True
    assert told["digest"]["hour"] == 20
    assert told["questions_to_everyone"] == [there["over"].id]
    assert [block["user"] for block in told["you_blocked"]] == [EVE.user]
    ((answer,), (kept,)) = told["answers"], (await service.people.collect_data(ZOE.user)).answers
    assert answer == {"table": kept.table, "choice": 1, "interaction": kept.interaction}
    assert [seat["table"] for seat in told["seats"] if seat["seat"] is not None] == sorted(
        table.id for table in there.values()
    )
    assert all(trace in data.decode() for trace in TRACES)
    assert any(step["kind"] == "act" for step in told["seats"][0]["steps"])
    assert str(ANA.user) not in data.decode()


async def test_who_is_reported_or_blocked_does_not_learn_it_from_what_is_kept_and_deletes_it_all_the_same(
    service: Service,
) -> None:
    nothing = await privacy.show(ask_of(service, caller()))
    await service.moderation.report(GUILD, EVE.cause(1), ZOE.user, "Shouts")
    await service.blocks.add(EVE.user, ZOE.user)
    shown = await privacy.show(ask_of(service, caller()))
    assert (shown.text, shown.rows) == (nothing.text, nothing.rows)
    assert "Shouts" not in export_as_json(ZOE.user, await service.people.collect_data(ZOE.user)).decode()
    asked = await privacy.press(ask_of(service, caller(), PrivacyAction.ASK))
    assert asked.text == "I keep nothing about you."
    ((report, *_),) = await service.moderation.newest(GUILD)
    assert (report.about, report.reason) == (None, "")
    (block,) = await service.blocks.blocks_of(EVE.user)
    assert block.other is None
    assert not await service.blocks.find_admitting(ZOE.cause(), [await new_table(service, EVE)])


async def test_nothing_is_deleted_before_the_second_question(service: Service) -> None:
    await life(service)
    asked = await privacy.press(ask_of(service, caller(), PrivacyAction.ASK))
    assert "You play in 1 game" in asked.text
    assert (await service.people.collect_data(ZOE.user)).seats
    (data,) = [button for button in buttons(asked) if button.endswith(PrivacyAction.DELETE)]
    done = await privacy.press(ask_of(service, caller(), data.rpartition(":")[2]))
    assert "all else about you is deleted" in done.text
    left = await privacy.press(ask_of(service, caller(), PrivacyAction.SHOW))
    assert left.text.startswith("I only keep a mark in 2 running games")
    assert left.rows == ()
    for seat in (await service.people.collect_data(ZOE.user)).left:
        await play_to_end(service, await service.tables.table(seat[0], GUILD))
    assert (await privacy.press(ask_of(service, caller(), PrivacyAction.SHOW))).text.startswith(
        "I keep nothing about you."
    )


async def test_a_deletion_whose_last_part_failed_is_finished_later(
    sqlite_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await Store.open(sqlite_address)
    service = Service.of(store, GAMES, FixedClock())
    await life(service)
    with monkeypatch.context() as patch:
        patch.setattr(store, "clean", _busy)
        done = await privacy.delete(ask_of(service, caller()))
        assert "all else about you is deleted" in done.text
    file = Path(sqlite_address.removeprefix("sqlite:///"))
    assert found_in_files(file) != set()
    await service.people.clean()
    assert found_in_files(file) == set()
    await store.close()


async def test_users_who_delete_repeatedly_make_nobody_wait_for_the_files(
    sqlite_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, cleaned = FixedClock(), list[int]()
    store = await Store.open(sqlite_address)
    service, clean = Service.of(store, GAMES, clock, limits=Limits(own_tables=20)), store.clean

    async def note_cleaning() -> None:
        cleaned.append(clock.time)
        await clean()

    monkeypatch.setattr(store, "clean", note_cleaning)
    for _ in range(3):  # the button of an old message, when nothing is kept
        assert (await privacy.delete(ask_of(service, caller()))).text == "I keep nothing about you."
    assert cleaned == []
    for _ in range(3):
        await life(service)
        await privacy.delete(ask_of(service, caller()))
    assert cleaned == [clock.time]
    clock.time += CLEANING_INTERVAL
    await service.people.clean()
    await service.people.clean()
    assert cleaned == [clock.time - CLEANING_INTERVAL, clock.time]
    assert found_in_files(Path(sqlite_address.removeprefix("sqlite:///"))) == set()
    await store.close()


async def _busy() -> None:
    raise Busy


def buttons(letter: Letter) -> Iterator[str]:
    """Return the ids of a letter's buttons."""
    return (str(button.id) for row in letter.rows if isinstance(row, tuple) for button in row)
