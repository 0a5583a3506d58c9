"""The desk without Discord: people press and type, and read the letters that a real bot would send them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

from bot.config import Config
from bot.desk.caller import Caller
from bot.desk.desk import Desk
from bot.discord import forms, messages
from bot.discord.answers import _make_letter
from bot.parts import Parts
from bot.service import Service
from bot.store import Store
from bot.table.limits import LIMITS, Limits
from bot.table.log.model import Person, Table
from bot.talk.form import Form
from bot.talk.letter import Button, ControlId, Letter, Option, Purpose, Select
from bot.talk.venue import Venue
from bot.talk.words import Texts
from engine.game import Game
from engine.games import GAMES
from engine.options import Options
from renderers import RENDERERS
from tests.bot.mailbox import Mailbox
from tests.bot.tools import CHANNEL, GUILD, FixedClock, running_table
from tests.discord.check import problems_of
from tests.discord.examples import attachment, layout, modal, send, upload

if TYPE_CHECKING:
    from bot.discord.answers import Interaction

HERE = Venue((), True, (), CHANNEL)


@dataclass
class Reception:
    """Where people ask."""

    desk: Desk
    service: Service
    clock: FixedClock
    mailbox: Mailbox
    parts: Parts
    _ids: Iterator[int] = field(default_factory=lambda: count(1))

    def caller(self, person: Person, **changes: Any) -> Caller:
        """Return a caller in the usual channel, with an interaction of its own."""
        return replace(Caller(person, "en-US", next(self._ids), GUILD, CHANNEL, lambda: HERE), **changes)

    async def press(
        self, person: Person, purpose: Purpose, table: int = 1, data: str = "", seq: int = 0, **place: Any
    ) -> Letter:
        """Press a button of a table, and return the answer or the refusal."""
        return await self.press_control(person, ControlId(purpose, table, seq, data), **place)

    async def press_control(self, person: Person, id: ControlId, **place: Any) -> Letter:
        """Press a control that was shown, and return the answer or the refusal."""
        return await self.answer(self.desk.press(self.caller(person, **place), id))

    async def form(self, person: Person, id: ControlId) -> Form:
        """Return the form that a control opens. Raises Refusal."""
        return await self.desk.form(self.caller(person), id)

    async def fill_in(self, person: Person, form: Form, **answers: str) -> Letter:
        """Send a form, and return the answer; fields without an answer keep their values."""
        filled = {field.name: field.current for field in form.fields} | answers
        return await self.answer(self.desk.press(self.caller(person), form.id, filled))

    async def begin(self, game: str, options: Options, *people: Person) -> Table:
        """Return a table of these people whose first tiles are dealt."""
        return await running_table(self.service, *people, game=game, options=options)

    async def offers(self, table: Table) -> list[str]:
        """Return the notations that the player to move can choose from."""
        assert table.mover
        seen = await self.service.tables.observe(table.id, table.mover.user)
        return [choice.notation for choice in seen.observation.choices if choice.enabled]

    async def answer(self, work: Any) -> Letter:
        """Return the answer, or the letter of a refusal."""
        interaction = cast("Interaction", SimpleNamespace(locale="en-US"))
        return (await _make_letter(interaction, work, Texts()))[0]


@asynccontextmanager
async def reception(
    folder: Path, games: Mapping[str, Game[Any, Any]] = GAMES, address: str = "", limits: Limits = LIMITS
) -> AsyncIterator[Reception]:
    """Run a bot without Discord; its database is a file in the folder, or has an `address`."""
    clock = FixedClock()
    mailbox = Mailbox(clock=clock)
    store = await Store.open(address or f"sqlite:///{folder / 'boneyard.db'}")
    parts = Parts.of(store, clock, games, RENDERERS, Texts(), mailbox, Config(limits=limits))
    yield Reception(parts.desk, parts.service, clock, mailbox, parts)
    await parts.close()
    await store.close()


def controls_of(letter: Letter) -> list[Button | Option]:
    """Everything that can be pressed or chosen below a letter."""
    parts: list[Button | Option] = []
    for row in letter.rows:
        parts += row.options if isinstance(row, Select) else [button for button in row if button.is_enabled]
    return parts


def labels(letter: Letter) -> list[str]:
    """Return the labels of all controls of a letter."""
    return [part.label for part in controls_of(letter)]


def letter_problems(letter: Letter) -> list[str]:
    """Return why Discord would refuse a letter, its files aside."""
    components = messages.view(letter).to_components()
    if not letter.parts:
        return list(problems_of(send(content=letter.text, components=components)))
    pictures = [upload(picture.name) for picture in letter.pictures] + [upload(name) for name, _ in letter.files]
    attached = [attachment(n, filename=file.filename) for n, file in enumerate(pictures)]
    return list(problems_of(replace(layout(*components, attachments=attached), uploads=tuple(pictures))))


def form_problems(form: Form) -> list[str]:
    """Return why Discord would refuse a form."""
    made = forms.build_modal(form).to_dict()
    return list(problems_of(modal(*made["components"], custom_id=made["custom_id"], title=made["title"])))
