"""`/moderate` and its panels: only moderators use them, on their own server, and never where they play."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.channel.port import PrivateClosed, Refused
from bot.desk.caller import StrangerId, Target
from bot.desk.moderation import REPORT
from bot.table.log.model import Person, Status
from bot.table.refusals import CANNOT_JOIN, PAUSED_BY_MODERATOR, Refusal
from bot.table.rules import seats
from bot.table.rules.moderation import OWN_TABLE
from bot.table.server_settings import ServerRow
from bot.talk import moderation as talk
from bot.talk.challenge import NOT_MEMBER
from bot.talk.letter import ControlId, Letter, Purpose, Select
from bot.talk.trouble import Trouble
from tests.bot.asking import COMMANDS
from tests.bot.reception import Reception, controls_of, form_problems, labels, letter_problems, reception
from tests.bot.tools import ANA, BEN, CEM, CHANNEL, DOT, EVE, GUILD, new_table, running_table

ROLE = 77
MODERATOR: dict[str, Any] = {"moderates": True}
WITH_ROLE: dict[str, Any] = {"roles": frozenset({ROLE})}


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[Reception]:
    async with reception(tmp_path) as made:
        yield made


async def moderate(here: Reception, person: Person = EVE, typed: Any = None, **rights: Any) -> Letter:
    """Return the answer to `/moderate`, by a moderator unless it is said otherwise."""
    caller = here.caller(person, **(rights or MODERATOR))
    return await here.answer(here.desk.command(caller, COMMANDS["moderate"], typed or {}))


async def press(here: Reception, letter: Letter, label: str, person: Person = EVE, **rights: Any) -> Letter:
    """Press the control with this label, fill in a reason if it opens a form, and return the answer."""
    id = next(part.id for part in controls_of(letter) if part.label == label)
    return await press_id(here, id, person, **rights)


async def press_id(here: Reception, id: ControlId, person: Person = EVE, **rights: Any) -> Letter:
    rights = rights or MODERATOR
    if id.purpose is not Purpose.ASK:
        return await here.press_control(person, id, **rights)
    try:
        form = await here.desk.form(here.caller(person, **rights), id)
    except Refusal as refusal:
        return Letter(str(refusal.message))
    assert not form_problems(form)
    filled = {talk.REASON: "You were rude"}
    return await here.answer(here.desk.press(here.caller(person, **rights), form.id, filled))


async def status(here: Reception, table: int) -> Status:
    return (await here.service.tables.table(table, GUILD)).status


async def tell(here: Reception) -> list[str]:
    """Return what people are told by private message now."""
    before = len(here.mailbox.there)
    await here.parts.upkeep.notices.wake_due()
    return [letter.text for letter in list(here.mailbox.there.values())[before:]]


async def test_only_moderators_use_it_by_permission_or_by_the_role_of_the_server(here: Reception) -> None:
    await new_table(here.service, ANA, BEN, game="draw")
    nobody: dict[str, Any] = {"moderates": False}
    assert (await moderate(here, **nobody)).text == str(talk.ONLY_MODERATORS)
    assert (await moderate(here, **WITH_ROLE)).text == str(talk.ONLY_MODERATORS)
    assert (await moderate(here, moderates=True, guild=None)).text == str(talk.ONLY_MODERATORS)
    assert "Close the table" in labels(await moderate(here))
    await here.service.servers.set_up(GUILD, lambda row: row._replace(moderators=ROLE))
    assert "Close the table" in labels(await moderate(here, **WITH_ROLE))


async def test_a_person_without_the_permission_gets_nowhere_with_an_old_panel(here: Reception) -> None:
    table = await running_table(here.service, ANA, BEN, game="draw")
    panels = [
        await moderate(here),
        await moderate(here, typed={"member": BEN.user}),
        await here.press_control(EVE, ControlId(Purpose.MODERATE, 0, data="log="), **MODERATOR),
    ]
    controls = [part.id for panel in panels for part in controls_of(panel)]
    assert len(controls) > 8
    for id in controls:
        assert (await press_id(here, id, DOT, moderates=False)).text == str(talk.ONLY_MODERATORS)
        data = id.data.removeprefix(talk.FORM)
        forged = ControlId(Purpose.MODERATE, id.table, 0, data)
        assert (await here.press_control(DOT, forged)).text == str(talk.ONLY_MODERATORS)
    assert await status(here, table.id) is Status.RUNNING
    assert not await here.service.moderation.newest(GUILD)


async def test_a_moderator_closes_pauses_resumes_ends_and_frees(here: Reception) -> None:
    lobby, game = (
        await new_table(here.service, ANA, game="draw"),
        await running_table(here.service, ANA, BEN, game="draw"),
    )
    choice = await moderate(here)
    assert len(labels(choice)) == 3
    panel = await press(here, choice, labels(choice)[0])
    assert not letter_problems(panel)
    assert "is closed" in (await press(here, panel, "Close the table")).text
    assert await status(here, lobby.id) is Status.CLOSED
    panel = await moderate(here, typed={"table": game.number})
    assert not letter_problems(panel)
    assert "is paused until a moderator" in (await press(here, panel, "Pause the game")).text
    assert "already" in (await press(here, panel, "Pause the game")).text
    panel = await moderate(here, typed={"table": game.number})
    assert "back on" in (await press(here, panel, "Resume the game")).text
    assert "The seat in" in (await press(here, panel, "Ben")).text
    assert "isn't at this table" in (await press(here, panel, "Ben")).text
    assert "ended without a result" in (await press(here, panel, "End the game")).text
    assert "This game is over" in (await press(here, panel, "End the game")).text
    assert await status(here, game.id) is Status.CLOSED


async def test_a_moderator_who_sits_down_at_the_table_is_refused_in_one_sentence(here: Reception) -> None:
    table = await running_table(here.service, ANA, BEN, game="draw")
    panel = await moderate(here)
    for label in ("End the game", "Pause the game", "Ben"):
        assert (await press(here, panel, label, ANA)).text == str(OWN_TABLE)
    assert await status(here, table.id) is Status.RUNNING


async def test_a_moderator_who_plays_there_is_offered_no_decision_and_reads_why(here: Reception) -> None:
    await running_table(here.service, ANA, BEN, game="draw")
    panel, other = await moderate(here, ANA), await moderate(here)
    assert str(OWN_TABLE) in panel.text
    assert str(OWN_TABLE) not in other.text
    decisions = {"End the game", "Pause the game"}
    assert decisions <= set(labels(other))
    assert not decisions & set(labels(panel))
    assert [row.placeholder for row in panel.rows if isinstance(row, Select)] == ["Look at a person"]


async def test_a_panel_shows_no_hand_and_nothing_that_the_channel_does_not(here: Reception) -> None:
    table = await running_table(here.service, ANA, BEN, game="draw")
    hand = await here.press(ANA, Purpose.HAND, table.id)
    panel = await moderate(here)
    assert hand.hand is not None
    assert panel.hand is None
    assert not panel.pictures


async def test_tables_of_another_server_are_unknown(here: Reception) -> None:
    table = await running_table(here.service, EVE, BEN, game="draw", guild=GUILD + 1)
    for data in ("", "close", "pause", f"free={BEN.user}"):
        answer = await here.press(EVE, Purpose.MODERATE, table.id, data, **MODERATOR)
        assert answer.text.startswith("I don't know that table here.")
    assert (await moderate(here, typed={"table": table.number})).text.startswith("I don't know that table here.")
    panel = await moderate(here, typed={"member": BEN.user})
    assert f"<@{BEN.user}> · sits at 0 open tables here" in panel.text


async def test_all_lobbies_of_a_member_are_closed_but_not_one_where_the_moderator_sits(here: Reception) -> None:
    tables = [await new_table(here.service, ANA, game="draw") for _ in range(2)]
    own = await new_table(here.service, ANA, EVE, game="draw")
    other, elsewhere = (
        await new_table(here.service, BEN, ANA, game="draw"),
        await new_table(here.service, ANA, game="draw", guild=GUILD + 1),
    )
    panel = await moderate(here, typed={"member": ANA.user})
    assert not letter_problems(panel)
    assert (await press(here, panel, "Close waiting tables")).text == "2 tables are closed."
    assert [await status(here, table.id) for table in tables] == [Status.CLOSED] * 2
    assert await status(here, own.id) is Status.LOBBY
    assert await status(here, other.id) is Status.LOBBY
    assert (await here.service.tables.table(elsewhere.id, GUILD + 1)).status is Status.LOBBY
    assert (
        await press(here, panel, "Close waiting tables")
    ).text == "This person has no waiting table here that you can close."


async def test_a_member_is_kept_out_and_let_in_again(here: Reception) -> None:
    table = await new_table(here.service, ANA, game="draw")
    panel = await moderate(here, typed={"member": CEM.user})
    assert labels(panel) == ["Out for 1 day", "Out for 7 days", "Out for 30 days", "Out until lifted", "Show the log"]
    assert "can't join tables here until <t:" in (await press(here, panel, "Out for 7 days")).text
    assert (await here.press(CEM, Purpose.JOIN, table.id)).text == str(CANNOT_JOIN)
    panel = await moderate(here, typed={"member": CEM.user})
    assert not letter_problems(panel)
    assert "Can't join tables here until <t:" in panel.text
    assert "can join tables here again" in (await press(here, panel, "Let them join again")).text
    assert (await here.press(CEM, Purpose.JOIN, table.id)).text.startswith("You're in.")
    panel = await moderate(here, typed={"member": EVE.user})
    assert (await press(here, panel, "Out for 1 day")).text == str(talk.YOURSELF)


async def test_a_moderator_who_is_kept_out_does_not_let_themselves_in(here: Reception) -> None:
    await press(here, await moderate(here, DOT, typed={"member": EVE.user}), "Out until lifted", DOT)
    panel = await moderate(here, typed={"member": EVE.user})
    assert (await press(here, panel, "Let them join again")).text == str(talk.YOURSELF)
    table = await new_table(here.service, ANA, game="draw")
    assert (await here.press(EVE, Purpose.JOIN, table.id)).text == str(CANNOT_JOIN)
    assert "can join tables here again" in (await press(here, panel, "Let them join again", DOT)).text


async def test_a_stranger_gets_no_message_from_the_moderators_of_a_server_that_they_never_joined(
    here: Reception,
) -> None:
    assert (await moderate(here, typed={"member": StrangerId(CEM.user)})).text == str(NOT_MEMBER)
    panel = await moderate(here, typed={"member": CEM.user})
    await press(here, panel, "Out for 1 day")  # who has left the server since can still be let in
    panel = await moderate(here, typed={"member": StrangerId(CEM.user)})
    await press(here, panel, "Let them join again")
    await new_table(here.service, CEM, game="draw")
    assert "Close waiting tables" in labels(await moderate(here, typed={"member": StrangerId(CEM.user)}))


async def test_who_is_kept_out_no_longer_asks_for_the_seat_of_a_computer_player(here: Reception) -> None:
    table = await running_table(here.service, ANA, BEN, game="draw", computers=["easy"])
    await here.service.tables.do(table.id, CEM.cause(), seats.take, CEM)
    await press(here, await moderate(here, typed={"member": CEM.user}), "Out for 1 day")
    found = await here.service.tables.table(table.id, GUILD)
    assert found.requested_seat(CEM.user) is None
    assert found.status is Status.RUNNING
    panel = await moderate(here, typed={"member": BEN.user})
    await press(here, panel, "Out for 1 day")
    assert (await here.service.tables.table(table.id, GUILD)).seat_of(BEN.user) == 1


async def test_a_moderator_reads_of_no_report_about_themselves(here: Reception) -> None:
    question = await long_press(here, BEN, EVE)
    await press(here, question, "Say what happened", BEN, moderates=False)
    log = ControlId(Purpose.MODERATE, 0, data="log=")
    assert "reported" not in (await here.press_control(EVE, log, **MODERATOR)).text
    assert f"<@{BEN.user}> reported <@{EVE.user}>" in (await here.press_control(DOT, log, **MODERATOR)).text


async def test_whom_it_concerns_is_told_why_once_by_private_message(here: Reception) -> None:
    table = await running_table(here.service, ANA, BEN, game="draw")
    panel = await moderate(here)
    await press(here, panel, "Ben")
    told = [f"🛡 A moderator freed your seat in Draw Dominoes #{table.number} (<#{CHANNEL}>).\nReason: “You were rude”"]
    assert await tell(here) == told
    assert await tell(here) == []
    panel = await moderate(here, typed={"member": CEM.user})
    await press(here, panel, "Out until lifted")
    (text,) = await tell(here)
    assert text.startswith(
        f"🛡 You can't join tables on the server of <#{CHANNEL}> until its moderators allow it again."
    )


async def test_who_takes_no_private_message_is_told_with_the_next_answer_once(
    here: Reception, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(_: int) -> int:
        raise PrivateClosed

    table = await new_table(here.service, ANA, game="draw")
    await press(here, await moderate(here, typed={"member": CEM.user}), "Out until lifted")
    monkeypatch.setattr(here.mailbox, "open_private_channel", refuse)
    assert await tell(here) == []
    answer = (await here.press(CEM, Purpose.JOIN, table.id)).text
    assert answer.startswith("🛡 You can't join tables on the server of")
    assert answer.endswith(str(CANNOT_JOIN))
    assert (await here.press(CEM, Purpose.JOIN, table.id)).text == str(CANNOT_JOIN)


async def test_the_log_shows_the_latest_first_on_pages_to_moderators_and_managers(here: Reception) -> None:
    for _ in range(3):
        for label in ("Out for 1 day", "Let them join again"):
            await press(here, await moderate(here, typed={"member": CEM.user}), label)
    log = await press(here, await moderate(here, typed={"member": CEM.user}), "Show the log")
    assert not letter_problems(log)
    lines = log.text.split("\n")
    assert f"<@{EVE.user}> let <@{CEM.user}> join again." in lines[1]
    assert "keeps" in lines[2]
    assert "“You were rude”" in lines[2]
    older = await press(here, log, "Older")
    assert len(older.text.split("\n")) == 2
    assert labels(older) == ["Newest", "Back"]
    assert "Out for 1 day" in labels(await press(here, older, "Back"))
    caller = here.caller(DOT, manages=True)
    assert (await here.answer(here.desk.command(caller, COMMANDS["setup"], {"log": "show"}))).text == log.text
    refused = await here.answer(here.desk.command(here.caller(DOT), COMMANDS["setup"], {"log": "show"}))
    assert "Manage Server" in refused.text


async def test_the_log_and_each_decision_lead_back_to_the_panel(here: Reception) -> None:
    await running_table(here.service, ANA, BEN, game="draw")
    at_table = await moderate(here)
    log = await press(here, at_table, "Show the log")
    assert labels(await press(here, log, "Back")) == labels(at_table)
    paused = await press(here, at_table, "Pause the game")
    assert "Resume the game" in labels(await press(here, paused, "Back"))
    about_person = await moderate(here, typed={"member": CEM.user})
    kept_out = await press(here, about_person, "Out for 7 days")
    assert "Let them join again" in labels(await press(here, kept_out, "Back"))
    await running_table(here.service, DOT, ANA, game="draw")
    log = await press(here, await moderate(here), "Show the log")
    assert (await press(here, log, "Back")).text == str(talk.WHICH_TABLE)


async def test_a_moderator_without_a_seat_finds_the_panel_below_the_table(here: Reception) -> None:
    table = await running_table(here.service, ANA, BEN, game="draw")
    answer = await here.press_control(EVE, ControlId(Purpose.HAND, table.id), **MODERATOR)
    assert "Moderate" in labels(answer)
    assert "End the game" in labels(await press(here, answer, "Moderate"))
    assert "Moderate" not in labels(await here.press(EVE, Purpose.HAND, table.id))


async def test_the_panel_is_below_the_table_for_the_role_that_the_server_chose_too(here: Reception) -> None:
    table = await running_table(here.service, ANA, BEN, game="draw")
    assert "Moderate" not in labels(await here.press_control(EVE, ControlId(Purpose.HAND, table.id), **WITH_ROLE))
    await here.service.servers.set_up(GUILD, lambda row: row._replace(moderators=ROLE))
    assert "Moderate" in labels(await here.press_control(EVE, ControlId(Purpose.HAND, table.id), **WITH_ROLE))


async def test_a_manager_who_is_no_moderator_turns_the_pages_of_the_log(here: Reception) -> None:
    for _ in range(3):
        for label in ("Out for 1 day", "Let them join again"):
            await press(here, await moderate(here, typed={"member": CEM.user}), label)
    caller = here.caller(DOT, manages=True)
    log = await here.answer(here.desk.command(caller, COMMANDS["setup"], {"log": "show"}))
    older = await press(here, log, "Older", DOT, manages=True)
    assert labels(older) == ["Newest"]
    assert (await press(here, log, "Older", DOT, manages=False)).text == str(talk.ONLY_MODERATORS)


async def test_the_form_for_a_reason_is_headed_by_what_is_about_to_be_done(here: Reception) -> None:
    await running_table(here.service, ANA, BEN, game="draw")
    await new_table(here.service, ANA, game="draw")
    await press(here, await moderate(here, typed={"member": BEN.user}), "Out for 1 day")
    panels = [await moderate(here, typed={"table": number}) for number in (1, 2)]
    panels += [await moderate(here, typed={"member": user.user}) for user in (ANA, CEM)]
    asked = [
        (part.label, (await here.desk.form(here.caller(EVE, **MODERATOR), part.id)).title)
        for panel in panels
        for part in controls_of(panel)
        if part.id.purpose is Purpose.ASK
    ]
    assert [title for label, title in asked if label in {"Ana", "Ben"}] == ["Free a seat"] * 3
    assert [title for label, title in asked if label not in {"Ana", "Ben"}] == [
        label for label, _ in asked if label not in {"Ana", "Ben"}
    ]
    assert len(asked) > 10


async def test_only_a_moderator_ends_the_pause_of_a_moderator_and_each_refusal_says_so(here: Reception) -> None:
    table = await running_table(here.service, ANA, BEN, game="draw")
    await press(here, await moderate(here), "Pause the game")
    hand = await here.press(ANA, Purpose.HAND, table.id)
    assert "A moderator has paused this game." in hand.text
    assert "*Resume*" not in hand.text
    mover, paused = (await here.service.tables.table(table.id, GUILD)).mover, str(PAUSED_BY_MODERATOR)
    assert mover is not None
    act = ControlId(Purpose.ACT, table.id, table.position_seq, "play 0-0 A")
    assert paused in (await here.press_control(Person(mover.user, mover.name), act)).text
    for purpose, data, seq in ((Purpose.UNDO, "", table.position_seq), (Purpose.PROPOSE, "pause", 0)):
        assert (await here.press(ANA, purpose, table.id, data, seq)).text == paused


# --- reports


async def long_press(here: Reception, person: Person, on: Person, **target: Any) -> Letter:
    caller = here.caller(person)
    return await here.answer(here.desk.person_command(caller, REPORT, Target(on, **target)))


async def test_a_report_goes_to_the_log_if_no_channel_is_chosen_and_says_so(here: Reception) -> None:
    question = await long_press(here, BEN, CEM)
    assert not letter_problems(question)
    answer = await press(here, question, "Say what happened", BEN, moderates=False)
    assert answer.text.startswith("✓ Your report is in the moderators' log. Nobody was pinged")
    assert "Operator: ask the people who invited me" in answer.text
    ((row, *_),) = await here.service.moderation.newest(GUILD)
    assert (row.act, row.by, row.about, row.reason) == ("report", BEN.user, CEM.user, "You were rude")
    assert await tell(here) == []


async def test_a_report_is_posted_in_the_channel_that_the_server_chose(here: Reception) -> None:
    await here.service.servers.set_up(GUILD, lambda _: ServerRow(GUILD, reports=CHANNEL + 5))
    question = await long_press(here, BEN, CEM)
    answer = await press(here, question, "Say what happened", BEN, moderates=False)
    assert answer.text.startswith("✓ Your report is in the channel of this server's moderators.")
    posted = next(letter for letter in here.mailbox.there.values() if letter.text.startswith("🛡"))
    assert posted.text == f"🛡 <@{BEN.user}> reports <@{CEM.user}>: “You were rude”"
    assert not posted.pings
    assert not letter_problems(posted)
    assert "Out for 1 day" in labels(await press(here, posted, "Moderate"))


@pytest.mark.parametrize("power", [{"moderates": True}, {"roles": frozenset({ROLE})}])
async def test_a_report_about_a_moderator_is_not_posted_where_moderators_read_it(
    here: Reception, power: dict[str, Any]
) -> None:
    await here.service.servers.set_up(GUILD, lambda _: ServerRow(GUILD, reports=CHANNEL + 5, moderators=ROLE))
    question = await long_press(here, BEN, CEM, **power)
    answer = await press(here, question, "Say what happened", BEN, moderates=False)
    assert answer.text.startswith("✓ Your report is in the moderators' log.")
    assert "Operator: ask the people who invited me" in answer.text
    assert not any(letter.text.startswith("🛡") for letter in here.mailbox.there.values())
    ((row, *_),) = await here.service.moderation.newest(GUILD)
    assert (row.by, row.about, row.reason) == (BEN.user, CEM.user, "You were rude")


@pytest.mark.parametrize(
    ("chosen", "of_server", "of_reporter", "said"),
    [
        ("it", "de", "fr", "segnala"),
        (None, "de", "fr", "meldet"),
        (None, "en-US", "fr", "signale"),  # Discord says so of all servers that can't choose
        (None, "en-US", "ja", "reports"),
        (None, "ja", "ja", "reports"),
    ],
)
async def test_a_report_is_in_the_language_of_the_server_or_of_the_reporter(
    here: Reception, chosen: str | None, of_server: str, of_reporter: str, said: str
) -> None:
    await here.service.servers.set_up(GUILD, lambda _: ServerRow(GUILD, reports=CHANNEL + 5, language=chosen))
    caller = here.caller(BEN, server_locale=of_server, locale=of_reporter)
    answer = await here.answer(
        here.desk.press(caller, ControlId(Purpose.MODERATE, 0, data=f"{talk.REPORT}{CEM.user}"), {talk.REASON: "Rude"})
    )
    assert answer.text
    posted = next(letter for letter in here.mailbox.there.values() if letter.text.startswith("🛡"))
    assert said in posted.text


async def test_a_report_that_discord_refuses_is_said_to_be_in_the_log(
    here: Reception, monkeypatch: pytest.MonkeyPatch
) -> None:
    await here.service.servers.set_up(GUILD, lambda _: ServerRow(GUILD, reports=CHANNEL + 5))
    question = await long_press(here, BEN, CEM)

    async def refuse(*_: Any) -> int:
        raise Refused(Trouble.GONE, CHANNEL + 5)

    monkeypatch.setattr(here.mailbox, "send", refuse)
    answer = await press(here, question, "Say what happened", BEN, moderates=False)
    assert answer.text.startswith("✓ Your report is in the moderators' log.")


async def test_nobody_reports_themselves_or_a_program_or_too_often(here: Reception) -> None:
    assert (await long_press(here, BEN, BEN)).text == str(talk.YOURSELF)
    assert (await long_press(here, BEN, CEM, is_app=True)).text == str(talk.PROGRAM)
    question = await long_press(here, BEN, CEM)
    for _ in range(3):
        await press(here, question, "Say what happened", BEN, moderates=False)
    assert "that's the limit" in (await press(here, question, "Say what happened", BEN, moderates=False)).text
    assert "that's the limit" in (await long_press(here, BEN, DOT)).text


async def test_below_the_rules_of_a_table_any_member_reports_one_of_its_people(here: Reception) -> None:
    table = await running_table(here.service, ANA, BEN, game="draw")
    rules = await here.press(ANA, Purpose.RULES, table.id)
    assert not letter_problems(rules)
    people = await press(here, rules, "Report a person", ANA, moderates=False)
    assert not letter_problems(people)
    assert labels(people) == ["Ben"]
    answer = await press(here, people, "Ben", ANA, moderates=False)
    assert answer.text.startswith("✓ Your report is in the moderators' log.")
    ((row, *_),) = await here.service.moderation.newest(GUILD)
    assert (row.act, row.by, row.about) == ("report", ANA.user, BEN.user)
    assert labels(await press(here, await here.press(DOT, Purpose.RULES, table.id), "Report a person", DOT)) == [
        "Ana",
        "Ben",
    ]


async def test_nobody_can_be_reported_at_a_table_of_the_reader_and_computers(here: Reception) -> None:
    alone = await new_table(here.service, ANA, game="draw")
    assert "Report a person" not in labels(await here.press(ANA, Purpose.RULES, alone.id))
