"""The tour that players get at their first turns of a game, on their own hand."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from bot.talk.letter import Purpose
from tests.end_to_end.house import House, controls, find_control, house, text_of
from tests.end_to_end.notices import ours, press

SIGN = "💡"
MADE = "(Automatic: nothing else was possible.)"
"""What stands after the moves that the bot made for the reader."""
GAMES = ("draw", "moon", "chickenfoot", "blockers")


def step(message: Any) -> str:
    """Return the step of the tour that a message shows, or nothing."""
    text = text_of(message)
    return text.partition(SIGN)[2].strip() if SIGN in text else ""


async def hand(here: House, member: Any) -> Any:
    """Open the hand of a member by the command, and return it."""
    return (await member.slash(here.channel, "hand")).response


@pytest.mark.parametrize("game", GAMES)
async def test_the_first_turns_of_each_game_have_a_tour_that_only_its_player_sees(tmp_path: Path, game: str) -> None:
    async with house(tmp_path, ("Ana", "Ben", "Cid")) as here:
        await here.open_table(game, 3, {})
        await here.settle()
        shown = await hand(here, here.mover)
        assert len(step(shown)) > 20
        assert find_control(shown, Purpose.TOUR)
        assert not any(SIGN in text_of(message) for message in ours(here.place))
        others = [member for member in here.members if member is not here.mover]
        for other in others:
            assert not step(await hand(here, other))


async def test_each_step_is_told_in_one_position_only_and_five_at_most(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana",)) as here:
        (ana,) = here.members
        await here.open_table("draw", 1, {}, "easy")
        await here.settle()
        steps = []
        for _ in range(8):
            shown = await hand(here, ana)
            if step(shown):
                steps.append(step(shown))
                shown = await hand(here, ana)  # it takes the place of the one before
                assert step(shown) == steps[-1]
            await here.press_a_move(ana, shown)
            await here.settle()
        assert 2 <= len(steps) <= 5
        assert len(set(steps)) == len(steps)


async def test_who_skips_it_gets_no_more_of_it_in_any_table_of_the_game_but_in_other_games(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana",)) as here:
        (ana,) = here.members
        await here.open_table("draw", 1, {}, "easy")
        await here.settle()
        skipped = (await press(ana, await hand(here, ana), Purpose.TOUR)).response
        assert not step(skipped)
        assert not find_control(skipped, Purpose.TOUR)
        assert [id for id in controls(skipped) if id.purpose is Purpose.ACT]
        for _ in range(3):
            shown = await hand(here, ana)
            assert not step(shown)
            await here.press_a_move(ana, shown)
            await here.settle()
        assert not step((await ana.slash(here.channel, "practice", game="draw")).response)
        await ana.slash(here.channel, "practice", game="blockers")
        for _ in range(3):
            await here.settle()
        assert step((await ana.slash(here.channel, "practice")).response)


async def test_privacy_shows_exports_and_deletes_it(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana",)) as here:
        (ana,) = here.members
        await here.open_table("draw", 1, {}, "easy")
        await here.settle()
        await hand(here, ana)
        assert "that you've seen the tour of 1 game" in text_of((await ana.slash(here.channel, "privacy")).response)
        kept = await here.client.service.people.collect_data(ana.id)
        assert [row.game for row in kept.toured] == ["draw"]
        await here.client.service.people.forget(ana.id)
        assert not (await here.client.service.people.collect_data(ana.id)).toured


async def test_a_hand_by_private_message_has_the_tour_too_and_its_button_ends_it(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana",)) as here:
        (ana,) = here.members
        await ana.slash(here.channel, "settings", hand=1)
        await here.open_table("draw", 1, {}, "easy")
        await here.settle()
        brought = ana.user.dm_channel.last_message
        assert step(brought) == step(await hand(here, ana)) != ""
        await ana.user.click(brought, custom_id=str(find_control(brought, Purpose.TOUR)))
        await here.settle()
        await here.press_a_move(ana, await hand(here, ana))
        await here.settle()
        assert not step(ana.user.dm_channel.last_message)
        assert not any(SIGN in text_of(message) for message in ours(here.place))


async def test_a_player_is_told_which_of_their_moves_i_made_for_them(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana",)) as here:
        (ana,) = here.members
        await here.open_table("draw", 1, {}, "easy")
        for _ in range(40):
            await here.settle()
            shown = await hand(here, ana)
            first = text_of(shown).split("\n")[0]
            assert MADE in first or not re.match(r"You (open|draw|pass)", first)
            if MADE in first:
                return
            await here.press_a_move(ana, shown)
    raise AssertionError("no move was forced")
