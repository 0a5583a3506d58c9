"""What docs/hosting gives an operator: no root, one place to write, and commands and settings that exist."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import msgspec
import pytest
import yaml  # type: ignore[import-untyped]  # it has no types of its own

from bot.__main__ import _parser
from bot.discord.identify import SPACING
from bot.service.repository import CACHED_TABLES
from bot.settings import EXIT_REFUSED, Settings, read_settings
from bot.store import ShardClaim
from bot.store.engine import read_url
from tests.bench.__main__ import PARTS

HOSTING = Path(__file__).parents[1] / "docs" / "hosting"
SETTINGS = {field.encode_name for field in msgspec.structs.fields(Settings)}
OF_PYTHON = {"PATH", "PYTHONDONTWRITEBYTECODE"}


def lines(name: str) -> list[str]:
    return [line for line in (HOSTING / name).read_text().splitlines() if not line.startswith("#")]


def directives(name: str) -> dict[str, list[str]]:
    """Return the settings of a unit, by name."""
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


def test_the_unit_does_not_start_again_what_only_the_operator_can_mend() -> None:
    assert directives("boneyard.service")["RestartPreventExitStatus"] == [str(EXIT_REFUSED)]


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


COMPOSED = ("compose.yaml", "compose.postgres.yaml", "compose.many.yaml")
OF_A_SERVICE = {
    "build", "cap_drop", "depends_on", "env_file", "environment", "healthcheck", "image", "logging", "mem_limit",
    "networks", "read_only", "restart", "security_opt", "shm_size", "stop_grace_period", "tmpfs", "user", "volumes",
}  # fmt: skip
"""What these files say of a service, in the words of the Compose specification."""


def test_compose_files_name_what_there_is() -> None:
    files = [yaml.safe_load((HOSTING / name).read_text()) for name in COMPOSED]
    services = [service for file in files for service in file["services"].items()]
    volumes, networks = ({each for file in files for each in file.get(kind) or {}} for kind in ("volumes", "networks"))
    assert {name for name, _ in services} == {"boneyard", "database"}
    for name, told in services:
        assert told.keys() <= OF_A_SERVICE
        if "image" in told:  # where a service is first told of
            assert told["mem_limit"]
            assert told["logging"]["options"].keys() == {"max-size", "max-file"}
        assert {volume.partition(":")[0] for volume in told.get("volumes", ())} <= volumes
        assert {*told.get("networks", ())} <= networks
        assert {*told.get("depends_on", ())} <= {"database"}
        if name == "boneyard":
            assert told.get("environment", {}).keys() <= SETTINGS
        if build := told.get("build"):
            assert (HOSTING / build["context"] / build["dockerfile"]).is_file()


@pytest.mark.parametrize("name", ["README.md", *COMPOSED])
def test_commands_with_postgres_say_where_its_password_stands(name: str) -> None:
    """Compose looks for `.env` beside its files, and does nothing at all without what they ask for."""
    commands = [line for line in (HOSTING / name).read_text().splitlines() if "-f compose.postgres.yaml" in line]
    assert [line for line in commands if "--env-file ../../.env" not in line] == []


def test_what_compose_tells_the_bot_are_settings_that_it_takes() -> None:
    told: dict[str, str] = {}
    for name in COMPOSED:
        told |= yaml.safe_load((HOSTING / name).read_text())["services"]["boneyard"].get("environment", {})
        settings = read_settings({key: re.sub(r"\$\{.*?\}", "secret", value) for key, value in told.items()}, "")
        assert settings.health_port == 8080
        assert read_url(settings.database_url)
        assert (settings.wanted_shards() is not None) is (name == "compose.many.yaml")


def test_health_is_asked_by_commands_that_exist() -> None:
    image = (HOSTING / "Containerfile").read_text()
    bot, asked = re.findall(r'"(\w+)", "health"', image)[0], _parser().parse_args(["health"])
    assert bot in tomllib.loads((HOSTING.parents[1] / "pyproject.toml").read_text())["project"]["scripts"]
    assert asked.command == "health"
    ours = yaml.safe_load((HOSTING / "compose.yaml").read_text())["services"]["boneyard"]["healthcheck"]
    assert ours["test"] == ["CMD", bot, "health"]
    for times in ("interval", "timeout", "start_period"):
        assert f"--{times.replace('_', '-')}={ours[times]}" in image
    check = yaml.safe_load((HOSTING / "compose.postgres.yaml").read_text())["services"]["database"]["healthcheck"]
    assert check["test"][:2] == ["CMD", "pg_isready"]


def test_the_container_is_checked_by_the_file_that_hosts_build() -> None:
    script = (HOSTING.parents[1] / ".ci" / "container").read_text()
    assert "file=docs/hosting/Containerfile\n" in script
    assert '-f "$file" .' in script


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
    assert read_settings({"SHARDS": "auto/4"}, "").wanted_shards() == ShardClaim(4)
    assert read_settings({"SHARDS": "0-1/4"}, "").wanted_shards() == ShardClaim(4, frozenset({0, 1}))


def test_the_page_on_scale_names_what_there_is() -> None:
    page = (HOSTING.parent / "SCALE.md").read_text()
    links = re.findall(r"\]\(([^)#]+)\)", page)
    assert links
    assert [link for link in links if not (HOSTING.parent / link).exists()] == []
    assert {*re.findall(r"`([A-Z_]{4,})=", page)} <= SETTINGS
    assert {*re.findall(r"tests\.bench (\w+)", page)} <= PARTS.keys()
    assert f"{CACHED_TABLES} of them are kept" in page
    assert f"one every {SPACING} seconds" in page
    assert read_settings({"SHARDS": re.findall(r"SHARDS=([\w/]+\d)", page)[0]}, "").wanted_shards()
