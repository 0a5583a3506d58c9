"""A player asks everyone what they would have played: nobody learns who they are, or what they chose."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from bot.channel.port import MessageGone, Refused, TryLater
from bot.desk import quiz
from bot.desk.ask import Ask
from bot.desk.quiz import CHOICES
from bot.service.quizzes import ENOUGH
from bot.table.clock.pace import DAY, HOUR
from bot.table.log.model import Decision, Moment, Person, Table
from bot.table.record.stepwise import run_to_end
from bot.talk.hint import analysis_letter
from bot.talk.letter import ControlId, Letter, Purpose
from bot.talk.quiz import ASK
from bot.talk.replay import POST
from bot.talk.trouble import Trouble
from engine.games import GAMES
from engine.words import Words
from tests.bot.reception import Reception, controls_of, labels, letter_problems, reception
from tests.bot.tools import ANA, BEN, CHANNEL, EVE, GUILD, play_to_end
from tests.long import some

SHORT = {"draw": "sprint", "blockers": "standard", "fives": "sprint", "chickenfoot": "three rounds"}
"""Games, each with a preset that is soon played."""
CROWD = [Person(2 * 10**18 + n, f"Guest {n}") for n in range(ENOUGH)]


async def over(here: Reception, key: str = "draw") -> Table:
    """Return a game that is over."""
    return await play_to_end(here.service, await here.begin(key, GAMES[key].presets[SHORT[key]], ANA, BEN))


async def decisions(here: Reception, table: Table, person: Person = ANA) -> Sequence[Decision]:
    """Return what a person decided, if there was more than one choice."""
    log = await here.service.tables.log(table.id)
    found = run_to_end(log.collect_decisions(person.user))
    return [each for each in found if len(_choices(each)) > 1]


def _choices(decision: Decision) -> dict[str, object]:
    return {each.notation: each for each in decision.question.observation.choices if each.enabled}


async def analyse(here: Reception, table: Table, person: Person = ANA, *, swapped: bool = False) -> Moment:
    """Let the analysis of a person's game find their last decision; `swapped`, as if they had chosen the other way."""
    decision = (await decisions(here, table, person))[-1]
    choices = {each.notation: each for each in decision.question.observation.choices if each.enabled}
    chosen = choices.pop(decision.notation)
    better = next(iter(choices.values()))
    if swapped:
        decision, chosen, better = replace(decision, notation=better.notation), better, chosen
    moment = Moment(decision, chosen, better, 1.2, 1.2)
    here.desk.tools.analyst._cache[table.id, person.user] = [moment]
    return moment


async def start_quiz(here: Reception, *, swapped: bool = False, key: str = "draw") -> Table:
    """Start a game's quiz, in which Ana asks everyone."""
    table = await over(here, key)
    moment = await analyse(here, table, swapped=swapped)
    told = await here.press(ANA, Purpose.SHARE, table.id, f"{POST}{ASK}{moment.decision.seq}")
    assert told.text.startswith("It's shared: "), told.text
    return table


async def press_choice(here: Reception, person: Person, choice: int, **caller: int) -> str:
    return (await here.press(person, Purpose.QUIZ, 1, CHOICES[choice], **caller)).text


def posted_quiz(here: Reception) -> Letter:
    return here.mailbox.said[0][1]


def edits(here: Reception) -> list[Letter]:
    return [letter for where, letter in here.mailbox.said if where.startswith("edited")]


async def wake(here: Reception, seconds: int = 0) -> None:
    """Let time pass, and everything that is due."""
    here.clock.time += seconds
    await here.parts.upkeep.quizzes.wake_due()


async def test_a_player_sees_what_everyone_will_see_before_they_ask(tmp_path: Path) -> None:
    async with reception(tmp_path) as here:
        table = await over(here)
        moment = await analyse(here, table)
        analysis = await here.press(ANA, Purpose.ANALYSIS, table.id)
        button = next(part for part in controls_of(analysis) if part.label == "Ask everyone")
        look = await here.press_control(ANA, button.id)
        assert look.text.startswith(
            "Only you see this. Ask everyone here? They'll see your hand of that turn, but no name.\n"
            "**What would you play here?**\n"
        )
        assert labels(look) == ["Post it", "Not now"]
        assert letter_problems(look) == []
        post, not_now = [part.id for part in controls_of(look)]
        assert (await here.press_control(ANA, not_now)).text == "Nothing is posted."
        assert here.mailbox.said == []
        told = (await here.press_control(ANA, post)).text
        message = next(iter(here.mailbox.there))
        assert told == f"It's shared: https://discord.com/channels/{GUILD}/{CHANNEL}/{message}"
        letter = posted_quiz(here)
        assert look.text.endswith(letter.text)
        assert look.pictures == letter.pictures
        assert sorted(labels(letter)) == sorted(str(each.label) for each in (moment.chosen, moment.better))
        assert letter_problems(letter) == []


@pytest.mark.parametrize("key", some({key: key for key in SHORT}, {"draw", "blockers"}))
async def test_nothing_that_is_posted_names_a_person(tmp_path: Path, key: str) -> None:
    async with reception(tmp_path) as here:
        await start_quiz(here, key=key)
        letter = posted_quiz(here)
        told = [letter.text, *labels(letter), *(part for each in letter.pictures for part in (each.name, each.alt))]
        for person in (ANA, BEN):
            assert not any(person.name in text or str(person.user) in text for text in told)
        assert letter.pings == ()


@pytest.mark.parametrize("key", some({key: key for key in SHORT}, {"draw", "blockers"}))
async def test_nothing_tells_which_of_the_two_was_played_until_the_question_is_closed(tmp_path: Path, key: str) -> None:
    async with reception(tmp_path) as here:
        table, looks, letters = await over(here, key), [], []
        for swapped in (False, True):
            step = (await analyse(here, table, swapped=swapped)).decision.seq
            looks.append(await here.press(ANA, Purpose.SHARE, table.id, f"{ASK}{step}"))
            ask = Ask(here.desk.tools, here.caller(ANA), table_or_none=table)
            letters.append((await quiz.prepare(ask, str(step))).letter)
        assert looks[0] == looks[1]
        assert letters[0] == letters[1]
        await here.press(ANA, Purpose.SHARE, table.id, f"{POST}{ASK}{step}")
        first, second = labels(posted_quiz(here))
        assert labels(letters[0]) == [first, second]
        assert looks[0].text.partition("\n")[2] == posted_quiz(here).text
        assert looks[0].pictures == posted_quiz(here).pictures
        answers = [await press_choice(here, EVE, choice) for choice in (0, 1)]
        same = {answer.replace(first, second).replace(": 1", ": 0") for answer in answers}
        assert len(same) == 1


async def test_the_picture_names_seats_and_is_not_the_one_of_the_analysis(tmp_path: Path) -> None:
    async with reception(tmp_path) as here:
        table = await start_quiz(here)
        (private,) = (await here.press(ANA, Purpose.ANALYSIS, table.id)).pictures
        (public,) = posted_quiz(here).pictures
        assert public.png != private.png
        assert "Ana" in private.alt
        assert "Seat 2" in public.alt


async def test_only_the_player_whose_decision_it_was_asks(tmp_path: Path) -> None:
    async with reception(tmp_path) as here:
        table = await over(here)
        step = (await analyse(here, table)).decision.seq
        here.desk.tools.analyst._cache[table.id, BEN.user] = []
        for what in (f"{ASK}{step}", f"{POST}{ASK}{step}"):
            told = (await here.press(BEN, Purpose.SHARE, table.id, what)).text
            assert told == "I can't find that turn any more. Open the analysis again."
            assert "You didn't play" in (await here.press(EVE, Purpose.SHARE, table.id, what)).text
        assert here.mailbox.said == []


async def test_a_game_is_asked_about_once(tmp_path: Path) -> None:
    async with reception(tmp_path) as here:
        table = await start_quiz(here)
        for person in (ANA, BEN):
            step = (await analyse(here, table, person)).decision.seq
            for what in (f"{ASK}{step}", f"{POST}{ASK}{step}"):
                told = (await here.press(person, Purpose.SHARE, table.id, what)).text
                assert told.startswith("It's shared already: https://")
        assert len(here.mailbox.said) == 1


async def test_a_practice_game_offers_no_question_to_everyone(tmp_path: Path) -> None:
    async with reception(tmp_path) as here:
        table = await over(here)
        moment = await analyse(here, table)
        seen = await here.service.tables.observe(table.id, ANA.user)
        for place, offers in ((CHANNEL, True), (0, False)):
            there = replace(seen, table=replace(table, channel=place))
            letter = analysis_letter(GAMES["draw"], there, [moment], 0, Words(()))
            assert ("Ask everyone" in labels(letter)) == offers


async def test_each_person_has_one_answer_and_can_change_it(tmp_path: Path) -> None:
    async with reception(tmp_path) as here:
        await start_quiz(here)
        first, second = labels(posted_quiz(here))
        told = await press_choice(here, EVE, 0)
        assert told == (
            f"You'd play **{first}**.\nSo far:\n- {first}: 1\n- {second}: 0\n"
            "-# You can change your answer until it closes."
        )
        assert f"- {first}: 1\n- {second}: 1\n" in await press_choice(here, BEN, 1)
        changed = await press_choice(here, EVE, 1)
        assert changed.startswith(f"You'd play **{second}**.\nSo far:\n- {first}: 0\n- {second}: 2\n")
        assert len(here.mailbox.said) == 1  # nothing of it is public yet


async def test_a_press_that_comes_again_after_another_one_changes_nothing(tmp_path: Path) -> None:
    async with reception(tmp_path) as here:
        await start_quiz(here)
        first = await press_choice(here, EVE, 0, interaction=100)
        assert await press_choice(here, EVE, 0, interaction=100) == first
        second = await press_choice(here, EVE, 1, interaction=101)
        assert await press_choice(here, EVE, 0, interaction=100) == second


async def test_the_player_who_asks_has_no_answer(tmp_path: Path) -> None:
    async with reception(tmp_path) as here:
        await start_quiz(here)
        first, second = labels(posted_quiz(here))
        assert await press_choice(here, ANA, 0) == (
            f"So far:\n- {first}: 0\n- {second}: 0\n-# You asked this, so your own choice doesn't count."
        )


async def test_a_control_that_names_no_choice_is_unknown(tmp_path: Path) -> None:
    async with reception(tmp_path) as here:
        await start_quiz(here)
        for data in ("2", "", "x"):
            assert "I don't know" in (await here.press(EVE, Purpose.QUIZ, 1, data)).text


@pytest.mark.parametrize("swapped", [False, True])
async def test_enough_answers_close_the_question_and_its_message_says_what_they_were(
    tmp_path: Path, swapped: bool
) -> None:
    async with reception(tmp_path) as here:
        table = await start_quiz(here, swapped=swapped)
        (moment,) = here.desk.tools.analyst._cache[table.id, ANA.user]
        first, second = labels(posted_quiz(here))
        verdict = f"Analysis: **{moment.better.label}** would have been about 1 point better."
        *others, last = CROWD
        for number, person in enumerate(others):
            assert "So far" in await press_choice(here, person, int(number > 2))
            await wake(here)
        assert edits(here) == []
        assert await press_choice(here, last, 0) == f"You'd play **{first}**. This question is closed.\n{verdict}"
        await wake(here)
        (closed,) = edits(here)
        assert closed == Letter(
            f"**What would you play here?**\n- {first}: 4\n- {second}: 6\n{verdict}\n-# Draw Dominoes #1",
            keeps_pictures=True,
        )
        await wake(here, DAY)
        assert len(edits(here)) == 1
        assert await press_choice(here, EVE, 0) == f"This question is closed.\n{verdict}"


async def test_a_day_closes_the_question_over_a_restart(tmp_path: Path) -> None:
    async with reception(tmp_path) as here:
        await start_quiz(here)
        (message, letter), began = next(iter(here.mailbox.there.items())), here.clock.time
        await press_choice(here, EVE, 1)
    async with reception(tmp_path) as here:
        here.clock.time = began
        here.mailbox.there[message] = letter
        first, second = labels(letter)
        assert f"- {first}: 1\n- {second}: 1\n" in await press_choice(here, BEN, 0)
        await wake(here, DAY - 1)
        assert edits(here) == []
        await wake(here, 1)
        (closed,) = edits(here)
        assert f"\n- {first}: 1\n- {second}: 1\nAnalysis: **" in closed.text
        assert closed.rows == ()


async def test_a_question_that_surely_was_not_posted_can_be_asked_again(tmp_path: Path) -> None:
    async with reception(tmp_path) as here:
        table = await over(here)
        step = (await analyse(here, table)).decision.seq
        here.mailbox.failures.append(Refused(Trouble.FORBIDDEN, CHANNEL))
        what = f"{POST}{ASK}{step}"
        assert "can't post there" in (await here.press(ANA, Purpose.SHARE, table.id, what)).text
        assert await press_choice(here, EVE, 0) == "This question is gone."
        here.parts.reconciler._postman.forget_refusal(CHANNEL)
        assert "It's shared: " in (await here.press(ANA, Purpose.SHARE, table.id, what)).text
        assert "So far" in await press_choice(here, EVE, 0)


async def test_a_question_whose_sending_was_broken_off_is_found_by_a_press_on_it(tmp_path: Path) -> None:
    async with reception(tmp_path) as here:
        table = await over(here)
        step = (await analyse(here, table)).decision.seq
        here.mailbox.failures.append(RuntimeError("a fault of ours"))
        here.mailbox.arrives = True
        with pytest.raises(RuntimeError):
            await here.desk.press(here.caller(ANA), ControlId(Purpose.SHARE, table.id, data=f"{POST}{ASK}{step}"))
        (message,) = here.mailbox.there
        assert "So far" in await press_choice(here, EVE, 0, message=message)
        await wake(here, DAY)
        assert len(edits(here)) == 1


async def test_a_question_that_was_never_sent_leaves_nothing(tmp_path: Path) -> None:
    async with reception(tmp_path) as here:
        table = await over(here)
        step = (await analyse(here, table)).decision.seq
        here.mailbox.failures.append(TryLater("busy"))
        what = f"{POST}{ASK}{step}"
        assert "can't post there" in (await here.press(ANA, Purpose.SHARE, table.id, what)).text
        await wake(here, DAY)
        assert (await here.service.people.collect_data(ANA.user)).quizzes == ()
        assert "It's shared: " in (await here.press(ANA, Purpose.SHARE, table.id, what)).text


@pytest.mark.parametrize("failure", [TryLater("busy"), Refused(Trouble.FORBIDDEN, CHANNEL)])
async def test_a_message_that_cannot_be_edited_now_is_edited_later(
    tmp_path: Path, failure: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with reception(tmp_path) as here:
        await start_quiz(here)
        await press_choice(here, EVE, 0)
        with monkeypatch.context() as broken:
            broken.setattr(here.mailbox, "edit", _raising(failure))
            await wake(here, DAY)
        assert "This question is closed." in await press_choice(here, BEN, 1)
        here.parts.reconciler._postman.forget_refusal(CHANNEL)
        await wake(here, HOUR)
        (closed,) = edits(here)
        assert f"- {labels(posted_quiz(here))[0]}: 1\n" in closed.text


@pytest.mark.parametrize(
    ("failure", "days"), [(MessageGone(), 1), (Refused(Trouble.GONE, CHANNEL), 8)], ids=["deleted", "refused"]
)
async def test_a_message_that_can_never_be_edited_is_left_alone(
    tmp_path: Path, failure: Exception, days: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with reception(tmp_path) as here:
        await start_quiz(here)
        await press_choice(here, EVE, 0)
        monkeypatch.setattr(here.mailbox, "edit", _raising(failure))
        await wake(here, days * DAY)
        assert await here.service.quizzes.next_due() is None
        assert (await here.service.people.collect_data(EVE.user)).answers == ()
        assert "This question is closed." in await press_choice(here, EVE, 1)


def _raising(failure: Exception) -> object:
    async def edit(*_: object) -> None:
        raise failure

    return edit


@pytest.mark.parametrize("closed", [False, True])
async def test_a_question_of_a_player_who_deletes_everything_loses_its_picture(tmp_path: Path, closed: bool) -> None:
    async with reception(tmp_path) as here:
        table = await start_quiz(here)
        await press_choice(here, EVE, 0)
        await wake(here, DAY if closed else 0)
        await here.service.people.forget(ANA.user)
        assert await press_choice(here, EVE, 0) == "This question is gone."
        await wake(here)
        assert edits(here)[-1] == Letter("This question is gone.")
        assert len(edits(here)) == 1 + closed
        assert (await here.service.people.collect_data(EVE.user)).answers == ()
        step = (await analyse(here, table, BEN)).decision.seq
        told = (await here.press(BEN, Purpose.SHARE, table.id, f"{POST}{ASK}{step}")).text
        assert told.startswith("It's shared: ")


async def test_a_player_who_deletes_everything_while_the_question_closes_loses_it_all_the_same(tmp_path: Path) -> None:
    async with reception(tmp_path) as here:
        table = await start_quiz(here)
        here.clock.time += DAY
        due = await here.service.quizzes.read_if_due(table.id)
        assert due is not None
        await here.service.people.forget(ANA.user)
        await here.service.quizzes.finish(due)
        await wake(here)
        assert edits(here) == [Letter("This question is gone.")]
