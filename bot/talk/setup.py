"""How a server wants games to be played, what the bot may not do there yet, and what can be changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.table.clock.pace import Preset
from bot.table.limits import OF_SERVERS, Limits
from bot.table.rows import ServerRow
from bot.talk.letter import Button, ControlId, Option, Purpose, Row, Select, Style, in_rows
from bot.talk.time import ABOUT, NAMES
from bot.talk.title import AnyGame
from bot.talk.venue import Venue, remedies, thread_remedies
from engine.words import Join, Message, Words, lines, listed, msg

MOST_GAMES = 5
"""Games with a button of their own."""
NEW = "new"
LIMITS = "limits"


# -- how it is ---------------------------------------------------------------------------------------------------------


def text(server: ServerRow, limits: Limits, venues: Sequence[Venue], *, threads: bool) -> Message:
    """Tell how a server is set up and what is missing; `threads` tells whether the operator of the bot allows them."""
    return lines(
        msg("**Games on this server**"),
        _summary(server, threads=threads),
        _limits(limits),
        listed([_health(server, venue, threads=threads) for venue in venues], Join.LINES),
    )


def opened_in(server: ServerRow) -> Message:
    """Say in which channels a server wants games."""
    return msg("Tables are opened in {channels}.", channels=_channels(server))


def _channels(server: ServerRow) -> Message:
    return listed([f"<#{channel}>" for channel in server.channels], Join.OR)


def _summary(server: ServerRow, *, threads: bool) -> Message:
    where = _channels(server) if server.channels else msg("every channel that I may use")
    who = f"<@&{server.role}>" if server.role else msg("everybody")
    calls = msg("at each turn, and as reminders") if server.calls else msg("only as reminders")
    preset = NAMES[Preset(server.preset)] if server.preset else msg("as usual")
    return lines(
        msg("Tables are opened in: {where}", where=where),
        msg("They are opened by: {who}", who=who),
        msg("*Play now*: in the same channels, for the same people. `/practice`: anywhere, for everyone."),
        msg("Games are played: {threads}", threads=_threads(server, threads=threads)),
        msg("I call people with a mention: {calls}", calls=calls),
        msg("Clock of new tables: {preset}", preset=preset),
    )


def _threads(server: ServerRow, *, threads: bool) -> Message:
    if not server.threads:
        return msg("in the channel itself")
    if not threads:
        return msg("in the channel itself, as whoever runs me has switched threads off")
    return msg("each in a thread of its own")


def _health(server: ServerRow, venue: Venue, *, threads: bool) -> Message:
    """Say what is missing in a channel, each with the place to change it."""
    missing = list(remedies(venue))
    if server.threads and threads:
        missing += [row for row in thread_remedies(venue) if row not in missing]
    if not missing:
        return msg("✔ I may do all that I need in <#{channel}>.", channel=venue.channel)
    return listed([msg("✖ {remedy}", remedy=remedy) for remedy in missing], Join.LINES)


# -- what can be changed -----------------------------------------------------------------------------------------------


def rows(server: ServerRow, here: int, games: Mapping[str, AnyGame], words: Words, *, threads: bool) -> tuple[Row, ...]:
    """Build the controls of all that can be changed, and a button for a first table of each game."""
    clocks = tuple(Option(words.text(NAMES[key]), _id(f"preset={key}"), words.text(ABOUT[key])) for key in NAMES)
    select = Select(words.text(msg("Clock of new tables")), ControlId(Purpose.CHOOSE, 0, data="setup"), clocks)
    opening = [
        _button(words, msg("Open {game}", game=game.name), f"{NEW}={key}", Style.GOOD) for key, game in games.items()
    ]
    last = in_rows([*opening[:MOST_GAMES], _button(words, msg("Limits"), LIMITS)])
    return (_where(server, here, words), _how(server, words, threads=threads), select, *last)


def _where(server: ServerRow, here: int, words: Words) -> tuple[Button, ...]:
    """Build the buttons about channels."""
    if here in server.channels:
        row = [_button(words, msg("Not in this channel"), "without")]
    else:
        label = msg("In this channel too") if server.channels else msg("Only in this channel")
        row = [_button(words, label, "channel")]
    if server.channels:
        row.append(_button(words, msg("In every channel"), "everywhere"))
    return (*row, _button(words, msg("Check again"), "check", Style.MAIN))


def _how(server: ServerRow, words: Words, *, threads: bool) -> tuple[Button, ...]:
    """Build the buttons about threads, calls, and the role that opens tables."""
    row = []
    if threads:
        label = msg("Without threads") if server.threads else msg("With threads")
        row.append(_button(words, label, f"threads={'' if server.threads else 'on'}"))
    label = msg("Call only as reminder") if server.calls else msg("Call at each turn")
    row.append(_button(words, label, f"calls={'' if server.calls else 'on'}"))
    if server.role:
        row.append(_button(words, msg("Everybody may open"), "role="))
    return tuple(row)


# -- limits ------------------------------------------------------------------------------------------------------------


def limits(now: Limits) -> Message:
    """Tell the limits of a server to a user who may change them."""
    return lines(msg("**Limits on this server**"), _limits(now), msg("Choose another number:"))


def limit_rows(now: Limits, words: Words) -> tuple[Row, ...]:
    """Build a menu for each limit that a server can choose."""
    menus = [_menu(words, name, getattr(now, name)) for name in OF_SERVERS]
    return (*menus, (_button(words, msg("Back"), "check"),))


def _limits(limits: Limits) -> Message:
    told = [msg("{what}: {n}", what=limit.label, n=getattr(limits, name)) for name, limit in OF_SERVERS.items()]
    return listed(told, Join.LINES)


def _menu(words: Words, name: str, now: int) -> Select:
    what = OF_SERVERS[name]
    options = tuple(Option(str(n), _id(f"{name}={n}")) for n in what.choices)
    label = msg("{what}: {n}", what=what.label, n=now)
    return Select(words.text(label), ControlId(Purpose.CHOOSE, 0, data=f"setup {name}"), options)


def _id(data: str) -> ControlId:
    return ControlId(Purpose.SETUP, 0, data=data)


def _button(words: Words, label: Message, data: str, style: Style = Style.PLAIN) -> Button:
    return Button(words.text(label), _id(data), style)
