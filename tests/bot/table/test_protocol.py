"""Deals from a chain of seeds (docs/DEALS.md), rule by rule: what the log takes, and what it refuses."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from unittest.mock import patch

import msgspec
import pytest

import engine.deal
from bot.table.log.beacon import QUICKNET, randomness
from bot.table.log.dealing import DueDeal
from bot.table.log.draft import Draft, new_row
from bot.table.log.facts import Facts
from bot.table.log.fold import RULES_VERSION, BrokenStep, Position, advance, next_row, replay
from bot.table.log.model import Person, Status
from bot.table.log.steps import Due, Gone, Kind, Opened, Posted, Subject, encode_notation
from bot.table.record import report
from bot.table.record.stepwise import run_to_end
from bot.table.refusals import Refusal
from bot.table.rules import computers, deals, lobby, play, rematch, seats, votes
from bot.table.rules.ending import close
from engine.deal import derive_deal, hash_seed, root, seed
from engine.game import DEALER
from tests.bot.games import GAMES
from tests.bot.players import vote_of
from tests.bot.tools import ANA, BEN, CHANNEL, GUILD

CARDS, SECRET, MESSAGE = GAMES["cards"], bytes(range(32)), 1_300_000_000_000_000_000
SIGNATURE = bytes(range(48))


def open_table(*, beacon: bool = False, preset: str = "") -> Draft:
    """Open a table of Ana, who sits alone."""
    row = new_row(CARDS, CARDS.presets.get(preset) or CARDS.options(), ANA, GUILD, CHANNEL, RULES_VERSION, 0)
    draft = Draft.of(row._replace(id=1, number=1), (), CARDS, Position(1), {0: SECRET}, 1)
    draft.beacon = beacon
    lobby.open_(draft, ANA)
    return draft


def start_game(*, beacon: bool = False, preset: str = "") -> Draft:
    """Return a game of Ana and Ben."""
    draft = open_table(beacon=beacon, preset=preset)
    lobby.join(draft, BEN)
    lobby.start(draft)
    return draft


def alone() -> Draft:
    """Return a game that Ana began with a computer player."""
    draft = open_table(beacon=True)
    computers.seat_computer(draft, Person(0, "Bolt", "easy"))
    lobby.start(draft)
    return draft


def due_deal(draft: Draft) -> DueDeal:
    assert draft.table.standing.due_deal is not None
    return draft.table.standing.due_deal


def alone_before_the_deal() -> Draft:
    """Return a game that one person began, whose first deal waits as an older version left it."""
    with patch.object(deals, "deal_unannounced"):
        return alone()


def agree(draft: Draft, subject: str) -> None:
    """Let all vote for something."""
    for person in (ANA, BEN):
        votes.call_vote(draft, person.user, subject)


def announce(draft: Draft, message: int = 0) -> int:
    """Let the announcement of the deal that is due stand in the channel."""
    due = due_deal(draft)
    message = message or MESSAGE + due.seq
    deals.note_post(draft, due.seq, CHANNEL, message)
    return message


def opened_seeds(draft: Draft) -> list[str]:
    """Return the seeds that the record of a table opens by now."""
    log = report.open_log(draft, draft.steps)
    return [*log.record(run_to_end(log.replay_steps())).seeds]


def kinds(draft: Draft) -> list[str]:
    return [row.kind for row in draft.steps]


def play_round(draft: Draft) -> None:
    while draft.table.to_act not in (None, DEALER):
        mover = draft.table.mover
        assert mover is not None
        play.act(draft, mover, None, str(draft.state.legal_actions()[0]))


def test_the_first_step_fixes_the_seeds_and_the_secret_is_not_in_it() -> None:
    draft = open_table(beacon=True)
    where = f'"server":{GUILD},"channel":{CHANNEL}'
    assert draft.steps[0].notation == f'{{"deals":4,"root":"{root(1, 0, SECRET)}","beacon":true,{where}}}'
    assert SECRET.hex() not in repr(draft) + repr(draft.steps) + repr(draft.position)


def test_a_deal_is_due_with_the_step_that_makes_it_so_and_moves_nothing() -> None:
    draft = start_game()
    assert kinds(draft)[-2:] == ["start", "due"]
    assert draft.table.position_seq == draft.table.seq - 1
    due = due_deal(draft)
    assert (due.deal, due.seq, due.head) == (1, draft.table.seq, draft.position.head)
    announce(draft)
    play_round(draft)
    assert kinds(draft)[-1] == "due"
    assert report.tell_steps(draft, draft.entries[-1:], None)[0].events == ()


def test_a_deal_without_the_beacon_is_made_as_its_announcement_stands() -> None:
    draft = start_game()
    announce(draft)
    assert kinds(draft)[-2:] == ["posted", "deal"]
    made = draft.position.deals[-1]
    state = draft.position.past
    assert (made.number, draft.table.standing.due_deal, state) == (1, None, ())
    assert draft.new_seeds == {1: seed(1, 1, SECRET)}
    dealt = derive_deal(1, 1, seed(1, 1, SECRET), "", 12, 2)
    assert draft.table.to_act == dealt.pick


def test_a_deal_with_the_beacon_waits_for_it_and_the_clock_rests() -> None:
    draft = start_game(beacon=True)
    message = announce(draft)
    assert kinds(draft)[-1] == "posted"
    assert draft.table.to_act == DEALER
    deals.deal(draft, 1, SIGNATURE)
    assert draft.steps[-1].notation == (
        f'{{"deal":1,"round":{QUICKNET.round_of(message)},"signature":"{SIGNATURE.hex()}"}}'
    )
    told = derive_deal(1, 1, seed(1, 1, SECRET), randomness(SIGNATURE), 12, 2)
    assert draft.table.to_act == told.pick


def test_a_repeated_announcement_or_deal_changes_nothing() -> None:
    draft = start_game(beacon=True)
    due = due_deal(draft)
    message = announce(draft)
    deals.note_post(draft, due.seq, CHANNEL, message + 1)
    assert due_deal(draft).message == message
    deals.deal(draft, 1, SIGNATURE)
    seq = draft.table.seq
    deals.deal(draft, 1, bytes(48))
    deals.deal(draft, 2, bytes(48))
    deals.note_post(draft, due.seq, CHANNEL, message + 2)
    deals.note_deletion(draft, message)
    assert draft.table.seq == seq


def test_an_announcement_that_was_deleted_is_said_once_and_still_used() -> None:
    draft = start_game(beacon=True)
    message = announce(draft)
    deals.note_deletion(draft, message + 1)
    deals.note_deletion(draft, message)
    deals.note_deletion(draft, message)
    assert kinds(draft)[-2:] == ["posted", "gone"]
    deals.deal(draft, 1, SIGNATURE)
    assert f'"round":{QUICKNET.round_of(message)}' in draft.steps[-1].notation


def test_the_end_of_a_game_is_a_step_and_opens_every_seed() -> None:
    draft = start_game(preset="short")
    announce(draft)
    play_round(draft)
    assert draft.table.status is Status.OVER
    assert kinds(draft)[-1] == "end"
    end = draft.table.standing.dealing.end
    assert end is not None
    deals.note_post(draft, end.seq, CHANNEL, MESSAGE + 99)
    assert opened_seeds(draft) == [seed(1, 1, SECRET).hex()]


@pytest.mark.parametrize("why", ["cancel", "finish", ""])
def test_a_game_that_is_closed_in_mid_round_opens_the_seed_of_that_round(why: str) -> None:
    draft = start_game()
    announce(draft)
    assert opened_seeds(draft) == []
    agree(draft, why) if why else close(draft, None, why)
    assert kinds(draft)[-2:] == ["close", "end"]
    assert opened_seeds(draft) == [seed(1, 1, SECRET).hex()]


def test_a_game_that_everybody_left_ends_once() -> None:
    draft = start_game()
    announce(draft)
    for person in (ANA, BEN):
        seats.leave(draft, person.user)
    assert kinds(draft)[-2:] == ["close", "end"]


def test_a_deal_that_was_due_as_the_game_was_cancelled_is_never_made_and_its_seed_is_opened() -> None:
    draft = start_game(beacon=True)
    announce(draft)
    agree(draft, "cancel")
    deals.deal(draft, 1, SIGNATURE)
    assert kinds(draft)[-1] == "end"
    assert opened_seeds(draft) == [seed(1, 1, SECRET).hex()]


def test_a_deal_that_waited_in_vain_is_announced_again_with_the_next_seed_and_its_own_is_opened() -> None:
    draft = start_game(beacon=True)
    announce(draft)
    votes.call_vote(draft, ANA.user, Subject.BEACON)
    votes.call_vote(draft, ANA.user, Subject.BEACON)
    assert draft.table.standing.beacon
    votes.call_vote(draft, BEN.user, Subject.BEACON)
    assert kinds(draft)[-3:] == ["vote", "nobeacon", "due"]
    due = due_deal(draft)
    assert (due.deal, due.message, draft.table.round) == (2, None, 0)
    assert opened_seeds(draft) == [seed(1, 1, SECRET).hex()]
    announce(draft)
    assert draft.steps[-1].notation == '{"deal":2}'
    dealt = derive_deal(1, 2, seed(1, 2, SECRET), "", 12, 2)
    assert (draft.table.to_act, draft.table.round) == (dealt.pick, 1)
    assert opened_seeds(draft) == [seed(1, 1, SECRET).hex()]
    play_round(draft)
    announce(draft)
    assert draft.steps[-1].notation == '{"deal":3}'
    assert opened_seeds(draft) == [seed(1, deal, SECRET).hex() for deal in (1, 2)]


def test_the_seed_of_a_deal_that_was_never_made_was_fixed_too() -> None:
    draft = start_game(beacon=True)
    announce(draft)
    agree(draft, Subject.BEACON)
    for deal in (1, 2):
        draft.add_seed(deal, seed(1, deal, bytes(32)))
    with pytest.raises(BrokenStep, match="not fixed before"):
        announce(draft)


def test_silence_is_no_answer_about_the_beacon() -> None:
    draft = start_game(beacon=True)
    announce(draft)
    votes.call_vote(draft, ANA.user, Subject.BEACON)
    with pytest.raises(BrokenStep):
        votes.count_silence_as_yes(draft)


def test_a_player_who_was_away_and_is_back_is_asked_about_the_beacon_too() -> None:
    draft = start_game(beacon=True)
    announce(draft)
    draft.step(Kind.SEAT, 1, '{"player":"easy"}')
    draft.step(Kind.VOTE, 0, '{"yes":true,"subject":"beacon"}')
    draft.step(Kind.SEAT, 1, '{"player":null}')
    with pytest.raises(BrokenStep, match="not all who were there agreed"):
        deals.go_on_without_beacon(draft)


def test_nobody_can_ask_for_that_while_nothing_waits_for_the_beacon() -> None:
    draft = start_game(beacon=True)
    with pytest.raises(Refusal):
        votes.call_vote(draft, ANA.user, Subject.BEACON)
    announce(draft)
    deals.deal(draft, 1, SIGNATURE)
    with pytest.raises(Refusal):
        votes.call_vote(draft, ANA.user, Subject.BEACON)


def test_a_vote_about_the_beacon_is_over_once_the_beacon_spoke() -> None:
    draft = start_game(beacon=True)
    announce(draft)
    votes.call_vote(draft, ANA.user, Subject.BEACON)
    deals.deal(draft, 1, SIGNATURE)
    assert vote_of(draft.table).outcome is False
    assert draft.table.standing.beacon
    assert draft.table.standing.votes.refused == ()


def test_where_one_person_sits_alone_nothing_is_announced() -> None:
    draft = alone_before_the_deal()
    assert due_deal(draft)
    with pytest.raises(BrokenStep, match="which none belongs to"):
        announce(draft)
    deals.deal_unannounced(draft)
    assert kinds(draft)[-2:] == ["due", "deal"]
    dealt = derive_deal(1, 1, seed(1, 1, SECRET), "", 12, 2)
    assert draft.table.to_act == dealt.pick


def test_the_first_deal_of_one_person_is_made_with_the_start() -> None:
    assert kinds(alone())[-3:] == ["start", "due", "deal"]


def test_a_deal_is_announced_where_two_people_sit_though_it_was_due_for_one() -> None:
    draft = alone_before_the_deal()
    draft.position = draft.position.with_standing(vacant=(1,))
    draft.step(Kind.JOIN, 1)
    deals.deal_unannounced(draft)
    assert kinds(draft)[-1] == "join"
    announce(draft)
    deals.deal(draft, 1, SIGNATURE)
    assert kinds(draft)[-2:] == ["posted", "deal"]


@pytest.mark.parametrize(
    ("chosen", "now", "expected"), [(True, True, True), (False, True, False), (True, False, False)]
)
def test_a_rematch_has_a_chain_of_its_own_and_the_same_choice(chosen: bool, now: bool, expected: bool) -> None:
    over = start_game(preset="short", beacon=chosen)
    announce(over)
    if chosen:
        deals.deal(over, 1, SIGNATURE)
    play_round(over)
    over.facts = Facts()
    for person in (ANA, BEN):
        rematch.agree(over, person.user)
    assert over.opening is not None
    row = over.opening.row._replace(id=2, number=2)
    after = Draft.of(row, (), CARDS, Position(2), {0: SECRET}, 1)
    after.beacon = now
    over.opening.begin(after)
    said = msgspec.json.decode(after.steps[0].notation, type=Opened)
    assert (said.root, said.beacon) == (root(2, 0, SECRET), expected)


def test_the_log_folds_to_the_same_again_without_the_secret() -> None:
    draft = start_game(preset="toss")
    for _ in range(3):
        announce(draft)
        play_round(draft)
    seeds = {number: drawn for number, drawn in draft.seeds.items() if number}
    *_, last = replay(1, draft.steps, CARDS, seeds)
    assert last.after == draft.position


# -- what the log refuses ----------------------------------------------------------------------------------------------


def take_step(draft: Draft, kind: Kind, seat: int | None, notation: str) -> None:
    """Take a step that no rule would take."""
    row = next_row(draft.position, kind, seat, notation, 1)
    advance(draft.position, row, CARDS, draft.seeds)


def waiting(*, beacon: bool = False) -> Draft:
    draft = start_game(beacon=beacon)
    if beacon:
        announce(draft)
    return draft


def running() -> Draft:
    draft = start_game()
    announce(draft)
    return draft


def over() -> Draft:
    draft = running()
    agree(draft, "cancel")
    return draft


def head(draft: Draft) -> str:
    anchor = draft.table.standing.due_deal or draft.table.standing.dealing.end
    assert anchor is not None
    return anchor.short_head


WRONG: dict[str, tuple[Callable[[], Draft], Kind, int | None, Callable[[Draft], str], str]] = {
    "a second deal is due beside it": (waiting, Kind.DUE, None, lambda _: encode_notation(Due(1, "0" * 32)), "due"),
    "a deal is due in a round": (running, Kind.DUE, None, lambda _: encode_notation(Due(2, "0" * 32)), "due"),
    "a deal without its announcement": (waiting, Kind.DEAL, None, lambda _: '{"deal":1}', "announcement"),
    "a deal without the beacon": (
        lambda: waiting(beacon=True), Kind.DEAL, None, lambda _: '{"deal":1}', "without the beacon"),
    "another round": (
        lambda: waiting(beacon=True), Kind.DEAL, None,
        lambda _: f'{{"deal":1,"round":7,"signature":"{"0" * 96}"}}', "another round"),
    "another deal": (
        lambda: waiting(beacon=True), Kind.DEAL, None,
        lambda _: f'{{"deal":2,"round":7,"signature":"{"0" * 96}"}}', "not due"),
    "blanks in a notation": (waiting, Kind.DEAL, None, lambda _: '{"deal": 1}', "cannot be read"),
    "a message with another head": (
        waiting, Kind.POSTED, None,
        lambda draft: encode_notation(Posted(draft.table.seq, CHANNEL, MESSAGE, "x" * 22)), "another head"),
    "a message about a move": (
        waiting, Kind.POSTED, None, lambda draft: encode_notation(Posted(2, CHANNEL, MESSAGE, head(draft))), "step 2"),
    "a message that is older": (
        over, Kind.POSTED, None,
        lambda draft: encode_notation(Posted(draft.table.seq, CHANNEL, MESSAGE, head(draft))), "older"),
    "a deletion of another message": (
        lambda: waiting(beacon=True), Kind.GONE, None, lambda _: encode_notation(Gone(5)), "no deal waits"),
    "an end in mid-game": (running, Kind.END, None, lambda _: "", "not possible"),
    "a second end": (over, Kind.END, None, lambda _: "", "after the end"),
    "a vote against the beacon after the end": (over, Kind.NOBEACON, None, lambda _: "", "after the end"),
    "no beacon where none was": (running, Kind.NOBEACON, None, lambda _: "", "not possible"),
    "a pause that nobody voted for": (running, Kind.PAUSE, None, lambda _: "", "not all who were there agreed"),
    "an early end that nobody voted for": (
        running, Kind.CLOSE, None, lambda _: "finish", "not all who were there agreed"),
    "no beacon where nobody voted for that": (
        lambda: waiting(beacon=True), Kind.NOBEACON, None, lambda _: "", "not all who were there agreed"),
    "a vote against the beacon while nothing waits for it": (
        lambda: start_game(beacon=True), Kind.VOTE, 0, lambda _: '{"yes":true,"subject":"beacon"}', "no deal waits"),
    "a second opening": (
        running, Kind.NEW, None, lambda _: encode_notation(Opened(4, "0" * 64, beacon=False)), "opens no table"),
}  # fmt: skip


@pytest.mark.parametrize("wrong", WRONG)
def test_the_log_refuses(wrong: str) -> None:
    table, kind, seat, notation, why = WRONG[wrong]
    draft = table()
    with pytest.raises(BrokenStep, match=why):
        take_step(draft, kind, seat, notation(draft))


def test_a_seed_out_of_the_chain_is_refused() -> None:
    draft = start_game()
    due = due_deal(draft)
    draft.add_seed(1, hashlib.sha256(b"chosen").digest())
    assert hash_seed(1, 1, draft.seeds[1]) != root(1, 0, SECRET)
    with pytest.raises(BrokenStep, match="not fixed before"):
        deals.note_post(draft, due.seq, CHANNEL, MESSAGE)


def test_the_last_deal_of_a_chain_promises_the_next_chain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine.deal, "LINKS", 2)
    draft = start_game(preset="long")
    for _ in range(5):
        announce(draft)
        play_round(draft)
    promised = [msgspec.json.decode(row.notation, type=Due).root for row in draft.steps if row.kind == "due"]
    assert promised == ["", root(1, 1, SECRET), "", root(1, 2, SECRET), ""]
    assert hash_seed(1, 3, draft.seeds[3]) == promised[1]
    assert draft.table.status is Status.OVER


def test_a_due_step_with_a_root_that_does_not_belong_there_is_refused() -> None:
    draft = running()
    play_round(draft)
    before = next(step.before for step in replay(1, draft.steps, CARDS, draft.seeds) if step.row.seq == draft.table.seq)
    for notation in (encode_notation(Due(2, "0" * 32, "0" * 64)), encode_notation(Due(2, "0" * 8))):
        with pytest.raises(BrokenStep, match="salt or root"):
            advance(before, next_row(before, Kind.DUE, None, notation, 1), CARDS, draft.seeds)


def test_only_a_practice_game_repeats_the_deals_of_another_and_its_seeds_are_fixed_too() -> None:
    first = root(9, 0, SECRET)
    for place in ("", f',"server":{GUILD}', f',"channel":{CHANNEL}'):
        for beacon in ("true", "false"):
            said = f'{{"deals":4,"root":"{first}","beacon":{beacon}{place},"like":9}}'
            row = next_row(Position(1), Kind.NEW, None, said, 1)
            if beacon == "false" and not place:
                dealing = advance(Position(1), row, CARDS, {})[0].standing.dealing
                assert (dealing.source, dealing.root) == (9, first)
            else:
                with pytest.raises(BrokenStep, match="only a practice game may"):
                    advance(Position(1), row, CARDS, {})
