"""A host opens a table for everyone, for whom they invite, or for nobody else; who is invited stays with the host."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.desk import settings
from bot.desk.caller import ProgramId
from bot.desk.invitations import INVITE
from bot.desk.lobby import JOIN
from bot.table.log.model import ANY, Person, Table
from bot.table.log.settled.admission import Admission, Door
from bot.table.record.verify import INCOMPLETE, verify
from bot.table.refusals import CANNOT_JOIN, NOBODY_ELSE, ONLY_INVITED
from bot.table.rules.invitations import MOST_INVITED
from bot.talk.card import card
from bot.talk.letter import Letter, Purpose
from bot.talk.words import mentions
from engine.words import Words
from tests.bot.games import GAMES
from tests.bot.players import open_table
from tests.bot.reception import Reception, controls_of, labels, letter_problems, reception
from tests.bot.tools import ANA, BEN, CEM, EVE, play_to_end

ROLE, OTHER_ROLE = 10**18 + 7, 10**18 + 8


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[Reception]:
    async with reception(tmp_path, GAMES) as made:
        yield made


async def invites(here: Reception, person: Person, **typed: int) -> Letter:
    return await here.answer(here.desk.command(here.caller(person), INVITE, typed))


async def chooses(here: Reception, person: Person, data: str) -> Letter:
    return await here.press(person, Purpose.SET, 1, data)


async def joins(here: Reception, person: Person, **caller: Any) -> str:
    return (await here.press(person, Purpose.JOIN, 1, **caller)).text


async def now(here: Reception) -> Table:
    return await here.service.tables.table(1, ANY)


async def shown_card(here: Reception) -> Letter:
    snapshot = await here.service.outbox.snapshot(1)
    return card(GAMES["cards"], snapshot.seen, Words(mentions(snapshot.table.seats)))


async def test_only_who_is_invited_joins_and_the_card_names_nobody(here: Reception) -> None:
    await open_table(here.service, ANA)
    panel = await invites(here, ANA, user=BEN.user)
    assert f"<@{BEN.user}>" in panel.text
    assert letter_problems(panel) == []
    shown = await shown_card(here)
    assert "🔒 Only invited people can join." in shown.text
    assert str(BEN.user) not in shown.text
    assert await joins(here, CEM) == f"{CANNOT_JOIN}\n{ONLY_INVITED}"
    assert (await joins(here, BEN)).startswith("You're in.")


async def test_people_of_an_invited_role_join_and_no_others(here: Reception) -> None:
    await open_table(here.service, ANA)
    assert f"<@&{ROLE}>" in (await invites(here, ANA, role=ROLE)).text
    assert await joins(here, BEN, roles=frozenset({OTHER_ROLE})) == f"{CANNOT_JOIN}\n{ONLY_INVITED}"
    assert (await joins(here, BEN, roles=frozenset({ROLE}))).startswith("You're in.")
    panel = await chooses(here, ANA, "uninvite=")
    assert f"<@&{ROLE}>" not in panel.text
    assert await joins(here, CEM, roles=frozenset({ROLE, 0})) == f"{CANNOT_JOIN}\n{ONLY_INVITED}"


async def test_an_invited_person_whom_the_host_blocks_reads_the_same_as_all_who_are_not_invited(
    here: Reception,
) -> None:
    await open_table(here.service, ANA)
    await invites(here, ANA, role=ROLE)
    await here.answer(here.desk.command(here.caller(ANA), settings.SETTINGS, {"block": BEN.user}))
    refused = await joins(here, BEN, roles=frozenset({ROLE}))
    assert refused == await joins(here, CEM) == f"{CANNOT_JOIN}\n{ONLY_INVITED}"


async def test_nobody_joins_a_closed_table_whose_card_has_no_button_for_it(here: Reception) -> None:
    await open_table(here.service, ANA, CEM)
    await chooses(here, ANA, "door=closed")
    shown = await shown_card(here)
    assert "🔒 Closed" in shown.text
    assert "Join" not in labels(shown)
    assert await joins(here, BEN) == f"{CANNOT_JOIN}\n{NOBODY_ELSE}"
    assert "🔒 Closed" in (await here.press(BEN, Purpose.LEAVE)).text
    await chooses(here, ANA, "door=all")
    assert "🔒" not in (await shown_card(here)).text
    assert (await joins(here, BEN)).startswith("You're in.")


async def test_a_seat_that_is_left_in_a_closed_game_is_offered_to_nobody(here: Reception) -> None:
    _, (ana, ben, _) = await open_table(here.service, ANA, BEN, CEM)
    await chooses(here, ANA, "door=closed")
    await ana.starts()
    await ben.leaves()
    assert "Take this seat" not in labels(await shown_card(here))
    assert (await here.press(EVE, Purpose.JOIN, 1, "1")).text == f"{CANNOT_JOIN}\n{NOBODY_ELSE}"


async def test_an_invitation_that_is_taken_back_counts_no_more_but_moves_nobody(here: Reception) -> None:
    await open_table(here.service, ANA)
    await invites(here, ANA, user=BEN.user)
    await invites(here, ANA, user=CEM.user)
    await joins(here, BEN)
    listed = await here.press(ANA, Purpose.OPTIONS, 1, "invited")
    for back in [part for part in controls_of(listed) if part.label == "Take back"]:
        await here.press_control(ANA, back.id)
    assert (await now(here)).standing.admission == Admission(Door.INVITED)
    assert (await now(here)).seat_of(BEN.user) == 1
    assert await joins(here, CEM) == f"{CANNOT_JOIN}\n{ONLY_INVITED}"


async def test_only_the_host_chooses_and_reads_who_is_invited(here: Reception) -> None:
    await open_table(here.service, ANA, CEM)
    await invites(here, ANA, user=BEN.user)
    for person in (CEM, BEN):
        for letter in (
            await here.press(person, Purpose.OPTIONS, 1, "invited"),
            await here.press(person, Purpose.OPTIONS),
            await chooses(here, person, "door=all"),
            await chooses(here, person, f"invite={EVE.user}."),
        ):
            assert str(BEN.user) not in letter.text
    assert (await now(here)).standing.admission == Admission(Door.INVITED, (BEN.user,))


async def test_apps_are_refused_and_the_role_of_everyone_opens_the_table(here: Reception) -> None:
    await open_table(here.service, ANA)
    assert "Apps don't play at tables" in (await invites(here, ANA, user=ProgramId(9))).text
    await chooses(here, ANA, "door=closed")
    await invites(here, ANA, role=0)
    assert (await now(here)).standing.admission.door is Door.ALL


@pytest.mark.parametrize("data", [f"invite={10**19}.", "invite=x.", "invite=1.x", "uninvite=x", "door=ajar"])
async def test_a_control_of_another_version_invites_nobody(data: str, here: Reception) -> None:
    await open_table(here.service, ANA)
    await chooses(here, ANA, data)
    assert (await now(here)).standing.admission == Admission()


async def test_a_host_invites_people_up_to_the_limit_and_all_fit_into_one_message(here: Reception) -> None:
    await open_table(here.service, ANA)
    await invites(here, ANA, role=ROLE)
    for n in range(MOST_INVITED):
        panel = await invites(here, ANA, user=10**18 + 100 + n)
    assert letter_problems(panel) == []
    assert "that's the limit" in (await invites(here, ANA, user=10**18)).text
    assert letter_problems(await here.press(ANA, Purpose.OPTIONS)) == []


async def test_invitations_are_in_the_log_and_leave_no_id_once_their_person_is_deleted(here: Reception) -> None:
    await open_table(here.service, ANA)
    await invites(here, ANA, user=BEN.user)
    steps = await here.service.store.run(lambda tx: tx.log.steps(1, 0, 9))
    assert steps[-1].user == BEN.user
    assert not any(str(BEN.user) in step.notation for step in steps)
    data = await here.service.people.collect_data(BEN.user)
    assert [seat.table.id for seat in data.seats] == [1]
    await here.service.people.forget(BEN.user)
    assert (await now(here)).standing.admission == Admission(Door.INVITED)
    assert await joins(here, BEN) == f"{CANNOT_JOIN}\n{ONLY_INVITED}"


async def test_a_rematch_is_open_for_the_same_people(here: Reception) -> None:
    _, (ana, ben) = await open_table(here.service, ANA, BEN, preset="short")
    await invites(here, ANA, user=CEM.user)
    await invites(here, ANA, role=ROLE)
    before = (await now(here)).standing.admission
    await ana.starts()
    ended = await play_to_end(here.service, await now(here))
    for player in (ana, ben):
        ended = await player.agrees_to_rematch()
    assert verify((await here.service.tables.record(1)).to_json(), GAMES).code == INCOMPLETE  # no message shows the end
    assert ended.standing.rematch.next is not None
    after = await here.service.tables.table(ended.standing.rematch.next.table, ANY)
    assert after.standing.admission == before
    assert after.is_running


async def test_tables_that_would_refuse_are_never_suggested(here: Reception) -> None:
    await open_table(here.service, ANA)
    await open_table(here.service, CEM)
    await invites(here, ANA, user=EVE.user, table=1)
    assert (await here.answer(here.desk.command(here.caller(BEN), JOIN, {}))).text.startswith("You're in.")
    assert [table.id for table in await here.service.listing.open_tables_of(BEN.user)] == [2]
