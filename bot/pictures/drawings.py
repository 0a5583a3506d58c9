"""All pictures, each drawn by a function from what one viewer may see.

The functions are called in the bot or in a process of its own. A new kind of picture is one more function here. It gets
the kit, a view and what else it needs, and returns a picture with its name and description.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

from PIL.Image import Image

from bot.table.record.stepwise import Steps
from bot.talk.letter import ALT_LENGTH, Picture
from bot.talk.words import Texts, shorten_text
from engine.game import Chapter, Choice, Game
from engine.games import GAMES
from engine.words import Message, Value, Who, Words, lines, msg
from renderers import RENDERERS
from renderers.face_up import face_up
from renderers.fair_deal import ALT as FAIR_ALT
from renderers.fair_deal import fair
from renderers.finale import End, finale
from renderers.kit.picture import png, stack_pictures
from renderers.kit.text import use_fonts_in
from renderers.look import Layout, Look
from renderers.replay import draw_last_lap
from renderers.turning_point import Option, decision, turning
from renderers.welcome import welcome

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class View:
    """What one viewer may see of a table, and how to show it to them."""

    game: str
    seen: Any = field(repr=False)
    layout: Layout
    """The rows of all tiles; for some drawings only those rows that are stored."""
    locale: str = "en"
    names: tuple[Value, ...] = ()
    """The names of the players, by seat."""
    large: bool = False
    """Whether the viewer wants large print."""


class Kit(NamedTuple):
    """The games, looks and texts that all drawings use."""

    games: Mapping[str, Game[Any, Any]]
    looks: Mapping[str, Look[Any]]
    texts: Texts

    def look_of(self, view: View) -> Look[Any]:
        """Return the look of the game in a view."""
        return self.looks[view.game]

    def words(self, view: View) -> Words:
        """Return the words in the viewer's language, with the players' names."""
        return self.texts.words(view.locale, view.names)


@dataclass(frozen=True, slots=True)
class Drawing(Generic[T]):
    """A call of a function in this file, as a value without the kit.

    So it can be sent to another process. Equal drawings have equal results.
    """

    kind: Callable[..., T]
    arguments: tuple[Any, ...] = field(repr=False)

    def __call__(self, kit: Kit) -> T:
        return self.kind(kit, *self.arguments)


def prepare_drawing(fonts: Path | None) -> Callable[[Callable[[Kit], T]], T]:
    """Return a function that carries out drawings of any game, with our fonts and those in a folder, if given."""
    use_fonts_in(fonts)
    kit = Kit(GAMES, RENDERERS, Texts())
    return lambda drawing: drawing(kit)


# -- where the tiles lie -----------------------------------------------------------------------------------------------


def arrange_tiles(kit: Kit, view: View) -> Layout:
    """Return the layout of all tiles. The view's layout has only the stored rows."""
    return kit.look_of(view).arrange(view.seen, view.layout)


def survey_layout(kit: Kit, view: View) -> tuple[Layout, bool]:
    """Return the layout of all tiles, and whether the picture of the board leaves a part out."""
    layout = arrange_tiles(kit, view)
    return layout, kit.look_of(view).needs_whole_view(view.seen, layout)


# -- a table under way -------------------------------------------------------------------------------------------------


def draw_board(kit: Kit, view: View) -> Picture:
    """Draw the table as the viewer sees it."""
    return _encode_picture("board.png", _board_image(kit, view), kit.look_of(view).alt(view.seen), kit.words(view))


def draw_welcome(kit: Kit, view: View) -> Picture:
    """Draw only the tiles on the table, for visitors who don't know the game."""
    words = kit.words(view)
    image = welcome(kit.look_of(view), view.seen, view.layout, words)
    return _encode_picture("welcome.png", image, kit.look_of(view).alt(view.seen), words)


def draw_hand(kit: Kit, view: View, chosen: tuple[str, ...], hinted: tuple[str, ...] = ()) -> Picture:
    """Draw the viewer's hand, with the places for `chosen` if there is a choice, and the tile of a hint framed."""
    image = _hand_image(kit, view, chosen, hinted)
    return _encode_picture("hand.png", image, kit.look_of(view).hand_alt(view.seen), kit.words(view))


def draw_board_with_hand(kit: Kit, view: View, hinted: tuple[str, ...] = ()) -> Picture:
    """Draw the table with the viewer's hand below it. The tile of a hint and its place on the board are framed."""
    board = _board_image(kit, view)
    better = next((choice.notation for choice in view.seen.choices if hinted and choice.parts == hinted), "")
    nothing_played = ""
    kit.look_of(view).mark_places(board, view.seen, nothing_played, better)
    image = stack_pictures(board, _hand_image(kit, view, chosen=(), hinted=hinted))
    return _encode_picture("table.png", image, _alt_with_hand(kit, view), kit.words(view))


def draw_whole(kit: Kit, view: View) -> Picture | None:
    """Draw the whole table; return None if the usual picture shows all of it large enough."""
    image = kit.look_of(view).draw_whole(view.seen, view.layout, kit.words(view))
    return None if image is None else _encode_picture("whole.png", image, _describe_score(kit, view), kit.words(view))


# -- what is over ------------------------------------------------------------------------------------------------------


def draw_board_at_end(kit: Kit, view: View) -> Picture | None:
    """Draw the table at the end of a round; return None if the picture of the score is enough."""
    return None if kit.look_of(view).is_score_enough(view.seen) else draw_board(kit, view)


def draw_score(kit: Kit, view: View) -> Picture | None:
    """Draw the score of a round that was just counted; return None if there is none."""
    image = kit.look_of(view).score(view.seen, kit.words(view))
    return None if image is None else _encode_picture("score.png", image, _describe_score(kit, view), kit.words(view))


def film_last_lap(kit: Kit, view: View) -> Steps[Picture | None]:
    """Draw the last lap of a round that was just scored, as an animation.

    Return None unless the round ended blocked.
    """
    words = kit.words(view)
    film = yield from draw_last_lap(kit.look_of(view), view.seen, words)
    return None if film is None else Picture("block.gif", film, _shorten_alt(_describe_score(kit, view), words))


class Ending(NamedTuple):
    """What the picture of a game's end shows besides its table, and the picture's description."""

    chapters: tuple[Chapter, ...]
    title: Message
    is_celebrated: bool
    record: tuple[Message, ...]
    """A title and the server's record that the game broke; empty if it broke none."""
    alt: Message


def draw_finale(kit: Kit, view: View, ending: Ending) -> Picture:
    """Draw a game's end: the winner, the last round's table, and the standings."""
    chapters, title, is_celebrated, record, alt = ending
    penalties = kit.games[view.game].penalties
    words = kit.words(view)
    end = End(kit.look_of(view), view.seen, view.layout, chapters, title, penalties, is_celebrated, record)
    return _encode_picture("end.png", finale(end, words), alt, words)


def draw_turning_point(kit: Kit, view: View, chosen: Choice, better: Choice) -> Picture:
    """Draw what a player saw before a decision, with their choice and the better one.

    The view's layout has only the stored rows.
    """
    words = kit.words(view)
    layout = arrange_tiles(kit, view)
    options = (Option(each.notation, words.text(each.label)) for each in (chosen, better))
    image = turning(kit.look_of(view), view.seen, layout, words, *options)
    return _encode_picture("turning.png", image, _alt_with_hand(kit, view), words)


def draw_decision(kit: Kit, view: View, names: tuple[str, ...]) -> Picture:
    """Draw what a player saw before a decision, with other `names` for the players.

    Their choice isn't marked. The view's layout has only the stored rows.
    """
    view = replace(view, names=names)
    image = decision(kit.look_of(view), view.seen, arrange_tiles(kit, view), kit.words(view))
    return _encode_picture("turn.png", image, _alt_with_hand(kit, view), kit.words(view))


def draw_face_up(kit: Kit, view: View, hands: tuple[Any, ...]) -> Picture:
    """Draw the table with these hands below it. The view's layout has only the stored rows."""
    look, words = kit.look_of(view), kit.words(view)
    image = face_up(look, view.seen, hands, arrange_tiles(kit, view), words)
    hand_texts = [_describe_held(Who(seat), look.list_held(hand)) for seat, hand in enumerate(hands)]
    return _encode_picture("table.png", image, lines(look.alt(view.seen), *hand_texts), words)


def _describe_held(who: Who, held: Message | None) -> Message:
    """List the tiles of a seat that is not the reader's own."""
    return msg("{who}: no tiles left", who=who) if held is None else msg("{who}: {hand}", who=who, hand=held)


# -- without a table ---------------------------------------------------------------------------------------------------


def draw_fair_deal(kit: Kit, locale: str) -> Picture:
    """Draw the things that are mixed into a fair deal."""
    words = kit.texts.words(locale, ())
    return _encode_picture("fair.png", fair(words), FAIR_ALT, words)


# -- what the drawings share -------------------------------------------------------------------------------------------


def _board_image(kit: Kit, view: View) -> Image:
    return kit.look_of(view).board(view.seen, view.layout, kit.words(view), large=view.large)


def _hand_image(kit: Kit, view: View, chosen: tuple[str, ...], hinted: tuple[str, ...] = ()) -> Image:
    look, words = kit.look_of(view), kit.words(view)
    return look.hand(view.seen, view.layout, words, chosen, large=view.large, hinted=hinted)


def _describe_score(kit: Kit, view: View) -> Message:
    """Describe the round's score, or else the board."""
    return kit.games[view.game].voice.tally(view.seen) or kit.look_of(view).alt(view.seen)


def _alt_with_hand(kit: Kit, view: View) -> Message:
    """Describe the viewer's hand, then the board."""
    look = kit.look_of(view)
    return lines(look.hand_alt(view.seen), look.alt(view.seen))


def _encode_picture(name: str, image: Image, alt: Message, words: Words) -> Picture:
    return Picture(name, png(image), _shorten_alt(alt, words))


def _shorten_alt(alt: Message, words: Words) -> str:
    return shorten_text(words.text(alt), ALT_LENGTH)
