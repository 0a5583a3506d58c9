"""Newcomers to a running game: they sit down with the next deal that is not announced yet. Values only.

Until then they are no part of the game: their seats follow those that play, and nothing hidden is theirs.
"""

from __future__ import annotations

from typing import Any

import msgspec

from bot.table.events import SatDown
from bot.table.model import Table, User
from bot.table.rows import StepRow
from bot.table.standing import Standing
from bot.table.steps import Kind, Seated
from engine.game import Chapter, Game, Seat
from engine.late import grown
from engine.options import Options
from engine.words import Message, msg


def most(game: Game[Any, Any], options: Options, seats: int) -> int:
    """Return how many seats a game can grow to."""
    return seats if game.late is None else int(game.late.most(options, seats))


def full(table: Table, game: Game[Any, Any]) -> Message | None:
    """Say why nobody can join a running table that allows it; None where there is room, and where it is not allowed."""
    if game.late is None or not game.late.allowed(table.options) or free(table, game) > 0:
        return None
    if _over(table, game):
        return msg("No further round of this game can be joined. `/new` opens your own table.")
    return msg(
        "Late joining is on, but all {n} seats are taken. `/new` opens your own table.",
        n=len(table.seats) + len(table.coming),
    )


def free(table: Table, game: Game[Any, Any]) -> int:
    """Return how many more can come in: none where the table does not allow it, or no round is known to follow."""
    allowed = table.running and not table.private and bool(table.standing.dealing.root)
    if not allowed or game.late is None:
        return 0
    if _over(table, game):
        return 0
    return most(game, table.options, len(table.seats)) - len(table.seats) - len(table.coming)


def _over(table: Table, game: Game[Any, Any]) -> bool:
    """Return whether no round follows for certain whose deal is not announced yet."""
    last = last_round(table, game)
    return last is not None and next_round(table) > last


def last_round(table: Table, game: Game[Any, Any]) -> int | None:
    """Return the round after which the game is over for certain; None where points decide that."""
    return None if game.late is None else game.late.last(table.options, len(table.seats))


def next_round(table: Table) -> int:
    """Return the round with which a player sits down who comes in now: its deal is not announced yet."""
    return table.round + 1 + (table.standing.due is not None)


def place_of(table: Table, user: User) -> Seat | None:
    """Return the seat that a newcomer will have, or None."""
    after = len(table.seats)
    return next((after + n for n, person in enumerate(table.coming) if user and person.user == user), None)


def round_of(table: Table, place: Seat) -> int:
    """Return the round with which a newcomer sits down."""
    due = table.standing.due
    return due.deal if due is not None and place < len(due.marks) else next_round(table)


def followed(standing: Standing, row: StepRow, limit: int) -> Standing:
    """Return the standing after a newcomer came in or left again. Those in the deal that is due leave their seat to a
    computer player: the deal stays what was announced. Raises ValueError."""
    seat, coming, playing = row.seat, standing.coming, len(standing.players)
    begun = bool(standing.dealing.root) and (standing.round > 0 or standing.due is not None)
    if row.kind == Kind.JOIN and seat == playing + len(coming) < limit and begun and not row.notation:
        return standing._replace(coming=(*coming, None))
    if row.kind != Kind.LEAVE or seat is None or not playing <= seat < playing + len(coming):
        raise ValueError("there is no such seat")
    place = seat - playing
    if seat >= standing.announced:
        return standing._replace(coming=(*coming[:place], *coming[place + 1 :]))
    player = msgspec.json.decode(row.notation, type=Seated).player
    if coming[place] is not None or player is None:
        raise ValueError("the seat is not theirs")
    return standing._replace(coming=(*coming[:place], player, *coming[place + 1 :]))


def seated(
    state: Any, standing: Standing, chapters: tuple[Chapter, ...], seats: int, game: Game[Any, Any]
) -> tuple[Any, Standing, tuple[Chapter, ...], tuple[SatDown, ...]]:
    """Let newcomers sit down with a deal for so many seats; return the state, the standing, the rounds as if they had
    always had the mean, and what everybody sees. Raises ValueError where nobody can."""
    before = len(standing.players)
    if seats == before:
        return state, standing, chapters, ()
    assert game.late is not None
    state = game.late.widened(state, seats)
    points, new = state.observe(None).points, range(before, seats)
    players, coming = standing.coming[: len(new)], standing.coming[len(new) :]
    standing = standing._replace(
        players=(*standing.players, *players),
        coming=coming,
        vacant=(*standing.vacant, *(seat for seat in new if players[seat - before] is not None)),
        took=(*standing.took, *new),
        votes=standing.votes.after_coming() if None in players else standing.votes,
    )
    course = grown([chapter.points for chapter in chapters], seats)
    told = tuple(
        chapter._replace(points=after, seats=chapter.seats or before)
        for chapter, after in zip(chapters, course, strict=True)
    )
    sign = -1 if game.penalties else 1
    return state, standing, told, tuple(SatDown(seat, sign * points[seat]) for seat in new)
