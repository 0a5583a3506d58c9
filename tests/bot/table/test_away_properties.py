"""Whatever players do with *Away until*: never more than thirty days a year, and clocks lose and gain nothing by it."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from bot.service import Service
from bot.table.clock.away import A_YEAR, MOST_DAYS
from bot.table.clock.hours import Hours
from bot.table.clock.pace import DAY, HOUR, Preset
from bot.table.log.model import NO_CAUSE, Table, User
from bot.table.refusals import Refusal
from bot.table.rules import deadlines
from tests.bot.tools import ANA, FixedClock
from tests.bot.waiting_table import ALL_DAY, NOON, Here

SEEDS = [0, 1, 2, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(3, 40))]
Spans = list[tuple[int, int]]


def overlap(spans: Spans, start: int, end: int) -> int:
    """Return how many seconds of these spans lie between two instants."""
    return sum(max(0, min(end, close) - max(start, begin)) for begin, close in spans)


@pytest.mark.parametrize("seed", SEEDS)
async def test_no_sequence_of_going_coming_back_and_deleting_gives_more_than_thirty_days_in_twelve_months(
    seed: int, service: Service, clock: FixedClock
) -> None:
    chance, clock.time = Random(f"days {seed}"), NOON
    away, until, refused = Spans(), 0, 0
    for _ in range(120):
        if chance.random() < 0.6:
            ends = clock.time + chance.choice([HOUR, 12 * HOUR, 3 * DAY, 9 * DAY, 30 * DAY])
            try:
                await service.away.start_absence(ANA.user, ends)
                until = ends
                away.append((clock.time, ends))
            except Refusal:
                refused += 1
        else:
            await (service.away.come_back if chance.random() < 0.5 else service.people.forget)(ANA.user)
            if until > clock.time:
                away[-1] = away[-1][0], clock.time
            until = 0
        clock.time += chance.choice([0, HOUR, DAY, 4 * DAY, 40 * DAY])
        await service.people.clean()
    assert refused
    assert len(away) > MOST_DAYS / 3
    for _, end in away:
        assert overlap(away, end - A_YEAR, end) <= MOST_DAYS * DAY


@pytest.mark.parametrize("hours", [ALL_DAY, Hours(8 * 60, 20 * 60)])
@pytest.mark.parametrize("seed", SEEDS)
async def test_a_clock_counts_neither_the_time_away_of_its_player_nor_time_in_which_nobody_could_play(
    seed: int, hours: Hours, service: Service, clock: FixedClock
) -> None:
    """Measure each turn by a second clock: the playing hours of the turn, without those of both."""
    chance, here = Random(f"clock {seed}"), Here(service, clock)
    table = await here.begin(Preset.WEEK, hours)
    rested = Rested(table)
    for _ in range(80):
        assert table.mover
        user = table.mover.user
        do = chance.choice(["go", "another goes", "come back", "down", "act", "wait", "wait"])
        if do in ("go", "another goes"):
            who = user if do == "go" else chance.choice(table.seats).user
            rested.goes(who, clock.time, *(await attempt(here, who, clock.time + chance.randrange(HOUR, 3 * DAY))))
        elif do == "come back":
            await service.away.come_back(user)
            rested.comes(user, clock.time)
        elif do == "down":
            clock.time += (gap := chance.randrange(HOUR, DAY))
            await service.tables.do(table.id, NO_CAUSE, deadlines.compensate, clock.time - gap, clock.time)
            rested.down.append((clock.time - gap, clock.time))
        elif do == "wait" and table.timing.due is not None:
            wait = chance.randrange(6 * HOUR)
            if not rested.near(table, clock.time + wait):
                await here.tick(clock.time + wait)
        elif do == "act":
            before, pace = table.timing, table.timing.pace
            assert before.turn
            assert pace
            left = before.seats[before.turn.seat].bank - rested.seconds_used(table, clock.time)
            table = await here.act()
            bank = table.timing.seats[before.turn.seat].bank
            if table.timing.turn is None or table.timing.turn.seat != before.turn.seat:
                assert bank == min(pace.cap, left + pace.increment)
            rested.comes(user, clock.time)
        table = await here.now()
        if not table.is_running:
            break
    assert rested.taken > 1


async def attempt(here: Here, user: User, until: int) -> tuple[int, int]:
    """Go away; return until when, 0 if that was refused, and whether the clock of a turn under way runs on."""
    try:
        return await here.service.away.start_absence(user, until)
    except Refusal:
        return 0, 0


class Rested:
    """The second clock."""

    def __init__(self, table: Table) -> None:
        self.away: dict[User, Spans] = {person.user: [] for person in table.seats}
        self.down = Spans()
        self.taken = 0

    def goes(self, user: User, now: int, until: int, runs_on: int) -> None:
        assert not runs_on, "a turn was about to end: such a time away is no rest"
        if until:
            self.taken += 1
            self.away[user].append((now, until))

    def comes(self, user: User, now: int) -> None:
        spans = self.away[user]
        if spans and spans[-1][1] > now:
            spans[-1] = spans[-1][0], now

    def seconds_used(self, table: Table, now: int) -> int:
        """Seconds of its player's time that the turn under way has taken."""
        turn = table.timing.turn
        assert turn
        assert table.mover
        moments = sorted({turn.since, now, *(at for span in (*self.away[table.mover.user], *self.down) for at in span)})
        free = (*self.away[table.mover.user], *self.down)
        return sum(
            table.timing.hours.seconds_between(start, end)
            for start, end in pairwise(moments)
            if turn.since <= start and end <= now and not any(begin <= start < close for begin, close in free)
        )

    def near(self, table: Table, at: int) -> bool:
        """Return whether the turn would be about to end by then: it is to be measured, not to be late."""
        turn, pace = table.timing.turn, table.timing.pace
        assert turn
        assert pace
        return table.timing.seats[turn.seat].bank - self.seconds_used(table, at) < pace.last_call + 6 * HOUR
