"""Shows the options of a table or the values of one option, and sets them."""

from __future__ import annotations

from collections.abc import Sequence

from bot.desk import clock, find_table, invitations
from bot.desk.ask import Ask
from bot.desk.command import TABLE, Arg, ArgKind, AtTable, Choices, Command
from bot.desk.languages import read_choice
from bot.table.log.model import Status, Table
from bot.table.log.settled.admission import Door
from bot.table.refusals import Refusal
from bot.table.rules import hints as hint_rules
from bot.table.rules import invitations as invitation_rules
from bot.table.rules import lobby as rules
from bot.talk import invitations as talk_invitations
from bot.talk import options as talk
from bot.talk.form import Form
from bot.talk.letter import MOST_OPTIONS, Letter, Purpose
from bot.talk.menu import SEPARATOR
from engine.series import MOST_GAMES, SHORT_FORMS, Length, describe_length
from engine.words import Message, msg


async def show(ask: Ask) -> Letter:
    """Show all options, those of the named group, or the values of the named option."""
    name = ask.data.partition(SEPARATOR)[0]
    table = ask.local_table
    if name == talk_invitations.INVITED:
        return await invitations.show(ask)
    if name in table.options.settings():
        return _show_values(ask, table, name)
    if (text := talk.group(table, name)) is not None:
        return ask.reply(text, table, talk.back_row(table, ask.words(table)))
    return await _build_panel(ask, table)


async def set_values(ask: Ask) -> Letter:
    """Apply the values of a form, or the value in the data of a press.

    A form holds one or several options; the data holds one option, a preset, the clock, what happens if a player is
    late, the language, who can join, or whether hints are allowed or the game is rated.
    """
    if ask.form_values:
        filled_values = talk.read_labels(ask.local_table.options, ask.form_values, ask.plain_words())
        return await _show_change(ask, await ask.do(rules.set_options, ask.user, filled_values))
    name, _, value = ask.data.partition("=")
    match name, value:
        case talk.PRESET, _:
            return await _set_preset(ask, value)
        case talk.CLOCK, _:
            return await _build_panel(ask, await clock.change_clock(ask, preset=value))
        case talk.LATE, _:
            return await _build_panel(ask, await clock.change_clock(ask, absence=value))
        # a table always has a language, so AUTOMATIC is not among its values
        case talk.LANGUAGE, _ if (language := read_choice(ask.tools.texts.languages, value)) is not None:
            return await _build_panel(ask, await ask.do(rules.set_language, ask.user, language))
        case talk_invitations.DOOR, _ if value in list(Door):
            return await _build_panel(ask, await ask.do(invitation_rules.set_door, ask.user, Door(value)))
        case talk_invitations.INVITE, _:
            return await invitations.invite(ask, value)
        case talk_invitations.TAKE_BACK, _:
            return await invitations.take_back(ask, value)
        case talk.HINTS, talk.ON | talk.OFF:
            return await _build_panel(ask, await ask.do(hint_rules.allow, ask.user, allowed=value == talk.ON))
        case talk.RATED, talk.ON | talk.OFF:
            return await _build_panel(ask, await ask.do(rules.set_rated, ask.user, rated=value == talk.ON))
    return await _set_option(ask, name, value)


async def form(ask: Ask) -> Form:
    """Return the form of a group of options, or of one option. Raises Refusal."""
    rules.require_host(ask.local_table, ask.user, ask.now)
    form = talk.form(ask.game(ask.local_table), ask.local_table, ask.data, ask.words(ask.local_table))
    if form is None:
        raise Refusal(msg("There is no such option at this table."))
    return form


async def _set_option(ask: Ask, name: str, value: str) -> Letter:
    """Set one option.

    If only an option is named, show its values instead. If only a value is named, set the option that has it.
    """
    if not value.strip() and (key := ask.local_table.options.find_name(name)):
        return _show_values(ask, ask.local_table, key)
    return await _show_change(ask, await ask.do(rules.set_option, ask.user, name, value))


async def _set_preset(ask: Ask, key: str) -> Letter:
    """Set the options of a preset, which belong together."""
    changed_table = await ask.do(rules.set_preset, ask.user, key)
    return await _build_panel(ask, changed_table, talk.preset_notice(ask.game(changed_table), key))


async def _show_change(ask: Ask, changed_table: Table) -> Letter:
    return await _build_panel(ask, changed_table, talk.change_notice(ask.local_table, changed_table))


async def _build_panel(ask: Ask, table: Table, note: Message | None = None) -> Letter:
    finish = await ask.service.game_lengths.finish_of_table(table.id)
    can_change, languages = _may_set(ask, table), ask.tools.texts.languages
    return talk.panel(
        ask.game(table), table, ask.words(table), note, finish, can_change=can_change, languages=languages
    )


def _show_values(ask: Ask, table: Table, name: str) -> Letter:
    rows = talk.value_rows(table, name, ask.words(table)) if _may_set(ask, table) else ()
    return ask.reply(talk.describe_option(table, name), table, *rows)


def _may_set(ask: Ask, table: Table) -> bool:
    """Return whether the caller may set options at this table.

    Only the host may, and only before the start.
    """
    return table.status is Status.LOBBY and ask.is_host(table)


# -- commands ----------------------------------------------------------------------------------------------------------


async def _suggest_options(ask: Ask, typed: str) -> Choices:
    """Suggest options of the lobbies in this channel, by their keys or names.

    Once something is typed, also suggest values that belong to only one option, so that the value alone is enough.
    """
    words, search_text = ask.plain_words(), typed.strip().casefold()
    options = [table.options for table in await _lobbies(ask)]
    settings = [item for at_table in options for item in at_table.settings().items()]
    shorthands = [item for at_table in options for item in at_table.shorthands().items()]
    name_choices = [(words.text(setting.name), name) for name, setting in settings]
    value_choices = [(words.text(label), value) for value, label in shorthands]
    return _filter_choices([*value_choices, *name_choices] if search_text else name_choices, search_text)


async def _suggest_values(ask: Ask, typed: str) -> Choices:
    """Suggest values of the option that is named."""
    words, search_text, name = ask.plain_words(), typed.strip().casefold(), str(ask.arguments.get("name"))
    options = [table.options for table in await _lobbies(ask)]
    settings = [at_table.settings()[key] for at_table in options if (key := at_table.find_name(name))]
    offered_values = [(words.text(offer.label), value) for setting in settings for value, offer in setting.offers()]
    typed_value = [(typed.strip(), typed.strip()) for setting in settings if search_text and setting.accepts(typed)]
    return _filter_choices([*offered_values, *typed_value], search_text)


def _filter_choices(choices: Sequence[tuple[str, str]], search_text: str) -> Choices:
    """Return the choices that contain a typed text, each once.

    A choice that is typed in full comes first.
    """
    labels: dict[str, str] = {}
    for label, value in choices:
        labels.setdefault(value, label)  # the first label of each value
    matches = [
        (label, value) for value, label in labels.items() if search_text in label.casefold() or search_text in value
    ]
    # False sorts first
    return sorted(matches, key=lambda choice: search_text not in (choice[0].casefold(), choice[1]))[:MOST_OPTIONS]


async def _lobbies(ask: Ask) -> Sequence[Table]:
    return await ask.service.listing.in_channel(ask.caller.channel, (Status.LOBBY,))


def _series(length_name: str, help: Message) -> Command:
    """Build a command such as `/match 3`.

    It sets the length, an option that every table has. `length_name` is both the command and the kind of length.
    """

    async def suggest_lengths(ask: Ask, typed: str) -> Choices:
        to_text = ask.plain_words().text
        labels = [(n, describe_length(Length(length_name, n)).label) for n in range(1, MOST_GAMES + 1)]
        return [(to_text(label), n) for n, label in labels if str(n).startswith(typed.strip())][:MOST_OPTIONS]

    return Command(
        length_name,
        help,
        AtTable(find_table.LOBBY, lambda typed: (Purpose.SET, f"{length_name}={typed['games']}")),
        (
            Arg(
                "games",
                msg("Wins needed") if length_name == "match" else msg("Games to add up"),
                ArgKind.NUMBER,
                is_required=True,
                suggest=suggest_lengths,
            ),
            TABLE,
        ),
    )


OPTION = Command(
    "option",
    msg("Set an option of a table"),
    AtTable(find_table.LOBBY, lambda typed: (Purpose.SET, f"{typed['name']}={typed.get('value', '')}")),
    (
        Arg("name", msg("The option, or one of its values"), is_required=True, suggest=_suggest_options),
        Arg("value", msg("Its new value"), suggest=_suggest_values),
        TABLE,
    ),
)
SERIES = tuple(_series(length_name, help) for length_name, help in SHORT_FORMS.items())
