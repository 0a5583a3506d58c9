"""What is said to people: text, pictures and controls, as plain values that know nothing of Discord.

Everything the bot shows is made as a `Letter` first, so a test can read it as it is; `bot/discord` turns it into a
message. A control carries a `ControlId`: plain data, from which a press is understood even after a restart.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Self


class Purpose(StrEnum):
    """What a control is for."""

    ACT = "act"  # data: a notation
    SURE = "sure"  # as ACT, after a second question
    MENU = "menu"  # data: the parts chosen so far
    PLACES = "places"  # as MENU, with the places that make no difference listed too
    CHOOSE = "choose"  # a select; its values are ControlIds
    HAND = "hand"  # data: FROM_CARD on the card
    BOARD = "board"  # data: WHOLE
    TEXT = "text"
    STORY = "story"  # seq: the step after which is told what happened
    RULES = "rules"  # data: the page
    JOIN = "join"
    LEAVE = "leave"  # data: the answer to the second question
    TAKE = "take"  # data: an open seat
    START = "start"
    READY = "ready"
    BOTS = "bots"
    ADD = "add"  # data: the strength of a computer player
    REMOVE = "remove"  # data: the name of a computer player
    HINTS = "hints"  # data: on or off
    HINT = "hint"
    ANALYSIS = "analysis"
    REOPEN = "reopen"
    REMATCH = "rematch"
    NEXT = "next"  # table: the one that is being looked at
    RECORD = "record"
    WORD = "word"  # data: the word
    PROPOSE = "propose"  # data: what all are asked for
    VOTE = "vote"  # data: yes or no; seq: of the vote
    RESUME = "resume"
    UNDO = "undo"
    ALLOW = "allow"  # data: the user who may look at the caller's hand
    PEEK = "peek"
    UNPEEK = "unpeek"
    STANDIN = "standin"
    LEND = "lend"
    HERE = "here"
    OPTIONS = "options"  # data: the option whose values are asked for
    SET = "set"  # data: an option and its value
    RETURN = "return"
    CLOCK = "clock"  # data: a preset, or ABSENCE and what happens when a player stays away
    CLAIM = "claim"  # data: the answer to the second question
    SETUP = "setup"  # data: what is changed, and its value
    DIGEST = "digest"  # no more of them
    PRIVACY = "privacy"  # data: show, export, delete, yes
    ASK = "ask"  # data: the option whose value is to be typed


@dataclass(frozen=True, slots=True)
class ControlId:
    """What a press means: the table, the seq of the position it was offered in, a purpose and its data."""

    purpose: Purpose
    table: int
    seq: int = 0
    data: str = ""

    def __str__(self) -> str:
        return f"b1:{self.purpose}:{self.table}:{self.seq}:{self.data}"

    @property
    def sendable(self) -> bool:
        """Tell whether a control can carry it: what was typed may be too long, or hold what no id may."""
        return len(str(self)) <= ID_LENGTH and ControlId.parse(str(self)) == self

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """Return the id that `str` gave, or None for anything else."""
        match = CONTROL_ID.fullmatch(text)
        if match is None or match["purpose"] not in list(Purpose):
            return None
        return cls(Purpose(match["purpose"]), int(match["table"]), int(match["seq"]), match["data"])


FROM_CARD = "card"
"""Marks a look at the hand without the turn message, which may be gone."""
WHOLE = "whole"
"""Marks the wish to see all of a board, however small."""
ABSENCE = "absence="
"""Marks a choice of what happens when a player stays away."""
CONTROL_ID = re.compile(r"b1:(?P<purpose>[a-z]+):(?P<table>[0-9]{1,18}):(?P<seq>[0-9]{1,9}):(?P<data>.*)")
BUTTON_ID = re.compile(r"b1:(?!choose:).*")
SELECT_ID = re.compile(r"b1:choose:.*")
"""Each press finds exactly one of these two."""
ID_LENGTH, TEXT_LENGTH, ALT_LENGTH = 100, 2000, 1024
"""Discord's limits for the id of a control, for a message, and for the description of a picture."""


class Style(Enum):
    """How much a button asks for attention."""

    PLAIN = "plain"
    MAIN = "main"
    GOOD = "good"
    DANGER = "danger"


@dataclass(frozen=True, slots=True)
class Button:
    """One press; the label has at most 20 characters where it stands for a move."""

    label: str
    id: ControlId
    style: Style = Style.PLAIN
    enabled: bool = True


@dataclass(frozen=True, slots=True)
class Option:
    """One line of a select."""

    label: str
    id: ControlId
    about: str = ""


@dataclass(frozen=True, slots=True)
class Select:
    """A choice among at most 25 options."""

    placeholder: str
    id: ControlId
    options: tuple[Option, ...]


Row = tuple[Button, ...] | Select
MOST_ROWS = 5
BUTTONS_A_ROW = 3
"""More than three break on small phones."""
MOST_OPTIONS = 25


def in_rows(buttons: Sequence[Button]) -> tuple[Row, ...]:
    """Put buttons into rows that fit a phone."""
    return tuple(tuple(buttons[start : start + BUTTONS_A_ROW]) for start in range(0, len(buttons), BUTTONS_A_ROW))


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG and what it shows in words (at most 1,024 characters)."""

    name: str
    png: bytes
    alt: str


@dataclass(frozen=True, slots=True)
class Letter:
    """A message to be: text of at most 2,000 characters, pictures, rows of controls."""

    text: str
    pictures: tuple[Picture, ...] = ()
    rows: tuple[Row, ...] = ()
    pings: tuple[int, ...] = ()
    """The users whom mentions in the text may notify."""
    files: tuple[tuple[str, bytes], ...] = ()
    """Other attachments: name and content."""
