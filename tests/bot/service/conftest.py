"""Every statement of the service is tried on both engines."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bot.conftest import empty_database


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Provide the address of an empty database, once for each engine."""
    return empty_database(request, tmp_path)
