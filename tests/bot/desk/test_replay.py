"""A game that is over can be seen again, by all who may see its result; of one that goes on there is nothing."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

from bot.channel.port import PrivateClosed, TryLater
from bot.table.log.model import Cause, Table
from bot.table.posts import PostKind
from bot.table.rules import votes
from bot.talk.card import card
from bot.talk.letter import ControlId, Letter, Purpose, Select
from engine.games import GAMES
from engine.words import Words
from tests.bot.reception import Reception, controls_of, labels, letter_problems, reception
from tests.bot.tools import ANA, BEN, CEM, CHANNEL, EVE, GUILD, first_choice, play_to_end

SHORT = GAMES["draw"].presets["sprint"]
ROUNDS = SHORT.with_option("rounds", "2")


async def over(here: Reception) -> Table:
    """Return a game of two rounds, played to its end."""
    return await play_to_end(here.service, await here.begin("draw", ROUNDS, ANA, BEN))


def frames(letter: Letter) -> int:
    (picture,) = letter.pictures
    assert picture.name == "replay.gif"
    return int(getattr(Image.open(io.BytesIO(picture.png)), "n_frames", 0))


async def test_anyone_sees_a_whole_game_again_and_each_of_its_rounds(tmp_path: Path) -> None:
    async with reception(tmp_path) as here:
        table = await over(here)
        for person in (ANA, EVE):
            letter = await here.press(person, Purpose.REPLAY, table.id)
            assert labels(letter)[:3] == ["The whole game", "Round 1", "Round 2"]
            assert ("Share the replay" in labels(letter)) == (person is ANA)
            assert letter_problems(letter) == []
            assert "Replay of Draw Dominoes #1 in " in letter.pictures[0].alt
        choice = letter.rows[0]
        assert isinstance(choice, Select)
        whole, first = [frames(await here.press_control(EVE, option.id)) for option in choice.options[:2]]
        assert whole > first > 3


async def test_of_a_game_that_goes_on_there_is_no_replay_whatever_is_pressed(tmp_path: Path) -> None:
    async with reception(tmp_path) as here:
        table = await here.begin("draw", ROUNDS, ANA, BEN)
        for person in (ANA, CEM):
            for purpose, data in (
                (Purpose.REPLAY, ""),
                (Purpose.REPLAY, "1"),
                (Purpose.SHARE, "0"),
                (Purpose.SHARE, "x"),
            ):
                letter = await here.press(person, purpose, table.id, data)
                assert letter.text == "The replay comes with the result. Ask again when the game is over."
                assert not letter.pictures
        assert here.mailbox.said == []


async def test_the_card_of_a_cancelled_game_leads_to_its_replay(tmp_path: Path) -> None:
    async with reception(tmp_path) as here:
        table = await here.begin("draw", ROUNDS, ANA, BEN)
        assert table.mover
        await here.service.tables.act(
            table.id, table.mover.cause(1), table.mover, table.position_seq, await first_choice(here.service, table)
        )
        for person in (ANA, BEN):
            await here.service.tables.do(table.id, Cause(person.user), votes.call_vote, person.user, "cancel")
        seen = (await here.service.outbox.snapshot(table.id)).seen
        buttons = {part.label: part.id for part in controls_of(card(GAMES["draw"], seen, Words(("Ana", "Ben"))))}
        assert list(buttons) == ["Open again", "Replay"]
        assert frames(await here.press_control(EVE, buttons["Replay"])) > 1


async def test_a_player_posts_a_replay_once(tmp_path: Path) -> None:
    async with reception(tmp_path) as here:
        table = await over(here)
        assert "You didn't play" in (await here.press(EVE, Purpose.SHARE, table.id)).text
        assert (await here.press(ANA, Purpose.SHARE, table.id, guild=None)).text.startswith(
            "I don't know that table here."
        )
        here.mailbox.failures.append(TryLater("busy"))
        assert "Try again" in (await here.press(ANA, Purpose.SHARE, table.id)).text
        first = await here.press(ANA, Purpose.SHARE, table.id)
        ((where, posted),) = here.mailbox.said
        assert where.startswith(f"sent to {CHANNEL} as 1-f0-")
        assert posted.text == f"**Replay · Draw Dominoes #1** · shared by <@{ANA.user}>"
        assert frames(posted) > 6
        assert posted.pings == ()
        link = f"https://discord.com/channels/{GUILD}/{CHANNEL}/{next(iter(here.mailbox.there))}"
        assert first.text == f"It's shared: {link}"
        assert (await here.press(BEN, Purpose.SHARE, table.id)).text == f"It's shared already: {link}"
        for number, said in (
            (1, "It's shared"),
            (2, "It's shared"),
            (9, "It's shared already"),
            ("moment", "Nothing more of"),
        ):
            assert (await here.press(BEN, Purpose.SHARE, table.id, str(number))).text.startswith(said)


async def test_a_player_looks_at_the_best_moment_before_it_is_posted(tmp_path: Path) -> None:
    async with reception(tmp_path) as here:
        table = await over(here)
        letter = await here.press(ANA, Purpose.REPLAY, table.id)
        button = next(part for part in controls_of(letter) if part.label == "Share best moment")
        look = await here.press_control(ANA, button.id)
        assert look.text.startswith("Only you see this. Post it for everyone here?\n📸 **")
        assert labels(look) == ["Post it", "Not now"]
        assert letter_problems(look) == []
        post, not_now = [part.id for part in controls_of(look)]
        assert (await here.press_control(ANA, not_now)).text == "Nothing is posted."
        assert here.mailbox.said == []
        assert (await here.press_control(ANA, post)).text.startswith("It's shared: https://")
        ((_, posted),) = here.mailbox.said
        assert look.text.endswith(posted.text)
        assert look.pictures[0].png == posted.pictures[0].png
        assert posted.rows == ()
        assert posted.text.endswith(f"-# Draw Dominoes #1 · shared by <@{ANA.user}>")
        (picture,) = posted.pictures
        assert picture.png.startswith((b"\x89PNG", b"GIF"))
        assert picture.alt
        for again in (button.id, post):
            assert (await here.press_control(BEN, again)).text.startswith("It's shared already")


async def test_a_restart_forgets_nothing_that_was_posted(tmp_path: Path) -> None:
    async with reception(tmp_path) as here:
        table = await over(here)
        await here.press(ANA, Purpose.SHARE, table.id)
        assert len(here.mailbox.said) == 1
    async with reception(tmp_path) as here:
        assert "shared already" in (await here.press(BEN, Purpose.SHARE, table.id)).text
        assert here.mailbox.said == []


@pytest.mark.parametrize("later", [0, 1000])
async def test_a_post_of_which_nobody_knows_whether_it_arrived_is_not_posted_twice(tmp_path: Path, later: int) -> None:
    async with reception(tmp_path) as here:
        table = await play_to_end(here.service, await here.begin("draw", SHORT, ANA, BEN))
        here.mailbox.failures.append(RuntimeError("a fault of ours"))
        here.mailbox.arrives = True
        with pytest.raises(RuntimeError):
            await here.desk.press(here.caller(ANA), ControlId(Purpose.SHARE, table.id))
        here.clock.time += later
        assert (await here.press(BEN, Purpose.SHARE, table.id)).text.startswith("It's shared: ")
        assert len({where for where, _ in here.mailbox.said}) == 1  # Discord takes one nonce once
        assert len(here.mailbox.said) == (1 if later else 2)


async def test_a_message_of_before_that_says_the_same_is_not_taken_for_a_post_that_was_lost(tmp_path: Path) -> None:
    """Forget the earlier message: a copy of the database was restored, or it is of an earlier run."""
    async with reception(tmp_path) as here:
        table = await play_to_end(here.service, await here.begin("draw", SHORT, ANA, BEN))
        assert "It's shared: " in (await here.press(ANA, Purpose.SHARE, table.id)).text
        (before,) = here.mailbox.there
        store = here.service.store
        known = await store.run(lambda tx: tx.posts.post(table.id, PostKind.FILM, 0))
        assert known
        await store.run(lambda tx: tx.posts.forget_posts(table.id))
        await store.run(lambda tx: tx.posts.drop_post(known.id))
        here.clock.time += 1000
        here.mailbox.failures.append(RuntimeError("a fault of ours"))
        with pytest.raises(RuntimeError):
            await here.desk.press(here.caller(ANA), ControlId(Purpose.SHARE, table.id))
        here.clock.time += 1000
        told = (await here.press(ANA, Purpose.SHARE, table.id)).text
        assert [message for message in here.mailbox.there if str(message) in told] != [before]
        assert len(here.mailbox.there) == 2


async def test_what_surely_was_not_posted_counts_for_nothing(tmp_path: Path) -> None:
    async with reception(tmp_path) as here:
        table = await play_to_end(here.service, await here.begin("draw", SHORT, ANA, BEN))
        for _ in range(4):
            here.mailbox.failures.append(PrivateClosed("no"))
            assert "can't post there" in (await here.press(ANA, Purpose.SHARE, table.id)).text
        for what in ("0", "post moment"):
            assert "It's shared: " in (await here.press(ANA, Purpose.SHARE, table.id, what)).text


async def test_what_is_seen_again_is_kept_for_the_next_who_asks(tmp_path: Path) -> None:
    async with reception(tmp_path) as here:
        table = await play_to_end(here.service, await here.begin("draw", SHORT, ANA, BEN))
        one, other = [await here.press(person, Purpose.REPLAY, table.id) for person in (ANA, BEN)]
        assert one.pictures[0].png is other.pictures[0].png
