"""What a private message shows once its table has changed."""

from __future__ import annotations

from collections.abc import Sequence

from bot.channel import turns
from bot.desk.ask import Tools
from bot.hands.open_hands import ShownHand
from bot.table.log.model import Happened, Seen
from bot.talk import turn
from bot.talk.hand import elsewhere_notice, hand_state
from bot.talk.letter import Letter
from bot.talk.words import mentions
from engine.game import DEALER


async def letter(tools: Tools, shown: ShownHand) -> Letter | None:
    """Return the hand as it is now; None if the message stays as it is."""
    seen, happened = await tools.service.tables.hand(shown.hand.table, shown.user)
    return await (_renew_practice if seen.table.private else _renew_game)(tools, shown, seen, happened)


async def _renew_game(tools: Tools, shown: ShownHand, seen: Seen, happened: Sequence[Happened]) -> Letter | None:
    """Return the next hand once its player can move.

    If they cannot play from it any more, the answer shows what became of it.
    """
    now = hand_state(seen)
    if seen.seat is None or now == shown.hand or (seen.table.is_running and not (now.open or shown.hand.open)):
        return None
    if now.open or seen.table.is_paused:
        tells = shown.channel != seen.table.place
        note = elsewhere_notice(seen.table) if tells else None
        return await tools.hands.letter(seen, shown.locale, note, happened=happened, tells=tells)
    words = tools.texts.message_words(shown.locale, mentions(seen.table.seats))
    return turn.inactive_hand_letter(tools.games[seen.table.game], seen, words)


async def _renew_practice(tools: Tools, shown: ShownHand, seen: Seen, happened: Sequence[Happened]) -> Letter | None:
    """Return a practice game as it is now.

    While computer players move it stays: all their moves are shown at once.
    """
    table = seen.table
    if table.seq <= shown.hand.seq or turns.is_computer_to_move(table):
        return None
    if table.to_act == DEALER and not seen.observation.is_scored:  # tiles are dealt in mid-round, which nobody asks for
        await tools.service.practice.deal(table.id)
        return await letter(tools, shown)
    return await tools.hands.letter(seen, shown.locale, happened=happened)
