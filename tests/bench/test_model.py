"""The model of a large bot waits as the theory of queues says, if there is one."""

from __future__ import annotations

from random import Random
from statistics import mean

import pytest

from tests.bench.model import Clock, Core, Parts, World, estimate, simulate

SECONDS = 20_000.0
PARTS = Parts(
    hand=0.01, act=0.01, fetch=0.002, show=0.02, pictures=[0.01], presses=2, adapter=0.0, requests=2.0, server=0.01,
    sync=0.001, heard=0.0001, kept=256,
)  # fmt: skip


@pytest.mark.parametrize("busy", [0.3, 0.7])
def test_a_core_whose_work_comes_at_random_keeps_it_waiting_as_long_as_a_single_server_does(busy: float) -> None:
    clock, rng, waits = Clock(), Random(7), list[float]()
    core = Core(clock)

    def comes() -> None:
        began = clock.now
        core.work(1.0, lambda: waits.append(clock.now - began))
        clock.after(rng.expovariate(busy), comes)

    comes()
    clock.run(SECONDS)
    assert mean(waits) == pytest.approx(1 + busy / (2 * (1 - busy)), rel=0.1)
    assert core.busy / SECONDS == pytest.approx(busy, rel=0.05)


def test_the_painter_and_the_event_loop_share_a_core() -> None:
    clock, done = Clock(), list[tuple[str, float]]()
    core = Core(clock)
    core.work(4.0, lambda: done.append(("picture", clock.now)), paints=True)
    core.work(1.0, lambda: done.append(("press", clock.now)))
    clock.run(10)
    assert done == [("press", 2.0), ("picture", 5.0)]


def test_more_tables_make_players_wait_longer_until_nothing_is_simulated() -> None:
    outcomes = [simulate(PARTS, World(tables, tables / 1000, requests=1e6), 100) for tables in (1000, 10_000, 100_000)]
    few, many, too_many = outcomes
    assert mean(few.acknowledged) < mean(many.acknowledged)
    assert mean(few.shown) < mean(many.shown)
    assert too_many.core > 1
    assert not too_many.shown


def test_discord_lets_no_more_through_than_its_requests_a_second() -> None:
    world = World(1000, 6, requests=12.5)
    assert estimate(PARTS, world).discord == pytest.approx(0.96)
    narrow, wide = (mean(simulate(PARTS, each, 100).shown) for each in (world, World(1000, 6, requests=1e6)))
    assert narrow > wide + 0.1


def test_processes_hear_each_other_one_step_at_a_time() -> None:
    one, two = (estimate(PARTS, World(1000, 10, processes)) for processes in (1, 2))
    assert one.telling == 0
    assert two.telling == pytest.approx(0.01)
    assert two.core < one.core < 2.1 * two.core
