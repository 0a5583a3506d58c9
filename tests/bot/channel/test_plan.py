"""What the channel should say is a value: it follows from a snapshot, without a database, Discord or an event loop."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import pytest

from bot.channel.plan import FinishedMessage, PictureKind, PlannedMessage, PrivateHand
from bot.channel.posting import is_current
from bot.channel.turns import EDIT_SECONDS, find_missing_call, is_turn_continued
from bot.table.log.model import Person, Status
from bot.table.posts import BEACON_PATIENCE, TURN_KINDS, Intent, Notes, Post, PostKind
from bot.table.rules import deals, lobby, rematch
from bot.talk.letter import Purpose
from engine.game import DEALER
from tests.bot.channel.paper import BOLT, Paper, kinds
from tests.bot.tools import ANA, BEN, CHANNEL


def test_a_table_that_waits_for_players_is_its_card() -> None:
    paper = Paper.lobby()
    (card,) = paper.plan()
    assert isinstance(card, PlannedMessage)
    assert (card.kind, card.seq, card.place, card.is_long_lived) == ("card", 0, CHANNEL, True)
    assert "needs 1 more" in card.letter.text


def test_before_a_deal_stands_the_head_of_its_step_and_no_other_code() -> None:
    paper = Paper.waiting_for_deal()
    due = paper.draft.table.standing.due_deal
    assert due is not None
    *_, deal = paper.plan()
    assert isinstance(deal, PlannedMessage)
    assert (deal.kind, deal.seq, deal.picture_kinds) == ("deal", 1, ())
    assert deal.letter.text.splitlines()[1:] == [f"-# 🔒 Code of deal 1 · `{due.short_head}`"]
    assert due.head not in deal.letter.text


def test_what_stands_is_never_planned_again() -> None:
    paper = Paper.running()
    while paper.draft.table.status is Status.RUNNING:
        paper.move()
        paper.show()
    again = paper.plan()
    assert not [step for step in again if isinstance(step, PlannedMessage) and step.anchor]
    assert [post.kind for post in paper.posts].count(PostKind.RESULT) == 1
    paper.posts.clear()  # even where all messages were deleted
    assert {step.kind for step in paper.plan() if isinstance(step, PlannedMessage)} == {"card"}


def test_a_deal_that_waits_for_the_beacon_is_explained_after_ten_seconds() -> None:
    paper = Paper.lobby(BEN, beacon=True)
    lobby.start(paper.draft)
    paper.show()
    assert "wait" not in {post.kind for post in paper.posts}
    assert paper.draft.table.to_act == DEALER
    paper.draft.now += BEACON_PATIENCE
    paper.show()
    wait = paper.posts[-1]
    assert (wait.kind, wait.seq) == ("wait", 1)
    deals.deal(paper.draft, 1, bytes(range(48)))
    past = next(step for step in paper.plan() if isinstance(step, FinishedMessage))
    assert (past.post.kind, past.letter.text) == ("wait", "The public beacon has spoken.")


def test_a_result_shows_the_head_of_the_end_and_wishes_for_a_rematch_stand_below() -> None:
    paper = Paper.running()
    while paper.draft.table.status is Status.RUNNING:
        paper.move()
        if paper.draft.table.status is Status.RUNNING:
            paper.show()
    (result,) = (step for step in paper.plan() if isinstance(step, PlannedMessage) and step.kind == "result")
    assert result.anchor is not None
    assert result.letter.text.splitlines()[-1] == f"-# 🔒 Code of the whole game · `{result.anchor.short_head}`"
    paper.show()
    rematch.agree(paper.draft, ANA.user)
    (below,) = (step for step in paper.plan() if isinstance(step, PlannedMessage) and step.kind != "card")
    assert (below.kind, below.letter.text) == ("next", f"<@{ANA.user}> wants a rematch (1/2).")


@pytest.mark.parametrize("called", [False, True])
def test_the_moves_of_a_round_that_called_nobody_are_offered_below_its_end(called: bool) -> None:
    paper = Paper.running()
    if not called:
        paper.posts = [post for post in paper.posts if post.kind is not PostKind.TURN]
    dealt = paper.snapshot().dealt_seq
    while paper.draft.table.status is Status.RUNNING and paper.draft.table.mover:
        paper.move()
    *_, ended = paper.plan()
    assert isinstance(ended, PlannedMessage)
    assert ended.kind in (PostKind.DEAL, PostKind.RESULT)
    buttons = [button for row in ended.letter.rows if isinstance(row, tuple) for button in row]
    offered = [button.id.seq for button in buttons if button.id.purpose is Purpose.STORY]
    assert offered == ([] if called else [dealt - 1])


@pytest.mark.parametrize("others", [(), (BEN,), (BOLT,)])
@pytest.mark.parametrize("beacon", [True, False])
def test_the_card_says_of_deals_without_the_beacon_that_they_cannot_be_proved(
    beacon: bool, others: Sequence[Person]
) -> None:
    """Warn before the second player joins, who may want to know."""
    steps = Paper.lobby(*others, beacon=beacon).plan()
    assert isinstance(steps[0], PlannedMessage)
    assert (
        "-# I shuffle alone at this table, so nobody can prove that its deals are fair. "
        "The last page of `/rules` says more." in steps[0].letter.text
    ) is not beacon


def test_a_table_with_one_person_says_nothing_of_deals() -> None:
    paper = Paper.waiting_for_deal(BOLT)
    assert paper.draft.table.round == 1  # nothing announces the first deal
    said = list[PlannedMessage]()
    while paper.draft.table.status is Status.RUNNING:
        said += [step for step in paper.show() if isinstance(step, PlannedMessage)]
        paper.move()
    said += [step for step in paper.show() if isinstance(step, PlannedMessage)]
    assert [post.kind for post in paper.posts if post.kind in ("score", "deal", "result")] == [
        "score",
        "result",
    ]
    for step in said:
        assert not re.search(r"🔒|[Ss]eed|beacon|[Dd]eals", step.letter.text), step.letter.text
        controls = [button for row in step.letter.rows if isinstance(row, tuple) for button in row]
        assert Purpose.DEALS not in {button.id.purpose for button in controls}
    assert not [step for step in paper.plan() if isinstance(step, PlannedMessage) and step.kind == "result"]


def test_a_turn_calls_its_player_last_of_all_and_draws_the_board() -> None:
    paper = Paper.waiting_for_deal()
    paper.show()
    turn = paper.posts[-1]
    assert (turn.kind, turn.pinged) == ("turn", paper.draft.table.to_act)
    paper.posts.pop()
    *before, call = paper.plan()
    assert isinstance(call, PlannedMessage)
    assert (call.kind, call.picture_kinds, call.letter.pings) == ("turn", (PictureKind.BOARD,), (paper.mover.user,))
    assert kinds(before) == ["wanted card"]


def test_the_same_snapshot_gives_the_same_plan() -> None:
    paper = Paper.running()
    paper.move()
    assert paper.plan() == paper.plan()


def test_what_is_shown_is_not_wanted_again() -> None:
    paper = Paper.running()
    paper.move()
    paper.show()
    (card,) = paper.plan()
    assert isinstance(card, PlannedMessage)
    post = paper.post_of(card)
    assert post is not None
    assert is_current(post, card.letter)


def test_a_move_is_told_by_the_next_message_alone_and_the_turn_before_becomes_a_line() -> None:
    paper = Paper.running()
    paper.move()
    past, _, call = paper.plan()
    assert isinstance(past, FinishedMessage)
    assert isinstance(call, PlannedMessage)
    assert past.is_last_edit
    moved = re.compile(rf"<@({ANA.user}|{BEN.user})> puts")
    assert moved.search(call.letter.text)
    assert not moved.search(past.letter.text)
    assert past.letter.rows == ()
    assert call.letter.pings == (paper.mover.user,)


def test_whoever_deleted_a_call_is_not_called_again() -> None:
    paper = Paper.running()
    paper.posts[-1] = replace(paper.posts[-1], message=None, generation=1)
    *_, call = paper.plan()
    assert isinstance(call, PlannedMessage)
    assert (call.kind, call.letter.pings) == ("turn", ())


def test_a_hand_by_private_message_comes_before_the_call() -> None:
    paper = Paper.running()
    paper.move()
    paper.private = True
    assert kinds(paper.plan()) == ["past turn", "wanted card", "private hand", "wanted turn"]
    private = paper.plan()[2]
    assert isinstance(private, PrivateHand)
    assert (private.user, private.existing_post, private.picture_kinds) == (paper.mover.user, None, (PictureKind.HAND,))
    assert any(b.id.purpose is Purpose.ACT for row in private.letter.rows if isinstance(row, tuple) for b in row)


def test_in_every_position_what_is_there_comes_first_and_the_expected_message_last() -> None:
    paper, calls = Paper.waiting_for_deal(), 0
    while paper.draft.table.status is Status.RUNNING:
        steps, intent = paper.plan(), find_missing_call(paper.snapshot())
        new = [
            isinstance(step, PlannedMessage) and paper.post_of(step) is None and step.kind != "card" for step in steps
        ]
        assert new == sorted(new)
        call = steps[-1]
        if isinstance(call, PlannedMessage) and call.kind in TURN_KINDS and new[-1]:
            assert intent == Intent(call.kind, call.seq, call.place, call.pinged)
            calls += 1
        else:
            assert intent is None
        paper.show()
        if paper.draft.table.mover:
            paper.move()
    assert calls > 3
    assert kinds(paper.plan())[-2:] == ["wanted card", "wanted result"]


def test_what_changed_of_one_message_is_one_change_until_it_is_sent_again() -> None:
    post, notes = Paper.running().posts[0], Notes()
    notes.change(post, {"fingerprint": "a"})
    notes.change(post, {"collapsed": True})
    notes.change(post, {"message": None, "generation": 1})
    notes.change(replace(post, generation=1), {"message": 5})
    lost = {"fingerprint": "a", "collapsed": True, "message": None, "generation": 1}
    assert [values for _, values in notes.changes] == [lost, {"message": 5}]


def first_call(paper: Paper) -> Post:
    """Play until the only person is called; that message."""
    paper.show()
    while not (calls := [post for post in paper.posts if post.kind is PostKind.TURN]):
        paper.move()
        paper.show()
    return calls[0]


@pytest.mark.parametrize(("seconds", "kept"), [(60, True), (EDIT_SECONDS, True), (EDIT_SECONDS + 1, False)])
def test_the_call_of_a_player_is_edited_after_moves_of_computer_players_alone_unless_it_is_old(
    seconds: int, kept: bool
) -> None:
    paper = Paper.waiting_for_deal(BOLT)
    before = first_call(paper)
    paper.move()
    paper.show()
    while paper.mover.computer:
        paper.move()
    table = paper.draft.table
    assert table.to_act is not None
    begun = table.timing.begin_turn(table.to_act, before.at + seconds, formality=False)
    paper.draft.table = replace(table, timing=begun)
    assert (find_missing_call(paper.snapshot()) is None) is kept
    call = paper.plan()[-1]
    assert isinstance(call, PlannedMessage)
    assert (call.kind, call.seq == before.seq) == ("turn", kept)
    assert call.letter.pings == (() if kept else (ANA.user,))


def test_a_player_for_whom_time_ran_out_is_called_again_after_computer_players() -> None:
    paper = Paper.waiting_for_deal(BOLT)
    first_call(paper)
    paper.move()
    while paper.mover.computer:
        paper.move()
    table, now = paper.draft.table, paper.draft.now
    assert table.to_act is not None
    paper.draft.table = replace(table, timing=table.timing.begin_turn(table.to_act, now, formality=False))
    played = paper.snapshot()
    assert is_turn_continued(played)
    by_clock = [replace(step, by_clock=step.seat == 0) for step in played.happened]
    assert not is_turn_continued(replace(played, happened=by_clock))
