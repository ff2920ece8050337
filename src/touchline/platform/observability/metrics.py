"""The Prometheus metrics of this deployment. All metrics are defined here or with the helpers of this module.

Names begin with `touchline_` and end with their unit. Labels come from our own code (an endpoint, a job, a
queue), never from a visitor, so their number is limited. Several processes count together in the folder
`PROMETHEUS_MULTIPROC_DIR`, each in its own files. A short-lived job process continues the files of the
previous job's process.
"""

from __future__ import annotations

import errno
import logging
import os
import socket
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import prometheus_client
import psutil
from prometheus_client import REGISTRY, CollectorRegistry, values
from prometheus_client import Counter as Counter
from prometheus_client import Gauge as Gauge
from prometheus_client import Histogram as Histogram
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.exposition import start_http_server
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from touchline.platform.observability.metric_files import PreallocatedMmapedDict

MULTIPROC_DIR_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"
_CLOCK_SKEW_SECONDS = 1.0
"""Maximum difference between file timestamps and process clocks."""
log = logging.getLogger(__name__)


class _ProcessIdentity:
    """Identity of this process for other processes."""

    program = "command"
    parent_pid: int | None = None
    server_socket: socket.socket | None = None

    @classmethod
    def file_prefix(cls) -> str:
        """Return the prefix of the process's metric files. No two running processes have the same prefix."""
        return f"{cls.program}-{cls.parent_pid or os.getpid()}"


if MULTIPROC_DIR_VARIABLE in os.environ:
    # Must run before the first metric is created
    values.MmapedDict = PreallocatedMmapedDict  # type: ignore[attr-defined]
    values.ValueClass = values.MultiProcessValue(_ProcessIdentity.file_prefix)  # type: ignore[no-untyped-call]

prometheus_client.disable_created_metrics()  # type: ignore[no-untyped-call]  # nobody asks when each began
REQUESTS = Counter("touchline_http_requests", "HTTP requests answered.", ["method", "endpoint", "status"])
REQUEST_SECONDS = Histogram(
    "touchline_http_request_duration_seconds", "Time to answer an HTTP request.", ["endpoint"]
)
JOBS = Counter("touchline_jobs", "Job attempts by result: done, failed or killed.", ["name", "outcome"])
JOB_SECONDS = Histogram(
    "touchline_job_duration_seconds",
    "Duration of a job attempt.",
    ["name"],
    buckets=(0.05, 0.25, 1, 5, 15, 60, 300, 900, 3600),
)
ERROR_REPORTS = Counter(
    "touchline_error_reports",
    "Error reports by result: sent, repeated within a minute, over the limit, or failed.",
    ["source", "outcome"],
)
CLIENT_ERRORS = Counter(
    "touchline_client_errors",
    "Client errors from browsers by result: accepted, or why they were rejected.",
    ["outcome"],
)


_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


def count_response(method: str, endpoint: str, status: int, seconds: float | None) -> None:
    """Count a response and, if known, the seconds that it took."""
    count, time_taken = _request_metrics(method if method in _METHODS else "(other)", endpoint, status)
    count.inc()
    if seconds is not None:
        time_taken.observe(seconds)


@lru_cache(maxsize=2048)
def _request_metrics(method: str, endpoint: str, status: int) -> tuple[Counter, Histogram]:
    return REQUESTS.labels(method, endpoint, status), REQUEST_SECONDS.labels(endpoint)


@dataclass(frozen=True)
class SampledMetric:
    """A metric that is read on each scrape.

    `sample` returns the value for each value of `label`. A metric has at most one label.
    """

    name: str
    description: str
    label: str
    sample: Callable[[], Mapping[str, float]]


def identify_process(program: str, *, parent_pid: int | None = None) -> None:
    """Set the kind of this process: `web` or `worker`.

    With `parent_pid`, the process is a short-lived child of that worker. It continues the previous child's
    numbers and closes the inherited metrics port.
    """
    _ProcessIdentity.program, _ProcessIdentity.parent_pid = program, parent_pid
    if parent_pid is not None and _ProcessIdentity.server_socket is not None:
        _ProcessIdentity.server_socket.close()
        _ProcessIdentity.server_socket = None
    if MULTIPROC_DIR_VARIABLE in os.environ and parent_pid is None:
        (Path(os.environ[MULTIPROC_DIR_VARIABLE]) / f"{_ProcessIdentity.file_prefix()}.pid").touch()


def is_multiprocess() -> bool:
    """Return whether several processes count together."""
    return MULTIPROC_DIR_VARIABLE in os.environ


def build_registry(sampled_metrics: Iterable[SampledMetric] = ()) -> CollectorRegistry:
    """Build the registry of all metrics: counted, per process, and sampled.

    The counts cover all processes that share a folder, or only this process if there is no folder.
    """
    combined = CollectorRegistry(auto_describe=False)
    if MULTIPROC_DIR_VARIABLE in os.environ:
        MultiProcessCollector(combined)  # type: ignore[no-untyped-call]
    else:
        combined.register(_LocalCollector())
    combined.register(_ProcessCollector())
    combined.register(_SampledMetricsCollector(tuple(sampled_metrics)))
    return combined


def serve(host: str, port: int, sampled_metrics: Iterable[SampledMetric] = ()) -> None:
    """Serve the metrics on a separate port. Of several processes, the first one serves them."""
    try:
        server, _ = start_http_server(port, host, build_registry(sampled_metrics))
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            log.info("another process already serves metrics on port %s", port)
        else:
            log.warning("metrics cannot be served on %s port %s: %s", host, port, error.strerror or error)
        return
    _ProcessIdentity.server_socket = server.socket


class _LocalCollector(Collector):
    """The counts of this process."""

    def collect(self) -> Iterator[Metric]:
        yield from REGISTRY.collect()


class _SampledMetricsCollector(Collector):
    """The sampled metrics. A metric that cannot be read is left out."""

    def __init__(self, sampled_metrics: tuple[SampledMetric, ...]) -> None:
        self._metrics = sampled_metrics

    def collect(self) -> Iterator[Metric]:
        for metric in self._metrics:
            try:
                sample = metric.sample()
            except Exception as error:
                log.warning("%s cannot be read: %s", metric.name, type(error).__name__)
                continue
            family = GaugeMetricFamily(
                metric.name, metric.description, labels=[metric.label] if metric.label else []
            )
            for label, value in sorted(sample.items()):
                family.add_metric([label] if metric.label else [], value)
            yield family


class _ProcessCollector(Collector):
    """The running processes by program, with their memory and CPU use."""

    def collect(self) -> Iterator[Metric]:
        process_count = GaugeMetricFamily("touchline_processes", "Running processes.", labels=["program"])
        memory = GaugeMetricFamily(
            "touchline_process_resident_memory_bytes", "Memory of the running processes.", labels=["program"]
        )
        cpu_seconds = GaugeMetricFamily(
            "touchline_process_cpu_seconds",
            "CPU time of the running processes; falls when a process ends.",
            labels=["program"],
        )
        for program, usages in sorted(_list_processes().items()):
            process_count.add_metric([program], len(usages))
            memory.add_metric([program], sum(resident_bytes for resident_bytes, _ in usages))
            cpu_seconds.add_metric([program], sum(seconds for _, seconds in usages))
        yield from (process_count, memory, cpu_seconds)


def _list_processes() -> dict[str, list[tuple[int, float]]]:
    """Return memory in bytes and CPU seconds of each running process by program. Delete pid files of dead
    ones.
    """
    usages: dict[str, list[tuple[int, float]]] = defaultdict(list)
    if MULTIPROC_DIR_VARIABLE not in os.environ:
        usages[_ProcessIdentity.program].append(_read_process_usage(os.getpid()))
        return usages
    for pid_file in Path(os.environ[MULTIPROC_DIR_VARIABLE]).glob("*-*.pid"):
        program, _, pid = pid_file.stem.rpartition("-")
        try:
            usage = _read_process_usage(int(pid), marked_at=pid_file.stat().st_mtime)
        except FileNotFoundError:
            continue  # another scrape was faster
        except (psutil.NoSuchProcess, psutil.AccessDenied):
            pid_file.unlink(missing_ok=True)
            continue
        usages[program].append(usage)
    return usages


def _read_process_usage(pid: int, marked_at: float | None = None) -> tuple[int, float]:
    """Return memory in bytes and CPU seconds of a process.

    Raises `NoSuchProcess` also if another process got the pid after the pid file was written.
    """
    process = psutil.Process(pid)
    if marked_at is not None and process.create_time() > marked_at + _CLOCK_SKEW_SECONDS:
        raise psutil.NoSuchProcess(pid)
    with process.oneshot():
        return process.memory_info().rss, sum(process.cpu_times()[:4])
