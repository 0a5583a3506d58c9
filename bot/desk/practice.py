"""A lone player's game against computer players, in one message that each press updates."""

from __future__ import annotations

from collections.abc import Sequence

from bot.desk import play
from bot.desk.ask import Ask
from bot.desk.command import Arg, Command
from bot.locales.languages import ENGLISH
from bot.table.log.model import Table
from bot.table.refusals import Refusal
from bot.talk import practice as talk
from bot.talk.letter import Letter
from bot.talk.menu import SEPARATOR
from engine.words import Message, msg


async def practice(ask: Ask) -> Letter:
    """Show the caller's practice game, or begin one.

    If no game is named and none is in progress, offer a choice.
    """
    kind = ask.typed.get("game", "")
    current = await ask.service.practice.of(ask.user)
    if current is not None and _is_kind(ask, current, kind):
        return await _show_game(ask, current, talk.GOES_ON)
    return await _begin_game(ask, kind) if kind else _offer_games(ask)


def _is_kind(ask: Ask, table: Table, kind: str) -> bool:
    """Return whether a practice game is of this kind: a game, perhaps with a preset. An empty kind fits every game."""
    game, _, preset = kind.partition(SEPARATOR)
    has_preset = not preset or table.options == ask.game(table).presets.get(preset)
    return not kind or (game == table.game and has_preset)


async def press(ask: Ask) -> Letter:
    """Begin the chosen game, continue the current one, or offer a choice."""
    if ask.table_or_none is not None:
        return await _show_game(ask, ask.table_or_none)
    return await _begin_game(ask, ask.data) if ask.data else _offer_games(ask)


async def _begin_game(ask: Ask, kind: str) -> Letter:
    game, _, preset = kind.partition(SEPARATOR)
    known = ask.tools.games.get(game)
    if known is None or preset not in ("", *known.presets):
        raise Refusal(msg("There is no game of that name. Choose one that `/practice` lists."))
    preset = preset or talk.preset_of(known)
    language = ask.tools.texts.languages.find(ask.caller.locale) or ENGLISH
    begun, ended = await ask.service.practice.begin(game, preset, ask.actor, ask.caller.person, language)
    return await _show_game(ask, begun, talk.start_notice(_replaced_game_name(ask, ended)))


def _replaced_game_name(ask: Ask, ended: Sequence[Table]) -> Message | None:
    """Return the name of the game that the new one replaces, if any."""
    return ask.game(ended[-1]).name if ended else None


async def _show_game(ask: Ask, table: Table, note: Message | None = None) -> Letter:
    """Show a practice game, after the deal if one is due."""
    dealt = await ask.service.practice.deal(table.id)
    return await play.hand(ask.with_table(dealt), note)


def _offer_games(ask: Ask) -> Letter:
    return ask.reply(talk.CHOOSE, None, *talk.kind_rows(ask.tools.games, ask.words()))


PRACTICE = Command(
    "practice",
    msg("Play alone against computer players: only you see it"),
    practice,
    (Arg("game", msg("What to practise"), choices=talk.list_kinds),),
    everywhere=True,
)
