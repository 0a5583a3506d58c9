"""Positions of Blockers from small pictures: a row of the board a line, a letter a tile of that colour."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.game import Outcome, Step
from engine.games.blockers.board import SPACES, space_name
from engine.games.blockers.options import BlockersOptions
from engine.games.blockers.state import BlockersState, start
from engine.games.blockers.tiles import JOKER, SIGNS, Colour, Sign
from engine.notation import find

LETTERS = "rgbyp"
SPACE = {space_name(space): space for space in SPACES}

EMPTY = """
    .........
    .........
    .........
    .........
    .........
    .........
    .........
    .........
    .........
"""


def position(
    picture: str = EMPTY,
    racks: str = "A B C D E",
    *,
    seats: int = 2,
    options: BlockersOptions | None = None,
    turn: int = 0,
    prisoners: Sequence[Mapping[str, int]] = (),
    supplies: str = "",
) -> BlockersState:
    """Return a position in which seat 0 began.

    Racks and supplies name the signs of red, green …, divided by "/". All tiles on the board are jokers. A rack of four
    or fewer is used up, so name five.
    """
    options = options or BlockersOptions()
    state = start(options, seats)
    colours = len(state.laid)
    letters = "".join(picture.split())
    assert len(letters) == len(SPACES), picture
    laid = [sum(1 << s for s in SPACES if letters[s] == LETTERS[c]) for c in range(colours)]
    return state._replace(
        first=0,
        turn=turn,
        laid=tuple(laid),
        signs=tuple(None if letter == "." else JOKER for letter in letters),
        racks=tuple(sum(1 << sign for sign in signs) for signs in _piles(racks, colours)),
        supplies=tuple(tuple(signs) for signs in _piles(supplies, colours)),
        prisoners=tuple(_by_colour(prisoners[s] if prisoners else {}, colours) for s in range(seats)),
    )


def _piles(text: str, colours: int) -> list[list[Sign]]:
    piles = [[SIGNS.index(word) for word in pile.split()] for pile in text.split("/")]
    return piles + [[]] * (colours - len(piles))


def _by_colour(taken: Mapping[str, int], colours: int) -> tuple[int, ...]:
    return tuple(taken.get(str(colour), 0) for colour in list(Colour)[:colours])


def notations(state: BlockersState) -> list[str]:
    """Return what the seat to act can do, as people type it."""
    return [str(action) for action in state.legal_actions()]


def spaces_for(state: BlockersState, tile: str) -> str:
    """Return where a tile can go, as "F1 F2"."""
    head = f"place {tile} "
    return " ".join(notation.removeprefix(head) for notation in notations(state) if notation.startswith(head))


def play(state: BlockersState, *typed: str) -> Step:
    """Play what is typed, word after word, and return the last step."""
    step = Step(state, ())
    for notation in typed:
        action = find(step.state.legal_actions(), notation)
        assert action is not None, f"{notation}: {step.state.why_not(notation)}"
        step = step.state.apply(action)
    return step


def outcome(state: BlockersState) -> Outcome:
    """Return the result of a position in which all turns are taken."""
    assert state.outcome is not None
    return state.outcome
