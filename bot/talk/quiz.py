"""The question that a player asks everyone about a turn of a finished game.

Its text and buttons don't reveal which of the two moves was played, or by whom.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.talk.letter import Button, ControlId, Letter, Purpose
from bot.talk.words import text_letter
from engine.words import Message, Words, count, lines, msg, sentences

ASK = "ask "
"""The prefix in the data of a control that asks everyone about a turning point; its step follows."""
CONFIRM = msg("Only you see this. Ask everyone here? They'll see your hand of that turn, but no name.")
PREPARING = msg("Drawing your question. That takes a few seconds.")
GONE = msg("I can't find that turn any more. Open the analysis again.")
QUESTION = msg("What would you play here?")
WITHDRAWN = msg("This question is gone.")


def letter(title: Message, table: int, choices: Sequence[str], enough: int, words: Words) -> Letter:
    """Build the public question, without its picture; it closes with `enough` answers."""
    text = count(
        "-# {title} · open for a day, or until {n} person has answered",
        "-# {title} · open for a day, or until {n} people have answered",
        enough,
        title=title,
    )
    buttons = tuple(
        Button(label, ControlId(Purpose.QUIZ, table, data=str(choice))) for choice, label in enumerate(choices)
    )
    return text_letter(words, lines(msg("**{question}**", question=QUESTION), text), (buttons,))


def closed_letter(
    title: Message, choices: Sequence[str], counts: Sequence[int], verdict: Message, words: Words
) -> Letter:
    """Build the message of a closed question, with the counts and the verdict of the analysis."""
    text = lines(
        msg("**{question}**", question=QUESTION),
        *_counts(choices, counts),
        _say_verdict(verdict),
        msg("-# {title}", title=title),
    )
    return replace(text_letter(words, text), keeps_pictures=True)


def answer(
    choices: Sequence[str], counts: Sequence[int], own: int | None, verdict: Message | None, *, asks: bool
) -> Message:
    """Say to a user what others chose.

    A closed question also has the `verdict` of the analysis. `own` is the user's own choice, and `asks`
    whether they asked the question.
    """
    own_choice = msg("You'd play **{choice}**.", choice=choices[own]) if own is not None else None
    if verdict is not None:
        return lines(sentences(own_choice, msg("This question is closed.")), _say_verdict(verdict))
    hint = (
        msg("You asked this, so your own choice doesn't count.")
        if asks
        else msg("You can change your answer until it closes.")
    )
    return lines(own_choice, msg("So far:"), *_counts(choices, counts), msg("-# {hint}", hint=hint))


def _say_verdict(verdict: Message) -> Message:
    return msg("Analysis: {verdict}", verdict=verdict)


def _counts(choices: Sequence[str], counts: Sequence[int]) -> Sequence[Message]:
    return [msg("- {choice}: {n}", choice=choice, n=n) for choice, n in zip(choices, counts, strict=True)]


def seat_names(seats: int, words: Words) -> tuple[str, ...]:
    """Return names for the seats that don't reveal who sits there."""
    return tuple(words.text(msg("Seat {n}", n=seat + 1)) for seat in range(seats))
