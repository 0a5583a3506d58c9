"""What /metrics tells: figures of all that was done, and nothing that names a person, a place or a table."""

from __future__ import annotations

import json
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from aiohttp import ClientSession

from bot.hosting.copies import Copyist
from bot.hosting.health import Health, serve_health
from bot.hosting.meter import Meter
from bot.hosting.metrics import PATH
from bot.runtime.clock import SystemClock
from bot.serve import _build_metrics
from bot.store import Copies
from tests.end_to_end.house import House, house
from tests.end_to_end.test_clock import VirtualClock

HOSTING = Path(__file__).parents[3] / "docs" / "hosting"
WORDS = re.compile(r"boneyard_[a-z_]+")


async def scrape(here: House) -> str:
    """Return the text that a scrape reads."""
    copyist = Copyist(Copies("sqlite:///none.db"), SystemClock())
    metrics = _build_metrics(here.client, Health(here.client.store, lambda: True, ()), copyist)
    return cast("bytes", (await metrics.answer(cast("Any", None))).body).decode()


async def test_a_game_is_counted_and_nobody_is_named(tmp_path: Path) -> None:
    async with house(tmp_path, ("Anastasia", "Benedikt"), clock=VirtualClock()) as here:
        await here.open_table("draw", 2, {"match": "rounds", "rounds": "1"})
        await here.play_by_buttons(3)
        text, figures = await scrape(here), await _figures(here)
        known = {str(member.id) for member in here.members} | {str(here.channel.id), str(here.channel.guild.id)}
        messages = {str(message.id) for message in here.messages}
    assert figures["boneyard_press_seconds_count"] >= 9
    assert figures["boneyard_drawing_seconds_count"] >= 3
    assert figures['boneyard_tables{status="running"}'] == 1
    assert figures['boneyard_tables{status="lobby"}'] == 0
    assert not [name for name in ("Anastasia", "Benedikt", "games", "Tables", "user0") if f'"{name}"' in text]
    assert not [id for id in known | messages if id in text]
    assert not re.search(r"\d{15,}", re.sub(r"_created(\{.*\})? .*|\d\.\d+", "", text))
    labels = set(re.findall(r'([a-z]+)="', text))
    assert labels == {"le", "status", "loop"} | ({"code"} & labels)


async def _figures(here: House) -> dict[str, float]:
    lines = [line.rsplit(" ", 1) for line in (await scrape(here)).splitlines() if not line.startswith("#")]
    return {name: float(figure) for name, figure in lines}


async def test_answers_of_discord_are_told_by_codes_that_are_known() -> None:
    meter = Meter()
    for code in (200, 200, 429, 599):
        ended = SimpleNamespace(response=SimpleNamespace(status=code))
        await meter.on_request_end(cast("Any", None), SimpleNamespace(), cast("Any", ended))
    said = meter.render_metrics().decode()
    for label, count in (("200", 2.0), ("429", 1.0), ("other", 1.0)):
        assert f'boneyard_discord_requests_total{{code="{label}"}} {count}' in said


async def test_nothing_is_told_where_the_host_does_not_want_it(unused_tcp_port: int) -> None:
    health = Health(cast("Any", None), lambda: True, ())
    address = f"http://127.0.0.1:{unused_tcp_port}{PATH}"
    async with (
        serve_health(health, "127.0.0.1", unused_tcp_port),
        ClientSession() as session,
        session.get(address) as answer,
    ):
        assert answer.status == 404


@pytest.mark.parametrize("file", ["alerts.yaml", "dashboard.json"])
def test_each_figure_that_a_host_reads_is_there(file: str) -> None:
    meter = Meter()
    meter.requests.labels("200")
    meter.tables.labels("running")
    meter.loops.labels("beat")
    there = set(WORDS.findall(meter.render_metrics().decode()))
    text = (HOSTING / file).read_text()
    exprs = re.findall(r"expr: (.*)", text) if file == "alerts.yaml" else [
        target["expr"] for panel in json.loads(text)["panels"] for target in panel["targets"]
    ]  # fmt: skip
    wanted = {name for expr in exprs for name in WORDS.findall(expr)}
    assert wanted
    assert wanted <= there
