"""Each promise about deals stands beside the tests that break when it is false."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from bot.talk.fair import FAIR, HELP, NOT_PROVED, PROVED
from tests.bot.proofs.forgeries import FORGERIES

ROOT = Path(__file__).parent.parent
FORGED = "tests/bot/proofs/test_forgeries.py::test_what_a_host_forges_is_refused_by_both_verifiers"
SIGNED = "tests/bot/proofs/test_forgeries.py::test_a_false_signature_is_refused"
PROTOCOL = "tests/bot/table/test_protocol.py::"
PLAN = "tests/bot/channel/test_plan.py::"
CHECKS = "tests/end_to_end/test_checks.py::"
TOLD = "tests/bot/talk/test_deal_check.py::"

Held = tuple[str, ...]
SEEDS: Held = (
    f"{FORGED}[a seed is out of the chain]",
    f"{FORGED}[another secret]",
    f"{FORGED}[another secret and root]",
    f"{PROTOCOL}test_the_first_step_fixes_the_seeds_and_the_secret_is_not_in_it",
)
BEACON: Held = (
    f"{FORGED}[the beacon is left out]",
    f"{SIGNED}[a signature of another key]",
    "tests/bot/table/test_beacon.py::test_the_round_of_an_announcement_is_the_first_a_second_after_it",
    f"{PROTOCOL}test_a_deal_with_the_beacon_waits_for_it_and_the_clock_rests",
)
CHOICE: Held = (
    f"{FORGED}[another round of the beacon]",
    f"{FORGED}[an announcement is posted anew]",
    f"{FORGED}[an announcement is posted twice]",
    f"{PROTOCOL}test_an_announcement_that_was_deleted_is_said_once_and_still_used",
)
MOVES: Held = (
    f"{FORGED}[a move is rewritten]",
    f"{FORGED}[a move is rewritten and hashed]",
    f"{PLAN}test_what_stands_is_never_planned_again",
    f"{PLAN}test_a_result_shows_the_head_of_the_end_and_wishes_for_a_rematch_stand_below",
)
OPENED: Held = (
    f"{FORGED}[a seed is never opened]",
    f"{PROTOCOL}test_a_game_that_is_closed_in_mid_round_opens_the_seed_of_that_round",
    f"{FORGED}[the seed of the deal that waited is kept]",
    f"{PROTOCOL}test_a_deal_that_waited_in_vain_is_announced_again_with_the_next_seed_and_its_own_is_opened",
    f"{TOLD}test_a_cancelled_game_opens_its_seed",
)
HANDS: Held = (f"{PROTOCOL}test_a_game_that_is_closed_in_mid_round_opens_the_seed_of_that_round",)
"""The host's power cannot be taken away; what is shown is that a closed game still opens its seed."""
DELETED: Held = (
    f"{CHECKS}test_a_deleted_announcement_is_said_to_be_deleted",
    f"{FORGED}[an announcement is posted anew, all redealt]",
)
WITHOUT: Held = (
    f"{CHECKS}test_a_table_without_the_beacon_says_what_its_deals_are_worth",
    f"{CHECKS}test_a_running_game_without_the_beacon_says_at_once_that_its_deals_cannot_be_proved",
    f"{TOLD}test_a_table_that_voted_says_from_which_deal_on_it_has_no_beacon",
    f"{PLAN}test_the_card_says_of_deals_without_the_beacon_that_they_cannot_be_proved",
)
ALONE: Held = (
    f"{PLAN}test_a_table_with_one_person_says_nothing_of_deals",
    f"{TOLD}test_a_game_of_one_person_says_that_nothing_is_announced",
    "tests/bot/proofs/test_forgeries.py::test_a_record_of_one_person_alone_says_that_nothing_can_be_compared",
    "tests/bot/service/test_statistics.py::test_what_counts_for_no_rating",
)
CHECKED: Held = (
    f"{CHECKS}test_an_edited_announcement_is_said_to_be_edited",
    f"{CHECKS}test_a_record_that_was_tampered_with_is_refused_plainly",
    f"{TOLD}test_a_table_with_the_beacon_is_told_in_one_sentence_and_the_messages_that_were_looked_at",
    "tests/end_to_end/test_record.py::test_a_record_can_be_read_and_checked",
)
IN_ORDER = (SEEDS, BEACON, CHOICE, MOVES, OPENED, HANDS, DELETED, WITHOUT, ALONE)
"""What holds the nine sentences of DEALS.md."""
IN_RULES = (SEEDS, (*BEACON, *CHOICE), MOVES, OPENED, (*HANDS, *DELETED), (*WITHOUT, *ALONE))
"""What holds the six points of the rules, which say the same in fewer words."""

PAGE = (
    "The seeds of all deals are fixed when the table opens, before anything that is mixed into them is known.",
    "Each deal mixes in the word of a public beacon, *drand quicknet*, which nobody could know when the deal was "
    "announced.",
    "The id of the announcement says which word of the beacon is used, so nobody can choose among several.",
    "Announcements and results are never edited, and show the head of the log: the moves before them can't be "
    "rewritten.",
    "Every seed is opened, also if a game is cancelled, or all voted to deal without the beacon.",
    "The operator can read all hands, refuse to deal, or close a table.",
    "If you don't see an announcement when it appears, the operator could have picked that deal out of many: they can "
    "delete it and announce anew, every few seconds.",
    "Without the beacon (`BEACON=off`, the demo, after a vote of all players) the operator can know the deals "
    "beforehand, and steer them.",
    "While one person plays alone with computer players, nothing is announced or proved. Such a game counts for no "
    "rating.",
)
ELSEWHERE: dict[tuple[str, str], Held] = {
    ("docs/DEALS.md", "*Check the deals* under a result checks this and names the messages to compare by "
     "eye."): CHECKED,
    ("docs/DEALS.md", "a record that lacks one of them is refused."): (
        f"{FORGED}[another secret and root]",
        "tests/bot/proofs/test_forgeries.py::test_heads_and_links_of_an_honest_record_are_found_in_it",
    ),
    ("docs/SECURITY.md", "If you don't see an announcement when it appears, the operator could have picked that "
     "deal out of many"): DELETED,
    ("docs/SECURITY.md", "A table without the beacon is only as fair as its operator, who can know "
     "its deals beforehand, and steer them."): WITHOUT,
    ("docs/SECURITY.md", "The moves of a game can't be rewritten once its announcements and its result were "
     "seen"): MOVES,
    ("docs/SECURITY.md", "While one person plays alone with computer players, nothing is announced or proved."): ALONE,
    ("docs/DEALS.md", "If you don't see an announcement when it appears, the operator could have picked that "
     "deal out of many"): DELETED,
}  # fmt: skip
PROMISES = {
    **{("docs/DEALS.md", said): held for said, held in zip(PAGE, IN_ORDER, strict=True)},
    **{("rules", str(said)): held for said, held in zip((*PROVED, *NOT_PROVED), IN_RULES, strict=True)},
    ("rules", "*Check the deals* under a result checks this."): CHECKED,
    ("help", "press *Check the deals* under its result"): CHECKED,
    **ELSEWHERE,
}


@cache
def text(place: str) -> str:
    """Return the visible text of a page, in one line."""
    said = {"rules": str(FAIR), "help": str(HELP)}.get(place) or (ROOT / place).read_text()
    return " ".join(said.split())


@cache
def named_in(file: str) -> frozenset[str]:
    """Return the tests of a file."""
    tree = ast.parse((ROOT / file).read_text())
    functions = (node for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    return frozenset(node.name for node in functions)


@pytest.mark.parametrize(("place", "said"), PROMISES, ids=str)
def test_a_promise_stands_where_it_is_said_to_stand(place: str, said: str) -> None:
    assert said in text(place)


@pytest.mark.parametrize("named", sorted({each for held in PROMISES.values() for each in held}))
def test_the_test_that_holds_a_promise_exists(named: str) -> None:
    file, _, rest = named.partition("::")
    name, _, forgery = rest.rstrip("]").partition("[")
    assert name in named_in(file)
    if forgery:
        assert forgery in FORGERIES
        assert FORGERIES[forgery].curve == (f"{file}::{name}" == SIGNED)


def test_every_sentence_of_the_sections_is_held_by_a_test() -> None:
    section = (ROOT / "docs/DEALS.md").read_text().partition("## How the deals can be checked")[2].partition("\n## ")[0]
    numbered = re.findall(r"^\d+\. (.+?)(?=\n\n|\n\d+\. )", section, re.MULTILINE | re.DOTALL)
    assert tuple(" ".join(said.split()) for said in numbered) == PAGE
    bullets = [line for line in str(FAIR).splitlines() if line.startswith("• ")]
    assert bullets == [str(said) for said in (*PROVED, *NOT_PROVED)]
    assert len(bullets) == 6
