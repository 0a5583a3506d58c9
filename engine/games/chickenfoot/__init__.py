"""Chickenfoot: the rule sheet is chickenfoot.md in this package."""

from engine.dominoes import advice
from engine.game import Game, Voice
from engine.games.chickenfoot import moments, summary
from engine.games.chickenfoot.actions import VERBS
from engine.games.chickenfoot.events import condense_events
from engine.games.chickenfoot.forced_moves import is_forced_move
from engine.games.chickenfoot.observation import ChickenfootObservation, ignore_standing
from engine.games.chickenfoot.options import SEATS, ChickenfootOptions
from engine.games.chickenfoot.pace import turns
from engine.games.chickenfoot.pages import CAN_CHANGE, pages
from engine.games.chickenfoot.players import PLAYERS
from engine.games.chickenfoot.premoves import PREMOVES
from engine.games.chickenfoot.scenes import SCENES
from engine.games.chickenfoot.state import start
from engine.games.chickenfoot.stats import STATS
from engine.games.chickenfoot.tour import tour
from engine.games.chickenfoot.words import call, prompt, recall, situation, standings, tally, why
from engine.games.chickenfoot.worlds import possible
from engine.options import Offer
from engine.series import SeriesObservation, in_series
from engine.words import msg, term

GAME: Game[ChickenfootOptions, ChickenfootObservation | SeriesObservation[ChickenfootObservation]] = in_series(
    Game(
        key="chickenfoot",
        name=msg("Chickenfoot"),
        summary=msg("Every double must grow three toes before play goes on. The lowest total wins."),
        seats=SEATS,
        options=ChickenfootOptions,
        presets={  # the keys are stored, so none may change; players read the offers
            "day": ChickenfootOptions(rounds=1),
            "long day": ChickenfootOptions(rounds=2),
            "three rounds": ChickenfootOptions(rounds=3),
            "week": ChickenfootOptions(rounds=5),
            "full": ChickenfootOptions(),
        },
        offers={
            "day": Offer(term("Short", "preset"), msg("7 tiles each, one round.")),
            "long day": Offer(term("Middle", "preset"), msg("7 tiles each, two rounds.")),
            "three rounds": Offer(msg("Three rounds"), msg("7 tiles each, three rounds.")),
            "week": Offer(msg("Long"), msg("7 tiles each, five rounds.")),
            "full": Offer(msg("Full game"), msg("7 tiles each, a round for each double.")),
        },
        verbs=VERBS,
        start=start,
        turns=turns,
        voice=Voice(
            call=call,
            situation=situation,
            recall=recall,
            prompt=prompt,
            why=why,
            hint=advice.hint,
            standings=standings,
            tally=tally,
            tour=tour,
            headline=summary.headline,
            round_name=summary.round_name,
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
        penalties=True,
        condense=condense_events,
    )
)
"""The game as it is registered: alone, or in a series."""
