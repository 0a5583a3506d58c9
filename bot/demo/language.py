"""The language of the demo, which its visitor chooses at the top of the page.

In the simulated Discord everyone has the same language. At first it is the browser's language, if the bot speaks it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import simcord
import simcord.interactions

from bot.discord.client import Boneyard
from bot.discord.welcome import greeting_key
from bot.locales.languages import ENGLISH, UNSET_LOCALE
from bot.talk.welcome import DEMO

GREETINGS = 2
"""How many messages there are before anybody plays. One explains the demo, the other the bot."""


class DemoLanguage:
    """The language of the simulated Discord, which all users and the server share."""

    def __init__(self, env: simcord.Env, client: Boneyard, channel: Any) -> None:
        self._env = env
        self._client = client
        self._channel = channel
        self._is_chosen = False
        """Whether a visitor or a browser has chosen the language."""
        self.key = ENGLISH

    @property
    def languages(self) -> Mapping[str, str]:
        """The names of all languages that can be chosen, by their keys."""
        return {language.key: language.name for language in self._client.texts.languages.offered}

    async def choose(self, locale: str, *, by_visitor: bool) -> None:
        """Choose a language, and let the bot greet the server again in it.

        A browser's language counts only until there is a choice. A visitor may choose at any time.
        """
        language = self._client.texts.languages.find(locale)
        if language is None or (self._is_chosen and not by_visitor):
            return
        self._is_chosen = True
        if language != self.key:
            self.key = language
            server = self._client.get_guild(self._channel.guild.id)
            assert server
            server.preferred_locale = language  # type: ignore[assignment]  # Discord knows no Georgian; a string will do
            await self._delete_greetings()
            await self._client.store.remember(greeting_key(server.id), "")
            await self.greet()

    async def _delete_greetings(self) -> None:
        """Delete the greetings in the former language if nothing has happened since."""
        messages = self._channel.history()
        if len(messages) <= GREETINGS:
            channel = self._client.get_partial_messageable(self._channel.id)
            for message in messages:
                await channel.get_partial_message(message.id).delete()

    async def greet(self) -> None:
        """Explain the demo, and let the bot greet the server as if it had just been added."""
        words = self._client.texts.message_words(self.key, ())
        await self._client.get_partial_messageable(self._channel.id).send(words.text(DEMO))
        with self._env._bot_scope():  # SimCord is pinned; it has no public hook for this
            self._client.dispatch("guild_join", self._client.get_guild(self._channel.guild.id))

    @contextmanager
    def localize_presses(self) -> Iterator[None]:
        """Inside the `with` block, send all presses and commands of users with the locale of the language."""
        build = simcord.interactions.base_payload

        def build_localized(*args: Any, **kwargs: Any) -> Any:
            record, payload = build(*args, **kwargs)
            return record, {**payload, "locale": UNSET_LOCALE if self.key == ENGLISH else self.key}

        simcord.interactions.base_payload = build_localized  # SimCord is pinned; it has no public hook for this
        try:
            yield
        finally:
            simcord.interactions.base_payload = build
