"""Honest logs of format 4, written by hand from docs/DEALS.md.

The game plays, and nothing of the bot's tables is used. A `Book` is a host's: it knows the secret, and can write the
whole log again after a change.
"""

from __future__ import annotations

import base64
import copy
import hashlib
import json
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from engine.game import DEALER, Deal, Game
from engine.games import GAMES
from engine.options import Options
from tests.bot.drand import OURS, sign_round, snowflake_at
from tests.engine.play import short as short_options

BEGAN = 1_800_000_000
LINKS = 4096
CHANNEL, SERVER = 10**18 + 7, 10**18
Record = dict[str, Any]


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def head22(digest: str) -> str:
    return base64.urlsafe_b64encode(bytes.fromhex(digest)).decode()[:22]


def file(record: Mapping[str, Any]) -> bytes:
    """Write a record as records are written."""
    return (json.dumps(record, indent=1, ensure_ascii=False) + "\n").encode()


def expected_deal(record: Record, deal: int, signature: str, place: int) -> dict[str, Any]:
    """Return the deal by docs/DEALS.md, of a known deck; `place` is its place among the deals made."""
    told = record["deals"][place - 1]
    random = hashlib.sha256(bytes.fromhex(signature)).hexdigest() if signature else "-"
    text = f"deal-v4|{record['table']}|{deal}|{record['seeds'][deal - 1]}|{random}"
    stream = hashlib.shake_256(text.encode()).digest(1 << 14)
    words = iter(int.from_bytes(stream[i : i + 4], "big") for i in range(0, len(stream), 4))

    def below(n: int) -> int:
        return next(word for word in words if word < 2**32 // n * n) % n

    tiles = told["deck"].split(", ")
    for place in range(len(tiles) - 1, 0, -1):
        other = below(place + 1)
        tiles[place], tiles[other] = tiles[other], tiles[place]
    return {**told, "order": ", ".join(tiles), "pick": below(told["picks"]) if told["picks"] > 1 else 0}


def seeds(table: int, secret: bytes, chain: int = 0) -> list[str]:
    """Return a chain: its root, and its seeds in the order of deals."""
    links = [sha256(f"deal-v4|{table}|chain {chain}|{secret.hex()}")]
    for deal in range(LINKS * (chain + 1), LINKS * chain, -1):
        links.append(sha256(f"deal-v4|{table}|{deal}|{links[-1]}"))
    return links[::-1]


class Book:
    """A table's log as its host writes it."""

    def __init__(self, table: int = 12, *, beacon: bool = True, secret: bytes = b"s" * 32, thread: int = 0):
        self.chain = seeds(table, secret)
        self.beacon, self.secret = beacon, secret
        self.record: Record = {"format": "boneyard-record-v4", "table": table, "steps": [], "seeds": [], "deals": []}
        self.seats, self.people, self.dues = 0, 0, 0
        self.there: set[int] = set()
        self.now, self.began, self.messages, self.head = BEGAN, False, 0, ""
        where = {"server": SERVER, "channel": CHANNEL} | ({"thread": thread} if thread else {})
        self.step("new", compact({"deals": 4, "root": self.chain[0], "beacon": beacon, **where}))

    def step(self, kind: str, notation: str = "", seat: int | None = None) -> dict[str, Any]:
        """Append a step."""
        steps, record = self.record["steps"], self.record
        self.now += 5
        said = [self.head, record["table"], len(steps) + 1, kind, seat, notation, self.now]
        self.head = sha256(compact(said))
        step = dict(zip(("seq", "kind", "seat", "notation", "at"), said[2:], strict=True)) | {"hash": self.head}
        steps.append(step)
        return step

    def post(self, shows: dict[str, Any], channel: int = CHANNEL) -> int:
        """Post a message that shows the head of a step."""
        message = snowflake_at(self.now + 1)
        said = {"seq": shows["seq"], "channel": channel, "message": message, "head": head22(shows["hash"])}
        self.step("posted", compact(said))
        return message

    def join(self) -> None:
        self.step("join", "", self.seats)
        self.there.add(self.seats)
        self.seats, self.people = self.seats + 1, self.people + 1

    def computer(self) -> None:
        self.step("seat", compact({"player": "easy"}), self.seats)
        self.seats += 1

    def leave(self, seat: int) -> None:
        """Let a person leave."""
        self.step("leave", compact({"player": "medium"}) if self.began else "", seat)
        self.there.discard(seat)
        if not self.began:
            self.seats, self.people = self.seats - 1, self.people - 1

    def take(self, seat: int) -> None:
        self.step("join", "", seat)
        self.people += 1
        self.there.add(seat)

    def start(self, key: str, options: Options) -> None:
        said = {"game": key, "rules": 1, "seats": self.seats, "options": options.to_json()}
        self.step("start", compact(said), 0)
        self.began = True

    def vote(self, subject: str) -> None:
        """Let all agree to something; those whose seat a computer player plays are not asked."""
        first, *others = sorted(self.there)
        self.step("vote", compact({"yes": True, "subject": subject}), first)
        for seat in others:
            self.step("vote", compact({"yes": True}), seat)

    def due(self) -> dict[str, Any]:
        self.dues = deal = self.dues + 1
        said: dict[str, Any] = {"deal": deal, "salt": sha256(f"salt {deal}")[:32]}
        if deal % LINKS == 0:
            following = seeds(self.record["table"], self.secret, deal // LINKS)
            said["root"], self.chain[deal + 1 :] = following[0], following[1:]
        return self.step("due", compact(said))

    def deal(self, deck: str, picks: int, message: int | None) -> dict[str, Any]:
        """Make a deal that was announced."""
        record, deal = self.record, self.dues
        said: dict[str, Any] = {"deal": deal}
        if self.beacon and message is not None:
            round_ = OURS.round_of(message)
            said |= {"round": round_, "signature": sign_round(round_).hex()}
        record["seeds"].append(self.chain[deal])
        record["deals"].append({"deck": deck, "order": "", "picks": picks, "pick": 0})
        record["deals"][-1] = told = expected_deal(record, deal, said.get("signature", ""), len(record["deals"]))
        self.step("deal", compact(said))
        return told

    def end(self) -> None:
        shows = self.step("end")
        if self.people > 1:
            self.post(shows)


class Played(Book):
    """A game that is really played, at random, to its end."""

    def __init__(
        self,
        key: str,
        seats: int,
        options: Options | None = None,
        seed: str = "",
        rounds: int = 99,
        *,
        alone: bool = False,
        **how: Any,
    ):
        super().__init__(**how)
        self.game: Game[Any, Any] = GAMES[key]
        self.rng, self.key = Random(f"{key} {seed}"), key
        self.options = options or short_options(self.game, series="sumof 3")
        for seat in range(seats):
            (self.computer if alone and seat else self.join)()
        self.before_start()
        self.start(key, self.options)
        self.state: Any = self.game.start(self.options, seats)
        while self.state.to_act is not None and len(self.record["deals"]) < rounds:
            self._turn()
        self.finish()

    def before_start(self) -> None:
        """Do something before the game begins."""

    def between(self, deal: int) -> None:
        """Do something before a deal is due."""

    def waiting(self, deal: int, message: int | None) -> int | None:
        """Do something while it is; return the message of another one that takes its place."""
        return None

    def finish(self) -> None:
        self.end()

    def _turn(self) -> None:
        if self.state.to_act == DEALER:
            deal = self.dues + 1
            self.between(deal)
            shows = self.due()
            message = self.post(shows) if self.people > 1 else None
            message = self.waiting(deal, message) or message
            deck = [str(tile) for tile in self.state.deck]
            told = self.deal(", ".join(deck), self.state.picks, message)
            self._apply_deal(deck, told)
        elif (forced := self.state.automatic()) is not None:
            self.step("auto", str(forced), self.state.to_act)
            self.state = self.state.apply(forced).state
        else:
            action = self.rng.choice(self.state.legal_actions())
            self.step("act", str(action), self.state.to_act)
            self.state = self.state.apply(action).state

    def _apply_deal(self, deck: list[str], told: dict[str, Any]) -> None:
        order = tuple(deck.index(tile) for tile in told["order"].split(", "))
        self.state = self.state.apply(Deal(order, told["pick"])).state


class Lively(Played):
    """Seats are left and taken, and an announcement is deleted."""

    def before_start(self) -> None:
        self.join()
        self.leave(self.seats - 1)

    def between(self, deal: int) -> None:
        if deal == 2:
            self.now += 600
            self.leave(1)
            self.take(1)
            self.step("seat", compact({"player": "medium"}), 0)

    def waiting(self, deal: int, message: int | None) -> None:
        self.step("seat", compact({"player": None}), 0)
        if deal == 1:
            self.step("gone", compact({"message": message}))
            self.step("vote", compact({"yes": True, "subject": "pause"}), 0)
            self.step("vote", compact({"yes": True}))
            self.step("pause")
            self.step("pause", "over", 0)

    def finish(self) -> None:
        super().finish()
        self.step("rematch", "", 0)


class JoinedLater(Played):
    """One person begins with computer players, and another one comes before the third deal is due."""

    def __init__(self, key: str, seats: int, **how: Any) -> None:
        super().__init__(key, seats, alone=True, **how)

    def between(self, deal: int) -> None:
        if deal == 3:
            self.leave(1)
            self.take(1)


class VotedAway(Played):
    """The beacon is silent at the second deal, and all vote to go on without: another one takes its place."""

    silent = 2

    def waiting(self, deal: int, message: int | None) -> int | None:
        self.now += 3600
        if not self.beacon or deal != self.silent:
            return None
        self.vote("beacon")
        self.step("nobeacon")
        self.beacon = False
        self.record["seeds"].append(self.chain[deal])
        return self.post(self.due())


class VotedAwayAtOnce(VotedAway):
    """It is silent at the first."""

    silent = 1


class Cancelled(Played):
    """A table that is closed in the middle of a round, whose seed is opened."""

    def finish(self) -> None:
        self.vote("cancel")
        self.step("close", "cancel")
        super().finish()


class CancelledWhileDue(Cancelled):
    """A table that is closed while a deal is announced, whose seed is opened too."""

    def finish(self) -> None:
        while self.state.to_act != DEALER:
            self._turn()
        self.post(self.due())
        self.record["seeds"].append(self.chain[self.dues])
        super().finish()


class Restored(Played):
    """A game that was restored between its first two deals."""

    said = (compact({"copy": 1_800_000_000, "until": 5}), compact({"copy": 1_800_000_000, "until": 0, "looked": True}))

    def between(self, deal: int) -> None:
        if deal == 2:
            for notation in self.said:
                self.step("restored", notation)


YES, GIVE_UP = '{"yes":true}', '{"yes":true,"subject":"giveup"}'


def in_pairs(key: str = "draw") -> Any:
    return short_options(GAMES[key], teams="pairs", series="sumof 3")


class GivenUp(Played):
    """Partners who lose agree to give the game up, in the middle of a round."""

    pair = (1, 3)

    def __init__(self, key: str = "draw", **how: Any) -> None:
        super().__init__(key, 4, in_pairs(key), rounds=2, **how)

    def finish(self) -> None:
        asks, answers = self.pair
        self.step("vote", GIVE_UP, asks)
        self.step("vote", YES, answers)
        self.step("close", "giveup")
        super().finish()


class GivenUpByOne(GivenUp):
    """A partner is a computer player, so the other decides alone."""

    def before_start(self) -> None:
        for seat in (3, 2):
            self.leave(seat)
        self.join()
        self.computer()

    def finish(self) -> None:
        self.step("vote", GIVE_UP, 1)
        self.step("close", "giveup")
        self.end()


class TakenBack(Played):
    """Moves are taken back: a new one at once, the same again and later ones by vote, and one by silence."""

    def __init__(self, key: str = "draw", **how: Any) -> None:
        self.stored: list[tuple[dict[str, Any], Any]] = []
        self.count = 0
        super().__init__(key, 4, in_pairs(key), **how)

    def _turn(self) -> None:
        before = self.state
        super()._turn()
        step = self.record["steps"][-1]
        if not step["notation"].startswith("play ") or self.state.to_act is None or self.state.to_act < 0:
            self.stored.clear()
            return
        self.stored.append((step, before))
        self.count += 1
        if self.count == 3:
            self.back(0)
        elif self.count == 4:
            self.back(0, by_vote=True)
        elif self.count > 6 and len(self.stored) > 1:
            self.back(len(self.stored) - 2, by_vote=True)
            self.count = -99

    def back(self, place: int, *, by_vote: bool = False) -> None:
        step, state = self.stored[place] if by_vote else self.stored[-1]
        to, seat = step["seq"] - 1, step["seat"]
        if by_vote:
            self.now += 90
            self.step("vote", compact({"yes": True, "subject": "undo", "to": to}), seat)
            for answering in sorted(self.there - {seat}):
                self.step("vote", YES, answering)
        self.step("undo", str(to), seat)
        self.state = state
        del self.stored[self.stored.index((step, state)) :]


def rehash(record: Record) -> Record:
    """Update all hashes, and the heads that messages show."""
    head, heads = "", dict[int, str]()
    for place, step in enumerate(record["steps"], 1):
        step["seq"] = place
        if step["kind"] == "posted":
            said = json.loads(step["notation"])
            step["notation"] = compact({**said, "head": head22(heads.get(said["seq"], "0" * 64))})
        said = [head, record["table"], *(step[key] for key in ("seq", "kind", "seat", "notation", "at"))]
        head = heads[place] = step["hash"] = sha256(compact(said))
    return record


def renumber(record: Record, before: list[dict[str, Any]]) -> Record:
    """Update the step numbers in messages, after steps were added or removed."""
    places = {id(step): place for place, step in enumerate(record["steps"], 1)}
    moved = {step["seq"]: places[id(step)] for step in before if id(step) in places}
    for step in record["steps"]:
        if step["kind"] == "posted":
            said = json.loads(step["notation"])
            step["notation"] = compact({**said, "seq": moved.get(said["seq"], said["seq"])})
    return rehash(record)


def redealt(record: Record) -> Record:
    """Deal again what follows from the log, as a host would so that its deals agree."""
    for place, step in enumerate(steps(record, "deal"), 1):
        said = json.loads(step["notation"])
        record["deals"][place - 1] = expected_deal(record, said["deal"], said.get("signature", ""), place)
    return record


def steps(record: Record, kind: str) -> Iterator[dict[str, Any]]:
    return (step for step in record["steps"] if step["kind"] == kind)


def copy_of(record: Record) -> Record:
    return copy.deepcopy(record)


DOMINOES = (
    "0-0, 1-0, 1-1, 2-0, 2-1, 3-0, 2-2, 3-1, 4-0, 3-2, 4-1, 5-0, 3-3, 4-2, 5-1, 6-0, "
    "4-3, 5-2, 6-1, 4-4, 5-3, 6-2, 5-4, 6-3, 5-5, 6-4, 6-5, 6-6"
)


class Hasty(Book):
    """A log in which everything happens within one second."""

    def step(self, kind: str, notation: str = "", seat: int | None = None) -> dict[str, Any]:
        self.now -= 5
        return super().step(kind, notation, seat)

    def post(self, shows: dict[str, Any], channel: int = CHANNEL) -> int:
        self.messages += 1
        message = snowflake_at(self.now) + self.messages
        said = {"seq": shows["seq"], "channel": channel, "message": message, "head": head22(shows["hash"])}
        self.step("posted", compact(said))
        return message


def nothing_more(deals: int, book: Book | None = None) -> Book:
    """Return a log of deals alone, in which nobody moves: the protocol agrees, the rules do not."""
    book = book or Book(beacon=False)
    book.join()
    book.join()
    book.start("draw", GAMES["draw"].options())
    for _ in range(deals):
        book.deal(DOMINOES, 1, book.post(book.due()))
    book.end()
    return book
