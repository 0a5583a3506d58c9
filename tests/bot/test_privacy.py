"""What is kept about a person: all of it is told, and none of it stays once it is deleted."""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable, Iterator
from itertools import count
from pathlib import Path

import psycopg
import pytest

from bot.caller import Caller
from bot.privacy import NOTHING, Privacy, Wanted, exported
from bot.store import Store
from bot.table.model import ANY, Person, Status, Table
from bot.table.posts import HAND
from bot.table.refusals import Busy, NotSeated, Refusal
from bot.table.rules.entropy import mark
from bot.table.verify import verify
from bot.tables import Tables
from bot.tables.people import SOMEBODY
from bot.talk.letter import Letter
from bot.talk.words import Texts
from engine.game import DEALER
from tests.bot.games import GAMES
from tests.bot.tools import (
    ANA,
    BEN,
    CEM,
    CHANNEL,
    GUILD,
    FixedClock,
    dealt,
    first_choice,
    play_on,
    played_out,
    running,
    started,
)

ZOE = Person(1_234_567_890_123_456_789, "Zoe Quicksilver")
WORD = "xylophone"
DM = 555_666_777_888_999_000
TRACES = (str(ZOE.user), ZOE.name, "Quicksilver", WORD, str(DM))


def caller(person: Person = ZOE) -> Caller:
    return Caller(person, "en", 1, GUILD, CHANNEL)


@pytest.fixture
def privacy(tables: Tables) -> Privacy:
    return Privacy(tables, Texts())


async def life(tables: Tables) -> dict[str, Table]:
    """Zoe everywhere: hosting a lobby, as a guest, in a game under way, in one that is over, with words and wishes."""
    over = await started(tables, ZOE, BEN, preset="short")
    await tables.word(over.id, ZOE.user, WORD)
    over = await played_out(tables, await dealt(tables, over.id))
    await tables.want_private_hand(ZOE.user, True)
    await tables.wish(ZOE.user, zone="Europe/Berlin", digest=20)
    playing = await running(tables, ANA, ZOE)
    await tables.word(playing.id, ZOE.user, WORD)
    post = await tables.intend(playing.id, "hand", playing.seq, DM, 1)
    assert post.pinged == playing.seat_of(ZOE.user)
    gone = await running(tables, ANA, ZOE)
    await tables.give_up(gone.id, ZOE.user)
    alone = await tables.new("cards", ZOE, GUILD, CHANNEL)
    hosting = await tables.new("cards", ZOE, GUILD, CHANNEL)
    await tables.join(hosting.id, CEM)
    return {"over": over, "playing": playing, "alone": alone, "hosting": hosting}


def found_in_files(file: Path) -> set[str]:
    """Which traces are in any of the files of an SQLite database, as text or as numbers."""
    data = b"".join(path.read_bytes() for path in file.parent.glob(f"{file.name}*"))
    numbers = {str(number): number.to_bytes(8, "big") for number in (ZOE.user, DM)}
    return {trace for trace in TRACES if trace.encode() in data or numbers.get(trace, b"\0none\0") in data}


def found_in_rows(address: str) -> set[str]:
    """Which traces are in any row of a PostgreSQL database."""
    with psycopg.connect(address) as connection:
        names = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
        rows = [str(connection.execute(f'SELECT * FROM "{name}"').fetchall()) for (name,) in names]
    return {trace for trace in TRACES if any(trace in row for row in rows)}


async def test_no_trace_of_a_person_stays_in_the_database(address: str, tables: Tables) -> None:
    look = found_in_files if address.startswith("sqlite") else None
    place = Path(address.removeprefix("sqlite:///"))
    await life(tables)
    before = look(place) if look else found_in_rows(address)
    assert before == set(TRACES)
    await tables.forget(ZOE.user)
    assert (look(place) if look else found_in_rows(address)) == set()


_presses = count(7_000_000_000_000_000_001, 7_777_777_777)


async def leaves_a_running_game(tables: Tables) -> None:
    """Zoe gets her hand by private message, plays, and gives her seat up."""
    table = await tables.new("cards", ANA, GUILD, CHANNEL)
    await tables.join(table.id, ZOE, interaction=next(_presses))
    await tables.start(table.id, ANA.user)
    table = await dealt(tables, table.id)
    for _ in range(4):
        assert table.mover is not None
        if table.mover.user == ZOE.user:
            await tables.intend(table.id, HAND, table.position_seq, DM, table.to_act)
        notation = await first_choice(tables, table)
        played = await tables.act(table.id, table.mover, table.position_seq, notation, interaction=next(_presses))
        table = played.table
    await tables.give_up(table.id, ZOE.user, interaction=next(_presses))


async def moves_up_in_a_lobby(tables: Tables) -> None:
    """Zoe takes the third seat, does this and that, and moves up to the second; then she leaves."""
    table = await tables.new("cards", ANA, GUILD, CHANNEL)
    for person in (BEN, ZOE):
        await tables.join(table.id, person, interaction=next(_presses))
    await tables.word(table.id, ZOE.user, WORD, interaction=next(_presses))
    await tables.leave(table.id, BEN.user)
    await tables.word(table.id, ZOE.user, f"{WORD}!", interaction=next(_presses))
    await tables.leave(table.id, ZOE.user, interaction=next(_presses))


async def sits_down_once(tables: Tables) -> None:
    """Zoe opens a table, and nothing else."""
    await tables.new("cards", ZOE, GUILD, CHANNEL, interaction=next(_presses))


async def hosts_computer_players(tables: Tables) -> None:
    """Zoe's presses change other seats than her own, and she gives a seat away that is not hers."""
    table = await tables.new("cards", ZOE, GUILD, CHANNEL, interaction=next(_presses))
    await tables.add_player(table.id, ZOE.user, "easy", interaction=next(_presses))
    await tables.remove_player(table.id, ZOE.user, interaction=next(_presses))
    await tables.preset(table.id, ZOE.user, "long", interaction=next(_presses))
    await tables.join(table.id, BEN)
    await tables.start(table.id, ZOE.user, interaction=next(_presses))
    await dealt(tables, table.id)
    await tables.ask(table.id, ZOE.user, "finish", interaction=next(_presses))


STORIES = (leaves_a_running_game, moves_up_in_a_lobby, sits_down_once, hosts_computer_players)


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.__name__)
async def test_no_press_and_no_private_message_of_a_person_stays_whatever_became_of_their_seat(
    address: str, tables: Tables, story: Callable[[Tables], Awaitable[None]]
) -> None:
    first = next(_presses)
    await story(tables)
    numbers = {ZOE.user, DM, *range(first, next(_presses), 7_777_777_777)}
    assert len(numbers_in(address, numbers)) > 1
    await tables.forget(ZOE.user)
    of_others = {ANA.user, BEN.user}
    steps = [step for person in of_others for seat in (await tables.kept_about(person)).seats for step in seat.steps]
    assert numbers_in(address, numbers) == {step.interaction for step in steps} - {None}


def numbers_in(address: str, numbers: set[int]) -> set[int]:
    """Which of these are anywhere in the files of an SQLite database, or in any row of a PostgreSQL one."""
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
    tables: Tables, before: str
) -> None:
    table = await running(tables, ANA, ZOE, BEN)
    await tables.give_up(table.id, BEN.user)
    if before == "left":
        await tables.give_up(table.id, ZOE.user)
    await tables.forget(ZOE.user)
    with pytest.raises(Refusal, match="You have seen the tiles of another seat"):
        await tables.take_seat(table.id, ZOE, 2)
    await tables.take_seat(table.id, ZOE, 1)
    assert (await tables.table(table.id, ANY)).seat_of(ZOE.user) == 1


async def test_the_mark_of_who_left_holds_no_id_and_dies_with_the_game(tables: Tables) -> None:
    table = await running(tables, ANA, ZOE, preset="short")
    await tables.give_up(table.id, ZOE.user)
    await tables.forget(ZOE.user)
    (mark,) = await tables._store.run(lambda tx: tx.departures(table.id))
    assert str(ZOE.user) not in str(mark)
    again = await running(tables, ANA, ZOE)
    await tables.give_up(again.id, ZOE.user)
    (other,) = await tables._store.run(lambda tx: tx.departures(again.id))
    assert (mark.mark, mark.key) != (other.mark, other.key)  # nobody can tell that both are of one person
    await played_out(tables, await tables.table(table.id, ANY))
    assert await tables._store.run(lambda tx: tx.departures()) == [other]


async def test_the_file_of_a_person_holds_only_what_that_person_did(tables: Tables) -> None:
    table = await running(tables, ANA, ZOE, preset="long")
    did: dict[int, list[str]] = {ANA.user: [], ZOE.user: [], CEM.user: []}
    for turn in range(12):
        table = await dealt(tables, table.id) if table.to_act == DEALER else table
        assert table.mover is not None
        notation = await first_choice(tables, table)
        if table.mover.user:
            did[table.mover.user].append(notation)
        table = (await tables.act(table.id, table.mover, None, notation)).table
        if turn == 5:
            await tables.give_up(table.id, ZOE.user)
            table = await tables.take_seat(table.id, CEM)
    for user, notations in did.items():
        kept = await tables.kept_about(user)
        told = json.loads(exported(user, kept))
        acts = [step["notation"] for seat in told["seats"] for step in seat["steps"] if step["kind"] == "act"]
        assert acts == notations


async def test_after_a_deletion_every_log_can_still_be_replayed_and_checked(tables: Tables) -> None:
    there = await life(tables)
    before = await tables.record(there["over"].id)
    await tables.forget(ZOE.user)
    afresh = Tables(tables._store, GAMES, FixedClock())  # nothing is remembered: all of it is read
    assert (await afresh.table(there["over"].id, ANY)).seats[0] == Person(0, SOMEBODY)
    for table in there.values():
        assert (await afresh.table(table.id, ANY)).seat_of(ZOE.user) is None
    record = await afresh.record(there["over"].id)
    assert record == before
    assert verify(record.to_json(), GAMES).code == 0
    assert len(record.rounds[0].entropy) == 2  # her word still counts, and nobody can tell what it was
    rows = await afresh.history(there["over"].id, 0, None)
    assert {row.seat for row in rows} >= {0, 1}


async def test_a_word_goes_into_the_deal_as_a_mark_that_its_owner_can_repeat(tables: Tables) -> None:
    table = await started(tables, ZOE, BEN, preset="short")
    await tables.word(table.id, ZOE.user, WORD)
    kept = await tables.own_word(table.id, ZOE.user)
    assert re.fullmatch(rf"[0-9a-f]{{32}} {WORD}", kept)
    table = await played_out(tables, await dealt(tables, table.id))
    record = await tables.record(table.id)
    assert record.rounds[0].entropy[1] == mark(kept)
    assert WORD not in record.to_json().decode()


async def test_a_computer_player_goes_on_for_who_is_forgotten_and_the_others_play_to_the_end(tables: Tables) -> None:
    table = (await life(tables))["playing"]
    await tables.forget(ZOE.user)
    table = await tables.table(table.id, GUILD)
    assert (table.seats[1].user, table.seats[1].player) == (0, "medium")
    assert table.status is Status.RUNNING
    with pytest.raises(NotSeated):
        await tables.take_back(table.id, ZOE.user)
    table = await played_out(tables, table)
    assert table.status is Status.OVER


async def test_the_word_of_who_is_forgotten_goes_into_no_further_deal(tables: Tables) -> None:
    table = (await life(tables))["playing"]
    await tables.forget(ZOE.user)
    table = await tables.table(table.id, GUILD)
    while table.round == 1:
        table = await play_on(tables, table)
    table = await tables.table(table.id, GUILD)
    while table.round == 2 and table.status is Status.RUNNING:
        table = await play_on(tables, table)
    reveals = await tables.reveals(table.id)
    assert [len(reveal.entropy) for reveal in reveals[1:]] == [1] * len(reveals[1:])


async def test_a_table_that_waits_gets_another_host_and_an_empty_one_is_closed(tables: Tables) -> None:
    there = await life(tables)
    await tables.forget(ZOE.user)
    hosting = await tables.table(there["hosting"].id, GUILD)
    assert (hosting.host, [person.user for person in hosting.seats]) == (CEM.user, [CEM.user])
    assert (await tables.table(there["alone"].id, GUILD)).status is Status.CLOSED
    assert await tables.of(ZOE.user) == []


async def test_a_table_that_somebody_opened_and_left_is_told_and_forgotten_too(
    tables: Tables, privacy: Privacy
) -> None:
    table = await tables.new("cards", ZOE, GUILD, CHANNEL)
    await tables.leave(table.id, ZOE.user)
    assert "you opened 1 table and left it" in (await privacy.show(caller())).text
    await tables.forget(ZOE.user)
    assert (await tables.table(table.id, GUILD)).host == 0
    assert (await privacy.show(caller())).text == "I keep nothing about you."


async def test_nobody_else_loses_anything(tables: Tables) -> None:
    await life(tables)
    await tables.want_private_hand(ANA.user, True)
    before = [await tables.kept_about(person.user) for person in (ANA, BEN)]
    await tables.forget(ZOE.user)
    after = [await tables.kept_about(person.user) for person in (ANA, BEN)]
    for one, other in zip(before, after, strict=True):
        assert other.person == one.person
        assert [(s.seat, s.name, s.word, s.steps) for s in other.seats] == [
            (s.seat, s.name, s.word, s.steps) for s in one.seats
        ]


async def test_who_is_forgotten_can_play_again_as_if_never_seen(tables: Tables) -> None:
    await life(tables)
    await tables.forget(ZOE.user)
    assert (await tables.kept_about(ZOE.user))._replace(left=()) == NOTHING
    table = await running(tables, ZOE, BEN)
    assert table.seat_of(ZOE.user) == 0


async def test_what_is_kept_is_told_in_words(tables: Tables, privacy: Privacy) -> None:
    assert (await privacy.show(caller())).text == "I keep nothing about you."
    await life(tables)
    text = (await privacy.show(caller())).text
    for part in (
        "your Discord id",
        "Zoe Quicksilver",
        "4 tables, 3 of them open",
        WORD,
        "your settings",
        "digest",
        "private",
    ):
        assert part in text
    assert len(text) <= 2000


async def test_the_file_holds_all_that_the_database_knows(tables: Tables, privacy: Privacy) -> None:
    there = await life(tables)
    ((name, data),) = (await privacy.export(caller())).files
    told = json.loads(data)
    assert name.endswith(".json")
    assert told["user"] == ZOE.user
    assert told["settings"]["private_hand"] is True
    assert told["digest"]["hour"] == 20
    assert [seat["table"] for seat in told["seats"] if seat["seat"] is not None] == sorted(
        table.id for table in there.values()
    )
    assert all(trace in data.decode() for trace in TRACES)
    assert any(step["kind"] == "act" for step in told["seats"][0]["steps"])
    assert str(ANA.user) not in data.decode()


async def test_nothing_is_deleted_before_the_second_question(tables: Tables, privacy: Privacy) -> None:
    await life(tables)
    asked = await privacy.press(caller(), Wanted.ASK)
    assert "You play in 1 game" in asked.text
    assert (await tables.kept_about(ZOE.user)).seats
    (data,) = [button for button in buttons(asked) if button.endswith(Wanted.DELETE)]
    done = await privacy.press(caller(), data.rpartition(":")[2])
    assert "all else about you is deleted" in done.text
    left = await privacy.press(caller(), Wanted.SHOW)
    assert left.text.startswith("Of you I keep only a mark in each of 2 games that go on")
    assert left.rows == ()
    for seat in (await tables.kept_about(ZOE.user)).left:
        await played_out(tables, await tables.table(seat[0], GUILD))
    assert (await privacy.press(caller(), Wanted.SHOW)).text == "I keep nothing about you."


async def test_a_deletion_whose_last_part_failed_is_finished_later(
    sqlite_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await Store.open(sqlite_address)
    tables = Tables(store, GAMES, FixedClock())
    await life(tables)
    with monkeypatch.context() as patch:
        patch.setattr(store, "clean", _busy)
        done = await Privacy(tables, Texts()).delete(caller())
        assert "all else about you is deleted" in done.text
    file = Path(sqlite_address.removeprefix("sqlite:///"))
    assert found_in_files(file) != set()
    await tables.clean()
    assert found_in_files(file) == set()
    await store.close()


async def _busy() -> None:
    raise Busy


def buttons(letter: Letter) -> Iterator[str]:
    """The ids of a letter's buttons."""
    return (str(button.id) for row in letter.rows if isinstance(row, tuple) for button in row)
