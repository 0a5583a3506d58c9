"""What the games say and take, as players find it by commands."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from bot.talk.letter import Purpose
from engine.games.blockers.tiles import Colour
from tests.end_to_end.house import House, house, text_of
from tests.end_to_end.notices import press


async def mover_sees(here: House) -> Any:
    """Return what the seat to act sees."""
    table = await here.client.service.tables.table(1, here.channel.guild.id)
    assert table.mover
    return (await here.client.service.tables.observe(1, table.mover.user)).observation


async def test_a_tile_of_blockers_can_be_named_with_its_colour_as_the_log_names_it(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben")) as here:
        await here.open_table("blockers", 2, {})
        seen = await mover_sees(here)
        _, tile, space = seen.choices[0].notation.split()
        before, colour = here.turn.id, Colour(seen.to_act)
        said = await here.mover.slash(here.place, "place", placement=f"{colour} {tile} on {space}")
        assert f"You place {tile} on {space}." in said.response.content
        assert here.turn.id != before
        assert "· 24 tiles to place" in (await press(here.mover, here.turn, Purpose.HAND)).response.content


async def test_a_game_of_a_certain_length_says_one_number(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana",)) as here:
        await here.members[0].slash(here.channel, "new", game="blockers")
        assert "2 players: " in here.card.content


async def test_a_lobby_says_what_a_false_declaration_costs(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana",)) as here:
        ana = here.members[0]
        await ana.slash(here.channel, "new", game="draw")
        assert "a false “I can't play” costs 30 points" in here.card.content
        shown = await ana.slash(here.channel, "option", name="target", value="300")
        assert "a false “I can't play” costs 60 points." in text_of(shown.response)
        assert "a false “I can't play” costs 60 points" in here.card.content
        await ana.slash(here.channel, "option", name="verification", value="auto")
        assert "foul" not in here.card.content


async def test_block_is_described_as_block(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana",)) as here:
        ana = here.members[0]
        await ana.slash(here.channel, "new", game="draw", preset="block")
        options = text_of((await press(ana, here.card, Purpose.OPTIONS)).response)
        assert "Match an open end or pass. First to empty their hand wins the round." in options
        assert "Match an open end or draw." not in options
        options = text_of((await ana.slash(here.channel, "option", name="mode", value="draw")).response)
        assert "Match an open end or draw." in options


@pytest.mark.parametrize("game", ["draw", pytest.param("chickenfoot", marks=pytest.mark.long)])
async def test_the_end_says_first_who_won_and_says_it_once(game: str, tmp_path: Path) -> None:
    short = {
        "draw": {"match": "rounds", "hand_size": "3"},
        "chickenfoot": {"set": "6", "hand_size": "3", "rounds": "1"},
    }
    async with house(tmp_path, ("Ana", "Ben")) as here:
        await here.open_table(game, 2, short[game])
        await here.play_to_end()
        won, *rest, about, head = here.messages[-1].content.splitlines()
        assert re.fullmatch(r"-# 🔒 Code of the whole game · `[\w-]{22}`", head)
        assert about.startswith("-# ")
        assert " #1" in about
        assert re.fullmatch(r"🏆 \*\*.*<@\d+>.* (wins?|share) .*\.\*\*", won)
        assert won[4:-2] in here.card.content
        assert not any(re.search(r"wins (?!(the )?round)", line) for line in rest)
