"""A finished game, step by step with all hands open."""

from __future__ import annotations

from collections.abc import Sequence

from bot.table.log.model import Status, Table
from bot.talk.card import replay_buttons
from bot.talk.letter import Button, ControlId, Letter, Purpose, in_rows
from bot.talk.replay import ROUND, CaptionedShot, parse_round
from bot.talk.title import AnyGame, table_title
from bot.talk.words import text_letter
from engine.words import Message, Words, join_with_dots, lines, msg


def find_frame(frames: Sequence[CaptionedShot], data: str) -> int:
    """Return the index of the frame that `data` names, by its number or as the first of a round."""
    if data.startswith(ROUND):
        round_ = parse_round(data.removeprefix(ROUND))
        return next((index for index, frame in enumerate(frames) if frame.shot.round == round_), 0)
    return min(parse_round(data), len(frames) - 1)  # the number of a frame is parsed like that of a round


def letter(
    game: AnyGame, table: Table, frames: Sequence[CaptionedShot], index: int, words: Words, *, seated: bool
) -> Letter:
    """Build the message that shows one step, without its picture."""
    frame = frames[index]
    where = msg("round {n} · step {at} of {all}", n=frame.shot.round, at=index + 1, all=len(frames))
    title = msg("**{title}** · {where}", title=join_with_dots(msg("Face up"), table_title(game, table)), where=where)
    last = len(frames) - 1
    steps = ((msg("◀ Back"), index - 1), (msg("Next ▶"), index + 1), (msg("First step"), 0), (msg("Last step"), last))
    buttons = [_button(words, table, label, to) for label, to in steps if 0 <= to <= last and to != index]
    buttons += replay_buttons(table, words)
    if seated and table.status is Status.OVER:
        buttons.append(Button(words.text(msg("My turning points")), ControlId(Purpose.ANALYSIS, table.id)))
    return text_letter(words, lines(title, frame.caption), in_rows(_distinct(buttons)))


def _distinct(buttons: Sequence[Button]) -> Sequence[Button]:
    """Return the buttons without duplicate ids, which Discord rejects.

    The first of several buttons with the same id is kept, at the position of the last.
    """
    # a later entry of a dict replaces the value of an equal key, but not its position
    buttons_by_id = {button.id: button for button in reversed(buttons)}
    return list(reversed(buttons_by_id.values()))


def _button(words: Words, table: Table, label: Message, index: int) -> Button:
    return Button(words.text(label), ControlId(Purpose.FACEUP, table.id, data=str(index)))
