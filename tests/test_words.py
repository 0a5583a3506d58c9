"""What players read follows docs/WORDS.md, as far as a program can see it."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

import pytest

from bot.desk.routes import COMMANDS, PERSON_COMMANDS

ROOT = Path(__file__).parent.parent
FOLDERS = ("bot", "engine", "renderers")
MOST_WORDS, LONGEST_LABEL, LONGEST_HASH = 22, 20, 22
WIDTHS = {"tile": 3, "end": 1, "number": 2, "bid": 2, "colour": 6, "sign": 8, "space": 2, "n": 1, "name": 7}
"""What stands in a label for a value: its usual length."""

NEVER = (
    r"whoever|somebody|someone|everybody|anybody|as usual|reckoned|declar\w+|herewith|anew|thereof|in vain"
    r"|lets (?:it|this game) go on|he|his|him|himself|cannot|(?:do|does|did|is|are|was|has|have|could|would) not"
    r"|you are|you have (?!\d|\{|no\b|an?\b|to\b|the\b)|(?:is|are) to (?:play|bid|move|lead|pass|open|place|discard)"
)
OTHER_WORDS = {
    "boneyard": r"stock|chicken yard|yard",
    "plays": r"(?:lays?|laid|laying)(?! down\b)",
    "hand": r"racks?",
    "DM": r"private messages?",
    "foul": r"false declarations?",
    "series or game": r"(?<!no longer )match(?! an? (?:open )?end| the (?:open )?end)",
}
HOST_FOR_OPERATOR = (
    r"hosts? (?:of|who runs?|that runs?) (?:the|a|this) bot|bots?'s? hosts?|for hosts|write to the host"
    r"|hosts? (?:can|could|may|might) (?:read|steer|delete an? announcement|export|block|measure)"
    r"|host's (?:machine|computer|database|log|command|disk|token|export)|only the host (?:sees|can mend)"
)
"""What is said of the operator, and never of the player who opened a table."""
PAST = (
    r"\w+(?<!ne)(?<!spe)ed|took|drew|led|made|won|lost|held|chose|gave|sat|came|went|had"
    r"|left|kept|began|said|found|laid"
)


def literals(node: ast.expr) -> Iterator[str]:
    """Return the texts that an expression can be."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.IfExp(body=body, orelse=orelse):
            yield from literals(body)
            yield from literals(orelse)
        case ast.Tuple(elts=forms):
            for form in forms:
                yield from literals(form)


def name(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")


def templates(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Return what players can read of a module, each template with its line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and name(node) in ("msg", "term", "count", "deed"):
            for text in (text for given in node.args[: 1 if name(node) == "term" else 2] for text in literals(given)):
                yield node.lineno, text


def labels(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Return the labels of buttons and of moves, each with its line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name == "label":
            yield from templates(node)
        elif isinstance(node, ast.Call) and name(node) == "Button":
            for given in (*node.args, *(keyword.value for keyword in node.keywords)):
                if isinstance(given, ast.Call) and name(given) in ("msg", "term"):
                    yield from templates(given)


def without_values(text: str) -> str:
    """Return a template without what is typed, and with a letter for each value."""
    return re.sub(r"\{\w+\}", "X", re.sub(r"`[^`]*`|“[^”]*”", "Y", text))


def sentences(text: str) -> list[str]:
    return [part for part in re.split(r"(?<=[.!?:])\s+|\n+|[;…]|, (?=and |but |so )| · ", text) if part]


def faults(text: str) -> Iterator[str]:
    """Return what one template does against the rules."""
    said = without_values(text)
    if found := re.search(rf"\b(?:{NEVER})\b", said, re.IGNORECASE):
        yield f"never “{found[0]}”"
    for better, words in OTHER_WORDS.items():
        if found := re.search(rf"\b(?:{words})\b", said, re.IGNORECASE):
            yield f"“{found[0]}” is called {better}"
    if found := re.search(r"\b[a-z]+_[a-z_]+\b", said):
        yield f"a variable's name: {found[0]}"
    if found := re.search(r"[X\d] h\b", said):
        yield f"a unit that is no word: {found[0]}"
    if re.search(r"(?:^|[ =(])-(?:\d|X)", said):
        yield "a hyphen for a minus"
    if ";" in said:
        yield "a semicolon: make two sentences"
    if any(len(part.split()) > MOST_WORDS for part in sentences(said)):
        yield f"more than {MOST_WORDS} words at a stretch"
    if re.search(r"\w \w+\)?[.!?] [A-Z]", said) and not re.search(r"([.!?:)*`_Y⬇]|[.!?:]\s+X)$", said):
        yield "the last sentence has no end"
    if re.search(r"\b(\w{4,} \w+ \w+)\b.*\b\1\b", said, re.IGNORECASE):
        yield "a fact told twice"
    if re.search(rf"[0-9a-f]{{{LONGEST_HASH + 1},}}", said):
        yield "a long hash"


PLACEHOLDER = re.compile(r"\{(\w+)\}")
TO_ALL = {"chronicle.py", "moments.py", "summary.py"}
"""Files whose sentences all read alike, in one message: records, highlights and results."""
WAITING = {"waiting", "_waiting"}
"""Functions that tell the others whom they wait for."""


def third_person_only(tree: ast.AST) -> Iterator[str]:
    """Return the sentences about what a player does that this player would read in the third person."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef) and node.name in WAITING:
            continue
        if isinstance(node, ast.Call) and name(node) in ("msg", "count"):
            texts = [text for given in node.args[:2] for text in literals(given)]
            yield from (f"{node.lineno}: no second person: {text}" for text in texts if ACTS.match(text))
        yield from third_person_only(node)


ACTS = re.compile(r"(?:.*[.:!] )?\{(?:who|former|taker)\} (?!share\b|have\b|score\b|is next\b)[a-z]")
"""A sentence that begins with a player and what that player does.

Several players share, have and score; who is next is told to the others.
"""


def wrong_deeds(tree: ast.AST) -> Iterator[str]:
    """Return the deeds whose second person names the player, or lacks what the third has."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or name(node) != "deed":
            continue
        third, second = (list(literals(given)) for given in node.args[:2])
        held = {frozenset(PLACEHOLDER.findall(text)) - {"n"} for text in third}
        for text in second:
            if "{who}" in text or not re.search(r"\b[Yy]ou\b", text):
                yield f"{node.lineno}: doesn't address the player: {text}"
            if {frozenset(PLACEHOLDER.findall(text)) - {"n"} | {"who"}} != held or len(second) != len(third):
                yield f"{node.lineno}: not the same values: {text}"


READERS = {
    "engine/words.py": "turns templates into texts",
    "bot/talk/words.py": "turns templates into translated texts",
    "engine/games/chickenfoot/words.py": "reads a tile that is typed",
    "bot/table/clock/dates.py": "reads a date that is typed",
}
CASES = {"upper", "lower", "capitalize", "title"}


def rewrites(tree: ast.AST) -> Iterator[str]:
    """Return where a sentence is rewritten: by a pattern, or by the case of its letters."""
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(attr="template" | "plural"):
                yield f"{node.lineno}: reads a template: {ast.unparse(node)}"
            case ast.Call(func=ast.Attribute(attr=case, value=text), args=[]) if case in CASES and says(text):
                yield f"{node.lineno}: changes the case: {ast.unparse(node)}"
            case ast.Call(func=ast.Attribute(value=ast.Name(id="re"), attr="sub" | "subn")):
                yield f"{node.lineno}: rewrites by a pattern: {ast.unparse(node)}"


def says(node: ast.expr) -> bool:
    """Return whether an expression is a text for people, or a part of one."""
    texts = {"text", "str", "label", "words"}
    return bool(texts & {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}) or any(
        isinstance(part, ast.Attribute) and part.attr in texts for part in ast.walk(node)
    )


def is_literal(node: ast.expr) -> bool:
    """Return whether an expression is a template, or one of several, as it stands."""
    match node:
        case ast.Constant(value=str()):
            return True
        case ast.IfExp(body=body, orelse=orelse):
            return is_literal(body) and is_literal(orelse)
        case ast.Tuple(elts=forms):
            return all(map(is_literal, forms))
    return False


def calls(tree: ast.AST) -> Iterator[tuple[ast.Call, list[ast.expr]]]:
    """Return the calls that make a message, each with its templates."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        if node.func.id in ("msg", "term"):
            yield node, node.args[:1]
        elif node.func.id == "deed" or (node.func.id == "count" and len(node.args) > 1):  # else itertools.count
            yield node, node.args[:2]


def outermost(tree: ast.AST) -> Iterator[ast.Call]:
    """Return the calls that make a message and stand in no other such call."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Call) and name(node) in ("msg", "term", "count", "deed"):
            yield node
        else:
            yield from outermost(node)


@cache
def messages(path: Path) -> ast.Module:
    """Return all messages of a file and nothing else of it: every check of them would look through the whole file."""
    tree = ast.parse(path.read_text())
    return ast.Module([ast.Expr(call, lineno=call.lineno, col_offset=0) for call in outermost(tree)], [])


def context(call: ast.Call) -> str:
    """Return what a call says about the meaning of its template, for translators."""
    return next(literals(call.args[1])) if name(call) == "term" else ""


SHORT = 2
"""The most words of a template that can mean several things."""
ONE_MEANING = {
    "**Your turn**", "Add computer", "All pass", "Analysis", "Automatically", "Back", "Blockers", "Centre tile",
    "Chickenfoot",
    "Draw Dominoes", "Draw limit", "Five-Up", "Fives", "Full game", "Games won", "Join", "Leave", "Muggins", "My hand",
    "Next ▶", "Not now", "Older", "One round", "Players", "Profi", "Replay", "Reserve", "Rounds played", "Start",
    "Take back", "Texas 42", "Trick", "Uptown", "bid failed", "bid made", "game over", "highest bid", "led",
    "next deal", "partner", "pass", "passed", "sits out", "to lead", "to play", "your turn"
}  # fmt: skip
"""Short templates that mean the same in all the files in which they stand."""


def without_context(sources: Mapping[str, ast.AST]) -> set[str]:
    """Return the labels of one or two words that stand in several files, or elsewhere in a certain meaning only."""
    found: dict[str, set[str]] = {}
    terms = {text for tree in sources.values() for text, call in labels_of_a_word(tree) if context(call)}
    for path, tree in sources.items():
        for text in (text for text, call in labels_of_a_word(tree) if not context(call)):
            found.setdefault(text, set()).add(path)
    return {text for text, paths in found.items() if len(paths) > 1 or text in terms}


def labels_of_a_word(tree: ast.AST) -> Iterator[tuple[str, ast.Call]]:
    """Return the templates of one or two words that are no sentences and have no values, each with its call."""
    for call, given in calls(tree):
        for text in (text for each in given for text in literals(each)):
            if len(text.split()) <= SHORT and re.fullmatch(r"[^{}]*[^\W\d_][^{}.!?]*", text):
                yield text, call


def unextractable(tree: ast.AST) -> Iterator[str]:
    """Return the messages whose template doesn't stand in the call, so that no translator would get it."""
    for node, given in calls(tree):
        if name(node) == "term":
            given = node.args
        if not given or not all(map(is_literal, given)):
            yield f"{node.lineno}: no literal: {ast.unparse(node)}"


NUMBERS = (
    "n|number|seats|players|games|rounds|turns|tiles|points|pips|total|best|most|left|size|minutes|hours|days|low|high"
    "|needed|needs"
)
"""What numbers are called in templates."""
COUNTED = re.compile(
    rf"\{{(?:{NUMBERS})\}} (?:more |other |open |last )?(?:player|game|round|turn|tile|point|pip|table|seat|move|trick"
    r"|time|day|hour|minute|week|bid|toe|arm|win|picture|message|vote|group|prisoner|space)s?\b"
)


def wrong_counts(tree: ast.AST) -> Iterator[str]:
    """Return numbers beside a noun that no `count` decides, and counts whose two forms differ in their values."""
    for node, given in calls(tree):
        if name(node) == "msg":
            texts = [text for each in given for text in literals(each)]
            yield from (f"{node.lineno}: needs a count: {text}" for text in texts if COUNTED.search(text))
            continue
        for forms in [given] if name(node) == "count" else [form.elts for form in given if isinstance(form, ast.Tuple)]:
            shown = [set(PLACEHOLDER.findall(text)) for form in forms for text in literals(form)]
            if not all(held == shown[0] and "n" in held for held in shown):
                yield f"{node.lineno}: the forms differ: {ast.unparse(node)}"


LETTERS_OF_ENDS = {"A {line} B"}
"""Templates in which “A” is no article."""


def pieces(tree: ast.AST) -> Iterator[str]:
    """Return what is no sentence of its own: with a genitive or an article before a value, or the rest of another."""
    for node, given in calls(tree):
        for text in (text for each in given for text in literals(each) if text not in LETTERS_OF_ENDS):
            if re.search(r"\{\w+\}['’]s\b|\b(?:[Aa]n?|[Tt]he|[Yy]our|[Mm]y|[Ii]ts|[Tt]heir) \{\w+\}", text):
                yield f"{node.lineno}: a genitive or an article: {text}"
            if re.match(r"[ ,;.)]", text):
                yield f"{node.lineno}: the rest of a sentence: {text}"


def past(text: str) -> Iterator[str]:
    """Return what an event tells in the past tense."""
    if found := re.search(
        rf"^(?:[^.]*\. )?\{{(?:who|viewer|former|by|taker|told)\}} (?:no longer )?(?:{PAST})\b", text
    ):
        yield f"past tense: {found[0]}"


def too_long(label: str) -> Iterator[str]:
    """Return whether a label with usual values is too long for a button on a phone."""
    shown = re.sub(r"\{(\w+)\}", lambda found: "x" * WIDTHS.get(found[1], 4), label)
    if len(shown) > LONGEST_LABEL:
        yield f"a label of {len(shown)} characters"


def found_in(source: str, events: bool) -> list[str]:
    """Return all that a module says against the rules, by lines."""
    tree = ast.parse(source)
    told = [(line, text, fault) for line, text in templates(tree) for fault in faults(text)]
    told += [(line, text, fault) for line, text in labels(tree) for fault in too_long(text)]
    if events:
        told += [(line, text, fault) for line, text in templates(tree) for fault in past(text)]
    return [f"{line}: {fault}: {text}" for line, text, fault in sorted(told)]


def modules(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


@pytest.mark.parametrize("folder", FOLDERS)
def test_what_players_read_follows_the_rules_of_words(folder: str) -> None:
    found = {
        str(path.relative_to(ROOT)): told
        for path in modules(folder)
        if (told := found_in(path.read_text(), path.stem == "events"))
    }
    assert found == {}


def test_what_commands_say_of_themselves_follows_the_rules_of_words() -> None:
    told = [(f"/{command.name}", str(command.help)) for command in COMMANDS]
    told += [(f"/{command.name} {arg.name}", str(arg.help)) for command in COMMANDS for arg in command.args]
    told += [(str(command.label), str(command.label)) for command in PERSON_COMMANDS]
    told += [(name, f"{help}.") for name, help in told if ". " in help]
    assert [(name, fault, help) for name, help in told for fault in faults(help)] == []


@pytest.mark.parametrize(
    "planted",
    [
        'msg("Whoever waits can press Start.")',
        'msg("Wait for somebody.")',
        'msg("{who} cannot play.", who=who)',
        'count("{n} tile is laid.", "{n} tiles are laid.", n)',
        'msg("The chicken yard is empty.")',
        'msg("The option hand_size is set.")',
        'msg("You have 3 h more.")',
        'msg("One tile fits. Play it")',
        'msg("One tile fits; play it.")',
        'msg("{who} has -3 points.", who=who)',
        'msg("{who} plays" if fits else "{who} is to play", who=who)',
        'Button(id, msg("Keep what you drew and end your turn"))',
        'msg("Trick 3 of 7 goes to {who}, so trick 3 of 7 is over.")',
        f'msg("{"word " * 23}.")',
        f'msg("The deal is {"ab" * 12}")',
    ],
)
def test_a_planted_fault_is_seen(planted: str) -> None:
    assert found_in(planted, events=False)


@pytest.mark.parametrize("planted", ["{who} placed {tile} on {space}.", "{who} took {tile}.", "{who} led {tile}."])
def test_an_event_in_the_past_is_seen(planted: str) -> None:
    assert found_in(f"msg({planted!r})", events=True)
    assert not found_in(f"msg({planted!r})", events=False)


def whole(path: Path) -> ast.Module:
    return ast.parse(path.read_text())


def found_by(
    check: Callable[[ast.AST], Iterator[str]], paths: Sequence[Path], read: Callable[[Path], ast.AST] = messages
) -> dict[str, list[str]]:
    told = {str(path.relative_to(ROOT)): list(check(read(path))) for path in paths}
    return {path: faults for path, faults in told.items() if faults}


def test_what_a_player_does_is_told_to_that_player_in_the_second_person() -> None:
    to_players = [*modules("engine"), *modules("bot/table/log")]
    assert found_by(third_person_only, [path for path in to_players if path.name not in TO_ALL], whole) == {}
    assert found_by(wrong_deeds, [path for folder in FOLDERS for path in modules(folder)]) == {}


OF_OPERATORS = ("bot/table/record/check/", "bot/table/record/verify.py")
"""What only operators read of a record's check, in English."""


@pytest.mark.parametrize("check", [unextractable, wrong_counts, pieces])
def test_every_sentence_is_one_that_can_be_translated(check: Callable[[ast.AST], Iterator[str]]) -> None:
    told = found_by(check, [path for folder in FOLDERS for path in modules(folder)])
    assert {path: faults for path, faults in told.items() if not path.startswith(OF_OPERATORS)} == {}


def test_nothing_rewrites_what_a_template_says() -> None:
    paths = [*modules("engine"), *modules("renderers"), *modules("bot/talk"), *modules("bot/table")]
    assert set(found_by(rewrites, paths, whole)) == set(READERS)


@pytest.mark.parametrize(
    ("check", "planted"),
    [
        (third_person_only, 'msg("{who} plays {tile}.", who=who, tile=tile)'),
        (third_person_only, 'msg("Count {n}: {who} scores.", n=n, who=who)'),
        (third_person_only, 'count("{who} draws a tile.", "{who} draws {n} tiles.", n, who=who)'),
        (wrong_deeds, 'deed("{who} plays {tile}.", "{who} play {tile}.", who=who, tile=tile)'),
        (wrong_deeds, 'deed("{who} plays {tile}.", "Plays {tile}.", who=who, tile=tile)'),
        (wrong_deeds, 'deed("{who} plays {tile}.", "You play.", who=who, tile=tile)'),
        (wrong_deeds, 'deed(("{who} draws a tile.", "{who} draws {n}."), "You draw {n}.", n=n, who=who)'),
        (rewrites, 'told.template.replace("plays", "play")'),
        (rewrites, "words.text(told).capitalize()"),
        (rewrites, "text[:1].upper() + text[1:]"),
        (rewrites, "re.sub('plays', 'play', told)"),
        (unextractable, "msg(template, who=who)"),
        (unextractable, "count(*forms, n)"),
        (unextractable, 'term("Draw", meaning)'),
        (unextractable, 'deed("{who} passes.", second, who=who)'),
        (wrong_counts, 'msg("{n} tiles are left.", n=n)'),
        (wrong_counts, 'msg("Up to {most} more players.", most=most)'),
        (wrong_counts, 'count("One tile fits.", "{n} tiles fit.", n)'),
        (wrong_counts, 'count("{n} tile of {who}.", "{n} tiles.", n, who=who)'),
        (wrong_counts, 'deed(("{who} draws a tile.", "{who} draws {n}."), ("You draw {n}.", "You draw {n}."), n=n)'),
        (pieces, 'msg("{who}\'s turn", who=who)'),
        (pieces, 'msg("First the {needs}.", needs=needs)'),
        (pieces, 'msg("Play your {tile}.", tile=tile)'),
        (pieces, 'msg(", takes {spaces}", spaces=spaces)'),
    ],
)
def test_a_sentence_that_cannot_be_translated_is_seen(check: Callable[[ast.AST], Iterator[str]], planted: str) -> None:
    assert list(check(ast.parse(planted)))


def test_a_short_template_in_several_files_says_what_it_means_there() -> None:
    paths = [path for folder in FOLDERS for path in modules(folder)]
    sources = {str(path.relative_to(ROOT)): messages(path) for path in paths}
    assert without_context({path: tree for path, tree in sources.items() if not path.startswith(OF_OPERATORS)}) == (
        ONE_MEANING
    )


@pytest.mark.parametrize(
    ("one", "other", "seen"),
    [
        ('msg("Draw")', 'msg("Draw")', True),
        ('msg("Draw" if empty else "Pass")', 'term("Draw", "game")', True),
        ('term("Draw", "move")', 'term("Draw", "game")', False),
        ('msg("Take it back")', 'msg("Take it back")', False),
        ('msg("Draw.")', 'msg("Draw.")', False),
        ('msg("Draw {n}", n=n)', 'msg("Draw {n}", n=n)', False),
    ],
)
def test_a_short_template_without_a_meaning_is_seen(one: str, other: str, seen: bool) -> None:
    assert bool(without_context({"one.py": ast.parse(one), "other.py": ast.parse(other)})) == seen


def test_a_deed_with_both_persons_is_right() -> None:
    right = ast.parse('deed("{who} plays {tile}.", "You play {tile}.", who=who, tile=tile)')
    assert list(third_person_only(right)) == list(wrong_deeds(right)) == []


def pages() -> list[Path]:
    """Return all that is written for people: the sources with their comments, the documentation, the settings."""
    documents = [
        path for path in sorted((ROOT / "docs").rglob("*")) if path.suffix in (".md", ".mjs", ".yaml", ".service")
    ]
    return [path for folder in FOLDERS for path in modules(folder)] + [
        *documents, *(ROOT / name for name in ("README.md", ".env.example", "pyproject.toml"))
    ]  # fmt: skip


def call_operator_host(text: str) -> list[str]:
    """Return the places of a text, however its lines break, that call the operator the host."""
    flat = re.sub(r"\s*\n[\s#*/]*", " ", text)
    return [found[0] for found in re.finditer(rf"\b(?:{HOST_FOR_OPERATOR})\b", flat, re.IGNORECASE)]


def test_no_text_calls_who_runs_the_bot_the_host() -> None:
    found = {str(path.relative_to(ROOT)): told for path in pages() if (told := call_operator_host(path.read_text()))}
    assert found == {}


@pytest.mark.parametrize(
    "planted",
    [
        "The host\nof the bot could steer the deals.",
        "- For hosts: a dashboard.",
        "# What only the host\n# sees",
        "For all else write to the host.",
        "Computer players think on the host's machine.",
        "The host can read all hands.",
    ],
)
def test_a_text_that_calls_the_operator_host_is_seen(planted: str) -> None:
    assert call_operator_host(planted)


@pytest.mark.parametrize(
    "right", ["Only the host can do that.", "The host takes a player out.", "The host can press *Resume*."]
)
def test_the_player_who_opened_a_table_is_the_host(right: str) -> None:
    assert not call_operator_host(right)
