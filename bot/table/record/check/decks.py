"""The decks and partners of all games, from the sections of docs/DEALS.md.

For each game, this module knows which decks can be shuffled, and from how many numbers one is picked. It doesn't know
moves, although a deck or a pick can depend on them. In Blockers it depends on which supply is shuffled again, and in
Fives on whether the round ended blocked. In such cases, all possible decks and picks are allowed here. The check by the
game's rules finds out whether the right one was used.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final

from bot.table.record.check.refused import RecordRefused
from bot.table.record.check.start import StartNotation
from bot.table.record.record import RecordedDeal
from engine.words import Message, msg

DOMINO_SETS: Final = (6, 9, 12, 15, 18)
COLOURS: Final = ("red", "green", "blue", "yellow", "purple")
SIGNS: Final = (
    *"ABCDEFGHI",
    *"123456789",
    *("sun", "star", "heart", "diamond", "ring", "triangle", "moon", "plus", "drop"),
    "joker",
)
MAX_SUPPLY: Final = 24
"""The most tiles that a supply of Blockers has when it is shuffled again."""
UNKNOWN: Final = msg("This verifier doesn't know the game, so it didn't check what was shuffled.")

PAIRS: Final = ((0, 2), (1, 3))
UNKNOWN_PARTNERS: Final = msg("It doesn't know the partners of this game, so it didn't check that both gave up.")


def unchecked_lines(start: StartNotation) -> Sequence[Message]:
    """Return a message if a game's decks can't be checked."""
    return () if start.game in _DECKS else (UNKNOWN,)


def require_complete_start(start: StartNotation) -> None:
    """Refuse a start that doesn't say what is shuffled."""
    if start.game not in _DECKS:
        return
    if start.seats not in _SEATS[start.game]:
        raise RecordRefused(msg("The game isn't for {n} seats.", n=start.seats))
    for name in _OPTIONS[start.game]:
        if name not in start.options:
            raise RecordRefused(msg("The game starts without the option {name}.", name=name))
    chosen = start.options["set"] if "set" in _OPTIONS[start.game] else None
    if chosen is not None and (isinstance(chosen, bool) or chosen not in DOMINO_SETS):
        raise RecordRefused(msg("The game starts with a set of tiles that doesn't exist."))


def require_right_deck(start: StartNotation, deal: int, entry: RecordedDeal, place: int) -> None:
    """Refuse the `place`-th deal that was made if the game has another deck or another number of picks."""
    if start.game not in _DECKS:
        return
    is_allowed, picks = _DECKS[start.game](start, place)
    if not is_allowed(entry.deck.split(", ")):
        raise RecordRefused(msg("Deal {deal} shuffles another deck than the game has.", deal=deal))
    if entry.picks not in picks:
        raise RecordRefused(
            msg("Deal {deal} chooses among {picks}, which the game doesn't.", deal=deal, picks=entry.picks)
        )


def find_sides(start: StartNotation) -> Sequence[Sequence[int]] | None:
    """Return the seats of partners; empty if each player is alone, and None if the game is unknown."""
    if start.game not in _DECKS:
        return None
    chose_pairs = start.game in _WITH_PAIRS and start.seats == 4 and start.options.get("teams") == "pairs"
    return PAIRS if chose_pairs or start.game in _IN_PAIRS else ()


DeckCheck = Callable[[Sequence[str]], bool]
"""Returns whether a deck is allowed."""


def dominoes(highest: int) -> list[str]:
    """Return a set of dominoes, sorted by the sum of pips, then by the higher number."""
    tiles = [(high, low) for high in range(highest + 1) for low in range(high + 1)]
    return [f"{high}-{low}" for high, low in sorted(tiles, key=lambda tile: (sum(tile), tile[0]))]


def _draw_deck(start: StartNotation, place: int) -> tuple[DeckCheck, Collection[int]]:
    usual = 6
    if start.seats > 4:
        usual = 9 if start.seats <= 6 else 12
    picks_leader = place == 1 and start.options["first_lead"] == "random"
    return dominoes(_highest_number(start, usual)).__eq__, [start.seats if picks_leader else 1]


def _fives_deck(start: StartNotation, place: int) -> tuple[DeckCheck, Collection[int]]:
    deck = dominoes(_highest_number(start, 6))
    if place == 1:
        return deck.__eq__, [start.seats if start.options["first_lead"] == "random" else 1]
    picks = [1, start.seats] if start.options["next_lead"] in ("winner", "side") else [1]
    return deck.__eq__, picks


def _chickenfoot_deck(start: StartNotation, place: int) -> tuple[DeckCheck, Collection[int]]:
    highest = _highest_number(start, 9 if start.seats <= 6 else 12)
    deck = dominoes(highest)
    missing = start.options["opening_missing"]
    if missing == "set_aside":
        rounds = start.options["rounds"]
        # not isinstance: a bool is an int, too
        rounds_a_game = rounds if type(rounds) is int and 1 <= rounds <= highest else highest + 1
        double = highest - (place - 1) % rounds_a_game  # this double opens the round, so it isn't shuffled
        deck.remove(f"{double}-{double}")
    return deck.__eq__, [start.seats if place == 1 and missing != "simultaneous" else 1]


def _moon_deck(start: StartNotation, place: int) -> tuple[DeckCheck, Collection[int]]:
    deck = [tile for tile in dominoes(6) if tile == "0-0" or not tile.endswith("-0")]
    # in Moon, the first pick decides who bids first, and with random seats also in which direction the three sit
    seatings = 2 if start.options["seats"] == "random" else 1
    return deck.__eq__, [3 * seatings if place == 1 else 1]


def _fortytwo_deck(start: StartNotation, place: int) -> tuple[DeckCheck, Collection[int]]:
    return dominoes(6).__eq__, [start.seats if place == 1 else 1]


def _blockers_deck(start: StartNotation, place: int) -> tuple[DeckCheck, Collection[int]]:
    colours = COLOURS[: 2 * start.seats if start.options["variant"] == "profi" else start.seats]
    piles = [[f"{colour} {sign}" for sign in SIGNS] for colour in colours]
    all_tiles = [tile for pile in piles for tile in pile]
    if place == 1:
        return all_tiles.__eq__, [start.seats]
    swaps = start.options["no_legal"] == "swap"  # then a player without a move swaps tiles, and a supply is shuffled
    is_series = start.options["series"] != "single"  # then each game begins with all tiles

    def is_allowed(deck: Sequence[str]) -> bool:
        return (is_series and deck == all_tiles) or (swaps and any(_is_supply(deck, pile) for pile in piles))

    return is_allowed, [1]


def _is_supply(deck: Sequence[str], pile: Sequence[str]) -> bool:
    """Return whether a deck can be a supply of one colour, in the order of its signs."""
    return len(deck) <= MAX_SUPPLY and [tile for tile in pile if tile in deck] == deck


def _highest_number(start: StartNotation, usual: int) -> int:
    """Return the highest number of the chosen set of dominoes, or the usual one."""
    chosen = start.options["set"]
    return usual if chosen is None else int(chosen)


_DECKS: Mapping[str, Callable[[StartNotation, int], tuple[DeckCheck, Collection[int]]]] = {
    "draw": _draw_deck,
    "fives": _fives_deck,
    "chickenfoot": _chickenfoot_deck,
    "moon": _moon_deck,
    "blockers": _blockers_deck,
    "fortytwo": _fortytwo_deck,
}
"""For each game, a function of its start and a deal's place that returns a check of the deck and the possible picks."""
_OPTIONS: Mapping[str, Collection[str]] = {
    "draw": ("set", "first_lead"),
    "fives": ("set", "first_lead", "next_lead"),
    "chickenfoot": ("set", "opening_missing", "rounds"),
    "moon": ("seats",),
    "blockers": ("variant", "no_legal", "series"),
    "fortytwo": (),
}
"""For each game, the options that decide what is shuffled. Each start has to name them."""
_SEATS: Mapping[str, Collection[int]] = {
    "draw": range(2, 9),
    "fives": range(2, 5),
    "chickenfoot": range(2, 9),
    "moon": (3,),
    "blockers": range(2, 6),
    "fortytwo": (4,),
}
_WITH_PAIRS: Final = ("draw", "fives")
"""The games in which two can play against two."""
_IN_PAIRS: Final = ("fortytwo",)
"""The games in which two always play against two."""
