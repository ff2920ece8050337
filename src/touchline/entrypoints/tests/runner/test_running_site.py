"""Commands use the settings of the site that runs in their folder."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest
from click.testing import CliRunner

from touchline.entrypoints.cli import main
from touchline.entrypoints.install import SetupError
from touchline.entrypoints.runner.running_site import (
    RUNNING_FILE,
    check_not_running,
    publish_settings,
    read_running_settings,
    use_running_settings,
)
from touchline.platform.config.renamed import RENAMED_SETTINGS
from touchline.platform.config.settings import Settings
from touchline.shared.errors import RefusedError

SITE_SETTINGS = {"TOUCHLINE_PORT": "9000", "TOUCHLINE_PAYMENTS": "fake", "TOUCHLINE_DEVELOPMENT": "true"}


@pytest.fixture
def command_environment(tmp_path: Path) -> dict[str, str]:
    """Return the environment of a command in the folder."""
    return {"TOUCHLINE_VAR": str(tmp_path), "HOME": "/root"}


def test_a_command_uses_the_settings_of_the_running_site_until_it_ends(
    command_environment: dict[str, str], tmp_path: Path
) -> None:
    with publish_settings(Settings(var=tmp_path), SITE_SETTINGS | command_environment):
        environment = dict(command_environment)
        use_running_settings(environment)
        assert environment == command_environment | SITE_SETTINGS
    assert read_running_settings(command_environment) == {}


def test_old_setting_names_in_the_file_of_an_earlier_release_are_read(
    command_environment: dict[str, str], tmp_path: Path
) -> None:
    old_name, new_name = next(iter(RENAMED_SETTINGS.items()))
    with publish_settings(Settings(var=tmp_path), SITE_SETTINGS):
        record = json.loads((tmp_path / RUNNING_FILE).read_text())
        record["settings"][old_name] = "30"
        (tmp_path / RUNNING_FILE).write_text(json.dumps(record))
        assert read_running_settings(command_environment)[new_name] == "30"


def test_only_the_owner_can_read_the_running_settings(tmp_path: Path) -> None:
    with publish_settings(Settings(var=tmp_path), SITE_SETTINGS):
        assert stat.S_IMODE((tmp_path / RUNNING_FILE).stat().st_mode) == 0o600


def test_the_file_of_a_killed_run_is_ignored(command_environment: dict[str, str], tmp_path: Path) -> None:
    record = {"pid": os.getpid(), "started": 1.0, "settings": SITE_SETTINGS}
    (tmp_path / RUNNING_FILE).write_text(json.dumps(record))
    assert read_running_settings(command_environment) == {}
    (tmp_path / RUNNING_FILE).write_text("{")
    assert read_running_settings(command_environment) == {}


@pytest.mark.parametrize(
    ("name", "value"),
    [("TOUCHLINE_PORT", "9001"), ("TOUCHLINE_PAYMENTS", "off"), ("TOUCHLINE_MAIL", "smtp")],
    ids=["another port", "another provider", "a setting that is not set for the site"],
)
def test_a_command_with_a_different_setting_is_refused(
    command_environment: dict[str, str], tmp_path: Path, name: str, value: str
) -> None:
    with (
        publish_settings(Settings(var=tmp_path), SITE_SETTINGS),
        pytest.raises(RefusedError, match=f"a different {name} than"),
    ):
        use_running_settings(command_environment | {name: value})


def test_a_command_can_set_its_log_level_and_repeat_settings(
    command_environment: dict[str, str], tmp_path: Path
) -> None:
    environment = command_environment | {
        "TOUCHLINE_LOG_LEVEL": "debug",
        "TOUCHLINE_PORT": "9000",
        "TOUCHLINE_MAIL": "outbox",
    }
    with publish_settings(Settings(var=tmp_path), SITE_SETTINGS):
        use_running_settings(environment)
    assert environment["TOUCHLINE_LOG_LEVEL"] == "debug"


def test_a_second_site_in_the_same_folder_is_refused(
    command_environment: dict[str, str], tmp_path: Path
) -> None:
    with (
        publish_settings(Settings(var=tmp_path), SITE_SETTINGS),
        pytest.raises(SetupError, match=r"already running .* port 9000"),
    ):
        check_not_running(command_environment)
    check_not_running(command_environment)


def test_settings_show_prints_the_settings_of_the_running_site(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in SITE_SETTINGS:
        monkeypatch.setenv(name, "")  # monkeypatch restores the variable after the test
        monkeypatch.delenv(name)
    monkeypatch.setenv("TOUCHLINE_VAR", str(tmp_path))
    with publish_settings(Settings(var=tmp_path), SITE_SETTINGS):
        shown = json.loads(CliRunner().invoke(main, ["settings", "show", "port", "--json"]).stdout)
    assert shown["value"] == "9000"
