"""The rules of Blockers for players: a short form of blockers.md."""

from __future__ import annotations

from engine.words import lines, msg

PAGES = (
    lines(
        msg("**Blockers: the aim**"),
        msg(
            "Connect your tiles: each of your groups costs a point. So does each prisoner"
            " of the colour that you took most: better take many colours."
        ),
        msg("**Tiles and board**"),
        msg(
            "Each colour has the same 28 tiles: A–I, 1–9, nine symbols and a joker. You hold five of yours, the others"
            " are your supply."
        ),
        msg("The board has rows A–I, columns 1–9 and nine zones, each with a symbol."),
        msg("**Your turn**"),
        msg(
            "1. Place a tile. A letter goes into its row, a number into its column, a symbol into its zone. "
            "A joker goes anywhere."
        ),
        msg("2. If another colour's tile lies there, you take it as a prisoner. It is never placed again."),
        msg("3. Your next turn begins with a new tile, while your supply lasts."),
        msg("Chance chooses who begins, and turns go clockwise."),
        msg("You can also type a move: `/place F F6`, `/place moon G1` or `/place joker E5`."),
    ),
    lines(
        msg("**Taking tiles**"),
        msg("Tiles of one colour that touch along an edge are a group. Corners don't count."),
        msg("• You can take a tile that stands alone or in a group of two."),
        msg("• From a larger group you can take a tile only if the others still hang together: ends yes, bridges no."),
        msg("• 🔒 marks a tile that can't be taken now, because its group would fall apart."),
        msg("• You can take although there is free space. If no tile fits on a free space, you must take one."),
        msg(
            "• You can't take your own tiles. On the board the print no longer matters: a joker is taken "
            "like any other."
        ),
        msg(
            "If none of your tiles fits anywhere, you pass. A table can let you swap instead: you shuffle one back and"
            " draw another, while your supply lasts."
        ),
        msg("**The end**"),
        msg("Each player has 24 turns. The last four tiles stay in hand and cost nothing."),
        msg(
            "The score is minus your groups, minus your prisoners of the colour you took most. The highest score wins."
        ),
        msg("If scores are equal, fewer prisoners of all colours win. If those are equal too, you share the win."),
        msg("With the *Uptown* score, prisoners only break ties."),
    ),
    lines(
        msg("**Profi, for two players**"),
        msg(
            "You play two colours, each with its own five tiles and its own supply. Place a tile of either "
            "colour and draw from that colour's supply."
        ),
        msg("To type a move, say the colour too: `/place red F F6`."),
        msg("Each player has 48 turns. The last four tiles of each colour stay in hand."),
        msg(
            "Groups of both your colours count. You can take tiles of your own other colour by the same rule, and they"
            " count as prisoners. A table can forbid that."
        ),
        msg("With one colour each, two players seldom meet. So profi is the better game for two."),
    ),
)
