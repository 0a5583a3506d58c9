"""The rules of Blockers, example by example; BL numbers are those of the worked examples."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.deal_text import redact_events
from engine.game import DEALER, Deal, Outcome
from engine.games.blockers import summary, words
from engine.games.blockers.actions import Swap
from engine.games.blockers.board import SPACES, find_capturable, groups, space_name
from engine.games.blockers.events import Dealt, Drew, Ended, Placed, Refilled, Swapped
from engine.games.blockers.options import BlockersOptions
from engine.games.blockers.state import BlockersState, start
from engine.games.blockers.tiles import RACK, SIGNS, Colour, Tile
from engine.notation import find
from engine.options import OptionRefused
from engine.tiles import bits
from engine.words import msg
from renderers.blockers import LOOK
from tests.engine.blockers.table import SPACE, notations, outcome, play, position, spaces_for

PROFI = BlockersOptions(variant="profi")
SWAP = BlockersOptions(no_legal="swap")


def mask(names: str) -> int:
    return sum(1 << SPACE[name] for name in names.split())


def names(spaces: int) -> str:
    return " ".join(space_name(space) for space in bits(spaces))


def deal_in_order(seats: int = 2, options: BlockersOptions | None = None, pick: int = 0) -> BlockersState:
    """Deal a game in the order of the deck: every rack A to E."""
    state = start(options or BlockersOptions(), seats)
    step = state.apply(Deal(tuple(range(len(state.deck))), pick))
    assert isinstance(step.state, BlockersState)
    return step.state


def test_bl_01_a_tile_goes_into_its_row_column_zone_or_anywhere() -> None:
    state = position(racks="F 3 moon joker A")
    assert spaces_for(state, "F") == "F1 F2 F3 F4 F5 F6 F7 F8 F9"
    assert spaces_for(state, "3") == "A3 B3 C3 D3 E3 F3 G3 H3 I3"
    assert spaces_for(state, "moon") == "G1 G2 G3 H1 H2 H3 I1 I2 I3"
    assert len(spaces_for(state, "joker").split()) == 81


@pytest.mark.parametrize(
    ("symbol", "corner"),
    [
        ("sun", "A1"),
        ("star", "A4"),
        ("heart", "A7"),
        ("diamond", "D1"),
        ("ring", "D4"),
        ("triangle", "D7"),
        ("moon", "G1"),
        ("plus", "G4"),
        ("drop", "G7"),
    ],
)
def test_each_zone_has_its_symbol(symbol: str, corner: str) -> None:
    spaces = spaces_for(position(racks=f"{symbol} A B C D"), symbol).split()
    assert (len(spaces), spaces[0]) == (9, corner)


def test_bl_02_each_colour_has_28_tiles_five_on_the_rack_and_23_to_draw() -> None:
    assert len(SIGNS) == 28
    seen = deal_in_order(5).observe(0)
    assert seen.rack_sizes == (5,) * 5
    assert seen.supplies == (23,) * 5


@pytest.mark.parametrize(("seats", "turns"), [(2, 48), (3, 72), (4, 96), (5, 120)])
def test_bl_02_everybody_has_24_turns(seats: int, turns: int) -> None:
    state = deal_in_order(seats)
    for turn in range(turns):
        assert state.to_act == turn % seats
        if turn == 23 * seats:
            others = seats - 1  # they draw their last tile when their last turn begins
            assert state.observe(None).rack_sizes == (5, *(4,) * others)
            assert state.observe(None).supplies == (0, *(1,) * others)
        state = state.apply(state.at_deadline()).state
    assert state.to_act is None
    assert state.observe(None).rack_sizes == (4,) * seats


THREE_GROUPS = "A1 A2 B2 D4 D5 E5 F9"


def test_bl_03_groups_hang_together_along_edges() -> None:
    assert [names(group) for group in groups(mask(THREE_GROUPS))] == ["A1 A2 B2", "D4 D5 E5", "F9"]


def test_bl_03_only_tiles_that_hold_no_group_together_are_taken() -> None:
    assert names(find_capturable(mask(THREE_GROUPS))) == "A1 B2 D4 E5 F9"


@pytest.mark.parametrize(
    ("tiles", "takeable"),
    [
        ("F9", "F9"),
        ("D4 D5", "D4 D5"),
        ("D4 D5 D6", "D4 D6"),
        ("D4 D5 E4 E5", "D4 D5 E4 E5"),
        ("D4 D5 D6 E4 E6 F4 F5 F6", "D4 D5 D6 E4 E6 F4 F5 F6"),
        ("A9 B1", "A9 B1"),
    ],
    ids=["single", "pair", "line", "block of four", "ring of eight", "end of one row and start of the next"],
)
def test_bl_04_what_may_be_taken(tiles: str, takeable: str) -> None:
    assert names(find_capturable(mask(tiles))) == takeable


def test_bl_04_corners_do_not_connect() -> None:
    assert len(groups(mask("C3 D4 E5"))) == 3


def test_bl_07_a_tile_is_never_laid_on_one_of_its_own_colour() -> None:
    state = position(
        """
        .........
        .........
        .........
        ...r..g..
        .........
        .........
        .........
        .........
        .........
        """,
        "D A B C E",
    )
    assert spaces_for(state, "D") == "D1 D2 D3 D5 D6 D7 D8 D9"
    assert str(state.why_not("place D D4")) == "Your own tile is on D4. Choose another space."


SINGLE_ON_F9 = """
    .........
    .........
    .........
    .........
    .........
    ........g
    .........
    .........
    .........
"""


def test_bl_08_a_tile_may_be_taken_although_there_is_free_space() -> None:
    state = position(SINGLE_ON_F9, "F A B C D/A B C D E")
    assert state.score(1).groups == 1
    step = play(state, "place F F9")
    after = step.state
    assert after.prisoners == ((0, 1), (0, 0))
    assert (after.score(0).groups, after.score(1).groups) == (1, 0)
    assert after.tile_on(SPACE["F9"]) == Tile(Colour.RED, SIGNS.index("F"))
    assert str(step.events[0].describe()) == "seat 1 places F on F9 and takes joker (green) from seat 2."
    assert str(find(state.legal_actions(), "place F F9").label) == "F → F9 ✕"  # type: ignore[union-attr]  # it is legal


NO_FREE_SPACE_IN_ROWS_A_TO_E = """
    rrrrrrrrr
    rrrrrrrrr
    rrrrrrrrr
    rrrrrrrrr
    rrrrrrrgg
    .........
    .........
    .........
    .........
"""


def test_bl_09_a_player_who_fits_on_no_free_space_must_take_a_tile() -> None:
    state = position(NO_FREE_SPACE_IN_ROWS_A_TO_E, "A B C D E")
    assert notations(state) == ["place E E8", "place E E9"]
    assert all(str(choice.label).endswith(" ✕") for choice in state.observe(0).choices)
    assert str(words.prompt(state.observe(0))) == "None of your tiles fits on a free space, so you must take a tile."
    assert find(state.legal_actions(), "pass") is None
    assert "must take" in str(state.why_not("pass"))


def test_bl_10_a_tile_joins_groups_also_by_taking() -> None:
    for middle in ".g":
        row = f"...r{middle}r..."
        picture = "\n".join(["........."] * 3 + [row] + ["........."] * 5)
        state = position(picture, "D A B C E")
        assert state.score(0).groups == 2
        assert play(state, "place D D5").state.score(0).groups == 1


THREE_RED_GROUPS = """
    r.r.r....
    .........
    .........
    .........
    .........
    .........
    .........
    .........
    .........
"""


def test_bl_11_only_the_most_captured_colour_costs_points() -> None:
    taken = [{"blue": 2, "green": 2, "yellow": 1}, {}, {}, {}]
    score = position(THREE_RED_GROUPS, seats=4, prisoners=taken).score(0)
    assert (score.points, score.total) == (-5, 5)
    assert position(THREE_RED_GROUPS, seats=4).score(0).points == -3
    uptown = BlockersOptions(scoring="uptown")
    assert position(THREE_RED_GROUPS, seats=4, prisoners=taken, options=uptown).score(0).points == -3


TWO_AGAINST_THREE_GROUPS = """
    r.r...g.g
    ........g
    .........
    .........
    .........
    .........
    .........
    b.b.b....
    .....g.b.
"""


@pytest.mark.parametrize(("scoring", "points", "winner"), [("blockers", (-4, -4, -5), 1), ("uptown", (-2, -3, -4), 0)])
def test_bl_13_fewer_prisoners_break_a_tie(scoring: str, points: tuple[int, ...], winner: int) -> None:
    state = position(
        TWO_AGAINST_THREE_GROUPS,
        seats=3,
        turn=72,
        prisoners=[{"blue": 2, "green": 2}, {"blue": 1, "red": 1}, {"red": 1}],
        options=BlockersOptions(scoring=scoring),
    )
    assert outcome(state).points == points
    assert outcome(state).tiebreak == (-4, -2, -1)
    assert outcome(state).winners == (winner,)


def test_the_reason_names_the_tie_break_if_it_decided() -> None:
    state = position(TWO_AGAINST_THREE_GROUPS, seats=3, turn=72, prisoners=[{"blue": 2, "green": 2}, {"blue": 1}, {}])
    assert str(outcome(state).reason) == (
        "seat 3 wins with −4 points. Fewest prisoners in all break the tie: 0 against 4 and 1."
    )


def test_what_is_still_equal_is_shared() -> None:
    state = position(THREE_RED_GROUPS.replace("r.r.r....", "r.r...g.g"), turn=48)
    assert outcome(state).winners == (0, 1)
    assert str(outcome(state).reason) == "seat 1 and seat 2 share the win: −2 points each. Each has 0 prisoners."


def test_bl_14_a_prisoner_never_comes_back() -> None:
    state = play(deal_in_order(), "place A A1", "place A A1").state
    assert state.prisoners == ((0, 0), (1, 0))
    while state.to_act is not None:
        seat = state.to_act
        assert (state.racks[seat] | sum(1 << sign for sign in state.supplies[seat])) & 1 == 0
        state = state.apply(state.at_deadline()).state


def test_bl_17_with_empty_supplies_everybody_has_one_more_turn() -> None:
    racks = "A B C D E/A B C D E/A B C D E"
    state = position(racks=racks, seats=3, turn=69)
    state = play(state, "place A A1", "place A A2").state
    assert state.to_act == 2
    state = play(state, "place A A3").state
    assert state.to_act is None
    assert outcome(state).points == (-1, -1, -1)


def test_each_colour_gets_its_tiles_in_their_order_of_appearance() -> None:
    state = start(BlockersOptions(), 2)
    green, red = list(range(28, 56)), list(range(28))
    order = [tile for pair in zip(reversed(green), reversed(red), strict=True) for tile in pair]
    step = state.apply(Deal(tuple(order), 1))
    assert step.state.to_act == 1
    assert step.state.supplies == (tuple(range(22, -1, -1)),) * 2
    event = step.events[0]
    assert isinstance(event, Dealt)
    assert event.redact_for(0).racks == (tuple(Tile(Colour.RED, sign) for sign in range(23, 28)), None)
    assert event.redact_for(None).racks == (None, None)


def test_a_turn_begins_with_a_tile_for_the_one_that_was_placed_which_only_its_owner_sees() -> None:
    placed = play(deal_in_order(), "place A A1")
    assert placed.events[1:] == ()
    assert placed.state.racks[0].bit_count() == RACK - 1
    step = play(placed.state, "place A A2")
    drawn = Refilled(0, Tile(Colour.RED, RACK), with_colour=False)
    assert redact_events(step.events, 0)[1:] == (drawn,)
    assert redact_events(step.events, 1) == redact_events(step.events, None) == step.events[:1]
    assert step.state.racks[0].bit_count() == RACK
    assert step.state.observe(1).racks[0] is None
    assert step.state.observe(None).racks == (None, None)


def test_in_the_last_turn_a_tile_is_drawn_at_once() -> None:
    step = play(position(racks="A B C D E/A B C D E", supplies="9/8", turn=46), "place A A1")
    placed, refilled = step.events[0], step.events[1:]
    assert isinstance(placed, Placed)
    assert (placed.drawn, placed.redact_for(1).drawn) == (Tile(Colour.RED, SIGNS.index("9")), None)
    assert refilled == ()  # the other seat's rack is full
    assert step.state.observe(1).racks[0] is None


def test_racks_are_laid_open_at_the_end() -> None:
    state = position(racks="A B C D E/A B C D E", turn=47)
    step = play(state, "place A A1")
    ended = step.events[1]
    assert isinstance(ended, Ended)
    assert ended.racks == step.state.observe(None).racks
    assert ended.racks[1] == tuple(Tile(Colour.GREEN, sign) for sign in range(1, 5))
    assert all(rack is not None for rack in step.state.observe(0).racks)


def test_the_start_player_is_drawn_by_lot() -> None:
    assert start(BlockersOptions(), 4).picks == 4
    assert [deal_in_order(4, pick=pick).to_act for pick in range(4)] == [0, 1, 2, 3]


ALL_RED_IN_ROWS_A_TO_E = NO_FREE_SPACE_IN_ROWS_A_TO_E.replace("g", "r")


def test_who_has_no_legal_placement_passes_and_the_turn_counts() -> None:
    state = position(ALL_RED_IN_ROWS_A_TO_E, "A B C D E/A B C D E")
    assert notations(state) == ["pass"]
    step = play(state, "pass")
    assert step.state.turns_left(0) == 23
    assert step.state.to_act == 1
    assert step.state.racks == state.racks
    assert str(state.why_not("place A A1")) == "None of your tiles fits anywhere now. You can: pass."


def test_under_swap_a_tile_goes_back_and_the_dealer_shuffles() -> None:
    state = position(ALL_RED_IN_ROWS_A_TO_E, "A B C D E/A B C D E", options=SWAP, supplies="9 3")
    assert notations(state) == ["swap A", "swap B", "swap C", "swap D", "swap E"]
    step = play(state, "swap C")
    shuffling = step.state
    assert shuffling.to_act == DEALER
    assert [str(tile) for tile in shuffling.deck] == ["red C", "red 3", "red 9"]
    drawn = shuffling.apply(Deal((2, 0, 1)))
    assert drawn.state.to_act == 1
    assert drawn.state.supplies[0] == (SIGNS.index("C"), SIGNS.index("3"))
    assert sorted(SIGNS[sign] for sign in bits(drawn.state.racks[0])) == ["9", "A", "B", "D", "E"]
    swapped, drew = step.events[0], drawn.events[0]
    assert isinstance(swapped, Swapped)
    assert isinstance(drew, Drew)
    assert (swapped.tile, swapped.redact_for(1).tile) == (Tile(Colour.RED, 2), None)
    assert (drew.tile, drew.redact_for(1).tile) == (Tile(Colour.RED, SIGNS.index("9")), None)


def test_without_a_supply_a_swap_is_a_pass() -> None:
    assert notations(position(ALL_RED_IN_ROWS_A_TO_E, "A B C D E", options=SWAP)) == ["pass"]


def test_profi_is_refused_with_three() -> None:
    with pytest.raises(OptionRefused, match="Profi is for two"):
        start(PROFI, 3)


def test_in_profi_the_first_has_red_and_blue_and_the_colour_is_named() -> None:
    state = deal_in_order(options=PROFI)
    assert state.colours(0) == (Colour.RED, Colour.BLUE)
    assert {notation.split()[1] for notation in notations(state)} == {"red", "blue"}
    after = play(state, "place blue B B7", "place green A A1").state
    assert after.observe(0).supplies == (23, 23, 22, 23)
    assert str(state.why_not("place B B7")).startswith("You play two colours.")
    assert str(state.why_not("place green B B7")) == "That colour isn't yours: green."


def test_in_profi_everybody_has_48_turns_and_four_tiles_of_each_colour_stay() -> None:
    state = deal_in_order(options=PROFI)
    for _ in range(96):
        state = state.apply(state.at_deadline()).state
    assert state.to_act is None
    assert state.observe(None).rack_sizes == (4, 4, 4, 4)


def test_in_profi_a_colour_of_four_tiles_is_not_placed_any_more() -> None:
    state = position(racks="A B C D//A B C D E", options=PROFI)
    assert all(notation.startswith("place blue ") for notation in notations(state))
    assert str(state.why_not("place red A A1")) == "The last four tiles of a colour stay in your hand: red."


OTHER_COLOUR_ON_A1 = """
    b........
    .........
    .........
    .........
    .........
    .........
    .........
    .........
    .........
"""


def test_in_profi_the_own_other_colour_may_be_taken() -> None:
    racks = "A B C D E//A B C D E"
    state = position(OTHER_COLOUR_ON_A1, racks, options=PROFI)
    after = play(state, "place red A A1").state
    assert after.prisoners[0] == (0, 0, 1, 0)
    assert (after.score(0).points, after.score(0).total) == (-2, 1)
    spared = BlockersOptions(variant="profi", profi_own_capture="none")
    assert "A1" not in spaces_for(position(OTHER_COLOUR_ON_A1, racks, options=spared), "red A")


def test_in_profi_the_own_tile_that_one_would_take_is_marked_apart() -> None:
    picture = "\n".join(["b........", "g........"] + ["........."] * 7)
    seen = position(picture, "1 A B 5 6/9 8 7 6 5/C D E 2 3/4 5 6 7 8", options=PROFI).observe(0)
    reach = {str(reach.tile): reach for reach in seen.reach}["red 1"]
    assert [space_name(space) for space in reach.captures] == ["A1", "B1"]
    assert [space_name(space) for space in reach.own] == ["A1"]
    labels = {choice.notation: str(choice.label) for choice in seen.choices}
    assert (labels["place red 1 A1"], labels["place red 1 B1"]) == ("1→A1 red ⚠", "1→B1 red ✕")
    assert str(words.prompt(seen)).endswith("⚠ takes a tile of your own other colour.")
    assert find(position(picture, "1 A B 5 6/9 8 7 6 5/C D E 2 3/4 5 6 7 8", options=PROFI).legal_actions(),
                "place red 1 on A1")  # fmt: skip


def test_in_profi_the_compulsion_looks_at_both_racks() -> None:
    state = position(NO_FREE_SPACE_IN_ROWS_A_TO_E, "A B C D E//A B C D F", options=PROFI)
    assert "place blue F F1" in notations(state)
    assert "must take" not in str(words.prompt(state.observe(state.to_act)))


def test_an_absent_seat_adds_as_few_groups_as_it_can() -> None:
    assert str(position(racks="F 3 moon joker A").at_deadline()) == "place A A1"
    apart = position(
        """
        .........
        .........
        .........
        ...r.r...
        .........
        .........
        .........
        .........
        .........
        """,
        "A B C 5 D",
    )
    assert str(apart.at_deadline()) == "place D D5"


def test_an_absent_seat_that_must_take_spares_the_colour_it_took_most() -> None:
    picture = NO_FREE_SPACE_IN_ROWS_A_TO_E.replace("rgg", "rgb")
    taken = [{"green": 2, "blue": 1}, {}, {}]
    assert str(position(picture, "A B C D E", seats=3, prisoners=taken).at_deadline()) == "place E E9"


def test_an_absent_seat_swaps_its_first_tile() -> None:
    state = position(ALL_RED_IN_ROWS_A_TO_E, "A B C D E", options=SWAP, supplies="9 3")
    assert state.at_deadline() == Swap(Tile(Colour.RED, 0))


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("place", "Say which tile and where, as in: place A A1."),
        ("place F6", "Say the tile before the space, as in: place A A1."),
        ("place X F6", "There is no such tile."),
        ("place G G1", "You have no G in your hand."),
        ("place F", "Say where F goes, from A1 to I9."),
        ("place F J7", "There is no such space."),
        ("place F G6", "F goes into row F only."),
        ("place 3 B4", "3 goes into column 3 only."),
        ("place moon A1", "moon goes into "),
        ("place F F5", "You can't take the tile on F5: its group would fall apart."),
        ("place F F6 F7", "One tile and one space only, for example “place F F1”."),
        ("place green F F6", "That colour isn't yours: green."),
        ("pass", "You can place a tile, so you must, as in: place A A1."),
        ("swap F", "You can place a tile, so you must, as in: place A A1."),
        ("draw", "In Blockers you place a tile, as in: place A A1."),
        ("", "In Blockers you place a tile, as in: place A A1."),
    ],
)
def test_a_refusal_says_why(typed: str, answer: str) -> None:
    state = position(
        """
        .........
        .........
        .........
        .........
        ....g....
        ....gg...
        .........
        .........
        .........
        """,
        "F 3 moon A B",
    )
    assert str(state.why_not(typed)).startswith(answer)


def test_nothing_can_be_done_before_the_deal_or_after_the_end() -> None:
    assert str(start(BlockersOptions(), 2).why_not("place F F6")) == "The tiles are being shuffled."
    assert str(position(turn=48).why_not("place F F6")) == "The game is over."


def test_the_situation_tells_how_long_the_game_still_is() -> None:
    racks = "F 3 moon A B/F 3 moon A B/F 3 moon A B"
    state = play(position(racks=racks, seats=3, turn=45), "place F F6").state
    assert str(words.situation(state.observe(None))) == "9 tiles to place"
    assert str(words.situation(state.observe(0))) == "8 tiles to place"
    state = play(state, "place F F6", "place F F1").state
    assert str(words.situation(state.observe(None))) == "8 tiles to place"
    last = play(position(racks="F 3 moon A B/F 3 moon A B", turn=46), "place F F6").state
    assert str(words.situation(last.observe(None))).endswith("1 tile to place")
    assert [last.observe(None).turns_left[seat] for seat in (0, 1)] == [0, 1]


def test_the_tally_shows_the_arithmetic() -> None:
    state = position(TWO_AGAINST_THREE_GROUPS, seats=3, turn=72, prisoners=[{"blue": 3, "green": 1}, {"red": 1}, {}])
    assert str(words.tally(state.observe(None))).splitlines() == [
        "seat 1 −5: 2 groups, 3 of 4 prisoners (blue 3, green 1)",
        "seat 2 −4: 3 groups, 1 prisoner (red 1)",
        "seat 3 −4: 4 groups, 0 prisoners",
        "Of your prisoners, only the colour that you took most counts.",
        "All have had 24 turns. The last four tiles of each player stay in hand.",
    ]
    assert str(words.prompt(state.observe(0))).startswith("The game is over. All have had 24 turns. ")


def test_a_tile_is_also_named_as_the_log_tells_it() -> None:
    state = position(racks="F 3 moon A B")
    for typed in ("place red F F6", "place F on F6", "PLACE Red F on f6"):
        assert str(find(state.legal_actions(), typed)) == "place F F6", typed
    assert str(find(state.legal_actions(), "place red moon on G1")) == "place moon G1"
    for typed in ("place green F F6", "place red F", "place red F F6 F7", "place red"):
        assert find(state.legal_actions(), typed) is None
        assert str(state.why_not(typed)).endswith(".")


def test_a_joker_is_chosen_by_row_and_then_by_space() -> None:
    state = position(racks="F 3 moon joker A")
    choice = next(choice for choice in state.observe(0).choices if choice.notation == "place joker E5")
    assert choice.parts == ("joker", "E", "E5")


def test_reach_is_known_out_of_turn_too() -> None:
    state = position(SINGLE_ON_F9, "A B C D E/F A B C D")
    reach = {str(reach.tile): reach for reach in state.observe(1).reach}["green F"]
    assert [space_name(space) for space in reach.free] == [f"F{n}" for n in range(1, 9)]
    assert reach.captures == ()
    assert state.observe(None).reach == ()


def test_an_observation_marks_what_nobody_can_take() -> None:
    picture = "\n".join(["rrr......"] + ["........."] * 8)
    assert position(picture).observe(None).protected == ((SPACE["A2"],), ())


def test_the_board_is_the_same_for_everybody() -> None:
    state = play(deal_in_order(), "place A A1", "place B B2").state
    assert state.observe(0).board == state.observe(None).board
    assert sum(tile is not None for tile in state.observe(None).board) == 2
    assert len(SPACES) == len(state.observe(None).board)


def test_a_jokers_row_is_asked_before_its_space_while_it_has_many() -> None:
    seen = position(SINGLE_ON_F9, "F 3 moon joker A").observe(0)
    asked = "In which row does joker go? Then choose the space. The frames show what it can take."
    assert str(words.placing(seen, ("joker",))) == asked
    assert str(words.placing(seen, ("joker", "F"))).startswith("Where in row F does joker go? ")
    assert str(words.placing(seen, ("F",))).startswith("Where does F go? ")


@pytest.mark.parametrize("racks", ["F 3 moon joker A", "F 3 moon A B"])
def test_a_joker_is_understood_as_the_crown_that_it_shows(racks: str) -> None:
    state = position(racks=racks)
    typed = ("place crown E5", "PLACE Crown on e5", "place red crown E5")
    if "joker" in racks:
        assert {str(find(state.legal_actions(), each)) for each in typed} == {"place joker E5"}
        assert next(choice.also for choice in state.observe(0).choices if choice.also) == "crown A1"
    else:
        assert {str(state.why_not(each)) for each in typed} == {"You have no joker in your hand."}
    profi = position(racks="F 3 moon joker A//F 3 moon joker A", options=PROFI)
    assert str(find(profi.legal_actions(), "place blue crown E5")) == "place blue joker E5"


@pytest.mark.parametrize(
    ("scoring", "standing", "told", "headline"),
    [
        (
            "blockers",
            "−9, 2 groups, 7 of 14 prisoners, 0 turns left",
            "2 groups + 7 of 14 prisoners",
            "seat 1: −2 for groups, −7 for prisoners.",
        ),
        ("uptown", "−2, 2 groups, 14 prisoners, 0 turns left", "2 groups", "seat 1: 2 groups."),
    ],
)
def test_all_that_is_said_of_prisoners_at_the_end_says_how_many_count(
    scoring: str, standing: str, told: str, headline: str
) -> None:
    prisoners = [{"green": 7, "blue": 4, "yellow": 3}, {"red": 1}, {}, {}]
    options = BlockersOptions(scoring=scoring)
    seen = position(TWO_AGAINST_THREE_GROUPS, seats=4, turn=96, prisoners=prisoners, options=options).observe(None)
    assert str(words.standings(seen)[0]) == standing
    assert str(LOOK.detail(seen, 0)) == told
    won = replace(seen, outcome=Outcome(msg("The game is over."), (0,) * 4, (0,)))
    assert str(summary.headline(won)) == headline
    assert "seat 1 takes the most tiles: 14." in map(str, summary.facts(seen, ()))
