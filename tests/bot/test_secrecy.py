"""Hidden means hidden: whoever may not know a tile gets the same messages, pictures and refusals wherever it lies."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, takewhile
from pathlib import Path
from random import Random
from tempfile import mkdtemp
from typing import Any

import pytest

from bot.table.log.model import Status
from bot.table.refusals import Damaged
from bot.talk.letter import Letter
from engine.game import DEALER, Deal, Seat
from engine.games import GAMES
from engine.sides import find_side, has_partners
from tests.bot.leaks import LEAKS, Plant
from tests.bot.worlds import differences, world
from tests.engine.play import Position, Setup, setups
from tests.engine.twins import resting_position, twin_position
from tests.long import some

SEATS = 3
"""More people see nothing else."""
LONGEST = 90
"""Steps of a log."""
FEW, MANY = (4, 1), (99, 25)
"""How many tables of a game, and positions of each, are looked at to find one of each kind; many in long tests."""
EXCHANGES = 60
"""Pairs of tiles that are tried for a twin: late in a round most of them lie on the table."""
MOMENTS = 6
"""Turns of a game that is watched."""
SHOWN = 2
"""The number of steps before a position in which the channel's messages are kept up to date."""


def tables_of(key: str) -> list[Setup]:
    """Return the presets of a game with few people, most of them at the end."""
    return [
        setup
        for setup in setups().values()
        if setup.game.key == key and setup.seats <= max(SEATS, min(setup.game.seats))
    ]


def situations(key: str, tables: int, positions: int) -> list[Position]:
    """Return a random position of each kind there is: by what can be done, or how it ended."""
    rng, found = Random(key), dict[object, Position]()
    every = tables_of(key)
    for setup in rng.sample(every, len(every))[:tables]:
        for steps in rng.sample(range(1, LONGEST), positions):
            reached = resting_position(setup, rng, steps, fouls=2)
            found[kind(reached.state)] = reached
            if reached.state.observe(None).round > 1 and reached.state.to_act not in (None, DEALER):
                found["a later round"] = reached
    return list(found.values())


def kind(state: Any) -> object:
    """Return what the seat to act can do, and whether the round or the game is over."""
    verbs = frozenset(str(action).split()[0] for action in state.legal_actions())
    return verbs, state.to_act in (None, DEALER) and state.to_act


def viewers(position: Position, rng: Random) -> list[Seat | None]:
    """Return the channel, the seat to act, and one that may wait: all who wait see the same."""
    roles = (None, position.state.to_act, rng.randrange(position.setup.seats))
    return [viewer for viewer in dict.fromkeys(roles) if viewer != DEALER]


async def views_of(
    position: Position, viewers: Sequence[Seat | None], folder: Path, *, newcomer: bool = False
) -> list[dict[str, object]]:
    """Everything that each of these viewers gets at a position; None is a stranger, or a newcomer."""
    async with world(position.setup, new_folder(folder), newcomer=newcomer) as here:
        await here.play(position.log, SHOWN)
        assert here.state == position.state
        told = [await here.answers_to(viewer) for viewer in viewers]
        assert not any(
            isinstance(said, Letter) and "went wrong" in said.text for asked in told for said in asked.values()
        )
        posted = await here.posted_messages()
        failed = [await here.failures(viewer) for viewer in viewers]
        return [asked | posted | raised for asked, raised in zip(told, failed, strict=True)]


def new_folder(folder: Path) -> Path:
    """Create a folder for another database."""
    return Path(mkdtemp(dir=folder))


@pytest.mark.parametrize(("tables", "positions"), [FEW, pytest.param(*MANY, marks=pytest.mark.long)])
@pytest.mark.parametrize("key", GAMES)
async def test_what_a_viewer_may_not_know_changes_nothing_that_the_viewer_gets(
    key: str, tables: int, positions: int, tmp_path: Path
) -> None:
    rng, different, total = Random(key), 0, 0
    for original in situations(key, tables, positions):
        twins = {viewer: twin_position(original, viewer, rng, EXCHANGES) for viewer in viewers(original, rng)}
        total += len(twins)
        twins = {viewer: other for viewer, other in twins.items() if other.state != original.state}
        different += len(twins)
        expected = await views_of(original, list(twins), tmp_path) if twins else []
        # The record of a game that is over tells everything, even in which order tiles were drawn.
        public = () if original.state.outcome is None else ("record",)
        for (viewer, other), told in zip(twins.items(), expected, strict=True):
            (same,) = await views_of(other, [viewer], tmp_path)
            assert [found for found in differences(told, same) if found not in public] == []
    print(f"{key}: {different} of {total} twins differ in something hidden")
    assert different


@pytest.mark.parametrize("key", some({key: key for key in GAMES}, {"draw", "moon"}))
async def test_a_newcomer_gets_nothing_of_the_round_in_which_a_computer_plays_for_them(
    key: str, tmp_path: Path
) -> None:
    rng, setup = Random(key), tables_of(key)[0]
    setup = setup._replace(options=setup.options.with_options({"series": "sumof 2"}))
    positions = (resting_position(setup, rng, rng.randrange(1, LONGEST), fouls=2) for _ in range(99))
    first_rounds = (each for each in positions if each.state.observe(None).round == 1 and each.state.legal_actions())
    twins = ((each, twin_position(each, None, rng, EXCHANGES)) for each in first_rounds)
    for original, other in islice((pair for pair in twins if pair[0].state != pair[1].state), MOMENTS // 2):
        (one,), (two,) = [await views_of(each, [None], tmp_path, newcomer=True) for each in (original, other)]
        assert "You play from the next round on." in str(one["hand"])
        assert differences(one, two) == []


PAIRED = [name for name, setup in setups().items() if has_partners(setup.options.sides(setup.seats))]
"""All presets in which two play against two."""


@pytest.mark.parametrize(
    ("preset", "steps"),
    [
        ("draw-pairs-4", 7),
        ("draw-dominican-4", 16),
        ("fives-pairs-4", 7),
        *(pytest.param(preset, steps, marks=pytest.mark.long) for preset in PAIRED for steps in (4, 11, 20)),
    ],
)
async def test_a_partner_gets_nothing_of_the_hand_of_the_other(preset: str, steps: int, tmp_path: Path) -> None:
    rng, setup = Random(f"{preset} {steps}"), setups()[preset]
    resting = (resting_position(setup, rng, steps, fouls=2) for _ in range(EXCHANGES))
    original = next(position for position in resting if position.state.legal_actions())
    mover = original.state.to_act
    (partner,) = set(find_side(setup.options.sides(setup.seats), mover)) - {mover}
    twins = (twin_position(original, partner, rng, EXCHANGES) for _ in range(EXCHANGES))
    other = next(twin for twin in twins if hand_of(twin, mover) != hand_of(original, mover))
    assert await find_differences(original, partner, other, tmp_path) == []
    assert await find_differences(original, mover, other, tmp_path)


def hand_of(position: Position, seat: Seat) -> Any:
    seen = position.state.observe(seat)
    return getattr(seen, "game", seen).hands[seat]


@pytest.mark.parametrize("key", some({key: key for key in GAMES}, {"draw", "moon", "blockers"}))
async def test_messages_come_alike_until_players_do_something_else_in_public(key: str, tmp_path: Path) -> None:
    rng, setup = Random(key), tables_of(key)[-1]
    for observer in (0, None):
        original = resting_position(setup, rng, 1)
        twins = (twin_position(original, observer, rng, exchanges=3) for _ in range(100))
        other = next(twin for twin in twins if twin.state != original.state)
        one, two = [await observations_of(position, observer, tmp_path) for position in (original, other)]
        alike = list(takewhile(lambda pair: pair[0][0] == pair[1][0], zip(one, two, strict=False)))
        print(f"{key}: {observer} sees {len(alike)} of {MOMENTS} moments alike")
        assert alike
        for (_, said), (_, said_too) in alike:
            assert list(said) == list(said_too)
            assert differences(said, said_too) == []


async def observations_of(
    position: Position, observer: Seat | None, folder: Path
) -> list[tuple[object, dict[str, object]]]:
    """Return what an observer notices of a game from its deal on; each seat plays by what it sees itself."""
    moments: list[tuple[object, dict[str, object]]] = []
    async with world(position.setup, new_folder(folder)) as here:
        await here.begin(position.log)
        while (table := await here.table()).status is Status.RUNNING and len(moments) < MOMENTS:
            if table.mover is not None:
                await here.act(table, first_choice(here.state.observe(table.to_act)))
            await here.channel.show(1)
            moments.append(await here.notices_of(observer))
    return moments


def first_choice(seen: Any) -> str:
    """Return the first choice in an order of all notations: it depends only on what the seat to act sees."""
    possible: list[str] = [choice.notation for choice in seen.choices if choice.enabled]
    return min(possible, key=lambda notation: Random(notation).random())


@pytest.fixture(scope="module")
def suspects() -> list[tuple[Position, Seat | None, Position]]:
    """Provide positions for a viewer, each with its twin; in one a seat has discarded in secret."""
    rng, found = Random(5), list[tuple[Position, Seat | None, Position]]()
    for name, steps in (("draw-day-3", 9), ("moon-full-3", 8)):
        original = resting_position(setups()[name], rng, steps)
        assert original.state.to_act is not None
        for viewer in (None, (original.state.to_act + 1) % 3):
            found.append((original, viewer, twin_position(original, viewer, rng)))
    return found


@pytest.mark.parametrize("plant", LEAKS, ids=lambda plant: plant.__name__)
async def test_a_leak_is_found(plant: Plant, suspects: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    found = list[str]()
    for original, viewer, other in suspects:
        found = found or await find_differences(original, viewer, other, tmp_path)
    assert any(name.startswith(LEAKS[plant]) for name in found), found


async def test_nothing_is_found_if_nothing_leaks(suspects: Any, tmp_path: Path) -> None:
    for original, viewer, other in suspects[1:2]:
        assert other.state != original.state
        assert await find_differences(original, viewer, other, tmp_path) == []


async def find_differences(original: Position, viewer: Seat | None, other: Position, folder: Path) -> list[str]:
    """Return the names of all by which a viewer can tell two positions apart."""
    one, two = [(await views_of(position, [viewer], folder))[0] for position in (original, other)]
    return differences(one, two)


async def test_the_log_of_a_damaged_table_does_not_name_a_secret_move(tmp_path: Path) -> None:
    positions = (resting_position(setups()["moon-full-3"], Random(seed), 5) for seed in range(100))
    original = next(position for position in positions if str(position.log[-1]).startswith("discard"))
    async with world(original.setup, tmp_path) as here:
        await here.play(original.log, 1)
        here.deals[1] = Deal(here.deals[1].order[::-1], here.deals[1].pick)
        here.service.repository.uncache()
        with pytest.raises(Damaged):
            await here.table()
        text = here.log.getvalue()
    assert '"event": "table damaged"' in text
    assert '"seq": ' in text
    assert str(original.log[-1]).split()[-1] not in text
