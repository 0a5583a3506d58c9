"""Chickenfoot a second time, slowly, from the wording of the rule sheet.

Lists and strings, and nothing of the engine except the options' values. If it differs from the engine, one of them is
wrong.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.games.chickenfoot.options import ChickenfootOptions

Domino = tuple[int, int]


@dataclass
class Spot:
    """Where a tile could touch: the number it must show, and the double it helps to finish, if it does."""

    letter: str
    number: int
    owed: bool = False


@dataclass
class NaiveTable:
    """Plays along: `deal`, then `do` each notation; `legal` says what the seat to move may type."""

    options: ChickenfootOptions
    seats: int
    highest: int
    hand_size: int
    last_round: int
    round: int = 0
    mover: int | str = "dealer"
    hands: list[list[Domino]] = field(default_factory=list)
    yard: list[Domino] = field(default_factory=list)
    table: list[Domino] = field(default_factory=list)
    spots: list[Spot] = field(default_factory=list)
    letters: int = 0
    drew: list[Domino] = field(default_factory=list)
    stuck: int = 0
    looking: bool = False
    opener: int = -1
    scores: list[list[int]] = field(default_factory=list)
    ended: str = ""

    def may_draw(self) -> bool:
        kept = (2 if self.seats == 2 else 1) if self.options.yard_rest else 0
        return len(self.yard) > kept

    def deck(self) -> list[Domino]:
        every = [(high, low) for high in range(self.highest + 1) for low in range(high + 1)]
        every.sort(key=lambda d: (d[0] + d[1], d[0]))
        if self.options.opening_missing == "set_aside":
            every.remove(self.opening_double(self.round + 1))
        return every

    def opening_double(self, round_: int) -> Domino:
        return (self.highest - round_ + 1, self.highest - round_ + 1)

    def deal(self, order: tuple[int, ...], pick: int) -> None:
        deck = self.deck()
        shuffled = [deck[place] for place in order]
        self.round += 1
        self.hands = []
        for _ in range(self.seats):
            self.hands.append(shuffled[: self.hand_size])
            shuffled = shuffled[self.hand_size :]
        self.yard, self.table, self.spots, self.letters = shuffled, [], [], 0
        self.drew, self.stuck, self.looking, self.ended = [], 0, False, ""
        first = pick if self.opener < 0 else (self.opener + 1) % self.seats
        wanted = self.opening_double(self.round)
        if self.options.opening_missing == "set_aside":
            self.hands[first].append(wanted)
        doubles = [wanted]
        if self.options.opening_missing == "next_lower_double":
            doubles = [(n, n) for n in range(wanted[0], -1, -1)]
        for double in doubles:
            for seat, hand in enumerate(self.hands):
                if double in hand:
                    self.mover, self.opener = seat, seat
                    self.opening = double
                    return
        self.opening = wanted
        self.looking = True
        self.mover = 0 if self.options.opening_missing == "simultaneous" else first

    def tiles_to_come(self, number: int) -> list[Domino]:
        return [
            (max(number, n), min(number, n))
            for n in range(self.highest + 1)
            if (max(number, n), min(number, n)) not in self.table
        ]

    def open_spots(self) -> list[Spot]:
        owed = [spot for spot in self.spots if spot.owed]
        return owed if owed else self.spots

    def may_lie(self, tile: Domino, spot: Spot) -> bool:
        if spot.number not in tile:
            return False
        if tile[0] == tile[1] and self.options.dead_foot == "forbid":
            singles = [t for t in self.tiles_to_come(tile[0]) if t[0] != t[1]]
            return len(singles) >= 3
        return True

    def plays(self) -> set[str]:
        assert isinstance(self.mover, int)
        hand = self.hands[self.mover]
        if not self.table:
            return {f"play {self.opening[0]}-{self.opening[1]}"}
        return {
            f"play {tile[0]}-{tile[1]} {spot.letter}"
            for tile in hand
            for spot in self.open_spots()
            if self.may_lie(tile, spot)
        }

    def legal(self) -> set[str]:
        if not isinstance(self.mover, int):
            return set()
        if self.looking:
            return {"draw"}
        plays = self.plays()
        if not self.table:
            return plays
        legal = set(plays)
        if not self.drew and self.may_draw() and (not plays or self.options.optional_draw):
            legal.add("draw")
        if self.drew:
            drawn_fits = any(self.may_lie(tile, spot) for tile in self.drew for spot in self.open_spots())
            if not (drawn_fits and self.options.drawn_tile == "must"):
                legal.add("keep")
        if not plays and not self.drew and not self.may_draw():
            legal.add("cannot")
        return legal

    def do(self, notation: str) -> None:
        assert isinstance(self.mover, int)
        words = notation.split()
        if words[0] == "draw" and self.looking:
            self.draw_for_opening()
        elif words[0] == "draw":
            self.draw()
        elif words[0] == "keep":
            unable = not self.may_draw() and not self.plays()
            self.pass_on(unable)
        elif words[0] == "cannot":
            self.pass_on(True)
        else:
            high, low = words[1].split("-")
            self.lay((int(high), int(low)), words[2] if len(words) > 2 else "")

    def draw_for_opening(self) -> None:
        assert isinstance(self.mover, int)
        self.hands[self.mover].append(self.yard.pop(0))
        mover = self.mover
        self.mover = (mover + 1) % self.seats
        together = self.options.opening_missing == "simultaneous"
        if together and mover != self.seats - 1 and self.yard:
            return
        for seat, hand in enumerate(self.hands):
            if self.opening in hand:
                self.mover, self.opener, self.looking = seat, seat, False

    def draw(self) -> None:
        assert isinstance(self.mover, int)
        while True:
            tile = self.yard.pop(0)
            self.drew.append(tile)
            self.hands[self.mover].append(tile)
            if self.options.draw_limit == 1 or not self.may_draw() or self.plays():
                return

    def pass_on(self, unable: bool) -> None:
        assert isinstance(self.mover, int)
        self.stuck = self.stuck + 1 if unable else 0
        self.drew = []
        self.mover = (self.mover + 1) % self.seats
        if self.stuck == self.seats:
            self.finish("blocked")

    def fresh(self) -> str:
        self.letters += 1
        n, text = self.letters, ""
        while n:
            n, rest = divmod(n - 1, 26)
            text = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[rest] + text
        return text

    def lay(self, tile: Domino, letter: str) -> None:
        assert isinstance(self.mover, int)
        mover = self.mover
        self.hands[mover].remove(tile)
        self.table.append(tile)
        self.stuck, self.drew = 0, []
        if not letter:
            self.spots = [Spot(self.fresh(), tile[0], True) for _ in range(self.options.arms)]
        else:
            spot = next(spot for spot in self.spots if spot.letter == letter)
            self.spots.remove(spot)
            if tile[0] == tile[1]:
                self.spots += [
                    Spot(letter, tile[0], True),
                    Spot(self.fresh(), tile[0], True),
                    Spot(self.fresh(), tile[0], True),
                ]
            else:
                other = tile[1] if tile[0] == spot.number else tile[0]
                self.spots.append(Spot(letter, other))
        owed = [spot for spot in self.spots if spot.owed]
        if owed and self.options.dead_foot == "release" and not self.tiles_to_come(owed[0].number):
            self.spots = [spot for spot in self.spots if not spot.owed]
        dead = bool(owed) and len(owed) > len(self.tiles_to_come(owed[0].number))
        self.mover = (mover + 1) % self.seats
        last_was_a_double = tile[0] == tile[1] and not self.options.last_double_ends
        if not self.hands[mover] and (not last_was_a_double or not self.may_draw()):
            self.finish("out")
        elif dead and self.options.dead_foot == "end_round":
            self.finish("dead_foot")
        elif not self.hands[mover]:
            self.hands[mover].append(self.yard.pop(0))

    def finish(self, how: str) -> None:
        self.ended = how
        self.scores.append([sum(self.cost(tile) for tile in hand) for hand in self.hands])
        self.mover = "nobody" if self.round == self.last_round else "dealer"

    def cost(self, tile: Domino) -> int:
        if tile == (0, 0):
            return self.options.double_blank
        if 0 in tile and self.options.blank_tiles == "25_each":
            return 25
        return tile[0] + tile[1]

    def winners(self) -> set[int]:
        """Return the lowest total, then the most rounds of zero, then the lowest round above zero."""
        columns = [[points[seat] for points in self.scores] for seat in range(self.seats)]
        left = set(range(self.seats))
        left = {seat for seat in left if sum(columns[seat]) == min(sum(columns[s]) for s in left)}
        left = {seat for seat in left if columns[seat].count(0) == max(columns[s].count(0) for s in left)}
        paid = {seat: min((points for points in columns[seat] if points), default=10**9) for seat in left}
        return {seat for seat in left if paid[seat] == min(paid.values())}
