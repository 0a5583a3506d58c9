"""Seats that change hands: the questions, answers and buttons."""

from __future__ import annotations

from bot.table.log.model import Status, Table, User
from bot.table.log.settled.admission import Door
from bot.talk.away import absence_note
from bot.talk.letter import Button, ControlId, Letter, Purpose, Style
from bot.talk.words import mentions
from engine.game import DEALER, Seat
from engine.players import LEVELS
from engine.sides import Sides, find_partners, find_sign
from engine.words import Join, Message, Value, Who, Words, join_items, lines, msg, sentences

YES, NO = "yes", "no"
COMPUTER = "computer"
"""The data of the button that asks for the seat of any computer player."""
TAKES_OVER = msg("A computer player takes over.")


def claimed_notice(table: Table) -> Message:
    """Answer a player who let a computer player take over."""
    return sentences(TAKES_OVER, _who_can_take(table))


def _who_can_take(table: Table) -> Message | None:
    """Say who can take a seat that a player left, by the host's choice of admission."""
    match table.standing.admission.door:
        case Door.ALL:
            return msg("Anyone can take the seat.")
        case Door.INVITED:
            return msg("People whom the host invited can take the seat.")
        case Door.CLOSED:
            return None


def seat_buttons(table: Table, words: Words) -> list[Button]:
    """Build a button for each open seat of a running game.

    If no seat is open, but a computer player can be replaced, build one that asks for that.
    """
    vacant = () if table.standing.admission.door is Door.CLOSED else table.standing.vacant
    if not vacant and table.offered_seats:
        return [Button(words.text(msg("Replace a computer")), ControlId(Purpose.JOIN, table.id, data=COMPUTER))]
    if len(vacant) == 1:
        label = words.text(msg("Take this seat"))
        return [Button(label, ControlId(Purpose.JOIN, table.id, data=str(vacant[0])), Style.GOOD)]
    return [
        Button(
            words.text(msg("Take seat {n}", n=number_seat(table, seat))),
            ControlId(Purpose.JOIN, table.id, data=str(seat)),
        )
        for seat in sorted(vacant)
    ]


def sides_of_game(table: Table) -> Sides:
    """Return the sides of a game that has begun."""
    return table.options.sides(len(table.seats))


def number_seat(table: Table, seat: Seat) -> Value:
    """Write the number of a seat, and the sign of its side if it has partners."""
    sign = find_sign(sides_of_game(table), seat)
    return msg("{n} ({sign})", n=seat + 1, sign=sign) if sign else seat + 1


def partner_notice(table: Table, seat: Seat) -> Message | None:
    """Say to a player of a seat who their partner is; None if nobody has partners."""
    partners = find_partners(sides_of_game(table), seat)
    if not partners:
        return None
    sign = find_sign(sides_of_game(table), seat)
    names = join_items([Who(partner) for partner in partners])
    return msg("Your partner: {names} ({sign}).", names=names, sign=sign)


def partner_of_newcomer(table: Table, seat: Seat) -> Message | None:
    """Say who the partner of a newcomer to a seat is; None if nobody has partners."""
    partners = find_partners(sides_of_game(table), seat)
    if not partners:
        return None
    sign = find_sign(sides_of_game(table), seat)
    names = join_items([Who(partner) for partner in partners])
    return msg("Their partner: {names} ({sign}).", names=names, sign=sign)


def taken_notice(table: Table, seat: Seat) -> Message:
    """Answer a player who has taken a seat of a running game."""
    return sentences(msg("This seat is yours now. I'll ping you on your turn."), partner_notice(table, seat))


def newcomers_line(table: Table) -> Message | None:
    """Name the users who replace computer players from the next round on."""
    agreed = [
        sentences(
            msg(
                "{who} plays for {computer} from the next round on.", who=mentions([person])[0], computer=Who(each.seat)
            ),
            partner_of_newcomer(table, each.seat),
        )
        for each in table.standing.seat_requests
        if each.agreed and (person := table.newcomers[each.seat])
    ]
    return join_items(agreed, Join.SENTENCES) if agreed else None


def newcomer_notice(table: Table, user: User) -> Message | None:
    """Tell a user the state of their request for a computer player's seat."""
    if (seat := table.requested_seat(user)) is None:
        return None
    is_agreed = any(each.seat == seat and each.agreed for each in table.standing.seat_requests)
    certain = msg("You play from the next round on.")
    notice = certain if is_agreed else msg("You play from the next round on, if all players there agree.")
    partner = partner_notice(table, seat)
    return notice if partner is None else sentences(notice, partner)


def claim_buttons(table: Table, words: Words) -> list[Button]:
    """Build the button that gives a late player's seat to a computer player, if the others may do that."""
    if not table.timing.claimable:
        return []
    return [Button(words.text(msg("Let a computer play")), ControlId(Purpose.CLAIM, table.id))]


def lobby_farewell(title: Message) -> Message:
    """Answer a player who leaves before the game begins."""
    return msg("You left {title}.", title=title)


def leave_question(table: Table, title: Message, words: Words) -> Letter:
    """Ask a player to confirm that they leave a running game."""
    is_last_person = sum(1 for person in table.seats if person.user) == 1 and not table.newcomers
    consequence = (
        msg("You're the last person here, so the game ends without a result.")
        if is_last_person
        else sentences(TAKES_OVER, _who_can_take(table))
    )
    yes = Button(words.text(msg("Yes, leave")), ControlId(Purpose.LEAVE, table.id, data=YES), Style.DANGER)
    stay = Button(words.text(msg("Stay")), ControlId(Purpose.LEAVE, table.id, data=NO), Style.MAIN)
    text = words.text(lines(msg("Leave {title} for good?", title=title), consequence))
    return Letter(text, rows=((yes, stay),))


def stay_notice(title: Message) -> Message:
    """Answer a player who stays after all."""
    return msg("You stay in {title}.", title=title)


def farewell(table: Table, title: Message) -> Message:
    """Answer a player who has left a running game."""
    if table.status is Status.CLOSED:
        return msg("You left {title}. It is closed now.", title=title)
    return msg("You left {title}. A computer player takes over for you.", title=title)


def claim_question(table: Table, absent: Seat, words: Words) -> Letter:
    """Ask a player to confirm that a computer player takes an absent player's seat."""
    text = lines(
        msg("{who} has missed three turns. Let a computer player take over?", who=Who(absent)), _who_can_take(table)
    )
    yes = Button(words.text(msg("Yes, let it play")), ControlId(Purpose.CLAIM, table.id, data=YES), Style.DANGER)
    wait = Button(words.text(msg("Wait")), ControlId(Purpose.CLAIM, table.id, data=NO), Style.MAIN)
    return Letter(words.text(text), rows=((yes, wait),))


def claim_refusal(table: Table) -> Message:
    """Answer a player who can no longer let a computer player take over."""
    if table.to_act in (None, DEALER):
        return msg("Nobody is waiting.")
    return msg("{who} is next.", who=Who(table.to_act))


def player_line(table: Table, seat: Seat) -> Message:
    """Name the player of a seat, with a computer player's strength or the end of a person's absence."""
    player = table.seats[seat].player
    note = absence_note(table, seat) if player is None else LEVELS[player]
    return msg("{who}", who=Who(seat)) if note is None else msg("{who} ({note})", who=Who(seat), note=note)
