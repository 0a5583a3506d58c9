"""The options of Blockers (blockers.md §2)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.options import choice
from engine.series import SeriesOptions
from engine.words import Message, msg

SEATS = range(2, 6)


@dataclass(frozen=True)
class BlockersOptions(SeriesOptions):
    """Every option with its default first."""

    variant: str = choice("standard", "profi", help=msg("One colour each, or for two players two colours each"))
    scoring: str = choice("blockers", "uptown", help=msg("Whether prisoners cost points, or only break ties"))
    profi_own_capture: str = choice(
        "other_colour", "none", help=msg("Whether one may take tiles of one's own other colour in profi")
    )
    no_legal: str = choice("pass", "swap", help=msg("What a player does whose tiles all have no space"))

    @property
    def profi(self) -> bool:
        return self.variant == "profi"

    def refusal(self, seats: int) -> Message | None:
        """Say why this number of seats cannot play: each needs a colour of its own, in profi two."""
        if seats not in SEATS:
            return msg("Blockers is for {low} to {high} players.", low=SEATS[0], high=SEATS[-1])
        if self.profi and seats != 2:
            return msg("Profi is for two players: with more, each has one colour.")
        return super().refusal(seats)

    def colours(self, seats: int) -> int:
        """Return how many colours are in the game."""
        return 2 * seats if self.profi else seats

    def spares(self, seats: int, colour: int, other: int) -> bool:
        """Return whether tiles of `other` are safe from `colour` because both belong to one seat (§7)."""
        return colour == other or ((colour - other) % seats == 0 and self.profi_own_capture == "none")

    def turns_each(self) -> int:
        """Return the turns of every seat: all tiles of its colours but the last four (§5)."""
        return 48 if self.profi else 24
