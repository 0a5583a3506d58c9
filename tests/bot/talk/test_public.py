"""The messages of a table, made from values alone: no database, no Discord, no event loop."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest

from bot.desk.example import example
from bot.table.clock.finish import Finish
from bot.table.log.events import Took
from bot.table.log.model import Person, Seen, ShownStep, Status
from bot.table.log.settled.halt import Halt
from bot.table.log.settled.rematch import Rematch
from bot.table.log.settled.votes import Vote
from bot.table.log.steps import Kind, Subject
from bot.table.posts import PostKind
from bot.talk import card, rematch, result, turn, vote
from bot.talk.letter import FROM_CARD, TEXT_LENGTH, ControlId, Letter, Purpose, Select
from bot.talk.story import MOST_LINES
from bot.talk.title import table_title
from bot.talk.words import mentions
from engine.game import Chapter, Game, Outcome
from engine.games import GAMES
from engine.series.length import SINGLE
from engine.words import Who, Words, msg
from tests.bot.reception import labels
from tests.engine.draw.positions import play_steps, position
from tests.engine.test_chronicle import ends

AnyGame = Game[Any, Any]
PEOPLE = tuple(Person(10**18 + n, name) for n, name in enumerate(("Ana", "Ben", "Cem", "Dan")))
EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def running(game: AnyGame, **standing: Any) -> Seen:
    """Return a game that goes on between people, as the channel sees it."""
    now = example(game)
    seats = PEOPLE[: len(now.table.seats)]
    return replace(now, table=replace(now.table, seats=seats, standing=now.table.standing._replace(**standing)))


def words(now: Seen) -> Words:
    return Words(mentions(now.table.seats))


def ids(letter: Letter) -> Iterator[ControlId]:
    """Yield what the controls of a message mean, in their order."""
    for row in letter.rows:
        controls: Sequence[Any] = row.options if isinstance(row, Select) else row
        yield from (control.id for control in controls)


def purposes(letter: Letter) -> list[Purpose]:
    return [id.purpose for id in ids(letter)]


@EVERY_GAME
@pytest.mark.parametrize("call", [PostKind.TURN, PostKind.AGAIN, PostKind.LAST])
def test_a_turn_names_its_player_first_and_offers_the_hand(game: AnyGame, call: PostKind) -> None:
    now = running(game)
    letter = turn.ongoing_letter(game, now, call, (), words(now), offers_whole_board=False)
    assert letter.text.startswith(f"**<@{now.table.seats[now.table.to_act or 0].user}>, ")
    assert purposes(letter) == [Purpose.HAND, Purpose.TEXT, Purpose.RULES]


@EVERY_GAME
def test_a_turn_in_a_pause_offers_first_to_go_on(game: AnyGame) -> None:
    now = running(game, halt=Halt(paused=True))
    letter = turn.ongoing_letter(game, now, PostKind.TURN, (), words(now), offers_whole_board=True)
    assert "**Paused.**" in letter.text
    assert purposes(letter) == [Purpose.RESUME, Purpose.HAND, Purpose.TEXT, Purpose.RULES, Purpose.BOARD]


@EVERY_GAME
@pytest.mark.parametrize("steps", [3, 400])
def test_what_has_no_room_in_a_turn_is_behind_a_button_from_the_step_before_it(game: AnyGame, steps: int) -> None:
    now = running(game)
    happened = [ShownStep(seq, Kind.JOIN, seq % 2, None, (Took(seq % 2),)) for seq in range(7, 7 + steps)]
    letter = turn.ongoing_letter(game, now, PostKind.TURN, happened, words(now), offers_whole_board=False)
    assert len(letter.text) <= TEXT_LENGTH
    behind = [id.seq for id in ids(letter) if id.purpose is Purpose.STORY]
    assert behind == ([6] if steps > 100 else [])
    assert letter.text.count(" takes seat ") == min(steps, MOST_LINES)
    assert len(letter.text.splitlines()) == 2


@EVERY_GAME
def test_a_vote_calls_those_who_have_not_answered_and_nobody_twice_for_the_same(game: AnyGame) -> None:
    now = running(game)
    asked = Vote(9, Subject.PAUSE, 0, (0,))
    letter = vote.letter(game, now.table, asked, words(now))
    others = tuple(person.user for person in now.table.seats[1:])
    assert letter.pings == others
    assert [(id.purpose, id.seq, id.data) for id in ids(letter)] == [
        (Purpose.VOTE, 9, vote.YES),
        (Purpose.VOTE, 9, vote.NO),
    ]
    assert not vote.letter(game, now.table, replace(asked, was_refused_before=True), words(now)).pings
    assert not vote.letter(game, now.table, replace(asked, outcome=True), words(now)).rows


@EVERY_GAME
def test_a_vote_in_a_channel_says_which_game_it_is_about_and_one_in_a_thread_need_not(game: AnyGame) -> None:
    now, asked = running(game), Vote(9, Subject.PAUSE, 0, (0,))
    for thread in (None, 5):
        table = replace(now.table, thread=thread)
        title = words(now).text(table_title(game, table))
        assert (title in vote.letter(game, table, asked, words(now)).text) == (thread is None)


@EVERY_GAME
def test_a_full_table_offers_its_players_and_no_seat(game: AnyGame) -> None:
    now = running(game)
    seats = tuple(Person(n, f"Player {n}") for n in range(1, game.seats[-1] + 1))
    lobby = replace(now, table=replace(now.table, status=Status.LOBBY, seats=seats))
    letter = card.card(game, lobby, Words(mentions(seats)))
    assert Purpose.JOIN not in purposes(letter)
    assert {"Leave", "Players"} <= {*labels(letter)}


@EVERY_GAME
def test_a_lobby_says_that_its_game_is_a_series_also_where_its_preset_is_one(game: AnyGame) -> None:
    now = running(game)
    for preset in game.presets.values():
        table = replace(now.table, status=Status.LOBBY, seats=now.table.seats[:1], options=preset)
        told = card.card(game, replace(now, table=table), words(now)).text
        assert ("Series: " in told) == (preset.series != SINGLE)


@EVERY_GAME
def test_a_card_leaves_the_rematch_to_a_result_in_the_same_channel(game: AnyGame) -> None:
    now = running(game)
    over = replace(now, table=replace(now.table, status=Status.OVER, thread=None))
    assert purposes(card.card(game, over, words(now))) == []


@EVERY_GAME
def test_a_rematch_is_wanted_by_a_person_without_the_mark_of_a_sitter(game: AnyGame) -> None:
    now = running(game, rematch=Rematch((0,)))
    seats = tuple(replace(person, player="medium") for person in now.table.seats)
    over = replace(now.table, status=Status.OVER, seats=seats)
    letter = rematch.letter(game, over, Words(mentions(seats)))
    assert letter
    assert letter.text == f"<@{PEOPLE[0].user}> wants a rematch (1/{len(seats)})."
    assert "🤖" not in str(rematch.rematch_reply(game, over, PEOPLE[0].user))


@EVERY_GAME
@pytest.mark.parametrize(
    ("status", "offered"),
    [
        (Status.LOBBY, Purpose.JOIN),
        (Status.RUNNING, Purpose.HAND),
        (Status.OVER, Purpose.REMATCH),
        (Status.CLOSED, Purpose.REOPEN),
    ],
)
def test_a_card_offers_what_comes_next(game: AnyGame, status: Status, offered: Purpose) -> None:
    now = running(game)
    seats = now.table.seats[:1] if status is Status.LOBBY else now.table.seats
    letter = card.card(game, replace(now, table=replace(now.table, status=status, seats=seats, thread=7)), words(now))
    assert purposes(letter)[0] is offered
    assert (FROM_CARD in {id.data for id in ids(letter)}) == (status is Status.RUNNING)


@EVERY_GAME
def test_a_card_has_no_button_for_a_table_that_everybody_left(game: AnyGame) -> None:
    now = running(game, position_seq=0)
    left = replace(now, table=replace(now.table, status=Status.CLOSED, seats=()))
    assert not card.card(game, left, words(now)).rows


@EVERY_GAME
@pytest.mark.parametrize("thread", [None, 77])
def test_the_card_of_a_paused_game_says_so_first_and_tells_no_end(game: AnyGame, thread: int | None) -> None:
    finish = Finish(3600, 1_800_000_000)
    for paused, state in ((True, "paused"), (False, "in progress")):
        now = running(game, halt=Halt(paused=paused))
        now = replace(now, table=replace(now.table, thread=thread))
        text = card.card(game, now, words(now), finish).text
        assert f"** · {state}" in text.split("\n")[0]
        assert ("Should finish around" in text) is not paused


@EVERY_GAME
@pytest.mark.parametrize("thread", [None, 77])
def test_the_card_tells_no_end_to_one_person_against_computers(game: AnyGame, thread: int | None) -> None:
    """They wait for nobody, so a computed end would be wrong."""
    now = running(game)
    computers = [Person(0, f"Bolt {n}", player="medium") for n in range(len(now.table.seats) - 1)]
    now = replace(now, table=replace(now.table, thread=thread, seats=(now.table.seats[0], *computers)))
    finish = Finish(3600, 1_800_000_000)
    assert "Should finish around" not in card.card(game, now, words(now), finish).text
    waiting = replace(now, table=replace(now.table, status=Status.LOBBY))
    assert "⏱" in card.card(game, waiting, words(now), finish).text
    assert ": about " not in card.card(game, waiting, words(now), finish).text


def finished_game(*people: Person, points: Sequence[int], winners: Sequence[int]) -> Seen:
    """Return a game of Chickenfoot, or else of Draw, that is over."""
    now = example(GAMES["draw"])
    outcome = Outcome(msg("{who} wins.", who=Who(winners[0])), tuple(points), tuple(winners))
    table = replace(now.table, seats=people, status=Status.OVER)
    return replace(now, table=table, observation=replace(now.observation, outcome=outcome, scores=tuple(points)))


COMPUTERS = (Person(0, "Bolt", "easy"), Person(0, "Chip", "easy"))


@pytest.mark.parametrize(
    ("seats", "points", "winners", "signs"),
    [
        (PEOPLE[:3], (50, 30, 10), (0,), "🏆🥈▫️"),
        (PEOPLE[:2], (50, 30), (0,), "🏆▫️"),
        (PEOPLE[:3], (50, 30, 30), (0,), "🏆▫️▫️"),
        (PEOPLE[:3], (50, 0, -5), (0,), "🏆▫️▫️"),
        ((PEOPLE[0], *COMPUTERS), (10, 50, 30), (1,), "🏁▫️▫️"),
        ((*PEOPLE[:2], COMPUTERS[0]), (30, 10, 50), (2,), "🏁🥈▫️"),
        ((PEOPLE[0], *COMPUTERS), (50, 30, 10), (0,), "🏆▫️▫️"),
    ],
)
def test_no_medal_is_given_for_losing_for_nothing_or_to_a_computer_player(
    seats: Sequence[Person], points: Sequence[int], winners: Sequence[int], signs: str
) -> None:
    now = finished_game(*seats, points=points, winners=winners)
    letter = result.game_over_letter(GAMES["draw"], now, words(now))
    found = [line[: len(sign)] for line in letter.text.splitlines() for sign in ("🏆", "🏁", "🥇", "🥈", "🥉", "▫️")
             if line.startswith(sign)]  # fmt: skip
    assert "".join(found) == signs
    assert letter.text[0] == result.bulletin(GAMES["draw"], now, words(now)).text[0]
    assert result.is_won_by_person(now) is signs.startswith("🏆")


def test_every_result_says_how_the_last_round_ended() -> None:
    block = play_steps(position(["5-5", "4-4", "1-0"], ends=(6, 6), scores=(0, 0, 90)), "cannot", "cannot", "cannot")
    out = play_steps(position(["6-5", "4-4", "1-0"], ends=(6, 6), scores=(95, 0, 0)), "play 6-5 A")
    for state, how in (block, "Blocked! Nobody has a tile with 6."), (out, "goes out: +9 for the pips left in hands."):
        seen = state.observe(None)
        assert seen.outcome is not None
        now = running(GAMES["draw"])
        now = replace(now, table=replace(now.table, status=Status.OVER), observation=seen)
        assert how in result.game_over_letter(GAMES["draw"], now, words(now)).text.splitlines()[1]


@EVERY_GAME
def test_every_game_says_how_it_was_won_below_who_won(game: AnyGame) -> None:
    *_, (_, state, chapters) = ends(game.key, 3)
    now = running(game)
    table = replace(now.table, status=Status.OVER, seats=PEOPLE[: len(state.observe(None).points)])
    now = replace(now, table=table, observation=state.observe(None), chapters=chapters)
    how = game.voice.headline(now.observation)
    assert how is not None
    assert result.game_over_letter(game, now, words(now)).text.splitlines()[1] == words(now).text(how)


def test_a_round_gives_no_medal_and_says_what_it_brought_each_side() -> None:
    scored = play_steps(position(["5-5", "4-4", "1-0"], ends=(6, 6), scores=(-36, 0, 0)), "cannot", "cannot", "cannot")
    seen = scored.observe(None)
    first = Seen(running(GAMES["draw"]).table, None, seen, chapters=(Chapter(1, 1, seen.points),))
    assert str(result.standings_text(GAMES["draw"], first)) == (
        "▫️ seat 3 · **18**\n▫️ seat 2 · **0**\n▫️ seat 1 · **−36**"
    )
    later = replace(first, chapters=(Chapter(1, 1, (-36, 0, 0)), *first.chapters))
    assert "seat 3 · **18**" in str(result.standings_text(GAMES["draw"], later))
    third = replace(first, chapters=(Chapter(1, 1, (-30, 0, 6)), *first.chapters))
    assert str(result.standings_text(GAMES["draw"], third)) == (
        "▫️ seat 3 · **18** (+12)\n▫️ seat 2 · **0**\n▫️ seat 1 · **−36** (−6)"
    )
