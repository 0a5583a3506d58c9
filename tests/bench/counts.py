"""What a player presses and reads, counted by a robot that plays whole games.

It plays against computer players and sees what a person sees: public messages, and the newest private one. It presses
*My hand* only if no hand that it has before its eyes can be played from.
"""

from __future__ import annotations

import asyncio
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from simcord.results import to_discord_message

from bot.talk.letter import ControlId, Purpose
from tests.bench.measure import Pace, show
from tests.end_to_end.house import House, controls, find_control, house, select_values

MOVES = {Purpose.ACT, Purpose.MENU, Purpose.CHOOSE}
PREFERRED = ("play", "place", "bid", "discard", "trump")
"""What a player does if it can be done: nothing is drawn or kept of one's own accord."""
PREPARING = ("discard", "trump")
MOST = 60
"""Turns after which a game has told enough: one of Moon among players who bid by chance may have no end."""


class Match(NamedTuple):
    """A game of one person with some computer players; the short one has fewer rounds."""

    game: str
    computers: int
    options: Mapping[str, str]
    short: Mapping[str, str]


ONE_ROUND = {"match": "rounds", "rounds": "1"}
MATCHES = {
    "Draw": Match("draw", 1, {"match": "rounds", "rounds": "3"}, ONE_ROUND),
    "Block": Match("draw", 1, {"mode": "block", "match": "rounds", "rounds": "3"}, ONE_ROUND | {"mode": "block"}),
    "Moon": Match("moon", 2, {"target": "7"}, {"target": "7"}),
    "Chickenfoot": Match("chickenfoot", 2, {"set": "6", "rounds": "3"}, {"set": "6", "rounds": "1"}),
    "Blockers": Match("blockers", 2, {}, {}),
    "Fives": Match("fives", 1, {"match": "rounds", "rounds": "3"}, ONE_ROUND),
}


@dataclass
class Turn:
    """One turn of the robot: from its call to the action that ends it."""

    presses: int = 0
    public: int = 0
    private: int = 0
    verbs: list[str] = field(default_factory=list)

    @property
    def case(self) -> str:
        """What kind of turn it was."""
        if any(verb in PREPARING for verb in self.verbs):
            return "bidder"
        if "draw" not in self.verbs:
            return "plain"
        return "drew" if self.verbs[-1] in PREFERRED else "in vain"


@dataclass
class Counted:
    """What was counted in one game."""

    turns: list[Turn] = field(default_factory=list)
    public: int = 0
    """All public messages from the first turn on."""
    lines: list[int] = field(default_factory=list)
    words: list[int] = field(default_factory=list)


@dataclass
class Robot:
    """The only person of a table."""

    here: House
    seen: set[int] = field(default_factory=set)
    counted: Counted = field(default_factory=Counted)

    @property
    def member(self) -> Any:
        return self.here.members[0]

    def messages(self, *, private: bool) -> list[Any]:
        """Return what the robot sees in the channel, oldest first: its private messages, or the public ones."""
        posted = sorted(self.here.env.backend.messages[self.here.place.id].values(), key=lambda m: m.id)
        mine = [m for m in posted if m.visible_to(self.member.id) and m.is_ephemeral == private]
        return [to_discord_message(self.here.env, message) for message in mine]

    async def play(self) -> Counted:
        """Play until the game is over."""
        turn = Turn()
        self._new(Turn())
        while not self.here.over and len(self.counted.turns) < MOST:
            self._read(turn)
            verb = await self._move(turn)
            turn.verbs.append(verb)
            if verb != "draw" and not (verb in PREPARING or (verb == "bid" and self._won_bid())):
                self.counted.turns.append(turn)
                turn = Turn()
        return self.counted

    def _won_bid(self) -> bool:
        """Return whether the bid won, and its bidder goes on."""
        table = self.here.turn and find_control(self.here.turn, Purpose.HAND)
        return bool(table) and not self.here.over and "discard one tile" in self.here.turn.content

    def _read(self, turn: Turn) -> None:
        """Count what is new since the last look, and how long the message of the turn is."""
        self._new(turn)
        text = self.here.turn.content
        self.counted.lines.append(len(text.splitlines()))
        self.counted.words.append(len(re.findall(r"[^\s·*]+", text)))

    def _new(self, turn: Turn) -> None:
        for private in (False, True):
            new = {m.id for m in self.messages(private=private)} - self.seen
            self.seen |= new
            if private:
                turn.private += len(new)
            else:
                turn.public += sum(1 for m in self.messages(private=False) if m.id in new and m.author.bot)

    async def _move(self, turn: Turn) -> str:
        """Make a move; return its verb."""
        hand = self._hand()
        while True:
            turn.presses += 1
            if hand is None:
                pressed = await self.member.click(
                    self.here.turn, custom_id=str(find_control(self.here.turn, Purpose.HAND))
                )
            elif len(choices := list(_choices(hand))) and choices[0][1]:
                value = _preferred_move([id for id, _ in choices])
                pressed = await self.member.select(
                    hand, [str(value)], custom_id=str(find_control(hand, Purpose.CHOOSE))
                )
            else:
                value = _preferred_move([id for id, _ in choices])
                pressed = await self.member.click(hand, custom_id=str(value))
            assert pressed.acknowledged
            if hand is not None and value.purpose in (Purpose.ACT, Purpose.SURE):
                await self.here.settle()
                self._new(turn)
                return value.data.split()[0]
            hand = pressed.response

    def _hand(self) -> Any:
        """Return a message before the robot's eyes from which this turn can be played: the private one, or a bid."""
        now = find_control(self.here.turn, Purpose.HAND)
        assert now
        for message in (self.here.turn, *reversed(self.messages(private=True))):
            if any(id.seq == now.seq for id, _ in _choices(message)):
                return message
        return None


def _choices(message: Any) -> Iterator[tuple[ControlId, bool]]:
    """Yield the moves of a message, and whether each stands in a menu."""
    for id in controls(message):
        if id.purpose is Purpose.CHOOSE:
            yield from ((value, True) for text in select_values(message) if (value := ControlId.parse(text)))
        elif id.purpose in (Purpose.ACT, Purpose.MENU, Purpose.SURE):
            yield id, False


def _preferred_move(ids: list[ControlId]) -> ControlId:
    """Choose the first move there is that plays something; of bids the highest but one, so as to be the bidder."""
    bids = [id for id in ids if id.data.startswith("bid ") and id.data != "bid 21"]
    if bids:
        return bids[-1]
    return next((id for id in ids if id.purpose is Purpose.MENU or id.data.split()[0] in PREFERRED), ids[0])


async def count(match: Match, *, short: bool) -> Counted:
    """Play a game to its end, and count."""
    with TemporaryDirectory() as folder:
        async with house(Path(folder), ("Ana",)) as here:
            levels = ["easy", "medium", "hard"][: match.computers]
            await here.open_table(match.game, 1, match.short if short else match.options, *levels)
            await here.settle()
            return await Robot(here).play()


def run(pace: Pace) -> None:
    """Print the table."""
    rows = []
    for name, match in MATCHES.items():
        found = asyncio.run(count(match, short=pace.times < 10))
        rows.append([name, *_row(found)])
    head = ["", "turns", "presses: plain", "drew", "in vain", "bidder", "public a turn", "bidder", "private", "lines",
            "words"]  # fmt: skip
    show("What a player presses and reads, a turn (most)", head, rows)


def _row(found: Counted) -> list[str]:
    cases = defaultdict(list)
    for turn in found.turns:
        cases[turn.case].append(turn)
    others = [turn for turn in found.turns if turn.case != "bidder"]
    return [
        str(len(found.turns)),
        *(_mean([turn.presses for turn in cases[case]]) for case in ("plain", "drew", "in vain", "bidder")),
        _mean([turn.public for turn in others]),
        _mean([turn.public for turn in cases["bidder"]]),
        _mean([turn.private for turn in found.turns]),
        _mean(found.lines),
        _mean(found.words),
    ]


def _mean(numbers: list[int]) -> str:
    return f"{mean(numbers):.2f} ({max(numbers)})" if numbers else "-"
