"""A letter's controls, files and mentions on Discord, and presses as control ids.

Every button and select is a `DynamicItem`, which is recognized by its id alone, so it works after a restart. A view
never holds any other item: discord.py 2.7.1 forgets the classes of a mixed view for good when that view times out.
"""

from __future__ import annotations

import re
from io import BytesIO
from typing import Any, Protocol, Self, cast

import discord
from discord import ui

from bot.talk.letter import (
    ALT_LENGTH,
    BUTTON_ID,
    SELECT_ID,
    Button,
    ControlId,
    Letter,
    Purpose,
    RoleSelect,
    Select,
    Style,
)
from bot.talk.words import keep_tiles_unbroken, shorten_text

STYLES = {
    Style.PLAIN: discord.ButtonStyle.secondary,
    Style.MAIN: discord.ButtonStyle.primary,
    Style.GOOD: discord.ButtonStyle.success,
    Style.DANGER: discord.ButtonStyle.danger,
}
LABEL_LENGTH, OPTION_LENGTH, PLACEHOLDER_LENGTH, TITLE_LENGTH = 80, 100, 150, 45
"""Discord's limits: buttons, a select's options and placeholder, titles of forms."""


class Presses(Protocol):
    """The part of our client that receives every press."""

    async def handle_press(self, interaction: discord.Interaction[Any], control: str, /) -> None:
        """Answer the press of the control with this id."""


class PressedButton(ui.DynamicItem[ui.Button[ui.View]], template=BUTTON_ID):
    """A button of ours."""

    def __init__(self, button: ui.Button[ui.View]) -> None:
        super().__init__(button)

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        assert isinstance(item, ui.Button)
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await cast("Presses", interaction.client).handle_press(interaction, self.custom_id)


AnySelect = ui.Select[Any] | ui.RoleSelect[Any]


class ChosenOption(ui.DynamicItem[AnySelect], template=SELECT_ID):
    """A select of ours; each of its values is a control id, or a role."""

    def __init__(self, select: AnySelect) -> None:
        super().__init__(select)

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        assert isinstance(item, ui.Select | ui.RoleSelect)
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await cast("Presses", interaction.client).handle_press(interaction, self._chosen_control())

    def _chosen_control(self) -> str:
        """Return the id of the control that was chosen.

        Discord fills a role select with roles, so its values can't be control ids. Instead, the data of its own
        id are a purpose and a name, with a space between them. A choice counts as a control of this purpose with the
        data "name=role", or "name=" if the user chooses no role. Return "" if the id names no known purpose.
        """
        if isinstance(self.item, ui.Select):
            return next(iter(self.item.values), "")
        id = ControlId.parse(self.custom_id)
        role = next((role.id for role in self.item.values), "")
        purpose, _, name = id.data.partition(" ") if id else ("", "", "")
        return str(ControlId(Purpose(purpose), 0, data=f"{name}={role}")) if purpose in list(Purpose) else ""


def build_files(letter: Letter) -> list[discord.File]:
    """Return the attachments of a letter."""
    pictures = [
        discord.File(BytesIO(picture.png), filename=picture.name, description=shorten_text(picture.alt, ALT_LENGTH))
        for picture in letter.pictures
    ]
    return pictures + [discord.File(BytesIO(data), filename=name) for name, data in letter.files]


def allowed_mentions(letter: Letter) -> discord.AllowedMentions:
    """Return the mentions that may notify people: only the users whom the letter pings."""
    if not letter.pings:
        return discord.AllowedMentions.none()
    users = [discord.Object(user) for user in letter.pings]
    return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users)


def build_button(button: Button, row: int | None = None) -> PressedButton:
    """Return a button for discord.py.

    In a classic message (without Components V2), `row` is the number of its row; in a laid-out message it is None.
    """
    item: ui.Button[ui.View] = ui.Button(
        label=shorten_text(keep_tiles_unbroken(button.label), LABEL_LENGTH),
        custom_id=str(button.id),
        style=STYLES[button.style],
        disabled=not button.is_enabled,
        row=row,
    )
    return PressedButton(item)


def build_select(select: Select, row: int | None = None) -> ChosenOption:
    """Return a select for discord.py.

    In a classic message (without Components V2), `row` is the number of its row; in a laid-out message it is None.
    """
    if isinstance(select, RoleSelect):
        return _build_role_select(select, row)
    options = [
        discord.SelectOption(
            label=shorten_text(keep_tiles_unbroken(option.label), OPTION_LENGTH),
            value=str(option.id),
            description=shorten_text(keep_tiles_unbroken(option.about), OPTION_LENGTH) or None,
            default=option.is_chosen,
        )
        for option in select.options
    ]
    placeholder = shorten_text(keep_tiles_unbroken(select.placeholder), PLACEHOLDER_LENGTH)
    item: ui.Select[ui.View] = ui.Select(custom_id=str(select.id), placeholder=placeholder, options=options, row=row)
    return ChosenOption(item)


def _build_role_select(select: RoleSelect, row: int | None) -> ChosenOption:
    default_roles = [] if select.role is None else [discord.Object(select.role, type=discord.Role)]
    item: ui.RoleSelect[ui.View] = ui.RoleSelect(
        custom_id=str(select.id),
        placeholder=shorten_text(keep_tiles_unbroken(select.placeholder), PLACEHOLDER_LENGTH),
        min_values=0,
        default_values=default_roles,
        row=row,
    )
    return ChosenOption(item)
