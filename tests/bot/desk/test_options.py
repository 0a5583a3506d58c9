"""Every option of every game, every value, preset and clock: each can be shown by Discord and pressed by the host."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

import pytest

from bot.stats.scores import StepResult, may_be_rated
from bot.table.limits import Limits
from bot.table.log.rows import StepRow
from bot.table.log.steps import Kind
from bot.table.refusals import Refusal
from bot.table.rules import ready
from bot.talk.card import lobby_text
from bot.talk.form import Field
from bot.talk.letter import ControlId, Letter, Option, Purpose, Select
from bot.talk.partners import find_partner_preset
from engine.game import Game
from engine.games import GAMES
from engine.options import SCORING, Setting, choice, number_picks, write_number
from engine.words import msg
from tests.bot.games import CARDS_GAME, CardOptions
from tests.bot.reception import Reception, controls_of, form_problems, labels, letter_problems, reception
from tests.bot.tools import ANA, BEN, CHANNEL, EVE, GUILD
from tests.long import some


async def panel_of(here: Reception, game: str) -> Letter:
    """Return the panel of a new table of Ana's."""
    await here.service.tables.new(game, ANA.cause(), ANA, GUILD, CHANNEL)
    return await here.press(ANA, Purpose.OPTIONS)


def forms_of(panel: Letter) -> list[ControlId]:
    """Return the buttons of a panel that open forms."""
    return [part.id for part in controls_of(panel) if part.id.purpose is Purpose.ASK]


async def options_now(here: Reception) -> Any:
    return (await here.service.tables.table(1, GUILD)).options


def answers_to_try(setting: Setting, field: Field) -> list[str]:
    """Return what is answered to try a question: all there is to choose, or what can be typed at its edges."""
    if field.answers:
        return [answer.value for answer in field.answers]
    assert (setting.low, setting.high) != (None, None)
    return [*map(str, (setting.low, setting.high)), *([""] if setting.auto else [])]


@pytest.mark.parametrize("game", some({game: game for game in GAMES}, {"draw", "moon"}))
async def test_every_value_of_every_option_is_set_by_the_forms_of_the_panel(game: str, tmp_path: Path) -> None:
    async with reception(tmp_path) as here:
        panel = await panel_of(here, game)
        if pairs := find_partner_preset(GAMES[game]):  # some options have an effect with partners only
            panel = await here.press(ANA, Purpose.SET, data=f"preset={pairs}")
        assert letter_problems(panel) == []
        settings, asked = GAMES[game].options.settings(), set[str]()
        opened = set[str]()
        while forms := [id for id in forms_of(panel) if id.data not in opened]:  # some only count once others are set
            opened |= {id.data for id in forms}
            for id in forms:
                form = await here.form(ANA, id)
                assert form_problems(form) == []
                for field in form.fields:
                    asked.add(field.name)
                    setting = settings[field.name]
                    texts = answers_to_try(setting, field)
                    assert set(texts) >= set(setting.suggestions()) - {"auto" if setting.low else ""}
                    for text in texts:
                        letter = await here.fill_in(ANA, await here.form(ANA, id), **{field.name: text})
                        assert letter_problems(letter) == []
                        assert getattr(await options_now(here), field.name) == setting.read(text), letter.text
            panel = await here.press(ANA, Purpose.OPTIONS)
            assert letter_problems(panel) == []
        assert asked == set(settings)


@pytest.mark.parametrize("game", GAMES)
async def test_a_form_shows_the_present_values(game: str, tmp_path: Path) -> None:
    async with reception(tmp_path) as here:
        for id in forms_of(await panel_of(here, game)):
            before = await options_now(here)
            form = await here.form(ANA, id)
            assert {field.current or "auto" for field in form.fields} == {
                before.text(field.name) for field in form.fields
            }
            assert "Nothing changes." in (await here.fill_in(ANA, form)).text
            assert await options_now(here) == before


@pytest.mark.parametrize("game", GAMES)
async def test_every_preset_is_set_by_the_panel_and_shown_as_the_present_one(game: str, tmp_path: Path) -> None:
    async with reception(tmp_path, limits=Limits(own_tables=20)) as here:
        for key, offer in GAMES[game].offers.items():
            menu = next(row for row in (await panel_of(here, game)).rows if isinstance(row, Select))
            (chosen,) = [option for option in menu.options if option.id.data == f"preset={key}"]
            assert chosen.about == str(offer.about)
            panel = await here.press_control(ANA, chosen.id)
            assert await options_now(here) == GAMES[game].presets[key]
            menu = next(row for row in panel.rows if isinstance(row, Select))
            assert [option.label for option in menu.options if option.is_chosen] == [f"Preset: {offer.name}"]
            assert "Preset:" not in panel.text  # the menu below says it


@pytest.mark.parametrize("game", some({game: game for game in GAMES}, {"draw", "moon"}))
async def test_an_option_that_is_named_without_a_value_shows_its_values(game: str, tmp_path: Path) -> None:
    async with reception(tmp_path) as here:
        await panel_of(here, game)
        for name, setting in GAMES[game].options.settings().items():
            letter = await here.press(ANA, Purpose.OPTIONS, data=name)
            assert letter_problems(letter) == []
            assert letter.text.startswith(f"**{setting.name}: ")
            for id in [part.id for part in controls_of(letter) if part.id.purpose is Purpose.SET]:
                await here.press_control(ANA, id)
                assert (await options_now(here)).text(name) == id.data.partition("=")[2]
            for id in forms_of(letter):
                assert [field.name for field in (await here.form(ANA, id)).fields] == [name]


async def test_several_options_change_in_one_go_and_the_answer_says_what_was(tmp_path: Path) -> None:
    async with reception(tmp_path) as here:
        panel = await panel_of(here, "draw")
        length = next(id for id in forms_of(panel) if id.data == "length")
        letter = await here.fill_in(ANA, await here.form(ANA, length), rounds="3", series="match 2")
        now = await options_now(here)
        assert (now.match, now.rounds, now.series) == ("rounds", 3, "match 2")
        assert "✅ Number of rounds: 3 rounds (before: 1 round)." in letter.text
        assert "✅ The game ends: By rounds (before: By points)." in letter.text
        letter = await here.press(ANA, Purpose.SET, data="sumof=3")
        assert "✅ Series: Sum of 3 games (before: First to 2 wins)." in letter.text


async def test_a_form_with_one_wrong_answer_changes_nothing_and_says_which(tmp_path: Path) -> None:
    async with reception(tmp_path) as here:
        panel = await panel_of(here, "draw")
        before = await options_now(here)
        length = next(id for id in forms_of(panel) if id.data == "length")
        letter = await here.fill_in(ANA, await here.form(ANA, length), rounds="3", target="lots")
        assert letter.text == "Points to win can be: Usual for the set or a whole number from 1 to 5000."
        letter = await here.fill_in(ANA, await here.form(ANA, length), colour="red")
        assert letter.text.startswith("There is no option “colour”.")
        assert await options_now(here) == before


@pytest.mark.parametrize("game", GAMES)
async def test_every_clock_and_what_happens_to_absent_players_can_be_chosen_among_the_options(
    game: str, tmp_path: Path
) -> None:
    async with reception(tmp_path) as here:
        table = await here.service.tables.new(game, ANA.cause(), ANA, GUILD, CHANNEL)
        panel = await here.press(ANA, Purpose.OPTIONS, table.id)
        clocks = [part.id for part in controls_of(panel) if part.id.data.startswith(("clock=", "late="))]
        assert len(clocks) == 7
        for id in clocks:
            letter = await here.press_control(ANA, id)
            assert letter_problems(letter) == []
            timing = (await here.service.tables.table(table.id, GUILD)).timing
            assert id.data in (f"clock={timing.preset}", f"late={timing.absence}")


@dataclass(frozen=True)
class Many(CardOptions):
    """An option with more values than one menu holds."""

    size: int = choice(number_picks(write_number, range(60)), name=msg("Size"), help=msg("How many."), group=SCORING)


async def test_a_value_of_more_than_a_menu_holds_is_typed(tmp_path: Path) -> None:
    presets = {"short": Many()}
    many = cast("Game[Any, Any]", replace(CARDS_GAME, options=Many, presets=presets))  # only the options are asked for
    async with reception(tmp_path, {"cards": many}) as here:
        panel = await panel_of(here, "cards")
        scoring = next(id for id in forms_of(panel) if id.data == "scoring")
        form = await here.form(ANA, scoring)
        assert form_problems(form) == []
        await here.fill_in(ANA, form, size="59")
        assert (await options_now(here)).size == 59


async def test_a_guest_reads_the_options_and_is_offered_nothing_that_only_the_host_can_press(tmp_path: Path) -> None:
    async with reception(tmp_path) as here:
        table = await here.service.tables.new("draw", ANA.cause(), ANA, GUILD, CHANNEL)
        await here.service.tables.do(table.id, BEN.cause(), ready.join, BEN)
        for person in (BEN, EVE):
            panel = await here.press(person, Purpose.OPTIONS)
            assert {part.id.purpose for part in controls_of(panel)} == {Purpose.OPTIONS}
            for data in ("length", "target"):
                letter = await here.press(person, Purpose.OPTIONS, data=data)
                assert "Points to win: Usual for the set" in letter.text
                assert {part.id.purpose for part in controls_of(letter)} <= {Purpose.OPTIONS}
            with pytest.raises(Refusal):
                await here.form(person, ControlId(Purpose.ASK, table.id, data="game"))
        assert "All options" in labels(await here.press(ANA, Purpose.OPTIONS, data="target"))


async def test_the_panel_is_short_and_leaves_out_what_decides_nothing(tmp_path: Path) -> None:
    async with reception(tmp_path) as here:
        panel = await panel_of(here, "draw")
        assert len(panel.text.splitlines()) <= 7
        length = next(part for part in controls_of(panel) if part.id.data == "length")
        assert isinstance(length, Option)
        assert "Points to win: Usual for the set" in length.about
        assert "Number of rounds" not in length.about
        panel = await here.press(ANA, Purpose.SET, data="match=rounds")
        length = next(part for part in controls_of(panel) if part.id.data == "length")
        assert isinstance(length, Option)
        assert length.about.startswith("The game ends: By rounds")
        assert "Points to win" not in length.about
        assert "Points to win" not in (await here.press(ANA, Purpose.OPTIONS, data="length")).text


async def test_the_host_allows_hints_beside_the_options(tmp_path: Path) -> None:
    async with reception(tmp_path) as here:
        panel = await panel_of(here, "draw")
        assert "**Hints**: on as long as only one person plays" in panel.text
        (forbid,) = (part.id for part in controls_of(panel) if part.label == "No hints")
        panel = await here.press(ANA, forbid.purpose, data=forbid.data)
        assert "**Hints**: off" in panel.text
        (allow,) = (part.id for part in controls_of(panel) if part.label == "Allow hints")
        panel = await here.press(ANA, allow.purpose, data=allow.data)
        assert "**Hints**: on for everyone." in panel.text


async def test_the_host_chooses_beside_the_options_whether_the_game_can_count_for_ratings(tmp_path: Path) -> None:
    async with reception(tmp_path) as here:
        await panel_of(here, "draw")
        panel = await here.press(ANA, Purpose.SET, data="clock=day")
        for label, unrated in (("Don't count it", True), ("Let it count", False), ("Don't count it", True)):
            (change,) = (part.id for part in controls_of(panel) if part.label == label)
            panel = await here.press(ANA, change.purpose, data=change.data)
            table = await here.service.tables.table(1, GUILD)
            assert table.standing.unrated is unrated
            assert ("doesn't count" in panel.text) is unrated
            assert ("doesn't count" in str(lobby_text(GAMES["draw"], table))) is unrated
        refused = await here.press(BEN, Purpose.SET, data="rated=on")
        assert "Press *Join*, and you're in." in refused.text


@pytest.mark.parametrize(
    ("setting", "why"),
    [
        ("clock=open", ", since it has no clock."),
        ("late=wait", ", since the table waits for late players."),
        ("hints=on", ", since hints are on."),
        ("rated=off", "."),
        ("clock=week", None),
    ],
)
async def test_the_panel_says_why_a_game_counts_for_no_rating(tmp_path: Path, setting: str, why: str | None) -> None:
    async with reception(tmp_path) as here:
        await panel_of(here, "draw")
        await here.press(ANA, Purpose.SET, data="clock=day")
        panel = await here.press(ANA, Purpose.SET, data=setting)
        ratings = "this game can count." if why is None else f"this game doesn't count{why}"
        assert f"**Ratings**: {ratings}" in panel.text
        table = await here.service.tables.table(1, GUILD)
        begun = StepResult(StepRow(table.id, 1, Kind.START, None, None, "", "", 0), (), (None, None), 0)
        assert may_be_rated(table, [begun]) is (why is None)
        switch = {part.label for part in controls_of(panel)} & {"Don't count it", "Let it count"}
        assert switch == ({"Don't count it"} if why is None else {"Let it count"} if why == "." else set())
