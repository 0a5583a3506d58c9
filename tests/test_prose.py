"""Docstrings and comments are written as people speak: verb first, things and people named."""

from __future__ import annotations

import ast
import builtins
import io
import re
import tokenize
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FOLDERS = ("bot", "engine", "renderers")
TEST_FOLDERS = (
    "tests/*.py",
    "tests/bench",
    "tests/bot",
    "tests/day",
    "tests/discord",
    "tests/end_to_end",
    "tests/engine",
    "tests/faults",
    "tests/renderers",
    "tests/soak",
    "tests/wire",
)
"""Tests that are held to the same rules; a folder, or the files of a pattern, is added once it is written so."""
NOUNS_FIRST = re.compile(
    r"(The|A|An|What|How|Whether|Who|Where|When|Which|Whose|Why|So|All|Every|Everybody|Each|Those|That|One|Some|Any|Other"
    r"|Another|Both|Nobody|Something|It|Its|Our|For|Of|By|With|At|In|On|As|Like|Until|Before|Looks) |[`\"§\d]"
)
NAMELESS = re.compile(r"\b[Ss]omebody\b|\b[Ss]omeone\b(?! who left)")
HEADLESS = re.compile(r"\b(?:for|of|to|by|with|from|than|but) who\b|[.:;] Who \w+(?! .*\?)|^Who (?=.*[.:;] )")
PARTICIPLE = re.compile(
    r"_*(?:[a-z]*[^e]ed|begun|bought|brought|built|caught|chosen|come_to|dealt|done|drawn|fallen|found|given|gone|grown|held"
    r"|hidden|kept|known|laid|left|lent|look|lost|made|meant|met|paid|said|seen|sent|shown|spoken|spent|taken|taught|thought|told"
    r"|thrown|undone|unseen|unsaid|won|withdrawn|worn|written)_*"
)
UNNAMED = {"told", "anew", "but", "theirs"}
"""Names that say nothing of what a function does."""
ALLOWED = {
    "confirmed": "of a protocol that fields of the games' observations fulfil: the seats that did",
    "laid": "of a protocol that fields of the games' observations fulfil: the tiles on the table",
    "unseen": "of a protocol that fields of the games' observations fulfil: the tiles nobody has seen",
}
"""What may be named so all the same, with the reason."""
CONDITION = re.compile(
    r"\b[Nn]one where\b|\b0 where\b|\b[Rr]aises? \w+ where\b|[.;:] Where (?:there|nobody|it is|they are|it has)\b"
    r"|\bwhere (?:there|nobody|nothing|none|neither|only|that is|it can|it has|one of|no )\b"
)
"""*Where* is for places; a condition is *if*."""
VAGUE = re.compile(r"\b[Ss]o (?:many|much)\b|\banew\b|\bagain and again\b")
"""An amount or a repetition that has a name: the limit, the total; again, periodically, in a loop."""
FIRST_LINE = 80
"""The most characters of a docstring's first line, if it has more lines."""
HE = re.compile(r"\b(?:[Hh]e|[Hh]is|[Hh]im|[Hh]imself)\b")


PATTERNS = {
    "name the thing": NAMELESS,
    "who needs a head": HEADLESS,
    "they, not he": HE,
    "if, not where": CONDITION,
    "say how many, or what happens": VAGUE,
}


def modules(folder: str) -> list[str]:
    """Return the modules of a folder and all folders below it, or those of a pattern."""
    pattern = folder if folder.endswith(".py") else f"{folder}/**/*.py"
    return sorted(str(path.relative_to(ROOT)) for path in ROOT.glob(pattern))


@lru_cache(maxsize=1)
def nodes(source: str) -> list[ast.AST]:
    """Return all nodes of a module; they are kept while this module is looked at."""
    return list(ast.walk(ast.parse(source)))


def texts(source: str) -> Iterator[tuple[int, str]]:
    """Return the docstrings and comments of a module, each with its line."""
    for node in nodes(source):
        for statement in getattr(node, "body", ()) if isinstance(getattr(node, "body", ()), list) else ():
            said = statement.value if isinstance(statement, ast.Expr) else None
            if isinstance(said, ast.Constant) and isinstance(said.value, str):
                yield statement.lineno, " ".join(said.value.split())
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string.lstrip("# ")


def openings(source: str) -> Iterator[tuple[int, str]]:
    """Yield the first line of each docstring that has more than one."""
    for node in nodes(source):
        for statement in getattr(node, "body", ()) if isinstance(getattr(node, "body", ()), list) else ():
            said = statement.value if isinstance(statement, ast.Expr) else None
            if isinstance(said, ast.Constant) and isinstance(said.value, str) and "\n" in said.value.strip():
                yield statement.lineno, said.value.partition("\n")[0]


def first_lines(source: str) -> Iterator[tuple[int, str]]:
    """Return the first line of each function's docstring; a property is a value, so it may begin with a noun."""
    for node in nodes(source):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        if (told := ast.get_docstring(node)) and not any("property" in ast.unparse(d) for d in node.decorator_list):
            yield node.lineno, told.partition("\n")[0]


def faults(source: str) -> list[str]:
    """Return what is not written as people speak, by lines."""
    found = [f"{line}: verb first: {text}" for line, text in first_lines(source) if NOUNS_FIRST.match(text)]
    found += [f"{line}: a long first line: {text}" for line, text in openings(source) if len(text) > FIRST_LINE]
    for line, text in texts(source):
        found += [f"{line}: {name}: {text}" for name, pattern in PATTERNS.items() if pattern.search(text)]
    return found


@pytest.mark.parametrize("folder", [*FOLDERS, *TEST_FOLDERS])
def test_docstrings_and_comments_are_written_as_people_speak(folder: str) -> None:
    found = {path: faults((ROOT / path).read_text()) for path in modules(folder)}
    assert {path: told for path, told in found.items() if told} == {}


@pytest.mark.parametrize(
    "planted",
    [
        'def f() -> int:\n    """The number of tiles."""\n',
        'def f() -> str:\n    """Why it cannot be done."""\n',
        'def f() -> None:\n    """Tell somebody."""\n',
        'def f() -> None:\n    """Wait for who is late."""\n',
        "x = 1  # his own tile\n",
        'def f() -> None:\n    """Wait. Raises Refusal where it is too late."""\n',
        "x = None  # None where it is free\n",
        "x = 1  # the row. Where it is full, the next\n",
        'x = 1\n"""So many at once."""\n',
        "x = 1  # shuffled anew\n",
        f'def f() -> None:\n    """Draw {"the board " * 9}.\n\n    And more.\n    """\n',
    ],
)
def test_a_planted_fault_is_seen(planted: str) -> None:
    assert faults(planted)


def unclear_names(source: str) -> list[str]:
    """Return functions that are named by a bare participle, or by a word that says nothing."""
    functions = [node for node in nodes(source) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    names = [node.name for node in functions if node.name.strip("_") not in ALLOWED]
    names = [name for name in names if not name.startswith("test_")]  # a sentence
    return [name for name in names if PARTICIPLE.fullmatch(name) or UNNAMED & set(name.split("_"))]


@pytest.mark.parametrize("folder", [*FOLDERS, *TEST_FOLDERS])
def test_functions_are_named_by_a_verb_or_a_noun(folder: str) -> None:
    found = {path: unclear_names((ROOT / path).read_text()) for path in modules(folder)}
    assert {path: names for path, names in found.items() if names} == {}


def unclear_sentences(source: str) -> list[str]:
    """Return names of tests that break a rule once they are read as sentences."""
    functions = [node for node in nodes(source) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    names = [node.name for node in functions if node.name.startswith("test_")]
    return [name for name in names if any(rule.search(name[5:].replace("_", " ")) for rule in PATTERNS.values())]


@pytest.mark.parametrize("folder", TEST_FOLDERS)
def test_names_of_tests_are_plain_sentences(folder: str) -> None:
    found = {path: unclear_sentences((ROOT / path).read_text()) for path in modules(folder)}
    assert {path: names for path, names in found.items() if names} == {}


@pytest.mark.parametrize("name", ["test_it_passes_where_nothing_fits", "test_his_turn", "test_it_starts_anew"])
def test_a_planted_sentence_is_seen(name: str) -> None:
    assert unclear_sentences(f"def {name}() -> None: ...") == [name]


@pytest.mark.parametrize("name", ["told", "_drawn", "replayed", "look", "told_by", "ask_anew"])
def test_a_planted_name_is_seen(name: str) -> None:
    assert unclear_names(f"def {name}() -> None: ...") == [name]


def test_every_exception_is_needed() -> None:
    named = {
        node.name.strip("_")
        for folder in FOLDERS
        for path in modules(folder)
        for node in nodes((ROOT / path).read_text())
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    assert set(ALLOWED) <= named


RAISED = re.compile(r"[Rr]aises? ([A-Z]\w+)((?:, [A-Z]\w+)*)(?:,? (?:and|or) ([A-Z]\w+))?")


def named_errors(source: str) -> Iterator[str]:
    """Yield the errors that docstrings say are raised."""
    for _, text in texts(source):
        for first, more, last in RAISED.findall(text):
            yield from filter(None, [first, *more.split(", "), last])


@cache
def errors() -> set[str]:
    """Return the names of all classes of ours, of Python's errors, and of what we import."""
    return set(dir(builtins)) | {
        node.name
        for folder in FOLDERS
        for path in modules(folder)
        for node in nodes((ROOT / path).read_text())
        if isinstance(node, ast.ClassDef | ast.alias)
    }


@pytest.mark.parametrize("folder", FOLDERS)
def test_docstrings_name_errors_that_there_are(folder: str) -> None:
    known = errors() | {"SQLAlchemy", "UnpicklingError"}
    found = {path: set(named_errors((ROOT / path).read_text())) - known for path in modules(folder)}
    assert {path: names for path, names in found.items() if names} == {}


def test_a_planted_error_is_named() -> None:
    planted = 'def f() -> None:\n    """Renew it. Raises Gone, Stale and OtherRules."""\n'
    assert list(named_errors(planted)) == ["Gone", "Stale", "OtherRules"]
