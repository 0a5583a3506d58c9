"""What a table of Chickenfoot says: refusals, the situation, prompts, events, standings, the tally."""

from __future__ import annotations

from random import Random

import pytest

from engine.dominoes.events import Drew
from engine.game import DEALER
from engine.games.chickenfoot import GAME, summary, words
from engine.games.chickenfoot.events import Searched
from engine.games.chickenfoot.options import ChickenfootOptions
from engine.games.chickenfoot.pages import CAN_CHANGE
from engine.games.chickenfoot.tour import tour
from engine.tiles import Tile
from tests.engine.chickenfoot.positions import (
    after,
    deal_round,
    eights_nearly_used_up,
    events,
    options,
    position,
    refusal_of,
)
from tests.engine.play import Setup, short, walk

FOUR_ARMS = "9-9, 9-3 A, 9-5 B, 9-0 C, 9-7 D"
FOOT = FOUR_ARMS + ", 3-3 A"
TWO_TOES = FOOT + ", 8-3 A, 6-3 E"
NO_NINE = ["1-0 2-0 3-0", "2-1 3-1 4-1", "3-2 4-2 5-2"]


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("play 7-5 B", "7-5 has to wait. The foot on 3-3 still needs 3 toes. Only tiles with 3 fit."),
        ("play 3-8 B", "The foot on 3-3 still needs 3 toes. 8-3 fits A, E or F."),
        ("play 8-3", "Say on which end: 8-3 fits A, E or F."),
        ("play 8-3 X", "There is no such end: 8-3 fits A, E or F."),
        ("play 9-9", "You don't have 9-9."),
        ("play 12-1", "There is no 12-1 in a double-9."),
        ("play it", "Say a tile and the letter of an end, for example `/play 8-3 A`."),
        ("draw", "You can play, so you can't draw."),
        ("draw 8-3", "Type that alone, without a tile."),
        ("keep", "You've drawn nothing yet."),
        ("cannot", "You can play."),
        ("bid 5", "Chickenfoot has these moves: `/play`, `/draw`, `/keep` and `/cannot`."),
        ("", "Chickenfoot has these moves: `/play`, `/draw`, `/keep` and `/cannot`."),
    ],
)
def test_a_refusal_in_a_foot_says_why(typed: str, sentence: str) -> None:
    assert refusal_of(position(["8-3 7-5", "8-8"], FOOT, yard="1-1"), typed) == sentence


@pytest.mark.parametrize(
    ("hand", "table", "done", "typed", "sentence"),
    [
        ("6-4", FOUR_ARMS, (), "play 6-4 A", "6-4 fits no open end: they show 7, 5, 3 and 0."),
        ("7-5", FOUR_ARMS, (), "play 7-5 A", "End A shows 3: 7-5 fits B or D."),
        ("6-4", FOUR_ARMS, (), "cannot", "Draw first: the boneyard isn't empty."),
        ("6-4", FOUR_ARMS, ("draw",), "cannot", "After a draw “keep” ends your turn."),
        ("6-4", FOUR_ARMS, ("draw",), "draw", "You've drawn already: play, or keep and end your turn."),
        ("9-3 7-5", "9-9", (), "play 7-5 A", "7-5 has to wait. 9-9 still needs 4 arms. Only tiles with 9 fit."),
        ("9-9 7-5", "", (), "play 7-5", "The round opens with 9-9."),
        ("9-9 7-5", "", (), "draw", "You hold the double that opens the round."),
    ],
)
def test_a_refusal_says_why(hand: str, table: str, done: tuple[str, ...], typed: str, sentence: str) -> None:
    state = after(position([hand, "8-8 5-5"], table, yard="2-1 4-4"), *done)
    assert refusal_of(state, typed) == sentence


def test_refusals_beside_a_turn() -> None:
    assert str(GAME.start(options(), 2).why_not("play 9-9")) == "The next round isn't dealt yet."
    assert refusal_of(deal_round(NO_NINE, "1-1 9-9"), "play 1-0") == "Everyone draws for the double first."
    must = after(position(["7-5 0-0", "8-1"], FOOT, yard="6-3 8-8", drawn_tile="must"), "draw")
    assert refusal_of(must, "keep") == "What you drew fits, and at this table it must be played."
    assert refusal_of(position(["7-5", "8-1"], FOOT), "draw") == "The boneyard is empty."


@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        ("", "round 9-9 · the double opens"),
        ("9-9, 9-3 A, 9-5 B, 9-0 C", "9-9: 1 arm to go"),
        (FOUR_ARMS, "round 9-9 · open ends 7, 5, 3 and 0"),
        (FOOT, "round 9-9 · foot 3-3: 3 toes to go"),
        (TWO_TOES, "round 9-9 · foot 3-3: 1 toe to go"),
    ],
)
def test_the_situation_says_what_decides_the_next_move(table: str, sentence: str) -> None:
    assert str(words.situation(position(["9-9 3-1", "8-8"], table).observe(None))) == sentence


def test_who_confirmed_is_part_of_the_situation() -> None:
    state = after(position(["7-2", "8-8", "6-4"], TWO_TOES), "cannot")
    assert str(words.situation(state.observe(None))) == "round 9-9 · foot 3-3: 1 toe to go · 1 of 3 passed"
    assert str(words.call(state.observe(None))) == "your turn"


def test_the_prompt_tells_a_seat_what_it_can_do() -> None:
    foot = position(["8-3 7-5", "8-8"], FOOT, yard="1-1")
    needs = "Complete 3-3 first: only tiles with 3 fit."
    assert str(words.prompt(foot.observe(0))) == f"{needs} Play a tile."
    assert str(words.prompt(foot.observe(1))) == str(words.prompt(foot.observe(None))) == "seat 1 is next."
    without = position(["7-5", "8-8"], FOOT, yard="1-1 6-3")
    assert str(words.prompt(without.observe(0))) == f"{needs} None of your tiles fits: draw."
    in_vain = after(without, "draw")
    assert str(words.prompt(in_vain.observe(0))) == f"{needs} 1-1 doesn't fit. End your turn."
    fits = after(position(["7-5", "8-8"], FOOT, yard="6-3"), "draw")
    assert str(words.prompt(fits.observe(0))) == f"{needs} 6-3 fits: play it, or keep it and end your turn."
    stuck = position(["7-5", "8-8"], FOUR_ARMS.replace("9-5", "9-6").replace("9-7", "9-8"))
    nothing = "None of your tiles fits, and the boneyard is empty: say that you can't play."
    assert str(words.prompt(stuck.observe(0))) == f"{nothing} If all pass, the round is blocked."
    asked = after(position(["7-5", "5-4", "6-4"], FOUR_ARMS.replace("9-5", "9-6").replace("9-7", "9-8")), "cannot")
    assert str(words.prompt(asked.observe(1))) == f"{nothing} If all pass, the round is blocked."
    in_twos = after(position(["7-5", "8-8"], FOOT, yard="1-1 2-2", draw_limit="until_playable"), "draw")
    assert " 1-1 and 2-2 don't fit. " in str(words.prompt(in_twos.observe(0)))


def test_nobody_reads_that_the_yard_is_empty_while_a_tile_stays_in_it() -> None:
    stays = position(["7-5", "8-8", "6-6"], FOOT, yard="3-2", yard_rest=1)
    needs, blocked = "Complete 3-3 first: only tiles with 3 fit.", "If all pass, the round is blocked."
    nothing = "None of your tiles fits, and nothing can be drawn: say that you can't play."
    assert str(words.prompt(stays.observe(0))) == f"{needs} {nothing} {blocked}"
    assert refusal_of(stays, "draw") == "The last tile stays in the boneyard."
    two = position(["7-5", "8-8"], FOOT, yard="3-2 3-1", yard_rest=1)
    assert refusal_of(two, "draw") == "The last 2 tiles stay in the boneyard."
    drew = after(position(["7-5", "8-8", "6-6"], FOOT, yard="1-1 3-2", yard_rest=1), "draw").observe(0)
    assert [(choice.notation, str(choice.label)) for choice in drew.choices] == [("keep", "I can't play")]
    assert str(words.prompt(drew)).endswith(
        f"1-1 doesn't fit. No more can be drawn: say that you can't play. {blocked}"
    )


def test_the_end_of_a_turn_that_counts_towards_a_block_says_so() -> None:
    """Tiles in the yard: the turn only ends. After the last of them, the same step says that the player can't play."""
    more = after(position(["7-5", "8-8"], FOOT, yard="1-1 2-2"), "draw").observe(0)
    assert ([str(choice.label) for choice in more.choices], str(words.prompt(more))[-14:]) == (
        ["End turn"],
        "End your turn.",
    )
    last = after(position(["7-5", "8-8"], FOOT, yard="1-1"), "draw").observe(0)
    assert [(choice.notation, str(choice.label)) for choice in last.choices] == [("keep", "I can't play")]
    assert str(words.prompt(last)).endswith(
        "1-1 doesn't fit. That was the last tile of the boneyard: say that you can't "
        "play. If all pass, the round is blocked."
    )
    fits = after(position(["7-5", "8-8"], FOOT, yard="6-3"), "draw").observe(0)
    assert "Keep and end turn" in [str(choice.label) for choice in fits.choices]


def test_the_log_tells_what_was_done() -> None:
    state = position(["3-3 8-3", "8-8 6-3 3-1", "4-4"], FOUR_ARMS)
    assert events(state, "play 3-3") == ["seat 1 plays 3-3 on A: chicken foot!"]
    last_toe = position(["3-1 8-8", "5-5"], TWO_TOES)
    assert events(last_toe, "play 3-1 F") == ["seat 1 plays 3-1 on F: the foot is complete."]
    last_arm = position(["9-7 8-8", "5-5"], "9-9, 9-3 A, 9-5 B, 9-0 C")
    assert events(last_arm, "play 9-7 D") == ["seat 1 plays 9-7 on D, the last arm."]


def test_all_that_a_player_draws_in_search_of_a_double_is_one_sentence() -> None:
    drawn = [Drew(0, 1, (Tile(4, 3),)), Drew(0, 1, (Tile(3, 0),))]
    assert [str(event.describe()) for event in GAME.condense(drawn)] == ["seat 1 draws 4-3 and 3-0."]


@pytest.mark.parametrize(
    ("finder", "told"),
    [(1, "No one has 5-5: everyone draws until seat 2 finds it."), (None, "No one has 5-5: everyone draws for it.")],
)
def test_who_finds_the_double_of_the_round_is_named_once(finder: int | None, told: str) -> None:
    assert str(Searched(Tile(5, 5), finder).describe()) == told


def test_the_tour_points_at_a_single_tile_that_fits() -> None:
    single, several = (position([hand, "5-5"], TWO_TOES).observe(0) for hand in ("3-1 8-8", "3-1 3-0"))
    assert str(tour(single)[0].text).startswith("3-1 is the only tile of yours that fits: press its button below.")
    assert str(tour(several)[0].text).startswith("The bright tiles fit: 3-0 and 3-1. Play one with the buttons below.")


BEFORE_THE_FOOT = eights_nearly_used_up().removesuffix(", 8-8 A")


def test_players_read_of_a_foot_that_cannot_be_finished_when_it_happens_and_when_its_number_is_used_up() -> None:
    hands = ["8-8 4-0", "8-1 7-0", "8-0 5-0"]
    dies = position(hands, BEFORE_THE_FOOT, yard="1-0")
    why = "8-8 stays incomplete. Only 2 tiles with 8 are left."
    assert events(dies, "play 8-8 A")[1:] == [why]
    dead = after(dies, "play 8-8 A")
    assert str(words.prompt(dead.observe(1))) == "Only tiles with 8 fit. Play a tile."
    assert str(words.situation(dead.observe(None))) == "round 9-9 · 8-8 stays incomplete"
    assert len(events(dead, "play 8-1 A")) == 1
    last = after(dead, "play 8-1 A")
    used_up = "8-8 stays incomplete. All 10 tiles with 8 are on the table."
    assert events(last, "play 8-0 E")[1:] == [used_up]
    assert str(words.situation(after(last, "play 8-0 E").observe(None))) == "round 9-9 · 8-8 stays incomplete"


def test_a_round_that_a_dead_foot_ends_says_why_once() -> None:
    why = "8-8 stays incomplete. All 10 tiles with 8 are on the table."
    stuck = position(["4-0 5-0", "7-0 6-0"], eights_nearly_used_up(", 8-1 A, 8-0 E"))
    told = events(after(stuck, "cannot"), "cannot")
    assert told[-1] == "Blocked! Nobody can play."  # the last toe told why
    over = after(stuck, "cannot", "cannot").observe(None)
    assert str(words.tally(over)).startswith(f"Round 9-9 is over. {why}\n")
    assert str(words.situation(over)) == f"round 9-9 · {why.removesuffix('.')}"
    ends = position(["8-8 4-0", "8-1 7-0"], BEFORE_THE_FOOT, dead_foot="end_round")
    told = events(ends, "play 8-8 A")
    assert told[1:3] == ["8-8 stays incomplete. Only 2 tiles with 8 are left.", "So the round is over."]


def test_a_foot_that_is_released_says_that_it_counts_as_complete() -> None:
    dead = position(["8-0 5-0", "8-8 7-0"], eights_nearly_used_up(", 8-1 A"), dead_foot="release")
    assert events(dead, "play 8-0 E") == [
        "seat 1 plays 8-0 on E.",
        "The foot on 8-8 counts as complete with 2 toes. All 10 tiles with 8 are on the table.",
    ]


def test_standings_give_tiles_and_points() -> None:
    scored = after(position(["5-5", "8-1"], FOUR_ARMS), "play 5-5 B")
    assert [str(line) for line in words.standings(scored.observe(None))] == ["0 tiles, 0 points", "1 tile, 9 points"]


def test_a_finished_round_says_how_it_ended() -> None:
    out = after(position(["5-5", "8-1"], FOUR_ARMS), "play 5-5 B").observe(0)
    assert (str(words.situation(out)), str(words.call(out))) == ("round 9-9 · seat 1 goes out!", "next deal")
    assert str(words.prompt(out)) == "Round 8-8 is dealt next."
    blocked = after(position(["7-2", "8-8"], TWO_TOES), "cannot", "cannot")
    assert str(words.situation(blocked.observe(0))) == "round 9-9 · Nobody can play"


def test_the_headline_of_a_blocked_round_says_why_and_who_wins() -> None:
    blocked = after(position(["7-2", "8-8"], TWO_TOES), "cannot", "cannot")
    told = "Blocked! Nobody has a tile with 3. seat 1 wins round 9-9 with the cheapest hand (9 points)."
    assert str(summary.headline(blocked.observe(None))) == told
    shared = after(position(["7-2", "8-1"], TWO_TOES), "cannot", "cannot")
    told = (
        "Blocked! Nobody has a tile with 3. seat 1 and seat 2 share round 9-9 with the cheapest hands (9 points each)."
    )
    assert str(summary.headline(shared.observe(None))) == told


def test_a_finished_game_says_who_won_and_why() -> None:
    over = after(position(["5-5", "8-1"], FOUR_ARMS, rounds=1), "play 5-5 B").observe(None)
    assert over.outcome is not None
    assert str(words.prompt(over)) == str(over.outcome.reason) == "seat 1 wins with the fewest points: 0."
    assert str(words.tally(over)).endswith("= 9")
    assert str(words.call(over)) == "game over"


def test_the_tally_counts_large_hands_in_part_one_by_one() -> None:
    hand = "9-8 9-6 8-6 8-4 7-6 7-4 6-5 6-4 5-4 2-1"
    over = after(position(["5-5", hand], FOUR_ARMS), "play 5-5 B").observe(None)
    assert str(words.tally(over)).splitlines()[2] == (
        "seat 2: 9-8 (17) + 9-6 (15) + 8-6 (14) + 7-6 (13) + 8-4 (12) + 6-5 (11) + 7-4 (11) + 6-4 (10) "
        "+ 2 others (12) = 115"
    )


def test_a_button_names_the_tile_and_the_end_alone() -> None:
    plays = 0
    for turn in walk(Setup(GAME, short(GAME), 3), Random(1)):
        if turn.before.to_act == DEALER:
            continue
        for choice in turn.before.observe(turn.before.to_act).choices:
            verb, _, rest = choice.notation.partition(" ")
            if verb == "play":
                assert str(choice.label) == rest
                plays += 1
    assert plays


def test_the_option_of_a_foot_that_stays_incomplete_has_the_name_that_the_rules_use() -> None:
    name = str(ChickenfootOptions.settings()["dead_foot"].name)
    assert name == "A foot that can't get three toes"
    assert f"**{name}**" in str(CAN_CHANGE)
