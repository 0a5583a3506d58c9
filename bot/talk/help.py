"""The help: the most useful commands in three blocks, and a button for all others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from bot.talk.fair import HELP
from bot.talk.letter import Box, Button, ControlId, Divider, Letter, Part, Purpose, Row, Text
from bot.talk.operator import Operator, line
from engine.words import Join, Message, Words, join_items, lines, msg, term

ACCENT = 0x4E7D5B
MORE, HOW = "more", "how"
"""The data of the buttons for the second page and for how to play."""
LINES = 4
"""The most commands in a block of the first page."""
PLAY, TABLE, ME = term("Play", "group of commands"), term("Table", "group of commands"), term("Me", "group of commands")
BLOCKS: Mapping[Message, tuple[str, ...]] = {
    PLAY: ("hand", "board", "undo", "rules", "record"),
    TABLE: ("new", "join", "leave", "vote", "start", "rematch", "bot", "option", "match", "sumof", "clock"),
    ME: ("practice", "games", "settings", "privacy", "setup"),
}
"""The commands by block, the most useful first; the last block takes all others."""
MOVES = msg("Moves have commands too, such as `/play 6-2 B`. All that you do here also works by buttons.")
CHALLENGE = msg("To challenge a player, press and hold their name. Then choose *Apps* and *Play dominoes*.")

Descriptions = Mapping[str, Message]
"""The description of each command, by its name."""
Mention = Callable[[str], str]
"""Returns a command's name for messages, clickable if its Discord id is known."""


def first_page(
    next_steps: Message,
    descriptions: Descriptions,
    mention: Mention,
    operator: Operator,
    words: Words,
    buttons: tuple[Row, ...],
) -> Letter:
    """Write the first page of the help.

    It lists the `next_steps` that the reader can take, the most useful commands, and how to reach the operator.
    """
    blocks = {head: names[:LINES] for head, names in _blocks(descriptions).items()}
    return _page(next_steps, blocks, descriptions, mention, words, buttons, foot=lines(HELP, line(operator)))


def second_page(descriptions: Descriptions, mention: Mention, words: Words) -> Letter:
    """Write the page of all other commands."""
    blocks = {head: names[LINES:] for head, names in _blocks(descriptions).items()}
    back = Button(words.text(msg("Back")), _id(""))
    return _page(MOVES, blocks, descriptions, mention, words, ((back,),), foot=CHALLENGE)


def more_button(words: Words) -> Button:
    """Build the button for the second page."""
    return Button(words.text(msg("More commands")), _id(MORE))


def _page(
    head: Message,
    blocks: Mapping[Message, Iterable[str]],
    descriptions: Descriptions,
    mention: Mention,
    words: Words,
    rows: tuple[Row, ...],
    *,
    foot: Message | None = None,
) -> Letter:
    parts: list[Part] = [Text(words.text(head))]
    for name, commands in blocks.items():
        entries = [
            msg("{command} · {help}", command=mention(command), help=descriptions[command]) for command in commands
        ]
        if entries:
            parts += [Divider(), Text(words.text(join_items([msg("**{block}**", block=name), *entries], Join.LINES)))]
    if foot:
        parts += [Divider(), Text(words.text(foot))]
    return Letter(parts=(Box((*parts, *rows), accent=ACCENT),))


def _blocks(descriptions: Descriptions) -> Mapping[Message, tuple[str, ...]]:
    """Return the commands that have a description, by block."""
    blocks = {head: tuple(name for name in names if name in descriptions) for head, names in BLOCKS.items()}
    named_commands = {name for names in blocks.values() for name in names}
    return {**blocks, ME: (*blocks[ME], *(name for name in descriptions if name not in named_commands))}


def _id(data: str) -> ControlId:
    return ControlId(Purpose.HELP, 0, data=data)
