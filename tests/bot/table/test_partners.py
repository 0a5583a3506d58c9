"""Partners before their game: who sits opposite is a partner, the card names both pairs, and the host exchanges two."""

from __future__ import annotations

from collections.abc import AsyncIterator
from itertools import count
from pathlib import Path

import pytest

from bot.desk.caller import Caller
from bot.table.clock.pace import Preset
from bot.table.clock.timing import Timing
from bot.table.log.model import ANY, Person, Status, Table
from bot.table.refusals import Refusal
from bot.table.rules.exchange import exchange
from bot.table.rules.lobby import SET_BEFORE
from bot.talk.letter import Button, ControlId, Letter, Option, Purpose, Select
from engine.games import GAMES
from engine.sides import PAIRS
from tests.bot import games
from tests.bot.players import Player, open_table
from tests.bot.tools import ANA, BEN, CEM, CHANNEL, DOT, GUILD
from tests.day.play import Scene, scene

A, B, C, D = (f"<@{person.user}>" for person in (ANA, BEN, CEM, DOT))
PRESSES = count(1)


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[Scene]:
    async with scene(tmp_path, {**games.GAMES, "draw": GAMES["draw"]}) as made:
        yield made


async def gather(here: Scene, *people: Person, preset: Preset = Preset.DAY) -> list[Player]:
    """Return the people of a table where two play against two."""
    _, players = await open_table(here.parts.service, *people, preset="partners", timing=Timing(preset))
    await here.show()
    return list(players)


async def now(here: Scene) -> Table:
    return await here.parts.service.tables.table(1, ANY)


def card(here: Scene) -> Letter:
    return next(iter(here.mailbox.there.values()))


async def press(here: Scene, person: Person, id: ControlId) -> Letter:
    answer = await here.parts.desk.press(Caller(person, "en-US", next(PRESSES), GUILD, CHANNEL), id)
    await here.show()
    return answer


def controls(letter: Letter) -> dict[str, ControlId]:
    """Return what each control of a letter is for, by its label."""
    parts: list[Button | Option] = []
    for row in letter.rows:
        parts += row.options if isinstance(row, Select) else row
    return {part.label: part.id for part in parts}


async def test_the_card_names_both_pairs_and_their_one_rule(here: Scene) -> None:
    await gather(here, ANA, BEN, CEM, DOT)
    text = card(here).text
    assert f"◆ {A} and {C} against ● {B} and {D}\n" in text
    assert "-# Partners sit opposite. They tell each other nothing about their tiles." in text


async def test_a_game_without_partners_names_its_players_as_before(here: Scene) -> None:
    await open_table(here.parts.service, ANA, BEN, CEM)
    await here.show()
    assert f"\n{A}, {B}, {C} · 3 of 4 seats taken" in card(here).text
    assert "artner" not in card(here).text
    assert "Join" in controls(card(here))


async def test_a_player_chooses_the_pair_by_the_button_with_its_sign(here: Scene) -> None:
    await gather(here, ANA)
    assert f"◆ {A} and 1 free seat against ● 2 free seats · needs 3 more" in card(here).text
    assert "two against two" not in card(here).text
    answer = await press(here, BEN, controls(card(here))["Join ◆"])
    assert answer.text == f"You're in, as ◆ with {A}. I'll ping you here on your turn."
    assert f"◆ {A} and {B} against ● 2 free seats · needs 2 more" in card(here).text
    assert "Join ◆" not in controls(card(here))
    answer = await press(here, CEM, controls(card(here))["Join ●"])
    assert answer.text == "You're in, as ●. I'll ping you here on your turn."
    await press(here, DOT, controls(card(here))["Join ●"])
    assert f"◆ {A} and {B} against ● {C} and {D}" in card(here).text
    await press(here, ANA, controls(card(here))["Start"])
    began = await now(here)
    assert [person.name for person in began.seats] == ["Ana", "Cem", "Ben", "Dot"]
    assert began.options.sides(4) == PAIRS
    assert f"◆ {A} and {B} against ● {C} and {D}" in card(here).text


@pytest.mark.parametrize("others", [(BEN,), (BEN, CEM)])
async def test_a_game_of_pairs_begins_with_four_players_only(here: Scene, others: tuple[Person, ...]) -> None:
    ana, *_ = await gather(here, ANA, *others)
    with pytest.raises(Refusal, match="two against two"):
        await ana.starts()


async def test_the_host_exchanges_two_players_who_then_say_again_that_they_are_here(here: Scene) -> None:
    await gather(here, ANA, BEN, CEM, DOT)
    panel = await press(here, ANA, controls(card(here))["Players"])
    answer = await press(here, ANA, controls(panel)["Ben and Cem"])
    assert answer.text.startswith(f"{B} and {C} change places. Both confirm it at the start.")
    pairs = f"◆ {A} and {B} against ● {C} and {D}"
    assert pairs in answer.text
    assert pairs in card(here).text
    await press(here, ANA, controls(card(here))["Start"])
    assert [(await now(here)).seats[seat].name for seat in (await now(here)).unconfirmed_seats] == ["Ben", "Cem"]
    question = next(letter for letter in here.mailbox.there.values() if "Are you here?" in letter.text)
    assert question.pings == (BEN.user, CEM.user)
    assert pairs in question.text
    for person in (BEN, CEM):
        await press(here, person, controls(question)["I'm here"])
    began = await now(here)
    assert (began.status, [person.name for person in began.seats]) == (Status.RUNNING, ["Ana", "Cem", "Ben", "Dot"])


async def test_players_whom_the_host_did_not_move_are_not_asked(here: Scene) -> None:
    ana, *_ = await gather(here, ANA, BEN, CEM, DOT)
    await ana.does(exchange, ANA.user, str(ANA.user), str(DOT.user))
    await ana.starts()
    assert (await now(here)).unconfirmed_seats == (3,)


async def test_without_a_clock_moved_players_are_asked_too_and_have_a_day(here: Scene) -> None:
    ana, *_ = await gather(here, ANA, BEN, CEM, DOT, preset=Preset.OPEN)
    await ana.does(exchange, ANA.user, str(ANA.user), str(BEN.user))
    asked = await ana.starts()
    assert asked.unconfirmed_seats == (1,)
    assert asked.standing.check is not None
    assert asked.standing.check.until == here.clock.time + 24 * 3600
    await here.show()
    here.clock.time = asked.standing.check.until
    assert await here.parts.service.clockwork.next_wake() == here.clock.time
    await here.wake()
    assert [person.name for person in (await now(here)).seats] == ["Ana", "Cem", "Dot"]


async def test_a_computer_player_is_exchanged_and_confirms_nothing(here: Scene) -> None:
    ana, *_ = await gather(here, ANA, BEN, CEM)
    await ana.adds_computer("easy")
    panel = await press(here, ANA, ControlId(Purpose.BOTS, 1))
    await press(here, ANA, controls(panel)["Ana and Bolt"])
    assert f"◆ Bolt\u00a0🤖 (easy) and {C} against ● {B} and {A}" in card(here).text
    assert (await ana.starts()).status is Status.RUNNING


async def test_only_the_host_exchanges_and_only_before_the_start(here: Scene) -> None:
    ana, ben, *_ = await gather(here, ANA, BEN, CEM, DOT)
    with pytest.raises(Refusal, match="Only the host"):
        await ben.does(exchange, BEN.user, str(ANA.user), str(BEN.user))
    with pytest.raises(Refusal, match="Choose two players"):
        await ana.does(exchange, ANA.user, str(BEN.user), str(BEN.user))
    with pytest.raises(Refusal, match="isn't at this table"):
        await ana.does(exchange, ANA.user, str(BEN.user), "Bolt")
    await ana.starts()
    with pytest.raises(Refusal) as refused:
        await ana.does(exchange, ANA.user, str(ANA.user), str(BEN.user))
    assert refused.value.message == SET_BEFORE


@pytest.mark.parametrize("guests", [1, 2])
async def test_the_host_chooses_pairs_before_all_four_have_come(here: Scene, guests: int) -> None:
    _, (ana, *_) = await open_table(here.parts.service, *(ANA, BEN, CEM)[: guests + 1])
    await ana.sets_option("partners", "on")
    await here.show()
    assert f"◆ {A}" in card(here).text
    assert f"needs {3 - guests} more" in card(here).text


async def test_a_player_on_a_seat_that_pairs_do_not_have_moves_up_on_the_card_as_at_the_start(here: Scene) -> None:
    _, (ana,) = await open_table(here.parts.service, ANA, game="draw", options=GAMES["draw"].options(mode="block"))
    for person, seat in (BEN, 5), (CEM, None), (DOT, 2):
        await Player(here.parts.service, 1, person).joins(seat)
    await ana.sets_option("teams", "pairs")
    await here.show()
    assert f"◆ {A} and {D} against ● {C} and {B}" in card(here).text
    await ana.sets_option("blocked_tie", "no_score")
    assert [person.name for person in (await ana.starts()).seats] == ["Ana", "Cem", "Dot", "Ben"]


@pytest.mark.parametrize("preset", ["dominican", "puerto_rico", "cuban", "spanish", "goat"])
async def test_the_open_card_names_its_preset_and_what_is_unusual_about_it(here: Scene, preset: str) -> None:
    _, (ana,) = await open_table(here.parts.service, ANA, game="draw", preset=preset)
    await here.show()
    offer = GAMES["draw"].offers[preset]
    assert f"\n**{offer.name}** · {offer.about}\n" in card(here).text
    await ana.sets_option("target", "60")
    await here.show()
    assert f"\n**{offer.name}**, with changes: Points to win: 60 points" in card(here).text
    assert "Changed: " not in card(here).text


async def test_a_card_whose_kind_says_all_names_no_preset(here: Scene) -> None:
    await open_table(here.parts.service, ANA, game="draw", preset="pairs")
    await here.show()
    assert "**Pairs**" not in card(here).text
