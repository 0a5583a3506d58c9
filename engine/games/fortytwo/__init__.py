"""Texas 42; fortytwo.md in this package has the rules."""

from __future__ import annotations

from engine.dominoes import advice
from engine.dominoes.tricks.actions import PASS_VERB, TRUMP_VERB
from engine.game import Argument, Game, Verb, Voice
from engine.games.fortytwo import moments, summary
from engine.games.fortytwo.forced_moves import is_forced_move
from engine.games.fortytwo.observation import FortytwoObservation, ignore_standing
from engine.games.fortytwo.options import ANY, OWN, POINTS, SEATS, FortytwoOptions
from engine.games.fortytwo.pace import turns
from engine.games.fortytwo.pages import CAN_CHANGE, pages
from engine.games.fortytwo.players import PLAYERS
from engine.games.fortytwo.premoves import PREMOVES
from engine.games.fortytwo.scenes import SCENES
from engine.games.fortytwo.state import start
from engine.games.fortytwo.stats import STATS
from engine.games.fortytwo.tour import tour
from engine.games.fortytwo.words import address, call, menu_title, prompt, recall, situation, standings, tally, why
from engine.games.fortytwo.worlds import possible
from engine.options import Offer
from engine.series import SeriesObservation, in_series
from engine.words import msg, term

GAME: Game[FortytwoOptions, FortytwoObservation | SeriesObservation[FortytwoObservation]] = in_series(
    Game(
        key="fortytwo",
        name=msg("Texas 42"),
        summary=msg("Two against two: bid how many of 42 points your pair takes, name trump, and make it."),
        seats=range(SEATS, SEATS + 1),
        options=FortytwoOptions,
        presets={  # the keys are stored, so none may change; players read the offers
            "day": FortytwoOptions(target=3),
            "sprint": FortytwoOptions(target=1),
            "week": FortytwoOptions(),
            "points": FortytwoOptions(scoring=POINTS),
            "family": FortytwoOptions(nello=OWN, plunge=True, splash=True, no_trump=ANY),
        },
        offers={
            "day": Offer(term("Short", "preset"), msg("First to 3 marks.")),
            "sprint": Offer(msg("One round"), msg("First to 1 mark.")),
            "week": Offer(msg("Straight 42"), msg("First to 7 marks, as tournaments play it.")),
            "points": Offer(msg("For points"), msg("First to 250 points.")),
            "family": Offer(msg("Family table"), msg("With nello, plunge and splash. First to 7 marks.")),
        },
        verbs=(
            Verb("bid", msg("Promise points, or marks"), Argument("bid", msg("30 to 41, or 42 for each mark"))),
            PASS_VERB,
            Verb("plunge", msg("Bid 4 marks with four doubles")),
            Verb("splash", msg("Bid 2 marks with three doubles")),
            TRUMP_VERB,
            Verb("nello", msg("Promise to take no trick")),
            Verb("play", msg("Play a tile"), Argument("tile", msg("The tile, like 6-2"))),
            Verb("claim", msg("Lay down: take all tricks that are left")),
        ),
        start=start,
        turns=turns,
        voice=Voice(
            call=call,
            address=address,
            situation=situation,
            recall=recall,
            prompt=prompt,
            menu_title=menu_title,
            why=why,
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
        quick="sprint",
    )
)
