"""Several tables in one channel: a command goes to the one that is meant, or asks with a button for each."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.table.log.model import ANY
from bot.talk.letter import ControlId, Purpose
from tests.end_to_end.house import House, components, controls, find_control, house
from tests.end_to_end.test_trouble import plain, read

SHORT = {"match": "rounds", "rounds": "1"}


async def open_tables(here: House, *games: str, seats: int) -> None:
    for game in games:
        await here.open_table(game, seats, {})


async def wait_for(here: House, number: int, member: Any) -> None:
    """Play at a table without Discord until it waits for this member, or is over."""
    service = here.client.service
    while (mover := (table := await service.tables.table(number, ANY)).mover) and mover.user != member.id:
        seen = await service.tables.observe(number, mover.user)
        possible = [choice.notation for choice in seen.observation.choices if choice.enabled]
        await service.tables.act(number, mover.cause(), mover, table.position_seq, possible[0])
    await here.client.reconciler.wait_idle()


async def mover_of(here: House, number: int) -> int | None:
    """Return whose turn it is at a table."""
    mover = (await here.client.service.tables.table(number, ANY)).mover
    return mover.user if mover else None


async def test_a_move_goes_to_the_one_table_whose_game_knows_it(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben", "Cid")) as here:
        ana = here.members[0]
        await open_tables(here, "moon", "blockers", seats=3)
        for table in (2, 1):
            await wait_for(here, table, ana)
        suggested = await ana.autocomplete(here.channel, "place", "placement", "")
        played = await ana.slash(here.channel, "place", placement=suggested[0]["value"])
        assert "You place" in await read(played)
        assert await mover_of(here, 1) == ana.id
        assert await mover_of(here, 2) != ana.id
        assert "You pass." in await read(await ana.slash(here.channel, "pass"))
        assert "**Blockers #2**: @ is next." in await read(await ana.slash(here.channel, "place", placement="star"))


async def test_a_move_goes_to_the_table_that_allows_it_and_the_answer_names_that_table(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben", "Cid")) as here:
        ana = here.members[0]
        await open_tables(here, "blockers", "moon", seats=3)
        for table in (1, 2):
            await wait_for(here, table, ana)
        passed = await read(await ana.slash(here.channel, "pass"))
        assert "✓ You pass." in passed  # the third pass in a row also says that the tiles are dealt again
        assert "Moon #2" in passed
        assert await mover_of(here, 1) == ana.id != await mover_of(here, 2)
        refused = await read(await ana.slash(here.channel, "pass"))
        assert refused.startswith("**Blockers #1**: You can place a tile")
        assert (await read(await ana.slash(here.channel, "pass", table=1))).startswith("You can place a tile")


async def test_a_move_that_two_games_know_keeps_what_was_typed_and_asks_at_which_table(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben")) as here:
        ana = here.members[0]
        await open_tables(here, "draw", "draw", seats=2)
        for table in (1, 2):
            await wait_for(here, table, ana)
        before, other = [await here.client.service.tables.table(number, ANY) for number in (2, 1)]
        seen = await here.client.service.tables.observe(2, ana.id)
        move = seen.observation.choices[0].notation
        verb, _, tile = move.partition(" ")
        asked = await ana.slash(here.channel, verb, **({"tile": tile} if tile else {}))
        assert await read(asked) == "Which table do you mean?"
        assert [part["label"] for part in components(asked.response)] == ["Draw Dominoes #1", "Draw Dominoes #2"]
        assert [id.data for id in controls(asked.response)] == [move, move]
        await ana.click(asked.response, custom_id=str(controls(asked.response)[1]))
        assert asked.response.content.startswith("✓ You ")
        assert (await here.client.service.tables.table(2, ANY)).position_seq > before.position_seq
        assert await here.client.service.tables.table(1, ANY) == other


async def test_a_move_in_nobodys_turn_of_two_tables_says_so(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben")) as here:
        ana, ben = here.members
        await open_tables(here, "draw", "draw", seats=2)
        for table in (1, 2):
            await wait_for(here, table, ben)
        said = await read(await ana.slash(here.channel, "play", tile="6-6"))
        assert said == "It isn't your turn at any of these tables. `/games` lists them."


@pytest.mark.parametrize("command", ["hand", "undo", "draw"])
async def test_who_has_no_seat_at_any_of_several_tables_is_told_what_they_can_do(tmp_path: Path, command: str) -> None:
    async with house(tmp_path, ("Ana", "Ben", "Cid")) as here:
        await open_tables(here, "draw", "draw", seats=2)
        said = await read(await here.members[2].slash(here.channel, command))
        nowhere = "You don't play at a table here. `/board` shows one."
        assert said == f"{nowhere} No seat is free. `/new` opens your own table."
        await here.members[0].slash(here.channel, "new", game="draw")
        said = await read(await here.members[2].slash(here.channel, command))
        assert said == f"{nowhere} `/join` takes a free seat. `/new` opens your own table."


async def test_join_says_that_the_tables_here_are_full_and_takes_the_only_free_seat(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben", "Cid")) as here:
        ana, _, cid = here.members
        await open_tables(here, "draw", "draw", seats=2)
        said = await read(await cid.slash(here.channel, "join"))
        assert "No seat is free." in said
        await ana.slash(here.channel, "new", game="moon")
        assert "You're in." in await read(await cid.slash(here.channel, "join"))


async def test_the_record_and_the_rematch_are_of_the_game_that_ended_last(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben", "Cid", "Dee")) as here:
        ana, ben = here.members[:2]
        await open_tables(here, "draw", "draw", seats=2)
        await wait_for(here, 1, ana)
        await here.open_table("draw", 2, SHORT)
        while (mover := await mover_of(here, 3)) is not None:
            await wait_for(here, 3, ana if mover == ben.id else ben)
        for member in (*here.members[:2], here.members[2]):
            record = await member.slash(here.channel, "record")
            assert "The record of Draw Dominoes #3" in await read(record)
        assert "Waiting for" in await read(await ana.slash(here.channel, "rematch"))
        said = await read(await here.members[3].slash(here.channel, "rematch"))
        assert said == "You didn't play in Draw Dominoes #3, and it's over. `/new` opens another table."


async def test_an_open_seat_is_taken_from_the_answer_to_a_stranger(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben", "Cid")) as here:
        _, ben, cid = here.members
        await here.open_table("draw", 2, SHORT)
        await wait_for(here, 1, here.members[0])
        asked = (await ben.slash(here.channel, "leave")).response
        await ben.click(asked, custom_id=str(ControlId(Purpose.LEAVE, 1, 0, "yes")))
        answer = (await cid.click(here.turn, custom_id=str(find_control(here.turn, Purpose.HAND)))).response
        assert "A seat is open: take it below." in plain(answer.content)
        await cid.click(answer, custom_id=str(find_control(answer, Purpose.JOIN)))
        assert answer.content.startswith("This seat is yours now.")
