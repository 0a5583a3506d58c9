"""The one clock: everything that needs the time is given this."""

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
