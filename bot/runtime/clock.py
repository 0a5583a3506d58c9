"""The clock: all that needs the time gets this one, which tests replace."""

from __future__ import annotations

import time
from typing import Protocol


class Clock(Protocol):
    """Returns the time in whole seconds UTC since 1970."""

    def now(self) -> int: ...


class SystemClock:
    """The computer's clock."""

    def now(self) -> int:
        return int(time.time())
