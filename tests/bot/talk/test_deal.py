"""The lines that bind deals: told for strangers, and found again in any language."""

from __future__ import annotations

import pytest

from bot.talk.deal import has_end_head, is_binding, read_announced_deal

HEAD = "a1-_2345678901234567bc"


@pytest.mark.parametrize(
    ("line", "deal", "end"),
    [
        (f"-# 🔒 Deal 12 · `{HEAD}` · its fingerprint: any later change would show", 12, False),
        (f"-# 🔒 Deal 12 · `{HEAD}`", 12, False),
        (f"-# 🔒 12. Runde · `{HEAD}` · …", 12, False),
        (f"-# 🔒 第 3 轮 · `{HEAD}`", 3, False),
        (f"-# 🔒 Code of deal 12 · `{HEAD}`", 12, False),
        (f"-# 🔒 End · `{HEAD}`", None, True),
        (f"-# 🔒 Code of the whole game · `{HEAD}`", None, True),
        (f"-# 🔒 დასასრული · `{HEAD}`", None, True),
        (f"-# Draw #3 · `{HEAD}`", None, False),
    ],
)
def test_the_line_with_a_head_is_found_by_its_mark_in_any_language(line: str, deal: int | None, end: bool) -> None:
    text = f"🏆 **Ana wins.**\n{line}"
    assert read_announced_deal(text) == deal
    assert has_end_head(text) is end
    assert is_binding(text) is (deal is not None or end)
