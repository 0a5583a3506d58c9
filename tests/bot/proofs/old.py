"""Honest records of the formats before, written by hand: each deal had a commitment of its own."""

from __future__ import annotations

import hashlib
from random import Random
from typing import Any

from engine.deal import commitment, shuffled
from engine.game import DEALER, Deal
from engine.games import GAMES
from tests.bot.proofs.books import BEGAN, Record, compact, sha256
from tests.engine.play import short


def old_record(key: str, *, first: bool = False) -> Record:
    """A game that is played at random to its end; `first`: in the first format, with the sentence of its end."""
    game, rng = GAMES[key], Random(f"old {key}")
    seats, options, table = min(game.seats), short(game, series="sumof 3"), "12"
    lines: list[dict[str, Any]] = []

    def step(kind: str, notation: str = "", seat: int | None = None) -> None:
        said = [len(lines) + 1, kind, seat, notation, BEGAN + 5 * len(lines)]
        lines.append(dict(zip(("seq", "kind", "seat", "notation", "at"), said, strict=True)) | {"hash": ""})

    step("new")
    for seat in range(seats):
        step("join", "", seat)
    step("word", sha256("luck"), 1)
    step("start", compact({"game": key, "rules": 1, "seats": seats, "options": options.to_json()}), 0)
    state, rounds = game.start(options, seats), list[dict[str, Any]]()
    while state.to_act is not None:
        if state.to_act == DEALER:
            seed, entropy, deck = (
                rng.randbytes(32),
                (str(10**18 + len(rounds)), sha256("luck")),
                list(map(str, state.deck)),
            )
            sealed = commitment(table, len(rounds) + 1, seed)
            deal: Deal = shuffled(table, len(rounds) + 1, seed, entropy, len(deck), state.picks)
            said = {"round": len(rounds) + 1, "commitment": sealed, "entropy": list(entropy)}
            order = ", ".join(deck[place] for place in deal.order)
            rounds.append({"round": said["round"], "commitment": sealed, "seed": seed.hex(), "entropy": list(entropy),
                           "deck": ", ".join(deck), "order": order, "picks": state.picks,
                           "pick": deal.pick})  # fmt: skip
            step("deal", compact(said))
            state = state.apply(deal).state
        else:
            forced = state.automatic()
            action = forced or rng.choice(state.legal_actions())
            step("auto" if forced else "act", str(action), state.to_act)
            state = state.apply(action).state
    outcome = state.outcome
    assert outcome is not None
    result = {"points": list(outcome.points), "winners": list(outcome.winners), "tiebreak": list(outcome.tiebreak)}
    record: Record = {
        "format": f"boneyard-record-v{1 if first else 2}", "table": 12, "game": key, "rules": 1,
        "options": options.to_json(), "seats": seats, "names": None, "rounds": rounds, "steps": lines,
        "result": {"reason": str(outcome.reason), **result} if first else result,
    }  # fmt: skip
    return hashed(record)


def hashed(record: Record) -> Record:
    """Make all hashes anew."""
    head = ""
    for line in record["steps"]:
        said = [head, record["table"], *(line[key] for key in ("seq", "kind", "seat", "notation", "at"))]
        head = line["hash"] = hashlib.sha256(compact(said).encode()).hexdigest()
    return record
