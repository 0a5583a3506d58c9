"""What a reminder offers: the bot plays this turn, or there is an hour more, each of them once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.computer.thinker import JudgeTask, Thinker, Worth
from bot.desk.caller import Caller
from bot.runtime.workers import WorkerFailed
from bot.table.clock.pace import HOUR, MINUTE, Preset
from bot.table.log.model import ANY, Table
from bot.table.record.transcript import transcript
from bot.table.record.verify import verify
from bot.table.refusals import NotYourTurn, Refusal, Stale
from bot.table.rules import clock_requests, play
from bot.talk.letter import ControlId, Letter, Purpose
from engine.games import GAMES
from engine.words import Words, msg
from tests.bot import games, thinkers
from tests.bot.players import Player, mover_at
from tests.bot.reception import reception
from tests.bot.talk.test_time import after, caller, newest, purposes
from tests.bot.tools import ANA, BEN, EVE, first_choice
from tests.day.play import Scene, scene


@pytest.fixture
async def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Scene]:
    monkeypatch.setattr(Thinker, "ask", thinkers.answer_here)
    async with scene(tmp_path, games.GAMES) as made:
        yield made


async def table_after_reminder(here: Scene, preset: Preset = Preset.DAY) -> Table:
    """Return a table whose mover has been called a second time."""
    await here.begin("cards", "", 3, preset)
    await here.show()
    turn = (await now(here)).timing.turn
    assert turn
    return await after(here, turn.since + turn.budget // 2)


async def now(here: Scene) -> Table:
    return await here.parts.service.tables.table(1, ANY)


def button(letter: Letter, purpose: Purpose) -> ControlId:
    return next(b.id for row in letter.rows if isinstance(row, tuple) for b in row if b.id.purpose is purpose)


async def press(here: Scene, who: Caller, id: ControlId) -> Letter:
    pressed = await here.parts.desk.press(who, id)
    await here.show()
    return pressed


def due(table: Table) -> int:
    assert table.timing.due
    return table.timing.due


async def kinds(here: Scene) -> list[str]:
    return [step.kind for step in await here.parts.service.tables.history(1, 0, None)]


def mover(here: Scene, table: Table) -> Player:
    return mover_at(here.parts.service, table)


async def play_by_hand(here: Scene, table: Table) -> None:
    """Make a move of the player to act."""
    await mover(here, table).plays(await first_choice(here.parts.service, table))


async def test_only_who_is_called_again_is_offered_relief(here: Scene) -> None:
    await here.begin("cards", "", 3, Preset.DAY)
    await here.show()
    offered = {Purpose.STANDIN, Purpose.LEND}
    assert not offered & set(purposes(newest(here)))
    await after(here, due(await now(here)) - MINUTE)
    calls = [letter for what, letter in here.mailbox.said if what.startswith("sent") and letter.pings]
    assert [offered <= set(purposes(letter)) for letter in calls] == [False, True, True]


async def test_the_bot_plays_one_turn_for_a_player_who_asks_and_the_log_says_that_it_was_wished(here: Scene) -> None:
    table = await table_after_reminder(here)
    seat, who = table.to_act, caller(table)
    assert seat is not None
    pressed = await press(here, who, button(newest(here), Purpose.STANDIN))
    assert pressed.text.startswith(
        f"I played this turn for you. Your next one is yours again.\nSo far: A new round.\n<@{who.person.user}> puts"
    )
    assert " I made this move, as asked.\n" in pressed.text
    later = await now(here)
    assert later.to_act != seat
    assert later.seats[seat].player is None
    assert later.timing.seats[seat].late == 0
    assert (await kinds(here))[-1] == "standin"
    assert "I made this move, as asked." in newest(here).text
    assert newest(here).pings == (mover(here, later).user,)


@pytest.mark.parametrize("answers", [True, False])
async def test_a_computer_player_chooses_what_the_bot_plays_and_the_rules_if_it_has_no_answer(
    here: Scene, monkeypatch: pytest.MonkeyPatch, answers: bool
) -> None:
    asked: list[str] = []

    def last(_worker: Thinker, question: JudgeTask, _patience: float) -> Worth:
        asked.append(question.player)
        if not answers:
            raise WorkerFailed("no answer", can_retry=False)
        return {choice.notation: n for n, choice in enumerate(question.observation.choices)}

    monkeypatch.setattr(Thinker, "ask", last)
    table = await table_after_reminder(here)
    question = await here.parts.service.tables.read(1, play.question_now)
    assert question
    await press(here, caller(table), button(newest(here), Purpose.STANDIN))
    played = (await here.parts.service.tables.history(1, table.seq, mover(here, table).user))[0].notation
    assert asked == ["medium"]
    best: str = question.observation.choices[-1].notation
    assert best != question.at_deadline
    assert played == (best if answers else question.at_deadline)


async def test_a_turn_that_was_left_to_the_bot_ends_a_row_of_late_ones(here: Scene) -> None:
    table = await table_after_reminder(here)
    seat = table.to_act
    assert seat is not None
    table = await after(here, due(table))
    assert table.timing.seats[seat].late == 1
    await press(here, caller(table), ControlId(Purpose.STANDIN, 1, table.position_seq))
    assert (await now(here)).timing.seats[seat].late == 0


async def test_presses_at_once_and_again_play_one_turn(here: Scene) -> None:
    table = await table_after_reminder(here)
    who, id = caller(table), button(newest(here), Purpose.STANDIN)
    presses = [here.parts.desk.press(replace(who, interaction=n), id) for n in range(5)]
    answers = await asyncio.gather(*presses, here.parts.desk.press(replace(who, interaction=0), id))
    assert (await kinds(here)).count("standin") == 1
    assert all("I made this move, as asked." in answer.text for answer in answers)


async def test_an_hour_more_is_shown_in_the_turn_line_and_calls_nobody(here: Scene) -> None:
    table = await table_after_reminder(here)
    sent, at = here.mailbox.said.copy(), due(table) + HOUR
    pressed = await press(here, caller(table), button(newest(here), Purpose.LEND))
    assert pressed.text == f"You have 1 hour more: until <t:{at}:t> (<t:{at}:R>)."
    assert due(await now(here)) == at
    assert not [what for what, letter in here.mailbox.said[len(sent) :] if what.startswith("sent") or letter.pings]
    live = list(here.mailbox.there.values())[-1]
    assert f"by <t:{at}:t>, 1 hour added" in live.text
    assert Purpose.LEND not in purposes(live)
    assert Purpose.STANDIN in purposes(live)


async def test_an_hour_more_moves_the_last_call_too_and_no_third_one_comes(here: Scene) -> None:
    table = await table_after_reminder(here)
    pace = table.timing.pace
    assert pace
    await press(here, caller(table), button(newest(here), Purpose.LEND))
    await after(here, due(table))
    assert (await kinds(here)).count("reminder") == 1
    table = await after(here, due(await now(here)) - 1)
    assert (await kinds(here)).count("reminder") == 2
    assert newest(here).text.startswith(f"**<@{mover(here, table).user}>, last call**")
    assert "1 hour added" in newest(here).text
    assert (await kinds(here)).count("extension") == 1


async def test_there_is_one_hour_more_a_turn_however_often_it_is_asked_for(here: Scene) -> None:
    table = await table_after_reminder(here)
    who, id = caller(table), button(newest(here), Purpose.LEND)
    presses = [here.parts.desk.press(replace(who, interaction=n), id) for n in (1, 1, 2, 3)]
    answers = await asyncio.gather(*presses, return_exceptions=True)
    refused = [str(answer) for answer in answers if isinstance(answer, Refusal)]
    assert refused == ["You've had your extra hour in this turn."] * 2
    assert due(await now(here)) == due(table) + HOUR


async def test_what_is_left_of_the_hour_is_not_kept_for_later_turns(here: Scene) -> None:
    table = await table_after_reminder(here)
    seat, pace, turn = table.to_act, table.timing.pace, table.timing.turn
    assert seat is not None
    assert pace
    assert turn
    await press(here, caller(table), button(newest(here), Purpose.LEND))
    await play_by_hand(here, table)
    bank = (await now(here)).timing.seats[seat].bank
    assert bank == turn.budget - (here.clock.time - turn.since) + pace.increment


async def test_who_asks_for_time_in_a_game_that_stands_has_an_hour_from_then_on(here: Scene) -> None:
    table = await table_after_reminder(here, Preset.WEEK)
    while not table.timing.stalled:
        table = await after(here, here.clock.time + 12 * HOUR)
    await press(here, caller(table), ControlId(Purpose.LEND, 1, table.position_seq))
    table = await now(here)
    assert due(table) == here.clock.time + HOUR
    assert not table.timing.stalled


async def test_both_work_after_a_restart(here: Scene) -> None:
    table = await table_after_reminder(here)
    who, message = caller(table), newest(here)
    here.restart()
    await press(here, who, button(message, Purpose.LEND))
    here.restart()
    assert due(await now(here)) == due(table) + HOUR
    await press(here, replace(who, interaction=2), button(message, Purpose.STANDIN))
    assert (await now(here)).to_act != table.to_act


@pytest.mark.parametrize("purpose", [Purpose.STANDIN, Purpose.LEND])
async def test_nobody_asks_for_another(here: Scene, monkeypatch: pytest.MonkeyPatch, purpose: Purpose) -> None:
    table = await table_after_reminder(here)
    monkeypatch.setattr(Thinker, "ask", None)  # nor does anybody think for them
    id = button(newest(here), purpose)
    other = next(person for person in table.seats if person != table.mover)
    with pytest.raises(NotYourTurn, match="is next"):
        await press(here, replace(caller(table), person=other), id)
    assert "You're not in" in (await press(here, replace(caller(table), person=EVE), id)).text
    assert await now(here) == table


@pytest.mark.parametrize("purpose", [Purpose.STANDIN, Purpose.LEND])
async def test_an_old_button_shows_the_hand_and_does_nothing(here: Scene, purpose: Purpose) -> None:
    table = await table_after_reminder(here)
    who, id = caller(table), button(newest(here), purpose)
    await play_by_hand(here, table)
    await here.show()
    before = await now(here)
    shown = await press(here, who, id)
    assert shown.pictures
    assert await now(here) == before
    with pytest.raises(Stale):
        await mover(here, table).takes_an_hour_more(table.position_seq)


async def test_nothing_is_asked_for_in_a_pause_or_while_a_computer_player_sits_in(here: Scene) -> None:
    table = await table_after_reminder(here)
    who = mover(here, table)
    await who.stays_away()
    with pytest.raises(Refusal, match="Take your seat back first"):
        await who.does(clock_requests.play_my_turn, who.user, table.position_seq)
    await who.takes_seat_back()
    await who.calls_vote("pause")
    for person in table.seats:
        if person != who.person:
            await Player(here.parts.service, table.id, person).says_yes()
    for rule in (clock_requests.play_my_turn, clock_requests.extend_turn):
        with pytest.raises(Refusal, match="paused"):
            await who.does(rule, who.user, table.position_seq)


async def test_a_record_tells_which_moves_were_left_to_the_bot_and_can_be_checked(here: Scene) -> None:
    table = await table_after_reminder(here)
    await press(here, caller(table), button(newest(here), Purpose.LEND))
    await press(here, replace(caller(table), interaction=2), button(newest(here), Purpose.STANDIN))
    while (table := await now(here)).is_running:
        await play_by_hand(here, table)
        await here.show()
    record = await here.parts.service.tables.record(1)
    assert verify(record.to_json(), games.GAMES).code == 2
    told = transcript(record, games.GAMES["cards"], msg("Cards 1"), Words(table.names))
    assert told.count("(left it to the bot)") == 1


async def test_who_left_every_turn_to_the_bot_is_told_that_there_is_nothing_to_analyse(tmp_path: Path) -> None:
    async with reception(tmp_path) as here:
        table = await here.begin("draw", GAMES["draw"].presets["sprint"], ANA, BEN)
        ana, ben = (Player(here.service, table.id, person) for person in (ANA, BEN))
        while (table := await here.service.tables.table(table.id, ANY)).is_running:
            assert table.mover
            if table.mover.user == ANA.user:
                await ana.does(clock_requests.play_my_turn, ana.user, table.position_seq)
            else:
                await ben.plays((await here.offers(table))[0])
        answer = await here.press(ANA, Purpose.ANALYSIS, table.id)
        assert answer.text == "You made no move in this game, so there is nothing to look at."
        stranger = await here.press(EVE, Purpose.ANALYSIS, table.id)
        assert stranger.text.startswith("You didn't play in Draw Dominoes #1")
