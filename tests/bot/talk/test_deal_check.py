"""What is told of checked deals: from honest records, written apart from the bot, and from forged ones."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from bot.table.log.model import Table
from bot.table.record.record import MOST_BYTES
from bot.table.record.stepwise import run_to_end
from bot.table.record.verify import Findings, verify_stepwise
from bot.talk.deal_check import (
    ALL_FITS,
    ALL_GONE,
    ALONE,
    ENTRIES_A_PAGE,
    GONE,
    IF_DELETED,
    IF_UNCHANGED,
    IF_UNSEEN,
    IF_WRONG,
    LATER_UNCHANGED,
    MINE,
    NO_BEACON,
    NOT_ALL,
    NOTHING_OPEN,
    REASONS,
    REFUSED_RECORD,
    REPORT,
    TRUST,
    TRUST_DEAL,
    TWO_PEOPLE,
    UNRATED,
    UNSEEN,
    WRONG_MESSAGE,
    Entry,
    MessageState,
    beacon_verdict,
    build_letter,
    list_entries,
    select_page,
    unannounced_verdict,
)
from bot.talk.letter import Letter
from engine.games import GAMES
from engine.words import Words
from tests.bot.drand import OURS
from tests.bot.proofs.books import Cancelled, JoinedLater, Lively, Played, Restored, VotedAway, file
from tests.bot.proofs.forgeries import FORGERIES
from tests.bot.records import random_game
from tests.engine.play import short as short_options

ROOT = Path(__file__).parents[3]
SENTENCES = (
    REFUSED_RECORD, WRONG_MESSAGE, NOT_ALL, ALONE, NOTHING_OPEN, NO_BEACON, GONE, ALL_GONE, UNSEEN, ALL_FITS,
)  # fmt: skip
PHONE = 40
"""Characters of code in a line of a phone."""


@cache
def findings_for(kind: type[Played] = Played, *, beacon: bool = True, alone: bool = False) -> Findings:
    """Return what the verifier finds in an honest record."""
    book = kind("draw", 2, beacon=beacon, alone=alone)
    return run_to_end(verify_stepwise(file(book.record), GAMES, network=OURS))


@cache
def table() -> Table:
    return random_game(GAMES["draw"], short_options(GAMES["draw"]), 2, "checked").table


def letter(of: Findings, newest: int = 0, look: MessageState = MessageState.UNCHANGED) -> Letter:
    looks = {entry.post.message: look for entry in list_entries(of) if entry.post}
    return build_letter(GAMES["draw"], table(), of, newest, looks, Words(("Ana", "Ben")))


def text(of: Findings, newest: int = 0, look: MessageState = MessageState.UNCHANGED) -> str:
    return letter(of, newest, look).text


def sentence(of: Findings, look: MessageState = MessageState.UNCHANGED) -> str:
    """Return what a player reads first, the same on all pages."""
    first = text(of, 0, look).splitlines()[1]
    assert text(of, len(list_entries(of)), look).splitlines()[1] == first
    return first


def test_a_table_with_the_beacon_is_told_in_one_sentence_and_the_messages_that_were_looked_at() -> None:
    assert sentence(findings_for()) == str(ALL_FITS)
    lines, buttons = (
        text(findings_for()).splitlines(),
        [row for row in letter(findings_for()).rows if isinstance(row, tuple)],
    )
    assert lines[2].startswith(
        "Are my announcements still as I posted them? [End of the game](https://discord.com/channels/"
    )
    assert lines[2].count(") unchanged") == len(list_entries(findings_for())) == ENTRIES_A_PAGE
    assert lines[3:] == [str(IF_UNSEEN), str(MINE)]
    assert "code `" not in text(findings_for())
    assert [button.label for row in buttons for button in row] == ["Each deal"]
    assert text(findings_for(), ENTRIES_A_PAGE).count("beacon round ") == ENTRIES_A_PAGE - 1


def test_of_many_messages_the_newest_are_looked_at_and_the_number_of_all_is_told() -> None:
    book = Played("draw", 2, short_options(GAMES["draw"], series="sumof 5"))
    said = text(run_to_end(verify_stepwise(file(book.record), GAMES, network=OURS)))
    assert (
        f"Are the newest {ENTRIES_A_PAGE} of {len(book.record['deals']) + 1} announcements still as I posted them? "
        in said
    )


def test_a_table_without_the_beacon_says_what_its_deals_are_worth() -> None:
    assert sentence(findings_for(beacon=False)) == str(NO_BEACON)
    assert "beacon round" not in text(findings_for(beacon=False), 9)
    assert str(IF_UNSEEN) not in text(findings_for(beacon=False))


def test_a_first_round_with_the_beacon_says_when_its_deal_can_be_checked() -> None:
    record = Played("draw", 2).record
    begun = next(place for place, step in enumerate(record["steps"]) if step["kind"] == "posted") + 1
    running = {**record, "steps": record["steps"][:begun], "deals": [], "seeds": []}
    of = run_to_end(verify_stepwise(file(running), GAMES, network=OURS))
    assert sentence(of) == str(NOTHING_OPEN)
    assert "Are my announcements still as I posted them? [Deal 1](" in text(of)


def test_a_table_that_voted_says_from_which_deal_on_it_has_no_beacon() -> None:
    of = findings_for(VotedAway)
    assert sentence(of) == str(beacon_verdict(3))
    pages = (
        text(of, newest) for newest in range(ENTRIES_A_PAGE, len(list_entries(of)) + ENTRIES_A_PAGE, ENTRIES_A_PAGE)
    )
    assert "It was never made." in "\n".join(pages)


def test_a_game_of_one_person_says_that_nothing_is_announced() -> None:
    assert sentence(findings_for(alone=True)) == str(ALONE)
    assert "announcements:" not in text(findings_for(alone=True))
    assert "my secret number `" in text(findings_for(alone=True), 9)


def test_deals_from_before_a_second_person_came_are_named() -> None:
    assert sentence(run_to_end(verify_stepwise(file(JoinedLater("draw", 2).record), GAMES, network=OURS))) == str(
        unannounced_verdict(3)
    )


def test_a_restored_game_says_what_was_not_checked() -> None:
    of = findings_for(Restored)
    assert sentence(of) == str(NOT_ALL)
    assert "If deal 2 or a later one was announced before that, its tiles may have been seen and dealt again." in text(
        of
    )


def test_an_announcement_that_was_deleted_before_its_deal_is_said_to_have_been() -> None:
    of = findings_for(Lively)
    said = "\n".join(
        text(of, newest) for newest in range(ENTRIES_A_PAGE, len(list_entries(of)) + ENTRIES_A_PAGE, ENTRIES_A_PAGE)
    )
    assert "Its message was deleted before the deal." in said


def test_a_cancelled_game_opens_its_seed() -> None:
    said = text(findings_for(Cancelled), ENTRIES_A_PAGE)
    assert said.count("my secret number `") == said.count("**[Deal ") > 0


SAID = {
    MessageState.EDITED: "The message “End of the game” was edited.",
    MessageState.NOT_OURS: "The message “End of the game” isn't mine.",
    MessageState.IS_ANSWER: "The message “End of the game” answers a command, so its text could have been added later.",
    MessageState.OTHER_HEAD: "The code in “End of the game” differs from the one in my record.",
}


@pytest.mark.parametrize("look", SAID)
def test_what_is_wrong_with_a_message_is_said_first_and_beside_it(look: MessageState) -> None:
    assert sentence(findings_for(), look) == str(WRONG_MESSAGE)
    said = text(findings_for(), look=look)
    assert SAID[look] in said
    assert said.count("❌") == 1 + ENTRIES_A_PAGE
    assert str(IF_WRONG) in said


def test_a_deleted_message_is_no_reason_not_to_trust_the_game() -> None:
    assert sentence(findings_for(), MessageState.DELETED) == str(ALL_GONE)
    said = text(findings_for(), look=MessageState.DELETED)
    assert said.count("🗑️") == ENTRIES_A_PAGE
    assert str(IF_DELETED) in said
    assert str(LATER_UNCHANGED) not in said
    assert "❌" not in said


def test_of_several_messages_one_that_was_deleted_leaves_the_others_to_be_compared() -> None:
    of = findings_for()
    newest, *others = [entry.post.message for entry in list_entries(of) if entry.post][::-1]
    looks = {newest: MessageState.DELETED, **dict.fromkeys(others, MessageState.UNCHANGED)}
    said = build_letter(GAMES["draw"], table(), of, 0, looks, Words(("Ana", "Ben"))).text
    assert said.splitlines()[1:3] == [str(GONE), str(TRUST_DEAL)]
    assert str(IF_DELETED) in said
    assert str(LATER_UNCHANGED) in said
    assert str(IF_UNCHANGED) in said


def test_messages_that_are_deleted_or_not_shown_are_not_said_to_be_all_deleted() -> None:
    of = findings_for()
    newest, *others = [entry.post.message for entry in list_entries(of) if entry.post][::-1]
    looks = {newest: MessageState.DELETED, **dict.fromkeys(others, MessageState.UNREADABLE)}
    said = build_letter(GAMES["draw"], table(), of, 0, looks, Words(("Ana", "Ben"))).text
    assert said.splitlines()[1] == str(UNSEEN)


def test_messages_that_discord_does_not_show_are_not_said_to_stand() -> None:
    assert sentence(findings_for(), MessageState.UNREADABLE) == str(UNSEEN)
    assert "unchanged" not in text(findings_for(), look=MessageState.UNREADABLE)


@pytest.mark.parametrize("name", [name for name, forgery in FORGERIES.items() if not forgery.seen][::12])
def test_what_a_host_forged_is_told_and_how_to_learn_the_reason(name: str) -> None:
    record = Lively("draw", 2).record
    changed = FORGERIES[name].forge(record)
    of = run_to_end(verify_stepwise(changed if isinstance(changed, bytes) else file(changed), GAMES, network=OURS))
    assert text(of).splitlines()[1:4] == [str(REFUSED_RECORD), str(REPORT), str(REASONS)]


def test_every_warning_says_what_to_do_now() -> None:
    def advice(of: Findings, look: MessageState = MessageState.UNCHANGED) -> str:
        return text(of, look=look).splitlines()[2]

    joined_later = run_to_end(verify_stepwise(file(JoinedLater("draw", 2).record), GAMES, network=OURS))
    assert {advice(findings_for(), look) for look in SAID} == {str(REPORT)}
    assert (
        advice(findings_for(beacon=False))
        == advice(findings_for(VotedAway))
        == advice(findings_for(), MessageState.DELETED)
        == str(TRUST)
    )
    assert advice(findings_for(alone=True)) == str(TWO_PEOPLE)
    assert advice(joined_later) == str(UNRATED)


def test_a_record_that_is_only_too_long_is_not_called_wrong() -> None:
    assert sentence(run_to_end(verify_stepwise(b" " * (MOST_BYTES + 1), GAMES))) == str(NOT_ALL)


def test_every_sentence_is_explained_to_players() -> None:
    """Find each in docs/DEALS.md, beside what a player may conclude."""
    page = " ".join((ROOT / "docs/DEALS.md").read_text().split())
    said = [
        *map(str, SENTENCES),
        *(str(verdict(2)).replace("deal 2", "deal N") for verdict in (beacon_verdict, unannounced_verdict)),
    ]
    assert [one for one in said if f"| {one} |" not in page] == []
    assert {str(IF_DELETED), str(LATER_UNCHANGED), str(IF_UNCHANGED), str(IF_UNSEEN), str(IF_WRONG), str(MINE)} <= {
        f"-# {one}" for one in re.findall(r"“([^”]*)”", page)
    }


def test_every_page_fits_a_message_and_a_phone() -> None:
    for of in (findings_for(), findings_for(Lively), findings_for(VotedAway), findings_for(beacon=False)):
        for newest in range(1, len(list_entries(of)) + 1):
            said = text(of, newest)
            assert len(said) < 4000
            for line in said.splitlines():
                if code := re.search(r"^[\w ]*`([^`]*)`$", line):
                    assert len(line) <= PHONE + len("``"), line
                    assert len(code[1]) <= 22


def test_pages_tell_each_entry_once_the_newest_first() -> None:
    all_, told_ = list_entries(findings_for()), list[Entry]()
    shown, left = select_page(all_, 0)
    told_ += shown
    while left:
        shown, left = select_page(all_, left)
        told_ += shown
    assert told_ == list(all_)[::-1]
