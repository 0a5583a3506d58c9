"""The story of a month on a server: one line, and a picture of what its players did best. It calls nobody."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from bot.table.records import behind
from bot.table.season import Season
from bot.talk.title import AnyGame
from bot.talk.words import plain
from engine.stats import points
from engine.words import Message, count, lines, msg

NAME = "month.png"
MONTHS = (
    msg("January"), msg("February"), msg("March"), msg("April"), msg("May"), msg("June"), msg("July"), msg("August"),
    msg("September"), msg("October"), msg("November"), msg("December"),
)  # fmt: skip


class Row(NamedTuple):
    """Something of a month: what it is, who did it, and how much."""

    label: Message
    who: str
    value: Message


def title(season: Season) -> Message:
    """Name the month. It tells a story from all others."""
    return msg("{month} {year} on this server", month=MONTHS[season.month % 12], year=str(season.month // 12))


def heading(season: Season) -> Message:
    """Return the first line of the message."""
    return msg("📅 **{title}**", title=title(season))


def games(season: Season) -> Message:
    """Say how many games were played."""
    return count("{n} game was played to its end.", "{n} games were played to their end.", season.games)


def told(season: Season) -> Message:
    """Build the message beside the picture."""
    return lines(heading(season), games(season))


def rows(season: Season, names: Mapping[int, str], every: Mapping[str, AnyGame]) -> Sequence[Row]:
    """Return what is shown; users without a name are left out."""
    found, most, duel = list[Row](), season.most, season.duel
    if duel is not None and all(map(names.get, duel.users)):
        who = " – ".join(plain(names[user]) for user in duel.users)
        value = count("{one} : {other} in {n} game", "{one} : {other} in {n} games", duel.games, one=duel.won[0],
                      other=duel.won[1])  # fmt: skip
        found.append(Row(msg("Duel of the month"), who, value))
    if most is not None and names.get(most.user):
        found.append(Row(msg("Most games"), plain(names[most.user]), count("{n} game", "{n} games", most.amount)))
    feats = ((msg("Biggest block"), season.block, points), (msg("Best comeback"), season.comeback, behind))
    for label, feat, amount in feats:
        if feat is not None and names.get(feat.user) and feat.game in every:
            value = msg("{amount}, {game}", amount=amount(feat.amount), game=every[feat.game].name)
            found.append(Row(label, plain(names[feat.user]), value))
    return found


def alt(season: Season, shown: Sequence[Row]) -> Message:
    """Describe the picture."""
    said = [msg("{label}: {who}, {value}.", label=row.label, who=row.who, value=row.value) for row in shown]
    return lines(msg("{title}.", title=title(season)), games(season), *said)
