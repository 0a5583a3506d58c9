"""The first message on a server, and its buttons: a game at once by all rules of tables, a table, how it works."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
from PIL import Image

from bot.desk import setup, welcome
from bot.desk.ask import Ask, Tools
from bot.desk.caller import Caller
from bot.desk.routes import ROUTES
from bot.pictures.drawings import Kit
from bot.pictures.painter import Painter
from bot.runtime.work import Work
from bot.service import Service
from bot.store import Store
from bot.table.clock.pace import Preset
from bot.table.limits import Limits
from bot.table.log.model import Status, Table
from bot.table.refusals import Refusal
from bot.talk import welcome as talk
from bot.talk.letter import Button, ControlId, Letter, Purpose, Select, Style
from bot.talk.venue import Venue
from bot.talk.words import Texts
from engine.games import GAMES
from engine.sides import find_side
from engine.words import msg
from renderers import RENDERERS
from tests.bot.asking import tools
from tests.bot.games import GAMES as CARDS
from tests.bot.tools import ANA, BEN, CHANNEL, GUILD, FixedClock

HERE = Venue((), True, (), CHANNEL)
CALLER = Caller(ANA, "en", 1, GUILD, CHANNEL, lambda: HERE)
LIMITS = Limits(tables_a_person=1, tables_a_channel=2)


@pytest.fixture
async def welcome_tools(sqlite_address: str) -> AsyncIterator[Tools]:
    store = await Store.open(sqlite_address)
    service, work = Service.of(store, GAMES, FixedClock(), limits=LIMITS), Work("painter", 1, Limits())
    yield tools(service, games=GAMES, painter=Painter(service, Kit(GAMES, RENDERERS, Texts()), work))
    await work.close()
    await store.close()


async def play_now(known: Tools, caller: Caller = CALLER) -> Letter:
    return await welcome.play_now(Ask(known, caller))


async def tables(known: Tools) -> list[Table]:
    return list(await known.service.listing.in_channel(CHANNEL))


def buttons(letter: Letter) -> list[Button]:
    return [part for row in letter.rows if isinstance(row, tuple) for part in row]


def menu(letter: Letter) -> Select:
    return next(row for row in letter.rows if isinstance(row, Select))


def control_named(letter: Letter, label: str) -> ControlId:
    return next(button.id for button in buttons(letter) if button.label == label)


async def test_the_first_message_is_two_lines_one_board_one_main_button_and_a_menu_of_the_games(
    welcome_tools: Tools,
) -> None:
    letter = await welcome.letter(welcome_tools)
    assert len(letter.text.splitlines()) == 2
    assert [(button.label, button.style) for button in buttons(letter)] == [
        ("Play now", Style.GOOD),
        ("Play in pairs", Style.PLAIN),
        ("How it works", Style.PLAIN),
    ]
    assert [option.label for option in menu(letter).options] == [str(game.name) for game in GAMES.values()]
    assert letter.pings == ()
    (picture,) = letter.pictures
    assert picture.alt == "A game of Fives."
    width, height = Image.open(io.BytesIO(picture.png)).size
    assert 1.3 < width / height < 1.8  # as large as a phone shows a picture


async def test_games_of_which_none_is_short_or_shown_are_welcomed_without_a_picture_and_a_game_at_once(
    welcome_tools: Tools,
) -> None:
    others = replace(welcome_tools, games=CARDS)
    letter = await welcome.letter(others)
    assert [button.label for button in buttons(letter)] == ["Play in pairs", "How it works"]
    assert [option.label for option in menu(letter).options] == ["Cards"]
    assert letter.pictures == ()
    assert "Gallery" not in str(letter)
    assert "Play now" not in str(letter)
    how = await welcome.play_now(Ask(others, CALLER))
    assert how.text == (await welcome.explain_playing(Ask(others, CALLER))).text
    assert await tables(welcome_tools) == []


async def test_play_now_begins_a_round_of_one_person_and_two_computer_players_without_a_clock(
    welcome_tools: Tools,
) -> None:
    letter = await play_now(welcome_tools)
    (table,) = await tables(welcome_tools)
    assert table.status is Status.RUNNING
    assert [person.user for person in table.people] == [ANA.user]
    assert [person.player for person in table.seats] == [None, "medium", "medium"]
    assert table.timing.preset is Preset.OPEN
    assert table.threaded
    assert control_named(letter, "My hand") == ControlId(Purpose.HAND, table.id)
    assert letter.hand
    assert letter.hand.table == table.id


async def test_play_now_pressed_again_shows_the_game_that_goes_on(welcome_tools: Tools) -> None:
    first = await play_now(welcome_tools)
    again = await play_now(welcome_tools, replace(CALLER, interaction=2))
    assert len(await tables(welcome_tools)) == 1
    assert control_named(again, "My hand") == control_named(first, "My hand")


async def test_many_presses_of_play_now_at_once_begin_one_game(welcome_tools: Tools) -> None:
    presses = (replace(CALLER, interaction=number) for number in range(1, 9))
    letters = await asyncio.gather(*(play_now(welcome_tools, caller) for caller in presses))
    (table,) = await tables(welcome_tools)
    assert {control_named(letter, "My hand").table for letter in letters} == {table.id}


async def test_the_same_press_twice_begins_one_game(welcome_tools: Tools) -> None:
    for _ in range(2):
        await welcome_tools.service.tables.new(
            "draw", CALLER.person.cause(1), ANA, GUILD, CHANNEL, preset="sprint", players=("medium", "medium")
        )
    assert len(await tables(welcome_tools)) == 1


@pytest.mark.parametrize("open_", ["play_now", "open_table"])
async def test_who_may_open_no_table_may_not_by_the_first_message(open_: str, welcome_tools: Tools) -> None:
    async def refusal_of(caller: Caller) -> str:
        with pytest.raises(Refusal) as refusal:
            await getattr(welcome, open_)(Ask(welcome_tools, caller, data="moon"))
        return str(refusal.value)

    manager = Ask(welcome_tools, replace(CALLER, manages=True))
    await setup.apply_changes(manager, setup.add_channel(77))
    assert "<#77>" in await refusal_of(CALLER)
    await setup.apply_changes(manager, setup.remove_channel(77), setup.set_role(88))
    assert "<@&88>" in await refusal_of(CALLER)
    await setup.apply_changes(manager, setup.set_role(None))
    assert "Attach Files" in await refusal_of(
        replace(CALLER, find_venue=lambda: replace(HERE, missing_permissions=(msg("Attach Files"),)))
    )
    await welcome_tools.service.tables.new("moon", ANA.cause(), ANA, GUILD, 12)
    assert "open table" in await refusal_of(CALLER)
    assert await tables(welcome_tools) == []


async def test_setup_says_where_and_by_whom_a_game_alone_is_played(welcome_tools: Tools) -> None:
    manager = Ask(welcome_tools, replace(CALLER, manages=True))
    for role in (None, 88):
        shown = await setup.apply_changes(manager, setup.set_role(role))
        assert "*Play now* obeys the channels and the role chosen here. `/practice` works for everyone" in shown.text


async def test_a_channel_full_of_tables_takes_no_game_more(welcome_tools: Tools) -> None:
    for user in (5, 6):
        other = replace(BEN, user=user)
        await welcome_tools.service.tables.new("moon", other.cause(), other, GUILD, CHANNEL)
    with pytest.raises(Refusal, match="tables are open in this channel"):
        await play_now(welcome_tools)


async def test_the_menu_opens_a_table_and_how_it_works_leads_to_the_rules_of_each_game(welcome_tools: Tools) -> None:
    letter = await welcome.letter(welcome_tools)
    opened = next(option.id for option in menu(letter).options if option.label == "Moon")
    assert opened.purpose is Purpose.NEW
    await welcome.open_table(Ask(welcome_tools, CALLER, data=opened.data))
    (table,) = await tables(welcome_tools)
    assert (table.game, table.status, table.host) == ("moon", Status.LOBBY, ANA.user)
    how = await ROUTES[control_named(letter, "How it works").purpose](
        Ask(welcome_tools, CALLER, data=control_named(letter, "How it works").data)
    )
    assert [id.data for id in (button.id for button in buttons(how))] == [f"{key}>0" for key in GAMES]


@pytest.fixture
async def cards(sqlite_address: str) -> AsyncIterator[Tools]:
    """Provide the same with the game of cards, which has partners."""
    store = await Store.open(sqlite_address)
    yield tools(Service.of(store, CARDS, FixedClock(), limits=LIMITS), games=CARDS)
    await store.close()


async def test_play_in_pairs_gives_one_person_a_computer_player_as_partner(cards: Tools) -> None:
    letter = Letter(rows=talk.rows(CARDS, None, Texts().words("en", ()), pairs=True))
    pressed = control_named(letter, "Play in pairs")
    await welcome.open_table(Ask(cards, CALLER, data=pressed.data))
    (table,) = await tables(cards)
    assert [person.player for person in table.seats] == [None, "medium", "medium", "medium"]
    assert find_side(table.options.sides(4), 0) == (0, 2)
    assert (table.status, table.timing.preset) == (Status.RUNNING, Preset.OPEN)


async def test_without_games_in_pairs_nothing_offers_them(cards: Tools) -> None:
    single = {"cards": replace(CARDS["cards"], presets={"short": CARDS["cards"].presets["short"]})}
    letter = await welcome.letter(replace(cards, games=single))
    assert [button.label for button in buttons(letter)] == ["How it works"]
    how = await welcome.open_table(Ask(replace(cards, games=single), CALLER, data=talk.PAIRS))
    assert how.text == (await welcome.explain_playing(Ask(cards, CALLER))).text


async def test_how_it_works_ends_with_a_line_of_its_own_for_managers(welcome_tools: Tools) -> None:
    steps, _, rest = (await welcome.explain_playing(Ask(welcome_tools, replace(CALLER, manages=True)))).text.partition(
        "\n\n"
    )
    assert rest.startswith("You manage this server: ")
    assert steps == (await welcome.explain_playing(Ask(welcome_tools, replace(CALLER, manages=False)))).text
