"""What the process does around its imports."""

from __future__ import annotations

import gc

from bot.__main__ import _hurried


def test_what_is_imported_is_never_looked_through_for_garbage_again() -> None:
    with _hurried():
        imported = [gc]
    assert gc.isenabled()
    assert not any(each is imported for each in gc.get_objects())
