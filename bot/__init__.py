"""The bot around the rules: Discord, the database, the clock."""

import sys

VERSION = "0.1.0"
"""The version of the program, which pyproject.toml reads from here."""

if sys.version_info < (3, 11):  # noqa: UP036  # pip would only say that it finds no version of a dependency
    sys.exit("Boneyard needs Python 3.11 or newer; this is Python %d.%d." % sys.version_info[:2])  # noqa: UP031  # read by older Pythons
