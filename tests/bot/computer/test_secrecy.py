"""A computer player knows no more than its seat: what it cannot see changes neither its move nor what is said of it."""

from __future__ import annotations

import io
import pickle
from collections.abc import Sequence
from pathlib import Path
from random import Random
from tempfile import mkdtemp
from typing import Any
from unittest.mock import patch

import pytest

from bot.computer.mover import Mover
from bot.computer.thinker import JudgeTask, Thinker
from bot.table.log.draft import Draft
from bot.table.log.model import NO_CAUSE, Question
from bot.table.rules import computers, play
from engine.game import Event
from engine.games import GAMES
from tests.bot import thinkers
from tests.bot.tools import entries_after
from tests.bot.worlds import differences, world
from tests.engine.play import Position, setups, usual_seats
from tests.engine.twins import resting_position, twin_position
from tests.long import some

POSITIONS = 4
"""Positions of each game, each with a twin."""
SHOWN = 2


def pairs(key: str, positions: int) -> list[tuple[Position, Position]]:
    """Positions with a seat to act, each with a twin for this seat."""
    rng, found = Random(key), list[tuple[Position, Position]]()
    every = [setup for setup in setups().values() if setup.game.key == key and setup.seats <= usual_seats(setup.game)]
    while len(found) < positions:
        original = resting_position(rng.choice(every), rng, rng.randrange(1, 30))
        seat = original.state.to_act
        if seat is None or seat < 0:
            continue
        twin = twin_position(original, seat, rng, 60)
        if twin.state != original.state:
            found.append((original, twin))
    return found


async def move_at(
    position: Position, folder: Path, level: str = "hard"
) -> tuple[str, Sequence[Event], dict[str, object]]:
    """Let a computer player move; return its move, the public events, and all posts and log lines."""
    async with world(position.setup, Path(mkdtemp(dir=folder))) as here:
        await here.play(position.log, SHOWN)
        before = await here.table()
        assert before.to_act is not None
        mover = Mover(here.service, here.pool, 0)
        sitting = await here.service.tables.do(1, NO_CAUSE, computers.sit_in, before.to_act, level)
        mover.on_change(1)
        await mover.wait_idle()
        entries = await entries_after(here.service, 1, sitting.seq)
        await mover.close()
        public = [event.redact_for(None) for entry in entries for event in entry.events]
        return entries[0].row.notation, public, await here.posted_messages()


@pytest.mark.parametrize("key", some({key: key for key in GAMES}, {"draw", "moon"}))
async def test_what_a_computer_player_cannot_see_changes_nothing(key: str, tmp_path: Path) -> None:
    alike = 0
    with patch.object(Thinker, "ask", thinkers.answer_here):
        for original, twin in pairs(key, POSITIONS):
            (did, seen, said), (did_too, seen_too, said_too) = [
                await move_at(one, tmp_path) for one in (original, twin)
            ]
            assert did == did_too
            if seen == seen_too:  # what is drawn can differ, and then how many
                assert differences(said, said_too) == []
                alike += 1
        assert alike


async def test_a_computer_player_that_is_told_more_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Control: with the whole position in its seed, a player moves by what it cannot see."""
    honest = play.find_question

    def leaking(draft: Draft) -> Question | None:
        asked = honest(draft)
        if asked is None:
            return None
        hidden = [draft.state.observe(seat) for seat in range(len(draft.table.seats))]
        return Question(
            asked.table, asked.seat, asked.observation, Random(repr(hidden)).getrandbits(64), asked.at_deadline
        )

    monkeypatch.setattr(play, "find_question", leaking)
    with patch.object(Thinker, "ask", thinkers.answer_here):
        # An easy player moves by its seed more than by the position, so that few positions are enough.
        done = [[(await move_at(one, tmp_path, "easy"))[0] for one in pair] for pair in pairs("draw", 3 * POSITIONS)]
    assert sum(one != other for one, other in done) >= 2


def test_what_a_process_is_asked_arrives_there_and_holds_no_state() -> None:
    rng = Random(3)
    for setup in setups().values():
        state: Any = resting_position(setup, rng, 5).state
        asked = JudgeTask(setup.game.key, "easy", state.observe(0), 7)
        reader = Reader(io.BytesIO(pickle.dumps(asked)))
        assert reader.load() == asked
        assert type(state).__name__ not in reader.named
        assert type(asked.observation).__name__ in reader.named


class Reader(pickle.Unpickler):
    """Notes what types something is made of."""

    def __init__(self, file: io.BytesIO) -> None:
        super().__init__(file)
        self.named = set[str]()

    def find_class(self, module: str, name: str, /) -> Any:
        self.named.add(name)
        return super().find_class(module, name)
