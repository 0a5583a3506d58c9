"""The transcript of a game in plain text, made by replaying its record."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import groupby
from typing import Any, NamedTuple

import msgspec

from bot.table.log.dealing import MadeDeal
from bot.table.log.fold import ReplayedStep
from bot.table.log.steps import Kind, Start
from bot.table.record.record import Record, RecordedDeal
from bot.table.record.stepwise import Steps, run_to_end
from bot.table.record.verify import replay_and_check
from engine.game import DEALER, Game
from engine.players import LEVELS
from engine.sides import name_side
from engine.words import Join, Message, Value, Who, Words, format_signed, join_items, lines, msg

WIDTH = 120
"""The most characters in a line, if it can be broken."""
LISTED_KINDS = (Kind.SEAT, Kind.HINT)
"""The kinds of steps that are listed even though they don't change the position."""
UNATTENDED: Mapping[str, Message] = {Kind.LATE: msg("(time ran out)"), Kind.STAND_IN: msg("(left it to the bot)")}
"""The text before a step that the bot took for a seat, by the step's kind."""


class Cells(NamedTuple):
    """The columns of a step."""

    seq: str
    time: str
    who: str
    notation: str
    text: str


def transcript(record: Record, game: Game[Any, Any], title: Message, words: Words) -> str:
    """Return the whole record as text.

    Raises BrokenStep or RulesBroken for a record that was changed.
    """
    return run_to_end(build_transcript(record, replay_and_check(record, game), game, title, words))


def build_transcript(
    record: Record, replayed: Sequence[ReplayedStep], game: Game[Any, Any], title: Message, words: Words
) -> Steps[str]:
    """Return the record as text, given its replayed steps."""
    listed_steps = [
        step for step in replayed if Kind(step.row.kind).moves or step.events or step.row.kind in LISTED_KINDS
    ]
    deals = _deal_entries(record, replayed)
    parts = [_build_heading(record, _list_players(replayed), game, title, words)]
    for number, steps in groupby(listed_steps, lambda step: step.after.standing.round):
        if number:  # 0 before the first deal, when there is nothing to list
            cells: list[Cells] = []
            for step in steps:
                cells.append(_step_cells(step, words))
                yield
            parts += [_deal_block(deals[number], words), _align_columns(cells), *_tally_lines(step, game, words)]
    state = listed_steps[-1].after.state
    if state is not None and (outcome := state.outcome):
        sides = state.observe(None).options.sides(len(outcome.points))
        points = [
            msg("{who} {points}", who=name_side(sides, side), points=format_signed(outcome.points[side[0]]))
            for side in sides
        ]
        parts.append(_text_block(words, msg("Result"), outcome.reason, join_items(points, Join.DOT)))
    return "\n\n".join(parts) + "\n"


def _list_players(replayed: Sequence[ReplayedStep]) -> Message:
    """Return the players at the start. Computer players are listed with their strength."""
    players_at_start = next(step.after.standing.players for step in replayed if step.row.kind == Kind.START)
    return join_items(
        [
            msg("{who} ({strength})", who=Who(seat), strength=LEVELS[player]) if player else Who(seat)
            for seat, player in enumerate(players_at_start)
        ],
        Join.COMMA,
    )


def _build_heading(record: Record, players: Message, game: Game[Any, Any], title: Message, words: Words) -> str:
    """Return the heading of a transcript: the title, the time, the players and the options."""
    start = next(line for line in record.steps if line.kind == Kind.START)
    start_notation = msgspec.json.decode(start.notation, type=Start)
    options = game.options.from_json(start_notation.options)
    changed = [
        msg("{name}: {value}", name=setting.name, value=options.describe_value(name))
        for name, setting in options.settings().items()
        if name in options.non_default_values()
    ]
    span = msg("{began} to {ended} UTC", began=_format_minute(start.at), ended=_format_minute(record.steps[-1].at))
    return _text_block(
        words,
        title,
        span,
        msg("Players: {people}", people=players),
        msg("Options: {options}", options=join_items(changed, Join.COMMA) if changed else msg("none changed")),
        msg("Table {table} of this bot, rules version {rules}", table=record.table, rules=start_notation.rules),
    )


Facts = list[tuple[Message, Value]]
"""The facts that prove a deal, as pairs of name and value."""
_DealEntry = tuple[int, Facts, RecordedDeal]
"""The number of a deal in its announcement, the facts that prove it, and what was dealt."""


def _deal_entries(record: Record, replayed: Sequence[ReplayedStep]) -> Mapping[int, _DealEntry]:
    """Return what the transcript shows of each deal that was made. These deals are numbered from 1."""
    deals = [step.deal for step in replayed if isinstance(step.deal, MadeDeal)]
    pairs = enumerate(zip(deals, record.deals, strict=True), 1)
    return {n: (deal.number, _deal_facts(deal, record.seeds[deal.number - 1]), dealt) for n, (deal, dealt) in pairs}


def _deal_facts(deal: MadeDeal, seed: str) -> Facts:
    """Return the facts that prove a deal, with labels: its message, the fingerprint (head), and the secret (seed)."""
    due = deal.due
    facts: Facts = [(msg("head"), due.short_head), (msg("seed"), seed)]
    if due.message is not None:
        facts.insert(0, (msg("announced"), _place(due.message, due.channel)))
    if deal.signature:
        facts.append((msg("beacon"), f"{deal.beacon_round}: {deal.signature}"))
    return facts


def _place(message: int, channel: int | None) -> Message:
    """Return where a deal was announced, by the numbers that Discord gave the message and its channel."""
    return msg("message {message}, channel {channel}", message=str(message), channel=str(channel))


def _deal_block(entry: _DealEntry, words: Words) -> str:
    """Return the lines about a deal, with the facts that prove it."""
    number, facts, dealt = entry
    facts = [*facts, (msg("shuffled"), dealt.order)]
    if dealt.picks > 1:
        facts.append((msg("picked"), msg("{pick} of 0 to {last}", pick=dealt.pick, last=dealt.picks - 1)))
    names = [words.text(name) for name, _ in facts]
    width = max(map(len, names))
    proof = (
        textwrap.fill(
            words.text(value), WIDTH, initial_indent=f"  {name:{width}}  ", subsequent_indent=" " * (width + 4)
        )
        for name, (_, value) in zip(names, facts, strict=True)
    )
    return "\n".join((_headline(words.text(msg("Deal {n}", n=number))), *proof))


def _step_cells(step: ReplayedStep, words: Words) -> Cells:
    row = step.row
    who = "" if row.seat is None else words.name(row.seat)
    is_action = Kind(row.kind).moves and not step.deal and row.kind != Kind.UNDO
    notation = row.notation if is_action else ""
    text = words.text(lines(UNATTENDED.get(row.kind), *(event.describe() for event in step.events)))
    if row.kind in LISTED_KINDS:
        notation = ""
        text = words.text(_stand_in_line(step) if row.kind == Kind.SEAT else _hint_line(step))
    return Cells(str(row.seq), _format_minute(row.at), who, notation, text)


def _stand_in_line(step: ReplayedStep) -> Message:
    """Return a sentence that names who plays a seat from now on."""
    seat = step.row.seat or 0
    player = step.after.standing.players[seat]
    if player is None:
        return msg("{who} is back.", who=Who(seat))
    return msg("A computer player ({strength}) takes over for {who}.", strength=LEVELS[player], who=Who(seat))


def _hint_line(step: ReplayedStep) -> Message:
    """Return a sentence about a hint that a player asked for."""
    return msg("{who} asks for a hint: {action}", who=Who(step.row.seat or 0), action=step.row.notation)


def _align_columns(rows: Iterable[Cells]) -> str:
    rows = list(rows)
    seq_width, *widths, _ = (max(map(len, column)) for column in zip(*rows, strict=True))
    aligned: list[str] = []
    for row in rows:
        padded = [row.seq.rjust(seq_width)]
        padded += [cell.ljust(width) for cell, width in zip(row[1:4], widths, strict=True)]
        aligned += _indent_lines("  ".join((*padded, "")), row.text)
    return "\n".join(aligned)


def _indent_lines(start: str, text: str) -> Iterator[str]:
    """Yield the lines of a text after `start`. All but the first are indented, so that they begin below the first."""
    for line in text.split("\n"):
        yield (start + line).rstrip()
        start = " " * len(start)


def _tally_lines(last: ReplayedStep, game: Game[Any, Any], words: Words) -> list[str]:
    """Return the tally of a round in a list, which is empty if the round was not scored."""
    state = last.after.state
    if state is None or state.to_act not in (DEALER, None):
        return []
    tally = game.voice.tally(state.observe(None))
    return [] if tally is None else [words.text(tally)]


def _text_block(words: Words, heading: Message, *items: Value) -> str:
    return "\n".join((_headline(words.text(heading)), *map(words.text, items)))


def _headline(text: str) -> str:
    return f"{text}\n{'-' * len(text)}"


def _format_minute(at: int) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M")
