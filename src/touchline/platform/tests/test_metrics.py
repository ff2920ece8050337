"""Prometheus metrics: names, labels, and totals over several processes."""

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
from touchline.entrypoints.bootstrap import Application
from touchline.platform.observability import metrics
from touchline.platform.observability.metrics import SampledMetric

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
"""The allowed labels. Our own code bounds the number of values of each."""
UNITS = ("_seconds", "_bytes")
COUNTED_NOUNS = {
    "touchline_processes",
    "touchline_queue_jobs",
    "touchline_outbox_waiting",
    "touchline_live_streams",
}
"""Gauges that count items and have no unit."""
BUILT_IN = ("python_", "process_")
"""Prefixes of the metrics that prometheus_client provides for a single process."""


def families(sampled_metrics: tuple[SampledMetric, ...] = ()) -> list[Metric]:
    """Return the metrics of a scrape, as Prometheus parses them."""
    return list(
        text_string_to_metric_families(generate_latest(metrics.build_registry(sampled_metrics)).decode())
    )


def list_own_metrics(application: Application) -> list[Metric]:
    """Return all of our own metrics."""
    return [
        family for family in families(application.sampled_metrics) if not family.name.startswith(BUILT_IN)
    ]


def test_metric_names_state_what_is_counted_and_the_unit(application: Application) -> None:
    for family in list_own_metrics(application):
        assert re.fullmatch(r"touchline(_[a-z]+)+", family.name), family.name
        assert family.documentation.endswith("."), family.name
        if family.type == "histogram":
            assert family.name.endswith(UNITS), family.name
        if family.type == "gauge":
            assert family.name.endswith(UNITS) or family.name in COUNTED_NOUNS, family.name
        assert not family.name.endswith(("_total", "_count", "_sum", "_bucket", "_info", "_created")), (
            family.name
        )
        assert family.type in ("counter", "gauge", "histogram"), family.name


def test_labels_come_only_from_our_own_code(application: Application, visitor: Visitor) -> None:
    visitor.get("/events")
    visitor.get("/no-such-path/tlk_0123456789abcdef")
    visitor.browser.open("/api/events", method="BREW")
    for family in list_own_metrics(application):
        for sample in family.samples:
            labels = set(sample.labels) - {"le"}
            assert labels <= LABELS, family.name
            assert len(labels) <= 3, family.name
    endpoints = {*visitor.browser.application.view_functions, "(none)"}
    methods = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "(other)"}
    for sample in next(
        metric for metric in list_own_metrics(application) if metric.name == "touchline_http_requests"
    ).samples:
        if sample.labels["endpoint"] not in endpoints:
            continue  # from the small apps of other tests
        assert sample.labels["method"] in methods
        assert re.fullmatch(r"[1-5]\d\d", sample.labels["status"])
    exported = generate_latest(metrics.build_registry(application.sampled_metrics)).decode()
    assert "tlk_" not in exported
    assert "no-such-path" not in exported
    assert "BREW" not in exported


def test_a_scrape_after_a_request_has_counted_and_timed_it(visitor: Visitor) -> None:
    def now(name: str, **labels: str) -> float:
        return REGISTRY.get_sample_value(name, labels) or 0

    labels = {"method": "GET", "endpoint": "events.list_events", "status": "200"}
    counted = now("touchline_http_requests_total", **labels)
    timed = now("touchline_http_request_duration_seconds_count", endpoint="events.list_events")
    assert visitor.get("/events").status_code == 200
    scraped = generate_latest(metrics.build_registry()).decode()
    samples = [sample for family in text_string_to_metric_families(scraped) for sample in family.samples]
    found = {(sample.name, tuple(sorted(sample.labels.items()))): sample.value for sample in samples}
    assert found["touchline_http_requests_total", tuple(sorted(labels.items()))] == counted + 1
    duration = "touchline_http_request_duration_seconds_count", (("endpoint", "events.list_events"),)
    assert found[duration] == timed + 1


def test_queues_and_live_streams_are_sampled_on_each_scrape(application: Application) -> None:
    exported = {family.name: family.samples for family in families(application.sampled_metrics)}
    assert [sample.value for sample in exported["touchline_outbox_waiting"]] == [0]
    assert {sample.labels["queue"] for sample in exported["touchline_queue_jobs"]} == {"default"}
    states = {sample.labels["state"]: sample.value for sample in exported["touchline_live_streams"]}
    assert states == {"waiting": 0, "live": 0, "interrupted": 0, "ending": 0}


def test_a_failing_sample_is_omitted_and_the_others_are_exported(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def raise_unavailable() -> dict[str, float]:
        raise ConnectionError("redis://:password@queue")

    names = {
        family.name
        for family in families(
            (
                SampledMetric("touchline_a", "A.", "", raise_unavailable),
                SampledMetric("touchline_b", "B.", "", lambda: {"": 7.0}),
            )
        )
    }
    assert "touchline_b" in names
    assert "touchline_a" not in names
    assert "password" not in caplog.text


def test_a_single_process_exports_its_resource_usage() -> None:
    exported = {family.name: family.samples for family in families()}
    [memory] = exported["touchline_process_resident_memory_bytes"]
    assert memory.value > 10_000_000
    assert [sample.value for sample in exported["touchline_processes"]] == [1]


COUNT_SCRIPT = """
import sys
from touchline.platform.observability import metrics
metrics.identify_process(*sys.argv[1:2])
metrics.REQUESTS.labels("GET", "a", 200).inc()
if sys.argv[1] == "web":
    print("ready", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def metrics_folder(tmp_path: Path) -> Path:
    """Return the folder in which processes share their metrics."""
    return tmp_path


@pytest.fixture
def web_processes(metrics_folder: Path) -> Iterator[list[subprocess.Popen[str]]]:
    """Yield two running web processes that have each counted a request."""
    environment = {**os.environ, metrics.MULTIPROC_DIR_VARIABLE: str(metrics_folder)}
    command = [sys.executable, "-c", COUNT_SCRIPT, "web"]
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


def test_counters_of_dead_processes_remain_in_multiprocess_mode(
    web_processes: list[subprocess.Popen[str]], metrics_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = [sys.executable, "-c", COUNT_SCRIPT, "worker"]
    subprocess.run(
        command,
        env={**os.environ, metrics.MULTIPROC_DIR_VARIABLE: str(metrics_folder)},
        check=True,
        timeout=60,
    )
    monkeypatch.setenv(metrics.MULTIPROC_DIR_VARIABLE, str(metrics_folder))
    exported = {family.name: family.samples for family in families()}
    assert [sample.value for sample in exported["touchline_http_requests"]] == [3]
    assert {sample.labels["program"]: sample.value for sample in exported["touchline_processes"]} == {
        "web": 2
    }
    assert [path.name for path in metrics_folder.glob("worker-*.pid")] == []


def test_a_pid_file_with_a_reused_pid_is_stale(metrics_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(metrics.MULTIPROC_DIR_VARIABLE, str(metrics_folder))
    started_at = psutil.Process().create_time()
    for program, after in (("web", 0), ("worker", -60)):
        pid_file = metrics_folder / f"{program}-{os.getpid()}.pid"
        pid_file.touch()
        os.utime(pid_file, (started_at + after, started_at + after))
    exported = {family.name: family.samples for family in families()}
    assert {sample.labels["program"]: sample.value for sample in exported["touchline_processes"]} == {
        "web": 1
    }
    assert [path.name for path in metrics_folder.glob("*.pid")] == [f"web-{os.getpid()}.pid"]


def test_a_port_in_use_is_ignored_and_a_forbidden_port_is_logged(
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


SERVE_SCRIPT = """
import os, urllib.request
from touchline.platform.observability import metrics
metrics.serve("127.0.0.1", 0)
server_socket = metrics._ProcessIdentity.server_socket
fd, port = server_socket.fileno(), server_socket.getsockname()[1]
if not os.fork():
    metrics.identify_process("job", parent_pid=os.getppid())
    try:
        os.fstat(fd)
    except OSError:
        os._exit(0)
    os._exit(7)
assert os.waitstatus_to_exitcode(os.wait()[1]) == 0, "the child holds the port"
assert urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10).status == 200
"""


def test_a_job_process_closes_the_inherited_metrics_port(metrics_folder: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SERVE_SCRIPT],
        env={**os.environ, metrics.MULTIPROC_DIR_VARIABLE: str(metrics_folder)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_metrics_are_created_only_through_the_metrics_module() -> None:
    import_pattern = re.compile(r"^\s*(?:from|import) prometheus_client", re.MULTILINE)
    source_files = [path for path in (ROOT / "src").rglob("*.py") if "tests" not in path.parts]
    importing_files = {
        path.relative_to(ROOT / "src").as_posix()
        for path in source_files
        if import_pattern.search(path.read_text())
    }
    assert importing_files == {
        "touchline/platform/observability/metrics.py",
        "touchline/platform/observability/metric_files.py",  # the files that store the metrics
    }
