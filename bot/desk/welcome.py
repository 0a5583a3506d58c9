"""The first message on a server, and the answers to its buttons."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from bot.desk import board_troubles, lobby, server, table_limits
from bot.desk.ask import Ask, Tools
from bot.desk.example import example
from bot.desk.languages import language_of_new_table
from bot.locales.languages import ENGLISH
from bot.pictures.drawings import draw_welcome
from bot.table.clock.pace import Preset
from bot.table.log.model import ANY, Table
from bot.table.refusals import AlreadyPlaying, OwnTablesFull
from bot.talk import welcome as talk
from bot.talk.letter import Hand, Letter, Picture
from bot.talk.next_actions import hand_button
from bot.talk.partners import find_partner_preset
from bot.talk.title import AnyGame
from bot.talk.venue import require_permissions
from engine.words import Message, Words, lines

STRENGTH = "medium"
"""The strength of the computer players in the game that *Play now* begins."""
PREFERRED_SEATS = 3
"""How many players that game has, if its options allow that number."""
CLOCK = Preset.OPEN
"""The clock of that game: none, since nobody waits for the only person at a table."""


async def letter(tools: Tools, language: str = ENGLISH) -> Letter:
    """Return the first message on a server, in a language."""
    words = tools.texts.words(language, ())
    has_partner_game = _find_partner_game(tools) is not None
    picture = await _picture(tools, words, language)
    return talk.letter(tools.games, _find_quick_game(tools), picture, words, pairs=has_partner_game)


async def server_language(tools: Tools, guild: int, locale: str | None) -> str:
    """Return the language for messages to a whole server; `locale` is the server's locale in Discord."""
    row = await tools.service.servers.server(guild)
    return tools.texts.languages.of_server(row.language, locale)


async def play_now(ask: Ask) -> Letter:
    """Open a short game against computer players, which begins at once.

    If the caller has such a game already, it is shown instead.
    """
    game = _find_quick_game(ask.tools)
    return await (explain_playing(ask) if game is None else _begin(ask, game, game.quick))


async def _begin(ask: Ask, game: AnyGame, preset: str) -> Letter:
    """Open a table with as many computer players as the game needs, and begin."""
    settings = await server.require_permission_to_open(ask)
    require_permissions(ask.caller.venue)
    try:
        open_new = partial(
            ask.service.tables.new,
            game.key,
            ask.actor,
            ask.caller.person,
            ask.caller.guild,
            ask.caller.channel,
            preset=preset,
            pace=CLOCK,
            players=[STRENGTH] * (_count_seats(game, preset) - 1),
            threaded=await server.gets_thread(ask),
            language=language_of_new_table(ask, settings),
        )
        table = await table_limits.open_table(ask, open_new)
    except OwnTablesFull as full:
        return await table_limits.offer_to_leave(ask, full)
    except AlreadyPlaying as current:
        return await _answer_with_hand(ask, await ask.service.tables.table(current.table, ANY), talk.STILL)
    return await _answer_with_hand(ask, table, talk.DEALING)


async def open_table(ask: Ask) -> Letter:
    """Open a table for the game on the button, or begin a game with computer players at once."""
    if ask.data != talk.PAIRS:
        return await (lobby.open_table(ask, ask.data) if ask.data else play_now(ask))
    partner_game = _find_partner_game(ask.tools)
    return await (explain_playing(ask) if partner_game is None else _begin(ask, *partner_game))


async def explain_playing(ask: Ask) -> Letter:
    """Explain how games are played here."""
    text = lines(talk.HOW, "", talk.FOR_MANAGERS) if ask.caller.manages else talk.HOW  # a blank line ends the list
    return ask.reply(text, None, *talk.how_rows(ask.tools.games, ask.words()))


def _find_quick_game(tools: Tools) -> AnyGame | None:
    """Return the game that a newcomer begins with; None if there is none."""
    return next((game for game in tools.games.values() if game.quick), None)


def _find_partner_game(tools: Tools) -> tuple[AnyGame, str] | None:
    """Return the first game that is played with partners, and its preset; None if there is none."""
    presets = ((game, find_partner_preset(game)) for game in tools.games.values())
    return next(((game, preset) for game, preset in presets if preset is not None), None)


def _count_seats(game: AnyGame, preset: str) -> int:
    """Return how many play a game with a preset."""
    return min(game.seats_for(game.presets[preset]), key=lambda seats: abs(seats - PREFERRED_SEATS))


async def _picture(tools: Tools, words: Words, language: str) -> Picture | None:
    """Draw the board of a game in progress; return None if there is no game to show."""
    game = next((game for game in tools.games.values() if game.showcase is not None), None)
    if game is None or game.showcase is None:
        return None
    seen = example(game, game.showcase)
    board = await tools.painter.draw(draw_welcome, seen, await tools.painter.arrange_tiles(seen, ()), language)
    return replace(board, alt=words.text(talk.alt(game)))


async def _answer_with_hand(ask: Ask, table: Table, text: Message) -> Letter:
    """Answer with a text that the hand will replace.

    `OpenHands` replaces it if it can still edit the message; otherwise the player presses the button.
    """
    answer = ask.reply(text, table, (hand_button(table, ask.words(table)),))
    answer = replace(answer, hand=Hand(table.id, table.seq))
    return await board_troubles.wait_and_add_notice(ask, table, answer)
