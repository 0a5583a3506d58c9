"""The story of a month, in the channel of results where a server wants it: once, and it calls nobody.

It is written down before it is sent, and the channel is looked at first: neither a restart nor a restored copy of the
database tells a month twice.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import structlog

from bot.channel.port import Postman, PrivateClosed, Refused, TryLater
from bot.service import Service
from bot.table.season import Season
from bot.talk import season as talk
from bot.talk.letter import ALT_LENGTH, Letter, Picture
from bot.talk.words import Texts, clipped
from bot.work import Line, Work
from engine.game import Game
from renderers.kit.picture import png
from renderers.season import month

log = structlog.get_logger()


class Stories:
    """Tells months."""

    def __init__(
        self,
        service: Service,
        games: Mapping[str, Game[Any, Any]],
        texts: Texts,
        postman: Postman,
        work: Work,
        locale: str = "en",
    ) -> None:
        self._service = service
        self._games = games
        self._texts = texts
        self._postman = postman
        self._work = work
        self._locale = locale

    async def look(self) -> None:
        """Tell all months that are due, once their games are counted; what cannot be told now is tried again later."""
        due = await self._service.seasons.due()
        if not due:
            return
        await self._service.statistics.look()
        faults = list[Exception]()
        for guild, channel in due:
            try:
                await self._tell(guild, channel)
            except (Refused, TryLater, PrivateClosed) as why:
                log.info("a month cannot be told", guild=guild, reason=str(why))
            except Exception as fault:  # of one server, which comes again: the others are told all the same
                faults.append(fault)
        if faults:
            raise faults[0]

    async def _tell(self, guild: int, channel: int) -> None:
        begun = await self._service.seasons.begin(guild, channel)
        if begun is None:
            return
        season, names = begun
        message = await self._found(season, channel) or await self._send(season, names, channel)
        await self._service.seasons.told(guild, season.month, message)

    async def _found(self, season: Season, channel: int) -> int | None:
        """Return the message that tells the month, if it is there; where we may not look, we take it as missing."""
        heading = self._texts.words(self._locale, ()).text(talk.heading(season))
        with suppress(Refused):
            there = await self._postman.newest(channel)
            return next((each.message for each in there if each.text.startswith(heading)), None)
        return None

    async def _send(self, season: Season, names: Mapping[int, str], channel: int) -> int:
        letter = await self._letter(season, names)
        return await self._postman.send(channel, letter, f"m{season.guild:x}-{season.month}")

    async def _letter(self, season: Season, names: Mapping[int, str]) -> Letter:
        words, rows = self._texts.words(self._locale, ()), talk.rows(season, names, self._games)

        def draw() -> bytes:
            return png(month(talk.title(season), talk.games(season), rows, words))

        data = await self._work.do(Line.BOARD, "months", draw)
        picture = Picture(talk.NAME, data, clipped(words.text(talk.alt(season, rows)), ALT_LENGTH))
        return Letter(words.text(talk.told(season)), pictures=(picture,))
