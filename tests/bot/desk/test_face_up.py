"""A game that is over can be gone through with all hands open; of one that goes on nothing is opened."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.table.record import film, report
from bot.table.record.stepwise import run_to_end
from bot.talk.letter import Purpose
from engine.games import GAMES
from engine.words import Words
from renderers import RENDERERS
from renderers.face_up import face_up
from tests.bot.reception import controls_of, labels, letter_problems, reception
from tests.bot.records import random_game
from tests.bot.tools import ANA, BEN, CEM, EVE, play_to_end
from tests.engine.play import short


async def test_every_step_of_a_game_that_is_over_is_shown_with_all_hands(tmp_path: Path) -> None:
    async with reception(tmp_path) as here:
        people = (ANA, BEN)
        table = await play_to_end(here.service, await here.begin("draw", GAMES["draw"].presets["sprint"], *people))
        letter = await here.press(EVE, Purpose.FACEUP, table.id, "round 0")
        assert labels(letter) == ["Next ▶", "Last step", "Replay"]
        for name in ("Next ▶", "Next ▶", "Last step"):
            letter = await here.press_control(EVE, next(part.id for part in controls_of(letter) if part.label == name))
            assert letter_problems(letter) == []
            assert len(letter.pictures) == 1
            for person in people:
                assert f"{person.name}: " in letter.pictures[0].alt
            assert "You" not in letter.pictures[0].alt  # the hands are others'
        assert labels(letter) == ["◀ Back", "First step", "Replay"]
        assert letter.text.count("\n") >= 1
        mine = await here.press(ANA, Purpose.FACEUP, table.id, "99999")
        assert labels(mine) == ["◀ Back", "First step", "Replay", "My turning points"]


@pytest.mark.parametrize("key", GAMES)
def test_the_hands_of_all_lie_below_the_board_of_every_game(key: str) -> None:
    game, look, words = GAMES[key], RENDERERS[key], Words(("Ana", "Ben", "Cem"))
    draft = random_game(game, short(game), game.seats[0], key)
    shots = run_to_end(film.collect_shots(report.open_log(draft, draft.steps), face_up=True))
    for shot in (shots[0], shots[len(shots) // 2], shots[-1]):
        assert [seen.viewer for seen in shot.hands] == list(range(game.seats[0]))
        layout = look.arrange(shot.seen, ())
        board = look.board(shot.seen, layout, words, large=True)
        image = face_up(look, shot.seen, shot.hands, layout, words)
        assert image.crop((0, 0, *board.size)).tobytes() == board.tobytes()
        assert image.height > board.height + 60


async def test_of_a_game_that_goes_on_nothing_is_opened(tmp_path: Path) -> None:
    async with reception(tmp_path) as here:
        table = await here.begin("draw", GAMES["draw"].options(), ANA, BEN)
        for person in (ANA, CEM):
            for data in ("", "0", "round 1", "-1"):
                letter = await here.press(person, Purpose.FACEUP, table.id, data)
                assert letter.text == "The replay comes with the result. Ask again when the game is over."
                assert not letter.pictures
