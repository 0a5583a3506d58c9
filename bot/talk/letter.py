"""Messages as plain values, without Discord: text, pictures and controls.

Everything the bot shows is a `Letter` first, which tests can read; `bot/discord` turns it into a message. A control has
a `ControlId`, plain data that are enough to handle a press even after a restart.

A letter is classic (a text, pictures below it, rows of controls below them) or laid out (Components V2):

    Letter(parts=(Box((Section("**Draw 3**", Thumbnail("board.png")), Divider(), (join, leave)), accent=0x5865F2),),
           pictures=(board,))

The `text` and `rows` of a laid-out letter follow from its parts. A letter that pings a user stays classic, since the
push notification of a laid-out message is empty. Discord never makes a laid-out message classic again. So a classic
answer to a press on a laid-out message comes below it, and a classic edit of a public one is converted.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum, StrEnum
from itertools import chain
from typing import NamedTuple, Self


class Purpose(StrEnum):
    """What a control is for."""

    ACT = "act"  # data: a notation
    SURE = "sure"  # as ACT, but confirmed
    MENU = "menu"  # data: the parts chosen so far
    CHOOSE = "choose"  # a select; its values are ControlIds
    HAND = "hand"  # data: FROM_CARD on the card
    BOARD = "board"  # data: WHOLE
    TEXT = "text"
    STORY = "story"  # seq: the step after which the story begins
    RULES = "rules"  # data: the page
    HELP = "help"  # data: MORE or HOW
    NEW = "new"  # data: the game of a new table; with none or PAIRS, begins a game with computer players
    CHALLENGE = "challenge"  # data: a user, a game and a preset, as far as chosen; seq: the minute of the question
    DECLINE = "decline"
    JOIN = "join"  # data: an open seat of a running game, from 0, or seat.COMPUTER
    LEAVE = "leave"  # data: the answer to the confirmation
    START = "start"  # data: none, or ready.ASK_HOST
    READY = "ready"
    BOTS = "bots"  # data: ADD + strength, REMOVE + id, name or nothing, or EXCHANGE + player, twice
    HINT = "hint"
    ANALYSIS = "analysis"
    REPLAY = "replay"  # data: the number of a round, over all games of a series; none: all of them
    FACEUP = "faceup"  # data: a frame, from 0, or replay.ROUND and a number
    SHARE = "share"  # data: a round (0: all), replay.MOMENT, quiz.ASK and a step, or an answer to a preview
    QUIZ = "quiz"  # data: the first choice (0) or the second (1)
    REOPEN = "reopen"
    REMATCH = "rematch"  # data: none, or EXCHANGE, or EXCHANGE + player, twice
    COUNTED = "counted"  # data: the number of a round, over all games of a series
    DEALS = "deals"  # data: the number of the newest entry on the page; none: the summary
    NEXT = "next"  # table: the one that the user is looking at
    RECORD = "record"
    PROPOSE = "propose"  # data: the subject of the vote
    VOTE = "vote"  # data: yes or no; seq: of the vote
    RESUME = "resume"
    UNDO = "undo"
    STANDIN = "standin"
    LEND = "lend"
    AWAY = "away"  # data: the end in UTC seconds, or away.BACK; none: offers the choices
    PLAN = "plan"  # data: a pre-move to plan, or REMOVE and a planned one; none: opens the menu
    HERE = "here"
    OPTIONS = "options"  # data: the option or group to show
    SET = "set"  # data: a setting of a table and its value; in a form: its group or option
    RETURN = "return"
    CLOCK = "clock"  # data: a preset, or ABSENCE + what happens if a player is late
    CLAIM = "claim"  # data: the answer to the confirmation
    SETUP = "setup"  # data: a setting and its value
    SETTINGS = "settings"  # data: a setting and its value, or NO_DIGEST
    TOUR = "tour"  # skips the rest of the tour
    PRACTICE = "practice"  # data: the game to begin; with a table: begins its next round
    SHOW = "show"  # posts the end of a practice game
    DEAL = "deal"  # data: a practice game and the head of its end; begins one with the same deals
    TOP = "top"  # data: a game and a size
    STATS = "stats"  # data: a user and a game
    MODERATE = "moderate"  # data: an act or a view of a moderator, with its person; none: shows the table
    PRIVACY = "privacy"  # data: show, export, delete, yes
    ASK = "ask"  # opens a form; data: a group of options, an option, away.FORM, or moderation.FORM + more


@dataclass(frozen=True, slots=True)
class ControlId:
    """The id of a control, with all that a press means.

    `table` is 0 if the press isn't about a table. `seq` is the step of the position in which the control was offered.
    """

    purpose: Purpose
    table: int
    seq: int = 0
    data: str = ""

    def __str__(self) -> str:
        return f"b1:{self.purpose}:{self.table}:{self.seq}:{self.data}"

    @property
    def is_sendable(self) -> bool:
        """Whether a control can carry the id.

        Typed text in it may be too long, or have forbidden characters.
        """
        return len(str(self)) <= ID_LENGTH and ControlId.parse(str(self)) == self

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """Parse an id that `str` returned; None for any other text."""
        match = CONTROL_ID.fullmatch(text)
        if match is None or match["purpose"] not in list(Purpose):
            return None
        return cls(Purpose(match["purpose"]), int(match["table"]), int(match["seq"]), match["data"])


FROM_CARD = "card"
"""The data of a control on the card that opens a hand, whose turn message may be gone."""
ADD, REMOVE, EXCHANGE = "+", "-", "="
"""Prefixes in the data of a control: of an addition, a removal, and each of two players who are exchanged."""
NO_DIGEST = "nodigest"
"""The data of the control that stops digests."""
WHOLE = "whole"
"""The data of the control for the whole board, even if its tiles are small."""
ABSENCE = "absence="
"""The prefix in the data of a control that chooses what happens if a player is late."""
CONTROL_ID = re.compile(r"b1:(?P<purpose>[a-z]+):(?P<table>[0-9]{1,18}):(?P<seq>[0-9]{1,9}):(?P<data>.*)")
BUTTON_ID = re.compile(r"b1:(?!choose:).*")
SELECT_ID = re.compile(r"b1:choose:.*")
"""Every press matches exactly one of these two patterns."""
ID_LENGTH, TEXT_LENGTH, LAYOUT_LENGTH, ALT_LENGTH = 100, 2000, 4000, 1024
"""Discord's limits, in characters.

In this order: the id of a control, a classic message, all texts of a laid-out message, the description of a picture.
"""


class Style(Enum):
    """How much a button stands out."""

    PLAIN = "plain"
    MAIN = "main"
    GOOD = "good"
    DANGER = "danger"


@dataclass(frozen=True, slots=True)
class Button:
    """A button; the label of a move has at most 20 characters."""

    label: str
    id: ControlId
    style: Style = Style.PLAIN
    is_enabled: bool = True


@dataclass(frozen=True, slots=True)
class Option:
    """One line of a select."""

    label: str
    id: ControlId
    about: str = ""
    is_chosen: bool = False
    """Whether this option is the current choice."""


@dataclass(frozen=True, slots=True)
class Select:
    """A choice among at most 25 options."""

    placeholder: str
    id: ControlId
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class RoleSelect(Select):
    """A choice among the roles of the server; `role` is the current one, if any.

    The data of its id name the setting. A choice in the select "setup role" counts as a press on `SETUP` with the data
    "role=" and the role's id.
    """

    options: tuple[Option, ...] = ()
    role: int | None = None


Row = tuple[Button, ...] | Select
MOST_ROWS = 5
BUTTONS_A_ROW, SHORT_BUTTONS_A_ROW = 3, 4
"""Buttons in a row; more wrap on small phones."""
SHORT = 5
"""The most characters of a short label, such as "6-2 A"."""
MOST_OPTIONS = 25


def in_rows(buttons: Sequence[Button]) -> tuple[Row, ...]:
    """Put buttons into rows that fit a phone."""
    are_short = all(len(button.label) <= SHORT for button in buttons)
    size = SHORT_BUTTONS_A_ROW if are_short else BUTTONS_A_ROW
    return tuple(tuple(buttons[start : start + size]) for start in range(0, len(buttons), size))


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG with its description (at most 1,024 characters)."""

    name: str
    png: bytes
    alt: str


class Hand(NamedTuple):
    """A hand in a message: its table, and the step `seq` after which it was drawn."""

    table: int
    seq: int
    open: bool = False
    """Whether its player can move."""


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph across the message."""

    text: str


@dataclass(frozen=True, slots=True)
class Thumbnail:
    """A small picture: the letter's picture of this name."""

    name: str


@dataclass(frozen=True, slots=True)
class Section:
    """A paragraph with a button or a small picture at its right."""

    text: str
    beside: Button | Thumbnail


@dataclass(frozen=True, slots=True)
class Gallery:
    """A place for the pictures with these names.

    Without names, it shows all pictures except those of thumbnails.
    """

    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Divider:
    """Space between two parts, `is_wide` or narrow, with a line or without."""

    line: bool = True
    is_wide: bool = False


Part = Text | Section | Gallery | Divider | Row


@dataclass(frozen=True, slots=True)
class Box:
    """Parts in one frame, with a stripe of a colour at its left.

    The colour is 0x000001 to 0xFFFFFF.
    """

    parts: tuple[Part, ...]
    accent: int | None = None


@dataclass(frozen=True, slots=True)
class Letter:
    """A message to send: a text of up to 2,000 characters, pictures, rows of controls.

    A letter made of `parts` has at most 4,000 characters and 40 components, including boxes and buttons.
    """

    text: str = ""
    pictures: tuple[Picture, ...] = ()
    rows: tuple[Row, ...] = ()
    pings: tuple[int, ...] = ()
    """The users whom mentions in the text may notify."""
    files: tuple[tuple[str, bytes], ...] = ()
    """Other attachments: name and content."""
    hand: Hand | None = None
    """The hand that the message shows, if the message has to be updated with it."""
    parts: tuple[Part | Box, ...] = ()
    """The parts of a laid-out letter; its text and rows follow from them."""
    keeps_pictures: bool = False
    """Whether an edit leaves the pictures of the message as they are."""
    public: Letter | None = None
    """A message for everyone in the conversation. It is posted first; this letter then confirms it."""

    def __post_init__(self) -> None:
        if self.parts:
            texts = [part.text for part in self.all_parts if isinstance(part, Text | Section)]
            object.__setattr__(self, "text", "\n".join(text for text in texts if text))
            object.__setattr__(self, "rows", tuple(row for part in self.all_parts if (row := _row(part))))

    @property
    def all_parts(self) -> tuple[Part, ...]:
        """All parts, including those in boxes."""
        groups = (part.parts if isinstance(part, Box) else (part,) for part in self.parts)
        return tuple(chain.from_iterable(groups))

    def with_layout(self) -> Letter:
        """Return the same letter, laid out."""
        if self.parts:
            return self
        gallery = (Gallery(),) if self.pictures else ()
        return replace(self, parts=(Text(self.text or BLANK_TEXT), *gallery, *self.rows))

    def with_first_paragraph(self, text: str) -> Letter:
        """Return the same letter with this paragraph above it."""
        if self.parts:
            return replace(self, parts=(Text(text), *self.parts))
        return replace(self, text=f"{text}\n{self.text}")

    def with_row(self, row: Row) -> Letter:
        """Return the same letter with one more row of controls at the end.

        If a classic letter has no room for another row, this one replaces the last.
        """
        if self.parts:
            return replace(self, parts=(*self.parts, row))
        return replace(self, rows=(*self.rows[: MOST_ROWS - 1], row))


BLANK_TEXT = "\u200b"
"""A zero-width space, which Discord accepts as a text and shows as nothing."""


def _row(part: Part) -> Row | None:
    """Return the row of controls in a part, if there is one."""
    if isinstance(part, Section):
        return (part.beside,) if isinstance(part.beside, Button) else None
    return part if isinstance(part, tuple | Select) else None
