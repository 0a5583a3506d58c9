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
from tests.bot.tools import CHANNEL, GUILD, FixedClock, running
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
        """Somebody in the usual channel, asking something new."""
        return replace(Caller(person, "en-US", next(self._ids), GUILD, CHANNEL, lambda: HERE), **changes)

    async def press(
        self, person: Person, purpose: Purpose, table: int = 1, data: str = "", seq: int = 0, **place: Any
    ) -> Letter:
        """The answer to a press, also where it is a refusal."""
        return await self.pressed(person, ControlId(purpose, table, seq, data), **place)

    async def pressed(self, person: Person, id: ControlId, **place: Any) -> Letter:
        """The answer to the press of a control that was shown."""
        return await self.answer(self.desk.press(self.caller(person, **place), id))

    async def form(self, person: Person, id: ControlId) -> Form:
        """The form that a control opens. Raises Refusal."""
        return await self.desk.form(self.caller(person), id)

    async def fill_in(self, person: Person, form: Form, **answers: str) -> Letter:
        """The answer to a form; what is not answered stays as it was filled in already."""
        filled = {field.name: field.current for field in form.fields} | answers
        return await self.answer(self.desk.press(self.caller(person), form.id, filled))

    async def begin(self, game: str, options: Options, *people: Person) -> Table:
        """A table of these people whose first tiles are dealt."""
        return await running(self.service, *people, game=game, options=options)

    async def offers(self, table: Table) -> list[str]:
        """What whoever is to move can do."""
        assert table.mover
        seen = await self.service.tables.observe(table.id, table.mover.user)
        return [choice.notation for choice in seen.observation.choices if choice.enabled]

    async def answer(self, work: Any) -> Letter:
        """What the bot says to whatever was asked."""
        interaction = cast("Interaction", SimpleNamespace(locale="en-US"))
        return (await _make_letter(interaction, work, Texts()))[0]


@asynccontextmanager
async def reception(
    folder: Path, games: Mapping[str, Game[Any, Any]] = GAMES, address: str = "", limits: Limits = LIMITS
) -> AsyncIterator[Reception]:
    """A new bot without Discord; its database is a file in the folder, or that of an `address`."""
    clock = FixedClock()
    mailbox = Mailbox(clock=clock)
    store = await Store.open(address or f"sqlite:///{folder / 'boneyard.db'}")
    parts = Parts.of(store, clock, games, RENDERERS, Texts(), mailbox, Config(limits=limits))
    yield Reception(parts.desk, parts.service, clock, mailbox, parts)
    await parts.close()
    await store.close()


def offered(letter: Letter) -> list[Button | Option]:
    """Everything that can be pressed or chosen below a letter."""
    parts: list[Button | Option] = []
    for row in letter.rows:
        parts += row.options if isinstance(row, Select) else [button for button in row if button.enabled]
    return parts


def labels(letter: Letter) -> list[str]:
    """What is written on it."""
    return [part.label for part in offered(letter)]


def unfit(letter: Letter) -> list[str]:
    """Why Discord would refuse a letter, its files aside."""
    components = messages.view(letter).to_components()
    if not letter.parts:
        return list(problems_of(send(content=letter.text, components=components)))
    pictures = [upload(picture.name) for picture in letter.pictures] + [upload(name) for name, _ in letter.files]
    attached = [attachment(n, filename=file.filename) for n, file in enumerate(pictures)]
    return list(problems_of(replace(layout(*components, attachments=attached), uploads=tuple(pictures))))


def unfit_form(form: Form) -> list[str]:
    """Why Discord would refuse a form."""
    made = forms.build_modal(form).to_dict()
    return list(problems_of(modal(*made["components"], custom_id=made["custom_id"], title=made["title"])))
