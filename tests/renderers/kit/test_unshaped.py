"""Pictures on a system that lacks FriBiDi: Pillow loads it where it is there, and can join no letters without."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
DRAWN = """
from PIL import features
from renderers.kit import picture, text
from renderers.kit.palette import FACE
from renderers.kit.text.fonts import TEXT
from renderers.kit.text.runs import runs
from tests.renderers.names import NAMES

assert not features.check("raqm")
for name in NAMES:
    text.name(picture.blank(500, 200), 100, 100, name, 36, FACE, limit=300)
print([run.text for run in runs("Ana \u05e9\u05dc\u05d5\u05dd", TEXT)])
"""


def test_every_name_is_drawn_and_read_in_its_direction(tmp_path: Path) -> None:
    (tmp_path / "libfribidi.so.0").touch()  # found first, and no library
    process = subprocess.run(
        [sys.executable, "-W", "error", "-c", DRAWN],
        env={**os.environ, "LD_LIBRARY_PATH": str(tmp_path)},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.stderr == ""
    assert process.stdout.strip() == str(["Ana ", "\u05dd\u05d5\u05dc\u05e9"])
