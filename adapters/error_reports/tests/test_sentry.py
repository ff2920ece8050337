"""Sentry at the wire: what an event holds, and that nobody waits for Sentry."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from threading import Event

import pytest

from adapters.error_reports.sentry import MOST_WAITING, SentryReports
from adapters.error_reports.tests.sentry_server import SentryServer, serving
from touchline.shared.error_reports import ErrorReport, report_of

REPORT = ErrorReport("server", "KeyError", "'id'", "0123456789abcdef", "GET /api/events/<int:event_id>")


@pytest.fixture
def sentry() -> Iterator[SentryServer]:
    with serving(SentryServer()) as running:
        yield running


@pytest.fixture
def reports(sentry: SentryServer) -> Iterator[SentryReports]:
    taker = SentryReports(sentry.dsn, "1.2.3", "production")
    yield taker
    if sentry.hold is not None:
        sentry.hold.set()
    taker.flush(5)


def test_an_event_says_what_broke_where_and_under_which_id(
    sentry: SentryServer, reports: SentryReports
) -> None:
    reports.report(REPORT)
    event = sentry.next()
    assert event["exception"]["values"] == [{"type": "KeyError", "value": "'id'"}]
    assert event["transaction"] == "GET /api/events/<int:event_id>"
    assert event["tags"] == {"source": "server", "request_id": "0123456789abcdef"}
    assert (event["release"], event["environment"]) == ("1.2.3", "production")
    assert (event["platform"], event["level"]) == ("python", "error")


def test_a_traceback_becomes_frames_without_the_values_that_stood_in_them(
    sentry: SentryServer, reports: SentryReports
) -> None:
    def inner(cash: str) -> None:
        raise ValueError("too much")

    try:
        inner("-".join(["what", "nobody", "may", "know"]))
    except ValueError as error:
        reports.report(report_of(error, "job", where="billing.settle"))
    event = sentry.next()
    frames = event["exception"]["values"][0]["stacktrace"]["frames"]
    assert [frame["function"] for frame in frames][-1] == "inner"
    assert frames[-1]["context_line"] == 'raise ValueError("too much")'
    assert all("vars" not in frame for frame in frames)
    assert b"what-nobody-may-know" not in b"".join(sentry.raw)


@pytest.mark.parametrize(
    "stack",
    [
        "TypeError: x\n    at play (https://watch.example.org/assets/a.js:1:20)\n    at https://watch.example.org/b.js:3:4",
        "play@https://watch.example.org/assets/a.js:1:20\n@https://watch.example.org/b.js:3:4",
    ],
    ids=["chrome", "firefox"],
)
def test_a_browsers_stack_becomes_frames_too(
    stack: str, sentry: SentryServer, reports: SentryReports
) -> None:
    reports.report(ErrorReport("browser", "TypeError", "x", traceback=stack))
    event = sentry.next()
    found = [
        (frame["function"], frame["filename"].rpartition("/")[2], frame["lineno"], frame["colno"])
        for frame in event["exception"]["values"][0]["stacktrace"]["frames"]
    ]
    assert found == [("?", "b.js", 3, 4), ("play", "a.js", 1, 20)]
    assert event["platform"] == "javascript"


def test_an_event_has_nothing_of_its_surroundings(sentry: SentryServer, reports: SentryReports) -> None:
    reports.report(REPORT)
    event = sentry.next()
    assert not {"request", "user", "breadcrumbs", "modules", "threads"} & event.keys()
    assert os.environ["PATH"].encode() not in b"".join(sentry.raw)


@pytest.mark.parametrize("status", [429, 500, 403, 413])
def test_a_refusal_is_told_once_in_the_log_without_a_word_of_the_report(
    status: int, sentry: SentryServer, reports: SentryReports, caplog: pytest.LogCaptureFixture
) -> None:
    sentry.status = status
    for _ in range(3):
        reports.report(REPORT)
    reports.flush(5)
    said = [record for record in caplog.records if record.name == "adapters.error_reports.sentry"]
    assert len(said) == 1
    assert "KeyError" not in caplog.text


def test_who_is_asked_to_wait_asks_no_more(sentry: SentryServer, reports: SentryReports) -> None:
    sentry.status, sentry.headers = 429, {"Retry-After": "60"}
    reports.report(REPORT)
    reports.flush(5)
    sentry.status = 200
    reports.report(REPORT)
    reports.flush(5)
    assert sentry.asked == 1


def test_what_works_again_is_told_too(
    sentry: SentryServer, reports: SentryReports, caplog: pytest.LogCaptureFixture
) -> None:
    sentry.status = 500
    reports.report(REPORT)
    reports.flush(5)
    sentry.status = 200
    reports.report(REPORT)
    sentry.next()
    reports.flush(5)
    assert [record.getMessage() for record in caplog.records][-1] == "Sentry takes error reports again"


def test_nobody_waits_for_a_slow_sentry_and_no_more_than_so_much_is_kept_for_it(
    sentry: SentryServer, reports: SentryReports, caplog: pytest.LogCaptureFixture
) -> None:
    sentry.hold = Event()
    started = time.monotonic()
    for _ in range(MOST_WAITING + 20):
        reports.report(REPORT)
    reports.flush(0.2)
    assert time.monotonic() - started < 5
    assert "Sentry does not take error reports (full_queue)" in caplog.text
    sentry.hold.set()
    reports.flush(20)
    assert sentry.events.qsize() <= MOST_WAITING + 1


def test_what_a_process_reported_last_arrives_though_it_ends(sentry: SentryServer) -> None:
    lines = (
        "from adapters.error_reports.sentry import SentryReports\n"
        "from touchline.shared.error_reports import ErrorReport\n"
        f"SentryReports({sentry.dsn!r}, '1', 'x').report(ErrorReport('command', 'LastWords', 'so long'))\n"
    )
    subprocess.run(
        [sys.executable, "-c", lines], check=True, timeout=60, env={**os.environ, "PYTHONPATH": "."}
    )
    assert sentry.next()["exception"]["values"][0]["type"] == "LastWords"


FORKS = """
import os, sys
from adapters.error_reports.sentry import SentryReports
from touchline.shared.error_reports import ErrorReport
reports = SentryReports(sys.argv[1], "1", "x")
for number in range(3):
    reports.report(ErrorReport("server", f"Parent{number}", "first"))
child = os.fork()
reports.report(ErrorReport("job", "Parent" if child else "Child", "then"))
if not child:
    print("ready", flush=True)
reports.flush(10)
if not child:
    os._exit(0)
os.wait()
"""


def test_a_child_of_a_process_that_reported_sends_its_own_and_not_what_waits_in_its_parent(
    sentry: SentryServer,
) -> None:
    sentry.hold = Event()
    with subprocess.Popen(
        [sys.executable, "-c", FORKS, sentry.dsn],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": "."},
    ) as parent:
        assert parent.stdout is not None
        parent.stdout.readline()
        sentry.hold.set()
        assert parent.wait(60) == 0
    told = [sentry.events.get_nowait() for _ in range(sentry.events.qsize())]
    assert sorted(event["exception"]["values"][0]["type"] for event in told) == [
        "Child",
        "Parent",
        "Parent0",
        "Parent1",
        "Parent2",
    ]


def test_a_house_that_reads_its_log_does_not_load_sentrys_sdk() -> None:
    lines = (
        "import sys, touchline.entrypoints.web\n"
        "from adapters.error_reports.log import LogReports\n"
        "heavy = ('sentry_sdk', 'opentelemetry.sdk.trace', 'opentelemetry.exporter', 'google.protobuf')\n"
        "assert not [name for name in sys.modules if name.startswith(heavy)]\n"
    )
    subprocess.run([sys.executable, "-c", lines], check=True, timeout=60)


def test_the_sdk_itself_says_nothing(
    sentry: SentryServer, reports: SentryReports, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    reports.report(REPORT)
    sentry.next()
    reports.flush(5)
    assert [record.name for record in caplog.records if record.name.startswith("sentry")] == []
