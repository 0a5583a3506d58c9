"""A robot that presses and types all that it is offered, so that a test can read all that it is told."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from simcord.results import to_discord_message

from bot.desk.command import Arg, ArgKind, Command
from bot.desk.languages import LANGUAGE
from bot.desk.routes import PERSON_COMMANDS, commands
from bot.talk.letter import ControlId, Purpose
from engine.games import GAMES
from tests.discord.lints.components import BUTTON, SELECTS
from tests.discord.requests import walk
from tests.end_to_end.house import House

STRING_SELECT, TEXT_INPUT = 3, 4
MOVES = frozenset({Purpose.ACT, Purpose.SURE})
ENDS = frozenset({Purpose.START, Purpose.LEAVE, Purpose.PROPOSE, Purpose.NEW, Purpose.PRACTICE, Purpose.REOPEN})
"""What begins, leaves or ends a game."""
OTHERS = MOVES | ENDS
"""What isn't pressed on a walk unless a test does it."""
MORE = 3
"""How many values of one argument or menu are tried."""

Key = tuple[int, str, str]
ANYBODY = 0
"""Stands for a member in the key of what is the same for all."""


@dataclass
class Walker:
    """Presses each kind of control once for each member, and types each command."""

    here: House
    pressed: set[Key] = field(default_factory=set)

    async def press_all(self, member: Any, but: Collection[Purpose] = OTHERS) -> None:
        """Press all that a member sees and has not pressed yet, also what they are shown then."""
        while (found := self._find_control(member, but)) is not None:
            await self._press(member, *found)

    async def type_all(self, member: Any, but: Collection[str]) -> None:
        """Type each command: once without optional arguments, and once with each argument.

        Those in the menu of a person are chosen for the member and for another one.
        """
        for command in commands(GAMES, self.here.client.texts.languages):
            if command.name not in but and command.name in member.available_commands(self.here.place):
                await self._type(member, command)
        for person_command in PERSON_COMMANDS:
            name = str(person_command.label)
            if name not in but and not person_command.for_managers:
                for person in (member, self.here.members[-1]):
                    assert (await member.context_menu(self.here.place, name, person)).acknowledged

    def begin(self) -> None:
        """Press again what was pressed before: the game has moved on. Pages of rules stay the same."""
        self.pressed = {key for key in self.pressed if key[0] == ANYBODY}

    def _find_control(self, member: Any, but: Collection[Purpose]) -> tuple[Any, Mapping[str, Any], str] | None:
        """Return a message and a control of it, with the value if it is a menu, that the member has not pressed."""
        for message in self._messages(member):
            for part in _in_order(message):
                for control, value in _values(part):
                    key = _key(member, control)
                    if key not in self.pressed and control.purpose not in but and not _changes_language(control):
                        self.pressed.add(key)
                        return message, part, value
        return None

    def _messages(self, member: Any) -> Iterator[Any]:
        """Yield what a member sees where the game is played, newest first."""
        places = {self.here.channel.id, self.here.place.id}
        posted = [m for place in places for m in self.here.env.backend.messages.get(place, {}).values()]
        yield from sorted((m for m in posted if m.visible_to(member.id)), key=lambda m: m.id, reverse=True)

    async def _press(self, member: Any, message: Any, part: Mapping[str, Any], value: str) -> None:
        shown = to_discord_message(self.here.env, message)
        if part["type"] == BUTTON:
            result = await member.click(shown, custom_id=part["custom_id"])
        else:
            result = await member.select(shown, [value], custom_id=part["custom_id"])
        assert result.acknowledged
        if result.modal is not None:
            await self._fill(member, result)

    async def _fill(self, member: Any, form: Any) -> None:
        """Submit a form with what it shows, and with a text that no field takes."""
        fields = [part for part in walk(form.modal["components"]) if part["type"] in (TEXT_INPUT, STRING_SELECT)]
        await member.submit_modal(form, {part["custom_id"]: _answer(part) for part in fields})

    async def _type(self, member: Any, command: Command) -> None:
        needed = {
            arg.name: values[0]
            for arg in command.args
            if arg.is_required and (values := await self._values_of(member, command, arg, {}))
        }
        tried: list[Mapping[str, Any]] = [needed]
        for arg in command.args:
            tried += [{**needed, arg.name: value} for value in await self._values_of(member, command, arg, needed)]
        for typed in tried:
            if all(arg.name in typed for arg in command.args if arg.is_required):
                assert (await member.slash(self.here.place, command.name, **typed)).acknowledged

    async def _values_of(self, member: Any, command: Command, arg: Arg, typed: Mapping[str, Any]) -> list[Any]:
        """Return what can be typed for an argument; a language is chosen by tests themselves."""
        if arg.name == LANGUAGE:
            return []
        if choices := arg.choices_for(GAMES):
            return [value for _, value in choices][:MORE]
        if arg.suggest is not None:
            found = await member.autocomplete(self.here.place, command.name, arg.name, "", **typed)
            values = [each["value"] for each in found][:MORE]
            return values if arg.kind is ArgKind.NUMBER else [*values, "?"]
        match arg.kind:
            case ArgKind.TEXT:
                return ["?"]
            case ArgKind.NUMBER:
                return [1, 99]
            case ArgKind.CHANNEL:
                return [self.here.channel]
            case ArgKind.ROLE:
                return []
            case ArgKind.USER:
                return [self.here.members[-1]]


def _in_order(message: Any) -> list[Mapping[str, Any]]:
    """Return the controls of a message as they are tried: pages of rules are turned forwards first."""
    parts = [*walk(message.components)]
    turns = all(control.purpose is Purpose.RULES for part in parts for control, _ in _values(part))
    return parts[::-1] if turns else parts


def _key(member: Any, control: ControlId) -> Key:
    """Return what a member presses but once: a kind of control, whatever numbers it has, or a page of the rules."""
    if control.purpose is Purpose.RULES:
        return ANYBODY, control.purpose.value, control.data
    return member.id, control.purpose.value, re.sub(r"\d+", "#", control.data)


def _changes_language(control: ControlId) -> bool:
    """Return whether a control changes in which language a member or a table reads, which tests do themselves."""
    return control.data.startswith("language=")


def _values(part: Mapping[str, Any]) -> Iterator[tuple[ControlId, str]]:
    """Yield what an enabled control can be pressed for, with the value of a menu."""
    if part.get("disabled") or part["type"] not in SELECTS | {BUTTON}:
        return
    if part["type"] == BUTTON:
        if id := ControlId.parse(part.get("custom_id", "")):
            yield id, ""
        return
    for option in part.get("options") or ():
        if id := ControlId.parse(option["value"]):
            yield id, option["value"]


def _answer(part: Mapping[str, Any]) -> Any:
    """Return an answer for a field of a form."""
    if part["type"] == STRING_SELECT:
        chosen = [option["value"] for option in part["options"] if option.get("default")]
        return chosen or [part["options"][0]["value"]]
    return "?"
