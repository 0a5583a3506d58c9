"""A laid-out letter is a plain value like any other: what it says and offers is read from its parts."""

from __future__ import annotations

import hashlib
from dataclasses import replace

import pytest

from bot.channel.posting import fingerprint
from bot.discord import messages
from bot.talk.letter import (
    LAYOUT_LENGTH,
    Box,
    Button,
    ControlId,
    Divider,
    Gallery,
    Letter,
    Option,
    Picture,
    Purpose,
    Section,
    Select,
    Text,
    Thumbnail,
)
from tests.bot.reception import labels, letter_problems


def button(label: str) -> Button:
    return Button(label, ControlId(Purpose.TEXT, 1, data=label))


SMALL, LARGE = Picture("hat.png", b"png", "A hat"), Picture("board.png", b"png", "A board")
MENU = Select("Which?", ControlId(Purpose.CHOOSE, 1), (Option("One", ControlId(Purpose.BOARD, 1)),))
LAID = Letter(
    parts=(
        Box((Section("One", Thumbnail("hat.png")), Divider(), Section("Two", button("Look"))), accent=0x5865F2),
        Gallery(),
        Text("Three"),
        (button("Join"), button("Leave")),
        MENU,
    ),
    pictures=(SMALL, LARGE),
    files=(("record.json", b"{}"),),
)


async def test_a_laid_out_letter_says_and_offers_what_its_parts_do() -> None:
    assert LAID.text == messages.text(LAID) == "One\nTwo\nThree"
    assert labels(LAID) == ["Look", "Join", "Leave", "One"]


async def test_discord_takes_a_letter_with_every_kind_of_part() -> None:
    assert letter_problems(LAID) == []
    frame, gallery, text, row, menu, file = messages.view(LAID).to_components()
    section, divider, other = frame["components"]
    assert [part["type"] for part in (frame, gallery, text, row, menu, file)] == [17, 12, 10, 1, 1, 13]
    assert frame["accent_color"] == 0x5865F2
    assert section["accessory"]["description"] == "A hat"
    assert divider["type"] == 14
    assert other["accessory"]["label"] == "Look"
    assert [item["description"] for item in gallery["items"]] == ["A board"]  # the small one has its own place
    assert file["file"]["url"] == "attachment://record.json"


async def test_what_is_not_there_leaves_no_frame() -> None:
    bare = replace(LAID, pictures=(), files=(), parts=(*LAID.parts, Text(""), Section("", button("Alone"))))
    assert letter_problems(bare) == []
    frame, text, *rows = messages.view(bare).to_components()
    assert frame["components"][0]["type"] == text["type"] == 10
    assert [row["components"][0]["label"] for row in rows if row["components"][0]["type"] == 2] == ["Join", "Alone"]


async def test_all_texts_together_are_cut_to_what_discord_takes() -> None:
    letter = Letter(parts=(Text("a " * 1900), Box((Text("b " * 300), Text("c"))), Text("d")))
    assert letter_problems(letter) == []
    assert 3900 < len(messages.text(letter).replace("\n", "")) <= LAYOUT_LENGTH


async def test_too_many_parts_are_found_before_discord_finds_them() -> None:
    with pytest.raises(ValueError, match="40"):
        messages.view(Letter(parts=tuple(Text(str(n)) for n in range(41))))


async def test_a_classic_letter_can_be_laid_out_for_a_message_that_is() -> None:
    classic = Letter("Hello", (LARGE,), ((button("Join"),), MENU))
    laid = classic.with_layout()
    assert (laid.text, laid.rows, letter_problems(laid)) == ("Hello", classic.rows, [])
    assert laid.with_layout() == laid
    assert letter_problems(Letter().with_layout()) == []


@pytest.mark.parametrize("letter", [Letter("Hello", rows=((button("Join"),),)), LAID], ids=["classic", "laid out"])
async def test_a_line_above_and_a_row_below_fit_both_kinds(letter: Letter) -> None:
    more = letter.with_first_paragraph("First").with_row((button("Here"),))
    assert more.text == f"First\n{letter.text}"
    assert labels(more) == [*labels(letter), "Here"]
    assert letter_problems(more) == []


def test_a_letter_says_something_else_if_only_its_colour_changed() -> None:
    box = LAID.parts[0]
    assert isinstance(box, Box)
    assert fingerprint(LAID) != fingerprint(replace(LAID, parts=(replace(box, accent=1), *LAID.parts[1:])))
    assert fingerprint(LAID) == fingerprint(replace(LAID, pictures=()))


def test_the_fingerprint_of_a_classic_letter_is_the_one_that_databases_hold() -> None:
    assert fingerprint(Letter("Hello")) == hashlib.sha256(b"('Hello', ())").hexdigest()
