"""Settings come from the environment or a file, and what is wrong is said in one sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.settings import SettingsRefused, read_settings


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
