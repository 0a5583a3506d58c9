"""Statistics of a player, and the best players of a server; only the caller sees them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from bot.desk.ask import Ask
from bot.desk.command import Arg, ArgKind, Command, list_games
from bot.runtime.work import Queue
from bot.stats.sums import Player
from bot.table.refusals import Refusal
from bot.talk import server_records
from bot.talk import stats as talk
from bot.talk.letter import ALT_LENGTH, Letter, Picture
from bot.talk.words import clean_name, shorten_text
from engine.game import Game
from engine.words import Message, Words, msg
from renderers.kit.picture import png
from renderers.stats import Card, Line, card, ranking

CURVE_GAMES = 50
"""How many games the curve shows."""
CHART_GAMES = 3
"""The fewest games for which charts are shown."""


async def stats(ask: Ask) -> Letter:
    """Show the statistics of the named user, else of the caller.

    Where the bot isn't a member, they cover all servers, and callers can only see their own.
    """
    user, key = _user_and_game(ask)
    if key:
        _require_game(ask, key)
    guild = None if ask.caller.invite else ask.caller.guild
    is_own = user == ask.user
    player = await ask.service.standings.player(user, by=ask.user, guild=guild, game=key)
    if player is None:
        raise Refusal(talk.NONE_YET if is_own else talk.NOT_SHOWN)
    game = _require_game(ask, player.game)
    content, words = build_card(game, player), ask.plain_words()
    picture = await _picture(ask, "stats.png", lambda: png(card(content, words)), talk.alt(game, player), words)
    other_games = [ask.tools.games[other] for other in player.others[: talk.MOST_GAMES]]
    rows = talk.other_games(user, other_games, ask.words())
    return replace(ask.reply(talk.build_summary(game, player, own=is_own), None, *rows), pictures=(picture,))


def _user_and_game(ask: Ask) -> tuple[int, str]:
    """Return the user and the game that were typed or pressed.

    Without a user, it is the caller; without a game, the key is "".
    """
    user, _, key = ask.data.partition(" ")
    pressed_user = int(user) if user.isdecimal() and len(user) <= 20 else ask.user  # Discord's ids have up to 20 digits
    return int(ask.arguments.get("user") or pressed_user), str(ask.arguments.get("game") or key)


async def top(ask: Ask) -> Letter:
    """Show who is rated highest here and who won most, in games of one size.

    A size is a class of numbers of players (see `talk.SIZES`).
    """
    guild = ask.caller.guild
    key, size = _game_and_size(ask)
    if guild is None:
        raise Refusal(talk.OF_SERVERS)
    game = _require_game(ask, key or await ask.service.standings.most_played(guild))
    best = await ask.service.standings.best(guild, game.key, size)
    if not best.sizes:
        raise Refusal(talk.NOBODY)
    lines, words = ranking_lines(best.players), ask.plain_words()
    records = await ask.service.standings.records(guild, game.key)
    title = talk.top_title(game, best.size)
    record_lines = server_records.picture_lines(records)
    picture = await _picture(
        ask,
        "top.png",
        lambda: png(ranking(talk.TITLE, title, lines, words, record_lines)),
        talk.top_alt(title, best.players, record_lines),
        words,
    )
    rows = talk.sizes(game, best.size, best.sizes, words)
    return replace(
        ask.reply(talk.top(title, best.players, server_records.message_lines(records)), None, *rows),
        pictures=(picture,),
    )


def _game_and_size(ask: Ask) -> tuple[str, int]:
    """Return the game and size that were typed or pressed; the defaults are "" and 0."""
    key, _, size = ask.data.partition(" ")
    pressed_size = int(size) if size.isdecimal() and len(size) < 3 else 0
    wanted_size = int(ask.arguments.get("players") or pressed_size)
    return str(ask.arguments.get("game") or key), wanted_size if wanted_size in talk.SIZES else 0


def build_card(game: Game[Any, Any], player: Player) -> Card:
    """Return the content of a player's card.

    Its curve shows the player's rating, or points until there is a rating.
    """
    sums = player.sums
    sign = -1 if game.penalties else 1  # penalty points are stored as negative numbers, but shown as positive ones
    last_place = max(sums.places, default=1)
    rating = () if player.rating is None else ((talk.RATING, str(player.rating)),)
    return Card(
        name=clean_name(player.name),
        game=game.name,
        numbers=((talk.GAMES, str(sums.games)), (talk.WINS, str(sums.wins)), (talk.WON, talk.share_won(sums)), *rating),
        curve=talk.RATINGS if player.rated else talk.POINTS,
        values=list(player.rated[-CURVE_GAMES:]) or [sign * points for points in sums.course[-CURVE_GAMES:]],
        places=[sums.places.get(place, 0) for place in range(1, last_place + 1)],
        figures=talk.figures(game, sums),
        has_charts=len(sums.course) >= CHART_GAMES,
    )


def ranking_lines(players: Sequence[Player]) -> Sequence[Line]:
    """Return the lines of the ranking's picture; the length of a bar shows the games won."""
    most_wins = max((player.sums.wins for player in players), default=0) or 1  # not 0, since it is a divisor
    return [
        Line(talk.name(player), talk.rating_text(player), talk.games_line(player), player.sums.wins / most_wins)
        for player in players
    ]


def _require_game(ask: Ask, key: str) -> Game[Any, Any]:
    if key not in ask.tools.games:
        raise Refusal(talk.NO_GAME)
    return ask.tools.games[key]


async def _picture(ask: Ask, name: str, draw: Callable[[], bytes], alt: Message, words: Words) -> Picture:
    data = await ask.tools.work.do(Queue.BOARD, ask.user, draw, key=(name, ask.interaction))
    return Picture(name, data, shorten_text(words.text(alt), ALT_LENGTH))


GAME = Arg("game", msg("Which game"), choices=list_games)
STATS = Command(
    "stats",
    msg("Your games, wins and what you did in them"),
    stats,
    (Arg("user", msg("Whose statistics (yours without a name)"), ArgKind.USER), GAME),
    works_everywhere=True,
)
SIZE = Arg(
    "players", msg("Games of how many players"), ArgKind.NUMBER, choices=[(label, n) for n, label in talk.SIZES.items()]
)
TOP = Command("top", msg("Ratings and wins in games with other people on this server"), top, (GAME, SIZE))
