"""The loops of the bot under every error of its database, and the control: one that dies at the first."""

from __future__ import annotations

from unittest.mock import patch

from bot.runtime.loops import Loop
from tests.faults.cited import run_of_tests
from tests.faults.frame import Tally

living = run_of_tests("end_to_end/test_loops.py::test_every_loop_outlives_every_error_of_the_database")


def dying(_times: int, seed: int) -> Tally:
    """Control: no further run is planned after one that failed."""
    real = Loop._note_result

    def note_and_stop(self: Loop, error: BaseException | None) -> None:
        real(self, error)
        if error is not None:
            self._drop_timer()

    with patch.object(Loop, "_note_result", note_and_stop):
        tally = living(1, seed)
    tally.runs = 1
    return tally
