"""The language that each user reads, as far as it depends on the database."""

from __future__ import annotations

from collections import OrderedDict

from bot.locales.languages import ENGLISH, Languages
from bot.store import Store, Transaction
from bot.table.log.model import User

REMEMBERED = 10_000
"""How many users' locales are kept in memory."""


class Readers:
    """Finds the locale in which each user reads. If no language can be chosen, the database is not needed."""

    def __init__(self, store: Store, languages: Languages) -> None:
        self._store = store
        self._languages = languages
        self._chosen: OrderedDict[User, str] = OrderedDict()
        """The languages that users had chosen at their last request."""

    async def locale_of(self, user: User, locale: str) -> str:
        """Return the locale in which to answer a user whose Discord has this locale.

        If the user has settings, also note the language of their Discord, for private messages that they get without
        asking.
        """
        if not self._languages.is_choice:
            return locale
        discord_language = self._languages.find(locale) or ENGLISH

        async def work(tx: Transaction) -> str | None:
            row = await tx.people.person(user)
            if row.seen_language != discord_language:
                await tx.people.note_language(user, discord_language)
            return row.language

        chosen = await self._store.run(work)
        self._chosen.pop(user, None)
        if chosen is not None:
            self._chosen[user] = chosen
            if len(self._chosen) > REMEMBERED:
                self._chosen.popitem(last=False)
        return self._languages.locale_of_answer(chosen, locale)

    async def locale_of_update(self, user: User, locale: str) -> str:
        """Return the locale in which to update the answer to a user.

        `locale` is the locale of their Discord when they asked. They may have chosen another language since then,
        perhaps by a press that another process answered.
        """
        if not self._languages.is_choice:
            return locale
        row = await self._store.run(lambda tx: tx.people.person(user))
        return self._languages.locale_of_answer(row.language, locale)

    def last_locale_of(self, user: User, locale: str) -> str:
        """Return the locale in which to answer a user, without reading the database.

        It depends on the language that they had chosen at their last request. Refusals and apologies use it.
        """
        return self._languages.locale_of_answer(self._chosen.get(user), locale)

    async def language_of_message(self, user: User, table: str = ENGLISH) -> str:
        """Return the language of a private message that a user gets without asking, perhaps about a table."""
        if not self._languages.is_choice:
            return table
        row = await self._store.run(lambda tx: tx.people.person(user))
        return self._languages.of_message(row.language, row.seen_language, table)
