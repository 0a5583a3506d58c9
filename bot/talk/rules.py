"""Rules and help, which begin with what a user can do now."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from bot.table.model import Table
from bot.talk.letter import Button, ControlId, Purpose, Row, in_rows
from bot.talk.menu import SEPARATOR
from bot.talk.options import changes
from bot.talk.title import AnyGame
from engine.game import Seat
from engine.words import Message, Who, Words, lines, msg, sentences

MOST_PAGES = 4
CHOOSE = "choose"
"""Instead of a game: ask which one."""
WHICH_GAME = msg("Rules of which game?")
OPEN = msg("You can open a table here: `/new` asks for the game, and others press Join.")
JOIN = msg("Where others open a table, you can press Join.")
YOURS = msg("`/games` lists the tables where you sit.")
COMMANDS = msg(
    "`/new` opens a table, `/join` and `/leave` take and give back a seat, `/option` sets an option, `/start` begins.\n"
    "`/bot` gives a seat to a computer player, `/hints` allows hints, `/hint` asks for one, and after the game "
    "`/analysis` tells what would have been better.\n"
    "`/match 3` plays until somebody has won three games, `/sumof 3` three games for their sum.\n"
    "`/hand` shows your tiles, `/board` the table, `/games` all your games, `/rules` the rules, `/record` the record.\n"
    "`/leave` also gives up a seat of a running game: a computer player goes on until somebody takes it with `/join`.\n"
    "`/undo` takes your last move back, and all that was moved after it. `/vote` asks everybody to cancel, pause or "
    "finish the game; a player who does not answer agrees after a while.\n"
    "`/allowpeek` lets a user who does not play look at your hand, with `/peek`.\n"
    "`/rematch` plays a finished game again with the same people: one press each.\n"
    "Moves have commands too, such as `/play 6-2 B`: they suggest what is possible. Everything also works by buttons.\n"
    "`/word` adds a word of yours to the shuffle, so that nobody can choose the deal alone.\n"
    "`/settings` brings your hand by private message when it is your turn, or once a day a digest of all that waits; "
    "`/clock` tells the clock of a table.\n"
    "Before the first deal I ask whoever has done nothing at the table for some time whether they are here.\n"
    "After three late turns in a row a computer player sits in for you, and you can come back at any time. With "
    "`/clock` the host can choose that the others decide (the seat is then open to anybody), or that the table "
    "waits.\n"
    "`/settings print:large` draws your hand and `/board` larger for you.\n"
    "`/privacy` shows what is kept about you and deletes it; `/setup` is for whoever manages the server."
)


def commands(known: Mapping[str, str]) -> Message:
    """Tell what the commands do, given by their names: those that belong together in a sentence, others in a line."""
    others = {name: help for name, help in known.items() if not re.search(rf"`/{name}[ `]", COMMANDS.template)}
    return lines(COMMANDS, *(msg("`/{name}`: {help}.", name=name, help=help) for name, help in others.items()))


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
    """Return the rules on few pages: what comes after the last of them goes there too."""
    head, rest = game.rules[: MOST_PAGES - 1], game.rules[MOST_PAGES - 1 :]
    return [*head, lines(*rest)] if rest else head


def page(game: AnyGame, number: int) -> Message:
    """Write a page of the rules."""
    pages = pages_of(game)
    return lines(_head(game, number), pages[number])


def first_page(game: AnyGame, table: Table | None) -> Message:
    """Write the first page, with what is special at a table."""
    options = (changes(table) or msg("Options: all as usual")) if table else None
    return lines(_head(game, 0), options, _take_backs(table), pages_of(game)[0])


def page_rows(game: AnyGame, number: int, table: Table | None) -> tuple[Row, ...]:
    """Build the buttons that turn the pages."""
    at, pages = table.id if table else 0, len(pages_of(game))
    turns = [
        Button(str(n + 1), ControlId(Purpose.RULES, at, data=f"{game.key}{SEPARATOR}{n}"), enabled=n != number)
        for n in range(pages)
    ]
    return (tuple(turns),) if pages > 1 else ()


def _head(game: AnyGame, number: int) -> Message:
    pages = len(pages_of(game))
    return msg("**{game}** · page {page} of {pages}", game=game.name, page=number + 1, pages=pages)


def _take_backs(table: Table | None) -> Message | None:
    """Say what taking back means where nobody else is there who could be asked."""
    if table is None or not table.running or len(table.present) != 1:
        return None
    return msg(
        "You play alone with computer players, so `/undo` asks nobody. It also takes back what they answered, and that "
        "you have then seen."
    )


# -- what a user can do now --------------------------------------------------------------------------------------------


def your_turn_elsewhere(table: Table, title: Message) -> Message:
    """Say at which table of another channel it is the user's turn."""
    return msg("It is your turn: {title} waits for you in <#{place}>.", title=title, place=table.place)


def your_turn(title: Message, prompt: Message) -> Message:
    """Say that it is the user's turn, and what they can do."""
    return sentences(
        msg("It is your turn in {title}.", title=title),
        prompt,
        msg("`/hand` shows your tiles, and a button for each thing that you can do."),
    )


def not_your_turn(table: Table, seat: Seat, title: Message) -> Message:
    """Say to a player what they can do while it is not their turn."""
    if table.seats[seat].player is not None:
        return msg("A computer player plays for you in {title}. `/hand` gives your seat back to you.", title=title)
    if table.mover is None:
        return msg("The tiles of {title} are about to be dealt.", title=title)
    return msg(
        "In {title} it is {who}'s turn. Meanwhile `/hand` shows your tiles and `/board` the table; you are called.",
        title=title,
        who=Who(table.to_act or 0),
    )


def in_lobby(game: AnyGame, table: Table, title: Message, *, is_host: bool) -> Message:
    """Say to a player what a table waits for before its game begins."""
    if len(table.seats) < game.seats[0]:
        return msg(
            "{title} waits for players: others press Join, and Add bot gives a seat to a computer player.",
            title=title,
        )
    if is_host:
        return msg("{title} can begin: press Start when everybody is there.", title=title)
    host = Who(table.seat_of(table.host) or 0)
    return msg("You are in. {title} begins when {who} presses Start.", title=title, who=host)


def to_hand(table: Table, words: Words) -> Button:
    """Build the button for a player's hand."""
    return Button(words.text(msg("My hand")), ControlId(Purpose.HAND, table.id))


def to_rules(table: Table | None, words: Words) -> Button:
    """Build the button for the rules: of a table's game, else of each."""
    id = ControlId(Purpose.RULES, table.id) if table else ControlId(Purpose.RULES, 0, data=CHOOSE)
    return Button(words.text(msg("Rules")), id)
