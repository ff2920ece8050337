"""The commands of `touchline analytics`."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from click.testing import CliRunner

from touchline.analytics.adapters.cli.spool_commands import analytics
from touchline.analytics.adapters.sql.tables import AnalyticsEventRow
from touchline.analytics.domain.payloads import BeaconType
from touchline.analytics.tests.ingest_fakes import PAGE_VISIT, spool_line
from touchline.channel.facade import ChannelDetails

RunCommand = Callable[..., str]


@pytest.fixture
def run(ingest: Any, analytics_channel: ChannelDetails) -> RunCommand:
    """Return `run("drain")`, which runs `touchline analytics drain` and asserts that it succeeds."""

    def command(*args: str) -> str:
        result = CliRunner().invoke(analytics, list(args))
        assert result.exit_code == 0, (result.output, result.exception)
        return result.stdout

    return command


def leave_orphaned_file(ingest: Any, *payloads: Any) -> None:
    """Leave the lines of a process that has ended."""
    for payload in payloads:
        ingest.spool().append(spool_line(BeaconType.EVENT, payload))
    with ingest.spool().own_files() as files:
        for file in files:
            file.close()
    ingest.spool()._reset()


def test_orphaned_files_are_stored(run: RunCommand, ingest: Any, rows: Any) -> None:
    leave_orphaned_file(ingest, PAGE_VISIT, [PAGE_VISIT, PAGE_VISIT])
    assert run("drain") == "Stored 3 events. 0 files belong to running processes, which store them.\n"
    assert len(rows(AnalyticsEventRow)) == 3


def test_files_of_running_processes_are_not_drained(run: RunCommand, ingest: Any) -> None:
    ingest.spool().append(spool_line(BeaconType.EVENT, PAGE_VISIT))
    status = json.loads(run("drain", "--json"))
    assert status == {
        "stored": 0,
        "files_left": 1,
        "bytes_left": len(spool_line(BeaconType.EVENT, PAGE_VISIT)),
    }


def test_status_shows_pending_files_and_dropped_beacons(
    run: RunCommand, ingest: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("time.time", lambda: 1_795_284_000.0)
    assert "No analytics data was discarded in the last 30 days." in run("status")
    leave_orphaned_file(ingest, {}, {**PAGE_VISIT, "event": 5})
    status = json.loads(run("status", "--json"))
    assert (status["files"], status["dropped"]) == (1, {})
    run("drain")
    status = json.loads(run("status", "--json"))
    assert status == {
        "files": 0,
        "bytes": 0,
        "days": 30,
        "dropped": {"unknown_profile": 1, "wrong_type": 1},
    }
    assert "unknown_profile" in run("status")
