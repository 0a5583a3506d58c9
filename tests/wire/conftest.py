"""One bot for all the tests of a file: a process takes a second or two to start."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.bot.conftest import postgres
from tests.wire.wired import Wired, connected_bot

__all__ = ["here", "postgres"]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def here(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Wired]:
    async with connected_bot(tmp_path_factory.mktemp("wire")) as running:
        yield running
        assert "Traceback" not in running.bot.text
