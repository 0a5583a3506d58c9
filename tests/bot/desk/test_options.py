"""Every option of every game, every value, preset and clock: each can be shown by Discord and pressed by the host."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

import pytest

from bot.table.rules import ready
from bot.talk.letter import MOST_OPTIONS, Letter, Purpose, Select
from engine.game import Game
from engine.games import GAMES
from engine.options import choice
from engine.words import msg
from tests.bot.games import CARDS_GAME, CardOptions
from tests.bot.reception import Reception, labels, offered, reception, unfit
from tests.bot.tools import ANA, BEN, CHANNEL, EVE, GUILD


async def walked(here: Reception) -> tuple[dict[str, Letter], set[str]]:
    """Every letter of the panel by what leads to it, and everything that can be set on the way."""
    waiting, seen, settable = [""], dict[str, Letter](), set[str]()
    while waiting:
        data = waiting.pop()
        seen[data] = letter = await here.press(ANA, Purpose.OPTIONS, data=data)
        ids = [part.id for part in offered(letter)]
        settable |= {id.data for id in ids if id.purpose is Purpose.SET}
        waiting += [id.data for id in ids if id.purpose is Purpose.OPTIONS and id.data not in (*seen, *waiting)]
    return seen, settable


@pytest.mark.parametrize("game", GAMES)
async def test_every_value_of_every_option_can_be_shown_and_set(game: str, tmp_path: Path) -> None:
    async with reception(tmp_path) as here:
        table = await here.service.tables.new(game, ANA.by(), ANA, GUILD, CHANNEL)
        shown, settable = await walked(here)
        assert [problem for letter in shown.values() for problem in unfit(letter)] == []
        settings = table.options.settings()
        assert set(settings) <= set(shown)
        wanted = {f"{name}={value}" for name, setting in settings.items() for value in setting.suggestions()}
        assert settable == wanted | {f"preset={key}" for key in GAMES[game].presets}
        for data in sorted(settable):
            letter = await here.press(ANA, Purpose.SET, data=data)
            assert unfit(letter) == []
            name, _, value = data.partition("=")
            now = (await here.service.tables.table(table.id, GUILD)).options
            if name == "preset":
                assert now == GAMES[game].presets[value]
            else:
                assert now.text(name) == value, letter.text


@pytest.mark.parametrize("game", GAMES)
async def test_every_clock_and_what_happens_to_who_stays_away_can_be_chosen_on_the_card(
    game: str, tmp_path: Path
) -> None:
    async with reception(tmp_path) as here:
        table = await here.service.tables.new(game, ANA.by(), ANA, GUILD, CHANNEL)
        await here.parts.reconciler.settled()
        here.parts.reconciler.touch(table.id)
        await here.parts.reconciler.settled()
        (card,) = here.mailbox.there.values()
        assert unfit(card) == []
        clocks = [part.id for part in offered(card) if part.id.purpose is Purpose.CLOCK]
        assert len(clocks) == 7
        for id in clocks:
            letter = await here.pressed(ANA, id)
            assert unfit(letter) == []
            timing = (await here.service.tables.table(table.id, GUILD)).timing
            assert id.data in (timing.preset, f"absence={timing.absence}")


@dataclass(frozen=True)
class Many(CardOptions):
    """An option with more values than one menu holds."""

    size: int = choice(*range(60), help=msg("How many"))


async def test_more_values_than_a_menu_holds_come_page_by_page(tmp_path: Path) -> None:
    many = cast("Game[Any, Any]", replace(CARDS_GAME, options=Many))  # only the options are asked for
    async with reception(tmp_path, {"cards": many}) as here:
        await here.service.tables.new("cards", ANA.by(), ANA, GUILD, CHANNEL)
        shown, settable = await walked(here)
        assert settable >= {f"size={n}" for n in range(60)}
        menus = [row for letter in shown.values() for row in letter.rows if isinstance(row, Select)]
        assert max(len(menu.options) for menu in menus) == MOST_OPTIONS
        assert [problem for letter in shown.values() for problem in unfit(letter)] == []


async def test_a_guest_reads_the_options_and_is_offered_nothing_that_only_the_host_can_press(tmp_path: Path) -> None:
    async with reception(tmp_path) as here:
        table = await here.service.tables.new("draw", ANA.by(), ANA, GUILD, CHANNEL)
        await here.service.tables.do(table.id, BEN.by(), ready.join, BEN)
        for person in (BEN, EVE):
            for data in ("", "target"):
                letter = await here.press(person, Purpose.OPTIONS, data=data)
                assert "target" in letter.text
                assert labels(letter) == []
        assert "Back" in labels(await here.press(ANA, Purpose.OPTIONS, data="target"))
