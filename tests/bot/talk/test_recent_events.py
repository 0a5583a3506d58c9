"""What a hand tells of the round before: to the player who played it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bot.table.log.model import Seen, ShownStep
from bot.table.log.steps import Kind
from bot.talk.recent_events import last_round_line
from engine.game import DEALER, Chapter
from engine.games import GAMES
from engine.words import Words
from tests.engine.play import Setup, walk

NO_TABLE: Any = None


@pytest.mark.parametrize("come", [Kind.JOIN, Kind.SEAT])
def test_a_player_who_took_a_seat_since_is_not_told_that_they_won_what_it_had_won(come: Kind) -> None:
    game = GAMES["fives"]
    setup = Setup(game, game.options(match="rounds", rounds=2), 2)
    later = next(turn.before for turn in walk(setup, Random(1)) if turn.before.match.round == 2)
    assert later.to_act != DEALER
    seen = Seen(NO_TABLE, 1, later.observe(1), chapters=(Chapter(1, 1, (5, 27)),))
    dealt = [ShownStep(1, Kind.START, None, None, ()), ShownStep(9, Kind.DEAL, None, None, ())]
    words = Words(("Ana", "Ben"))
    told = last_round_line(game, seen, dealt)
    assert told is not None
    assert words.text(told) == "Last round (round 1): you +27, Ana +5."
    told = last_round_line(game, seen, [*dealt, ShownStep(12, come, 1, None, ())])
    assert told is not None
    assert words.text(told) == "Last round (round 1): Ana +5, Ben +27."


def test_partners_read_what_the_round_brought_each_pair() -> None:
    game = GAMES["draw"]
    setup = Setup(game, game.options(match="rounds", rounds=2, teams="pairs", mode="block"), 4)
    later = next(turn.before for turn in walk(setup, Random(1)) if turn.before.match.round == 2)
    dealt = [ShownStep(1, Kind.START, None, None, ()), ShownStep(9, Kind.DEAL, None, None, ())]
    words = Words(("Ana", "Ben", "Cem", "Dot"))
    seen = Seen(NO_TABLE, 1, later.observe(1), chapters=(Chapter(1, 1, (5, 27, 5, 27)),))
    told = last_round_line(game, seen, dealt)
    assert told is not None
    assert words.text(told) == "Last round (round 1): ● you and Dot +27, ◆ Ana and Cem +5."
