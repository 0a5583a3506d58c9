"""The card of a table that waits for players: short, one main button, and a way to the host for others."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.table.clock.pace import Preset
from bot.table.clock.timing import Absence
from bot.table.log.model import ANY, Person, Status
from bot.table.rules import ready
from bot.talk.card import card
from bot.talk.letter import Button, Letter, Purpose, Style
from bot.talk.ready import ASK_HOST
from engine.games import GAMES
from engine.sides import has_partners
from tests.bot.reception import Reception, controls_of, labels, reception
from tests.bot.tools import ANA, BEN, CEM, CHANNEL, EVE, GUILD

MOST_LINES = 5


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[Reception]:
    async with reception(tmp_path) as made:
        yield made


async def card_of(here: Reception, game: str, *guests: Person) -> Letter:
    """Return the card of Ana's table with these guests."""
    table = await here.service.tables.new(game, ANA.cause(), ANA, GUILD, CHANNEL)
    for person in guests:
        await here.service.tables.do(table.id, person.cause(), ready.join, person)
    now = await here.service.outbox.snapshot(table.id)
    return card(GAMES[game], now.seen, here.parts.desk.tools.texts.words("en", ("Ana", "Ben", "Cem")), now.finish)


def main(letter: Letter) -> list[str]:
    """Return the labels of the buttons that stand out."""
    return [part.label for part in controls_of(letter) if isinstance(part, Button) and part.style is not Style.PLAIN]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("guests", [(), (BEN,), (BEN, CEM)])
async def test_a_card_is_short_and_one_button_of_it_stands_out(
    game: str, guests: tuple[Person, ...], here: Reception
) -> None:
    letter = await card_of(here, game, *guests)
    pairs = has_partners(GAMES[game].options().sides(GAMES[game].seats[0]))
    assert len(letter.text.splitlines()) <= MOST_LINES + pairs, "pairs are named in a line of their own"
    assert len(letter.rows) <= 2
    assert len({label.split()[0] for label in main(letter)}) == 1, "each pair has a button to join it"


async def test_start_stands_on_the_card_once_enough_have_joined_and_stands_out_when_all_have(here: Reception) -> None:
    assert "Start" not in labels(await card_of(here, "draw"))
    enough = await card_of(here, "draw", BEN)
    assert "Start" in labels(enough)
    assert main(enough) == ["Join"]
    full = await card_of(here, "moon", BEN, CEM)
    assert main(full) == ["Start"]
    assert "Join" not in labels(full)


async def test_the_host_is_offered_a_computer_player_until_the_game_can_begin(here: Reception) -> None:
    alone = await here.press(ANA, Purpose.NEW, 0, "draw")
    assert labels(alone) == ["Add computer"]
    await here.service.tables.do(1, BEN.cause(), ready.join, BEN)
    assert "Start" in labels(await here.press(ANA, Purpose.BOTS))


async def test_a_guest_who_presses_start_can_ask_the_host_once_and_nothing_begins(here: Reception) -> None:
    await card_of(here, "draw", BEN, CEM)
    offer = await here.press(BEN, Purpose.START)
    assert offer.text.startswith(f"Only the host (<@{ANA.user}>) can do that.")
    assert labels(offer) == ["Ask the host"]
    for guest in (BEN, CEM):
        answer = await here.press(guest, Purpose.START, data=ASK_HOST)
        assert "The host is asked." in answer.text
        assert labels(answer) == []
    posted = [letter for _, letter in here.mailbox.said if letter.pings == (ANA.user,)]
    assert [letter.text for letter in posted] == [
        f"<@{ANA.user}>, can Draw Dominoes #1 begin? Press *Start* on its card."
    ]
    assert (await here.service.tables.table(1, ANY)).status is Status.LOBBY


async def test_who_has_no_seat_asks_nobody_to_begin(here: Reception) -> None:
    await card_of(here, "draw", BEN)
    await here.press(EVE, Purpose.START, data=ASK_HOST)
    assert not any(ANA.user in letter.pings for _, letter in here.mailbox.said)


async def test_the_clock_is_set_among_the_options_and_shown_there_at_once(here: Reception) -> None:
    await card_of(here, "draw", BEN)
    chosen = {part.label: part.id for part in controls_of(await here.press(ANA, Purpose.OPTIONS))}
    assert "Sprint clock" in (await here.press_control(ANA, chosen["Sprint clock"])).text
    await here.press_control(ANA, chosen["If late: The table waits"])
    timing = (await here.service.tables.table(1, ANY)).timing
    assert (timing.preset, timing.absence) == (Preset.SPRINT, Absence.WAIT)
    assert "There is no such clock" in (await here.press(ANA, Purpose.SET, data="clock=never")).text
    readable = await here.press(BEN, Purpose.OPTIONS)
    assert "⏱ Sprint clock" in readable.text
    assert not [id for id in (part.id for part in controls_of(readable)) if id.data.startswith(("clock", "late"))]
