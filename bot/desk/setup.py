"""The setup of a server, for those who manage it, and a check of the bot's permissions there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from bot.desk import lobby, moderation
from bot.desk.ask import Ask, Games
from bot.desk.command import Arg, ArgKind, Choices, Command, list_games
from bot.desk.languages import LANGUAGE, read_choice
from bot.locales.languages import Languages
from bot.table.clock.pace import Preset
from bot.table.limits import NEWCOMER_DAYS, OWN_TABLES, TABLES_A_CHANNEL
from bot.table.refusals import OtherVersion, Refusal
from bot.table.server_settings import SWITCHES, ServerRow
from bot.talk import setup as talk
from bot.talk import setup_more
from bot.talk.letter import Letter
from bot.talk.time import NAMES
from bot.talk.venue import Venue, remedies
from engine.options import write_number
from engine.words import msg

Change = Callable[[ServerRow], ServerRow]
MOST_CHANNELS = 10
"""How many channels a server can list for its tables, at most."""


# -- presses and the command -------------------------------------------------------------------------------------------


async def setup(ask: Ask) -> Letter:
    """Apply the settings that come with the command, and show the server's setup."""
    guild = _require_manager(ask)
    if "log" in ask.arguments:
        return await moderation.show_log(ask, guild)
    makers: Mapping[str, Callable[[Any], Change]] = {
        **_CHANGE_MAKERS,
        "game": partial(set_game, ask.tools.games),
        "options": partial(set_options, ask.tools.games),
        "results": partial(set_results, ask),
        "reports": partial(set_reports, ask),
        LANGUAGE: partial(set_language, ask.tools.texts.languages),
    }
    changes = {name: make(ask.arguments[name]) for name, make in makers.items() if name in ask.arguments}
    return await apply_changes(ask, *changes.values())


async def apply_changes(ask: Ask, *changes: Change) -> Letter:
    """Apply changes to the setup of the server, and show the whole setup."""
    guild = _require_manager(ask)

    def apply_all(row: ServerRow) -> ServerRow:
        for change in changes:
            row = change(row)
        return row

    return await _panel(ask, await ask.service.servers.set_up(guild, apply_all))


async def show(ask: Ask) -> Letter:
    """Show how the server is set up, what is missing, and what can be changed."""
    return await _panel(ask, await ask.service.servers.server(_require_manager(ask)))


async def press(ask: Ask) -> Letter:
    """Answer a control of the setup message; one without a change shows the setup again."""
    _require_manager(ask)
    name, _, value = ask.data.partition("=")
    if name == talk.NEW:
        return await lobby.open_table(ask, value)
    if name == setup_more.MORE and (page := await _page(ask, value)):
        return page
    make_change = _changes_by_control(ask).get(name)
    return await apply_changes(ask, make_change(value)) if make_change else await show(ask)


# -- the panel ---------------------------------------------------------------------------------------------------------


async def _panel(ask: Ask, server: ServerRow) -> Letter:
    venues = _venues(ask, server)
    refused_channels = {venue.channel for venue in venues if ask.tools.reconciler.has_refusal_in(venue.channel)}
    return talk.panel(
        server,
        venues,
        ask.caller.parent or ask.caller.channel,
        ask.tools.games,
        ask.service.tables.default_timing.preset,
        ask.words(),
        limits=ask.service.servers.limits(server),
        threads=ask.tools.threads,
        is_disk_short=ask.tools.is_disk_short(),
        refused=refused_channels,
        texts=ask.tools.texts,
    )


async def _page(ask: Ask, name: str) -> Letter | None:
    """Show the page that changes a value of this name, if there is one."""
    server = await ask.service.servers.server(_require_manager(ask))
    channel_here, limits = ask.caller.parent or ask.caller.channel, ask.service.servers.limits(server)
    return setup_more.page(name, server, channel_here, limits, ask.words(), ask.tools.texts)


def _venues(ask: Ask, server: ServerRow) -> Sequence[Venue]:
    """Return the channels to check, the caller's first."""
    current = {ask.caller.channel, ask.caller.parent}
    others = [venue for channel in server.channels if channel not in current and (venue := ask.tools.venue(channel))]
    is_played_here = not server.channels or not current.isdisjoint(server.channels)  # an empty list means all channels
    return [ask.caller.venue, *others] if is_played_here else others


# -- changes -----------------------------------------------------------------------------------------------------------


def add_channel(chosen: int) -> Change:
    """Return the change that lets tables be opened in this channel.

    The change raises Refusal if the list of channels is full.
    """

    def change(row: ServerRow) -> ServerRow:
        if chosen in row.channels:
            return row
        if len(row.channels) == MOST_CHANNELS:
            raise Refusal(msg("Ten channels are the most. Take one off the list with `/setup without`."))
        return row._replace(channels=(*row.channels, chosen))

    return change


def remove_channel(chosen: int) -> Change:
    """Return the change that removes this channel from the server's list of channels for tables."""
    return lambda row: row._replace(channels=tuple(channel for channel in row.channels if channel != chosen))


def set_role(chosen: int | None) -> Change:
    """Return the change that lets only people with this role open tables (None: everybody)."""
    return lambda row: row._replace(role=chosen)


def set_switch(field: str, chosen: str | int) -> Change:
    """Return the change that turns a switch on or off."""
    return lambda row: row._replace(**{field: bool(chosen)})  # type: ignore[arg-type]  # a field of SWITCHES


def set_results(ask: Ask, chosen: int) -> Change:
    """Return the change that posts each result in a channel.

    If results are posted there already, the change stops that. Raises Refusal if the bot lacks a permission there.
    """
    venue = ask.tools.venue(chosen)
    if venue is not None and list(remedies(venue)):
        raise Refusal(talk.needs_more(venue))
    return lambda row: row._replace(results=None if row.results == chosen else chosen)


def set_reports(ask: Ask, chosen: int) -> Change:
    """Return the change that posts reports of members in a channel.

    If they are posted there already, the change stops that. Raises Refusal if the bot lacks a permission there. The
    change raises Refusal if everyone can read the channel.
    """
    venue = ask.tools.venue(chosen)
    if venue is not None and list(remedies(venue)):
        raise Refusal(talk.needs_more(venue))

    def change(row: ServerRow) -> ServerRow:
        if row.reports == chosen:
            return row._replace(reports=None)
        if venue is not None and venue.is_public:
            raise Refusal(talk.not_private(chosen))
        return row._replace(reports=chosen)

    return change


def set_moderators(chosen: int | None) -> Change:
    """Return the change that lets people with this role moderate tables (None: only people who may manage messages)."""
    return lambda row: row._replace(moderators=chosen)


def set_newcomers(days: int) -> Change:
    """Return the change that lets members join tables after a number of days on the server (0: at once)."""
    return lambda row: row._replace(newcomers=days or None)


def set_game(games: Games, key: str) -> Change:
    """Return the change that sets the game of new tables.

    With an empty key the bot asks each time. Raises Refusal if there is no such game.
    """
    if key and key not in games:
        raise Refusal(msg("There is no game of that name. Choose one from the list."))
    return lambda row: row._replace(game=key or None, game_preset=row.game_preset if key == row.game else None)


def set_options(games: Games, key: str) -> Change:
    """Return the change that sets the preset of new tables of the server's game.

    An empty key means the first preset of the game. The change raises Refusal if there is no game or no such preset.
    """

    def change(row: ServerRow) -> ServerRow:
        game = games.get(row.game or "")
        if game is None:
            raise Refusal(msg("Choose the game of new tables first: its options follow."))
        if key and key not in game.presets:
            raise Refusal(msg("{game} has no such preset. Choose one from the list.", game=game.name))
        return row._replace(game_preset=key or None)

    return change


def set_clock(key: str) -> Change:
    """Return the change that sets the clock of new tables. Raises Refusal if there is no such clock."""
    if key not in list(Preset):
        raise Refusal(msg("There is no such clock. Choose one from the list."))
    return lambda row: row._replace(preset=key)


def set_language(languages: Languages, value: str) -> Change:
    """Return the change that sets the language of new tables. Raises Refusal if it isn't offered."""
    chosen = read_choice(languages, value)
    return lambda row: row._replace(language=chosen)


def limit_tables(limit: int) -> Change:
    """Return the change that limits how many tables can be open in one channel."""
    return lambda row: row._replace(tables_a_channel=limit)


def limit_own_tables(limit: int) -> Change:
    """Return the change that limits how many open tables of their own one person can have on the server."""
    return lambda row: row._replace(own_tables=limit)


def _changes_by_control(ask: Ask) -> Mapping[str, Callable[[str], Change]]:
    """Return the functions that turn the value of a control into a change, by the name of the control."""
    return {
        "channel": lambda _: add_channel(ask.caller.parent or ask.caller.channel),
        "without": lambda _: remove_channel(ask.caller.parent or ask.caller.channel),
        "everywhere": lambda _: lambda row: row._replace(channels=()),  # an empty list means all channels
        "role": lambda value: set_role(_read_number(value)),
        **_SWITCHES,
        "preset": set_clock,
        "game": partial(set_game, ask.tools.games),
        "options": partial(set_options, ask.tools.games),
        "tables": lambda value: limit_tables(_read_offered(value, TABLES_A_CHANNEL)),
        "own": lambda value: limit_own_tables(_read_offered(value, OWN_TABLES)),
        "newcomers": lambda value: set_newcomers(_read_offered(value, NEWCOMER_DAYS)),
        # the role @everyone has the id of the server
        "moderators": lambda value: set_moderators(None if value == str(ask.caller.guild) else _read_number(value)),
        "results": lambda value: set_results(ask, _read_number(value) or 0),
        "reports": lambda value: set_reports(ask, _read_number(value) or 0),
        LANGUAGE: partial(set_language, ask.tools.texts.languages),
    }


def _read_number(value: str) -> int | None:
    return int(value) if value.isdecimal() else None


def _read_offered(value: str, numbers: Sequence[int]) -> int:
    """Return a number that was chosen. Raises OtherVersion if it isn't offered any more."""
    if (number := _read_number(value)) not in numbers or number is None:  # never None then; mypy can't know
        raise OtherVersion
    return number


def _require_manager(ask: Ask) -> int:
    """Return the caller's server. Raises Refusal for callers who do not manage it."""
    if ask.caller.guild is None or not ask.caller.manages:
        raise Refusal(msg("Only people with the permission *Manage Server* can set me up. Ask one of them."))
    return ask.caller.guild


# -- the command -------------------------------------------------------------------------------------------------------

_SWITCHES: Mapping[str, Callable[[Any], Change]] = {
    switch.name: partial(set_switch, switch.field) for switch in SWITCHES
}
_CHANGE_MAKERS: Mapping[str, Callable[[Any], Change]] = {
    "channel": add_channel,
    "without": remove_channel,
    "role": lambda chosen: set_role(chosen or None),
    **_SWITCHES,
    "clock": set_clock,
    "tables": limit_tables,
    "own": limit_own_tables,
    "moderators": lambda chosen: set_moderators(chosen or None),
    "newcomers": set_newcomers,
}
"""The functions that turn an argument of the command into a change, in the order in which changes are made."""


async def _presets(ask: Ask, typed: str) -> Choices:
    key = ask.arguments.get("game") or (await ask.service.servers.server(ask.caller.guild)).game
    game = ask.tools.games.get(str(key))
    return await lobby.find_presets(ask, game, typed) if game else ()


SETUP = Command(
    "setup",
    msg("How games are played on this server"),
    setup,
    (
        Arg("channel", msg("Open tables here (use it again for more channels)"), ArgKind.CHANNEL),
        Arg("without", msg("Open no more tables here"), ArgKind.CHANNEL),
        Arg("role", msg("Only people with this role can open tables"), ArgKind.ROLE),
        *(Arg(switch.name, switch.about, ArgKind.NUMBER, choices=switch.choices) for switch in SWITCHES),
        Arg("results", msg("Post each result in this channel (choose it again to stop)"), ArgKind.CHANNEL),
        Arg("game", msg("What new tables play"), choices=list_games),
        Arg("options", msg("The preset that new tables of this game begin with"), suggest=_presets),
        Arg("clock", msg("The clock of new tables"), choices=[(NAMES[key], key.value) for key in NAMES]),
        Arg(
            "tables",
            setup_more.HOW_MANY_TABLES,
            ArgKind.NUMBER,
            choices=[(write_number(n), n) for n in TABLES_A_CHANNEL],
        ),
        Arg(
            "own",
            setup_more.HOW_MANY_OWN,
            ArgKind.NUMBER,
            choices=[(write_number(n), n) for n in OWN_TABLES],
        ),
        Arg("moderators", msg("This role moderates tables too (@everyone takes it back)"), ArgKind.ROLE),
        Arg("reports", msg("Post members' reports in this channel (choose it again to stop)"), ArgKind.CHANNEL),
        Arg(
            "newcomers",
            setup_more.AFTER_DAYS,
            ArgKind.NUMBER,
            choices=[(write_number(n), n) for n in NEWCOMER_DAYS],
        ),
        Arg("log", msg("What moderators did here"), choices=[(msg("show it"), "show")]),
    ),
    for_managers=True,
)
