"""What the card of a table says before, during and after its game. Pure: values in, messages out."""

from __future__ import annotations

from collections.abc import Sequence

from bot.clocks import texts as clocks
from bot.messages import AnyGame, dotted, heading, title
from bot.table.model import Seen, Table
from engine.game import Seat
from engine.players import LEVELS
from engine.series import standing
from engine.series.record import signed
from engine.words import Join, Message, Who, count, lines, listed, msg


def lobby(game: AnyGame, table: Table) -> Message:
    """The card of a table that waits for players."""
    most = game.seats[-1]
    taken = len(table.seats)
    seats = [seated(table, seat) for seat in range(taken)]
    return lines(
        msg("**{title}** · {host}'s table", title=title(game, table), host=Who(table.seat_of(table.host) or 0)),
        table.options.about() or game.summary,
        changes(table),
        note(game, table),
        length(game, table),
        clock(game, table),
        clocks.away(table.timing),
        msg("The table is full.") if taken == most else _free_seats(game, taken),
        waits_for_answers(table),
        listed(seats, Join.LINES),  # last: Discord takes a line below a list for part of its last entry
    )


def waits_for_answers(table: Table) -> Message | None:
    """Who is asked whether they are here, and until when."""
    if table.company.check is None or not table.asked:
        return None
    people = listed([Who(seat) for seat in table.asked])
    return msg(
        "I wait for {people} until {at}.", people=people, at=clocks.moment(table.timing, table.company.check.until)
    )


def asks_who_is_here(game: AnyGame, table: Table) -> Message:
    """The message that calls everybody who has not been here lately."""
    check = table.company.check
    assert check
    people = listed([Who(seat) for seat in table.asked])
    return lines(
        msg("{people} {title} is about to begin. Are you here?", people=people, title=title(game, table)),
        msg(
            "Please answer by {at} (<t:{until}:R>). Without an answer your seat is free again, and nothing is held "
            "against you.",
            at=clocks.moment(table.timing, check.until),
            until=check.until,
        ),
    )


def nobody_asked(game: AnyGame, table: Table) -> Message:
    """What that message becomes."""
    if table.running:
        return msg("Everybody is here: {title} begins.", title=title(game, table))
    return msg("{title} waits for players again.", title=title(game, table))


def seated(table: Table, seat: Seat) -> Message:
    """A line of the card: who sits there."""
    player = table.seats[seat].player
    if player is None:
        return msg("{n}. {who}", n=seat + 1, who=Who(seat))
    return msg("{n}. {who} · computer, {strength}", n=seat + 1, who=Who(seat), strength=LEVELS[player])


def hints(table: Table) -> Message:
    """Whether hints are given, as a sentence."""
    if table.hints_allowed:
        return msg("Whoever is to move may ask for a hint; the record shows it.")
    return msg("There are no hints in this game.")


def _free_seats(game: AnyGame, taken: int) -> Message:
    needed = max(0, game.seats[0] - taken)
    free = game.seats[-1] - taken
    if needed:
        return count(
            "{n} more player is needed, {free} can join.",
            "{n} more players are needed, {free} can join.",
            needed,
            free=free,
        )
    return count("{n} seat is free.", "{n} seats are free.", free)


def length(game: AnyGame, table: Table) -> Message:
    """How long it will take, as honestly as can be said."""
    seats = max(len(table.seats), game.seats[0])
    span = game.turns(table.options, seats)
    if len(span) == 1:
        return msg("About {turns} turns with {seats} players.", turns=span[0], seats=seats)
    return msg("About {low} to {high} turns with {seats} players.", low=span[0], high=span[-1], seats=seats)


def clock(game: AnyGame, table: Table) -> Message:
    """How much time everybody would have with those who are there."""
    seats = max(len(table.seats), game.seats[0])
    return clocks.clock(table.timing, seats, game.turns(table.options, seats)[-1])


def changes(table: Table) -> Message | None:
    """The options that differ from the usual ones."""
    changed = table.options.changed()
    if not changed:
        return None
    return msg("Options: {options}", options=listed([f"{name} {value}" for name, value in changed.items()], Join.COMMA))


def note(game: AnyGame, table: Table) -> Message | None:
    """What those who sit here should know of the options before they begin."""
    return table.options.note(max(len(table.seats), game.seats[0]))


def all_options(table: Table) -> Message:
    """Every option with its value and meaning."""
    rows = [
        msg("`{name}` {value}: {help}", name=name, value=table.options.text(name), help=setting.help)
        for name, setting in table.options.settings().items()
    ]
    return listed(rows, Join.LINES)


def running(game: AnyGame, seen: Seen) -> Message:
    """The card of a table that is being played; in a channel without thread the turn messages say the rest."""
    table = seen.table
    if table.thread is None:
        people = listed([Who(seat) for seat in range(len(table.seats))])
        first = msg("**{title}** · running · {people}", title=heading(game, seen), people=people)
        return lines(first, standing(seen.observation), changes(table), paused(table), open_seats(table))
    seats = [
        dotted(msg("{n}. {who}", n=seat + 1, who=Who(seat)), stands, away(table, seat))
        for seat, stands in enumerate(game.voice.standings(seen.observation))
    ]
    return lines(
        msg("**{title}** · running · <#{thread}>", title=heading(game, seen), thread=table.thread),
        changes(table),
        paused(table),
        open_seats(table),
        waits_for(seen),
        listed(seats, Join.LINES) if seats else None,
    )


def paused(table: Table) -> Message | None:
    """Whether the game waits because all wanted it to, or because moves are lost."""
    lost = table.company.lost
    if table.company.paused and lost is not None and lost.rests:
        return msg("Its newest moves are lost. It rests until the host presses Go on.")
    return msg("Paused until somebody presses Go on.") if table.company.paused else None


def open_seats(table: Table) -> Message | None:
    """Which seats of a running game anybody may take."""
    vacant = sorted(table.company.vacant)
    if not vacant:
        return None
    return count(
        "Seat open: {seats}. A computer player plays it until somebody takes it.",
        "Seats open: {seats}. Computer players play them until somebody takes them.",
        len(vacant),
        seats=listed([seat + 1 for seat in vacant]),
    )


def away(table: Table, seat: Seat) -> Message | None:
    """Whether a computer player sits in for somebody, for the card."""
    person = table.seats[seat]
    return msg("away, a computer player plays on") if person.user and person.player else None


def waits_for(seen: Seen) -> Message | None:
    """Whose turn it is, for the card."""
    to_act = seen.observation.to_act
    if to_act is None or to_act < 0:
        return None
    timing = seen.table.timing
    if timing.parked:
        return clocks.waiting(timing)
    if (due := clocks.due(timing)) is not None:
        return msg("It is {who}'s turn, {due}.", who=Who(to_act), due=due)
    if timing.turn is not None and timing.turn.over:
        return msg("It is {who}'s turn; its time is over.", who=Who(to_act))
    return msg("It is {who}'s turn.", who=Who(to_act))


def waits_on(table: Table) -> Message:
    """The answer to who could give another's seat away, and does not."""
    if table.to_act is None or table.to_act < 0:
        return msg("Nobody waits here.")
    return msg("It is {who}'s turn.", who=Who(table.to_act))


def ended(game: AnyGame, seen: Seen) -> Message:
    """The card of a table that is over."""
    outcome = seen.observation.outcome
    return lines(
        msg("**{title}** · over", title=title(game, seen.table)),
        outcome.reason if outcome else None,
        ranking(game, outcome.points, outcome.winners) if outcome else None,
        goes_on(game, seen.table),
    )


def ranking(game: AnyGame, points: Sequence[int], winners: Sequence[Seat] = ()) -> Message:
    """What each seat has, as the game counts it: winners first, then the best."""
    order = sorted(range(len(points)), key=lambda seat: (seat not in winners, -points[seat], seat))
    rows = []
    for seat in order:
        row = msg("{who} {points}", who=Who(seat), points=counted(game, points[seat]))
        rows.append(msg("🏆 {row}", row=row) if seat in winners else row)
    return listed(rows, Join.DOT)


def counted(game: AnyGame, points: int) -> str:
    """Points as players say them, with a true minus."""
    return signed(abs(points) if game.penalties else points)


def goes_on(game: AnyGame, table: Table) -> Message | None:
    """Which table the same people play at next."""
    if (after := table.company.next) is None:
        return None
    return msg("The rematch is {game} {number}.", game=game.name, number=after.number)


def agreed(table: Table) -> Message:
    """By whose consent a game was ended."""
    silent = table.company.vote is not None and bool(table.company.vote.silent)
    return msg("nobody said no") if silent else msg("all agreed")


def stopped(game: AnyGame, seen: Seen) -> Message:
    """The card of a running game that its people closed."""
    table = seen.table
    by = agreed(table)
    match table.company.closed:
        case "finish":
            why = msg("**{title}** · ended early: {by}.", title=title(game, table), by=by)
            return lines(why, ranking(game, seen.observation.points), goes_on(game, table))
        case "cancel":
            return msg("**{title}** · cancelled: {by}. It has no result.", title=title(game, table), by=by)
    return msg("**{title}** · closed: everybody left. It has no result.", title=title(game, table))


def moved(game: AnyGame, table: Table) -> Message:
    """What an older card says once a newer one took its place."""
    return msg("{title} goes on further down.", title=title(game, table))


def expired(game: AnyGame, table: Table) -> Message:
    """The card of a table where nothing happened for a day."""
    people = listed([Who(seat) for seat in range(len(table.seats))])
    return lines(
        msg("**{title}** · closed: nothing happened here for a day.", title=title(game, table)),
        changes(table),
        msg("There were: {people}. Whoever opens it again is the host of the new table.", people=people),
    )


def archived(game: AnyGame, table: Table) -> Message:
    """The card of a game that nobody went on with."""
    return lines(
        msg("**{title}** · closed: nobody has moved for two weeks.", title=title(game, table)),
        msg("It has no result; `/record` gives its finished rounds."),
    )


def closed(game: AnyGame, table: Table) -> Message:
    """The card of a table that everybody left before it began."""
    return msg("**{title}** · closed before it began. `/new` opens another.", title=title(game, table))
