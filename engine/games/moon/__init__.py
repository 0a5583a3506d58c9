"""Three-Player Moon; moon.md in this package has the rules."""

from __future__ import annotations

from engine.dominoes import advice
from engine.dominoes.tricks.actions import PASS_VERB, TRUMP_VERB
from engine.dominoes.tricks.words import explain_choice
from engine.game import Argument, Game, Verb, Voice
from engine.games.moon import moments, summary
from engine.games.moon.forced_moves import is_forced_move
from engine.games.moon.observation import MoonObservation, ignore_standing
from engine.games.moon.options import SEATS, MoonOptions
from engine.games.moon.pace import turns
from engine.games.moon.pages import CAN_CHANGE, pages
from engine.games.moon.players import PLAYERS
from engine.games.moon.premoves import PREMOVES
from engine.games.moon.scenes import SCENES
from engine.games.moon.state import start
from engine.games.moon.stats import STATS
from engine.games.moon.tour import tour
from engine.games.moon.words import address, call, prompt, recall, situation, standings, tally
from engine.games.moon.worlds import possible
from engine.options import Offer
from engine.series import SeriesObservation, in_series
from engine.words import msg, term

GAME: Game[MoonOptions, MoonObservation | SeriesObservation[MoonObservation]] = in_series(
    Game(
        key="moon",
        name=term("Moon", "game"),
        summary=msg("Bid how many of the 7 tricks you'll win, name trumps, and make your bid."),
        seats=range(SEATS, SEATS + 1),
        options=MoonOptions,
        presets={  # the keys are stored, so none may change; players read the offers
            "day": MoonOptions(target=11),
            "long day": MoonOptions(target=15),
            "full": MoonOptions(),
        },
        offers={
            "day": Offer(term("Short", "preset"), msg("First to 11 points.")),
            "long day": Offer(term("Middle", "preset"), msg("First to 15 points.")),
            "full": Offer(msg("Full game"), msg("First to 21 points.")),
        },
        verbs=(
            Verb("bid", msg("Promise how many tricks you take"), Argument("bid", msg("4, 5, 6, 7 or 21"))),
            PASS_VERB,
            Verb(
                "discard",
                msg("Put one of your eight tiles back face down"),
                Argument("tile", msg("The tile, like 4-3")),
            ),
            TRUMP_VERB,
            Verb(
                "play",
                msg("Play a tile"),
                Argument("tile", msg("The tile, like 6-2, and its place or suit if need be")),
            ),
        ),
        start=start,
        turns=turns,
        voice=Voice(
            call=call,
            address=address,
            situation=situation,
            recall=recall,
            prompt=prompt,
            why=explain_choice,
            hint=advice.hint,
            standings=standings,
            tally=tally,
            tour=tour,
            headline=summary.headline,
            notes=summary.notes,
            facts=summary.facts,
            highlight=moments.highlight,
        ),
        rules=pages,
        can_change=CAN_CHANGE,
        scenes=SCENES,
        worlds=possible,
        is_forced=is_forced_move,
        ignore_standing=ignore_standing,
        premoves=PREMOVES,
        players=PLAYERS,
        stats=STATS,
    )
)
