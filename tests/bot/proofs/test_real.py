"""Records that the bot's own rules made: both verifiers agree with them, and say the same of them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from bot.table import report
from bot.table.beacon import QUICKNET
from bot.table.draft import Draft, new_row
from bot.table.fold import RULES_VERSION, Folded
from bot.table.model import Status
from bot.table.rules import deals, lobby, play
from bot.table.stepwise import whole
from bot.table.verify import AGREES
from engine.game import DEALER
from engine.games import GAMES
from tests.bot.drand import at, signed, speaking_ours
from tests.bot.proofs.both import here, node
from tests.bot.records import BEGAN, PEOPLE
from tests.engine.play import short


@pytest.fixture(autouse=True)
def _ours() -> Iterator[None]:
    with speaking_ours():
        yield


def played(key: str, *, beacon: bool) -> bytes:
    """A short series from the first step to the last, by players who choose at random; one of them gave a word."""
    game, rng = GAMES[key], Random(key)
    row = new_row(game, short(game, series="sumof 2"), PEOPLE[0], 7, 8, RULES_VERSION, BEGAN)
    draft = Draft.of(row, (), game, Folded(0), {0: b"q" * 32}, BEGAN)
    draft.beacon = beacon
    lobby.open_(draft, PEOPLE[0])
    deals.posted(draft, 1, 8, at(draft.now + 1))
    for person in PEOPLE[1 : min(game.seats)]:
        lobby.join(draft, person)
    draft.now += 5
    lobby.word(draft, PEOPLE[1].user, "luck")
    lobby.start(draft)
    while draft.table.status is Status.RUNNING:
        draft.now += 60
        if draft.table.to_act == DEALER:
            deal(draft)
        else:
            assert draft.table.mover is not None
            play.act(draft, draft.table.mover, None, str(rng.choice(draft.state.legal_actions())))
    log = report.log(draft, draft.steps)
    return log.record(whole(log.replayed())).to_json()


def deal(draft: Draft) -> None:
    due = draft.table.standing.due
    assert due is not None
    deals.posted(draft, due.seq, 8, at(draft.now + 1))
    due = draft.table.standing.due
    if due is not None and draft.table.to_act == DEALER:
        assert due.message is not None
        deals.deal(draft, due.deal, signed(QUICKNET.round_of(due.message)))


@pytest.mark.parametrize("beacon", [True, False])
@pytest.mark.parametrize("key", GAMES)
def test_both_verifiers_agree_with_a_record_that_the_bot_made(key: str, beacon: bool) -> None:
    data = played(key, beacon=beacon)
    ours = here(data)
    assert ours.verdict == AGREES, ours.lines
    with node() as other:
        theirs = other(data)
    assert theirs.verdict == AGREES, theirs.lines
    assert [*ours.lines[: len(theirs.lines) - 1]] == [*theirs.lines[:-1]]
