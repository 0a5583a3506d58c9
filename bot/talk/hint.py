"""Hints during a game, and the analysis after it."""

from __future__ import annotations

from collections.abc import Sequence

from bot.table.model import Moment, Table
from bot.talk.letter import Button, ControlId, Letter, Purpose, in_rows
from bot.talk.replay import ROUND
from bot.talk.title import AnyGame, titled
from bot.talk.words import said
from engine.words import Message, Words, count, lines, msg, sentences

ONLY = msg("There is only one choice.")
LOOKING = msg("Looking at your moves. A long game takes a minute.")


def hinted(action: Message, why: Message | None) -> Message:
    """Tell a player what a strong computer player would do, and what speaks for it."""
    return sentences(msg("Hint: **{action}**.", action=action), why)


def nothing(title: Message) -> Message:
    """Tell a player that none of their decisions was weak."""
    return lines(msg("**{title}**", title=title), msg("Well played: I found nothing clearly better."))


def analysed(game: AnyGame, table: Table, moments: Sequence[Moment], place: int, words: Words) -> Letter:
    """Tell a player one of their weakest decisions, yet without its picture, and lead to the others."""
    title, number = titled(game, table), len(moments)
    heading = count("**Your turning point in {title}**", "**Your {n} turning points in {title}**", number, title=title)
    signs = ((place - 1, msg("◀ Before")), (place + 1, msg("Next ▶")))
    buttons = [
        Button(words.text(label), ControlId(Purpose.ANALYSIS, table.id, data=str(other)))
        for other, label in signs
        if 0 <= other < number
    ]
    round_ = f"{ROUND}{moments[place].decision.question.table.round}"
    buttons.append(Button(words.text(msg("All hands face up")), ControlId(Purpose.FACEUP, table.id, data=round_)))
    return said(words, lines(heading, better(game, moments[place])), in_rows(buttons))


def better(game: AnyGame, moment: Moment) -> Message:
    """Tell a player about a decision where another action would have been better, and by how much."""
    question = moment.decision.question
    told = msg(
        "Round {round} · {situation}: you chose **{chosen}**. Better: **{better}**.",
        round=question.table.round,
        situation=game.voice.situation(question.observation),
        chosen=moment.chosen.label,
        better=moment.better.label,
    )
    points = round(moment.loss)
    worth = count("It was worth about {n} point more.", "It was worth about {n} points more.", points)
    return sentences(told, worth if points else None)
