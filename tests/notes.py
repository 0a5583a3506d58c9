"""What translators are told of each entry: where it is read, what for, how long it may be, and how its values look."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from tests.test_words import literals, name


class Use(NamedTuple):
    """Where a text is read, and the most characters that it may have there; 0 if that is a whole message."""

    what: str
    most: int = 0


BUTTON = Use("Button; 20 characters fit on a phone", 80)
OPTION, OPTION_BELOW = Use("Entry of a menu", 100), Use("Line below an entry of a menu", 100)
CHOICE = Use("Choice after a command, or suggestion", 100)
DESCRIPTION = Use("What a command or one of its arguments is for", 100)
USES: Mapping[tuple[str, int | str], Use] = {
    ("Button", 0): BUTTON,
    ("Button", "label"): BUTTON,
    ("_button", 0): BUTTON,
    ("_button", 1): BUTTON,
    ("Option", 0): OPTION,
    ("Option", 2): OPTION_BELOW,
    ("Select", 0): Use("Menu before a choice", 150),
    ("_menu", 1): Use("Menu before a choice", 150),
    ("Command", 1): DESCRIPTION,
    ("at_table", 1): DESCRIPTION,
    ("Arg", 1): DESCRIPTION,
    ("PersonCommand", 0): Use("Command in the menu of a person", 32),
    ("Arg", "choices"): CHOICE,
    ("Verb", "help"): DESCRIPTION,
    ("Argument", "help"): DESCRIPTION,
    ("Form", 1): Use("Title of a form", 45),
    ("Field", 1): Use("Name of a field in a form", 45),
    ("Field", 2): Use("What a field in a form takes", 100),
    ("Pick", 0): Use("Value of an option, in a menu", 100),
    ("Pick", 1): Use("What a value of an option means, below it in a menu", 100),
    ("Group", 1): Use("Name of a group of options, in a menu and as the title of a form", 45),
    ("choice", "name"): Use("Name of an option", 45),
    ("flag", "name"): Use("Name of an option", 45),
    ("number", "name"): Use("Name of an option", 45),
    ("choice", "help"): Use("What an option decides", 100),
    ("flag", "help"): Use("The question that an option answers with yes or no", 100),
    ("number", "help"): Use("What an option decides", 100),
    ("Offer", 0): Use("Name of a preset", 60),
    ("Offer", 1): Use("What a preset is like, below its name", 100),
    ("Switch", 2): DESCRIPTION,
    ("Side", 0): CHOICE,
    ("Side", 1): Use("Line of a panel of settings"),
    ("Side", 2): BUTTON,
    ("Refusal", 0): Use("Answer to something that can't be done"),
    ("OptionRefused", 0): Use("Answer to options that can't be set"),
}
"""By the call that takes a text, and its place among the arguments."""
PASSED_ON = {"msg", "term", "count", "deed", "lines", "sentences", "join_items", "join_with_dots", "text", "dict"}
"""Calls that make one text of others, or write it: what takes that decides."""
PICTURES, RULES = "renderers/", "pages.py"
PLACES: tuple[tuple[str, Use], ...] = (
    (RULES, Use("Page of the rules", 1800)),
    ("/tour.py", Use("Hint for someone who plays this for the first time")),
    ("/events.py", Use("What happened, told in the channel")),
    (PICTURES, Use("Written in a picture: be short")),
)
"""By the end of a file's path, or its beginning."""
ALT = Use("Description of a picture, which is read aloud", 1024)
PERSONS = ("Told to all others about the player.", "Told to the player themselves.")


class Note(NamedTuple):
    """All that is said of one use of an entry."""

    use: Use | None
    lines: tuple[str, ...]


def notes(path: str, tree: ast.Module) -> Mapping[ast.Call, Note]:
    """Return what is said about each call of a module that makes a message."""
    found: dict[ast.Call, Note] = {}
    for call, above in _calls(tree, ()):
        if name(call) in ("msg", "term", "count", "deed"):
            use = _use(path, call, above)
            found[call] = Note(use, tuple(_lines_about(tree, call, above, use)))
    return found


def _calls(node: ast.AST, above: tuple[ast.AST, ...]) -> Iterator[tuple[ast.Call, tuple[ast.AST, ...]]]:
    """Return the calls in a node, each with all nodes around it, the outermost first."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Call):
            yield child, (*above, node)
        yield from _calls(child, (*above, node))


def _use(path: str, call: ast.Call, above: tuple[ast.AST, ...]) -> Use | None:
    """Return where the text of a call is read, by what takes it, by its function or by its file."""
    inner: ast.AST = call
    for node in reversed(above):
        if isinstance(node, ast.Call):
            if found := _use_of(node, inner):
                return found
            if name(node) not in PASSED_ON:
                break
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            if node.name == "label" and path.startswith("engine/"):
                return BUTTON
            if node.name in ("alt", "hand_alt") or node.name.endswith("_alt"):
                return ALT
            break
        inner = node
    return next((use for end, use in PLACES if path.endswith(end) or path.startswith(end)), None)


def _use_of(call: ast.Call, inner: ast.AST) -> Use | None:
    """Return what a call does with one of its arguments."""
    for keyword in call.keywords:
        if keyword is inner or keyword.value is inner:
            return USES.get((name(call), keyword.arg or ""))
    if "button" in name(call).lower():
        return BUTTON
    place = next((n for n, argument in enumerate(call.args) if argument is inner), None)
    return None if place is None else USES.get((name(call), place))


def _lines_about(tree: ast.Module, call: ast.Call, above: tuple[ast.AST, ...], use: Use | None) -> Iterator[str]:
    """Yield the lines about a use: what it is, its length, and what the function or the constant around it is for."""
    if use is not None:
        yield f"{use.what}; at most {use.most} characters." if use.most else f"{use.what}."
    yield from _option(call, above)
    around = next((_about(node) for node in reversed(above) if _about(node)), None)
    constant = next((node for node in above if isinstance(node, ast.Assign | ast.AnnAssign)), None)
    said = around or (constant and _below(tree, constant)) or ast.get_docstring(tree)
    if said:
        yield " ".join(said.partition("\n\n")[0].split())


def _option(call: ast.Call, above: tuple[ast.AST, ...]) -> Iterator[str]:
    """Say which option or setting a text is about, unless it is its name or what it decides."""
    for node in reversed(above):
        if isinstance(node, ast.Call) and name(node) == "Switch" and node.args[2] is not call:
            yield from (f"Of the setting “{text}”" for part in node.args[2:3] for text in _literals_in(part))
        if isinstance(node, ast.Call) and name(node) in ("choice", "flag", "number"):
            told = {each.arg: each.value for each in node.keywords if isinstance(each.value, ast.Call)}
            if call in told.values():
                return
            said = [next(literals(told[key].args[0])) for key in ("name", "help") if key in told and told[key].args]
            if said:
                yield f"Of the option “{said[0]}”: {' '.join(said[1:])}".removesuffix(": ")


def _literals_in(node: ast.expr) -> Iterator[str]:
    """Return the templates of a call that makes a message."""
    if isinstance(node, ast.Call) and node.args:
        yield from literals(node.args[0])


def _about(node: ast.AST) -> str | None:
    """Return what a function or a class says of itself."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return ast.get_docstring(node)
    return None


def _below(tree: ast.Module, constant: ast.stmt) -> str | None:
    """Return what stands below a constant of a module about it."""
    if constant not in tree.body:
        return None
    after = tree.body[tree.body.index(constant) + 1 :][:1]
    match after:
        case [ast.Expr(value=ast.Constant(value=str(said)))]:
            return said
    return None
