"""How a server wants games to be played: who may change it, what it changes, and what the bot misses for it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, replace

import pytest

from bot.desk import lobby, server, setup
from bot.desk.ask import Ask
from bot.desk.caller import Caller
from bot.service import Service
from bot.store import Store
from bot.table.clock.pace import Preset
from bot.table.limits import LIMITS
from bot.table.log.model import ANY, Cause
from bot.table.refusals import Refusal
from bot.table.rules import rematch
from bot.table.server_settings import ServerRow
from bot.talk.letter import Letter, Purpose, Select
from bot.talk.venue import Venue
from engine.words import msg
from tests.bot.asking import ask_of
from tests.bot.games import GAMES
from tests.bot.reception import controls_of, letter_problems
from tests.bot.tools import ANA, BEN, CHANNEL, GUILD, FixedClock, play_to_end, running_table

HERE = Venue((), True, (), CHANNEL)
OTHER = 4711
MANAGER = Caller(ANA, "en", 1, GUILD, CHANNEL, lambda: HERE, manages=True)
MEMBER = Caller(BEN, "en", 2, GUILD, CHANNEL, lambda: HERE)


@pytest.fixture
async def tables(sqlite_address: str) -> AsyncIterator[Service]:
    store = await Store.open(sqlite_address)
    yield Service.of(store, GAMES, FixedClock())
    await store.close()


@dataclass
class Setup:
    """`/setup` and its controls, and what they change for people who open tables."""

    service: Service
    venue: Callable[[int], Venue | None] = lambda _: None

    def ask(self, caller: Caller, data: str = "") -> Ask:
        return ask_of(self.service, caller, data, venue=self.venue)

    async def letter(self, caller: Caller) -> Letter:
        return await setup.show(self.ask(caller))

    async def press(self, caller: Caller, data: str) -> Letter:
        return await setup.press(self.ask(caller, data))

    async def change(self, caller: Caller, *changes: setup.Change) -> Letter:
        return await setup.apply_changes(self.ask(caller), *changes)

    async def required_row(self, caller: Caller) -> ServerRow:
        return await server.require_permission_to_open(self.ask(caller))

    async def wants_threads(self, caller: Caller) -> bool:
        return await server.wants_threads(self.ask(caller))


@pytest.fixture
def here(service: Service) -> Setup:
    return Setup(service)


def data_of(letter: Letter, label: str) -> str:
    """Return the data of the button that says this, or of the option of a select."""
    controls = [part for row in letter.rows for part in (row.options if isinstance(row, Select) else row)]
    return next(part.id.data for part in controls if part.label == label)


async def test_only_who_manages_the_server_sets_it_up(here: Setup) -> None:
    for work in (
        here.letter(MEMBER),
        here.change(MEMBER, setup.set_switch("threads", False)),
        here.press(MEMBER, "calls="),
        here.press(MEMBER, "new=cards"),
        here.letter(replace(MANAGER, guild=None)),
    ):
        with pytest.raises(Refusal, match="Manage Server"):
            await work
    assert (await here.required_row(MEMBER)) == ServerRow(GUILD)


async def test_who_does_not_manage_the_server_reads_that_before_anything_about_what_they_chose(here: Setup) -> None:
    lacking = replace(here, venue=lambda _: Venue((msg("Embed Links"),), False, (), OTHER))
    for typed in {"results": OTHER}, {"game": "chess"}, {"options": "none"}, {"clock": "never"}:
        with pytest.raises(Refusal, match="Manage Server"):
            await setup.setup(replace(lacking.ask(MEMBER), arguments=typed))
        with pytest.raises(Refusal, match=r"^(?!.*Manage Server)"):
            await setup.setup(replace(lacking.ask(MANAGER), arguments=typed))
    with pytest.raises(Refusal, match="Manage Server"):
        await here.press(MEMBER, "game=chess")


async def test_a_fresh_server_needs_two_presses_to_its_first_table(here: Setup) -> None:
    letter = await here.letter(MANAGER)
    assert "✔ I have all permissions that I need" in letter.text
    tables = letter.rows[-1]
    assert isinstance(tables, Select)
    assert [option.label for option in tables.options] == [
        str(game.name) for game in here.ask(MANAGER).tools.games.values()
    ]
    opened = await here.press(MANAGER, data_of(Letter(rows=(tables,)), "Cards"))
    assert opened.text == "Your table is open. Its card is in this channel: others press *Join* there."
    assert [table.game for table in await here.service.listing.open_tables_of(ANA.user)] == ["cards"]


async def test_each_missing_permission_is_named_with_the_place_to_change_it(here: Setup) -> None:
    lacking = Venue((msg("Attach Files"),), True, (msg("Create Public Threads"),), CHANNEL)
    letter = await here.letter(replace(MANAGER, find_venue=lambda: lacking))
    assert f"✖ <#{CHANNEL}> → Edit Channel → Permissions → Attach Files" in letter.text
    assert f"✖ <#{CHANNEL}> → Edit Channel → Permissions → Create Public Threads" in letter.text
    again = await here.press(MANAGER, data_of(letter, "Check again"))
    assert "✖" not in again.text


async def test_a_disk_that_is_nearly_full_is_said_to_managers_of_the_server(here: Setup) -> None:
    full = ask_of(here.service, MANAGER, venue=here.venue, is_disk_short=lambda: True)
    assert "My disk is nearly full" in (await setup.show(full)).text
    assert "disk" not in (await here.letter(MANAGER)).text


async def test_a_server_without_threads_misses_no_permission_for_them(here: Setup) -> None:
    lacking = replace(MANAGER, find_venue=lambda: Venue((), True, (msg("Create Public Threads"),), CHANNEL))
    letter = await here.press(lacking, data_of(await here.letter(lacking), "Stop using threads"))
    assert "✖" not in letter.text
    assert not await here.wants_threads(MEMBER)
    await here.press(lacking, data_of(letter, "Use threads"))
    assert await here.wants_threads(MEMBER)


async def test_every_channel_on_the_list_is_looked_at(here: Setup) -> None:
    here.venue = {OTHER: Venue((msg("Send Messages"),), True, (), OTHER)}.get
    await here.press(MANAGER, data_of(await here.letter(MANAGER), "Play only here"))
    letter = await here.change(MANAGER, setup.add_channel(OTHER))
    assert f"✔ I have all permissions that I need in <#{CHANNEL}>" in letter.text
    assert f"✖ <#{OTHER}> → Edit Channel → Permissions → Send Messages" in letter.text
    elsewhere = await here.letter(replace(MANAGER, channel=12))
    assert "<#12>" not in elsewhere.text


async def test_tables_are_opened_only_in_the_channels_of_the_list_and_their_threads(here: Setup) -> None:
    await here.change(MANAGER, setup.add_channel(OTHER))
    with pytest.raises(Refusal, match=f"Tables are opened in <#{OTHER}>."):
        await here.required_row(MEMBER)
    for caller in (replace(MEMBER, channel=OTHER), replace(MEMBER, parent=OTHER)):
        assert await here.required_row(caller)
    letter = await here.change(MANAGER, setup.add_channel(CHANNEL))
    assert await here.required_row(MEMBER)
    letter = await here.press(MANAGER, data_of(letter, "Don't play here"))
    with pytest.raises(Refusal):
        await here.required_row(MEMBER)
    await here.press(MANAGER, data_of(letter, "Play everywhere"))
    assert await here.required_row(MEMBER)


async def test_only_who_has_the_role_or_manages_the_server_opens_tables(here: Setup) -> None:
    await here.press(MANAGER, "role=99")
    with pytest.raises(Refusal, match="Here only <@&99> open tables"):
        await here.required_row(MEMBER)
    for caller in (replace(MEMBER, roles=frozenset({98, 99})), MANAGER):
        assert await here.required_row(caller)
    await here.press(MANAGER, "role=")
    assert await here.required_row(MEMBER)


async def test_new_tables_have_the_clock_of_their_server(here: Setup, service: Service) -> None:
    await here.press(MANAGER, data_of(await here.letter(MANAGER), "Week clock"))
    wanted = await here.required_row(MEMBER)
    assert wanted.preset == Preset.WEEK
    table = await service.tables.new("cards", BEN.cause(), BEN, GUILD, CHANNEL, pace=Preset(wanted.preset))
    assert table.timing.preset is Preset.WEEK
    with pytest.raises(Refusal, match="no such clock"):
        await here.press(MANAGER, "preset=year")


async def test_what_a_server_wants_counts_for_no_other(here: Setup, service: Service) -> None:
    await here.change(MANAGER, setup.set_role(99), setup.set_switch("calls", False), setup.set_switch("threads", False))
    assert await service.servers.server(GUILD) == ServerRow(GUILD, role=99, threads=False, calls=False)
    assert await service.servers.server(GUILD + 1) == ServerRow(GUILD + 1)
    assert await here.required_row(replace(MEMBER, guild=GUILD + 1))


async def test_a_server_may_have_turns_that_call_nobody(here: Setup, service: Service) -> None:
    table = await running_table(service)
    assert (await service.outbox.snapshot(table.id)).calls
    await here.press(MANAGER, data_of(await here.letter(MANAGER), "Ping only to remind"))
    assert not (await service.outbox.snapshot(table.id)).calls


async def test_a_server_chooses_how_many_tables_a_channel_holds(here: Setup, service: Service) -> None:
    assert f"**Open tables**: at most {LIMITS.tables_a_channel} per channel" in (await here.letter(MANAGER)).text
    changed = await setup.setup(replace(here.ask(MANAGER), arguments={"tables": 5}))
    assert "**Open tables**: at most 5 per channel" in changed.text
    for guild, most in ((GUILD, 5), (GUILD + 1, LIMITS.tables_a_channel)):
        assert service.servers.limits(await service.servers.server(guild)).tables_a_channel == most


async def test_ten_channels_are_the_most(here: Setup) -> None:
    await here.change(MANAGER, *(setup.add_channel(n) for n in range(1, 11)))
    with pytest.raises(Refusal, match="Ten channels"):
        await here.change(MANAGER, setup.add_channel(11))
    await here.change(MANAGER, setup.remove_channel(3), setup.add_channel(11))
    again = await here.change(MANAGER, setup.remove_channel(3), setup.add_channel(11))
    assert "<#11>" in again.text  # the same once more changes nothing
    assert "<#3>" not in again.text


async def test_the_letter_fits_into_a_message(here: Setup) -> None:
    lacking = Venue(tuple(msg(f"Permission {n}") for n in ("one", "two", "three", "four")), True, (), CHANNEL)
    here.venue = lambda channel: replace(lacking, channel=10**18 + channel)
    letter = await here.change(MANAGER, *(setup.add_channel(10**18 + n) for n in range(10)), setup.set_role(10**18))
    assert letter_problems(letter) == []
    full = await here.change(MANAGER, setup.set_game(GAMES, "cards"), setup.set_options(GAMES, "short"))
    assert letter_problems(full) == []


async def test_new_tables_begin_with_the_game_and_the_preset_of_their_server(here: Setup, service: Service) -> None:
    first, *_, preset = GAMES["cards"].presets
    assert "asked each time" in (await here.letter(MANAGER)).text
    asked = await lobby.new(here.ask(MEMBER))
    assert {control.id.purpose for control in controls_of(asked)} == {Purpose.NEW}
    with pytest.raises(Refusal, match="game of new tables first"):
        await here.press(MANAGER, f"options={preset}")
    letter = await here.press(MANAGER, "game=cards")
    name = str(GAMES["cards"].offers[preset].name)
    letter = await here.press(MANAGER, data_of(letter, name))
    assert f"**Options of new tables**: {name}" in letter.text
    await lobby.new(here.ask(MEMBER))
    (table,) = await service.listing.open_tables_of(BEN.user)
    assert (table.game, table.options) == ("cards", GAMES["cards"].presets[preset])
    typed = replace(here.ask(replace(MEMBER, interaction=3)), arguments={"game": "cards", "preset": first})
    await lobby.new(typed)
    assert (await service.listing.open_tables_of(BEN.user))[-1].options == GAMES["cards"].presets[first]
    again = await here.press(MANAGER, "game=")
    assert "asked each time" in again.text
    assert (await here.required_row(MEMBER)).game_preset is None


async def test_a_preset_that_a_server_wanted_and_its_game_no_longer_has_is_left_out(here: Setup) -> None:
    await here.change(MANAGER, lambda row: row._replace(game="cards", game_preset="gone"))
    assert "**Options of new tables**: Short" in (await here.letter(MANAGER)).text
    await lobby.new(here.ask(MEMBER))
    (table,) = await here.service.listing.open_tables_of(BEN.user)
    assert table.options == next(iter(GAMES["cards"].presets.values()))


async def test_a_game_or_preset_that_does_not_exist_is_no_choice_of_a_server(here: Setup) -> None:
    for data in ("game=chess", "options=gone"):
        await here.press(MANAGER, "game=cards")
        with pytest.raises(Refusal, match="Choose one from the list"):
            await here.press(MANAGER, data)


@pytest.mark.parametrize("stays", [True, False])
async def test_a_rematch_stays_in_its_thread_where_the_server_wants_that(
    here: Setup, service: Service, stays: bool
) -> None:
    if stays:
        await here.press(MANAGER, data_of(await here.letter(MANAGER), "Stay in the thread"))
    table = await play_to_end(service, await running_table(service, ANA, BEN, preset="short"))
    await service.outbox.move_table(table.id, CHANNEL, threaded=True)
    await service.outbox.set_thread(table.id, 777)
    for person in (ANA, BEN):
        table = await service.tables.do(table.id, Cause(person.user), rematch.agree, person.user)
    assert table.standing.rematch.next is not None
    new = await service.tables.table(table.standing.rematch.next.table, ANY)
    assert (new.threaded, new.thread) == (True, 777 if stays else None)


async def test_reports_are_posted_only_where_not_everyone_reads_them(here: Setup) -> None:
    public = {OTHER: True, OTHER + 1: False}
    here.venue = lambda channel: Venue(channel=channel, is_public=public[channel])
    with pytest.raises(Refusal, match=f"Everyone here can read <#{OTHER}>"):
        await here.change(MANAGER, setup.set_reports(here.ask(MANAGER), OTHER))
    letter = await here.change(MANAGER, setup.set_reports(here.ask(MANAGER), OTHER + 1))
    assert f"in <#{OTHER + 1}> and the log (`/setup log`)" in letter.text
    public[OTHER + 1] = True  # since then everyone reads it, which must not keep a manager from ending it
    letter = await here.change(MANAGER, setup.set_reports(here.ask(MANAGER), OTHER + 1))
    assert "**Reports by members**: in the log" in letter.text


MORE_PAGES = {
    "tables": ("tables=100", "at most 100 per channel"),
    "own": ("own=10", "at most 10 per person"),
    "results": (f"results={CHANNEL}", f"**Results**: also in <#{CHANNEL}>"),
    "moderators": ("moderators=88", "and <@&88>"),
    "reports": (f"reports={CHANNEL}", f"**Reports by members**: in <#{CHANNEL}> and the log"),
    "newcomers": ("newcomers=7", "can join tables after 7 days"),
    "language": ("language=de", "**Language of new tables**: Deutsch"),
}
"""For each page of the panel: the data of a press there, and what the panel says then."""


@pytest.mark.parametrize("name", MORE_PAGES)
async def test_what_a_server_seldom_changes_has_a_page_with_its_controls(here: Setup, name: str) -> None:
    data, said = MORE_PAGES[name]
    offered = [each.id.data for each in controls_of(await here.letter(MANAGER))]
    assert [data for data in offered if data.startswith("more=")] == [f"more={page}" for page in MORE_PAGES]
    page = await here.press(MANAGER, f"more={name}")
    assert letter_problems(page) == []
    assert name == "moderators" or data in [each.id.data for each in controls_of(page)]
    assert said in (await here.press(MANAGER, data)).text
    assert data_of(await here.press(MANAGER, f"more={name}"), "Back") == ""


async def test_a_page_that_does_not_exist_shows_the_whole_panel(here: Setup) -> None:
    panel = await here.letter(MANAGER)
    assert await here.press(MANAGER, "more=unknown") == panel


async def test_posting_is_stopped_on_the_page_that_began_it(here: Setup) -> None:
    await here.press(MANAGER, f"results={CHANNEL}")
    page = await here.press(MANAGER, "more=results")
    assert [each.id.data for each in controls_of(page)] == [f"results={CHANNEL}", ""]
    letter = await here.press(MANAGER, data_of(page, "Stop posting them"))
    assert "only where the game is played" in letter.text


async def test_the_role_of_everyone_takes_back_the_role_of_moderators(here: Setup) -> None:
    await here.press(MANAGER, "moderators=88")
    assert "<@&" not in (await here.press(MANAGER, f"moderators={GUILD}")).text.partition("**Moderators**")[2]
    await here.press(MANAGER, "moderators=88")
    assert "<@&" not in (await here.press(MANAGER, "moderators=")).text.partition("**Moderators**")[2]


@pytest.mark.parametrize("data", ["tables=7", "own=x", "newcomers=400", "language=xx"])
async def test_a_page_takes_only_what_it_offers(here: Setup, data: str) -> None:
    with pytest.raises(Refusal, match="updated"):
        await here.press(MANAGER, data)


async def test_the_fullest_panel_fits_into_a_message(here: Setup) -> None:
    here.venue = lambda channel: Venue(channel=channel)
    for data in ("channel", "game=cards", "role=5", "moderators=6", f"results={OTHER}", f"reports={OTHER}"):
        letter = await here.press(MANAGER, data)
    assert letter_problems(letter) == []
