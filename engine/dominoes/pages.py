"""Sentences of the rules pages that games with a boneyard share."""

from __future__ import annotations

from collections.abc import Sequence

from engine.words import Message, count, msg, sentences

CHANCE_OPENS = msg("A player drawn by lot opens the first round with any tile.")
HIGHEST_OPENS = msg("The highest double opens the first round, or the heaviest tile if no one has a double.")
DRAWS_ANYWAY = msg("If a tile fits, you can't pass. You can draw a tile before you play, while there is one to draw.")


LOWEST_OPENS = sentences(
    msg("The lowest double opens the first round: 1-1, else 2-2 and so on. 0-0 comes last."),
    msg("If no one has a double, the heaviest tile opens."),
)


def explain_first_opener(first_lead: str) -> Message:
    """Explain who opens the first round."""
    match first_lead:
        case "random":
            return CHANCE_OPENS
        case "low_double":
            return LOWEST_OPENS
    return HIGHEST_OPENS


def explain_direction(direction: str) -> Message:
    """Explain which way round the turns go."""
    return msg("Turns go anticlockwise.") if direction == "anticlockwise" else msg("Turns go clockwise.")


def explain_later_opener(next_lead: str) -> Message:
    """Explain who opens the later rounds, if it isn't the winner of the last one."""
    if next_lead == "rotate":
        return msg("Later the next player after the last opener opens with any tile.")
    return msg("Later the highest double opens, or the heaviest tile if no one has a double.")


def explain_reserve(tiles: int) -> Message | None:
    """Explain how many tiles stay in the boneyard, if any."""
    if tiles < 2:
        return msg("The last tile of the boneyard is never drawn.") if tiles else None
    return count(
        "The last {n} tile of the boneyard is never drawn.",
        "The last {n} tiles of the boneyard are never drawn.",
        tiles,
    )


def explain_inability(manual: bool, *, draws: bool) -> Message:
    """Explain what to do if a player can neither play nor draw."""
    if manual and draws:
        return msg("If nothing fits and nothing can be drawn, say that you can't play.")
    if manual:
        return msg("If nothing fits, say that you can't play.")
    if draws:
        return msg("If nothing fits and nothing can be drawn, you pass. That happens by itself.")
    return msg("If nothing fits, you pass. That happens by itself.")


def explain_rounds(length: Message) -> Sequence[Message]:
    """Explain how a game that is played for a number of rounds ends."""
    ends = sentences(msg("The game has {rounds}.", rounds=length), msg("The highest total wins."))
    return ends, msg("If the highest totals are equal, you share the win.")
