"""Who may import what: rules know nothing of the shell, one package knows SQL, one knows Discord."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

PICTURES = {"PIL", "regex", "bidi", "fontpkg", "fontpkg_inter", "fontpkg_fredoka", "manimgx_fonts"}
DISCORD_FACING = ("bot/discord/", "bot/service.py", "bot/demo.py")
KNOWS_STATES = ("bot/tables/", "bot/store/")


def modules(folder: str) -> list[str]:
    return sorted(str(path.relative_to(ROOT)) for path in (ROOT / folder).rglob("*.py"))


def imported(path: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every module that a file imports, wherever in the file, and the names it takes from there."""
    for node in ast.walk(ast.parse((ROOT / path).read_text())):
        if isinstance(node, ast.Import):
            yield from ((name.name, ()) for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            yield node.module or "", tuple(name.name for name in node.names)


def roots(path: str) -> set[str]:
    """The packages a file imports from, without the standard library."""
    return {module.partition(".")[0] for module, _ in imported(path)} - sys.stdlib_module_names


@pytest.mark.parametrize("path", modules("engine"))
def test_the_engine_imports_the_standard_library_and_itself(path: str) -> None:
    assert roots(path) <= {"engine"}


@pytest.mark.parametrize("path", modules("renderers"))
def test_renderers_import_the_engine_and_what_draws(path: str) -> None:
    assert roots(path) <= {"engine", "renderers"} | PICTURES


@pytest.mark.parametrize("path", modules("bot"))
def test_only_the_store_knows_sql(path: str) -> None:
    if not path.startswith("bot/store/"):
        assert not roots(path) & {"sqlalchemy", "alembic", "aiosqlite", "sqlite3", "psycopg"}


@pytest.mark.parametrize("path", modules("bot"))
def test_only_the_discord_facing_modules_know_discord(path: str) -> None:
    if not path.startswith(DISCORD_FACING):
        assert not roots(path) & {"discord", "simcord"}


@pytest.mark.parametrize("path", [*modules("bot"), *modules("renderers")])
def test_only_tables_and_the_store_name_a_state(path: str) -> None:
    if not path.startswith(KNOWS_STATES):
        assert not [module for module, names in imported(path) if "State" in names and module.startswith("engine")]


@pytest.mark.parametrize("path", [path for path in modules("bot") if path.startswith(("bot/store/", "bot/tables/"))])
def test_tables_and_the_store_know_nothing_of_who_shows_them(path: str) -> None:
    inner = ("bot.store", "bot.tables", "bot.refusals", "bot.clock", "bot.record", "bot.limits")
    assert all(module.startswith(inner) for module, _ in imported(path) if module.startswith("bot"))


def test_a_planted_import_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "planted.py").write_text("def f():\n    from discord.ui import View\n    import sqlalchemy.orm as o\n")
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)
    assert roots("planted.py") == {"discord", "sqlalchemy"}
