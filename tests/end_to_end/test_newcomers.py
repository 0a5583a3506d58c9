"""A new player takes a computer player's seat between rounds, as all of them meet it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from bot.talk.letter import Purpose
from engine.games import GAMES
from tests.end_to_end.house import House, controls, find_control, house
from tests.end_to_end.notices import ours, pings
from tests.end_to_end.test_votes import fresh, press
from tests.engine.play import SHORT
from tests.long import some

OPTIONS = {"draw": {"match": "rounds", "rounds": "3"}, "chickenfoot": {"rounds": "3"}}
LATER = "You play from the next round on."


def the_vote(here: House) -> Any:
    return next(message for message in reversed(ours(here.place)) if find_control(message, Purpose.VOTE))


async def ask_for_seat(here: House, key: str) -> Any:
    """Open Ana's table with computer players, let Ben ask for the seat of one, and return the answer."""
    ana, ben = here.members[:2]
    options = OPTIONS.get(key, SHORT.get(key, {}))
    series = "" if key in OPTIONS else "sumof 2"
    computers = ["easy"] * (min(GAMES[key].seats) - 1)
    await here.open_table(key, 1, options, *computers, series=series)
    assert [id.data for id in controls(here.card) if id.purpose is Purpose.JOIN] == ["computer"]
    before = pings(here)
    answer = await press(ben, here.card, Purpose.JOIN)
    assert answer.ephemeral
    assert pings(here)[len(before) :] == [ana.id], "the players there are called to the vote"
    return answer


@pytest.mark.parametrize("key", some({key: key for key in GAMES}, {"draw", "moon"}))
async def test_a_new_player_is_let_in_by_the_table_and_plays_the_next_round(key: str, tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben", "Cid")) as here:
        ana, ben, _ = here.members
        asked = await ask_for_seat(here, key)
        assert asked.content.startswith("You play from the next round on, if all players there agree.")
        vote = the_vote(here)
        assert re.search(rf"<@{ben.id}> asks to replace Bolt.+ from the next round on\.", vote.content)
        await press(ana, vote, Purpose.VOTE, "yes")
        assert "All agree: the next round begins with them." in fresh(here, vote).content
        assert not controls(fresh(here, vote))
        assert f"<@{ben.id}> plays for " in here.card.content
        hand = (await ben.slash(here.place, "hand")).response
        assert hand.ephemeral
        assert hand.content.startswith(LATER)
        assert not hand.attachments
        assert LATER.removesuffix(".") in (await ben.slash(here.place, "games")).response.content
        for verb in GAMES[key].verbs:
            if verb.argument:
                assert not await ben.autocomplete(here.place, verb.name, verb.argument.name, "")
        await here.restart()
        await here.play_to_next_round()
        told = "\n".join(message.content for message in ours(here.place))
        assert f"<@{ben.id}> takes over for " in told
        assert "plays for" not in here.card.content
        mine = (await ben.slash(here.place, "hand")).response
        assert mine.attachments
        assert LATER not in mine.content
        await here.play_to_end()


async def test_a_no_and_a_change_of_mind_leave_the_seat_to_the_computer_player(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben", "Cid")) as here:
        ana, ben, cid = here.members
        await ask_for_seat(here, "draw")
        vote = the_vote(here)
        refused = await press(ben, vote, Purpose.VOTE, "yes")
        assert "You play from the next round on, if all players there agree." in refused.content
        await press(ana, vote, Purpose.VOTE, "no")
        assert "Not all agree: nothing changes." in fresh(here, vote).content
        assert "You're not in" in (await ben.slash(here.place, "hand")).response.content
        await press(cid, here.card, Purpose.JOIN)
        assert (await cid.slash(here.place, "leave")).response.content == "You left Draw Dominoes #1."
        assert "doesn't want the seat any more" in ours(here.place)[-1].content
        await here.play_to_next_round()
        assert "takes over for" not in "\n".join(message.content for message in ours(here.place))
        await here.play_to_end()


async def test_if_only_computer_players_are_left_a_new_player_is_let_in_at_once(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben")) as here:
        ana, ben = here.members
        await ask_for_seat(here, "draw")
        asked = (await ana.slash(here.place, "leave")).response
        assert "A computer player takes over" in asked.content
        await press(ana, asked, Purpose.LEAVE, "yes")
        await here.settle()  # computer players alone end the round at once
        assert f"<@{ben.id}> takes over for " in "\n".join(message.content for message in ours(here.place))
        assert (await ben.slash(here.place, "hand")).response.attachments


async def test_the_last_round_offers_no_seat_of_a_computer_player(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben")) as here:
        ben = here.members[1]
        await here.open_table("blockers", 1, {}, "easy")
        assert not [id for id in controls(here.card) if id.purpose is Purpose.JOIN]
        told = (await ben.slash(here.place, "join", seat=2)).response.content
        assert told == "Nobody replaces a computer player in the last round, or before the seats are drawn."


async def test_a_newcomer_who_wants_hands_by_private_message_gets_none_before_the_next_round(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben"), pace=1000) as here:
        ana, ben = here.members
        await ben.slash(here.channel, "settings", hand=1)
        await ask_for_seat(here, "draw")
        await press(ana, the_vote(here), Purpose.VOTE, "yes")
        sent = len(ben.user.dm_channel.history()) if ben.user.dm_channel else 0
        while (table := await here.client.service.tables.table(1, here.channel.guild.id)).to_act != 1:
            assert table.mover
            await here.skip(1)
        await here.settle()
        assert (len(ben.user.dm_channel.history()) if ben.user.dm_channel else 0) == sent


async def test_the_result_of_a_round_names_the_computer_that_played_it_though_a_person_has_its_seat_by_then(
    tmp_path: Path,
) -> None:
    async with house(tmp_path, ("Ana", "Ben", "Cid")) as here:
        ana, ben, _ = here.members
        await ask_for_seat(here, "draw")
        await press(ana, the_vote(here), Purpose.VOTE, "yes")
        bolt = re.search(rf"<@{ben.id}> plays for (\S+ 🤖|\S+🤖)", here.card.content.replace("\xa0", " "))
        assert bolt, here.card.content
        await here.play_to_next_round()
        told = next(message for message in ours(here.place) if find_control(message, Purpose.COUNTED))
        assert bolt[1] in told.content.replace("\xa0", " ")
        assert f"<@{ben.id}>" not in told.content
        scoring = await press(ana, told, Purpose.COUNTED)
        alt = scoring.attachments[0].description
        assert bolt[1] in alt.replace("\xa0", " ")
        assert "Ben" not in alt
        mine = (await ben.slash(here.place, "hand")).response.content.replace("\xa0", " ")
        last_round = next(line for line in mine.splitlines() if line.startswith("Last round"))
        assert bolt[1] in last_round
        assert f"<@{ben.id}>" not in last_round
        assert "you" not in last_round
