"""What the process does around its imports."""

from __future__ import annotations

import gc

import pytest

from bot.__main__ import EXIT_INTERRUPTED, _hurried, main


def test_what_is_imported_is_never_looked_through_for_garbage_again() -> None:
    with _hurried():
        imported = [gc]
    assert gc.isenabled()
    assert not any(each is imported for each in gc.get_objects())


@pytest.mark.parametrize(
    "command", [["demo"], ["serve"], ["verify", "record.json"], ["backup", "copy.db"], ["forget", "1"]]
)
def test_ctrl_c_in_the_middle_of_any_command_is_no_traceback(
    command: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> int:
        raise KeyboardInterrupt

    for what in ("_demo", "_online", "_verify", "_host", "_about"):
        monkeypatch.setattr(f"bot.__main__.{what}", interrupted)
    assert main(command) == EXIT_INTERRUPTED
