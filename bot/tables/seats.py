"""The part of `Tables` that knows computer players: who plays a seat, what they are asked, hints and analysis."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from bot.table.model import NOBODY, By, Hint, Question, Table, User
from bot.table.refusals import naming
from bot.table.rules import computers, hints, play
from bot.tables.part import Part
from engine.game import Seat


class Seats(Part):
    """Computer players come in by the same door as everybody else."""

    @abstractmethod
    def player_to_act(self, table: int) -> bool:
        """Whether a computer player is to act where something has just changed; from memory, so it costs nothing."""

    # before the game

    async def add_player(self, table: int, user: User, player: str, *, interaction: int | None = None) -> Table:
        """Give the next seat to a computer player, by its strength; the host's right."""
        by = By(user, interaction)
        return (await self._change(table, by, lambda draft: computers.add(draft, user, player))).table

    async def remove_player(self, table: int, user: User, name: str = "", *, interaction: int | None = None) -> Table:
        """Take a computer player away, the last one where no name is given; the host's right."""
        by = By(user, interaction)
        return (await self._change(table, by, lambda draft: computers.remove(draft, user, name))).table

    async def allow_hints(self, table: int, user: User, *, allowed: bool, interaction: int | None = None) -> Table:
        """Say whether hints are given in this game; the host's right."""
        by = By(user, interaction)
        return (await self._change(table, by, lambda draft: hints.allow(draft, user, allowed=allowed))).table

    # the game

    async def sit(self, table: int, seat: Seat, player: str) -> Table:
        """Let a computer player go on for somebody who is away; the seat stays theirs."""
        return (await self._change(table, NOBODY, lambda draft: computers.sit(draft, seat, player))).table

    async def take_back(self, table: int, user: User, *, interaction: int | None = None) -> Table:
        """Let somebody who was away play again; acting does it too."""
        return (await self._change(table, By(user, interaction), lambda draft: computers.take_back(draft, user))).table

    async def question(self, table: int) -> Question | None:
        """What whoever is to act is asked, for a computer player or a deadline; None while nobody is."""
        draft = await self._store.run(lambda tx: self._open(tx, table))
        return play.question(draft) if draft.table.goes_on else None

    async def hint_about(self, table: int, user: User) -> tuple[Question, Hint | None]:
        """What somebody wants a hint about, and the hint where they have it already."""
        draft = await self._store.run(lambda tx: self._open(tx, table))
        with naming(draft.table.seats):
            return hints.asked(draft, user)

    async def hint(self, table: int, user: User, hint: Hint, *, interaction: int | None = None) -> None:
        """Write down a hint before it is told."""
        await self._change(table, By(user, interaction), lambda draft: hints.give(draft, user, hint))

    async def waiting_for_players(self) -> Sequence[int]:
        """The tables where a computer player is to act, oldest first."""
        return await self._store.run(lambda tx: tx.waiting_for_players())
