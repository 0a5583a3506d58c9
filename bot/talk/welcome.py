"""The first message on a server.

It says what the bot is, and begins a game or opens a table in one press.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bot.talk import help, rules
from bot.talk.letter import Box, Button, ControlId, Divider, Gallery, Letter, Picture, Purpose, Row, Style, Text
from bot.talk.title import AnyGame
from engine.words import Join, Message, Words, join_items, lines, msg

ACCENT = 0xF2B632
"""The colour beside the message, which also marks the ends on a board."""
MOST_GAMES = 5
"""The most games with a button of their own.

The buttons form one row, which a phone wraps if the next label has no room.
"""
DEMO = msg(
    "**The demo of Boneyard**, in a simulated Discord\n"
    "You're Ana. *Viewing as* at the top makes you Ben, Cid or Dee, so that you can play all sides.\n"
    "To use a command, type it, for example `/new`. Tap it in the list that opens, then the arrow."
)
STILL = msg("This game of yours goes on. Once it's over, *Play now* begins the next one.")
HOW = msg(
    "**How it works**\n"
    "Tap a game below for its rules.\n"
    "1. Every game has a table, and its card stands in the channel. Press *Join* there, or add computer players.\n"
    "2. On your turn I ping you. Press *My hand*: only you see your tiles.\n"
    "3. Press a move. The new board in the channel shows it to all.\n"
    "4. Play a few minutes at a time: your table waits for you, and its clock says how long.\n"
    "5. To try a game alone, type `/practice`: only you see it."
)


def alt(games: Iterable[AnyGame]) -> Message:
    """Describe the picture of these games, from left to right."""
    return msg("Boards in play: {games}.", games=join_items([game.name for game in games], Join.AND))


def text(games: Mapping[str, AnyGame], quick: AnyGame | None) -> Message:
    """Say what the bot is, and what the first button does; `quick` is its game."""
    names = join_items([game.name for game in games.values()], Join.AND)
    at_once = (
        [msg("*Play now* deals you a short game of {game} against two computer players.", game=quick.name)]
        if quick
        else []
    )
    return lines(
        msg("**Tile games for this server**"),
        msg("Play {games} together, a few minutes at a time.", games=names),
        msg("The board is a picture in the channel, and only you see your tiles."),
        *at_once,
    )


def letter(games: Mapping[str, AnyGame], quick: AnyGame | None, picture: Picture | None, words: Words) -> Letter:
    """Build the message with the picture and the buttons."""
    drawn = (Divider(line=False), Gallery()) if picture else ()
    parts = (Text(words.text(text(games, quick))), *drawn, *rows(games, quick, words))
    return Letter(parts=(Box(parts, accent=ACCENT),), pictures=(picture,) if picture else ())


def rows(games: Mapping[str, AnyGame], quick: AnyGame | None, words: Words) -> tuple[Row, ...]:
    """Build the buttons that begin a game, explain the bot, or open a table of a game."""
    play = Button(words.text(msg("Play now")), ControlId(Purpose.NEW, 0), Style.GOOD)
    how = Button(words.text(msg("How it works")), ControlId(Purpose.HELP, 0, data=help.HOW))
    tables = [
        Button(words.text(msg("Open {game}", game=game.name)), ControlId(Purpose.NEW, 0, data=key))
        for key, game in list(games.items())[:MOST_GAMES]
    ]
    return ((play, how) if quick else (how,), tuple(tables))


def how_rows(games: Mapping[str, AnyGame], words: Words) -> tuple[Row, ...]:
    """Build the buttons below *How it works*, for the rules of each game."""
    return rules.games(games, words)
