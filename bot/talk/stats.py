"""Statistics: the figures of one player, and the best players of a server."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bot.stats.scores import LATE, SECONDS, TURNS
from bot.stats.sums import Player, ShownRating, Sums
from bot.talk.letter import Button, ControlId, Purpose, Row, in_rows
from bot.talk.time import format_span
from bot.talk.words import clean_name
from engine.game import Game
from engine.players import LEVEL_TITLES
from engine.words import Join, Message, Value, Words, count, join_items, join_with_dots, lines, msg, term

LAST = 10
"""How many of the last games are listed individually."""
GAMES, WINS, WON, POINTS = msg("Games"), msg("Wins"), msg("Games won"), msg("Points per game")
RATING, RATINGS = msg("Rating"), msg("Rating after each game")
NO_GAME = msg("There is no such game. Choose one that `/new` lists.")
NONE_YET = msg("There are no statistics yet: they come with the first game that is played to its end.")
NOBODY = msg("Nobody is listed here yet: `/top` counts games that two or more people play to their end.")
NOT_SHOWN = msg("There is nothing to see: they have played no game here yet, or keep their statistics to themselves.")


def build_summary(game: Game[Any, Any], player: Player, *, own: bool) -> Message:
    """Say how many games a player has won, and their ratings.

    The picture and its description have the other figures. `own` adds what only the player may read.
    """
    return lines(
        msg("**{game}** · {who}", game=game.name, who=f"<@{player.user}>"),
        _games(player.sums),
        *_ratings(player.ratings),
        count("Most tiles taken from {who}: {n}", "Most tiles taken from {who}: {n}", player.taken,
              who=f"<@{player.victim}>") if player.victim else None,
        _pace_text(player.sums) if own else None,
    )  # fmt: skip


def _games(sums: Sums) -> Message:
    won = count("{n} win ({share} %)", "{n} wins ({share} %)", sums.wins, share=sums.share)
    left = count("{n} game not played to the end", "{n} games not played to the end", sums.left) if sums.left else None
    return join_items([part for part in (count_games(sums.games), won, left) if part is not None], Join.COMMA)


def share_won(sums: Sums) -> Message:
    """Write the share of games won."""
    return msg("{n} %", n=sums.share)


def count_games(games: int) -> Message:
    """Write a number of games."""
    return count("{n} game", "{n} games", games)


PAIRS = 4
"""The key of games with partners in `SIZES`. Each other key is the smallest number of players of its class."""
SIZES: Mapping[int, Message] = {
    2: msg("2 players"), 3: msg("3–4 players"), PAIRS: term("Pairs", "size of a table"), 5: msg("5–8 players"),
}  # fmt: skip


def _ratings(ratings: Sequence[ShownRating]) -> Iterator[Message]:
    """Write each rating, here and on all servers."""
    for rated in ratings:
        players = SIZES[rated.size]
        if rated.size == PAIRS and rated.everywhere is None:
            yield msg("Rating in pairs: {n}", n=rated.shown)
        elif rated.size == PAIRS:
            yield msg("Rating in pairs: {n} here, {everywhere} on all servers", n=rated.shown,
                      everywhere=rated.everywhere or 0)  # fmt: skip  # never None here; the type checker can't tell
        elif rated.everywhere is None:
            yield msg("Rating with {players}: {n}", players=players, n=rated.shown)
        else:
            yield msg("Rating with {players}: {n} here, {everywhere} on all servers", players=players, n=rated.shown,
                      everywhere=rated.everywhere)  # fmt: skip


def name(player: Player) -> Value:
    """Return a player's name for a picture; for a computer player, its strength."""
    return clean_name(player.name) if player.user else msg("{level} 🤖", level=LEVEL_TITLES[player.name])


def rating_text(player: Player) -> str:
    """Return a player's rating, or a dash if they have none."""
    return "–" if player.rating is None else str(player.rating)


def games_line(player: Player) -> Message:
    """Count a player's games, or a computer player's rated games."""
    if player.user:
        return _games(player.sums)
    return count_games(player.ratings[0].games)


def _pace_text(sums: Sums) -> Message | None:
    """Say how long a player's turns take, which only they may know."""
    turns, late = sums.marks.get(TURNS, 0), sums.marks.get(LATE, 0)
    if not turns:
        return None
    time = format_span(sums.marks[SECONDS] // turns)
    pace = msg("Only you see this: a turn of yours takes {time} on average.", time=time)
    return lines(pace, count("{n} turn ran out of time.", "{n} turns ran out of time.", late) if late else None)


def figures(game: Game[Any, Any], sums: Sums) -> Sequence[tuple[Message, str]]:
    """Return the labels and numbers of a game's figures, without those that are zero."""
    sums_by_label = [(figure.label, figure.format_sum(sums.marks)) for figure in game.stats.figures]
    return [(label, number) for label, number in sums_by_label if number is not None and number.strip("0.")]


def alt(game: Game[Any, Any], player: Player) -> Message:
    """Describe the picture of a player's statistics."""
    sums = player.sums
    sign = -1 if game.penalties else 1  # penalties are stored as negative points, but shown as positive ones
    shown = figures(game, sums)
    places = [msg("place {place}: {n}", place=place, n=n) for place, n in sorted(sums.places.items())]
    points = [str(sign * points).replace("-", "−") for points in sums.course[-LAST:]]
    return lines(
        msg("{game}, {who}: {games}.", game=game.name, who=clean_name(player.name), games=_games(sums)),
        *(msg("{rating}.", rating=rating) for rating in _ratings(player.ratings)),
        msg("Places: {places}.", places=join_items(places, Join.COMMA)) if places else None,
        msg("Points of the last games: {points}.", points=join_items(points, Join.COMMA)) if points else None,
        msg("{figures}.", figures=join_items([msg("{label}: {n}", label=label, n=n) for label, n in shown],
                                         Join.COMMA)) if shown else None,
    )  # fmt: skip


TITLE = msg("Ratings and wins")
OF_SERVERS = msg("Use `/top` on a server: it lists the best there.")


def top_title(game: Game[Any, Any], size: int) -> Message:
    """Return the title of a list of the best players: the game, and the number of players."""
    return join_with_dots(game.name, SIZES[size])


def top(title: Message, players: Sequence[Player], records: Sequence[Value] = ()) -> Message:
    """List the best players of a server, and its records."""
    rows = [
        _ranking_line(place, f"<@{player.user}>" if player.user else name(player), player)
        for place, player in enumerate(players, 1)
    ]
    return lines(msg("**{title}** · {what}", title=title, what=TITLE), *(rows or [NOBODY]), *records)


def top_alt(title: Message, players: Sequence[Player], records: Sequence[Message] = ()) -> Message:
    """Describe the picture of the best players."""
    rows = [msg("{row}.", row=_ranking_line(place, name(player), player)) for place, player in enumerate(players, 1)]
    return lines(msg("{title}, {what}:", title=title, what=TITLE), *(rows or [NOBODY]), *records)


def _ranking_line(place: int, who: Value, player: Player) -> Message:
    if player.rating is None:
        return msg("{n}. {who}: {won}", n=place, who=who, won=games_line(player))
    return msg("{n}. {who} ({rating}): {won}", n=place, who=who, rating=rating_text(player), won=games_line(player))


MOST_GAMES = 4
"""How many other games can have a button below the statistics of a game."""


def other_games(user: int, games: Sequence[Game[Any, Any]], words: Words) -> tuple[Row, ...]:
    """Build a button for each of the other games that a player has played."""
    return in_rows(
        [Button(words.text(game.name), ControlId(Purpose.STATS, 0, data=f"{user} {game.key}")) for game in games]
    )


def sizes(game: Game[Any, Any], shown_size: int, played_sizes: Sequence[int], words: Words) -> tuple[Row, ...]:
    """Build a button for each class of `SIZES` in which games were played.

    There are none for a single class. The button of the class that is shown is disabled.
    """
    all_sizes = sorted({shown_size, *played_sizes})
    if len(all_sizes) < 2:
        return ()
    return (
        tuple(
            Button(
                words.text(SIZES[size]),
                ControlId(Purpose.TOP, 0, data=f"{game.key} {size}"),
                is_enabled=size != shown_size,
            )
            for size in all_sizes
        ),
    )
