"""The card of a table in its channel, before, during and after its game."""

from __future__ import annotations

from collections.abc import Sequence

from bot.table.clock.finish import Finish
from bot.table.log.model import Seen, Status, Table
from bot.table.log.seat_order import places, seats_by_place
from bot.table.log.settled.admission import Door
from bot.table.log.settled.halt import RestoredFromCopy
from bot.table.log.settled.moderation import Act
from bot.table.log.steps import MODERATOR, Subject
from bot.table.surrender import outcome_of_surrender
from bot.talk import invitations
from bot.talk import time as clocks
from bot.talk.away import absence_note, absentees_line
from bot.talk.challenge import challenge_line, decline_buttons
from bot.talk.language import line_on_card
from bot.talk.letter import FROM_CARD, Button, ControlId, Letter, Purpose, Row, Style, in_rows
from bot.talk.options import (
    describe_changes,
    describe_game,
    describe_kind,
    is_alone,
    length_by_clock,
    seats_at,
    unusual_line,
)
from bot.talk.partners import free_places, partners_line, secrecy_line
from bot.talk.ready import asked_players_line
from bot.talk.rematch import next_game_line, rematch_buttons
from bot.talk.seat import claim_buttons, newcomers_line, number_seat, player_line, seat_buttons
from bot.talk.title import AnyGame, game_title, table_title
from bot.talk.vote import PAUSED_BY_MODERATOR, resume_buttons
from engine.game import DEALER, Seat
from engine.series import standing
from engine.sides import name_side
from engine.words import (
    Join,
    Message,
    Who,
    Words,
    count,
    format_signed,
    join_items,
    join_with_dots,
    lines,
    msg,
    sentences,
    term,
)

MOST_TAKEN_OUT = 3
"""How many of the most recently removed players the card names."""


def card(game: AnyGame, seen: Seen, words: Words, finish: Finish | None = None) -> Letter:
    """Build the current card of a table, with the expected end of its game.

    Before a game begins, only `seen.table` is used.
    """
    table = seen.table
    match table.status:
        case Status.LOBBY:
            return Letter(words.text(lobby_text(game, table, finish)), rows=_lobby_rows(game, table, words))
        case Status.RUNNING:
            return Letter(words.text(running_text(game, seen, finish)), rows=_running_rows(table, words))
        case Status.OVER:
            return Letter(words.text(end_text(game, seen)), rows=in_rows(_rematch_buttons(table, words)))
        case Status.CLOSED:
            reopen = _button(words, msg("Open again"), Purpose.REOPEN, table)
            buttons = [reopen, *replay_buttons(table, words)]
            if table.has_result:
                buttons = [*_rematch_buttons(table, words), reopen]
            return Letter(words.text(_why_closed(game, seen)), rows=in_rows(buttons) if table.seats else ())


def _rematch_buttons(table: Table, words: Words) -> list[Button]:
    """Build the buttons for a rematch, if the game has a thread of its own.

    Otherwise the result, which is in the same channel, has them.
    """
    return rematch_buttons(table, words, counts=True) if table.thread else []


def replay_buttons(table: Table, words: Words) -> list[Button]:
    """Build the replay button of a finished game, if anything was played."""
    return [_button(words, msg("Replay"), Purpose.REPLAY, table)] if table.round else []


def lobby_text(game: AnyGame, table: Table, finish: Finish | None = None) -> Message:
    """Describe a table that waits for players."""
    playable = game.seats_for(table.options)
    player_count = len(table.seats)
    has_enough = playable[0] <= player_count and player_count in game.seats  # else `_who_plays` says what is missing
    return lines(
        msg("**{title}** · opened by {host}", title=table_title(game, table), host=Who(table.seat_of(table.host) or 0)),
        _who_plays(game, table, playable),
        length_by_clock(game, table, finish),
        unusual_line(game, table),
        table.options.refusal(player_count) if has_enough else None,
        line_on_card(table),
        invitations.line_on_card(table),
        unrated_notice(table),
        challenge_line(table),
        asked_players_line(table),
        _removal_notice(table),
        fairness_notice(table),
        secrecy_line(game, table),
        msg("-# {what}", what=join_with_dots(describe_kind(game, table), describe_changes(game, table))),
    )


def _who_plays(game: AnyGame, table: Table, playable: Sequence[int]) -> Message:
    """Name the players, and say how many seats are free and how many players are needed."""
    seats_taken = len(table.seats)
    missing = playable[0] - seats_taken
    needed = msg("needs {n} more", n=missing) if missing > 0 else None
    if (pairs := partners_line(game, table)) is not None:  # this line shows the free seats too
        return join_with_dots(pairs, needed)
    seats = count("{taken} of {n} seat taken", "{taken} of {n} seats taken", playable[-1], taken=seats_taken)
    return join_with_dots(_players(table), seats, needed)


def _removal_notice(table: Table) -> Message | None:
    """Name the players whom the host has taken out most recently."""
    users = [f"<@{user}>" for user in table.standing.gathering.removed[-MOST_TAKEN_OUT:]]
    return msg("Taken out by the host: {users}.", users=join_items(users, Join.COMMA)) if users else None


def _players(table: Table) -> Message:
    """Name the players in the order of their seats; number them if seats between them are free."""
    order = seats_by_place(table)
    numbers = places(table)
    names = [player_line(table, seat) for seat in order]
    if max(numbers, default=-1) < len(order):  # no free seat between them
        return join_items(names, Join.COMMA)
    numbered = [msg("{n}: {who}", n=numbers[seat] + 1, who=who) for seat, who in zip(order, names, strict=True)]
    return join_items(numbered, Join.COMMA)


def running_text(game: AnyGame, seen: Seen, finish: Finish | None = None) -> Message:
    """Describe a running game.

    Without a thread, the text is shorter, since the turn messages in the same channel have the rest.
    """
    table = seen.table
    if table.thread is None:
        about = table.options.summarize(seats_at(game, table))  # the title has the name of the game
        state = join_with_dots(state_text(table), join_items(about, Join.COMMA) if about else None)
        first = msg("**{title}** · {state}", title=game_title(game, seen), state=state)
        notices = (
            unusual_line(game, table),
            describe_changes(game, table),
            unrated_notice(table),
            fairness_notice(table),
            pause_notice(table),
        )
        end = None if table.is_paused or is_alone(table) else clocks.expected_end_line(table.timing, finish)
        players = (open_seats(table), newcomers_line(table), absentees_line(table))
        return lines(first, partners_line(game, table), standing(seen.observation), end, *notices, *players)
    seats = [
        join_with_dots(
            msg("{n}. {who}", n=seat + 1, who=Who(seat)),
            score,
            stand_in_notice(table, seat),
            absence_note(table, seat),
        )
        for seat, score in enumerate(game.voice.standings(seen.observation))
    ]
    return lines(
        msg(
            "**{title}** · {state} · <#{thread}>",
            title=game_title(game, seen),
            state=state_text(table),
            thread=table.thread,
        ),
        describe_game(game, table),
        unrated_notice(table),
        fairness_notice(table),
        pause_notice(table),
        open_seats(table),
        newcomers_line(table),
        turn_line(seen),
        None if table.is_paused or is_alone(table) else clocks.expected_end_line(table.timing, finish),
        join_items(seats, Join.LINES) if seats else None,
    )


def state_text(table: Table) -> Message:
    """Say whether a running game is paused."""
    return msg("paused") if table.is_paused else msg("in progress")


def unrated_notice(table: Table) -> Message | None:
    """Say that a game isn't rated, if its host chose so."""
    return msg("This game doesn't count for ratings.") if table.standing.unrated else None


def fairness_notice(table: Table) -> Message | None:
    """Warn that the deals can't be proved.

    Without the public beacon, the operator can know them beforehand. Return None if the deals wait for it, or if one
    person plays alone. While a table waits, others can still join, so they read the warning before they do.
    """
    dealing = table.standing.dealing
    if dealing.beacon or not (dealing.shared or table.status is Status.LOBBY):
        return None
    return msg(
        "-# I shuffle alone at this table, so nobody can prove that its deals are fair. "
        "The last page of `/rules` says more."
    )


def pause_notice(table: Table) -> Message | None:
    """Say that the game is paused, because all players agreed or moves are lost."""
    lost = table.standing.halt.lost
    if lost is not None and lost.needs_search:
        return RestoredFromCopy(lost.copy).why()
    if table.standing.halt.paused and lost is not None and lost.unresolved:
        return msg("The newest moves are lost. The host can press *Resume*.")
    if table.standing.needs_moderator:
        return PAUSED_BY_MODERATOR
    return msg("Paused. Any player can press *Resume*.") if table.standing.halt.paused else None


def open_seats(table: Table) -> Message | None:
    """Name the open seats of a running game."""
    vacant = sorted(table.standing.vacant)
    if not vacant:
        return None
    door = invitations.line_on_card(table)
    if len(vacant) == 1:
        return sentences(msg("Seat {n} is open: a computer is filling in.", n=number_seat(table, vacant[0])), door)
    numbers = join_items([number_seat(table, seat) for seat in vacant])
    return sentences(msg("Seats {numbers} are open: computers are filling in.", numbers=numbers), door)


def stand_in_notice(table: Table, seat: Seat) -> Message | None:
    """Say that a computer player sits in for an absent player."""
    person = table.seats[seat]
    return msg("away, a computer player plays on") if person.user and person.player else None


def turn_line(seen: Seen) -> Message | None:
    """Say whose turn it is, and until when."""
    to_act = seen.observation.to_act
    if to_act in (None, DEALER):
        return None
    timing = seen.table.timing
    if timing.parked:
        return clocks.waiting_line(timing)
    if (due := clocks.deadline_text(timing)) is not None:
        return msg("{who} is next, {due}.", who=Who(to_act), due=due)
    if timing.turn is not None and timing.turn.over:
        return msg("{who} is next. The time for this turn is over.", who=Who(to_act))
    return msg("{who} is next.", who=Who(to_act))


def end_text(game: AnyGame, seen: Seen) -> Message:
    """Say how a game ended."""
    outcome = seen.observation.outcome
    in_thread = seen.table.thread is not None
    return lines(
        msg("**{title}** · over", title=table_title(game, seen.table)),
        outcome.reason if outcome else None,
        list_points(game, seen.table, outcome.points, without=outcome.winners) if outcome and in_thread else None,
        next_game_line(game, seen.table),
    )


def list_points(game: AnyGame, table: Table, points: Sequence[int], without: Sequence[Seat] = ()) -> Message | None:
    """List the points of each side as the game counts them, the best first.

    The seats `without` are left out, since their points are shown beside the list.
    """
    sides = table.options.sides(len(points))
    order = sorted((side for side in sides if side[0] not in without), key=lambda side: (-points[side[0]], side))
    rows = [
        msg("{who} {points}", who=name_side(sides, side), points=format_points(game, points[side[0]])) for side in order
    ]
    return join_items(rows, Join.DOT) if rows else None


def format_points(game: AnyGame, points: int) -> str:
    """Write points with a true minus sign; penalties are written as positive numbers."""
    return format_signed(abs(points) if game.penalties else points)


def _why_closed(game: AnyGame, seen: Seen) -> Message:
    table = seen.table
    if table.standing.closed:
        return early_end_text(game, seen)
    if table.position_seq:  # the game had begun
        return archive_notice(game, table)
    if any(each.act is Act.CLOSE for each in table.standing.moderated):
        return msg("**{title}** · closed by a moderator.", title=table_title(game, table))
    return expiry_notice(game, table) if table.seats else closing_notice(game, table)


def early_end_text(game: AnyGame, seen: Seen) -> Message:
    """Say why a running game was closed by its players."""
    table = seen.table
    by = consent_text(table)
    match table.standing.closed:
        case Subject.FINISH:
            why = msg("**{title}** · ended early: {by}.", title=table_title(game, table), by=by)
            return lines(why, list_points(game, table, seen.observation.points), next_game_line(game, table))
        case Subject.GIVE_UP if (outcome := outcome_of_surrender(table, seen.observation.points)) is not None:
            first = msg("**{title}** · over", title=table_title(game, table))
            points = list_points(game, table, outcome.points) if table.thread else None
            return lines(first, outcome.reason, points, next_game_line(game, table))
        case Subject.CANCEL:
            return msg("**{title}** · cancelled: {by}. It has no result.", title=table_title(game, table), by=by)
        case "restored":
            why = msg(
                "**{title}** · cancelled: this bot was restored from an older copy.", title=table_title(game, table)
            )
            return lines(why, msg("A later deal was seen by all, and its moves are lost. It has no result."))
        case _ if table.standing.closed == MODERATOR:
            return msg("**{title}** · ended by a moderator. It has no result.", title=table_title(game, table))
    return msg("**{title}** · closed: all players left. There is no result.", title=table_title(game, table))


def consent_text(table: Table) -> Message:
    """Say who agreed to end a game."""
    vote = table.standing.vote
    if table.surrendered_side:
        return msg("given up")
    if vote is not None and vote.agreed == (vote.asker,):
        return msg("chosen by {who}", who=Who(vote.asker))
    return msg("nobody said no") if vote is not None and vote.silent else msg("all agreed")


def archive_notice(game: AnyGame, table: Table) -> Message:
    """Say that a game was closed because no player has moved for two weeks."""
    return lines(
        msg("**{title}** · closed: nobody has moved for two weeks.", title=table_title(game, table)),
        msg("There is no result. `/record` gives its finished rounds."),
    )


def expiry_notice(game: AnyGame, table: Table) -> Message:
    """Say that a table was closed because nothing happened there for a day."""
    people = join_items([Who(seat) for seat in range(len(table.seats))])
    return lines(
        msg("**{title}** · closed: nothing happened here for a day.", title=table_title(game, table)),
        describe_game(game, table),
        msg("There were: {people}. Open it again to be the host.", people=people),
    )


def closing_notice(game: AnyGame, table: Table) -> Message:
    """Say that a table was closed because everybody left before its game began."""
    return msg("**{title}** · closed before it began. `/new` opens another.", title=table_title(game, table))


def newer_card_notice(game: AnyGame, table: Table) -> Message:
    """Say on an older card that a newer one took its place."""
    return msg("{title} continues further down.", title=table_title(game, table))


def _running_rows(table: Table, words: Words) -> tuple[Row, ...]:
    hand = Button(words.text(msg("My hand")), ControlId(Purpose.HAND, table.id, data=FROM_CARD))
    others = [*resume_buttons(table, words), *seat_buttons(table, words), *claim_buttons(table, words)]
    return in_rows([hand, *others])


def _lobby_rows(game: AnyGame, table: Table, words: Words) -> tuple[Row, ...]:
    """Build the controls of a table that waits for players.

    While a seat is free, *Join* comes first and stands out. When enough players are there, *Start* is added at the end,
    so that no other button moves under a finger. At a full table, *Start* takes the place of *Join*.
    """
    playable = game.seats_for(table.options)
    player_count = len(table.seats)
    full = player_count >= playable[-1]
    start = _button(words, msg("Start"), Purpose.START, table, Style.GOOD if full else Style.PLAIN)
    if full:
        first = [start]
    elif table.standing.admission.door is Door.CLOSED:
        first = []
    else:
        first = _join_buttons(game, table, words)
    return in_rows(
        [
            *first,
            *decline_buttons(table, words),
            _button(words, msg("Players") if full else msg("Add computer"), Purpose.BOTS, table),
            _button(words, msg("Options"), Purpose.OPTIONS, table),
            _button(words, term("Rules", "button"), Purpose.RULES, table),
            _button(words, msg("Leave"), Purpose.LEAVE, table),
            *([start] if playable[0] <= player_count < playable[-1] else []),
        ]
    )


def _join_buttons(game: AnyGame, table: Table, words: Words) -> list[Button]:
    """Build the button that takes a seat, or one for each pair that has a free seat."""
    pairs = [
        Button(words.text(msg("Join {sign}", sign=sign)), ControlId(Purpose.JOIN, table.id, data=str(seat)), Style.GOOD)
        for sign, seat in free_places(game, table)
    ]
    return pairs or [_button(words, msg("Join"), Purpose.JOIN, table, Style.GOOD)]


def _button(words: Words, label: Message, purpose: Purpose, table: Table, style: Style = Style.PLAIN) -> Button:
    return Button(words.text(label), ControlId(purpose, table.id), style)
