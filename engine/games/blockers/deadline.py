"""What is done for an absent seat (blockers.md §9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.blockers.actions import BlockersAction, Place
from engine.games.blockers.board import groups_added

if TYPE_CHECKING:
    from engine.games.blockers.state import BlockersState


def choose(state: BlockersState) -> BlockersAction:
    """A free space that adds the fewest groups, else the capture that costs least, else what there is.

    Among equals the lowest tile, then the first space.
    """
    actions = state.legal_actions()
    placements = [action for action in actions if isinstance(action, Place)]
    free = [action for action in placements if not action.captures]
    if free:
        return min(free, key=lambda action: (_groups_added(state, action), *_order(action)))
    if placements:
        return min(placements, key=lambda action: (_most_captured(state, action), *_order(action)))
    return actions[0]


def _order(action: Place) -> tuple[int, int, int]:
    return (action.tile.sign, action.tile.colour, action.space)


def _groups_added(state: BlockersState, action: Place) -> int:
    return groups_added(action.space, state.laid[action.tile.colour])


def _most_captured(state: BlockersState, action: Place) -> int:
    """The seat's prisoners of its most-captured colour after this capture."""
    captured = state.tile_on(action.space)
    assert captured is not None
    prisoners = state.prisoners[action.tile.colour % state.seats]
    return max(max(prisoners), prisoners[captured.colour] + 1)
