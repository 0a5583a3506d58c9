"""All drawings, each as a function of what one viewer may see.

They run in the bot, or in a process of their own. A drawing is such a function with all its arguments but the
last filled in; it can be sent to another process.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from PIL.Image import Image

from bot.talk.words import Texts
from engine.game import Chapter
from engine.words import Message, Words
from renderers import RENDERERS
from renderers.face_up import face_up as faces_up
from renderers.fair_deal import fair as fair_deal
from renderers.finale import End
from renderers.finale import finale as end_of_game
from renderers.kit.picture import png, side_by_side, stack_pictures
from renderers.kit.text import use_fonts_in
from renderers.look import Layout, Look
from renderers.turning_point import Option
from renderers.turning_point import turning as turning_point

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class View:
    """What one viewer may see of a table, and how they want it."""

    game: str
    seen: Any = field(repr=False)
    layout: Layout
    locale: str = "en"
    names: Sequence[str] = ()
    large: bool = False


class Kit(NamedTuple):
    """The looks and texts with which everything is drawn."""

    looks: Mapping[str, Look[Any]]
    texts: Texts

    def look_of(self, view: View) -> Look[Any]:
        """Return the look of the game in a view."""
        return self.looks[view.game]

    def words(self, view: View) -> Words:
        """Return the words in the viewer's language, with the players' names."""
        return self.texts.words(view.locale, view.names)


Drawing = Callable[[Kit], T]


def drawing(fonts: Path | None) -> Callable[[Drawing[T]], T]:
    """Return a function that makes drawings with all games' looks.

    A folder's fonts are used in addition to ours.
    """
    use_fonts_in(fonts)
    kit = Kit(RENDERERS, Texts())
    return lambda drawing: drawing(kit)


def arrange_tiles(view: View, kit: Kit) -> Layout:
    """Return the layout of the tiles, given the rows that are known."""
    return kit.look_of(view).arrange(view.seen, view.layout)


def survey_layout(view: View, kit: Kit) -> tuple[Layout, bool]:
    """Return the layout of the tiles, and whether the board leaves any of it out."""
    layout = arrange_tiles(view, kit)
    return layout, kit.look_of(view).needs_whole_view(view.seen, layout)


def board(view: View, kit: Kit) -> bytes:
    """Return the table as a PNG."""
    return png(_board(view, kit))


def _board(view: View, kit: Kit) -> Image:
    return kit.look_of(view).board(view.seen, view.layout, kit.words(view), large=view.large)


def boards_in_row(views: Sequence[View], kit: Kit) -> bytes:
    """Return several tables beside each other, given the rows that are known of each."""
    return png(side_by_side([_board(replace(view, layout=arrange_tiles(view, kit)), kit) for view in views]))


def hand(view: View, chosen: tuple[str, ...], kit: Kit) -> bytes:
    """Return the viewer's hand, with the places for `chosen` if there is a choice."""
    return png(_hand(view, chosen, kit))


def _hand(view: View, chosen: tuple[str, ...], kit: Kit) -> Image:
    return kit.look_of(view).hand(view.seen, view.layout, kit.words(view), chosen, large=view.large)


def board_with_hand(view: View, kit: Kit) -> bytes:
    """Return the table with the viewer's hand below it."""
    return png(stack_pictures(_board(view, kit), _hand(view, (), kit)))


def whole(view: View, kit: Kit) -> bytes | None:
    """Return the whole table, or None if the board shows all of it large enough."""
    return _optional(kit.look_of(view).whole(view.seen, view.layout, kit.words(view)))


def score(view: View, kit: Kit) -> bytes | None:
    """Return the score of a round that was just counted, if there is one."""
    return _optional(kit.look_of(view).score(view.seen, kit.words(view)))


def _optional(image: Image | None) -> bytes | None:
    return None if image is None else png(image)


def turning(view: View, chosen: Option, better: Option, kit: Kit) -> bytes:
    """Return what a player saw before a decision, given the rows that are known."""
    return png(turning_point(kit.look_of(view), view.seen, arrange_tiles(view, kit), kit.words(view), chosen, better))


def face_up(view: View, hands: Sequence[Any], kit: Kit) -> bytes:
    """Return the table with these hands below it, given the rows that are known."""
    return png(faces_up(kit.look_of(view), view.seen, hands, arrange_tiles(view, kit), kit.words(view)))


def finale(
    view: View, kit: Kit, *, chapters: Sequence[Chapter], title: Message, penalties: bool, record: Sequence[Message]
) -> bytes:
    """Return the picture of a game's end."""
    end = End(kit.look_of(view), view.seen, view.layout, chapters, title, penalties, record)
    return png(end_of_game(end, kit.words(view)))


def fair(locale: str, kit: Kit) -> bytes:
    """Return the picture of the things that are mixed into a fair deal."""
    return png(fair_deal(kit.texts.words(locale, ())))
