"""Commands use the settings of the site that runs in their folder."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest
from click.testing import CliRunner

from touchline.entrypoints.cli import main
from touchline.entrypoints.install import Obstacle
from touchline.entrypoints.running_site import (
    FILE,
    adopt_running_site,
    announced,
    refuse_second_run,
    settings_of_running_site,
)
from touchline.platform.settings import Settings
from touchline.shared.errors import Refused

SITE = {"TOUCHLINE_PORT": "9000", "TOUCHLINE_PAYMENTS": "fake", "TOUCHLINE_DEVELOPMENT": "true"}


@pytest.fixture
def here(tmp_path: Path) -> dict[str, str]:
    """The environment of a command in the folder."""
    return {"TOUCHLINE_VAR": str(tmp_path), "HOME": "/root"}


def test_a_command_has_the_settings_of_the_site_that_runs_and_none_after_its_end(
    here: dict[str, str], tmp_path: Path
) -> None:
    with announced(Settings(var=tmp_path), SITE | here):
        adopted = dict(here)
        adopt_running_site(adopted)
        assert adopted == here | SITE
    assert settings_of_running_site(here) == {}


def test_only_the_owner_may_read_what_the_site_was_started_with(tmp_path: Path) -> None:
    with announced(Settings(var=tmp_path), SITE):
        assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600


def test_what_a_killed_run_left_behind_counts_for_nothing(here: dict[str, str], tmp_path: Path) -> None:
    left = {"pid": os.getpid(), "started": 1.0, "settings": SITE}
    (tmp_path / FILE).write_text(json.dumps(left))
    assert settings_of_running_site(here) == {}
    (tmp_path / FILE).write_text("{")
    assert settings_of_running_site(here) == {}


@pytest.mark.parametrize(
    ("name", "value"),
    [("TOUCHLINE_PORT", "9001"), ("TOUCHLINE_PAYMENTS", "off"), ("TOUCHLINE_MAIL", "smtp")],
    ids=["another port", "another provider", "a setting that the site leaves at its default"],
)
def test_a_command_with_another_setting_than_the_site_is_refused(
    here: dict[str, str], tmp_path: Path, name: str, value: str
) -> None:
    with announced(Settings(var=tmp_path), SITE), pytest.raises(Refused, match=f"another {name} than"):
        adopt_running_site(here | {name: value})


def test_a_command_may_log_in_another_way_and_repeat_what_the_site_has(
    here: dict[str, str], tmp_path: Path
) -> None:
    own = here | {"TOUCHLINE_LOG_LEVEL": "debug", "TOUCHLINE_PORT": "9000", "TOUCHLINE_MAIL": "outbox"}
    with announced(Settings(var=tmp_path), SITE):
        adopt_running_site(own)
    assert own["TOUCHLINE_LOG_LEVEL"] == "debug"


def test_a_second_site_in_the_same_folder_is_refused(here: dict[str, str], tmp_path: Path) -> None:
    with announced(Settings(var=tmp_path), SITE), pytest.raises(Obstacle, match=r"already runs .* port 9000"):
        refuse_second_run(here)
    refuse_second_run(here)


def test_touchline_config_shows_the_settings_of_the_site_that_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in SITE:
        monkeypatch.setenv(name, "")  # restored after the test, whatever the command sets
        monkeypatch.delenv(name)
    monkeypatch.setenv("TOUCHLINE_VAR", str(tmp_path))
    with announced(Settings(var=tmp_path), SITE):
        shown = json.loads(CliRunner().invoke(main, ["config", "port", "--json"]).stdout)
    assert shown["value"] == "9000"
