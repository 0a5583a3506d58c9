"""One question to the bot as a value: a press or a command, with all that is needed to answer it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Concatenate, ParamSpec

from bot.channel.port import Postman
from bot.channel.reconcile import Reconciler
from bot.computer.analysis import Analyst
from bot.computer.pool import Pool
from bot.desk.caller import Caller, Target
from bot.desk.result_cache import LruCache
from bot.hands.build import Hands
from bot.pictures.painter import Painter
from bot.runtime.work import Work
from bot.service import Service
from bot.table.log.draft import Draft
from bot.table.log.host import host_now
from bot.table.log.model import Cause, Table, User
from bot.table.record.film import Replay
from bot.table.record.verify import Findings
from bot.table.refusals import Unknown
from bot.talk.letter import FROM_CARD, Letter, Picture, Row
from bot.talk.operator import Operator
from bot.talk.replay import CaptionedShot
from bot.talk.title import table_title
from bot.talk.venue import Venue
from bot.talk.words import Texts, mentions, text_letter
from engine.game import Game, Seat
from engine.words import Message, Value, Words

P = ParamSpec("P")
Games = Mapping[str, Game[Any, Any]]
Arguments = Mapping[str, Any]
"""The typed arguments of a command, by their names."""


@dataclass(frozen=True)
class Tools:
    """What every answer can use: the services, the games, and caches."""

    service: Service
    games: Games
    texts: Texts
    painter: Painter
    hands: Hands
    reconciler: Reconciler
    pool: Pool
    analyst: Analyst
    work: Work
    threads: bool
    """Whether the operator of the bot lets games have threads at all."""
    venue: Callable[[int], Venue | None]
    """Returns what the bot may do in a channel of a server; None if that is unknown."""
    operator: Callable[[], Operator]
    """Returns how users reach the operator."""
    commands: Mapping[str, Message]
    """What each command does, by its name."""
    records: LruCache[tuple[bytes, bytes]]
    """The files of the most recently requested records."""
    checks: LruCache[Findings]
    """The findings for the tables whose deals were checked most recently."""
    postman: Postman
    is_disk_short: Callable[[], bool] = lambda: False
    """Returns whether the disk of the bot is nearly full."""
    commands_everywhere: frozenset[str] = frozenset()
    """The names of the commands that also work where the bot isn't a member."""
    examples: dict[tuple[str, int, str], Picture] = field(default_factory=dict)
    """The pictures of the rules, by game and preset, page and language."""
    replays: LruCache[Replay] = field(default_factory=lambda: LruCache(1))
    """The most recently requested replays."""
    face_up_steps: LruCache[Sequence[CaptionedShot]] = field(default_factory=lambda: LruCache(4))
    """The steps of the games that were viewed face up most recently."""


@dataclass(frozen=True)
class Ask:
    """A press or a command of one caller. `seq` and `data` come from the `ControlId` of the pressed control."""

    tools: Tools
    caller: Caller
    seq: int = 0
    data: str = ""
    arguments: Arguments = field(default_factory=dict)
    form_values: Mapping[str, str] = field(default_factory=dict)
    """The values of a filled-in form, by the names of its fields."""
    table_or_none: Table | None = None
    """The table that the question is about, as it stood at the time of asking."""
    target_or_none: Target | None = None
    """The person whose menu the command was chosen from."""

    # -- who asks, and about what --------------------------------------------------------------------------------------

    @property
    def user(self) -> User:
        return self.caller.person.user

    @property
    def interaction(self) -> int:
        """Discord's id of this press or command; a repeated id changes nothing."""
        return self.caller.interaction

    @property
    def actor(self) -> Cause:
        """The cause of what this question changes: the user and their press."""
        return Cause(self.user, self.interaction, roles=self.caller.roles, joined_at=self.caller.joined_at)

    @property
    def table(self) -> Table:
        """The table that the question is about. Raises Unknown if there is none."""
        if self.table_or_none is None:
            raise Unknown
        return self.table_or_none

    @property
    def table_id(self) -> int:
        """The id of the table that the question is about."""
        return self.table.id

    @property
    def local_table(self) -> Table:
        """The table that the question is about. Raises Unknown if it is not on the caller's server."""
        if self.table.guild != self.caller.guild:
            raise Unknown
        return self.table

    @property
    def target(self) -> Target:
        """The person whose menu the command was chosen from. Raises Unknown if it was in no such menu."""
        if self.target_or_none is None:
            raise Unknown
        return self.target_or_none

    @property
    def seat(self) -> Seat | None:
        """The caller's seat at the table; None if they have none."""
        return self.table.seat_of(self.user)

    @property
    def from_card(self) -> bool:
        """Whether the question comes from the card, or from `/hand` or `/board`.

        All of these show the turn again, since the caller may have lost the message that showed it.
        """
        return self.data == FROM_CARD

    # -- what an answer needs ------------------------------------------------------------------------------------------

    @property
    def service(self) -> Service:
        """The services, which read and change the database."""
        return self.tools.service

    async def do(self, rule: Callable[Concatenate[Draft, P], object], *args: P.args, **kwargs: P.kwargs) -> Table:
        """Change the table by a rule, in the caller's name, and return it.

        Changes nothing if this press already did it.
        """
        return await self.service.tables.do(self.table_id, self.actor, rule, *args, **kwargs)

    @property
    def now(self) -> int:
        """The time by the clock of the tables, in UTC seconds."""
        return self.service.tables.now()

    async def find_admitting(self, tables: Sequence[Table]) -> list[Table]:
        """Return the tables that would not refuse the caller for a reason that is kept secret, such as a block."""
        return await self.service.blocks.find_admitting(self.actor, tables)

    def is_host(self, table: Table) -> bool:
        """Return whether the caller has the rights of the host of a table."""
        return self.user == host_now(table, self.now)

    def game(self, table: Table) -> Game[Any, Any]:
        """Return the rules of a table."""
        return self.tools.games[table.game]

    def title(self, table: Table) -> Message:
        """Return the title of a table."""
        return table_title(self.game(table), table)

    def with_table(self, table: Table) -> Ask:
        """Return the same question about another table."""
        return replace(self, table_or_none=table)

    def plain_words(self, table: Table | None = None) -> Words:
        """Return words in the caller's language, with tiles as text.

        Use it for labels, suggestions, and readers who see no pictures.
        """
        return self.tools.texts.words(self.caller.locale, mentions(table.seats) if table else ())

    def words(self, table: Table | None = None) -> Words:
        """Return words in the caller's language, for a message that can name the people of a table."""
        return self.tools.texts.message_words(self.caller.locale, mentions(table.seats) if table else ())

    async def in_new_language(self) -> Ask:
        """Return the same question in the caller's language, looked up again since it may have just been changed."""
        locale = await self.service.readers.locale_of(self.user, self.caller.discord_locale or self.caller.locale)
        return replace(self, caller=replace(self.caller, locale=locale))

    def in_public(self) -> Ask:
        """Return the same question in the table's language.

        Use it for messages that everyone in the channel sees.
        """
        return replace(self, caller=replace(self.caller, locale=self.table.language))

    def reply(self, text: Value, table: Table | None = None, *rows: Row) -> Letter:
        """Answer with a text, which can name the people of a table, and with controls."""
        return text_letter(self.words(table), text, rows)


Handler = Callable[[Ask], Awaitable[Letter]]
"""Answers one kind of question. Raises Refusal if the request is not possible."""
