"""Tiles in messages: emojis if there are any, else plain text; never more than Discord takes."""

from __future__ import annotations

import re

import pytest

from bot.__main__ import main
from bot.settings import EXIT_REFUSED
from bot.table.log.fold import replay
from bot.talk.words import Emojis, Texts, shorten_text, without_emojis
from engine.dominoes.events import Drew, Played
from engine.games import GAMES
from engine.tiles import Tile
from engine.words import Words, join_items
from renderers.emojis import HIGHEST, left_half_name, right_half_name
from tests.bot.records import random_game

ALL = Emojis(
    {name(n): f"<:{name(n)}:{10**18 + n}>" for n in range(HIGHEST + 1) for name in (left_half_name, right_half_name)}
)
DOMINOES = [key for key, game in GAMES.items() if isinstance(game.start(game.options(), min(game.seats)).deck[0], Tile)]
SIX_TWO = "<:6_:1000000000000000006><:_2:1000000000000000002>"


@pytest.fixture
def texts() -> Texts:
    known = Texts()
    known.emojis = ALL
    return known


def test_a_tile_in_a_message_is_two_emojis(texts: Texts) -> None:
    told = Played(0, Tile(6, 2), "B").describe()
    assert texts.message_words("en", ("<@1>",)).text(told) == f"<@1> plays {SIX_TWO} on B."
    drew = Drew(0, 2, (Tile(6, 2), Tile(6, 2))).describe()
    assert texts.message_words("en", ("Ana",)).text(drew) == f"Ana draws {SIX_TWO} and {SIX_TWO}."


def test_pictures_and_descriptions_keep_plain_text(texts: Texts) -> None:
    assert texts.words("en", ("Ana",)).text(Played(0, Tile(6, 2), "B").describe()) == "Ana plays 6-2 on B."


def test_without_emojis_or_with_only_some_a_tile_is_plain_text() -> None:
    told = Played(0, Tile(6, 2), "B").describe()
    assert Texts().message_words("en", ("Ana",)).text(told) == "Ana plays 6-2 on B."
    assert Emojis({"6_": "<:6_:1>"}).tile(Tile(6, 2)) == "6-2"
    assert Emojis({"6_": "<:6_:1>", "_2": "<:_2:2>"}).tile(Tile(6, 2)) == "<:6_:1><:_2:2>"


def test_a_message_that_would_be_too_long_takes_plain_text() -> None:
    words = Words((), ALL.tile)
    some, many = (words.text(join_items([Tile(12, 11)] * n)) for n in (36, 40))
    assert len(some) <= 2000 < len(many)
    assert shorten_text(some, 2000) == some
    assert shorten_text(many, 2000) == Words().text(join_items([Tile(12, 11)] * 40))
    endless = shorten_text(words.text(join_items([Tile(12, 11)] * 2000)), 2000)
    assert len(endless) <= 2000
    assert "<" not in endless


def test_every_tile_is_readable_again() -> None:
    tiles = [Tile(high, low) for high in range(HIGHEST + 1) for low in range(high + 1)]
    assert without_emojis(" ".join(map(ALL.tile, tiles))) == " ".join(map(str, tiles))


@pytest.mark.parametrize("key", DOMINOES)
def test_what_happens_shows_tiles_and_labels_stay_plain(key: str) -> None:
    game, words = GAMES[key], Words((), lambda _: "#")
    draft = random_game(game, next(iter(game.presets.values())), max(2, min(game.seats)), "labels")
    told = [words.text(event.describe()) for entry in draft.entries for event in entry.events]
    assert sum("#" in text for text in told) > 10
    assert not [text for text in told if re.search(r"\d-\d", text)]
    rows = [entry.row for entry in draft.entries]
    states = [step.after.state for step in replay(draft.table.id, rows, game, draft.seeds)]
    labels = [words.text(action.label) for state in states if state for action in state.legal_actions()]
    assert len(labels) > 20
    assert not [label for label in labels if "#" in label]


def test_the_command_needs_a_token(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: object
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "")
    monkeypatch.chdir(str(tmp_path))
    assert main(["emojis"]) == EXIT_REFUSED
    assert capsys.readouterr().err.startswith("DISCORD_TOKEN is not set: ")
