"""No secret of a table leaves the bot, and no seed before its round is over.

All that is sent is searched (texts, ids, names and bytes of files, alt texts, private answers), and every line of the
log.
"""

from __future__ import annotations

import base64
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from bot.table.log.draft import SECRET
from bot.talk.letter import Purpose
from engine.deal import LINKS, seed
from engine.games import GAMES
from tests.bot.inside import cached_table
from tests.bot.worlds import captured_log
from tests.discord.requests import Request
from tests.end_to_end.house import NAMES, House, find_control, house
from tests.long import some

MOVES = 3
SKIPPED, AT_ONCE = 250, 8
"""Moves at most, after those, until a round is over, and after how many of them the board is shown."""
TO_COME = 12
"""Seeds of deals to come that are looked for; more than any of these games makes deals."""


class Sent(NamedTuple):
    """A request, and how many deals were over when it was made: their seeds may be in it."""

    request: Request
    over: int


@pytest.mark.parametrize("key", some({key: key for key in GAMES}, {"draw", "moon"}))
async def test_no_seed_leaves_the_bot_before_its_round_is_over(key: str, tmp_path: Path) -> None:
    game, seats = GAMES[key], min(GAMES[key].seats)
    short = min(game.presets.values(), key=lambda options: game.turns(options, seats).stop)
    with captured_log() as log:
        async with house(tmp_path, NAMES[:seats]) as here:
            sent = watch_requests(here)
            await here.open_table(key, seats, short.non_default_values())
            secret = await secret_of(here)
            reprs = await play_and_look(here)
            over = over_now(here)
        lines = log.getvalue()
    print(f"{key}: {len(sent)} requests, {over} deals over, {len(lines)} characters of log")
    assert over
    private = [SECRET, *range(1, TO_COME), LINKS]
    seeds = {number: seed(1, number, secret) if number else secret for number in private}
    assert [
        f"{number}: {one.request}" for one in sent for number in find_seeds(bytes_of(one.request), seeds, one.over)
    ] == []
    assert list(find_seeds(lines.encode(), seeds)) == []
    assert list(find_seeds(reprs.encode(), seeds)) == []
    assert any(list(find_seeds(bytes_of(one.request), seeds)) for one in sent)  # the record opens what is over


async def play_and_look(here: House) -> str:
    """Play until a round is over, and look at all that tells of deals on the way.

    Return what the program itself shows of the table meanwhile.
    """
    reprs = await curious(here)
    for _ in range(MOVES):
        await here.type_a_move(here.mover)
        reprs += await curious(here)
    for _ in range(0, SKIPPED, AT_ONCE):
        if here.over or over_now(here):
            break
        await here.skip(AT_ONCE)
    return reprs + await curious(here)


async def curious(here: House) -> str:
    """Take the record, check the deals; return how the program shows what it keeps of the table."""
    member: Any = here.members[0]
    assert (await member.slash(here.channel, "record")).acknowledged
    for message in here.messages:
        if control := find_control(message, Purpose.DEALS):
            assert (await member.click(message, custom_id=str(control))).acknowledged
            break
    service = here.client.service
    draft = await service.repository.read(1)
    return repr((cached_table(service.repository), draft, draft.table, draft.position, draft.seeds and draft.steps))


async def secret_of(here: House) -> bytes:
    rows = await here.client.service.store.run(lambda tx: tx.log.seeds(1))
    return bytes(dict(rows)[SECRET])


def watch_requests(here: House) -> list[Sent]:
    """Record all requests from now on."""
    sent: list[Sent] = []
    real = here.recorder.dispatch

    def dispatch(*all: Any, **named: Any) -> Any:
        try:
            return real(*all, **named)
        finally:
            sent.append(Sent(here.recorder.requests[-1], over_now(here)))

    here.recorder.dispatch = dispatch  # type: ignore[method-assign]  # each request looks it up
    return sent


def over_now(here: House) -> int:
    """Return how many deals are over."""
    position = cached_table(here.client.service.repository).folded
    played = position.standing.dealing
    under_way = position.state is not None and played.due is None and played.end is None
    return len(position.deals) - under_way


def bytes_of(request: Request) -> bytes:
    """Return all that a request carries."""
    files = ((upload.filename, upload.description, upload.data) for upload in request.uploads)
    return b"\n".join([repr(request.body).encode(), *(f"{a} {b}".encode() + data for a, b, data in files)])


def find_seeds(said: bytes, seeds: dict[int, bytes], over: int = 0) -> Iterator[int]:
    """Yield which seeds are in a text, 0 for the secret; seeds of deals that are over may be there."""
    lower = said.lower()
    for number, value in seeds.items():
        if not 1 <= number <= over and any(form in said or form in lower for form in forms(value)):
            yield number


def forms(value: bytes) -> Collection[bytes]:
    """Return the forms in which a seed could be written, cut short too."""
    return (
        value,
        value[:12],
        value.hex()[:22].encode(),
        base64.b64encode(value)[:16],
        base64.urlsafe_b64encode(value)[:16],
        base64.b32encode(value)[:16],
        str(int.from_bytes(value, "big")).encode(),
        repr(value)[2:-1].encode(),
    )
