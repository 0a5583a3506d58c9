"""The house stays habitable: small files and functions, narrow classes, few files that lie flat."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FOLDERS = ("bot", "engine", "renderers")
LONGEST_FILE, MOST_FLAT, MOST_METHODS, MOST_OF_TABLES = 335, 15, 20, 15
MOST_PRIVATE = 56
"""How often tests may use what is private to the house or to a library; `tests/bot/inside.py` has the usual ways in."""
PUBLIC = {"_asdict", "_exit", "_fields", "_mapping", "_replace"}
"""Names of Python and SQLAlchemy that are public all the same."""
LONG_FUNCTION = 16
"""Lines of code that 95 of 100 functions do not exceed."""


def modules(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


def find_code_lines(source: str, tree: ast.AST) -> list[bool]:
    """Return of each line whether it is neither blank nor of a docstring: nothing is explained less to be shorter."""
    found = [bool(line.strip()) for line in source.split("\n")]
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            for line in range(node.lineno, (node.end_lineno or 0) + 1):
                found[line - 1] = False
    return found


def count_code_lines(source: str) -> int:
    return sum(find_code_lines(source, ast.parse(source)))


def function_lengths(source: str) -> Iterator[int]:
    """Yield the lines of code of each function of a file."""
    tree = ast.parse(source)
    lines = find_code_lines(source, tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield sum(lines[node.lineno - 1 : node.end_lineno])


def classes(path: Path) -> Iterator[ast.ClassDef]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ClassDef):
            yield node


def methods(of: ast.ClassDef) -> list[str]:
    """Return the public methods of a class; a property is a value, not a method."""
    found = [node for node in of.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    return [
        node.name
        for node in found
        if not node.name.startswith("_") and "property" not in map(ast.unparse, node.decorator_list)
    ]


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_file_is_longer_than_a_reader_holds_in_mind(folder: str) -> None:
    lengths = {str(path.relative_to(ROOT)): count_code_lines(path.read_text()) for path in modules(folder)}
    assert {path: lines for path, lines in lengths.items() if lines > LONGEST_FILE} == {}


def test_a_docstring_makes_no_file_longer() -> None:
    assert count_code_lines('"""A file.\n\nMore.\n"""\n\nx = 1\n"""One."""\ny = (\n    2\n)\n') == 4


@pytest.mark.parametrize("folder", FOLDERS)
def test_functions_are_short(folder: str) -> None:
    lengths = sorted(length for path in modules(folder) for length in function_lengths(path.read_text()))
    assert lengths[len(lengths) * 95 // 100] <= LONG_FUNCTION


def test_the_lines_of_a_function_are_those_without_its_docstring() -> None:
    source = '@x\ndef f() -> None:\n    """F.\n\n    More.\n    """\n\n    g()\n\n\ny = 1\n'
    assert list(function_lengths(source)) == [2]


def test_few_files_lie_flat_in_the_shell() -> None:
    assert len(list((ROOT / "bot").glob("*.py"))) <= MOST_FLAT


def test_the_door_to_tables_is_narrow_and_stands_alone() -> None:
    (door,) = (found for found in classes(ROOT / "bot/service/tables.py") if found.name == "Tables")
    assert len(methods(door)) <= MOST_OF_TABLES, methods(door)
    assert not door.bases


def test_no_class_of_the_shell_answers_more_than_twenty_questions() -> None:
    counts = {f"{path.name}:{found.name}": len(methods(found)) for path in modules("bot") for found in classes(path)}
    assert {name: count for name, count in counts.items() if count > MOST_METHODS} == {}


def private_uses(source: str) -> list[str]:
    """Return where a file reaches for a private attribute of anything but itself."""
    return [
        ast.unparse(node)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Attribute)
        and node.attr.startswith("_")
        and not node.attr.startswith("__")
        and node.attr not in PUBLIC
        and not (isinstance(node.value, ast.Name) and node.value.id in ("self", "cls"))
    ]


def test_tests_seldom_reach_for_what_is_private() -> None:
    uses = [use for path in modules("tests") for use in private_uses(path.read_text())]
    assert len(uses) <= MOST_PRIVATE, uses


def test_a_planted_private_use_is_seen() -> None:
    assert private_uses("self._a, cls._b, row._replace(c=1), x.__class__, x.y._d") == ["x.y._d"]
