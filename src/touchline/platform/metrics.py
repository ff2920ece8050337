"""The numbers that this deployment tells Prometheus: every one is made here or by what is offered here.

Names begin with `touchline_` and end in their unit; labels come from our own code (an endpoint, a job, a
queue), never from a visitor, so that there are only so many. Several processes count together in the folder
that `PROMETHEUS_MULTIPROC_DIR` names, each in files of its own; the process of a job, which dies with it,
goes on in those of the job before it.
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

from touchline.platform.room_for_numbers import RoomyDict

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
_SECONDS_OF_CLOCKS = 1.0
"""So far the clocks of files and of processes may be apart."""
log = logging.getLogger(__name__)


class _Me:
    """Who this process is to the others."""

    program = "command"
    head: int | None = None
    listens: socket.socket | None = None

    @classmethod
    def name(cls) -> str:
        """Begins the names of its files; no two living processes have the same."""
        return f"{cls.program}-{cls.head or os.getpid()}"


if FOLDER in os.environ:
    # Before the first number is made
    values.MmapedDict = RoomyDict  # type: ignore[attr-defined]
    values.ValueClass = values.MultiProcessValue(_Me.name)  # type: ignore[no-untyped-call]

prometheus_client.disable_created_metrics()  # type: ignore[no-untyped-call]  # nobody asks when each began
REQUESTS = Counter("touchline_http_requests", "Answered requests.", ["method", "endpoint", "status"])
REQUEST_SECONDS = Histogram(
    "touchline_http_request_duration_seconds", "Time to answer a request.", ["endpoint"]
)
JOBS = Counter("touchline_jobs", "Tries of jobs: done, failed, or killed.", ["name", "outcome"])
JOB_SECONDS = Histogram(
    "touchline_job_duration_seconds",
    "Time that a try of a job took.",
    ["name"],
    buckets=(0.05, 0.25, 1, 5, 15, 60, 300, 900, 3600),
)
ERROR_REPORTS = Counter(
    "touchline_error_reports",
    "Reports of errors: taken, repeated within a minute, too many at once, or failed to be taken.",
    ["source", "outcome"],
)
CLIENT_ERRORS = Counter(
    "touchline_client_errors", "What browsers sent as errors: taken, or why it was not.", ["outcome"]
)


_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


def count_answer(method: str, endpoint: str, status: int, seconds: float | None) -> None:
    """Count an answer, and the time that it took where that is known."""
    count, time_taken = _numbers_of(method if method in _METHODS else "(other)", endpoint, status)
    count.inc()
    if seconds is not None:
        time_taken.observe(seconds)


@lru_cache(maxsize=2048)
def _numbers_of(method: str, endpoint: str, status: int) -> tuple[Counter, Histogram]:
    return REQUESTS.labels(method, endpoint, status), REQUEST_SECONDS.labels(endpoint)


@dataclass(frozen=True)
class Reading:
    """A number that is looked up when somebody asks: `read` answers it for each value of `label`, of which
    there is one at most."""

    name: str
    about: str
    label: str
    read: Callable[[], Mapping[str, float]]


def call_me(program: str, *, head: int | None = None) -> None:
    """Say what this process is: `web`, `worker`; with `head`, a short-lived child of that worker, which goes
    on with the numbers of the child before it, and has no business with the port that it inherited."""
    _Me.program, _Me.head = program, head
    if head is not None and _Me.listens is not None:
        _Me.listens.close()
        _Me.listens = None
    if FOLDER in os.environ and head is None:
        (Path(os.environ[FOLDER]) / f"{_Me.name()}.pid").touch()


def are_shared() -> bool:
    """Whether several processes count together."""
    return FOLDER in os.environ


def registry(readings: Iterable[Reading] = ()) -> CollectorRegistry:
    """All there is to tell: what all processes that share a folder counted, else this one, and readings."""
    whole = CollectorRegistry(auto_describe=False)
    if FOLDER in os.environ:
        MultiProcessCollector(whole)  # type: ignore[no-untyped-call]
    else:
        whole.register(_Counted())
    whole.register(_Processes())
    whole.register(_Readings(tuple(readings)))
    return whole


def serve(host: str, port: int, readings: Iterable[Reading] = ()) -> None:
    """Serve the numbers on a port of their own; of several processes the first one to come does."""
    try:
        server, _ = start_http_server(port, host, registry(readings))
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            log.info("another process serves the numbers on port %s", port)
        else:
            log.warning("the numbers cannot be served on %s port %s: %s", host, port, error.strerror or error)
        return
    _Me.listens = server.socket


class _Counted(Collector):
    """What this process counted."""

    def collect(self) -> Iterator[Metric]:
        yield from REGISTRY.collect()


class _Readings(Collector):
    """What is looked up now. One that cannot be had is left out, and the others are told."""

    def __init__(self, readings: tuple[Reading, ...]) -> None:
        self._readings = readings

    def collect(self) -> Iterator[Metric]:
        for one in self._readings:
            try:
                found = one.read()
            except Exception as error:
                log.warning("%s cannot be read: %s", one.name, type(error).__name__)
                continue
            family = GaugeMetricFamily(one.name, one.about, labels=[one.label] if one.label else [])
            for label, value in sorted(found.items()):
                family.add_metric([label] if one.label else [], value)
            yield family


class _Processes(Collector):
    """The processes that live, by program, and what they take of the machine."""

    def collect(self) -> Iterator[Metric]:
        alive = GaugeMetricFamily("touchline_processes", "Processes that run.", labels=["program"])
        memory = GaugeMetricFamily(
            "touchline_process_resident_memory_bytes", "Memory that they hold.", labels=["program"]
        )
        spent = GaugeMetricFamily(
            "touchline_process_cpu_seconds",
            "Time of processors that those which live took; falls when one ends.",
            labels=["program"],
        )
        for program, found in sorted(_living().items()):
            alive.add_metric([program], len(found))
            memory.add_metric([program], sum(held for held, _ in found))
            spent.add_metric([program], sum(seconds for _, seconds in found))
        yield from (alive, memory, spent)


def _living() -> dict[str, list[tuple[int, float]]]:
    """Memory and seconds of each living process, by program; marks of dead ones are tidied away."""
    found: dict[str, list[tuple[int, float]]] = defaultdict(list)
    if FOLDER not in os.environ:
        found[_Me.program].append(_taken(os.getpid()))
        return found
    for mark in Path(os.environ[FOLDER]).glob("*-*.pid"):
        program, _, pid = mark.stem.rpartition("-")
        try:
            taken = _taken(int(pid), marked=mark.stat().st_mtime)
        except FileNotFoundError:
            continue  # another scrape was faster
        except (psutil.NoSuchProcess, psutil.AccessDenied):
            mark.unlink(missing_ok=True)
            continue
        found[program].append(taken)
    return found


def _taken(pid: int, marked: float | None = None) -> tuple[int, float]:
    """`NoSuchProcess` also where the number went to another process after the mark was made."""
    process = psutil.Process(pid)
    if marked is not None and process.create_time() > marked + _SECONDS_OF_CLOCKS:
        raise psutil.NoSuchProcess(pid)
    with process.oneshot():
        return process.memory_info().rss, sum(process.cpu_times()[:4])
