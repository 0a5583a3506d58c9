"""The buttons under a reminder in Discord: pressed by their person, by others, and after a restart."""

from __future__ import annotations

from pathlib import Path

from bot.talk.letter import Purpose
from tests.end_to_end.house import controls, find_control, house
from tests.end_to_end.notices import pings, press
from tests.end_to_end.test_clock import MINUTE, VirtualClock, begin_draw, due_of, newest, pass_time

HOUR = 60 * MINUTE


async def test_a_reminder_gives_an_hour_more_and_plays_a_turn_for_its_person_alone(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben", "Cid"), threads=True, clock=VirtualClock()) as here:
        here.members, stranger = here.members[:2], here.members[2]
        await begin_draw(here)
        late, due = here.mover, due_of(here)
        other = next(member for member in here.members if member is not late)
        await pass_time(here, (due - VirtualClock().now()) // 2 + MINUTE)
        reminder, called = newest(here), pings(here)
        for member, told in (
            (stranger, "You're not in Draw Dominoes #1."),
            (other, f"<@{late.id}> is next."),
        ):
            for purpose in (Purpose.LEND, Purpose.STANDIN):
                refused = await press(member, reminder, purpose)
                assert refused.ephemeral
                assert refused.response.content.startswith(told)
        assert (here.mover, due_of(here)) == (late, due)
        lent = await press(late, reminder, Purpose.LEND)
        assert lent.ephemeral
        assert lent.response.content.startswith("You have 1 hour more")
        assert due_of(here) == due + HOUR
        assert find_control(newest(here), Purpose.LEND) is None
        await here.restart()
        assert due_of(here) == due + HOUR
        assert pings(here) == called
        played = await press(late, newest(here), Purpose.STANDIN)
        assert played.ephemeral
        assert played.response.content.startswith("I played this turn for you.")
        assert here.mover is other
        assert " I made this move, as asked." in here.turn.content
        assert pings(here) == [*called, other.id]
        assert not {Purpose.LEND, Purpose.STANDIN} & {id.purpose for id in controls(here.turn)}
