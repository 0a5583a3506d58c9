"""Logs cannot show a hand, a seed or the token, whoever writes them and however it goes wrong."""

from __future__ import annotations

import ast
import asyncio
import json
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog

from bot.runtime.logs import ALLOWED, set_up
from bot.service import Service
from bot.settings import Settings
from tests.bot.tools import ANA, running_table

CANARY = "canary-6-2"
LOG_CALLS = {f"log.{level}" for level in ("debug", "info", "warning", "error", "exception")}


@pytest.fixture(autouse=True)
def _restore_logging() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:], root.level = handlers, level
    structlog.reset_defaults()


def read_log(capsys: pytest.CaptureFixture[str]) -> str:
    return capsys.readouterr().err


class Hand:
    def __repr__(self) -> str:
        return CANARY


@pytest.mark.parametrize("form", ["text", "json"])
def test_only_keys_on_the_list_and_plain_values_are_logged(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    set_up("DEBUG", form)  # type: ignore[arg-type]  # the two forms there are
    log = structlog.get_logger("bot.test")
    log.info("moved", table=12, seq=Hand(), hand=CANARY, state=Hand(), seed=CANARY, token=CANARY)
    text = read_log(capsys)
    assert CANARY not in text
    assert "moved" in text
    assert "12" in text
    assert "<Hand>" in text


def test_an_exception_is_logged_by_its_type_and_places(capsys: pytest.CaptureFixture[str]) -> None:
    set_up("DEBUG", "json")

    def deep(hand: str) -> None:
        raise ValueError(f"bad tile {hand}")

    for logger in (structlog.get_logger("bot.test"), logging.getLogger("discord.ui.view"), logging.getLogger("x")):
        try:
            deep(CANARY)
        except ValueError:
            logger.exception("failed")
    first, *_ = lines = [json.loads(line) for line in read_log(capsys).splitlines()]
    assert CANARY not in str(lines)
    assert [(line["error"], line["event"]) for line in lines] == [("ValueError", "failed")] * 3
    assert "test_logs.py" in first["places"]
    assert "deep" in first["places"]


def test_what_libraries_put_into_a_sentence_is_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    set_up("DEBUG", "json")
    logging.getLogger("discord.ui.view").error("Ignoring exception in view %r", Hand())
    logging.getLogger("other").warning(f"first line\n{CANARY}")
    logging.getLogger("other").warning("with extras", extra={"hand": CANARY, "table": Hand()})
    logging.getLogger("discord.gateway").info("Shard ID %s has connected", 3)
    logging.getLogger("discord.shard").error("Attempting a reconnect for shard ID %s in %.2fs", 3, 1.2345)
    logging.getLogger("discord.app_commands.tree").error("Ignoring exception in autocomplete for %r", "play")
    logging.getLogger("other").warning("%s took %d ms and %.1f of %s", CANARY, 7, 1.25, Hand())
    logging.getLogger("other").warning("took %d ms", Hand())
    logging.getLogger("other").warning("%(who)s took %(what)d", {"who": Hand(), "what": 4})
    logging.getLogger("other").warning("took %s and %s", CANARY)
    text = read_log(capsys)
    assert CANARY not in text
    assert [line["event"] for line in map(json.loads, text.splitlines())] == [
        "Ignoring exception in view <Hand>",
        "first line",
        "with extras",
        "Shard ID 3 has connected",
        "Attempting a reconnect for shard ID 3 in 1.23s",
        "Ignoring exception in autocomplete for play",
        "<str> took 7 ms and 1.2 of <Hand>",
        "took <Hand> ms",
        "<Hand> took 4",
        "took <str> and <NoneType>",
    ]


async def test_a_task_that_fails_unseen_shows_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    set_up("DEBUG", "json")

    async def fails() -> None:
        raise ValueError(CANARY)

    asyncio.get_running_loop().call_exception_handler(
        {"message": "Task exception was never retrieved", "exception": ValueError(CANARY), "future": Hand()}
    )
    task = asyncio.create_task(fails())
    await asyncio.wait([task])
    del task
    text = read_log(capsys)
    assert "never retrieved" in text
    assert CANARY not in text


async def test_no_tile_and_no_seed_of_a_game_is_logged_at_any_level(
    service: Service, capsys: pytest.CaptureFixture[str]
) -> None:
    set_up("DEBUG", "json")
    table = await running_table(service)
    seeds = await service.store.run(lambda tx: tx.log.seeds(table.id))
    draft = await service.repository.read(table.id)
    logging.getLogger("discord.client").error("%s", draft)  # a library whose sentences are kept whole
    structlog.get_logger("bot.test").error("all", table=draft, state=draft.state, reason=repr(draft.position))
    text = read_log(capsys) + repr(draft) + repr(draft.position)
    assert ANA.name in text  # the draft was written out at all
    for secret in (seeds[1].hex(), repr(seeds[1]), *(str(draft.state.observe(seat).hand) for seat in (0, 1)), "hands"):
        assert secret not in text


def test_the_token_is_in_no_repr() -> None:
    assert CANARY not in repr(Settings(discord_token=CANARY)) + str(Settings(discord_token=CANARY))


def fields_of(source: str) -> set[str]:
    """Return the fields that a file's log calls name."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    of_logs = [call for call in calls if ast.unparse(call.func) in LOG_CALLS]
    return {keyword.arg for call in of_logs for keyword in call.keywords if keyword.arg} - {"exc_info"}


def test_every_field_that_we_log_is_shown() -> None:
    bot = Path(__file__).parents[2] / "bot"
    found = {str(path.relative_to(bot)): fields_of(path.read_text()) - ALLOWED for path in bot.rglob("*.py")}
    assert {path: fields for path, fields in found.items() if fields} == {}


def test_a_planted_field_that_would_be_dropped_is_seen() -> None:
    assert fields_of('log.warning("the clock is wrong", advice="set it")') - ALLOWED == {"advice"}
