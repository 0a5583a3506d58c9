"""What was posted of games that are over: each thing once, and so many of a game. Kept in memory alone."""

from __future__ import annotations

from collections import OrderedDict

from bot.table.refusals import Refusal
from engine.words import msg

TABLES = 1000
"""Of so many tables it is known; the one that was shared longest ago is forgotten first."""


class Shared:
    """The messages by table and by what they show; 0 while one is on its way."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._known: OrderedDict[int, dict[str, int]] = OrderedDict()

    def begin(self, table: int, what: str, link: str) -> None:
        """Note that something is about to be posted. Raises a Refusal where it was, with a link to it, or where enough
        was; `link` leads to the place of the table."""
        there = self._known.setdefault(table, {})
        self._known.move_to_end(table)
        if len(self._known) > TABLES:
            self._known.popitem(last=False)
        if what in there:
            raise Refusal(msg("It's shared already: {link}", link=f"{link}/{there[what]}" if there[what] else link))
        if len(there) >= self._most:
            raise Refusal(msg("Enough of this game is shared: at most {n} pictures.", n=self._most))
        there[what] = 0

    def done(self, table: int, what: str, message: int) -> None:
        """Note the message that shows it."""
        self._known.setdefault(table, {})[what] = message

    def failed(self, table: int, what: str) -> None:
        """Note that it was not posted after all."""
        self._known.get(table, {}).pop(what, None)
