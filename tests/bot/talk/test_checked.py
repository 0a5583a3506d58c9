"""What is told of checked deals: from honest records, written apart from the bot, and from forged ones."""

from __future__ import annotations

import re
from functools import cache

import pytest

from bot.table.model import Table
from bot.table.stepwise import whole
from bot.table.verify import Checked, checked
from bot.talk.checked import A_PAGE, Entry, Look, entries, page, told
from bot.talk.letter import Letter
from engine.games import GAMES
from engine.words import Words
from tests.bot.drand import OURS
from tests.bot.proofs.books import Cancelled, Lively, Played, VotedAway, file
from tests.bot.proofs.forgeries import FORGERIES
from tests.bot.records import random_game
from tests.engine.play import short as short_options

PHONE = 40
"""Characters of code in a line of a phone."""


@cache
def found(kind: type[Played] = Played, *, beacon: bool = True, alone: bool = False) -> Checked:
    """What the verifier finds in an honest record."""
    book = kind("draw", 2, beacon=beacon, alone=alone)
    return whole(checked(file(book.record), GAMES, network=OURS))


@cache
def table() -> Table:
    return random_game(GAMES["draw"], short_options(GAMES["draw"]), 2, "checked").table


def letter(of: Checked, newest: int = 0, look: Look = Look.STANDS) -> Letter:
    looks = {entry.post.message: look for entry in entries(of) if entry.post}
    return told(GAMES["draw"], table(), of, newest, looks, Words(("Ana", "Ben")))


def text(of: Checked, newest: int = 0, look: Look = Look.STANDS) -> str:
    return letter(of, newest, look).text


def test_a_table_with_the_beacon_is_told_in_three_lines() -> None:
    lines = text(found()).splitlines()
    assert re.fullmatch(
        r"✅ \*\*Record\*\*: \d+ deals and their moves agree\. A public beacon is mixed into each deal\.", lines[1]
    )
    assert lines[2] == f"✅ **Messages**: the {A_PAGE} below stand, unedited, with their heads."
    assert lines[3].startswith("👀 **By eye**: ")
    assert "beacon round " in text(found())


def test_a_table_without_the_beacon_says_what_its_deals_are_worth() -> None:
    said = text(found(beacon=False))
    assert "⚠️ There's no public beacon here: the operator could steer the deals." in said
    assert "beacon round" not in said


def test_a_table_that_voted_says_from_which_deal_on_it_has_no_beacon() -> None:
    assert "⚠️ From deal 2 on there's no public beacon, as all players agreed" in text(found(VotedAway))


def test_a_game_of_one_person_says_that_nothing_is_announced() -> None:
    said = text(found(alone=True))
    assert "One person sat here alone, so nothing was announced and nothing can be compared." in said
    assert "**Messages**" not in said
    assert "its seed `" in said


def test_an_announcement_that_was_deleted_before_its_deal_is_said_to_have_been() -> None:
    of = found(Lively)
    said = "\n".join(text(of, newest) for newest in range(A_PAGE, len(entries(of)) + A_PAGE, A_PAGE))
    assert "Its message was deleted before the deal." in said


def test_a_cancelled_game_opens_its_seed() -> None:
    assert text(found(Cancelled)).count("its seed `") == text(found(Cancelled)).count("**Deal ") > 0


@pytest.mark.parametrize("look", [Look.DELETED, Look.EDITED, Look.ANOTHERS, Look.UNLIKE])
def test_what_is_wrong_with_a_message_is_said_first_and_beside_it(look: Look) -> None:
    said = text(found(), look=look)
    assert said.splitlines()[2].startswith("❌ **Messages**: End ")
    assert said.count("❌") == 1 + A_PAGE
    assert "✅ **Messages**" not in said


def test_messages_that_discord_does_not_show_are_not_said_to_stand() -> None:
    said = text(found(), look=Look.UNSEEN)
    assert "❔ **Messages**: I can't look at them now." in said
    assert said.count("✅") == 1


@pytest.mark.parametrize("name", [name for name, forgery in FORGERIES.items() if not forgery.seen][::12])
def test_what_a_host_forged_is_told_with_the_verifiers_reason(name: str) -> None:
    record = Lively("draw", 2).record
    changed = FORGERIES[name].forge(record)
    of = whole(checked(changed if isinstance(changed, bytes) else file(changed), GAMES, network=OURS))
    said = text(of).splitlines()[1]
    assert said == f"❌ **Record**: something is wrong, so don't trust this game. {of.lacks[0]}"


def test_every_page_fits_a_message_and_a_phone() -> None:
    for of in (found(), found(Lively), found(VotedAway), found(beacon=False)):
        for newest in range(1, len(entries(of)) + 1):
            said = text(of, newest)
            assert len(said) < 4000
            for line in said.splitlines():
                if code := re.search(r"^[\w ]*`([^`]*)`$", line):
                    assert len(line) <= PHONE + len("``"), line
                    assert len(code[1]) <= 22


def test_pages_tell_each_entry_once_the_newest_first() -> None:
    all_, told_ = entries(found()), list[Entry]()
    shown, left = page(all_, 0)
    told_ += shown
    while left:
        shown, left = page(all_, left)
        told_ += shown
    assert told_ == list(all_)[::-1]
