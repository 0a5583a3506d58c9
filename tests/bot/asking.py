"""Questions to the desk without the whole bot around it."""

from __future__ import annotations

from typing import Any, cast

from bot.desk.ask import Ask, Tools
from bot.desk.caller import Caller
from bot.desk.command import Choices, Command
from bot.desk.desk import Desk
from bot.desk.result_cache import LruCache
from bot.desk.routes import COMMANDS as EVERYWHERE
from bot.desk.routes import commands
from bot.service import Service
from bot.talk.operator import Operator
from bot.talk.words import Texts
from engine.games import GAMES as REAL
from tests.bot.games import GAMES

COMMANDS = {command.name: command for command in commands({**REAL, **GAMES})}
"""Every command by its name."""


class Reconciled:
    """Every table is shown at once."""

    def find_refusal(self, _table: int) -> None:
        return None

    def has_refusal_in(self, _place: int) -> bool:
        return False

    async def wait_for_attempt(self, _table: int) -> bool:
        return True


def tools(service: Service, **parts: Any) -> Tools:
    """Return tools with which nothing is drawn, thought or shown."""
    nothing = cast("Any", None)
    usual = {
        "games": GAMES,
        "texts": Texts(),
        "threads": True,
        "venue": lambda _: None,
        "operator": Operator,
        "commands": {command.name: command.help for command in EVERYWHERE if command.name != "help"},
        "records": LruCache(1),
        "checks": LruCache(1),
        "reconciler": Reconciled(),
        **dict.fromkeys(("painter", "hands", "pool", "analyst", "work", "postman"), nothing),
    }
    return Tools(service=service, **{**usual, **parts})


def ask_of(service: Service, caller: Caller, data: str = "", **parts: Any) -> Ask:
    """Return a request of a caller that is about no table."""
    return Ask(tools(service, **parts), caller, data=data)


async def suggestions_for(
    desk: Desk, caller: Caller, command: Command, argument: str, sofar: str, **others: Any
) -> Choices:
    """Return the suggestions for an argument of a command."""
    arg = next(arg for arg in command.args if arg.name == argument)
    assert arg.suggest
    return await desk.suggest(caller, arg.suggest, sofar, others)
