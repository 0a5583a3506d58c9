"""Turns the choices of an observation into controls.

Few choices become buttons, many become a select, and more than 25 become a menu of several levels. Nothing here
depends on a game: each choice has a label and its place in a menu.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from bot.talk.letter import MOST_OPTIONS, Button, ControlId, Option, Purpose, Row, Select, Style, in_rows
from engine.defaults import CHOOSE_MOVE
from engine.game import Choice
from engine.words import Message, Words

MOST_BUTTONS = 12
"""Four rows of three; the fifth row is for other controls than moves."""
SEPARATOR = ">"
"""Stands between the parts of a choice in the data of a control."""


@dataclass(frozen=True, slots=True)
class Menu:
    """The choices in one position of a table, and the parts of a move that are chosen so far."""

    table: int
    seq: int
    choices: Sequence[Choice]
    words: Words
    chosen: tuple[str, ...] = ()
    title: Message = CHOOSE_MOVE
    """What a select asks for before anything in it is chosen."""

    def rows(self) -> tuple[Row, ...]:
        """Build the controls for the next step of the choice."""
        open_choices = self._open_choices()
        # choices with a `last_step` are always made step by step, even if all of them would fit
        if not self.chosen and len(open_choices) > 1 and any(choice.last_step for choice in open_choices):
            return self._step_rows(self._steps(open_choices))
        if len(open_choices) <= MOST_BUTTONS:
            truthful = [choice for choice in open_choices if choice.doubt is None or not choice.doubt.is_false_claim]
            highlighted = truthful[0] if len(truthful) == 1 else None  # the only choice that isn't a false claim
            return in_rows([self._button(choice, is_main=choice is highlighted) for choice in open_choices])
        if len(open_choices) <= MOST_OPTIONS:
            return (self._select([self._option(choice) for choice in open_choices]),)
        return self._next_level(open_choices)

    def _open_choices(self) -> list[Choice]:
        """Return the choices that begin with the parts chosen so far.

        Of several choices that are the same but for the picture, only the first is offered.
        """
        depth = len(self.chosen)
        return [
            choice
            for choice in self.choices
            if choice.enabled and choice.parts[:depth] == self.chosen and not choice.same_as
        ]

    def _next_level(self, open_choices: Sequence[Choice]) -> tuple[Row, ...]:
        """Build the controls of the next level; a level with only one step is skipped."""
        steps = self._steps(open_choices)
        if len(steps) == 1:
            return replace(self, chosen=(*self.chosen, *steps)).rows()
        return self._step_rows(steps)

    def _steps(self, open_choices: Sequence[Choice]) -> Mapping[str, str]:
        """Return the next parts to choose from, each with its label."""
        return {choice.parts[len(self.chosen)]: self._step(choice) for choice in open_choices}

    def _step(self, choice: Choice) -> str:
        """Return the label of the next part of a choice."""
        if choice.first_step is None or self.chosen:
            return choice.parts[len(self.chosen)]
        return self.words.text(choice.first_step)

    def _step_rows(self, steps: Mapping[str, str]) -> tuple[Row, ...]:
        if len(steps) <= MOST_BUTTONS:
            return in_rows([Button(label, self._menu_id(part)) for part, label in steps.items()])
        return (self._select([Option(label, self._menu_id(part)) for part, label in steps.items()]),)

    def _menu_id(self, part: str) -> ControlId:
        return self._id(Purpose.MENU, SEPARATOR.join((*self.chosen, part)))

    def _button(self, choice: Choice, *, is_main: bool) -> Button:
        style = Style.MAIN if is_main else Style.PLAIN
        return Button(self._label(choice), self._id(Purpose.ACT, choice.notation), style)

    def _option(self, choice: Choice) -> Option:
        return Option(self._label(choice), self._id(Purpose.ACT, choice.notation))

    def _label(self, choice: Choice) -> str:
        """Return the label of a choice. Deeper in a menu, that is the label of its last step, if it has one."""
        return self.words.text(choice.last_step if self.chosen and choice.last_step else choice.label)

    def _select(self, options: list[Option]) -> Select:
        return Select(self.words.text(self.title), self._id(Purpose.CHOOSE), tuple(options))

    def _id(self, purpose: Purpose, data: str = "") -> ControlId:
        return ControlId(purpose, self.table, self.seq, data)


def has_alternatives(choices: Sequence[Choice]) -> bool:
    """Return whether more than one choice is possible."""
    return sum(choice.enabled and not choice.same_as for choice in choices) > 1


def choice_rows(options: Sequence[Option], choose: ControlId, placeholder: str) -> tuple[Row, ...]:
    """Build a button for each option.

    If there are too many, build a menu of the first `MOST_OPTIONS`.
    """
    if len(options) <= MOST_BUTTONS:
        return in_rows([Button(option.label, option.id) for option in options])
    return (Select(placeholder, choose, tuple(options[:MOST_OPTIONS])),)
