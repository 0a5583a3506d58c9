"""Series, on a game of one move whose results the test chooses; and on a real one."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Any

import pytest

from engine.game import DEALER, Choice, Deal, Game, Outcome, Seat, Step, Voice
from engine.games import GAMES
from engine.options import GAME, Offer, OptionRefused, Pick, choice
from engine.series import (
    GameWon,
    Length,
    SeriesObservation,
    SeriesOptions,
    SeriesState,
    SeriesWon,
    in_series,
    parse_length,
    standing,
    which_game,
)
from engine.series.length import LENGTH
from engine.words import Message, msg
from tests.engine.play import Setup, random_deal, series_setups, short, walk

every_series = pytest.mark.parametrize("setup", series_setups().values(), ids=list(series_setups()))


@dataclass(frozen=True)
class OneMoveOptions(SeriesOptions):
    """The starter is drawn by lot, or found by a rule."""

    starter: str = choice(
        {"lot": Pick(msg("Chance")), "rule": Pick(msg("A rule"))},
        name=msg("Starter"),
        help=msg("Who begins."),
        group=GAME,
    )


@dataclass(frozen=True, slots=True)
class End:
    """End the game so: points and tie-break a seat."""

    points: tuple[int, ...]
    tiebreak: tuple[int, ...]

    def __str__(self) -> str:
        return "end"

    @property
    def label(self) -> Message:
        return msg("End")

    @property
    def parts(self) -> tuple[str, ...]:
        return ("end",)


SAID = msg("something")


@dataclass(frozen=True, slots=True)
class OneMoveSeen:
    options: OneMoveOptions
    viewer: Seat | None
    to_act: Seat | None
    outcome: Outcome | None
    round: int
    points: Sequence[int] = ()
    choices: Sequence[Choice] = ()
    is_scored: bool = False


@dataclass(frozen=True, slots=True)
class OneMove:
    options: OneMoveOptions
    seats: int
    first: Seat | None = None
    outcome: Outcome | None = None

    @property
    def to_act(self) -> Seat | None:
        return None if self.outcome else DEALER if self.first is None else self.first

    @property
    def deck(self) -> Sequence[int]:
        return (0, 1, 2) if self.first is None else ()

    @property
    def picks(self) -> int:
        return self.seats if self.first is None and self.options.starter == "lot" else 1

    def legal_actions(self) -> Sequence[End]:
        return ()

    def automatic(self) -> None:
        return

    @property
    def confirming(self) -> bool:
        return False

    def at_deadline(self) -> End:
        return End((0,) * self.seats, ())

    def why_not(self, notation: str) -> Message:
        return msg("No.")

    def apply(self, action: Any) -> Step:
        if isinstance(action, Deal):
            return Step(OneMove(self.options, self.seats, action.pick), ())
        best = max(action.points)
        winners = tuple(seat for seat, points in enumerate(action.points) if points == best)
        result = Outcome(msg("Over."), action.points, winners, action.tiebreak)
        return Step(OneMove(self.options, self.seats, self.first, result), ())

    def observe(self, viewer: Seat | None) -> OneMoveSeen:
        points, over = (0,) * self.seats, self.outcome is not None
        return OneMoveSeen(
            self.options, viewer, self.to_act, self.outcome, int(self.first is not None), points, is_scored=over
        )


ONE_MOVE = in_series(
    Game(
        key="one move",
        name=msg("One move"),
        summary=msg("It ends at once"),
        seats=range(2, 5),
        options=OneMoveOptions,
        presets={"plain": OneMoveOptions()},
        offers={"plain": Offer(msg("Plain"), msg("As it is."))},
        verbs=(),
        start=OneMove,
        turns=lambda _options, _seats: range(1, 2),
        voice=Voice(
            call=lambda _: SAID,
            situation=lambda _: SAID,
            prompt=lambda _: SAID,
            standings=lambda seen: [msg("here") for _ in seen.points],
            tally=lambda seen: msg("all told") if seen.is_scored else None,
        ),
        rules=lambda _options, _seats: (),
        can_change=SAID,
        worlds=lambda _seen, _rng: iter(()),
        players={},
    )
)
VOICE = ONE_MOVE.voice

DEAL = Deal((0, 1, 2))


def games(series: str, *points: tuple[int, ...], tiebreaks: Sequence[tuple[int, ...]] = (), pick: int = 0) -> Any:
    """Return the last step of a series with these results."""
    state: Any = ONE_MOVE.start(OneMoveOptions(series=series), len(points[0]))
    step = Step(state, ())
    for number, result in enumerate(points):
        step = step.state.apply(Deal((0, 1, 2), 0 if number else pick))
        step = step.state.apply(End(result, tiebreaks[number] if tiebreaks else ()))
    return step


def test_bl_16_a_match_is_won_with_the_second_game() -> None:
    two = games("match 2", (-4, -5), (-5, -4)).state
    assert (two.to_act, two.outcome) == (DEALER, None)
    three = games("match 2", (-4, -5), (-5, -4), (-4, -5)).state
    assert three.to_act is None
    assert three.outcome.winners == (0,)
    assert three.outcome.points == (2, 1)
    assert str(three.outcome.reason) == "seat 1 wins the series with 2 games."


def test_bl_16_a_sum_of_three_goes_to_the_highest_sum() -> None:
    state = games("sumof 3", (-4, -5), (-6, -5), (-5, -4)).state
    assert state.outcome.points == (-15, -14)
    assert state.outcome.winners == (1,)
    assert str(state.outcome.reason) == "seat 2 wins the series with −14 points."


def test_a_single_game_is_the_game_itself() -> None:
    step = games("single", (-4, -5), tiebreaks=[(-1, -2)])
    assert type(step.state) is OneMove
    assert step.state.outcome is not None
    assert str(step.state.outcome.reason) == "Over."
    assert step.events == ()


def test_a_shared_win_counts_for_each_and_a_match_can_be_shared() -> None:
    state = games("match 2", (-4, -4, -5), (-4, -4, -5)).state
    assert state.outcome.winners == (0, 1)
    assert str(state.outcome.reason) == "seat 1 and seat 2 share the series: 2 games each."


def test_equal_sums_go_to_the_winner_of_more_games() -> None:
    state = games("sumof 3", (-1, -3), (-4, -5), (-5, -2)).state
    assert state.outcome.points == (-10, -10)
    assert state.outcome.winners == (0,)
    assert state.outcome.tiebreak == (1, 0)
    assert str(state.outcome.reason) == "seat 1 wins the series with −10 points. More games won break the tie."


def test_then_to_the_better_tie_break_of_all_games() -> None:
    state = games("sumof 2", (-4, -5), (-5, -4), tiebreaks=[(-3, -1), (-1, -2)]).state
    assert state.outcome.winners == (1,)
    assert str(state.outcome.reason) == "seat 2 wins the series with −9 points. The games' own tie-breaks decide."
    shared = games("sumof 2", (-4, -5), (-5, -4), tiebreaks=[(-3, -1), (-1, -3)]).state
    assert shared.outcome.winners == (0, 1)


def test_the_start_player_goes_round_while_the_seats_stay() -> None:
    state: Any = ONE_MOVE.start(OneMoveOptions(series="sumof 5"), 3)
    assert state.picks == 3
    starters = []
    for number in range(5):
        state = state.apply(Deal((0, 1, 2), 0 if number else 2)).state
        starters.append(state.to_act)
        state = state.apply(End((0, 0, 0), ())).state
        assert state.picks == 1
    assert starters == [2, 0, 1, 2, 0]


def test_a_game_whose_rule_finds_the_starter_goes_on_doing_so() -> None:
    state: Any = ONE_MOVE.start(OneMoveOptions(series="sumof 2", starter="rule"), 3)
    for _ in range(2):
        assert state.picks == 1
        state = state.apply(DEAL).state
        assert state.to_act == 0
        state = state.apply(End((0, 0, 0), ())).state


def test_the_finished_board_is_seen_before_the_next_deal() -> None:
    step = games("match 2", (-4, -5))
    seen = step.state.observe(None)
    assert isinstance(seen, SeriesObservation)
    assert (seen.to_act, seen.outcome, seen.game.outcome.points) == (DEALER, None, (-4, -5))
    assert (seen.number, seen.round) == (1, 1)
    assert str(VOICE.tally(seen)) == "all told\nGames won: seat 1 1, seat 2 0."
    assert str(VOICE.prompt(seen)) == "Game 2 is about to be dealt."
    assert [str(line) for line in VOICE.standings(seen)] == ["here · 1 game won", "here · 0 games won"]
    assert step.state.deck == (0, 1, 2)
    assert str(step.state.why_not("end")) == "The next game isn't dealt yet."
    after = step.state.apply(DEAL).state.observe(None)
    assert (after.number, after.round, VOICE.tally(after)) == (2, 2, None)
    assert str(VOICE.situation(after)) == "something"
    assert (str(which_game(after)), str(standing(after))) == (
        "Game 2, first to 2",
        "Games won: seat 1 1, seat 2 0.",
    )


def test_each_game_says_which_one_it_is_when_it_begins() -> None:
    state: Any = ONE_MOVE.start(OneMoveOptions(series="sumof 2"), 2)
    first = state.apply(DEAL)
    assert [str(event.describe()) for event in first.events] == ["Game 1 of 2 begins."]
    second = first.state.apply(End((-4, -5), ())).state.apply(DEAL)
    assert [str(event.describe()) for event in second.events] == ["Game 2 of 2 begins. Total: seat 1 −4, seat 2 −5."]


def test_after_a_series_the_prompt_names_who_won_it_and_not_the_last_game() -> None:
    seen = games("sumof 2", (9, 5), (1, 4)).state.observe(None)
    assert str(seen.outcome.reason) == str(VOICE.prompt(seen)) == "seat 1 wins the series with 10 points."


def test_between_games_only_a_deal_is_taken() -> None:
    state = games("match 2", (-4, -5)).state
    for action in (End((0, 0), ()), Deal((0, 1, 2), 1)):
        with pytest.raises(ValueError, match="does not begin"):
            state.apply(action)


def test_everyone_reads_who_won_a_game_and_the_series() -> None:
    (won,) = games("sumof 2", (-4, -5)).events
    assert isinstance(won, GameWon)
    assert str(won.describe()) == "Game 1 goes to seat 1. Total: seat 1 −4, seat 2 −5."
    last = games("sumof 2", (-4, -5), (-4, -5)).events[-1]
    assert isinstance(last, SeriesWon)
    assert str(last.redact_for(None).describe()) == "seat 1 wins the series with −8 points."


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("single", Length("single", 1)),
        (" Match 3", Length("match", 3)),
        ("sumof 1", Length("single", 1)),
        ("match99", Length("match", 99)),
    ],
)
def test_a_length_is_read(text: str, meant: Length) -> None:
    assert parse_length(text) == meant


@pytest.mark.parametrize("text", ["match 0", "sumof 0", "match -1", "match", "match 100", "3", "", "best of 3"])
def test_a_length_below_one_or_unknown_is_refused(text: str) -> None:
    with pytest.raises(OptionRefused):
        OneMoveOptions().with_option("series", text)


def test_match_and_sumof_are_refused_together() -> None:
    with pytest.raises(OptionRefused, match="Choose one"):
        OneMoveOptions().with_option("series", "match 2 sumof 3")
    options = OneMoveOptions().with_option("match", "3")
    assert options.series == "match 3"
    assert options.with_option("match", "2").series == "match 2"
    assert options.with_option("sumof", "2").series == "sumof 2"
    assert options.with_option("series", "Sum of 2 games").series == "sumof 2"
    assert options.with_option("Series", "first to 12 wins").series == "match 12"


def test_the_option_is_kept_as_text_and_explains_itself() -> None:
    options = OneMoveOptions(series="sumof 3")
    assert OneMoveOptions.from_json(options.to_json()) == options
    assert options.non_default_values() == {"series": "sumof 3"}
    setting = OneMoveOptions.settings()["series"]
    assert str(setting.domain()) == "one game, “first to 3 wins” or “sum of 3 games”, with a number up to 99"
    assert all(str(parse_length(text)) == text for text in setting.suggestions())


def test_a_match_lasts_as_long_as_its_games() -> None:
    assert ONE_MOVE.turns(OneMoveOptions(), 3) == range(1, 2)
    assert ONE_MOVE.turns(OneMoveOptions(series="sumof 4"), 3) == range(4, 5)
    assert ONE_MOVE.turns(OneMoveOptions(series="match 2"), 3) == range(2, 5)


@every_series
def test_a_series_of_any_game_adds_up_its_games(setup: Setup) -> None:
    finished, state = [], None
    for turn in walk(setup, Random(4)):
        state = turn.step.state
        assert isinstance(state, SeriesState)
        if state.game.outcome is not None:
            finished.append(state.game.outcome)
            assert str(setup.game.voice.tally(state.observe(None))).endswith(str(state.record.standing))
    assert state is not None
    assert state.outcome is not None
    kind, number = state.record.length
    wins = tuple(sum(seat in result.winners for result in finished) for seat in range(setup.seats))
    sums = tuple(sum(result.points[seat] for result in finished) for seat in range(setup.seats))
    assert state.outcome.points == (wins if kind == "match" else sums)
    assert (max(wins) if kind == "match" else len(finished)) == number
    assert str(turn.step.events[-1].describe()) == str(state.outcome.reason)


@every_series
def test_rounds_are_counted_on_from_game_to_game(setup: Setup) -> None:
    rounds = [turn.step.state.observe(None).round for turn in walk(setup, Random(4)) if isinstance(turn.action, Deal)]
    assert rounds == sorted(rounds)
    assert len(set(rounds)) >= 2
    assert rounds[0] == 1


@pytest.mark.parametrize("preset", [{}, {"seats": "random"}], ids=str)
def test_the_first_bid_of_moon_goes_round_with_the_games_and_the_seating_stays(preset: dict[str, str]) -> None:
    game = GAMES["moon"]
    setup = Setup(game, short(game, series="sumof 5", **preset), 3)
    seen_ways = set()
    for seed in range(4):
        firsts, ways = _first_bids(setup, seed)
        (way,) = ways
        assert firsts == [(firsts[0] + way * number) % 3 for number in range(5)], "as the turns go"
        seen_ways.add(way)
    assert len(seen_ways) == (2 if preset else 1)


def _first_bids(setup: Setup, seed: int) -> tuple[list[Seat], set[int]]:
    """Return who bids first in each game, and the steps in which the turns go round."""
    firsts: list[Seat] = []
    ways = set()
    for turn in walk(setup, Random(seed)):
        if isinstance(turn.action, Deal) and (turn.before.is_between_games or not firsts):
            firsts.append(turn.step.state.to_act)
            ways.add(turn.step.state.game.step)
    return firsts, ways


@every_series
def test_a_series_travels_between_processes(setup: Setup) -> None:
    for turn in islice(walk(setup, Random(4)), 60):
        state = turn.step.state
        copy = pickle.loads(pickle.dumps(state))
        assert all(copy.observe(viewer) == state.observe(viewer) for viewer in setup.viewers())
        assert list(map(str, copy.legal_actions())) == list(map(str, state.legal_actions()))


def test_the_own_match_of_draw_stays_beside_the_match_of_a_series() -> None:
    options = GAMES["draw"].options().with_option("match", "rounds").with_option("match", "3")
    assert (options.match, options.series) == ("rounds", "match 3")
    assert options.with_option("match", "target").series == "match 3"
    assert GAMES["draw"].options().with_option("sumof", "2").series == "sumof 2"
    for text, why in (("0", "a whole number from 1 to 99"), ("best", "The game ends can be: By points or By rounds")):
        with pytest.raises(OptionRefused, match=why):
            options.with_option("match", text)


def test_a_new_game_of_a_series_starts_from_an_empty_board() -> None:
    game = GAMES["blockers"]
    setup = Setup(game, game.options(series="sumof 2"), 2)
    states = [turn.step.state for turn in islice(walk(setup, Random(4)), 50)]
    assert states[48].to_act == DEALER
    assert states[48].observe(0).game.racks[1] is not None
    assert not any(states[49].observe(0).game.board)
    assert random_deal(states[48], Random(1)).pick == 0


@pytest.mark.parametrize("kind", ["match", "sumof"])
def test_a_series_of_one_is_called_one_game(kind: str) -> None:
    assert str(LENGTH.pick(f"{kind} 1").label) == "One game"
