"""What an operator could forge in a record, and what verifiers must say.

Each takes a record that is honest (see `books.Lively`) and returns the forged one, or the bytes of its file.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from tests.bot.drand import OURS, sign_round, snowflake_at
from tests.bot.proofs.books import Record, compact, file, redealt, rehash, renumber, seeds, sha256, steps

Forger = Callable[[Record], Record | bytes]
YEAR = 365 * 24 * 60 * 60


class Forgery(NamedTuple):
    """What is done, and the words that must be in the sentence of the refusal."""

    forge: Forger
    said: str
    seen: str = ""
    """What a reader saw in the channel, without which nobody could know: the "head" of the end, or an announcement."""
    curve: bool = False
    """Whether only the beacon's key tells."""


def nth(record: Record, kind: str, n: int = 0) -> dict[str, Any]:
    return list(steps(record, kind))[n]


def announcement(record: Record, deal: int) -> dict[str, Any]:
    """Return the step that names the announcement of a deal."""
    due = nth(record, "due", deal - 1)["seq"]
    return next(step for step in steps(record, "posted") if json.loads(step["notation"])["seq"] == due)


def put(step: dict[str, Any], **changes: Any) -> None:
    """Change something in a notation."""
    step["notation"] = compact({**json.loads(step["notation"]), **changes})


def new_step(kind: str, notation: str = "", seat: int | None = None, now: int = 0) -> dict[str, Any]:
    return {"seq": 0, "kind": kind, "seat": seat, "notation": notation, "at": now, "hash": ""}


def insert(record: Record, before: dict[str, Any], *added: dict[str, Any]) -> Record:
    """Insert steps before another, and update all numbers and hashes."""
    was, place = list(record["steps"]), record["steps"].index(before)
    for step in added:
        step["at"] = step["at"] or before["at"]
    record["steps"][place:place] = added
    return renumber(record, was)


def without(record: Record, *gone: dict[str, Any]) -> Record:
    was = list(record["steps"])
    record["steps"] = [step for step in was if not any(step is other for other in gone)]
    return renumber(record, was)


def round_steps(record: Record, deal: int) -> list[dict[str, Any]]:
    """Everything from the promise of a deal to the next."""
    start, end = nth(record, "due", deal - 1), nth(record, "due", deal)
    steps: list[dict[str, Any]] = record["steps"]
    return steps[start["seq"] - 1 : end["seq"] - 1]


# --- announcements


def announcement_posted_twice(record: Record) -> Record:
    posted = announcement(record, 2)
    again = new_step("posted", posted["notation"], None, posted["at"])
    put(again, message=json.loads(posted["notation"])["message"] + (1 << 22))
    return insert(record, record["steps"][posted["seq"]], again)


def announcement_of_another_time(record: Record) -> Record:
    posted = announcement(record, 2)
    put(posted, message=json.loads(posted["notation"])["message"] + (4000 << 22))
    return rehash(record)


def announcement_of_another_time_redealt(record: Record) -> Record:
    announcement_of_another_time(record)
    round_ = OURS.round_of(json.loads(announcement(record, 2)["notation"])["message"])
    put(nth(record, "deal", 1), round=round_, signature=sign_round(round_).hex())
    return redealt(rehash(record))


def old_message_edited(record: Record) -> Record:
    put(announcement(record, 2), message=snowflake_at(nth(record, "due", 1)["at"] - 2 * YEAR))
    return rehash(record)


def message_of_the_future(record: Record) -> Record:
    put(nth(record, "posted", -1), message=snowflake_at(record["steps"][-1]["at"] + YEAR))
    return rehash(record)


def message_that_no_id_is(record: Record) -> Record:
    put(nth(record, "posted", -1), message=2**63)
    return rehash(record)


def announcement_with_another_head(record: Record) -> Record:
    rehash(record)
    put(announcement(record, 1), head="A" * 22)
    return hashed_as_it_is(record)


def announcement_that_shows_another_step(record: Record) -> Record:
    put(announcement(record, 2), seq=nth(record, "start")["seq"])
    return rehash(record)


def announcement_of_a_deal_before(record: Record) -> Record:
    posted = announcement(record, 1)
    late = new_step("posted", posted["notation"], None, nth(record, "due", 1)["at"])
    put(late, message=snowflake_at(late["at"]))
    return insert(without(record, posted, *steps(record, "gone")), nth(record, "due", 1), late)


def announcement_in_another_channel(record: Record) -> Record:
    for posted in steps(record, "posted"):
        put(posted, channel=42)
    return rehash(record)


def opened_in_no_channel(record: Record) -> Record:
    said = json.loads(record["steps"][0]["notation"])
    record["steps"][0]["notation"] = compact({key: said[key] for key in ("deals", "root", "beacon", "server")})
    return rehash(record)


def opened_elsewhere(record: Record) -> Record:
    """Say afterwards that the table was opened where its announcements stand, though a reader saw the first one."""
    put(record["steps"][0], channel=42)
    for posted in steps(record, "posted"):
        put(posted, channel=42)
    return rehash(record)


def opened_in_a_channel_that_no_id_is(record: Record) -> Record:
    put(record["steps"][0], channel=2**63)
    return rehash(record)


def announcement_left_out(record: Record) -> Record:
    return without(record, announcement(record, 2))


def announcement_gone_that_was_not_there(record: Record) -> Record:
    put(nth(record, "gone"), message=42)
    return rehash(record)


def announcement_gone_twice(record: Record) -> Record:
    gone = nth(record, "gone")
    return insert(record, record["steps"][gone["seq"]], new_step("gone", gone["notation"]))


# --- the beacon


def another_round(record: Record) -> Record:
    deal = nth(record, "deal", 1)
    round_ = json.loads(deal["notation"])["round"] + 1
    put(deal, round=round_, signature=sign_round(round_).hex())
    return redealt(rehash(record))


def signature(of: Callable[[int], str]) -> Forger:
    def forge(record: Record) -> Record:
        deal = nth(record, "deal", 1)
        put(deal, signature=of(json.loads(deal["notation"])["round"]))
        return redealt(rehash(record))

    return forge


def signed_by_another(round_: int) -> str:
    from py_arkworks_bls12381 import Scalar

    return sign_round(round_, Scalar(7)).hex()


def negative_signature(round_: int) -> str:
    """Return the same point on the other side: its sign is one bit of the first byte."""
    word = bytearray(sign_round(round_))
    word[0] ^= 0x20
    return word.hex()


def beacon_left_out(record: Record) -> Record:
    nth(record, "deal", 1)["notation"] = '{"deal":2}'
    return redealt(rehash(record))


def beacon_never_used(record: Record) -> Record:
    put(record["steps"][0], beacon=False)
    return rehash(record)


ASKED, YES, NO = '{"yes":true,"subject":"beacon"}', '{"yes":true}', '{"yes":false}'
Vote = tuple[str, int | None]


def all_agree(record: Record) -> list[Vote]:
    """Return the steps with which all agree to go on without the beacon."""
    return [(YES if seat else ASKED, seat) for seat in range(json.loads(nth(record, "start")["notation"])["seats"])]


def voted_away(record: Record, votes: list[Vote]) -> Record:
    """Let the second deal never be made, and the next seed be used for it, without the beacon."""
    dealt, posted = nth(record, "deal", 1), announcement(record, 2)
    anew = json.loads(posted["notation"])["message"] + (4000 << 22)
    due = new_step("due", compact({"deal": 3, "salt": "0" * 32}))
    shown = new_step("posted", compact({"seq": 0, "channel": 10**18 + 7, "message": anew, "head": ""}))
    for deal, step in enumerate(list(steps(record, "due"))[2:], 4):
        put(step, deal=deal)
    for deal, step in enumerate(list(steps(record, "deal"))[1:], 3):
        step["notation"] = compact({"deal": deal})
    insert(record, dealt, *(new_step("vote", said, seat) for said, seat in votes), new_step("nobeacon"), due, shown)
    put(shown, seq=due["seq"])
    record["seeds"] = seeds(record["table"], b"s" * 32)[1 : len(list(steps(record, "due"))) + 1]
    return redealt(rehash(record))


def votes(*said: Vote) -> Forger:
    return lambda record: voted_away(record, list(said))


def beacon_voted_away_by_too_few(record: Record) -> Record:
    return voted_away(record, all_agree(record)[:-1])


def beacon_voted_away_in_secret(record: Record) -> Record:
    return voted_away(record, all_agree(record))


def beacon_voted_away_twice(record: Record) -> Record:
    beacon_voted_away_in_secret(record)
    return insert(record, nth(record, "due", 3), new_step("nobeacon"))


def beacon_used_after_it_was_voted_away(record: Record) -> Record:
    beacon_voted_away_in_secret(record)
    posted = announcement(record, 3)
    round_ = OURS.round_of(json.loads(posted["notation"])["message"])
    put(nth(record, "deal", 1), round=round_, signature=sign_round(round_).hex())
    return redealt(rehash(record))


def deal_that_waited_made_all_the_same(record: Record) -> Record:
    """After the vote the operator, who could know that deal by then, takes it or the next one, as they like."""
    beacon_voted_away_in_secret(record)
    without(record, announcement(record, 3), nth(record, "due", 2))
    nth(record, "deal", 1)["notation"] = compact({"deal": 2})
    return rehash(record)


def deal_announced_again_with_the_same_seed(record: Record) -> Record:
    beacon_voted_away_in_secret(record)
    put(nth(record, "due", 2), deal=2)
    return rehash(record)


def seed_of_the_deal_that_waited_never_opened(record: Record) -> Record:
    beacon_voted_away_in_secret(record)
    del record["seeds"][1]
    return record


def seed_of_the_deal_that_waited_out_of_the_chain(record: Record) -> Record:
    beacon_voted_away_in_secret(record)
    record["seeds"][1] = sha256("drawn later")
    return redealt(record)


def vote_while_nothing_waits(record: Record) -> Record:
    return insert(record, nth(record, "due", 1), new_step("vote", ASKED, 0))


def ended_early_by_nobody(record: Record) -> Record:
    return insert(record, nth(record, "end"), new_step("close", "finish"))


def paused_by_nobody(record: Record) -> Record:
    return insert(record, nth(record, "end"), new_step("pause"))


def paused_by_one(record: Record) -> Record:
    asked = new_step("vote", '{"yes":true,"subject":"pause"}', 0)
    return insert(record, nth(record, "end"), asked, new_step("pause"))


def player_left_out_of_a_vote(record: Record) -> Record:
    """Let all but the last agree to a pause, and the last answer another vote."""
    asked = [new_step("vote", '{"yes":true,"subject":"cancel"}', 1), new_step("vote", YES, 0)]
    return insert(record, nth(record, "end"), *asked, new_step("close", "finish"))


def seat_taken_without_a_vote(record: Record) -> Record:
    return insert(record, nth(record, "end"), new_step("join", "", 0))


def seat_taken_against_a_no(record: Record) -> Record:
    asked = new_step("vote", '{"yes":true,"subject":"seat","name":"Bolt"}', 0)
    return insert(record, nth(record, "end"), asked, new_step("vote", NO, 1), new_step("join", "", 0))


def answer_to_nothing(record: Record) -> Record:
    return insert(record, nth(record, "end"), new_step("vote", YES, 0))


def computer_player_by_another_spelling(record: Record) -> Record:
    """Let one reader take a seat for a computer player's, and another for a person's."""
    return insert(record, nth(record, "end"), new_step("seat", '{ "player":null}', 0))


# --- seeds


def seed_out_of_the_chain(record: Record) -> Record:
    record["seeds"][1] = sha256("drawn later")
    return redealt(record)


def first_seed_out_of_the_chain(record: Record) -> Record:
    record["seeds"][0] = sha256("drawn later")
    return redealt(record)


def another_secret(record: Record) -> Record:
    record["seeds"] = seeds(record["table"], b"t" * 32)[1 : len(record["seeds"]) + 1]
    return redealt(record)


def another_secret_and_root(record: Record) -> Record:
    put(record["steps"][0], root=seeds(record["table"], b"t" * 32)[0])
    return redealt(rehash(another_secret(record)))


def root_exchanged(record: Record) -> Record:
    put(record["steps"][0], root=sha256("another"))
    return rehash(record)


def deals_of_a_practice_game(record: Record) -> Record:
    put(record["steps"][0], like=9)
    return rehash(record)


def root_of_the_next_chain_too_early(record: Record) -> Record:
    put(nth(record, "due", 1), root=sha256("early"))
    return rehash(record)


def seeds_exchanged(record: Record) -> Record:
    record["seeds"][:2] = record["seeds"][1::-1]
    return record


def seed_doubled(record: Record) -> Record:
    record["seeds"].insert(1, record["seeds"][0])
    return record


def seed_never_opened(record: Record) -> Record:
    del record["seeds"][-1]
    return record


def last_round_never_opened(record: Record) -> Record:
    del record["seeds"][-1], record["deals"][-1]
    return record


def another_table(record: Record) -> Record:
    record["table"] += 1
    return rehash(record)


# --- moves


def move_rewritten(record: Record) -> Record:
    nth(record, "act", 2)["notation"] += " "
    return record


def move_rewritten_and_hashed(record: Record) -> Record:
    return rehash(move_rewritten(record))


def move_of_another(record: Record) -> Record:
    nth(record, "act", 1)["seat"] = 1 - (nth(record, "act", 1)["seat"] & 1)
    return record


def moves_exchanged_and_hashed(record: Record) -> Record:
    one, other = nth(record, "act", 0), nth(record, "act", 1)
    one["notation"], other["notation"] = other["notation"], one["notation"] + " "
    return rehash(record)


def move_at_another_time(record: Record) -> Record:
    nth(record, "act", 1)["at"] += 1
    return record


def moves_left_out_and_hashed(record: Record) -> Record:
    return without(record, nth(record, "act", 0), nth(record, "act", 1))


def hashed_as_it_is(record: Record) -> Record:
    """Hash again, and leave what messages show."""
    head = ""
    for step in record["steps"]:
        said = [head, record["table"], *(step[key] for key in ("seq", "kind", "seat", "notation", "at"))]
        head = step["hash"] = sha256(compact(said))
    return record


# --- rounds and the order of steps


def round_left_out(record: Record) -> Record:
    del record["seeds"][1], record["deals"][1]
    return without(record, *round_steps(record, 2))


def listed_deal_left_out(record: Record) -> Record:
    del record["deals"][1]
    return record


def round_doubled(record: Record) -> Record:
    again = [{**step, "at": 0} for step in round_steps(record, 1)]
    record["seeds"].insert(1, record["seeds"][0])
    record["deals"].insert(1, record["deals"][0])
    return insert(record, nth(record, "due", 1), *again)


def listed_deal_doubled(record: Record) -> Record:
    record["deals"].insert(1, record["deals"][0])
    return record


def rounds_exchanged(record: Record) -> Record:
    one, other = round_steps(record, 1), round_steps(record, 2)
    was, place = list(record["steps"]), one[0]["seq"] - 1
    record["steps"][place : place + len(one) + len(other)] = [*other, *one]
    return renumber(record, was)


def listed_deals_exchanged(record: Record) -> Record:
    record["deals"][:2] = record["deals"][1::-1]
    return record


def cut_in_mid_round(record: Record) -> Record:
    del record["steps"][nth(record, "deal", -1)["seq"] + 1 :]
    return record


def cut_at_a_deal_that_was_due(record: Record) -> Record:
    del record["steps"][nth(record, "due", 1)["seq"] :], record["seeds"][1:], record["deals"][1:]
    return record


def cut_at_the_start(record: Record) -> Record:
    del record["steps"][nth(record, "start")["seq"] :], record["seeds"][:], record["deals"][:]
    return record


def cut_before_the_start(record: Record) -> Record:
    del record["steps"][nth(record, "start")["seq"] - 1 :], record["seeds"][:], record["deals"][:]
    return record


def step_left_out(record: Record) -> Record:
    del record["steps"][9]
    return record


def steps_exchanged(record: Record) -> Record:
    record["steps"][9:11] = record["steps"][10:8:-1]
    return record


def started_twice(record: Record) -> Record:
    start = nth(record, "start")
    return insert(record, record["steps"][start["seq"]], new_step("start", start["notation"], 0))


def started_with_other_seats(record: Record) -> Record:
    start = nth(record, "start")
    put(start, seats=json.loads(start["notation"])["seats"] + 1)
    return rehash(record)


def started_without_an_option(record: Record) -> Record:
    """Leave out what decides about the deck: nobody then knows which one it is."""
    start = nth(record, "start")
    said = json.loads(start["notation"])
    for name in ("set", "seats", "variant"):
        said["options"].pop(name, None)
    start["notation"] = compact(said)
    return rehash(record)


def started_with_an_option_out_of_bounds(record: Record) -> Record:
    """Give an option the name of a field beside the options."""
    start = nth(record, "start")
    said = json.loads(start["notation"])
    start["notation"] = compact({**said, "options": {**said["options"], "seats": 2**53}})
    return rehash(record)


def started_with_options_twice(record: Record) -> Record:
    start = nth(record, "start")
    start["notation"] = start["notation"].replace('"options":{', '"options":{"series":"single",')
    return rehash(record)


def started_by_a_chosen_seat(record: Record) -> Record:
    put(nth(record, "start"), first=0)
    return rehash(record)


def opened_twice(record: Record) -> Record:
    return insert(record, record["steps"][3], new_step("new", record["steps"][0]["notation"]))


def opened_without_a_notation(record: Record) -> Record:
    record["steps"][0]["notation"] = ""
    return rehash(record)


def never_opened(record: Record) -> Record:
    return without(record, record["steps"][0])


def one_person_alone(record: Record) -> Record:
    """Say that all others were computer players, for whom no deal is announced."""
    _, *others = (step for step in steps(record, "join") if step["seq"] < nth(record, "start")["seq"])
    for step in others:
        step.update(kind="seat", notation='{"player":"easy"}')
    return record


def alone_and_announced(record: Record) -> Record:
    return rehash(one_person_alone(record))


def alone_with_the_beacon(record: Record) -> Record:
    """Keep the words of the beacon, and leave out the announcements that said which they are."""
    one_person_alone(record)
    return without(record, announcement(record, 1), *steps(record, "gone"))


def alone_when_the_record_is_written(record: Record) -> Record:
    """Leave out what was announced, so that each deal could be chosen; a reader saw an announcement."""
    one_person_alone(record)
    taken = [step for step in steps(record, "join") if step["seq"] > nth(record, "start")["seq"]]
    for deal, step in enumerate(steps(record, "deal"), 1):
        step["notation"] = compact({"deal": deal})
    return redealt(without(record, *taken, *steps(record, "posted"), *steps(record, "gone")))


def twenty_thousand_join(record: Record) -> Record:
    return insert(record, nth(record, "start"), *(new_step("join", "", n % 8) for n in range(20_000)))


def nine_seats(record: Record) -> Record:
    there = json.loads(nth(record, "start")["notation"])["seats"]
    return insert(record, nth(record, "start"), *(new_step("seat", '{"player":"easy"}', n) for n in range(there, 8)),
                  new_step("seat", '{"player":"easy"}', 7), new_step("join", "", 7))  # fmt: skip


def one_seat_more_after_the_start(record: Record) -> Record:
    there = json.loads(nth(record, "start")["notation"])["seats"]
    return insert(record, nth(record, "due", 1), new_step("join", "", there))


def promised_twice(record: Record) -> Record:
    due = nth(record, "due", 1)
    return insert(record, record["steps"][due["seq"]], new_step("due", due["notation"]))


def promised_without_salt(record: Record) -> Record:
    nth(record, "due", 1)["notation"] = '{"deal":2}'
    return rehash(record)


def promised_before_the_start(record: Record) -> Record:
    return insert(record, nth(record, "start"), new_step("due", nth(record, "due")["notation"]))


def dealt_twice(record: Record) -> Record:
    deal = nth(record, "deal", 1)
    return insert(record, record["steps"][deal["seq"]], new_step("deal", deal["notation"]))


def dealt_before_it_was_due(record: Record) -> Record:
    return insert(record, nth(record, "due", 1), new_step("deal", nth(record, "deal", 1)["notation"]))


def played_on_after_the_end(record: Record) -> Record:
    record["steps"].append(new_step("act", nth(record, "act")["notation"], 0, record["steps"][-1]["at"]))
    return rehash(record)


def closed_after_the_end(record: Record) -> Record:
    record["steps"].append(new_step("close", "cancel", 0, record["steps"][-1]["at"]))
    return rehash(record)


def dated_back(record: Record) -> Record:
    act = nth(record, "act", 1)
    act["at"] = record["steps"][act["seq"] - 2]["at"] - 1
    return rehash(record)


def message_three_minutes_older(record: Record) -> Record:
    put(announcement(record, 2), message=snowflake_at(nth(record, "due", 1)["at"] - 180))
    return rehash(record)


def message_three_minutes_newer(record: Record) -> Record:
    put(nth(record, "posted", -1), message=snowflake_at(nth(record, "posted", -1)["at"] + 180))
    return rehash(record)


def dealt_after_the_end(record: Record) -> Record:
    record["steps"].append(new_step("due", nth(record, "due")["notation"], None, record["steps"][-1]["at"]))
    return rehash(record)


# --- deals as they are told, and what no record is


def change_listed_deal(**changes: Any) -> Forger:
    def forge(record: Record) -> Record:
        record["deals"][1].update({key: value(record["deals"][1][key]) for key, value in changes.items()})
        return record

    return forge


def step_with(**changes: Any) -> Forger:
    def forge(record: Record) -> Record:
        nth(record, "act", 1).update(changes)
        return rehash(record)

    return forge


def swap_first_two(text: str) -> str:
    first, second, *rest = text.split(", ")
    return ", ".join([second, first, *rest])


def shorter(text: str) -> str:
    return text.rpartition(", ")[0]


def replace_bytes(old: bytes, new: bytes) -> Forger:
    def forge(record: Record) -> bytes:
        data = file(record)
        assert old in data
        return data.replace(old, new, 1)

    return forge


def surrogate(record: Record) -> bytes:
    return file(rehash(record)).replace(b'"kind": "act"', b'"kind": "\\ud800"', 1)


WRITTEN = "written in another way"
NO_RECORD = "This is not a record"
FIXED = "from a seed that wasn't fixed"
ORDER = "comes out in another order"
NOT_ALL = "does what not all who were there agreed to"
HEAD = "which you gave, isn't in the record"

FORGERIES: dict[str, Forgery] = {
    "an announcement is posted twice": Forgery(announcement_posted_twice, "a second message that shows step"),
    "an announcement is posted anew": Forgery(announcement_of_another_time, "but its announcement names round"),
    "an announcement is posted anew, all redealt": Forgery(announcement_of_another_time_redealt, HEAD, "message"),
    "an old message is edited": Forgery(old_message_edited, "isn't newer than the one before"),
    "a message is of the future": Forgery(message_of_the_future, "is newer than this step"),
    "a message has an id that there is not": Forgery(message_that_no_id_is, "notation that can't be read"),
    "an announcement shows another head": Forgery(announcement_with_another_head, "shows another head"),
    "an announcement shows another step": Forgery(announcement_that_shows_another_step, "which none shows"),
    "an announcement is of a deal before": Forgery(announcement_of_a_deal_before, "which wasn't announced"),
    "announcements stand in another channel": Forgery(announcement_in_another_channel, HEAD, "message"),
    "a table was opened in another channel": Forgery(opened_elsewhere, HEAD, "head"),
    "a table was opened in no channel": Forgery(opened_in_no_channel, "of a table that was opened in no channel"),
    "a table was opened in a channel of no id": Forgery(opened_in_a_channel_that_no_id_is, "can't be read"),
    "an announcement is left out": Forgery(announcement_left_out, "which wasn't announced"),
    "another message is gone": Forgery(announcement_gone_that_was_not_there, "that no deal waits for"),
    "a message is gone twice": Forgery(announcement_gone_twice, "that no deal waits for"),
    "another round of the beacon": Forgery(another_round, "but its announcement names round"),
    "a signature of another round": Forgery(
        signature(lambda n: sign_round(n + 1).hex()), "isn't the beacon's", curve=True
    ),
    "a signature of another key": Forgery(signature(signed_by_another), "isn't the beacon's", curve=True),
    "a signature with another sign": Forgery(signature(negative_signature), "isn't the beacon's", curve=True),
    "a signature that is no point": Forgery(signature(lambda _: "ab" * 48), "isn't the beacon's", curve=True),
    "a signature that is the identity": Forgery(signature(lambda _: "c0" + 94 * "0"), "isn't the beacon's", curve=True),
    "a signature in capitals": Forgery(signature(lambda n: sign_round(n).hex().upper()), "notation that can't be read"),
    "a signature cut short": Forgery(signature(lambda n: sign_round(n).hex()[:-2]), "notation that can't be read"),
    "the beacon is left out": Forgery(beacon_left_out, "without the beacon, for which it waits"),
    "the beacon is denied": Forgery(beacon_never_used, "with a beacon that the table doesn't use"),
    "the beacon is voted away by nobody": Forgery(votes(), NOT_ALL),
    "the beacon is voted away by one": Forgery(votes((ASKED, 0)), NOT_ALL),
    "the beacon is voted away by all but one": Forgery(beacon_voted_away_by_too_few, NOT_ALL),
    "the beacon is voted away against a no": Forgery(votes((ASKED, 0), (NO, 1)), NOT_ALL),
    "the beacon is voted away by silence": Forgery(votes((ASKED, 0), (YES, None)), "silence for an answer"),
    "the beacon is voted away twice": Forgery(beacon_voted_away_twice, "for which no deal waits"),
    "a vote against the beacon while nothing waits": Forgery(vote_while_nothing_waits, "for which no deal waits"),
    "the deal that waited is made after the vote": Forgery(deal_that_waited_made_all_the_same, "which isn't due"),
    "the deal that waited is announced anew": Forgery(deal_announced_again_with_the_same_seed, "but deal 3 is next"),
    "the seed of the deal that waited is kept": Forgery(
        seed_of_the_deal_that_waited_never_opened, "seeds, but the record has"
    ),
    "the seed of the deal that waited is another": Forgery(seed_of_the_deal_that_waited_out_of_the_chain, FIXED),
    "a game is ended early by nobody": Forgery(ended_early_by_nobody, NOT_ALL),
    "a pause that nobody asked for": Forgery(paused_by_nobody, NOT_ALL),
    "a pause that one asked for": Forgery(paused_by_one, NOT_ALL),
    "a vote about something else": Forgery(player_left_out_of_a_vote, NOT_ALL),
    "a seat is taken without a vote": Forgery(seat_taken_without_a_vote, "that nobody left"),
    "a seat is taken against a no": Forgery(seat_taken_against_a_no, "that nobody left"),
    "an answer to nothing": Forgery(answer_to_nothing, "but nothing is asked"),
    "a seat in another spelling": Forgery(computer_player_by_another_spelling, "can't be read"),
    "the beacon is used after the vote": Forgery(beacon_used_after_it_was_voted_away, "that the table doesn't use"),
    "the beacon is voted away in secret": Forgery(beacon_voted_away_in_secret, HEAD, "head"),
    "a seed is out of the chain": Forgery(seed_out_of_the_chain, FIXED),
    "the first seed is out of the chain": Forgery(first_seed_out_of_the_chain, "the root of its chain"),
    "another secret": Forgery(another_secret, "the root of its chain"),
    "another secret and root": Forgery(another_secret_and_root, HEAD, "head"),
    "another root": Forgery(root_exchanged, "the root of its chain"),
    "the deals of a practice game": Forgery(deals_of_a_practice_game, "can't be read"),
    "the next root too early": Forgery(root_of_the_next_chain_too_early, "a root where none belongs"),
    "seeds are exchanged": Forgery(seeds_exchanged, FIXED),
    "a seed is doubled": Forgery(seed_doubled, "seeds, but the record has"),
    "a seed is never opened": Forgery(seed_never_opened, "seeds, but the record has"),
    "the last round is never opened": Forgery(last_round_never_opened, "seeds, but the record has"),
    "another table": Forgery(another_table, FIXED),
    "a move is rewritten": Forgery(move_rewritten, "doesn't match its hash"),
    "a move is rewritten and hashed": Forgery(move_rewritten_and_hashed, HEAD, "head"),
    "a move is another's": Forgery(move_of_another, "doesn't match its hash"),
    "moves are exchanged and hashed": Forgery(moves_exchanged_and_hashed, HEAD, "head"),
    "a move is of another time": Forgery(move_at_another_time, "doesn't match its hash"),
    "moves are left out and hashed": Forgery(moves_left_out_and_hashed, HEAD, "head"),
    "a round is left out": Forgery(round_left_out, "promises deal 3, but deal 2 is next"),
    "a round is not told": Forgery(listed_deal_left_out, "deals, but the record has "),
    "a round is doubled": Forgery(round_doubled, "promises deal 1, but deal 2 is next"),
    "a round is told twice": Forgery(listed_deal_doubled, "deals, but the record has "),
    "rounds are exchanged": Forgery(rounds_exchanged, "promises deal 2, but deal 1 is next"),
    "rounds are told in another order": Forgery(listed_deals_exchanged, "Deal 1 "),
    "cut in mid-round": Forgery(cut_in_mid_round, "stops in the middle of a round"),
    "cut at a deal that was due": Forgery(cut_at_a_deal_that_was_due, HEAD, "head"),
    "cut at the start": Forgery(cut_at_the_start, "stops in the middle of a round"),
    "cut before the start": Forgery(cut_before_the_start, "The game never starts"),
    "a step is left out": Forgery(step_left_out, "stands where step 10 belongs"),
    "steps are exchanged": Forgery(steps_exchanged, "stands where step 10 belongs"),
    "started twice": Forgery(started_twice, "starts the game a second time"),
    "started with other seats": Forgery(started_with_other_seats, "are taken"),
    "started without an option": Forgery(started_without_an_option, "starts without the option "),
    "started with an option out of bounds": Forgery(
        started_with_an_option_out_of_bounds, "notation that can't be read"
    ),
    "started with an option twice": Forgery(started_with_options_twice, "notation that can't be read"),
    "started by a chosen seat": Forgery(started_by_a_chosen_seat, "notation that can't be read"),
    "opened twice": Forgery(opened_twice, "opens the table, and isn't the first"),
    "opened without a notation": Forgery(opened_without_a_notation, "notation that can't be read"),
    "never opened": Forgery(never_opened, "doesn't open the table"),
    "one person alone, and announced": Forgery(alone_and_announced, "where one person sits alone, which has none"),
    "one person alone, with the beacon": Forgery(alone_with_the_beacon, "with a beacon that the table doesn't use"),
    "one person alone, of whom a message was seen": Forgery(alone_when_the_record_is_written, HEAD, "message"),
    "20,000 join": Forgery(twenty_thousand_join, "names a seat that isn't there"),
    "nine seats": Forgery(nine_seats, "names a seat that isn't there"),
    "one seat more after the start": Forgery(one_seat_more_after_the_start, "names a seat that isn't there"),
    "promised twice": Forgery(promised_twice, "while deal 2 is due"),
    "promised without a salt": Forgery(promised_without_salt, "notation that can't be read"),
    "promised before the start": Forgery(promised_before_the_start, "comes before the start"),
    "dealt twice": Forgery(dealt_twice, "makes deal 2, which isn't due"),
    "dealt before it was due": Forgery(dealt_before_it_was_due, "makes deal 2, which isn't due"),
    "a move after the end": Forgery(played_on_after_the_end, "comes after the end"),
    "a table is closed after the end": Forgery(closed_after_the_end, "comes after the end"),
    "a step is dated back": Forgery(dated_back, "is dated before the step before it"),
    "a message is three minutes older": Forgery(message_three_minutes_older, "is older than what it shows"),
    "a message is three minutes newer": Forgery(message_three_minutes_newer, "is newer than this step"),
    "a deal after the end": Forgery(dealt_after_the_end, "comes after the end"),
    "another order": Forgery(change_listed_deal(order=swap_first_two), ORDER),
    "another deck": Forgery(change_listed_deal(deck=swap_first_two), "shuffles another deck"),
    "a tile too few": Forgery(change_listed_deal(deck=shorter), "shuffles another deck"),
    "a tile twice": Forgery(
        change_listed_deal(deck=lambda deck: f"{deck}, {deck.split(', ')[0]}"), "shuffles another deck"
    ),
    "another pick": Forgery(change_listed_deal(pick=lambda pick: pick + 1), "has another pick"),
    "other picks": Forgery(change_listed_deal(picks=lambda picks: picks + 9), "chooses among"),
    "picks as text": Forgery(change_listed_deal(picks=str), NO_RECORD),
    "picks beyond what can be": Forgery(change_listed_deal(picks=lambda _: 2**32 + 1), NO_RECORD),
    "picks of 2 to the 32": Forgery(change_listed_deal(picks=lambda _: 2**32), "chooses among"),
    "no picks": Forgery(change_listed_deal(picks=lambda _: 0), NO_RECORD),
    "a pick below none": Forgery(change_listed_deal(pick=lambda _: -1), NO_RECORD),
    "a seat below the first": Forgery(step_with(seat=-1), NO_RECORD),
    "a ninth seat": Forgery(step_with(seat=8), NO_RECORD),
    "a time that never comes": Forgery(step_with(at=2**70), NO_RECORD),
    "a time in parts": Forgery(step_with(at=1.5), NO_RECORD),
    "an escape sequence": Forgery(step_with(notation="\x1b[2J"), NO_RECORD),
    "a line break": Forgery(step_with(notation="play\nVerdict: agrees."), NO_RECORD),
    "a mark that turns text": Forgery(step_with(notation="play \u202e6-2"), NO_RECORD),
    "a line separator": Forgery(step_with(notation="play \u2028 6-2"), NO_RECORD),
    "a text without end": Forgery(step_with(notation="x" * 5000), NO_RECORD),
    "a kind that is none": Forgery(step_with(kind="Act"), NO_RECORD),
    "half a character": Forgery(surrogate, NO_RECORD),
    "a key twice": Forgery(replace_bytes(b' "table": 12,', b' "table": 13,\n "table": 12,'), NO_RECORD),
    "a key more": Forgery(replace_bytes(b' "table": 12,', b' "table": 12,\n "won": 1,'), NO_RECORD),
    "a number in another spelling": Forgery(replace_bytes(b'"table": 12,', b'"table": 1.2e1,'), NO_RECORD),
    "a number with a point": Forgery(replace_bytes(b'"table": 12,', b'"table": 12.0,'), NO_RECORD),
    "a blank more": Forgery(replace_bytes(b'"table": 12,', b'"table":  12,'), WRITTEN),
    "a text in another spelling": Forgery(replace_bytes(b'"kind": "act"', b'"kind": "\\u0061ct"'), WRITTEN),
    "keys in another order": Forgery(
        replace_bytes(b'"seq": 3,\n   "kind": "join",', b'"kind": "join",\n   "seq": 3,'), NO_RECORD
    ),
    "something behind the end": Forgery(lambda record: file(record) + b"\n", WRITTEN),
    "a byte order mark": Forgery(lambda record: b"\xef\xbb\xbf" + file(record), NO_RECORD),
    "bytes that are no text": Forgery(replace_bytes(b'"kind": "act"', b'"kind": "\xff"'), NO_RECORD),
    "nothing": Forgery(lambda _: b"", NO_RECORD),
    "only brackets": Forgery(lambda _: b"[" * 500_000, NO_RECORD),
    "a format that there is not": Forgery(replace_bytes(b"boneyard-record-v4", b"boneyard-record-v9"), "format"),
    "today's steps in the older format": Forgery(
        replace_bytes(b"boneyard-record-v4", b"boneyard-record-v3"), "an older format"
    ),
}


def seen_of(record: Record, what: str) -> Sequence[str]:
    """Return what a reader saw in the channel: the head of the end, or the link to an announcement."""
    if not what:
        return ()
    posted = json.loads((nth(record, "posted", -1) if what == "head" else announcement(record, 2))["notation"])
    return [
        posted["head"] if what == "head" else f"https://discord.com/channels/1/{posted['channel']}/{posted['message']}"
    ]
