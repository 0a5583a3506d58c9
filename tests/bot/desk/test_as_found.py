"""Faults that people met, each shown as it was met: by what is pressed and typed, and what is read then."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from bot.pictures.painter import NotDrawn, Painter
from bot.table.clock.away import A_YEAR
from bot.table.clock.pace import DAY, HOUR
from bot.table.log.model import Person, Table
from bot.talk.letter import ADD, ControlId, Letter, Purpose
from bot.talk.privacy import PrivacyAction
from engine.game import DEALER
from engine.games import GAMES
from renderers.kit.text.fonts import Face
from renderers.kit.text.runs import MISSING, runs
from tests.bot.asking import COMMANDS
from tests.bot.desk.test_privacy import numbers_in
from tests.bot.reception import Reception, controls_of, labels, reception
from tests.bot.tools import ANA, BEN, CEM, GUILD, make_deal, play_to_end

ZOE = Person(7_000_000_021, "Zoe")
EASTERN = (Person(1, "김철호"), Person(2, "李小虎"), Person(3, "さくらこ"))


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[Reception]:
    async with reception(tmp_path) as it:
        yield it


@pytest.fixture
def drawn_texts(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Provide the texts written into pictures, letter by letter as a font has them."""
    written = list[str]()

    def note_text(words: str, face: Face) -> Any:
        found = runs(words, face)
        written.append("".join(run.text for run in found))
        return found

    monkeypatch.setattr("renderers.kit.text.runs", note_text)
    return written


async def command(here: Reception, person: Person, name: str, **typed: Any) -> Letter:
    """Type a command, and return the answer or the refusal."""
    return await here.answer(here.desk.command(here.caller(person), COMMANDS[name], typed))


async def play(here: Reception, table: Table, choose: int = 0) -> Table:
    """Make the next move by a button, or the next deal."""
    if table.to_act == DEALER:
        return await make_deal(here.service, table.id)
    assert table.mover
    moves = await here.offers(table)
    await here.press(table.mover, Purpose.SURE, table.id, moves[choose], table.position_seq)
    return await here.service.tables.table(table.id, GUILD)


async def test_a_board_shows_names_of_the_far_east_and_no_boxes(here: Reception, drawn_texts: list[str]) -> None:
    await here.begin("moon", GAMES["moon"].options(), *EASTERN)
    assert (await here.press(ANA, Purpose.BOARD)).pictures
    for person in EASTERN:
        assert any(person.name in words for words in drawn_texts), person.name
    assert not any(MISSING in words for words in drawn_texts)


async def test_a_board_of_four_shows_each_gain_whole(here: Reception, drawn_texts: list[str]) -> None:
    options = GAMES["draw"].options(match="rounds", rounds=2, hand_size=3)
    table = await here.begin("draw", options, ANA, BEN, CEM, Person(9, "Maximilian"))
    while table.to_act != DEALER:
        table = await play(here, table)
    drawn_texts.clear()
    assert (await here.press(ANA, Purpose.BOARD)).pictures
    seen = (await here.service.tables.observe(table.id, None)).observation
    gains = [f"+{gained}" for gained in seen.result.gains if gained]
    assert gains
    assert set(gains) <= set(drawn_texts)
    assert not any(words.startswith("+") and "…" in words for words in drawn_texts)


@pytest.mark.parametrize("game", ["draw", *(pytest.param(key, marks=pytest.mark.long) for key in list(GAMES)[1:])])
async def test_the_rules_that_are_read_are_all_pages_of_the_game(here: Reception, game: str) -> None:
    shown = await command(here, ANA, "rules", game=game)
    read = [shown.text]
    while on := next((part for part in controls_of(shown) if part.label == "▶"), None):
        shown = await here.press_control(ANA, on.id)
        read.append(shown.text)
    rules = GAMES[game]
    for page in rules.rules(rules.options(), rules.seats[0]):
        assert str(page) in "\n".join(read)


async def test_rules_at_a_table_with_computer_players_alone_say_what_a_take_back_shows(here: Reception) -> None:
    await here.press(ANA, Purpose.NEW, 0, "draw")
    await here.press(ANA, Purpose.BOTS, 1, ADD + "easy")
    await here.press(ANA, Purpose.START)
    await make_deal(here.service, 1)
    assert "takes back your move, and the computers' replies too." in (await command(here, ANA, "rules")).text
    await here.begin("draw", GAMES["draw"].options(), BEN, CEM)
    assert "takes back" not in (await command(here, BEN, "rules")).text


async def test_that_all_pass_is_read_in_the_channel_as_a_sentence(here: Reception) -> None:
    table = await here.begin("moon", GAMES["moon"].options(), ANA, BEN, CEM)
    for _ in range(3):
        table = await play(here, table, (await here.offers(table)).index("pass"))
    await here.parts.channel.show(table.id)
    assert any("**All three pass: nobody scores.**" in letter.text for _, letter in here.mailbox.said)


async def test_the_end_of_blockers_says_why_tiles_are_left(here: Reception) -> None:
    table = await here.begin("blockers", GAMES["blockers"].options(), ANA, BEN)
    await play_to_end(here.service, table)
    counted = await here.press(ANA, Purpose.COUNTED)
    assert "All have had 24 turns. The last four tiles of each player stay in hand." in counted.pictures[0].alt


async def test_the_sums_of_a_round_are_in_words_if_their_picture_cannot_be_drawn(here: Reception) -> None:
    table = await here.begin("draw", GAMES["draw"].presets["sprint"], ANA, BEN)
    await play_to_end(here.service, table)
    drawn = await here.press(ANA, Purpose.COUNTED)
    with patch.object(Painter, "draw", side_effect=NotDrawn):
        told = await here.press(ANA, Purpose.COUNTED)
    assert (len(drawn.pictures), told.pictures) == (1, ())
    assert ", in all: " not in drawn.text
    assert ", in all: " in told.text


async def test_after_a_deletion_no_other_seat_is_taken_and_no_number_stays(here: Reception, tmp_path: Path) -> None:
    """Leave, delete, take the other free seat; then check the ids in the file, and the next player's."""
    presses = iter(range(8_123_456_789_012_300, 8_123_456_789_012_400))

    async def by_zoe(purpose: Purpose, table: int = 1, data: str = "", seq: int = 0) -> Letter:
        who = replace(here.caller(ZOE), interaction=next(presses))
        return await here.answer(here.desk.press(who, ControlId(purpose, table, seq, data)))

    table = await here.begin("draw", GAMES["draw"].options(), ANA, ZOE, BEN)
    moves = 0
    while moves < 2:
        if table.mover == ZOE:
            move = (await here.offers(table))[0]
            assert (await by_zoe(Purpose.ACT, data=move, seq=table.position_seq)).text
            moves += 1
            table = await here.service.tables.table(1, GUILD)
        else:
            table = await play(here, table)
    await by_zoe(Purpose.HAND)
    await here.press(BEN, Purpose.LEAVE, data="yes")
    await by_zoe(Purpose.LEAVE, data="yes")
    numbers = {ZOE.user, *range(8_123_456_789_012_300, 8_123_456_789_012_400)}
    address = f"sqlite:///{tmp_path / 'boneyard.db'}"
    assert len(numbers_in(address, numbers)) > 1
    assert "all else about you is deleted" in (await by_zoe(Purpose.PRIVACY, 0, PrivacyAction.DELETE)).text
    assert numbers_in(address, numbers) == set()
    assert "You've seen the tiles of another seat" in (await by_zoe(Purpose.JOIN, data="2")).text
    await here.press(CEM, Purpose.JOIN, data="1")
    ((_, file),) = (await here.press(CEM, Purpose.PRIVACY, 0, PrivacyAction.EXPORT)).files
    (seat,) = json.loads(file)["seats"]
    assert [step["kind"] for step in seat["steps"]] == ["join"]


async def test_a_vote_is_asked_for_at_the_only_table_that_can_have_it(here: Reception) -> None:
    for _ in range(2):
        await here.begin("draw", GAMES["draw"].options(), ANA, BEN)
    await command(here, ANA, "vote", subject="pause", table=1)
    await here.press(BEN, Purpose.VOTE, 1, "yes", (await here.service.tables.table(1, GUILD)).seq)
    here.clock.time += HOUR
    assert (await here.service.tables.table(1, GUILD)).is_paused
    await command(here, ANA, "vote", subject="pause")
    vote = (await here.service.tables.table(2, GUILD)).standing.vote
    assert vote is not None
    assert vote.subject == "pause"
    await command(here, BEN, "vote", subject="resume")
    assert not (await here.service.tables.table(1, GUILD)).is_paused


async def test_a_clock_that_cannot_be_set_is_refused_without_asking_which_table(here: Reception) -> None:
    for _ in range(2):
        await here.begin("draw", GAMES["draw"].options(), ANA, BEN)
    refused = await command(here, BEN, "clock", preset="week")
    assert refused.text == "Only the host of a table can set its clock, before the game begins."
    assert labels(await command(here, BEN, "clock"))  # which tells it, of any table


async def test_days_on_which_a_player_was_away_stay_counted_after_a_deletion(here: Reception, tmp_path: Path) -> None:
    """Found with `/privacy delete` on the last day: all of them new. What stays names nobody, and goes after a year."""

    async def go(days: int) -> str:
        answer = await here.press(ZOE, Purpose.SETTINGS, 0, f"away={here.clock.time + days * DAY}")
        return f"{answer.text} {answer.parts}"

    async def delete() -> str:
        return (await here.press(ZOE, Purpose.PRIVACY, 0, PrivacyAction.DELETE)).text

    address = f"sqlite:///{tmp_path / 'boneyard.db'}"
    await go(26)
    here.clock.time += 22 * DAY + 60
    await here.press(ZOE, Purpose.SETTINGS, 0, "away=back")  # 23 are used
    assert "stay counted, by such a mark" in (await here.press(ZOE, Purpose.PRIVACY, 0, PrivacyAction.ASK)).text
    assert "A mark counts 23 days on which you were away." in await delete()
    assert numbers_in(address, {ZOE.user}) == set()
    assert (await here.press(ZOE, Purpose.PRIVACY, 0)).text.startswith("A mark counts 23 days")
    assert "You can be away for only 7 more days, counted over twelve months. Choose an earlier day." in await go(8)
    await go(7)
    assert "A mark counts 24 days on which you were away." in await delete()  # the first of the seven had begun
    assert "You can be away for only 6 more days" in await go(7)
    here.clock.time += A_YEAR + DAY
    await here.service.people.clean()
    assert await here.service.store.run(lambda tx: tx.people.away_marks()) == []
    assert (await here.press(ZOE, Purpose.PRIVACY, 0)).text.startswith("I keep nothing about you.")
    assert "You're away until" in await go(30)
