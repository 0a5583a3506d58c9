"""The decks that verifiers know are those that the games shuffle."""

from __future__ import annotations

import itertools
import json
import shutil
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from bot.table.record.check.decks import find_sides, require_right_deck
from bot.table.record.check.refused import RecordRefused
from bot.table.record.check.start import StartNotation
from bot.table.record.record import RecordedDeal
from engine.game import DEALER, Game
from engine.games import GAMES
from engine.options import Options
from engine.rounds import make_random_deal
from engine.sides import Sides
from tests.engine.play import short

ROOT = Path(__file__).parents[3]
DECIDE = {
    "set", "first_lead", "next_lead", "opening_missing", "rounds", "seats", "variant", "no_legal", "series", "mode",
    "hand_size", "teams",
}  # fmt: skip


def all_options(game: Game[Any, Any]) -> list[Options]:
    """Return all presets, and every value of the options that decide about decks, with another of them."""
    found = list(game.presets.values())
    names = [name for name in game.options.settings() if name in DECIDE]
    for one, other in itertools.combinations(names, 2):
        settings = game.options.settings()
        for value, second in itertools.product(settings[one].suggestions()[:6], settings[other].suggestions()[:6]):
            found.append(game.options().with_options({one: value, other: second}))
    return found


def start_notation(game: Game[Any, Any], options: Options, seats: int) -> StartNotation:
    return StartNotation(game.key, 1, seats, options.to_json())


def recorded_deal(state: Any) -> RecordedDeal:
    return RecordedDeal(", ".join(map(str, state.deck)), "", state.picks, 0)


@pytest.mark.parametrize("key", GAMES)
def test_the_first_deck_of_every_option_and_number_of_seats_is_known(key: str) -> None:
    game, tried, asked = GAMES[key], 0, list[tuple[StartNotation, RecordedDeal]]()
    for options in all_options(game):
        for seats in game.seats:
            if options.refusal(seats) is None:
                start, deal = start_notation(game, options, seats), recorded_deal(game.start(options, seats))
                require_right_deck(start, 1, deal, 1)
                asked.append((start, deal))
                with pytest.raises(RecordRefused):
                    require_right_deck(start, 1, RecordedDeal(deal.deck, "", deal.picks + 1, 0), 1)
                with pytest.raises(RecordRefused):
                    require_right_deck(start, 1, RecordedDeal(deal.deck.rpartition(", ")[0], "", deal.picks, 0), 1)
                tried += 1
    assert tried > 4
    assert known_to_the_other_program(asked) == [True] * tried


@pytest.mark.parametrize("key", GAMES)
def test_the_partners_of_every_option_and_number_of_seats_are_known(key: str) -> None:
    game, starts, partners = GAMES[key], list[StartNotation](), list[Sides]()
    for options in all_options(game):
        for seats in game.seats:
            if options.refusal(seats) is None:
                sides = options.sides(seats)
                starts.append(start_notation(game, options, seats))
                partners.append(sides if len(sides) < seats else ())
    assert [find_sides(start) for start in starts] == partners
    known = run_the_other_program("sides", "(start) => sides(start)", [to_builtins(start) for start in starts])
    assert known == [[list(side) for side in sides] for sides in partners]


def known_to_the_other_program(asked: list[tuple[StartNotation, RecordedDeal]]) -> list[bool]:
    starts = [{"start": to_builtins(start), "told": msgspec.to_builtins(deal)} for start, deal in asked]
    known = (
        "({ start, told: { deck, picks } }) => { const [is, among] = DECKS[start.game][1](start, 1);"
        " return is(deck.split(', ')) && among.includes(picks); }"
    )
    return run_the_other_program("DECKS", known, starts)


def to_builtins(start: StartNotation) -> dict[str, Any]:
    return {"game": start.game, "seats": start.seats, "options": start.options}


def run_the_other_program(name: str, function: str, asked: list[Any]) -> list[Any]:
    """Return the results of a JavaScript function that uses this export of `docs/verify.mjs`."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("DECKS NOT CHECKED BY ANOTHER LANGUAGE: there is no node on the PATH (apt install nodejs)")
    program = (
        "import { readFileSync } from 'node:fs';"
        f"import {{ {name} }} from '{(ROOT / 'docs/verify.mjs').as_uri()}';"
        "const asked = JSON.parse(readFileSync(0, 'utf8'));"
        f"console.log(JSON.stringify(asked.map({function})));"
    )
    run = subprocess.run(
        [node, "--input-type=module", "-e", program],
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        check=True,
    )
    found: list[Any] = json.loads(run.stdout)
    return found


LATER = {
    "draw": [{"series": "sumof 3"}, {"series": "sumof 2", "first_lead": "random"}],
    "fives": [
        {"series": "sumof 2"},
        {"next_lead": "rotate"},
        {"next_lead": "highest_double"},
        {"next_lead": "side", "spinner": "none", "boneyard_reserve": "2"},
    ],
    "moon": [{"series": "sumof 2"}, {"seats": "random", "series": "sumof 3"}],
    "chickenfoot": [{"opening_missing": "set_aside", "rounds": "3", "series": "sumof 2"}, {"rounds": "2"}],
    "blockers": [{"no_legal": "swap", "series": "sumof 2"}, {"series": "sumof 2"}],
    "fortytwo": [{"target": "3"}, {"series": "sumof 2"}],
}


@pytest.mark.parametrize("key", GAMES)
def test_the_decks_of_later_deals_are_known(key: str) -> None:
    game, later = GAMES[key], 0
    for more, seed in itertools.product(LATER[key], range(4)):
        options, seats, rng = short(game, **more), min(game.seats), Random(f"{key} {more} {seed}")
        state, deal = game.start(options, seats), 0
        while state.to_act is not None:
            if state.to_act == DEALER:
                deal += 1
                require_right_deck(start_notation(game, options, seats), deal, recorded_deal(state), deal)
                state = state.apply(make_random_deal(state, rng)).state
            else:
                state = state.apply(state.automatic() or rng.choice(state.legal_actions())).state
        later += deal > 1
    assert later > 3
