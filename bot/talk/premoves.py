"""What a player has planned for their next turns, as only they read it, and the menu in which they choose it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.table.clock import own
from bot.table.model import Seen
from bot.table.rules.premoves import MOST
from bot.talk.letter import MOST_OPTIONS, MOST_ROWS, Button, ControlId, Letter, Option, Purpose, Select
from bot.talk.title import AnyGame
from engine.game import DEALER, Choice
from engine.premoves import Premove
from engine.words import Join, Message, Value, Words, lines, listed, msg

NOTHING = msg("There's nothing to plan right now. Look again after the next move.")
ASKED = msg("**What do you plan for your next turn?** If it's possible then, I do it when you usually move.")
REMOVED = msg("Removed: you decide that yourself.")
MENUS = MOST_ROWS - 1
"""The last row leads back."""


def planned(game: AnyGame, seen: Seen) -> list[Premove]:
    """Return what the player of a seat has planned and can still come true."""
    texts = own.premoves(seen.table.timing, seen.seat) if seen.table.running else ()
    premoves = (game.premoves.read(seen.observation, text) for text in texts)
    return [premove for premove in premoves if premove is not None]


def comes(seen: Seen) -> bool:
    """Return whether the bot is going to make a move of this player, at a moment of its own."""
    turn, table = seen.table.timing.turn, seen.table
    settled = turn is not None and bool(turn.own_after) and (turn.seat, turn.planned) == (seen.seat, table.position_seq)
    return settled and table.goes_on


def due(game: AnyGame, seen: Seen) -> Choice | None:
    """Return the choice of this player that is the first possible one of their plan."""
    first = game.premoves.first(seen.observation, own.premoves(seen.table.timing, seen.seat))
    if first is None:
        return None
    choices: Sequence[Choice] = seen.observation.choices
    return next(choice for choice in choices if choice.notation == first[1])


def possible(game: AnyGame, seen: Seen) -> bool:
    """Return whether the player of a seat can plan something now: it is another player's turn, and others wait."""
    table, to_act = seen.table, seen.observation.to_act if seen.seat is not None else None
    turns = to_act not in (None, DEALER, seen.seat) and table.goes_on and not seen.away
    return turns and len(table.people) > 1 and any(group.premoves for group in game.premoves.groups(seen.observation))


def told(game: AnyGame, seen: Seen) -> Message | None:
    """Tell the player of a seat what they have planned; None where that is nothing."""
    plans = planned(game, seen)
    if seen.table.goes_on and seen.observation.to_act == seen.seat and own.premoves(seen.table.timing, seen.seat):
        return _now(game, seen)
    if not plans:
        return None
    if len(plans) == 1:
        return msg("**Planned for your next turn:** {label}", label=plans[0].label)
    rows = [msg("{n}. {label}", n=n, label=premove.label) for n, premove in enumerate(plans, 1)]
    return lines(msg("**Planned for your next turn**, the first that's possible:"), listed(rows, Join.LINES))


def _now(game: AnyGame, seen: Seen) -> Message:
    """Say what becomes of the plan in the player's own turn."""
    choice = due(game, seen)
    if choice is None:
        return msg("What you planned isn't possible in this turn.")
    if not comes(seen):
        return msg("You planned “{label}”. I can't do it unnoticed this time: press it yourself.", label=choice.label)
    return msg(
        "You planned “{label}”. I make that move when you usually would, so no one can tell. You can also move now.",
        label=choice.label,
    )


def buttons(game: AnyGame, seen: Seen, words: Words) -> list[Button]:
    """Build what changes the plan: one more where there is room and it is another's turn, and one gone; in the player's
    own turn the one that comes."""
    plans, table = planned(game, seen), seen.table
    if seen.observation.to_act == seen.seat:
        soon = game.premoves.first(seen.observation, [premove.text for premove in plans])
        plans = [premove for premove in plans if soon is not None and premove.text == soon[0]]
    more = [] if len(plans) >= MOST or not possible(game, seen) else [ahead(seen, words)]
    numbers = [msg("Remove plan")] if len(plans) == 1 else [msg("Remove plan {n}", n=n) for n in range(1, MOST + 1)]
    gone = [
        Button(words.text(label), ControlId(Purpose.UNPLAN, table.id, table.position_seq, premove.text))
        for label, premove in zip(numbers, plans, strict=False)
    ]
    return [*more, *gone]


def ahead(seen: Seen, words: Words) -> Button:
    """Build the button that opens the menu."""
    return Button(words.text(msg("Plan ahead")), ControlId(Purpose.PLAN, seen.table.id, seen.table.position_seq))


def menu(shown: Letter, game: AnyGame, seen: Seen, words: Words) -> Letter:
    """Put what can be planned below the hand that it is about."""
    kept = {premove.text for premove in planned(game, seen)}
    groups = game.premoves.groups(seen.observation) if possible(game, seen) else ()
    kinds = [(group.title, [each for each in group.premoves if each.text not in kept]) for group in groups]
    selects = [_select(n, titles, premoves, seen, words) for n, (titles, premoves) in enumerate(_packed(kinds))]
    back = Button(words.text(msg("Back")), ControlId(Purpose.HAND, seen.table.id))
    text = words.text(lines(ASKED if selects else NOTHING, told(game, seen)))
    return replace(shown, text=text, rows=(*selects[:MENUS], (back,)))


ADDED = msg("✓ Only you see your plan.")


def _packed(kinds: Sequence[tuple[Message, list[Premove]]]) -> list[tuple[list[Message], list[Premove]]]:
    """Put kinds into menus: as many together as it takes to have no more menus than fit."""
    menus = list[tuple[list[Message], list[Premove]]]()
    together = len([premoves for _, premoves in kinds if premoves]) > MENUS
    for title, premoves in kinds:
        if together and menus and len(menus[-1][1]) + len(premoves) <= MOST_OPTIONS:
            menus[-1][0].append(title)
            menus[-1][1].extend(premoves)
        elif premoves:
            menus.append(([title], premoves[:MOST_OPTIONS]))
    return menus


def _select(n: int, titles: Sequence[Value], premoves: Sequence[Premove], seen: Seen, words: Words) -> Select:
    table, seq = seen.table.id, seen.table.position_seq
    options = [
        Option(
            words.text(premove.label),
            ControlId(Purpose.PLAN, table, seq, premove.text),
            "" if premove.about is None else words.text(premove.about),
        )
        for premove in premoves
    ]
    choose = ControlId(Purpose.CHOOSE, table, seq, f"plan {n}")
    return Select(words.text(listed(titles, Join.OR)), choose, tuple(options))
