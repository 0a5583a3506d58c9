"""Sentences about tricks for the pages of the rules."""

from __future__ import annotations

from engine.words import Join, Message, Value, join_items, msg

TRUMPS_ONLY = msg("• **Trumps are trumps only.** If trump is 4, then 4-2 is a four and no longer a two.")
DOUBLES_AS_TRUMP = msg(
    "• **Doubles as trump:** the suit goes from 6-6 down to 0-0. The doubles leave their numbers, so 6-5 is the"
    " highest six."
)
PLAY_IN_TURN = msg("Each player plays one tile, clockwise. The winner of a trick leads the next one.")
HIGHER_NUMBER = msg(
    "• A trump that is led asks for trumps. Any other tile asks for its **higher** number: 5-3 asks for fives."
)
FOLLOW_SUIT = msg(
    "• **Follow suit if you can.** If you hold a tile of the suit, you must play one. If not, you can play anything."
)
NO_DUTY = msg("• You never have to trump or to beat a tile.")
HIGHEST_WINS = msg("• The highest trump takes the trick. Without trumps the highest tile of the suit does.")
LAST_TILE = msg("• The last tile of your hand plays itself.")
NO_TWO = msg(
    "*Trump is 4, 2-1 is led, and you hold 4-2 and 5-5.* You have no two, since 4-2 is a trump: play what you like."
)


def name_trumps(*others: Message | None, doubles: bool, none: bool) -> Message:
    """Return the trumps that can be named; `others` come last."""
    trumps: list[Value] = [msg("a number from **0 to 6**")]
    if doubles:
        trumps.append(msg("**doubles**"))
    if none:
        trumps.append(msg("**none**"))
    return join_items([*trumps, *(other for other in others if other is not None)], Join.OR)
