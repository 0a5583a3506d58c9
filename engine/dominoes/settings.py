"""Options that several games of dominoes share."""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

from engine.dominoes.blocked import AUTO, MANUAL
from engine.game import Outcome
from engine.options import (
    BLOCKS,
    DRAWING,
    GAME,
    LENGTH,
    PARTNERS,
    TABLE,
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
from engine.sides import PAIRS, Sides, single_sides
from engine.words import Message, msg, term

TO_TARGET, BY_ROUNDS = "target", "rounds"
"""How a game may end."""

NO_DOUBLE, FIRST, ALL, OPENER = "none", "first", "all", "opener"
"""Which doubles get four arms: none, the first, all, or the opener, whose arms are filled before anything else."""
UNLIMITED = 1000
"""More tiles than any boneyard has."""

HIGHEST_DOUBLE, LOW_DOUBLE = "highest_double", "low_double"
"""The values of `first_lead` and `next_lead` that require a certain tile to open."""
PAIRED = "pairs"
"""The value of `teams` for two against two."""
_PAIRED_SEATS = 4
ALONE: tuple[str, frozenset[Plain]] = ("teams", frozenset({"none"}))
"""The setting without pairs, in which options about pairs have no effect."""

DOUBLE_LEADS = Pick(msg("The highest double"), msg("Its holder opens with it."))
LOW_DOUBLE_LEADS = Pick(msg("The lowest double"), msg("1-1 opens, else 2-2 and so on. 0-0 comes last."))
CHANCE_LEADS = Pick(msg("Random player"), msg("A player drawn by lot opens with any tile."))
BY_TABLE: dict[Plain, Pick] = {
    AUTO: Pick(msg("Automatically"), msg("I see a block by myself.")),
    MANUAL: Pick(msg("By every player"), msg("Each player says that they can't play.")),
}
"""How a block is confirmed in games without false declarations."""
OTHER_HANDS = Pick(msg("All other hands"), msg("The pips in all the other hands."))
OTHERS_LESS_OWN = Pick(msg("Other hands minus own"), msg("The others' pips minus the winner's own."))


def first_lead(picks: dict[Plain, Pick]) -> Any:
    """Return the option that chooses the opener of the first round."""
    return choice(picks, name=msg("First opener"), help=msg("Who opens the first round."), group=GAME)


def next_lead() -> Any:
    """Return the option that chooses the opener of later rounds."""
    picks = {
        "winner": Pick(msg("The winner"), msg("The winner of the last round opens.")),
        "side": Pick(msg("The winning pair"), msg("Of the winning pair, the one who didn't open last.")),
        "rotate": Pick(msg("In turn"), msg("The opener moves on by one seat each round.")),
        "highest_double": DOUBLE_LEADS,
    }
    return choice(picks, name=msg("Later openers"), help=msg("Who opens the later rounds."), group=GAME)


def reserve(idle: tuple[str, frozenset[Plain]] | None = None) -> Any:
    """Return the option that keeps tiles in the boneyard.

    `idle` is the setting in which the option has no effect.
    """
    picks = {0: Pick(term("None", "tiles in reserve")), **number_picks(tiles, (1, 2))}
    about = msg("Tiles that always stay in the boneyard.")
    return choice(picks, name=msg("Reserve"), help=about, group=DRAWING, idle=idle)


def draw_by_choice(idle: tuple[str, frozenset[Plain]] | None = None) -> Any:
    """Return the option that lets players draw even if they can play.

    `idle` is the setting in which the option has no effect.
    """
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
        BY_ROUNDS: Pick(msg("By rounds"), msg("After a number of rounds. The most points win.")),
    }
    return choice(picks, name=msg("The game ends"), help=msg("By points, or after a number of rounds."), group=LENGTH)


def target(usual: int | None, low: int, high: int, auto: Pick | None = None) -> Any:
    """Return the option for the points that win; `auto` describes a default that depends on the set."""
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
    """Return the option for the score of a blocked round's winner."""
    about = msg("What the lightest hand scores when the round is blocked.")
    return choice(picks, name=msg("A block scores"), help=about, group=group)


def verification(picks: dict[Plain, Pick], group: Group) -> Any:
    """Return the option for how a blocked round is confirmed."""
    return choice(picks, name=msg("Blocks confirmed"), help=msg("Who says that a round is blocked."), group=group)


def rounds() -> Any:
    """Return the option for the number of rounds in a game that ends by rounds."""
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


def teams() -> Any:
    """Return the option that makes players who sit opposite partners."""
    picks = {
        "none": Pick(msg("Nobody"), msg("Everyone plays alone.")),
        PAIRED: Pick(term("Pairs", "option"), msg("Two against two. Partners sit opposite and share one score.")),
    }
    return choice(picks, name=msg("Partners"), help=msg("Who plays together."), group=PARTNERS)


def pair_score() -> Any:
    """Return the option for the hands that a pair scores."""
    picks = {
        "opponents": Pick(msg("Both opponents' hands"), msg("The pips in both opponents' hands.")),
        "all": Pick(msg("All hands"), msg("The opponents' pips and the partner's. After a block, all four hands.")),
    }
    about = msg("Whose pips a pair scores when it wins a round.")
    return choice(picks, name=msg("A pair scores"), help=about, group=PARTNERS, idle=ALONE)


def blocked_by() -> Any:
    """Return the option for the hands that decide a block between pairs."""
    picks = {
        "pair": Pick(msg("Both hands together"), msg("The pair with fewer pips in its two hands wins.")),
        "hand": Pick(msg("The lightest hand"), msg("The lightest hand of all four wins for its pair.")),
        "closer": Pick(
            msg("The closer's hand"),
            msg("The player who played last and the next one compare. The lighter hand wins for its pair."),
        ),
    }
    about = msg("Which hands decide a blocked round between pairs.")
    return choice(picks, name=msg("A block is decided by"), help=about, group=BLOCKS, idle=ALONE)


def shutout() -> Any:
    """Return the option for a win against a pair without points."""
    picks = {
        "off": Pick(term("One game", "worth of a win"), msg("A win is a win.")),
        "two": Pick(msg("Two games"), msg("In a series, a win against a pair with no points counts as two games.")),
    }
    about = msg("What it counts for to win while the other pair has no points.")
    return choice(picks, name=msg("A shutout"), help=about, group=PARTNERS, idle=ALONE)


def direction() -> Any:
    """Return the option for the direction of the turns; it changes no result."""
    picks = {
        "clockwise": Pick(msg("Clockwise"), msg("The next player sits on your left.")),
        "anticlockwise": Pick(msg("Anticlockwise"), msg("The next player sits on your right.")),
    }
    return choice(picks, name=msg("Direction"), help=msg("Which way round the turns go."), group=TABLE)


class Shape(NamedTuple):
    """The rules for a line, before the first tile is laid."""

    highest: int
    """The highest number of the set."""
    arms: str
    """Which doubles get four arms."""
    counted: bool
    """Whether the ends are added up."""


class LineOptions(SeriesOptions):
    """The options of a game on a line, and their default effects.

    Every such game declares them under these names.
    """

    first_lead: str
    next_lead: str
    boneyard_reserve: int
    voluntary_draw: bool
    verification: str
    match: str
    target: int | None
    rounds: int
    blocked_score: str
    teams: str
    pair_score: str
    blocked_by: str
    shutout: str
    direction: str

    has_fouls: ClassVar[bool] = False
    """Whether a seat that declares for itself can declare falsely."""

    def sides(self, seats: int) -> Sides:
        return PAIRS if self.has_pairs and seats == _PAIRED_SEATS else single_sides(seats)

    @property
    def has_pairs(self) -> bool:
        """Whether two play against two."""
        return self.teams == PAIRED

    @property
    def has_bonuses(self) -> bool:
        """Whether a play can earn points beside the pips."""
        return False

    def is_shutout(self, outcome: Outcome) -> bool:
        """Return whether the losing pair has no points, if the options count a shutout."""
        if not self.has_pairs or self.shutout == "off":
            return False
        losers = [points for seat, points in enumerate(outcome.points) if seat not in outcome.winners]
        return bool(losers) and max(losers) <= 0

    def games_won(self, outcome: Outcome) -> int:
        return 2 if self.is_shutout(outcome) else 1

    def pairs_refusal(self, seats: int) -> Message | None:
        """Return a refusal if pairs can't play with these options."""
        if not self.has_pairs:
            return None
        if seats != _PAIRED_SEATS:
            return msg("Pairs are two against two: they need four players.")
        if self.pair_score == "all" and self.blocked_score == "others_minus_own":
            return msg("If a pair scores all hands, a block can't be less its own. Change one of the two options.")
        return None

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
