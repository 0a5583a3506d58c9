"""What users and the host may do before a game begins. Most functions change a draft or raise a Refusal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import msgspec

from bot.table.log.draft import Draft
from bot.table.log.facts import Fact, needs
from bot.table.log.fold import RULES_VERSION
from bot.table.log.host import host_now, next_host
from bot.table.log.model import Person, Status, Table, User
from bot.table.log.steps import RATED, UNRATED, Joined, Kind, Start, encode_notation
from bot.table.refusals import NotSeated, Over, Refusal
from bot.table.rules import admission, deals, placing, quotas
from engine.game import Game, Seat
from engine.options import OptionRefused, Options
from engine.words import Join, Message, Who, count, join_items, msg, sentences

SET_BEFORE = msg("The game has already started. You can only change this before the start.")


OPENING_FACTS = (
    Fact.LIMITS,
    Fact.AWAY,
    Fact.OPENED,
    Fact.TABLES_OF_CALLER,
    Fact.OWN_TABLES,
    Fact.TABLES_HERE,
    Fact.ADMISSION,
)
"""The facts that opening a table needs."""


@needs(*OPENING_FACTS)
def open_(draft: Draft, host: Person) -> None:
    """Open a table with its host."""
    if admission.is_kept_out(draft.facts, host.user) or draft.facts.too_new:
        raise Refusal(msg("You can't open a table here."))
    quotas.require_caller_quota(draft, host.user)
    quotas.require_hourly_quota(draft)
    quotas.require_own_table_quota(draft)
    quotas.require_channel_quota(draft)
    deals.open_(draft, beacon=draft.beacon)
    join(draft, host)


def join(draft: Draft, person: Person, place: Seat | None = None) -> None:
    """Take the seat `place`; if None, the next free seat. If no seat is free, replace a computer player."""
    table = draft.table
    if table.seat_of(person.user) is not None:
        raise Refusal(msg("You're already in. I'll ping you on your turn."))
    _require_lobby(table, msg("The game has already started, so you can't join it."))
    computers_seat = _find_seat_to_vacate(draft, person.user, place)
    admission.require_admission(draft, person.user)
    if computers_seat is not None:
        vacate(draft, computers_seat)
    seats = draft.table.seats
    draft.table = replace(draft.table, seats=(*seats, person))
    draft.step(Kind.JOIN, len(seats), "" if place is None else encode_notation(Joined(place)))


def _find_seat_to_vacate(draft: Draft, user: User, place: Seat | None) -> Seat | None:
    """Return the seat of the computer player who makes room for a new player.

    Return None if a seat is free. Raises a Refusal if a person has the seat `place`, if people have all seats, or if
    the last seat is kept for another user.
    """
    table = draft.table
    if count_free_seats(draft, user) > 0:
        if place is not None:
            placing.require_free_seat(draft, place)
        return None
    computers = [seat for seat, other in enumerate(table.seats) if other.computer]
    if not computers and table.kept_seat is not None and table.kept_seat.user != user:
        raise Refusal(kept_notice(table.kept_seat.user))
    if not computers:
        raise Refusal(msg("All seats of this table are taken. Open another one with `/new`."))
    return computers[-1] if place is None else placing.find_replaceable_computer(draft, place)


def count_free_seats(draft: Draft, user: User | None = None) -> int:
    """Return how many seats are free for a user.

    A seat that is kept for another user isn't free. If `user` is None, the seats are counted for a computer player.
    """
    table = draft.table
    kept_for_others = 1 if table.kept_seat is not None and table.kept_seat.user != user else 0
    return draft.game.seats_for(table.options)[-1] - len(table.seats) - kept_for_others


def kept_notice(user: User) -> Message:
    """Say that the last free seat is kept for a user."""
    return msg("The last seat is kept for <@{user}>. `/new` opens another table.", user=user)


def leave(draft: Draft, user: User) -> None:
    """Give up a user's seat before the game begins.

    The players behind move up. If the host leaves, the next person becomes host. If the last person leaves, the table
    is closed.
    """
    table = draft.table
    seat = _require_seat(table, user)
    _require_lobby(table, msg("The game has begun. `/leave` asks if you want to leave it for good."))
    staying_users = [person.user for person in table.people if person.user != user]
    vacate(draft, seat)
    while not staying_users and draft.table.seats:
        vacate(draft, len(draft.table.seats) - 1)
    host = staying_users[0] if staying_users and table.host == user else table.host
    draft.table = replace(draft.table, host=host, status=Status.LOBBY if staying_users else Status.CLOSED)


def vacate(draft: Draft, seat: Seat, notation: str = "") -> None:
    """Empty a seat before the game begins; the players behind move up."""
    seats = draft.table.seats
    draft.table = replace(draft.table, seats=(*seats[:seat], *seats[seat + 1 :]))
    draft.step(Kind.LEAVE, seat, notation)


def set_option(draft: Draft, user: User, name: str, text: str) -> None:
    """Set one option. If `name` is empty, the typed value decides which option is meant."""
    with _refuse_invalid_options():
        key, value = draft.table.options.parse_option(name, text)
    set_options(draft, user, {key: value})


def set_options(draft: Draft, user: User, typed: Mapping[str, str]) -> None:
    """Set several options at once, or none if one of them is refused."""
    require_host_in_lobby(draft, user)
    before = draft.table.options
    with _refuse_invalid_options():
        chosen = before.with_options(typed)
    _set_options(draft, chosen)
    for name in chosen.list_differences(before):
        draft.step(Kind.OPTION, draft.table.seat_of(user), f"{name} {chosen.text(name)}")


@contextmanager
def _refuse_invalid_options() -> Iterator[None]:
    """Turn an OptionRefused raised in this context into a Refusal."""
    try:
        yield
    except OptionRefused as refused:
        raise Refusal(refused.message) from None


def set_preset(draft: Draft, user: User, key: str) -> None:
    """Set all options at once to those of a preset."""
    require_host_in_lobby(draft, user)
    chosen = draft.game.presets.get(key)
    if chosen is None:
        raise no_preset(draft.game)
    _set_options(draft, chosen)
    draft.step(Kind.OPTION, draft.table.seat_of(user), f"preset {key}")


def set_rated(draft: Draft, user: User, *, rated: bool) -> None:
    """Set whether the game can count for ratings; only the host may."""
    require_host_in_lobby(draft, user)
    draft.step(Kind.OPTION, draft.table.seat_of(user), RATED if rated else UNRATED)


def set_language(draft: Draft, user: User, language: str) -> None:
    """Set the language of a table; only the host may, and only before the game starts."""
    require_host_in_lobby(draft, user)
    draft.table = replace(draft.table, language=language)
    draft.step(Kind.OPTION, draft.table.seat_of(user), f"language {language}")


def _set_options(draft: Draft, options: Options) -> None:
    """Set options. Raises a Refusal if no number of seats fits them.

    Only numbers of seats with room for all present players count. If the old options don't fit either, the new options
    are not checked until the game starts. So two options that only fit together can be set one after the other.
    """
    seats = len(draft.table.seats)
    is_possible = any(options.refusal(number) is None for number in draft.game.seats if number >= seats)
    fitted_before = draft.table.options.refusal(seats) is None
    if not is_possible and fitted_before and (reason := options.refusal(seats)):
        raise Refusal(reason)
    draft.table = replace(draft.table, options=options)


def hindrance(draft: Draft) -> Message | None:
    """Return the reason why the game cannot begin with the seats that are taken, or None if it can."""
    seats = len(draft.table.seats)
    return draft.table.options.refusal(seats) if seats in draft.game.seats else _seat_count_message(draft, seats)


def start(draft: Draft, *, threaded: bool = False) -> None:
    """Begin the game with the players who have seats.

    From now on it is fixed whether the game is played in a thread, and whether its server lets it count for ratings.
    Otherwise, a manager of the server could change that for a game that they are about to lose. If one person plays
    alone, the first deal is made at once, without an announcement.

    This rule needs the fact RATED.
    """
    table, seats = draft.table, len(draft.table.seats)
    if reason := hindrance(draft):
        raise Refusal(reason)
    draft.table = replace(table, threaded=threaded)
    draft.row = draft.row._replace(rules_version=RULES_VERSION)  # the lobby may be older than this program
    if not draft.facts.rated and not table.standing.unrated:
        draft.step(Kind.OPTION, None, UNRATED)
    placing.arrange(draft)
    notation = Start(table.game, RULES_VERSION, seats, table.options.to_json())
    draft.step(Kind.START, draft.table.seat_of(table.host), msgspec.json.encode(notation).decode())
    draft.add_automatic_steps()
    deals.deal_unannounced(draft)


def close(draft: Draft) -> None:
    """Close a table that waits for players. Its card still shows who had a seat."""
    _require_lobby(draft.table, msg("The game has already started."))
    draft.table = replace(draft.table, status=Status.CLOSED)
    draft.step(Kind.CLOSE)


def close_deleted(draft: Draft, seq: int) -> None:
    """Close a table whose card was deleted.

    If the table has changed since step `seq`, it stays open, and its card is posted again.
    """
    if draft.table.status is Status.LOBBY and draft.row.seq == seq:
        close(draft)


def no_preset(game: Game[Any, Any]) -> Refusal:
    """Return the Refusal for a preset that the game does not have."""
    known = join_items([offer.name for offer in game.offers.values()], Join.COMMA)
    return Refusal(msg("There is no such preset. There are: {known}.", known=known))


def _seat_count_message(draft: Draft, seats: int) -> Message:
    possible_counts = draft.game.seats_for(draft.table.options)
    name = draft.game.name_with(draft.table.options)
    low, high = possible_counts[0], possible_counts[-1]
    requirement = count("{game} needs {low}–{n} player.", "{game} needs {low}–{n} players.", high, game=name, low=low)
    if low == high:
        requirement = count("{game} needs {n} player.", "{game} needs {n} players.", low, game=name)
    if seats == 1:
        return sentences(requirement, msg("You're alone so far. Others can join, or press *Add computer*."))
    return sentences(requirement, msg("So far there are {seats}.", seats=seats))


def _require_seat(table: Table, user: User) -> Seat:
    seat = table.seat_of(user)
    if seat is None:
        raise NotSeated
    return seat


def require_host_in_lobby(draft: Draft, user: User, running: Message = SET_BEFORE) -> None:
    """Raise a Refusal unless `user` is the host and the game has not begun.

    If `user` has the host's rights only because the host stays away, they become the host now.
    """
    require_host(draft.table, user, draft.now, running)
    draft.table = replace(draft.table, host=user)


def require_host(table: Table, user: User, now: int, running: Message = SET_BEFORE) -> None:
    """Raise a Refusal unless `user` has the host's rights and the game has not begun.

    If the game has begun, the message of the Refusal is `running`.
    """
    _require_seat(table, user)
    _require_lobby(table, running)
    if user != host_now(table, now):
        raise Refusal(host_only(table))


def host_only(table: Table) -> Message:
    """Say that only the host can do that, and who can do it if the host stays away."""
    return sentences(
        msg("Only the host ({who}) can do that.", who=_player_name(table, table.host)), describe_next_host(table)
    )


def describe_next_host(table: Table) -> Message | None:
    """Return who has the host's rights once the host is away for a day; None if nobody will have them."""
    substitute = next_host(table)
    if substitute is None:
        return None
    return msg("If they're gone for a day, {who} can.", who=_player_name(table, substitute))


def _player_name(table: Table, user: User) -> Who:
    return Who(table.seat_of(user) or 0)


def _require_lobby(table: Table, message: Message) -> None:
    """Raise a Refusal unless the game has not begun; `message` is for a game that is running."""
    if table.status is Status.RUNNING:
        raise Refusal(message)
    if table.status is not Status.LOBBY:
        raise Over
