"""Three-Player Moon: the rule sheet is moon.md beside this package."""

from engine.games.moon.game import MOON as MOON
