"""The numbers for Prometheus: their names, their labels, and that several processes count together."""

from __future__ import annotations

import logging
import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from prometheus_client import REGISTRY, Metric, generate_latest
from prometheus_client.parser import text_string_to_metric_families

from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import House
from touchline.platform import metrics
from touchline.platform.metrics import Reading

ROOT = Path(__file__).parents[4]
LABELS = {
    "method",
    "endpoint",
    "status",
    "name",
    "outcome",
    "source",
    "queue",
    "state",
    "program",
    "kind",
    "reason",
}
"""What numbers may be told apart by: each has so many values as our own code knows."""
UNITS = ("_seconds", "_bytes")
THINGS = {"touchline_processes", "touchline_queue_jobs", "touchline_outbox_waiting", "touchline_live_streams"}
"""Gauges that count things have no unit."""
BUILT_IN = ("python_", "process_")
"""prometheus_client's own, where one process counts for itself."""


def families(readings: tuple[Reading, ...] = ()) -> list[Metric]:
    """What a scrape tells now, as Prometheus reads it."""
    return list(text_string_to_metric_families(generate_latest(metrics.registry(readings)).decode()))


def ours(house: House) -> list[Metric]:
    """All of ours."""
    return [family for family in families(house.readings) if not family.name.startswith(BUILT_IN)]


def test_every_name_says_what_is_counted_in_which_unit(house: House) -> None:
    for family in ours(house):
        assert re.fullmatch(r"touchline(_[a-z]+)+", family.name), family.name
        assert family.documentation.endswith("."), family.name
        if family.type == "histogram":
            assert family.name.endswith(UNITS), family.name
        if family.type == "gauge":
            assert family.name.endswith(UNITS) or family.name in THINGS, family.name
        assert not family.name.endswith(("_total", "_count", "_sum", "_bucket", "_info", "_created")), (
            family.name
        )
        assert family.type in ("counter", "gauge", "histogram"), family.name


def test_every_number_is_told_apart_by_what_our_own_code_knows(house: House, visitor: Visitor) -> None:
    visitor.get("/events")
    visitor.get("/no-such-path/tlk_0123456789abcdef")
    visitor.browser.open("/api/events", method="BREW")
    for family in ours(house):
        for sample in family.samples:
            labels = set(sample.labels) - {"le"}
            assert labels <= LABELS, family.name
            assert len(labels) <= 3, family.name
    endpoints = {*visitor.browser.application.view_functions, "(none)"}
    methods = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "(other)"}
    for sample in next(one for one in ours(house) if one.name == "touchline_http_requests").samples:
        if sample.labels["endpoint"] not in endpoints:
            continue  # of the small apps of other tests
        assert sample.labels["method"] in methods
        assert re.fullmatch(r"[1-5]\d\d", sample.labels["status"])
    told = generate_latest(metrics.registry(house.readings)).decode()
    assert "tlk_" not in told
    assert "no-such-path" not in told
    assert "BREW" not in told


def test_a_scrape_after_a_request_has_counted_and_timed_it(visitor: Visitor) -> None:
    def now(name: str, **labels: str) -> float:
        return REGISTRY.get_sample_value(name, labels) or 0

    asked = {"method": "GET", "endpoint": "events.list_events", "status": "200"}
    counted = now("touchline_http_requests_total", **asked)
    timed = now("touchline_http_request_duration_seconds_count", endpoint="events.list_events")
    assert visitor.get("/events").status_code == 200
    scraped = generate_latest(metrics.registry()).decode()
    samples = [sample for family in text_string_to_metric_families(scraped) for sample in family.samples]
    found = {(sample.name, tuple(sorted(sample.labels.items()))): sample.value for sample in samples}
    assert found["touchline_http_requests_total", tuple(sorted(asked.items()))] == counted + 1
    duration = "touchline_http_request_duration_seconds_count", (("endpoint", "events.list_events"),)
    assert found[duration] == timed + 1


def test_what_waits_and_what_is_on_air_is_looked_up_by_each_scrape(house: House) -> None:
    told = {family.name: family.samples for family in families(house.readings)}
    assert [sample.value for sample in told["touchline_outbox_waiting"]] == [0]
    assert {sample.labels["queue"] for sample in told["touchline_queue_jobs"]} == {"default"}
    states = {sample.labels["state"]: sample.value for sample in told["touchline_live_streams"]}
    assert states == {"waiting": 0, "live": 0, "interrupted": 0, "ending": 0}


def test_a_reading_that_cannot_be_had_is_left_out_and_the_others_are_told(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def away() -> dict[str, float]:
        raise ConnectionError("redis://:password@queue")

    names = {
        family.name
        for family in families(
            (Reading("touchline_a", "A.", "", away), Reading("touchline_b", "B.", "", lambda: {"": 7.0}))
        )
    }
    assert "touchline_b" in names
    assert "touchline_a" not in names
    assert "password" not in caplog.text


def test_a_process_that_counts_alone_tells_what_it_takes_of_the_machine() -> None:
    told = {family.name: family.samples for family in families()}
    [memory] = told["touchline_process_resident_memory_bytes"]
    assert memory.value > 10_000_000
    assert [sample.value for sample in told["touchline_processes"]] == [1]


COUNT = """
import sys
from touchline.platform import metrics
metrics.call_me(*sys.argv[1:2])
metrics.REQUESTS.labels("GET", "a", 200).inc()
if sys.argv[1] == "web":
    print("ready", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def numbers(tmp_path: Path) -> Path:
    """Where processes count together."""
    return tmp_path


@pytest.fixture
def others(numbers: Path) -> Iterator[list[subprocess.Popen[str]]]:
    """Two web processes that counted a request each, and live."""
    environment = {**os.environ, metrics.FOLDER: str(numbers)}
    command = [sys.executable, "-c", COUNT, "web"]
    running = [
        subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    for process in running:
        assert process.stdout is not None
        process.stdout.readline()
    yield running
    for process in running:
        process.communicate()


def test_several_processes_count_together_and_dead_ones_are_counted_but_not_alive(
    others: list[subprocess.Popen[str]], numbers: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = [sys.executable, "-c", COUNT, "worker"]
    subprocess.run(command, env={**os.environ, metrics.FOLDER: str(numbers)}, check=True, timeout=60)
    monkeypatch.setenv(metrics.FOLDER, str(numbers))
    told = {family.name: family.samples for family in families()}
    assert [sample.value for sample in told["touchline_http_requests"]] == [3]
    assert {sample.labels["program"]: sample.value for sample in told["touchline_processes"]} == {"web": 2}
    assert [path.name for path in numbers.glob("worker-*.pid")] == []


def test_a_mark_whose_number_went_to_another_process_is_of_a_dead_one(
    numbers: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(metrics.FOLDER, str(numbers))
    began = psutil.Process().create_time()
    for program, after in (("web", 0), ("worker", -60)):
        mark = numbers / f"{program}-{os.getpid()}.pid"
        mark.touch()
        os.utime(mark, (began + after, began + after))
    told = {family.name: family.samples for family in families()}
    assert {sample.labels["program"]: sample.value for sample in told["touchline_processes"]} == {"web": 1}
    assert [path.name for path in numbers.glob("*.pid")] == [f"web-{os.getpid()}.pid"]


def test_a_port_that_another_process_has_is_no_trouble_and_one_that_nobody_may_have_is(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO, metrics.log.name)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        metrics.serve("127.0.0.1", port)
        metrics.serve("203.0.113.7", port)
    assert [(record.levelno, str(port) in record.getMessage()) for record in caplog.records] == [
        (logging.INFO, True),
        (logging.WARNING, True),
    ]


LISTEN = """
import os, urllib.request
from touchline.platform import metrics
metrics.serve("127.0.0.1", 0)
fd, port = metrics._Me.listens.fileno(), metrics._Me.listens.getsockname()[1]
if not os.fork():
    metrics.call_me("job", head=os.getppid())
    try:
        os.fstat(fd)
    except OSError:
        os._exit(0)
    os._exit(7)
assert os.waitstatus_to_exitcode(os.wait()[1]) == 0, "the child holds the port"
assert urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10).status == 200
"""


def test_the_process_of_a_job_lets_go_of_the_port_of_its_worker_which_serves_on(numbers: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", LISTEN],
        env={**os.environ, metrics.FOLDER: str(numbers)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_every_number_is_made_by_the_one_module_that_knows_how_processes_count() -> None:
    takes = re.compile(r"^\s*(?:from|import) prometheus_client", re.MULTILINE)
    product = [path for path in (ROOT / "src").rglob("*.py") if "tests" not in path.parts]
    makers = {path.relative_to(ROOT / "src").as_posix() for path in product if takes.search(path.read_text())}
    assert makers == {
        "touchline/platform/metrics.py",
        "touchline/platform/room_for_numbers.py",  # what they are kept in
    }
