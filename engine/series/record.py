"""The record of a series: the games that are over, the scores, and who wins."""

from __future__ import annotations

from dataclasses import dataclass

from engine.deal_text import Begins, Brings
from engine.game import Outcome, Public, Seat
from engine.series.length import MATCH, SUMOF, Length
from engine.words import Join, Message, Value, Who, count, deed, format_signed, join_items, msg, sentences


@dataclass(frozen=True, slots=True)
class GameBegan(Begins, Public):
    """A game of a series begins; `standing` is set if a game is already over."""

    which: Message
    standing: Message | None

    def describe(self) -> Message:
        return sentences(msg("{which} begins.", which=self.which), self.standing)


@dataclass(frozen=True, slots=True)
class GameWon(Brings):
    """A game of a series is over, with the standing of the series."""

    number: int
    winners: tuple[Seat, ...]
    standing: Message

    def describe(self) -> Message:
        who = join_items([Who(seat) for seat in self.winners])
        return msg("Game {number} goes to {who}. {standing}", number=self.number, who=who, standing=self.standing)


@dataclass(frozen=True, slots=True)
class SeriesWon(Brings):
    """The whole series is over."""

    outcome: Outcome

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
        """Games won by each seat; a shared win counts for each of its winners."""
        return tuple(sum(seat in game.winners for game in self.games) for seat in range(self.seats))

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
    def tiebreaks(self) -> tuple[int, ...]:
        """Each seat's tie-breaks from the games themselves, added up."""
        return tuple(sum(game.tiebreak[seat] for game in self.games if game.tiebreak) for seat in range(self.seats))

    @property
    def standing(self) -> Message:
        """The standing of the series in one sentence."""
        if self.length.kind == MATCH:
            won: list[Value] = [msg("{who} {n}", who=Who(seat), n=n) for seat, n in enumerate(self.wins)]
            return msg("Games won: {won}.", won=join_items(won, Join.COMMA))
        added: list[Value] = [msg("{who} {n}", who=Who(seat), n=format_signed(n)) for seat, n in enumerate(self.sums)]
        return msg("Sum of points: {added}.", added=join_items(added, Join.COMMA))

    def which(self, number: int) -> Message:
        """Return the number of a game in words: "Game 2 of 3"."""
        if self.length.kind == MATCH:
            return msg("Game {number}, first to {wins}", number=number, wins=self.length.games)
        return msg("Game {number} of {games}", number=number, games=self.length.games)

    @property
    def outcome(self) -> Outcome | None:
        """The end of the series, if it is over."""
        match self.length:
            case (kind, games) if kind == MATCH and max(self.wins) == games:
                return self._match()
            case (kind, games) if kind == SUMOF and len(self.games) == games:
                return self._sum()
        return None

    def _match(self) -> Outcome:
        wins = self.wins
        winners = tuple(seat for seat, n in enumerate(wins) if n == self.length.games)
        n = self.length.games
        if len(winners) > 1:
            who = join_items([Who(seat) for seat in winners])
            shared = count(
                "{who} share the series: {n} game each.", "{who} share the series: {n} games each.", n, who=who
            )
            return Outcome(shared, wins, winners)
        reason = deed(
            ("{who} wins the series with {n} game.", "{who} wins the series with {n} games."),
            ("You win the series with {n} game.", "You win the series with {n} games."),
            who=Who(winners[0]),
            n=n,
        )
        return Outcome(reason, wins, winners)

    def _sum(self) -> Outcome:
        """Return the outcome by the highest sum of points, then the tie-break.

        Both steps of the tie-break become one number, their rank: the higher, the better.
        """
        sums, steps = self.sums, list(zip(self.wins, self.tiebreaks, strict=True))
        order = sorted(set(steps))
        tiebreak = tuple(order.index(step) for step in steps)
        best = max(zip(sums, tiebreak, strict=True))
        winners = tuple(seat for seat in range(self.seats) if (sums[seat], tiebreak[seat]) == best)
        return Outcome(self._reason(best[0], winners), sums, winners, tiebreak)

    def _reason(self, points: int, winners: tuple[Seat, ...]) -> Message:
        """Explain who has won the series by its sum, and by which step of the tie-break."""
        if len(winners) > 1:
            names = join_items([Who(seat) for seat in winners])
            return count(
                "{who} share the series: {n} point each.", "{who} share the series: {n} points each.", points, who=names
            )
        equal = [wins for wins, each in zip(self.wins, self.sums, strict=True) if each == points]
        won = deed(
            ("{who} wins the series with {n} point.", "{who} wins the series with {n} points."),
            ("You win the series with {n} point.", "You win the series with {n} points."),
            who=Who(winners[0]),
            n=points,
        )
        if len(equal) == 1:
            return won
        if equal.count(self.wins[winners[0]]) == 1:
            return sentences(won, msg("More games won break the tie."))
        return sentences(won, msg("The games' own tie-breaks decide."))


def so_far(record: Record) -> list[Message]:
    """Return each seat's games won or points so far, in words."""
    if record.length.kind == MATCH:
        return [count("{n} game won", "{n} games won", n) for n in record.wins]
    return [msg("{points} in all", points=format_signed(n)) for n in record.sums]
