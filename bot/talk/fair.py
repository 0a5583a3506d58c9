"""The page about what is proved about deals, and what isn't.

This page is part of the rules of every game. tests/test_promises.py ties each sentence to tests.
"""

from __future__ import annotations

from engine.words import lines, msg

PROVED = (
    msg("• Each deal is made of two numbers. Mine is secret, and fixed for all deals when the table opens."),
    msg(
        "• The other comes from a public random source, the beacon, after I announce the deal. The time of the "
        "announcement decides which number counts, so nobody can know or pick it."
    ),
    msg(
        "• Announcements and results are never edited. Each shows a code. If anyone changed an earlier move, the codes "
        "would no longer match."
    ),
    msg("• Afterwards I show my number for each deal, even if I announced the deal and never made it."),
)
"""What everybody can check."""
NOT_PROVED = (
    msg(
        "• The operator can read all hands, refuse to deal, or close a table. They can also delete an announcement and "
        "deal again, until they like the tiles. You notice that only if you see the first one appear."
    ),
    msg(
        "• Some tables play without the beacon: their card says so. There the operator can know the deals beforehand. "
        "With only one person at the table, nothing is announced or proved."
    ),
)
"""What nobody can check."""
PURPOSE = msg("Nobody may choose your tiles, not even the operator, who runs me. This is how you can check it.")
FAIR = lines(
    msg("**Fair deals**"),
    PURPOSE,
    *PROVED,
    msg("**Not proved**"),
    *NOT_PROVED,
    msg("*Check the deals* under a result checks this. `/record` gives a file that other programs can check."),
)
HELP = msg(
    "-# Are the deals fair? After a game with others, press *Check the deals* under its result, "
    "or read the last page of `/rules`."
)
