"""What the commands for moves say about themselves is true in every game that has the move."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from unittest.mock import MagicMock

import discord
from discord import app_commands

from bot.desk.move_commands import DESCRIPTION_LENGTH, build_move_commands
from bot.discord.answers import Answers
from bot.discord.commands import Commands
from bot.talk.words import Texts
from engine.game import Argument, Verb
from engine.games import GAMES
from engine.words import msg


def command_descriptions() -> dict[str, str]:
    """Return every typed command of the real games as Discord is told of it."""
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    Commands(MagicMock(), GAMES, Answers(Texts())).add_to(tree)
    typed = tree.get_commands(type=discord.AppCommandType.chat_input)
    return {command.name: command.to_dict(tree)["description"] for command in typed}


def test_a_move_of_several_games_says_what_it_does_in_each() -> None:
    said = command_descriptions()
    assert said["draw"] == "Draw from the boneyard"
    assert said["pass"] == (
        "Draw Dominoes: Pass after drawing · Moon, Texas 42: Bid nothing · Blockers: Pass, if nothing fits"
    )
    assert said["cannot"] == "Say that you can't play"
    assert said["bid"] == "Moon: Promise how many tricks you take · Texas 42: Promise points, or marks"


def test_every_move_of_every_game_names_all_that_its_games_say_of_it() -> None:
    for move in build_move_commands(GAMES):
        helps = {str(verb.help) for game in GAMES.values() for verb in game.verbs if verb.name == move.name}
        assert all(help in str(move.help) for help in helps), move
        assert len(str(move.help)) <= DESCRIPTION_LENGTH
        assert move.argument is None or len(str(move.argument.help)) <= DESCRIPTION_LENGTH


def test_one_more_game_with_much_to_say_leaves_words_that_are_true_of_all() -> None:
    wordy = Verb("pass", msg("Let the next player go on, and keep all that you hold until your own next turn"))
    other = replace(GAMES["draw"], key="knocks", name=msg("Knocks"), verbs=(wordy, Verb("knock", msg("Knock"))))
    said = {move.name: move for move in build_move_commands(MappingProxyType({**GAMES, "knocks": other}))}
    assert str(said["pass"].help) == "A move of Draw Dominoes, Moon, Blockers, Texas 42 and Knocks"
    assert str(said["knock"].help) == "Knock"


def test_an_argument_that_one_game_does_without_need_not_be_given() -> None:
    other = replace(GAMES["draw"], verbs=(Verb("draw", msg("Draw"), Argument("tiles", msg("How many"))),))
    said = {move.name: move for move in build_move_commands({**GAMES, "knocks": other})}
    optional = said["draw"].argument
    assert optional is not None
    assert (optional.name, said["draw"].is_required) == ("tiles", False)
    assert said["place"].is_required
