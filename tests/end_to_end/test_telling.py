"""What the channel tells of a game: every move, one line a person, also once its message is over or it is undone."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from bot.table.log.model import NO_CAUSE
from bot.table.rules import computers
from bot.talk.letter import Purpose
from tests.end_to_end.house import House, find_control, house
from tests.end_to_end.notices import ours, press

TRIES = 40
"""Tables or moves within which what is wanted surely happens."""


def texts(here: House) -> str:
    return "\n".join(message.content for message in ours(here.place))


async def now(here: House) -> Any:
    return await here.client.service.tables.table(1, here.channel.guild.id)


async def play_tiles(here: House) -> list[Any]:
    """Play until two players in a row have laid a tile; who they are."""
    laid: list[Any] = []
    while len(laid) < 2:
        table = await now(here)
        seen = await here.client.service.tables.observe(table.id, table.mover.user)
        notation = next(choice.notation for choice in seen.observation.choices)
        mover, tile = here.mover, notation.partition(" ")[2]
        laid = [*laid, mover] if tile else []
        await here.client.service.tables.act(table.id, table.mover.cause(), table.mover, None, notation)
        await here.settle()
    return laid


async def test_a_search_for_the_double_is_one_line_that_explains_the_hands(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben")) as here:
        for _ in range(TRIES):
            await here.open_table("chickenfoot", 2, {})
            if "No one has" in here.turn.content:
                break
        told = here.turn.content
        assert re.search(r"No one has (\d‑\d): everyone draws until <@\d+> finds it\. <@\d+> opens with \1\.", told)
        assert not re.search(r"<@\d+> draws a tile\.", told)
        hand = await press(here.mover, here.turn, Purpose.HAND)
        assert "No one has" not in hand.response.content  # the message above it says so


async def test_what_computer_players_did_before_the_first_turn_of_a_deal_stays_told(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana",)) as here:
        await here.open_table("moon", 1, {}, "easy", "easy")
        first = here.turn
        before = re.findall(r"(?:Bolt|Chip) (?:bids \d+|passes)", first.content)
        await here.play_by_buttons(3)
        line = next(message for message in ours(here.place) if message.id == first.id)
        for _ in range(7):  # one that leads again has the message of its turn before
            if not find_control(line, Purpose.HAND):
                break
            await here.play_by_buttons(1)
            line = next(message for message in ours(here.place) if message.id == first.id)
        assert not find_control(line, Purpose.HAND)
        assert line.content.startswith("Before this, ")
        story = (await press(here.members[0], line, Purpose.STORY)).response.content
        assert "Round 1 begins" in story
        for row in before:
            assert row in story


async def test_a_take_back_names_every_move_that_goes_back_and_strikes_their_lines_out(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben")) as here:
        await here.open_table("draw", 2, {"mode": "block"})
        first, second = await play_tiles(here)
        moves = re.findall(r"<@\d+> (?:opens with \S+|plays \S+ on \w)", texts(here))
        laid = [f"{[move for move in moves if str(who.id) in move][-1]}." for who in (first, second)]
        asked = await first.slash(here.place, "undo")
        assert asked.response.content == "✓ Asked. The others see your question."
        question = ours(here.place)[-1]
        assert "1 of 2 agree." in question.content
        assert f"<@{first.id}> asks to take this back: {' '.join(laid)}" in question.content
        answer = await press(second, question, Purpose.VOTE)
        assert answer.response.content == "✓ You agree."
        assert "All agree: it is taken back." in texts(here)
        struck = re.findall(r"~~(.+?)~~", texts(here))
        assert struck == [move.removesuffix(".") for move in laid]
        assert here.mover.id == first.id
        assert re.search(rf"<@{first.id}> takes back “(Open with )?\d+‑\d+", here.turn.content)


async def test_a_question_becomes_void_where_another_takes_a_move_back_first(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben")) as here:
        await here.open_table("draw", 2, {"mode": "block"})
        first, second = await play_tiles(here)
        await first.slash(here.place, "undo")
        question = ours(here.place)[-1]
        back = await second.slash(here.place, "undo")
        assert "Your move is taken back." in back.response.content
        ended = next(message for message in ours(here.place) if message.id == question.id)
        assert "Another move was taken back first. Ask again if you still want this." in ended.content
        assert "All agree" not in texts(here)


async def test_what_has_no_room_is_counted_and_told_by_a_press_to_each_as_they_may_know_it(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben")) as here:
        ana, ben = here.members
        await here.open_table("draw", 1, {}, "easy", "easy")
        first = here.turn.id
        await here.client.service.tables.do(1, NO_CAUSE, computers.sit_in, 0, "easy")
        for _ in range(TRIES):
            await here.settle()
            line = next(message for message in ours(here.place) if message.id == first)
            if find_control(line, Purpose.STORY):
                break
        more = re.search(r"Before this, (\d+) more things happened", line.content)
        assert more, line.content
        assert int(more[1]) > 0
        mine, others = [(await press(who, line, Purpose.STORY)).response for who in (ana, ben)]
        assert mine.content.startswith("Round 1 begins.")
        assert f"<@{ana.id}> is dealt " in mine.content
        assert "is dealt" not in others.content
        while find_control(others, Purpose.STORY):
            assert len(others.content) <= 2000
            others = (await press(ben, others, Purpose.STORY)).response
        assert others.content


async def test_the_answer_to_a_move_does_not_say_for_ever_that_a_computer_player_thinks(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana",), pace=1000) as here:
        await here.open_table("blockers", 1, {}, "easy")
        await here.env.advance_time(2000)
        ana = here.members[0]
        shown = await ana.click(here.turn, custom_id=str(find_control(here.turn, Purpose.HAND)))
        answer = (await here.press_a_move(ana, shown.response)).response.content
        assert answer.startswith("✓ You place ")
        assert answer.endswith(" is next.")
        assert "thinking" not in answer
