"""A position of a series: the position of the current game, and the results of the games before it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic

from engine.game import DEALER, Action, Choice, Deal, Game, Obs, Observation, Outcome, Seat, State, Step
from engine.series.length import SeriesOptions
from engine.series.record import GameBegan, GameWon, Record, SeriesWon
from engine.words import Message, msg


@dataclass(frozen=True, slots=True)
class SeriesObservation(Generic[Obs]):
    """What one viewer may know of a series; satisfies `engine.game.Observation`."""

    viewer: Seat | None
    to_act: Seat | None
    outcome: Outcome | None
    """The outcome of the whole series."""
    round: int
    choices: Sequence[Choice]

    options: SeriesOptions
    game: Obs
    """The current game, or the one that was just finished."""
    record: Record
    """The results of the games that are over."""
    number: int
    """The number of `game` in the series, from 1."""
    first_pick: int | None
    """The pick of the series' first deal; None before it."""

    @property
    def points(self) -> Sequence[int]:
        return self.game.points

    @property
    def is_scored(self) -> bool:
        return self.game.is_scored


@dataclass(frozen=True, slots=True)
class SeriesState(Generic[Obs]):
    """A position of the current game, and the results of the games before it."""

    rules: Game[Any, Obs] = field(repr=False, compare=False)
    options: SeriesOptions
    game: State[Obs]
    record: Record
    earlier_rounds: int = 0
    """The number of rounds in the games before the current one."""
    first_pick: int | None = None
    """The pick of the series' first deal; None before it."""

    @property
    def is_between_games(self) -> bool:
        """Whether a game is over and another will follow."""
        return self.game.outcome is not None and self.outcome is None

    @property
    def to_act(self) -> Seat | None:
        return DEALER if self.is_between_games else self.game.to_act

    @property
    def outcome(self) -> Outcome | None:
        return self.record.outcome

    @property
    def deck(self) -> Sequence[Any]:
        return self._new_game_state().deck if self.is_between_games else self.game.deck

    @property
    def picks(self) -> int:
        """The number of picks; between games it is 1 if the series chooses the first seat."""
        if not self.is_between_games:
            return self.game.picks
        return 1 if self._picks_first_seat() else self._new_game_state().picks

    def legal_actions(self) -> Sequence[Action]:
        return self.game.legal_actions()

    def automatic(self) -> Action | None:
        return None if self.is_between_games else self.game.automatic()

    @property
    def confirming(self) -> bool:
        return not self.is_between_games and self.game.confirming

    def at_deadline(self) -> Action:
        return self.game.at_deadline()

    def why_not(self, notation: str) -> Message:
        return msg("The next game isn't dealt yet.") if self.is_between_games else self.game.why_not(notation)

    def apply(self, action: Action) -> Step:
        if self.is_between_games:
            return self._next_game(action)
        is_first_deal = isinstance(action, Deal) and not self.game.observe(None).round
        step = self.game.apply(action)
        if is_first_deal:
            step = self._with_begin_event(step)
        pick = action.pick if isinstance(action, Deal) and self.first_pick is None else self.first_pick
        return replace(self, first_pick=pick)._wrap_step(step)

    def _next_game(self, action: Action) -> Step:
        if not isinstance(action, Deal) or action.pick not in range(self.picks):
            raise ValueError(f"{action} does not begin a game")
        pick = self._next_pick() if self._picks_first_seat() else action.pick
        rounds = self.earlier_rounds + self.game.observe(None).round
        first_step = self._with_begin_event(self._new_game_state().apply(Deal(action.order, pick)))
        return replace(self, earlier_rounds=rounds)._wrap_step(first_step)

    def _with_begin_event(self, dealt: Step) -> Step:
        """Return the step of a game's first deal, with the event that the game begins added in front."""
        record = self.record
        began = GameBegan(record.game_number(len(record.games) + 1), record.standing if record.games else None)
        return Step(dealt.state, (began, *dealt.events))

    def _wrap_step(self, step: Step) -> Step:
        """Return the step of the current game as a step of the series."""
        game: State[Obs] = step.state
        state = replace(self, game=game)
        if game.outcome is None:
            return Step(state, step.events)
        record = replace(self.record, games=(*self.record.games, game.outcome))
        state = replace(state, record=record)
        won_event = GameWon(len(record.games), game.outcome.winners, record.standing)
        end_events = (SeriesWon(record.outcome),) if record.outcome else ()
        return Step(state, (*step.events, won_event, *end_events))

    def _new_game_state(self) -> State[Obs]:
        return self.rules.start(self.options, self.record.seats)

    def _picks_first_seat(self) -> bool:
        """Return whether a game's first deal picks the seat that begins.

        A pick may include more, such as the direction of play, so the number of picks may be a multiple of the number
        of seats.
        """
        return self._new_game_state().picks % self.record.seats == 0

    def _next_pick(self) -> int:
        assert self.first_pick is not None
        return self.options.later_pick(self.first_pick, self.record.seats, len(self.record.games))

    def observe(self, viewer: Seat | None) -> SeriesObservation[Obs]:
        seen, record = self.game.observe(viewer), self.record
        # the record already has the visible game if it is over
        number = len(record.games) + 1 if self.game.outcome is None else len(record.games)
        return SeriesObservation(
            viewer=viewer,
            to_act=self.to_act,
            outcome=self.outcome,
            round=self.earlier_rounds + seen.round,
            choices=seen.choices,
            options=self.options,
            game=seen,
            record=record,
            number=number,
            first_pick=self.first_pick,
        )


def which_game(seen: Observation) -> Message | None:
    """Return the name of the visible game in its series, "Game 2 of 3"; None for a single game."""
    return seen.record.game_number(seen.number) if isinstance(seen, SeriesObservation) else None


def standing(seen: Observation) -> Message | None:
    """Return the standing of the series, once one of its games is over."""
    return seen.record.standing if isinstance(seen, SeriesObservation) and seen.record.games else None
