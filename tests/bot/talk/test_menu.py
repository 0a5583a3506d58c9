"""Menus: buttons for few choices, a select for many, levels for more than 25."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from random import Random

import pytest

from bot.talk.letter import MOST_OPTIONS, Button, Option, Purpose, Row, Select, Style
from bot.talk.menu import MOST_BUTTONS, SEPARATOR, Menu
from engine.game import Choice
from engine.games.blockers.options import BlockersOptions
from engine.words import ENGLISH, msg
from tests.engine.blockers.table import position
from tests.engine.draw.positions import position as draw
from tests.engine.play import setups, walk


def choices(tiles: int, places: int) -> list[Choice]:
    return [
        Choice(f"play {t} {p}", msg("{t} on {p}", t=t, p=p), (f"tile {t}", f"place {p}"))
        for t in range(tiles)
        for p in range(places)
    ]


def buttons(rows: tuple[Row, ...]) -> list[Button]:
    return [button for row in rows if isinstance(row, tuple) for button in row]


def selects(rows: tuple[Row, ...]) -> list[Select]:
    return [row for row in rows if isinstance(row, Select)]


def menu(offered: Sequence[Choice], *chosen: str) -> Menu:
    return Menu(5, 9, offered, ENGLISH, chosen)


def test_few_choices_are_one_button_each_that_carries_the_notation() -> None:
    shown = buttons(menu(choices(3, 2)).rows())
    assert [button.id.data for button in shown] == [choice.notation for choice in choices(3, 2)]
    assert {(button.id.purpose, button.id.table, button.id.seq) for button in shown} == {(Purpose.ACT, 5, 9)}


def test_more_choices_are_one_select() -> None:
    (shown,) = selects(menu(choices(5, 4)).rows())
    assert [option.id.data for option in shown.options] == [choice.notation for choice in choices(5, 4)]


def test_too_many_choices_are_asked_for_level_by_level() -> None:
    offered = choices(7, 9)
    first = buttons(menu(offered).rows())
    assert [button.label for button in first] == [f"tile {t}" for t in range(7)]
    assert {button.id.purpose for button in first} == {Purpose.MENU}
    second = buttons(menu(offered, "tile 3").rows())
    assert [button.id.data for button in second] == [f"play 3 {p}" for p in range(9)]


def test_no_level_ever_has_more_than_discord_allows() -> None:
    for tiles in range(1, 26):
        for places in (1, 2, 9, 25):
            rows = menu(choices(tiles, places)).rows()
            assert len(rows) <= 4
            assert len(buttons(rows)) <= MOST_BUTTONS
            assert all(len(select.options) <= MOST_OPTIONS for select in selects(rows))


def test_places_that_make_no_difference_are_one_choice_in_a_hand() -> None:
    first, second = choices(1, 2)
    offered = [first, second._replace(same_as=first.notation)]
    assert [button.id.data for button in buttons(menu(offered).rows())] == [first.notation]


def test_what_is_not_possible_is_not_in_a_hand() -> None:
    possible, not_now = choices(2, 1)
    offered = [possible, not_now._replace(enabled=False)]
    assert [button.id.data for button in buttons(menu(offered).rows())] == [possible.notation]


def presses(offered: Sequence[Choice], chosen: tuple[str, ...] = ()) -> dict[str, int]:
    """Return how many controls of a hand it takes to do each of the choices."""
    found: dict[str, int] = {}
    for row in menu(offered, *chosen).rows():
        controls: Sequence[Button | Option] = row.options if isinstance(row, Select) else row
        for control in controls:
            if control.id.purpose is Purpose.ACT:
                found[control.id.data] = 1
            else:
                deeper = presses(offered, tuple(control.id.data.split(SEPARATOR)))
                found |= {notation: 1 + more for notation, more in deeper.items()}
    return found


@pytest.mark.parametrize("name", ["blockers-standard-5", "blockers-profi-2"])
def test_a_tile_of_blockers_is_placed_by_tile_and_space_and_a_joker_by_row_too(name: str) -> None:
    met = set()
    for turn in islice(walk(setups()[name], Random(6)), 1, None, 3):
        offered = turn.before.observe(turn.before.to_act).choices
        needed = presses(offered)
        assert set(needed) == {choice.notation for choice in offered}
        for notation, number in needed.items():
            most = 1 if len(offered) == 1 else 3 if "joker" in notation else 2
            assert min(most, 2) <= number <= most
            met.add(number)
    assert met >= {2, 3}


def test_a_tile_comes_before_its_space_however_few_there_are_and_the_space_says_what_it_takes_and_costs() -> None:
    board = "\n".join([*["........."] * 4, "...b.....", "....g....", *["........."] * 3])
    wanted = ["place E E2", "place E E4", "place F F3", "place F F5"]

    def choices_for(scoring: str) -> list[Choice]:
        options, taken = BlockersOptions(scoring=scoring), [{"green": 1, "blue": 0}, {}, {}]
        state = position(board, "E F I 9 8//", seats=3, prisoners=taken, options=options)
        return [choice for choice in state.observe(0).choices if choice.notation in wanted]

    few = choices_for("blockers")
    assert [button.label for button in buttons(menu(few).rows())] == ["E", "F"]
    assert {button.id.purpose for button in buttons(menu(few).rows())} == {Purpose.MENU}
    assert [button.label for button in buttons(menu(few, "E").rows())] == ["E2", "E4 ✕ blue"]
    assert [button.label for button in buttons(menu(few, "F").rows())] == ["F3", "F5 ✕ green −1"]
    assert [button.label for button in buttons(menu(choices_for("uptown"), "F").rows())] == ["F3", "F5 ✕ green"]
    assert [button.label for button in buttons(menu(few[-2:]).rows())] == ["F"]
    assert [button.label for button in buttons(menu(few[-1:]).rows())] == ["F → F5 ✕"]


def test_the_only_true_thing_to_say_is_bright_and_what_is_false_is_grey_and_last() -> None:
    nothing, one, two = (
        draw(hands, ends=(2, 6), confirmed=(1,)).observe(0).choices
        for hands in (["1-0", "4-4"], ["6-0", "4-4"], ["6-0 2-1", "4-4"])
    )
    assert styles(nothing) == [("cannot", Style.MAIN), ("can", Style.PLAIN)]
    assert styles(one) == [("play 6-0 B", Style.PLAIN), ("cannot", Style.PLAIN), ("can", Style.PLAIN)]
    assert {style for _, style in styles(two)} == {Style.PLAIN}


def styles(offered: Sequence[Choice]) -> list[tuple[str, Style]]:
    return [(button.id.data, button.style) for button in buttons(menu(offered).rows())]


def test_a_menu_of_bids_asks_for_a_bid() -> None:
    setup = next(setup for setup in setups().values() if setup.game.key == "fortytwo")
    seen = next(turn.before.observe(turn.before.to_act) for turn in walk(setup, Random(1)) if turn.before.to_act >= 0)
    title = setup.game.voice.menu_title(seen)
    (select,) = selects(Menu(5, 9, seen.choices, ENGLISH, (), title).rows())
    assert select.placeholder == "Choose your bid"
