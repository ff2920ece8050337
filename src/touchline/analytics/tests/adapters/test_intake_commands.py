"""`touchline analytics`."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from click.testing import CliRunner

from touchline.analytics.adapters.cli.intake_commands import analytics
from touchline.analytics.adapters.sql.tables import HappeningRow
from touchline.analytics.domain.payloads import Call
from touchline.analytics.tests.intake_fakes import VISIT, line
from touchline.channel.facade import ChannelFacts

Run = Callable[..., str]


@pytest.fixture
def run(intake: Any, counted: ChannelFacts) -> Run:
    """`run("drain")` is `touchline analytics drain`, which must succeed."""

    def command(*words: str) -> str:
        done = CliRunner().invoke(analytics, list(words))
        assert done.exit_code == 0, (done.output, done.exception)
        return done.stdout

    return command


def leave(intake: Any, *told: Any) -> None:
    """A process came, told something and is gone."""
    for one in told:
        intake.spool().append(line(Call.EVENT, one))
    with intake.spool().own() as files:
        for file in files:
            file.close()
    intake.spool()._begin()


def test_what_was_left_is_stored(run: Run, intake: Any, rows: Any) -> None:
    leave(intake, VISIT, [VISIT, VISIT])
    assert run("drain") == "Stored 3 facts; 0 files of processes that run are left to them.\n"
    assert len(rows(HappeningRow)) == 3


def test_files_of_processes_that_run_are_left_to_them(run: Run, intake: Any) -> None:
    intake.spool().append(line(Call.EVENT, VISIT))
    told = json.loads(run("drain", "--json"))
    assert told == {"stored": 0, "files_left": 1, "bytes_left": len(line(Call.EVENT, VISIT))}


def test_what_waits_and_what_was_not_kept_is_told(
    run: Run, intake: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("time.time", lambda: 1_795_284_000.0)
    assert "Nothing that was told in the last 30 days was left out." in run("status")
    leave(intake, {}, {**VISIT, "event": 5})
    told = json.loads(run("status", "--json"))
    assert (told["files"], told["dropped"]) == (1, {})
    run("drain")
    told = json.loads(run("status", "--json"))
    assert told == {
        "files": 0,
        "bytes": 0,
        "days": 30,
        "dropped": {"unknown_profile": 1, "wrong_type": 1},
    }
    assert "unknown_profile" in run("status")
