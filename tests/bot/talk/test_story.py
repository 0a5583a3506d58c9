"""What happened since one's last turn: at the top of the hand, in few words, and nothing that is hidden."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from bot.service import Service
from bot.store import Store
from bot.table.log.events import Took
from bot.table.log.model import NO_CAUSE, Cause, Person, ShownStep
from bot.table.log.steps import Kind
from bot.table.rules import computers
from bot.talk import recent_events, story
from bot.talk.letter import TEXT_LENGTH
from bot.talk.second_person import to_you
from bot.talk.turn import move_text
from engine.words import Deeds, Join, Who, Words, deed, join_items, msg
from tests.bot.games import CARDS_GAME, GAMES
from tests.bot.tools import ANA, BEN, CEM, EVE, FixedClock, play_on, running_table
from tests.engine.play import setups, walk


@pytest.fixture
async def tables(sqlite_address: str) -> AsyncIterator[Service]:
    store = await Store.open(sqlite_address)
    yield Service.of(store, GAMES, FixedClock())
    await store.close()


async def recap(service: Service, table: int, person: Person) -> str:
    seen, happened = await service.tables.hand(table, person.user)
    words = Words(["Ana", "Ben", "Cem"])
    told = story.fit_newest_lines(story.build_lines(CARDS_GAME, happened), words, TEXT_LENGTH)
    what = recent_events.recap(happened, seen.seat, told)
    return "" if what is None else words.text(what)


async def test_a_recap_tells_what_others_did_since_ones_last_turn(service: Service) -> None:
    table = await running_table(service, ANA, BEN, CEM)
    first = table.mover
    assert first is not None
    assert await recap(service, table.id, first) == "So far: A new round."
    movers = []
    for _ in range(3):
        assert table.mover is not None
        movers.append(table.mover.name)
        table = await play_on(service, table)
    told = (await recap(service, table.id, first)).split("\n")
    assert [line.removeprefix("Since your last turn: ").split()[0] for line in told] == movers[1:]


async def test_nothing_is_told_right_after_ones_own_move(service: Service) -> None:
    table = await running_table(service, ANA, BEN, CEM)
    mover = table.mover
    assert mover is not None
    table = await play_on(service, table)
    assert await recap(service, table.id, mover) == ""


async def test_a_recap_hides_what_is_hidden(service: Service) -> None:
    table = await running_table(service)
    mover = table.mover
    assert mover is not None
    card = (await service.tables.observe(table.id, mover.user)).observation.hand[0]
    other = BEN if mover == ANA else ANA
    await service.tables.act(table.id, mover.cause(), mover, None, f"bury {card}")
    assert f"{mover.name} puts a card." in await recap(service, table.id, other)


async def test_who_was_away_reads_what_was_played_for_them(service: Service) -> None:
    table = await running_table(service, ANA, BEN, CEM)
    while table.mover != BEN:
        table = await play_on(service, table)
    table = await service.tables.do(table.id, NO_CAUSE, computers.sit_in, 1, "easy")
    table = await play_on(service, table)
    assert "Ben puts" in await recap(service, table.id, BEN)
    await service.tables.do(table.id, Cause(BEN.user), computers.take_back, BEN.user)
    assert "🤖\u00a0for Ben puts" in await recap(service, table.id, BEN)


async def test_strangers_get_no_recap(service: Service) -> None:
    table = await running_table(service)
    assert await recap(service, table.id, EVE) == ""


@pytest.mark.parametrize("game", ["draw", "moon", "chickenfoot", "blockers", "fives"])
def test_every_step_is_told_or_counted_in_every_game_and_fits_into_a_message(game: str) -> None:
    rng, counted = Random(game), 0
    for setup in [setup for setup in setups().values() if setup.game.key == game][:6]:
        words, happened = Words([f"<@{10**18 + seat}>" for seat in range(setup.seats)]), list[ShownStep]()
        for seq, played in enumerate(islice(walk(setup, rng), 200)):
            kind = Kind.DEAL if str(played.action) == "deal" else Kind.ACT
            seat = None if kind is Kind.DEAL else played.before.to_act
            viewer = None if kind is Kind.DEAL else 0
            events = tuple(event.redact_for(viewer) for event in played.step.events)
            happened = [*happened, ShownStep(seq, kind, seat, None, events)]
            lines = story.build_lines(setup.game, happened)
            told = story.fit_newest_lines(lines, words, TEXT_LENGTH)
            counted = max(counted, told.left_out)
            assert sum(len(line.steps) for line in lines) == len(happened)
            assert len(told.rows) <= 8, "on a phone, nobody reads more"
            assert told.text is None or len(words.text(told.text)) <= TEXT_LENGTH + len(
                "Before this, 1000 more things happened."
            )
            assert [line.message for line in lines][-len(told.rows) + bool(told.left_out) :] == list(
                told.rows[bool(told.left_out) :]
            )
    assert counted


def test_what_only_the_reader_saw_is_told_as_you() -> None:
    draws = Deeds(Who(0), (deed("{who} draws {tile}.", "You draw {tile}.", who=Who(0), tile="6-6"),))
    told = story.StoryExcerpt((msg("{what}", what=draws),))
    assert Words(["Ana", "Ben"]).text(recent_events.recap([], 0, told, whole=False) or msg("")) == "You draw 6-6."
    assert "Ana draws 6-6." in Words(["Ana", "Ben"]).text(recent_events.recap([], 0, told) or msg(""))


def test_a_hand_tells_its_player_which_moves_happened_by_themselves() -> None:
    steps = [ShownStep(seq, kind, seat, None, (Took(seat),)) for seq, (kind, seat) in enumerate(
        [(Kind.ACT, 0), (Kind.AUTO, 0), (Kind.AUTO, 1)]
    )]  # fmt: skip
    assert [step.seq for step in story.private_steps(steps, 0)] == [1]
    assert [step.seq for step in story.private_steps(steps, 1)] == [2]
    assert story.private_steps(steps, None) == []
    dealt = [*steps, ShownStep(len(steps), Kind.DEAL, None, None, ())]
    assert story.private_steps(dealt, 0) == []  # the result of the round before tells them


def test_what_a_seat_does_in_a_row_names_it_once() -> None:
    draws = deed("{who} draws a tile.", "You draw a tile.", who=Who(1))
    passes, others = (deed("{who} passes.", "You pass.", who=Who(seat)) for seat in (1, 0))
    told = story.join_by_subject([draws, passes, others, msg("Nobody can play.")])
    assert Words(["Ana", "Ben"]).text(told) == "Ben draws a tile and passes. Ana passes. Nobody can play."
    assert Words(["Ana", "Ben"]).text(to_you(told, 1, own=True)).startswith("You draw a tile and pass.")


def test_a_line_joins_plain_deeds_only_and_ends_with_its_round() -> None:
    plays = deed("{who} plays 5-5 on B.", "You play 5-5 on B.", who=Who(0))
    out = deed("{who} goes out!", "You go out!", who=Who(0))
    opens = deed("{who} opens with 6-0.", "You open with 6-0.", who=Who(0))
    ends = join_items([out, msg("{who} and Cem win the round: +34.", who=Who(0))], Join.SENTENCES)
    words = Words(["Ana", "Ben"])
    assert words.text(Deeds(Who(0), (plays, out))) == "Ana plays 5-5 on B. Ana goes out!"
    assert words.text(Deeds(Who(0), (plays, ends, opens))) == (
        "Ana plays 5-5 on B. Ana goes out! Ana and Cem win the round: +34. Ana opens with 6-0."
    )
    silent = [ShownStep(1, Kind.ACT, 0, None, (Took(0),)), ShownStep(2, Kind.DEAL, None, None, ())]
    rows = story.build_lines(CARDS_GAME, [*silent, ShownStep(3, Kind.ACT, 0, None, (Took(0),))])
    assert [[step.seq for step in line.steps] for line in rows] == [[1], [3]]


def test_turns_that_pass_by_themselves_have_a_line_each_beside_the_hand() -> None:
    steps = [ShownStep(seq, Kind.AUTO, seq % 2, None, (Took(seq % 2),)) for seq in range(1, 6)]
    lines = story.build_lines(CARDS_GAME, story.private_steps(steps, 1))
    assert [[step.seq for step in line.steps] for line in lines] == [[1], [3], [5]]


async def test_moves_made_for_people_are_marked_and_those_of_a_former_player_are_not(service: Service) -> None:
    words, before = Words(["Ana", "Ben"]), {Who(0): Person(9, "Eve")}
    table, mark = await running_table(service), words.text(story.AUTOMATIC)
    own, forced = ShownStep(1, Kind.ACT, 0, None, (Took(0),)), ShownStep(2, Kind.AUTO, 0, None, (Took(0),))
    of_ben = replace(forced, seq=3, seat=1, events=(Took(1),))

    def lines_of(*happened: ShownStep, reader: int | None = None) -> list[str]:
        excerpt = story.fit_into_message(None, CARDS_GAME, happened, words, table, reader=reader)
        return [words.text(row) for row in excerpt.rows]

    public, you = words.text(Took(0).describe()), words.text(to_you(Took(0).describe(), 0))
    assert lines_of(forced) == [f"{public} {mark}"]
    assert lines_of(forced, reader=0) == [f"{you} {mark}"]
    assert lines_of(own, forced) == [public, f"{public} {mark}"]
    assert lines_of(replace(forced, kind=Kind.DEAL, seat=None, events=()), forced) == [f"{public} {mark}"]
    assert [mark in line for line in lines_of(forced, of_ben, replace(own, seq=4))] == [False, True, False]
    assert mark not in lines_of(replace(forced, names=before))[0]


async def test_moves_made_for_computer_players_are_not_marked(service: Service) -> None:
    table = await running_table(service)
    table = await service.tables.do(table.id, NO_CAUSE, computers.sit_in, 1, "easy")
    forced = ShownStep(1, Kind.AUTO, 1, None, (Took(1),))
    (line,) = story.fit_into_message(None, CARDS_GAME, [forced], Words(["Ana", "Ben"]), table).rows
    assert not Words().text(line).endswith(Words().text(story.AUTOMATIC))


async def test_the_answer_to_a_move_says_that_more_followed_automatically(service: Service) -> None:
    table = await running_table(service)
    mover = table.mover
    assert mover is not None
    card = (await service.tables.observe(table.id, mover.user)).observation.hand[0]
    done = await service.tables.act(table.id, mover.cause(), mover, None, f"bury {card}")
    assert not done.has_automatic
    text = Words(["Ana", "Ben"]).text(move_text(CARDS_GAME, replace(done, has_automatic=True)))
    assert text.startswith("You ")
    assert text.endswith(f". {story.AUTOMATIC}")
