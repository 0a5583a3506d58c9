"""The choice of a language: of the caller, of a server, and of a table.

As long as only English is offered, there is no choice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from bot.desk.ask import Ask
from bot.desk.command import Arg, Command
from bot.locales.languages import Languages
from bot.table.refusals import OtherVersion
from bot.table.server_settings import ServerRow
from bot.talk.language import AUTOMATIC, offers
from bot.talk.setup_more import AS_DISCORD, LANGUAGE_ABOUT
from engine.words import msg

LANGUAGE = "language"
"""The name of the argument."""


def with_choice(command: Command, languages: Languages) -> Command:
    """Add the language argument to a command that can take it, if there is a choice."""
    build_argument = _ARGUMENTS.get(command.name)
    if build_argument is None or not languages.is_choice:
        return command
    return replace(command, args=(*command.args, build_argument(languages)))


def read_choice(languages: Languages, value: str) -> str | None:
    """Return the language of a value; None for AUTOMATIC. Raises Refusal if it isn't offered."""
    if value == AUTOMATIC:
        return None
    if value not in {language.key for language in languages.offered}:
        raise OtherVersion
    return value


def language_of_new_table(ask: Ask, server: ServerRow) -> str:
    """Return the language of a table that the caller opens on a server."""
    languages, caller = ask.tools.texts.languages, ask.caller
    return languages.of_new_table(ask.arguments.get(LANGUAGE), server.language, caller.server_locale, caller.locale)


_ARGUMENTS: Mapping[str, Callable[[Languages], Arg]] = {
    "new": lambda languages: Arg(LANGUAGE, msg("The language of this table"), choices=offers(languages)),
    "settings": lambda languages: Arg(
        LANGUAGE, msg("The language in which I answer you"), choices=offers(languages, msg("as in Discord"))
    ),
    "setup": lambda languages: Arg(
        LANGUAGE,
        LANGUAGE_ABOUT,
        choices=offers(languages, AS_DISCORD),
    ),
}
"""The functions that build the argument for the language, by the name of the command."""
