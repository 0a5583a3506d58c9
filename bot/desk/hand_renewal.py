"""Renews private messages after their tables have changed."""

from __future__ import annotations

from collections.abc import Sequence

from bot.channel import turns
from bot.desk.ask import Tools
from bot.hands.open_hands import ShownHand
from bot.table.log.model import Seen, ShownStep
from bot.talk import turn
from bot.talk.hand import hand_state
from bot.talk.letter import Letter
from bot.talk.words import mentions
from engine.game import DEALER


class HandRenewal:
    """Renews the private messages that show open hands."""

    def __init__(self, tools: Tools) -> None:
        self._tools = tools

    async def build_letter(self, shown: ShownHand) -> Letter | None:
        """Return the hand as it is now; None if the message stays as it is."""
        seen, happened = await self._tools.service.tables.hand(shown.hand.table, shown.user)
        renew = self._renew_practice if seen.table.private else self._renew_game
        return await renew(shown, seen, happened)

    async def count_below(self, shown: ShownHand) -> int:
        """Return how many public messages about the table are below the message that shows a hand."""
        if shown.channel is None:
            return 0
        return await self._tools.service.outbox.count_below(shown.hand.table, shown.channel, shown.answer.message)

    async def build_line(self, shown: ShownHand) -> Letter:
        """Return the line that replaces a message once the hand is shown in a newer message."""
        words = self._tools.texts.message_words(await self._locale_of(shown), ())
        return turn.moved_hand_letter(shown.hand.table, words)

    async def _renew_game(self, shown: ShownHand, seen: Seen, happened: Sequence[ShownStep]) -> Letter | None:
        """Return the current hand if its player can move or the game is paused.

        If they can no longer play from the shown hand, return the reason. Return None if nothing changed, or if the
        game runs and they can't move now and couldn't before.
        """
        current, tools = hand_state(seen), self._tools
        can_or_could_move = current.open or shown.hand.open
        if seen.seat is None or current == shown.hand or (seen.table.is_running and not can_or_could_move):
            return None
        if current.open or seen.table.is_paused:
            return await tools.hands.letter_in(shown.channel, seen, await self._locale_of(shown), happened=happened)
        words = tools.texts.message_words(await self._locale_of(shown), mentions(seen.table.seats))
        return turn.inactive_hand_letter(tools.games[seen.table.game], seen, words)

    async def _renew_practice(self, shown: ShownHand, seen: Seen, happened: Sequence[ShownStep]) -> Letter | None:
        """Return the hand of a practice game as it is now.

        While computer players move, the message stays as it is, so that all their moves are shown at once.
        """
        table = seen.table
        if table.seq <= shown.hand.seq or turns.is_computer_to_move(table):
            return None
        if table.to_act == DEALER and not seen.observation.is_scored:  # a deal within a round needs no press
            await self._tools.service.practice.deal(table.id)
            return await self.build_letter(shown)
        return await self._tools.hands.build_letter(seen, await self._locale_of(shown), happened=happened)

    async def _locale_of(self, shown: ShownHand) -> str:
        """Return the locale in which the user of a message reads now."""
        return await self._tools.service.readers.locale_of_update(shown.user, shown.locale)
