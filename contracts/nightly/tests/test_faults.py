"""Tests of how the fault script evaluates the responses of visitors."""

from __future__ import annotations

import io
import runpy
import time
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import requests

from contracts.nightly.faults import deployment
from contracts.nightly.faults.__main__ import find_problems, playback_share
from contracts.nightly.faults.definitions import FAULTS, ProcessKiller, find_refusals, find_slow_files
from contracts.nightly.faults.request_log import (
    ACTIONS,
    NO_RESPONSE,
    PAGES,
    PLAYBACK,
    BrowserClient,
    RequestLog,
    ResponseRecord,
    count_messages,
)
from contracts.nightly.faults.verification import RECORD_KINDS, VerificationResult
from contracts.nightly.faults.virtual_users import VirtualUsers
from touchline.container import ApplicationContainer
from touchline.shared.clock import SystemClock

NO_DEPLOYMENT: Any = None

PAGE = Path(__file__).parents[3] / "docs/reference/measurements.md"


@pytest.fixture
def request_log() -> RequestLog:
    """Return a log with a segment at 10, a refusal at 20, and 15 seconds without a response that ended at
    40."""
    request_log = RequestLog()
    request_log.add(ResponseRecord(PLAYBACK, 10.0, 200, 0.1))
    request_log.add(ResponseRecord(ACTIONS, 20.0, 503, 0.1, "not now"))
    request_log.add(ResponseRecord(PLAYBACK, 40.0, NO_RESPONSE, 15.0))
    return request_log


def test_a_response_counts_at_its_request_time(request_log: RequestLog) -> None:
    assert [response.received_at for response in request_log.between(15.0, 30.0)] == [20.0, 40.0]
    assert [response.received_at for response in request_log.between(15.0, 30.0, PLAYBACK)] == [40.0]


def test_recovery_ends_with_the_last_failure(request_log: RequestLog) -> None:
    assert request_log.seconds_until_recovery(15.0) == 25.0
    assert request_log.seconds_until_recovery(50.0) == 0.0


def test_refusals_are_reported_with_their_messages(request_log: RequestLog) -> None:
    assert count_messages(request_log.between(0.0, 99.0)) == {"503 not now": 1, "no response": 1}


def test_live_pauses_are_measured_between_segments_and_at_both_ends(request_log: RequestLog) -> None:
    request_log.segment_times += [11.0, 13.0, 22.0, 24.0]
    assert request_log.longest_live_pause(10.0, 30.0) == 9.0
    assert request_log.longest_live_pause(10.0, 40.0) == 16.0


def test_a_fault_without_evidence_or_attempts_fails() -> None:
    virtual_users, responses = VirtualUsers(NO_DEPLOYMENT), [ResponseRecord(PLAYBACK, 1.0, 200, 0.1)]
    verification = VerificationResult(Counter(set(RECORD_KINDS) - {"clip"}))
    virtual_users.failures.append("watch_live: KeyError 'data'")
    problems = list(find_problems(FAULTS[0], virtual_users, verification, "", responses, responses, 0.0))
    assert problems == [
        "there is no evidence that the fault took effect",
        "watch_live: KeyError 'data'",
        "never acknowledged: clip",
    ]


def test_immediate_refusals_are_weighted_by_duration() -> None:
    responses = [ResponseRecord(PLAYBACK, 0.1 * number, 200, 0.1) for number in range(1, 81)]
    unavailable = [
        ResponseRecord(PLAYBACK, 8.0 + 0.02 * number, NO_RESPONSE, 0.0) for number in range(1, 101)
    ]
    assert playback_share([*responses, *unavailable]) == pytest.approx(0.8)
    assert playback_share(responses) == 1.0 and playback_share(unavailable) == 0.0


@pytest.fixture
def verification() -> VerificationResult:
    """Return a verification in which one record of each kind was acknowledged and found."""
    return VerificationResult(Counter(RECORD_KINDS))


def test_a_refusal_needs_a_retryable_status_and_a_message(verification: VerificationResult) -> None:
    responses = [ResponseRecord(PLAYBACK, 1.0, 200, 0.1)]
    failures = [
        ResponseRecord(ACTIONS, 2.0, 503, 0.1),
        ResponseRecord(ACTIONS, 2.0, 409, 0.1),
        ResponseRecord(ACTIONS, 2.0, 500, 0.1, "Oh."),
    ]
    refusals = [
        ResponseRecord(ACTIONS, 2.0, 503, 0.1, "Not now."),
        ResponseRecord(ACTIONS, 2.0, 409, 0.1, "Still being paid."),
    ]
    problems = list(
        find_problems(
            FAULTS[0],
            VirtualUsers(NO_DEPLOYMENT),
            verification,
            "1 call refused",
            responses,
            [*responses, *refusals, *failures],
            0.0,
        )
    )
    assert problems == [
        "503 without a message (1 times)",
        "409 without a message (1 times)",
        "500 Oh. (1 times)",
    ]


def test_disconnects_are_allowed_only_when_processes_are_killed(verification: VerificationResult) -> None:
    responses, disconnected = (
        [ResponseRecord(PLAYBACK, 1.0, 200, 0.1)],
        [ResponseRecord(ACTIONS, 2.0, NO_RESPONSE, 0.1)],
    )
    faults_by_name = {fault.name: fault for fault in FAULTS}
    for name, expected in (("killed", []), ("database", ["no response (1 times)"])):
        assert (
            list(
                find_problems(
                    faults_by_name[name],
                    VirtualUsers(NO_DEPLOYMENT),
                    verification,
                    "1 × web",
                    responses,
                    disconnected,
                    0.0,
                )
            )
            == expected
        )


@pytest.mark.parametrize(
    ("path", "kind", "body", "message"),
    [
        ("/api/events", "application/problem+json", b'{"message": "Not now."}', "Not now."),
        ("/api/events", "application/problem+json", b'{"message": null}', ""),
        ("/api/events", "text/html", b"<title>Bad gateway</title>", ""),
        ("/", "text/html", b"<title>Back soon</title>", "(page) Back soon"),
    ],
)
def test_calls_report_the_message_and_pages_the_title(
    monkeypatch: pytest.MonkeyPatch, path: str, kind: str, body: bytes, message: str
) -> None:
    response = requests.Response()
    response.status_code, response.raw, response.headers["Content-Type"] = 503, io.BytesIO(body), kind
    monkeypatch.setattr(requests.Session, "request", lambda *_, **__: response)
    request_log = RequestLog()
    accept_header = {"Accept": "text/html"} if path == "/" else {}
    BrowserClient(1, request_log).request(PAGES, "GET", path, headers=accept_header)
    assert [response.message for response in request_log.responses] == [message]


def test_killed_processes_need_evidence_for_each_kind() -> None:
    killer = ProcessKiller()
    for name, evidence in (("web", ""), ("worker", ""), ("ingest", "1 × ingest, 1 × web, 1 × worker")):
        killer.killed[name] += 1
        assert killer.find_evidence(NO_DEPLOYMENT, VirtualUsers(NO_DEPLOYMENT), (0.0, 1.0)) == evidence


def test_evidence_counts_only_during_the_fault(request_log: RequestLog) -> None:
    virtual_users = VirtualUsers(NO_DEPLOYMENT)
    virtual_users.request_log = request_log
    assert find_refusals(NO_DEPLOYMENT, virtual_users, (15.0, 30.0)) == "1 call refused"
    assert find_refusals(NO_DEPLOYMENT, virtual_users, (21.0, 30.0)) == ""
    assert find_slow_files(NO_DEPLOYMENT, virtual_users, (9.0, 30.0)) == ""
    assert find_slow_files(NO_DEPLOYMENT, virtual_users, (24.0, 30.0)) == "no segment in less than 15.0 s"


def test_each_fault_is_documented() -> None:
    page = PAGE.read_text("utf-8")
    assert [fault.description for fault in FAULTS if f"| {fault.description}" not in page] == []
    assert len({fault.name for fault in FAULTS}) == len(FAULTS)


def test_the_fault_clock_is_the_product_clock(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    control_file = tmp_path / "clock"
    control_file.write_text("-600")
    monkeypatch.setenv("FAULTS_CLOCK", str(control_file))
    monkeypatch.setattr(time, "time", time.time)
    monkeypatch.setattr(SystemClock, "now", SystemClock.now)
    runpy.run_path(str(Path(deployment.__file__).parent / "slow/sitecustomize.py"))
    offset = ApplicationContainer.clock().now() - datetime.now(UTC)
    assert abs(offset.total_seconds() + 600) < 60
