"""Fives, also called All Fives or Muggins; fives.md in this package has its rules."""

from __future__ import annotations

from engine.dominoes.voice import LineVoice
from engine.game import Game, Showcase
from engine.games.fives.actions import VERBS
from engine.games.fives.events import condense_events
from engine.games.fives.forced_moves import is_forced_move
from engine.games.fives.moments import highlight
from engine.games.fives.observation import FivesObservation, ignore_standing
from engine.games.fives.options import SEATS, FivesOptions
from engine.games.fives.pace import DECISION_SHARE, turns
from engine.games.fives.pages import CAN_CHANGE, pages
from engine.games.fives.players import PLAYERS
from engine.games.fives.premoves import PREMOVES
from engine.games.fives.scenes import SCENES
from engine.games.fives.state import start
from engine.games.fives.stats import STATS
from engine.games.fives.summary import facts, headline
from engine.games.fives.tour import tour
from engine.games.fives.words import NAME, prompt, situation, tally, why
from engine.games.fives.worlds import possible
from engine.options import Offer
from engine.series import SeriesObservation, in_series
from engine.words import msg, term

GAME: Game[FivesOptions, FivesObservation | SeriesObservation[FivesObservation]] = in_series(
    Game(
        key="fives",
        name=NAME,
        summary=msg("Score when the open ends add up to a multiple of five. First to empty their hand wins the round."),
        seats=SEATS,
        options=FivesOptions,
        presets={
            "day": FivesOptions(target=100),
            "sprint": FivesOptions(match="rounds", rounds=1),
            "week": FivesOptions(),
            "muggins": FivesOptions(spinner="none"),
            "five_up": FivesOptions(spinner="all"),
            "pairs": FivesOptions(teams="pairs"),
        },
        offers={
            "day": Offer(term("Short", "preset"), msg("First to 100 points.")),
            "sprint": Offer(msg("One round"), msg("A single round.")),
            "week": Offer(msg("Full game"), msg("First to 150 points.")),
            "muggins": Offer(
                msg("Muggins"), msg("No double gets four arms. First to 150 points."), offered_as_game=True
            ),
            "five_up": Offer(
                msg("Five-Up"), msg("Every double gets four arms. First to 150 points."), offered_as_game=True
            ),
            "pairs": Offer(term("Pairs", "game"), msg("Two against two. First to 150 points.")),
        },
        verbs=VERBS,
        start=start,
        turns=turns,
        decision_share=DECISION_SHARE,
        voice=LineVoice(
            situation=situation,
            prompt=prompt,
            why=why,
            tally=tally,
            tour=tour,
            headline=headline,
            facts=facts,
            highlight=highlight,
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
        showcase=Showcase(seats=4, choices=9, luck="fives9"),
        condense=condense_events,
    )
)
