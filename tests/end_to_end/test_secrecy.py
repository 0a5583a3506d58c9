"""No tile of a hand reaches anybody else through Discord: texts, ids of buttons, alt texts, file names, suggestions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from bot.table.log.model import ShownStep
from bot.talk.letter import Purpose
from engine.game import DEALER, Seat, State
from engine.games import GAMES
from tests.bot.inside import cached_table
from tests.discord.requests import Request
from tests.discord.secrecy import leaks
from tests.end_to_end.house import ARGUMENTS, NAMES, House, find_control, house
from tests.engine.play import usual_seats
from tests.long import some

MOVES = 8
RECENT = 12
"""How many steps of the round before may still be told when the next one has begun."""


class Sent(NamedTuple):
    """A request, the step of the log at which it was made, and what only one person might know then."""

    request: Request
    seq: int
    secrets: Mapping[int, frozenset[str]]


@pytest.mark.parametrize("key", some({key: key for key in GAMES}, {"draw", "moon", "fives"}))
async def test_no_tile_of_a_hand_reaches_anybody_else(key: str, tmp_path: Path) -> None:
    game, seats = GAMES[key], usual_seats(GAMES[key])
    short = min(game.presets.values(), key=lambda options: game.turns(options, seats).stop)
    async with house(tmp_path, NAMES[: seats + 1]) as here:
        sent = watch_requests(here)
        await here.open_table(key, seats, short.non_default_values())
        moves = 0
        while moves < MOVES and not here.over:
            await curious(here)
            await move(here, by_command=bool(moves % 2))
            moves += 1
        history = await here.client.service.tables.history(1, 0, None)
    held = {(user, tile) for one in sent for user, tiles in one.secrets.items() for tile in tiles}
    print(f"{key}: {len(sent)} requests in {moves} moves, {len(held)} secrets")
    assert len(held) > 10
    assert [leak for one in sent for leak in leaks([one.request], hidden_tiles(one, history))] == []
    assert leaks([one.request for one in sent], everything(held))  # their owners do read them, so they can be found


def watch_requests(here: House) -> list[Sent]:
    """Record all requests from now on, each with the hands at its time."""
    sent: list[Sent] = []
    real = here.recorder.dispatch

    def dispatch(*all: Any, **named: Any) -> Any:
        try:
            return real(*all, **named)
        finally:
            sent.append(Sent(here.recorder.requests[-1], *held_now(here)))

    here.recorder.dispatch = dispatch  # type: ignore[method-assign]  # each request looks it up
    return sent


def held_now(here: House) -> tuple[int, Mapping[int, frozenset[str]]]:
    """Return the length of the table's log, and what only one person may know; nothing once a round is over."""
    table = cached_table(here.client.service.repository)
    position, state = table.folded, table.folded.state
    if state is None or position.standing.to_act in (None, DEALER):
        return 0, {}
    return position.seq, {each.user or 0: frozenset(secrets_of(state, seat)) for seat, each in enumerate(table.seats)}


def secrets_of(state: State[Any], seat: Seat) -> Iterator[str]:
    """Yield the tiles of a hand, and the moves that nobody else may see; bids are no secret."""
    seen = state.observe(seat)
    moves = [choice.notation for choice in seen.choices if " " in choice.notation]
    yield from (move for move in moves if not move.startswith("bid "))
    hands = getattr(getattr(seen, "game", seen), "hands", None)  # `game`: in a series
    yield from map(str, hands[seat] if hands else ())


def hidden_tiles(sent: Sent, history: Sequence[ShownStep]) -> Mapping[int, frozenset[str]]:
    """Return the tiles of each hand, except those that the end of the round before may have told of."""
    deals = [step.seq for step in history if step.kind == "deal" and step.seq <= sent.seq]
    recent = [step for step in history if deals and deals[-1] - RECENT <= step.seq < deals[-1]]
    told = " ".join(str(event.describe()) for step in recent for event in step.events)
    return {user: frozenset(tile for tile in hand if tile not in told) for user, hand in sent.secrets.items()}


async def curious(here: House) -> None:
    """Let a member who is not to move, at the table or not, try all that the channel offers."""
    mover, turn = here.mover, here.turn
    other = here.rng.choice([member for member in here.members if member.id != mover.id])
    for purpose in (Purpose.HAND, Purpose.TEXT):
        assert (await other.click(turn, custom_id=str(find_control(turn, purpose)))).acknowledged
    verb, argument = here.rng.choice(list(ARGUMENTS.items()))
    assert not await other.autocomplete(here.channel, verb, argument, "")
    assert (await other.slash(here.channel, verb, **{argument: "6-2"})).acknowledged


async def move(here: House, *, by_command: bool) -> None:
    """Let the member to move do so."""
    if by_command:
        await here.type_a_move(here.mover)
        return
    shown = await here.mover.click(here.turn, custom_id=str(find_control(here.turn, Purpose.HAND)))
    await here.press_a_move(here.mover, shown.response)


def everything(held: set[tuple[int, str]]) -> Mapping[int, set[str]]:
    """Return all tiles as if nobody might read them."""
    found = defaultdict[int, set[str]](set)
    for _, tile in held:
        found[0].add(tile)
    return found
