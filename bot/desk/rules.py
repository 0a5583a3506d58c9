"""The rules of each game. Their first page ends with what the caller can do now."""

from __future__ import annotations

from dataclasses import replace

from bot.desk import next_actions
from bot.desk.ask import Ask
from bot.desk.command import Command
from bot.desk.example import find_nearest_preset, scene
from bot.desk.stats import GAME
from bot.pictures.drawings import draw_board, draw_board_with_hand, draw_fair_deal, draw_score
from bot.pictures.painter import Painter
from bot.runtime.work import Queue
from bot.table.log.model import Seen, Status, Table
from bot.table.refusals import Refusal
from bot.talk import rules as talk
from bot.talk.fair import FAIR
from bot.talk.letter import Letter, Picture
from bot.talk.menu import SEPARATOR
from bot.talk.moderation import report_rows
from bot.talk.options import seats_at
from bot.talk.title import AnyGame
from engine.words import lines, msg

# -- rules -------------------------------------------------------------------------------------------------------------


async def rules(ask: Ask) -> Letter:
    """Show the rules of the named game, else of the caller's table, else offer a choice."""
    game = ask.arguments.get("game", "")
    if game and game not in ask.tools.games:
        raise Refusal(msg("There are no rules for that game. Choose one that `/rules` lists."))
    table = await next_actions.table_here(ask, game)
    if game and table and table.options.variant_name():  # the caller named the game, not this kind of it
        table = None
    if not game and table is None:
        return await _offer_games(ask)
    return await _page(ask, table.game if table else game, 0, table)


async def page(ask: Ask) -> Letter:
    """Show the page that a control asks for."""
    game, _, page = ask.data.partition(SEPARATOR)
    if game == talk.CHOOSE:
        return await _offer_games(ask)
    table = ask.table_or_none
    game = game or (table.game if table else "")
    if game not in ask.tools.games:
        raise Refusal(msg("There are no rules for that game. Choose one that `/rules` lists."))
    if table and table.game != game:
        table = None
    return await _page(ask, game, int(page) if page.isdecimal() else 0, table)


async def _offer_games(ask: Ask) -> Letter:
    """Offer the rules of each game."""
    rows = talk.games(ask.tools.games, ask.words())
    return ask.reply(lines(talk.WHICH_GAME, talk.aside(await next_actions.describe_next_steps(ask, None))), None, *rows)


async def _page(ask: Ask, key: str, number: int, table: Table | None) -> Letter:
    game = ask.tools.games[key]
    pages = talk.pages_of(game, table)
    number = max(0, min(number, len(pages) - 1))
    rows = talk.page_rows(game, number, table, ask.words(table))
    if table is not None and table.guild == ask.caller.guild:
        rows = (*rows, *report_rows(table, ask.user, ask.words(table)))
    text = talk.page(game, number, table)
    if number == 0 and (table is None or not table.private):
        text = lines(text, talk.at_this_table(game, table, await next_actions.describe_next_steps(ask, table)))
    picture = await (_fair_deal_picture(ask) if pages[number] == FAIR else _picture(ask, key, number, table))
    return replace(ask.reply(text, table, *rows), pictures=(picture,))


async def _fair_deal_picture(ask: Ask) -> Picture:
    """Return the picture that explains a fair deal, drawn once for all games."""
    examples, key = ask.tools.examples, ("", 0, ask.caller.locale)
    if key not in examples:
        examples[key] = await ask.tools.painter.draw_without_table("rules", draw_fair_deal, ask.caller.locale)
    return examples[key]


async def _picture(ask: Ask, key: str, number: int, table: Table | None) -> Picture:
    """Return the board of the table on the first page, else a position that illustrates the page."""
    painter, examples, locale = ask.tools.painter, ask.tools.examples, ask.caller.locale
    if number == 0 and table and table.status in (Status.RUNNING, Status.OVER) and table.round:
        seen = replace(await ask.service.tables.observe(table.id, None, reader=ask.user), large=False)
        return await painter.draw(draw_board, seen, await painter.layout(seen), locale)
    game = ask.tools.games[key]
    number = _find_fitting_scene(game, number, table)
    preset = "" if table is None else find_nearest_preset(game, table.options, seats_at(game, table))
    place = (f"{key} {preset}", number, locale)
    if place not in examples:
        name = ("scene", key, number, preset)
        seen = await ask.tools.work.do(Queue.BOARD, ask.user, lambda: scene(game, number, preset), key=name)
        examples[place] = await _draw_scene(painter, replace(seen, reader=ask.user), locale)
    return examples[place]


def _find_fitting_scene(game: AnyGame, number: int, table: Table | None) -> int:
    """Return the number of a scene that fits the rules of the reader's table.

    A scene with its own preset can contradict these rules; the reader then gets the first scene.
    """
    if table is None or number >= len(game.scenes) or not (preset := game.scenes[number].preset):
        return number
    return number if table.options.describe_changes(game.presets[preset]) is None else 0


async def _draw_scene(painter: Painter, seen: Seen, locale: str) -> Picture:
    """Draw a scene: a hand with its board, a score, or the board alone."""
    layout = await painter.arrange_tiles(seen, ())
    if seen.seat is not None:
        return await painter.draw(draw_board_with_hand, seen, layout, locale)
    if seen.observation.is_scored and (score := await painter.draw(draw_score, seen, (), locale)) is not None:
        return score
    return await painter.draw(draw_board, seen, layout, locale)


RULES = Command(
    "rules",
    msg("How each game is played"),
    rules,
    (GAME,),
    works_everywhere=True,
)
