"""A player's planned moves, which only they read, and the menu for planning."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from bot.table.clock.timing import private_of
from bot.table.log.model import Seen
from bot.table.private import NO_PLANS as NOTHING_KEPT
from bot.table.private import Plans
from bot.table.rules.premoves import MAX_PLANS
from bot.talk.letter import MOST_OPTIONS, MOST_ROWS, REMOVE, Button, ControlId, Letter, Option, Purpose, Select
from bot.talk.title import AnyGame
from engine.game import DEALER
from engine.premoves import Premove
from engine.words import Join, Message, Value, Words, join_items, lines, msg

NOTHING = msg("There's nothing to plan right now. Look again after the next move.")
ASKED = msg("**Plan your next move.** If it's still legal when your turn comes, I'll play it.")
ADDED = msg("✓ Only you see your plan.")
REMOVED = msg("Plan removed: I won't play that move for you.")
MENUS = MOST_ROWS - 1
"""The most menus in a message, whose last row leads back."""


def remaining_plans(game: AnyGame, seen: Seen) -> list[Premove]:
    """Return the planned moves of a seat's player that may still be possible."""
    return _read_premoves(game, seen, _plans_of_viewer(seen).planned)


def can_plan(game: AnyGame, seen: Seen) -> bool:
    """Return whether a seat's player can plan something now.

    They can while it is another player's turn and other people play too.
    """
    table = seen.table
    to_act = seen.observation.to_act if seen.seat is not None else None
    is_turn_of_another = to_act not in (None, DEALER, seen.seat) and table.can_move and not seen.away
    if not is_turn_of_another or len(table.people) < 2:
        return False
    return any(group.premoves for group in game.premoves.groups(seen.observation))


def plan_text(game: AnyGame, seen: Seen) -> Message | None:
    """List the planned moves of a seat's player, and those that were dropped.

    Return None if nothing was planned or dropped.
    """
    plans = remaining_plans(game, seen)
    dropped = _dropped_plan_notice(game, seen)
    if not plans:
        return dropped
    if len(plans) == 1:
        return lines(dropped, msg("**Planned for your next turn:** {label}", label=plans[0].label))
    rows = [msg("{n}. {label}", n=n, label=premove.label) for n, premove in enumerate(plans, 1)]
    return lines(
        dropped, msg("**Planned for your next turn**, the first that's possible:"), join_items(rows, Join.LINES)
    )


def _dropped_plan_notice(game: AnyGame, seen: Seen) -> Message | None:
    """Name the planned moves that turned out to be impossible.

    Only moves that may still be possible in this round can be named.
    """
    texts = _plans_of_viewer(seen).dropped
    if not texts:
        return None
    labels: list[Value] = [premove.label for premove in _read_premoves(game, seen, texts)]
    if not labels:
        return msg("What you planned isn't possible now, so I dropped it.")
    return msg(
        "**Dropped from your plan**, since it isn't possible now: {labels}", labels=join_items(labels, Join.COMMA)
    )


def buttons(game: AnyGame, seen: Seen, words: Words) -> list[Button]:
    """Build the buttons that add to the plan or remove from it.

    A move can be added if the plan has room and it is another player's turn.
    """
    table = seen.table
    plans = remaining_plans(game, seen)
    can_add = len(plans) < MAX_PLANS and can_plan(game, seen)
    add_buttons = [plan_button(seen, words)] if can_add else []
    labels = [msg("Remove plan")] if len(plans) == 1 else [msg("Remove plan {n}", n=n) for n in range(1, MAX_PLANS + 1)]
    remove_buttons = [
        Button(words.text(label), ControlId(Purpose.PLAN, table.id, table.position_seq, REMOVE + premove.text))
        for label, premove in zip(labels, plans, strict=False)
    ]
    return [*add_buttons, *remove_buttons]


def _plans_of_viewer(seen: Seen) -> Plans:
    """Return the plans of a viewer's seat; none if the game is over."""
    return private_of(seen.table.timing, seen.seat) if seen.table.is_running else NOTHING_KEPT


def _read_premoves(game: AnyGame, seen: Seen, texts: Iterable[str]) -> list[Premove]:
    """Return the premoves of these texts that may still be possible in this round."""
    premoves = (game.premoves.read(seen.observation, text) for text in texts)
    return [premove for premove in premoves if premove is not None]


def plan_button(seen: Seen, words: Words) -> Button:
    """Build the button that opens the menu for planning."""
    return Button(words.text(msg("Plan ahead")), ControlId(Purpose.PLAN, seen.table.id, seen.table.position_seq))


def menu(hand_letter: Letter, game: AnyGame, seen: Seen, words: Words) -> Letter:
    """Put the menu for planning below the hand."""
    planned = {premove.text for premove in remaining_plans(game, seen)}
    groups = game.premoves.groups(seen.observation) if can_plan(game, seen) else ()
    kinds = [(group.title, [each for each in group.premoves if each.text not in planned]) for group in groups]
    selects = [
        _select(n, titles, premoves, seen, words) for n, (titles, premoves) in enumerate(_group_into_menus(kinds))
    ]
    back = Button(words.text(msg("Back")), ControlId(Purpose.HAND, seen.table.id))
    text = words.text(lines(ASKED if selects else NOTHING, plan_text(game, seen)))
    return replace(hand_letter, text=text, rows=(*selects[:MENUS], (back,)))


def _group_into_menus(kinds: Sequence[tuple[Message, list[Premove]]]) -> list[tuple[list[Message], list[Premove]]]:
    """Put each kind of premoves into a menu of its own, or several into one if there are too many kinds."""
    menus = list[tuple[list[Message], list[Premove]]]()
    is_shared = len([premoves for _, premoves in kinds if premoves]) > MENUS
    for title, premoves in kinds:
        if is_shared and menus and len(menus[-1][1]) + len(premoves) <= MOST_OPTIONS:
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
    return Select(words.text(join_items(titles, Join.OR)), choose, tuple(options))
