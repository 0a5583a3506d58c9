"""The plans that a player of Chickenfoot can make before their turn."""

from __future__ import annotations

from engine.dominoes.premoves import action, groups, read
from engine.games.chickenfoot.observation import ChickenfootObservation
from engine.premoves import Premoves

PREMOVES: Premoves[ChickenfootObservation] = Premoves(groups, read, action)
