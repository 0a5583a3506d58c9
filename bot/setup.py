"""How a server wants games to be played, and whether the bot may do what that takes. For who manages the server."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from bot.caller import Caller
from bot.places import Place, remedies, thread_remedies
from bot.service import Service
from bot.table.clock.pace import Preset
from bot.table.limits import OF_SERVERS, Limits
from bot.table.refusals import Refusal
from bot.table.rows import ServerRow
from bot.talk.letter import TEXT_LENGTH, Button, ControlId, Letter, Option, Purpose, Row, Select, Style, in_rows
from bot.talk.time import ABOUT, NAMES
from bot.talk.words import Texts, clipped
from engine.game import Game
from engine.words import Join, Message, Words, lines, listed, msg

Change = Callable[[ServerRow], ServerRow]
MOST_CHANNELS = 10
MOST_GAMES = 5
"""Games with a button of their own."""

NEW = "new"
LIMITS = "limits"


class Setup:
    """The part of the desk for who manages a server, and for the limits they set.

    `place` tells what the bot may do in a channel of a server, None where it cannot know; `threads` whether
    whoever runs the bot lets games have threads at all.
    """

    def __init__(
        self,
        service: Service,
        games: Mapping[str, Game[Any, Any]],
        texts: Texts,
        new: Callable[[Caller, str], Awaitable[Letter]],
        *,
        threads: bool,
    ) -> None:
        self._service = service
        self._games = games
        self._texts = texts
        self._new = new
        self._threads = threads
        self.place: Callable[[int], Place | None] = lambda _: None

    # -- what others ask -----------------------------------------------------------------------------------------------

    async def wanted(self, caller: Caller) -> ServerRow:
        """What the caller's server wants for a new table. Raises Refusal where they may not open one here."""
        if elsewhere := await self.elsewhere(caller):
            raise Refusal(elsewhere)
        server = await self._service.servers.server(caller.guild)
        if server.role and server.role not in caller.roles and not caller.manages:
            raise Refusal(msg("On this server only <@&{role}> open tables; anybody can join them.", role=server.role))
        return server

    async def elsewhere(self, caller: Caller) -> Message | None:
        """Where the caller's server wants games to be played, if not here."""
        server = await self._service.servers.server(caller.guild)
        if not server.channels or {caller.channel, caller.parent} & set(server.channels):
            return None
        return msg("Tables are opened in {channels}.", channels=_channels(server))

    async def threaded(self, caller: Caller) -> bool:
        """Whether games of the caller's server get threads: both the server and whoever runs the bot want them."""
        return self._threads and (await self._service.servers.server(caller.guild)).threads

    # -- setting it up -------------------------------------------------------------------------------------------------

    async def letter(self, caller: Caller) -> Letter:
        """How it is set up, what is missing, and what can be changed."""
        _manages(caller)
        return await self._letter(caller, await self._service.servers.server(caller.guild))

    async def change(self, caller: Caller, *changes: Change) -> Letter:
        """Change some of it."""
        guild = _manages(caller)

        def all_of_them(row: ServerRow) -> ServerRow:
            for change in changes:
                row = change(row)
            return row

        return await self._letter(caller, await self._service.servers.set_up(guild, all_of_them))

    async def press(self, caller: Caller, data: str) -> Letter:
        """The answer to a control of this letter; one that says nothing looks again."""
        name, _, value = data.partition("=")
        if name == NEW:
            _manages(caller)
            return await self._new(caller, value)
        if name in (LIMITS, *OF_SERVERS):
            return await self._press_limit(caller, name, value)
        change = _changes(caller).get(name)
        return await self.change(caller, change(value)) if change else await self.letter(caller)

    async def _press_limit(self, caller: Caller, name: str, value: str) -> Letter:
        """The limits with a menu for each; where one was chosen, as they are then."""
        guild = _manages(caller)
        if name in OF_SERVERS:
            await self._service.servers.set_up(guild, limit(name, int(value) if value.isdecimal() else -1))
        words, limits = self._texts.words(caller.locale, ()), await self._service.servers.limits(guild)
        text = lines(msg("**Limits on this server**"), told_limits(limits), msg("Choose another number:"))
        menus = [_menu(words, name, getattr(limits, name)) for name in OF_SERVERS]
        return Letter(words.text(text), rows=(*menus, (_button(words, msg("Back"), "check"),)))

    async def _letter(self, caller: Caller, server: ServerRow) -> Letter:
        words, limits = self._texts.words(caller.locale, ()), await self._service.servers.limits(caller.guild)
        text = lines(
            msg("**Games on this server**"),
            self._summary(server),
            told_limits(limits),
            listed([self._health(server, place) for place in self._places(caller, server)], Join.LINES),
        )
        return Letter(clipped(words.text(text), TEXT_LENGTH), rows=self._rows(caller, server, words))

    def _summary(self, server: ServerRow) -> Message:
        where = _channels(server) if server.channels else msg("every channel that I may use")
        who = f"<@&{server.role}>" if server.role else msg("everybody")
        threads = msg("each in a thread of its own") if server.threads else msg("in the channel itself")
        if server.threads and not self._threads:
            threads = msg("in the channel itself, as whoever runs me has switched threads off")
        calls = msg("at each turn, and as reminders") if server.calls else msg("only as reminders")
        preset = NAMES[Preset(server.preset)] if server.preset else msg("as usual")
        return lines(
            msg("Tables are opened in: {where}", where=where),
            msg("They are opened by: {who}", who=who),
            msg("Games are played: {threads}", threads=threads),
            msg("I call people with a mention: {calls}", calls=calls),
            msg("Clock of new tables: {preset}", preset=preset),
        )

    def _places(self, caller: Caller, server: ServerRow) -> Sequence[Place]:
        """The channels that have to be looked at, the one where it is asked first."""
        others = (self.place(channel) for channel in server.channels if channel not in (caller.channel, caller.parent))
        here = {caller.channel, caller.parent} & set(server.channels) or not server.channels
        return [*((caller.place,) if here else ()), *(place for place in others if place)]

    def _health(self, server: ServerRow, place: Place) -> Message:
        """What is missing in a channel, each with the place to change it."""
        missing = list(remedies(place))
        if server.threads and self._threads:
            missing += [row for row in thread_remedies(place) if row not in missing]
        if not missing:
            return msg("✔ I may do all that I need in <#{channel}>.", channel=place.channel)
        return listed([msg("✖ {remedy}", remedy=remedy) for remedy in missing], Join.LINES)

    def _rows(self, caller: Caller, server: ServerRow, words: Words) -> tuple[Row, ...]:
        here = caller.parent or caller.channel
        if here in server.channels:
            where = [_button(words, msg("Not in this channel"), "without")]
        else:
            label = msg("In this channel too") if server.channels else msg("Only in this channel")
            where = [_button(words, label, "channel")]
        if server.channels:
            where.append(_button(words, msg("In every channel"), "everywhere"))
        where.append(_button(words, msg("Check again"), "check", Style.MAIN))
        others = []
        if self._threads:
            label = msg("Without threads") if server.threads else msg("With threads")
            others.append(_button(words, label, f"threads={'' if server.threads else 'on'}"))
        label = msg("Call only as reminder") if server.calls else msg("Call at each turn")
        others.append(_button(words, label, f"calls={'' if server.calls else 'on'}"))
        if server.role:
            others.append(_button(words, msg("Everybody may open"), "role="))
        clocks = tuple(Option(words.text(NAMES[key]), _id(f"preset={key}"), words.text(ABOUT[key])) for key in NAMES)
        select = Select(words.text(msg("Clock of new tables")), ControlId(Purpose.CHOOSE, 0, data="setup"), clocks)
        games = [
            _button(words, msg("Open {game}", game=game.name), f"{NEW}={key}", Style.GOOD)
            for key, game in self._games.items()
        ]
        limits = _button(words, msg("Limits"), LIMITS)
        return (tuple(where), tuple(others), select, *in_rows([*games[:MOST_GAMES], limits]))


def channel(chosen: int) -> Change:
    """Open tables in this channel."""

    def change(row: ServerRow) -> ServerRow:
        if chosen in row.channels:
            return row
        if len(row.channels) == MOST_CHANNELS:
            raise Refusal(msg("Ten channels are the most. `/setup without` takes one of them off the list."))
        return row._replace(channels=(*row.channels, chosen))

    return change


def without(chosen: int) -> Change:
    """Open tables in this channel no more."""
    return lambda row: row._replace(channels=tuple(known for known in row.channels if known != chosen))


def role(chosen: int | None) -> Change:
    """Let only who has this role open tables; None: everybody."""
    return lambda row: row._replace(role=chosen)


def threads(wanted: bool) -> Change:
    """Whether games get threads."""
    return lambda row: row._replace(threads=wanted)


def calls(wanted: bool) -> Change:
    """Whether people are called at each turn, and not only as a reminder."""
    return lambda row: row._replace(calls=wanted)


def preset(key: str) -> Change:
    """The clock of new tables."""
    if key not in list(Preset):
        raise Refusal(msg("There is no such clock."))
    return lambda row: row._replace(preset=key)


def limit(name: str, chosen: int) -> Change:
    """One of the limits of a server."""
    if chosen not in OF_SERVERS[name].choices:
        raise Refusal(msg("Choose one of the numbers that are listed."))
    return lambda row: row._replace(limits={**row.limits, name: chosen})


def told_limits(limits: Limits) -> Message:
    """The limits that a server can choose, a line each."""
    told = [msg("{what}: {n}", what=limit.label, n=getattr(limits, name)) for name, limit in OF_SERVERS.items()]
    return listed(told, Join.LINES)


def _menu(words: Words, name: str, now: int) -> Select:
    """The numbers to choose from for one limit."""
    what = OF_SERVERS[name]
    options = tuple(Option(str(n), _id(f"{name}={n}")) for n in what.choices)
    label = msg("{what}: {n}", what=what.label, n=now)
    return Select(words.text(label), ControlId(Purpose.CHOOSE, 0, data=f"setup {name}"), options)


def _changes(caller: Caller) -> Mapping[str, Callable[[str], Change]]:
    """What each control of the letter changes, by its name and value."""
    return {
        "channel": lambda _: channel(caller.parent or caller.channel),
        "without": lambda _: without(caller.parent or caller.channel),
        "everywhere": lambda _: lambda row: row._replace(channels=()),
        "role": lambda _: role(None),
        "threads": lambda value: threads(bool(value)),
        "calls": lambda value: calls(bool(value)),
        "preset": preset,
    }


def _manages(caller: Caller) -> int:
    """The caller's server. Raises Refusal for who does not manage it."""
    if caller.guild is None or not caller.manages:
        raise Refusal(msg("Only somebody who may manage this server (the permission Manage Server) can set me up."))
    return caller.guild


def _channels(server: ServerRow) -> Message:
    return listed([f"<#{channel}>" for channel in server.channels], Join.OR)


def _id(data: str) -> ControlId:
    return ControlId(Purpose.SETUP, 0, data=data)


def _button(words: Words, label: Message, data: str, style: Style = Style.PLAIN) -> Button:
    return Button(words.text(label), _id(data), style)
