"""Texts about the data that the bot keeps about a user, and about their deletion."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from bot.table.clock.timing import private_in
from bot.table.log.model import Status
from bot.table.log.rows import PersonalData
from bot.table.log.steps import Kind
from bot.table.preferences import PersonRow
from bot.talk.letter import Button, ControlId, Purpose, Row, Style
from bot.talk.words import clean_name
from engine.words import Join, Message, Words, count, join_items, lines, msg

NOTHING = msg("I keep nothing about you.")
FILE = msg("Here is everything that I keep about you. Only you see this.")
FORGOTTEN = msg("Done: I keep nothing about you any more. When you play again, I begin from nothing.")
ALL_ELSE = msg("Done: all else about you is deleted. When you play again, I begin from nothing.")


class PrivacyAction(StrEnum):
    """An action of `/privacy`."""

    SHOW = "show"
    EXPORT = "export"
    ASK = "delete"  # a confirmation follows
    DELETE = "yes"


def stored_data_text(data: PersonalData, operator: Message | None = None) -> Message:
    """List the data that are kept, with a line about the operator."""
    rows = [
        msg("- {fact}", fact=fact) for fact in (*_list_seat_data(data), *_list_other_data(data)) if fact is not None
    ]
    return lines(
        msg("**What I keep about you**, and nothing else."),
        msg("It stays until you delete it. I read no messages, and nobody but you gets this."),
        operator,
        join_items(
            rows, Join.LINES
        ),  # last, because Discord would show a line after the list as part of its last entry
    )


def _list_seat_data(data: PersonalData) -> Sequence[Message | None]:
    """List the data about a user's seats, and about their actions there."""
    seats = [seat for seat in data.seats if seat.seat is not None]
    all_steps = [step for seat in data.seats for step in seat.steps]
    challenges = sum(step.kind == Kind.KEEP for step in all_steps)  # others kept seats for the user
    steps = len(all_steps) - challenges
    names = dict.fromkeys(clean_name(seat.name) for seat in seats)
    return [
        msg("your Discord id, so that I know your seat and ping you"),
        msg("the name that you played under: {names}", names=join_items(list(names))) if names else None,
        count("your seat at {n} table", "your seats at {n} tables", len(seats)) if seats else None,
        count("{n} thing you did at a table, such as a move, and when",
              "{n} things you did at tables, such as moves, and when",
              steps) if steps else None,
        count("that {n} player challenged you within a day or so", "that {n} players challenged you within a day or so",
              challenges) if challenges else None,
    ]  # fmt: skip


def _list_other_data(data: PersonalData) -> Sequence[Message | None]:
    """List all other data."""
    return [
        count("{n} table that you opened and left", "{n} tables that you opened and left", len(data.opened))
        if data.opened else None,
        count("{n} seat that you left and whose tiles you've seen",
              "{n} seats that you left and whose tiles you've seen",
              len(data.left)) if data.left else None,
        count("{n} table whose host took you out", "{n} tables whose hosts took you out", len(data.out))
        if data.out else None,
        msg("your settings (`/settings`)") if _has_settings(data) else None,
        msg("when you were away in the last twelve months") if data.person and data.person.away else None,
        msg("the language of your Discord, for messages that I send you by DM")
        if data.person and data.person.seen_language
        else None,
        count("{n} move that you planned ahead: it goes when its round ends",
              "{n} moves that you planned ahead: they go when their round ends",
               _count_planned_moves(data)) if _count_planned_moves(data) else None,
        count("that you've seen the tour of {n} game", "that you've seen the tours of {n} games",
              len({row.game for row in data.toured})) if data.toured else None,
        count("your statistics of {n} game", "your statistics of {n} games",
              len({row.table for row in data.scores})) if data.scores else None,
        msg("your ratings") if data.ratings else None,
        count("that you asked everyone about a turn of yours in {n} game",
              "that you asked everyone about turns of yours in {n} games",
              len(data.quizzes)) if data.quizzes else None,
        count("your answer to {n} open question about a game", "your answers to {n} open questions about games",
              len(data.answers)) if data.answers else None,
        msg("the hour of your digest, and when the last one came") if data.digest else None,
        count("that you block {n} person", "that you block {n} people", len(data.blocks)) if data.blocks else None,
        count("what you did as a moderator or reported: {n} entry",
              "what you did as a moderator or reported: {n} entries",
              len(data.moderated)) if data.moderated else None,
        count("{n} decision of moderators about you", "{n} decisions of moderators about you", len(data.concerned))
        if data.concerned else None,
        count("that moderators keep you out of the tables of {n} server",
              "that moderators keep you out of the tables of {n} servers",
              len(data.kept_out)) if data.kept_out else None,
        msg("that my operator has blocked you: that stays until they lift it") if data.blocked else None,
        msg("where I sent you your hand by DM")
        if any(seat.messages for seat in data.seats) else None,
    ]  # fmt: skip


def _has_settings(data: PersonalData) -> bool:
    """Return whether any settings of a user are kept."""
    person = data.person
    return person is not None and person != PersonRow(person.user)  # something differs from the defaults


def _count_planned_moves(data: PersonalData) -> int:
    """Return how many moves a user has planned, including those that were dropped."""
    all_plans = [private_in(seat.table.clock, seat.seat) for seat in data.seats]
    return sum(len(each.planned) + len(each.dropped) for each in all_plans)


def row(words: Words) -> Row:
    """Build the buttons below the list of data."""
    file = Button(words.text(msg("As a file")), _id(PrivacyAction.EXPORT))
    return (file, Button(words.text(msg("Delete it …")), _id(PrivacyAction.ASK), Style.DANGER))


def deletion_warning(data: PersonalData) -> Message:
    """Say what will happen when everything is deleted."""
    statuses = [seat.table.status for seat in data.seats if seat.seat is not None]
    running, waiting = statuses.count(Status.RUNNING.value), statuses.count(Status.LOBBY.value)
    return lines(
        msg("**Delete everything about you?** Nobody can bring it back."),
        count(
            "You play in {n} game that goes on: you leave it, and a computer player takes your seat.",
            "You play in {n} games that go on: you leave them, and computer players take your seats.",
            running,
        )
        if running
        else None,
        count("You lose your seat at {n} table.", "You lose your seats at {n} tables.", waiting) if waiting else None,
        msg("Your moves stay in the games of others. There you're “a former player”."),
        msg(
            "Where you've seen tiles of a running game, a mark stays: you can't take another seat there. "
            "Nobody can read your id from it."
        )
        if running or data.left
        else None,
        msg("Where the host took you out, such a mark keeps you out until the game ends.") if data.out else None,
        msg(
            "Days on which you were away stay counted, by such a mark, for twelve months. Nobody can read your id from "
            "it."
        )
        if data.away or (data.person and data.person.away)
        else None,
        msg("Where moderators keep you out of tables, such a mark keeps you out until they lift it or it ends.")
        if data.kept_out
        else None,
        msg("A question that you asked everyone loses its picture.") if data.quizzes else None,
        msg("Messages that are in Discord already stay there: they belong to the server."),
    )


def confirmation_row(words: Words) -> Row:
    """Build the buttons that confirm or cancel the deletion."""
    delete = Button(words.text(msg("Delete everything")), _id(PrivacyAction.DELETE), Style.DANGER)
    return (delete, Button(words.text(msg("Keep it")), _id(PrivacyAction.SHOW)))


def marks_text(data: PersonalData) -> Message:
    """Say what is still kept about a user after a deletion."""
    seen = count(
        "I only keep a mark in {n} running game: you can't take another seat there. It goes when the game ends.",
        "I only keep a mark in {n} running games: you can't take another seat there. It goes when they end.",
        len(data.left),
    )
    out = count(
        "A mark keeps you out of {n} table whose host took you out. It goes when the game ends.",
        "Marks keep you out of {n} tables whose hosts took you out. They go when the games end.",
        len(data.out),
    )
    kept_out = count(
        "A mark keeps you out of the tables of {n} server. It goes when its moderators lift that, or when it ends.",
        "Marks keep you out of the tables of {n} servers. They go when the moderators lift that, or when it ends.",
        len(data.kept_out),
    )
    blocked = msg("I keep that my operator has blocked you, until they lift it.")
    if not (data.left or data.out or data.away or data.blocked or data.kept_out):
        return NOTHING
    return lines(
        blocked if data.blocked else None,
        seen if data.left else None,
        out if data.out else None,
        kept_out if data.kept_out else None,
        _describe_away_mark(data.away) if data.away else None,
    )


def _describe_away_mark(days: int) -> Message:
    return count(
        "A mark counts {n} day on which you were away. It goes after twelve months.",
        "A mark counts {n} days on which you were away. It goes after twelve months.",
        days,
    )


def _id(action: PrivacyAction) -> ControlId:
    return ControlId(Purpose.PRIVACY, 0, data=action)
