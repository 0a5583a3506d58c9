"""Who may import what: rules know nothing of the shell, one package knows SQL, one knows Discord."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from engine.games import GAMES

ROOT = Path(__file__).parents[1]

PICTURES = {"PIL", "regex", "bidi", "fontpkg", "fontpkg_inter", "fontpkg_fredoka", "manimgx_fonts"}
DISCORD_FACING = ("bot/discord/", "bot/serve.py", "bot/demo/")
KNOWS_STATES = ("bot/table/", "bot/service/", "bot/store/")
STATE_MODULES = {"state"}
GROUND = {"bot.table", "engine", "msgspec"}
"""What one table may know: itself, the rules of games, and how values are written down."""
BESIDE = {"bot/table/log/beacon.py": {"py_arkworks_bls12381"}}
"""What single files of it know beside: the curve on which the beacon signs."""
SAYING = {"bot.talk", "bot.stats", "bot.table", "engine", "renderers.emojis", "babel"}
"""What a sentence may know beside: how half tiles are called as emojis, and other languages."""
UNSAID = {"bot.table.log.draft", "bot.table.log.fold"}
"""What holds a position with everybody's tiles, of which nothing may be said."""
INNER = ("bot.store", "bot.service", "bot.stats", "bot.table", "bot.runtime.clock")
"""What the service and the store may know of the bot: themselves, tables, what is counted of games, and the time."""


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


def breaches(paths: Iterable[str], look: Callable[[str], Any]) -> dict[str, Any]:
    """Return what a look at each of these files finds, where it finds anything."""
    return {path: found for path in paths if (found := look(path))}


def test_the_engine_imports_the_standard_library_and_itself() -> None:
    assert breaches(modules("engine"), lambda path: roots(path) - {"engine"}) == {}


def test_renderers_import_the_engine_and_what_draws() -> None:
    assert breaches(modules("renderers"), lambda path: roots(path) - {"engine", "renderers"} - PICTURES) == {}


def test_only_the_store_knows_sql() -> None:
    others = [path for path in modules("bot") if not path.startswith("bot/store/")]
    sql = {"sqlalchemy", "alembic", "aiosqlite", "sqlite3", "psycopg"}
    assert breaches(others, lambda path: roots(path) & sql) == {}


def test_only_the_discord_facing_modules_know_discord() -> None:
    others = [path for path in modules("bot") if not path.startswith(DISCORD_FACING)]
    assert breaches(others, lambda path: roots(path) & {"discord", "simcord"}) == {}


def states_named(path: str) -> list[str]:
    """Where a file names a position of a game, of whatever game: a class of such a name, or the module it is in."""
    found = [module for module, names in imported(path) if is_within(module, ("engine",)) and is_state(module, names)]
    nodes = ast.walk(ast.parse((ROOT / path).read_text()))
    return found + [node.attr for node in nodes if isinstance(node, ast.Attribute) and node.attr.endswith("State")]


def is_state(module: str, names: Iterable[str]) -> bool:
    return bool({module.rpartition(".")[2], *names} & STATE_MODULES) or any(name.endswith("State") for name in names)


def is_within(module: str, packages: Iterable[str]) -> bool:
    """Whether a module is one of these packages, or in one; `bot.clocks` is not in `bot.clock`."""
    return any(module == package or module.startswith(f"{package}.") for package in packages)


def test_only_tables_and_the_store_name_a_state() -> None:
    others = [path for path in (*modules("bot"), *modules("renderers")) if not path.startswith(KNOWS_STATES)]
    assert breaches(others, states_named) == {}


GAME_FOLDERS = sorted(path.parent.name for path in (ROOT / "engine" / "games").glob("*/__init__.py"))
ANSWERS = ("actions", "events", "observation", "options", "pace", "pages", "players", "state", "words", "worlds")
"""What every game is asked: a stranger who knows one knows where the others answer."""


@pytest.mark.parametrize("game", GAME_FOLDERS)
def test_every_game_answers_the_same_questions_in_files_of_the_same_names(game: str) -> None:
    folder = ROOT / "engine" / "games" / game
    assert set(ANSWERS) <= {path.stem for path in folder.iterdir()}
    assert (folder / f"{game}.md").exists()


@pytest.mark.parametrize("game", GAME_FOLDERS)
@pytest.mark.parametrize("file", ["words", "observation"])
def test_no_sentence_and_no_observation_knows_a_state(game: str, file: str) -> None:
    assert not states_named(f"engine/games/{game}/{file}.py")


def imports_of(paths: Iterable[str]) -> dict[str, set[str]]:
    """Which of these modules imports which, also for its types alone; a package is its `__init__`."""
    names = {path.removesuffix(".py").removesuffix("/__init__").replace("/", "."): path for path in paths}
    return {
        name: {
            module
            for source, taken in imported(path)
            for module in ({f"{source}.{one}" for one in taken} | {source})
            if module in names and not (module == source and taken and all(f"{source}.{one}" in names for one in taken))
        }
        for name, path in names.items()
    }


def circle(graph: Mapping[str, set[str]]) -> list[str]:
    """Return the names that lead to each other, and those between two such groups: empty without a circle."""
    return sorted(_leading_on(_turned_round(_leading_on(graph))))


def _leading_on(graph: Mapping[str, set[str]]) -> dict[str, set[str]]:
    """Return what is left of a graph when everything is taken away that leads to nothing left."""
    left = dict(graph)
    while ends := [name for name, targets in left.items() if not targets & left.keys()]:
        for name in ends:
            del left[name]
    return left


def _turned_round(graph: Mapping[str, set[str]]) -> dict[str, set[str]]:
    return {name: {source for source, targets in graph.items() if name in targets} for name in graph}


def rooms(folder: str, graph: Mapping[str, set[str]]) -> dict[str, set[str]]:
    """Return which files and folders of a folder, each folder taken as one, import which others of them."""
    found: dict[str, set[str]] = {}
    for module, targets in graph.items():
        if is_within(module, (folder,)):
            inside = {_room(folder, target) for target in targets if is_within(target, (folder,))}
            found.setdefault(_room(folder, module), set()).update(inside - {_room(folder, module)})
    return found


def _room(folder: str, module: str) -> str:
    return module.removeprefix(folder).removeprefix(".").partition(".")[0] or "__init__"


@cache
def graph_of(top: str) -> Mapping[str, set[str]]:
    return imports_of(modules(top))


TOPS = ("engine", "renderers", "bot")
FOLDERS = sorted({str(Path(path).parent).replace("/", ".") for top in TOPS for path in modules(top)})


@pytest.mark.parametrize("folder", FOLDERS)
def test_what_lies_in_one_folder_does_not_import_each_other_in_a_circle(folder: str) -> None:
    assert circle(rooms(folder, graph_of(folder.partition(".")[0]))) == []


@pytest.mark.parametrize("top", TOPS)
def test_no_files_import_each_other_in_a_circle(top: str) -> None:
    assert circle(graph_of(top)) == []


def test_a_planted_circle_of_folders_is_seen() -> None:
    graph = {
        "bot": {"bot.one.a"},
        "bot.one.a": {"bot.two.b"},
        "bot.one.c": set(),
        "bot.two.b": {"bot.one.c"},
        "bot.flat": {"bot.one.a"},
    }
    assert circle(graph) == []
    assert circle(rooms("bot", graph)) == ["one", "two"]
    assert circle(rooms("bot.one", graph)) == []


def aloft(path: str, ground: Iterable[str] = frozenset(GROUND)) -> list[str]:
    """What a file imports beside the ground that it stands on, and what in it waits."""
    given = [module for module, _ in imported(path) if module.partition(".")[0] not in sys.stdlib_module_names]
    waiting = [
        node for node in ast.walk(ast.parse((ROOT / path).read_text())) if isinstance(node, ast.AsyncFunctionDef)
    ]
    return [module for module in given if not is_within(module, ground)] + [node.name for node in waiting]


def test_one_table_stands_on_the_ground() -> None:
    assert breaches(modules("bot/table"), lambda path: aloft(path, GROUND | BESIDE.get(path, set()))) == {}


def test_what_is_counted_of_games_stands_on_tables() -> None:
    assert breaches(modules("bot/stats"), lambda path: aloft(path, GROUND | {"bot.stats"})) == {}


@pytest.mark.parametrize(
    "breach",
    [
        "from bot.store import Transaction",
        "from bot.service import Service",
        "from bot.desk import Desk",
        "import discord",
        "from renderers.look import Layout",
        "async def f(): ...",
    ],
)
def test_a_planted_way_up_is_seen(breach: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "planted.py").write_text(f"from engine.game import Seat\n{breach}\n")
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)
    assert len(aloft("planted.py")) == 1


def overheard(path: str) -> list[str]:
    """What a file of sentences imports that sentences may not know, and what in it waits."""
    given = [(module, [module, *(f"{module}.{name}" for name in names)]) for module, names in imported(path)]
    return aloft(path, SAYING) + [module for module, all_of_it in given if UNSAID & set(all_of_it)]


def test_what_is_said_knows_tables_and_observations_alone() -> None:
    assert breaches(modules("bot/talk"), overheard) == {}


@pytest.mark.parametrize(
    "breach",
    [
        "from bot.service import Service",
        "from bot.store import Transaction",
        "from bot.showing.postman import Postman",
        "from bot.desk.caller import Caller",
        "from bot.pictures.painter import Painter",
        "from bot.runtime.work import Work",
        "from bot.tablecloth import x",
        "from bot.table.log.draft import Draft",
        "from bot.table.log import fold",
        "import bot.table.log.fold",
        "from renderers.look import Layout",
        "import discord",
        "async def f(): ...",
    ],
)
def test_a_planted_sentence_that_knows_too_much_is_seen(
    breach: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "planted.py").write_text(f"from bot.table.log.model import Seen\nfrom bot.talk import time\n{breach}\n")
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)
    assert len(overheard("planted.py")) == 1


def games_named(path: str) -> list[str]:
    """Which games the code of a file names, by key or as people call them."""
    tree = ast.parse((ROOT / path).read_text())
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}  # docstrings may give an example
    texts = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in told]
    return [text for text in texts if isinstance(text, str) and (text in GAMES or any(name in text for name in NAMES))]


NAMES = [str(game.name) for game in GAMES.values()]


def test_the_shell_names_no_game_but_where_decks_are_checked_apart_from_the_games() -> None:
    assert breaches(modules("bot"), games_named).keys() == {"bot/table/record/check/decks.py"}


@pytest.mark.parametrize(
    ("line", "seen"),
    [
        ("game = GAMES['draw']", True),
        ("if table.game == 'chickenfoot': pass", True),
        ("text = msg('On the left is Chickenfoot.')", True),
        ("log.info('pictures that were drawn')", False),
        ('"""Name a table: \'Moon 12\'."""', False),
    ],
)
def test_a_planted_game_is_seen(line: str, seen: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "planted.py").write_text(f"{line}\n")
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)
    assert bool(games_named("planted.py")) is seen


def said_aside(path: str) -> list[str]:
    """What a file says itself; why it refuses something is said where that is decided."""
    return list(_said(ast.parse((ROOT / path).read_text())))


def _said(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Call(func=ast.Name(id="Refusal")):
            return
        case ast.Call(func=ast.Name(id="msg" | "count")):
            yield ast.unparse(node)
    for child in ast.iter_child_nodes(node):
        yield from _said(child)


ASKING = [path for path in modules("bot") if path.startswith(("bot/desk/", "bot/channel/"))]
OF_COMMANDS = "bot/desk/move_commands.py"
"""What the commands of moves say about themselves, which Discord shows before anything is asked."""


def test_what_answers_people_and_what_fills_the_channel_say_nothing_themselves() -> None:
    assert breaches((path for path in ASKING if path != OF_COMMANDS), said_aside) == {}


def test_what_fills_the_channel_knows_nothing_of_who_answers_people() -> None:
    def of_desk(path: str) -> list[str]:
        return [module for module, _ in imported(path) if is_within(module, ("bot.desk",))]

    assert breaches(modules("bot/channel"), of_desk) == {}


@pytest.mark.parametrize(
    ("line", "seen"),
    [
        ("text = msg('Hello.')", True),
        ("told = lines(x, count('{n} tile', '{n} tiles', 2))", True),
        ("raise Refusal(msg('There is no such table.'))", False),
    ],
)
def test_a_planted_sentence_is_seen(line: str, seen: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "planted.py").write_text(f"def f(x):\n    {line}\n")
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)
    assert bool(said_aside("planted.py")) is seen


def outer(path: str) -> list[str]:
    """What a file imports of the bot that tables and the store may not know."""
    return [module for module, _ in imported(path) if is_within(module, ("bot",)) and not is_within(module, INNER)]


def test_the_service_and_the_store_know_nothing_of_who_shows_them() -> None:
    assert breaches([*modules("bot/store"), *modules("bot/service")], outer) == {}


def test_a_planted_import_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "planted.py").write_text("def f():\n    from discord.ui import View\n    import sqlalchemy.orm as o\n")
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)
    assert roots("planted.py") == {"discord", "sqlalchemy"}


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("import engine.second", "import engine.first"),
        ("from engine import second", "from engine.first import x"),
        ("def f() -> None:\n    from engine.second import x", "if TYPE_CHECKING:\n    from engine.first import x"),
    ],
)
def test_a_planted_circle_is_seen(first: str, second: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "engine").mkdir()
    texts = {"__init__": "", "first": first, "second": second, "third": "from engine.first import x"}
    for name, text in texts.items():
        (tmp_path / "engine" / f"{name}.py").write_text(text + "\n")
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)
    assert circle(imports_of(modules("engine"))) == ["engine.first", "engine.second"]


@pytest.mark.parametrize(
    "breach",
    [
        "from engine.game import State",
        "from engine.games.moon.state import MoonState",
        "from engine.games.moon import state",
        "import engine.games.moon.state",
        "from engine.games.chickenfoot.state import Phase",
        "from engine import game\n\ndef f(x: game.State): ...",
        "from engine.series import SeriesState as S",
    ],
)
def test_a_planted_state_is_seen(breach: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "planted.py").write_text(breach)
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)
    assert states_named("planted.py")


@pytest.mark.parametrize(
    "breach",
    ["bot.runtime.scheduler", "bot.runtime.clockwork", "bot.recording", "bot.storehouse", "bot.channel", "bot"],
)
def test_a_planted_way_out_is_seen(breach: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "planted.py").write_text(f"from {breach} import x\n")
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)
    assert outer("planted.py") == [breach]
