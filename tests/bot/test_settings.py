"""Settings come from the environment or a file, and what is wrong is said in one sentence."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Literal, get_args, get_origin

import msgspec
import pytest
from dotenv import dotenv_values

from bot.__main__ import main
from bot.settings import EXIT_REFUSED, Settings, SettingsRefused, read_settings, unknown_settings


def test_the_defaults_need_nothing_but_a_token() -> None:
    settings = read_settings({}, file="")
    assert settings.database_url == "sqlite:///boneyard.db"
    with pytest.raises(SettingsRefused, match=r"^DISCORD_TOKEN is not set: copy \.env\.example to \.env, .*\.$"):
        settings.token()


def test_the_environment_goes_before_the_file(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_text("DISCORD_TOKEN=token.from.file\nLOG_LEVEL=DEBUG\nLOG_FORMAT=\n")
    settings = read_settings(
        {"DISCORD_TOKEN": "token.from.environment", "PATH": "ignored", "LOG_FORMAT": " json "}, str(file)
    )
    assert (settings.token(), settings.log_level, settings.log_format) == ("token.from.environment", "DEBUG", "json")


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("LOG_LEVEL", "loud", "LOG_LEVEL cannot be 'loud': it is DEBUG, INFO, WARNING or ERROR."),
        ("BOT_PACE", "-1", "BOT_PACE cannot be '-1': it is a number from 0 to 60."),
        ("BOT_PACE", "slow", "BOT_PACE cannot be 'slow': it is a number from 0 to 60."),
        ("LOG_FORMAT", "xml", "LOG_FORMAT cannot be 'xml': it is text or json."),
        ("CLOCK", "Tag", "CLOCK cannot be 'Tag': it is sprint, day, week or open."),
        ("CONTACT", "x" * 201, f"CONTACT cannot be '{'x' * 201}': it is a text of at most 200 characters."),
        ("COPIES", "many", "COPIES cannot be 'many': it is a whole number from 0 to 1000."),
    ],
)
def test_a_wrong_value_is_named_in_one_sentence_with_what_is_possible(name: str, value: str, sentence: str) -> None:
    with pytest.raises(SettingsRefused) as caught:
        read_settings({name: value}, file="")
    assert str(caught.value) == sentence


@pytest.mark.parametrize(("written", "pace"), [("0", 1.0), ("0.5", 1.0), ("1.5", 1.5), ("20", 20.0)])
def test_no_computer_player_moves_sooner_than_its_thoughts_could_be_measured(written: str, pace: float) -> None:
    assert read_settings({"BOT_PACE": written}, file="").pace() == pace


def test_the_example_file_lists_every_setting_with_its_usual_value() -> None:
    listed = {name: text or "" for name, text in dotenv_values(Path(__file__).parents[2] / ".env.example").items()}
    assert set(listed) == {field.encode_name for field in msgspec.structs.fields(Settings)}
    assert read_settings(listed, file="") == Settings()
    assert [*listed][:5] == ["DISCORD_TOKEN", "DATABASE_URL", "TIME_ZONE", "PLAYING_HOURS", "CONTACT"]


def word_settings() -> list[tuple[str, str]]:
    """Return each setting with a fixed set of words, with each of its words."""
    fields = msgspec.structs.fields(Settings)
    return [(field.encode_name, value) for field in fields if get_origin(field.type) is Literal
            for value in get_args(field.type)]  # fmt: skip


@pytest.mark.parametrize(("name", "value"), word_settings())
def test_a_listed_value_is_taken_whatever_its_case(name: str, value: str) -> None:
    for written in (value.upper(), value.lower(), value.title()):
        assert getattr(read_settings({name: written}, file=""), name.lower()) == value


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("HEALTHPORT", "HEALTH_PORT"),
        ("LOG_LEVLE", "LOG_LEVEL"),
        ("TIMEZONE", "TIME_ZONE"),
        ("DATABASE_URI", "DATABASE_URL"),
        ("discord_token", "DISCORD_TOKEN"),
    ],
)
def test_a_variable_that_is_nearly_a_setting_is_told(name: str, meant: str) -> None:
    told = unknown_settings({name: "x", "PATH": "/bin"}, file="")
    assert told == [f"Environment: there is no setting {name}; is {meant} meant?"]
    assert unknown_settings({name: "x", meant: "y"}, file="") == []  # the other one belongs to another program


def test_variables_of_others_are_not_taken_for_settings() -> None:
    others = (
        "PATH HOME HOST HOSTNAME PORT TZ LANG LOCK FONT LOGNAME LOG_FILE DATABASE_USER DATABASE_HOST POSTGRES_URL "
        "OMP_THREADS HEALTH_PATH NOTIFY_SOCKET STATE_DIRECTORY INVOCATION_ID CONTAINER BLOCK PYTHON_VERSION"
    )
    assert unknown_settings(dict.fromkeys(others.split(), "x"), file="") == []


def test_metrics_without_a_port_are_said_to_do_nothing(tmp_path: Path) -> None:
    code, told = start_bot(tmp_path, "METRICS=On\n")
    assert code == EXIT_REFUSED
    assert told[0] == "METRICS=on does nothing while HEALTH_PORT is 0: set HEALTH_PORT to a free port."
    assert read_settings({"METRICS": "on", "HEALTH_PORT": "8080"}, file="").find_useless() == []
    assert read_settings({}, file="").find_useless() == []


def start_bot(folder: Path, env_file: str) -> tuple[int, list[str]]:
    """Run `python -m bot` in a folder with this .env file; return its exit code and lines."""
    (folder / ".env").write_text(env_file)
    names = {field.encode_name for field in msgspec.structs.fields(Settings)}
    bare = {name: value for name, value in os.environ.items() if name not in names}
    root = str(Path(__file__).parents[2])
    process = subprocess.run(
        [sys.executable, "-m", "bot"], cwd=folder, env={**bare, "PYTHONPATH": root}, capture_output=True, text=True
    )
    return process.returncode, process.stderr.splitlines()


def test_names_in_the_file_that_are_no_settings_are_told_with_what_they_resemble(tmp_path: Path) -> None:
    code, told = start_bot(tmp_path, "LOG_LEVLE=DEBUG\nfavourite_colour=red\nDISCORD_TOKEN=\n")
    assert code == EXIT_REFUSED
    assert told[:2] == [
        ".env: there is no setting LOG_LEVLE; is LOG_LEVEL meant?",
        ".env: there is no setting favourite_colour.",
    ]
    assert told[2].startswith("DISCORD_TOKEN is not set")


@pytest.mark.parametrize("typed", ["1234567890123456789", "zzz", "a.b", "a..c", "Bot a.b.c", "a.b.c d"])
def test_what_can_be_no_token_is_refused_and_not_repeated(tmp_path: Path, typed: str) -> None:
    (tmp_path / ".env").write_text(f"DISCORD_TOKEN={typed}\n")
    with pytest.raises(SettingsRefused, match=r"^DISCORD_TOKEN is not a bot token, which has three parts") as refused:
        read_settings({}, str(tmp_path / ".env")).token()
    assert typed not in str(refused.value)


def test_what_can_be_no_token_is_refused_before_the_network_is_asked(tmp_path: Path) -> None:
    code, (told,) = start_bot(tmp_path, "DISCORD_TOKEN=Bot a.b.c\n")
    assert code == EXIT_REFUSED
    assert told.startswith("DISCORD_TOKEN is not a bot token, which has three parts")
    assert [path.name for path in tmp_path.iterdir()] == [".env"]


def test_shards_on_sqlite_are_refused_for_good_and_leave_no_file(tmp_path: Path) -> None:
    code, told = start_bot(tmp_path, "DISCORD_TOKEN=MTAwMQ.x.of-a-test\nSHARDS=auto/4\n")
    assert code == EXIT_REFUSED
    assert told == ["SHARDS needs PostgreSQL: with SQLite one process serves all servers."]
    assert [path.name for path in tmp_path.iterdir()] == [".env"]


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        ("DISCORD_TOKEN=MTAwMQ.x.of-a-test\n".encode("utf-16"), "env cannot be read: save it as UTF-8."),
        (None, "env cannot be read: No such file or directory."),
    ],
    ids=["utf-16", "missing"],
)
def test_a_file_of_settings_that_cannot_be_read_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, written: bytes | None, sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    if written:
        Path("env").write_bytes(written)
    with pytest.raises(SettingsRefused) as caught:
        read_settings({}, "env")
    assert str(caught.value) == sentence


def test_a_file_of_settings_may_begin_with_the_mark_of_windows(tmp_path: Path) -> None:
    (tmp_path / "env").write_bytes("DISCORD_TOKEN=MTAwMQ.x.of-a-test\r\nCOPIES=3\r\n".encode("utf-8-sig"))
    settings = read_settings({}, str(tmp_path / "env"))
    assert (settings.token(), settings.copies) == ("MTAwMQ.x.of-a-test", 3)


@pytest.mark.parametrize("command", [["backup", "new.db"], ["restore", "new.db"], ["stats"], []])
def test_every_command_takes_its_settings_from_the_file_that_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: list[str]
) -> None:
    file = tmp_path / "env"
    file.write_text("COPIES=many\n")
    assert main(["--settings", str(file), *command]) == (1 if command else EXIT_REFUSED)
    assert capsys.readouterr().err == "COPIES cannot be 'many': it is a whole number from 0 to 1000.\n"


def test_a_mistyped_path_begins_no_database_in_new_folders(tmp_path: Path) -> None:
    code, told = start_bot(tmp_path, "DISCORD_TOKEN=MTAwMQ.x.of-a-test\nDATABASE_URL=sqlite:///dta/boneyard.db\n")
    assert code == EXIT_REFUSED
    assert told == [f"DATABASE_URL names a folder that does not exist: {tmp_path / 'dta'}."]
    assert [path.name for path in tmp_path.iterdir()] == [".env"]


@pytest.mark.parametrize(
    ("fonts", "sentence"),
    [
        ("none", "FONTS cannot be 'none': there is no such folder."),
        ("bad", "FONTS cannot be 'bad': bad/a.ttf is not a font that can be read."),
    ],
)
def test_a_folder_without_fonts_that_can_be_read_is_refused_at_the_start(
    tmp_path: Path, fonts: str, sentence: str
) -> None:
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad" / "a.ttf").write_bytes(b"no font")
    assert start_bot(tmp_path, f"DISCORD_TOKEN=MTAwMQ.x.of-a-test\nFONTS={fonts}\n") == (EXIT_REFUSED, [sentence])


def test_the_beacon_is_on_and_asked_of_four_relays() -> None:
    assert len(read_settings({}, file="").relays()) == 4
    assert read_settings({"BEACON": "off"}, file="").relays() == ()


def test_a_relay_is_asked_over_https_unless_another_way_is_written() -> None:
    settings = read_settings({"BEACON_RELAYS": "drand.example, http://127.0.0.1:8080/  drand.example"}, file="")
    assert settings.relays() == ("https://drand.example", "http://127.0.0.1:8080")


@pytest.mark.parametrize(
    "relays", ["drand.example/path", "ftp://drand.example", "https://me@drand.example", ",", "ä.de"]
)
def test_what_is_no_address_of_a_relay_is_refused(relays: str) -> None:
    with pytest.raises(
        SettingsRefused, match=r"^BEACON_RELAYS cannot have '.*': write addresses like api\.drand\.sh\.$"
    ):
        read_settings({"BEACON_RELAYS": relays}, file="").relays()


@pytest.mark.parametrize("wrong", ["two", "auto", "auto/0", "4/4", "3-1/4", "0-4/4", "-1/4"])
def test_shards_that_do_not_exist_are_refused(wrong: str) -> None:
    with pytest.raises(
        SettingsRefused, match=rf"^SHARDS cannot be '{wrong}': write it like auto/16, 0-3/16 or 5/16\.$"
    ):
        read_settings({"SHARDS": wrong}, "").wanted_shards()
    assert read_settings({}, "").wanted_shards() is None
