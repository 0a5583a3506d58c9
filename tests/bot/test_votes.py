"""What all must agree to, and moves that are taken back: by whom, until when, and never once something was shown."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from bot.table.clock.hours import Hours
from bot.table.clock.pace import DAY, HOUR, Preset
from bot.table.clock.timing import Timing
from bot.table.fold import Folded, _past
from bot.table.model import ANY, Person, Status, Table
from bot.table.posts import Laid, Notes
from bot.table.refusals import NotSeated, Over, Refusal, Stale
from bot.table.rows import StepRow
from bot.table.steps import Kind
from bot.table.transcript import transcript
from bot.table.verify import verify
from bot.tables import Tables
from bot.talk.card import stopped
from bot.talk.vote import vote_text
from engine.game import DEALER
from engine.words import Words, msg
from tests.bot.games import CARDS_GAME, GAMES
from tests.bot.tools import (
    ANA,
    BEN,
    CEM,
    CHANNEL,
    EVE,
    GUILD,
    FixedClock,
    dealt,
    play_on,
    played_out,
    resumed,
    running,
)
from tests.engine.play import setups, walk

MINUTE = 60


@pytest.fixture
def address(sqlite_address: str) -> str:
    """One engine is enough here."""
    return sqlite_address


async def moved(tables: Tables, table: Table, verb: str = "play") -> tuple[Table, Person, str]:
    """One more move of this kind, who made it, and which."""
    mover = table.mover
    assert mover is not None
    card = (await tables.observe(table.id, mover.user)).observation.hand[0]
    return (await tables.act(table.id, mover, None, f"{verb} {card}")).table, mover, f"{verb} {card}"


async def vote_seq(tables: Tables, table: Table) -> int:
    vote = (await tables.table(table.id, ANY)).company.vote
    assert vote is not None
    return vote.seq


@pytest.mark.parametrize("subject", ["cancel", "finish"])
async def test_a_game_is_closed_once_all_people_agreed(tables: Tables, subject: str) -> None:
    table = await running(tables, ANA, BEN, CEM)
    asked = await tables.ask(table.id, BEN.user, subject)
    seq = await vote_seq(tables, table)
    assert asked.status is Status.RUNNING
    assert (await tables.answer(table.id, ANA.user, seq, yes=True)).status is Status.RUNNING
    closed = await tables.answer(table.id, CEM.user, seq, yes=True)
    assert (closed.status, closed.company.closed) == (Status.CLOSED, subject)
    with pytest.raises(Over):
        await tables.ask(table.id, ANA.user, subject)
    tables._kept.clear()
    assert await tables.table(table.id, ANY) == closed


async def test_one_refusal_ends_a_vote_and_the_game_goes_on(tables: Tables) -> None:
    table = await running(tables, ANA, BEN, CEM)
    await tables.ask(table.id, BEN.user, "cancel")
    seq = await vote_seq(tables, table)
    refused = await tables.answer(table.id, ANA.user, seq, yes=False)
    assert refused.company.vote is not None
    assert refused.company.vote.outcome is False
    with pytest.raises(Refusal, match="This vote is over"):
        await tables.answer(table.id, CEM.user, seq, yes=True)
    assert (await play_on(tables, refused)).status is Status.RUNNING


async def test_a_vote_makes_no_button_stale_and_lasts_while_others_move(tables: Tables) -> None:
    table = await running(tables)
    asked = await tables.ask(table.id, ANA.user, "cancel")
    assert asked.position_seq == table.position_seq
    await play_on(tables, asked)
    agreed = await tables.answer(table.id, BEN.user, await vote_seq(tables, table), yes=True)
    assert agreed.status is Status.CLOSED


async def test_who_is_away_and_computer_players_are_not_asked(tables: Tables) -> None:
    table = await running(tables, ANA, BEN, CEM)
    await tables.sit(table.id, 2, "easy")
    with pytest.raises(Refusal, match="take your seat back first"):
        await tables.ask(table.id, CEM.user, "cancel")
    with pytest.raises(NotSeated):
        await tables.ask(table.id, EVE.user, "cancel")
    await tables.ask(table.id, ANA.user, "cancel")
    closed = await tables.answer(table.id, BEN.user, await vote_seq(tables, table), yes=True)
    assert closed.status is Status.CLOSED


async def test_who_leaves_need_not_agree_and_agrees_for_nobody_who_takes_the_seat(tables: Tables) -> None:
    table = await running(tables, ANA, BEN, CEM)
    await tables.ask(table.id, ANA.user, "pause")
    await tables.answer(table.id, BEN.user, await vote_seq(tables, table), yes=True)
    await tables.give_up(table.id, BEN.user)
    taken = await tables.take_seat(table.id, EVE)
    assert taken.company.vote is not None
    assert taken.company.vote.agreed == (0,)
    await tables.answer(table.id, EVE.user, taken.company.vote.seq, yes=True)
    assert (await tables.give_up(table.id, CEM.user)).company.paused


async def test_asking_for_the_same_again_is_agreeing_and_for_something_else_is_refused(tables: Tables) -> None:
    table = await running(tables)
    await tables.ask(table.id, ANA.user, "cancel")
    with pytest.raises(Refusal, match="Something else is being asked"):
        await tables.ask(table.id, BEN.user, "pause")
    assert (await tables.ask(table.id, BEN.user, "cancel")).status is Status.CLOSED


async def test_nobody_moves_in_a_pause_and_anybody_ends_it(tables: Tables) -> None:
    table = await running(tables)
    await tables.ask(table.id, ANA.user, "pause")
    paused = await tables.answer(table.id, BEN.user, await vote_seq(tables, table), yes=True)
    assert paused.company.paused
    assert await tables.question(table.id) is None
    assert paused.mover is not None
    with pytest.raises(Refusal, match="paused"):
        await tables.act(table.id, paused.mover, None, "play 1")
    with pytest.raises(NotSeated):
        await tables.resume_game(table.id, EVE.user)
    going_on = await tables.resume_game(table.id, BEN.user)
    assert (await played_out(tables, going_on)).status is Status.OVER


async def test_no_clock_runs_in_a_pause(tables: Tables) -> None:
    lobby = await tables.new("cards", ANA, GUILD, CHANNEL, timing=Timing(Preset.SPRINT))
    await tables.join(lobby.id, BEN)
    await tables.start(lobby.id, ANA.user)
    table = await dealt(tables, lobby.id)
    assert table.timing.due is not None
    await tables.ask(table.id, ANA.user, "pause")
    paused = await tables.answer(table.id, BEN.user, await vote_seq(tables, table), yes=True)
    assert paused.timing.due is None
    assert (await tables.resume_game(table.id, ANA.user)).timing.due is not None


async def asked(tables: Tables, subject: str = "cancel", timing: Timing | None = None) -> tuple[Table, int]:
    """A vote of Ana's that Discord shows, and when silence agrees to it; without a clock where none is given."""
    lobby = await tables.new("cards", ANA, GUILD, CHANNEL, timing=timing or Timing())
    for person in (BEN, CEM):
        await tables.join(lobby.id, person)
    await tables.start(lobby.id, ANA.user)
    await dealt(tables, lobby.id)
    table = await tables.ask(lobby.id, ANA.user, subject)
    await tables.shown(table.id, table.seq)
    assert table.timing.silence_at is not None
    return await tables.table(table.id, ANY), table.timing.silence_at


async def at(tables: Tables, clock: FixedClock, table: Table, moment: int) -> Table:
    """The table once that moment has come, and everything that was due."""
    while (wake := await tables.next_wake()) is not None and wake <= moment:
        clock.time = max(clock.time, wake)
        ticked = await tables.tick(table.id)
        await tables.shown(table.id, ticked.seq)
    clock.time = moment
    return await tables.table(table.id, ANY)


async def steps_of(tables: Tables, table: Table, kind: str) -> int:
    return sum(step.kind == kind for step in await tables.history(table.id, 0, None))


@pytest.mark.parametrize("subject", ["cancel", "pause", "finish"])
async def test_who_says_nothing_agrees_after_a_day_where_there_is_no_clock(
    tables: Tables, clock: FixedClock, subject: str
) -> None:
    table, silence = await asked(tables, subject)
    assert silence == clock.time + DAY
    table = await at(tables, clock, table, silence - 1)
    assert table.goes_on
    assert (await tables.answer(table.id, BEN.user, await vote_seq(tables, table), yes=True)).goes_on
    table = await at(tables, clock, table, silence)
    assert not table.goes_on
    assert table.company.vote is not None
    assert (table.company.vote.outcome, table.company.vote.silent) == (True, (2,))
    tables._kept.clear()
    assert await tables.table(table.id, ANY) == table


async def test_who_says_nothing_agrees_after_one_clock_of_playing_hours(tables: Tables, clock: FixedClock) -> None:
    clock.time = 1_800_014_400  # noon
    table, silence = await asked(tables, timing=Timing(Preset.DAY, Hours(8 * 60, 12 * 60 + 10)))
    assert table.timing.pace is not None
    assert (
        silence == clock.time + 20 * HOUR + table.timing.pace.base - 10 * MINUTE
    )  # the rest of it tomorrow, from eight on


async def test_one_no_is_stronger_than_any_silence(tables: Tables, clock: FixedClock) -> None:
    table, silence = await asked(tables)
    await tables.answer(table.id, BEN.user, await vote_seq(tables, table), yes=False)
    table = await at(tables, clock, table, silence + DAY)
    assert table.goes_on
    assert await steps_of(tables, table, "silence") == 0


async def test_silence_agrees_once_whoever_looks_and_how_often(tables: Tables, clock: FixedClock) -> None:
    table, silence = await asked(tables, "pause")
    clock.time = silence
    for _ in range(3):
        await Tables(tables._store, GAMES, clock).tick(table.id)
    assert await steps_of(tables, table, "silence") == await steps_of(tables, table, "pause") == 1
    going_on = await tables.resume_game(table.id, BEN.user)
    assert (await at(tables, clock, going_on, silence + DAY)).goes_on


async def test_no_silence_agrees_to_take_a_move_back(tables: Tables, clock: FixedClock) -> None:
    table, mover, _ = await moved(tables, await running(tables, ANA, BEN, CEM))
    clock.time += MINUTE + 1
    table = await tables.undo(table.id, mover.user)
    await tables.shown(table.id, table.seq)
    assert table.timing.silence_at is None
    table = await at(tables, clock, table, clock.time + 2 * DAY)
    assert table.company.vote is not None
    assert table.company.vote.outcome is None


async def test_a_vote_waits_longer_for_answers_while_the_bot_is_away_or_cannot_ask(
    tables: Tables, clock: FixedClock
) -> None:
    table, silence = await asked(tables)
    await tables.absence.beat()
    clock.time += 3 * HOUR
    await resumed(tables)
    table = await tables.table(table.id, ANY)
    assert table.timing.silence_at == silence + 3 * HOUR
    assert table.shown_seq < table.seq  # so that its message tells the new time
    clock.time = silence + 3 * HOUR
    await tables.ask((hidden := await running(tables)).id, ANA.user, "cancel")
    clock.time += DAY
    assert (await tables.tick(hidden.id)).goes_on
    assert (await tables.table(hidden.id, ANY)).timing.silence_at == clock.time + DAY


async def test_a_vote_says_until_when_one_can_say_no_and_then_that_nobody_did(
    tables: Tables, clock: FixedClock
) -> None:
    table, silence = await asked(tables, "cancel")
    assert table.company.vote is not None
    words = Words(["Ana", "Ben", "Cem"])
    assert words.text(vote_text(table, table.company.vote)) == (
        "Ana asks to cancel this game, without a result.\n"
        "All who play must agree: 1 of 3 so far. Still asked: Ben and Cem.\n"
        f"Whoever has not answered by <t:{silence}:f> (<t:{silence}:R>) agrees."
    )
    table = await at(tables, clock, table, silence)
    assert table.company.vote is not None
    assert words.text(vote_text(table, table.company.vote)).endswith("Nobody said no in time: this game is cancelled.")
    card = stopped(CARDS_GAME, await tables.observe(table.id, None))
    assert words.text(card) == "**Cards 1** · cancelled: nobody said no. It has no result."


async def test_a_fresh_move_is_taken_back_without_asking_anybody(tables: Tables, clock: FixedClock) -> None:
    before = await running(tables, ANA, BEN, CEM)
    table, mover, notation = await moved(tables, before)
    assert table.undoable == before.to_act
    clock.time += MINUTE
    back = await tables.undo(table.id, mover.user, table.position_seq)
    assert (back.to_act, back.undoable) == (before.to_act, None)
    assert back.position_seq > table.position_seq
    with pytest.raises(Stale):
        await tables.act(table.id, mover, before.position_seq, notation)
    assert (await tables.act(table.id, mover, back.position_seq, notation)).table.to_act == table.to_act


async def test_after_a_minute_the_others_are_asked_and_anybody_may_refuse(tables: Tables, clock: FixedClock) -> None:
    table, mover, _ = await moved(tables, await running(tables, ANA, BEN, CEM))
    clock.time += MINUTE + 1
    asked = await tables.undo(table.id, mover.user)
    assert asked.position_seq == table.position_seq
    other = next(person for person in (ANA, BEN, CEM) if person != mover)
    await tables.answer(table.id, other.user, await vote_seq(tables, table), yes=False)
    assert (await tables.table(table.id, ANY)).to_act == table.to_act


async def test_with_consent_the_moves_after_it_are_undone_too(tables: Tables) -> None:
    before = await running(tables, ANA, BEN, CEM)
    table, mover, _ = await moved(tables, before)
    seen = (await tables.observe(table.id, mover.user)).observation
    table, _, _ = await moved(tables, table)
    await tables.undo(table.id, mover.user)
    for person in (ANA, BEN, CEM):
        if person != mover:
            back = await tables.answer(table.id, person.user, await vote_seq(tables, table), yes=True)
    assert back.to_act == before.to_act
    assert len((await tables.observe(table.id, mover.user)).observation.hand) == len(seen.hand) + 1


async def test_an_undo_that_was_asked_for_is_off_once_somebody_moves(tables: Tables) -> None:
    table, mover, _ = await moved(tables, await running(tables, ANA, BEN, CEM))
    table, _, _ = await moved(tables, table)
    asked = await tables.undo(table.id, mover.user)
    table, _, _ = await moved(tables, asked)
    assert table.company.vote is not None
    assert table.company.vote.outcome is False


async def two_moves(tables: Tables) -> tuple[Table, Person, Person]:
    """A game in which two people have moved, and they."""
    table, first, _ = await moved(tables, await running(tables, ANA, BEN, CEM))
    table, second, _ = await moved(tables, table)
    return table, first, second


def said(table: Table) -> str:
    assert table.company.vote is not None
    return Words(table.names).text(vote_text(table, table.company.vote))


async def test_a_question_about_a_move_names_all_that_goes_back_and_is_void_once_the_game_goes_on(
    tables: Tables,
) -> None:
    table, first, second = await two_moves(tables)
    asked = await tables.undo(table.id, first.user)
    assert re.match(
        rf"{first.name} asks to take this back: {first.name} puts \d+\. {second.name} puts \d+\.\n", said(asked)
    )
    table, _, _ = await moved(tables, asked)
    assert said(table).endswith("The game went on, so nothing is taken back by this.")


async def test_a_question_about_a_move_is_void_once_another_took_a_move_back_or_the_asker_left(tables: Tables) -> None:
    table, first, second = await two_moves(tables)
    await tables.undo(table.id, first.user)
    back = await tables.undo(table.id, second.user)
    assert said(back).endswith("Another move was taken back meanwhile, so nothing is taken back by this.")
    table, first, second = await two_moves(tables)
    await tables.undo(table.id, first.user)
    left = await tables.give_up(table.id, first.user)
    assert said(left).startswith("someone who left asks to take this back: ")
    assert said(left).endswith("The player who asked has left, so nothing is taken back by this.")
    tables._kept.clear()
    assert (await tables.table(table.id, ANY)).company == left.company


async def test_the_move_of_a_player_who_left_goes_back_with_an_earlier_one_and_is_named(tables: Tables) -> None:
    table, first, second = await two_moves(tables)
    await tables.give_up(table.id, second.user)
    asked = await tables.undo(table.id, first.user)
    assert asked.company.vote is not None
    assert len(asked.company.vote.moves) == 2
    seat = table.seat_of(second.user)
    await tables.take_seat(table.id, EVE, seat)
    with pytest.raises(Refusal, match="no move of yours"):
        await tables.undo(table.id, EVE.user)


async def test_nothing_is_taken_back_once_something_hidden_was_shown(tables: Tables) -> None:
    table, mover, _ = await moved(tables, await running(tables, ANA, BEN, CEM), "bury")
    assert table.undoable is None
    with pytest.raises(Refusal, match="no move of yours to take back"):
        await tables.undo(table.id, mover.user)


async def test_nothing_is_taken_back_over_a_deal_or_an_automatic_step(tables: Tables) -> None:
    table = await running(tables)
    while True:
        after, mover, _ = await moved(tables, table)
        steps = await tables.history(table.id, table.seq, None)
        if len(steps) > 1 or after.round > table.round or after.to_act == -1:
            break
        assert after.undoable is not None
        table = after
    assert after.undoable is None
    with pytest.raises(Refusal, match="no move of yours to take back"):
        await tables.undo(table.id, mover.user)


async def test_nobody_takes_back_what_another_did(tables: Tables) -> None:
    table, mover, _ = await moved(tables, await running(tables, ANA, BEN, CEM))
    for person in (ANA, BEN, CEM):
        if person != mover:
            with pytest.raises(Refusal, match="no move of yours"):
                await tables.undo(table.id, person.user)


async def test_a_button_that_takes_back_is_stale_once_somebody_acted(tables: Tables) -> None:
    first, mover, _ = await moved(tables, await running(tables, ANA, BEN, CEM))
    await moved(tables, first)
    with pytest.raises(Stale):
        await tables.undo(first.id, mover.user, first.position_seq)


async def test_a_tile_that_was_taken_back_lies_nowhere(tables: Tables) -> None:
    table, mover, _ = await moved(tables, await running(tables, ANA, BEN, CEM))
    await tables.note(table.id, Notes(laid=[Laid(1, 0, ((1.0,),), table.seq)]))
    assert len(await tables.layout(table.id, 1)) == 1
    await tables.undo(table.id, mover.user)
    assert len(await tables.layout(table.id, 1)) == 0
    await tables.note(table.id, Notes(laid=[Laid(1, 0, ((1.0,),), table.seq)]))
    assert len(await tables.layout(table.id, 1)) == 0


async def test_votes_and_undone_moves_are_in_the_record(tables: Tables) -> None:
    table, mover, _ = await moved(tables, await running(tables, ANA, BEN, CEM))
    table = await tables.undo(table.id, mover.user)
    await tables.ask(table.id, ANA.user, "cancel")
    table = await tables.answer(table.id, BEN.user, await vote_seq(tables, table), yes=False)
    table = await played_out(tables, table)
    record = await tables.record(table.id)
    assert {"undo", "vote"} <= {step.kind for step in record.steps}
    assert verify(record.to_json(), GAMES).code == 0
    text = transcript(record, CARDS_GAME, msg("Cards 1"), Words(table.names))
    assert f"{mover.name} takes back: {mover.name} puts" in text


async def test_a_vote_says_what_is_asked_and_how_it_stands(tables: Tables) -> None:
    table = await tables.ask((await running(tables, ANA, BEN, CEM)).id, BEN.user, "finish")
    assert table.company.vote is not None
    words = Words(["Ana", "Ben", "Cem"])
    assert words.text(vote_text(table, table.company.vote)).startswith(
        "Ben asks to end this game now, as it stands.\n"
        "All who play must agree: 1 of 3 so far. Still asked: Ana and Cem.\n"
    )


def held(state: Any, seat: int) -> set[str]:
    """The tiles of a seat, as it sees them."""
    seen = state.observe(seat)
    seen = getattr(seen, "game", seen)
    return set(map(str, (seen.hands if hasattr(seen, "hands") else seen.racks)[seat] or ()))


@pytest.mark.parametrize("game", ["draw", "moon", "chickenfoot", "blockers"])
def test_a_move_that_can_be_taken_back_gave_nobody_a_tile_and_declared_nothing(game: str) -> None:
    rng, undoable = Random(game), 0
    of_game = [setup for setup in setups().values() if setup.game.key == game]
    for setup in rng.sample(of_game, 4):
        for turn in walk(setup, rng, fouls=2):
            if turn.before.to_act == DEALER:
                continue
            row = StepRow(1, 1, "act", None, turn.before.to_act, str(turn.action), "", 0)
            if _past(Folded(1, state=turn.before), Kind.ACT, row, turn.step, setup.game):
                undoable += 1
                assert " " in str(turn.action)
                for seat in range(setup.seats):
                    assert held(turn.step.state, seat) <= held(turn.before, seat)
    assert undoable
