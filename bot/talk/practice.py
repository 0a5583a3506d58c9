"""A practice game: one person against computer players.

A single private message shows the table and the hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.table.log.model import Seen, ShownStep, Status, Table
from bot.table.log.steps import SEAT_ACTIONS
from bot.talk import recent_events, result, story
from bot.talk.card import replay_buttons
from bot.talk.letter import Button, ControlId, Letter, Purpose, Row, Style, in_rows
from bot.talk.menu import SEPARATOR
from bot.talk.next_actions import rules_button
from bot.talk.partners import find_partner_preset
from bot.talk.title import AnyGame, table_title
from bot.talk.words import text_letter
from engine.deal_text import RoundBegins
from engine.words import Message, Words, lines, msg

PREFERRED_PRESETS = ("sprint", "day")
"""The preferred presets for practice. A game with none of them uses its own first preset."""
ID_DIGITS = 18
"""The most digits of a table's id."""
CLOSE = "close "
"""Begins the data of a control that closes a practice game and begins another; the id of the first one follows."""
CHOOSE = msg("Practice against computers. Only you see it, and there is no clock.\nWhich game?")
GOES_ON = msg("Your practice game continues.")
BACK = msg("Back to the game")
OVER = msg("This practice game is closed.")
SHOWN = msg("Everyone here can see your game now, and try the same deal.")
CANNOT_SHOW = msg("I can't post in this conversation, so only you can see this game.")
NO_DEAL = msg("I don't have that deal any more. `/practice` begins another game.")


def start_notice(replaced: Message | None) -> Message:
    """Say that a practice game begins, and name the game that it replaces."""
    first = msg("Only you see this game. No clock runs.")
    if replaced is None:
        return first
    return lines(first, msg("Your practice game of {game} is closed.", game=replaced))


def closing_question(game: AnyGame, table: Table, new: ControlId, words: Words) -> Letter:
    """Ask whether to close a practice game in which the player has moved.

    `new` is the control that begins the other game.
    """
    text = msg("You're in the middle of a practice game of {game}. A new one closes it.", game=game.name)
    go_on = Button(words.text(BACK), ControlId(Purpose.HAND, table.id), Style.MAIN)
    close = Button(words.text(msg("Start a new game")), replace(new, data=f"{CLOSE}{table.id} {new.data}"))
    return Letter(words.text(text), rows=((go_on, close),))


def read_closing(data: str) -> tuple[int, str]:
    """Return the id of the practice game that a control closes, and the rest of its data; 0 if it closes none."""
    if not data.startswith(CLOSE):
        return 0, data
    table, _, rest = data.removeprefix(CLOSE).partition(" ")
    return _read_id(table), rest


def list_kinds(games: Mapping[str, AnyGame]) -> Sequence[tuple[Message, str]]:
    """Return the names and keys of what can be practised: all games, and their presets with partners."""
    kinds = list[tuple[Message, str]]()
    for key, game in games.items():
        kinds.append((game.name, key))
        partner_preset = find_partner_preset(game)
        if partner_preset not in (None, preset_of(game)):
            name = msg("{game}: {preset}", game=game.name, preset=game.offers[partner_preset].name)
            kinds.append((name, f"{key}{SEPARATOR}{partner_preset}"))
    return kinds


def preset_of(game: AnyGame) -> str:
    """Return the preset for practice if none is chosen."""
    return next((key for key in PREFERRED_PRESETS if key in game.presets), next(iter(game.presets)))


def kind_rows(games: Mapping[str, AnyGame], words: Words) -> tuple[Row, ...]:
    """Build a button for each kind of game."""
    return in_rows([Button(words.text(name), _begin_id(key), Style.MAIN) for name, key in list_kinds(games)])


def is_over(seen: Seen) -> bool:
    """Return whether a round or the game is over, so that the game waits for a press."""
    return seen.table.status is not Status.RUNNING or bool(seen.observation.is_scored)


def result_letter(
    game: AnyGame, seen: Seen, words: Words, note: Message | None = None, happened: Sequence[ShownStep] = ()
) -> Letter:
    """Build the letter after a round or a game, without its pictures.

    A `note` comes first, then the steps that `happened` since the player's last turn.
    """
    letter = _round_over_letter(game, seen, words) if seen.table.is_running else _game_over_letter(game, seen, words)
    if seen.table.status is Status.CLOSED:
        return letter  # it says only that the game is closed
    text = msg("{text}", text=letter.text)  # a message, so that `lines` can join it to others
    news = story.fit_into_message(text, game, happened, words, seen.table, scores=False, reader=seen.seat)
    recap = recent_events.recap(happened, seen.seat, news, whole=False)
    return replace(letter, text=words.text(lines(note, recap, text)))


def steps_of_round(happened: Sequence[ShownStep]) -> Sequence[ShownStep]:
    """Return the steps of this round.

    The steps before this round's deal are in the message about the end of the previous round. Without a move before the
    deal there was no such message, so all steps are returned.
    """
    deals = [
        index for index, step in enumerate(happened) if any(isinstance(event, RoundBegins) for event in step.events)
    ]
    start = deals[-1] if deals else 0
    has_earlier_move = any(step.kind in SEAT_ACTIONS for step in happened[:start])
    return happened[start:] if has_earlier_move else happened


def _round_over_letter(game: AnyGame, seen: Seen, words: Words) -> Letter:
    """Build the letter after a round, with a button to the next round, without pictures."""
    next_round = Button(words.text(msg("Next round")), ControlId(Purpose.PRACTICE, seen.table.id), Style.MAIN)
    return text_letter(words, result.round_over_text(game, seen), ((next_round, *result.scoring_buttons(seen, words)),))


def _game_over_letter(game: AnyGame, seen: Seen, words: Words) -> Letter:
    """Build the letter after a game, without its pictures."""
    table = seen.table
    again = Button(words.text(msg("Play again")), _begin_id(_kind(game, table)), Style.MAIN)
    other = Button(words.text(msg("Another game")), _begin_id(""))
    if table.status is Status.CLOSED:
        return Letter(words.text(OVER), rows=((again, other),))
    show = Button(words.text(msg("Show this")), ControlId(Purpose.SHOW, table.id))
    analysis = Button(words.text(msg("Analysis")), ControlId(Purpose.ANALYSIS, table.id))
    second_row = (analysis, *replay_buttons(table, words), *result.scoring_buttons(seen, words))
    return replace(result.game_over_letter(game, seen, words), rows=((again, other, show), second_row))


def shown_letter(game: AnyGame, seen: Seen, last_hash: str, words: Words) -> Letter:
    """Build the message that shows everyone how a practice game ended.

    Its picture is added later. It names no tile that was left in a hand, because others can try the same deals with a
    button. `last_hash` is the hash of the game's last step, in its short form.
    """
    data = f"{seen.table.id} {last_hash}"
    same = Button(words.text(msg("Try the same deal")), ControlId(Purpose.DEAL, 0, data=data), Style.MAIN)
    text = lines(result.short_text(game, seen), msg("-# {about}", about=table_title(game, seen.table)))
    return text_letter(words, text, ((same,),))


def read_shown(data: str) -> tuple[int, str]:
    """Return the table's id and the short hash of its last step.

    They are read from the data of the button *Try the same deal*. The id is 0 if the data name no table.
    """
    table, _, last_hash = data.partition(" ")
    return _read_id(table), last_hash


def _read_id(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) <= ID_DIGITS else 0


def side_buttons(table: Table, words: Words, *, moved: bool, rules: bool) -> list[Button]:
    """Build the buttons next to the moves of a practice game.

    `moved` is whether the player has a move to take back, and `rules` whether there is a button for the rules.
    """
    back = Button(words.text(msg("Take back")), ControlId(Purpose.UNDO, table.id, table.position_seq))
    buttons = [back] if moved else []
    return [*buttons, rules_button(table, words)] if rules else buttons


def back_row(table: Table, words: Words) -> Row:
    """Build the button back to a practice game, for answers that replaced its message."""
    return (Button(words.text(BACK), ControlId(Purpose.HAND, table.id)),)


def _begin_id(game: str) -> ControlId:
    return ControlId(Purpose.PRACTICE, 0, data=game)


def _kind(game: AnyGame, table: Table) -> str:
    """Return the key of the kind of game that was practised."""
    partner_preset = find_partner_preset(game)
    is_partner_game = partner_preset is not None and table.options == game.presets[partner_preset]
    return f"{table.game}{SEPARATOR}{partner_preset}" if is_partner_game else table.game
