"""What all must agree to, and moves that are taken back: by whom, until when, and never once something was shown."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.service import Service
from bot.store import Store
from bot.table.clock.hours import Hours
from bot.table.clock.pace import DAY, HOUR, Preset
from bot.table.clock.timing import Timing
from bot.table.log.fold import Position, _undoable_moves
from bot.table.log.model import ANY, Person, Status, Table
from bot.table.log.rows import StepRow
from bot.table.log.settled.votes import Vote, Voted, Votes
from bot.table.log.steps import Kind
from bot.table.posts import LayoutRows, Notes
from bot.table.record.transcript import transcript
from bot.table.record.verify import verify
from bot.table.refusals import NotSeated, Over, Refusal, Stale
from bot.table.rules import play
from bot.talk.card import early_end_text
from bot.talk.turn import take_back_buttons
from bot.talk.vote import letter, vote_text
from engine import games
from engine.game import DEALER, Seat
from engine.games.blockers.events import Refilled
from engine.words import Words, msg
from tests.bot.games import CARDS_GAME, GAMES
from tests.bot.players import Player, deal_game, mover_at, vote_of
from tests.bot.reception import reception
from tests.bot.tools import (
    ANA,
    BEN,
    CEM,
    EVE,
    FixedClock,
    play_on,
    play_to_end,
    resume_play,
    running_table,
)
from tests.engine.play import setups, walk

MINUTE = 60


@pytest.fixture
def address(sqlite_address: str) -> str:
    """Provide a SQLite database: one engine is enough here."""
    return sqlite_address


async def next_move(service: Service, table: Table, verb: str = "play") -> tuple[Table, Player, str]:
    """Return one more move of this kind, who made it, and which."""
    mover = mover_at(service, table)
    notation = f"{verb} {(await mover.sees()).hand[0]}"
    return await mover.plays(notation), mover, notation


@pytest.mark.parametrize("subject", ["cancel", "finish"])
async def test_a_game_is_closed_once_all_people_agreed(service: Service, subject: str) -> None:
    table, (ana, ben, cem) = await deal_game(service, ANA, BEN, CEM)
    asked = await ben.calls_vote(subject)
    assert asked.status is Status.RUNNING
    assert (await ana.says_yes()).status is Status.RUNNING
    closed = await cem.says_yes()
    assert (closed.status, closed.standing.closed) == (Status.CLOSED, subject)
    with pytest.raises(Over):
        await ana.calls_vote(subject)
    service.repository.uncache()
    assert await service.tables.table(table.id, ANY) == closed


async def test_one_refusal_ends_a_vote_and_the_game_goes_on(service: Service) -> None:
    _, (ana, ben, cem) = await deal_game(service, ANA, BEN, CEM)
    await ben.calls_vote("cancel")
    refused = await ana.says_no()
    assert vote_of(refused).outcome is False
    with pytest.raises(Refusal, match="This vote is over"):
        await cem.says_yes()
    assert (await play_on(service, refused)).status is Status.RUNNING


async def test_a_vote_makes_no_button_stale_and_lasts_while_others_move(service: Service) -> None:
    table, (ana, ben) = await deal_game(service, ANA, BEN)
    asked = await ana.calls_vote("cancel")
    assert asked.position_seq == table.position_seq
    await play_on(service, asked)
    agreed = await ben.says_yes()
    assert agreed.status is Status.CLOSED


async def test_who_is_away_and_computer_players_are_not_asked(service: Service) -> None:
    table, (ana, ben, cem) = await deal_game(service, ANA, BEN, CEM)
    eve = Player(service, table.id, EVE)
    await cem.stays_away()
    with pytest.raises(Refusal, match="Take your seat back first"):
        await cem.calls_vote("cancel")
    with pytest.raises(NotSeated):
        await eve.calls_vote("cancel")
    await ana.calls_vote("cancel")
    closed = await ben.says_yes()
    assert closed.status is Status.CLOSED


async def test_who_leaves_need_not_agree(service: Service) -> None:
    _, (ana, ben, cem) = await deal_game(service, ANA, BEN, CEM)
    await ana.calls_vote("pause")
    await ben.says_yes()
    assert not (await ben.leaves()).is_paused
    assert (await cem.leaves()).is_paused


async def test_a_vote_is_asked_once_more_when_a_new_player_takes_a_seat_and_who_agreed_still_agrees(
    service: Service, clock: FixedClock
) -> None:
    table, silence, (_, ben, cem) = await open_vote(service, "cancel")
    eve = Player(service, table.id, EVE)
    seq = vote_of(table).seq
    await ben.leaves()
    clock.time += MINUTE
    anew = await eve.takes_seat()
    vote, words = vote_of(anew), Words(["Ana", "Eve", "Cem"])
    assert vote.agreed == (0,)
    assert set(letter(CARDS_GAME, anew, vote, words).pings) == {EVE.user, CEM.user}
    with pytest.raises(Refusal, match="This vote is over"):
        await cem.says_yes(seq)
    await service.outbox.mark_shown(table.id, anew.seq)
    assert (await at(service, clock, anew, silence)).can_move, "the newcomer has as long as all others had"
    service.repository.uncache()
    again = await service.tables.table(table.id, ANY)
    assert again.standing == anew.standing
    await cem.says_yes()
    closed = await eve.says_yes()
    assert (closed.status, closed.standing.closed) == (Status.CLOSED, "cancel")


async def test_a_vote_is_over_when_a_new_player_comes_and_the_player_who_asked_is_gone(service: Service) -> None:
    table, _, (ana, _, _) = await open_vote(service, "cancel")
    eve = Player(service, table.id, EVE)
    await ana.leaves()
    taken = await eve.takes_seat()
    words = Words(["Eve", "Ben", "Cem"])
    assert words.text(vote_text(taken, vote_of(taken))).endswith("isn't here any more, so nothing changes.")


def test_a_vote_that_is_over_takes_no_answer_and_no_silence() -> None:
    came = Votes(Vote(1, "pause", 0, (0, 2))).void_for_newcomer()
    row = StepRow(1, 2, "vote", None, 1, '{"yes":true}', "", 0, None)
    with pytest.raises(ValueError, match="nothing to vote about"):
        came.apply_step(row, Voted(yes=True), ())
    with pytest.raises(ValueError, match="nobody said it"):
        came.after_silence([None, None, None])
    assert came.mark_vote_done("pause") == came
    assert Votes().void_for_newcomer() == Votes()


@pytest.mark.parametrize("subject", ["cancel", "finish"])
async def test_a_player_alone_ends_no_game_of_players_who_are_away_before_these_were_asked(
    service: Service, clock: FixedClock, subject: str
) -> None:
    table, silence, _ = await open_vote(service, subject, away=(BEN, CEM))
    assert table.is_running
    assert set(letter(CARDS_GAME, table, vote_of(table), Words(["Ana", "Ben", "Cem"])).pings) == {BEN.user, CEM.user}
    assert (await at(service, clock, table, silence - 1)).is_running
    closed = await at(service, clock, table, silence)
    assert (closed.status, closed.standing.closed) == (Status.CLOSED, subject)
    said = Words(["Ana", "Ben", "Cem"]).text(vote_text(closed, vote_of(closed)))
    assert "3 of 3 agree" not in said
    assert "Nobody says no" in said
    service.repository.uncache()
    assert await service.tables.table(table.id, ANY) == closed


async def test_a_player_who_is_away_says_no_without_taking_their_seat_back(service: Service, clock: FixedClock) -> None:
    _, silence, (_, _, cem) = await open_vote(service, away=(BEN, CEM))
    refused = await cem.says_no()
    assert vote_of(refused).outcome is False
    assert (await at(service, clock, refused, silence + DAY)).is_running


async def test_a_player_who_comes_back_is_asked_beside_the_one_who_was_alone(service: Service) -> None:
    _, _, (_, ben, cem) = await open_vote(service, away=(BEN, CEM))
    await ben.takes_seat_back()
    with pytest.raises(Refusal, match="Take your seat back first"):
        await cem.says_yes()
    closed = await ben.says_yes()
    assert closed.status is Status.CLOSED


async def test_a_player_alone_pauses_at_once_since_anybody_ends_that(service: Service) -> None:
    _, (ana, ben) = await deal_game(service, ANA, BEN)
    await ben.stays_away()
    assert (await ana.calls_vote("pause")).is_paused


async def test_asking_for_the_same_again_is_agreeing_and_for_something_else_is_refused(service: Service) -> None:
    _, (ana, ben) = await deal_game(service, ANA, BEN)
    await ana.calls_vote("cancel")
    with pytest.raises(Refusal, match="One vote at a time"):
        await ben.calls_vote("pause")
    assert (await ben.calls_vote("cancel")).status is Status.CLOSED


async def test_nobody_moves_in_a_pause_and_anybody_ends_it(service: Service) -> None:
    table, (ana, ben) = await deal_game(service, ANA, BEN)
    eve = Player(service, table.id, EVE)
    await ana.calls_vote("pause")
    paused = await ben.says_yes()
    assert paused.standing.halt.paused
    assert await service.tables.read(table.id, play.question_now) is None
    with pytest.raises(Refusal, match="paused"):
        await mover_at(service, paused).plays("play 1")
    with pytest.raises(NotSeated):
        await eve.resumes()
    going_on = await ben.resumes()
    assert (await play_to_end(service, going_on)).status is Status.OVER


async def test_no_clock_runs_in_a_pause(service: Service) -> None:
    table, (ana, ben) = await deal_game(service, ANA, BEN, timing=Timing(Preset.SPRINT))
    assert table.timing.due is not None
    await ana.calls_vote("pause")
    paused = await ben.says_yes()
    assert paused.timing.due is None
    assert (await ana.resumes()).timing.due is not None


async def open_vote(
    service: Service, subject: str = "cancel", timing: Timing | None = None, away: Sequence[Person] = ()
) -> tuple[Table, int, Sequence[Player]]:
    """Let Ana call a vote; return its table, when silence agrees, and the people.

    Players who are `away` have a computer player in their seats.
    """
    _, people = await deal_game(service, ANA, BEN, CEM, timing=timing)
    for player in people:
        if player.person in away:
            await player.stays_away()
    table = await people[0].calls_vote(subject)
    await service.outbox.mark_shown(table.id, table.seq)
    assert table.timing.silence_at is not None
    return await service.tables.table(table.id, ANY), table.timing.silence_at, people


async def at(service: Service, clock: FixedClock, table: Table, moment: int) -> Table:
    """Let time pass up to a moment, and return the table."""
    while (wake := await service.clockwork.next_wake()) is not None and wake <= moment:
        clock.time = max(clock.time, wake)
        ticked = await service.clockwork.tick(table.id)
        await service.outbox.mark_shown(table.id, ticked.seq)
    clock.time = moment
    return await service.tables.table(table.id, ANY)


async def steps_of(service: Service, table: Table, kind: Kind, seat: Seat | None = None) -> int:
    steps = await service.tables.history(table.id, 0, None)
    return sum((step.kind, step.seat) == (kind, seat) for step in steps)


@pytest.mark.parametrize("subject", ["cancel", "pause", "finish"])
async def test_silence_is_a_yes_after_a_day_without_a_clock(service: Service, clock: FixedClock, subject: str) -> None:
    table, silence, (_, ben, _) = await open_vote(service, subject)
    assert silence == clock.time + DAY
    table = await at(service, clock, table, silence - 1)
    assert table.can_move
    assert (await ben.says_yes()).can_move
    table = await at(service, clock, table, silence)
    assert not table.can_move
    assert (vote_of(table).outcome, vote_of(table).silent) == (True, (2,))
    service.repository.uncache()
    assert await service.tables.table(table.id, ANY) == table


async def test_who_says_nothing_agrees_after_one_clock_of_playing_hours(service: Service, clock: FixedClock) -> None:
    clock.time = 1_800_014_400  # noon
    table, silence, _ = await open_vote(service, timing=Timing(Preset.DAY, Hours(8 * 60, 12 * 60 + 10)))
    assert table.timing.pace is not None
    assert (
        silence == clock.time + 20 * HOUR + table.timing.pace.base - 10 * MINUTE
    )  # the rest of it tomorrow, from eight on


async def test_one_no_is_stronger_than_any_silence(service: Service, clock: FixedClock) -> None:
    table, silence, (_, ben, _) = await open_vote(service)
    await ben.says_no()
    table = await at(service, clock, table, silence + DAY)
    assert table.can_move
    assert await steps_of(service, table, Kind.VOTE) == 0


async def test_silence_agrees_once_whoever_looks_and_how_often(
    service: Service, store: Store, clock: FixedClock
) -> None:
    table, silence, (_, ben, _) = await open_vote(service, "pause")
    clock.time = silence
    for _ in range(3):
        await Service.of(store, GAMES, clock).clockwork.tick(table.id)
    assert await steps_of(service, table, Kind.VOTE) == await steps_of(service, table, Kind.PAUSE) == 1
    going_on = await ben.resumes()
    assert (await at(service, clock, going_on, silence + DAY)).can_move


async def test_no_silence_agrees_to_take_a_move_back(service: Service, clock: FixedClock) -> None:
    table, mover, _ = await next_move(service, await running_table(service, ANA, BEN, CEM))
    clock.time += MINUTE + 1
    table = await mover.takes_move_back()
    await service.outbox.mark_shown(table.id, table.seq)
    assert table.timing.silence_at is None
    table = await at(service, clock, table, clock.time + 2 * DAY)
    assert vote_of(table).outcome is None


async def test_a_vote_waits_longer_for_answers_while_the_bot_is_away_or_cannot_ask(
    service: Service, clock: FixedClock
) -> None:
    table, silence, _ = await open_vote(service)
    await service.absence.beat()
    clock.time += 3 * HOUR
    await resume_play(service)
    table = await service.tables.table(table.id, ANY)
    assert table.timing.silence_at == silence + 3 * HOUR
    assert table.shown_seq < table.seq  # so that its message tells the new time
    clock.time = silence + 3 * HOUR
    hidden, (ana, _) = await deal_game(service, ANA, BEN)
    await ana.calls_vote("cancel")
    clock.time += DAY
    assert (await service.clockwork.tick(hidden.id)).can_move
    assert (await service.tables.table(hidden.id, ANY)).timing.silence_at == clock.time + DAY


async def test_a_vote_says_until_when_one_can_say_no_and_then_that_nobody_did(
    service: Service, clock: FixedClock
) -> None:
    table, silence, _ = await open_vote(service, "cancel")
    words = Words(["Ana", "Ben", "Cem"])
    assert words.text(vote_text(table, vote_of(table))) == (
        "Ana asks to cancel this game, without a result.\n"
        "1 of 3 agree. Waiting for Ben and Cem.\n"
        f"If you don't answer by <t:{silence}:f> (<t:{silence}:R>), that's a yes."
    )
    table = await at(service, clock, table, silence)
    assert words.text(vote_text(table, vote_of(table))).endswith("Nobody says no: the game is cancelled.")
    card = early_end_text(CARDS_GAME, await service.tables.observe(table.id, None))
    assert words.text(card) == "**Cards #1** · cancelled: nobody said no. It has no result."


async def test_a_fresh_move_is_taken_back_without_asking_anybody(service: Service, clock: FixedClock) -> None:
    before = await running_table(service, ANA, BEN, CEM)
    table, mover, notation = await next_move(service, before)
    assert table.standing.undoable == before.to_act
    clock.time += MINUTE
    back = await mover.takes_move_back(table.position_seq)
    assert (back.to_act, back.standing.undoable) == (before.to_act, None)
    assert back.position_seq > table.position_seq
    with pytest.raises(Stale):
        await mover.plays(notation, before.position_seq)
    assert (await mover.plays(notation, back.position_seq)).to_act == table.to_act


async def test_a_second_move_of_one_turn_is_taken_back_only_with_consent(service: Service) -> None:
    table, mover, notation = await next_move(service, await running_table(service, ANA, BEN, CEM))
    back = await mover.takes_move_back()
    again = await mover.plays(notation, back.position_seq)
    asked = await mover.takes_move_back()
    assert (asked.to_act, asked.standing.vote is not None) == (again.to_act, True)
    for _ in range(3):
        table, _, _ = await next_move(service, await service.tables.table(table.id, ANY))
    back = await mover.takes_move_back()
    assert back.to_act == table.seat_of(mover.user)


async def test_after_a_minute_the_others_are_asked_and_anybody_may_refuse(service: Service, clock: FixedClock) -> None:
    table, people = await deal_game(service, ANA, BEN, CEM)
    table, mover, _ = await next_move(service, table)
    clock.time += MINUTE + 1
    asked = await mover.takes_move_back()
    assert asked.position_seq == table.position_seq
    other = next(player for player in people if player != mover)
    await other.says_no()
    assert (await service.tables.table(table.id, ANY)).to_act == table.to_act


async def test_with_consent_the_moves_after_it_are_undone_too(service: Service) -> None:
    before, people = await deal_game(service, ANA, BEN, CEM)
    table, mover, _ = await next_move(service, before)
    seen = await mover.sees()
    table, _, _ = await next_move(service, table)
    await mover.takes_move_back()
    for player in people:
        if player != mover:
            back = await player.says_yes()
    assert back.to_act == before.to_act
    assert len((await mover.sees()).hand) == len(seen.hand) + 1


async def test_an_undo_that_was_asked_for_is_off_once_a_player_moves(service: Service) -> None:
    table, mover, _ = await next_move(service, await running_table(service, ANA, BEN, CEM))
    table, _, _ = await next_move(service, table)
    asked = await mover.takes_move_back()
    table, _, _ = await next_move(service, asked)
    assert vote_of(table).outcome is False


async def two_moves(service: Service) -> tuple[Table, Player, Player]:
    """Return a game in which two people have moved, and they."""
    table, first, _ = await next_move(service, await running_table(service, ANA, BEN, CEM))
    table, second, _ = await next_move(service, table)
    return table, first, second


def vote_message(table: Table) -> str:
    return Words(table.names).text(vote_text(table, vote_of(table)))


async def test_a_question_about_a_move_names_all_that_goes_back_and_is_void_once_the_game_goes_on(
    service: Service,
) -> None:
    table, first, second = await two_moves(service)
    asked = await first.takes_move_back()
    assert re.match(
        rf"{first.name} asks to take this back: {first.name} puts \d+\. {second.name} puts \d+\.\n", vote_message(asked)
    )
    table, _, _ = await next_move(service, asked)
    assert vote_message(table).endswith("The game went on, so nothing is taken back.")


async def test_a_question_about_a_move_is_void_once_another_took_a_move_back_or_the_asker_left(
    service: Service,
) -> None:
    table, first, second = await two_moves(service)
    await first.takes_move_back()
    back = await second.takes_move_back()
    assert vote_message(back).endswith("Another move was taken back first. Ask again if you still want this.")
    table, first, second = await two_moves(service)
    await first.takes_move_back()
    left = await first.leaves()
    assert vote_message(left).startswith("a former player asks to take this back: ")
    assert vote_message(left).endswith("The player who asked has left, so nothing is taken back.")
    service.repository.uncache()
    assert (await service.tables.table(table.id, ANY)).standing == left.standing


async def test_the_move_of_a_player_who_left_goes_back_with_an_earlier_one_and_is_named(service: Service) -> None:
    table, first, second = await two_moves(service)
    await second.leaves()
    eve = Player(service, table.id, EVE)
    await eve.takes_seat(table.seat_of(second.user))
    asked = await first.takes_move_back()
    assert len(vote_of(asked).moves) == 2
    with pytest.raises(Refusal, match="Nothing to take back"):
        await eve.takes_move_back()


async def test_nothing_is_taken_back_once_something_hidden_was_shown(service: Service) -> None:
    table, mover, _ = await next_move(service, await running_table(service, ANA, BEN, CEM), "bury")
    assert table.standing.undoable is None
    with pytest.raises(Refusal, match="Nothing to take back"):
        await mover.takes_move_back()


async def test_nothing_is_taken_back_over_a_deal_or_an_automatic_step(service: Service) -> None:
    table = await running_table(service)
    while True:
        after, mover, _ = await next_move(service, table)
        steps = await service.tables.history(table.id, table.seq, None)
        if len(steps) > 1 or after.round > table.round or after.to_act == -1:
            break
        assert after.standing.undoable is not None
        table = after
    assert after.standing.undoable is None
    with pytest.raises(Refusal, match="Nothing to take back"):
        await mover.takes_move_back()


async def test_a_move_that_computer_players_have_answered_is_taken_back_by_its_button_too(service: Service) -> None:
    table, (ana,) = await deal_game(service, ANA, computers=["easy"])
    while table.mover != ANA:
        table = await play_on(service, table)
    table, *_ = await next_move(service, table)
    answered = await play_on(service, table)
    assert answered.mover == ANA
    back = await ana.takes_move_back(table.position_seq)
    assert back.mover == ANA
    with pytest.raises(Stale):
        await ana.takes_move_back(table.position_seq)


async def test_nobody_tries_moves_until_the_stand_in_of_a_player_who_is_away_answers_as_they_like(
    service: Service,
) -> None:
    table, mover, _ = await next_move(service, await running_table(service, ANA, BEN))
    await next_move(service, await mover_at(service, table).stays_away("medium"))
    with pytest.raises(Refusal, match="The others are away"):
        await mover.takes_move_back()


async def test_nobody_tries_moves_against_a_seat_that_a_new_player_can_take(service: Service) -> None:
    table, mover, _ = await next_move(service, await running_table(service, ANA, BEN))
    await play_on(service, await mover_at(service, table).leaves())
    with pytest.raises(Refusal, match="who can't be asked"):
        await mover.takes_move_back()


@pytest.mark.parametrize("leaves", [False, True])
async def test_two_players_try_no_moves_against_the_hand_of_a_third_who_is_not_there(
    service: Service, leaves: bool
) -> None:
    table, mover, _ = await next_move(service, await running_table(service, ANA, BEN, CEM))
    third = mover_at(service, table)
    away = await third.leaves() if leaves else await third.stays_away("medium")
    assert (await play_on(service, away)).to_act != table.to_act
    with pytest.raises(Refusal, match="who can't be asked"):
        await mover.takes_move_back()
    assert (await service.tables.table(table.id, ANY)).standing.vote is None


async def test_take_back_is_offered_if_no_computer_player_comes_before(service: Service) -> None:
    table, *_ = await next_move(service, await running_table(service, ANA, BEN, CEM))
    assert take_back_buttons(table, Words(()), table.position_seq)
    away = await mover_at(service, table).stays_away("medium")
    assert away.standing.undoable is not None
    assert not take_back_buttons(away, Words(()), away.position_seq)


async def test_nobody_takes_back_what_another_did(service: Service) -> None:
    table, people = await deal_game(service, ANA, BEN, CEM)
    _, mover, _ = await next_move(service, table)
    for player in people:
        if player != mover:
            with pytest.raises(Refusal, match="Nothing to take back"):
                await player.takes_move_back()


async def test_a_button_that_takes_back_is_stale_once_a_player_acted(service: Service) -> None:
    first, mover, _ = await next_move(service, await running_table(service, ANA, BEN, CEM))
    await next_move(service, first)
    with pytest.raises(Stale):
        await mover.takes_move_back(first.position_seq)


async def test_a_tile_that_was_taken_back_lies_nowhere(service: Service) -> None:
    table, mover, _ = await next_move(service, await running_table(service, ANA, BEN, CEM))
    await service.outbox.note(table.id, Notes(laid=[LayoutRows(1, 0, ((1.0,),), table.seq)]))
    assert len(await service.outbox.layout(table.id, 1)) == 1
    await mover.takes_move_back()
    assert len(await service.outbox.layout(table.id, 1)) == 0
    await service.outbox.note(table.id, Notes(laid=[LayoutRows(1, 0, ((1.0,),), table.seq)]))
    assert len(await service.outbox.layout(table.id, 1)) == 0


async def test_votes_and_undone_moves_are_in_the_record(service: Service) -> None:
    table, (ana, ben, _) = await deal_game(service, ANA, BEN, CEM)
    _, mover, _ = await next_move(service, table)
    await mover.takes_move_back()
    await ana.calls_vote("cancel")
    table = await play_to_end(service, await ben.says_no())
    record = await service.tables.record(table.id)
    assert {"undo", "vote"} <= {step.kind for step in record.steps}
    assert verify(record.to_json(), GAMES).code == 2
    text = transcript(record, CARDS_GAME, msg("Cards 1"), Words(table.names))
    assert re.search(rf"{mover.name} takes back “\w+", text)


async def test_a_vote_says_what_is_asked_and_how_it_stands(service: Service) -> None:
    _, (_, ben, _) = await deal_game(service, ANA, BEN, CEM)
    table = await ben.calls_vote("finish")
    words = Words(["Ana", "Ben", "Cem"])
    assert words.text(vote_text(table, vote_of(table))).startswith(
        "Ben asks to end this game now and keep the scores.\n1 of 3 agree. Waiting for Ana and Cem.\n"
    )


def hand_of(state: Any, seat: int) -> set[str]:
    """Return the tiles of a seat, as it sees them."""
    seen = state.observe(seat)
    seen = getattr(seen, "game", seen)
    return set(map(str, (seen.hands if hasattr(seen, "hands") else seen.racks)[seat] or ()))


@pytest.mark.parametrize("steps", [250, pytest.param(None, marks=pytest.mark.long)])
@pytest.mark.parametrize("game", ["draw", "moon", "chickenfoot", "blockers"])
def test_a_move_that_can_be_taken_back_gave_nobody_a_tile_but_what_came_anyhow_and_declared_nothing(
    game: str, steps: int | None
) -> None:
    rng, undoable = Random(game), 0
    of_game = [setup for setup in setups().values() if setup.game.key == game]
    for setup in rng.sample(of_game, 4):
        for turn in islice(walk(setup, rng, fouls=2), steps):
            if turn.before.to_act == DEALER:
                continue
            row = StepRow(1, 1, "act", None, turn.before.to_act, str(turn.action), "", 0)
            if _undoable_moves(Position(1, state=turn.before), Kind.ACT, row, turn.action, turn.step, setup.game):
                undoable += 1
                assert " " in str(turn.action)
                had = [hand_of(turn.before, seat) for seat in range(setup.seats)]
                brought = new_tiles(had, turn.step.state)
                assert not brought[turn.before.to_act]
                if any(brought):  # Blockers: what the next seat draws, the same whatever was placed
                    others = rng.sample(turn.before.legal_actions(), min(2, len(turn.before.legal_actions())))
                    assert all(new_tiles(had, turn.before.apply(other).state) == brought for other in others)
    assert undoable


def new_tiles(had: Sequence[set[str]], after: Any) -> list[set[str]]:
    """Return the tiles that each seat has more of, as it sees them."""
    return [hand_of(after, seat) - before for seat, before in enumerate(had)]


async def test_a_placement_in_blockers_is_taken_back_until_the_next_one_and_shows_its_player_nothing(
    tmp_path: Path,
) -> None:
    async with reception(tmp_path, games.GAMES) as here:
        table = await running_table(here.service, ANA, BEN, game="blockers")
        for _ in range(6):
            mover, before = mover_at(here.service, table), await here.service.repository.read(table.id)
            placed = await play_on(here.service, table)
            assert placed.standing.undoable == table.to_act
            back = await mover.takes_move_back()
            after = await here.service.repository.read(table.id)
            assert after.state == before.state
            assert len(after.position.past) <= 1  # nobody goes back before a move whose refill they have seen
            again = await play_on(here.service, back)
            assert (await here.service.repository.read(table.id)).position.past[-1].seat == back.to_act
            table = again
        mine = await here.service.tables.history(table.id, 0, ANA.user)
        drawn = [event for step in mine for event in step.events if isinstance(event, Refilled)]
        assert {event.seat for event in drawn} == {table.seat_of(ANA.user)}
        theirs = await here.service.tables.history(table.id, 0, None)
        assert not any(isinstance(event, Refilled) for step in theirs for event in step.events)
        assert not any(isinstance(event, Refilled) for move in after.position.past for event in move.events)
