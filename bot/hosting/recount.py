"""The operator's command that counts all statistics again from the games' logs."""

from __future__ import annotations

import asyncio
import sys

from bot.hosting.commands import as_operator
from bot.service.statistics import RecountReport, Statistics
from bot.settings import Settings
from bot.store import DatabaseRefused, Store
from bot.store.migrate import refuse_migration
from engine.games import GAMES


async def recount(settings: Settings, *, write: bool) -> int:
    """Compare the statistics with the logs, and with `write` correct them.

    Refuse if a bot is using the database. Return the exit code.
    """
    try:
        with as_operator(settings):
            store = await Store.open(settings.database_url, before=refuse_migration)
            try:
                report = await Statistics(store, GAMES, asyncio.Lock()).recount(write=write)
            finally:
                await store.close()
    except DatabaseRefused as refused:
        print(refused, file=sys.stderr)
        return 1
    print(describe_result(report, write=write))
    return 0 if write or not report.changed else 1


def describe_result(report: RecountReport, *, write: bool) -> str:
    """Describe the result of a recount for the operator."""
    changed, unreadable = len(report.changed), len(report.unreadable)
    games = "1 game" if report.games == 1 else f"{report.games} games"
    differing = "1 differs" if changed == 1 else f"{changed or 'none'} differ"
    sentences = [f"{games} counted from the logs: {differing}."]
    if changed:
        sentences.append("They are corrected." if write else "`boneyard stats --recompute` corrects that.")
    if unreadable:
        sentences.append(f"Left out, since this version can't read them: {unreadable}.")
    return " ".join(sentences)
