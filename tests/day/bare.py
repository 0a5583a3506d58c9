"""A game of people at a table in memory: the rules of `bot/table` alone, without database and messages, so that many
games take seconds."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial, reduce
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple
from unittest.mock import patch

from bot.service.wishes import wishes_in
from bot.table import habits
from bot.table.clock import own, replies, week
from bot.table.clock.pace import DAY, HOUR, Preset
from bot.table.clock.reminders import Wishes
from bot.table.draft import Draft
from bot.table.model import By, Person, Status, User
from bot.table.rows import PersonRow
from bot.table.rules import forced, play, premoves, time
from engine.game import DEALER, Seat
from engine.games import GAMES
from tests.bot.tools import announced
from tests.day.company import Company
from tests.day.play import HOURS, LONGEST, MORNING, Habit, left_to_bot, scene
from tests.day.scenes import options_of

WAKING = [hour * HOUR for hour in range(7 * DAY // HOUR) if HOURS.between(hour * HOUR, hour * HOUR + 1)]
"""Of a week, the hours in which people reply."""


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
    """Turns in which the game stood until a person moved by hand, by what kept the bot from moving for them."""

    @property
    def waits(self) -> int:
        return self.stood.total()


@dataclass
class Game:
    """A table as it stands between two changes; all is shown at once."""

    draft: Draft
    company: Company
    people: dict[User, PersonRow]
    chance: Random = field(default_factory=Random)
    turns: int = 0
    late: int = 0
    mover: Seat | None = None
    replied: tuple[int, int | None] = (0, None)
    """For which position a person's reply is drawn, and when it comes."""

    @property
    def now(self) -> int:
        return self.draft.now

    @property
    def goes_on(self) -> bool:
        return self.draft.table.status is Status.RUNNING

    @property
    def seat(self) -> Seat:
        """Whose turn it is."""
        seat = self.draft.table.to_act
        assert seat is not None
        return seat

    def wishes(self) -> Wishes:
        """How the player to move wants to be played for."""
        mover = self.draft.table.mover
        return Wishes() if mover is None or mover.player else wishes_in(self.people[mover.user])

    def reply(self, habit: Habit, began: int) -> int | None:
        """Return when a person acts here: the same, however often the clock does something before."""
        position = self.draft.table.position_seq
        if self.replied[0] != position:
            self.replied = position, habit(self.now, began)
        return self.replied[1]

    def change(self, work: Callable[[Draft], None], at: int, by: User | None = None) -> None:
        """Change the table as `Repository.change` and `save` do."""
        before, at = self.draft, max(at, self.draft.now)
        row = before.saved()._replace(shown_seq=before.folded.seq, wake_at=before.wake_at)
        self.draft = draft = Draft.of(row, before.seats, before.game, before.folded, before.seeds, at)
        draft.chance, draft.by = self.chance, By(by)
        work(draft)
        if draft.steps:
            while forced.openly(draft, self.wishes()):
                pass
            time.settle(draft)
            forced.plan(draft, self.wishes())
        draft.wake_at = time.wake_at(draft.table, self.wishes(), at)
        self._count(before)
        if self.goes_on and draft.table.to_act == DEALER:
            self.change(deal, at)

    def _count(self, before: Draft) -> None:
        """Count turns, and the hours in which people act."""
        for step in self.draft.steps:
            if step.kind in ("act", "auto", "late") and step.seat is not None:
                new = step.seat != self.mover and before.table.seats[step.seat].player is None
                self.turns, self.mover = self.turns + new, step.seat
                self.late += new and step.kind == "late"
        for user, acted in self.draft.acted.items():
            self.people[user] = habits.after(self.people[user], acted, before.table.timing.preset, self.now)


async def begun(game: str, preset: Preset, seats: int, seed: int) -> Draft:
    """A table whose first deal is due; the same number gives the same deals."""
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


def played(table: Draft, kind: Callable[[int], Habit], company: Company) -> Bare:
    """Play a game from its start to its end, by people of a kind; a number tells one from the other."""
    people = table.table.people
    numbers = [100 * company.seed + n for n in range(len(people))]
    rows = {
        person.user: known(person.user, kind(number), table.table.timing.preset, company)
        for person, number in zip(people, numbers, strict=True)
    }
    habits = [kind(number) for number in numbers]
    game, presses, stood, waited = Game(table, company, rows, Random(company.seed)), Counter[Seat](), Counter[str](), 0
    with dealing(company.seed):
        game.change(deal, table.now)
        while game.goes_on and game.now < table.now + LONGEST:
            seat, acts = game.seat, None
            mover, turn = game.draft.table.seats[seat], game.draft.table.timing.turn
            if mover.player is not None:
                game.change(partial(moves, mover), game.now + 1)
                continue
            if not left_to_bot(game.draft.table):
                acts = game.reply(habits[seat], table.now)
            wakes = game.draft.wake_at or 0
            if acts is None or acts > wakes:
                game.change(lambda draft: time.tick(draft, game.wishes()), wakes)
                continue
            presses[seat] += 1
            if turn is None or turn.since != waited:
                stood[cause(game.draft)] += 1
            waited = 0 if turn is None else turn.since
            game.change(partial(moves, Person(mover.user, mover.name), company=company), acts, mover.user)
            if company.stays(seat, presses[seat]):
                plan(game, seat)
    return Bare(table.now, game.now, presses.total(), game.turns, game.late, stood)


def known(user: User, habit: Habit, preset: Preset, company: Company) -> PersonRow:
    """What is known of a player from their games before."""
    hours = reduce(week.counted, WAKING, "") if company.known else None
    asked = [MORNING - day * DAY for day in range(replies.KEPT, 0, -1)] if company.timed else []
    answered = [(at, habit(at, at)) for at in asked]
    times = [max(1, HOURS.between(at, acts)) for at, acts in answered if acts is not None]
    kept = replies.added(None, preset, times) if times else None
    return PersonRow(user, forced=company.leaves, acts=hours, replies=kept)


def deal(draft: Draft) -> None:
    """Make the deal that is due, as if it were announced."""
    announced(draft, draft.folded.standing.dealing.newest + 1)


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
    user, room = table.seats[seat].user, premoves.MOST - len(own.premoves(table.timing, seat))
    for text in game.company.plans(game.draft.game, table.game, game.draft.state.observe(seat))[:room]:
        game.change(partial(premoves.add, user=user, seq=game.draft.table.position_seq, text=text), game.now)


def cause(draft: Draft) -> str:
    """Why a player must move by hand."""
    if premoves.due(draft) is not None:
        return "no moment, planned"
    if forced.only_now(draft) is not None:
        return "no moment, forced"
    return "impossible plan" if own.premoves(draft.table.timing, draft.table.to_act) else "no plan"
