"""Draw and Block dominoes; draw.md in this package has the rules."""

from __future__ import annotations

from engine.dominoes.line import ignore_standing
from engine.dominoes.voice import LineVoice
from engine.game import Game
from engine.games.draw.actions import VERBS
from engine.games.draw.forced_moves import is_forced_move
from engine.games.draw.moments import highlight
from engine.games.draw.observation import DrawObservation
from engine.games.draw.options import SEATS, DrawOptions
from engine.games.draw.pace import DECISION_SHARE, turns
from engine.games.draw.pages import CAN_CHANGE, pages
from engine.games.draw.pair_presets import OFFERS, PRESETS
from engine.games.draw.players import PLAYERS
from engine.games.draw.premoves import PREMOVES
from engine.games.draw.scenes import SCENES
from engine.games.draw.state import start
from engine.games.draw.stats import STATS
from engine.games.draw.summary import headline
from engine.games.draw.tour import tour
from engine.games.draw.words import prompt, situation, tally
from engine.games.draw.worlds import possible
from engine.options import Offer
from engine.series import SeriesObservation, in_series
from engine.words import msg, sentences, term

BY_THEMSELVES = msg("If you can't play, I draw or pass for you.")

GAME: Game[DrawOptions, DrawObservation | SeriesObservation[DrawObservation]] = in_series(
    Game(
        key="draw",
        name=msg("Draw Dominoes"),
        summary=msg("Match an open end or draw. First to empty their hand wins the round."),
        seats=SEATS,
        options=DrawOptions,
        presets={  # the keys are stored, so they must stay; some are also names of clocks, by chance
            "day": DrawOptions(target=50),
            "sprint": DrawOptions(match="rounds", rounds=1, verification="auto"),
            "week": DrawOptions(),
            "block": DrawOptions(mode="block", match="rounds", rounds=3),
            "spinner": DrawOptions(layout="spinner", target=50),
            **PRESETS,
        },
        offers={
            "day": Offer(term("Short", "preset"), msg("First to 50 points.")),
            "sprint": Offer(msg("Quick game"), sentences(msg("A single round."), BY_THEMSELVES), unusual=BY_THEMSELVES),
            "week": Offer(msg("Full game"), msg("First to 100 points with two to four players.")),
            "block": Offer(term("Block", "game"), msg("Nobody draws. Three rounds."), offered_as_game=True),
            "spinner": Offer(
                term("Spinner", "preset"), msg("Four open ends from the first double, first to 50 points.")
            ),
            **OFFERS,
        },
        verbs=VERBS,
        start=start,
        turns=turns,
        decision_share=DECISION_SHARE,
        voice=LineVoice(
            situation=situation, prompt=prompt, tally=tally, tour=tour, headline=headline, highlight=highlight
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
