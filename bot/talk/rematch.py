"""A rematch with the same people: each of them agrees with one press."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.table.log.model import Table, User
from bot.table.rules.rematch import HOST_WAITS, MIN_AGREED
from bot.talk.letter import Button, ControlId, Letter, Purpose, Style
from bot.talk.title import AnyGame
from bot.talk.words import mentions
from engine.game import Seat
from engine.sides import has_partners
from engine.words import Message, Words, count, join_items, lines, msg, sentences


def rematch_buttons(table: Table, words: Words, *, counts: bool = False) -> list[Button]:
    """Build the rematch button under a finished game, while it can be pressed.

    With `counts`, it shows how many have agreed; this is for messages that are edited.
    """
    people = sum(1 for person in table.seats if person.user)
    if not people or table.standing.rematch.next is not None:
        return []
    agreed = msg("Rematch {n}/{people}", n=len(table.rematch_seats), people=people)
    label = words.text(agreed if counts and people > 1 else msg("Rematch"))
    return [Button(label, ControlId(Purpose.REMATCH, table.id), Style.GOOD)]


def letter(game: AnyGame, table: Table, words: Words) -> Letter | None:
    """Build the message that counts the players who want another game.

    Return None until the first of several players wants one. Once there is a new game, the message names it.
    """
    again, people = table.rematch_seats, sum(1 for person in table.seats if person.user)
    if not again or people < MIN_AGREED:
        return None
    text = next_game_line(game, table) or count(
        "{names} wants a rematch ({n}/{people}).",
        "{names} want a rematch ({n}/{people}).",
        len(again),
        names=_people(table, again),
        people=people,
    )
    buttons = rematch_buttons(table, words)
    return Letter(words.text(text), rows=(tuple(buttons),) if buttons else ())


def rematch_reply(game: AnyGame, over: Table, user: User) -> Message:
    """Tell a player who wants another game which one it is, or who must still press."""
    return next_game_line(game, over) or lines(_waits(over), _host_may(over, user))


def next_game_line(game: AnyGame, table: Table) -> Message | None:
    """Say at which table the same people play next."""
    if (after := table.standing.rematch.next) is None:
        return None
    game_ = msg("Rematch: {game} #{number}.", game=game.name_with(table.options), number=after.number)
    if not has_partners(table.options.sides(len(table.seats))):
        return sentences(game_, msg("Everyone sits one seat further, in the colour of that seat."))
    return sentences(game_, msg("Pairs and seats stay."))


def _waits(over: Table) -> Message:
    """Name the players who have not pressed yet."""
    missing = [seat for seat, p in enumerate(over.seats) if p.user and seat not in over.rematch_seats]
    if not missing:
        return msg("You're in, but that's not enough players for a rematch. `/new` opens another table.")
    return msg("You're in. Waiting for {people}.", people=_people(over, missing))


def _people(over: Table, seats: Sequence[Seat]) -> Message:
    """Name the users of some seats.

    They answer for themselves, so they have no mark of a computer player that sat in for them.
    """
    return join_items(mentions([replace(over.seats[seat], player=None) for seat in seats]))


def _host_may(over: Table, user: User) -> Message | None:
    if user != over.host:
        return None
    return count(
        "Still waiting after {n} minute? Press again to start without them.",
        "Still waiting after {n} minutes? Press again to start without them.",
        HOST_WAITS // 60,
    )
