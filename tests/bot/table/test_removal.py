"""The host takes a player out before the game begins: the card says so, and the player can't join again."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest

from bot.desk.privacy import NOTHING
from bot.table.log.model import ANY, Person
from bot.table.refusals import Refusal
from bot.talk import privacy as talk
from bot.talk.card import card
from bot.talk.letter import REMOVE, Purpose
from bot.talk.words import mentions
from engine.games import GAMES
from engine.words import Words
from tests.bot.players import Player, open_table
from tests.bot.reception import Reception, labels, letter_problems, reception
from tests.bot.tools import ANA, BEN, CEM, EVE, make_deal


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[Reception]:
    async with reception(tmp_path) as made:
        yield made


async def waiting(here: Reception, *guests: Person) -> Sequence[Player]:
    """Ana, whose table waits for its start, and these guests."""
    return (await open_table(here.service, ANA, *guests, game="draw"))[1]


async def removes(here: Reception, person: Person, player: str) -> str:
    """Return the answer to a choice of a player who is to be taken out: by their id, or a computer player's name."""
    return (await here.press(person, Purpose.BOTS, data=REMOVE + player)).text


async def seated_names(here: Reception) -> list[str]:
    return [person.name for person in (await here.service.tables.table(1, ANY)).seats]


async def on_card(here: Reception) -> str:
    now = await here.service.outbox.snapshot(1)
    return card(GAMES["draw"], now.seen, Words(mentions(now.table.seats))).text


async def test_the_host_takes_a_player_out_and_the_card_says_so(here: Reception) -> None:
    await waiting(here, BEN, CEM)
    assert f"<@{BEN.user}> is out, as the card says." in await removes(here, ANA, str(BEN.user))
    assert await seated_names(here) == ["Ana", "Cem"]
    assert f"Taken out by the host: <@{BEN.user}>." in await on_card(here)


async def test_a_player_who_was_taken_out_cannot_come_back_and_reads_why(here: Reception) -> None:
    await waiting(here, BEN)
    await removes(here, ANA, str(BEN.user))
    assert "The host has taken you out" in (await here.press(BEN, Purpose.JOIN)).text
    assert (await here.press(CEM, Purpose.JOIN)).text.startswith("You're in.")
    assert await seated_names(here) == ["Ana", "Cem"]


async def test_each_thing_that_cannot_be_done_is_told_in_a_sentence(here: Reception) -> None:
    ana, _, _ = await waiting(here, BEN, CEM)
    for person, player, answer in (
        (BEN, str(CEM.user), "Only the host ("),
        (EVE, str(CEM.user), "Press *Join*"),
        (ANA, str(ANA.user), "You can't take yourself out. Press *Leave* on the card."),
        (ANA, str(EVE.user), "That player isn't at this table. The card shows who is."),
        (ANA, "0", "That player isn't at this table."),
        (ANA, "Ben", "That player isn't at this table."),
    ):
        assert answer in await removes(here, person, player)
    assert await seated_names(here) == ["Ana", "Ben", "Cem"]
    await ana.starts()
    await make_deal(here.service, 1)
    assert "The game has already started, so nobody can be taken out." in (
        await here.press(ANA, Purpose.BOTS, data=f"{REMOVE}{BEN.user}")
    ).text  # fmt: skip


async def test_of_two_people_with_one_name_the_one_who_was_chosen_goes(here: Reception) -> None:
    other = Person(EVE.user, BEN.name)
    await waiting(here, BEN, other)
    await removes(here, ANA, str(other.user))
    assert (await here.service.tables.table(1, ANY)).seats == (ANA, BEN)


async def test_a_computer_player_is_taken_out_by_its_name(here: Reception) -> None:
    ana, _ = await waiting(here, BEN)
    await ana.adds_computer("easy")
    await removes(here, ANA, "Bolt")
    assert await seated_names(here) == ["Ana", "Ben"]
    assert "Taken out" not in await on_card(here)


async def test_the_host_alone_chooses_a_player_from_a_menu(here: Reception) -> None:
    await waiting(here, BEN)
    shown = await here.press(ANA, Purpose.BOTS)
    assert "Ben" in labels(shown)
    assert letter_problems(shown) == []
    assert labels(await here.press(BEN, Purpose.BOTS)) == []
    await here.press(ANA, Purpose.BOTS, data=f"{REMOVE}{BEN.user}")
    assert "Ben" not in labels(await here.press(ANA, Purpose.BOTS))


async def test_the_log_names_nobody_and_who_is_deleted_is_not_on_the_card_any_more(here: Reception) -> None:
    await waiting(here, BEN, CEM)
    await removes(here, ANA, str(BEN.user))
    table = await here.service.tables.table(1, ANY)
    log = await here.service.tables.read(1, lambda draft: [*draft.recent])
    assert table.standing.gathering.removed == (BEN.user,)
    assert json.loads(log[-1].row.notation) == {"player": None, "by": 0}
    assert log[-1].row.interaction is None, "that was the press of the host"
    await here.service.people.forget(BEN.user)
    assert (await here.service.tables.table(1, ANY)).standing.gathering.removed == ()
    assert "Taken out" not in await on_card(here)


async def test_a_player_who_was_taken_out_and_deletes_everything_stays_out_until_the_game_ends(here: Reception) -> None:
    people = here.service.people
    ana, ben = await waiting(here, BEN)
    await removes(here, ANA, str(BEN.user))
    assert (await people.collect_data(BEN.user)).out == (1,)
    await people.forget(BEN.user)
    kept = await people.collect_data(BEN.user)
    assert kept == NOTHING._replace(out=(1,))
    assert "out of 1 table whose host took you out" in str(talk.marks_text(kept))
    assert "The host has taken you out" in (await here.press(BEN, Purpose.JOIN)).text
    for person in (CEM, EVE):
        await here.press(person, Purpose.JOIN)
    await ana.starts()
    cem, eve = (Player(here.service, 1, person) for person in (CEM, EVE))
    await cem.leaves()
    with pytest.raises(Refusal, match="The host has taken you out"):
        await ben.takes_seat()
    await ana.leaves()
    await eve.leaves()
    assert await people.collect_data(BEN.user) == NOTHING
