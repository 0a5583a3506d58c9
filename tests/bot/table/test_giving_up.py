"""Partners give up a game if both of them agree; the opponents are not asked, and win."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bot.service import Service
from bot.service.rating import PARTNERS
from bot.table.clock.pace import Preset
from bot.table.clock.timing import Timing
from bot.table.log.model import ANY, Status, Table
from bot.table.log.steps import Kind, Subject
from bot.table.record.verify import INCOMPLETE, verify
from bot.table.refusals import Refusal
from bot.table.rules.votes import find_vote_decided_by_silence
from bot.talk import card, digest, result, vote
from engine.words import Words
from tests.bot.games import CARDS_GAME, GAMES
from tests.bot.players import Player, deal_game
from tests.bot.tools import ANA, BEN, CEM, DOT, GUILD, play_on, play_to_end

PEOPLE = (ANA, BEN, CEM, DOT)
WORDS = Words([person.name for person in PEOPLE])
GIVE_UP = str(Subject.GIVE_UP)


@pytest.fixture
def address(sqlite_address: str) -> str:
    """Provide a SQLite database: one engine is enough here."""
    return sqlite_address


def vote_message(table: Table) -> str:
    """Return what the message of the last vote says."""
    assert table.standing.vote is not None
    return WORDS.text(vote.vote_text(table, table.standing.vote))


async def begin(service: Service, preset: str = "partners", people: int = 4) -> tuple[Table, Sequence[Player]]:
    computers = ["easy"] * (4 - people)
    return await deal_game(service, *PEOPLE[:people], preset=preset, computers=computers, timing=Timing(Preset.DAY))


async def test_both_partners_agree_and_the_opponents_win_unasked(service: Service) -> None:
    _, (_, ben, _, dot) = await begin(service)
    asked = await ben.calls_vote(GIVE_UP)
    assert asked.status is Status.RUNNING
    assert asked.standing.vote is not None
    assert vote.pending_voters(asked, asked.standing.vote) == [3]
    letter = vote.letter(CARDS_GAME, asked, asked.standing.vote, WORDS)
    assert letter.pings == (DOT.user,)
    assert "Ben asks to give up this game. The other pair would win it.\n1 of 2 agree. Waiting for Dot." in letter.text
    over = await dot.says_yes()
    assert (over.status, over.surrendered_side, over.has_result) == (Status.CLOSED, (1, 3), True)
    seen = await service.tables.observe(over.id, None)
    assert WORDS.text(result.end_title(CARDS_GAME, seen)) == "◆ Ana and Cem win: ● Ben and Dot give up."
    assert "Both agree: they give up the game." in vote_message(over)


async def test_the_card_and_the_digest_say_who_won_by_that(service: Service) -> None:
    table, (_, ben, _, dot) = await begin(service)
    await ben.calls_vote(GIVE_UP)
    await dot.says_yes()
    seen = await service.tables.observe(table.id, ANA.user)
    assert WORDS.text(digest.result_line(CARDS_GAME, seen)) == "you won · ◆ Ana and Cem 0 · ● Ben and Dot 0"
    text = card.card(CARDS_GAME, seen, WORDS).text
    assert "· over\n◆ Ana and Cem win: ● Ben and Dot give up." in text


async def test_a_no_of_the_partner_ends_the_question(service: Service) -> None:
    _, (ana, _, cem, _) = await begin(service)
    await ana.calls_vote(GIVE_UP)
    going = await cem.says_no()
    assert going.status is Status.RUNNING
    assert going.standing.vote is not None
    assert going.standing.vote.outcome is False


async def test_an_opponent_has_no_voice_in_it(service: Service) -> None:
    table, (ana, ben, _, _) = await begin(service)
    await ana.calls_vote(GIVE_UP)
    for answers in (ben.says_yes, ben.says_no):
        with pytest.raises(Refusal, match="Only partners decide"):
            await answers()
    with pytest.raises(Refusal, match="The others are asked whether they give up"):
        await ben.calls_vote(GIVE_UP)
    assert (await service.tables.table(table.id, ANY)).is_running


async def test_silence_never_gives_up_a_game(service: Service) -> None:
    _, (ana, *_) = await begin(service)
    asked = await ana.calls_vote(GIVE_UP)
    assert find_vote_decided_by_silence(asked) is None
    with pytest.raises(ValueError, match="nobody said it"):
        asked.standing.votes.after_silence(asked.standing.players)


async def test_the_next_deal_ends_the_question(service: Service) -> None:
    table, (ana, *_) = await begin(service)
    table = await ana.calls_vote(GIVE_UP)
    while table.round == 1:
        assert table.standing.vote is not None
        assert table.standing.vote.outcome is None
        table = await play_on(service, table)
    assert table.standing.vote is not None
    assert table.standing.vote.outcome is False
    assert "The next round has begun, so nobody gives up." in vote_message(table)


async def test_with_a_computer_player_as_partner_one_player_decides(service: Service) -> None:
    _, (ana, *_) = await begin(service, people=2)
    assert (await ana.calls_vote(GIVE_UP)).surrendered_side == (0, 2)


async def test_a_partner_who_is_away_is_asked_too(service: Service) -> None:
    _, (ana, _, cem, _) = await begin(service)
    await cem.stays_away()
    assert (await ana.calls_vote(GIVE_UP)).is_running
    assert (await cem.says_yes()).surrendered_side == (0, 2)


async def test_players_without_partners_cannot_give_up(service: Service) -> None:
    _, (ana, *_) = await begin(service, preset="long")
    with pytest.raises(Refusal, match="Only partners can give up"):
        await ana.calls_vote(GIVE_UP)


async def test_a_game_that_was_given_up_counts_as_lost_and_its_record_agrees(service: Service) -> None:
    table, (_, ben, _, dot) = await begin(service)
    await ben.calls_vote(GIVE_UP)
    await dot.says_yes()
    await service.statistics.count_pending_games()
    rows = await service.store.run(lambda tx: tx.results.scores(table.id))
    assert [(row.seat, row.place) for row in rows] == [(0, 1), (1, 2), (2, 1), (3, 2)]
    assert all(row.rating for row in rows)
    ratings = await service.store.run(lambda tx: tx.results.ratings(users={ANA.user, BEN.user}))
    assert {row.size for row in ratings} == {PARTNERS}
    assert (await service.standings.best(GUILD, "cards")).sizes == [PARTNERS]
    assert (await service.statistics.recount()).changed == []
    record = await service.tables.record(table.id)
    assert [step.notation for step in record.steps if step.kind == Kind.CLOSE] == [GIVE_UP]
    assert verify(record.to_json(), GAMES).code == INCOMPLETE  # no message shows the end


async def test_who_won_by_the_rules_is_not_asked_about_giving_up(service: Service) -> None:
    table, _ = await begin(service)
    over = await play_to_end(service, table)
    assert over.surrendered_side == ()
