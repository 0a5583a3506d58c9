"""Options that several games of dominoes share, in the same words."""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

from engine.dominoes.blocked import AUTO, MANUAL
from engine.options import (
    DRAWING,
    GAME,
    LENGTH,
    Group,
    Pick,
    Plain,
    choice,
    flag,
    number,
    number_picks,
    points,
    tiles,
)
from engine.options import rounds as number_of_rounds
from engine.series import SeriesOptions
from engine.words import msg

TO_TARGET, BY_ROUNDS = "target", "rounds"
"""How a game may end."""

NOBODY, FIRST, ALL, OPENER = "none", "first", "all", "opener"
"""Which doubles get four arms: none, the first, all, or the opener, whose arms are filled before anything else."""
UNLIMITED = 1000
"""More tiles than any boneyard has."""

DOUBLE_LEADS = Pick(msg("The highest double"), msg("Its holder opens with it."))
CHANCE_LEADS = Pick(msg("Chance"), msg("A player drawn by lot opens with any tile."))
BY_TABLE: dict[Plain, Pick] = {
    AUTO: Pick(msg("By the table"), msg("The bot sees a block by itself.")),
    MANUAL: Pick(msg("By every player"), msg("Each player says that they can't play.")),
}
"""How a block is found if nobody can say what is false."""
OTHER_HANDS = Pick(msg("All other hands"), msg("The pips in all the other hands."))
OTHERS_LESS_OWN = Pick(msg("Other hands less their own"), msg("The others' pips, less the winner's own."))


def first_lead(picks: dict[Plain, Pick]) -> Any:
    """Return the option that chooses the opener of the first round."""
    return choice(picks, name=msg("First opener"), help=msg("Who opens the first round."), group=GAME)


def next_lead() -> Any:
    """Return the option that chooses the opener of later rounds."""
    picks = {
        "winner": Pick(msg("The winner"), msg("The winner of the last round opens.")),
        "rotate": Pick(msg("In turn"), msg("The opener moves on by one seat each round.")),
        "highest_double": DOUBLE_LEADS,
    }
    return choice(picks, name=msg("Later openers"), help=msg("Who opens the later rounds."), group=GAME)


def reserve(idle: tuple[str, frozenset[Plain]] | None = None) -> Any:
    """Return the option that keeps tiles in the boneyard."""
    picks = {0: Pick(msg("None")), **number_picks(tiles, (1, 2))}
    about = msg("Tiles that always stay in the boneyard.")
    return choice(picks, name=msg("Reserve"), help=about, group=DRAWING, idle=idle)


def draw_by_choice(idle: tuple[str, frozenset[Plain]] | None = None) -> Any:
    """Return the option that lets players draw although they could play."""
    about = msg("May you draw although a tile fits?")
    return flag(False, name=msg("Draw by choice"), help=about, group=DRAWING, idle=idle)


def hand_size(high: int) -> Any:
    """Return the option for another number of tiles in a hand, up to `high`."""
    usual = Pick(msg("Usual for the set"), msg("As the rules deal for this set and number of players."))
    return number(
        None,
        low=3,
        high=high,
        unit=tiles,
        auto=usual,
        name=msg("Tiles in a hand"),
        help=msg("How many tiles each player is dealt."),
        group=DRAWING,
    )


def match() -> Any:
    """Return the option that ends a game by points or by rounds."""
    picks = {
        TO_TARGET: Pick(msg("By points"), msg("Rounds are played until a player has the points to win.")),
        BY_ROUNDS: Pick(msg("By rounds"), msg("The most points after the last round win.")),
    }
    return choice(picks, name=msg("The game ends"), help=msg("By points, or after a number of rounds."), group=LENGTH)


def target(usual: int | None, low: int, high: int, auto: Pick | None = None) -> Any:
    """Return the option of a game that ends by points; `auto` puts the points by the set in words."""
    return number(
        usual,
        low=low,
        high=high,
        unit=points,
        auto=auto,
        implies=("match", TO_TARGET),
        name=msg("Points to win"),
        help=msg("The points that win, when the game ends by points."),
        group=LENGTH,
    )


def block_score(picks: dict[Plain, Pick], group: Group) -> Any:
    """Return the option for what the winner of a blocked round scores."""
    about = msg("What the lightest hand scores when the round is blocked.")
    return choice(picks, name=msg("A block scores"), help=about, group=group)


def verification(picks: dict[Plain, Pick], group: Group) -> Any:
    """Return the option for how a blocked round is found."""
    return choice(picks, name=msg("Blocks confirmed"), help=msg("How a blocked round is found."), group=group)


def rounds() -> Any:
    """Return the option of a game that ends by rounds."""
    return number(
        1,
        low=1,
        high=50,
        unit=number_of_rounds,
        implies=("match", BY_ROUNDS),
        name=msg("Number of rounds"),
        help=msg("The rounds to play, when the game ends by rounds."),
        group=LENGTH,
    )


class Shape(NamedTuple):
    """The rules for a line, before the first tile is laid."""

    highest: int
    """The highest number of the set."""
    arms: str
    """Which doubles get four arms."""
    counted: bool
    """Whether the ends are added up."""


class LineOptions(SeriesOptions):
    """The options, by these names, that every game on a line has, with shared defaults."""

    first_lead: str
    next_lead: str
    boneyard_reserve: int
    voluntary_draw: bool
    verification: str
    match: str
    target: int | None
    rounds: int

    has_fouls: ClassVar[bool] = False
    """Whether a seat that declares for itself can declare falsely."""

    def shape(self, seats: int) -> Shape:
        """Return the rules for the line."""
        raise NotImplementedError

    def highest(self, seats: int) -> int:
        """Return the highest number of the set."""
        raise NotImplementedError

    def hand_size_for(self, seats: int) -> int:
        """Return the tiles dealt to each seat."""
        raise NotImplementedError

    def goal(self, seats: int) -> int | None:
        """Return the points that win the game; None if the game ends by rounds."""
        return None if self.match == BY_ROUNDS else self.target

    def rounds_a_game(self, seats: int) -> int | None:
        return self.rounds if self.goal(seats) is None else None

    def reserve(self, seats: int) -> int:
        """Return the tiles that stay in the boneyard."""
        return self.boneyard_reserve

    @property
    def draws_a_turn(self) -> int:
        """The most tiles that a seat may draw in a turn."""
        return UNLIMITED

    @property
    def most_doubles(self) -> int | None:
        """The most doubles that a hand may be dealt before all tiles are dealt again; None for any number."""
        return None

    @property
    def ends_early(self) -> bool:
        """Whether a round ends as soon as no seat can ever play again."""
        return False
