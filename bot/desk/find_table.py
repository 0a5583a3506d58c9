"""Finding the table that a command means.

If the caller names no table, the command means the table in this channel that fits best. If several fit equally well,
the caller chooses.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.desk.ask import Ask
from bot.table.log.model import Status, Table
from bot.table.log.settled.admission import Door
from bot.table.refusals import Refusal, Unknown
from bot.table.rules import votes
from bot.table.rules.play import list_choices
from bot.talk import choose_table
from bot.talk.vote import GO_ON
from bot.talk.waiting import is_turn_of
from engine.game import Game
from engine.words import Message, msg

CLOCK_WORDS = ("preset", "hours", "timezone", "late")
"""The arguments of `/clock` that set a clock; without any of them it shows the clock."""


@dataclass
class Search:
    """A search for the table that a command means. It reads the tables of the channel once, when they are needed."""

    ask: Ask
    verb: str = ""
    """The verb of the move, if the command is a move."""
    _open: list[Table] | None = field(default=None, init=False)

    async def open_tables(self, *statuses: Status) -> list[Table]:
        """Return the open tables of this channel with one of these statuses, oldest first.

        If the channel is the thread of some of them, return only these tables.
        """
        if self._open is None:
            self._open = list(await self.ask.service.listing.in_channel(self.ask.caller.channel))
        tables = [table for table in self._open if table.status in statuses]
        return [table for table in tables if table.thread == self.ask.caller.channel] or tables

    async def own_tables(self, *statuses: Status) -> list[Table]:
        """Return the tables in this channel at which the caller sits."""
        return [table for table in await self.open_tables(*statuses) if self.is_seated(table)]

    async def last_ended(self, *statuses: Status, mine: bool) -> list[Table]:
        """Return a list with the game that ended here last. With `mine`, only the caller's games count."""
        user = self.ask.user if mine else None
        table = await self.ask.service.listing.last_ended(self.ask.caller.channel, statuses, user)
        return [table] if table else []

    def is_seated(self, table: Table) -> bool:
        """Return whether the caller has a seat at a table, or will get one between rounds."""
        user = self.ask.user
        return table.seat_of(user) is not None or table.requested_seat(user) is not None

    async def can_move(self, table: Table) -> bool:
        """Return whether the caller can make the move at a table now."""
        seen = await self.ask.service.tables.observe(table.id, self.ask.user)
        return bool(list_choices(seen, self.verb))

    async def is_one_of_several(self) -> bool:
        """Return whether the caller named no table and sits at several here.

        If so, the answer has to name the table.
        """
        return self.ask.arguments.get("table") is None and len(await _own_tables(self)) > 1

    def has_move(self, table: Table) -> bool:
        """Return whether the move exists in the game of a table."""
        return any(verb.name == self.verb for verb in self.ask.game(table).verbs)


Group = Callable[[Search], Awaitable[list[Table]]]
"""Finds one group of tables. A command means the first of its groups that has any tables."""


@dataclass(frozen=True, slots=True)
class Aim:
    """The groups of tables that a command can mean, and the message if all are empty."""

    groups: Sequence[Group]
    none_message: Callable[[Search], Awaitable[Message]]


# -- groups ------------------------------------------------------------------------------------------------------------


async def _own_turns(search: Search) -> list[Table]:
    return [table for table in await search.own_tables(Status.RUNNING) if is_turn_of(table, search.ask.caller.person)]


async def _own_turns_with_verb(search: Search) -> list[Table]:
    return [table for table in await _own_turns(search) if search.has_move(table)]


async def _own_turns_for_verb(search: Search) -> list[Table]:
    """Return the tables at which it is the caller's turn.

    If there are several, return only those at which the move is possible now.
    """
    turns = await _own_turns_with_verb(search)
    if len(turns) < 2:  # the only table needs no search for possible moves
        return turns
    return [table for table in turns if await search.can_move(table)]


async def _own_games_with_verb(search: Search) -> list[Table]:
    """Return the caller's table whose game has the move, although it isn't their turn.

    Raises Refusal if there are several.
    """
    games = [table for table in await _own_games(search) if search.has_move(table)]
    if len(games) > 1:
        raise Refusal(msg("It isn't your turn at any of these tables. `/games` lists them."))
    return games


async def _own_undoable_games(search: Search) -> list[Table]:
    games = await _own_games(search)
    return [table for table in games if table.standing.undoable == table.seat_of(search.ask.user)]


async def _own_votable_games(search: Search) -> list[Table]:
    """Return the caller's games in which this vote can be called, or the paused ones for a vote to go on."""
    subject, user = search.ask.arguments.get("subject", ""), search.ask.user
    games = await _own_games(search)
    if subject == GO_ON:
        return [table for table in games if table.is_paused]
    return [table for table in games if votes.can_call_vote(table, table.seat_of(user), subject)]


async def _own_games(search: Search) -> list[Table]:
    return await search.own_tables(Status.RUNNING)


async def _all_games(search: Search) -> list[Table]:
    return await search.open_tables(Status.RUNNING)


async def _hosted_lobbies(search: Search) -> list[Table]:
    return [t for t in await search.own_tables(Status.LOBBY) if search.ask.is_host(t)]


async def _refuse_clock(search: Search) -> list[Table]:
    """Refuse to set a clock if the caller hosts no waiting table and sits at several.

    Without this group, they would first be asked which table they mean. Return an empty list if there is nothing to
    refuse.
    """
    if any(search.ask.arguments.get(name) for name in CLOCK_WORDS) and len(await _own_tables(search)) > 1:
        raise Refusal(msg("Only the host of a table can set its clock, before the game begins."))
    return []


async def _own_lobbies(search: Search) -> list[Table]:
    return await search.own_tables(Status.LOBBY)


async def _all_lobbies(search: Search) -> list[Table]:
    return await search.open_tables(Status.LOBBY)


async def _own_tables(search: Search) -> list[Table]:
    return await search.own_tables(Status.LOBBY, Status.RUNNING)


async def _tables_with_free_seat(search: Search) -> list[Table]:
    """Return the tables at which the caller can take a seat, except tables that would refuse them."""
    other_tables = [t for t in await search.open_tables(Status.LOBBY, Status.RUNNING) if not search.is_seated(t)]
    return await search.ask.find_admitting([t for t in other_tables if has_free_seat(search.ask.game(t), t)])


async def _last_own_game(search: Search) -> list[Table]:
    return await search.last_ended(Status.OVER, Status.CLOSED, mine=True)


async def _last_game(search: Search) -> list[Table]:
    return await search.last_ended(Status.OVER, Status.CLOSED, mine=False)


async def _last_own_finished_game(search: Search) -> list[Table]:
    return await search.last_ended(Status.OVER, mine=True)


async def _last_finished_game(search: Search) -> list[Table]:
    return await search.last_ended(Status.OVER, mine=False)


async def _refuse_unreadable(search: Search) -> list[Table]:
    """Refuse if a table of the caller cannot be read, with the reason.

    This group comes before the groups of other players' tables. Return an empty list if all can be read.
    """
    for table in await search.ask.service.listing.unreadable_tables(search.ask.user, search.ask.caller.channel):
        raise Refusal(table.why)
    return []


async def _games_of_others(search: Search) -> list[Table]:
    """Return the game that others play here.

    A caller without a seat can read how the game stands. Raises Refusal if there are several.
    """
    games = await _all_games(search)
    if len(games) > 1:
        raise Refusal(await _no_seat_message(search))
    return games


# -- messages if there are none ----------------------------------------------------------------------------------------


async def _no_seat_message(search: Search) -> Message:
    """Return what a caller who lacks the required seat can do instead."""
    games, joinable_tables = await _all_games(search), await _tables_with_free_seat(search)
    own_tables = await _own_tables(search)
    return choose_table.no_seat_for_this(played=bool(games), free=bool(joinable_tables), sitting=bool(own_tables))


def _always(message: Message) -> Callable[[Search], Awaitable[Message]]:
    async def none_message(_: Search) -> Message:
        return message

    return none_message


_NO_GAME = _always(choose_table.NO_GAME)
_NO_LOBBY = _always(choose_table.NO_LOBBY)
_NO_TABLE = _always(choose_table.NO_TABLE)
_NO_RESULT = _always(choose_table.NO_RESULT)

VERB = Aim(
    (
        _own_turns_for_verb,
        _own_turns_with_verb,
        _own_games_with_verb,
        _own_turns,
        _own_games,
        _own_lobbies,
        _refuse_unreadable,
        _games_of_others,
        _last_own_game,
    ),
    _no_seat_message,
)
HAND = Aim(
    (_own_turns, _own_games, _own_lobbies, _refuse_unreadable, _games_of_others, _last_own_game), _no_seat_message
)
UNDO = Aim((_own_undoable_games, _own_games, _refuse_unreadable, _games_of_others, _last_own_game), _no_seat_message)
VOTE = Aim(
    (_own_votable_games, _own_games, _own_lobbies, _refuse_unreadable, _games_of_others, _last_own_game),
    _no_seat_message,
)
SEAT = Aim((_own_tables, _refuse_unreadable, _games_of_others, _last_own_game), _no_seat_message)
JOIN = Aim((_tables_with_free_seat, _own_tables, _all_lobbies, _games_of_others), _no_seat_message)
BOARD = Aim((_own_turns, _own_games, _all_games, _last_own_game, _last_game), _NO_GAME)
LOBBY = Aim((_hosted_lobbies, _own_lobbies, _all_lobbies), _NO_LOBBY)
CLOCK = Aim((_hosted_lobbies, _refuse_clock, _own_tables, _all_lobbies, _all_games), _NO_TABLE)
RESULT = Aim((_last_own_finished_game, _last_finished_game), _NO_RESULT)
RECORD = Aim((_last_own_game, _last_game, _own_games, _all_games), _NO_RESULT)


async def find_tables(search: Search, aim: Aim) -> Sequence[Table]:
    """Return the table that a command means, or several to choose from.

    Raises Refusal if there are none.
    """
    number = search.ask.arguments.get("table")
    if number is not None:
        return [await _find_by_number(search.ask, number)]
    for group in aim.groups:
        if tables := await group(search):
            return tables
    raise Refusal(await aim.none_message(search))


async def _find_by_number(ask: Ask, number: int) -> Table:
    try:
        return await ask.service.listing.find_by_number(ask.caller.guild, ask.caller.channel, number)
    except Unknown:
        raise Refusal(msg("I don't know that table in this channel. `/games` lists yours.")) from None


def has_free_seat(game: Game[Any, Any], table: Table) -> bool:
    """Return whether a new player can sit down.

    Before the start, the seat of a computer player counts as free.
    """
    if table.standing.admission.door is Door.CLOSED:
        return False
    if table.status is Status.LOBBY:
        return len(table.people) < game.seats_for(table.options)[-1]
    return table.is_running and bool(table.standing.vacant)
