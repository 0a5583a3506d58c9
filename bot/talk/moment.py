"""The best moment of a finished game, to show it to others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bot.table.log.model import Seen, Table
from bot.table.record.film import Shot
from bot.talk import result
from bot.talk.letter import Letter
from bot.talk.title import AnyGame, table_title
from bot.talk.words import text_letter
from engine import chronicle
from engine.game import Seat
from engine.highlight import Highlight
from engine.words import Who, Words, lines, msg


class Moment(NamedTuple):
    """A step of the game to show, or its end if `shot` is None."""

    shot: Shot | None
    highlight: Highlight


def find_best(game: AnyGame, seen: Seen, shots: Sequence[Shot]) -> Moment:
    """Return the moment with the highest weight, the last one if there are several.

    If there is none, return the end of the game, which is `seen`.
    """
    moments = [Moment(shot, each) for shot in shots if (each := game.voice.highlight(shot.seen)) is not None]
    if (comeback := chronicle.find_comeback(seen.observation, seen.chapters)) is not None:
        moments.append(Moment(None, comeback))
    end = Moment(None, Highlight(0, result.end_title(game, seen)))
    # `max` returns the first of several, so the list is reversed
    return max(reversed([end, *moments]), key=lambda moment: moment.highlight.weight)


def letter(game: AnyGame, table: Table, moment: Moment, seat: Seat, words: Words) -> Letter:
    """Build the message in which a player shares a moment, without its picture."""
    title = msg("-# {title} · shared by {who}", title=table_title(game, table), who=Who(seat))
    return text_letter(words, lines(msg("📸 **{moment}**", moment=moment.highlight.sentence), title))
