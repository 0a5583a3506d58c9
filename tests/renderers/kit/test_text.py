from __future__ import annotations

import ast
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from renderers.kit import picture, text
from renderers.kit.palette import DARK, FACE, FELT
from renderers.kit.text.fonts import LABEL, TEXT, chain, coverage, font, use_fonts_in
from renderers.kit.text.robot import DRAWN
from renderers.kit.text.runs import MISSING, Run, clusters, runs
from tests.renderers.names import NAMES

WIDTH, SIZE = 300, 36


@pytest.mark.parametrize("name", NAMES)
def test_no_name_fails_or_leaves_its_place(name: str) -> None:
    canvas = picture.blank(WIDTH + 200, 200)
    text.draw(canvas, 100, 100, name, SIZE, FACE, limit=WIDTH)
    box = ImageChops.difference(canvas, picture.blank(*canvas.size)).getbbox()
    if box is not None:
        assert box[0] >= 100 - SIZE // 4
        assert box[2] <= 100 + WIDTH + SIZE // 4
        assert box[1] >= 100 - 1.2 * SIZE
        assert box[3] <= 100 + 0.5 * SIZE


@pytest.mark.parametrize("limit", [0, 1, 20, 60, 150, 299])
@pytest.mark.parametrize("name", NAMES)
def test_a_name_that_is_cut_fits(name: str, limit: int) -> None:
    assert text.width(text.cut_to_width(name, SIZE, limit), SIZE) <= limit


def test_a_name_that_is_too_long_ends_with_an_ellipsis() -> None:
    assert text.cut_to_width("W" * 32, SIZE, WIDTH).endswith("W…")
    assert text.cut_to_width("Ana", SIZE, WIDTH) == "Ana"


def test_an_emoji_of_several_characters_is_never_cut_in_two() -> None:
    family = "👨‍👩‍👧‍👦"
    for limit in range(0, 400, 7):
        assert text.cut_to_width(family * 6, SIZE, limit).replace(family, "") in ("", "…")


def test_accents_are_limited_to_two_above_and_below() -> None:
    assert clusters("a" + "\u0316" * 50) == ["a\u0316\u0316"]


def test_what_changes_the_direction_of_others_is_dropped() -> None:
    assert "".join(clusters("\u202eabc\u2066")) == "abc"


def test_line_breaks_become_blanks() -> None:
    assert "".join(clusters("a\nb\u2028 c")) == "a b c"


def test_what_no_font_has_becomes_a_box() -> None:
    assert [run.text for run in runs("\u0f40", TEXT)] == [MISSING]
    assert ord(MISSING) in coverage(runs("\u0f40", TEXT)[0].source)


@pytest.mark.parametrize("name", NAMES)
def test_no_letter_of_a_name_is_a_box(name: str) -> None:
    for run in runs(name, TEXT):
        for cluster in clusters(run.text) if run.source != DRAWN else ():
            letters = draw_letters(cluster, run)
            assert cluster != MISSING
            assert cluster.isspace() or letters not in (draw_letters(MISSING, run), missing(run)), (cluster, run.source)


def draw_letters(letters: str, run: Run) -> bytes:
    """Draw letters in the font of a run; empty if FreeType gives up on one, which stays blank."""
    try:
        return bytes(font(run.source, SIZE, TEXT.weight).getmask(letters, direction=run.direction))
    except OSError:
        return b""


def missing(run: Run) -> bytes:
    """Return the picture with which the font of a run says that it does not have a letter."""
    return draw_letters(chr(next(code for code in range(0x1000, 0x10FFFF) if code not in coverage(run.source))), run)


def test_letters_in_fancy_dress_are_shown_plain() -> None:
    assert "".join(run.text for run in runs("𝓕𝓪𝓷", TEXT)) == "Fan"


def test_right_to_left_text_runs_from_the_right() -> None:
    parts = runs("DEF 123 אבג", TEXT)
    assert [run.direction for run in parts] == ["ltr", "rtl"]
    assert parts[-1].text == "אבג"
    parts = runs("אבג 42", TEXT)
    assert parts[0].text == "42"
    assert parts[-1].text == "אבג"


@pytest.mark.parametrize(
    "script", ["ქართული", "العربية", "עברית", "हिन्दी", "ไทย", "Ελληνικά", "Кириллица", "🔥", "አማርኛ"]
)
def test_scripts_have_a_font(script: str) -> None:
    assert MISSING not in "".join(run.text for run in runs(script, TEXT))


def test_numerals_come_from_the_font_of_labels() -> None:
    assert runs("12 A", LABEL)[0].source == chain(LABEL)[0]


def test_fonts_of_a_folder_are_asked_after_our_own(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    own = chain(TEXT)[0]
    (tmp_path / "deep" / "Other-Regular.ttf").write_bytes(Path(own.path).read_bytes())
    (tmp_path / "notes.txt").write_text("no font")
    before = chain(TEXT)
    try:
        use_fonts_in(tmp_path)
        assert chain(TEXT)[: len(before)] == before
        assert [Path(source.path).name for source in chain(TEXT)[len(before) :]] == ["Other-Regular.ttf"]
        use_fonts_in(tmp_path)
        assert len(chain(TEXT)) == len(before) + 1
    finally:
        use_fonts_in(None)
    assert chain(TEXT) == before


def test_a_file_that_is_no_font_is_refused_at_start_up(tmp_path: Path) -> None:
    for content in (b"", b"no font at all", b"\0\1\0\0" + b"\xff" * 40):
        (tmp_path / "Broken-Regular.ttf").write_bytes(content)
        coverage.cache_clear()
        with pytest.raises(OSError, match="Broken-Regular"):
            use_fonts_in(tmp_path)
    assert "Broken-Regular" not in str(chain(TEXT))


def test_lines_are_broken_between_words() -> None:
    broken = text.lines("one two three four five six seven eight", SIZE, WIDTH)
    assert len(broken) > 1
    assert " ".join(broken) == "one two three four five six seven eight"
    assert all(text.width(line, SIZE) <= WIDTH for line in broken)


def test_text_is_drawn_in_the_colour_asked_for() -> None:
    canvas = picture.blank(200, 80)
    text.draw(canvas, 10, 50, "■■■", SIZE, FACE)
    colours = {shade for _, shade in canvas.getcolors() or ()}
    assert {FACE, FELT} <= colours


def test_the_mark_of_computer_players_is_not_lost_on_a_phone() -> None:
    canvas = picture.blank(picture.WIDTH, 100, DARK)
    text.draw(canvas, 40, 60, "🤖", 30, FACE)
    phone = canvas.resize((360, 30), Image.Resampling.LANCZOS)
    assert max(phone.convert("L").tobytes()) > 0.95 * FACE[1]


def test_the_mark_of_computer_players_takes_its_place_in_the_line() -> None:
    alone = text.width("🤖", SIZE)
    assert alone > SIZE
    before = text.width("Bolt\u00a0.", SIZE) - text.width(".", SIZE)
    assert text.width("Bolt\u00a0🤖", SIZE) == pytest.approx(before + alone, abs=2)
    assert text.width("🤖🤖", SIZE) == pytest.approx(2 * alone, abs=1)


@pytest.mark.parametrize("said", ["żółć 7", "üşöç 7", "Рунда 7", "Ana: żółć"])
def test_a_text_whose_letters_a_face_lacks_is_written_without_that_face(said: str) -> None:
    assert {run.source for run in runs(said, LABEL)} == {chain(TEXT)[0]}
    assert {run.source for run in runs("Round 7", LABEL)} == {chain(LABEL)[0]}


def test_a_sign_that_is_no_letter_does_not_change_the_face() -> None:
    assert runs("Ana 🤖", LABEL)[0].source == chain(LABEL)[0]


SENTENCE = "あなたの番です。開いている端は「6-2」と「4-1」です。ドミノを出してください。"


@pytest.mark.parametrize("limit", range(160, 700, 20))
def test_a_line_breaks_between_ideographs_and_not_around_their_punctuation(limit: int) -> None:
    broken = text.lines(SENTENCE, SIZE, limit)
    assert "".join(broken) == SENTENCE
    assert all(text.width(line, SIZE) <= limit for line in broken)
    assert not [line for line in broken if line[0] in "。、」ー" or line[-1] in "「"]
    assert not [line for line in broken if line.startswith("-") or line.endswith("-")]


def test_a_line_breaks_at_blanks_alone_in_other_scripts() -> None:
    assert text.lines("Ana  plays 6-2 on A.", SIZE, 130) == ["Ana", "plays", "6-2 on", "A."]
    assert text.lines("한국어 문장", SIZE, 120) == ["한국어", "문장"]


def test_a_text_gets_narrower_before_it_is_cut() -> None:
    said = "Ana plays 6-2"
    wide = text.width(said, SIZE)
    canvas, narrow, cut = (picture.blank(WIDTH, 80) for _ in range(3))
    assert text.draw(canvas, 20, 50, said, SIZE, FACE) == wide
    assert text.draw(narrow, 20, 50, said, SIZE, FACE, limit=wide * 3 // 4) == wide * 3 // 4
    assert text.draw(cut, 20, 50, said, SIZE, FACE, limit=wide // 2) <= wide // 2


def bypasses(source: str) -> list[int]:
    """Return the lines of a module that write letters without choosing a face for the whole text."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    return [
        call.lineno
        for call in calls
        if isinstance(call.func, ast.Attribute)
        and (call.func.attr in ("truetype", "multiline_text", "getmask", "load_default")
             or (call.func.attr == "text" and any(each.arg in ("font", "anchor") for each in call.keywords)))
    ]  # fmt: skip


def test_all_letters_of_pictures_are_written_by_the_kit() -> None:
    root = Path(text.__file__).parents[2]
    kit = Path(text.__file__).parent
    found = {path.name: bypasses(path.read_text()) for path in root.rglob("*.py") if kit not in path.parents}
    assert {name: lines for name, lines in found.items() if lines} == {}
    assert bypasses("pen.text((0, 0), name, font=label)") == [1]


@pytest.mark.parametrize("said", ["რაუნდი", "Раунд", "რაუნდი Ana", "第一轮"])
def test_a_text_that_a_face_lacks_is_written_without_it_as_a_whole(said: str) -> None:
    assert [run.source for run in runs(said, text.LABEL)] == [run.source for run in runs(said, text.TEXT)]
