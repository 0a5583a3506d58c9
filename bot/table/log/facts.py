"""The facts that a rule needs besides its table. A rule names them, and they are read before the rule runs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import TypeVar

from bot.table.limits import Limits
from bot.table.log.rows import DepartureRow, KeptOutRow, StepRow

R = TypeVar("R", bound=Callable[..., object])


class Fact(Enum):
    """The facts that can be read for a rule, in the transaction that changes the table."""

    LIMITS = auto()
    """The limits that apply on the table's server."""
    TABLES_OF_CALLER = auto()
    """The number of open tables at which the caller sits."""
    TABLES_OF_PLAYERS = auto()
    """The number of open tables at which each player of this table sits."""
    OWN_TABLES = auto()
    """How many other tables of the server would end without the caller."""
    TABLES_HERE = auto()
    """How many other tables are open in the channel."""
    OPENED = auto()
    """How many tables the caller has opened within an hour."""
    AWAY = auto()
    """The end of the caller's newest absence."""
    JOINS = auto()
    """How often the caller has taken a seat at this table."""
    VOTES = auto()
    """The steps by which the caller recently asked for a vote or answered one, at any table."""
    DEPARTURES = auto()
    """The marks of people who left a seat of this table."""
    RATED = auto()
    """Whether the table's server lets games count for ratings."""
    REMATCH_STAYS = auto()
    """Whether the table's server wants rematches to stay in the same thread."""
    FIRST_MESSAGE = auto()
    """The first message about this table."""
    CHALLENGED = auto()
    """The users whom the caller has challenged within the last day."""
    BLOCKS = auto()
    """The people at this table who have blocked the caller, or whom the caller has blocked."""
    ADMISSION = auto()
    """The users whom the server's moderators keep out, and whether the caller is too new there to join tables."""


@dataclass
class Facts:
    """The facts that were read. Facts that the rule did not name keep their default values."""

    limits: Limits = field(default_factory=Limits)
    tables_of: Mapping[int, int] = field(default_factory=dict)
    own_tables: int = 0
    tables_here: int = 0
    opened: int = 0
    away_until: int = 0
    joins: int = 0
    votes: Sequence[StepRow] = ()
    departures: Sequence[DepartureRow] = ()
    rated: bool = True
    rematch_stays: bool = False
    first_message: int | None = None
    roles: Collection[int] = ()
    """The roles of the caller; they are known without reading anything."""
    kept_out: Sequence[KeptOutRow] = ()
    too_new: bool = False
    challenged: Collection[int] = ()
    blocks: Collection[tuple[int, int]] = ()
    """Pairs of users: the first has blocked the second."""


_FACTS_OF: dict[Callable[..., object], tuple[Fact, ...]] = {}


def needs(*facts: Fact) -> Callable[[R], R]:
    """Return a decorator that names the facts a rule needs."""

    def register(rule: R) -> R:
        _FACTS_OF[rule] = facts
        return rule

    return register


def required_facts(rule: Callable[..., object]) -> tuple[Fact, ...]:
    """Return the facts that a rule needs."""
    return _FACTS_OF.get(rule, ())
