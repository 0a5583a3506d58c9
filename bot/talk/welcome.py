"""The first message on a server.

It explains the bot, and begins a game or opens a table with one press.
"""

from __future__ import annotations

from collections.abc import Mapping

from bot.talk import help, rules
from bot.talk.letter import (
    MOST_OPTIONS,
    Box,
    Button,
    ControlId,
    Gallery,
    Letter,
    Option,
    Picture,
    Purpose,
    Row,
    Select,
    Style,
    Text,
)
from bot.talk.title import AnyGame
from engine.words import Message, Words, lines, msg

ACCENT = 0xF2B632
"""The colour of the stripe beside the message, which also marks the ends on a board."""
DEMO = msg(
    "**The demo of Boneyard**, in a simulated Discord\n"
    "You're Ana. Switch players with *Viewing as* at the top.\n"
    "Commands: type `/new`, for example, choose it from the list, and tap the arrow."
)
PAIRS = "+"
"""The data of the button that begins a game with a computer player as partner."""
DEALING = msg("Dealing…")
"""The answer to a player whose game begins, until their hand replaces it."""
STILL = msg("You're still in this game. Once it's over, *Play now* starts another.")
HOW = msg(
    "**How it works**\n"
    "Tap a game below for its rules.\n"
    "1. *Play now* starts a game against computers at once.\n"
    "2. *Play with others* opens a table. Its card appears in the channel: others press *Join* there.\n"
    "3. On your turn I ping you. Press *My hand*: only you see it.\n"
    "4. Press a move. Everyone sees the new board in the channel.\n"
    "5. Play a few minutes at a time: your table waits for you, and its clock says how long.\n"
    "6. To play where only you see it, type `/practice`."
)
FOR_MANAGERS = msg("You manage this server: `/setup` lets you choose where and how games are played here.")
TEXT = lines(
    msg("**Dominoes and tile games**"),
    msg("Play whenever you have a minute."),
)


def alt(game: AnyGame) -> Message:
    """Describe the picture."""
    return msg("A game of {game}.", game=game.name)


def letter(
    games: Mapping[str, AnyGame], quick: AnyGame | None, picture: Picture | None, words: Words, *, pairs: bool = False
) -> Letter:
    """Build the message. Its first button begins the game `quick`; with `pairs`, the next begins a game in pairs."""
    gallery = (Gallery(),) if picture else ()
    parts = (Text(words.text(TEXT)), *gallery, *rows(games, quick, words, pairs=pairs))
    return Letter(parts=(Box(parts, accent=ACCENT),), pictures=(picture,) if picture else ())


def rows(games: Mapping[str, AnyGame], quick: AnyGame | None, words: Words, *, pairs: bool = False) -> tuple[Row, ...]:
    """Build the controls that begin a game, explain the bot, or open a table of a game."""
    play = Button(words.text(msg("Play now")), ControlId(Purpose.NEW, 0), Style.GOOD)
    in_pairs = Button(words.text(msg("Play in pairs")), ControlId(Purpose.NEW, 0, data=PAIRS))
    how = Button(words.text(msg("How it works")), ControlId(Purpose.HELP, 0, data=help.HOW))
    tables = tuple(
        Option(words.text(game.name), ControlId(Purpose.NEW, 0, data=key), words.text(game.summary))
        for key, game in list(games.items())[:MOST_OPTIONS]
    )
    menu = Select(words.text(msg("Play with others")), ControlId(Purpose.CHOOSE, 0, data="game"), tables)
    play_buttons = [*([play] if quick else []), *([in_pairs] if pairs else [])]
    return ((*play_buttons, how), menu)


def how_rows(games: Mapping[str, AnyGame], words: Words) -> tuple[Row, ...]:
    """Build the buttons below *How it works*, for the rules of each game."""
    return rules.games(games, words)
