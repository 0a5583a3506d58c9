"""A table that goes on from a checkpoint is the one that is folded from its first step."""

from __future__ import annotations

import pickle
import random
import zlib
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from bot.table.log.checkpoint import Checkpoint, Unusable, _digest, _Reader, checkpoint, read_checkpoint
from bot.table.log.draft import SECRET, Draft, new_row
from bot.table.log.fold import RULES_VERSION, Position, advance
from bot.table.log.model import Person
from bot.table.rules import lobby, play
from tests.bot.games import CARDS_GAME
from tests.bot.tools import CHANNEL, GUILD, announce_deal
from tests.engine.play import Setup, series_setups, setups

PROGRAM = "this program"
KEY = b"a key of the bot"
STEPS = 120
"""Of each game, so that long ones are not played out."""
FEW: Mapping[str, Setup] = {
    **{name: setup for name, setup in series_setups().items() if "sumof" in name},
    "cards": Setup(CARDS_GAME, CARDS_GAME.options(), 3),
}
"""A series of every game, and a game that nobody wrote a checkpoint for."""


def begin_game(setup: Setup) -> Draft:
    """Return a table of people whose game has begun."""
    people = [Person(10**18 + seat, f"P{seat}") for seat in range(setup.seats)]
    row = new_row(setup.game, setup.options, people[0], GUILD, CHANNEL, RULES_VERSION, 0)
    draft = Draft.of(row._replace(id=1, number=1), (), setup.game, Position(1), {SECRET: bytes(32)}, 1)
    lobby.open_(draft, people[0])
    for person in people[1:]:
        lobby.join(draft, person)
    lobby.start(draft)
    return draft


def play_randomly(setup: Setup, steps: int = STEPS) -> Iterator[Draft]:
    """Yield a table after each change, as random players play it; now and then one takes a move back."""
    draft, chance, message = begin_game(setup), random.Random(f"{setup.game.key} {setup.options}"), 10**18
    while draft.table.is_running and len(draft.steps) < steps:
        if draft.table.mover is None:
            message += 1 << 22
            announce_deal(draft, message)
        else:
            play.act(draft, draft.table.mover, None, str(chance.choice(draft.state.legal_actions())))
        yield draft


def again(at: Position, setup: Setup) -> Position:
    """Return where a table stands, written down and read."""
    return read_checkpoint(checkpoint(at, setup.game, PROGRAM, KEY), setup.game, PROGRAM, KEY)


def same_at_every_step(setup: Setup, steps: int = STEPS) -> None:
    *_, last = play_randomly(setup, steps)
    whole, resumed = Position(1), Position(1)
    for row in last.steps:
        resumed, told = advance(again(resumed, setup), row, setup.game, last.seeds)
        whole, happened = advance(whole, row, setup.game, last.seeds)
        assert (resumed, told) == (whole, happened)
        if whole.state is not None:
            assert resumed.state is not None
            seats = (None, *range(setup.seats))
            assert [resumed.state.observe(seat) for seat in seats] == [whole.state.observe(seat) for seat in seats]
    assert whole == last.position


@pytest.mark.parametrize("name", FEW)
def test_a_game_goes_on_from_a_checkpoint_at_every_step_as_from_its_first(name: str) -> None:
    same_at_every_step(FEW[name], 60)


@pytest.mark.long
@pytest.mark.parametrize("name", setups())
def test_so_does_a_game_with_any_options(name: str) -> None:
    same_at_every_step(setups()[name], 30)


def one() -> tuple[Checkpoint, Setup]:
    """Return a checkpoint in the middle of a round."""
    setup = FEW["draw-sumof 2-2"]
    *_, last = play_randomly(setup, 40)
    return checkpoint(last.position, setup.game, PROGRAM, KEY), setup


def test_a_checkpoint_is_small_and_shows_no_tile_where_it_is_printed() -> None:
    made, _ = one()
    assert len(made.body) < 4_000
    assert repr(made) == f"Checkpoint(1 {made.seq})"


def test_every_flipped_bit_is_noticed() -> None:
    made, setup = one()
    for place in range(len(made.body)):
        flipped = bytearray(made.body)
        flipped[place] ^= 1 << place % 8
        with pytest.raises(Unusable, match="damaged"):
            read_checkpoint(made._replace(body=bytes(flipped)), setup.game, PROGRAM, KEY)


@pytest.mark.parametrize("changes", [{"table": 2}, {"seq": 1}, {"head": "0" * 64}, {"digest": ""}])
def test_a_checkpoint_of_another_step_is_not_believed(changes: Mapping[str, Any]) -> None:
    made, setup = one()
    with pytest.raises(Unusable, match="damaged"):
        read_checkpoint(made._replace(**changes), setup.game, PROGRAM, KEY)
    forged = made._replace(**changes)
    if "digest" not in changes:
        with pytest.raises(Unusable, match="of another step"):
            read_checkpoint(forged._replace(digest=_digest(forged, KEY)), setup.game, PROGRAM, KEY)


def test_a_checkpoint_of_another_program_is_not_believed() -> None:
    made, setup = one()
    with pytest.raises(Unusable, match="of another program"):
        read_checkpoint(made, setup.game, "a newer program", KEY)


class Evil:
    """A value that has something done where it is read."""

    def __init__(self, *call: Any) -> None:
        self.call = call

    def __reduce__(self) -> tuple[Any, ...]:
        return self.call[0], self.call[1:]


@pytest.mark.parametrize(
    "evil",
    [Evil(print, "x"), Evil(getattr, checkpoint, "__globals__"), Evil(eval, "1"), Evil(zlib.compress, b"")],
    ids=["print", "getattr", "eval", "zlib"],
)
def test_reading_calls_nothing_that_is_not_ours(evil: Evil) -> None:
    made, setup = one()
    forged = made._replace(body=zlib.compress(pickle.dumps(evil)))
    with pytest.raises(Unusable, match="cannot be read") as refused:
        read_checkpoint(forged._replace(digest=_digest(forged, KEY)), setup.game, PROGRAM, KEY)
    assert isinstance(refused.value.__cause__, pickle.UnpicklingError | TypeError)


def test_a_checkpoint_that_was_not_signed_with_the_key_is_not_even_read(monkeypatch: pytest.MonkeyPatch) -> None:
    made, setup = one()
    read = list[str]()
    monkeypatch.setattr(_Reader, "find_class", lambda _, module, name: read.append(f"{module}.{name}"))
    forged = made._replace(body=zlib.compress(pickle.dumps(Evil(print, "x"))))
    for key in (b"", b"another", PROGRAM.encode()):
        with pytest.raises(Unusable, match="damaged"):
            read_checkpoint(forged._replace(digest=_digest(forged, key)), setup.game, PROGRAM, KEY)
    assert read == []


def test_reading_cannot_be_made_to_read_once_more() -> None:
    made, setup = one()
    body = zlib.compress(pickle.dumps(Evil(read_checkpoint, None, None, "", b"")))
    forged = made._replace(body=body)
    with pytest.raises(Unusable, match="cannot be read") as refused:
        read_checkpoint(forged._replace(digest=_digest(forged, KEY)), setup.game, PROGRAM, KEY)
    assert isinstance(refused.value.__cause__, pickle.UnpicklingError)


def test_a_game_whose_values_cannot_be_written_has_no_checkpoint() -> None:
    *_, last = play_randomly(FEW["cards"], 10)
    with pytest.raises(Unusable, match="values of cards"):
        checkpoint(last.position._replace(state=lambda: None), CARDS_GAME, PROGRAM, KEY)  # type: ignore[arg-type]  # no state
