"""Joining a running game with its next round: what is offered, answered and shown."""

from __future__ import annotations

from bot.table import late
from bot.table.model import Table
from bot.talk.letter import Button, ControlId, Purpose, Style
from bot.talk.title import AnyGame
from engine.game import Seat
from engine.words import Message, Who, Words, count, lines, listed, msg, sentences

LEFT = msg("You don't join after all.")
REPLACED = msg("The deal with you in it is announced already, so a computer player takes your seat.")


def coming(table: Table) -> Message | None:
    """Say on the card who joins, and when."""
    after = len(table.seats)
    places = [after + n for n, person in enumerate(table.coming) if person.user]
    told = [(Who(place), _is_next(table, place)) for place in places]
    soon, later = [who for who, next_ in told if next_], [who for who, next_ in told if not next_]
    return (
        lines(
            msg("Joining with the next round: {who}.", who=listed(soon)) if soon else None,
            msg("Joining with the round after next: {who}.", who=listed(later)) if later else None,
        )
        if told
        else None
    )


def joins(table: Table, place: Seat) -> Message:
    """Say in a list of games when a newcomer plays."""
    return msg("you join with the next round") if _is_next(table, place) else msg("you join with the round after next")


def _is_next(table: Table, place: Seat) -> bool:
    return late.round_of(table, place) == table.round + 1


def join_button(game: AnyGame, table: Table, words: Words) -> list[Button]:
    """Build the button of a game that can be joined with its next round; an open seat comes first."""
    if table.standing.vacant or late.free(table, game) <= 0:
        return []
    return [Button(words.text(msg("Join next round")), ControlId(Purpose.JOIN, table.id), Style.GOOD)]


def leave_button(table: Table, words: Words) -> Button:
    """Build the button of a newcomer who changes their mind."""
    return Button(words.text(msg("Leave")), ControlId(Purpose.LEAVE, table.id))


def joined(game: AnyGame, table: Table, place: Seat, mean: int) -> Message:
    """Answer a player who joins: with which round, with how many points, and what that means."""
    now = abs(mean) if game.penalties else mean
    begins = count(
        "You begin with the average of all points then, rounded {way}: now that is {n} point.",
        "You begin with the average of all points then, rounded {way}: now that is {n} points.",
        now,
        way=msg("up") if game.penalties else msg("down"),
    )
    return lines(comes(table, place), begins, _ends_before(game, table), msg("The game doesn't count for your rating."))


def comes(table: Table, place: Seat) -> Message:
    """Say to a newcomer when they play."""
    when = (
        msg("You join with the next round, in seat {n}.", n=place + 1)
        if _is_next(table, place)
        else msg("The next round is dealt already. You join with the one after it, in seat {n}.", n=place + 1)
    )
    return sentences(when, msg("I'll ping you on your turn."))


def free(game: AnyGame, table: Table) -> Message | None:
    """Say to a user without a seat that they can join, or why they can't where that is allowed."""
    if table.standing.vacant or not table.running:
        return None
    if late.free(table, game) > 0:
        return msg("Press *Join next round* to play from then on.")
    return late.full(table, game)


def _ends_before(game: AnyGame, table: Table) -> Message | None:
    """Say that the game can be over before; nothing where it goes on for certain."""
    if late.last_round(table, game) is not None:
        return None
    return msg("If the game ends before that, you don't play.")
