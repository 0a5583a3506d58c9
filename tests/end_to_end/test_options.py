"""Options as a host sets them on Discord: the real panel, its real forms, and what they change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from bot.table.log.model import ANY
from bot.talk.letter import ControlId, Purpose
from engine.games import GAMES
from engine.options import Setting
from tests.end_to_end.house import controls, find_control, house, select_values, text_of
from tests.end_to_end.notices import press
from tests.long import some


def answers(setting: Setting) -> Sequence[str]:
    """Everything that can be answered to the question of an option: the edges of what is typed."""
    if setting.low is None:
        return setting.suggestions()
    return [str(setting.low), str(setting.high), *([""] if setting.auto else [])]


def encode_answers(settings: Mapping[str, Setting], filled: Mapping[str, str]) -> dict[str, Any]:
    """Return answers as Discord sends them: a choice is a list."""
    return {name: text if settings[name].low is not None else [text] for name, text in filled.items()}


@pytest.mark.parametrize("game", some({game: game for game in GAMES}, {"draw", "moon"}))
async def test_every_value_of_every_option_is_set_on_discord(game: str, tmp_path: Path) -> None:
    settings = GAMES[game].options.settings()
    async with house(tmp_path, ("Ana",)) as here:
        ana = here.members[0]
        await ana.slash(here.channel, "new", game=game)
        groups = {group.key: names for group, names in GAMES[game].options.groups().items()}
        opened = list[str]()
        while True:  # some groups only count once others are set
            panel = (await ana.click(here.card, custom_id=str(find_control(here.card, Purpose.OPTIONS)))).response
            choices = [id for id in map(ControlId.parse, select_values(panel)) if id and id.purpose is Purpose.ASK]
            asking = [id for id in choices if id.data not in opened]
            if not asking:
                break
            menu = next(str(id) for id in controls(panel) if id.data == "groups")
            for id in asking:
                opened.append(id.data)
                values = {name: answers(settings[name]) for name in groups[id.data]}
                for n in range(max(map(len, values.values()))):
                    filled = {name: texts[n % len(texts)] for name, texts in values.items()}
                    before = (await here.client.service.tables.table(1, ANY)).options
                    form = await ana.select(panel, [str(id)], custom_id=menu)
                    await ana.submit_modal(form, encode_answers(settings, filled))
                    assert (await here.client.service.tables.table(1, ANY)).options == before.with_options(filled)
        assert {*opened} == {*groups}
        assert {*chain(*groups.values())} == {*settings}


async def test_the_words_of_an_option_are_suggested_and_understood(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana",)) as here:
        ana = here.members[0]
        await ana.slash(here.channel, "new", game="draw")

        async def autocomplete(option: str, typed: str, **others: str) -> dict[str, str]:
            found = await ana.autocomplete(here.channel, "option", option, typed, **others)
            return {choice["name"]: choice["value"] for choice in found}

        assert (await autocomplete("name", "foul_p")) == {
            "Points of a foul": "foul_penalty",
            "Share of the target": "foul_percent",
        }
        assert (await autocomplete("name", "block"))["Rules: Block"] == "block"
        assert (await autocomplete("value", "", name="layout")) == {
            "Line": "line",
            "Spinner": "spinner",
            "Cross": "cross",
        }
        assert (await autocomplete("value", "spin", name="Layout")) == {"Spinner": "spinner"}
        assert (await autocomplete("value", "70", name="target")) == {"70": "70"}
        await ana.slash(here.channel, "option", name="draw by choice", value="yes")
        await ana.slash(here.channel, "option", name="a block scores", value="all other hands")
        assert (await here.client.service.tables.table(1, ANY)).options.text("voluntary_draw") == "on"


async def test_block_is_a_game_of_its_own_to_players(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana",)) as here:
        ana = here.members[0]
        await ana.slash(here.channel, "new", game="draw>block")
        assert (await here.client.service.tables.table(1, ANY)).options == GAMES["draw"].presets["block"]
        assert here.card.content.startswith("**Block #1** · ")
        assert "Block, double-six, 3 rounds, a false “I can't play” costs 30 points" in here.card.content
        assert "or pass" in text_of((await press(ana, here.card, Purpose.OPTIONS)).response)
