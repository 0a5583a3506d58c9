"""The message about the score of a round, with buttons to other rounds."""

from __future__ import annotations

from bot.table.log.model import Table
from bot.talk.letter import Button, ControlId, Letter, Purpose, in_rows
from bot.talk.title import AnyGame, table_title
from bot.talk.words import text_letter
from engine.words import Message, Words, join_with_dots, lines, msg

NOTHING = msg("No round is counted yet.")


def score_count_letter(
    game: AnyGame, table: Table, tally: Message | None, number: int, rounds: int, words: Words
) -> Letter:
    """Build the message about the score of one round, without its picture.

    The sums are in the picture, or in words in the `tally` if there is no picture. `number` counts the rounds of all
    games of a series.
    """
    title = table_title(game, table)
    which = msg("round {n} of {rounds}", n=number, rounds=rounds) if rounds > 1 else None
    if table.is_running:
        which = msg("round {round}", round=number)  # the number of rounds isn't known yet
    text = lines(msg("**Scoring** · {title}", title=join_with_dots(title, which)), tally)
    others = [other for other in (number - 1, number + 1) if 1 <= other <= rounds]
    buttons = [_button(table, words, other, "◀" if other < number else "▶") for other in others]
    return text_letter(words, text, in_rows(buttons))


def _button(table: Table, words: Words, number: int, sign: str) -> Button:
    label = msg("{sign} Round before", sign=sign) if sign == "◀" else msg("Next round {sign}", sign=sign)
    return Button(words.text(label), ControlId(Purpose.COUNTED, table.id, data=str(number)))
