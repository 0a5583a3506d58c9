"""What is said of pairs: a score once a pair, and both partners win."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from bot.service import Service
from bot.table.log.model import Seen
from bot.table.record.transcript import transcript
from bot.talk import card, digest, result
from bot.talk.options import seats_at
from bot.talk.seat import seat_buttons
from engine.game import Outcome
from engine.words import Message, Words, msg
from tests.bot.games import CARDS_GAME
from tests.bot.players import open_table
from tests.bot.tools import ANA, BEN, CEM, DOT, play_to_end, running_table

PEOPLE = (ANA, BEN, CEM, DOT)
WORDS = Words([person.name for person in PEOPLE])


@pytest.fixture
async def over(service: Service) -> Seen:
    """Provide a game of pairs that is over."""
    table = await play_to_end(service, await running_table(service, *PEOPLE, preset="partners"))
    return await service.tables.observe(table.id, None)


def with_end(seen: Seen, *points: int) -> Seen:
    """Return the same game with other points at its end."""
    winners = tuple(seat for seat, each in enumerate(points) if each == max(points))
    outcome = Outcome(msg("Over."), points, winners)
    return replace(seen, observation=replace(seen.observation, points=points, outcome=outcome))


def under_way(seen: Seen, *points: int) -> Seen:
    """Return the same game with points after a round."""
    return replace(seen, observation=replace(seen.observation, points=points, outcome=None))


def text_of(message: Message | None) -> str:
    return "" if message is None else WORDS.text(message)


async def test_a_result_has_each_pair_once(over: Seen) -> None:
    seen = with_end(over, 85, 60, 85, 60)
    assert text_of(result.standings_text(CARDS_GAME, seen)).splitlines() == [
        "🥇 ◆ Ana and Cem · **85**",
        "● Ben and Dot · **60**",
    ]
    assert "\n● Ben and Dot · **60**" not in text_of(result.alt(CARDS_GAME, seen))
    assert "◆ Ana and Cem 85, ● Ben and Dot 60." in text_of(result.alt(CARDS_GAME, seen))
    winner_left_out = result.standings_text(CARDS_GAME, seen, without=(0, 2))
    assert text_of(winner_left_out) == "● Ben and Dot · **60**"


async def test_an_open_seat_has_the_sign_of_its_pair(over: Seen) -> None:
    table = replace(over.table, standing=over.table.standing._replace(vacant=(1, 2)))
    assert [button.label for button in seat_buttons(table, WORDS)] == ["Take seat 2 (●)", "Take seat 3 (◆)"]


async def test_equal_pairs_share_the_first_place(over: Seen) -> None:
    rows = text_of(result.standings_text(CARDS_GAME, with_end(over, 60, 60, 60, 60))).splitlines()
    assert rows == ["🥇 ◆ Ana and Cem · **60**", "🥇 ● Ben and Dot · **60**"]


async def test_a_pair_leads_a_game_that_ends_early(over: Seen) -> None:
    leads = text_of(result.end_title(CARDS_GAME, under_way(over, 12, 20, 12, 20)))
    assert leads == "● Ben and Dot lead with 20: the game ends early."
    equal = text_of(result.end_title(CARDS_GAME, under_way(over, 12, 12, 12, 12)))
    assert equal == "Nobody leads: the game ends early."


async def test_the_card_ranks_pairs(over: Seen) -> None:
    assert text_of(card.list_points(CARDS_GAME, over.table, (3, 7, 3, 7))) == "● Ben and Dot 7 · ◆ Ana and Cem 3"
    assert text_of(card.list_points(CARDS_GAME, over.table, (3, 7, 3, 7), without=(1, 3))) == "◆ Ana and Cem 3"


@pytest.mark.parametrize(("seat", "won"), [(0, "you won"), (1, "◆ Ana and Cem won"), (2, "you won")])
async def test_a_digest_tells_partners_that_they_won_together(over: Seen, seat: int, won: str) -> None:
    seen = replace(with_end(over, 85, 60, 85, 60), seat=seat)
    assert text_of(digest.result_line(CARDS_GAME, seen)) == f"{won} · ◆ Ana and Cem 85 · ● Ben and Dot 60"


async def test_a_record_that_people_read_has_each_pair_once(over: Seen, service: Service) -> None:
    text = transcript(await service.tables.record(over.table.id), CARDS_GAME, msg("Cards"), WORDS)
    points = over.observation.points
    assert re.search(rf"◆ Ana and Cem {points[0]} · ● Ben and Dot {points[1]}", text)


async def test_before_all_have_come_a_table_of_pairs_counts_on_four_players(service: Service) -> None:
    table, _ = await open_table(service, ANA, preset="partners")
    assert seats_at(CARDS_GAME, table) == 4


async def test_a_digest_writes_penalties_without_their_minus(over: Seen) -> None:
    game = replace(CARDS_GAME, penalties=True)
    seen = replace(with_end(over, -60, -85, -60, -85), seat=0)
    assert text_of(digest.result_line(game, seen)) == "you won · ◆ Ana and Cem 60 · ● Ben and Dot 85"
