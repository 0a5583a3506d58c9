"""The results of rounds and games.

They say who won and by how much, with the standings and remarkable facts.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.stats.server_bests import ServerBest
from bot.table.log.model import Seen, Status
from bot.table.surrender import outcome_of_surrender
from bot.talk import server_records
from bot.talk.card import consent_text, format_points, replay_buttons
from bot.talk.letter import BUTTONS_A_ROW, Button, ControlId, Letter, Purpose, Row, in_rows
from bot.talk.rematch import rematch_buttons
from bot.talk.title import AnyGame, game_title, table_title
from bot.talk.words import text_letter
from engine import chronicle
from engine.game import Outcome, Seat
from engine.series import standing, which_game
from engine.sides import Side, Sides, find_leaders, list_seats, name_side
from engine.words import Join, Message, Words, join_items, join_with_dots, lines, msg, sentences, term

_MEDALS = ("🥇", "🥈", "🥉")
_NOWHERE = -1
"""The place of a side without a medal: the game goes on, or it is last, has won nothing, or has no person."""


def game_over_letter(game: AnyGame, seen: Seen, words: Words, broken: Sequence[ServerBest] = ()) -> Letter:
    """Build the last message of a game, without its picture.

    It begins with the winner. After the facts comes the server record that the game broke, if any.
    """
    ended_early = seen.table.status is Status.CLOSED
    text = lines(
        msg("{sign} **{title}**", sign="🏁" if ended_early else win_sign(seen), title=end_title(game, seen)),
        _how_it_ended(game, seen),
        standings_text(game, seen, without=_seats_in_title(seen)),
        standing(seen.observation) if seen.observation.outcome is None else None,
        *_facts(game, seen),
        server_records.new_record_line(seen.table, broken),
        msg("-# {about}", about=_table_and_length(game, seen)),
        log_head_line(seen),
    )
    return text_letter(words, text, _rows(seen, words))


def short_text(game: AnyGame, seen: Seen) -> Message:
    """Say who won a game, and list the standings, without the tiles that were left in hands."""
    title = msg("{sign} **{title}**", sign=win_sign(seen), title=end_title(game, seen))
    return lines(title, standings_text(game, seen, without=_seats_in_title(seen)))


def bulletin(game: AnyGame, seen: Seen, words: Words) -> Letter:
    """Build the line about a result for a server's channel of all results.

    It pings no player.
    """
    title = end_title(game, seen)
    text = msg("{sign} **{title}** {table}", sign=win_sign(seen), title=title, table=table_title(game, seen.table))
    return text_letter(words, text)


def win_sign(seen: Seen) -> str:
    """Return the sign of a game that is over: a cup if a person won, else a flag."""
    return "🏆" if is_won_by_person(seen) else "🏁"


def is_won_by_person(seen: Seen) -> bool:
    """Return whether a person is among the winners of a game, or of the last game of a running series."""
    outcome = _outcome(seen)
    return outcome is not None and any(not seen.table.seats[seat].computer for seat in outcome.winners)


def _how_it_ended(game: AnyGame, seen: Seen) -> Message | None:
    """Say how the last counted round ended, if the game describes that."""
    return game.voice.headline(seen.observation) if seen.observation.is_scored else None


def log_head_line(seen: Seen) -> Message | None:
    """Show the head (the last hash) of the log at the end of a game.

    Return None while the game goes on, or if no deal was announced.
    """
    dealing = seen.table.standing.dealing
    end = dealing.end if dealing.shared else None
    if end is None:
        return None
    return msg("-# 🔒 Code of the whole game · `{head}`", head=end.short_head)


def round_over_text(game: AnyGame, seen: Seen) -> Message:
    """Say who won the last round and by how much, with the standings.

    In a series it also says which game is over.
    """
    if chronicle.final_outcome(seen.observation) is not None:
        which = which_game(seen.observation)
        first = msg("{sign} **{title}**", sign=win_sign(seen), title=end_title(game, seen))
        return lines(
            first,
            _how_it_ended(game, seen),
            standings_text(game, seen, without=_seats_in_title(seen)),
            standing(seen.observation),
            *_facts(game, seen),
            msg("-# {which} · {title}", which=which or "", title=table_title(game, seen.table)),
        )
    headline = game.voice.headline(seen.observation) or msg("Round {n} is over.", n=seen.observation.round)
    round_ = game.voice.round_name(seen.observation, seen.chapters[-1].number if seen.chapters else 1)
    first = msg("**{headline}** {which}", headline=headline, which=join_with_dots(game_title(game, seen), round_))
    return lines(first, standings_text(game, seen), standing(seen.observation))


def end_title(game: AnyGame, seen: Seen) -> Message:
    """Say in a sentence who won and by how much, or who leads if the game ended early."""
    outcome = _outcome(seen)
    return _leader_text(game, seen) if outcome is None else outcome.reason


def _leader_text(game: AnyGame, seen: Seen) -> Message:
    points = seen.observation.points
    sides = _sides(seen)
    leaders = find_leaders(sides, points)
    if leaders == sides:  # all have the same points
        return msg("Nobody leads: the game ends early.")
    who = join_items([name_side(sides, side) for side in leaders])
    best = format_points(game, max(points))
    if len(list_seats(leaders)) > 1:
        return msg("{who} lead with {points}: the game ends early.", who=who, points=best)
    return msg("{who} leads with {points}: the game ends early.", who=who, points=best)


def _seats_in_title(seen: Seen) -> Sequence[Seat]:
    """Return the seats whose points are in the title of a game's end."""
    outcome, points = _outcome(seen), seen.observation.points
    if outcome is not None:
        return outcome.winners
    if len(set(points)) < 2:  # nobody leads
        return ()
    return [seat for seat, each in enumerate(points) if each == max(points)]


def _gain_text(game: AnyGame, gain: int, total: int) -> str:
    """Return what was gained in a round, or nothing if the total says the same."""
    return "" if gain == total else add_plus_sign(format_points(game, gain))


def standings_text(game: AnyGame, seen: Seen, without: Sequence[Seat] = ()) -> Message | None:
    """List each side's points and its gain in the last round, the best side first.

    The seats `without` are left out, since the title above the list has their points.
    """
    outcome = _outcome(seen)
    points = seen.observation.points if outcome is None else outcome.points
    sides = _sides(seen)
    gains = () if outcome is not None else _round_gains(seen)
    order = rank_sides(sides, points, () if outcome is None else outcome.winners)
    places = _assign_places(game, seen, points, order)
    # without gains, the totals stand in for them, so that each text is empty
    gain_texts = [_gain_text(game, gain, total) for gain, total in zip(gains or points, points, strict=True)]
    rows = [
        _row(sides, side, places[side], format_points(game, points[side[0]]), gain_texts[side[0]])
        for side in order
        if side[0] not in without
    ]
    return lines(*rows) if rows else None


def _outcome(seen: Seen) -> Outcome | None:
    given_up = outcome_of_surrender(seen.table, seen.observation.points)
    return given_up or seen.observation.outcome or chronicle.final_outcome(seen.observation)


def _sides(seen: Seen) -> Sides:
    return seen.table.options.sides(len(seen.observation.points))


def rank_sides(sides: Sides, points: Sequence[int], winners: Sequence[Seat]) -> Sequence[Side]:
    """Return all sides, winners first, then by points."""
    return sorted(sides, key=lambda side: (side[0] not in winners, -points[side[0]], side))


def _assign_places(game: AnyGame, seen: Seen, points: Sequence[int], order: Sequence[Side]) -> dict[Side, int]:
    """Return the place of each side, counted from 0, or `_NOWHERE`.

    Sides with equal points share a place. If there are winners, only they have the first place.
    """
    outcome = _outcome(seen)
    places = dict[Side, int]()
    winners = () if outcome is None else outcome.winners
    merits = {side: (side[0] in winners, points[side[0]]) for side in order}
    for index, side in enumerate(order):
        previous = order[max(index - 1, 0)]
        shares_place = index > 0 and merits[previous] == merits[side]
        places[side] = places[previous] if shares_place else index
    last = places[order[-1]]
    for side in order:
        is_last = places[side] == last and side[0] not in winners
        has_no_people = all(seen.table.seats[seat].computer for seat in side)
        has_nothing = points[side[0]] <= 0 and not game.penalties
        if outcome is None or is_last or has_no_people or has_nothing:
            places[side] = _NOWHERE
    return places


def _row(sides: Sides, side: Side, place: int, points: str, gain: str) -> Message:
    """Return the line of a side. It begins with a medal or a square; partners without a medal have only their sign."""
    who = name_side(sides, side)
    if 0 <= place < len(_MEDALS):
        row = msg("{sign} {who} · **{points}**", sign=_MEDALS[place], who=who, points=points)
    elif len(side) == 1:
        row = msg("{sign} {who} · **{points}**", sign="▫️", who=who, points=points)
    else:
        row = msg("{who} · **{points}**", who=who, points=points)
    return msg("{row} ({gain})", row=row, gain=gain) if gain not in ("", "+0") else row


def add_plus_sign(points: str) -> str:
    """Return points with a plus sign, unless they are negative."""
    return points if points.startswith("−") else f"+{points}"


def _round_gains(seen: Seen) -> Sequence[int]:
    """Return the points that each seat won in the round that was just scored; empty if there is none."""
    course = chronicle.list_scores(seen.observation, seen.chapters)
    return chronicle.list_gains(course)[-1] if course and seen.observation.is_scored else ()


def _facts(game: AnyGame, seen: Seen) -> Sequence[Message]:
    facts = chronicle.list_facts(game.voice, seen.observation, seen.chapters, penalties=game.penalties)
    return [msg("▸ {fact}", fact=fact) for fact in facts]


def _table_and_length(game: AnyGame, seen: Seen) -> Message:
    """Name the table, and say how long the game was or why it ended early."""
    title = game_title(game, seen)
    chapters = chronicle.current_chapters(seen.observation, seen.chapters)
    if seen.table.status is Status.CLOSED:
        return join_with_dots(title, msg("ended early: {by}", by=consent_text(seen.table)))
    return join_with_dots(title, game.voice.round_name(seen.observation, len(chapters)) if len(chapters) > 1 else None)


def _rows(seen: Seen, words: Words) -> tuple[Row, ...]:
    """Build the buttons under a result: the rematch comes first, and the choice of its pairs in the next row."""
    table = seen.table
    rematch = rematch_buttons(table, words)
    first, pairs = rematch[:1], rematch[1:]  # the second button, if there is one, changes the pairs
    if table.status is Status.OVER:
        first.append(Button(words.text(msg("Analysis")), ControlId(Purpose.ANALYSIS, table.id)))
    first += replay_buttons(table, words)
    last = [*pairs, *check_buttons(seen, words)]
    # one row, if all buttons fit
    return in_rows([*first, *last]) if len(first) + len(last) <= BUTTONS_A_ROW else (*in_rows(first), *in_rows(last))


def check_buttons(seen: Seen, words: Words) -> list[Button]:
    """Build the buttons that explain points, and deals if they were announced."""
    deals = Button(words.text(msg("Check the deals")), ControlId(Purpose.DEALS, seen.table.id))
    return [*scoring_buttons(seen, words), *([deals] if seen.table.standing.dealing.shared else [])]


def scoring_buttons(seen: Seen, words: Words) -> list[Button]:
    """Build the button that shows how the newest round was counted, if there is one."""
    if not seen.chapters:
        return []
    newest_round = ControlId(Purpose.COUNTED, seen.table.id, data=str(len(seen.chapters)))
    return [Button(words.text(term("Scoring", "button")), newest_round)]


def alt(game: AnyGame, seen: Seen, broken: Sequence[ServerBest] = ()) -> Message:
    """Describe the picture of a game's end.

    It has the winner, the standings, a record that was broken, and the count of the last round.
    """
    outcome = _outcome(seen)
    points = seen.observation.points if outcome is None else outcome.points
    sides = _sides(seen)
    rows = [
        msg("{who} {points}", who=name_side(sides, side), points=format_points(game, points[side[0]]))
        for side in rank_sides(sides, points, () if outcome is None else outcome.winners)
    ]
    points_line = msg("{rows}.", rows=join_items(rows, Join.COMMA))
    record_line = server_records.new_record_line(seen.table, broken)
    record = msg("{record}.", record=record_line) if record_line else None
    return lines(sentences(end_title(game, seen), points_line), record, game.voice.tally(seen.observation))
