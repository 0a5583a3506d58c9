"""Several games in a row that count together: a single game, `match X` or `sumof X`, around any game.

A game takes part when its options derive from `SeriesOptions` and its `Game` goes through `in_series`:

- `match X`: games are played until somebody has won X of them. A shared win counts for each; who reaches X in the same
  game shares the match.
- `sumof X`: exactly X games. The highest sum of points wins; then more games won; then the better sum of the games'
  own tie-break; else it is shared.

When a game is over, its last position stays to be looked at until the `Deal` of the next. Seats keep their places; the
start player goes round: where the first deal picked one (`State.picks`), the series itself picks the next seat in each
later game. Where a rule of the game finds the starter (the highest double), that rule goes on deciding.

A single game is the game itself, with nothing around it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from random import Random
from typing import Any, Generic, NamedTuple, Self, TypeVar

from engine.game import DEALER, Action, Choice, Deal, Game, Obs, Outcome, Player, Seat, State, Step
from engine.options import OptionRefused, Options, Setting, whole
from engine.words import Join, Message, Value, Who, count, lines, listed, msg

SINGLE, MATCH, SUMOF = "single", "match", "sumof"
MOST_GAMES = 99
SHORT_FORMS = {
    MATCH: msg("Play until somebody has won so many games"),
    SUMOF: msg("Play so many games; the highest sum of points wins"),
}
"""What players call a series, as in `match 3`, and what it means."""


class Length(NamedTuple):
    """How long a series is: one game, or so many wins or games."""

    kind: str
    games: int

    def __str__(self) -> str:
        return self.kind if self.kind == SINGLE else f"{self.kind} {self.games}"


def length(text: str) -> Length:
    """Read "single", "match 3" or "sumof 3". Raises OptionRefused."""
    words = re.findall(r"[a-z]+|-?[0-9]+", text.casefold())
    if MATCH in words and SUMOF in words:
        raise OptionRefused(msg("A series is either a match or a sum, not both."))
    match words:
        case ["single"]:
            return Length(SINGLE, 1)
        case ["match" | "sumof" as kind, number] if games := whole(number, 1, MOST_GAMES):
            return Length(kind, games)
        case ["match" | "sumof" as kind, *_]:
            raise OptionRefused(msg("{kind} takes a whole number from 1 to {most}.", kind=kind, most=MOST_GAMES))
        case _:
            raise OptionRefused(msg("series can be {values}.", values=LENGTH.domain()))


@dataclass(frozen=True, slots=True)
class LengthSetting(Setting):
    """The setting of a series: its value is the text of a `Length`."""

    def read(self, name: str, text: str) -> str:
        return str(length(text))

    def domain(self) -> Message:
        span = msg("a number from 1 to {most}", most=MOST_GAMES)
        return msg("single, or match or sumof with {span}", span=span)

    def suggestions(self) -> tuple[str, ...]:
        return (SINGLE, "match 2", "match 3", "sumof 2", "sumof 3")


LENGTH = LengthSetting(msg("Play one game, until somebody has won so many, or so many games for their sum"))


@dataclass(frozen=True)
class SeriesOptions(Options):
    """Base of the options of a game that can be played in series."""

    series: str = field(default=SINGLE, metadata={"setting": LENGTH})

    @classmethod
    @cache
    def settings(cls) -> Mapping[str, Setting]:
        """What a game is comes first, then how many of it."""
        settings = dict(super().settings())
        return settings | {"series": settings.pop("series")}

    def meant(self, name: str, text: str = "") -> tuple[str, str]:
        """Also understands the short `match 3` and `sumof 3`, whatever else a game calls `match`; a series of one game
        is a single game."""
        key, value = self._meant(name, text)
        return (key, SINGLE) if key == "series" and length(value).games == 1 else (key, value)

    def _meant(self, name: str, text: str) -> tuple[str, str]:
        word = name.strip().casefold()
        counted = text.strip().removeprefix("-").isdecimal()
        if word not in SHORT_FORMS or (word in self.settings() and not counted):
            return super().meant(name, text)
        if length(self.series).kind not in (SINGLE, word):
            refused = msg(
                "This is {series} already, and a series is either a match or a sum. Set series to single first.",
                series=self.series,
            )
            raise OptionRefused(refused)
        return "series", f"{word} {text.strip()}"


@dataclass(frozen=True, slots=True)
class GameWon:
    """A game of a series is over, and how the series stands."""

    number: int
    winners: tuple[Seat, ...]
    standing: Message

    def seen_by(self, viewer: Seat | None) -> Self:
        return self

    def describe(self) -> Message:
        who = listed([Who(seat) for seat in self.winners])
        return msg("Game {number} goes to {who}. {standing}", number=self.number, who=who, standing=self.standing)


@dataclass(frozen=True, slots=True)
class SeriesWon:
    """The whole series is over."""

    outcome: Outcome

    def seen_by(self, viewer: Seat | None) -> Self:
        return self

    def describe(self) -> Message:
        return self.outcome.reason


@dataclass(frozen=True, slots=True)
class Record:
    """The games of a series that are over."""

    length: Length
    seats: int
    games: tuple[Outcome, ...] = ()

    @property
    def wins(self) -> tuple[int, ...]:
        """Games won, a seat each; a shared win counts for everybody who shares it."""
        return tuple(sum(seat in game.winners for game in self.games) for seat in range(self.seats))

    @property
    def sums(self) -> tuple[int, ...]:
        """Points of all games, a seat each."""
        return tuple(sum(game.points[seat] for game in self.games) for seat in range(self.seats))

    @property
    def tiebreaks(self) -> tuple[int, ...]:
        """The games' own tie-breaks added up, a seat each."""
        return tuple(sum(game.tiebreak[seat] for game in self.games if game.tiebreak) for seat in range(self.seats))

    @property
    def standing(self) -> Message:
        """One sentence about the series."""
        if self.length.kind == MATCH:
            won: list[Value] = [msg("{who} {n}", who=Who(seat), n=n) for seat, n in enumerate(self.wins)]
            return msg("Games won: {won}.", won=listed(won, Join.COMMA))
        added: list[Value] = [msg("{who} {n}", who=Who(seat), n=_signed(n)) for seat, n in enumerate(self.sums)]
        return msg("Sum of points: {added}.", added=listed(added, Join.COMMA))

    @property
    def outcome(self) -> Outcome | None:
        """How the series ended, if it has."""
        match self.length:
            case (kind, games) if kind == MATCH and max(self.wins) == games:
                return self._match()
            case (kind, games) if kind == SUMOF and len(self.games) == games:
                return self._sum()
        return None

    def _match(self) -> Outcome:
        wins = self.wins
        winners = tuple(seat for seat, n in enumerate(wins) if n == self.length.games)
        who, won = listed([Who(seat) for seat in winners]), _games(self.length.games)
        shared = msg("{who} share the match with {won} each.", who=who, won=won)
        reason = shared if len(winners) > 1 else msg("{who} wins the match with {won}.", who=who, won=won)
        return Outcome(reason, wins, winners)

    def _sum(self) -> Outcome:
        """Both steps of the tie-break become one number: the place in their order, the best highest."""
        sums, steps = self.sums, list(zip(self.wins, self.tiebreaks, strict=True))
        order = sorted(set(steps))
        tiebreak = tuple(order.index(step) for step in steps)
        best = max(zip(sums, tiebreak, strict=True))
        winners = tuple(seat for seat in range(self.seats) if (sums[seat], tiebreak[seat]) == best)
        who, points = listed([Who(seat) for seat in winners]), _signed(best[0])
        if len(winners) > 1:
            reason = msg("{who} share the win with {points} in all.", who=who, points=points)
        elif sums.count(best[0]) == 1:
            reason = msg("{who} wins with {points} in all.", who=who, points=points)
        else:
            reason = msg("{who} wins with {points} in all and the better tie-break.", who=who, points=points)
        return Outcome(reason, sums, winners, tiebreak)


@dataclass(frozen=True, slots=True)
class SeriesObservation(Generic[Obs]):
    """What one viewer may know of a series; satisfies `engine.game.Observation`."""

    viewer: Seat | None
    to_act: Seat | None
    outcome: Outcome | None
    """Of the whole series."""
    round: int
    choices: Sequence[Choice]
    call: Message
    situation: Message
    prompt: Message
    standings: Sequence[Message]
    tally: Message | None

    options: SeriesOptions
    game: Obs
    """The game that is played, or was just finished."""
    record: Record
    """The games that are over."""
    number: int
    """Which game it is, from 1."""
    first_pick: int | None
    """What the very first deal picked."""

    @property
    def points(self) -> Sequence[int]:
        return self.game.points


@dataclass(frozen=True, slots=True)
class SeriesState(Generic[Obs]):
    """A position of the current game, and what became of those before it."""

    rules: Game[Any, Obs] = field(repr=False, compare=False)
    options: SeriesOptions
    game: State[Obs]
    record: Record
    earlier_rounds: int = 0
    """Rounds of the games before the current one."""
    first_pick: int | None = None
    """What the very first deal picked."""

    @property
    def between(self) -> bool:
        """A game is over and another will follow."""
        return self.game.outcome is not None and self.outcome is None

    @property
    def to_act(self) -> Seat | None:
        return DEALER if self.between else self.game.to_act

    @property
    def outcome(self) -> Outcome | None:
        return self.record.outcome

    @property
    def deck(self) -> Sequence[Any]:
        return self._fresh().deck if self.between else self.game.deck

    @property
    def picks(self) -> int:
        """Who begins is left to chance in the first game only."""
        if not self.between:
            return self.game.picks
        return 1 if self._start_goes_round() else self._fresh().picks

    def legal_actions(self) -> Sequence[Action]:
        return self.game.legal_actions()

    def automatic(self) -> Action | None:
        return None if self.between else self.game.automatic()

    @property
    def confirming(self) -> bool:
        return not self.between and self.game.confirming

    def at_deadline(self) -> Action:
        return self.game.at_deadline()

    def why_not(self, notation: str) -> Message:
        return msg("The next game is not dealt yet.") if self.between else self.game.why_not(notation)

    def apply(self, action: Action) -> Step:
        if self.between:
            return self._next_game(action)
        step = self.game.apply(action)
        pick = action.pick if isinstance(action, Deal) and self.first_pick is None else self.first_pick
        return replace(self, first_pick=pick)._after(step)

    def _next_game(self, action: Action) -> Step:
        if not isinstance(action, Deal) or action.pick not in range(self.picks):
            raise ValueError(f"{action} does not begin a game")
        pick = self._next_pick() if self._start_goes_round() else action.pick
        rounds = self.earlier_rounds + self.game.observe(None).round
        return replace(self, earlier_rounds=rounds)._after(self._fresh().apply(Deal(action.order, pick)))

    def _after(self, step: Step) -> Step:
        """The step of the current game as a step of the series."""
        game: State[Obs] = step.state
        state = replace(self, game=game)
        if game.outcome is None:
            return Step(state, step.events)
        record = replace(self.record, games=(*self.record.games, game.outcome))
        state = replace(state, record=record)
        won = GameWon(len(record.games), game.outcome.winners, record.standing)
        ended = (SeriesWon(record.outcome),) if record.outcome else ()
        return Step(state, (*step.events, won, *ended))

    def _fresh(self) -> State[Obs]:
        return self.rules.start(self.options, self.record.seats)

    def _start_goes_round(self) -> bool:
        """Whether the first deal's choice is that of a seat, or of a seat and something more (which way one sits)."""
        return self._fresh().picks % self.record.seats == 0

    def _next_pick(self) -> int:
        """The next seat begins; the rest of the choice stays as it was."""
        assert self.first_pick is not None
        rest, first = divmod(self.first_pick, self.record.seats)
        return rest * self.record.seats + (first + len(self.record.games)) % self.record.seats

    def observe(self, viewer: Seat | None) -> SeriesObservation[Obs]:
        seen, record = self.game.observe(viewer), self.record
        number = len(record.games) + (self.game.outcome is None)
        tally = seen.tally
        return SeriesObservation(
            viewer=viewer,
            to_act=self.to_act,
            outcome=self.outcome,
            round=self.earlier_rounds + seen.round,
            choices=seen.choices,
            call=seen.call,
            situation=listed([seen.situation, _which(record.length, number)], Join.DOT),
            prompt=msg("Game {number} is about to be dealt.", number=number + 1) if self.between else seen.prompt,
            standings=[*map(_with_standing, seen.standings, _so_far(record))],
            tally=lines(tally, record.standing) if tally is not None and seen.outcome is not None else tally,
            options=self.options,
            game=seen,
            record=record,
            number=number,
            first_pick=self.first_pick,
        )


S = TypeVar("S", bound=SeriesOptions)


def in_series(game: Game[S, Obs]) -> Game[S, Obs | SeriesObservation[Obs]]:
    """The same rules, played as a single game or a series, as its options say."""

    def start(options: S, seats: int) -> State[Obs] | SeriesState[Obs]:
        first, games = game.start(options, seats), length(options.series)
        return first if games.kind == SINGLE else SeriesState(game, options, first, Record(games, seats))

    def turns(options: S, seats: int) -> range:
        kind, games = length(options.series)
        one = game.turns(options, seats)
        most = seats * (games - 1) + 1 if kind == MATCH else games
        return range(one.start * games, (one.stop - 1) * most + 1)

    return Game(
        key=game.key,
        name=game.name,
        summary=game.summary,
        seats=game.seats,
        options=game.options,
        presets=game.presets,
        verbs=game.verbs,
        start=start,
        turns=turns,
        rules=(*game.rules, RULES),
        worlds=_worlds(game),
        players={name: _playing(player) for name, player in game.players.items()},
    )


def _worlds(rules: Game[S, Obs]) -> Callable[[Any, Random], Iterator[Any]]:
    """The possible states of the game, of a series too."""

    def worlds(seen: Any, rng: Random) -> Iterator[Any]:
        if not isinstance(seen, SeriesObservation):
            return rules.worlds(seen, rng)
        earlier = seen.round - seen.game.round
        return (
            SeriesState(rules, seen.options, game, seen.record, earlier, seen.first_pick)
            for game in rules.worlds(seen.game, rng)
        )

    return worlds


def _playing(player: Player[Obs]) -> Player[Any]:
    """The player, who looks in a series at the game that is played."""

    def play(seen: Any, worlds: Iterator[Any], rng: Random) -> Mapping[str, float]:
        if not isinstance(seen, SeriesObservation):
            return player(seen, worlds, rng)
        return player(seen.game, (world.game for world in worlds), rng)

    return play


RULES = msg(
    "**Several games in a row**\n"
    "`/match 3` or `/sumof 3`, before the game begins:\n"
    "`match 3`: games are played until somebody has won three. A shared win counts for each who shares it; who "
    "reach three in the same game share the match.\n"
    "`sumof 3`: exactly three games, and the highest sum of points wins. If sums are equal, more games won decide, "
    "then the tie-breaks of the games added up; else the win is shared.\n"
    "A series is one or the other, of 1 to 99 games; `/option single` takes it back. Seats stay as they are and the "
    "start player goes round, but where a rule of the game finds who begins. "
    "The finished board stays to be looked at until the next game is dealt."
)


def _which(series: Length, number: int) -> Message:
    if series.kind == MATCH:
        return msg("game {number}, first to {wins}", number=number, wins=series.games)
    return msg("game {number} of {games}", number=number, games=series.games)


def _so_far(record: Record) -> list[Message]:
    """What each seat has of the series."""
    if record.length.kind == MATCH:
        return [msg("{games} won", games=_games(n)) for n in record.wins]
    return [msg("{points} in all", points=_signed(n)) for n in record.sums]


def _with_standing(current: Message, so_far: Message) -> Message:
    return msg("{current} · {so_far}", current=current, so_far=so_far)


def _games(n: int) -> Message:
    return count("{n} game", "{n} games", n)


def _signed(points: int) -> str:
    """With a true minus."""
    return f"−{-points}" if points < 0 else str(points)
