"""Pictures: what one viewer may see, drawn. A new game is one line in RENDERERS."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from renderers.blockers import BlockersLook
from renderers.draw import DrawLook
from renderers.look import Look
from renderers.series import SeriesLook

RENDERERS: Mapping[str, Look[Any]] = {"draw": DrawLook(), "blockers": SeriesLook(BlockersLook())}
