"""Second, slow engine for Draw and Block, which shares nothing with the first.

Lists of pairs, one rule after the other. It follows one round from its deal and answers one question: which notations
are legal now?
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.draw.options import DrawOptions

Pair = tuple[int, int]


class Reference:
    """One round. `arms` holds for each letter the numbers on the tips, `naked` the arms that show the spinner."""

    def __init__(
        self,
        options: DrawOptions,
        hands: Sequence[Sequence[Pair]],
        boneyard: Sequence[Pair],
        to_act: int,
        forced: bool,
        round_: int = 1,
    ) -> None:
        self.options = options
        self.hands = [list(hand) for hand in hands]
        self.boneyard = list(boneyard)
        self.to_act = to_act
        self.forced = forced
        self.low = forced and options.first_lead == "low_double" and round_ == 1
        self.arms: dict[str, int] = {}
        self.naked: list[str] = []
        self.spinner = False
        self.four = False
        self.drawn = 0
        self.declared = False
        self.asked: list[int] = []

    def open_ends(self) -> list[tuple[str, int]]:
        ends = list(self.arms.items())
        if self.four and self.options.layout == "cross" and self.naked:
            return [(letter, number) for letter, number in ends if letter in self.naked]
        return ends

    def draws_left(self) -> int:
        if self.options.mode == "block":
            return 0
        return max(len(self.boneyard) - self.options.boneyard_reserve, 0)

    def plays(self) -> list[str]:
        hand = self.hands[self.to_act]
        if not self.arms:
            return [f"play {max(pair)}-{min(pair)}" for pair in self.leads(hand)]
        found = []
        for a, b in hand:
            for letter, number in self.open_ends():
                if number in (a, b):
                    found.append(f"play {max(a, b)}-{min(a, b)} {letter}")
        return found

    def leads(self, hand: list[Pair]) -> list[Pair]:
        doubles = [pair for pair in hand if pair[0] == pair[1]]
        if self.forced and doubles:
            return [min(doubles, key=lambda pair: (pair == (0, 0), pair)) if self.low else max(doubles)]
        if self.forced:
            return [max(hand, key=lambda pair: (sum(pair), max(pair)))]
        return doubles if doubles and self.options.layout != "line" else hand

    def legal(self) -> list[str]:
        plays = self.plays()
        if not self.arms:
            return plays
        limit = self.options.draw_limit
        if self.draws_left() > 0:
            may_draw = limit is None or self.drawn < limit
            if plays:
                return plays + (["draw"] if may_draw and self.options.voluntary_draw else [])
            return ["draw"] if may_draw else ["pass"]
        if self.options.verification == "auto":
            return plays or ["cannot"]
        if self.declared:
            return plays
        return plays + ["cannot"] + (["can"] if self.asked else [])

    def do(self, notation: str) -> None:
        """Go on after a legal notation; false declarations keep the turn or count as the confirmation they hid."""
        verb, *rest = notation.split()
        if verb == "play":
            self.play(rest)
        elif verb == "draw":
            self.draw()
        elif verb == "pass":
            self.next_seat()
        elif self.plays():
            self.declared = True
        else:
            self.asked.append(self.to_act)
            self.next_seat()

    def play(self, rest: list[str]) -> None:
        high, low = (int(number) for number in rest[0].split("-"))
        hand = self.hands[self.to_act]
        hand.remove((high, low) if (high, low) in hand else (low, high))
        if len(rest) == 1:
            self.open(high, low)
        else:
            self.extend(rest[1], high, low)
        self.asked = []
        self.next_seat()

    def open(self, high: int, low: int) -> None:
        self.arms = {"A": high, "B": low}
        if high == low and self.options.layout != "line":
            self.spinner = True
            self.naked = ["A", "B"]
            if self.options.layout == "cross":
                self.four = True
                self.arms = dict.fromkeys("ABCD", high)
                self.naked = list("ABCD")

    def extend(self, letter: str, high: int, low: int) -> None:
        covered = self.arms[letter]
        self.arms[letter] = low if covered == high else high
        was_naked = letter in self.naked
        if was_naked:
            self.naked.remove(letter)
        if self.options.layout != "spinner":
            return
        if was_naked and not self.naked and not self.four:
            self.four = True
            self.arms["C"] = self.arms["D"] = covered
        elif high == low and not self.spinner:
            self.spinner = True
            self.naked = [letter]

    def draw(self) -> None:
        one = bool(self.plays())
        while self.draws_left() and (self.options.draw_limit is None or self.drawn < self.options.draw_limit):
            self.hands[self.to_act].append(self.boneyard.pop(0))
            self.drawn += 1
            if one or self.plays():
                return

    def next_seat(self) -> None:
        self.to_act = (self.to_act + 1) % len(self.hands)
        self.drawn = 0
        self.declared = False

    def over(self) -> bool:
        """Return whether a player is out, everybody has confirmed, or an early block is certain."""
        if not all(self.hands) or len(self.asked) == len(self.hands):
            return True
        return self.options.early_block == "certain" and bool(self.arms) and not self.asked and self.hopeless()

    def hopeless(self) -> bool:
        unplayed = [pair for hand in self.hands for pair in hand] + self.boneyard[: self.draws_left()]
        return not any(number in pair for pair in unplayed for _, number in self.open_ends())
