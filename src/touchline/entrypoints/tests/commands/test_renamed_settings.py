"""A start with an old name of a setting."""

from __future__ import annotations

import json
import logging
from pathlib import Path

import pytest
from click.testing import CliRunner

from touchline.entrypoints.bootstrap import Application, bootstrap
from touchline.entrypoints.cli import main

OLD_NAME, NEW_NAME = "TOUCHLINE_ANALYTICS_DAYS", "TOUCHLINE_ANALYTICS_RETENTION_DAYS"


@pytest.fixture(autouse=True)
def environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Set the old name. Names and log handlers are restored after the test."""
    root = logging.getLogger()
    monkeypatch.setattr(root, "handlers", root.handlers[:])
    monkeypatch.setattr(root, "level", root.level)
    monkeypatch.setenv("TOUCHLINE_VAR", str(tmp_path))
    monkeypatch.setenv("TOUCHLINE_QUEUE", "inline")
    monkeypatch.setenv(NEW_NAME, "")
    monkeypatch.delenv(NEW_NAME)
    monkeypatch.setenv(OLD_NAME, "30")


def test_a_command_accepts_an_old_setting_name_with_a_warning(caplog: pytest.LogCaptureFixture) -> None:
    done = CliRunner().invoke(main, ["settings", "show", "analytics_days", "--json"])
    shown = json.loads(done.stdout)
    assert (shown["name"], shown["value"], shown["source"]) == (NEW_NAME, "30", "environment")
    [record] = caplog.records
    assert record.getMessage().startswith(f"{OLD_NAME} is now {NEW_NAME}.")


def test_a_server_accepts_an_old_setting_name_with_a_warning(capfd: pytest.CaptureFixture[str]) -> None:
    application = bootstrap()
    assert application.settings.analytics_retention_days == 30
    application.close()
    assert Application.current is None
    assert capfd.readouterr().err.count(f"{OLD_NAME} is now {NEW_NAME}.") == 1


def test_different_values_for_the_old_and_new_name_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NEW_NAME, "60")
    done = CliRunner().invoke(main, ["settings", "list"])
    assert (done.exit_code, done.stdout) == (1, "")
    assert f"unset {OLD_NAME}" in done.stderr
    with pytest.raises(SystemExit, match=f"unset {OLD_NAME}"):
        bootstrap()
