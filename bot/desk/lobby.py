"""Opening a table, and taking a seat before its game begins."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from bot.desk import board_troubles, find_table, ready, seats, server, table_limits, visitors
from bot.desk.ask import Arguments, Ask, Games
from bot.desk.command import CHOICE_LENGTH, TABLE, Arg, ArgKind, AtTable, Choices, Command, Offers
from bot.desk.languages import language_of_new_table
from bot.table.clock.pace import Preset
from bot.table.clock.timing import Timing
from bot.table.log.model import Status, Table, User
from bot.table.refusals import OwnTablesFull, Refusal
from bot.table.rules import ready as rules
from bot.table.server_settings import ServerRow
from bot.talk import lobby as talk
from bot.talk import partners
from bot.talk.challenge import opened_notice
from bot.talk.letter import Letter, Purpose
from bot.talk.menu import SEPARATOR
from bot.talk.time import duration_text
from bot.talk.title import AnyGame
from bot.talk.venue import no_thread_notice, require_permissions
from bot.talk.words import shorten_text
from engine.options import Options
from engine.words import Message, join_with_dots, lines, msg


async def new(ask: Ask) -> Letter:
    """Open a table for the game that is typed, else the server's, else ask for a game."""
    server.require_server(ask)
    typed, _, preset = str(ask.arguments.get("game", "")).partition(SEPARATOR)
    game = typed or (await ask.service.servers.server(ask.caller.guild)).game
    if game not in ask.tools.games and not typed:
        return ask.reply(talk.WHICH_GAME, None, *talk.games(ask.tools.games, ask.words()))
    return await open_table(ask, game or "", ask.arguments.get("preset") or preset)


async def open_table(ask: Ask, game: str, preset: str = "", challenged: User | None = None) -> Letter:
    """Open a table for a game, with the caller as its host. With `challenged`, a seat is kept for that user."""
    if game not in ask.tools.games:
        raise Refusal(msg("There is no game of that name. Choose one that `/new` lists."))
    settings = await server.require_permission_to_open(ask)
    require_permissions(ask.caller.venue)
    return await _open(
        ask,
        game,
        preset=preset or _default_preset(settings, [*ask.tools.games[game].presets], game),
        pace=Preset(settings.preset) if settings.preset else None,
        language=language_of_new_table(ask, settings),
        challenged=challenged,
    )


def _default_preset(settings: ServerRow, presets: Sequence[str], game: str) -> str:
    """Return the server's preset for new tables of a game, else the game's first."""
    chosen = settings.game_preset if settings.game == game else None
    return chosen if chosen and chosen in presets else presets[0]


async def reopen(ask: Ask) -> Letter:
    """Open a table like one that was closed, with the caller as its host."""
    await server.require_permission_to_open(ask)
    require_permissions(ask.caller.venue)
    closed_table = ask.table
    if closed_table.status is not Status.CLOSED:
        raise Refusal(msg("This table is still open. Press *Join* on its card."))
    lobbies = await ask.service.listing.in_channel(ask.caller.channel, (Status.LOBBY,))
    for other in await ask.find_admitting(lobbies):
        is_alike = (other.game, other.options) == (closed_table.game, closed_table.options)
        if is_alike and not await table_limits.close_deleted(ask, [other]):
            raise Refusal(msg("It is open again already: {title} waits for you.", title=ask.title(other)))
    return await _open(
        ask, closed_table.game, options=closed_table.options, timing=closed_table.timing, language=closed_table.language
    )


async def join(ask: Ask) -> Letter:
    """Take the named seat, else the next free seat or a seat that a player left.

    This also confirms the presence of a player who was asked whether they are here.
    """
    table = ask.table
    if ask.seat in table.unconfirmed_seats:
        return await ready.confirm_presence(ask)
    if table.status is not Status.LOBBY and (ask.data or ask.seat is None):  # the game has begun
        can_take_seat = ask.data or table.standing.vacant
        return await (seats.take(ask) if can_take_seat else visitors.letter(ask, table))
    place = seats.parse_seat(ask.data)
    changed_table = await ask.do(rules.join, ask.caller.person, place)
    seat = changed_table.seat_of(ask.user)
    partner_notice = None if seat is None else partners.joined_notice(ask.game(changed_table), changed_table, seat)
    note = partner_notice or (talk.JOINED if place is None else talk.seat_notice(place))
    return await board_troubles.wait_and_add_notice(ask, changed_table, _lobby_reply(ask, changed_table, note))


async def _open(
    ask: Ask,
    game: str,
    *,
    preset: str = "",
    options: Options | None = None,
    timing: Timing | None = None,
    pace: Preset | None = None,
    language: str,
    challenged: User | None = None,
) -> Letter:
    """Open a table in the caller's channel, and confirm it once its card is posted."""
    caller = ask.caller
    open_new = partial(
        ask.service.tables.new,
        game,
        ask.actor,
        caller.person,
        caller.guild,
        caller.channel,
        preset=preset,
        options=options,
        timing=timing,
        pace=pace,
        language=language,
        challenged=challenged,
    )
    try:
        table = await table_limits.open_table(ask, open_new)
    except OwnTablesFull as full:
        return await table_limits.offer_to_leave(ask, full)
    if not await board_troubles.is_shown(ask, table):
        return await board_troubles.add_notice(ask, table, _lobby_reply(ask, table, talk.NOT_SHOWN))
    notice = no_thread_notice(ask.caller.venue) if await server.wants_threads(ask) else None
    return _lobby_reply(ask, table, lines(opened_notice(table) or talk.OPENED, notice))


def _lobby_reply(ask: Ask, table: Table, note: Message) -> Letter:
    has_enough_players = len(table.seats) >= ask.game(table).seats_for(table.options)[0]
    rows = talk.host_rows(table, ask.words(table), enough=has_enough_players) if ask.is_host(table) else ()
    return ask.reply(note, table, *rows)


def list_games_and_presets(games: Games) -> Offers:
    """Return all games, each followed by its presets that people know as games."""
    return [choice for key, game in games.items() for choice in _game_choices(key, game)]


def _game_choices(key: str, game: AnyGame) -> Offers:
    as_games = [(preset, offer) for preset, offer in game.offers.items() if offer.offered_as_game]
    return [(game.name, key), *((offer.name, f"{key}{SEPARATOR}{preset}") for preset, offer in as_games)]


async def _presets(ask: Ask, typed: str) -> Choices:
    """Suggest the presets of the game that is named, or of the server's."""
    key = ask.arguments.get("game") or (await ask.service.servers.server(ask.caller.guild)).game
    game = ask.tools.games.get(str(key).partition(SEPARATOR)[0])
    return await find_presets(ask, game, typed) if game else ()


async def find_presets(ask: Ask, game: AnyGame, typed: str) -> Choices:
    """Return the presets of a game whose keys or names match a typed text.

    Each label has the duration by the clock of new tables.
    """
    search_text, words = typed.strip().casefold(), ask.plain_words()
    names = {key: words.text(offer.name) for key, offer in game.offers.items()}
    keys = [key for key, name in names.items() if search_text in name.casefold() or key.startswith(search_text)]
    descriptions = await describe_presets(ask, game, keys)
    return [
        (shorten_text(words.text(join_with_dots(names[key], descriptions[key])), CHOICE_LENGTH), key) for key in keys
    ]


async def describe_presets(ask: Ask, game: AnyGame, keys: Iterable[str]) -> Mapping[str, Message]:
    """Return the duration and the description of each of these presets of a game, by its key."""
    timing, offers = await _timing_here(ask), game.offers
    return {key: join_with_dots(await _duration(ask, game, key, timing), offers[key].about) for key in keys}


async def _timing_here(ask: Ask) -> Timing:
    """Return the clock that a new table here would have."""
    timing = ask.service.tables.default_timing
    server_row = await ask.service.servers.server(ask.caller.guild)
    return timing.replace(preset=Preset(server_row.preset)) if server_row.preset else timing


async def _duration(ask: Ask, game: AnyGame, preset: str, timing: Timing) -> Message:
    """Return how long a game with a preset takes, with the fewest players allowed."""
    options = game.presets[preset]
    seats = game.seats_for(options)[0]
    finish = await ask.service.game_lengths.finish_of_new(ask.caller.guild or 0, game.key, options, timing)
    return duration_text(timing, seats, game.turns(options, seats), finish)


def _encode_seat(typed: Arguments) -> tuple[Purpose, str]:
    seat = typed.get("seat")
    return Purpose.JOIN, "" if seat is None else str(seat - 1)


NEW = Command(
    "new",
    msg("Open a table"),
    new,
    (
        Arg("game", msg("What to play"), choices=list_games_and_presets),
        Arg("preset", msg("A set of options that belong together"), suggest=_presets),
    ),
)
JOIN = Command(
    "join",
    msg("Take a seat at a table"),
    AtTable(find_table.JOIN, _encode_seat),
    (Arg("seat", msg("Which seat, counted from 1"), ArgKind.NUMBER), TABLE),
)
