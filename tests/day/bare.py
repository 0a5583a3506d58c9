"""A game of people at a table in memory.

It follows the rules of `bot/table` alone, without database and messages, so that many games take seconds.
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple
from unittest.mock import patch

from bot.table.clock.pace import Preset
from bot.table.clock.reminders import ReminderWishes
from bot.table.clock.timing import private_of
from bot.table.log.draft import Draft
from bot.table.log.model import Cause, Person, Status, User
from bot.table.rules import deadlines, play, premoves
from engine.game import DEALER, Seat
from engine.games import GAMES
from tests.bot.tools import announce_deal
from tests.day.company import Company
from tests.day.play import LONGEST, Habit, scene
from tests.day.scenes import options_of


class Bare(NamedTuple):
    """What a game was like."""

    began: int
    ended: int
    presses: int
    """Moves that people made by hand."""
    turns: int
    """Turns of people,"""
    late: int
    """and those of them that the clock played."""
    stood: Counter[str]
    """Turns in which the game stood until a person moved by hand, by what had become of their plan."""

    @property
    def waits(self) -> int:
        return self.stood.total()


@dataclass
class Game:
    """A table as it stands between two changes; all is shown at once."""

    draft: Draft
    company: Company
    turns: int = 0
    late: int = 0
    mover: Seat | None = None
    replied: tuple[int, int | None] = (0, None)
    """For which position a person's reply is drawn, and when it comes."""

    @property
    def now(self) -> int:
        return self.draft.now

    @property
    def is_running(self) -> bool:
        return self.draft.table.status is Status.RUNNING

    @property
    def seat(self) -> Seat:
        """Whose turn it is."""
        seat = self.draft.table.to_act
        assert seat is not None
        return seat

    def reply(self, habit: Habit, began: int) -> int | None:
        """Return when a person acts here: the same, however often the clock does something before."""
        position = self.draft.table.position_seq
        if self.replied[0] != position:
            self.replied = position, habit(self.now, began)
        return self.replied[1]

    def change(self, work: Callable[[Draft], None], at: int, by: User | None = None) -> None:
        """Change the table as `Repository.change` and `save` do."""
        before, at = self.draft, max(at, self.draft.now)
        row = before.to_row()._replace(shown_seq=before.position.seq, wake_at=before.wake_at)
        self.draft = draft = Draft.of(row, before.seats, before.game, before.position, before.seeds, at)
        draft.cause = Cause(by)
        work(draft)
        if draft.steps:
            premoves.play(draft)
            deadlines.update_clock(draft)
        draft.wake_at = deadlines.wake_at(draft.table, ReminderWishes(), at)
        self._count(before)
        if self.is_running and draft.table.to_act == DEALER:
            self.change(deal, at)

    def _count(self, before: Draft) -> None:
        """Count turns."""
        for step in self.draft.steps:
            if step.kind in ("act", "auto", "late") and step.seat is not None:
                new = step.seat != self.mover and before.table.seats[step.seat].player is None
                self.turns, self.mover = self.turns + new, step.seat
                self.late += new and step.kind == "late"


async def begin_game(game: str, preset: Preset, seats: int, seed: int) -> Draft:
    """Return a table whose first deal is due; the same seed gives the same deals."""
    with TemporaryDirectory() as folder, dealing(seed):
        async with scene(Path(folder), GAMES) as here:
            table = await here.begin(game, options_of(game), seats, preset)
            return await here.parts.service.repository.read(table.id)


@contextmanager
def dealing(seed: int) -> Iterator[None]:
    """Let the secrets of deals follow from a number."""
    chance = Random(seed)
    with (
        patch.object(secrets, "token_bytes", lambda size=32: chance.randbytes(size)),
        patch.object(secrets, "token_hex", lambda size=32: chance.randbytes(size).hex()),
    ):
        yield


def play_game(table: Draft, kind: Callable[[int], Habit], company: Company) -> Bare:
    """Play a game from its start to its end, by people of a kind; a number tells one from the other."""
    people = table.table.people
    numbers = [100 * company.seed + n for n in range(len(people))]
    habits = [kind(number) for number in numbers]
    game, presses, stood, waited = Game(table, company), Counter[Seat](), Counter[str](), 0
    with dealing(company.seed):
        game.change(deal, table.now)
        while game.is_running and game.now < table.now + LONGEST:
            seat = game.seat
            mover, turn = game.draft.table.seats[seat], game.draft.table.timing.turn
            if mover.player is not None:
                game.change(partial(moves, mover), game.now + 1)
                continue
            acts = game.reply(habits[seat], table.now)
            wakes = game.draft.wake_at or 0
            if acts is None or acts > wakes:
                game.change(lambda draft: deadlines.tick(draft, ReminderWishes()), wakes)
                continue
            presses[seat] += 1
            if turn is None or turn.since != waited:
                stood[cause(game.draft)] += 1
            waited = 0 if turn is None else turn.since
            game.change(partial(moves, Person(mover.user, mover.name), company=company), acts, mover.user)
            if company.stays(seat, presses[seat]):
                plan(game, seat)
    return Bare(table.now, game.now, presses.total(), game.turns, game.late, stood)


def deal(draft: Draft) -> None:
    """Make the deal that is due, as if it were announced."""
    announce_deal(draft, draft.position.standing.dealing.newest + 1)


def moves(mover: Person, draft: Draft, company: Company | None = None) -> None:
    """Make a move of a person, or of a computer player: which one does not matter there."""
    sensible = str(draft.state.at_deadline())
    seen = draft.state.observe(draft.table.to_act)
    play.act(draft, mover, None, company.plays(seen, sensible) if company else sensible)


def plan(game: Game, seat: Seat) -> None:
    """Plan a player's next moves right after one, as a person who is still there does."""
    table = game.draft.table
    if table.status is not Status.RUNNING or table.to_act in (None, DEALER, seat):
        return
    user, room = table.seats[seat].user, premoves.MAX_PLANS - len(private_of(table.timing, seat).planned)
    for text in game.company.plans(game.draft.game, table.game, game.draft.state.observe(seat))[:room]:
        game.change(partial(premoves.add, user=user, seq=game.draft.table.position_seq, text=text), game.now)


def cause(draft: Draft) -> str:
    """Return why a player must move by hand."""
    return "impossible plan" if private_of(draft.table.timing, draft.table.to_act).dropped else "no plan"
