"""Letters as Discord's messages, classic or laid out (Components V2).

The module also reads the text and the controls of messages.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import discord
from discord import ui

from bot.discord import controls
from bot.talk.letter import (
    ALT_LENGTH,
    LAYOUT_LENGTH,
    TEXT_LENGTH,
    Box,
    Button,
    ControlId,
    Divider,
    Gallery,
    Letter,
    Part,
    Picture,
    Row,
    Section,
    Select,
    Text,
    Thumbnail,
)
from bot.talk.words import keep_tiles_unbroken, shorten_text

BUTTON = discord.ComponentType.button.value
SELECT = discord.ComponentType.select.value
TEXT_DISPLAY = discord.ComponentType.text_display.value

# -- letters to send ---------------------------------------------------------------------------------------------------


def body(letter: Letter) -> dict[str, Any]:
    """Return the arguments to send or edit a letter, without its files."""
    content = None if letter.parts else _content(letter)
    return {"content": content, "view": view(letter), "allowed_mentions": controls.allowed_mentions(letter)}


def view(letter: Letter) -> ui.View | ui.LayoutView:
    """Return the controls of a letter, and its text and pictures if it is laid out.

    The view is stopped before it is sent: the library then keeps nothing in memory, and presses are still recognized by
    their ids.
    """
    result = _Layout(letter).view() if letter.parts else _build_classic_view(letter.rows)
    result.stop()
    return result


def text(letter: Letter) -> str:
    """Return the text of a letter, within Discord's limit."""
    return _join_texts(_items(_Layout(letter).view())) if letter.parts else _content(letter)


def _content(letter: Letter) -> str:
    return shorten_text(keep_tiles_unbroken(letter.text), TEXT_LENGTH)


def _build_classic_view(rows: tuple[Row, ...]) -> ui.View:
    classic_view = ui.View(timeout=None)
    for number, row in enumerate(rows):
        items = [controls.build_select(row, number)] if isinstance(row, Select) else _buttons(row, number)
        for item in items:
            classic_view.add_item(item)
    return classic_view


def _buttons(row: tuple[Button, ...], number: int | None = None) -> list[controls.PressedButton]:
    return [controls.build_button(button, number) for button in row]


class _Layout:
    """The layout of one letter.

    All its texts together may have `LAYOUT_LENGTH` characters; if there are more, the last texts are cut.
    """

    def __init__(self, letter: Letter) -> None:
        self._letter = letter
        self._characters_left = LAYOUT_LENGTH
        sections = [part for part in letter.all_parts if isinstance(part, Section)]
        thumbnails = {section.beside.name for section in sections if isinstance(section.beside, Thumbnail)}
        self._large_pictures = [picture for picture in letter.pictures if picture.name not in thumbnails]

    def view(self) -> ui.LayoutView:
        """Build the whole layout; attached files come last."""
        result = ui.LayoutView(timeout=None)
        for part in self._letter.parts:
            for item in self._box(part) if isinstance(part, Box) else self._part(part):
                result.add_item(item)
        for name, _ in self._letter.files:
            result.add_item(ui.File(_attachment_url(name)))
        return result

    def _box(self, box: Box) -> Iterator[ui.Item[Any]]:
        inner = [item for part in box.parts for item in self._part(part)]
        if inner:
            yield ui.Container(*inner, accent_colour=box.accent)

    def _part(self, part: Part) -> Iterator[ui.Item[Any]]:
        """Yield the items of a part: none for an empty text, or for pictures that the letter lacks."""
        match part:
            case Text(content):
                yield from self._text(content)
            case Section(content, side_item):
                yield from self._section(content, side_item)
            case Gallery(names):
                pictures = [picture for picture in self._large_pictures if not names or picture.name in names]
                if pictures:
                    yield ui.MediaGallery(*(discord.MediaGalleryItem(**_media(picture)) for picture in pictures))
            case Divider(line, wide):
                spacing = discord.SeparatorSpacing.large if wide else discord.SeparatorSpacing.small
                yield ui.Separator(visible=line, spacing=spacing)
            case Select():
                yield ui.ActionRow(controls.build_select(part))
            case _:
                yield ui.ActionRow(*_buttons(part))

    def _text(self, content: str) -> Iterator[ui.TextDisplay[Any]]:
        shortened = ""
        if self._characters_left:
            shortened = shorten_text(keep_tiles_unbroken(content), self._characters_left)
        self._characters_left -= len(shortened)
        if shortened:
            yield ui.TextDisplay(shortened)

    def _section(self, content: str, side_item: Button | Thumbnail) -> Iterator[ui.Item[Any]]:
        """Yield a section, or only its text or button if the other half is missing."""
        texts = list(self._text(content))
        accessory = self._build_accessory(side_item)
        if texts and accessory:
            yield ui.Section(*texts, accessory=accessory)
        elif texts:
            yield texts[0]
        elif isinstance(accessory, controls.PressedButton):
            yield ui.ActionRow(accessory)

    def _build_accessory(self, side_item: Button | Thumbnail) -> ui.Item[Any] | None:
        if isinstance(side_item, Button):
            return controls.build_button(side_item)
        picture = next((picture for picture in self._letter.pictures if picture.name == side_item.name), None)
        return ui.Thumbnail(**_media(picture)) if picture else None


def _media(picture: Picture) -> dict[str, Any]:
    return {"media": _attachment_url(picture.name), "description": shorten_text(picture.alt, ALT_LENGTH)}


def _attachment_url(name: str) -> str:
    return f"attachment://{name}"


# -- messages that were sent -------------------------------------------------------------------------------------------


def read_text(message: discord.Message) -> str:
    """Return the text of a message, as `text` returns it for its letter."""
    return message.content or _join_texts(_walk_components(message.components))


def control_ids(message: discord.Message) -> tuple[ControlId, ...]:
    """Return the ids of a message's controls, selects included."""
    items = (
        item for item in _walk_components(message.components) if isinstance(item, discord.Button | discord.SelectMenu)
    )
    ids = (ControlId.parse(item.custom_id or "") for item in items)
    return tuple(id for id in ids if id is not None)


def text_of_payload(message: Mapping[str, Any]) -> str:
    """Return the text of a message in Discord's own format."""
    parts = [part["content"] for part in _walk_payload(message.get("components") or ()) if part["type"] == TEXT_DISPLAY]
    return message.get("content") or "\n".join(parts)


def ids_of_payload(message: Mapping[str, Any]) -> tuple[ControlId, ...]:
    """Return the ids of the controls of a message in Discord's own format."""
    items = [part for part in _walk_payload(message.get("components") or ()) if part["type"] in (BUTTON, SELECT)]
    ids = (ControlId.parse(item.get("custom_id") or "") for item in items)
    return tuple(id for id in ids if id is not None)


def _walk_payload(components: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """Yield all components in a message in Discord's own format, nested ones too."""
    for component in components:
        yield component
        yield from _walk_payload(component.get("components") or ())
        if accessory := component.get("accessory"):
            yield accessory


def has_control(message: discord.Message, control: str) -> bool:
    """Return whether a message has this control: a button, or an option of a select."""
    for item in _walk_components(message.components):
        if isinstance(item, discord.Button) and item.custom_id == control:
            return True
        if isinstance(item, discord.SelectMenu) and any(option.value == control for option in item.options):
            return True
    return False


def is_laid_out(message: discord.Message | None) -> bool:
    """Return whether a message is laid out, and so can never be classic again."""
    return message is not None and message.flags.components_v2


def _walk_components(components: Iterable[Any]) -> Iterator[Any]:
    """Yield the components of a message, nested ones too."""
    for component in components:
        yield component
        yield from _walk_components(getattr(component, "children", ()))
        if accessory := getattr(component, "accessory", None):
            yield accessory


def _items(view: ui.LayoutView) -> Iterator[Any]:
    return iter(view.walk_children())


def _join_texts(parts: Iterable[Any]) -> str:
    return "\n".join(part.content for part in parts if isinstance(part, discord.TextDisplay | ui.TextDisplay))
