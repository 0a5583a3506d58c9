"""The pre-moves of Fives: those of any line of play, and `score 6-2`."""

from __future__ import annotations

from collections.abc import Sequence

from engine.dominoes import premoves as on_a_line
from engine.games.fives.observation import FivesObservation
from engine.premoves import Group, Premove, Premoves
from engine.tiles import Tile
from engine.words import msg

_SCORE = "score "


def groups(seen: FivesObservation) -> Sequence[Group]:
    """Return the pre-moves that a viewer can choose."""
    scoring = [_scoring_premove(tile) for tile in on_a_line.viewer_hand(seen)]
    return [Group(msg("A tile, if it scores"), scoring), *on_a_line.groups(seen)] if scoring else []


def read(seen: FivesObservation, text: str) -> Premove | None:
    """Return the pre-move with this text, if the viewer holds its tile."""
    if not text.startswith(_SCORE):
        return on_a_line.read(seen, text)
    return next((_scoring_premove(tile) for tile in on_a_line.viewer_hand(seen) if text == f"{_SCORE}{tile}"), None)


def action(seen: FivesObservation, text: str) -> str | None:
    """Return the play that a text means now; for `score`, the play that scores most."""
    if not text.startswith(_SCORE):
        return on_a_line.action(seen, text)
    scores = {f"play {play.tile} {play.end}".rstrip(): play.points for play in seen.previews}
    tile = next((tile for tile in on_a_line.viewer_hand(seen) if text == f"{_SCORE}{tile}"), None)
    plays = [] if tile is None else [play.notation for play in on_a_line.list_plays(seen, tile)]
    # a play without points is left out
    return max(filter(scores.get, plays), key=scores.__getitem__, default=None)


def _scoring_premove(tile: Tile) -> Premove:
    return Premove(f"{_SCORE}{tile}", msg("{tile} if it scores", tile=str(tile)), msg("Where it scores most"))


PREMOVES: Premoves[FivesObservation] = Premoves(groups, read, action)
