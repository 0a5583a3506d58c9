"""The rules of Blockers for players, a short form of blockers.md for one table."""

from __future__ import annotations

from collections.abc import Sequence

from engine.forced_moves import RULE as FORCED_MOVES
from engine.games.blockers.options import BlockersOptions
from engine.words import Message, count, lines, msg, sentences


def pages(options: BlockersOptions, _seats: int) -> Sequence[Message]:
    """Return the pages on placing tiles, on taking tiles, and on the end of the game."""
    name = options.variant_name() or msg("Blockers")
    return (_placing(options, name), _taking(options), _end(options))


def _placing(options: BlockersOptions, name: Message) -> Message:
    profi = options.profi
    return lines(
        msg("**{game}: the aim**", game=name),
        _aim(options),
        msg("**Tiles and board**"),
        msg("Each colour has the same 28 tiles: A–I, 1–9, nine symbols and a joker."),
        msg("You play two colours. You hold five tiles of each, the others are the supply of that colour.")
        if profi
        else msg("You play one colour. You hold five tiles, the others are your supply."),
        msg("The board has rows A–I, columns 1–9 and nine zones, each with a symbol."),
        msg("**Your turn**"),
        msg("1. Place a tile of either of your colours.") if profi else msg("1. Place a tile."),
        msg(
            "A letter goes into its row, a number into its column, a symbol into its zone. A joker shows a crown and"
            " goes anywhere."
        ),
        msg("2. If a tile that you can take lies there, it becomes your prisoner. It is never placed again."),
        msg("3. Your next turn begins with a new tile of the colour that you placed, while its supply lasts.")
        if profi
        else msg("3. Your next turn begins with a new tile, while your supply lasts."),
        msg("Chance chooses who begins, and turns go clockwise."),
        msg("You can also type a move, with its colour: `/place red F F6` or `/place red joker E5`.")
        if profi
        else msg("You can also type a move: `/place F F6`, `/place moon G1` or `/place joker E5`."),
    )


def _aim(options: BlockersOptions) -> Message:
    groups = msg("Connect your tiles: each of your groups costs a point.")
    if options.profi:
        groups = msg("Connect your tiles: each group of either of your colours costs a point.")
    if options.scoring == "uptown":
        return sentences(groups, msg("Prisoners cost nothing, they only break ties: better take few."))
    prisoners = msg("So does each prisoner of the colour that you took most: better take many colours.")
    return sentences(groups, prisoners)


def _taking(options: BlockersOptions) -> Message:
    return lines(
        msg("**Taking tiles**"),
        msg("Tiles of one colour that touch along an edge are a group, and so is a single tile. Corners don't count."),
        msg("• You can take a tile that stands alone or in a group of two."),
        msg("• From a larger group you can take a tile only if the others still hang together: ends yes, bridges no."),
        msg("• 🔒 marks a tile that can't be taken now, because its group would fall apart."),
        msg("• You can take although there is free space. If no tile fits on a free space, you must take one."),
        _own_tiles_text(options),
        msg("• Once a tile is placed, it doesn't matter what is printed on it: a joker is taken like any other."),
        _no_legal(options.no_legal),
    )


def _own_tiles_text(options: BlockersOptions) -> Message:
    if not options.profi:
        return msg("• You can't take your own tiles.")
    if options.profi_own_capture == "none":
        return msg("• You can't take tiles of either of your colours.")
    return sentences(
        msg("• You can't take tiles of the colour that you place."),
        msg("You can take tiles of your own other colour by the same rule, and they are prisoners like any other."),
    )


def _no_legal(no_legal: str) -> Message:
    if no_legal == "pass":
        return msg("If none of your tiles fits anywhere, you pass.")
    return msg(
        "If none of your tiles fits anywhere, you swap: you shuffle one back and draw another, while your supply"
        " lasts. Then your turn ends."
    )


def _end(options: BlockersOptions) -> Message:
    turns, profi = options.turns_each(), options.profi
    uptown = options.scoring == "uptown"
    score = msg("The score is minus your groups, minus your prisoners of the colour you took most.")
    return lines(
        msg("**The end**"),
        count(
            "Each player has {n} turn. The last four tiles of each colour stay in hand.",
            "Each player has {n} turns. The last four tiles of each colour stay in hand.",
            turns,
        )
        if profi
        else count(
            "Each player has {n} turn. The last four tiles stay in hand and cost nothing.",
            "Each player has {n} turns. The last four tiles stay in hand and cost nothing.",
            turns,
        ),
        sentences(msg("The score is minus your groups.") if uptown else score, msg("The highest score wins.")),
        msg(
            "If scores are equal, the player with fewer prisoners of all colours wins. If those are equal"
            " too, you share the win."
        ),
    )


CAN_CHANGE = lines(
    msg("**What a table can change**"),
    msg(
        "• **Profi**, for two players: you play two colours, each with its own five tiles and its own supply. Each"
        " player has 48 turns. With one colour each two players seldom meet, so profi is the better game for two."
    ),
    msg("• In profi you can take tiles of your own other colour. A table can forbid that."),
    msg("• **Uptown**: prisoners cost nothing, they only break ties."),
    msg("• **Nothing fits**: you swap a tile for another of your supply, where you would pass."),
    FORCED_MOVES,
)
