"""A table whose deal is void: its log, its record, and what the channel reads before the next deal."""

from __future__ import annotations

from random import Random

from bot.table.log.draft import Draft
from bot.table.log.model import Seen, Status
from bot.table.log.steps import Kind
from bot.table.record.transcript import transcript
from bot.table.record.verify import UNCOMPARED, verify
from bot.table.rules import lobby
from bot.talk import deal as talk
from engine.game import DEALER
from engine.games import GAMES
from engine.words import Words, msg
from tests.bot.drand import OURS
from tests.bot.records import record_of
from tests.bot.table.test_lot import deal, open_table, played_out

VOID = "doubles, so the tiles are dealt again."


def begun_with_void_deal() -> Draft:
    """Return a game of Draw for two whose first deal is void."""
    rng = Random(1)
    while True:
        draft = open_table("draw", 2, secret=rng.randbytes(32), redeal="five_doubles", hand_size="12", rounds="2")
        lobby.start(draft)
        draft.now += 60
        deal(draft)
        if draft.table.to_act == DEALER:
            return draft


def test_a_void_deal_makes_the_next_one_due_and_opens_nothing() -> None:
    draft = begun_with_void_deal()
    assert draft.table.standing.due_deal is not None
    assert draft.table.standing.due_deal.deal == 2
    assert (draft.position.ended, draft.position.public_deals, draft.position.chapters) == ((), 0, ())


def test_the_channel_reads_why_the_tiles_are_dealt_again() -> None:
    draft = begun_with_void_deal()
    due = draft.table.standing.due_deal
    assert due is not None
    seen = Seen(draft.table, None, draft.state.observe(None))
    text = talk.build_announcement(GAMES["draw"], seen, due, Words(draft.table.names)).text
    assert text.splitlines()[0].endswith(VOID)
    assert "Code of deal 2" in text


def test_a_record_with_a_void_deal_is_verified_and_told() -> None:
    draft = begun_with_void_deal()
    data = played_out(draft)
    assert draft.table.status is Status.OVER
    made = [step for step in draft.steps if step.kind == Kind.DEAL]
    assert len(made) > len(draft.position.chapters) == 2
    assert verify(data, GAMES, (), OURS).code == UNCOMPARED
    assert VOID in transcript(record_of(draft), GAMES["draw"], msg("Draw 1"), Words(draft.table.names))
