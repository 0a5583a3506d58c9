"""What docs/hosting gives a host: no root, one place to write, and commands and settings that exist."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

from bot.__main__ import _parser
from bot.settings import Settings, read_settings
from bot.store import Wanted

HOSTING = Path(__file__).parents[1] / "docs" / "hosting"
SETTINGS = {field.encode_name for field in msgspec.structs.fields(Settings)}
OF_PYTHON = {"PATH", "PYTHONDONTWRITEBYTECODE"}


def lines(name: str) -> list[str]:
    return [line for line in (HOSTING / name).read_text().splitlines() if not line.startswith("#")]


def directives(name: str) -> dict[str, list[str]]:
    """What a unit says, by its names."""
    found: dict[str, list[str]] = {}
    for line in lines(name):
        if "=" in line:
            key, _, value = line.partition("=")
            found.setdefault(key, []).append(value)
    return found


def test_the_unit_is_told_when_the_bot_is_ready_and_gives_it_one_folder_and_no_power() -> None:
    unit = directives("boneyard.service")
    wanted = {
        "Type": "notify", "DynamicUser": "yes", "StateDirectory": "boneyard", "ProtectSystem": "strict",
        "NoNewPrivileges": "yes", "CapabilityBoundingSet": "", "ProtectHome": "yes", "WatchdogSec": "10min",
    }  # fmt: skip
    assert {key: unit[key][0] for key in wanted} == wanted
    assert not any("@resources" in value for value in unit["SystemCallFilter"])  # computer players lower their priority
    assert _parser().parse_args(unit["ExecStart"][0].split()[1:]).command == "serve"


def test_the_image_is_not_root_and_copies_what_is_there() -> None:
    image = (HOSTING / "Containerfile").read_text()
    assert re.findall(r"^USER (.*)$", image, re.MULTILINE) == ["10001:10001"]
    assert re.findall(r"^VOLUME (.*)$", image, re.MULTILINE) == ["/data"]
    for copied in re.findall(r"^COPY (?!--)(.*) \S+$", image, re.MULTILINE):
        assert all((HOSTING.parents[1] / name).exists() for name in copied.split())
    set_to = set(re.findall(r"(?:^ENV|^   ) ([A-Z_]+)=", image, re.MULTILINE))
    assert set_to <= SETTINGS | OF_PYTHON
    assert '["boneyard", "health"]' in image


def test_the_container_has_a_read_only_root_and_no_power() -> None:
    compose = (HOSTING / "compose.yaml").read_text()
    for wanted in (
        "read_only: true",
        "cap_drop: [ALL]",
        "no-new-privileges:true",
        "- data:/data",
        'user: "10001:10001"',
    ):
        assert wanted in compose
    assert set(re.findall(r"^      ([A-Z_]+):", compose, re.MULTILINE)) <= SETTINGS


def test_postgres_stands_in_a_network_that_nobody_else_reaches_and_keeps_its_data() -> None:
    compose = (HOSTING / "compose.postgres.yaml").read_text()
    for wanted in ("networks: [inside]", "internal: true", "- database:/var/lib/postgresql/data", "pg_isready"):
        assert wanted in compose
    assert "ports:" not in compose
    bot = compose.partition("  database:\n")[0]
    assert set(re.findall(r"^      ([A-Z_]+):", bot, re.MULTILINE)) <= SETTINGS
    assert "POSTGRES_PASSWORD:?" in bot  # no password that everyone knows


def test_the_container_is_checked_by_the_file_that_hosts_build() -> None:
    script = (HOSTING.parents[1] / ".ci" / "container").read_text()
    assert "-f docs/hosting/Containerfile ." in script


def test_the_unit_of_several_processes_is_the_one_of_one_but_for_its_folder_and_its_database() -> None:
    one, many = directives("boneyard.service"), directives("boneyard@.service")
    assert one.keys() - {"Environment"} == many.keys()
    assert {key for key in many if one[key] != many[key]} == {
        "Description",
        "EnvironmentFile",
        "StateDirectory",
        "WorkingDirectory",
    }
    compose = (HOSTING / "compose.many.yaml").read_text()
    assert set(re.findall(r"^      ([A-Z_]+):", compose, re.MULTILINE)) == {"SHARDS"}
    assert read_settings({"SHARDS": "auto/4"}, "").wanted() == Wanted(4)
    assert read_settings({"SHARDS": "0-1/4"}, "").wanted() == Wanted(4, frozenset({0, 1}))
