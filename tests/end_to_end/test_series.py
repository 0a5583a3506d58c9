"""Series and profi as players call for them: `/match 3`, `/sumof 3`, `/option profi`."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.talk.letter import Purpose
from tests.end_to_end.house import House, components, find_control, house, text_of
from tests.end_to_end.notices import press


@asynccontextmanager
async def lobby(folder: Path, game: str, seats: int) -> AsyncIterator[House]:
    """Open a table with this number of people that waits for its start."""
    async with house(folder, ("Ana", "Ben", "Cid")) as here:
        await here.members[0].slash(here.channel, "new", game=game)
        for member in here.members[1:seats]:
            await press(member, here.card, Purpose.JOIN)
        yield here


async def send_command(here: House, command: str, **arguments: str | int) -> str:
    """Let the host send a command, and return the answer."""
    answer = await here.members[0].slash(here.channel, command, **arguments)
    assert answer.acknowledged
    return text_of(answer.response)


async def test_a_match_and_a_sum_are_called_by_their_names_in_every_game(tmp_path: Path) -> None:
    async with lobby(tmp_path, "draw", 2) as here:
        assert "Series: First to 3 wins (before: One game)." in await send_command(here, "match", games=3)
        assert "Series: First to 3 wins" in here.card.content
        assert "Series: First to 2 wins (before: " in await send_command(here, "option", name="match", value="2")
        assert "The game ends: By rounds (before: " in await send_command(here, "option", name="match", value="rounds")
        assert "Series: One game (before: " in await send_command(here, "option", name="single")
        assert "Series: Sum of 2 games (before: " in await send_command(here, "sumof", games=2)
        assert "Series: Sum of 2 games" in here.card.content


async def test_a_match_becomes_a_sum_when_the_host_asks_for_one_and_has_at_least_one_game(tmp_path: Path) -> None:
    async with lobby(tmp_path, "blockers", 2) as here:
        for games in (0, -1, 100):
            assert await send_command(here, "match", games=games) == "Say how many games: a whole number from 1 to 99."
        await send_command(here, "match", games=3)
        assert "Series: Sum of 3 games (before: First to 3 wins)." in await send_command(here, "sumof", games=3)
        assert "Series: Sum of 3 games" in here.card.content


async def test_profi_is_for_two(tmp_path: Path) -> None:
    async with lobby(tmp_path, "blockers", 2) as here:
        assert "Colours: Profi (before: Standard)." in await send_command(here, "option", name="profi")
        assert "2 of 2 seats taken" in here.card.content
        assert find_control(here.card, Purpose.JOIN) is None
        assert "Colours: Standard (before: Profi)." in await send_command(here, "option", name="standard")
        await press(here.members[2], here.card, Purpose.JOIN)
        refused = "Profi is for two players: with more, each has one colour."
        assert await send_command(here, "option", name="profi") == refused
        assert "Profi" not in here.card.content


async def test_what_can_be_typed_is_suggested(tmp_path: Path) -> None:
    async with lobby(tmp_path, "blockers", 2) as here:
        ana = here.members[0]
        assert [n["value"] for n in await ana.autocomplete(here.channel, "match", "games", "3")][:2] == [3, 30]
        typed = [n["value"] for n in await ana.autocomplete(here.channel, "option", "name", "pro")]
        assert typed == ["profi", "profi_own_capture"]
        listed = [n["value"] for n in await ana.autocomplete(here.channel, "option", "name", "")]
        assert "series" in listed
        assert "profi" not in listed


async def test_a_series_is_chosen_by_a_menu_too(tmp_path: Path) -> None:
    async with lobby(tmp_path, "chickenfoot", 2) as here:
        ana = here.members[0]
        shown = await ana.slash(here.channel, "option", name="series")
        (menu,) = [part for part in components(shown.response) if part["type"] == 3]
        labels = {option["label"]: option["value"] for option in menu["options"]}
        assert [*labels][:3] == ["One game", "First to 2 wins", "First to 3 wins"]
        await ana.select(shown.response, [labels["Sum of 2 games"]], custom_id=menu["custom_id"])
        assert "Series: Sum of 2 games" in here.card.content
        assert find_control(here.card, Purpose.START)


async def test_what_is_no_number_is_answered_with_a_sentence(tmp_path: Path) -> None:
    async with lobby(tmp_path, "draw", 2) as here:
        takes = "Say how many games: a whole number from 1 to 99."
        assert await send_command(here, "option", name="series", value="match two") == takes
        assert await send_command(here, "option", name="sumof", value="on") == takes
        span = "Points to win can be: Usual for the set or a whole number from 1 to 5000."
        assert await send_command(here, "option", name="target", value="9" * 5000) == span
        assert "Nothing changes." in await send_command(here, "match", games=1)
        assert "Draw limit: 3 tiles (before: " in await send_command(here, "option", name="draw_limit", value="3")
        assert "Draw limit: No limit (before: " in await send_command(
            here, "option", name="draw_limit", value="Unlimited"
        )


async def test_the_log_keeps_an_option_as_it_was_read(tmp_path: Path) -> None:
    async with lobby(tmp_path, "moon", 1) as here:
        await send_command(here, "option", name="series", value=" match" + "." * 3000 + "3 ")
        entries = await here.client.store.run(lambda tx: tx.log.steps(1, 0, 99))
        assert [row.notation for row in entries if row.kind == "option"] == ["series match 3"]


async def test_every_message_of_a_series_says_which_game_it_is_and_how_the_series_stands(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben")) as here:
        await here.open_table("draw", 2, {"match": "rounds", "hand_size": "3"}, series="sumof 2")
        assert "Game 1 of 2 · Draw Dominoes #1" in here.turn.content
        assert here.turn.content.count("Game 1 of 2") == 1
        while "Game 1 of 2" in here.card.content:
            await here.play_by_buttons(1)
        ended = next(m.content for m in here.messages if "-# Game 1 of 2 · Draw Dominoes #1" in m.content)
        assert "\nTotal: " in ended
        assert here.turn.content.count("Game 2 of 2") == 1
        assert "**Game 2 of 2 · Draw Dominoes #1** · in progress" in here.card.content
        assert "\nTotal: " in here.card.content
        hand = await press(here.mover, here.turn, Purpose.HAND)
        assert "**Game 2 of 2 · Draw Dominoes #1**" in hand.response.content
        assert "\nTotal: " in hand.response.content
        await here.play_by_buttons(2)
        await here.play_to_end()
        shown = (await here.members[0].slash(here.channel, "hand")).response
        assert re.search("wins? the series with |share the series: ", shown.content), shown.content
