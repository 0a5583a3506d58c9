"""Texas 42 a second time: legal moves and scores, from the rule sheet alone.

Tiles are pairs of numbers and everything is plain text and lists, so that it shares nothing with the game.
"""

from __future__ import annotations

from dataclasses import dataclass, field

Pair = tuple[int, int]

FULL_SET: list[Pair] = [(high, low) for high in range(7) for low in range(high + 1)]
COUNTING: dict[Pair, int] = {(5, 5): 10, (6, 4): 10, (5, 0): 5, (4, 1): 5, (3, 2): 5}
LADDER = [*range(30, 42), 42, 84, 126, 168, 210]


@dataclass
class Rules:
    """The options that decide."""

    all_pass: str = "dealer_bids"
    doubles_trump: bool = True
    no_trump: str = "high"
    nello: str = "off"
    plunge: bool = False
    splash: bool = False
    scoring: str = "marks"
    target: int = 7
    play_out: bool = False
    claims: bool = True


@dataclass
class Hand:
    """One round, from its deal on."""

    rules: Rules
    hands: list[list[Pair]]
    dealer: int
    bids: list[int] = field(default_factory=list)
    kinds: list[str] = field(default_factory=list)
    trump: str | None = None
    tricks: list[list[tuple[int, Pair]]] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)
    leader: int = -1
    gone: list[Pair] = field(default_factory=list)
    claimed_by: int | None = None

    # --- who is next

    def speaker(self) -> int:
        return (self.dealer + 1 + len(self.bids)) % 4

    def bidder(self) -> int:
        return (self.dealer + 1 + self.bids.index(max(self.bids))) % 4

    def kind(self) -> str:
        return self.kinds[self.bids.index(max(self.bids))]

    def namer(self) -> int:
        return (self.bidder() + 2) % 4 if self.kind() else self.bidder()

    def players(self) -> list[int]:
        around = [(self.leader + step) % 4 for step in range(4)]
        return [seat for seat in around if self.trump != "nello" or seat != (self.bidder() + 2) % 4]

    def seat_to_act(self) -> int:
        if len(self.bids) < 4:
            return self.speaker()
        if self.trump is None:
            return self.namer()
        return self.players()[len(self.tricks[-1])]

    # --- what it may do

    def options(self) -> set[str]:
        if len(self.bids) < 4:
            return self.calls()
        if self.trump is None:
            return self.trumps()
        return self.plays()

    def calls(self) -> set[str]:
        top = max(self.bids, default=0)
        may = {f"bid {bid}" for bid in LADDER if bid > top and (bid <= 84 or bid == top + 42)}
        if not (len(self.bids) == 3 and top == 0 and self.rules.all_pass == "dealer_bids"):
            may.add("pass")
        doubles = sum(1 for a, b in self.hands[self.speaker()] if a == b)
        if self.rules.plunge and doubles >= 4 and top <= 168:
            may.add("plunge")
        if self.rules.splash and doubles >= 3 and top <= 84:
            may.add("splash")
        return may

    def trumps(self) -> set[str]:
        may = {f"trump {number}" for number in range(7)}
        if self.rules.doubles_trump:
            may.add("trump doubles")
        if self.rules.no_trump != "off":
            may.add("trump none")
        if self.rules.no_trump == "any":
            may |= {"trump none low", "trump none own"}
        if self.rules.nello != "off" and max(self.bids) >= 42 and not self.kind():
            may.add("nello")
        return may

    def doubles_are(self) -> str:
        """Return how doubles count if nothing is trump."""
        if self.trump == "nello":
            return self.rules.nello
        return {"none": "high", "none low": "low", "none own": "own"}.get(self.trump or "", "high")

    def is_trump(self, tile: Pair) -> bool:
        if self.trump == "doubles":
            return tile[0] == tile[1]
        return (self.trump or "").isdigit() and int(self.trump or "") in tile

    def suit_led(self, lead: Pair) -> str:
        if self.is_trump(lead):
            return "trump"
        if lead[0] == lead[1] and self.doubles_are() == "own" and (self.trump or "").startswith(("none", "nello")):
            return "double"
        return str(max(lead))

    def fits(self, tile: Pair, asked: str) -> bool:
        if asked == "trump":
            return self.is_trump(tile)
        own = self.suit_led(tile) == "double"
        if asked == "double":
            return own
        return int(asked) in tile and not self.is_trump(tile) and not own

    def plays(self) -> set[str]:
        seat = self.seat_to_act()
        held, trick = self.hands[seat], self.tricks[-1]
        following = [tile for tile in held if trick and self.fits(tile, self.suit_led(trick[0][1]))]
        may = {f"play {a}-{b}" for a, b in following or held}
        if not trick and self.lays_down(seat):
            may.add("claim")
        return may

    def beats(self, tile: Pair, other: Pair, asked: str) -> bool:
        """Return whether a tile ranks above another one in a trick that asks for a suit."""
        return self.rank(tile, asked) > self.rank(other, asked)

    def rank(self, tile: Pair, asked: str) -> int:
        if self.is_trump(tile):
            number = None if self.trump == "doubles" else int(self.trump or "0")
            return 100 + self.height(tile, number)
        if not self.fits(tile, asked):
            return 0
        return 50 + self.height(tile, None if asked == "double" else int(asked))

    def height(self, tile: Pair, number: int | None) -> int:
        if number is None:
            return tile[0]
        if tile[0] == tile[1]:
            low = self.doubles_are() == "low" and not (self.trump or "").isdigit()
            return -10 if low else 10
        return sum(tile) - number

    def lays_down(self, seat: int) -> bool:
        held = self.hands[seat]
        if not self.rules.claims or self.trump == "nello" or len(held) < 2:
            return False
        unseen = [tile for tile in FULL_SET if tile not in held and tile not in self.gone]
        theirs = [tile for tile in unseen if self.is_trump(tile)]
        above = [t for t in held if self.is_trump(t) and all(self.beats(t, other, "trump") for other in theirs)]
        if theirs and len(above) < len(theirs):
            return False
        for tile in held:
            if self.is_trump(tile):
                continue
            asked = self.suit_led(tile)
            if any(self.fits(other, asked) and self.beats(other, tile, asked) for other in unseen):
                return False
        return True

    # --- what happens

    def do(self, text: str) -> None:
        verb, _, rest = text.partition(" ")
        if verb in ("bid", "pass", "plunge", "splash"):
            self.call(verb, rest)
        elif verb in ("trump", "nello"):
            self.trump = rest or "nello"
            self.leader = self.namer()
            self.tricks.append([])
        elif verb == "claim":
            self.claimed_by = self.leader
        else:
            high, low = rest.split("-")
            self.lay((int(high), int(low)))

    def call(self, verb: str, rest: str) -> None:
        top = max(self.bids, default=0)
        amount = {"pass": 0, "plunge": 210 if top == 168 else 168, "splash": 126 if top == 84 else 84}
        self.bids.append(int(rest) if verb == "bid" else amount[verb])
        self.kinds.append(verb if verb in ("plunge", "splash") else "")

    def lay(self, tile: Pair) -> None:
        seat, trick = self.seat_to_act(), self.tricks[-1]
        self.hands[seat].remove(tile)
        trick.append((seat, tile))
        self.gone.append(tile)
        if len(trick) == len(self.players()):
            asked = self.suit_led(trick[0][1])
            best = max(trick, key=lambda laid: self.rank(laid[1], asked))
            self.winners.append(best[0])
            self.leader = best[0]
            if not self.is_over():
                self.tricks.append([])

    # --- how it ends

    def points(self) -> tuple[int, int]:
        """Return the points of the bidders and of the setters."""
        mine = theirs = 0
        for winner, trick in zip(self.winners, self.tricks, strict=False):
            value = 1 + sum(COUNTING.get(tile, 0) for _, tile in trick)
            if winner % 2 == self.bidder() % 2:
                mine += value
            else:
                theirs += value
        if self.claimed_by is not None:
            rest = 42 - mine - theirs
            if self.claimed_by % 2 == self.bidder() % 2:
                mine += rest
            else:
                theirs += rest
        return mine, theirs

    def lost_tricks(self) -> int:
        """Return the tricks that the setters took."""
        lost = sum(1 for winner in self.winners if winner % 2 != self.bidder() % 2)
        claimed = self.claimed_by is not None and self.claimed_by % 2 != self.bidder() % 2
        return lost + (7 - len(self.winners)) * claimed

    def is_made(self) -> bool | None:
        """Return whether the bid is made; None while that is open."""
        bid, done = max(self.bids), len(self.winners) == 7 or self.claimed_by is not None
        mine, theirs = self.points()
        if self.trump == "nello":
            return False if self.bidder() in self.winners else True if done else None
        if bid >= 42:
            return False if self.lost_tricks() else True if done else None
        if mine >= bid:
            return True
        return False if theirs > 42 - bid else None

    def is_over(self) -> bool:
        if self.bids and len(self.bids) == 4 and max(self.bids) == 0:
            return True
        if self.trump is None:
            return False
        if len(self.winners) == 7 or self.claimed_by is not None:
            return True
        early = self.rules.scoring == "marks" and not self.rules.play_out
        whole = bool(self.winners) and len(self.tricks[-1]) in (0, len(self.players()))
        return early and whole and self.is_made() is not None

    def gains(self) -> tuple[int, int]:
        """Return what seats 1 and 3, and seats 2 and 4, gain."""
        if max(self.bids) == 0:
            return 0, 0
        bid, made = max(self.bids), bool(self.is_made())
        mine, theirs = self.points()
        if self.rules.scoring == "marks":
            stake = bid // 42 if bid >= 42 else 1
            gained = (stake, 0) if made else (0, stake)
        elif self.trump == "nello":
            gained = (bid, 0) if made else (0, bid)
        elif bid >= 42:
            gained = (bid, 0) if made else (0, bid + theirs)
        else:
            gained = (mine, theirs) if made else (0, bid + theirs)
        return gained if self.bidder() % 2 == 0 else (gained[1], gained[0])


def winner(rules: Rules, scores: tuple[int, int]) -> int | None:
    """Return the pair that has won with these scores, if one has."""
    if max(scores) < rules.target or scores[0] == scores[1]:
        return None
    return 0 if scores[0] > scores[1] else 1
