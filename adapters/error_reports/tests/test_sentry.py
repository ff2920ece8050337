"""Reports to a fake Sentry server: the content of events, and that no request waits for Sentry."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from threading import Event

import pytest

from adapters.error_reports.sentry import MAX_QUEUED, SentryErrorReports
from adapters.error_reports.tests.sentry_server import FakeSentryServer, run_server
from touchline.shared.error_reports import ErrorReport, report_from_exception

REPORT = ErrorReport("server", "KeyError", "'id'", "0123456789abcdef", "GET /api/events/<int:event_id>")


@pytest.fixture
def sentry() -> Iterator[FakeSentryServer]:
    with run_server(FakeSentryServer()) as server:
        yield server


@pytest.fixture
def reports(sentry: FakeSentryServer) -> Iterator[SentryErrorReports]:
    error_reports = SentryErrorReports(sentry.dsn, "1.2.3", "production")
    yield error_reports
    if sentry.resume is not None:
        sentry.resume.set()
    error_reports.flush(5)


def test_an_event_contains_the_error_its_location_and_the_request_id(
    sentry: FakeSentryServer, reports: SentryErrorReports
) -> None:
    reports.report(REPORT)
    event = sentry.next_event()
    assert event["exception"]["values"] == [{"type": "KeyError", "value": "'id'"}]
    assert event["transaction"] == "GET /api/events/<int:event_id>"
    assert event["tags"] == {"source": "server", "request_id": "0123456789abcdef"}
    assert (event["release"], event["environment"]) == ("1.2.3", "production")
    assert (event["platform"], event["level"]) == ("python", "error")


def test_a_traceback_becomes_frames_without_local_variables(
    sentry: FakeSentryServer, reports: SentryErrorReports
) -> None:
    def inner(cash: str) -> None:
        raise ValueError("too much")

    try:
        inner("-".join(["what", "nobody", "may", "know"]))
    except ValueError as error:
        reports.report(report_from_exception(error, "job", location="billing.settle"))
    event = sentry.next_event()
    frames = event["exception"]["values"][0]["stacktrace"]["frames"]
    assert [frame["function"] for frame in frames][-1] == "inner"
    assert frames[-1]["context_line"] == 'raise ValueError("too much")'
    assert all("vars" not in frame for frame in frames)
    assert b"what-nobody-may-know" not in b"".join(sentry.raw_bodies)


@pytest.mark.parametrize(
    "stack",
    [
        "TypeError: x\n    at play (https://watch.example.org/assets/a.js:1:20)\n    at https://watch.example.org/b.js:3:4",
        "play@https://watch.example.org/assets/a.js:1:20\n@https://watch.example.org/b.js:3:4",
    ],
    ids=["chrome", "firefox"],
)
def test_a_browser_stack_becomes_frames(
    stack: str, sentry: FakeSentryServer, reports: SentryErrorReports
) -> None:
    reports.report(ErrorReport("browser", "TypeError", "x", traceback=stack))
    event = sentry.next_event()
    stack_frames = [
        (frame["function"], frame["filename"].rpartition("/")[2], frame["lineno"], frame["colno"])
        for frame in event["exception"]["values"][0]["stacktrace"]["frames"]
    ]
    assert stack_frames == [("?", "b.js", 3, 4), ("play", "a.js", 1, 20)]
    assert event["platform"] == "javascript"


def test_an_event_contains_nothing_of_the_environment(
    sentry: FakeSentryServer, reports: SentryErrorReports
) -> None:
    reports.report(REPORT)
    event = sentry.next_event()
    assert not {"request", "user", "breadcrumbs", "modules", "threads"} & event.keys()
    assert os.environ["PATH"].encode() not in b"".join(sentry.raw_bodies)


@pytest.mark.parametrize("status", [429, 500, 403, 413])
def test_a_rejected_report_is_logged_once_without_its_content(
    status: int, sentry: FakeSentryServer, reports: SentryErrorReports, caplog: pytest.LogCaptureFixture
) -> None:
    sentry.status = status
    for _ in range(3):
        reports.report(REPORT)
    reports.flush(5)
    records = [record for record in caplog.records if record.name == "adapters.error_reports.sentry"]
    assert len(records) == 1
    assert "KeyError" not in caplog.text


def test_no_request_is_sent_before_retry_after(sentry: FakeSentryServer, reports: SentryErrorReports) -> None:
    sentry.status, sentry.headers = 429, {"Retry-After": "60"}
    reports.report(REPORT)
    reports.flush(5)
    sentry.status = 200
    reports.report(REPORT)
    reports.flush(5)
    assert sentry.request_count == 1


def test_recovery_is_logged(
    sentry: FakeSentryServer, reports: SentryErrorReports, caplog: pytest.LogCaptureFixture
) -> None:
    sentry.status = 500
    reports.report(REPORT)
    reports.flush(5)
    sentry.status = 200
    reports.report(REPORT)
    sentry.next_event()
    reports.flush(5)
    assert [record.getMessage() for record in caplog.records][-1] == "Sentry accepts error reports again"


def test_a_slow_sentry_does_not_block_and_the_queue_is_bounded(
    sentry: FakeSentryServer, reports: SentryErrorReports, caplog: pytest.LogCaptureFixture
) -> None:
    sentry.resume = Event()
    started = time.monotonic()
    for _ in range(MAX_QUEUED + 20):
        reports.report(REPORT)
    reports.flush(0.2)
    assert time.monotonic() - started < 5
    assert "Sentry rejects error reports (full_queue)" in caplog.text
    sentry.resume.set()
    reports.flush(20)
    assert sentry.events.qsize() <= MAX_QUEUED + 1


def test_the_last_report_of_a_process_arrives(sentry: FakeSentryServer) -> None:
    script = (
        "from adapters.error_reports.sentry import SentryErrorReports\n"
        "from touchline.shared.error_reports import ErrorReport\n"
        f"reports = SentryErrorReports({sentry.dsn!r}, '1', 'x')\n"
        "reports.report(ErrorReport('command', 'LastWords', 'so long'))\n"
    )
    subprocess.run(
        [sys.executable, "-c", script], check=True, timeout=60, env={**os.environ, "PYTHONPATH": "."}
    )
    assert sentry.next_event()["exception"]["values"][0]["type"] == "LastWords"


FORK_SCRIPT = """
import os, sys
from adapters.error_reports.sentry import SentryErrorReports
from touchline.shared.error_reports import ErrorReport
reports = SentryErrorReports(sys.argv[1], "1", "x")
for number in range(3):
    reports.report(ErrorReport("server", f"Parent{number}", "first"))
child = os.fork()
reports.report(ErrorReport("job", "Parent" if child else "Child", "then"))
if not child:
    print("ready", flush=True)
reports.flush(30)
if not child:
    os._exit(0)
os.wait()
"""


def test_a_forked_child_sends_its_own_reports_and_not_its_parents_queue(
    sentry: FakeSentryServer,
) -> None:
    sentry.resume = Event()
    with subprocess.Popen(
        [sys.executable, "-c", FORK_SCRIPT, sentry.dsn],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": "."},
    ) as parent:
        assert parent.stdout is not None
        parent.stdout.readline()
        sentry.resume.set()
        assert parent.wait(60) == 0
    events = [sentry.events.get_nowait() for _ in range(sentry.events.qsize())]
    assert sorted(event["exception"]["values"][0]["type"] for event in events) == [
        "Child",
        "Parent",
        "Parent0",
        "Parent1",
        "Parent2",
    ]


def test_the_sentry_sdk_is_not_loaded_without_sentry() -> None:
    script = (
        "import sys, touchline.entrypoints.web\n"
        "from adapters.error_reports.log import LogErrorReports\n"
        "heavy = ('sentry_sdk', 'opentelemetry.sdk.trace', 'opentelemetry.exporter', 'google.protobuf')\n"
        "assert not [name for name in sys.modules if name.startswith(heavy)]\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True, timeout=60)


def test_the_sdk_itself_logs_nothing(
    sentry: FakeSentryServer, reports: SentryErrorReports, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    reports.report(REPORT)
    sentry.next_event()
    reports.flush(5)
    assert [record.name for record in caplog.records if record.name.startswith("sentry")] == []
