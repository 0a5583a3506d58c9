"""The text above a hand.

It has the result of the last round, a move that was taken back, and the events since the player's last turn.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.table.log.model import Seen, ShownStep
from bot.table.log.steps import Kind
from bot.talk.second_person import to_you
from bot.talk.story import StoryExcerpt, has_arrived, with_names_before
from bot.talk.title import AnyGame
from engine import chronicle
from engine.game import Seat
from engine.sides import Side, Sides, find_sign, name_side
from engine.words import Join, Message, Value, Who, format_signed, join_items, msg


def last_round_line(game: AnyGame, seen: Seen, happened: Sequence[ShownStep]) -> Message | None:
    """List each side's points in the last round, for a player who has not moved in the new one."""
    has_deal = any(step.kind is Kind.DEAL for step in happened)
    if not has_deal or seen.observation.is_scored or seen.observation.outcome is not None:
        return None
    rounds = chronicle.list_gains(chronicle.list_scores(seen.observation, seen.chapters))
    if not rounds:
        return None
    round_ = game.voice.round_name(seen.observation, len(rounds))
    reader = None if has_arrived(happened, seen.seat) else seen.seat  # a newcomer didn't win the points of their seat
    sign = -1 if game.penalties else 1  # penalties are stored as negative points, but shown as positive ones
    gains = _gains(round_, seen.observation.options.sides(len(rounds[-1])), rounds[-1], reader, sign)
    before_deal = happened[: max(index for index, step in enumerate(happened) if step.kind is Kind.DEAL)]
    return with_names_before(gains, [step for step in before_deal if step.kind is Kind.JOIN])


def _gains(round_: Message, sides: Sides, points: Sequence[int], reader: Seat | None, sign: int) -> Message:
    """List each side's points in a round, the reader's side first."""
    order = sorted(sides, key=lambda side: (reader not in side, side))
    gains = [_gain(_name_side(sides, side, reader), sign * points[side[0]]) for side in order]
    return msg("Last round ({round}): {each}.", round=round_, each=join_items(gains, Join.COMMA))


def _name_side(sides: Sides, side: Side, reader: Seat | None) -> Value:
    """Name a side for a reader, who is "you"."""
    if reader not in side:
        return name_side(sides, side)
    partners = [Who(seat) for seat in side if seat != reader]
    if not partners:
        return msg("you")
    return msg("{sign} you and {names}", sign=find_sign(sides, side[0]), names=join_items(partners))


def _gain(who: Value, points: int) -> Message:
    return msg("{who} {points}", who=who, points=f"+{points}" if points > 0 else format_signed(points))


def take_back_notice(happened: Sequence[ShownStep], seat: Seat | None) -> Message | None:
    """Say that a player's move was just taken back; None if it wasn't."""
    last = happened[-1] if happened else None
    return msg("Your move is taken back.") if last and last.kind is Kind.UNDO and last.seat == seat else None


def recap(
    happened: Sequence[ShownStep], seat: Seat | None, excerpt: StoryExcerpt, *, whole: bool = True
) -> Message | None:
    """Describe what happened since a player's last turn, or before their first one.

    Return None if nothing happened, or if their move was just taken back. If the `excerpt` isn't the `whole` story, the
    text has no introduction.
    """
    if excerpt.text is None or take_back_notice(happened, seat):
        return None
    # in the whole story, a computer player may have made some of the seat's moves
    what = excerpt.text if seat is None else to_you(excerpt.text, seat, own=not whole)
    if not whole:
        return what
    if any(step.kind is Kind.LEAVE and step.seat == seat for step in happened[:1]):  # a computer player took the seat
        return msg("While you were away: {what}", what=what)
    if any(step.kind is Kind.START or (step.kind is Kind.JOIN and step.seat == seat) for step in happened):
        return msg("So far: {what}", what=what)
    return msg("Since your last turn: {what}", what=what)
