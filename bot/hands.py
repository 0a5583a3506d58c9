"""Somebody's hand: its picture, and a control for everything that can be done now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.painter import Painter
from bot.table.model import Happened, Seen, Table
from bot.talk import hand, story
from bot.talk.hand import MARGIN, MOST_ROWS
from bot.talk.letter import TEXT_LENGTH, Button, ControlId, Letter, Purpose, Row, Style, in_rows
from bot.talk.menu import Menu
from bot.talk.vote import resume_buttons
from bot.talk.words import Texts, clipped, mentions
from engine.game import Game
from engine.words import Message, Words, msg
from renderers.look import Layout


class Hands:
    """Makes the letter that shows a hand, for whoever brings it."""

    def __init__(self, games: Mapping[str, Game[Any, Any]], painter: Painter, texts: Texts) -> None:
        self._games = games
        self._painter = painter
        self._texts = texts

    async def letter(
        self,
        seen: Seen,
        locale: str,
        note: Message | None = None,
        chosen: tuple[str, ...] = (),
        *,
        every_place: bool = False,
        layout: Layout | None = None,
        happened: Sequence[Happened] = (),
    ) -> Letter:
        """The hand of the seat that sees this; `chosen` is how far its owner has gone into the menu.

        `layout` is where the tiles lie, where that is known already; `happened` is told above the hand, below a `note`.
        """
        table, now = seen.table, seen.observation
        words = self._texts.message_words(locale, mentions(table.seats))
        if layout is None:
            layout = await self._painter.layout(seen)
        picture = await self._painter.hand(seen, layout, locale, chosen)
        game = self._games[table.game]
        room = TEXT_LENGTH - len(words.text(hand.hand(game, seen, note))) - MARGIN
        told = story.newest(story.told_lines(game, happened), words, room)
        note = hand.above_hand(note, hand.recap(happened, seen.seat, told))
        text = words.text(hand.hand(game, seen, note))
        rows: tuple[Row, ...] = ()
        if table.paused:
            rows = (tuple(resume_buttons(table, words)),)
        elif seen.seat is not None and now.to_act == seen.seat:
            menu = Menu(table.id, table.position_seq, now.choices, words, chosen, every_place)
            rows = (*menu.rows(), *_extras(words, table, menu))
        if seen.away:
            rows = ((Button(words.text(msg("Take my seat back")), ControlId(Purpose.RETURN, table.id), Style.GOOD),),)
        if told.left_out and len(rows) < MOST_ROWS:
            rows = (*rows, (story.story_button(words, table, happened[0].seq - 1),))
        return Letter(clipped(text, TEXT_LENGTH), (picture,), rows)


def _extras(words: Words, table: Table, menu: Menu) -> tuple[Row, ...]:
    extras = []
    if menu.hides_places():
        label = words.text(msg("Choose the place"))
        extras.append(Button(label, ControlId(Purpose.PLACES, table.id, table.position_seq)))
    if table.hints_allowed:
        extras.append(Button(words.text(msg("Hint")), ControlId(Purpose.HINT, table.id)))
    if menu.chosen or menu.every_place:
        extras.append(Button(words.text(msg("Back")), ControlId(Purpose.HAND, table.id)))
    return in_rows(extras)
