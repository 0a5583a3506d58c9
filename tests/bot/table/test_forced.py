"""Moves without a choice are made for those who wish it, and nothing tells the hidden ones from moves by hand."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import replace
from math import log, sqrt
from pathlib import Path
from random import Random

import msgspec
import pytest

from bot.desk.privacy import exported
from bot.table.clock import own, replies
from bot.table.clock.hours import Hours
from bot.table.clock.own import Rhythm, moment, reply
from bot.table.clock.pace import DAY, HOUR, MINUTE, Preset, pace
from bot.table.clock.reminders import Wishes
from bot.table.clock.replies import ENOUGH, KEPT
from bot.table.clock.timing import Timing
from bot.table.clock.week import hour_of
from bot.table.draft import Draft
from bot.table.model import ANY, By, Person, Status, Table
from bot.table.posts import CALLS
from bot.table.rules import forced
from bot.table.rules import play as play_rules
from bot.talk import hand, privacy
from bot.talk import turn as talk
from bot.talk.letter import Button, ControlId, Letter, Purpose
from engine.game import DEALER
from engine.games import GAMES
from engine.words import Words
from tests.bot.reception import Reception, reception
from tests.bot.tools import ANA, BEN, play_on
from tests.day.company import Company
from tests.day.play import HOURS, Scene, play, prompt, scene

NOON = 1_800_014_400
WAKING = sum(1 << hour | 1 << 24 + hour for hour in range(7, 22))
"""From eight to eleven in Berlin's winter, in UTC."""


# --- the moment


@pytest.mark.parametrize("preset", Preset)
def test_a_moment_lies_in_hours_in_which_the_player_has_acted_and_is_never_late(preset: Preset) -> None:
    rng = Random(7)
    for _ in range(300):
        acted = rng.getrandbits(48)
        rhythm = Rhythm(HOURS, acted)
        since = NOON + rng.randrange(7 * DAY)
        due = since + rng.randrange(MINUTE, 2 * DAY)
        known = [rng.randrange(1, 3 * HOUR) for _ in range(rng.choice((0, ENOUGH, KEPT)))]
        at = moment(rhythm, known, preset, since, since + 5, due, rng)
        if at is not None:
            assert since + 5 < at < due
            assert not acted or acted & hour_of(at)
            assert HOURS.between(at, at + 1) == 1


def test_a_first_moment_is_like_the_clocks_and_each_reply_brings_the_next_nearer_to_the_players() -> None:
    rng = Random(1)
    none, one, few, many = (sorted(reply([30] * n, Preset.DAY, rng) for _ in range(999)) for n in (0, 1, 9, ENOUGH))
    assert 15 * MINUTE < none[499] < 25 * MINUTE
    assert none[499] / 4 > one[499] > 2 * few[499] > 60
    assert many[0] == many[-1] == 30


def test_few_times_at_a_table_are_filled_up_with_the_newest_from_others_and_ten_count_alone() -> None:
    elsewhere = range(100, 100 + KEPT)
    assert replies.filled([], elsewhere) == (*elsewhere[6:],)
    assert replies.filled([1, 2, 3], elsewhere) == (*elsewhere[9:], 1, 2, 3)  # the more here, the less of elsewhere
    assert replies.filled([1, 2, 3], [7]) == (7, 1, 2, 3)
    assert replies.filled(range(ENOUGH), elsewhere) == range(ENOUGH)


def test_a_moment_is_later_by_the_time_in_which_nobody_could_play_and_survives_being_stored() -> None:
    timing = (
        Timing(Preset.DAY, HOURS).started(pace(Preset.DAY, 15 * HOUR, 3, 40), 3, NOON).begun(0, NOON, formality=False)
    )
    planned = own.planned(timing, 5, NOON + 20 * MINUTE)
    stored = msgspec.json.decode(msgspec.json.encode(planned), type=Timing)
    assert own.own_at(stored) == NOON + 20 * MINUTE
    assert own.own_at(own.longer(stored, NOON + MINUTE, NOON + 31 * MINUTE)) == NOON + 50 * MINUTE
    assert own.own_at(stored.turn_anew(NOON + HOUR)) == NOON + HOUR + 20 * MINUTE


def test_a_moment_in_which_the_hours_open_is_not_that_in_which_they_closed() -> None:
    evening = HOURS.of_day(NOON)[1] - HOUR
    timing = Timing(Preset.WEEK, HOURS).started(pace(Preset.WEEK, 15 * HOUR, 3, 40), 3, evening)
    opens = HOURS.after(evening, HOUR + 1) - 1
    assert own.own_at(own.planned(timing.begun(0, evening, formality=False), 5, opens)) == opens + 1


# --- the two-sample test


def distance(one: Sequence[float], two: Sequence[float]) -> float:
    """How far two samples lie apart (Kolmogorov and Smirnov): the widest gap between their distributions."""
    a, b = sorted(one), sorted(two)
    return max(abs(bisect_right(a, x) / len(a) - bisect_right(b, x) / len(b)) for x in (*a, *b))


def told_apart(one: Sequence[float], two: Sequence[float], one_in: int = 100) -> bool:
    """Whether the two are samples of different things, wrongly so one time in so many."""
    return distance(one, two) > sqrt(log(2 * one_in) / 2 * (len(one) + len(two)) / (len(one) * len(two)))


Habit = Callable[[Random], float]
HABITS: dict[str, Habit] = {
    "log-normal": lambda rng: 20 * MINUTE * rng.lognormvariate(0, 1),
    "quick": lambda rng: 40 * rng.lognormvariate(0, 0.5),
    "slow": lambda rng: 90 * MINUTE * rng.lognormvariate(0, 0.7),
}


def turns(
    habit: Habit, number: int, rng: Random, *, masked: bool, waking: int = WAKING, known: bool = False
) -> tuple[list[int], list[int]]:
    """How long a player seems to take for turns with a choice and for those without, by the clock on the wall.

    They act by hand where there is a choice, when they are awake; the bot acts for them where there is none. Their
    hours may be known from other tables.
    """
    awake = Rhythm(Hours(), waking)
    timing, now = Timing(Preset.WEEK).started(pace(Preset.WEEK, DAY, 3, 40), 3, NOON), NOON
    timing = own.with_elsewhere(timing, 0, waking) if known else timing
    free, without = list[int](), list[int]()
    for number_of_turn in range(number):
        now += rng.randrange(MINUTE, 5 * HOUR)
        timing = timing.begun(0, now, formality=False)
        choice = rng.random() < 0.5
        if choice:
            at = awake.after(now, max(2, round(habit(rng))))
        elif masked:
            mine = timing.seats[0]
            at = moment(own.rhythm(timing, 0), mine.replies, Preset.WEEK, now, now, timing.due, rng)
        else:
            at = now + 2
        at = at or awake.after(now, max(2, round(habit(rng)))) or now
        if known or number_of_turn > 200:  # until the hours are known
            (free if choice else without).append(at - now)
        timing = own.replied(timing, 0, at, own=choice).but(turn=None)
        now = at
    return free, without


@pytest.mark.long
@pytest.mark.parametrize("habit", HABITS)
def test_nobody_can_tell_by_the_time_they_take_which_of_ten_thousand_turns_left_no_choice(habit: str) -> None:
    free, without = turns(HABITS[habit], 10_000, Random(habit), masked=True)
    print(habit, len(free), len(without), round(distance(free, without), 4))
    assert not told_apart(free, without)
    assert told_apart(*turns(HABITS[habit], 10_000, Random(habit), masked=False))


EVENINGS = sum(1 << hour for hour in range(17, 22)) | WAKING & ~((1 << 24) - 1)
"""Those of a player who works on weekdays."""


@pytest.mark.long
@pytest.mark.parametrize("waking", [WAKING, EVENINGS])
def test_nobody_can_tell_where_the_hours_are_known_from_other_tables_from_the_first_turn_on(waking: int) -> None:
    habit = HABITS["log-normal"]
    free, without = turns(habit, 10_000, Random(3), masked=True, waking=waking, known=True)
    assert len(free) + len(without) == 10_000
    assert not told_apart(free, without)
    assert told_apart(*turns(habit, 10_000, Random(3), masked=False, waking=waking, known=True))


def at_new_tables(habit: Habit, tables: int, rng: Random, *, masked: bool) -> list[tuple[list[int], list[int]]]:
    """Of each of the first ten turns at a table how long a player seems to take in it, with a choice and without one;
    how fast they reply is known from the tables before."""
    found = [(list[int](), list[int]()) for _ in range(ENOUGH)]
    kept = replies.added(None, Preset.WEEK, [max(2, round(habit(rng))) for _ in range(KEPT)])
    for _ in range(tables):
        timing, now = Timing(Preset.WEEK).started(pace(Preset.WEEK, DAY, 3, 40), 3, NOON), NOON
        timing = own.with_elsewhere(timing, 0, WAKING)
        for samples in found:
            now += rng.randrange(MINUTE, 5 * HOUR)
            timing = timing.begun(0, now, formality=False)
            choice, theirs = rng.random() < 0.5, own.rhythm(timing, 0)
            known = replies.filled(timing.seats[0].replies, replies.of(kept, Preset.WEEK))
            at = now + 2 if not masked else moment(theirs, known, Preset.WEEK, now, now, timing.due, rng)
            if choice or at is None:
                at = theirs.after(now, max(2, round(habit(rng)))) or now
            samples[not choice].append(at - now)
            timing, now = own.replied(timing, 0, at, own=choice).but(turn=None), at
        kept = replies.added(kept, Preset.WEEK, own.lasting(timing, 0))
    return found


@pytest.mark.long
@pytest.mark.parametrize("habit", HABITS)
def test_nobody_can_tell_where_replies_are_known_from_other_tables_from_the_first_turn_at_each(habit: str) -> None:
    masked = at_new_tables(HABITS[habit], 1000, Random(habit), masked=True)
    control = at_new_tables(HABITS[habit], 1000, Random(habit), masked=False)
    for turn, (samples, bare) in enumerate(zip(masked, control, strict=True)):
        print(habit, turn, round(distance(*samples), 3), round(distance(*bare), 3))
        assert not told_apart(*samples, one_in=1000), turn
        assert told_apart(*bare), turn
    free, without = ([time for samples in masked for time in samples[kind]] for kind in (0, 1))
    assert not told_apart(free, without)


# --- at the table


@pytest.mark.parametrize("wish", [False, True])
async def test_players_press_for_every_move_but_those_that_they_leave_to_the_bot(wish: bool, tmp_path: Path) -> None:
    async with scene(tmp_path, GAMES) as here:
        table = await here.begin("draw", "sprint", 3, Preset.DAY)
        played = await play(here, table, (prompt, prompt, prompt), Company(1, leaves=wish))
    assert played.table.status is Status.OVER
    first = next(step.kind for step in played.steps if step.kind in ("act", "auto"))
    assert first == ("auto" if wish else "act")  # everybody can see that the highest double must open
    assert played.presses <= played.steps_of("act") if wish else played.presses == played.steps_of("act")


async def waiting(here: Scene) -> Table:
    """A table of Draw where the bot is going to make the move of the player whose turn it is."""
    service, table = here.parts.service, await here.begin("draw", "day", 3, Preset.DAY)
    for person in table.people:
        await service.preferences.want_forced_moves(person.user, True)
    for _ in range(200):
        await here.show()
        table = await service.tables.table(table.id, ANY)
        if own.own_at(table.timing):
            return table
        here.clock.time += 40
        await act(here, table)
    raise AssertionError("every turn left a choice")


async def act(here: Scene, table: Table) -> None:
    """A move by hand."""
    question = await here.parts.service.tables.see(table.id, play_rules.question_now)
    assert question
    assert table.mover
    person = Person(table.mover.user, table.mover.name)
    await here.parts.service.tables.act(table.id, person.by(), person, table.position_seq, question.at_deadline)


async def until_made(here: Scene, table: Table) -> Table:
    """The table after the bot has made the move, at its moment."""
    at = own.own_at(table.timing)
    assert at
    here.clock.time = at
    await here.wake()
    await here.show()
    return await here.parts.service.tables.table(table.id, ANY)


async def test_the_move_comes_at_its_moment_in_another_process_too_and_is_its_players_own(tmp_path: Path) -> None:
    async with scene(tmp_path, GAMES) as here:
        before = await waiting(here)
        assert before.mover
        here.restart()
        after = await until_made(here, before)
        newest = next(
            step
            for step in await here.parts.service.tables.history(before.id, before.position_seq, None)
            if step.seat == before.to_act
        )
        assert (newest.kind, newest.by_clock, newest.by_wish) == ("act", False, False)
        assert after.timing.seats[before.to_act or 0].replies == before.timing.seats[before.to_act or 0].replies
        kept = await here.parts.service.people.kept_about(before.mover.user)
        assert newest.seq in [step.seq for seat in kept.seats for step in seat.steps]


async def test_a_game_that_was_begun_before_there_were_clocks_is_played_on(tmp_path: Path) -> None:
    def as_it_was(draft: Draft) -> None:
        draft.table = replace(draft.table, timing=Timing())

    async with scene(tmp_path, GAMES) as here:
        tables, table = here.parts.service.tables, await here.begin("draw", "sprint", 3, Preset.DAY)
        for person in table.people:
            await here.parts.service.preferences.want_forced_moves(person.user, True)
        await here.show()
        await tables.do(table.id, By(None), as_it_was)
        here.restart()
        for _ in range(6):
            await here.show()
            table = await here.parts.service.tables.table(table.id, ANY)
            await act(here, table)
        assert len((await here.parts.service.tables.table(table.id, ANY)).timing.seats) == len(table.seats)


async def test_others_see_nothing_of_it_and_the_player_sees_no_move_to_press(tmp_path: Path) -> None:
    async with scene(tmp_path, GAMES) as here:
        table = await waiting(here)
        turn = table.timing.turn
        assert turn
        free = replace(table, timing=table.timing.but(turn=msgspec.structs.replace(turn, own_after=0)))
        observe, words, game = here.parts.service.tables.observe, Words(table.names), GAMES["draw"]
        for viewer in (None, *table.people):
            seen = await observe(table.id, viewer.user if viewer else None)
            both = replace(seen, table=table), replace(seen, table=free)
            calls = [talk.waits(game, one, call, [], words, whole=True) for one in both for call in CALLS]
            assert calls[:3] == calls[3:]
            mine, theirs = [hand.letter(game, one, words) for one in both]
            moves = [button for letter in (mine, theirs) for button in acts(letter)]
            if seen.seat == table.to_act:
                assert len(moves) == len(acts(theirs)) == 1
                assert "no choice" in mine.text
            else:
                assert mine == theirs


def acts(letter: Letter) -> list[Button]:
    """The moves that can be pressed."""
    return [each for row in letter.rows if isinstance(row, tuple) for each in row if each.id.purpose is Purpose.ACT]


async def test_a_player_who_is_late_is_away_so_nothing_is_made_for_them(tmp_path: Path) -> None:
    async with scene(tmp_path, GAMES) as here:
        table = await waiting(here)
        draft = await here.parts.service.repository.read(table.id)
        wishes = Wishes(forced=True)
        seats = [msgspec.structs.replace(seat, late=1) for seat in table.timing.seats]
        assert table.timing.turn
        turn = msgspec.structs.replace(table.timing.turn, planned=0, own_after=0)
        draft.table = replace(table, timing=table.timing.but(seats=tuple(seats), turn=turn))
        forced.plan(draft, wishes)
        assert own.own_at(draft.table.timing) is None
        draft.table = replace(table, timing=table.timing.but(turn=turn))
        forced.plan(draft, wishes)
        assert own.own_at(draft.table.timing) is not None


async def test_a_first_move_at_a_table_comes_as_fast_as_its_player_replies_elsewhere_on_such_a_clock(
    tmp_path: Path,
) -> None:
    async with scene(tmp_path, GAMES) as here:
        table = await waiting(here)
        draft, turn = await here.parts.service.repository.read(table.id), table.timing.turn
        assert turn
        anew = msgspec.structs.replace(turn, planned=0, own_after=0, acted=False)
        seats = [msgspec.structs.replace(seat, replies=()) for seat in table.timing.seats]
        for preset, seconds in ((Preset.DAY, 45), (Preset.DAY, 333), (Preset.SPRINT, 45)):
            kept = replies.added(None, preset, [seconds] * ENOUGH)
            draft.table = replace(table, timing=table.timing.but(turn=anew, seats=tuple(seats)))
            forced.plan(draft, Wishes(forced=True, replies=kept))
            assert (own.own_at(draft.table.timing) == turn.since + seconds) == (preset is Preset.DAY)


async def test_without_the_wish_every_move_waits_for_a_hand_and_after_the_first_it_is_offered_once(
    tmp_path: Path,
) -> None:
    async with reception(tmp_path, GAMES) as here:
        preferences = here.service.preferences
        assert not (await preferences.wishes(ANA.user)).forced
        asked = await pressed_alone(here)
        assert asked[0]
        assert not any(asked[1:])
        letter = talk.with_offer(Letter("✓ You draw 2 tiles."), Words(()))
        (offer,) = [button for row in letter.rows if isinstance(row, tuple) for button in row]
        panel = await here.pressed(ANA, offer.id)
        assert panel.parts
        assert (await preferences.wishes(ANA.user)).forced


async def pressed_alone(here: Reception) -> list[bool]:
    """Whether a player is asked, for each of their moves in a round that left no choice, the opening tile first."""
    table, asked = await here.begin("draw", GAMES["draw"].presets["sprint"], ANA, BEN), list[bool]()
    assert table.mover
    opener = Person(table.mover.user, table.mover.name)
    while table.running and table.to_act != DEALER and len(asked) < 2:
        moves = await here.offers(table)
        if table.mover == opener and len(moves) == 1:
            answer = await here.pressed(opener, ControlId(Purpose.ACT, table.id, table.position_seq, moves[0]))
            asked.append("There was no other move." in answer.text)
            table = await here.service.tables.table(table.id, ANY)
        else:
            table = await play_on(here.service, table)
    return asked


async def test_what_is_kept_of_how_a_player_acts_is_told_given_and_gone_with_the_game(tmp_path: Path) -> None:
    async with scene(tmp_path, GAMES) as here:
        table = await here.begin("draw", "sprint", 3, Preset.DAY)
        await here.show()
        table = await here.parts.service.tables.table(table.id, ANY)
        assert table.mover
        here.clock.time += 77
        await act(here, table)
        kept = await here.parts.service.people.kept_about(table.mover.user)
        assert "how fast you reply in 1 game" in Words(()).text(privacy.told(kept))
        (seat,) = msgspec.json.decode(exported(table.mover.user, kept))["seats"]
        assert (seat["reply_seconds"], seat["hours_utc"]) == ([77], [here.clock.time % DAY // HOUR])
        while table.status is Status.RUNNING:
            await here.show()
            table = await here.parts.service.tables.table(table.id, ANY)
            if table.status is Status.RUNNING:
                await act(here, table)
        kept = await here.parts.service.people.kept_about(table.people[0].user)
        assert "how fast you reply" not in Words(()).text(privacy.told(kept))
