"""A seat that the options refuse can't be taken, by a person or a computer player, and the card offers none."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.table.log.model import Person
from bot.table.refusals import Refusal
from bot.table.rules import computers, ready
from bot.talk import card
from engine.games import GAMES
from tests.bot.reception import reception
from tests.bot.tools import ANA, CHANNEL, GUILD

FULL = "All seats of this table are taken."


@pytest.mark.parametrize(
    ("game", "options", "seats"),
    [
        ("blockers", {"variant": "profi"}, 2),
        ("blockers", {}, 5),
        ("chickenfoot", {"set": 6, "hand_size": 5}, 5),
        ("chickenfoot", {}, 8),
        ("draw", {"set": 6, "hand_size": 9}, 3),
    ],
)
async def test_a_table_has_the_seats_that_its_options_allow(
    tmp_path: Path, game: str, options: dict[str, Any], seats: int
) -> None:
    rules, chosen = GAMES[game], GAMES[game].options(**options)
    assert rules.seats_for(chosen)[-1] == seats
    async with reception(tmp_path) as here:
        tables = here.service.tables
        table = await tables.new(game, ANA.cause(), ANA, GUILD, CHANNEL, options=chosen)
        for n in range(seats - 1):
            person = Person(90 + n, f"P{n}")
            await tables.do(table.id, person.cause(), ready.join, person)
        late = Person(99, "Late")
        with pytest.raises(Refusal, match=FULL):
            await tables.do(table.id, late.cause(), ready.join, late)
        with pytest.raises(Refusal, match=FULL):
            await tables.do(table.id, ANA.cause(), computers.add, ANA.user, "easy")
        shown = here.parts.desk.tools.texts.words("en", ["?"] * seats).text(
            card.lobby_text(rules, await tables.table(table.id, GUILD))
        )
        assert f"{seats} of {seats} seats taken" in shown


@pytest.mark.parametrize("preset", GAMES["chickenfoot"].presets)
def test_each_preset_of_chickenfoot_is_for_all_its_seats(preset: str) -> None:
    rules = GAMES["chickenfoot"]
    assert list(rules.seats_for(rules.presets[preset])) == list(rules.seats)
