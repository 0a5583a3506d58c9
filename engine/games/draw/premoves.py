"""The plans that a player of Draw can make before their turn."""

from __future__ import annotations

from engine.dominoes.premoves import action, groups, read
from engine.games.draw.observation import DrawObservation
from engine.premoves import Premoves

PREMOVES: Premoves[DrawObservation] = Premoves(groups, read, action)
