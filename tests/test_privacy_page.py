"""docs/PRIVACY.md is true to the database: each table and column is named, with what for and how long, and no other."""

from __future__ import annotations

import re
from pathlib import Path

from bot.desk.routes import COMMANDS
from bot.store.schema import metadata

DOCS = Path(__file__).parents[1] / "docs"
PAGE = (DOCS / "PRIVACY.md").read_text()
ROWS = re.compile(r"^\| `(\w+)`: ([^|]*) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)


def test_each_table_and_column_is_named_and_no_other() -> None:
    told = {table: re.findall(r"`(\w+)`", columns) for table, columns, *_ in ROWS.findall(PAGE)}
    kept = {name: [column.name for column in table.columns] for name, table in metadata.tables.items()}
    assert told == kept


def test_each_row_says_what_for_about_whom_and_how_long() -> None:
    for table, _, purpose, whom, long in ROWS.findall(PAGE):
        assert all(len(cell.strip()) > 2 for cell in (purpose, whom, long)), table


def test_columns_that_name_a_user_are_said_to_go_when_they_are_deleted() -> None:
    for table, columns, _, whom, long in ROWS.findall(PAGE):
        if "`user_id`" in columns or "`host`" in columns:
            assert "until deleted" in long, table
            assert whom.strip() != "nobody", table


def test_commands_and_pages_that_are_named_exist() -> None:
    names = {command.name for command in COMMANDS} | {"metrics"}
    for page in ("PRIVACY.md", "TERMS.md"):
        text = (DOCS / page).read_text()
        assert set(re.findall(r"`/(\w+)`", text)) <= names
        for link in re.findall(r"\]\(([^)h#][^)#]*)\)", text):
            assert (DOCS / link).exists(), link
