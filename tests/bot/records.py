"""Whole random games as records, without a database."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from bot.table.log.draft import SECRET, Draft, new_row
from bot.table.log.fold import RULES_VERSION, Position
from bot.table.log.model import Person, Status
from bot.table.record import report
from bot.table.record.record import Record
from bot.table.record.stepwise import run_to_end
from bot.table.rules import deals, lobby, play
from engine.deal import SEED_BYTES
from engine.game import DEALER, Action, Game
from engine.options import Options
from tests.bot.drand import snowflake_at

PEOPLE = tuple(
    Person(10**18 + n, name) for n, name in enumerate(("Ana", "Ben", "Cem", "Dot", "Eve", "Fay", "Gus", "Hal"))
)
BEGAN = 1_800_000_000
CHANNEL = 8


def random_game(
    game: Game[Any, Any],
    options: Options,
    seats: int,
    seed: str,
    sensible: Callable[[Sequence[Action]], Sequence[Action]] = lambda actions: actions,
    table: int = 0,
) -> Draft:
    """Return a finished game of players who choose at random among sensible actions; each step takes a minute."""
    rng = Random(seed)
    secret = rng.randbytes(SEED_BYTES)
    row = new_row(game, options, PEOPLE[0], 7, CHANNEL, RULES_VERSION, BEGAN)._replace(id=table)
    draft = Draft.of(row, (), game, Position(table), {SECRET: secret}, BEGAN)
    lobby.open_(draft, PEOPLE[0])
    for person in PEOPLE[1:seats]:
        lobby.join(draft, person)
    lobby.start(draft)
    while draft.table.status is Status.RUNNING:
        draft.now += 60
        if draft.table.to_act == DEALER:
            assert draft.table.standing.due_deal is not None
            deals.note_post(draft, draft.table.standing.due_deal.seq, CHANNEL, snowflake_at(draft.now + 1))
        else:
            mover = draft.table.mover
            assert mover is not None
            play.act(draft, mover, None, str(rng.choice(sensible(draft.state.legal_actions()))))
    return draft


def record_of(draft: Draft) -> Record:
    """Return the record of such a game."""
    log = report.open_log(draft, draft.steps)
    return log.record(run_to_end(log.replay_steps()))
