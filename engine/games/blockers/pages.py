"""The rules of Blockers for players: a short form of blockers.md."""

from __future__ import annotations

from engine.words import msg

PAGES = (
    msg(
        "**Blockers: the aim**\n"
        "Lay your tiles so that they hang together in few groups, and take tiles of many colours rather than many of "
        "one. Each of your groups is a minus point, and so is each tile you took of the colour you took most.\n\n"
        "**Tiles and board**\n"
        "Everybody has one colour with the same 28 tiles: A–I, 1–9, nine symbols and a joker. Five lie on your rack, "
        "the others in your supply. The board has rows A–I, columns 1–9 and nine zones, each with a symbol.\n\n"
        "**Your turn**\n"
        "A lot decides who begins; turns go clockwise.\n"
        "1. Place one tile. A letter goes into its row, a number into its column, a symbol into its zone, the joker "
        "anywhere.\n"
        "2. If another colour's tile lay there, you take it as a prisoner. It is never played again.\n"
        "3. Draw a tile, while your supply lasts.\n"
        "You type it as `place F F6`, `place moon G1` or `place joker E5`."
    ),
    msg(
        "**Taking tiles**\n"
        "Tiles of one colour that touch along an edge are a group; corners do not count. You may take a tile that "
        "stands alone or in a group of two. From a larger group you may take a tile only if the others still hang "
        "together: ends yes, bridges no.\n"
        "You may take although there is free space. If no tile of your rack fits on a free space, you must take one. "
        "Your own tiles cannot be taken by you. What is printed on a tile no longer matters once it lies: the joker "
        "can be taken like any other.\n"
        "Should none of your tiles have any space, you pass; with `no_legal swap` you shuffle one back and draw "
        "another, while your supply lasts. Either is a turn.\n\n"
        "**The end**\n"
        "Everybody has 24 turns; four tiles stay on the rack and cost nothing.\n"
        "Score = −(your groups + prisoners of the colour you took most). The highest score wins; then fewer prisoners "
        "of all colours; else the win is shared. With `scoring uptown` prisoners only break ties."
    ),
    msg(
        "**Profi, for two players**\n"
        "Each player has two colours, each with its own rack of five and its own supply. In a turn you place a tile of "
        "either colour and draw from that colour's supply; you say the colour too: `place red F F6`. Everybody has 48 "
        "turns; the last four tiles of each colour are not placed.\n"
        "Groups of both your colours count. You may also take tiles of your own other colour, by the same rule, and "
        "they count as prisoners like all others; with `profi_own_capture none` they are safe from you.\n"
        "With one colour each two players seldom get in each other's way, so profi is the better game for two."
    ),
)
