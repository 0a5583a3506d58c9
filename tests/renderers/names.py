"""Names that people have or give themselves to see what happens."""

from __future__ import annotations

NAMES = (
    "Ana Kovač",
    "Łukasz Żółć",
    "გიორგი მაისურაძე",
    "김민준",
    "田中さくら",
    "محمد علي",
    "דוד כהן",
    "مرحبا Bob 42!",
    "नमस्ते",
    "สวัสดี ครับ",
    "Zoë 👩‍🚀🔥",
    "👨‍👩‍👧‍👦🇩🇪1️⃣❤️",
    "𝓕𝓪𝓷𝓬𝔂 Name",
    "W" * 32,
    "﷽" * 32,
    "Z" + "\u0301\u0316\u0334" * 40 + "algo",
    "\u202egnp.exe",
    "\u200b\u200b\u2060",
    "",
    " \t\n ",
    "a\nb\u2028c",
    "\ud800",
    "\x00\x1b[31m",
    "||spoiler|| **bold** @everyone <@1>",
    "\U0010ffff\ue000",
    "%s {0} {who} {",
)
