"""Costly mistakes need a second press, and only the player who makes them is asked."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from bot.table.log.model import Table
from bot.talk.letter import Button, ControlId, Letter, Purpose, Style
from engine.games import GAMES
from tests.bot.reception import Reception, labels, letter_problems, reception
from tests.bot.tools import ANA, BEN, CEM, DOT, EVE, GUILD, make_deal

BLOCK = GAMES["draw"].presets["block"].with_option("forced_moves", "by_hand")


async def until(here: Reception, table: Table, *, able: bool, rng: Random) -> Table:
    """Play without fouls until the player to move may declare and can, or can't, play."""
    while table.is_running:
        if table.to_act == -1:
            table = await make_deal(here.service, table.id)
            continue
        can = await here.offers(table)
        plays = [notation for notation in can if notation.startswith("play")]
        if "cannot" in can and bool(plays) == able:
            return table
        assert table.mover
        table = (
            await here.service.tables.act(
                table.id, table.mover.cause(), table.mover, None, rng.choice(plays) if plays else "cannot"
            )
        ).table
    raise AssertionError("nobody could declare anything")


def by_label(letter: Letter, label: str) -> ControlId:
    return next(b.id for row in letter.rows if isinstance(row, tuple) for b in row if b.label == label)


async def test_a_false_declaration_is_asked_about_with_what_fits_and_what_it_costs(tmp_path: Path) -> None:
    async with reception(tmp_path) as here:
        table = await until(here, await here.begin("draw", BLOCK, ANA, BEN), able=True, rng=Random(3))
        mover = table.mover
        assert mover
        seen = await here.service.tables.observe(table.id, mover.user)
        hand = await here.press(mover, Purpose.HAND)
        asked = await here.press_control(mover, by_label(hand, "I can't play"))
        typed = await here.press(mover, Purpose.ACT, data="cannot", seq=table.position_seq)
        assert asked.text == typed.text
        fits = " or ".join(str(tile) for tile in sorted(seen.observation.playable))
        assert asked.text.replace(", ", " or ") == f"You have a move ({fits}). A false claim is a foul: −30 points."
        assert [picture.name for picture in asked.pictures] == ["hand.png"]
        assert letter_problems(asked) == []
        back, sure = asked.rows
        assert isinstance(sure, tuple)
        assert isinstance(back, tuple)
        assert [(button.label, button.style) for button in sure] == [("Claim anyway (−30)", Style.DANGER)]
        assert (await here.service.tables.table(table.id, GUILD)).seq == table.seq

        again = await here.press_control(mover, back[0].id)
        assert "I can't play" in labels(again)
        assert (await here.service.tables.table(table.id, GUILD)).seq == table.seq

        done = await here.press_control(mover, sure[0].id)
        assert "Foul: " in done.text
        assert (await here.service.tables.table(table.id, GUILD)).seq == table.seq + 1
        assert "I can't play" not in labels(done)


async def test_a_true_declaration_takes_one_press(tmp_path: Path) -> None:
    async with reception(tmp_path) as here:
        table = await until(here, await here.begin("draw", BLOCK, ANA, BEN), able=False, rng=Random(4))
        mover = table.mover
        assert mover
        done = await here.press_control(mover, by_label(await here.press(mover, Purpose.HAND), "I can't play"))
        assert "You pass." in done.text
        assert (await here.service.tables.table(table.id, GUILD)).seq > table.seq


async def test_a_false_claim_to_be_able_is_asked_about_and_a_true_one_takes_the_table_at_its_word(
    tmp_path: Path,
) -> None:
    async with reception(tmp_path) as here:
        table, rng, asked_about, claimed = await here.begin("draw", BLOCK, ANA, BEN, CEM, DOT), Random(5), 0, 0
        while not (asked_about and claimed):
            if not table.is_running:
                table = await here.begin("draw", BLOCK, ANA, BEN, CEM, DOT)
            if table.to_act == -1:
                table = await make_deal(here.service, table.id)
                continue
            can = await here.offers(table)
            plays = [notation for notation in can if notation.startswith("play")]
            mover = table.mover
            assert mover
            if "can" in can:
                answer = await here.press(mover, Purpose.ACT, table.id, "can", table.position_seq)
                now = await here.service.tables.table(table.id, GUILD)
                if plays:
                    claimed += 1
                    assert now.seq > table.seq
                    seen = await here.service.tables.observe(table.id, None)
                    voice, public = GAMES[table.game].voice, seen.observation
                    read = f"{voice.call(public)} · {voice.situation(public)} · {voice.prompt(public)}"
                    assert "pass" not in read
                    assert "confirm" not in read
                else:
                    asked_about += 1
                    assert answer.text == "None of your tiles fits. A false claim is a foul: −30 points."
                    assert now.seq == table.seq
                table = now
            table = (
                await here.service.tables.act(
                    table.id, mover.cause(), mover, None, rng.choice(plays) if plays else "cannot"
                )
            ).table
        assert asked_about
        assert claimed


@pytest.mark.parametrize(
    ("options", "cost"),
    [
        ({"foul_action": "none"}, "A false claim is a foul. It costs nothing, but everyone reads it."),
        ({"foul_action": "warning"}, "A false claim is a foul. The first one is a warning."),
        ({"foul_action": "forfeit_round"}, "A false claim is a foul: it ends the round, and you can't win it."),
        ({"foul_penalty": "hundred"}, "A false claim is a foul: −100 points."),
    ],
)
async def test_the_question_names_what_it_costs_at_this_table(
    tmp_path: Path, options: dict[str, str], cost: str
) -> None:
    chosen = BLOCK
    for name, value in options.items():
        chosen = chosen.with_option(name, value)
    async with reception(tmp_path) as here:
        table = await until(here, await here.begin("draw", chosen, ANA, BEN), able=True, rng=Random(6))
        assert table.mover
        asked = await here.press(table.mover, Purpose.ACT, data="cannot", seq=table.position_seq)
        assert asked.text.endswith(f" {cost}")


async def test_only_the_player_to_move_is_asked_and_nothing_is_said_in_public(tmp_path: Path) -> None:
    async with reception(tmp_path) as here:
        table = await until(here, await here.begin("draw", BLOCK, ANA, BEN), able=True, rng=Random(7))
        here.parts.reconciler.touch(table.id)
        await here.parts.reconciler.wait_idle()
        said = list(here.mailbox.said)
        assert table.mover
        other = next(person for person in (ANA, BEN) if person.user != table.mover.user)
        for person in (other, EVE, table.mover):
            answer = await here.press(person, Purpose.ACT, data="cannot", seq=table.position_seq)
            assert ("a foul" in answer.text) == (person is table.mover)
        here.parts.reconciler.touch(table.id)
        await here.parts.reconciler.wait_idle()
        assert here.mailbox.said == said


async def test_a_question_from_an_earlier_position_declares_nothing(tmp_path: Path) -> None:
    async with reception(tmp_path) as here:
        table = await until(here, await here.begin("draw", BLOCK, ANA, BEN), able=True, rng=Random(8))
        mover = table.mover
        assert mover
        asked = await here.press(mover, Purpose.ACT, data="cannot", seq=table.position_seq)
        play = next(notation for notation in await here.offers(table) if notation.startswith("play"))
        played = (await here.service.tables.act(table.id, mover.cause(), mover, None, play)).table
        await here.press_control(mover, by_label(asked, "Claim anyway (−30)"))
        assert (await here.service.tables.table(table.id, GUILD)).seq == played.seq


async def test_a_public_bid_button_of_an_older_version_still_bids_and_tells_all_others_why_not(tmp_path: Path) -> None:
    async with reception(tmp_path) as here:
        table = await here.begin("moon", GAMES["moon"].options(), ANA, BEN, CEM)
        here.parts.reconciler.touch(table.id)
        await here.parts.reconciler.wait_idle()
        public = [row for letter in here.mailbox.there.values() for row in letter.rows if isinstance(row, tuple)]
        assert not any(isinstance(b, Button) and b.id.purpose is Purpose.ACT for row in public for b in row)
        old = {name: ControlId(Purpose.ACT, table.id, table.position_seq, name) for name in ("bid 21", "bid 5")}
        mover = table.mover
        assert mover
        other = next(person for person in (ANA, BEN, CEM) if person.user != mover.user)
        assert "You're not in Moon #1." in (await here.press_control(EVE, old["bid 5"])).text
        assert " is next." in (await here.press_control(other, old["bid 5"])).text
        assert "21 promises all seven tricks." in (await here.press_control(mover, old["bid 21"])).text
        assert "You bid 5." in (await here.press_control(mover, old["bid 5"])).text
        late = await here.press_control(mover, old["bid 5"])
        assert [picture.name for picture in late.pictures] == ["hand.png"]
