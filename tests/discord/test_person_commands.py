"""Commands in the menu of a person: Discord is sent them, keeps them as they are, and the bot learns who was meant."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any
from unittest.mock import patch

import discord
import pytest

from bot.desk.ask import Ask
from bot.desk.caller import Target
from bot.desk.command import LABEL_LENGTH, PersonCommand
from bot.desk.routes import PERSON_COMMANDS
from bot.discord.commands import build_tree
from bot.discord.synchronize import find_differences, synchronize_commands
from bot.discord.translator import describe_commands
from bot.locales.languages import OFFERED
from bot.table.refusals import OtherVersion
from bot.talk.letter import Letter
from bot.talk.words import Texts
from engine.games import GAMES
from engine.words import msg
from tests.discord.lints.commands import problems
from tests.discord.requests import Request
from tests.end_to_end.house import House, house
from tests.pseudo import CYRILLIC, GREEK, PseudoTexts

LABEL = "Wave to them"
MANAGED = "Wave as a manager"
USER_COMMAND = 2


class Waving:
    """A command for a test, and the people that were chosen with it."""

    def __init__(self) -> None:
        self.targets: list[Target] = []
        self.commands = (
            PersonCommand(msg("Wave to them"), self.wave),
            PersonCommand(msg("Wave as a manager"), self.wave, for_managers=True),
        )

    async def wave(self, ask: Ask) -> Letter:
        self.targets.append(ask.target)
        return ask.reply(msg("You wave."))


@pytest.fixture
def waving() -> Any:
    made = Waving()
    with patch("bot.discord.commands.PERSON_COMMANDS", made.commands):
        yield made


async def describe_all(texts: Texts) -> list[Any]:
    client = discord.Client(intents=discord.Intents.none())
    return list(await describe_commands(build_tree(client, GAMES, texts.languages), texts))


def find_named(commands: list[Any], name: str = LABEL) -> Any:
    return next(command for command in commands if command["name"] == name)


@pytest.mark.usefixtures("waving")
async def test_a_command_of_a_menu_is_sent_with_its_name_in_each_language_and_without_description() -> None:
    sent = await describe_all(PseudoTexts({"uk": CYRILLIC, "el": GREEK}))
    command = find_named(sent)
    assert command["type"] == USER_COMMAND
    assert command["contexts"] == [0]
    assert command["name_localizations"].keys() == {"uk", "el"}
    assert not command.get("description")
    assert not command.get("options")
    assert find_named(sent, MANAGED)["default_member_permissions"] == discord.Permissions(manage_guild=True).value
    assert list(problems(Request("PUT", "/applications/1/commands", sent))) == []


async def test_a_name_that_is_too_long_for_a_menu_in_some_language_is_cut(waving: Waving) -> None:
    long = PersonCommand(msg("Wave to them with both hands"), waving.wave)
    with patch("bot.discord.commands.PERSON_COMMANDS", (long,)):
        command = find_named(await describe_all(PseudoTexts({"uk": CYRILLIC})), str(long.label))
    assert len(command["name_localizations"]["uk"]) <= LABEL_LENGTH
    assert command["name_localizations"]["uk"].endswith("…")


@pytest.mark.parametrize("language", [language.key for language in OFFERED.offered])
def test_every_name_in_a_menu_fits_in_each_language_that_is_offered(language: str) -> None:
    words = Texts().words(language, ())
    assert [label for command in PERSON_COMMANDS if len(label := words.text(command.label)) > LABEL_LENGTH] == []


@pytest.mark.parametrize("planted", ["gone", "name", "type", "nothing"])
@pytest.mark.usefixtures("waving")
async def test_a_command_of_a_menu_that_discord_lacks_or_has_differently_is_seen(planted: str) -> None:
    ours = await describe_all(PseudoTexts({"uk": CYRILLIC}))
    theirs = copy.deepcopy(ours)
    command = find_named(theirs)
    match planted:
        case "gone":
            theirs.remove(command)
        case "name":
            command["name_localizations"]["uk"] = "?"
        case "type":
            command["type"] = 3
    assert find_differences(ours, theirs) == (set() if planted == "nothing" else {LABEL})


@pytest.mark.usefixtures("waving")
async def test_a_command_of_a_menu_has_no_mention_in_messages() -> None:
    texts = Texts()
    sent = await describe_all(texts)
    kept = [{**command, "id": str(number)} for number, command in enumerate(sent, 1)]
    client = discord.Client(intents=discord.Intents.none())
    with patch("bot.discord.synchronize.fetch_commands", return_value=kept):
        ids = await synchronize_commands(client, build_tree(client, GAMES, texts.languages), texts, to_users=True)
    assert "new" in ids
    assert LABEL not in ids


def add_app(here: House) -> Any:
    """Add another bot to the server."""
    return here.channel.guild.add_member(here.env.create_user("helper", bot=True))


async def test_who_was_chosen_reaches_the_command(waving: Waving, tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben")) as here:
        ana, ben = here.members
        for chosen in (ben, ana, add_app(here)):
            answer = await ana.context_menu(here.channel, LABEL, chosen)
            assert answer.ephemeral
            assert answer.response.content == "You wave."
    to_ben, to_ana, to_app = waving.targets
    assert (to_ben.person.user, to_ben.person.name, to_ben.is_app, to_ben.is_member) == (ben.id, "Ben", False, True)
    assert to_ana.person.user == ana.id
    assert to_app.is_app
    assert all(target.sees_channel for target in waving.targets)


async def test_the_bot_knows_whether_the_chosen_person_may_read_the_channel(waving: Waving, tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben")) as here:
        ana, ben = here.members
        guild = here.channel.guild
        role = guild.create_role("Insiders", permissions=discord.Permissions(view_channel=True))
        here.env.backend.add_member_role(guild.id, ana.id, role.id)
        hidden = guild.create_text_channel(
            "hidden",
            overwrites={
                guild.default_role: discord.PermissionOverwrite(view_channel=False),
                role: discord.PermissionOverwrite(view_channel=True),
            },
        )
        for chosen in (ana, ben):
            await ana.context_menu(hidden, LABEL, chosen)
    assert [target.sees_channel for target in waving.targets] == [True, False]


async def choose_unknown(folder: Path) -> None:
    """Choose a command that the bot doesn't have, and check the answer."""
    async with house(folder, ("Ana", "Ben")) as here:
        ana, ben = here.members
        here.client.tree.remove_command(LABEL, type=discord.AppCommandType.user)
        answer = await ana.context_menu(here.channel, LABEL, ben)
        assert answer.response.content == str(OtherVersion().message)


@pytest.mark.usefixtures("waving")
async def test_a_command_of_a_menu_that_is_no_longer_known_is_answered(tmp_path: Path) -> None:
    with pytest.raises(ExceptionGroup) as raised:
        await choose_unknown(tmp_path)
    assert raised.group_contains(discord.app_commands.CommandNotFound)  # SimCord counts it as a fault of the bot
