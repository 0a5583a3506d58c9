"""A rematch with the same people, to which each agrees with one press."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from bot.table.log.model import Table, User
from bot.table.rules.rematch import HOST_WAITS, MIN_AGREED, can_exchange
from bot.talk.letter import EXCHANGE, Button, ControlId, Letter, Option, Purpose, Row, Select, Style
from bot.talk.title import AnyGame
from bot.talk.words import clean_name, mentions
from engine.game import Seat
from engine.sides import SIGNS, has_partners
from engine.words import Message, Words, count, join_items, lines, msg, sentences


def rematch_buttons(table: Table, words: Words, *, counts: bool = False) -> list[Button]:
    """Build the rematch button under a finished game, as long as it can be pressed.

    With `counts`, it shows how many have agreed; this is for messages that are edited.
    """
    people = sum(1 for person in table.seats if person.user)
    if not people or table.standing.rematch.next is not None:
        return []
    agreed = msg("Rematch {n}/{people}", n=len(table.rematch_seats), people=people)
    label = words.text(agreed if counts and people > 1 else msg("Rematch"))
    buttons = [Button(label, ControlId(Purpose.REMATCH, table.id), Style.GOOD)]
    if can_exchange(table):
        buttons.append(Button(words.text(msg("Change the pairs")), ControlId(Purpose.REMATCH, table.id, data=EXCHANGE)))
    return buttons


def letter(game: AnyGame, table: Table, words: Words) -> Letter | None:
    """Build the message that counts the players who want another game.

    Return None until the first of several players wants one, or the host changes the pairs. The message names the new
    game when there is one.
    """
    agreed_seats = table.rematch_seats
    people = sum(1 for person in table.seats if person.user)
    if people < MIN_AGREED or not (agreed_seats or table.standing.rematch.order):
        return None
    text = next_game_line(game, table) or lines(_count_line(table, agreed_seats, people), _changed_pairs_line(table))
    buttons = rematch_buttons(table, words)
    return Letter(words.text(text), rows=(tuple(buttons),) if buttons else ())


def _count_line(table: Table, agreed_seats: Sequence[Seat], people: int) -> Message | None:
    if not agreed_seats:
        return None
    return count(
        "{names} wants a rematch ({n}/{people}).",
        "{names} want a rematch ({n}/{people}).",
        len(agreed_seats),
        names=_name_people(table, agreed_seats),
        people=people,
    )


def _changed_pairs_line(table: Table) -> Message | None:
    """Name the pairs of the rematch, if the host changed them."""
    if not table.standing.rematch.order:
        return None
    hint = msg("Players who changed places press *Rematch* again.")
    return lines(msg("The rematch: {pairs}.", pairs=pairs_line(table)), hint)


def pairs_line(table: Table) -> Message:
    """Name the pairs of the rematch."""
    order = table.standing.rematch.find_order(len(table.seats))
    first, second = (
        msg("{sign} {names}", sign=sign, names=_name_people(table, [order[place] for place in side]))
        for sign, side in zip(SIGNS, table.options.sides(len(table.seats)), strict=True)
    )
    return msg("{pair} against {other}", pair=first, other=second)


def exchange_text(table: Table) -> Message:
    """Name the pairs of the rematch, and say what a change by the host means."""
    pairs = msg("The rematch: {pairs}.", pairs=pairs_line(table))
    if not can_exchange(table):
        return pairs
    return lines(pairs, msg("Players whom you move press *Rematch* again."))


def exchange_rows(table: Table, words: Words) -> tuple[Row, ...]:
    """Build the menu with which the host exchanges two players before the rematch begins."""
    if not can_exchange(table):
        return ()
    people = [table.seats[seat] for seat in table.standing.rematch.find_order(len(table.seats))]
    options = tuple(
        Option(
            words.text(msg("{name} and {other}", name=clean_name(person.name), other=clean_name(other.name))),
            ControlId(Purpose.REMATCH, table.id, data=f"{EXCHANGE}{person.key}{EXCHANGE}{other.key}"),
        )
        for person, other in combinations(people, 2)
    )
    return (
        Select(words.text(msg("Exchange two players")), ControlId(Purpose.CHOOSE, table.id, data="again"), options),
    )


def rematch_reply(game: AnyGame, ended: Table, user: User) -> Message:
    """Name the new game to a player who wants one, or the players who must still press."""
    return next_game_line(game, ended) or lines(_waiting_line(ended), _host_line(ended, user))


def next_game_line(game: AnyGame, table: Table) -> Message | None:
    """Name the table where the same people play next."""
    if (next_game := table.standing.rematch.next) is None:
        return None
    announcement = msg("Rematch: {game} #{number}.", game=game.name_with(table.options), number=next_game.number)
    if not has_partners(table.options.sides(len(table.seats))):
        return sentences(announcement, msg("Everyone takes the next seat, and its colour."))
    if table.standing.rematch.order:
        return sentences(announcement, msg("{pairs}.", pairs=pairs_line(table)))
    return sentences(announcement, msg("Pairs and seats stay."))


def _waiting_line(ended: Table) -> Message:
    """Name the players who have not pressed yet."""
    missing = [seat for seat, person in enumerate(ended.seats) if person.user and seat not in ended.rematch_seats]
    if not missing:
        return msg("You're in, but that's not enough players for a rematch. `/new` opens another table.")
    return msg("You're in. Waiting for {people}.", people=_name_people(ended, missing))


def _name_people(ended: Table, seats: Sequence[Seat]) -> Message:
    """Name the users of some seats.

    They answer for themselves, so they get no mark even if a computer player sat in for them.
    """
    return join_items(mentions([replace(ended.seats[seat], player=None) for seat in seats]))


def _host_line(ended: Table, user: User) -> Message | None:
    if user != ended.host:
        return None
    return count(
        "Still waiting after {n} minute? Press again to start without them.",
        "Still waiting after {n} minutes? Press again to start without them.",
        HOST_WAITS // 60,
    )
