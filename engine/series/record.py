"""The record of a series: the games that are over, the scores, and the winners."""

from __future__ import annotations

from dataclasses import dataclass

from engine.deal_text import RepeatedByResult, RoundBegins
from engine.game import Outcome, Public, Seat
from engine.series.length import MATCH, SUMOF, Length, SeriesOptions, parse_length
from engine.sides import Side, Sides, find_leaders, find_sides, list_seats, name_side
from engine.words import Join, Message, Value, Who, count, deed, format_signed, join_items, msg, sentences


@dataclass(frozen=True, slots=True)
class GameBegan(RoundBegins, Public):
    """A game of a series begins; `standing` is None in the first game."""

    which: Message
    standing: Message | None

    def describe(self) -> Message:
        return sentences(msg("{which} begins.", which=self.which), self.standing)


@dataclass(frozen=True, slots=True)
class GameWon(RepeatedByResult):
    """A game of a series is over, with the standing of the series."""

    number: int
    winners: tuple[Seat, ...]
    standing: Message

    def describe(self) -> Message:
        who = join_items([Who(seat) for seat in self.winners])
        return msg("Game {number} goes to {who}. {standing}", number=self.number, who=who, standing=self.standing)


@dataclass(frozen=True, slots=True)
class SeriesWon(RepeatedByResult):
    """The whole series is over."""

    outcome: Outcome

    def describe(self) -> Message:
        return self.outcome.reason


@dataclass(frozen=True, slots=True)
class Record:
    """The games of a series that are over."""

    options: SeriesOptions
    seats: int
    games: tuple[Outcome, ...] = ()
    penalties: bool = False
    """Whether points are penalties: negative here, and players read them without the minus."""

    @property
    def length(self) -> Length:
        return parse_length(self.options.series)

    @property
    def sides(self) -> Sides:
        return self.options.sides(self.seats)

    @property
    def wins(self) -> tuple[int, ...]:
        """Games won by each seat; a shared win counts for each of its winners."""
        return tuple(
            sum(self.options.games_won(game) for game in self.games if seat in game.winners)
            for seat in range(self.seats)
        )

    @property
    def sums(self) -> tuple[int, ...]:
        """Each seat's points in all games."""
        return tuple(sum(game.points[seat] for game in self.games) for seat in range(self.seats))

    @property
    def counts_games(self) -> bool:
        """Whether games won decide the series, not their points."""
        return self.length.kind == MATCH

    @property
    def deciding_scores(self) -> tuple[int, ...]:
        """Each seat's score of the kind that decides the series."""
        return self.wins if self.counts_games else self.sums

    @property
    def readable_scores(self) -> tuple[int, ...]:
        """The deciding scores as players read them (`without_minus`)."""
        return self.wins if self.counts_games else tuple(map(self.without_minus, self.sums))

    def without_minus(self, points: int) -> int:
        """Return points as players read them: penalties have no minus."""
        return -points if self.penalties else points

    @property
    def tiebreaks(self) -> tuple[int, ...]:
        """Each seat's tie-breaks from the games themselves, added up."""
        return tuple(sum(game.tiebreak[seat] for game in self.games if game.tiebreak) for seat in range(self.seats))

    @property
    def standing(self) -> Message:
        """The standing of the series in one sentence."""
        scores: list[Value] = [
            msg("{who} {n}", who=name_side(self.sides, side), n=format_signed(self.readable_scores[side[0]]))
            for side in self.sides
        ]
        if self.counts_games:
            return msg("Games won: {won}.", won=join_items(scores, Join.COMMA))
        return msg("Total: {added}.", added=join_items(scores, Join.COMMA))

    def game_number(self, number: int) -> Message:
        """Return the number of a game in words: "Game 2 of 3"."""
        if self.length.kind == MATCH:
            return msg("Game {number}, first to {wins}", number=number, wins=self.length.games)
        return msg("Game {number} of {games}", number=number, games=self.length.games)

    @property
    def outcome(self) -> Outcome | None:
        """The end of the series, if it is over."""
        match self.length:
            case (kind, games) if kind == MATCH and max(self.wins) >= games:
                return self._outcome_by_wins()
            case (kind, games) if kind == SUMOF and len(self.games) == games:
                return self._outcome_by_points()
        return None

    def _outcome_by_wins(self) -> Outcome:
        """Return the outcome of a match: the sides with the most games won."""
        wins = self.wins
        leaders, n = find_leaders(self.sides, wins), max(wins)
        winners = list_seats(leaders)
        if len(leaders) > 1:
            who = join_items([Who(seat) for seat in winners])
            shared = count(
                "{who} share the series: {n} game each.", "{who} share the series: {n} games each.", n, who=who
            )
            return Outcome(shared, wins, winners)
        return Outcome(self._games_reason(leaders[0], n), wins, winners)

    def _games_reason(self, side: Side, n: int) -> Message:
        """Announce a side that has won the series by its games."""
        if len(side) > 1:
            both = name_side(self.sides, side)
            return count("{side} win the series with {n} game.", "{side} win the series with {n} games.", n, side=both)
        return deed(
            ("{who} wins the series with {n} game.", "{who} wins the series with {n} games."),
            ("You win the series with {n} game.", "You win the series with {n} games."),
            who=Who(side[0]),
            n=n,
        )

    def _outcome_by_points(self) -> Outcome:
        """Return the outcome by the highest sum of points, then the tie-break.

        The tie-break has two steps, games won and the games' own tie-breaks. `Outcome.tiebreak` has one number for a
        seat: the rank of its pair of steps; higher is better.
        """
        sums, step_pairs = self.sums, list(zip(self.wins, self.tiebreaks, strict=True))
        ranked_pairs = sorted(set(step_pairs))
        tiebreak = tuple(ranked_pairs.index(pair) for pair in step_pairs)
        best = max(zip(sums, tiebreak, strict=True))
        winners = tuple(seat for seat in range(self.seats) if (sums[seat], tiebreak[seat]) == best)
        reason = self._reason(self.without_minus(best[0]), find_sides(self.sides, winners))
        return Outcome(reason, sums, winners, tiebreak)

    def _reason(self, points: int, winners: Sides) -> Message:
        """Explain who has won the series by its sum, and by which step of the tie-break."""
        if len(winners) > 1:
            names = join_items([Who(seat) for seat in list_seats(winners)])
            return msg("{who} share the series: {n} each.", who=names, n=points)
        (winner,) = winners
        winner_text = self._points_reason(winner, points)
        wins_of_leaders = [self.wins[side[0]] for side in find_leaders(self.sides, self.sums)]
        if len(wins_of_leaders) == 1:
            return winner_text
        if wins_of_leaders.count(self.wins[winner[0]]) == 1:
            return sentences(winner_text, msg("More games won break the tie."))
        return sentences(winner_text, msg("The games' own tie-breaks decide."))

    def _points_reason(self, side: Side, points: int) -> Message:
        """Announce a side that has won the series by its sum of points."""
        if len(side) > 1:
            # without a unit, because in Texas 42 the points are marks
            return msg("{side} win the series: {n} in all.", side=name_side(self.sides, side), n=points)
        return deed(
            ("{who} wins the series with {n} point.", "{who} wins the series with {n} points."),
            ("You win the series with {n} point.", "You win the series with {n} points."),
            who=Who(side[0]),
            n=points,
        )


def list_standings(record: Record) -> list[Message]:
    """Return each seat's games won or points so far, in words."""
    if record.length.kind == MATCH:
        return [count("{n} game won", "{n} games won", n) for n in record.wins]
    return [msg("{points} in all", points=format_signed(n)) for n in record.readable_scores]
