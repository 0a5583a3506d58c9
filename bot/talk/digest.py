"""The daily digest of games that wait for a user or have ended. Only users who ask for it get it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from bot.table.log.model import Seen, Table
from bot.table.log.settled.votes import Vote
from bot.table.log.steps import Subject
from bot.table.surrender import outcome_of_surrender
from bot.talk.card import format_points
from bot.talk.letter import NO_DIGEST, TEXT_LENGTH, Button, ControlId, Purpose, Row
from bot.talk.title import AnyGame, table_title
from bot.talk.turn import next_buttons
from bot.talk.vote import name_asker, state_question
from bot.talk.waiting import due_text
from bot.talk.words import plain_names, shorten_text
from engine.sides import find_sides, name_side
from engine.words import Join, Message, Words, count, join_items, lines, msg

MOST_WAITING, MOST_ENDED = 8, 5
"""The most games that are listed individually."""
WordsFor = Callable[[Table | None], Words]
"""Returns the words for a table, with the names of its players, or words without names for None."""


@dataclass(frozen=True, slots=True)
class News:
    """The contents of a digest."""

    waiting: int
    """How many games wait for the user's move."""
    shown: Sequence[Seen]
    """The most urgent of the waiting games."""
    asked: Sequence[tuple[Table, Vote]]
    """The votes that wait for the user's answer."""
    ended: Sequence[Seen]


def text(news: News, games: Mapping[str, AnyGame], words_for: WordsFor, now: int) -> str:
    """Write a digest.

    Each digest names its day, so no two have the same text, even if they list the same games. The bot finds out by the
    text whether a digest has arrived.
    """
    asked, ended = news.asked, news.ended
    sections = [
        count("{n} game waits for you:", "{n} games wait for you:", news.waiting) if news.waiting else None,
        *[_waiting_line(games[seen.table.game], seen) for seen in news.shown],
        _more_line(news.waiting - MOST_WAITING),
        count("{n} vote waits for your answer:", "{n} votes wait for your answer:", len(asked)) if asked else None,
        *[_vote_line(games[table.game], table, vote, words_for(table)) for table, vote in asked],
        count("{n} game has ended:", "{n} games have ended:", len(ended)) if ended else None,
        *[_ended_line(games[seen.table.game], seen, words_for(seen.table)) for seen in ended[:MOST_ENDED]],
        _more_line(len(ended) - MOST_ENDED),
    ]
    words = words_for(None)
    day = words.text(msg("-# Your digest of {day}", day=f"<t:{now}:D>"))
    room = TEXT_LENGTH - len(f"\n{day}")  # the day is never cut
    return f"{shorten_text(words.text(lines(*sections)), room)}\n{day}"


def rows(words: Words, *, waits: bool) -> tuple[Row, ...]:
    """Build the buttons under a digest; `waits` is whether a hand waits."""
    stop = Button(words.text(msg("No more digests")), ControlId(Purpose.SETTINGS, 0, data=NO_DIGEST))
    return ((*next_buttons(waits, words), stop),)


def _waiting_line(game: AnyGame, seen: Seen) -> Message:
    """Write the line about a game that waits for a move.

    It has the action that is expected, the deadline, and a link.
    """
    table = seen.table
    call = game.voice.call(seen.observation)
    return join_items([_bold(game, table), call, due_text(table), _link(table)], Join.DOT)


def _vote_line(game: AnyGame, table: Table, vote: Vote, words: Words) -> Message:
    """Write the line about a vote in which silence counts as a yes."""
    question = words.text(state_question(table, vote, name_asker(table, vote, plain_names)))
    until = msg("no answer by {at} is a yes", at=f"<t:{table.timing.silence_at}:f>")
    return join_items([_bold(game, table), question, until, _link(table)], Join.DOT)


def _ended_line(game: AnyGame, seen: Seen, words: Words) -> Message:
    """Write the line about a game that has ended."""
    return join_items([_bold(game, seen.table), words.text(result_line(game, seen))], Join.DOT)


def _bold(game: AnyGame, table: Table) -> Message:
    return msg("**{title}**", title=table_title(game, table))


def _link(table: Table) -> str:
    return f"https://discord.com/channels/{table.guild or '@me'}/{table.place}"


def _more_line(n: int) -> Message | None:
    return count("… and {n} more.", "… and {n} more.", n) if n > 0 else None


def result_line(game: AnyGame, seen: Seen) -> Message:
    """Say how a game ended for its viewer: "you won · Ana 52 · Ben 38"."""
    outcome = outcome_of_surrender(seen.table, seen.observation.points) or seen.observation.outcome
    if outcome is None:
        ended_early = seen.table.standing.closed == Subject.FINISH
        return msg("ended early, as it stood") if ended_early else msg("closed without a result")
    sides = seen.table.options.sides(len(outcome.points))
    winners = find_sides(sides, outcome.winners)
    if seen.seat not in outcome.winners:
        verdict = msg("{winners} won", winners=join_items([name_side(sides, side) for side in winners]))
    else:
        verdict = msg("you won") if len(winners) == 1 else msg("you share the win")
    points = [
        msg("{who} {points}", who=name_side(sides, side), points=format_points(game, outcome.points[side[0]]))
        for side in sides
    ]
    return join_items([verdict, *points], Join.DOT)
