"""Two against two as a person meets it, with computer players as partner and opponents."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.end_to_end.house import house
from tests.end_to_end.notices import ours

BLOCK = {"mode": "block", "teams": "pairs", "verification": "auto", "rounds": "2", "pass_first": "25", "capicua": "25"}


@pytest.mark.parametrize(("game", "options"), [("draw", BLOCK), ("fives", {"teams": "pairs", "rounds": "1"})])
async def test_a_game_of_pairs_comes_to_its_end(game: str, options: dict[str, str], tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana",)) as here:
        await here.open_table(game, 1, options, "easy", "easy", "medium")
        await here.play_to_end()
        assert "over" in here.card.content
        posted = "\n".join(message.content for message in ours(here.channel))
        assert re.search(r"[◆●] \S+ and \S+ win with \d+ points?\.|share the win", posted.replace("\u00a0", ""))
