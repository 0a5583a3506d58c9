"""What people read when something cannot be done; nothing is ever lost by it."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.runtime.logs import set_up
from bot.talk.letter import ControlId, Purpose
from tests.end_to_end.house import House, components, controls, find_control, house

HOSTILE = ("@everyone", "<@&1> [x](https://example.org) # h", "\u202egnp.\u200b", "\ufdfd" * 32)

OVER = "This game is over. Open a new table with `/new`."


@asynccontextmanager
async def duel(folder: Path, *bystanders: str) -> AsyncIterator[House]:
    """Ana and Ben at a table of two rounds; others only look on."""
    async with house(folder, ("Ana", "Ben", *bystanders)) as here:
        await here.open_table("draw", 2, {"match": "rounds", "rounds": "2"})
        yield here


def plain(text: str) -> str:
    """Return the text with names in place of mentions, to compare it with a sentence."""
    return re.sub(r"<@\d+>", "@", text)


async def read(result: Any) -> str:
    """Return the private answer to a press or command."""
    assert result.acknowledged
    assert result.ephemeral
    return plain(result.response.content)


async def press(member: Any, message: Any, purpose: Purpose) -> Any:
    return await member.click(message, custom_id=str(find_control(message, purpose)))


async def hand_of(here: House, member: Any) -> Any:
    return (await press(member, here.turn, Purpose.HAND)).response


async def forgotten(here: House) -> None:
    """Let the bot no longer know of open hands, as after a restart: they stay where they are."""
    await here.client.parts.open_hands.close()


LOOKS_ON = (
    "You're not in Draw Dominoes #1. @ is next. All its seats are taken. `/new` opens your own table. "
    "Watch with `/board` or the buttons below."
)


async def test_a_stranger_who_presses_my_hand_is_told_whose_turn_it_is_and_how_to_watch(tmp_path: Path) -> None:
    async with duel(tmp_path, "Cid") as here:
        cid = here.members[2]
        answer = await press(cid, here.turn, Purpose.HAND)
        assert await read(answer) == LOOKS_ON
        assert f"<@{here.mover.id}>" in answer.response.content
        assert answer.response.attachments == []
        assert [id.purpose for id in controls(answer.response)] == [Purpose.BOARD, Purpose.TEXT]
        board = await press(cid, answer.response, Purpose.BOARD)
        assert [file.filename for file in board.response.attachments] == ["board.png"]
        assert Purpose.HAND not in [id.purpose for id in controls(board.response)]


@pytest.mark.parametrize(("command", "typed"), [("play", {"tile": "6-6"}), ("hand", {}), ("undo", {}), ("draw", {})])
async def test_a_stranger_who_types_what_only_players_can_do_is_told_how_to_watch(
    tmp_path: Path, command: str, typed: dict[str, str]
) -> None:
    async with duel(tmp_path, "Cid") as here:
        answer = await here.members[2].slash(here.channel, command, **typed)
        assert await read(answer) == LOOKS_ON


async def test_who_is_not_to_move_is_told_whose_turn_it_is(tmp_path: Path) -> None:
    async with duel(tmp_path) as here:
        waiting = next(member for member in here.members if member.id != here.mover.id)
        answer = await waiting.slash(here.channel, "play", tile="6-6")
        assert await read(answer) == "@ is next."
        assert f"<@{here.mover.id}>" in answer.response.content


async def test_who_is_not_to_move_sees_a_hand_without_moves(tmp_path: Path) -> None:
    async with duel(tmp_path) as here:
        waiting = next(member for member in here.members if member.id != here.mover.id)
        hand = await hand_of(here, waiting)
        assert [file.filename for file in hand.attachments] == ["hand.png"]
        assert [id.purpose for id in controls(hand)] == [Purpose.PLAN, Purpose.AWAY]


async def test_an_old_button_shows_the_hand_as_it_is_now(tmp_path: Path) -> None:
    async with duel(tmp_path) as here:
        mover = here.mover
        old = await hand_of(here, mover)
        await forgotten(here)
        new = await hand_of(here, mover)
        await here.press_a_move(mover, new)
        moved = here.turn.id
        answer = await mover.click(old, custom_id=str(find_control(old, Purpose.ACT)))
        assert answer.acknowledged
        assert [file.filename for file in old.attachments] == ["hand.png"]
        assert "error" not in old.content.casefold()
        assert here.turn.id == moved


async def test_a_second_press_of_the_same_button_moves_nothing(tmp_path: Path) -> None:
    async with duel(tmp_path) as here:
        mover = here.mover
        hand = await hand_of(here, mover)
        await forgotten(here)
        same = await hand_of(here, mover)
        control = str(find_control(hand, Purpose.ACT))
        await forgotten(here)
        await mover.click(hand, custom_id=control)
        table = await here.client.service.tables.table(1, here.channel.guild.id)
        await mover.click(same, custom_id=control)
        assert await here.client.service.tables.table(1, here.channel.guild.id) == table


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("seven", "That's no tile."),
        ("9-8", "the set ends at 6‑6"),
        ("🁣", "Write two numbers, for example"),
        ("6-6 Z", ""),
    ],
)
async def test_a_move_that_cannot_be_read_is_answered_with_what_is_wrong(tmp_path: Path, typed: str, said: str) -> None:
    async with duel(tmp_path) as here:
        before = here.turn.id
        answer = await read(await here.mover.slash(here.channel, "play", tile=typed))
        assert said in answer
        assert answer.endswith(".")
        assert here.turn.id == before


async def test_a_verb_of_another_game_is_named_as_such(tmp_path: Path) -> None:
    async with duel(tmp_path) as here:
        answer = await read(await here.mover.slash(here.channel, "bid", bid="5"))
        assert answer == "Draw Dominoes has no such move. Try play, draw, cannot, can, pass."


async def test_a_game_that_is_over_takes_no_move_and_no_player(tmp_path: Path) -> None:
    async with duel(tmp_path, "Cid") as here:
        await here.play_to_end()
        assert await read(await here.members[0].slash(here.channel, "play", tile="6-6")) == OVER
        answer = await here.members[2].slash(here.channel, "join", table=1)
        said = "You didn't play in Draw Dominoes #1, and it's over. `/new` opens another table."
        assert await read(answer) == said


async def test_a_running_game_takes_no_player_and_asks_who_leaves_a_second_time(tmp_path: Path) -> None:
    async with duel(tmp_path, "Cid") as here:
        for typed in ({}, {"table": 1}):
            assert await read(await here.members[2].slash(here.channel, "join", **typed)) == LOOKS_ON
        assert "for good" in await read(await here.members[0].slash(here.channel, "leave"))


async def test_a_full_table_says_so(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben", "Cid", "Dee")) as here:
        await here.members[0].slash(here.channel, "new", game="moon")
        for member in here.members[1:3]:
            await press(member, here.card, Purpose.JOIN)
        assert "3 of 3 seats taken" in here.card.content
        assert find_control(here.card, Purpose.JOIN) is None
        answer = await here.members[3].slash(here.channel, "join")
        assert await read(answer) == "All seats of this table are taken. Open another one with `/new`."


async def test_too_few_players_cannot_begin(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana",)) as here:
        await here.members[0].slash(here.channel, "new", game="moon")
        answer = await here.members[0].slash(here.channel, "start")
        assert (
            await read(answer) == "Moon needs 3 players. You're alone so far. Others can join, or press *Add computer*."
        )


async def test_a_set_that_is_too_small_for_more_players_fills_the_table(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        await here.members[0].slash(here.channel, "new", game="draw")
        await here.members[0].slash(here.channel, "option", name="set", value="6")
        for member in here.members[1:6]:
            await press(member, here.card, Purpose.JOIN)
        assert "6 of 6 seats taken" in here.card.content
        late = await read(await here.members[6].slash(here.channel, "join"))
        assert late == "All seats of this table are taken. Open another one with `/new`."
        assert find_control(here.card, Purpose.START)


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("set", "7", "Set of tiles can be: By number of players, double-six, double-nine,"),
        ("hand_size", "two", "Tiles in a hand can be: Usual for the set or a whole number from"),
        ("colour", "red", "There is no option “colour”. There are:"),
    ],
)
async def test_an_impossible_option_is_answered_with_what_is_possible(
    tmp_path: Path, name: str, value: str, said: str
) -> None:
    async with house(tmp_path, ("Ana",)) as here:
        await here.members[0].slash(here.channel, "new", game="draw")
        answer = await here.members[0].slash(here.channel, "option", name=name, value=value)
        assert (await read(answer)).startswith(said)


async def test_only_the_host_sets_options_and_begins(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben")) as here:
        await here.members[0].slash(here.channel, "new", game="draw")
        await press(here.members[1], here.card, Purpose.JOIN)
        answer = await here.members[1].slash(here.channel, "start")
        assert await read(answer) == "Only the host (@) can do that. If they're gone for a day, @ can."


async def test_a_table_that_does_not_exist_or_is_elsewhere_is_unknown_alike(tmp_path: Path) -> None:
    async with duel(tmp_path) as here:
        other = here.env.create_guild("Elsewhere")
        lobby = other.create_text_channel("lobby")
        dee = other.add_member(here.env.create_user("dee"))
        for channel, member, number in ((lobby, dee, 1), (here.channel, here.members[0], 99)):
            answer = await member.slash(channel, "board", table=number)
            assert await read(answer) == "I don't know that table in this channel. `/games` lists yours."


async def test_without_any_table_a_command_says_how_to_open_one(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana",)) as here:
        answer = await here.members[0].slash(here.channel, "hand")
        assert await read(answer) == "I don't know that table here. `/new` opens one."


async def test_several_tables_in_a_channel_are_told_apart_by_number(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben")) as here:
        ana = here.members[0]
        for _ in range(2):
            await ana.slash(here.channel, "new", game="draw")
        answer = await ana.slash(here.channel, "leave")
        assert await read(answer) == "Which table do you mean?"
        labels = [part["label"] for part in components(answer.response)]
        assert labels == ["Draw Dominoes #1", "Draw Dominoes #2"]
        offered = await ana.autocomplete(here.channel, "leave", "table", "")
        assert [choice["value"] for choice in offered] == [2, 1]
        assert "You left" in await read(await ana.slash(here.channel, "leave", table=2))


async def test_hostile_names_mention_nobody_and_play_like_others(tmp_path: Path) -> None:
    async with house(tmp_path, HOSTILE) as here:
        await here.open_table("draw", 4, {"match": "rounds", "rounds": "1"})
        await here.play_by_buttons(6)
        await here.play_to_end()
        public = [message.content for message in here.messages]
        assert not any("@everyone" in text or "example.org" in text or "\u202e" in text for text in public)
        alts = [file.description for message in here.messages for file in message.attachments]
        assert alts
        assert not any("@everyone" in alt or "https://" in alt or "\u202e" in alt for alt in alts)


async def test_a_missing_permission_is_named_with_the_place_to_change_it(tmp_path: Path) -> None:
    import discord

    async with house(tmp_path, ("Ana",)) as here:
        guild = here.channel.guild
        silent = guild.create_text_channel(
            "silent", overwrites={guild.default_role: discord.PermissionOverwrite(attach_files=False)}
        )
        answer = await here.members[0].slash(silent, "new", game="draw")
        said = await read(answer)
        assert "Attach Files" in said
        assert "Edit Channel → Permissions" in said
        assert silent.history() == []


@pytest.mark.parametrize("command", [False, True])
async def test_a_fault_is_an_apology_whose_number_finds_table_step_and_feature_in_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], command: bool
) -> None:
    async with duel(tmp_path) as here:
        set_up("INFO", "json")
        monkeypatch.setattr(here.client.parts.painter, "draw", None)
        pressed = here.mover.slash(here.channel, "hand") if command else press(here.mover, here.turn, Purpose.HAND)
        answer = await read(await pressed)
        said = re.match(r"Something went wrong on our side \(number ([0-9a-f]{8})\)\. Your game is safe\. ", answer)
        assert said
        (line,) = (line for line in capsys.readouterr().err.splitlines() if said[1] in line)
        table = await here.client.service.tables.table(1, here.channel.guild.id)
        found = {name: json.loads(line)[name] for name in ("event", "table", "seq", "feature")}
        feature = "/hand" if command else "hand"
        assert found == {"event": "fault", "table": 1, "seq": table.seq, "feature": feature}
        monkeypatch.undo()
        assert controls(await hand_of(here, here.mover))


async def test_every_way_into_the_options_leads_to_the_same_change(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana",)) as here:
        ana = here.members[0]
        await ana.slash(here.channel, "new", game="draw")
        panel = (await press(ana, here.card, Purpose.OPTIONS)).response
        form = await ana.select(panel, [str(ControlId(Purpose.ASK, 1, 0, "length"))], custom_id=_menu(panel, "groups"))
        await ana.submit_modal(form, {"match": ["target"], "target": "77", "rounds": "1", "series": ["single"]})
        assert "to 77" in here.card.content
        panel = (await ana.slash(here.channel, "option", name="Layout", value="Spinner")).response
        assert "double-six, to 77" not in here.card.content
        assert "Spinner, to 77" in here.card.content
        await ana.select(panel, [str(ControlId(Purpose.SET, 1, 0, "preset=sprint"))], custom_id=_menu(panel, "preset"))
        assert "double-six, 1 round" in here.card.content


@pytest.mark.parametrize(
    ("name", "value", "words"), [("rounds", "19", "19 rounds"), ("hand_size", "pagat", "12 tiles")]
)
async def test_an_option_with_many_values_is_set_by_a_menu(tmp_path: Path, name: str, value: str, words: str) -> None:
    async with house(tmp_path, ("Ana",)) as here:
        ana = here.members[0]
        await ana.slash(here.channel, "new", game="chickenfoot", preset="full")
        shown = (await ana.slash(here.channel, "option", name=name)).response
        await ana.select(
            shown, [str(ControlId(Purpose.SET, 1, 0, f"{name}={value}"))], custom_id=_menu(shown, "values")
        )
        assert words in here.card.content


def _menu(panel: Any, data: str) -> str:
    return next(str(id) for id in controls(panel) if id.purpose is Purpose.CHOOSE and id.data.startswith(data))
