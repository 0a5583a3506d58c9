"""`python -m tests.bench.arena`: what it prints, and that it finds out where it cannot be trusted."""

from __future__ import annotations

import io
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import count, islice
from random import Random
from typing import Any

import pytest

from engine.game import Game
from engine.games import GAMES
from engine.players import candidate_notations
from tests.bench.arena import Wish, WishRefused, arena, parse_wish

FEW = Wish("draw", 2, 4, "smart", "random", (), 0)


def run_arena(wish: Wish) -> tuple[int, str, str]:
    """Return the exit code, what was printed, and what was reported on the way; one deal after the other."""
    out, err = io.StringIO(), io.StringIO()
    return arena(wish, out, err, ThreadPoolExecutor(1)), out.getvalue(), err.getvalue()


def test_margin_and_wins_are_printed_with_their_intervals() -> None:
    code, printed, told = run_arena(FEW)
    title, margin, wins = printed.splitlines()
    assert code == 0
    assert title == "Draw Dominoes, 2 seats, usual options: smart among random, 4 deals from each seat"
    assert margin.startswith("margin ")
    assert margin.count("95 %") == wins.count("95 %") == 1
    assert wins.endswith("chance 50.0)")
    assert told.splitlines()[-1].startswith("4/4 deals, margin ")


@pytest.mark.parametrize("share", [False, True])
def test_a_single_deal_is_said_to_tell_no_interval(share: bool) -> None:
    code, printed, told = run_arena(FEW._replace(deals=1, share=share))
    assert code == 0
    assert printed.count("(one deal tells no interval") == 2
    assert "inf" not in printed + told


def test_the_same_deals_give_the_same_figures_and_others_do_not() -> None:
    assert run_arena(FEW) == run_arena(FEW)
    assert run_arena(FEW)[1] != run_arena(FEW._replace(first=4))[1]


def test_processes_give_the_same_figures() -> None:
    out = io.StringIO()
    assert arena(FEW, out, io.StringIO()) == 0
    assert out.getvalue() == run_arena(FEW)[1]


def test_the_share_of_what_knowing_the_hands_would_win_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Show the hands to one player: it shows off; nobody ever sees the order of the boneyard."""
    told = list[bool]()

    def peeking(seen: Any, worlds: Any, rng: Random) -> Mapping[str, float]:
        shown = list(islice(worlds, 8))
        knows = len({world.hands for world in shown}) == 1
        if seen.boneyard > 4:
            told.append(knows)
            assert len({world.boneyard for world in shown}) > 1
        return {n: knows * n.startswith("play") + rng.random() / 2 for n in candidate_notations(seen)}

    _enter(monkeypatch, peeking=peeking)
    code, printed, _ = run_arena(FEW._replace(guest="peeking", share=True))
    assert code == 0
    assert printed.splitlines()[3].startswith("share ")
    assert printed.splitlines()[4].startswith("told the hands, what will be drawn shuffled: ")
    assert {True, False} == set(told)
    told.clear()
    run_arena(FEW._replace(guest="peeking"))
    assert set(told) == {False}


def test_an_arena_that_favours_one_side_says_so_and_gives_no_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    times = count()

    def moody(seen: Any, *_: object) -> Mapping[str, float]:
        mood = next(times)
        return {notation: (mood * 7 + place * 3) % 5 for place, notation in enumerate(candidate_notations(seen))}

    _enter(monkeypatch, moody=moody)
    code, printed, told = run_arena(FEW._replace(host="moody"))
    assert (code, printed) == (1, "")
    assert "does not agree with itself" in told


def test_the_arena_trusts_itself_although_thirds_are_rounded() -> None:
    wish = Wish("draw", 4, 2, "medium", "medium", (), 0)
    assert run_arena(wish)[0] == 0


def _enter(monkeypatch: pytest.MonkeyPatch, **players: Any) -> None:
    game: Game[Any, Any] = GAMES["draw"]
    entered = replace(game, players={**game.players, **players})
    monkeypatch.setattr("tests.bench.arena.GAMES", {"draw": entered})


@pytest.mark.parametrize(
    ("wish", "why"),
    [
        (FEW._replace(game="chess"), "no game chess"),
        (FEW._replace(guest="best"), "no player best"),
        (FEW._replace(seats=9), "2 to 8 seats"),
        (FEW._replace(options=("layout=round",)), "Layout can be: Line, Spinner or Cross"),
        (FEW._replace(deals=0), "at least one deal"),
    ],
)
def test_a_contest_that_cannot_be_held_is_refused(wish: Wish, why: str) -> None:
    with pytest.raises(WishRefused, match=why):
        run_arena(wish)


def test_what_is_typed_is_what_is_measured() -> None:
    assert parse_wish(["draw"]) == Wish("draw", None, 100, "hard", "medium", [], 0, share=True)
    typed = ["draw", "smart", "easy", "--deals", "4", "--first", "5", "--no-share", "--option", "layout=cross"]
    assert parse_wish(typed) == Wish("draw", None, 4, "smart", "easy", ["layout=cross"], 5, share=False)
