"""Forms as Discord's modals, and the values that users filled in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord
from discord import ui

from bot.discord.controls import OPTION_LENGTH, TITLE_LENGTH
from bot.talk.form import Answer, Field, Form
from bot.talk.words import shorten_text

LIFETIME = 900.0
"""Seconds in which the library keeps a form in memory."""


def build_modal(form: Form) -> ui.Modal:
    """Return a form as a modal, whose id is enough to handle it, even after a restart."""
    modal = ui.Modal(title=shorten_text(form.title, TITLE_LENGTH), custom_id=str(form.id), timeout=LIFETIME)
    for field in form.fields:
        description = shorten_text(field.about, OPTION_LENGTH) or None
        modal.add_item(
            ui.Label(text=shorten_text(field.label, TITLE_LENGTH), description=description, component=_component(field))
        )
    return modal


def _component(field: Field) -> ui.Item[Any]:
    if field.answers:
        return ui.Select(custom_id=field.name, options=[_option(answer, field.current) for answer in field.answers])
    return ui.TextInput(
        custom_id=field.name,
        default=field.current or None,
        placeholder=shorten_text(field.hint, OPTION_LENGTH) or None,
        max_length=field.longest,
        required=field.is_required,
    )


def _option(answer: Answer, current: str) -> discord.SelectOption:
    return discord.SelectOption(
        label=shorten_text(answer.label, OPTION_LENGTH),
        value=answer.value,
        description=shorten_text(answer.about, OPTION_LENGTH) or None,
        default=answer.value == current,
    )


def parse_form(data: Mapping[str, Any]) -> tuple[str, Mapping[str, str]]:
    """Return the id of a filled-in form and its values by field; no values if it isn't shaped like our forms."""
    try:
        fields = [part["component"] for part in data["components"]]
        return str(data["custom_id"]), {str(field["custom_id"]): _answer(field) for field in fields}
    except (KeyError, TypeError, ValueError):
        return str(data.get("custom_id")), {}


def _answer(field: Mapping[str, Any]) -> str:
    """Return the text that was typed into a field, or its chosen value."""
    if "values" not in field:
        return str(field["value"])
    (value,) = field["values"]
    return str(value)
