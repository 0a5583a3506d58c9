"""Suggestions while somebody types a command, and finding what the caller may know of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.caller import Caller
from bot.service import Service
from bot.table.model import ANY, Person, Status, Table
from bot.table.refusals import Unknown
from bot.talk.letter import MOST_OPTIONS, Letter
from bot.talk.title import numbered, titled
from bot.talk.words import Texts
from engine.game import Game
from engine.words import Message

LISTED = 100
"""The newest tables of a channel, which are suggested by their number."""


class Guide:
    """The part of the desk that changes nothing."""

    def __init__(self, service: Service, games: Mapping[str, Game[Any, Any]], texts: Texts) -> None:
        self._service = service
        self._games = games
        self._texts = texts

    # -- suggestions while somebody types ------------------------------------------------------------------------------

    async def suggested_moves(self, caller: Caller, verb: str, typed: str) -> list[tuple[str, str]]:
        """The caller's own legal actions with this verb: what is shown, and the rest of the notation."""
        offers = await self._service.listing.choices(
            caller.person.user, verb, guild=caller.guild, channel=caller.channel
        )
        rests = [(offer, offer.choice.notation.partition(" ")[2]) for offer in offers]
        fitting = [(offer, rest) for offer, rest in rests if _fits(rest, typed)]
        return [(self._plain(caller, offer.choice.label).text, rest) for offer, rest in fitting[:MOST_OPTIONS]]

    async def suggested_tables(self, caller: Caller, typed: str) -> list[tuple[str, int]]:
        """The tables of this channel: title and number."""
        words, here = (
            self._texts.words(caller.locale, ()),
            await self._service.listing.newest_in(caller.channel, LISTED),
        )
        fitting = [(game, number) for game, number in here if str(number).startswith(typed.strip())]
        return [
            (words.text(numbered(self._games[game], number)), number)
            for game, number in fitting[:MOST_OPTIONS]
            if game in self._games
        ]

    async def suggested_options(self, caller: Caller, typed: str) -> list[str]:
        """Names of options of the tables that wait here; once something is typed then values that say enough alone."""
        options = [table.options for table in await self._lobbies(caller)]
        names = [name for each in options for name in each.settings() if typed.casefold() in name]
        values = [
            value for each in options for value in each.shorthands() if typed and value.startswith(typed.casefold())
        ]
        found = sorted(values + names, key=lambda word: word != typed.casefold())  # what is typed in full comes first
        return list(dict.fromkeys(found))[:MOST_OPTIONS]

    async def suggested_values(self, caller: Caller, option: str, typed: str) -> list[str]:
        """Values of an option."""
        settings = [table.options.settings() for table in await self._lobbies(caller)]
        known = [setting[option] for setting in settings if option in setting]
        values = [value for setting in known for value in setting.suggestions() if typed.casefold() in value]
        typed_out = [typed.strip() for setting in known if setting.takes(typed)]
        return list(dict.fromkeys(values + typed_out))[:MOST_OPTIONS]

    async def _lobbies(self, caller: Caller) -> list[Table]:
        return list(await self._service.listing.in_channel(caller.channel, (Status.LOBBY,)))

    # -- words ---------------------------------------------------------------------------------------------------------

    async def _known(self, caller: Caller, table: int) -> Table:
        """A table of this server, or of another where the caller has a seat. Raises Unknown."""
        known = await self._service.tables.table(table, ANY)
        if known.guild != caller.guild and known.seat_of(caller.person.user) is None:
            raise Unknown
        return known

    def _title(self, table: Table) -> Message:
        return titled(self._games[table.game], table)

    def _plain(self, caller: Caller, text: Message) -> Letter:
        return Letter(self._texts.words(caller.locale, ()).text(text))


def waits_for(table: Table, person: Person) -> bool:
    """Whether it is this person's turn."""
    mover = table.mover
    return mover is not None and mover.player is None and mover.user == person.user


def _fits(rest: str, typed: str) -> bool:
    return all(word in rest.casefold().split() or rest.casefold().startswith(word) for word in typed.casefold().split())
