"""The help, which begins with what the caller can do now."""

from __future__ import annotations

from collections.abc import Mapping

from bot.desk import next_actions, welcome
from bot.desk.ask import Ask
from bot.desk.command import Command
from bot.talk import help as talk
from bot.talk.letter import Letter, in_rows
from engine.words import Message, msg


async def help(ask: Ask) -> Letter:
    """Show what the caller can do now and the most useful commands.

    A button leads to all other commands.
    """
    descriptions = _commands_here(ask)
    mention = ask.tools.texts.command
    if ask.data == talk.HOW:
        return await welcome.explain_playing(ask)
    if ask.data == talk.MORE:
        return talk.second_page(descriptions, mention, ask.words())
    table = await next_actions.table_here(ask)
    rows = in_rows([*next_actions.buttons(ask, table), talk.more_button(ask.words())])
    next_steps = await next_actions.describe_next_steps(ask, table)
    return talk.first_page(next_steps, descriptions, mention, ask.tools.operator(), ask.words(table), rows)


def _commands_here(ask: Ask) -> Mapping[str, Message]:
    """Return the descriptions of the commands that the caller can use where they ask."""
    descriptions = ask.tools.commands
    if not ask.caller.invite:
        return descriptions
    return {name: descriptions[name] for name in descriptions if name in ask.tools.commands_everywhere}


HELP = Command("help", msg("What you can do now"), help, works_everywhere=True)
