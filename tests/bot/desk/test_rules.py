"""Rules and help begin with what the asking person can do now, and have a picture of the bot's own drawing."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from bot.desk import help, rules, setup
from bot.desk.ask import Ask
from bot.desk.caller import Caller
from bot.desk.example import example, find_nearest_preset, scene
from bot.desk.help import HELP
from bot.desk.routes import COMMANDS
from bot.pictures.drawings import Kit
from bot.pictures.painter import Painter
from bot.runtime.work import Work
from bot.service import Service
from bot.settings import CONTACT_LENGTH
from bot.store import Store
from bot.table.limits import Limits
from bot.table.log.model import Person
from bot.table.refusals import Refusal
from bot.talk import help as talk
from bot.talk.fair import FAIR
from bot.talk.letter import ALT_LENGTH, ControlId, Letter, Purpose, Text
from bot.talk.operator import Operator
from bot.talk.rules import CHOOSE, MOST_PAGES, pages_of
from bot.talk.venue import Venue
from bot.talk.words import Texts
from engine.games import GAMES
from engine.games.draw.options import DrawOptions
from engine.words import Words, msg
from renderers import RENDERERS
from tests.bot.asking import tools
from tests.bot.players import Player, mover_first, open_table
from tests.bot.reception import labels, letter_problems
from tests.bot.tools import ANA, BEN, CHANNEL, EVE, GUILD, FixedClock, make_deal, new_table

HERE = Venue((), True, (), CHANNEL)


def caller(person: Person = ANA) -> Caller:
    return Caller(person, "en", 1, GUILD, CHANNEL, lambda: HERE)


class Desk:
    """Tables of the real games, and what explains them."""

    def __init__(self, store: Store) -> None:
        self.service = Service.of(store, GAMES, FixedClock())
        self.work = Work("painter", 1, Limits())
        self.painter = Painter(self.service, Kit(GAMES, RENDERERS, Texts()), self.work)

    def ask(self, caller: Caller, **typed: str) -> Ask:
        """Return a question of this caller."""
        return Ask(tools(self.service, games=GAMES, painter=self.painter, work=self.work), caller, arguments=typed)

    async def help(self, caller: Caller) -> Letter:
        return await help.help(self.ask(caller))

    async def rules(self, caller: Caller, **typed: str) -> Letter:
        return await rules.rules(self.ask(caller, **typed))

    async def page(self, caller: Caller, id: ControlId) -> Letter:
        return await rules.page(replace(self.ask(caller), data=id.data))

    async def first_lines(self, asker: Caller) -> tuple[str, str]:
        """Return what the help says first, and the rules at their end, below the rules; they agree."""
        help, rules = await self.help(asker), await self.rules(asker)
        first = help.text.split("\n")[0]
        assert first in rules.text
        assert not rules.text.startswith(first)
        return first, help.text


@pytest.fixture
async def desk(sqlite_address: str) -> AsyncIterator[Desk]:
    store = await Store.open(sqlite_address)
    made = Desk(store)
    yield made
    await made.work.close()
    await store.close()


async def test_every_situation_has_its_own_first_line(desk: Desk) -> None:
    service, said = desk.service, {}
    said["nothing"], _ = await desk.first_lines(caller())
    table, (ana,) = await open_table(service, ANA, game="draw")
    said["host alone"], _ = await desk.first_lines(caller())
    said["a lobby"], _ = await desk.first_lines(caller(EVE))
    ben = Player(service, table.id, BEN)
    await ben.joins()
    said["host"], _ = await desk.first_lines(caller())
    said["guest"], _ = await desk.first_lines(caller(BEN))
    await ana.starts()
    said["a deal"], _ = await desk.first_lines(caller())
    mover, other = mover_first(await make_deal(service, table.id), ana, ben)
    said["my turn"], _ = await desk.first_lines(caller(mover.person))
    said["another's turn"], _ = await desk.first_lines(caller(other.person))
    said["a stranger"], _ = await desk.first_lines(caller(EVE))
    said["elsewhere"], _ = await desk.first_lines(replace(caller(mover.person), channel=12))
    await other.stays_away()
    said["away"], _ = await desk.first_lines(caller(other.person))
    mute = replace(caller(), find_venue=lambda: replace(HERE, missing_permissions=(msg("Attach Files"),)))
    said["no permission"], whole = await desk.first_lines(mute)
    await setup.apply_changes(desk.ask(replace(caller(), manages=True)), setup.add_channel(77))
    said["not in this channel"], _ = await desk.first_lines(replace(caller(EVE), channel=12))
    assert len(set(said.values())) == len(said), said
    expected = {
        "nothing": "`/new`",
        "host alone": "needs more players",
        "a lobby": "Press *Join*",
        "host": "Press *Start*",
        "guest": f"<@{ANA.user}> presses *Start*",
        "my turn": "It's your turn in Draw Dominoes #1. ",
        "another's turn": f"<@{mover.user}> is next",
        "elsewhere": f"go to <#{CHANNEL}>",
        "away": "to play again",
        "no permission": "I can't play in this channel yet",
        "not in this channel": "Tables are opened in <#77>",
    }
    for situation, part in expected.items():
        assert part in said[situation], (situation, said[situation])
    assert f"<#{CHANNEL}> → Edit Channel → Permissions → Attach Files" in whole


async def test_the_rules_have_at_most_four_pages_and_one_of_fair_deals_and_each_fits_into_a_message(desk: Desk) -> None:
    for key, game in GAMES.items():
        pages = pages_of(game)
        assert len(pages) <= MOST_PAGES + 1
        assert pages[-1] == FAIR
        told = [(await desk.page(caller(), _page(key, n))).text for n in range(len(pages))]
        assert all(len(text) < 2000 and not text.endswith("…") for text in told), key
        everything = "\n".join(told)
        assert all(str(page).splitlines()[-1][:30] in everything for page in game.rules(game.options(), game.seats[0]))


async def test_every_page_has_a_picture_of_its_own_that_says_itself_in_words(desk: Desk) -> None:
    for key, game in GAMES.items():
        shown = [(await desk.page(caller(), _page(key, n))).pictures for n in range(len(pages_of(game)))]
        for (picture,) in shown:
            assert picture.png.startswith(b"\x89PNG")
            assert 60 < len(picture.alt) <= ALT_LENGTH
        assert len({picture.png for (picture,) in shown}) == len(shown), key


@pytest.mark.parametrize("key", GAMES)
def test_a_page_shows_a_position_that_fits_what_it_tells(key: str) -> None:
    game = GAMES[key]
    assert len(game.scenes) == len(pages_of(game)) - 1
    for page, wanted in enumerate(game.scenes):
        seen = scene(game, page)
        assert (seen.seat is not None) == wanted.shows_hand
        assert seen.table.seq == page + 1
        assert scene(game, page).observation == seen.observation


async def test_the_pages_are_turned_by_two_buttons_that_end_where_the_pages_end(desk: Desk) -> None:
    last = len(pages_of(GAMES["draw"])) - 1
    for number, enabled in ((0, [False, True]), (1, [True, True]), (last, [True, False])):
        (row,) = (await desk.page(caller(), _page("draw", number))).rows
        assert isinstance(row, tuple)
        *turns, others = row
        assert [(button.label, button.is_enabled) for button in turns] == list(zip("◀▶", enabled, strict=True))
        assert (others.label, others.id) == ("Other games", ControlId(Purpose.RULES, 0, data=CHOOSE))


async def test_at_a_table_that_is_played_its_own_board_is_shown_and_its_options_are_named(desk: Desk) -> None:
    table, (ana, _) = await open_table(desk.service, ANA, BEN, game="draw", preset="block")
    waiting = await desk.rules(caller())
    assert "Block, double-six, 3 rounds" in waiting.text
    await ana.starts()
    await make_deal(desk.service, table.id)
    playing = await desk.rules(caller())
    assert playing.pictures[0].alt != waiting.pictures[0].alt
    assert "Block, double-six, 3 rounds" in playing.text
    assert "Block, double-six" not in (await desk.rules(caller(), game="moon")).text


async def test_the_rules_of_a_named_game_are_not_those_of_a_table_of_another_kind(desk: Desk) -> None:
    await open_table(desk.service, ANA, BEN, game="draw", preset="block")
    asked, here = await desk.rules(caller(), game="draw"), await desk.rules(caller())
    assert "**Draw Dominoes** · page 1" in asked.text
    assert "At this table" not in asked.text
    assert "**Block** · page 1" in here.text


async def test_the_pictures_of_a_table_in_pairs_show_pairs_and_nobody_draws_in_block(desk: Desk) -> None:
    table, _ = await open_table(desk.service, ANA, BEN, game="draw", preset="pairs")
    alone = [scene(GAMES["draw"], number) for number in range(3)]
    options = (await desk.service.tables.table(table.id, GUILD)).options
    assert isinstance(options, DrawOptions)
    preset = find_nearest_preset(GAMES["draw"], replace(options, target=77), 4)
    paired = [scene(GAMES["draw"], number, preset) for number in range(3)]
    assert preset == "pairs"
    assert [len(seen.table.seats) for seen in (*alone, *paired)] == [3, 3, 3, 4, 4, 4]
    assert all(seen.table.options.describe_changes(options) is None for seen in paired), "nobody draws"
    assert all(min(seen.observation.scores) >= 0 for seen in paired), "nobody commits a foul"
    for number in (1, 2):
        assert "Dee" in await _alt_of_page(desk, table.id, number, game="draw")


async def test_no_picture_of_the_rules_contradicts_the_table(desk: Desk) -> None:
    table, (ana, _) = await open_table(desk.service, ANA, BEN, game="blockers")
    usual = await _alt_of_page(desk, table.id, 3)
    await ana.sets_preset("profi")
    profi = await _alt_of_page(desk, table.id, 3)
    assert [alt.count("Your tiles (") for alt in (usual, profi)] == [1, 2]


async def _alt_of_page(desk: Desk, table: int, number: int, game: str = "blockers") -> str:
    there = await desk.service.tables.table(table, GUILD)
    ask = replace(desk.ask(caller()), data=_page(game, number).data, table_or_none=there)
    return (await rules.page(ask)).pictures[0].alt


PROFI = "You play two colours.", "Each player has 48 turns."
NORMAL = "You play one colour.", "Each player has 24 turns."
LAST = "from 9-9 to 0-0", "In the last round 0-0 lies in the middle"
THREE = ("from 9-9 to 7-7", "• **Number of rounds**: 3 rounds.")


@pytest.mark.parametrize(
    ("key", "option", "true", "false"),
    [
        ("chickenfoot", ("rounds", "3"), THREE, LAST),
        ("chickenfoot", ("rounds", "all"), LAST, THREE),
        ("blockers", ("variant", "profi"), PROFI, NORMAL),
        ("blockers", ("variant", "standard"), NORMAL, PROFI),
    ],
)
async def test_each_page_tells_what_the_table_plays_before_its_game_and_in_it(
    desk: Desk, key: str, option: tuple[str, str], true: tuple[str, ...], false: tuple[str, ...]
) -> None:
    service = desk.service
    table, (ana, _) = await open_table(service, ANA, BEN, game=key)
    await ana.sets_option(*option)
    for _ in range(2):
        there = await service.tables.table(table.id, GUILD)
        pages = len(pages_of(GAMES[key], there))
        told = [
            (await rules.page(replace(desk.ask(caller()), data=_page(key, n).data, table_or_none=there))).text
            for n in range(pages)
        ]
        assert all(part in "\n".join(told) for part in true)
        assert not any(part in "\n".join(told) for part in false)
        assert all(len(text) < 2000 and not text.endswith("…") for text in told)
        if not there.is_running:
            await ana.starts()
            await make_deal(service, table.id)


async def test_the_rules_of_another_game_than_the_table_s_tell_nothing_of_the_table(desk: Desk) -> None:
    table = await new_table(desk.service, ANA, game="chickenfoot")
    told = await rules.page(replace(desk.ask(caller()), data="draw", table_or_none=table))
    assert "At this table" not in told.text
    assert (
        "At this table" in (await rules.page(replace(desk.ask(caller()), data="chickenfoot", table_or_none=table))).text
    )


async def test_the_help_is_three_blocks_of_four_lines_and_fits_a_message(desk: Desk) -> None:
    letter = await desk.help(caller())
    *blocks, (fair, _) = [part.text.split("\n") for part in letter.all_parts if isinstance(part, Text)][1:]
    assert "*Check the deals*" in fair
    assert [head for head, *_ in blocks] == ["**Play**", "**Table**", "**Me**"]
    assert all(len(commands) == talk.LINES for _, *commands in blocks[:2])
    assert 3 <= len(blocks[2]) - 1 <= talk.LINES
    assert letter_problems(letter) == []
    assert "More commands" in labels(letter)


async def test_both_pages_of_the_help_name_every_command_once_also_a_new_one() -> None:
    known = {command.name: command.help for command in COMMANDS if command is not HELP} | {"hop": msg("Hop on one leg")}
    words = Words(())
    pages = [
        talk.first_page(msg("Now."), known, Texts().command, Operator(), words, ()),
        talk.second_page(known, Texts().command, words),
    ]
    named = re.findall(r"^`/([a-z]+)` · ", "\n".join(page.text for page in pages), re.MULTILINE)
    assert sorted(named) == sorted(known)
    assert "`/hop` · Hop on one leg" in pages[1].text
    assert all(letter_problems(page) == [] for page in pages)


async def test_the_help_says_how_to_reach_the_operator_and_links_to_their_pages(desk: Desk) -> None:
    async def last_line(**operator: str) -> str:
        asked = desk.ask(caller())
        letter = await help.help(replace(asked, tools=replace(asked.tools, operator=lambda: Operator(**operator))))
        assert letter_problems(letter) == []
        return letter.text.rsplit("\n", 1)[1]

    assert await last_line() == "-# Operator: ask the people who invited me"
    assert await last_line(contact="x" * CONTACT_LENGTH) == f"-# Operator: {'x' * CONTACT_LENGTH}"
    pages = {"privacy": "https://example.org/privacy", "terms": "https://example.org/terms"}
    assert await last_line(contact="ana@example.org", **pages) == (
        f"-# Operator: ana@example.org · [Privacy]({pages['privacy']}) · [Terms]({pages['terms']})"
    )


async def test_a_command_of_the_help_can_be_pressed_where_its_id_is_known(desk: Desk) -> None:
    ask = desk.ask(caller())
    ask.tools.texts.commands = {"new": 4711}
    text = (await help.help(ask)).text
    assert "</new:4711> · " in text
    assert "`/join` · " in text


async def test_more_leads_to_the_other_commands_and_back(desk: Desk) -> None:
    more = await help.help(replace(desk.ask(caller()), data=talk.MORE))
    assert "`/record`" in more.text
    assert labels(more) == ["Back"]


async def test_a_caller_who_names_no_game_if_none_is_played_chooses_one(desk: Desk) -> None:
    letter = await desk.rules(caller())
    ids = [part.id for row in letter.rows if isinstance(row, tuple) for part in row]
    assert [id.data for id in ids] == [f"{key}>0" for key in GAMES]
    assert "page 1 of" in (await desk.page(caller(), ids[-1])).text
    with pytest.raises(Refusal, match="no rules for that game"):
        await desk.rules(caller(), game="poker")


@pytest.mark.parametrize("key", GAMES)
def test_an_example_is_the_same_every_time_and_in_the_middle_of_a_round(key: str) -> None:
    seen = example(GAMES[key])
    assert seen.observation == example(GAMES[key]).observation
    assert seen.observation.viewer is None
    assert seen.observation.outcome is None
    assert not seen.observation.is_scored
    assert seen.observation.to_act is not None


def _page(game: str, number: int) -> ControlId:
    return ControlId(Purpose.RULES, 0, data=f"{game}>{number}")
