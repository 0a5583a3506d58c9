"""Challenging a player by a long press on them, which opens a table with a seat kept for them."""

from __future__ import annotations

from bot.desk import board_troubles, lobby, server
from bot.desk.ask import Ask
from bot.desk.command import PersonCommand
from bot.desk.control_data import read_id
from bot.table.refusals import OtherVersion, Refusal
from bot.table.rules import challenge as rules
from bot.talk import challenge as talk
from bot.talk.letter import Letter
from bot.talk.menu import SEPARATOR
from bot.talk.venue import require_permissions

MINUTE = 60
ANSWERED_WITHIN = 15
"""Minutes in which a game must be chosen. Later, the challenged person may have left the channel."""


async def ask_for_game(ask: Ask) -> Letter:
    """Ask for the game that the caller wants to play with the person whose menu they opened."""
    target = ask.target
    if target.person.user == ask.user:
        raise Refusal(rules.SELF)
    if target.is_app:
        raise Refusal(talk.APP)
    if not target.is_member:
        raise Refusal(talk.NOT_MEMBER)
    if not target.sees_channel:
        raise Refusal(talk.CANT_SEE)
    await server.require_permission_to_open(ask)
    require_permissions(ask.caller.venue)
    words, user = ask.plain_words(), target.person.user
    offered_games = [(words.text(name), str(value)) for name, value in lobby.list_games_and_presets(ask.tools.games)]
    return ask.reply(talk.which_game(user), None, *talk.choices(user, ask.now // MINUTE, offered_games, words))


async def press(ask: Ask) -> Letter:
    """Open the table once the game is chosen, and its preset if it has several."""
    user_id, _, game_and_preset = ask.data.partition(SEPARATOR)
    user = read_id(user_id)
    key, _, preset = game_and_preset.partition(SEPARATOR)
    game = ask.tools.games.get(key)
    if game is None or (preset and preset not in game.presets):
        raise OtherVersion
    age = ask.now // MINUTE - ask.seq  # `choices` put the minute of the question there
    if not 0 <= age <= ANSWERED_WITHIN:
        raise Refusal(talk.TOO_LATE)
    if not preset and len(game.presets) > 1:
        descriptions = await lobby.describe_presets(ask, game, game.offers)
        menu = talk.choose_preset(user, ask.seq, game, descriptions, ask.plain_words())
        return ask.reply(talk.which_preset(game), None, menu)
    return await lobby.open_table(ask, key, preset, challenged=user)


async def decline(ask: Ask) -> Letter:
    """Give up the seat that is kept for the caller."""
    table = await ask.do(rules.decline, ask.user)
    return await board_troubles.wait_and_add_notice(ask, table, ask.reply(talk.DECLINED))


CHALLENGE = PersonCommand(talk.LABEL, ask_for_game)
