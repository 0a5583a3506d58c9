"""The rules of each game, page by page."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from bot.table.log.model import Table
from bot.talk.fair import FAIR
from bot.talk.letter import Button, ControlId, Purpose, Row, in_rows
from bot.talk.menu import SEPARATOR
from bot.talk.options import describe_game, seats_at
from bot.talk.title import AnyGame
from engine.options import Options
from engine.words import Message, Words, lines, msg, sentences

MOST_PAGES = 4
"""The most pages about a game itself; the pages that all games share follow."""
CHOOSE = "choose"
"""The data of a control for the choice of a game, in place of a game's key."""
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


def pages_of(game: AnyGame, table: Table | None = None) -> Sequence[Message]:
    """Return the rules on a few pages, with a table's options or the usual options.

    The last page about the game ends with the changed options of the table, or without a table, with the options that
    can be changed. A page about fair deals follows.
    """
    options = game.options() if table is None else table.options
    rules = game.rules(options, game.seats_for(options)[0] if table is None else seats_at(game, table))
    changes = game.can_change if table is None else _changes(options)
    return [*rules[: MOST_PAGES - 1], lines(*rules[MOST_PAGES - 1 :], changes), FAIR]


def _changes(options: Options) -> Message:
    """List the options that a table changed, and say which moves are automatic."""
    changed = options.list_differences(type(options)())
    names = [name for name in options.settings() if options.has_effect(name) and _is_new(options, name, changed)]
    by_itself = msg("A move happens by itself if everyone can see that it is the only one.")
    return lines(
        msg("**What this table changed**") if names else msg("This table plays with the usual options."),
        *(_change(options, name) for name in names),
        by_itself if options.has_automatic_forced_moves() else None,
    )


def _is_new(options: Options, name: str, changed: Collection[str]) -> bool:
    """Return whether an option was `changed`, or matters only because of one that was."""
    setting = options.settings()[name]
    return name in changed or (setting.implies is not None and setting.implies[0] in changed)


def _change(options: Options, name: str) -> Message:
    """Say how an option is set, in a sentence if it has one.

    An explanation that several values share doesn't say which of them is set, so the value comes first.
    """
    setting, value = options.settings()[name], options.describe_value(name)
    pick = setting.pick(getattr(options, name))
    about = None if pick is None else pick.about
    if about is None and isinstance(getattr(options, name), bool):
        return msg("• **{name}**: {question} {answer}.", name=setting.name, question=setting.help, answer=value)
    if about is not None and [each.about for _, each in setting.offers()].count(about) == 1:
        return msg("• **{name}**: {about}", name=setting.name, about=about)
    return sentences(msg("• **{name}**: {value}.", name=setting.name, value=value), about)


def page(game: AnyGame, number: int, table: Table | None = None) -> Message:
    """Write a page of the rules."""
    pages = pages_of(game, table)
    return lines(_head(game, number, len(pages), table), pages[number])


def aside(now: Message) -> Message:
    """Write the small print below rules, with what the reader can do `now`."""
    return msg("-# {now}", now=now)


def at_this_table(game: AnyGame, table: Table | None, now: Message) -> Message:
    """Write the text below the first page of the rules.

    It has the special rules of a table, and what the reader can do `now`.
    """
    if table is None:
        return aside(now)
    return lines(msg("**At this table**"), describe_game(game, table), _take_backs(table), now)


def page_rows(game: AnyGame, number: int, table: Table | None, words: Words) -> tuple[Row, ...]:
    """Build the buttons that turn the pages."""
    table_id = table.id if table else 0
    pages = len(pages_of(game, table))
    turns = [
        Button(sign, ControlId(Purpose.RULES, table_id, data=f"{game.key}{SEPARATOR}{n}"), is_enabled=n in range(pages))
        for sign, n in (("◀", number - 1), ("▶", number + 1))
    ]
    others = [] if table else [Button(words.text(msg("Other games")), ControlId(Purpose.RULES, 0, data=CHOOSE))]
    return ((*turns, *others),)


def _head(game: AnyGame, number: int, pages: int, table: Table | None) -> Message:
    name = game.name if table is None else game.name_with(table.options)
    return msg("**{game}** · page {page} of {pages}", game=name, page=number + 1, pages=pages)


def _take_backs(table: Table | None) -> Message | None:
    """Say how moves are taken back if all other players are computer players."""
    if table is None or not table.is_running or len(table.people) != 1:
        return None
    return msg("`/undo` takes back your move, and the computers' replies too. But not once something hidden was shown.")
