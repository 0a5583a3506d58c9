"""Control ids: plain data that survives everything."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.talk.letter import Button, ControlId, Purpose, in_rows

IDS = st.builds(
    ControlId,
    st.sampled_from(Purpose),
    st.integers(0, 10**18 - 1),
    st.integers(0, 10**9 - 1),
    st.text(st.characters(exclude_characters="\n", exclude_categories=["Cs"]), max_size=40),
)


@given(IDS)
def test_an_id_is_read_as_it_was_written(id: ControlId) -> None:
    assert ControlId.parse(str(id)) == id


@given(st.text())
def test_anything_else_is_no_id_and_no_error(text: str) -> None:
    id = ControlId.parse(text)
    assert id is None or ControlId.parse(str(id)) == id


def test_a_purpose_nobody_knows_is_no_id() -> None:
    assert ControlId.parse("b1:steal:1:2:") is None


@pytest.mark.parametrize(("label", "lengths"), [("6-2 A", [4, 3]), ("My hand", [3, 3, 1])])
def test_buttons_stand_four_in_a_row_if_all_labels_are_short_and_else_three(label: str, lengths: list[int]) -> None:
    buttons = [Button(label if n else "Draw", ControlId(Purpose.HAND, n)) for n in range(7)]
    assert [len(row) for row in in_rows(buttons) if isinstance(row, tuple)] == lengths
