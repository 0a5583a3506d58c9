"""What a server can choose. The column, panel and command of a switch follow from its declaration."""

from __future__ import annotations

from typing import NamedTuple

from bot.table.switches import Switch, SwitchValue
from engine.words import msg, term


class ServerRow(NamedTuple):
    """How a server wants games to be played.

    Tables can be opened in `channels` (empty: in all) by members with `role` (None: by all). `preset` is the clock of
    new tables. `tables_a_channel` limits the open tables in one channel, and `own_tables` the tables that nobody but
    one person needs (None: the usual number). New tables begin with `game` and its preset `game_preset`. `results` is
    the channel in which each result is posted. `left_at` is when the bot left the server (None: it is there).
    `language` is the language of new tables and of what the whole server reads (None: the server's language in
    Discord). `moderators` is a role whose members moderate tables, besides people who may manage messages. `reports` is
    the channel where reports of members are posted (None: only in the log). `newcomers` is after how many days on the
    server a member can join tables (None: at once). The last fields are those of SWITCHES, in the same order.
    """

    guild: int
    channels: tuple[int, ...] = ()
    role: int | None = None
    preset: str | None = None
    tables_a_channel: int | None = None
    own_tables: int | None = None
    game: str | None = None
    game_preset: str | None = None
    results: int | None = None
    left_at: int | None = None
    language: str | None = None
    moderators: int | None = None
    reports: int | None = None
    newcomers: int | None = None
    threads: bool = True
    rematch_stays: bool = False
    calls: bool = True
    rated: bool = True


THREADS = Switch(
    "threads",
    "threads",
    msg("A thread for each game"),
    on=SwitchValue(term("on", "switch"), msg("**Games**: each in its own thread"), msg("Use threads")),
    off=SwitchValue(term("off", "switch"), msg("**Games**: in the channel"), msg("Stop using threads")),
)
SWITCHES = (
    THREADS,
    Switch(
        "rematch",
        "rematch_stays",
        msg("Where a rematch is played"),
        on=SwitchValue(msg("in the same thread"), msg("**Rematch**: in the same thread"), msg("Stay in the thread")),
        off=SwitchValue(msg("in a new thread"), msg("**Rematch**: in a new thread"), msg("Open a new thread")),
        needs="threads",
    ),
    Switch(
        "calls",
        "calls",
        msg("Ping players at each turn, or only as a reminder"),
        on=SwitchValue(term("on", "switch"), msg("**Pings**: at each turn"), msg("Ping at each turn")),
        off=SwitchValue(term("off", "switch"), msg("**Pings**: only as reminders"), msg("Ping only to remind")),
    ),
    Switch(
        "ratings",
        "rated",
        msg("Do games count for ratings"),
        on=SwitchValue(term("on", "switch"), msg("**Ratings**: on"), msg("Rate games")),
        off=SwitchValue(term("off", "switch"), msg("**Ratings**: off"), msg("Don't rate games")),
    ),
)
"""The choices between two values, in the order of the panel."""
