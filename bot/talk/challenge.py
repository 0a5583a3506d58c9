"""The messages about a challenged player, for whom a seat at a new table is kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.table.log.model import Table, User
from bot.table.log.settled.gathering import DeclinedInvitation
from bot.talk import time as clocks
from bot.talk.letter import MOST_OPTIONS, Button, ControlId, Letter, Option, Purpose, Row, Select
from bot.talk.menu import SEPARATOR, choice_rows
from bot.talk.title import AnyGame, table_title
from engine.words import Message, Who, Words, msg

LABEL = msg("Play dominoes")
"""The name of the command in the menu of a person."""
APP = msg("That's an app. To play against computers, open a table and press *Add computer*.")
NOT_MEMBER = msg("They aren't on this server, so they can't join here.")
CANT_SEE = msg("They can't see this channel. Challenge them in one that both of you can read.")
TOO_LATE = msg("Please choose *Play dominoes* in their menu again.")
CHOOSE, CHOOSE_ONE = ControlId(Purpose.CHOOSE, 0, data="challenge"), msg("Choose one")
DECLINED = msg("The card says that you can't play now.")


def which_game(user: User) -> Message:
    """Ask for the game that a player wants to play with a user."""
    return msg("Which game do you want to play with <@{user}>?", user=user)


def which_preset(game: AnyGame) -> Message:
    """Ask for the preset of a game."""
    return msg("{game}: how do you want to play it?", game=game.name)


def choices(user: User, minute: int, offered: Sequence[tuple[str, str]], words: Words) -> tuple[Row, ...]:
    """Build a control for each offer of a challenge.

    An offer is a pair: its name and its value.

    `minute` is when the challenge began, in UTC minutes. A late press is refused.
    """
    options = [Option(name, _id(user, minute, value)) for name, value in offered]
    return choice_rows(options, CHOOSE, words.text(CHOOSE_ONE))


def choose_preset(user: User, minute: int, game: AnyGame, about: Mapping[str, Message], words: Words) -> Select:
    """Build the menu of a game's presets, with a line `about` each."""
    options = [
        Option(words.text(offer.name), _id(user, minute, SEPARATOR.join((game.key, key))), words.text(about[key]))
        for key, offer in game.offers.items()
    ]
    return Select(words.text(CHOOSE_ONE), CHOOSE, tuple(options[:MOST_OPTIONS]))


def _id(user: User, minute: int, chosen: str) -> ControlId:
    return ControlId(Purpose.CHALLENGE, 0, minute, SEPARATOR.join((str(user), chosen)))


def opened_notice(table: Table) -> Message | None:
    """Answer a player whose challenge is posted."""
    if table.kept_seat is None:
        return None
    return msg(
        "Your table is open. Its card is in this channel. A seat is kept for <@{user}> until {at}.",
        user=table.kept_seat.user,
        at=clocks.format_date(table.kept_seat.until),
    )


def challenge_line(table: Table) -> Message | None:
    """Name the player for whom a seat is kept, or say that they can't play now."""
    if (seat := table.kept_seat) is not None:
        return msg("<@{user}>: a seat is kept for you until {at}.", user=seat.user, at=clocks.format_date(seat.until))
    if (declined := table.standing.gathering.declined) is not None and table.seat_of(declined.user) is None:
        return msg("<@{user}> can't play now. The seat is free.", user=declined.user)
    return None


def decline_buttons(table: Table, words: Words) -> list[Button]:
    """Build the button with which a challenged player says that they can't play now."""
    if table.kept_seat is None:
        return []
    return [Button(words.text(msg("Not now")), ControlId(Purpose.DECLINE, table.id))]


def answer_letter(game: AnyGame, table: Table, declined: DeclinedInvitation, words: Words) -> Letter:
    """Build the message that tells the host that the challenged player can't play now."""
    text = msg(
        "{host}: <@{user}> can't play {title} now. The seat is free.",
        host=Who(table.seat_of(table.host) or 0),
        user=declined.user,
        title=table_title(game, table),
    )
    return Letter(words.text(text), pings=(table.host,))
