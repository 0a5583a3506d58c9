"""The options of Blockers (blockers.md §2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.options import GAME, SCORING, Pick, choice
from engine.series import SeriesOptions
from engine.words import Message, count, msg, term

SEATS = range(2, 6)


@dataclass(frozen=True)
class BlockersOptions(SeriesOptions):
    """Every option with its default first."""

    variant: str = choice(
        {
            "standard": Pick(term("Standard", "option"), msg("Each player has one colour.")),
            "profi": Pick(msg("Profi"), msg("Each of the two players has two colours.")),
        },
        name=msg("Colours"),
        help=msg("One colour each, or two colours each for two players."),
        group=GAME,
    )
    scoring: str = choice(
        {
            "blockers": Pick(msg("Blockers"), msg("Groups and prisoners both cost points.")),
            "uptown": Pick(msg("Uptown"), msg("Only groups count. Prisoners break ties.")),
        },
        name=term("Scoring", "option"),
        help=msg("Do prisoners cost points, or only break ties?"),
        group=SCORING,
    )
    profi_own_capture: str = choice(
        {
            "other_colour": Pick(term("Yes", "option"), msg("You may capture tiles of your other colour.")),
            "none": Pick(term("No", "option"), msg("Tiles of your own colours are safe from you.")),
        },
        name=msg("Capture your own other colour"),
        help=msg("In Profi: may you capture tiles of your own other colour?"),
        group=GAME,
        idle=("variant", frozenset({"standard"})),
    )
    no_legal: str = choice(
        {
            "pass": Pick(msg("You pass"), msg("Your turn is skipped.")),
            "swap": Pick(msg("You swap a tile"), msg("One tile goes back into your supply, and you draw another.")),
        },
        name=msg("If nothing fits"),
        help=msg("What you do when none of your tiles has a space."),
        group=GAME,
    )

    summary_options = frozenset(("variant", "scoring"))

    def variant_name(self) -> Message | None:
        return msg("Uptown") if self.scoring == "uptown" else None

    def summarize(self, seats: int) -> Sequence[Message]:
        turns = count("{n} turn each", "{n} turns each", self.turns_each())
        return [msg("Profi"), turns] if self.profi else [turns]

    def rounds_a_game(self, seats: int) -> int:
        return 1

    @property
    def profi(self) -> bool:
        return self.variant == "profi"

    def refusal(self, seats: int) -> Message | None:
        """Return a refusal if the game can't be played by this number of seats."""
        if seats not in SEATS:
            name = self.variant_name() or msg("Blockers")
            return count(
                "{game} needs {low}–{n} player.", "{game} needs {low}–{n} players.", SEATS[-1], game=name, low=SEATS[0]
            )
        if self.profi and seats != 2:
            return msg("Profi is for two players: with more, each has one colour.")
        return super().refusal(seats)

    def colours(self, seats: int) -> int:
        """Return the number of colours in the game."""
        return 2 * seats if self.profi else seats

    def spares(self, seats: int, colour: int, other: int) -> bool:
        """Return whether `colour` can't take `other` because one seat owns both (§7)."""
        have_same_owner = (colour - other) % seats == 0
        return colour == other or (have_same_owner and self.profi_own_capture == "none")

    def turns_each(self) -> int:
        """Return the number of turns of each seat: one for each tile of a colour, except its last four (§5)."""
        return 48 if self.profi else 24
