"""A lone player's game against computer players, in one message that each press updates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.desk import play, server
from bot.desk.ask import Ask
from bot.desk.command import Arg, Command
from bot.desk.welcome import server_language
from bot.locales.languages import ENGLISH
from bot.pictures.drawings import draw_board
from bot.table.log.model import Table
from bot.table.log.steps import Kind
from bot.table.refusals import Damaged, Refusal, Unknown
from bot.table.rules import practice as rules
from bot.talk import practice as talk
from bot.talk.letter import ControlId, Letter, Purpose
from bot.talk.menu import SEPARATOR
from bot.talk.words import mentions
from engine.words import Message, msg, sentences


async def practice(ask: Ask) -> Letter:
    """Show the caller's practice game, or begin one.

    If no game is named and none is in progress, offer a choice.
    """
    kind = ask.arguments.get("game", "")
    current = await ask.service.practice.running_game_of(ask.user)
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
    closing, kind = talk.read_closing(ask.data)
    return await _begin_game(ask, kind, closing) if kind else _offer_games(ask)


async def _begin_game(ask: Ask, kind: str, closing: int = 0) -> Letter:
    """Begin a game, or ask first if that closes one in which the player has moved.

    `closing` is the game that the player agreed to close.
    """
    game, _, preset = kind.partition(SEPARATOR)
    rules_of_game = ask.tools.games.get(game)
    if rules_of_game is None or preset not in ("", *rules_of_game.presets):
        raise Refusal(msg("There is no game of that name. Choose one that `/practice` lists."))
    if question := await _closing_question(ask, ControlId(Purpose.PRACTICE, 0, data=kind), closing):
        return question
    preset = preset or talk.preset_of(rules_of_game)
    language = ask.tools.texts.languages.find(ask.caller.locale) or ENGLISH
    table, replaced_tables = await ask.service.practice.begin(game, preset, ask.actor, ask.caller.person, language)
    return await _show_game(ask, table, talk.start_notice(_replaced_game_name(ask, replaced_tables)))


async def _closing_question(ask: Ask, new: ControlId, closing: int) -> Letter | None:
    """Ask before the control `new` closes the current game; None if no move of the player is lost, or they agreed."""
    current = await ask.service.practice.running_game_of(ask.user)
    if current is None or current.id == closing:
        return None
    steps = await ask.service.tables.history(current.id, 0, ask.user)
    if not any(step.kind is Kind.ACT and step.seat == current.seat_of(ask.user) for step in steps):
        return None
    return talk.closing_question(ask.game(current), current, new, ask.words(current))


def _replaced_game_name(ask: Ask, replaced_tables: Sequence[Table]) -> Message | None:
    """Return the name of the game that the new one replaces, if any."""
    return ask.game(replaced_tables[-1]).name if replaced_tables else None


async def _show_game(ask: Ask, table: Table, note: Message | None = None) -> Letter:
    """Show a practice game, after the deal if one is due."""
    after_deal = await ask.service.practice.deal(table.id)
    return await play.hand(ask.with_table(after_deal), note)


def _offer_games(ask: Ask) -> Letter:
    return ask.reply(talk.CHOOSE, None, *talk.kind_rows(ask.tools.games, ask.words()))


async def show(ask: Ask) -> Letter:
    """Post the end of the caller's practice game for everyone in this channel."""
    end = rules.end_of(ask.table)
    if end is None:
        raise Unknown
    await _require_permission_to_post(ask)
    locale = await _language_here(ask)
    seen = replace(await ask.service.tables.observe(ask.table_id, None, reader=ask.user), large=False)
    words = ask.tools.texts.message_words(locale, mentions(seen.table.seats))
    picture = await ask.tools.painter.draw(draw_board, seen, await ask.tools.painter.layout(seen), locale)
    public = replace(talk.shown_letter(ask.game(ask.table), seen, end, words), pictures=(picture,))
    return replace(ask.reply(talk.SHOWN), public=public)


async def _require_permission_to_post(ask: Ask) -> None:
    """Raise Refusal if Discord or the server's managers allow no posts in the caller's channel."""
    if not ask.caller.may_post:
        raise Refusal(talk.CANNOT_SHOW)
    if ask.caller.invite:  # where the bot isn't a member, no server's settings apply
        return
    if wrong_channel := await server.wrong_channel_message(ask):
        raise Refusal(sentences(talk.CANNOT_SHOW, wrong_channel))


async def _language_here(ask: Ask) -> str:
    """Return the language for public messages here: the server's, else the caller's."""
    guild = ask.caller.guild
    return ask.caller.locale if guild is None else await server_language(ask.tools, guild, ask.caller.server_locale)


async def try_same_deal(ask: Ask) -> Letter:
    """Begin a practice game with the same deals as a posted one, or continue it.

    The caller may know the tiles from the posted game. That does no harm, since practice games count for nothing.
    """
    closing, data = talk.read_closing(ask.data)
    game, end = talk.read_shown(data)
    language = ask.tools.texts.languages.find(ask.caller.locale) or ENGLISH
    service = ask.service.practice
    try:
        original = await service.find_ended(game, end)
        current = await service.running_game_of(ask.user)
        if current is not None and current.standing.dealing.source == original.standing.dealing.source:
            return await _show_game(ask, current, talk.GOES_ON)
        if question := await _closing_question(ask, ControlId(Purpose.DEAL, 0, data=data), closing):
            return question
        table, replaced_tables = await service.begin_like(game, end, ask.actor, ask.caller.person, language)
    except (Unknown, Damaged) as gone:
        raise Refusal(talk.NO_DEAL) from gone
    return await _show_game(ask, table, talk.start_notice(_replaced_game_name(ask, replaced_tables)))


PRACTICE = Command(
    "practice",
    msg("Play alone against computer players: only you see it"),
    practice,
    (Arg("game", msg("What to practise"), choices=talk.list_kinds),),
    works_everywhere=True,
)
