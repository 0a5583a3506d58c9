"""The setup panel of a server.

It shows how games are played there and which permissions are missing, with controls to change that.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from bot.table.clock.pace import Preset
from bot.table.limits import Limits
from bot.table.server_settings import SWITCHES, THREADS, ServerRow
from bot.table.switches import Switch
from bot.talk import setup_more
from bot.talk.letter import (
    Box,
    Button,
    ControlId,
    Divider,
    Letter,
    Option,
    Part,
    Purpose,
    RoleSelect,
    Section,
    Select,
    Style,
    Text,
    in_rows,
)
from bot.talk.time import ABOUT, NAMES
from bot.talk.title import AnyGame
from bot.talk.venue import Venue, remedies, thread_remedies
from bot.talk.words import Texts
from engine.words import Join, Message, Words, join_items, lines, msg

ACCENT = 0x5865F2
NEW = "new"
Games = Mapping[str, AnyGame]

CRAMPED = msg("✖ My disk is nearly full. Tell my operator before nobody can play: `/help` says how.")


def panel(
    server: ServerRow,
    venues: Sequence[Venue],
    here: int,
    games: Games,
    fallback: Preset,
    words: Words,
    *,
    limits: Limits,
    threads: bool,
    is_disk_short: bool = False,
    refused: Collection[int] = (),
    texts: Texts,
) -> Letter:
    """Show how a server is set up.

    `here` is the caller's channel, or that of their thread. `fallback` is the clock of new tables if the
    server chose none, `limits` has how many tables can be open, and `threads` is whether the operator allows threads.
    `is_disk_short` is whether the bot's disk is nearly full, and `refused` has the channels in which Discord refused
    the newest message. The language is shown if the `texts` have several.
    """
    health = join_items([_health(server, venue, refused, threads=threads) for venue in venues], Join.LINES)
    health = lines(health, CRAMPED if is_disk_short else None)
    parts: tuple[Part, ...] = (
        Text(words.text(lines(msg("**Games on this server**"), health))),
        *in_rows(_check_buttons(server, words)),
        Divider(),
        Section(words.text(_where(server)), _where_button(server, here, words)),
        Text(words.text(_who(server))),
        RoleSelect(words.text(msg("Choose who may open tables")), _choose("role"), role=server.role),
        *_switches(server, words, threads=threads),
        *setup_more.parts(server, limits, words, texts),
        Divider(),
        *_new_tables(server, games, fallback, words),
        _table_menu(games, words),
    )
    return Letter(parts=(Box(parts, accent=ACCENT),))


def _table_menu(games: Games, words: Words) -> Select:
    """Build the menu that opens a table. Buttons for all games would be too many parts for one message."""
    tables = [
        Option(words.text(game.name), _id(f"{NEW}={key}"), words.text(game.summary)) for key, game in games.items()
    ]
    return _menu(words, msg("Open a table"), NEW, tables)


def _check_buttons(server: ServerRow, words: Words) -> list[Button]:
    """Build the buttons that check the permissions again and that allow all channels."""
    buttons = [_button(words, msg("Check again"), "check", Style.MAIN)]
    if server.channels:
        buttons.append(_button(words, msg("Play everywhere"), "everywhere"))
    return buttons


def _health(server: ServerRow, venue: Venue, refused: Collection[int], *, threads: bool) -> Message:
    """List the permissions that the bot lacks in a channel, each with the place to change it."""
    missing = list(remedies(venue))
    if server.threads and threads:
        missing += [row for row in thread_remedies(venue) if row not in missing]
    if not missing and venue.channel in refused:
        return msg(
            "✖ Discord refused my last message in <#{channel}>, though I have all permissions there. "
            "I may be timed out on this server.",
            channel=venue.channel,
        )
    if not missing:
        return msg("✔ I have all permissions that I need in <#{channel}>.", channel=venue.channel)
    return join_items([msg("✖ {remedy}", remedy=remedy) for remedy in missing], Join.LINES)


# -- where, and by whom ------------------------------------------------------------------------------------------------


def allowed_channels_text(server: ServerRow) -> Message:
    """Say in which channels a server allows tables."""
    return msg("Tables are opened in {channels}.", channels=_channels(server))


def _channels(server: ServerRow) -> Message:
    return join_items([f"<#{channel}>" for channel in server.channels], Join.OR)


def _where(server: ServerRow) -> Message:
    return msg("**Channels**: {where}", where=_channels(server) if server.channels else msg("all that I can post in"))


def _where_button(server: ServerRow, here: int, words: Words) -> Button:
    if here in server.channels:
        return _button(words, msg("Don't play here"), "without")
    return _button(words, msg("Play here too") if server.channels else msg("Play only here"), "channel")


def _who(server: ServerRow) -> Message:
    if server.role:
        who = msg("**Who may open tables**: <@&{role}>", role=server.role)
    else:
        who = msg("**Who may open tables**: everyone")
    return lines(who, ALONE)


ALONE = msg("*Play now* obeys the channels and the role chosen here. `/practice` works for everyone, in all channels.")
"""The rules for games against computer players."""


# -- switches ----------------------------------------------------------------------------------------------------------


def _switches(server: ServerRow, words: Words, *, threads: bool) -> tuple[Part, ...]:
    """Describe each switch that has a button.

    `threads` is whether the operator allows threads.
    """
    # without threads, the switches that depend on threads are hidden
    effective = server if threads else server._replace(threads=False)
    return tuple(
        _switch(switch, server, words, button)
        if threads or switch is not THREADS
        else Text(words.text(msg("**Games**: in the channel, since threads are turned off on this bot")))
        for switch in SWITCHES
        if switch.is_shown(effective) and (button := switch.other_value_button(server))
    )


def _switch(switch: Switch, server: ServerRow, words: Words, button: Message) -> Part:
    value = "" if switch.is_on(server) else "on"
    return Section(words.text(switch.describe_value(server)), _button(words, button, f"{switch.name}={value}"))


def not_private(channel: int) -> Message:
    """Say that a channel is not fit for reports, because all members read it."""
    return msg("Everyone here can read <#{channel}>. Choose a channel for moderators only.", channel=channel)


def needs_more(venue: Venue) -> Message:
    """Say what is missing in a channel before results can be posted there."""
    return join_items([msg("✖ {remedy}", remedy=remedy) for remedy in remedies(venue)], Join.LINES)


# -- new tables --------------------------------------------------------------------------------------------------------


def _new_tables(server: ServerRow, games: Games, fallback: Preset, words: Words) -> tuple[Part, ...]:
    """Show the defaults of new tables, with menus to change them."""
    game = games.get(server.game or "")
    clock = Preset(server.preset) if server.preset else fallback
    choices = [Option(words.text(msg("Ask each time")), _id("game="))]
    choices += [Option(words.text(each.name), _id(f"game={key}")) for key, each in games.items()]
    clocks = [
        Option(
            words.text(msg("{name} clock", name=name)),
            _id(f"preset={key}"),
            words.text(ABOUT[key]),
            is_chosen=key is clock,
        )
        for key, name in NAMES.items()
    ]
    return (
        Text(words.text(msg("**Game of new tables**: {game}", game=game.name if game else msg("asked each time")))),
        _menu(words, msg("Change the game"), "game", choices),
        *(_presets(server, game, words) if game else ()),
        Text(words.text(msg("**Clock of new tables**: {clock} ({about})", clock=NAMES[clock], about=ABOUT[clock]))),
        _menu(words, msg("Change the clock"), "clock", clocks),
    )


def _presets(server: ServerRow, game: AnyGame, words: Words) -> tuple[Part, ...]:
    chosen = server.game_preset if server.game_preset in game.presets else ""
    offered = [Option(words.text(msg("Usual options")), _id("options="))]
    offered += [
        Option(words.text(offer.name), _id(f"options={key}"), words.text(offer.about))
        for key, offer in game.offers.items()
    ]
    preset_name = game.offers[chosen or next(iter(game.presets))].name  # the first preset has the usual options
    return (
        Text(words.text(msg("**Options of new tables**: {preset}", preset=preset_name))),
        _menu(words, msg("Change the options"), "options", offered),
    )


def _menu(words: Words, placeholder: Message, name: str, options: Sequence[Option]) -> Select:
    return Select(words.text(placeholder), _choose(name), tuple(options))


def _choose(name: str) -> ControlId:
    return ControlId(Purpose.CHOOSE, 0, data=f"setup {name}")


def _id(data: str) -> ControlId:
    return ControlId(Purpose.SETUP, 0, data=data)


def _button(words: Words, label: Message, data: str, style: Style = Style.PLAIN) -> Button:
    return Button(words.text(label), _id(data), style)
