"""Hints during a game, and the analysis after it."""

from __future__ import annotations

from collections.abc import Sequence

from bot.table.log.model import Moment, Seen
from bot.talk.letter import Button, ControlId, Letter, Purpose, in_rows
from bot.talk.quiz import ASK
from bot.talk.replay import ROUND
from bot.talk.title import AnyGame, table_title
from bot.talk.words import text_letter
from engine.game import Observation
from engine.series import find_game_view, which_game
from engine.words import Message, Words, count, join_with_dots, lines, msg, sentences

ONLY = msg("There is only one choice.")
LOOKING = msg("Looking at your moves. A long game takes a minute.")


def no_weakness_text(title: Message, seen: Seen) -> Message:
    """Say that none of a player's decisions was weak, even if they lost."""
    outcome = seen.observation.outcome
    if outcome is not None and seen.seat not in outcome.winners:
        praise = msg("You lost, but I found no clearly better move.")
    else:
        praise = msg("Well played. I couldn't find a clearly better move.")
    return lines(msg("**{title}**", title=title), praise)


def analysis_letter(game: AnyGame, seen: Seen, moments: Sequence[Moment], index: int, words: Words) -> Letter:
    """Build the message about one of a player's weakest decisions.

    It has buttons to the other decisions, and no picture yet.
    """
    table = seen.table
    total = len(moments)
    title = table_title(game, table)
    heading = count("**{n} turning point in {title}**", "**{n} turning points in {title}**", total, title=title)
    neighbours = ((index - 1, msg("◀ Before")), (index + 1, msg("Next ▶")))
    buttons = [
        Button(words.text(label), ControlId(Purpose.ANALYSIS, table.id, data=str(other)))
        for other, label in neighbours
        if 0 <= other < total
    ]
    round_data = f"{ROUND}{moments[index].decision.question.table.round}"
    buttons.append(Button(words.text(msg("All hands face up")), ControlId(Purpose.FACEUP, table.id, data=round_data)))
    if not table.private:
        question_data = f"{ASK}{moments[index].decision.seq}"
        buttons.append(Button(words.text(msg("Ask everyone")), ControlId(Purpose.SHARE, table.id, data=question_data)))
    moment = moments[index]
    first = join_with_dots(heading, name_round(game, moment.decision.question.observation, table.round))
    return text_letter(words, lines(first, turning_point_text(game, moment)), in_rows(buttons))


def name_round(game: AnyGame, seen: Observation, rounds: int) -> Message | None:
    """Return the round of a decision if there were several, and in a series the game too."""
    which = which_game(seen)
    if not game.voice.rounds or (rounds == 1 and which is None):
        return which
    return join_with_dots(which, game.voice.round_name(seen, find_game_view(seen).round))


def turning_point_text(game: AnyGame, moment: Moment) -> Message:
    """Recall the position, and name a better action than the player's.

    Add how many points of the round it was worth, if any, and a simple reason if there is one. If the player made a
    false claim, the reason is always that it was a foul.
    """
    seen = moment.decision.question.observation
    choice = sentences(game.voice.recall(seen), msg("You chose **{chosen}**.", chosen=moment.chosen.label))
    worth = worth_sentence(points_of(moment), moment.better.label)
    if (doubt := moment.chosen.doubt) is not None and doubt.is_false_claim:
        return sentences(choice, msg("Your tiles said otherwise, so it was a foul."), worth)
    return sentences(choice, worth, _find_reason(game, moment))


def _find_reason(game: AnyGame, moment: Moment) -> Message | None:
    """Return the reason for the better action, unless it applies to the chosen one just as much."""
    seen, better, chosen = moment.decision.question.observation, moment.better.notation, moment.chosen.notation
    if not game.voice.has_advantage(seen, better, chosen):
        return None
    reason, other_reason = game.voice.why(seen, better), game.voice.why(seen, chosen)
    if reason is None or other_reason is None or not reason.is_like(other_reason):
        return reason
    return reason if _largest_number(reason) > _largest_number(other_reason) else None


def _largest_number(reason: Message) -> int:
    """Return the largest number `n` in a reason, which is its weight; 0 if it has none."""
    largest = 0
    for name, value in reason.values:
        if isinstance(value, Message):
            largest = max(largest, _largest_number(value))
        elif name == "n" and isinstance(value, int):
            largest = max(largest, value)
    return largest


def points_of(moment: Moment) -> int | None:
    """Return how many points of the round the better action was worth.

    Return None if it was mainly a better chance to win.
    """
    return None if moment.points is None else round(moment.points)


def worth_sentence(points: int | None, better: Message | str) -> Message:
    """Say that another action was better, and by how many points of the round.

    With None for the points, it was mainly a better chance to win.
    """
    if points is None:
        return msg("**{better}** was a better chance to win the game.", better=better)
    if not points:
        return msg("**{better}** was better.", better=better)
    return count(
        "**{better}** would have been about {n} point better.",
        "**{better}** would have been about {n} points better.",
        points,
        better=better,
    )
