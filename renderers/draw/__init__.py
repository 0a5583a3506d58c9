"""How Draw and Block look: a line of play, and the certificate of a round."""

from dataclasses import replace

from engine.games import draw
from engine.games.draw.observation import DrawObservation
from engine.games.draw.words import describe_missing_arms
from renderers import line
from renderers.draw.certificate import certificate, lap, proof
from renderers.line.proof import is_blocked
from renderers.look import Look

LOOK: Look[DrawObservation] = replace(
    line.build_look(
        line.Manner(
            game_name=lambda seen: draw.GAME.name_with(seen.options),
            voice=draw.GAME.voice,
            need=describe_missing_arms,
        ),
        score=certificate,
    ),
    lap=lap,
    proof=proof,
    is_score_enough=is_blocked,
)
