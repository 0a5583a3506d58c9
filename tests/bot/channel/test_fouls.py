"""A foul is shown in the channel at once, while the turn goes on, and nothing else of the hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.table.log.model import Table
from bot.talk.letter import Purpose
from engine.game import DEALER
from engine.games import GAMES
from tests.bot.reception import Reception, reception
from tests.bot.tools import ANA, BEN, GUILD, make_deal


async def to_a_false_word(here: Reception, table: Table) -> Table:
    """Play on until whoever is to move can say falsely that they can't."""
    while True:
        if table.to_act == DEALER:
            table = await make_deal(here.service, table.id)
        assert table.mover
        offers = await here.offers(table)
        plays = [offer for offer in offers if offer.startswith("play")]
        if plays and "cannot" in offers:
            await here.parts.channel.show(table.id)
            return table
        await here.press(table.mover, Purpose.SURE, table.id, (plays or offers)[0], table.position_seq)
        table = await here.service.tables.table(table.id, GUILD)


@pytest.mark.parametrize("forced_moves", ["by_hand", "at_once"])
async def test_a_foul_is_told_to_all_before_the_next_move_and_the_tiles_that_fit_are_not(
    tmp_path: Path, forced_moves: str
) -> None:
    async with reception(tmp_path) as here:
        options = GAMES["draw"].options(match="match_to", target=900, forced_moves=forced_moves)
        table = await to_a_false_word(here, await here.begin("draw", options, ANA, BEN))
        assert table.mover
        before = len(here.mailbox.said)
        await here.press(table.mover, Purpose.SURE, table.id, "cannot", table.position_seq)
        await here.parts.channel.show(table.id)
        told = [letter.text for _, letter in here.mailbox.said[before:]]
        who = f"<@{table.mover.user}>"
        (foul,) = [text[text.index("Foul:") :] for text in told if "Foul:" in text]
        assert foul.startswith(f"Foul: {who} says “I can't play”, but can. −")
