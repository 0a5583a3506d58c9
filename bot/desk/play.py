"""Playing: the hand, its moves and menus, the board as picture or text, the story."""

from __future__ import annotations

from dataclasses import replace

from bot.desk import board_troubles, find_table
from bot.desk.ask import Arguments, Ask, Games, Handler
from bot.desk.command import TABLE, Arg, AtTable, Choices, Command, at_table
from bot.desk.move_commands import MoveCommand, build_move_commands
from bot.pictures.drawings import draw_board, draw_whole
from bot.table.log.model import Played, Seen
from bot.table.refusals import NotSeated, Stale, Unsure
from bot.talk import turn
from bot.talk.hand import confirmation_letter, outdated_notice
from bot.talk.letter import FROM_CARD, MOST_OPTIONS, WHOLE, ControlId, Letter, Picture, Purpose
from bot.talk.menu import SEPARATOR
from bot.talk.story import whole_story
from bot.talk.words import plain_hyphens, text_letter
from engine.game import Doubt
from engine.words import Message, lines, msg

# -- the hand ----------------------------------------------------------------------------------------------------------


async def my_hand(ask: Ask) -> Letter:
    """Show the caller's hand and choices, below what happened since their last turn."""
    return await hand(ask, recheck=ask.from_card)


async def hand(ask: Ask, note: Message | None = None, *, recheck: bool = False) -> Letter:
    """Show the caller's hand, below a note.

    With `recheck` the board in the channel is checked too.
    """
    seen, happened = await ask.service.tables.hand(ask.table_id, ask.user)
    letter = await ask.tools.hands.letter_in(
        ask.caller.channel, _require_seat(seen), ask.caller.locale, note, happened=happened
    )
    return await board_troubles.add_notice(ask, seen.table, letter, recheck=recheck)


def fall_back_to_hand(handler: Handler) -> Handler:
    """Let the press of an old button show the current hand instead."""

    async def answer(ask: Ask) -> Letter:
        try:
            return await handler(ask)
        except Stale:
            return await hand(
                ask, outdated_notice(await ask.service.tables.history(ask.table_id, ask.seq, None), ask.seat)
            )

    return answer


async def menu(ask: Ask) -> Letter:
    """Go one level deeper into the choices; an old menu shows the current hand."""
    seen = await _observe_hand(ask)
    if seen.table.position_seq != ask.seq:
        return await hand(ask, outdated_notice(await ask.service.tables.history(ask.table_id, ask.seq, None), ask.seat))
    chosen = tuple(part for part in ask.data.split(SEPARATOR) if part)
    return await ask.tools.hands.build_letter(seen, ask.caller.locale, None, chosen)


# -- moves -------------------------------------------------------------------------------------------------------------


@fall_back_to_hand
async def act(ask: Ask) -> Letter:
    """Make the move of a notation; if the game doubts it, ask the caller to confirm it first."""
    try:
        return await _make_move(ask, careful=True)
    except Unsure as unsure:
        return await _ask_to_confirm(ask, unsure.doubt)


@fall_back_to_hand
async def act_confirmed(ask: Ask) -> Letter:
    """Make the move of a notation that the caller has confirmed."""
    return await _make_move(ask, careful=False)


async def _make_move(ask: Ask, *, careful: bool) -> Letter:
    played = await ask.service.tables.act(
        ask.table_id, ask.actor, ask.caller.person, ask.seq, ask.data, careful=careful
    )
    return await _move_reply(ask, played)


async def _ask_to_confirm(ask: Ask, doubt: Doubt) -> Letter:
    """Ask the caller to confirm a move, below the hand that it is about.

    The button to go back comes first, in case the thumb slipped.
    """
    seen = await _observe_hand(ask)
    hand_letter = await ask.tools.hands.build_letter(seen, ask.caller.locale)
    confirmation = ControlId(Purpose.SURE, ask.table_id, ask.seq, ask.data)
    return confirmation_letter(hand_letter, seen, doubt, confirmation, ask.words(seen.table))


async def _move_reply(ask: Ask, played: Played) -> Letter:
    """Show what a move did.

    In a private game, or if it is still the caller's turn, their hand follows. Otherwise, buttons to look at the table
    follow.
    """
    seen = played.seen
    is_own_turn = seen.seat is not None and seen.observation.to_act == seen.seat
    if seen.table.private or is_own_turn:
        note = turn.move_text(ask.game(seen.table), played, scores=False)
        return await ask.tools.hands.build_letter(seen, ask.caller.locale, note)
    return turn.move_reply(ask.game(seen.table), played, ask.words(seen.table))


# -- looking -----------------------------------------------------------------------------------------------------------


async def board(ask: Ask) -> Letter:
    """Show a fresh board to the caller alone.

    It is the whole board or, in large print, the part that matters and a button for the whole board. If the caller
    asked from the card, the board in the channel is checked too.
    """
    seen = await ask.service.tables.observe(ask.table_id, None, reader=ask.user)
    seated = seen.table.seat_of(ask.user) is not None
    shows_part = seen.large and ask.data != WHOLE
    has_tiles = ask.tools.painter.look_of(seen).count_rows(seen.observation) > 0
    rows = turn.board_rows(seen.table, ask.words(seen.table), seated=seated, part=shows_part and has_tiles)
    letter = ask.reply(_headline(ask, seen), seen.table, *rows)
    letter = await ask.tools.painter.illustrate(
        letter, seen, ask.caller.locale, _draw_board(ask, seen, part=shows_part)
    )
    return await board_troubles.add_notice(ask, seen.table, letter, recheck=ask.from_card)


async def _draw_board(ask: Ask, seen: Seen, *, part: bool) -> tuple[Picture, ...]:
    """Draw the whole board, or in large print the part that matters."""
    painter, locale = ask.tools.painter, ask.caller.locale
    layout = await painter.layout(seen)
    if part:
        return (await painter.draw(draw_board, seen, layout, locale),)
    picture = await painter.draw(draw_whole, seen, layout, locale)
    if picture is None:  # the usual picture shows the whole board
        picture = await painter.draw(draw_board, replace(seen, large=False), layout, locale)
    return (picture,)


async def text(ask: Ask) -> Letter:
    """Show the board as text, for callers who cannot see the picture."""
    seen = await ask.service.tables.observe(ask.table_id, None, reader=ask.user)
    board = ask.tools.painter.look_of(seen).text(seen.observation)
    headline = turn.format_for_viewer(seen, turn.headline(ask.game(seen.table), seen, above_text=True))
    return text_letter(ask.plain_words(seen.table), lines(headline, board))


async def story(ask: Ask) -> Letter:
    """List all that happened after a step, as far as the caller may know it.

    A message that has no room for all of it has a button that leads here.
    """
    happened = await ask.service.tables.history(ask.table_id, ask.seq, ask.user)
    return whole_story(ask.game(ask.table), ask.table, happened, ask.words(ask.table))


def _headline(ask: Ask, seen: Seen) -> Message:
    return turn.format_for_viewer(seen, turn.headline(ask.game(seen.table), seen))


async def _observe_hand(ask: Ask) -> Seen:
    return _require_seat(await ask.service.tables.observe(ask.table_id, ask.user))


def _require_seat(seen: Seen) -> Seen:
    if seen.seat is None:
        raise NotSeated
    return seen


# -- commands ----------------------------------------------------------------------------------------------------------

HAND = at_table("hand", msg("Your tiles and what you can do"), find_table.HAND, Purpose.HAND, FROM_CARD)
BOARD = at_table("board", msg("The table as it is now"), find_table.BOARD, Purpose.BOARD, FROM_CARD)


def move_command(move: MoveCommand) -> Command:
    """Build the command of a move, such as `/play 6-2 B`.

    Its argument is the rest of the notation.
    """
    argument = move.argument

    def press(typed: Arguments) -> tuple[Purpose, str]:
        value = typed.get(argument.name, "") if argument else ""
        return Purpose.ACT, plain_hyphens(f"{move.name} {value}".strip())

    async def suggest(ask: Ask, typed: str) -> Choices:
        return await suggest_moves(ask, move.name, plain_hyphens(typed))

    args = (
        (Arg(argument.name, argument.help, is_required=move.is_required, suggest=suggest), TABLE)
        if argument
        else (TABLE,)
    )
    return Command(move.name, move.help, AtTable(find_table.VERB, press, move.name), args)


def move_commands(games: Games) -> list[Command]:
    """Build a command for each move of these games."""
    return [move_command(move) for move in build_move_commands(games)]


async def suggest_moves(ask: Ask, verb: str, typed: str) -> Choices:
    """Suggest the caller's own legal actions with a verb.

    Each is a pair of the label to show, and the notation without the verb.
    """
    offers = await ask.service.listing.choices(ask.user, verb, guild=ask.caller.guild, channel=ask.caller.channel)
    typed = " ".join(typed.casefold().split())
    fitting_choices = []
    for offer in offers:
        label, argument = ask.plain_words().text(offer.choice.label), offer.choice.notation.partition(" ")[2]
        matches = any(_matches(text, typed) for text in (argument, offer.choice.also) if text)
        if matches or plain_hyphens(label).casefold().startswith(typed):
            fitting_choices.append((label, argument))
    return fitting_choices[:MOST_OPTIONS]


def _matches(text: str, typed: str) -> bool:
    """Return whether each typed word is the beginning of some word of a text."""
    words = text.casefold().split()
    return all(any(word.startswith(part) for word in words) for part in typed.split())
