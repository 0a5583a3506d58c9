"""What the channel should say is a value: it follows from a snapshot, without a database, Discord or an event loop."""

from __future__ import annotations

import re
from dataclasses import replace

from bot.channel.plan import Past, Private, Sketch, Wanted
from bot.channel.posting import says
from bot.channel.turns import expected
from bot.table.model import Status
from bot.table.posts import CALLS, Intent, Notes
from bot.talk.letter import Purpose
from engine.deal import short
from tests.bot.channel.paper import Paper, kinds
from tests.bot.tools import ANA, BEN, CHANNEL


def test_a_table_that_waits_for_players_is_its_card() -> None:
    paper = Paper.lobby()
    (card,) = paper.plan()
    assert isinstance(card, Wanted)
    assert (card.kind, card.seq, card.place, card.lives) == ("card", 0, CHANNEL, True)
    assert "Needs 1 more player" in card.letter.text


def test_before_a_deal_stands_its_commitment() -> None:
    *_, deal = Paper.started().plan()
    assert isinstance(deal, Wanted)
    assert (deal.kind, deal.seq, deal.sketches) == ("deal", 1, ())
    assert f"-# 🔒 Deal 1 · `{short('c' * 64)}`" in deal.letter.text
    assert "c" * 64 not in deal.letter.text


def test_a_turn_calls_its_player_last_of_all_and_draws_the_board() -> None:
    paper = Paper.started()
    paper.show()
    turn = paper.posts[-1]
    assert (turn.kind, turn.pinged) == ("turn", paper.draft.table.to_act)
    paper.posts.pop()
    *before, call = paper.plan()
    assert isinstance(call, Wanted)
    assert (call.kind, call.sketches, call.letter.pings) == ("turn", (Sketch.BOARD,), (paper.mover.user,))
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
    assert isinstance(card, Wanted)
    post = paper.sent(card)
    assert post is not None
    assert says(post, card.letter)


def test_a_move_is_told_by_the_next_message_alone_and_the_turn_before_becomes_a_line() -> None:
    paper = Paper.running()
    paper.move()
    past, _, call = paper.plan()
    assert isinstance(past, Past)
    assert isinstance(call, Wanted)
    assert past.lasting
    moved = re.compile(rf"<@({ANA.user}|{BEN.user})> puts")
    assert moved.search(call.letter.text)
    assert not moved.search(past.letter.text)
    assert past.letter.rows == ()
    assert call.letter.pings == (paper.mover.user,)


def test_whoever_deleted_a_call_is_not_called_again() -> None:
    paper = Paper.running()
    paper.posts[-1] = replace(paper.posts[-1], message=None, generation=1)
    *_, call = paper.plan()
    assert isinstance(call, Wanted)
    assert (call.kind, call.letter.pings) == ("turn", ())


def test_a_hand_by_private_message_comes_before_the_call() -> None:
    paper = Paper.running()
    paper.move()
    paper.private = True
    assert kinds(paper.plan()) == ["past turn", "wanted card", "private hand", "wanted turn"]
    private = paper.plan()[2]
    assert isinstance(private, Private)
    assert (private.user, private.shown, private.sketches) == (paper.mover.user, None, (Sketch.HAND,))
    assert any(b.id.purpose is Purpose.ACT for row in private.letter.rows if isinstance(row, tuple) for b in row)


def test_in_every_position_what_is_there_comes_first_and_the_expected_message_last() -> None:
    paper, calls = Paper.started(), 0
    while paper.draft.table.status is Status.RUNNING:
        steps, intent = paper.plan(), expected(paper.snapshot())
        new = [isinstance(step, Wanted) and paper.sent(step) is None and step.kind != "card" for step in steps]
        assert new == sorted(new)
        call = steps[-1]
        if isinstance(call, Wanted) and call.kind in CALLS and new[-1]:
            assert intent == Intent(call.kind, call.seq, call.place, call.pinged)
            calls += 1
        else:
            assert intent is None
        paper.show()
        if paper.draft.table.mover:
            paper.move()
    assert calls > 3
    assert kinds(paper.plan())[-2:] == ["wanted card", "wanted result"]


def test_what_changed_of_one_message_is_one_change_until_it_is_sent_anew() -> None:
    post, notes = Paper.running().posts[0], Notes()
    notes.change(post, {"fingerprint": "a"})
    notes.change(post, {"collapsed": True})
    notes.change(post, {"message": None, "generation": 1})
    notes.change(replace(post, generation=1), {"message": 5})
    lost = {"fingerprint": "a", "collapsed": True, "message": None, "generation": 1}
    assert [values for _, values in notes.changes] == [lost, {"message": 5}]
