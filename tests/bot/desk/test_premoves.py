"""A player plans ahead in two presses, reads what they planned in their hand, and takes it back in one."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.table.clock.pace import Preset
from bot.table.clock.timing import Timing, private_of
from bot.table.log.model import ANY, Cause, Person, Table
from bot.table.rules import play, ready
from bot.talk.letter import Letter, Option, Purpose, Select
from engine.games import GAMES
from tests.bot.reception import Reception, controls_of, labels, letter_problems, reception
from tests.bot.tools import ANA, BEN, CEM, CHANNEL, DOT, EVE, GUILD, make_deal
from tests.engine.play import usual_seats


async def begin_game(here: Reception, game: str, *people: Person) -> tuple[Table, Person]:
    """Return a game that goes on, and one of those who wait."""
    host, *others = people
    table = await here.service.tables.new(game, host.cause(), host, GUILD, CHANNEL, timing=Timing(Preset.DAY))
    for person in others:
        await here.service.tables.do(table.id, person.cause(), ready.join, person)
    await here.service.tables.do(table.id, Cause(host.user), ready.start, host.user)
    table = await make_deal(here.service, table.id)
    return table, table.seats[((table.to_act or 0) + 1) % len(people)]


async def press_label(here: Reception, person: Person, letter: Letter, label: str) -> Letter:
    """Press the control with this label, and return the answer."""
    (part,) = [part for part in controls_of(letter) if part.label == label]
    return await here.press_control(person, part.id)


async def make_move(here: Reception, table: Table) -> Table:
    """Make a move by hand."""
    question = await here.service.tables.read(table.id, play.question_now)
    assert question
    assert table.mover
    person = Person(table.mover.user, table.mover.name)
    await here.service.tables.act(table.id, person.cause(), person, table.position_seq, question.at_deadline)
    return await here.service.tables.table(table.id, ANY)


@pytest.mark.parametrize("game", GAMES)
async def test_a_plan_takes_two_presses_and_stands_in_the_hand_until_it_is_removed(game: str, tmp_path: Path) -> None:
    async with reception(tmp_path) as here:
        table, person = await begin_game(here, game, *(ANA, BEN, CEM, DOT)[: usual_seats(GAMES[game])])
        hand = await here.press(person, Purpose.HAND, table.id)
        menu = await press_label(here, person, hand, "Plan ahead")
        assert not private_of(table.timing, table.seat_of(person.user)).planned
        assert not letter_problems(menu)
        selects = [row for row in menu.rows if isinstance(row, Select)]
        assert len({str(row.id) for row in selects}) == len(selects) > 0
        assert all(len(row.options) <= 25 for row in selects)
        assert labels(menu)[-1] == "Back"
        first, second = selects[0].options[:2]
        one = await here.press_control(person, first.id)
        assert not letter_problems(one)
        assert one.text.startswith("✓ Only you see your plan.\n")
        assert one.text.count(label_of(first)) == 1
        assert f"**Planned for your next turn:** {label_of(first)}" in one.text
        two = await here.press_control(person, second.id)
        assert f"1. {label_of(first)}\n2. {label_of(second)}" in two.text
        kept = private_of((await here.service.tables.table(table.id, ANY)).timing, table.seat_of(person.user))
        assert kept.planned == (first.id.data, second.id.data)
        again = await here.press(person, Purpose.HAND, table.id)
        left = await press_label(here, person, again, "Remove plan 1")
        assert left.text.startswith("Plan removed: I won't play that move for you.\n")
        assert f"**Planned for your next turn:** {label_of(second)}" in left.text
        bare = await press_label(here, person, left, "Remove plan")
        assert "Planned" not in bare.text


def label_of(option: Option) -> str:
    """Return a label as a message has it: no line breaks at a tile's hyphen."""
    return option.label


async def test_what_was_planned_is_done_when_the_turn_comes_and_stands_in_the_hand_no_more(tmp_path: Path) -> None:
    async with reception(tmp_path) as here:
        table, person = await begin_game(here, "moon", ANA, BEN, CEM)
        for data in ("bid 4", "pass"):
            await here.press(person, Purpose.PLAN, table.id, data, table.position_seq)
        table = await make_move(here, table)  # whoever is away passes
        assert table.to_act != table.seat_of(person.user)
        hand = await here.press(person, Purpose.HAND, table.id)
        assert "highest bid 4" in hand.text
        assert "Planned" not in hand.text
        assert "Remove plan" not in labels(hand)


async def test_what_is_not_possible_when_the_turn_comes_is_said(tmp_path: Path) -> None:
    async with reception(tmp_path) as here:
        table, person = await begin_game(here, "moon", ANA, BEN, CEM)
        await here.press(person, Purpose.PLAN, table.id, "bid 5", table.position_seq)
        bidder = Person(table.mover.user, table.mover.name) if table.mover else ANA
        await here.press(bidder, Purpose.ACT, table.id, "bid 5", table.position_seq)
        hand = await here.press(person, Purpose.HAND, table.id)
        assert "What you planned isn't possible now, so I dropped it." in hand.text
        assert {"Bid 6", "Pass"} <= set(labels(hand))


async def test_after_a_move_the_next_turn_can_be_planned_at_once_but_not_with_computer_players_alone(
    tmp_path: Path,
) -> None:
    async with reception(tmp_path) as here:
        table, _ = await begin_game(here, "moon", ANA, BEN, CEM)
        assert table.mover
        done = await here.press(Person(table.mover.user, "x"), Purpose.ACT, table.id, "pass", table.position_seq)
        assert "Plan ahead" in labels(done)  # a seat bids once, and then plans the tricks
        table, _ = await begin_game(here, "blockers", ANA, BEN, CEM)
        assert table.mover
        move = (await here.offers(table))[0]
        done = await here.press(Person(table.mover.user, "x"), Purpose.ACT, table.id, move, table.position_seq)
        assert "Plan ahead" in labels(done)
        table = await here.service.tables.new("blockers", EVE.cause(), EVE, GUILD, CHANNEL, players=("easy", "easy"))
        await make_deal(here.service, table.id)
        assert "Plan ahead" not in labels(await here.press(EVE, Purpose.HAND, table.id))


async def test_an_old_button_tells_what_is_true_now(tmp_path: Path) -> None:
    async with reception(tmp_path) as here:
        table, person = await begin_game(here, "draw", ANA, BEN, CEM)
        menu = await here.press(person, Purpose.PLAN, table.id, seq=table.position_seq)
        option = controls_of(menu)[0]
        table = await make_move(here, table)
        late = await here.press_control(person, option.id)
        assert "It's your turn already, so make your move." in late.text
        assert "Plan ahead" not in labels(await here.press(person, Purpose.PLAN, table.id, seq=table.position_seq))
        stranger = await here.press_control(EVE, option.id)
        assert "You're not in" in stranger.text
