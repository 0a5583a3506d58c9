"""Control ids: plain data that survives everything."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bot.talk.letter import BUTTONS_A_ROW, Button, ControlId, Purpose, in_rows

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


def test_buttons_stand_three_in_a_row() -> None:
    buttons = [Button(str(n), ControlId(Purpose.HAND, n)) for n in range(7)]
    rows = in_rows(buttons)
    assert [len(row) for row in rows if isinstance(row, tuple)] == [3, 3, 1]
    assert max(len(row) for row in rows if isinstance(row, tuple)) == BUTTONS_A_ROW
