"""Checkpoints of tables, so that a log need not be folded from its first step.

A checkpoint only saves time: the log stays the truth, and a table without a checkpoint is folded from its beginning.

A checkpoint is trusted only if this very program wrote it and signed it with the bot's own key, so write access to the
database is not enough to make one. Checkpoints are pickled, because pickle handles the values of any game without code
in the game. Reading a checkpoint can only build values of the rules and of tables; it can't call anything else.
"""

from __future__ import annotations

import hashlib
import hmac
import io
import pickle
import zlib
from collections.abc import Callable
from enum import Enum
from typing import Any, NamedTuple

from bot.table.log.fold import Position
from engine.game import Game

COMPRESSION_LEVEL = 1
"""The level of zlib; a higher one takes longer and hardly saves space."""
OWN_PACKAGES = ("engine", "bot.table")
"""The packages whose values a checkpoint may hold, besides the values of its game's own package."""
BUILTIN_TYPES = {("builtins", "frozenset"), ("builtins", "set")}
"""The built-in types whose values a checkpoint may hold."""


class Unusable(Exception):
    """A checkpoint that cannot be used: it is damaged, or another program wrote it."""


class Checkpoint(NamedTuple):
    """The position of a table after step `seq`.

    `head` is the hash of that step. `digest` is a keyed hash of the whole checkpoint, with the bot's key.
    """

    table: int
    seq: int
    head: str
    program: str
    digest: str
    body: bytes

    def __repr__(self) -> str:
        return f"Checkpoint({self.table} {self.seq})"  # the body holds hidden tiles


def checkpoint(position: Position, game: Game[Any, Any], program: str, key: bytes) -> Checkpoint:
    """Return a checkpoint of a table's position for this program.

    Raises Unusable if the game's values cannot be written.
    """
    buffer = io.BytesIO()
    try:
        _Writer(buffer, pickle.HIGHEST_PROTOCOL).dump(position)
    except Exception as error:  # pickling runs code of the game's values, which can raise anything
        raise Unusable(f"values of {game.key} cannot be written") from error
    body = zlib.compress(buffer.getvalue(), COMPRESSION_LEVEL)
    unsigned = Checkpoint(position.table, position.seq, position.head, program, "", body)
    return unsigned._replace(digest=_digest(unsigned, key))


def read_checkpoint(stored: Checkpoint, game: Game[Any, Any], program: str, key: bytes) -> Position:
    """Return the position in a checkpoint.

    Raises Unusable if the checkpoint can't be trusted or read.
    """
    if stored.program != program:
        raise Unusable("of another program")
    if not hmac.compare_digest(stored.digest, _digest(stored, key)):
        raise Unusable("damaged")
    try:
        position = _Reader(zlib.decompress(stored.body), game).load()
    except Exception as error:
        raise Unusable("cannot be read") from error
    step = (stored.table, stored.seq, stored.head)
    if not isinstance(position, Position) or (position.table, position.seq, position.head) != step:
        raise Unusable("of another step")
    return position


def _digest(content: Checkpoint, key: bytes) -> str:
    header = f"{content.table} {content.seq} {content.head} {content.program} ".encode()
    return hmac.new(key, header + content.body, hashlib.sha256).hexdigest()


class _Writer(pickle.Pickler):
    """Leaves out the game itself. The state of a series refers to it, but the reader already has it."""

    def persistent_id(self, value: object) -> str | None:
        return "rules" if isinstance(value, Game) else None


class _Reader(pickle.Unpickler):
    def __init__(self, data: bytes, game: Game[Any, Any]) -> None:
        super().__init__(io.BytesIO(data))
        self._game = game
        self._packages = (*OWN_PACKAGES, game.options.__module__.rpartition(".")[0])

    def persistent_load(self, _: object) -> Game[Any, Any]:
        return self._game.single or self._game  # the state of a series refers to the rules of its single games

    def find_class(self, module: str, name: str) -> Callable[..., Any]:
        """Return the class or function that builds a value. Raises UnpicklingError if it may not be used."""
        if (module, name) == ("builtins", "getattr"):
            return _enum_member
        is_allowed = (module, name) in BUILTIN_TYPES or any(
            module == package or module.startswith(f"{package}.") for package in self._packages
        )
        # a name with a dot could reach what the module has imported
        if not is_allowed or "." in name or module == __name__:
            raise pickle.UnpicklingError(f"{module}.{name} builds no value of ours")
        builder = super().find_class(module, name)
        if getattr(builder, "__module__", None) != module:
            raise pickle.UnpicklingError(f"{name} is not defined in {module}, only imported there")
        return builder  # type: ignore[no-any-return]  # a class, or a function of ours that returns a shared value


def _enum_member(kind: type[Enum], name: str) -> Enum:
    """Return a member of an enumeration; pickle writes members as attributes."""
    if not issubclass(kind, Enum):
        raise pickle.UnpicklingError(f"{kind} is no enumeration")
    return kind[name]
