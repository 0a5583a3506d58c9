"""`/join 3` sits on the third seat: a wish until the game begins, and then the order that the log proves."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.desk.lobby import JOIN
from bot.table.log.model import ANY, Person
from bot.table.record.verify import UNCOMPARED
from bot.table.rules import ready
from bot.table.rules.exchange import exchange
from bot.talk.card import card
from bot.talk.words import mentions
from engine.games import GAMES
from engine.words import Words
from tests.bot.players import Player, open_table
from tests.bot.proofs.both import here as checked
from tests.bot.proofs.both import node
from tests.bot.reception import Reception, reception
from tests.bot.tools import ANA, BEN, CEM, DOT, make_deal, play_to_end


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[Reception]:
    async with reception(tmp_path) as made:
        yield made


async def open_blockers(here: Reception) -> Player:
    """Ana, whose table waits for its start."""
    return (await open_table(here.service, ANA, game="blockers"))[1][0]


async def joins(here: Reception, person: Person, seat: int | None = None) -> str:
    """Return the answer to `/join`."""
    typed = {} if seat is None else {"seat": seat}
    return (await here.answer(here.desk.command(here.caller(person), JOIN, typed))).text


async def seated_names(here: Reception) -> list[str]:
    return [person.name for person in (await here.service.tables.table(1, ANY)).seats]


async def on_card(here: Reception) -> list[str]:
    """Return the players on the card, in the order of their seats."""
    now = await here.service.outbox.snapshot(1)
    names = {person.user: person.name for person in now.table.seats}
    text = card(GAMES[now.table.game], now.seen, Words(mentions(now.table.seats))).text
    for user, name in names.items():
        text = text.replace(f"<@{user}>", name)
    return text.splitlines()[1].partition(" · ")[0].split(", ")


async def test_a_player_sits_where_they_asked_to_and_the_others_fill_up(here: Reception) -> None:
    ana = await open_blockers(here)
    assert await joins(here, BEN, 3) == "You're in, on seat 3. I'll ping you here on your turn."
    assert await on_card(here) == ["1: Ana", "3: Ben"]
    await joins(here, CEM)
    assert await on_card(here) == ["Ana", "Cem", "Ben"]
    await joins(here, DOT)
    assert [person.name for person in (await ana.starts()).seats] == ["Ana", "Cem", "Ben", "Dot"]


async def test_a_game_of_fewer_players_keeps_their_order(here: Reception) -> None:
    ana = await open_blockers(here)
    for person, seat in ((BEN, 5), (CEM, 4)):
        await joins(here, person, seat)
    assert [person.name for person in (await ana.starts()).seats] == ["Ana", "Cem", "Ben"]


async def test_each_seat_that_cannot_be_had_is_refused_in_a_sentence(here: Reception) -> None:
    ana = await open_blockers(here)
    await joins(here, BEN, 3)
    await ana.adds_computer("easy")
    taken = "Seat {} is taken by {}. Choose another one."
    for seat, answer in (
        (1, taken.format(1, f"<@{ANA.user}>")),
        (2, taken.format(2, "Bolt\u00a0🤖")),
        (3, taken.format(3, f"<@{BEN.user}>")),
        (0, "There is no such seat. This table has seats 1–5."),
        (-1, "There is no such seat. This table has seats 1–5."),
        (6, "There is no such seat. This table has seats 1–5."),
    ):
        assert await joins(here, CEM, seat) == answer
    assert "You're already in." in await joins(here, BEN, 4)
    assert await seated_names(here) == ["Ana", "Ben", "Bolt"]


async def test_on_a_full_table_the_computer_player_of_that_seat_gives_way_and_no_person(here: Reception) -> None:
    ana = await open_blockers(here)
    await joins(here, BEN, 2)
    for _ in range(3):
        await ana.adds_computer("easy")
    assert "Seat 2 is taken" in await joins(here, CEM, 2)
    assert "There is no such seat" in await joins(here, CEM, 6)
    await joins(here, CEM, 3)
    assert [name.split()[0].split("\u00a0")[0] for name in await on_card(here)] == ["Ana", "Ben", "Cem", "Chip", "Dot"]
    table = await ana.starts()
    assert [person.name for person in table.seats] == ["Ana", "Ben", "Cem", "Chip", "Dot"]
    assert [person.player for person in table.seats] == [None, None, None, "easy", "easy"]


async def test_a_computer_player_keeps_its_name_and_strength_where_another_asked_for_its_seat_before(
    here: Reception,
) -> None:
    ana = await open_blockers(here)
    await joins(here, BEN, 3)
    await ana.adds_computer("hard")
    assert [(person.name, person.player) for person in (await ana.starts()).seats] == [
        ("Ana", None),
        ("Bolt", "hard"),
        ("Ben", None),
    ]


async def test_a_player_who_leaves_takes_their_wish_along(here: Reception) -> None:
    await open_blockers(here)
    await joins(here, BEN, 3)
    await joins(here, CEM, 4)
    await Player(here.service, 1, BEN).leaves_lobby()
    assert await on_card(here) == ["1: Ana", "4: Cem"]
    assert "on seat 3" in await joins(here, DOT, 3)


async def test_both_verifiers_agree_with_a_game_whose_players_chose_their_seats(here: Reception) -> None:
    _, (ana,) = await open_table(here.service, ANA, game="draw")
    await joins(here, BEN, 3)
    await joins(here, CEM)
    await ana.starts()
    await play_to_end(here.service, await make_deal(here.service, 1))
    record = (await here.service.tables.record(1)).to_json()
    with node() as other:
        for verifier in (checked, other):
            assert verifier(record).verdict == UNCOMPARED, verifier(record).lines


async def test_both_verifiers_agree_with_a_game_whose_host_exchanged_two_players(here: Reception) -> None:
    _, (ana, *_) = await open_table(here.service, ANA, BEN, CEM, game="draw")
    await ana.does(exchange, ANA.user, str(ANA.user), str(CEM.user))
    await ana.starts()
    for person in (BEN, CEM):
        table = await here.service.tables.table(1, ANY)
        if table.seat_of(person.user) in table.unconfirmed_seats:
            await Player(here.service, 1, person).does(ready.answer, person.user)
    assert await seated_names(here) == ["Cem", "Ben", "Ana"]
    await play_to_end(here.service, await make_deal(here.service, 1))
    record = (await here.service.tables.record(1)).to_json()
    with node() as other:
        for verifier in (checked, other):
            assert verifier(record).verdict == UNCOMPARED, verifier(record).lines


async def test_an_open_seat_of_a_running_game_is_taken_by_its_number(here: Reception) -> None:
    await here.begin("blockers", GAMES["blockers"].options(), ANA, BEN, CEM)
    assert "This seat is taken now" in await joins(here, DOT, 2)
    await Player(here.service, 1, CEM).leaves()
    assert "This seat is taken now." in await joins(here, DOT, 2)
    for seat in (0, 4):
        assert await joins(here, DOT, seat) == "There is no such seat. This table has seats 1–3."
    await joins(here, DOT, 3)
    assert await seated_names(here) == ["Ana", "Ben", "Dot"]
