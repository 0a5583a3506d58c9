"""Pairs in Discord: four people find partners, play a round to its end, and nobody reads a partner's tiles."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bot.table.log.model import Status
from bot.talk.letter import ControlId, Purpose
from tests.discord.secrecy import leaks
from tests.end_to_end.house import NAMES, House, controls, find_control, house, text_of
from tests.end_to_end.notices import ours, press
from tests.end_to_end.test_secrecy import curious, hidden_tiles, move, watch_requests
from tests.end_to_end.test_votes import fresh

FOUR = NAMES[:4]
MOVES = 8


async def gather(here: House, people: int = 4) -> Sequence[str]:
    """Open a table for pairs, and return how each person is named.

    They sit in their order, so that the first and the third are partners.
    """
    host = here.members[0]
    await host.slash(here.channel, "new", game="draw", preset="pairs")
    for name, value in (("target", "1"), ("verification", "auto")):  # no false claims, so the first win ends it
        await host.slash(here.channel, "option", name=name, value=value)
    for seat, member in enumerate(here.members[1:people], 1):
        chosen = next(id for id in controls(here.card) if (id.purpose, id.data) == (Purpose.JOIN, str(seat)))
        await member.click(here.card, custom_id=str(chosen))
    return [f"<@{member.id}>" for member in here.members]


def result(here: House) -> str:
    return next(text_of(message) for message in reversed(ours(here.channel)) if text_of(message).startswith("🏆"))


async def test_four_people_play_a_round_in_pairs_by_buttons(tmp_path: Path) -> None:
    async with house(tmp_path, FOUR) as here:
        ana, ben, cid, dee = await gather(here)
        pairs = f"◆ {ana} and {cid} against ● {ben} and {dee}"
        assert f"{pairs}\n" in here.card.content
        await press(here.members[0], here.card, Purpose.START)
        await here.settle()
        assert pairs in here.card.content
        assert any(f"begins: {pairs}." in text_of(message) for message in ours(here.channel))
        await here.play_by_buttons()
        table = await here.client.service.tables.table(1, here.channel.guild.id)
        assert table.status is Status.OVER
        seen = (await here.client.service.tables.observe(1, None)).observation
        first, second = (f"◆ {ana} and {cid}", f"● {ben} and {dee}")[:: 1 if 0 in seen.outcome.winners else -1]
        end = result(here)
        assert end.startswith(f"🏆 **{first} win with {max(seen.points)} point")
        assert f"🥈 {second} ·" in end or f"\n{second} ·" in end
        assert end.count(second) == 1


async def test_no_tile_of_a_hand_reaches_the_partner_or_anybody_else(tmp_path: Path) -> None:
    async with house(tmp_path, NAMES[:5]) as here:
        sent = watch_requests(here)
        await gather(here)
        await press(here.members[0], here.card, Purpose.START)
        await here.settle()
        for moves in range(MOVES):
            await curious(here)
            await move(here, by_command=bool(moves % 2))
        history = await here.client.service.tables.history(1, 0, None)
        held = {(user, tile) for one in sent for user, tiles in one.secrets.items() for tile in tiles}
        assert len({user for user, _ in held}) == len(FOUR)
        assert [leak for one in sent for leak in leaks([one.request], hidden_tiles(one, history))] == []


async def test_three_people_and_a_computer_player_play_in_pairs(tmp_path: Path) -> None:
    async with house(tmp_path, FOUR) as here:
        ana, ben, cid, _ = await gather(here, 3)
        await here.members[0].slash(here.channel, "bot", strength="easy")
        await press(here.members[0], here.card, Purpose.START)
        await here.settle()
        assert f"◆ {ana} and {cid} against ● {ben} and Bolt" in here.card.content
        await here.play_to_end()
        assert "Bolt" in result(here)
        assert here.over


async def test_the_host_exchanges_two_who_confirm_it_before_the_deal(tmp_path: Path) -> None:
    async with house(tmp_path, FOUR) as here:
        ana, ben, cid, dee = await gather(here)
        host = here.members[0]
        panel = (await press(host, here.card, Purpose.BOTS)).response
        swap = next(value for value in _values(panel) if value.endswith(f"={here.members[1].id}={here.members[2].id}"))
        await host.select(panel, [swap], custom_id=str(ControlId(Purpose.CHOOSE, 1, data="move")))
        assert f"◆ {ana} and {ben} against ● {cid} and {dee}" in here.card.content
        await press(host, here.card, Purpose.START)
        question = next(m for m in reversed(ours(here.channel)) if "Are you here?" in m.content)
        assert question.content.startswith(f"{ben} and {cid} Block #1 is about to begin.")
        assert f"◆ {ana} and {ben} against ● {cid} and {dee}" in question.content
        for member in here.members[1:3]:
            await press(member, question, Purpose.READY)
        await here.settle()
        assert here.turn is not None


async def test_one_pair_gives_up_and_the_other_wins(tmp_path: Path) -> None:
    async with house(tmp_path, FOUR) as here:
        ana, ben, cid, dee = await gather(here)
        await press(here.members[0], here.card, Purpose.START)
        await here.settle()
        await here.members[1].slash(here.channel, "vote", subject="giveup")
        asked = next(m for m in reversed(ours(here.channel)) if "asks to give up this game" in m.content)
        refused = await press(here.members[0], asked, Purpose.VOTE)
        assert "Only partners decide" in refused.response.content
        await press(here.members[3], asked, Purpose.VOTE)
        await here.settle()
        assert f"◆ {ana} and {cid} win: ● {ben} and {dee} give up." in here.card.content
        end = next(text_of(m) for m in reversed(ours(here.channel)) if text_of(m).startswith("🏁"))
        assert end.startswith(f"🏁 **◆ {ana} and {cid} win: ● {ben} and {dee} give up.**")


async def test_the_host_changes_the_pairs_before_a_rematch(tmp_path: Path) -> None:
    async with house(tmp_path, FOUR) as here:
        ana, ben, cid, dee = await gather(here)
        await press(here.members[0], here.card, Purpose.START)
        await here.settle()
        await here.play_by_buttons()
        end = next(message for message in reversed(ours(here.channel)) if text_of(message).startswith("🏆"))
        change = str(ControlId(Purpose.REMATCH, 1, data="="))
        refused = await here.members[1].click(end, custom_id=change)
        assert f"Only {ana}, the host, can change the pairs." in refused.response.content
        panel = (await here.members[0].click(end, custom_id=change)).response
        assert f"The rematch: ◆ {ana} and {cid} against ● {ben} and {dee}." in panel.content
        swap = next(value for value in _values(panel) if value.endswith(f"={here.members[1].id}={here.members[2].id}"))
        await press(here.members[1], end, Purpose.REMATCH)
        changed = await here.members[0].select(panel, [swap], custom_id=str(ControlId(Purpose.CHOOSE, 1, data="again")))
        assert f"The rematch: ◆ {ana} and {ben} against ● {cid} and {dee}." in changed.response.content
        await here.settle()
        asked = next(message for message in reversed(ours(here.channel)) if "The rematch: " in text_of(message))
        assert "Players who changed places press *Rematch* again." in text_of(asked)
        for member in here.members:
            await press(member, asked, Purpose.REMATCH)
        await here.settle()
        assert f"◆ {ana} and {ben} against ● {cid} and {dee}." in text_of(fresh(here, asked))
        table = await here.client.service.tables.table(2, here.channel.guild.id)
        assert [person.user for person in table.seats] == [here.members[seat].id for seat in (0, 2, 1, 3)]


async def test_one_person_practises_with_a_computer_player_as_partner(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana",)) as here:
        ana = here.members[0]
        choice = (await ana.slash(here.channel, "practice")).response
        pairs = ControlId(Purpose.PRACTICE, 0, data="draw>pairs")
        assert pairs in controls(choice)
        shown = await ana.click(choice, custom_id=str(pairs))
        await here.settle()
        table = await here.client.service.tables.table(1, None)
        assert [person.computer for person in table.seats] == [False, True, True, True]
        assert shown.response.ephemeral
        assert find_control(shown.response, Purpose.ACT)


def _values(message: Any) -> list[str]:
    parts = (row if isinstance(row, dict) else row.to_dict() for row in message.components)
    return [option["value"] for row in parts for part in row["components"] for option in part.get("options", ())]
