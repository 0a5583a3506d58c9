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
from engine.series import of_game, which_game
from engine.words import Message, Words, count, join_with_dots, lines, msg, sentences

ONLY = msg("There is only one choice.")
LOOKING = msg("Looking at your moves. A long game takes a minute.")


def hint_text(action: Message, why: Message | None) -> Message:
    """Tell a player what a strong computer player would do, and why."""
    return sentences(msg("Hint: **{action}**.", action=action), why)


def no_weakness_text(title: Message) -> Message:
    """Tell a player that none of their decisions was weak."""
    return lines(msg("**{title}**", title=title), msg("Well played. I couldn't find a clearly better move."))


def analysis_letter(game: AnyGame, seen: Seen, moments: Sequence[Moment], place: int, words: Words) -> Letter:
    """Build the message about one of a player's weakest decisions.

    It has buttons to the other decisions, and no picture yet.
    """
    table, number = seen.table, len(moments)
    title = table_title(game, table)
    heading = count("**{n} turning point in {title}**", "**{n} turning points in {title}**", number, title=title)
    signs = ((place - 1, msg("◀ Before")), (place + 1, msg("Next ▶")))
    buttons = [
        Button(words.text(label), ControlId(Purpose.ANALYSIS, table.id, data=str(other)))
        for other, label in signs
        if 0 <= other < number
    ]
    round_ = f"{ROUND}{moments[place].decision.question.table.round}"
    buttons.append(Button(words.text(msg("All hands face up")), ControlId(Purpose.FACEUP, table.id, data=round_)))
    if not table.private:
        ask = f"{ASK}{moments[place].decision.seq}"
        buttons.append(Button(words.text(msg("Ask everyone")), ControlId(Purpose.SHARE, table.id, data=ask)))
    told = better(game, moments[place], table.round)
    return text_letter(words, lines(heading, told), in_rows(buttons))


def _where(game: AnyGame, seen: Observation, rounds: int) -> Message:
    """Name the round of a decision, if there were several, and its situation.

    In a series also name the game. The round is left out if the situation names it already.
    """
    round_, situation = game.voice.round_name(seen, of_game(seen).round), game.voice.situation(seen)
    named = str(situation).startswith(str(round_))
    which, round_part = which_game(seen), None if named or not game.voice.rounds else round_
    if not named and (rounds == 1 or (which is None and round_part is None)):
        return situation
    return join_with_dots(which, round_part, situation)


def better(game: AnyGame, moment: Moment, rounds: int) -> Message:
    """Tell a player about a decision for which there was a better action.

    Say by how many points of its round it was better, if by any, and give a reason if there is a simple one. A false
    claim was wrong because it was a foul, whatever the better action does.
    """
    seen = moment.decision.question.observation
    choice = msg("Position: {where}. You chose {chosen}.", where=_where(game, seen, rounds), chosen=moment.chosen.label)
    value = worth(points_of(moment), moment.better.label)
    if (doubt := moment.chosen.doubt) is not None and doubt.is_false:
        return sentences(choice, msg("Your tiles said otherwise, so it was a foul."), value)
    return sentences(choice, value, _find_reason(game, moment))


def _find_reason(game: AnyGame, moment: Moment) -> Message | None:
    """Return a reason for the better action that doesn't speak as much for the chosen one."""
    seen = moment.decision.question.observation
    reason, other = game.voice.why(seen, moment.better.notation), game.voice.why(seen, moment.chosen.notation)
    if reason is None or other is None or not reason.is_like(other):
        return reason
    return reason if _count_in(reason) > _count_in(other) else None


def _count_in(reason: Message) -> int:
    """Return how much a reason counts, the number in it; 0 if it has none."""
    n = 0
    for name, value in reason.values:
        if isinstance(value, Message):
            n = max(n, _count_in(value))
        elif name == "n" and isinstance(value, int):
            n = max(n, value)
    return n


def points_of(moment: Moment) -> int | None:
    """Return the points of its round that another action was worth; None if it was mainly a better chance to win."""
    return None if moment.points is None else round(moment.points)


def worth(points: int | None, better: Message | str) -> Message:
    """Say that another action was better, and by how many points of its round.

    None says that it was mainly a better chance to win.
    """
    if points is None:
        return msg("**{better}** was a better chance to win the game.", better=better)
    if not points:
        return msg("**{better}** was better.", better=better)
    return count(
        "**{better}** was worth about {n} point more.",
        "**{better}** was worth about {n} points more.",
        points,
        better=better,
    )
