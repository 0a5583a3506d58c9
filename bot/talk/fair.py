"""What is proved about deals, and what is not.

This page is part of the rules of every game. tests/test_promises.py ties each sentence to tests.
"""

from __future__ import annotations

from engine.words import lines, msg

PROVED = (
    msg("• I fix the seeds of all deals when a table opens. The public number to mix in doesn't exist yet then."),
    msg("• A public beacon is mixed into each deal: a number that nobody could know when I announced the deal."),
    msg("• The time of the announcement says which number. So nobody can choose among several."),
    msg("• Announcements and results are never edited. Each shows a fingerprint of all moves before it."),
    msg("• Every seed is opened, even of a deal that was announced and never made."),
)
"""What everybody can check."""
NOT_PROVED = (
    msg("• The operator can read all hands, refuse to deal, or close a table."),
    msg("• If you don't see an announcement when it appears, the operator could have picked that deal out of many."),
    msg("• Without the beacon the operator can know the deals beforehand. The card says so."),
    msg("• While one person plays alone with computer players, no deal is announced and nothing is proved."),
)
"""What nobody can check."""
FAIR = lines(
    msg("**Fair deals**"),
    *PROVED,
    msg("**Not proved**"),
    *NOT_PROVED,
    msg("*Check the deals* under a result checks this. `/record` gives a file that other programs can check."),
)
HELP = msg("-# Are the deals fair? Press *Check the deals* under a result, or read the last page of `/rules`.")
