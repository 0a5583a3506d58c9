"""The rules of each game, page by page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.table.model import Table
from bot.talk.fair import FAIR
from bot.talk.letter import Button, ControlId, Purpose, Row, in_rows
from bot.talk.menu import SEPARATOR
from bot.talk.options import played
from bot.talk.title import AnyGame
from engine.words import Message, Words, lines, msg

MOST_PAGES = 4
"""Of a game itself; after them comes what all games share."""
CHOOSE = "choose"
"""Instead of a game: ask which one."""
WHICH_GAME = msg("Rules of which game?")

# -- pages -------------------------------------------------------------------------------------------------------------


def games(known: Mapping[str, AnyGame], words: Words) -> tuple[Row, ...]:
    """Build a button for the rules of each game."""
    return in_rows(
        [
            Button(words.text(game.name), ControlId(Purpose.RULES, 0, data=f"{key}{SEPARATOR}0"))
            for key, game in known.items()
        ]
    )


def pages_of(game: AnyGame) -> Sequence[Message]:
    """Return the rules on few pages: what comes after the last of a game goes there too, then how deals are fair."""
    head, rest = game.rules[: MOST_PAGES - 1], game.rules[MOST_PAGES - 1 :]
    return [*head, *([lines(*rest)] if rest else []), FAIR]


def page(game: AnyGame, number: int) -> Message:
    """Write a page of the rules."""
    pages = pages_of(game)
    return lines(_head(game, number), pages[number])


def first_page(game: AnyGame) -> Message:
    """Write the first page."""
    return page(game, 0)


def aside(now: Message) -> Message:
    """Write what the reader can do `now`, below rules."""
    return msg("-# {now}", now=now)


def at_this_table(game: AnyGame, table: Table | None, now: Message) -> Message:
    """Write what stands below the first page: what is special at a table, and what the reader can do `now`."""
    if table is None:
        return aside(now)
    return lines(msg("**At this table**"), played(game, table), _take_backs(table), now)


def page_rows(game: AnyGame, number: int, table: Table | None) -> tuple[Row, ...]:
    """Build the buttons that turn the pages."""
    at, pages = table.id if table else 0, len(pages_of(game))
    turns = [
        Button(sign, ControlId(Purpose.RULES, at, data=f"{game.key}{SEPARATOR}{n}"), enabled=n in range(pages))
        for sign, n in (("◀", number - 1), ("▶", number + 1))
    ]
    return (tuple(turns),) if pages > 1 else ()


def _head(game: AnyGame, number: int) -> Message:
    pages = len(pages_of(game))
    return msg("**{game}** · page {page} of {pages}", game=game.name, page=number + 1, pages=pages)


def _take_backs(table: Table | None) -> Message | None:
    """Say what taking back means where all others are computer players."""
    if table is None or not table.running or len(table.people) != 1:
        return None
    return msg(
        "You play alone with computer players, so `/undo` asks nobody. It also takes back their answers, which you've "
        "seen by then."
    )
