"""Blockers; blockers.md in this package has the rules."""

from __future__ import annotations

from engine.game import Argument, Game, Verb, Voice
from engine.games.blockers import moments, summary
from engine.games.blockers.forced_moves import is_forced_move
from engine.games.blockers.observation import BlockersObservation
from engine.games.blockers.options import SEATS, BlockersOptions
from engine.games.blockers.pace import turns
from engine.games.blockers.pages import CAN_CHANGE, pages
from engine.games.blockers.players import PLAYERS
from engine.games.blockers.premoves import PREMOVES
from engine.games.blockers.scenes import SCENES
from engine.games.blockers.state import start
from engine.games.blockers.stats import STATS
from engine.games.blockers.tour import tour
from engine.games.blockers.words import call, has_advantage, placing, prompt, recall, situation, standings, tally, why
from engine.games.blockers.worlds import possible
from engine.options import Offer
from engine.series import SeriesObservation, in_series
from engine.words import msg, term

GAME: Game[BlockersOptions, BlockersObservation | SeriesObservation[BlockersObservation]] = in_series(
    Game(
        key="blockers",
        name=msg("Blockers"),
        summary=msg("Stay together on a 9 × 9 board: each separate group and each captured tile costs a point."),
        seats=SEATS,
        options=BlockersOptions,
        presets={  # the keys are stored, so none may change; players read the offers
            "standard": BlockersOptions(),
            "profi": BlockersOptions(variant="profi"),
            "uptown": BlockersOptions(scoring="uptown"),
            "match": BlockersOptions(series="match 2"),
        },
        offers={
            "standard": Offer(term("Standard", "preset"), msg("One colour each.")),
            "profi": Offer(msg("Profi"), msg("For two players with two colours each.")),
            "uptown": Offer(msg("Uptown"), msg("Only groups count. Prisoners break ties."), offered_as_game=True),
            "match": Offer(msg("Two wins"), msg("Games are played until one player has won two.")),
        },
        verbs=(
            Verb(
                "place",
                msg("Place a tile"),
                Argument("placement", msg("The tile and its space, as in F F6 or moon G1")),
            ),
            Verb("pass", msg("Pass, if nothing fits")),
            Verb(
                "swap",
                msg("Swap a tile, if none can be placed"),
                Argument("tile", msg("The tile that goes back into your supply")),
            ),
        ),
        start=start,
        turns=turns,
        voice=Voice(
            rounds=False,
            call=call,
            situation=situation,
            recall=recall,
            prompt=prompt,
            why=why,
            has_advantage=has_advantage,
            placing=placing,
            standings=standings,
            tally=tally,
            tour=tour,
            headline=summary.headline,
            facts=summary.facts,
            highlight=moments.highlight,
        ),
        rules=pages,
        can_change=CAN_CHANGE,
        scenes=SCENES,
        worlds=possible,
        is_forced=is_forced_move,
        premoves=PREMOVES,
        players=PLAYERS,
        stats=STATS,
    )
)
