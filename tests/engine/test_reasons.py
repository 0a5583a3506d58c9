"""The reasons that a hint or the analysis gives for an action: each is true, and speaks for it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from engine.dominoes.tricks.events import TookTrick
from engine.dominoes.tricks.words import explain_choice
from engine.game import DEALER
from engine.games import GAMES
from engine.games.blockers.board import NEIGHBOURS, space_name
from engine.games.draw.options import DrawOptions
from engine.games.draw.state import start as draw_start
from engine.games.fives.options import FivesOptions
from engine.games.fives.state import start as fives_start
from engine.games.moon.suits import SET, suits
from engine.tiles import Tile, tile
from engine.words import Who, Words
from tests.engine.chickenfoot.positions import position as chickenfoot_position
from tests.engine.draw.positions import deal_hands, play_steps
from tests.engine.play import Setup, find_action, walk

GAMES_OF_A_KIND = 4
"""How many random games are looked through for a reason."""


def reason(key: str, state: Any, notation: str) -> str | None:
    """Return what speaks for an action of the seat to act, as that player reads it."""
    seen = state.observe(state.to_act)
    assert notation in [choice.notation for choice in seen.choices]
    found = GAMES[key].voice.why(seen, notation)
    return None if found is None else Words(("Ana", "Ben", "Cem", "Dee")).text(found)


def reasons(key: str, preset: str, seats: int) -> Iterator[tuple[Any, str, Any]]:
    """Yield what a player sees in random games, each of their actions, and the reason for it."""
    setup = Setup(GAMES[key], GAMES[key].presets[preset], seats)
    for game in range(GAMES_OF_A_KIND):
        for turn in walk(setup, Random(f"reasons {game}")):
            if turn.before.to_act not in (None, DEALER):
                seen = turn.before.observe(turn.before.to_act)
                for choice in seen.choices:
                    if (found := setup.game.voice.why(seen, choice.notation)) is not None:
                        yield seen, choice.notation, found


def test_an_end_belongs_to_the_only_player_who_can_play_on_it() -> None:
    """Seat 0 holds all sixes but 6-6. After 6-1 one of its two ends is left to it alone."""
    state = deal_hands(
        draw_start(DrawOptions(mode="block"), 2), ["6-0 6-1 6-2 6-3 6-4 6-5 1-1", "6-6 5-5 5-4 4-4 3-3 2-1 1-0"]
    )
    state = play_steps(state, "play 6-6")
    assert reason("draw", state, "play 6-1 A") == "Nobody else has a tile with 6, so that end stays yours."
    state = play_steps(state, "play 6-1 A", "play 2-1 A")
    assert reason("draw", state, "play 6-2 B") is None, "it covers the last six"


def test_the_passes_of_a_partner_are_no_reason() -> None:
    named = 0
    for seen, _, found in reasons("draw", "dominican", 4):
        who = dict(found.values).get("who")
        if isinstance(who, Who):
            named += 1
            assert who.seat not in next(side for side in seen.sides if seen.viewer in side)
    assert named


def test_in_fives_a_play_without_points_can_be_one_that_no_answer_scores_on() -> None:
    """Ends would be 3 and 3: a tile with 3 leaves 3 and its other number, which is never 2 or 7 then."""
    state: Any = deal_hands(
        fives_start(FivesOptions(hand_size=3, first_lead="random"), 2),  # type: ignore[arg-type]  # any line can be dealt
        ["5-3 3-2 6-6", "5-2 1-1 0-0"],
    )
    state = play_steps(state, "play 5-3", "play 5-2 A")
    assert reason("fives", state, "play 3-2 A") == "No answer to it scores."


def test_in_chickenfoot_a_double_is_good_if_the_hand_has_toes_for_it() -> None:
    state = chickenfoot_position(["4-4 4-1 4-0 7-7", "5-5 6-4"], table="9-9, 9-4 A, 9-7 B, 9-1 C, 9-2 D")
    assert reason("chickenfoot", state, "play 4-4 A") == "You hold 2 toes for it."
    assert reason("chickenfoot", state, "play 7-7 B") == "A double fits fewer ends, so it's good to be rid of."


def test_in_moon_a_tile_keeps_trumps_only_if_one_could_be_played() -> None:
    kept = 0
    for seen, notation, found in reasons("moon", "day", 3):
        if str(found) == "It keeps your trumps.":
            kept += 1
            trumps = suits(seen.trump).trumps
            assert not trumps >> SET.index[tile(notation.split()[1])] & 1
            assert any(trumps >> SET.index[each] & 1 for each in seen.playable)
    assert kept


@pytest.mark.parametrize("seats", [2, 3])
def test_in_blockers_a_placement_that_takes_no_tile_says_so_if_another_would(seats: int) -> None:
    told = set[bool]()
    for seen, notation, found in reasons("blockers", "standard", seats):
        if str(found).startswith("It makes no new group"):
            label = next(choice.label for choice in seen.choices if choice.notation == notation)
            takes_none = str(found) == "It makes no new group, and takes no tile."
            assert not (takes_none and "✕" in str(label))
            told.add(takes_none)
    assert told == {True, False}


@pytest.mark.parametrize(("key", "seats"), [("moon", 3), ("fortytwo", 4)])
def test_a_tile_that_nobody_can_beat_wins_its_trick_and_a_hopeless_one_never_does(key: str, seats: int) -> None:
    setup, rng, told = Setup(GAMES[key], GAMES[key].presets["day"], seats), Random(key), dict[str, int]()
    for game in range(GAMES_OF_A_KIND // 2):
        for turn in walk(setup, Random(f"tricks {game}")):
            seat = turn.before.to_act
            if seat in (None, DEALER):
                continue
            for choice in turn.before.observe(seat).choices:
                says = reason(key, turn.before, choice.notation) or ""
                says = HOPELESS if says == HOPELESS_ALONE else says
                if says in (WINS, HOPELESS, PARTNER_WINS):
                    told[says] = told.get(says, 0) + 1
                    led_by = [laid.seat for laid in getattr(turn.before.observe(None).trick, "laid", ())]
                    winner = finish_trick(turn.before, choice.notation, rng)
                    assert says != WINS or winner == seat
                    assert says == WINS or winner != seat
                    assert says != PARTNER_WINS or (seat + 2) % 4 in led_by
    assert set(told) == ({WINS, HOPELESS} if key == "moon" else {WINS, HOPELESS, PARTNER_WINS})


WINS = "It wins the trick: nobody can beat it."
HOPELESS = "None of your tiles can win this trick."
HOPELESS_ALONE = f"{HOPELESS} What matters is which tiles you keep."
PARTNER_WINS = "Your partner is winning the trick."


def finish_trick(state: Any, notation: str, rng: Random) -> int:
    """Play a trick to its end at random, and return its winner."""
    while True:
        step = state.apply(find_action(state, notation))
        for event in step.events:
            if isinstance(event, TookTrick):
                return event.seat
        state = step.state
        notation = rng.choice([each for each in map(str, state.legal_actions()) if each.startswith("play ")])


@pytest.mark.parametrize(("key", "seats"), [("moon", 3), ("fortytwo", 4)])
def test_a_bid_and_a_pass_count_the_tiles_of_one_number(key: str, seats: int) -> None:
    told = set[str]()
    for seen, notation, found in reasons(key, "day", seats):
        verb = notation.split()[0]
        if verb in ("bid", "pass"):
            told.add(verb)
            counts = [sum(each.has(number) for each in seen.hands[seen.viewer]) for number in range(7)]
            values = dict(found.values)
            assert values["n"] == max(counts)
            assert verb == "pass" or counts[values["number"]] == max(counts)
            assert (max(counts) <= 3) if verb == "pass" else (max(counts) >= 3)
    assert told == {"bid", "pass"}


def test_the_trump_of_a_bid_has_a_reason_of_its_own_for_the_same_number() -> None:
    bids, doubles = 0, 0
    for seen, notation, found in reasons("fortytwo", "day", 4):
        values, hand = dict(found.values), seen.hands[seen.viewer]
        if notation.startswith("trump ") and "tile" in values:
            doubles += 1
            assert Tile(int(notation[-1]), int(notation[-1])) in hand
        if not notation.startswith("bid "):
            continue
        bids += 1
        number = values["number"]
        assert values["n"] > 3 or Tile(number, number) in hand
        trump = explain_choice(seen, f"trump {number}")
        assert trump is not None
        assert dict(trump.values)["n"] == values["n"]
    assert bids
    assert doubles


def test_in_moon_a_discard_keeps_the_number_that_most_tiles_have() -> None:
    kept = 0
    for seen, notation, found in reasons("moon", "day", 3):
        if notation.startswith("discard ") and "number" in dict(found.values):
            kept += 1
            values, discarded = dict(found.values), tile(notation.split()[1])
            assert not discarded.has(values["number"])
            assert sum(each.has(values["number"]) for each in seen.hands[seen.viewer]) == values["n"]
    assert kept


def test_in_nello_no_reason_of_other_rounds_is_given() -> None:
    for seen, _, _ in reasons("fortytwo", "family", 4):
        assert not seen.nello


@pytest.mark.parametrize("seats", [2, 3])
def test_in_blockers_a_new_group_has_room_or_no_alternative(seats: int) -> None:
    told = set[str]()
    for seen, notation, found in reasons("blockers", "standard", seats):
        space = SPACES_BY_NAME[notation.split()[-1]]
        near = [each for each in range(81) if NEIGHBOURS[space] >> each & 1]
        own = {each for group in seen.groups[seen.viewer] for each in group}
        if "room to grow" in str(found):
            told.add("room")
            assert dict(found.values)["n"] == sum(seen.board[each] is None for each in near) >= 2
            assert not own & set(near)
        elif "beside your groups" in str(found):
            told.add("none fits")
            placed = {SPACES_BY_NAME[choice.notation.split()[-1]] for choice in seen.choices}
            assert not any(NEIGHBOURS[each] >> other & 1 for each in placed for other in own)
    assert told == {"room", "none fits"}


def test_in_blockers_a_reason_prefers_a_tile_that_touches_more_groups_or_alone_takes_none() -> None:
    voice, compared = GAMES["blockers"].voice, set[tuple[int, int, bool]]()

    def touched_groups(found: Any) -> int:
        """Return how many groups a tile touches, by the reason for it."""
        text = str(found)
        return dict(found.values)["n"] if "joins" in text else int("no new group" in text)

    for seen, notation, found in reasons("blockers", "standard", 2):
        label = next(choice.label for choice in seen.choices if choice.notation == notation)
        for other in seen.choices[:15]:
            better_count, count = touched_groups(found), touched_groups(voice.why(seen, other.notation))
            takes_none = "✕" in str(other.label) and "✕" not in str(label)
            expected = not count or better_count > count or (better_count > 0 and takes_none)
            assert voice.has_advantage(seen, notation, other.notation) == expected
            compared.add((better_count, count, expected))
    assert compared > {(0, 1, False), (1, 0, True), (1, 1, False), (1, 1, True), (1, 2, False), (2, 1, True)}


SPACES_BY_NAME = {space_name(space): space for space in range(81)}
