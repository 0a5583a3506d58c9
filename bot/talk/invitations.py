"""The line on a card about who can join, and the host's list of the invited people."""

from __future__ import annotations

from collections.abc import Mapping

from bot.table.log.model import Table, User
from bot.table.log.settled.admission import Door
from bot.table.refusals import NOBODY_ELSE, ONLY_INVITED
from bot.talk.letter import Box, Button, ControlId, Letter, Option, Part, Purpose, Row, Section, Select, Text
from engine.words import Message, Words, lines, msg, term

DOOR, INVITED, INVITE, TAKE_BACK = "door", "invited", "invite", "uninvite"
"""The actions of controls: choose who can join, list the invited, invite, and take an invitation back."""
CHOICES: Mapping[Door, Message] = {
    Door.ALL: msg("Everyone can join"),
    Door.INVITED: msg("Only people you invite can join"),
    Door.CLOSED: msg("Closed: nobody else can join"),
}
ACCENT = 0x5865F2


def line_on_card(table: Table) -> Message | None:
    """Say who can join, unless everyone can. The card doesn't name the invited people."""
    match table.standing.admission.door:
        case Door.INVITED:
            return ONLY_INVITED
        case Door.CLOSED:
            return NOBODY_ELSE
    return None


def menu(table: Table, words: Words) -> Select:
    """Build the menu of the choices who can join."""
    options = tuple(
        Option(words.text(label), _id(table, f"{DOOR}={door}"), is_chosen=door == table.standing.admission.door)
        for door, label in CHOICES.items()
    )
    return Select(words.text(msg("Choose who can join")), ControlId(Purpose.CHOOSE, table.id, data=DOOR), options)


def list_button(table: Table, words: Words) -> Button:
    """Build the button that lists the invited people."""
    return Button(words.text(msg("Invited people")), ControlId(Purpose.OPTIONS, table.id, data=INVITED))


def panel(table: Table, title: Message, words: Words, back: Row) -> Letter:
    """List the people whom the host has invited.

    A button beside each takes the invitation back. The row `back` leads back to the options.
    """
    admission = table.standing.admission
    heading = lines(
        msg("**{title}** · {what}", title=title, what=CHOICES[admission.door]),
        msg("`/invite` adds a person or a role. They press *Join* on the card."),
    )
    label = words.text(term("Take back", "an invitation"))
    invited = [(f"<@{user}>", str(user)) for user in admission.invited]
    if admission.role:
        invited.append((f"<@&{admission.role}>", ""))  # without a user's id, the role is meant
    entries = [Section(name, Button(label, _id(table, f"{TAKE_BACK}={key}"))) for name, key in invited]
    parts: tuple[Part, ...] = (Text(words.text(heading)), *entries, back)
    return Letter(parts=(Box(parts, accent=ACCENT),))


def encode_invitation(user: User | None, role: int | None) -> str:
    """Return the data of a press that invites a person, a role or both."""
    return f"{INVITE}={'' if user is None else user}.{'' if role is None else role}"


def _id(table: Table, data: str) -> ControlId:
    return ControlId(Purpose.SET, table.id, data=data)
