"""The messages for moderators of a server, and those about their decisions for players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.table.log.model import Person, Status, Table, User
from bot.table.log.rows import ModerationRow, NoticeRow
from bot.table.log.settled.moderation import Act, Moderated
from bot.table.rules.moderation import OWN_TABLE
from bot.talk.card import state_text
from bot.talk.form import Field, Form
from bot.talk.letter import (
    MOST_OPTIONS,
    MOST_ROWS,
    Button,
    ControlId,
    Letter,
    Option,
    Purpose,
    Row,
    Select,
    Style,
)
from bot.talk.menu import choice_rows
from bot.talk.operator import Operator, line
from bot.talk.words import clean_name
from engine.words import SOMEBODY, Message, Value, Words, count, join_with_dots, lines, msg


def act_letter(title: Message, table: Table, act: Moderated, words: Words) -> Letter:
    """Tell the channel what a moderator did, with their name.

    Outside of a thread, the message names its table, since the channel can have other games too.
    """
    return Letter(words.text(join_with_dots(None if table.thread else title, _act_line(table, act))))


def _act_line(table: Table, act: Moderated) -> Message:
    who = SOMEBODY if act.by is None else f"<@{act.by}>"
    match act.act:
        case Act.PAUSE:
            return msg("🛡 Moderation: {who} pauses the game.", who=who)
        case Act.RESUME:
            return msg("🛡 Moderation: {who} resumes the game.", who=who)
        case Act.FREE:
            return msg("🛡 Moderation: {who} frees seat {n}.", who=who, n=(act.seat or 0) + 1)
    if table.status is Status.CLOSED and not table.position_seq:
        return msg("🛡 Moderation: {who} closes this table.", who=who)
    return msg("🛡 Moderation: {who} ends the game, without a result.", who=who)


# -- the panels of a moderator -----------------------------------------------------------------------------------------

FORM, REASON = "mod ", "reason"
"""The prefix in the data of a button that opens a form, and the name of its field, which no game's option has."""
MOST_TYPED = 200
"""The most characters of a reason, and of a report."""
MEMBER, LOBBIES, FREE, KEEP, LIFT, LOG, REPORT = "member=", "lobbies=", "free=", "keep=", "lift=", "log=", "report="
"""Prefixes in the data of the controls about a person or the log; an id follows."""
PANEL = "<"
"""Separates a page of the log from the data of the panel to which it leads back."""
CHOICE = "choice"
"""The data of a control that offers the tables of the channel."""
REPORT_HERE = "report"
"""The data of the button that offers the people of a table for a report."""
ONLY_LOG = ".log"
"""The end of the data of a report that isn't posted. It is about a moderator, who could read its author's name."""
DAYS = (1, 7, 30)
"""The numbers of days for which a moderator can keep a person out."""
ONLY_MODERATORS = msg(
    "Only moderators can do that: people who may manage messages here, or who have the role for moderators."
)
WHICH_TABLE = msg("Which table? Or name a person with `/moderate member`.")
NO_TABLE = msg("No table is open in this channel. You can name a person with `/moderate member`.")
NO_HAND = msg("-# You see no hand here. Each decision is told in the channel, with your name.")
KEEPS_QUIET = msg("-# *Out* means that they can't join tables here. They're told why, the channel isn't.")
WHOM = msg("Whom do you want to report?")
FREE_SEAT, CLOSE_LOBBIES = msg("Free a seat"), msg("Close waiting tables")
UNTIL_LIFTED = msg("Out until lifted")
REPORT_A_PERSON = msg("Report a person")
REPORT_LABEL = msg("Report to moderators")
PROGRAM = msg("That's an app, so there is nothing to report.")
YOURSELF = msg("That's you. Choose another person.")


def table_panel(title: Message, table: Table, user: User, words: Words) -> Letter:
    """Show a moderator what they can do at a table; nothing but looking if they play there."""
    has_seat = table.seat_of(user) is not None or table.requested_seat(user) is not None
    rows = list[Row]()
    if is_open := table.status in (Status.LOBBY, Status.RUNNING):
        rows.extend(_people_rows(table, words) if has_seat else _decision_rows(table, words))
    rows.append((_log_button(table_id(table), words),))
    text = lines(
        msg("**{title}** · {state} · <#{place}>", title=title, state=_state(table), place=table.place),
        OWN_TABLE if is_open and has_seat else None,
        NO_HAND,
    )
    return Letter(words.text(text), rows=tuple(rows))


def _decision_rows(table: Table, words: Words) -> list[Row]:
    """Build the controls for decisions at a table, and about the people there."""
    people = [person for person in table.people if person.user]
    options = tuple(_option(table, person, FREE) for person in people)
    menu: list[Row] = [Select(words.text(FREE_SEAT), _choose(table, "free"), options)] if people else []
    return [tuple(_table_buttons(table, words)), *menu, *_people_rows(table, words)]


def _people_rows(table: Table, words: Words) -> list[Row]:
    """Build the menu of the people at a table."""
    options = tuple(
        Option(clean_name(person.name), ControlId(Purpose.MODERATE, table.id, data=f"{MEMBER}{person.user}"))
        for person in table.people
        if person.user
    )
    return [Select(words.text(msg("Look at a person")), _choose(table, "about"), options)] if options else []


def _table_buttons(table: Table, words: Words) -> list[Button]:
    buttons = [Button(words.text(_close_label(table)), _form_id(table.id, Act.CLOSE), Style.DANGER)]
    if table.is_running:
        act, label = (Act.RESUME, msg("Resume the game")) if table.is_paused else (Act.PAUSE, msg("Pause the game"))
        buttons.append(Button(words.text(label), ControlId(Purpose.MODERATE, table.id, data=act)))
    return buttons


def _state(table: Table) -> Message:
    match table.status:
        case Status.LOBBY:
            return msg("waits for players")
        case Status.RUNNING:
            return state_text(table)
    return msg("over")


def _option(table: Table, person: Person, act: str) -> Option:
    return Option(clean_name(person.name), _form_id(table.id, f"{act}{person.user}"))


def member_panel(user: User, tables: Sequence[tuple[Message, Table]], until: int | bool | None, words: Words) -> Letter:
    """Show a moderator what they can do about a person, and their tables here.

    `until` is when the person can join tables again: None if a moderator has to allow it, False if they can join now.
    """
    lobbies = sum(table.status is Status.LOBBY and table.host == user for _, table in tables)
    log_button = _log_button(member_id(user), words)
    rows = list[Row]()
    if lobbies:
        rows.append((Button(words.text(CLOSE_LOBBIES), _form_id(0, f"{LOBBIES}{user}"), Style.DANGER),))
    if until is False:
        day_buttons = [Button(words.text(_keep_label(n)), _form_id(0, f"{KEEP}{user}.{n}")) for n in DAYS]
        rows.append(tuple(day_buttons))
        rows.append((Button(words.text(UNTIL_LIFTED), _form_id(0, f"{KEEP}{user}.0")), log_button))
    else:
        lift = Button(words.text(msg("Let them join again")), _id(f"{LIFT}{user}"), Style.MAIN)
        rows.append((lift, log_button))
    if tables:
        options = [
            Option(words.text(title), ControlId(Purpose.MODERATE, table.id)) for title, table in tables[:MOST_OPTIONS]
        ]
        rows.append(
            Select(words.text(msg("Look at a table")), ControlId(Purpose.CHOOSE, 0, data="tables"), tuple(options))
        )
    sits = count("sits at {n} open table here", "sits at {n} open tables here", len(tables))
    text = lines(msg("<@{user}> · {sits}", user=user, sits=sits), _kept_out_line(until) or KEEPS_QUIET)
    return Letter(words.text(text), rows=tuple(rows))


def _kept_out_line(until: int | bool | None) -> Message | None:
    if until is False:
        return None
    if until is None:
        return msg("Can't join tables here until a moderator allows it again.")
    return msg("Can't join tables here until {at}.", at=f"<t:{until}:f>")


def choice_of_tables(tables: Sequence[tuple[Message, Table]], words: Words) -> Letter:
    """Offer a moderator the open tables of a channel."""
    options = [Option(words.text(title), ControlId(Purpose.MODERATE, table.id)) for title, table in tables]
    rows = choice_rows(options, ControlId(Purpose.CHOOSE, 0, data="tables"), words.text(msg("Choose a table")))
    text = words.text(WHICH_TABLE if tables else NO_TABLE)
    return Letter(text, rows=(*rows[: MOST_ROWS - 1], (_log_button(_id(CHOICE), words),)))


def moderate_button(table: Table, words: Words) -> Button:
    """Build the button that opens the panel of a table."""
    return Button(words.text(msg("Moderate")), ControlId(Purpose.MODERATE, table.id))


def reason_form(table: Table | None, data: str, words: Words) -> Form:
    """Build the form for a moderator's reason.

    The people concerned read it. The title names the decision.
    """
    about = words.text(msg("The people concerned read it, and it stands in the log."))
    field = Field(
        REASON, words.text(msg("Why? (you can leave it empty)")), about, is_required=False, longest=MOST_TYPED
    )
    id = ControlId(Purpose.MODERATE, table.id if table else 0, data=data)
    return Form(id, words.text(_label(table, data)), (field,))


def _label(table: Table | None, data: str) -> Message:
    """Return the label of the control with this data."""
    if data.startswith(KEEP):
        days = data.rpartition(".")[2]
        return _keep_label(int(days) if days.isdecimal() else 0)
    if data.startswith(LOBBIES):
        return CLOSE_LOBBIES
    if data.startswith(FREE):
        return FREE_SEAT
    return _close_label(table) if table else msg("Moderate")


def _close_label(table: Table) -> Message:
    return msg("End the game") if table.is_running else msg("Close the table")


def _keep_label(days: int) -> Message:
    """Say for how many days a person is kept out; 0 means until a moderator lifts it."""
    return count("Out for {n} day", "Out for {n} days", days) if days else UNTIL_LIFTED


def done_notice(act: Act, title: Message, *, began: bool = False) -> Message:
    """Answer a moderator who did something at a table."""
    match act:
        case Act.PAUSE:
            return msg("{title} is paused until a moderator resumes it.", title=title)
        case Act.RESUME:
            return msg("{title} is back on.", title=title)
        case Act.FREE:
            return msg("The seat in {title} is free.", title=title)
    return msg("{title} ended without a result.", title=title) if began else msg("{title} is closed.", title=title)


def lobbies_notice(closed: int) -> Message:
    """Answer a moderator who closed the lobbies of a person."""
    if not closed:
        return msg("This person has no waiting table here that you can close.")
    return count("{n} table is closed.", "{n} tables are closed.", closed)


def kept_out_notice(user: User, until: int | None) -> Message:
    """Answer a moderator who keeps a person out."""
    if until is None:
        return msg("<@{user}> can't join tables here until a moderator allows it again.", user=user)
    return msg("<@{user}> can't join tables here until {at}.", user=user, at=f"<t:{until}:f>")


def lifted_notice(user: User) -> Message:
    """Answer a moderator who lets a person join again."""
    return msg("<@{user}> can join tables here again.", user=user)


# -- the log -----------------------------------------------------------------------------------------------------------


def log_letter(
    rows: Sequence[tuple[ModerationRow, Message | None]],
    words: Words,
    panel: ControlId | None,
    *,
    older: bool,
    begins: bool,
) -> Letter:
    """Show a page of the log, each line with the title of its table.

    `panel` is the control that leads back to a panel, if the reader came from one. `older` is whether older lines
    follow on the next page, and `begins` whether this page has the newest.
    """
    entries = [_log_line(row, title) for row, title in rows]
    buttons = [] if begins else [Button(words.text(msg("Newest")), _log_id("", panel))]
    if older:
        buttons.append(Button(words.text(msg("Older")), _log_id(str(rows[-1][0].id), panel)))
    if panel is not None:
        buttons.append(back_button(panel, words))
    text = lines(msg("**What moderators did here** (kept for 90 days)"), *(entries or [msg("Nothing so far.")]))
    return Letter(words.text(text), rows=(tuple(buttons),) if buttons else ())


def _log_line(row: ModerationRow, title: Message | None) -> Message:
    what = msg("<t:{at}:d> · {what}", at=row.at, what=_log_entry(row, title or msg("a table")))
    return what if not row.reason else msg("{what} “{reason}”", what=what, reason=clean_name(row.reason))


def _log_entry(row: ModerationRow, title: Message) -> Message:
    by, about = _name(row.by), _name(row.about)
    match row.act:
        case Act.PAUSE:
            return msg("{by} paused {title}.", by=by, title=title)
        case Act.RESUME:
            return msg("{by} resumed {title}.", by=by, title=title)
        case Act.FREE:
            return msg("{by} freed the seat of {about} in {title}.", by=by, about=about, title=title)
        case "keep" if row.until is None:
            return msg("{by} keeps {about} out until it is lifted.", by=by, about=about)
        case "keep":
            return msg("{by} keeps {about} out until {at}.", by=by, about=about, at=f"<t:{row.until}:f>")
        case "lift":
            return msg("{by} let {about} join again.", by=by, about=about)
        case "report":
            return msg("{by} reported {about}:", by=by, about=about)
    return msg("{by} closed or ended {title}.", by=by, title=title)


def _name(user: User | None) -> Value:
    return SOMEBODY if user is None else f"<@{user}>"


# -- what the people concerned read ------------------------------------------------------------------------------------


def notice_text(row: NoticeRow, title: Message | None) -> Message:
    """Tell a user what a moderator did to them, and why."""
    title = title or msg("a table")
    place = f"<#{row.place}>"
    reason = msg("Reason: “{reason}”", reason=clean_name(row.reason)) if row.reason else None
    return lines(_notice(row, title, place), reason)


def _notice(row: NoticeRow, title: Message, place: str) -> Message:
    match row.act:
        case Act.FREE:
            return msg("🛡 A moderator freed your seat in {title} ({place}).", title=title, place=place)
        case "keep" if row.until is None:
            return msg(
                "🛡 You can't join tables on the server of {place} until its moderators allow it again.", place=place
            )
        case "keep":
            at = f"<t:{row.until}:f>"
            return msg(
                "🛡 You can't join tables on the server of {place} until {at}: its moderators decided so.",
                place=place,
                at=at,
            )
        case "lift":
            return msg("🛡 You can join tables on the server of {place} again.", place=place)
    return msg(
        "🛡 A moderator closed {title} ({place}). If its game had begun, it has no result.", title=title, place=place
    )


# -- reports -----------------------------------------------------------------------------------------------------------


def report_question(user: User, words: Words, *, is_moderator: bool) -> Letter:
    """Ask a member whether to report another one, who may be a moderator."""
    text = msg("Do you want to report <@{user}> to the moderators of this server? <@{user}> won't be told.", user=user)
    data = f"{REPORT}{user}{ONLY_LOG if is_moderator else ''}"
    button = Button(words.text(msg("Say what happened")), _form_id(0, data), Style.MAIN)
    return Letter(words.text(text), rows=((button,),))


def report_rows(table: Table, user: User, words: Words) -> tuple[Row, ...]:
    """Build the button that reports a person of a table, if there is anyone besides the reader."""
    if table.private or table.guild is None or not _people_to_report(table, user):
        return ()
    return ((Button(words.text(REPORT_A_PERSON), ControlId(Purpose.MODERATE, table.id, data=REPORT_HERE)),),)


def whom_to_report(table: Table, user: User, words: Words) -> Letter:
    """Ask a user which of the other people of a table they want to report.

    The person may be a moderator, who would read a posted report with its author's name. So the report goes only into
    the log. Discord says whether a person is a moderator after a long press on their name, but not here.
    """
    people = [
        Option(clean_name(each.name), _form_id(0, f"{REPORT}{each.user}{ONLY_LOG}"))
        for each in _people_to_report(table, user)
    ]
    rows = choice_rows(people, ControlId(Purpose.CHOOSE, 0, data="people"), words.text(WHOM))
    return Letter(words.text(WHOM), rows=rows)


def _people_to_report(table: Table, user: User) -> list[Person]:
    return [person for person in table.people if person.user and person.user != user]


def report_form(data: str, words: Words) -> Form:
    """Build the form of a report."""
    about = words.text(msg("The moderators of this server read it, with your name."))
    field = Field(REASON, words.text(msg("What happened?")), about, longest=MOST_TYPED)
    return Form(ControlId(Purpose.MODERATE, 0, data=data), words.text(REPORT_A_PERSON), (field,))


def report_letter(by: User, about: User, text: str, words: Words) -> Letter:
    """Build the message of a report in the channel that the server chose."""
    report = msg("🛡 <@{by}> reports <@{about}>: “{text}”", by=by, about=about, text=clean_name(text))
    button = Button(words.text(msg("Moderate")), _id(f"{MEMBER}{about}"))
    return Letter(words.text(report), rows=((button,),))


def reported_notice(*, posted: bool, operator: Operator) -> Message:
    """Say where a report went, and who helps if a moderator is the trouble."""
    notice = (
        msg("✓ Your report is in the channel of this server's moderators.")
        if posted
        else msg("✓ Your report is in the moderators' log. Nobody was pinged: tell a moderator if it's urgent.")
    )
    return lines(notice, msg("If a moderator is the trouble, tell my operator:"), line(operator))


# -- controls ----------------------------------------------------------------------------------------------------------


def table_id(table: Table) -> ControlId:
    """Return the id of a control that leads to the panel of a table."""
    return ControlId(Purpose.MODERATE, table.id)


def member_id(user: User) -> ControlId:
    """Return the id of a control that leads to the panel of a person."""
    return _id(f"{MEMBER}{user}")


def back_button(panel: ControlId, words: Words) -> Button:
    """Build the button that leads back to a panel."""
    return Button(words.text(msg("Back")), panel)


def _log_button(panel: ControlId, words: Words) -> Button:
    """Build the button that shows the log, from which the reader can go back to this panel."""
    return Button(words.text(msg("Show the log")), _log_id("", panel))


def _log_id(before: str, panel: ControlId | None) -> ControlId:
    """Return the id of a control that shows a page of the log; `before` is the number of the line above it."""
    if panel is None:
        return _id(f"{LOG}{before}")
    return replace(panel, data=f"{LOG}{before}{PANEL}{panel.data}")


def read_log_id(table: int, data: str) -> tuple[str, ControlId | None]:
    """Return the number of the line above a page of the log, and the panel that the reader came from."""
    before, is_from_panel, panel = data.removeprefix(LOG).partition(PANEL)
    return before, ControlId(Purpose.MODERATE, table, data=panel) if is_from_panel else None


def _id(data: str) -> ControlId:
    return ControlId(Purpose.MODERATE, 0, data=data)


def _form_id(table: int, data: str) -> ControlId:
    return ControlId(Purpose.ASK, table, data=f"{FORM}{data}")


def _choose(table: Table, name: str) -> ControlId:
    return ControlId(Purpose.CHOOSE, table.id, data=f"moderate {name}")
