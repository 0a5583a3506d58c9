"""Leaks to plant: each lets the real code show a viewer a secret of another.

`plant` gets the patcher and leaves the fault in the code until the test is over.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

import pytest
import structlog
from PIL import Image

from bot.channel.channel import Channel
from bot.channel.posting import Posting
from bot.desk.ask import Ask, Handler
from bot.desk.routes import ROUTES
from bot.pictures.drawings import draw_board
from bot.pictures.painter import Painter
from bot.service import Service
from bot.service.listing import Listing
from bot.service.tables import Tables
from bot.table.log.draft import Draft
from bot.table.log.fold import Entry
from bot.table.log.model import Offer, Seen, ShownStep
from bot.table.posts import PostKind
from bot.table.record import report
from bot.table.refusals import Refusal
from bot.table.rules import play
from bot.talk import turn
from bot.talk.letter import Button, ControlId, Letter, Picture, Purpose
from engine.words import lines, msg
from tests.bot.inside import cached_table

Plant = Callable[[pytest.MonkeyPatch], None]


def hands(service: Service) -> list[str]:
    """Everybody's tiles."""
    return hands_of(cached_table(service.repository).folded.state)


def hands_of(state: Any) -> list[str]:
    everyone = range(len(state.observe(None).points))
    return [" ".join(map(str, state.observe(seat).hands[seat])) for seat in everyone]


def digest(service: Service) -> int:
    """Return a number that gives the hands away only by comparison."""
    return hashlib.sha256(repr(hands(service)).encode()).digest()[0]


def a_tile_in_a_public_button(patch: pytest.MonkeyPatch) -> None:
    real = Posting.post_or_edit

    async def put(self: Posting, ledger: Any, kind: PostKind, seq: int, place: int, letter: Letter, **more: Any) -> int:
        if letter.rows:
            button = Button("?", ControlId(Purpose.ACT, 1, 0, hands(ledger._service)[-1]))
            letter = replace(letter, rows=((button,), *letter.rows))
        return await real(self, ledger, kind, seq, place, letter, **more)

    patch.setattr(Posting, "post_or_edit", put)


def a_tile_in_the_turn_message(patch: pytest.MonkeyPatch) -> None:
    real = Channel._show_snapshot

    async def show(self: Channel, ledger: Any) -> None:
        with patch.context() as now:
            told = turn.turn
            now.setattr(turn, "turn", lambda *all: lines(told(*all), hands(self._service)[-1]))
            await real(self, ledger)

    patch.setattr(Channel, "_show_snapshot", show)


def the_pips_of_hands_in_an_alt_text(patch: pytest.MonkeyPatch) -> None:
    def add_pips(self: Painter, picture: Picture) -> Picture:
        pips = [sum(int(sign) for sign in hand if sign.isdigit()) for hand in hands(self._service)]
        return replace(picture, alt=f"{picture.alt} {pips}")

    _after_board(patch, add_pips)


def one_pixel_of_a_public_picture(patch: pytest.MonkeyPatch) -> None:
    def change_pixel(self: Painter, picture: Picture) -> Picture:
        image, changed = Image.open(io.BytesIO(picture.png)).convert("RGB"), io.BytesIO()
        image.putpixel((0, 0), (digest(self._service),) * 3)
        image.save(changed, "png")
        return replace(picture, png=changed.getvalue())

    _after_board(patch, change_pixel)


def the_name_of_a_file(patch: pytest.MonkeyPatch) -> None:
    _after_board(patch, lambda self, picture: replace(picture, name=f"board-{digest(self._service)}.png"))


def the_boneyard_in_the_board_text(patch: pytest.MonkeyPatch) -> None:
    real = ROUTES[Purpose.TEXT]

    async def text(ask: Ask) -> Letter:
        letter = await real(ask)
        state: Any = cached_table(ask.service.repository).folded.state
        return replace(letter, text=f"{letter.text}\n{getattr(state, 'boneyard', '')}")

    patch.setitem(cast("dict[Purpose, Handler]", ROUTES), Purpose.TEXT, text)


def suggestions_of_another_hand(patch: pytest.MonkeyPatch) -> None:
    async def choices(self: Listing, user: int, verb: str | None = None, **_: Any) -> Sequence[Offer]:
        found = await self._repository.find_drafts(lambda tx: tx.lists.tables_of(user))
        seen = [Seen(one.table, one.table.to_act, one.state.observe(one.table.to_act)) for one in found]
        return [Offer(one.table, choice) for one in seen for choice in play.list_choices(one, verb)]

    patch.setattr(Listing, "choices", choices)


def a_refusal_that_says_who_holds_it(patch: pytest.MonkeyPatch) -> None:
    real = play.act

    def act(draft: Draft, person: Any, seq: int | None, notation: str, **more: bool) -> None:
        try:
            real(draft, person, seq, notation, **more)
        except Refusal as refusal:
            holders = [seat for seat, hand in enumerate(hands_of(draft.state)) if notation.split()[-1] in hand.split()]
            raise Refusal(msg("{why} {holders}", why=refusal.message, holders=str(holders))) from None

    patch.setattr(play, "act", act)


def a_line_of_the_log(patch: pytest.MonkeyPatch) -> None:
    real = Tables.observe

    async def observe(self: Tables, table: int, user: int | None, **more: Any) -> Any:
        structlog.get_logger().debug("looked", reason=str(hands_of(cached_table(self._repository).folded.state)))
        return await real(self, table, user, **more)

    patch.setattr(Tables, "observe", observe)


def events_as_they_were(patch: pytest.MonkeyPatch) -> None:
    real = report.redact_step

    def keep_all_events(entry: Entry, *known: Any, **more: Any) -> ShownStep:
        return replace(real(entry, *known, **more), events=entry.events)

    patch.setattr(report, "redact_step", keep_all_events)


def a_second_message_by_what_is_held(patch: pytest.MonkeyPatch) -> None:
    real = Channel.show

    async def show(self: Channel, table: int, *, doubted: bool = False) -> None:
        await real(self, table, doubted=doubted)
        if digest(self._service) % 2:
            await self._posting._postman.send(0, Letter("Hm."), "hm")

    patch.setattr(Channel, "show", show)


def the_record_of_the_round_that_is_played(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(report, "_public_rows", lambda _, rows: rows)


def _after_board(patch: pytest.MonkeyPatch, told: Callable[[Painter, Picture], Picture]) -> None:
    real = Painter.draw

    async def draw(self: Painter, kind: Any, *of: Any) -> Any:
        drawn = await real(self, kind, *of)
        return told(self, drawn) if kind is draw_board else drawn

    patch.setattr(Painter, "draw", draw)


LEAKS: Mapping[Plant, str] = {
    a_tile_in_a_public_button: "message",
    a_tile_in_the_turn_message: "message",
    the_pips_of_hands_in_an_alt_text: "message",
    one_pixel_of_a_public_picture: "message",
    the_name_of_a_file: "message",
    a_second_message_by_what_is_held: "message",
    the_boneyard_in_the_board_text: "text",
    suggestions_of_another_hand: "suggested",
    a_refusal_that_says_who_holds_it: "refused",
    events_as_they_were: "history",
    the_record_of_the_round_that_is_played: "record",
    a_line_of_the_log: "log",
}
"""Each with the beginning of the name of what it changes."""
