"""Worked examples of pairs in Draw and Block, PR-01 to PR-18 and PR-20.

Fives has PR-19. Seats 0 to 3 are A, B, C, D; the first pair is A and C, the second B and D.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from statistics import mean
from typing import Any

import pytest

from engine.dominoes.outcome import decide_game
from engine.dominoes.partners import Bonus
from engine.game import DEALER, Outcome
from engine.games.draw import GAME
from engine.games.draw.observation import RoundResult
from engine.games.draw.options import DrawOptions
from engine.games.draw.state import DrawState, start
from engine.series import Record
from engine.sides import PAIRS
from engine.words import Words, msg
from tests.engine.draw.positions import deal_hands, notations, play_and_read, play_steps, position, result_of
from tests.engine.play import Setup, walk

A, B, C, D = range(4)
FIRST, SECOND = PAIRS
WORDS = Words(names=("Ana", "Ben", "Cem", "Dee"))
DOMINICAN: dict[str, Any] = {
    "pair_score": "all",
    "blocked_by": "closer",
    "blocked_tie": "last_player_wins",
    "capicua": 25,
    "last_blank": 25,
    "pass_round": 25,
    "pass_first": "25_50",
    "shutout": "two",
    "target": 200,
}
PUERTO_RICAN: dict[str, Any] = {
    "pair_score": "all",
    "capicua": 100,
    "last_blank": 100,
    "round_bonus": True,
    "target": 500,
}
HANDS = ["6-6 6-5", "5-5", "4-4", "3-3"]
"""The start of a deal in which A holds the highest double; ascending tiles follow."""


def pairs(**options: Any) -> dict[str, Any]:
    """Options of Block in pairs, found by the table unless said."""
    return {"teams": "pairs", "mode": "block", "verification": "auto", **options}


def out(hands: Sequence[str], play: str, ends: Sequence[int] = (6, 3), seat: int = B, **options: Any) -> DrawState:
    """Return a round that a seat ends with its last tile."""
    return play_steps(position(hands, ends, to_act=seat, **pairs(**options)), play)


def block_round(hands: Sequence[str], closer: int = A, opener: int = A, **options: Any) -> DrawState:
    """Return a round that is blocked by the closer's tile; the ends show 6, which no hand has."""
    state = position(hands, (6, 6), to_act=(closer + 1) % 4, last=closer, opener=opener, **pairs(**options))
    return play_steps(state, *["cannot"] * 4)


def gains(state: DrawState) -> tuple[int, int]:
    """Return what the first pair and the second gained; the seats of a pair gain the same."""
    result = result_of(state)
    assert result.gains[:2] == result.gains[2:]
    first, second, *_ = result.gains
    return first, second


def result_and_gains(state: DrawState) -> tuple[tuple[int, ...], tuple[int, int]]:
    """Return who won the round, and what both pairs gained."""
    return result_of(state).winners, gains(state)


def opens(state: DrawState) -> int | None:
    """Return who opens the next round."""
    assert state.to_act == DEALER
    return deal_hands(state, HANDS).to_act


FOUR = ["5-5", "2-1", "4-0", "5-4 3-0"]
"""A holds 10 pips, B 3, C 4, D 12."""


def test_pr_01_pairs_are_four_players_who_win_together() -> None:
    for direction in ("clockwise", "anticlockwise"):
        options = DrawOptions(**pairs(direction=direction))
        assert options.sides(4) == PAIRS
        assert start(options, 4).match.terms.next_seat(D) == A
        assert [seats for seats in GAME.seats if options.refusal(seats) is None] == [4]
        assert str(options.refusal(3)) == "Pairs are two against two: they need four players."
    outcome = decide_game(None, 1, 1, (85, 60, 85, 60), PAIRS)
    assert outcome is not None
    assert (outcome.points, outcome.winners) == ((85, 60, 85, 60), (A, C))


def test_pr_02_the_pair_that_goes_out_scores_the_opponents_or_all_hands() -> None:
    hands = ["6-4 3-3", "6-5", "5-0", "2-1 0-0"]
    assert result_and_gains(out(hands, "play 6-5 A")) == (SECOND, (0, 21))
    assert result_and_gains(out(hands, "play 6-5 A", pair_score="all")) == (SECOND, (0, 24))


@pytest.mark.parametrize(
    ("blocked_by", "closer", "winner", "opponents", "every"),
    [
        ("pair", A, FIRST, 15, 29),
        ("hand", A, SECOND, 14, 29),
        ("closer", A, SECOND, 14, 29),
        ("closer", B, SECOND, 14, 29),
        ("closer", C, FIRST, 15, 29),
        ("closer", D, FIRST, 15, 29),
    ],
)
def test_pr_03_a_block_is_decided_by_both_hands_the_lightest_or_the_closers(
    blocked_by: str, closer: int, winner: tuple[int, ...], opponents: int, every: int
) -> None:
    for pair_score, gain in (("opponents", opponents), ("all", every)):
        state = block_round(FOUR, closer, blocked_by=blocked_by, pair_score=pair_score)
        assert result_of(state).winners == winner
        assert max(gains(state)) == gain
        assert min(gains(state)) == 0


def test_pr_03_the_hands_that_were_compared_are_marked() -> None:
    def marked_seats(**options: Any) -> set[int]:
        verdict = result_of(block_round(FOUR, C, **options)).verdict
        assert verdict is not None
        return set(verdict.compared)

    assert marked_seats() == {A, B, C, D}
    assert marked_seats(blocked_by="hand") == {B}
    assert marked_seats(blocked_by="closer") == {C, D}


def test_pr_04_a_block_less_its_own_can_be_won_with_nothing() -> None:
    less: dict[str, Any] = {"blocked_score": "others_minus_own"}
    assert result_and_gains(block_round(FOUR, **less)) == (FIRST, (1, 0))
    nothing = block_round(FOUR, blocked_by="hand", **less)
    assert result_and_gains(nothing) == (SECOND, (0, 0))
    assert opens(nothing) == B
    assert DrawOptions(**pairs(pair_score="all", **less)).refusal(4) is not None
    assert DrawOptions(pair_score="all", **less).refusal(4) is None


@pytest.mark.parametrize(
    ("tie", "result", "opener"),
    [
        ("no_score", ((), (0, 0)), A),
        ("leader", (SECOND, (0, 15)), B),
        ("last_player_wins", (FIRST, (15, 0)), A),
        ("last_player_loses", (SECOND, (0, 15)), B),
    ],
)
def test_pr_05_equal_pairs_are_decided_by_the_opener_or_the_closer(tie: str, result: object, opener: int) -> None:
    tied = ["4-3", "5-0", "5-3", "5-5"]
    state = block_round(tied, A, D, blocked_tie=tie)
    assert result_and_gains(state) == result
    assert opens(state) == opener
    every = block_round(tied, A, D, blocked_tie=tie, pair_score="all")
    assert sum(gains(every)) == (30 if result_of(every).winners else 0)


@pytest.mark.parametrize("tie", ["share", "full", "lightest_tile"])
def test_pr_05_rules_for_single_hands_are_refused(tie: str) -> None:
    assert DrawOptions(**pairs(blocked_tie=tie)).refusal(4) is not None
    assert DrawOptions(blocked_tie=tie).refusal(4) is None


def test_pr_06_equal_lightest_hands_of_partners_are_no_tie() -> None:
    partners = ["4-0", "5-4", "3-1", "5-5 5-3 1-1"]
    assert result_and_gains(block_round(partners, blocked_by="hand")) == (FIRST, (29, 0))
    assert gains(block_round(partners, blocked_by="hand", pair_score="all")) == (37, 0)
    both = ["4-0", "3-1", "5-5 1-0", "4-2"]
    nobody = block_round(both, opener=C, blocked_by="hand")
    assert (result_and_gains(nobody), opens(nobody)) == (((), (0, 0)), D)
    leader = block_round(both, opener=C, blocked_by="hand", blocked_tie="leader")
    assert (result_and_gains(leader), opens(leader)) == ((FIRST, (10, 0)), A)
    assert gains(block_round(both, opener=C, blocked_by="hand", blocked_tie="leader", pair_score="all")) == (25, 0)


def test_pr_07_only_the_closer_and_the_next_player_compare() -> None:
    hands = ["1-0", "5-3", "4-2", "5-1"]
    assert result_and_gains(block_round(hands, C, blocked_by="closer")) == ((), (0, 0))
    last = block_round(hands, C, blocked_by="closer", blocked_tie="last_player_wins")
    assert (result_and_gains(last), opens(last)) == ((FIRST, (14, 0)), C)
    assert gains(block_round(hands, C, blocked_by="closer", blocked_tie="last_player_wins", pair_score="all")) == (
        21,
        0,
    )


def test_pr_08_who_opens_the_next_round() -> None:
    def after_b_went_out(next_lead: str) -> int | None:
        over = out(["1-1", "6-5", "4-4", "2-2"], "play 6-5 A", opener=D, next_lead=next_lead)
        return opens(over._replace(match=over.match._replace(opened=(A, D))))

    assert [after_b_went_out(each) for each in ("winner", "rotate", "side")] == [B, A, B]
    assert opens(block_round(["5-5", "5-4 5-0", "4-0", "5-3 2-1"], opener=D)) == C
    assert opens(block_round(["4-3", "5-4 5-0", "5-2", "5-3 2-1"], opener=D)) == A
    over = out(["6-5", "1-1", "4-4", "2-2"], "play 6-5 A", seat=A, opener=D, next_lead="side")
    assert opens(over._replace(match=over.match._replace(opened=(A, D)))) == C


def test_pr_08_a_match_remembers_who_opened_last_for_each_pair() -> None:
    state = deal_hands(start(DrawOptions(**pairs(next_lead="side", pair_score="all")), 4), HANDS)
    assert (state.match.opener, state.match.opened) == (A, (A,))
    assert state.observe(None).latest_openers == (A,)
    after = deal_hands(out(["1-1", "6-5", "4-4", "2-2"], "play 6-5 A", opener=A, next_lead="side"), HANDS)
    assert after.match.opened == (B,)


@pytest.mark.parametrize(
    ("ends", "tile", "earned"),
    [
        ((3, 5), "5-3", ["capicua"]),
        ((5, 5), "5-2", ["capicua"]),
        ((5, 5), "5-5", []),
        ((0, 0), "0-0", ["last_blank"]),
        ((0, 4), "0-0", ["last_blank"]),
        ((3, 5), "3-1", []),
    ],
)
def test_pr_09_a_capicua_fits_both_ends_and_is_no_double(ends: tuple[int, int], tile: str, earned: list[str]) -> None:
    end = "A" if str(ends[0]) in tile else "B"
    state = out(["6-4", tile, "6-1", "6-6"], f"play {tile} {end}", ends, capicua=25, last_blank=25)
    verdict = result_of(state).verdict
    assert verdict is not None
    assert [bonus.kind for bonus in verdict.bonuses] == earned
    assert gains(state) == (0, 17 + 25 * len(earned))


def test_pr_09_only_a_line_has_a_capicua_and_a_tile_that_is_left_brings_none() -> None:
    refused = DrawOptions(**pairs(capicua=25, layout="spinner"))
    assert str(refused.refusal(4)).startswith("A capicúa needs a line with two ends.")
    going_on = play_steps(
        position(["6-4", "5-3 1-0", "6-1", "6-6"], (3, 5), to_act=B, **pairs(capicua=25)), "play 5-3 A"
    )
    assert going_on.match.ledger.bonuses == ()


def test_pr_10_what_a_capicua_brings() -> None:
    def gain(number: int = 1, **options: Any) -> int:
        state = position(["6-4 3-3", "5-3", "5-0", "2-1 0-0"], (3, 5), to_act=B, **pairs(**options))
        state = state._replace(match=state.match._replace(round=number))
        return gains(play_steps(state, "play 5-3 A"))[1]

    assert gain(**DOMINICAN) == 49
    assert gain(pair_score="all", capicua="double") == 48
    assert (gain(1, **PUERTO_RICAN), gain(5, **PUERTO_RICAN)) == (224, 124)


def passes(state: DrawState) -> DrawState:
    """Return the position after all those pass who can't play."""
    while str(state.automatic()) == "cannot":
        state = play_steps(state, "cannot")
    return state


def bonuses(state: DrawState) -> list[tuple[str, int, int]]:
    """Return the bonuses earned by now: the kind, the seat, and the points."""
    return [(bonus.kind, bonus.seat, bonus.points) for bonus in state.match.ledger.bonuses]


def test_pr_11_a_paso_redondo_is_earned_each_time_with_the_tile_after_three_passes() -> None:
    hands = ["1-1 2-1", "6-4 4-4 4-0 5-5", "2-2 3-1", "3-3 3-2"]
    state = position(hands, (6, 6), to_act=B, **pairs(pass_round=25, layout="line"))
    once = passes(play_steps(state, "play 6-4 A"))
    assert (once.to_act, bonuses(once)) == (B, [])
    again = passes(play_steps(once, "play 4-4 A"))
    assert bonuses(again) == [("pass_round", B, 25)]
    assert bonuses(play_steps(again, "play 4-0 A")) == [("pass_round", B, 25)] * 2
    two = position(["6-1 2-1", "5-5", "2-2", "3-3"], (6, 6), to_act=A, last=B, confirmed=(C, D), **pairs(pass_round=25))
    assert bonuses(play_steps(two, "play 6-1 A")) == []


def test_pr_11_if_all_four_pass_it_is_a_block_without_a_bonus() -> None:
    hands = ["1-1 2-1", "6-4 5-5", "2-2 3-1", "3-3 3-2"]
    over = passes(play_steps(position(hands, (6, 6), to_act=B, **pairs(pass_round=25)), "play 6-4 A"))
    assert over.to_act == DEALER
    assert result_of(over).verdict.bonuses == ()  # type: ignore[union-attr]  # between partners there is one


OPENING = {
    "double": ["6-6 6-5 5-4 5-3 5-2 5-1 5-0", "4-4 4-3 4-2 4-1 4-0 3-3 3-2", "6-4 6-3 3-1 3-0 2-2 2-1 2-0"],
    "other": ["6-5 6-6 6-4 6-3 6-2 6-1 6-0", "4-4 4-3 4-2 4-1 4-0 3-3 3-2", "5-5 5-4 3-1 3-0 2-2 2-1 2-0"],
}
"""Deals in which B can't follow A's 6-6, and neither A's 6-5."""


def test_pr_12_a_pase_de_salida_brings_25_or_50() -> None:
    lot = pairs(pass_first="25_50", pass_round=25, first_lead="random")
    double = deal_hands(start(DrawOptions(**lot), 4), OPENING["double"])
    after = play_steps(double, "play 6-6", "cannot")
    assert bonuses(after) == [("pass_first", A, 25)]
    other = deal_hands(start(DrawOptions(**lot), 4), OPENING["other"])
    assert bonuses(play_steps(other, "play 6-5", "cannot")) == [("pass_first", A, 50)]
    follows = ["6-6 5-5 5-4 5-3 5-2 5-1 5-0", "6-5 4-3 4-2 4-1 4-0 3-3 3-2", "4-4 3-1 3-0 2-2 2-1 2-0 1-1"]
    assert (
        bonuses(play_steps(deal_hands(start(DrawOptions(**lot), 4), follows), "play 6-6", "play 6-5 A", "cannot")) == []
    )


def test_pr_12_a_paso_redondo_may_follow() -> None:
    lot = pairs(pass_first="25_50", pass_round=25, first_lead="random")
    alone = ["6-6 6-5 6-4 6-3 6-2 6-1 6-0", "5-5 5-4 5-3 5-2 5-1 5-0 4-4", "4-3 4-2 4-1 4-0 3-3 3-2 3-1"]
    state = passes(play_steps(deal_hands(start(DrawOptions(**lot), 4), alone), "play 6-6"))
    assert state.to_act == A
    assert sum(points for _, _, points in bonuses(play_steps(state, "play 6-5 A"))) == 50


def test_pr_13_a_foul_is_a_seats_and_its_price_the_pairs() -> None:
    hands = ["6-5 5-5", "2-1", "6-4 4-0", "5-4 3-0"]

    def commit_foul(seat: int, scores: Sequence[int], **options: Any) -> DrawState:
        state = position(hands, (6, 6), to_act=seat, scores=scores, **pairs(verification="manual", **options))
        return play_steps(state, "cannot")

    first = commit_foul(A, (40, 0, 40, 0))
    assert first.match.scores == (10, 0, 10, 0)
    assert commit_foul(C, first.match.scores).match.scores == (-20, 0, -20, 0)
    warned = commit_foul(A, (40, 0, 40, 0), foul_action="warning")
    assert warned.match.scores == (40, 0, 40, 0)
    again = warned._replace(to_act=C, declared=False)
    assert play_steps(again, "cannot").match.scores == (40, 0, 40, 0)
    assert play_steps(warned._replace(declared=False), "cannot").match.scores == (10, 0, 10, 0)


def test_pr_13_a_pair_with_a_foul_cannot_win_the_round_that_it_stops() -> None:
    forfeit = pairs(verification="manual", foul_action="forfeit_round")
    state = play_steps(position(FOUR, (6, 5), to_act=A, **forfeit), "cannot")
    assert result_and_gains(state) == (SECOND, (0, 14))
    assert opens(state) == B
    assert gains(play_steps(position(FOUR, (6, 5), to_act=A, pair_score="all", **forfeit), "cannot")) == (0, 29)


def test_pr_14_nobody_confirms_a_block_for_a_partner() -> None:
    manual = pairs(verification="manual")
    state = play_steps(
        position(["2-1", "3-1", "6-3 1-0", "4-1"], (6, 6), to_act=D, **manual), "cannot", "cannot", "cannot"
    )
    assert (state.to_act, state.confirmed) == (C, (D, A, B))
    assert "play 6-3 A" in notations(state)
    after = play_steps(state, "play 6-3 A")
    assert (after.to_act, after.confirmed) == (D, ())
    over, read = play_and_read(position(["2-1", "3-1", "1-0", "4-1"], (6, 6), to_act=D, **manual), *["cannot"] * 4)
    assert result_of(over).confirmed == (D, A, B, C)
    assert read[0] == "seat 3 passes (4 of 4 passed)."


def end_match(scores: Sequence[int], hands: Sequence[str], play: str, seat: int, **options: Any) -> DrawState:
    state = position(hands, (6, 3), to_act=seat, scores=scores, **pairs(**options))
    return play_steps(state, play)


def test_pr_15_the_higher_score_wins_once_it_has_reached_the_target() -> None:
    over = end_match((88, 95, 88, 95), ["6-5", "2-1 1-1", "0-0", "5-5"], "play 6-5 A", A)
    assert over.outcome is not None
    assert (over.outcome.points, over.outcome.winners) == ((103, 95, 103, 95), (A, C))
    assert WORDS.text(over.outcome.reason) == "◆ Ana and Cem win with 103 points."


@pytest.mark.parametrize(("first", "won"), [(190, True), (179, False)])
def test_pr_15_a_bonus_can_win_a_match_whose_last_round_is_lost(first: int, won: bool) -> None:
    state = position(["6-4 3-3", "6-5", "5-0", "2-1 0-0"], (6, 3), to_act=B, **pairs(**DOMINICAN))
    account = state.match.ledger._replace(bonuses=(Bonus("pass_round", A, 25),))
    state = state._replace(match=state.match._replace(ledger=account, scores=(first, 180, first, 180)))
    over = play_steps(state, "play 6-5 A")
    assert over.match.scores[:2] == (first + 25, 204)
    assert (over.outcome is not None) == won
    if over.outcome is not None:
        assert over.outcome.winners == FIRST


def test_pr_16_goat_opens_with_the_lowest_double_and_counts_from_thirteen_on() -> None:
    goat = pairs(first_lead="low_double", get_in=13, target=101)
    hands = ["6-6 6-5 6-4 6-3 6-2 6-1 6-0", "5-5 5-4 5-3 5-2 5-1 5-0 4-4", "4-3 4-2 4-1 4-0 3-3 3-2 2-2"]
    opened = deal_hands(start(DrawOptions(**goat), 4), hands)
    assert (opened.to_act, notations(opened)) == (D, ["play 1-1"])
    state, scores = opened, []
    for losers in ("5-5 2-0", "5-5 3-0", "5-0"):
        over = position(["6-5", losers, "1-1", "0-0"], (6, 3), to_act=A, scores=state.match.scores, **goat)
        over = play_steps(over._replace(match=over.match._replace(ledger=state.match.ledger)), "play 6-5 A")
        scores.append(over.match.scores[0])
        state = over
    assert scores == [0, 13, 18]
    tied = block_round(["4-3", "5-0", "5-3", "5-5"], A, D, get_in=13)
    assert (result_and_gains(tied), opens(tied)) == (((), (0, 0)), A)


def test_pr_16_of_the_doubles_held_the_lowest_opens_and_0_0_last() -> None:
    low = start(DrawOptions(**pairs(first_lead="low_double", set=9, hand_size=3)), 4)
    assert notations(deal_hands(low, ["9-9 8-7 7-6", "0-0 9-8 9-7", "4-4 9-6 3-3", "7-7 9-4 9-5"])) == ["play 3-3"]
    no_double = ["9-8 9-7 9-6", "9-5 9-4 0-0", "8-7 8-6 8-5", "7-6 7-5 7-4"]
    assert notations(deal_hands(low, no_double)) == ["play 0-0"]
    assert notations(deal_hands(low, [hand.replace("0-0", "9-3") for hand in no_double])) == ["play 9-8"]


def test_pr_17_a_shutout_counts_two_games_of_a_match() -> None:
    def series(kind: str, *points: tuple[int, int]) -> Record:
        games = [Outcome(msg("Over."), each * 2, (A, C) if each[0] > each[1] else (B, D)) for each in points]
        return Record(DrawOptions(**pairs(shutout="two", series=kind)), 4, tuple(games))

    shutout = series("match 2", (203, 0))
    assert shutout.wins == (2, 0, 2, 0)
    assert shutout.outcome is not None
    assert shutout.outcome.winners == FIRST
    assert series("match 2", (203, -30)).outcome is not None
    once = series("match 2", (203, 25))
    assert (once.wins, once.outcome) == ((1, 0, 1, 0), None)
    longer = series("match 3", (203, 25), (203, 25), (30, 210), (-5, 205)).outcome
    assert longer is not None
    assert (longer.winners, longer.points) == (SECOND, (2, 3, 2, 3))
    assert series("sumof 2", (203, 0)).outcome is None


def test_pr_17_the_result_names_a_shutout() -> None:
    over = end_match((88, 0, 88, 0), ["6-5", "2-1 1-1", "0-0", "5-5"], "play 6-5 A", A, shutout="two")
    assert over.outcome is not None
    assert WORDS.text(over.outcome.reason) == "◆ Ana and Cem win with 103 points. That is a shutout!"
    plain = end_match((88, 1, 88, 1), ["6-5", "2-1 1-1", "0-0", "5-5"], "play 6-5 A", A, shutout="two")
    assert plain.outcome is not None
    assert "shutout" not in str(plain.outcome.reason)


def test_a_shutout_is_counted_for_both_who_won_it() -> None:
    for theirs, counted in ((0, [A, C]), (1, [])):
        scores = (88, theirs, 88, theirs)
        state = position(["6-5", "2-1 1-1", "0-0", "5-5"], (6, 3), to_act=A, scores=scores, **pairs(shutout="two"))
        events = state.apply(next(play for play in state.legal_actions() if str(play) == "play 6-5 A")).events
        assert [mark.seat for mark in GAME.stats.marks(events) if mark.key == "shutouts"] == counted


def test_pr_18_a_round_that_nobody_wins_uses_its_bonus_up() -> None:
    def win_round(number: int) -> int:
        state = position(["6-5", "5-5 5-3", "0-0", "5-4 4-0"], (6, 3), to_act=A, **pairs(round_bonus=True))
        return gains(play_steps(state._replace(match=state.match._replace(round=number)), "play 6-5 A"))[0]

    assert [win_round(number) for number in (1, 2, 3, 4, 5)] == [131, 106, 81, 56, 31]
    tied = position(["4-3", "5-0", "5-3", "5-5"], (6, 6), to_act=B, last=A, **pairs(round_bonus=True))
    over = play_steps(tied._replace(match=tied.match._replace(round=3)), *["cannot"] * 4)
    assert gains(over) == (0, 0)
    assert deal_hands(over, HANDS).match.round == 4


def test_a_round_bonus_is_an_event_of_its_own_before_the_round_is_scored() -> None:
    state = position(["6-5", "5-5 5-3", "0-0", "5-4 4-0"], (6, 3), to_act=A, **pairs(round_bonus=True))
    for number, lines in ((2, ["The round bonus: +75 for ◆."]), (5, [])):
        _, said = play_and_read(state._replace(match=state.match._replace(round=number)), "play 6-5 A")
        assert [line for line in said if line.startswith("The round bonus")] == lines
        assert ["win the round" in line for line in said].index(True) > len(lines)


WHOLE_ROUND = (
    *("play 6-6", "play 6-1 A", "play 6-4 B", "play 4-1 A", "play 4-0 B", "play 4-3 A", "play 2-0 B", "play 5-3 A"),
    *("play 5-4 A", "play 4-2 B", "cannot", "cannot", "cannot", "play 4-4 B", "cannot", "cannot", "cannot", "cannot"),
)
WHOLE_DEAL = [
    "6-4 6-2 3-2 3-0 2-0 1-1 0-0",
    "6-5 6-0 5-5 5-3 5-0 4-1 3-3",
    "6-6 6-3 5-4 5-1 4-0 2-2 1-0",
    "6-1 5-2 4-4 4-3 4-2 3-1 2-1",
]


@pytest.mark.parametrize(
    ("options", "winner", "gain", "opener"),
    [
        ({}, FIRST, 52, A),
        ({"pair_score": "all"}, FIRST, 90, A),
        ({"blocked_by": "hand"}, SECOND, 38, D),
        ({"blocked_by": "closer", "pair_score": "all"}, SECOND, 90, D),
        ({"blocked_by": "closer"}, SECOND, 38, D),
        (DOMINICAN, SECOND, 115, D),
    ],
)
def test_pr_20_a_whole_round(options: dict[str, Any], winner: tuple[int, ...], gain: int, opener: int) -> None:
    state = deal_hands(start(DrawOptions(**pairs(**options)), 4), WHOLE_DEAL)
    assert state.to_act == C
    over = play_steps(state, *WHOLE_ROUND)
    result: RoundResult = result_of(over)
    assert result.residuals == (18, 38, 20, 14)
    assert (result.winners, max(result.gains)) == (winner, gain)
    assert result.confirmed == (A, B, C, D)
    assert opens(over) == opener


@pytest.mark.parametrize("preset", [key for key, each in GAME.presets.items() if each.has_pairs])
def test_a_match_of_pairs_takes_as_many_turns_as_foretold(preset: str) -> None:
    options = GAME.presets[preset]
    setup = Setup(GAME, options, 4)
    turns = [
        sum(turn.before.to_act != DEALER and turn.before.automatic() is None for turn in walk(setup, Random(seed)))
        for seed in range(8)
    ]
    assert int(mean(turns)) in GAME.turns(options, 4)


def test_bonuses_for_passes_need_block() -> None:
    block = DrawOptions(**pairs(**DOMINICAN))
    assert block.refusal(4) is None
    assert str(replace(block, mode="draw").refusal(4)).startswith("In Draw nobody earns points by the passes")
    assert replace(block, mode="draw", teams="none").refusal(4) is None


def read(step: tuple[DrawState, list[str]]) -> list[str]:
    """Return what the channel reads of a step."""
    return step[1]


def test_bonuses_are_shown_at_once_with_the_sign_of_the_pair() -> None:
    hands = ["1-1 2-1", "6-4 4-4 4-0 5-5", "2-2 3-1", "3-3 3-2"]
    state = passes(play_steps(position(hands, (6, 6), to_act=B, **pairs(pass_round=25)), "play 6-4 A"))
    assert (
        read(play_and_read(state, "play 4-4 A"))[-1]
        == "seat 2 plays again after three passes: +25 for ● (paso redondo)."
    )
    last = position(["6-4", "5-3", "6-1", "6-6"], (3, 5), to_act=B, **pairs(capicua=25))
    assert read(play_and_read(last, "play 5-3 A"))[1] == "The last tile fits both ends: +25 for ● (capicúa)."
    double = position(["6-4", "5-3", "6-1", "6-6"], (3, 5), to_act=B, **pairs(capicua="double"))
    assert (
        read(play_and_read(double, "play 5-3 A"))[1] == "The last tile fits both ends: the pips count double (capicúa)."
    )
    blank = position(["6-4", "0-0", "6-1", "6-6"], (0, 5), to_act=B, **pairs(last_blank=30))
    assert read(play_and_read(blank, "play 0-0 A"))[1] == "The last tile is 0-0: +30 for ● (chuchazo)."
    opened = deal_hands(start(DrawOptions(**pairs(pass_first=30, first_lead="random")), 4), OPENING["double"])
    assert (
        read(play_and_read(opened, "play 6-6", "cannot"))[-1]
        == "The opening tile brings a pass: +30 for ◆ (pase de salida)."
    )


def headline(state: DrawState) -> str:
    return WORDS.text(GAME.voice.headline(state.observe(None)) or "")


def test_the_end_of_a_round_names_both_pairs() -> None:
    over = play_steps(deal_hands(start(DrawOptions(**pairs(**DOMINICAN)), 4), WHOLE_DEAL), *WHOLE_ROUND)
    assert headline(over) == (
        "Blocked! Nobody has a tile with 4. Compared: Dee 14, Ana 18. "
        "● Ben and Dee win the round: 90 (pips) + 25 (paso redondo) = 115."
    )
    assert WORDS.text(GAME.voice.tally(over.observe(None)) or "").splitlines()[1:] == [
        "Ana: 0-0, 1-1, 3-0, 3-2, 6-2 (0 + 2 + 3 + 5 + 8 = 18)",
        "Cem: 1-0, 2-2, 5-1, 6-3 (1 + 4 + 6 + 9 = 20)",
        "◆ Ana and Cem, both hands: 18 + 20 = 38",
        "Ben: 3-3, 5-0, 5-5, 6-0, 6-5 (6 + 5 + 10 + 6 + 11 = 38)",
        "Dee: 2-1, 3-1, 5-2 (3 + 4 + 7 = 14)",
        "● Ben and Dee, both hands: 38 + 14 = 52",
        "Compared: Dee 14, Ana 18.",
        "● Ben and Dee, this round: 18 + 38 + 20 + 14 = 90",
        "● Ben and Dee: +25 (paso redondo)",
        "◆ Ana and Cem, in all: 0",
        "● Ben and Dee, in all: 0 + 115 = 115",
    ]
    standings = [WORDS.text(line) for line in GAME.voice.standings(over.observe(None))]
    assert standings == ["5 tiles, ◆ 0", "5 tiles, ● 115", "4 tiles, ◆ 0", "3 tiles, ● 115"]
    plain = play_steps(deal_hands(start(DrawOptions(**pairs()), 4), WHOLE_DEAL), *WHOLE_ROUND)
    assert headline(plain).endswith(
        "Both hands together: ◆ 38, ● 52. ◆ Ana and Cem win the round: +52 for the pips left."
    )


def test_points_that_do_not_count_yet_are_named_as_such() -> None:
    over = out(["5-5", "6-5", "1-1", "0-0"], "play 6-5 A", get_in=13)
    assert headline(over) == "Ben goes out. ● Ben and Dee win the round, but +12 is too little to count yet."
    assert "● Ben and Dee: 12 that don't count yet" in WORDS.text(GAME.voice.tally(over.observe(None)) or "")


def test_the_sentence_about_a_foul_names_the_partner() -> None:
    hands = ["6-5 5-5", "2-1", "6-4 4-0", "5-4 3-0"]
    state = position(hands, (6, 6), scores=(40, 0, 40, 0), **pairs(verification="manual"))
    (line, *_) = read(play_and_read(state, "cannot"))
    assert line == "Foul: seat 1 says “I can't play”, but can. seat 1 and their partner lose 30 points."
    doubt = next(choice.doubt for choice in state.observe(A).choices if choice.notation == "cannot")
    assert doubt is not None
    assert str(doubt.question).endswith("A false claim is a foul: −30 points for your pair.")
    assert str(GAME.summarize(state.match.terms.options, 4)).endswith(
        "a false “I can't play” costs the pair 30 points."
    )


@pytest.mark.parametrize("preset", [key for key, each in GAME.presets.items() if each.has_pairs])
def test_the_rules_of_each_preset_are_short_pages(preset: str) -> None:
    pages = list(map(str, GAME.rules(GAME.presets[preset], 4)))
    assert all(len(page) <= 1800 for page in pages)
    assert "Partners share one score and tell each other nothing about their tiles." in pages[0]
    assert ("Turns go anticlockwise." in pages[0]) == (preset not in ("pairs", "goat"))
    names = {name for name in ("Capicúa", "Chuchazo", "Paso redondo", "Pase de salida") if f"**{name}**" in pages[2]}
    assert names == {
        "dominican": {"Capicúa", "Chuchazo", "Paso redondo", "Pase de salida"},
        "puerto_rico": {"Capicúa", "Chuchazo"},
    }.get(preset, set())


def test_the_presets_are_those_of_the_sheet() -> None:
    def differs(preset: str) -> dict[str, Any]:
        options = GAME.presets[preset]
        return {name: getattr(options, name) for name in options.list_differences(GAME.presets["pairs"])}

    national = {"verification": "auto", "direction": "anticlockwise"}
    assert differs("dominican") == {**national, **DOMINICAN}
    assert differs("puerto_rico") == {**national, **PUERTO_RICAN, "target": 500}
    assert differs("cuban") == {**national, "set": 9, "hand_size": 10, "target": 150}
    assert differs("spanish") == {
        **national,
        "pair_score": "all",
        "first_lead": "random",
        "next_lead": "rotate",
        "target": 300,
    }
    assert differs("goat") == {"verification": "auto", "first_lead": "low_double", "get_in": 13, "target": 101}
    assert GAME.presets["pairs"] == DrawOptions(teams="pairs", mode="block")


def test_the_score_of_a_round_says_which_pair_loses_points_by_whose_foul() -> None:
    state = position(["5-4", "0-0 1-1", "2-1", "3-1"], (5, 5), **pairs(verification="manual"))
    over = play_steps(state, "cannot", "play 5-4 A")
    told = GAME.voice.tally(over.observe(None))
    assert told
    cost = "◆ seat 1 and seat 3 lose 30 points: a false claim by seat 1."
    assert cost in str(told).splitlines()
    headline = GAME.voice.headline(over.observe(None))
    assert str(headline).endswith(cost)
