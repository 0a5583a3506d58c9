"""The options of a table: their sentences, menus and forms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.locales.languages import OFFERED, Languages
from bot.stats.scores import Unrated, why_unrated
from bot.table.clock.finish import Finish
from bot.table.clock.pace import turns_of_people
from bot.table.log.model import Table
from bot.table.log.settled.admission import Door
from bot.talk import invitations
from bot.talk import time as clocks
from bot.talk.form import Answer, Field, Form
from bot.talk.letter import (
    MOST_OPTIONS,
    Box,
    Button,
    ControlId,
    Divider,
    Letter,
    Option,
    Part,
    Purpose,
    Row,
    Section,
    Select,
    Text,
    in_rows,
)
from bot.talk.title import AnyGame, table_title
from engine.options import FIELDS, Options, Setting, find_nearest_preset
from engine.words import Join, Message, Value, Words, count, join_items, join_with_dots, lines, msg

PRESET = "preset"
"""The name in the data of a control that chooses a preset, which sets all options at once."""
HINTS, RATED, CLOCK, LATE, LANGUAGE = "hints", "rated", "clock", "late", "language"
"""The names of what a host can set besides the options; LATE is for what happens if a player is late."""
ON, OFF = "on", "off"
"""The values of hints and ratings."""

_RATINGS: Mapping[Unrated | None, Message] = {
    None: msg("**Ratings**: this game can count."),
    Unrated.NO_CLOCK: msg("**Ratings**: this game doesn't count, since it has no clock."),
    Unrated.WAITS: msg("**Ratings**: this game doesn't count, since the table waits for late players."),
    Unrated.HINTS: msg("**Ratings**: this game doesn't count, since hints are on."),
    Unrated.CHOICE: msg("**Ratings**: this game doesn't count."),
}


# -- the panel ---------------------------------------------------------------------------------------------------------


def panel(
    game: AnyGame,
    table: Table,
    words: Words,
    note: Message | None,
    finish: Finish | None = None,
    *,
    can_change: bool,
    languages: Languages = OFFERED,
) -> Letter:
    """Build the panel of all options, with controls for a reader who `can_change` them."""
    title = msg("**{title}** · options", title=table_title(game, table))
    head = lines(note, title, table.options.about() or game.summary, describe_kind(game, table))
    presets = [_preset_menu(game, table, words)] if can_change else []
    top = Text(words.text(lines(head, _preset_now(game, table, shown=can_change))))
    players = [Button(words.text(msg("Players")), _id(Purpose.BOTS, table))] if can_change else []
    if can_change and table.standing.admission.door is Door.INVITED:
        players.append(invitations.list_button(table, words))
    door_menu = (invitations.menu(table, words),) if can_change else ()
    times = Text(words.text(lines(describe_clock(game, table), describe_length(game, table, finish))))
    menus = _clock_menus(table, words) if can_change else ()
    language_menu = (_language_menu(table, words, languages),) if can_change and languages.is_choice else ()
    other_parts = (
        Divider(),
        times,
        *menus,
        Divider(),
        *_switches(table, words, can_change=can_change),
        *language_menu,
        *door_menu,
        *in_rows(players),
    )
    return Letter(parts=(Box((top, *presets, _group_menu(table, words, can_change=can_change), *other_parts)),))


def _preset_now(game: AnyGame, table: Table, *, shown: bool) -> Message | None:
    """Say which preset is set, and list all differences from it.

    Return None if nothing differs and the preset is `shown` in the menu below.
    """
    key = find_nearest_preset(game.presets, table.options)
    name, changed = game.offers[key].name, table.options.describe_changes(game.presets[key])
    if changed is None:
        return None if shown else msg("Preset: **{name}**", name=name)
    return msg("**{name}**, with changes: {changed}", name=name, changed=changed)


def _preset_menu(game: AnyGame, table: Table, words: Words) -> Select:
    nearest_key = find_nearest_preset(game.presets, table.options)
    is_exact = table.options == game.presets[nearest_key]
    options = []
    for key, offer in game.offers.items():
        chosen = is_exact and key == nearest_key
        label = msg("Preset: {name}", name=offer.name) if chosen else offer.name  # a closed menu shows only this label
        id = _id(Purpose.SET, table, f"{PRESET}={key}")
        options.append(Option(words.text(label), id, words.text(offer.about), is_chosen=chosen))
    return Select(words.text(msg("Choose a preset")), _id(Purpose.CHOOSE, table, PRESET), tuple(options))


def _group_menu(table: Table, words: Words, *, can_change: bool) -> Select:
    """Build the menu of the groups of options, each with its values.

    A choice opens the group's form, or a list for readers who may not change it.
    """
    purpose = Purpose.ASK if can_change else Purpose.OPTIONS
    options = table.options
    items = tuple(
        Option(
            words.text(group.name),
            _id(purpose, table, group.key),
            words.text(join_items([_line(options, name) for name in _deciding_options(options, names)], Join.DOT)),
        )
        for group, names in options.groups().items()
        if _deciding_options(options, names)
    )
    placeholder = msg("Change an option") if can_change else msg("Look at all options")
    return Select(words.text(placeholder), _id(Purpose.CHOOSE, table, "groups"), items)


def _deciding_options(options: Options, names: Sequence[str]) -> Sequence[str]:
    """Return the options that have an effect now, the changed ones first."""
    changed = options.list_differences(type(options)())
    return sorted(filter(options.has_effect, names), key=lambda name: name not in changed)  # False sorts first


def group(table: Table, key: str) -> Message | None:
    """List the options of a group; None if there is no group of that key."""
    groups = table.options.groups()
    chosen = next((group for group in groups if group.key == key), None)
    if chosen is None:
        return None
    values = [_line(table.options, name) for name in groups[chosen] if table.options.has_effect(name)]
    return lines(msg("**{group}**", group=chosen.name), *values)


def back_row(table: Table, words: Words) -> tuple[Button]:
    """Build the button that leads back to the panel."""
    return (Button(words.text(msg("All options")), _id(Purpose.OPTIONS, table)),)


def _clock_menus(table: Table, words: Words) -> tuple[Select, Select]:
    """Build the menus of the clocks, and of what happens if a player is late."""
    timing = table.timing
    presets = [(key, msg("{name} clock", name=name), clocks.ABOUT[key]) for key, name in clocks.NAMES.items()]
    absences = [
        (key, msg("If late: {name}", name=name), clocks.ABOUT_ABSENT[key]) for key, name in clocks.ABSENT.items()
    ]

    def menu(name: str, placeholder: Message, choices: Sequence[tuple[str, Message, Message]], current: str) -> Select:
        options = [
            Option(
                words.text(label), _id(Purpose.SET, table, f"{name}={key}"), words.text(about), is_chosen=key == current
            )
            for key, label, about in choices
        ]
        return Select(words.text(placeholder), _id(Purpose.CHOOSE, table, name), tuple(options))

    clock_menu = menu(CLOCK, msg("Choose the clock"), presets, timing.preset)
    return clock_menu, menu(LATE, msg("If a player is late"), absences, timing.absence)


def _language_menu(table: Table, words: Words, languages: Languages) -> Select:
    """Build the menu of the languages that the table can have."""
    options = [
        Option(
            words.text(msg("🌐 {language}", language=each.name)),
            _id(Purpose.SET, table, f"{LANGUAGE}={each.key}"),
            is_chosen=each.key == table.language,
        )
        for each in languages.offered
    ]
    placeholder = words.text(msg("Choose this table's language"))
    return Select(placeholder, _id(Purpose.CHOOSE, table, LANGUAGE), tuple(options))


def _switches(table: Table, words: Words, *, can_change: bool) -> tuple[Part, ...]:
    """Say whether hints are allowed and the game can be rated, with their buttons.

    The button for ratings is left out if it can't change whether the game counts.
    """
    hints = _hints_line(table)
    why = why_unrated(table)
    ratings = _RATINGS[why]
    if not can_change:
        return (Text(words.text(lines(hints, ratings))),)
    hints_label = msg("No hints") if table.hints_allowed else msg("Allow hints")
    hints_part = Section(words.text(hints), _switch(table, words, hints_label, HINTS, on=not table.hints_allowed))
    if why not in (None, Unrated.CHOICE):
        return (hints_part, Text(words.text(ratings)))
    ratings_label = msg("Don't count it") if why is None else msg("Let it count")
    return (
        hints_part,
        Section(words.text(ratings), _switch(table, words, ratings_label, RATED, on=why is not None)),
    )


def _hints_line(table: Table) -> Message:
    """Say who can ask for hints; by default, a person who plays alone against computers can."""
    if table.standing.hints is None:
        if table.hints_allowed:
            return msg("**Hints**: on as long as only one person plays")
        return msg("**Hints**: off, since several people play")
    if table.hints_allowed:
        return msg("**Hints**: on for everyone. `/record` shows each one.")
    return msg("**Hints**: off")


def _switch(table: Table, words: Words, label: Message, name: str, *, on: bool) -> Button:
    return Button(words.text(label), _id(Purpose.SET, table, f"{name}={ON if on else OFF}"))


def _line(options: Options, name: str) -> Message:
    return msg("{name}: {value}", name=options.settings()[name].name, value=options.describe_value(name))


# -- one option --------------------------------------------------------------------------------------------------------


def describe_option(table: Table, name: str) -> Message:
    """Describe an option, with its value and its possible values."""
    setting = table.options.settings()[name]
    heading = msg("**{line}**", line=_line(table.options, name))
    return lines(heading, setting.help, msg("It can be: {values}.", values=setting.domain()))


def value_rows(table: Table, name: str, words: Words) -> tuple[Row, ...]:
    """Build the menu of an option's values.

    If values are typed or there are too many, build the button of the option's form.
    """
    setting = table.options.settings()[name]
    current = table.options.text(name)
    (back,) = back_row(table, words)
    answers = _answers(setting, current, words)
    if not answers:
        return ((Button(words.text(msg("Change")), _id(Purpose.ASK, table, name)), back),)
    values = tuple(
        Option(each.label, _id(Purpose.SET, table, f"{name}={each.value}"), each.about, is_chosen=each.value == current)
        for each in answers
    )
    return (Select(words.text(msg("Choose a value")), _id(Purpose.CHOOSE, table, "values"), values), (back,))


# -- forms -------------------------------------------------------------------------------------------------------------


def form(game: AnyGame, table: Table, data: str, words: Words) -> Form | None:
    """Build the form of a group, or of one option; None if `data` names neither."""
    forms = {group.key: (group.name, names) for group, names in table.options.groups().items()}
    settings = table.options.settings()
    if data in settings:
        forms = {data: (settings[data].name, [data])}
    if data not in forms:
        return None
    name, options = forms[data]
    title = join_with_dots(name, table_title(game, table))
    fields = tuple(_field(table.options, option, words) for option in options[:FIELDS])
    return Form(_id(Purpose.SET, table, data), words.text(title), fields)


def _field(options: Options, name: str, words: Words) -> Field:
    setting = options.settings()[name]
    current = options.text(name)
    label = words.text(setting.name)
    answers = _answers(setting, current, words)
    if answers:
        return Field(name, label, words.text(setting.help), answers, current)
    is_automatic = setting.auto is not None and getattr(options, name) is None
    hint = setting.auto.label if setting.auto else setting.describe_value(getattr(options, name))
    return Field(
        name,
        label,
        words.text(_help_with_range(setting)),
        current="" if is_automatic else current,
        hint=words.text(hint),
        is_required=setting.auto is None,
    )


def _help_with_range(setting: Setting) -> Message:
    """Say what a typed option means, with the range of its values."""
    if setting.low is None or setting.high is None:
        return setting.help
    if setting.auto is None:
        return msg("{help} From {low} to {high}.", help=setting.help, low=setting.low, high=setting.high)
    return msg(
        "{help} {low}–{high}. Leave blank for “{usual}”.",
        help=setting.help,
        low=setting.low,
        high=setting.high,
        usual=setting.auto.label,
    )


def _answers(setting: Setting, current: str, words: Words) -> tuple[Answer, ...]:
    """Return the values to choose from, including the current one.

    Return none if values are typed, or if a menu has no room for all.
    """
    offers = dict(setting.offers()) if setting.low is None else {}  # a number is typed
    if offers and current not in offers and (pick := setting.pick(current)):
        offers = {current: pick, **offers}
    if len(offers) > MOST_OPTIONS:
        return ()
    return tuple(
        Answer(words.text(pick.label), value, words.text(pick.about) if pick.about else "")
        for value, pick in offers.items()
    )


def read_labels(options: Options, typed: Mapping[str, str], words: Words) -> Mapping[str, str]:
    """Return the typed options, with values in place of the reader's labels.

    Other texts stay as they are, because values and their English labels are always understood.
    """
    settings = options.settings()
    return {
        name: _read_label(settings[name], text, words) if name in settings else text for name, text in typed.items()
    }


def _read_label(setting: Setting, text: str, words: Words) -> str:
    wanted = text.strip().casefold()
    labels = {words.text(pick.label).casefold(): value for value, pick in setting.offers()}
    return labels.get(wanted, text)


# -- answers -----------------------------------------------------------------------------------------------------------


def change_notice(before: Table, after: Table) -> Message:
    """Tell the host which options they have changed."""
    changed = after.options.list_differences(before.options)
    if not changed:
        return msg("Nothing changes.")
    differences: list[Value] = [
        msg("{now} (before: {before})", now=_line(after.options, name), before=before.options.describe_value(name))
        for name in changed
    ]
    return join_items([msg("✅ {change}.", change=each) for each in differences], Join.LINES)


def preset_notice(game: AnyGame, preset: str) -> Message:
    """Answer a host who set a preset."""
    return msg("✅ Preset *{name}* is set.", name=game.offers[preset].name)


# -- what the card says ------------------------------------------------------------------------------------------------


def describe_game(game: AnyGame, table: Table) -> Message:
    """Say what kind of game is played, and how it differs from the nearest preset."""
    return lines(unusual_line(game, table), describe_kind(game, table), describe_changes(game, table))


def describe_kind(game: AnyGame, table: Table) -> Message:
    """Say in a sentence what kind of game is played."""
    return game.summarize(table.options, seats_at(game, table))


def unusual_line(game: AnyGame, table: Table) -> Message | None:
    """Name the preset and what is unusual about it; None if `describe_kind` says all.

    If the host has changed anything in an unusual preset, list the changes.
    """
    key = find_nearest_preset(game.presets, table.options)
    preset = game.presets[key].single()
    unusual_options = preset.list_differences(type(preset)())
    if set(unusual_options) <= preset.summary_options:
        return None
    offer, changed = game.offers[key], table.options.describe_changes(preset)
    if changed is None:
        return msg("**{name}** · {about}", name=offer.name, about=offer.unusual or offer.about)
    return msg("**{name}**, with changes: {changed}", name=offer.name, changed=changed)


def describe_changes(game: AnyGame, table: Table) -> Message | None:
    """Say how the options differ from the nearest preset, besides the kind of game.

    Return None if there is no difference, or if `unusual_line` lists them. A series always counts as a difference.
    """
    if unusual_line(game, table) is not None:
        return None
    preset = game.presets[find_nearest_preset(game.presets, table.options)].single()
    changed = table.options.describe_changes(preset, but=table.options.summary_options)
    return msg("Changed: {changed}", changed=changed) if changed else None


def describe_length(game: AnyGame, table: Table, finish: Finish | None) -> Message:
    """Say how long the game takes by the table's clock."""
    time = clocks.duration_text(table.timing, *_count_people_and_turns(game, table), finish)
    return count(
        "Whole game with {n} player: {time}.", "Whole game with {n} players: {time}.", seats_at(game, table), time=time
    )


def is_alone(table: Table) -> bool:
    """Return whether one person plays, against computer players only."""
    return len(table.people) == 1 < len(table.seats)


def length_by_clock(game: AnyGame, table: Table, finish: Finish | None) -> Message:
    """Say which clock a table has, and how long the game takes by it.

    Against computer players alone, a person waits for nobody, so the length is left out.
    """
    name = msg("⏱ {name} clock", name=clocks.NAMES[table.timing.preset])
    if is_alone(table):
        return name
    return join_with_dots(name, describe_length(game, table, finish))


def describe_clock(game: AnyGame, table: Table) -> Message:
    """Say how much time each player would have if the game began with the current players."""
    people, turns = _count_people_and_turns(game, table)
    return clocks.clock_line(table.timing, people, turns[-1])


def _count_people_and_turns(game: AnyGame, table: Table) -> tuple[int, range]:
    """Return the number of people who play, and the range of their turns together.

    Seats that are still free count as people.
    """
    seats = seats_at(game, table)
    people = max(1, seats - sum(person.computer for person in table.seats))
    return people, turns_of_people(game.turns(table.options, seats), seats, people)


def seats_at(game: AnyGame, table: Table) -> int:
    """Return the number of players at a table, or the minimum if fewer are there yet."""
    return max(len(table.seats), game.seats_for(table.options)[0])


def _id(purpose: Purpose, table: Table, data: str = "") -> ControlId:
    return ControlId(purpose, table.id, data=data)
