"""The clock. Code that needs the time gets it as an argument, so that tests can pass another clock."""

from __future__ import annotations

import time
from typing import Protocol


class Clock(Protocol):
    """Returns the time in whole seconds since 1970, in UTC."""

    def now(self) -> int: ...


class SystemClock:
    """The computer's clock."""

    def now(self) -> int:
        return int(time.time())
