"""Decisions of a server's moderators, and reports from its members.

Each press checks whether the caller is a moderator: with the press, Discord sends their permissions on the server.
"""

from __future__ import annotations

from contextlib import suppress

from bot.channel.port import PrivateClosed, Refused, TooLarge, TryLater
from bot.desk.ask import Ask
from bot.desk.caller import Caller, StrangerId, Target
from bot.desk.command import TABLE, Arg, ArgKind, Command, PersonCommand
from bot.desk.control_data import read_id
from bot.locales.languages import ENGLISH
from bot.service.moderation import NEWEST, PAGE
from bot.table.log.model import ANY, NO_CAUSE, Cause, Status, Table, User
from bot.table.log.settled.moderation import Act
from bot.table.refusals import OtherVersion, Refusal, Unknown
from bot.table.rules import moderation as rules
from bot.table.rules.seats import withdraw_request
from bot.talk import moderation as talk
from bot.talk.challenge import NOT_MEMBER
from bot.talk.form import Form
from bot.talk.letter import ControlId, Letter
from bot.talk.title import title_with_number
from engine.words import Message, msg


async def require_moderator(ask: Ask) -> int:
    """Return the caller's server. Raises Refusal for callers who don't moderate it."""
    if ask.caller.guild is None or not await is_moderator(ask):
        raise Refusal(talk.ONLY_MODERATORS)
    return ask.caller.guild


async def is_moderator(ask: Ask, who: Caller | Target | None = None) -> bool:
    """Return whether the caller or another member may moderate the server.

    A moderator has a permission in Discord, or the role that the server chose.
    """
    guild, member = ask.caller.guild, who or ask.caller
    if guild is None:
        return False
    if member.moderates:
        return True
    return bool(member.roles) and (await ask.service.servers.server(guild)).moderators in member.roles


async def moderate(ask: Ask) -> Letter:
    """Answer `/moderate`: show a member, a table, or a choice of the tables of this channel."""
    guild = await require_moderator(ask)
    if (member := ask.arguments.get("member")) is not None:
        return await _show_member(ask, guild, int(member), is_stranger=isinstance(member, StrangerId))
    if (number := ask.arguments.get("table")) is not None:
        table = await ask.service.listing.find_by_number(guild, ask.caller.channel, int(number))
        return await _show_table(ask, table)
    tables = await ask.service.listing.in_channel(ask.caller.channel)
    if len(tables) == 1 and ask.data != talk.CHOICE:
        return await _show_table(ask, tables[0])
    return talk.choice_of_tables([(ask.title(table), table) for table in tables], ask.plain_words())


async def press(ask: Ask) -> Letter:
    """Answer a control of the panels, or a form with a reason."""
    if ask.data.startswith(talk.REPORT):
        return await _report(ask, *_read_report(ask.data))
    if ask.data == talk.REPORT_HERE:
        await ask.service.moderation.require_report_quota(ask.user)
        return talk.whom_to_report(ask.local_table, ask.user, ask.plain_words())
    if ask.data.startswith(talk.LOG):
        return await _show_page(ask)
    guild = await require_moderator(ask)
    if ask.data == talk.CHOICE:
        return await moderate(ask)
    if ask.table_or_none is not None and not ask.data.startswith(talk.MEMBER):
        return await _press_at_table(ask)
    name, _, value = ask.data.partition("=")
    match f"{name}=":  # as the constants are written
        case talk.MEMBER:
            return await _show_member(ask, guild, read_id(value))
        case talk.LOBBIES:
            notice = talk.lobbies_notice(await _close_lobbies(ask, guild, read_id(value)))
            return _reply(ask, notice, talk.member_id(read_id(value)))
        case talk.KEEP:
            return await _keep_out(ask, guild, value)
        case talk.LIFT:
            return await _lift(ask, guild, read_id(value))
    raise OtherVersion


async def form(ask: Ask) -> Form:
    """Return the form for the reason of a decision, or for a report."""
    data = ask.data.removeprefix(talk.FORM)
    if data.startswith(talk.REPORT):
        await _require_reportable(ask, _read_report(data)[0])
        return talk.report_form(data, ask.plain_words())
    await require_moderator(ask)
    table = None if ask.table_or_none is None else ask.local_table
    return talk.reason_form(table, data, ask.plain_words())


# -- at a table --------------------------------------------------------------------------------------------------------


async def _press_at_table(ask: Ask) -> Letter:
    """Show a table to a moderator, or carry out their decision there."""
    table, title = ask.local_table, ask.title(ask.table)
    if not ask.data:
        return await _show_table(ask, table)
    service, user = ask.service.moderation, ask.user
    if ask.data.startswith(talk.FREE):
        key = str(read_id(ask.data.removeprefix(talk.FREE)))
        await service.act(table.id, ask.actor, Act.FREE, _reason(ask), rules.free, user, key)
        return _reply(ask, talk.done_notice(Act.FREE, title), talk.table_id(table))
    rules_by_act = {Act.CLOSE: rules.close, Act.PAUSE: rules.pause, Act.RESUME: rules.resume}
    act = next((act for act in rules_by_act if act == ask.data), None)
    if act is None:
        raise OtherVersion
    await service.act(table.id, ask.actor, act, _reason(ask), rules_by_act[act], user)
    return _reply(ask, talk.done_notice(act, title, began=table.is_running), talk.table_id(table))


async def _show_table(ask: Ask, table: Table) -> Letter:
    if table.private or table.guild != ask.caller.guild:
        raise Unknown
    return talk.table_panel(ask.title(table), table, ask.user, ask.words(table))


# -- about a member ----------------------------------------------------------------------------------------------------


async def _show_member(ask: Ask, guild: int, user: User, *, is_stranger: bool = False) -> Letter:
    """Show a moderator a person, and their tables on this server.

    Raises Refusal for a stranger who has no tables on the server and isn't kept out. Otherwise people could make the
    bot notify strangers from a server of their own.
    """
    tables = [table for table in await ask.service.listing.open_tables_of(user, guild) if not table.private]
    until = await ask.service.moderation.kept_out_until(guild, user)
    if is_stranger and not tables and until is False:  # False: not kept out
        raise Refusal(NOT_MEMBER)
    return talk.member_panel(user, [(ask.title(table), table) for table in tables], until, ask.plain_words())


async def _close_lobbies(ask: Ask, guild: int, user: User) -> int:
    """Close the tables of a member that wait for players, and return how many.

    Tables at which the moderator sits stay open. A repeated press finds nothing to close.
    """
    count = 0
    for table in await ask.service.listing.open_tables_of(user, guild):
        if table.status is Status.LOBBY and table.host == user and not table.private:
            cause = Cause(ask.user, None, ANY)  # the id of a press can be stored at one table only
            with suppress(Refusal):
                await ask.service.moderation.act(table.id, cause, Act.CLOSE, _reason(ask), rules.close, ask.user)
                count += 1
    return count


async def _keep_out(ask: Ask, guild: int, value: str) -> Letter:
    user_id, _, days = value.partition(".")
    user, day_count = read_id(user_id), read_id(days)
    if user == ask.user:
        raise Refusal(talk.YOURSELF)
    if day_count not in (0, *talk.DAYS):
        raise OtherVersion
    until = await ask.service.moderation.keep_out(
        guild, ask.actor, user, day_count or None, _reason(ask), ask.caller.channel
    )
    await _withdraw_requests(ask, guild, user)
    return _reply(ask, talk.kept_out_notice(user, until), talk.member_id(user))


async def _withdraw_requests(ask: Ask, guild: int, user: User) -> None:
    """Withdraw a member's requests for seats of computer players, which they would get between rounds."""
    for table in await ask.service.listing.open_tables_of(user, guild):
        if table.requested_seat(user) is not None:
            with suppress(Refusal):
                await ask.service.tables.do(table.id, NO_CAUSE, withdraw_request, user)


async def _lift(ask: Ask, guild: int, user: User) -> Letter:
    if user == ask.user:
        raise Refusal(talk.YOURSELF)
    await ask.service.moderation.lift(guild, ask.actor, user, ask.caller.channel)
    return _reply(ask, talk.lifted_notice(user), talk.member_id(user))


# -- the log -----------------------------------------------------------------------------------------------------------


async def show_log(ask: Ask, guild: int, before: int = NEWEST, panel: ControlId | None = None) -> Letter:
    """Show a page of a server's log: the lines before the line `before`.

    The page leads back to `panel`. Moderators don't see reports about themselves, since a report names its author.
    """
    lines = await ask.service.moderation.newest(guild, before, reader=ask.user)
    # `newest` returns one line more than a page has if there are older lines
    rows = [(row, _title(ask, game, number)) for row, game, number in lines[:PAGE]]
    return talk.log_letter(rows, ask.plain_words(), panel, older=len(lines) > PAGE, begins=before == NEWEST)


async def _show_page(ask: Ask) -> Letter:
    """Show a page of the log to moderators, and to managers, who reach it by `/setup`."""
    guild = ask.caller.guild if ask.caller.manages else None
    if guild is None:
        guild = await require_moderator(ask)
    before, panel = talk.read_log_id(ask.table_or_none.id if ask.table_or_none else 0, ask.data)
    return await show_log(ask, guild, read_id(before) if before else NEWEST, panel)


def _title(ask: Ask, game: str, number: int) -> Message | None:
    known_game = ask.tools.games.get(game)
    return None if known_game is None else title_with_number(known_game, number)


# -- reports -----------------------------------------------------------------------------------------------------------


async def offer_report(ask: Ask) -> Letter:
    """Ask the caller whether to report the member whose menu they opened."""
    target = ask.target
    if target.is_app:
        raise Refusal(talk.PROGRAM)
    await _require_reportable(ask, target.person.user)
    return talk.report_question(target.person.user, ask.plain_words(), is_moderator=await is_moderator(ask, target))


async def _require_reportable(ask: Ask, user: User) -> None:
    """Raise Refusal if the caller can't report this person, or no more people today."""
    if ask.caller.guild is None:
        raise Unknown
    if user == ask.user:
        raise Refusal(talk.YOURSELF)
    await ask.service.moderation.require_report_quota(ask.user)


async def _report(ask: Ask, user: User, only_log: bool) -> Letter:
    """Log a report, and post it unless it is for the log only.

    The answer says whether it was posted.
    """
    text = _reason(ask)
    if ask.caller.guild is None or not text:
        raise OtherVersion
    if user == ask.user:
        raise Refusal(talk.YOURSELF)
    await ask.service.moderation.report(ask.caller.guild, ask.actor, user, text)
    posted = not only_log and await _post_report(ask, user, text)
    return ask.reply(talk.reported_notice(posted=posted, operator=ask.tools.operator()))


async def _post_report(ask: Ask, user: User, text: str) -> bool:
    """Post a report in the channel that the server chose, and return whether that succeeded."""
    server = await ask.service.servers.server(ask.caller.guild)
    if server.reports is None:
        return False
    languages, caller = ask.tools.texts.languages, ask.caller
    language = languages.of_server(server.language, caller.server_locale, languages.find(caller.locale) or ENGLISH)
    words = ask.tools.texts.message_words(language, ())
    letter = talk.report_letter(ask.user, user, text, words)
    try:
        nonce = f"report-{ask.interaction:x}"[:25]  # Discord's limit
        await ask.tools.postman.send(server.reports, letter, nonce=nonce)
    except (Refused, TryLater, PrivateClosed, TooLarge):
        return False
    return True


# -- controls ----------------------------------------------------------------------------------------------------------


def _reply(ask: Ask, notice: Message, panel: ControlId) -> Letter:
    """Say what was done, with a way back to the panel."""
    return ask.reply(notice, None, (talk.back_button(panel, ask.plain_words()),))


def _reason(ask: Ask) -> str:
    return ask.form_values.get(talk.REASON, "").strip()[: talk.MOST_TYPED]


def _read_report(data: str) -> tuple[User, bool]:
    """Return the user whom a report is about, and whether it goes into the log only."""
    only_log = data.endswith(talk.ONLY_LOG)
    return read_id(data.removeprefix(talk.REPORT).removesuffix(talk.ONLY_LOG)), only_log


MODERATE = Command(
    "moderate",
    msg("For moderators: close, pause or end tables, keep people out"),
    moderate,
    (TABLE, Arg("member", msg("A person, and their tables on this server"), ArgKind.USER)),
)
REPORT = PersonCommand(talk.REPORT_LABEL, offer_report)
