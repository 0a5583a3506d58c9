"""Playing again: who must press, who sits where, and what is left of the finished game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pytest

from bot.service import Service
from bot.table.log.model import ANY, Person, Status, Table
from bot.table.record.verify import REFUSED, verify
from bot.table.refusals import NotSeated, Refusal
from bot.table.rules import lobby
from bot.table.rules import rematch as rules
from bot.talk import card, rematch
from bot.talk.letter import Select
from bot.talk.rematch import next_game_line, rematch_buttons
from engine.words import Words
from tests.bot.games import GAMES
from tests.bot.players import Player, deal_game, open_table
from tests.bot.tools import ANA, BEN, CEM, CHANNEL, EVE, GUILD, FixedClock, play_to_end, running_table, started_table

LATER = 600
"""Seconds after which the host need not wait."""


@pytest.fixture
def address(sqlite_address: str) -> str:
    """Provide a SQLite database: one engine is enough here."""
    return sqlite_address


async def finish(service: Service, *people: Person, computers: Sequence[str] = ()) -> tuple[Table, Sequence[Player]]:
    """Return a short game that is over, and its people."""
    table, players = await deal_game(service, *people, computers=computers, preset="short")
    return await play_to_end(service, table), players


async def agree(*players: Player) -> Table:
    """Return the finished game once all of these want to play again."""
    for player in players:
        table = await player.agrees_to_rematch()
    return table


async def after(service: Service, table: Table) -> Table:
    """Return the table that follows."""
    assert table.standing.rematch.next is not None
    found = await service.tables.table(table.standing.rematch.next.table, ANY)
    assert found.number == table.standing.rematch.next.number
    return found


async def test_a_rematch_begins_with_the_last_press_of_all_who_played(service: Service) -> None:
    table, (ana, ben, cem) = await finish(service, ANA, BEN, CEM)
    for player, agreed in ((cem, 1), (ana, 2)):
        table = await player.agrees_to_rematch()
        assert (len(table.standing.rematch.agreed), table.standing.rematch.next) == (agreed, None)
    again = await after(service, await ben.agrees_to_rematch())
    assert (again.status, again.game, again.options) == (Status.RUNNING, table.game, table.options)
    assert (again.guild, again.channel, again.host) == (GUILD, CHANNEL, ANA.user)
    assert again.number == table.number + 1


async def test_everybody_sits_one_seat_further_in_a_rematch(service: Service) -> None:
    _, people = await finish(service, ANA, BEN, CEM)
    assert (await after(service, await agree(*people))).seats == (BEN, CEM, ANA)


async def test_partners_keep_their_seats_in_a_rematch(service: Service) -> None:
    table, people = await deal_game(service, ANA, BEN, CEM, EVE, preset="partners")
    await play_to_end(service, table)
    over = await agree(*people)
    assert (await after(service, over)).seats == table.seats == (ANA, BEN, CEM, EVE)
    assert str(next_game_line(GAMES["cards"], over)).endswith("Pairs and seats stay.")


async def test_a_rematch_in_pairs_waits_for_all_four(service: Service, clock: FixedClock) -> None:
    table, (ana, ben, cem, _) = await deal_game(service, ANA, BEN, CEM, EVE, preset="partners")
    await play_to_end(service, table)
    await agree(ben, cem, ana)
    clock.time += LATER
    assert (await ana.agrees_to_rematch()).standing.rematch.next is None


async def pairs_over(service: Service, *people: Person, computers: Sequence[str] = ()) -> Sequence[Player]:
    """Return the people of a game in pairs that is over; the first is its host."""
    table, players = await deal_game(service, *people, computers=computers, preset="partners")
    await play_to_end(service, table)
    return players


async def changes(host: Player, one: Person, other: Person) -> Table:
    return await host.does(rules.exchange, host.user, one.key, other.key)


async def test_the_host_changes_the_pairs_and_who_was_moved_agrees_again(service: Service) -> None:
    ana, ben, cem, eve = await pairs_over(service, ANA, BEN, CEM, EVE)
    await agree(ben, cem)
    table = await changes(ana, BEN, CEM)
    assert table.rematch_seats == ()
    assert table.standing.rematch.order == (0, 2, 1, 3)
    letter = rematch.letter(GAMES["cards"], table, Words())
    assert letter is not None
    said = "The rematch: ◆ <@{}> and <@{}> against ● <@{}> and <@{}>.".format(*(p.user for p in (ANA, BEN, CEM, EVE)))
    assert letter.text == f"{said}\nPlayers who changed places press *Rematch* again."
    over = await agree(ana, eve, ben, cem)
    again = await after(service, over)
    assert again.seats == (ANA, CEM, BEN, EVE)
    assert again.options.sides(4) == ((0, 2), (1, 3))
    assert str(next_game_line(GAMES["cards"], over)).endswith(f"● <@{CEM.user}> and <@{EVE.user}>.")
    assert verify((await service.tables.record(over.id)).to_json(), GAMES).code != REFUSED


async def test_a_host_who_moves_has_agreed_and_a_change_back_leaves_no_trace(service: Service) -> None:
    ana, *_ = await pairs_over(service, ANA, BEN, CEM, EVE)
    await agree(ana)
    assert (await changes(ana, ANA, BEN)).rematch_seats == (0,)
    table = await changes(ana, ANA, BEN)
    assert table.standing.rematch.order == ()
    assert rematch.exchange_text(table) is not None


async def test_computer_players_change_places_too(service: Service) -> None:
    (ana,) = await pairs_over(service, ANA, computers=["easy", "hard", "easy"])
    table = await service.tables.table(ana.table, ANY)
    await changes(ana, ANA, table.seats[1])
    again = await after(service, await ana.agrees_to_rematch())
    assert [person.user for person in again.seats] == [0, ANA.user, 0, 0]


async def test_only_the_host_changes_pairs_and_only_before_a_rematch_in_pairs(service: Service) -> None:
    ana, ben, cem, eve = await pairs_over(service, ANA, BEN, CEM, EVE)
    with pytest.raises(Refusal, match="the host, can change the pairs"):
        await changes(ben, BEN, CEM)
    with pytest.raises(Refusal, match="Choose two players"):
        await changes(ana, BEN, BEN)
    await agree(ana, ben, cem, eve)
    with pytest.raises(Refusal, match="only before a rematch in pairs"):
        await changes(ana, BEN, CEM)
    _, (dan, *_) = await finish(service, ANA, BEN, CEM)
    with pytest.raises(Refusal, match="only before a rematch in pairs"):
        await changes(dan, BEN, CEM)


async def test_the_controls_for_changing_pairs_are_under_a_result_in_pairs_alone(service: Service) -> None:
    (ana, *_) = await pairs_over(service, ANA, BEN, CEM, EVE)
    table = await service.tables.table(ana.table, ANY)
    assert [button.label for button in rematch_buttons(table, Words())] == ["Rematch", "Change the pairs"]
    (menu,) = rematch.exchange_rows(table, Words(table.names))
    assert isinstance(menu, Select)
    assert [option.label for option in menu.options][:2] == ["Ana and Ben", "Ana and Cem"]
    assert len(menu.options) == 6
    alone, _ = await finish(service, ANA, BEN, CEM)
    assert [button.label for button in rematch_buttons(alone, Words())] == ["Rematch"]
    assert rematch.exchange_rows(alone, Words()) == ()


async def test_computer_players_come_along_and_are_not_asked(service: Service) -> None:
    _, (ana,) = await open_table(service, ANA, computers=["hard"], preset="short")
    await ana.allows_hints(allowed=True)
    await play_to_end(service, await ana.starts())
    again = await after(service, await ana.agrees_to_rematch())
    assert [(person.user, person.player) for person in again.seats] == [(0, "hard"), (ANA.user, None)]
    assert again.standing.hints is True


@pytest.mark.parametrize("unrated", [True, False])
async def test_a_rematch_of_a_game_that_counts_for_no_rating_counts_for_none(service: Service, unrated: bool) -> None:
    _, (ana, _) = await open_table(service, ANA, BEN, preset="short")
    await ana.does(lobby.set_rated, ana.user, rated=not unrated)
    table = await play_to_end(service, await ana.starts())
    for _ in range(2):
        table = await after(service, await agree(*(Player(service, table.id, person) for person in (ANA, BEN))))
        assert table.standing.unrated is unrated
        assert (card.unrated_notice(table) is not None) is unrated
        table = await play_to_end(service, table)


async def test_a_player_who_agreed_and_deletes_everything_does_not_come_along(
    service: Service, clock: FixedClock
) -> None:
    _, (ana, ben, cem) = await finish(service, ANA, BEN, CEM)
    await ben.agrees_to_rematch()
    await service.people.forget(BEN.user)
    table = await ana.agrees_to_rematch()
    assert [button.label for button in rematch_buttons(table, Words(()), counts=True)] == ["Rematch 1/2"]
    clock.time += LATER
    table = await ana.agrees_to_rematch()
    assert table.standing.rematch.next is None  # the host would be alone
    again = await after(service, await cem.agrees_to_rematch())
    assert again.seats == (CEM, ANA)


async def test_a_host_who_deletes_everything_leaves_the_rematch_to_another_player(service: Service) -> None:
    _, (ana, ben, cem) = await open_table(service, ANA, BEN, CEM, computers=["easy"], preset="short")
    await ana.allows_hints(allowed=False)
    await play_to_end(service, await ana.starts())
    await service.people.forget(ANA.user)
    again = await after(service, await agree(ben, cem))
    assert [person.name for person in again.seats] == ["Cem", "Bolt", "Ben"]
    assert again.host == CEM.user


async def test_pressing_twice_is_pressing_once(service: Service) -> None:
    table, (ana, _, cem) = await finish(service, ANA, BEN, CEM)
    ben = Player(service, table.id, BEN, iter((5, 5, 6, 7)))
    first = await ben.agrees_to_rematch()
    assert await ben.agrees_to_rematch() == first
    assert await ben.agrees_to_rematch() == first
    table = await agree(ana, cem)
    late = await ben.agrees_to_rematch()
    assert late.standing.rematch.next == table.standing.rematch.next
    assert len(await service.listing.open_tables_of(ANA.user)) == 1


async def test_the_host_goes_on_without_the_others_after_ten_minutes(service: Service, clock: FixedClock) -> None:
    _, (ana, ben, _) = await finish(service, ANA, BEN, CEM)
    await agree(ana, ben)
    clock.time += LATER - 1
    assert (await ana.agrees_to_rematch()).standing.rematch.next is None
    clock.time += 1
    assert (await ben.agrees_to_rematch()).standing.rematch.next is None
    assert (await after(service, await ana.agrees_to_rematch())).seats == (BEN, ANA)


async def test_a_host_alone_waits_on(service: Service, clock: FixedClock) -> None:
    _, (ana, _) = await finish(service, ANA, BEN, computers=["easy"])
    clock.time += LATER
    assert (await ana.agrees_to_rematch()).standing.rematch.next is None


async def test_only_who_played_is_asked_and_only_after_the_end(service: Service) -> None:
    table, _ = await finish(service, ANA, BEN, CEM)
    with pytest.raises(NotSeated):
        await Player(service, table.id, EVE).agrees_to_rematch()
    for going_on in (await running_table(service), await started_table(service)):
        with pytest.raises(Refusal, match="once this game is over"):
            await Player(service, going_on.id, ANA).agrees_to_rematch()


async def test_the_record_of_a_finished_game_ends_with_the_game(service: Service) -> None:
    table, people = await finish(service, ANA, BEN, CEM)
    before = await service.tables.record(table.id)
    await agree(*people)
    assert await service.tables.record(table.id) == before
    assert verify(before.to_json(), GAMES).code == 2


async def test_the_button_counts_and_is_gone_once_the_rematch_began(service: Service) -> None:
    table, people = await finish(service, ANA, BEN)
    labels = [[button.label for button in rematch_buttons(table, Words(()), counts=True)]]
    for player in people:
        table = await player.agrees_to_rematch()
        labels.append([button.label for button in rematch_buttons(table, Words(()), counts=True)])
    assert labels == [["Rematch 0/2"], ["Rematch 1/2"], []]


async def test_a_rematch_is_told_in_the_language_of_the_game_before(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(service.tables, "new", partial(service.tables.new, language="de"))
        table, players = await finish(service, ANA, BEN)
    assert (await after(service, await agree(*players))).language == table.language == "de"
