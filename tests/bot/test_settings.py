"""Settings come from the environment or a file, and what is wrong is said in one sentence."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from dotenv import dotenv_values

from bot.limits import Limits
from bot.settings import Settings, SettingsRefused, read_settings


def test_the_defaults_need_nothing_but_a_token() -> None:
    settings = read_settings({}, file="")
    assert settings.database_url == "sqlite:///boneyard.db"
    with pytest.raises(SettingsRefused, match=r"^DISCORD_TOKEN is not set: copy \.env\.example to \.env .*\.$"):
        settings.token()


def test_the_environment_goes_before_the_file(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_text("DISCORD_TOKEN=from-file\nLOG_LEVEL=DEBUG\nLOG_FORMAT=\n")
    settings = read_settings(
        {"DISCORD_TOKEN": "from-environment", "PATH": "ignored", "LOG_FORMAT": " json "}, str(file)
    )
    assert (settings.token(), settings.log_level, settings.log_format) == ("from-environment", "DEBUG", "json")


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("LOG_LEVEL", "loud", "LOG_LEVEL cannot be 'loud': invalid enum value 'loud'."),
        ("BOT_PACE", "-1", "BOT_PACE cannot be '-1': expected `float` >= 0.0."),
        ("BOT_PACE", "slow", "BOT_PACE cannot be 'slow': expected `float`, got `str`."),
        ("LOG_FORMAT", "xml", "LOG_FORMAT cannot be 'xml': invalid enum value 'xml'."),
    ],
)
def test_a_wrong_value_is_named_in_one_sentence(name: str, value: str, sentence: str) -> None:
    with pytest.raises(SettingsRefused) as caught:
        read_settings({name: value}, file="")
    assert str(caught.value) == sentence


def test_every_limit_is_a_setting_of_its_own() -> None:
    names = [field.encode_name for field in msgspec.structs.fields(Limits)]
    settings = read_settings({name: str(n) for n, name in enumerate(names, 1)}, file="")
    assert msgspec.structs.astuple(settings.limits()) == tuple(range(1, len(names) + 1))
    with pytest.raises(SettingsRefused, match=r"^TABLES_A_PERSON cannot be '0'"):
        read_settings({"TABLES_A_PERSON": "0"}, file="")


def test_the_example_file_lists_every_setting_with_its_usual_value() -> None:
    listed = {name: text or "" for name, text in dotenv_values(Path(__file__).parents[2] / ".env.example").items()}
    assert set(listed) == {field.encode_name for field in msgspec.structs.fields(Settings)}
    assert read_settings(listed, file="") == Settings()
