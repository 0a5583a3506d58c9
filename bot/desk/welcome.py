"""The first message on a server, and what its buttons do: a game at once, a table, how it works."""

from __future__ import annotations

from dataclasses import replace

from bot.desk import lobby, server
from bot.desk.ask import Ask, Tools
from bot.desk.example import example
from bot.table.clock.pace import Preset
from bot.table.model import ANY, Table
from bot.table.refusals import GoesOn
from bot.talk import welcome as talk
from bot.talk.letter import Hand, Letter, Picture
from bot.talk.now import to_hand
from bot.talk.ready import begun
from bot.talk.venue import need
from engine.words import Message

GAME, PRESET = "draw", "sprint"
"""What [Play now] plays: one round, which most people know, in about six turns."""
PLAYERS = ("medium", "medium")
"""The strengths of the computer players there."""
CLOCK = Preset.OPEN
"""Nobody waits for the only person at a table."""

LOCALE = "en"
"""Of what is said to all of a server."""


async def letter(tools: Tools) -> Letter:
    """Build the first message."""
    games, words = tools.games, tools.texts.words(LOCALE, ())
    picture = Picture("games.png", await _drawn(tools), words.text(talk.PICTURE))
    return talk.letter(games, games[GAME], picture, words)


async def play_now(ask: Ask) -> Letter:
    """Open a short game of the caller and computer players, which begins at once; one that goes on is shown instead."""
    await server.wanted(ask)
    need(ask.caller.venue)
    try:
        table = await ask.service.tables.new(
            GAME,
            ask.by,
            ask.caller.person,
            ask.caller.guild,
            ask.caller.channel,
            preset=PRESET,
            pace=CLOCK,
            players=PLAYERS,
            threaded=await server.gets_thread(ask),
        )
    except GoesOn as going:
        return _to_hand(ask, await ask.service.tables.table(going.table, ANY), talk.STILL)
    return _to_hand(ask, table, begun(ask.title(table)))


async def open_table(ask: Ask) -> Letter:
    """Open a table for a game."""
    return await lobby.open_(ask, ask.data)


async def how(ask: Ask) -> Letter:
    """Say how games are played here."""
    return ask.says(talk.HOW, None, *talk.how_rows(ask.tools.games, ask.words()))


async def _drawn(tools: Tools) -> bytes:
    """Draw the boards of games that were played a while, beside each other."""
    farmyard = example(tools.games["chickenfoot"], "day", seats=4, most=26, luck="chickenfoot1")
    blockers = example(tools.games["blockers"], seats=4, most=60, luck="blockers1")
    return await tools.painter.beside((farmyard, blockers), LOCALE)


def _to_hand(ask: Ask, table: Table, text: Message) -> Letter:
    """Say what becomes the hand by itself where it can be renewed, and by a press everywhere."""
    answer = ask.says(text, table, (to_hand(table, ask.words(table)),))
    return replace(answer, hand=Hand(table.id, table.seq))
