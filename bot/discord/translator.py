"""The commands in the languages of their readers, within Discord's limits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import discord
import structlog
from discord import app_commands
from discord.app_commands import TranslationContextTypes, locale_str

from bot.desk.command import LABEL_LENGTH
from bot.desk.move_commands import DESCRIPTION_LENGTH
from bot.locales.languages import ENGLISH
from bot.talk.words import Texts, shorten_text
from engine.words import Message

Payload = Mapping[str, Any]

COMMAND_LENGTH: Final = 8000
"""Discord's limit for a command with its options and choices, in characters; see `count_characters`."""
LOCALIZED: Final = ("name_localizations", "description_localizations")

log = structlog.get_logger()


def make_localizable(message: Message) -> locale_str:
    """Return a command's text in English, with the message from which `Translator` makes other languages."""
    return locale_str(str(message)[:DESCRIPTION_LENGTH], message=message)


class Translator(app_commands.Translator):
    """Translates the descriptions of commands, and the names of commands in a menu.

    The names of slash commands stay English, so people can tell them to each other.
    """

    def __init__(self, texts: Texts) -> None:
        self._texts = texts

    async def translate(
        self, string: locale_str, locale: discord.Locale, context: TranslationContextTypes
    ) -> str | None:
        """Return a text in the language of a locale; None if the English text is used there."""
        language = self._texts.languages.find(locale.value)
        message = string.extras.get("message")
        if language in (None, ENGLISH) or not isinstance(message, Message):
            return None
        longest = LABEL_LENGTH if isinstance(context.data, app_commands.ContextMenu) else DESCRIPTION_LENGTH
        text = shorten_text(self._texts.words(language, ()).text(message), longest)
        return None if text == string.message else text


async def describe_commands(tree: app_commands.CommandTree[Any], texts: Texts) -> list[Payload]:
    """Return the commands of a tree as they are sent to Discord.

    A command that is too long in some language is sent in English alone, since Discord would refuse all of them.
    """
    translator = Translator(texts)
    payloads: list[Payload] = [
        await command.get_translated_payload(tree, translator)
        for command in tree.get_commands()
        if isinstance(command, (app_commands.Command, app_commands.ContextMenu))
    ]
    long_names = {payload["name"] for payload in payloads if count_characters(payload) > COMMAND_LENGTH}
    if long_names:
        log.warning("commands are too long in some language, so they are sent in English", commands=sorted(long_names))
    return [without_translations(payload) if payload["name"] in long_names else payload for payload in payloads]


def count_characters(node: Payload) -> int:
    """Return the length of a command, an option or a choice, with the longest translation of each text."""
    size = len(str(node["value"])) if "value" in node else 0
    for key in ("name", "description"):
        texts: Sequence[str] = [node.get(key) or "", *(node.get(f"{key}_localizations") or {}).values()]
        size += max(map(len, texts))
    return size + sum(count_characters(child) for child in _children(node))


def without_translations(node: Payload) -> Payload:
    """Return a command, an option or a choice without its translations."""
    english = {key: value for key, value in node.items() if key not in LOCALIZED}
    return english | {
        key: [without_translations(child) for child in node[key]] for key in ("options", "choices") if node.get(key)
    }


def _children(node: Payload) -> Sequence[Payload]:
    return [*(node.get("options") or ()), *(node.get("choices") or ())]
