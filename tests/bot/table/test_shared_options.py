"""Every value of the options that all games have: its words, and a position in which it decides."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from bot.table.log.draft import Draft
from bot.table.rules import lobby
from engine.game import Outcome
from engine.games import GAMES
from engine.series import Record, SeriesOptions
from engine.series.length import OFFERED
from engine.series.record import list_standings
from engine.words import msg
from tests.bot.table.test_lot import deal, open_table
from tests.engine.deciding import SHARED
from tests.engine.play import Setup, short, usual_seats, walk


def texts_of_values(game: str, name: str) -> dict[str, tuple[str, str]]:
    """Return the label and the explanation of each offered value."""
    offers = GAMES[game].options.settings()[name].offers()
    return {text: (str(label), str(about or "")) for text, (label, about) in offers}


def test_these_are_all_that_they_share() -> None:
    assert set.intersection(*(set(game.options.settings()) for game in GAMES.values())) == SHARED


def series_winners(series: str, *points: tuple[int, ...]) -> list[int] | None:
    """Return the winners of a series with these games, or None if it goes on."""
    games = tuple(Outcome(msg("Over."), each, (each.index(max(each)),)) for each in points)
    outcome = Record(SeriesOptions(series=series), 2, games).outcome
    return None if outcome is None else list(outcome.winners)


@pytest.mark.parametrize("game", GAMES)
def test_a_series_is_as_long_as_its_words_say(game: str) -> None:
    known = texts_of_values(game, "series")
    assert known.pop("single") == ("One game", "")
    rules = GAMES[game]
    assert not hasattr(rules.start(rules.options(), rules.seats[0]), "record")
    assert set(known) == {f"{kind} {n}" for kind in ("match", "sumof") for n in OFFERED}
    for n in OFFERED:
        assert known[f"match {n}"] == (f"First to {n} wins", "The first to win that many games wins.")
        assert series_winners(f"match {n}", *[(1, 0)] * (n - 1)) is None
        assert series_winners(f"match {n}", *[(0, 9)] * (n - 1), *[(1, 0)] * n) == [0]
        assert known[f"sumof {n}"] == (f"Sum of {n} games", "The scores of all games are added up.")
        assert series_winners(f"sumof {n}", *[(1, 0)] * (n - 1)) is None
        assert series_winners(f"sumof {n}", *[(1, 0)] * (n - 1), (0, 9 * n)) == [1]
        match, sums = (str(rules.rules(rules.options(series=f"{kind} {n}"), 3)[-1]) for kind in ("match", "sumof"))
        assert f"First to {n} wins" in match
        assert f"Sum of {n} games" in sums
        assert f"The {winning_sum(game)} sum wins." in sums


def winning_sum(game: str) -> str:
    """Return which sum of points wins, as players read it: the record of a series finds who has won."""
    rules = GAMES[game]
    seats = usual_seats(rules)
    state: Any = rules.start(rules.options(series="sumof 2"), seats)
    points = tuple((-9, -4)[seat % 2] if rules.penalties else (9, 4)[seat % 2] for seat in range(seats))
    ended = replace(state.record, games=(Outcome(msg("Over."), points, ()),) * 2)
    read = [int(str(line).split()[0]) for line in list_standings(ended)]
    assert sorted(set(read)) == [8, 18]
    assert ended.outcome is not None
    best = read[ended.outcome.winners[0]]
    assert any(f" {best} {counted}" in str(ended.outcome.reason) for counted in ("points", "in all", "each"))
    return "lowest" if best == min(read) else "highest"


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_say_which_sum_of_several_games_wins(game: str) -> None:
    *pages, last = map(str, GAMES[game].rules(GAMES[game].options(), usual_seats(GAMES[game])))
    assert f"three games, and the {winning_sum(game)} total wins." in last
    assert any("The lowest total wins" in page for page in pages) == (winning_sum(game) == "lowest")


@pytest.mark.parametrize("game", GAMES)
def test_the_first_deal_draws_the_seats_where_the_words_say_so(game: str) -> None:
    setting = GAMES[game].options.settings()["drawseat"]
    assert str(setting.help) == "Does the first deal also draw who has which seat?"
    assert texts_of_values(game, "drawseat") == {"off": ("No", ""), "on": ("Yes", "")}
    assert [moves(game, secret, "off") for secret in range(6)] == [False] * 6
    assert any(moves(game, secret, "on") for secret in range(6))


def moves(game: str, secret: int, drawseat: str) -> bool:
    """Return whether a player has another seat after the first deal than before it."""
    draft = open_table(game, usual_seats(GAMES[game]), secret=bytes([secret]) * 32, drawseat=drawseat)
    lobby.start(draft)
    before = draft.table.seats
    draft.now += 60
    deal(draft)
    return draft.table.seats != before


def by_itself(game: str, forced_moves: str) -> int:
    """Return how many moves of a seat happen by themselves in one random game that is played by hand."""
    rules: Any = GAMES[game]
    hand = Setup(rules, short(rules, forced_moves="by_hand"), usual_seats(rules))
    table = Setup(rules, short(rules, forced_moves=forced_moves), usual_seats(rules))
    turns = [turn for turn in walk(hand, Random(1)) if turn.before.to_act is not None]
    return sum(table.by_itself(turn.before) is not None for turn in turns)


@pytest.mark.parametrize("game", [key for key in GAMES if key not in ("moon", "blockers", "fortytwo")])
def test_a_forced_move_happens_by_itself_where_the_words_say_so(game: str) -> None:
    assert texts_of_values(game, "forced_moves") == {
        "at_once": ("At once", "A move that everyone can see is the only one happens by itself."),
        "by_hand": ("By hand", "Every player makes each of their moves."),
    }
    assert by_itself(game, "at_once") > by_itself(game, "by_hand")


def test_a_table_goes_on_that_was_stored_before_there_was_an_option() -> None:
    draft = open_table("moon", 3)
    stored = {name: value for name, value in draft.table.options.to_json().items() if name != "trump_first"}
    row = draft.to_row()._replace(options=json.dumps(stored))
    again = Draft.of(row, draft.seats, draft.game, draft.position, draft.seeds, draft.now)
    assert again.table.options == draft.table.options
