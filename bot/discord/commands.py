"""The slash commands: one for each verb of the games, and those about tables.

A command finds the table it means, asks the desk, and answers privately. Nothing is decided here.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot import finding, seating, setup
from bot.caller import Caller
from bot.clocks.desk import written
from bot.desk import Desk
from bot.discord.answers import Answers, caller
from bot.discord.tree import choices
from bot.discord.verbs import Move, moves
from bot.finding import Aim
from bot.privacy import Wanted
from bot.service.digests import OFF
from bot.table.clock.hours import oclock
from bot.table.limits import OF_SERVERS
from bot.talk.letter import FROM_CARD, Letter, Purpose
from bot.talk.time import ABOUT, ABSENT, NAMES
from bot.talk.vote import GO_ON
from engine.game import Game
from engine.players import LEVELS
from engine.series import MOST_GAMES, SHORT_FORMS
from engine.words import Message

Games = Mapping[str, Game[Any, Any]]
AnyCommand = app_commands.Command[Any, ..., Any]
EVERYWHERE = ("privacy",)
"""What can be asked by private message too, without any server in common."""
TABLE_HELP = "The table's number, where there are several here"


class Commands:
    """Makes the commands of a tree."""

    def __init__(self, desk: Desk, games: Games, answer: Answers) -> None:
        self._desk = desk
        self._games = games
        self._answer = answer

    def add_to(self, tree: app_commands.CommandTree[Any]) -> None:
        """Register every command."""
        for command in (*self._table_commands(), *map(self._verb, moves(self._games))):
            command.guild_only = command.name not in EVERYWHERE
            tree.add_command(command)

    async def _at_table(
        self,
        interaction: discord.Interaction,
        number: int | None,
        aim: Aim,
        purpose: Purpose,
        data: str = "",
        verb: str = "",
    ) -> None:
        work = self._desk.command(caller(interaction), aim, number, purpose, data, verb)
        await self._answer(interaction, work)

    # -- one command for each verb -------------------------------------------------------------------------------------

    def _verb(self, move: Move) -> AnyCommand:
        """`/play 6-2 B`: the argument is the rest of the notation, suggested from the caller's own legal actions."""
        if not move.argument:
            return self._bare_verb(move)

        async def work(interaction: discord.Interaction, rest: str, table: int | None) -> None:
            notation = f"{move.name} {rest}".strip()
            await self._at_table(interaction, table, finding.VERB, Purpose.ACT, notation, move.name)

        async def needed(interaction: discord.Interaction, rest: str, table: int | None = None) -> None:
            await work(interaction, rest, table)

        async def optional(interaction: discord.Interaction, rest: str = "", table: int | None = None) -> None:
            await work(interaction, rest, table)

        async def moves(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
            found = await self._desk.suggested_moves(caller(interaction), move.name, typed)
            return choices(found)

        run = needed if move.needed else optional
        app_commands.describe(rest=move.argument_help, table=TABLE_HELP)(run)
        app_commands.rename(rest=move.argument)(run)
        command: AnyCommand = app_commands.Command(name=move.name, description=move.help, callback=run)
        command.autocomplete("rest")(moves)
        command.autocomplete("table")(self._tables_here)
        return command

    def _bare_verb(self, move: Move) -> AnyCommand:
        return self._about(move.name, move.help, finding.VERB, Purpose.ACT, move.name, move.name)

    async def _tables_here(self, interaction: discord.Interaction, typed: int | str) -> list[Choice[int]]:
        found = await self._desk.suggested_tables(caller(interaction), str(typed))
        return choices(found)

    # -- commands about tables -----------------------------------------------------------------------------------------

    def _table_commands(self) -> list[AnyCommand]:
        desk = self._desk
        return [
            self._new(),
            self._option(),
            *(self._series(word, _text(help)) for word, help in SHORT_FORMS.items()),
            self._word(),
            self._rules(),
            self._settings(),
            self._bot(),
            self._hints(),
            self._clock(),
            self._about("join", "Take a seat at a table", finding.JOIN, Purpose.JOIN),
            self._about("leave", "Give your seat back", finding.SEAT, Purpose.LEAVE),
            self._about("start", "Begin the game", finding.LOBBY, Purpose.START),
            self._about("hand", "Your tiles and what you can do", finding.HAND, Purpose.HAND, FROM_CARD),
            self._about("board", "The table as it stands", finding.BOARD, Purpose.BOARD, FROM_CARD),
            self._about("hint", "What a strong player would do now", finding.HAND, Purpose.HINT),
            self._about("analysis", "Your weakest moves of a game that is over", finding.RESULT, Purpose.ANALYSIS),
            self._vote(),
            self._about("undo", "Take your last move back", finding.UNDO, Purpose.UNDO),
            self._about("rematch", "Play again with the same people", finding.RESULT, Purpose.REMATCH),
            self._about("record", "The record of a game as a file", finding.RECORD, Purpose.RECORD),
            self._setup(),
            self._privacy(),
            self._plain("games", "All your games, those that wait for you first", desk.games),
            self._plain("help", "What you can do now", desk.handbook.help),
        ]

    def _about(self, name: str, help: str, aim: Aim, purpose: Purpose, data: str = "", verb: str = "") -> AnyCommand:
        @app_commands.describe(table=TABLE_HELP)
        async def run(interaction: discord.Interaction, table: int | None = None) -> None:
            await self._at_table(interaction, table, aim, purpose, data, verb)

        command: AnyCommand = app_commands.Command(name=name, description=help, callback=run)
        command.autocomplete("table")(self._tables_here)
        return command

    def _plain(self, name: str, help: str, ask: Callable[[Caller], Awaitable[Letter]]) -> AnyCommand:
        async def run(interaction: discord.Interaction) -> None:
            await self._answer(interaction, ask(caller(interaction)))

        return app_commands.Command(name=name, description=help, callback=run)

    def _new(self) -> AnyCommand:
        games = [Choice(name=_text(game.name), value=key) for key, game in self._games.items()]

        @app_commands.describe(game="What to play", preset="A set of options that belong together")
        @app_commands.choices(game=games)
        async def run(interaction: discord.Interaction, game: str, preset: str = "") -> None:
            await self._answer(interaction, self._desk.new(caller(interaction), game, preset))

        async def presets(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
            game = self._games.get(str(interaction.namespace.game))
            keys = game.presets if game else ()
            return choices([(key, key) for key in keys if key.startswith(typed.casefold())])

        command: AnyCommand = app_commands.Command(name="new", description="Open a table", callback=run)
        command.autocomplete("preset")(presets)
        return command

    def _option(self) -> AnyCommand:
        @app_commands.describe(name="Which option, or a value such as profi", value="Its new value", table=TABLE_HELP)
        async def run(interaction: discord.Interaction, name: str, value: str = "", table: int | None = None) -> None:
            await self._at_table(interaction, table, finding.LOBBY, Purpose.SET, f"{name}={value}")

        async def names(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
            found = await self._desk.suggested_options(caller(interaction), typed)
            return choices([(name, name) for name in found])

        async def values(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
            found = await self._desk.suggested_values(caller(interaction), str(interaction.namespace.name), typed)
            return choices([(value, value) for value in found])

        command: AnyCommand = app_commands.Command(name="option", description="Set an option of a table", callback=run)
        command.autocomplete("name")(names)
        command.autocomplete("value")(values)
        command.autocomplete("table")(self._tables_here)
        return command

    def _series(self, word: str, help: str) -> AnyCommand:
        """`/match 3`: an option of every table, under the name that players know."""

        @app_commands.describe(games="How many", table=TABLE_HELP)
        async def run(interaction: discord.Interaction, games: int, table: int | None = None) -> None:
            await self._at_table(interaction, table, finding.LOBBY, Purpose.SET, f"{word}={games}")

        async def numbers(_: discord.Interaction, typed: int | str) -> list[Choice[int]]:
            some = [n for n in range(1, MOST_GAMES + 1) if str(n).startswith(str(typed).strip())]
            return choices([(f"{word} {n}", n) for n in some])

        command: AnyCommand = app_commands.Command(name=word, description=help, callback=run)
        command.autocomplete("games")(numbers)
        command.autocomplete("table")(self._tables_here)
        return command

    def _vote(self) -> AnyCommand:
        """Ask everybody at the table."""
        subjects = [
            Choice(name="cancel: end without a result", value="cancel"),
            Choice(name="pause: nobody moves", value="pause"),
            Choice(name="finish: end now, as it stands", value="finish"),
            Choice(name="resume: go on after a pause", value=GO_ON),
        ]

        @app_commands.describe(subject="What all who play must agree to", table=TABLE_HELP)
        @app_commands.choices(subject=subjects)
        async def run(interaction: discord.Interaction, subject: str, table: int | None = None) -> None:
            await self._at_table(interaction, table, finding.VOTE, Purpose.PROPOSE, subject)

        command: AnyCommand = app_commands.Command(name="vote", description="Ask everybody at the table", callback=run)
        command.autocomplete("table")(self._tables_here)
        return command

    def _word(self) -> AnyCommand:
        @app_commands.describe(word="Any word: it is mixed into the shuffle", table=TABLE_HELP)
        async def run(
            interaction: discord.Interaction, word: app_commands.Range[str, 1, 40], table: int | None = None
        ) -> None:
            await self._at_table(interaction, table, finding.SEAT, Purpose.WORD, word)

        command: AnyCommand = app_commands.Command(
            name="word", description="Add a word of yours to the shuffle", callback=run
        )
        command.autocomplete("table")(self._tables_here)
        return command

    def _settings(self) -> AnyCommand:
        @app_commands.describe(
            hand="Where your hand comes to when it is your turn",
            reminders="How often you are called again in a turn",
            quiet="Hours without reminders, such as 22-8, or none",
            timezone="Your time zone: type a city",
            large="How large your hand and /board are drawn",
            digest="Once a day by private message: what waits for you, and what has ended",
        )
        @app_commands.choices(
            digest=[Choice(name="off", value=OFF), *(Choice(name=oclock(h), value=h) for h in range(24))]
        )
        @app_commands.rename(large="print")
        @app_commands.choices(large=[Choice(name="large", value=1), Choice(name="usual", value=0)])
        @app_commands.choices(hand=[Choice(name="private message", value=1), Choice(name="in the channel", value=0)])
        @app_commands.choices(
            reminders=[
                Choice(name="at half time and as a last call", value="all"),
                Choice(name="only as a last call", value="last"),
                Choice(name="never", value="none"),
            ],
        )
        async def run(
            interaction: discord.Interaction,
            hand: int | None = None,
            reminders: str = "",
            quiet: str = "",
            timezone: str = "",
            large: int | None = None,
            digest: int | None = None,
        ) -> None:
            private, larger = (None if chosen is None else bool(chosen) for chosen in (hand, large))
            work = self._desk.settings(caller(interaction), private, reminders, quiet, timezone, larger, digest)
            await self._answer(interaction, work)

        command: AnyCommand = app_commands.Command(
            name="settings", description="How the bot calls you and draws for you", callback=run
        )
        command.autocomplete("timezone")(self._zones)
        return command

    def _clock(self) -> AnyCommand:
        presets: list[Choice[str]] = [
            Choice(name=f"{_text(NAMES[key])}: {_text(ABOUT[key])}", value=key.value) for key in NAMES
        ]

        @app_commands.describe(
            preset="How fast it is played",
            hours="When it is played, such as 8-23; at other times no clock runs",
            timezone="Where: type a city",
            away="What happens when somebody stays away",
            table=TABLE_HELP,
        )
        @app_commands.choices(preset=presets)
        @app_commands.choices(away=[Choice(name=_text(ABSENT[key]), value=key.value) for key in ABSENT])
        async def run(
            interaction: discord.Interaction,
            preset: str = "",
            hours: str = "",
            timezone: str = "",
            away: str = "",
            table: int | None = None,
        ) -> None:
            chosen = written(preset=preset, hours=hours, timezone=timezone, away=away)
            await self._at_table(interaction, table, finding.CLOCK, Purpose.CLOCK, chosen)

        command: AnyCommand = app_commands.Command(
            name="clock", description="How much time everybody has", callback=run
        )
        command.autocomplete("timezone")(self._zones)
        command.autocomplete("table")(self._tables_here)
        return command

    async def _zones(self, interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        return choices([(zone, zone) for zone in self._desk.suggested_zones(typed)])

    def _setup(self) -> AnyCommand:
        """For who manages the server: Discord hides it from all others."""
        on_off = [Choice(name="on", value=1), Choice(name="off", value=0)]

        @app_commands.default_permissions(manage_guild=True)
        @app_commands.describe(
            channel="Open tables here; several channels make a list",
            without="Open no more tables here: takes a channel off the list",
            role="Only who has this role opens tables; everyone: no limit",
            threads="A thread for each game",
            calls="Call people at each turn; off: only as a reminder",
            clock="The clock of new tables",
            **{limit.command: _text(limit.label) for limit in OF_SERVERS.values()},
        )
        @app_commands.choices(
            **{limit.command: [Choice(name=str(n), value=n) for n in limit.choices] for limit in OF_SERVERS.values()}
        )
        @app_commands.choices(threads=on_off, calls=on_off)
        @app_commands.choices(clock=[Choice(name=_text(NAMES[key]), value=key.value) for key in NAMES])
        async def run(
            interaction: discord.Interaction,
            channel: discord.TextChannel | None = None,
            without: discord.TextChannel | None = None,
            role: discord.Role | None = None,
            threads: int | None = None,
            calls: int | None = None,
            clock: str | None = None,
            tables: int | None = None,
            votes: int | None = None,
            words: int | None = None,
        ) -> None:
            chosen = {"tables_a_channel": tables, "minutes_between_votes": votes, "words_a_game": words}
            changes = [
                setup.channel(channel.id) if channel else None,
                setup.without(without.id) if without else None,
                setup.role(None if role.is_default() else role.id) if role else None,
                None if threads is None else setup.threads(bool(threads)),
                None if calls is None else setup.calls(bool(calls)),
                setup.preset(clock) if clock else None,
                *(None if n is None else setup.limit(name, n) for name, n in chosen.items()),
            ]
            work = self._desk.setup.change(caller(interaction), *(change for change in changes if change))
            await self._answer(interaction, work)

        return app_commands.Command(name="setup", description="How games are played on this server", callback=run)

    def _privacy(self) -> AnyCommand:
        @app_commands.describe(what="What you want")
        @app_commands.choices(
            what=[
                Choice(name="show what is kept about me", value=Wanted.SHOW.value),
                Choice(name="export it as a file", value=Wanted.EXPORT.value),
                Choice(name="delete it", value=Wanted.ASK.value),
            ]
        )
        async def run(interaction: discord.Interaction, what: str = Wanted.SHOW.value) -> None:
            await self._answer(interaction, self._desk.privacy.press(caller(interaction), what))

        return app_commands.Command(name="privacy", description="What the bot keeps about you", callback=run)

    def _bot(self) -> AnyCommand:
        """Fill a seat, or empty it again."""
        strengths = [Choice(name=_text(name), value=level) for level, name in LEVELS.items()]

        @app_commands.describe(strength="How well it plays", table=TABLE_HELP)
        @app_commands.choices(strength=[*strengths, Choice(name="none: remove the last one", value="none")])
        async def run(interaction: discord.Interaction, strength: str, table: int | None = None) -> None:
            purpose, data = (Purpose.REMOVE, "") if strength == "none" else (Purpose.ADD, strength)
            await self._at_table(interaction, table, finding.LOBBY, purpose, data)

        command: AnyCommand = app_commands.Command(
            name="bot", description="Give a seat to a computer player", callback=run
        )
        command.autocomplete("table")(self._tables_here)
        return command

    def _hints(self) -> AnyCommand:
        @app_commands.describe(allowed="Whether whoever is to move may ask for a hint", table=TABLE_HELP)
        async def run(interaction: discord.Interaction, allowed: bool, table: int | None = None) -> None:
            await self._at_table(
                interaction, table, finding.LOBBY, Purpose.HINTS, seating.ON if allowed else seating.OFF
            )

        command: AnyCommand = app_commands.Command(name="hints", description="Allow hints at a table", callback=run)
        command.autocomplete("table")(self._tables_here)
        return command

    def _rules(self) -> AnyCommand:
        games = [Choice(name=_text(game.name), value=key) for key, game in self._games.items()]

        @app_commands.describe(game="Rules of which game")
        @app_commands.choices(game=games)
        async def run(interaction: discord.Interaction, game: str = "") -> None:
            await self._answer(interaction, self._desk.handbook.rules(caller(interaction), game))

        return app_commands.Command(name="rules", description="How a game is played", callback=run)


def _text(message: Message) -> str:
    return str(message)
