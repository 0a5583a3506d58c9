"""What each package may know: pyproject.toml has the contracts between them, and this is what they can't say."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp
import pytest

from engine.games import GAMES

ROOT = Path(__file__).parents[1]
TOPS = ("engine", "renderers", "bot")
PICTURES = {"PIL", "regex", "bidi", "fontpkg", "fontpkg_inter", "fontpkg_fredoka", "manimgx_fonts"}
LIBRARIES: Mapping[str, set[str]] = {
    "engine": set(),
    "renderers": PICTURES,
    "bot/locales": {"babel"},
    "bot/table": {"msgspec"},
    "bot/stats": {"msgspec"},
    "bot/talk": {"babel"},
}
"""All that a folder below the services may import beside Python's standard library and ours."""
CURVE = {"bot/table": {"bot/table/log/beacon.py": ["py_arkworks_bls12381"]}}
"""The one file that may import more: the public beacon signs on this curve."""
PLACES = [
    ({"sqlalchemy", "alembic", "aiosqlite", "sqlite3", "psycopg"}, ("bot/store/",)),
    ({"discord", "simcord"}, ("bot/discord/", "bot/demo/", "bot/serve.py")),
]
"""Libraries of SQL and of Discord, each with the only places that may import them."""
KNOWS_STATES = ("bot/table/", "bot/service/", "bot/store/")
GAME_FOLDERS = sorted(path.parent.name for path in (ROOT / "engine" / "games").glob("*/__init__.py"))
ANSWERS = ("actions", "events", "observation", "options", "pace", "pages", "players", "state", "words", "worlds")
"""What every game is asked: a stranger who knows one knows where the others answer."""
NAMES = [str(game.name) for game in GAMES.values()]
OF_COMMANDS = "bot/desk/move_commands.py"
"""What the commands of moves say about themselves, which Discord shows before anything is asked."""

Look = Callable[[ast.Module], Iterable[str]]


def modules(*folders: str) -> list[str]:
    return sorted(str(path.relative_to(ROOT)) for folder in folders for path in (ROOT / folder).rglob("*.py"))


@cache
def parse(path: str) -> ast.Module:
    return ast.parse((ROOT / path).read_text())


def breaches(paths: Iterable[str], look: Look) -> dict[str, list[str]]:
    """Return what a look at each of these files finds, where it finds anything."""
    return {path: found for path in paths if (found := sorted(look(parse(path))))}


# -- who imports whom --------------------------------------------------------------------------------------------------


PLANTED = [
    ("engine.planted", "def f():\n    import renderers.look", "engine.planted -> renderers.look"),
    ("renderers.planted", "from bot.talk import time", "renderers.planted -> bot.talk.time"),
    ("bot.table.planted", "from bot.store import Store", "bot.table.planted -> bot.store"),
    ("bot.table.planted", "from renderers.look import Look", "bot.table.planted -> renderers.look"),
    ("bot.stats.planted", "from bot.service import Service", "bot.stats.planted -> bot.service"),
    ("bot.store.planted", "from bot.talk import time", "bot.store.planted -> bot.talk.time"),
    ("bot.service.planted", "from bot.channel import channel", "bot.service.planted -> bot.channel.channel"),
    ("bot.service.planted", "from bot.runtime.work import Work", "bot.service.planted -> bot.runtime.work"),
    ("bot.service.planted", "from bot.talk import time", "bot.service.planted -> bot.talk.time"),
    ("bot.talk.planted", "from renderers.look import Look", "bot.talk.planted -> renderers.look"),
    ("bot.talk.planted", "from bot.table.log import fold", "bot.talk.planted -> bot.table.log.fold"),
    ("bot.talk.planted", "import bot.table.log.draft", "bot.talk.planted -> bot.table.log.draft"),
    ("bot.pictures.drawings", "from bot.table.log.model import Seen", "bot.pictures.drawings -> bot.table.log.model"),
    ("bot.channel.planted", "from bot.desk.desk import Desk", "bot.channel.planted -> bot.desk.desk"),
    ("bot.planted", "", "- bot.planted"),
    ("engine.games.one", "import engine.games.two", "No cycles are allowed in engine.games."),
    ("engine.games.two", "import engine.games.one", "No cycles are allowed in engine.games."),
]
"""A module, what it imports, and what import-linter says of it."""


def lint_imports(folder: Path) -> str:
    """Return what import-linter says of the packages of a folder; nothing if they keep all contracts."""
    command, contracts = Path(sys.executable).with_name("lint-imports"), ROOT / "pyproject.toml"
    lint = [str(command), "--no-cache", "--no-logo", str(contracts)]
    done = subprocess.run(lint, cwd=folder, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr if done.returncode else ""


def test_packages_keep_their_contracts() -> None:
    assert lint_imports(ROOT) == ""


def test_a_planted_import_breaks_a_contract_and_each_contract_can_be_broken(tmp_path: Path) -> None:
    for top in TOPS:
        shutil.copytree(ROOT / top, tmp_path / top, ignore=shutil.ignore_patterns("__pycache__"))
    for module, code, _ in PLANTED:
        with (tmp_path / f"{module.replace('.', '/')}.py").open("a") as file:
            file.write(f"{code}\n")
    said = lint_imports(tmp_path)
    assert [why for _, _, why in PLANTED if why not in said] == []
    assert "Contracts: 0 kept" in said


def sort_modules(graph: grimp.ImportGraph) -> None:
    """Raise CycleError if modules import each other in a circle, a package's `__init__` among them."""
    TopologicalSorter({each: graph.find_modules_directly_imported_by(each) for each in graph.modules}).prepare()


def test_no_files_import_each_other_in_a_circle() -> None:
    graph = grimp.build_graph(*TOPS, cache_dir=None)
    sort_modules(graph)
    graph.add_import(importer="engine.game", imported="engine.games")
    with pytest.raises(CycleError):
        sort_modules(graph)


def imports_of(tree: ast.Module) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield every module that a file imports, wherever in the file, and the names it takes from there."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((name.name, ()) for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "an import is relative"
            yield node.module or "", tuple(name.name for name in node.names)


def packages(tree: ast.Module) -> set[str]:
    return {module.partition(".")[0] for module, _ in imports_of(tree)}


@pytest.mark.parametrize(("names", "places"), PLACES)
def test_only_the_store_knows_sql_and_only_the_adapter_knows_discord(names: set[str], places: tuple[str, ...]) -> None:
    others = [path for path in modules("bot") if not path.startswith(places)]
    assert breaches(others, lambda tree: packages(tree) & names) == {}


@pytest.mark.parametrize("folder", LIBRARIES)
def test_a_folder_below_the_services_imports_few_libraries(folder: str) -> None:
    usual = {*TOPS, *sys.stdlib_module_names, *LIBRARIES[folder]}
    assert breaches(modules(folder), lambda tree: packages(tree) - usual) == CURVE.get(folder, {})


def test_an_import_anywhere_in_a_file_is_found() -> None:
    code = "import re\n\ndef f():\n    import sqlalchemy.orm as o, engine.game\n    from discord.ui import View"
    assert packages(ast.parse(code)) == {"re", "sqlalchemy", "engine", "discord"}


# -- what files say and know -------------------------------------------------------------------------------------------


def functions_that_wait(tree: ast.Module) -> list[str]:
    return [node.name for node in ast.walk(tree) if isinstance(node, ast.AsyncFunctionDef)]


def test_nothing_below_the_services_waits() -> None:
    assert breaches(modules(*LIBRARIES), functions_that_wait) == {}


def states_named(tree: ast.Module) -> list[str]:
    """Return where a file names the state of any game: a class of such a name, or its module."""
    found = [
        module
        for module, names in imports_of(tree)
        if module.startswith("engine.") or module == "engine"
        if is_state(module, names)
    ]
    return found + [
        node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute) and node.attr.endswith("State")
    ]


def is_state(module: str, names: Iterable[str]) -> bool:
    return "state" in (module.rpartition(".")[2], *names) or any(name.endswith("State") for name in names)


def test_only_tables_and_the_store_name_a_state() -> None:
    others = [path for path in modules("bot", "renderers") if not path.startswith(KNOWS_STATES)]
    assert breaches(others, states_named) == {}


@pytest.mark.parametrize("game", GAME_FOLDERS)
def test_every_game_answers_the_same_questions_in_files_of_the_same_names(game: str) -> None:
    folder = ROOT / "engine" / "games" / game
    assert set(ANSWERS) <= {path.stem for path in folder.iterdir()}
    assert (folder / f"{game}.md").exists()


def test_no_sentence_and_no_observation_knows_a_state() -> None:
    paths = [f"engine/games/{game}/{file}.py" for game in GAME_FOLDERS for file in ("words", "observation")]
    assert breaches(paths, states_named) == {}


def games_named(tree: ast.Module) -> list[str]:
    """Return which games the code of a file names, by key or as people call them."""
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}  # docstrings may give an example
    texts = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in told]
    return [text for text in texts if isinstance(text, str) and (text in GAMES or any(name in text for name in NAMES))]


def test_the_shell_names_no_game_but_where_decks_are_checked_apart_from_the_games() -> None:
    assert breaches(modules("bot"), games_named).keys() == {"bot/table/record/check/decks.py"}


def said_aside(node: ast.AST) -> Iterator[str]:
    """Yield the sentences of a file, except descriptions of commands and refusals, which belong where they are."""
    match node:
        case ast.Call(func=ast.Name(id="Refusal" | "Command" | "Arg" | "at_table")):
            return
        case ast.Call(func=ast.Name(id="msg" | "count" | "deed")):
            yield ast.unparse(node)
    for child in ast.iter_child_nodes(node):
        yield from said_aside(child)


def test_what_answers_people_and_what_fills_the_channel_say_nothing_themselves() -> None:
    assert breaches((path for path in modules("bot/desk", "bot/channel") if path != OF_COMMANDS), said_aside) == {}


@pytest.mark.parametrize(
    ("look", "code", "found"),
    [
        (functions_that_wait, "class A:\n    async def f(self): ...", True),
        (states_named, "from engine.game import State", True),
        (states_named, "from engine.games.moon.state import MoonState", True),
        (states_named, "from engine.games.moon import state", True),
        (states_named, "import engine.games.moon.state", True),
        (states_named, "from engine.games.chickenfoot.state import Phase", True),
        (states_named, "from engine import game\n\ndef f(x: game.State): ...", True),
        (states_named, "from engine.series import SeriesState as S", True),
        (games_named, "game = GAMES['draw']", True),
        (games_named, "if table.game == 'chickenfoot': pass", True),
        (games_named, "text = msg('On the left is Chickenfoot.')", True),
        (games_named, "log.info('pictures that were drawn')", False),
        (games_named, '"""Name a table: \'Moon 12\'."""', False),
        (said_aside, "text = msg('Hello.')", True),
        (said_aside, "told = lines(x, count('{n} tile', '{n} tiles', 2))", True),
        (said_aside, "raise Refusal(msg('There is no such table.'))", False),
        (said_aside, "GAMES = Command('games', msg('All your tables'), games)", False),
    ],
)
def test_a_planted_breach_is_found(look: Look, code: str, found: bool) -> None:
    assert bool([*look(ast.parse(code))]) is found
