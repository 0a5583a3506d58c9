"""Several games in a row that count together, around any game.

A series is a single game, `match X` or `sumof X`. A game takes part when its options derive from `SeriesOptions` and
its `Game` goes through `in_series`:

- `match X`: games are played until a side has won X of them. A shared win counts for each winner; sides that reach X
  in the same game share the match.
- `sumof X`: exactly X games. The highest sum of points wins; then more games won; then the better sum of the games' own
  tie-break; else the win is shared. If points are penalties, players read them without their minus, and the lowest sum
  wins.

When a game is over, its last position stays visible until the `Deal` of the next. Players keep their seats. If the
first deal picked the seat that begins (`State.picks`), the series picks the next seat in each later game. If a rule of
the game decides who begins (such as the highest double), it decides in each game.

For a single game, the states and observations are those of the game itself, without a wrapper.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any, TypeVar

from engine.game import Game, Obs, Player, State
from engine.series.length import (
    MATCH,
    MOST_GAMES,
    SHORT_FORMS,
    SINGLE,
    Length,
    SeriesOptions,
    describe_length,
    parse_length,
)
from engine.series.record import GameBegan, GameWon, Record, SeriesWon
from engine.series.state import SeriesObservation, SeriesState, standing, which_game
from engine.series.voice import find_game_view, voice_in_series
from engine.words import Message, lines, msg

__all__ = [
    "MATCH",
    "MOST_GAMES",
    "SHORT_FORMS",
    "GameBegan",
    "GameWon",
    "Length",
    "Record",
    "SeriesObservation",
    "SeriesOptions",
    "SeriesState",
    "SeriesWon",
    "describe_length",
    "find_game_view",
    "in_series",
    "parse_length",
    "standing",
    "which_game",
]

S = TypeVar("S", bound=SeriesOptions)


def in_series(game: Game[S, Obs]) -> Game[S, Obs | SeriesObservation[Obs]]:
    """Return the same rules, for a single game or a series, as the options decide."""

    def start(options: S, seats: int) -> State[Obs] | SeriesState[Obs]:
        first_game, series = game.start(options, seats), parse_length(options.series)
        if series.kind == SINGLE:
            return first_game
        return SeriesState(game, options, first_game, Record(options, seats, penalties=game.penalties))

    def turns(options: S, seats: int) -> range:
        kind, games = parse_length(options.series)
        one_game = game.turns(options, seats)
        # in the longest match to X wins, every side has won X − 1 games before the last one
        most_games = len(options.sides(seats)) * (games - 1) + 1 if kind == MATCH else games
        return range(one_game.start * games, (one_game.stop - 1) * most_games + 1)

    loosely_typed: Game[S, Any] = game  # because the fields below also take observations of a series
    return replace(
        loosely_typed,
        start=start,
        turns=turns,
        voice=voice_in_series(game.voice),
        rules=lambda options, seats: (
            *game.rules(options, seats),
            series_rules(options, penalties=game.penalties),
        ),
        worlds=_worlds_in_series(game),
        players={name: _player_in_series(player) for name, player in game.players.items()},
        stats=game.stats._replace(find_more_marks=lambda seen: game.stats.find_more_marks(find_game_view(seen))),
        single=game,
        is_forced=lambda seen, notation: game.is_forced(find_game_view(seen), notation),
        ignore_standing=_ignore_standing_in_series(game),
        premoves=game.premoves.adapt_to_view(find_game_view),
    )


def _worlds_in_series(rules: Game[S, Obs]) -> Callable[[Any, Random], Iterator[Any]]:
    """Return the function that yields possible states of a single game or of a series."""

    def worlds(seen: Any, rng: Random) -> Iterator[Any]:
        if not isinstance(seen, SeriesObservation):
            return rules.worlds(seen, rng)
        earlier_rounds = seen.round - seen.game.round
        return (
            SeriesState(rules, seen.options, game, seen.record, earlier_rounds, seen.first_pick)
            for game in rules.worlds(seen.game, rng)
        )

    return worlds


def _player_in_series(player: Player[Obs]) -> Player[Any]:
    """Return a player of single games and series, which sees only the current game."""

    def play(seen: Any, worlds: Iterator[Any], rng: Random) -> Mapping[str, float]:
        if not isinstance(seen, SeriesObservation):
            return player(seen, worlds, rng)
        return player(seen.game, (world.game for world in worlds), rng)

    return play


def _ignore_standing_in_series(rules: Game[S, Obs]) -> Callable[[Any], Any]:
    """Return `Game.ignore_standing` for a single game or for the current game of a series."""

    def ignore_standing(seen: Any) -> Any:
        if not isinstance(seen, SeriesObservation):
            return rules.ignore_standing(seen)
        return replace(seen, game=rules.ignore_standing(seen.game))

    return ignore_standing


def series_rules(options: SeriesOptions, *, penalties: bool) -> Message:
    """Return the page of rules about this series, or about how to choose one.

    `penalties` is whether the fewest points win.
    """
    series = parse_length(options.series)
    label, about = describe_length(series)
    shared = msg("A shared win counts for all who share it.")
    equal = msg(
        "If sums are equal, the winner of more games wins. Then the game's own tie-breaks decide."
        " If these are equal too, you share the win."
    )
    if series.kind == SINGLE:
        about_length: tuple[Message, ...] = (
            msg("You play one game. Before it begins, the host can choose:"),
            msg("• `/match 3`: the first to win three games wins the series. {shared}", shared=shared),
            msg("• `/sumof 3`: three games, and the lowest total wins.")
            if penalties
            else msg("• `/sumof 3`: three games, and the highest total wins."),
            equal,
            msg("With these commands, a series has up to 99 games. `/option single` goes back to one game."),
        )
    elif series.kind == MATCH:
        about_length = (msg("**{label}**. {about} {shared}", label=label, about=about or "", shared=shared),)
    else:
        added = (
            msg("**{label}**. {about} The lowest sum wins.", label=label, about=about or "")
            if penalties
            else msg("**{label}**. {about} The highest sum wins.", label=label, about=about or "")
        )
        about_length = (added, equal)
    return lines(
        msg("**Several games in a row**"),
        *about_length,
        msg("You keep your seats. In each game the next player begins, unless the rules say who does."),
        msg("The finished board stays until the next game is dealt."),
    )
