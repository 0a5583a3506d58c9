"""The moves of all games as commands.

Games that share a verb share its command, so its help has to be true of each.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.game import Argument, Game, Verb
from engine.words import Join, Message, join_items, msg

DESCRIPTION_LENGTH = 100
"""Discord's limit for the description of a command or an argument."""

HelpByGame = Sequence[tuple[Game[Any, Any], Message]]
"""Each game with its help for the same verb or argument."""


@dataclass(frozen=True, slots=True)
class MoveCommand:
    """A command, with an argument if the verb has one in any game."""

    name: str
    help: Message
    argument: Argument | None = None
    is_required: bool = False
    """Whether the argument is required, because every game with this verb takes one."""


def build_move_commands(games: Mapping[str, Game[Any, Any]]) -> list[MoveCommand]:
    """Return one command for each verb, in the order in which the games name them."""
    verbs_by_name: dict[str, list[tuple[Game[Any, Any], Verb]]] = {}
    for game in games.values():
        for verb in game.verbs:
            verbs_by_name.setdefault(verb.name, []).append((game, verb))
    return [_build_command(name, verbs) for name, verbs in verbs_by_name.items()]


def _build_command(name: str, verbs: Sequence[tuple[Game[Any, Any], Verb]]) -> MoveCommand:
    helps = [(game, verb.help) for game, verb in verbs]
    arguments = [(game, verb.argument) for game, verb in verbs if verb.argument]
    help = _help_text(helps, msg("A move of {games}", games=join_items([game.name for game, _ in helps])))
    if not arguments:
        return MoveCommand(name, help)
    fallback = msg("Choose one of the moves that appear as you type")
    argument_help = _help_text([(game, argument.help) for game, argument in arguments], fallback)
    return MoveCommand(
        name, help, Argument(arguments[0][1].name, argument_help), is_required=len(arguments) == len(verbs)
    )


def _help_text(helps: HelpByGame, fallback: Message) -> Message:
    """Return the help on which all games agree, else the help of each game.

    If that is too long for Discord, return `fallback`, a general text that is true of all games.
    """
    by_help: dict[Message, list[Message]] = {}
    for game, help in helps:
        by_help.setdefault(help, []).append(game.name)
    if len(by_help) == 1:
        return helps[0][1]
    parts = [msg("{games}: {help}", games=join_items(names, Join.COMMA), help=help) for help, names in by_help.items()]
    text = join_items(parts, Join.DOT)
    return text if len(str(text)) <= DESCRIPTION_LENGTH else fallback
