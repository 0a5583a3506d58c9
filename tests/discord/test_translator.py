"""What commands say of themselves is sent in all languages that are offered, and Discord takes it."""

from __future__ import annotations

import copy
import re
from typing import Any

import discord
import pytest
from structlog.testing import capture_logs

from bot.discord.commands import build_tree
from bot.discord.synchronize import find_differences
from bot.discord.translator import COMMAND_LENGTH, count_characters, describe_commands
from bot.locales import languages as known
from bot.talk.words import Texts
from engine.games import GAMES
from tests.discord.lints.commands import problems
from tests.discord.requests import Request
from tests.pseudo import CYRILLIC, GREEK, PseudoTexts, find_latin_words

SAME = re.compile(r"\d+:00 [AP]M")
"""What is said alike in all languages."""
LANGUAGES = {"uk": CYRILLIC, "el": GREEK}


async def describe_all(texts: Texts) -> list[Any]:
    client = discord.Client(intents=discord.Intents.none())
    return list(await describe_commands(build_tree(client, GAMES, texts.languages), texts))


def nodes(command: Any) -> list[Any]:
    """Return a command, its options and their choices."""
    options = command.get("options") or []
    return [command, *options, *(choice for option in options for choice in option.get("choices") or ())]


async def test_every_description_and_choice_is_sent_in_each_language_and_every_name_in_english() -> None:
    for command in await describe_all(PseudoTexts(LANGUAGES)):
        for node in nodes(command):
            if "description" in node:
                assert node["description_localizations"].keys() == LANGUAGES.keys(), node
                assert not any(map(find_latin_words, node["description_localizations"].values()))
                assert not node.get("name_localizations")
            elif find_latin_words(SAME.sub("", node["name"])):
                assert node["name_localizations"].keys() == LANGUAGES.keys(), node


async def test_discord_takes_the_commands_in_languages_that_are_a_third_longer() -> None:
    sent = await describe_all(PseudoTexts(LANGUAGES))
    assert list(problems(Request("PUT", "/applications/1/commands", sent))) == []
    assert 500 < max(map(count_characters, sent)) < COMMAND_LENGTH


async def test_nothing_is_translated_while_english_is_the_only_language() -> None:
    english = Texts(languages=known.Languages(known.LANGUAGES[:1]))
    assert not any("_localizations': {'" in str(command) for command in await describe_all(english))


async def test_a_command_that_is_too_long_in_some_language_is_sent_in_english_and_that_is_logged_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.discord.translator.COMMAND_LENGTH", 900)
    with capture_logs() as logs:
        sent = {command["name"]: command for command in await describe_all(PseudoTexts(LANGUAGES))}
    (log,) = logs
    assert "setup" in log["commands"]
    assert "localizations" not in str(sent["setup"])
    assert sent["join"]["description_localizations"]


@pytest.mark.parametrize("planted", ["command", "option", "choice"])
async def test_a_translation_that_discord_lacks_or_has_differently_is_seen(planted: str) -> None:
    ours = [command for command in await describe_all(PseudoTexts(LANGUAGES)) if command["name"] == "settings"]
    theirs = copy.deepcopy(ours)
    assert not find_differences(ours, theirs)
    command, option, choice = theirs[0], theirs[0]["options"][0], theirs[0]["options"][0]["choices"][0]
    if planted == "choice":
        choice["name_localizations"]["uk"] = "?"
    else:
        (command if planted == "command" else option)["description_localizations"].pop("el")
    assert find_differences(ours, theirs) == {"settings"}
