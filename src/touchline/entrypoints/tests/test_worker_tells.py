"""What a real worker tells of its jobs: numbers, error reports, traces, lines of the log."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import rq
from prometheus_client import REGISTRY
from prometheus_client.parser import text_string_to_metric_families
from rq.job import JobStatus

from adapters.error_reports.tests.sentry_server import SentryServer
from adapters.error_reports.tests.sentry_server import serving as serving_sentry
from adapters.queue.rq_queue import RqQueue
from touchline.entrypoints import worker
from touchline.entrypoints.tests.deployment import deployment, touchline
from touchline.platform.db.outbox import SWEEP
from touchline.platform.settings import Settings
from touchline.platform.tests.collector import Collector, serving, told
from touchline.shared.jobs import Task
from touchline.shared.tests.reports import KeptReports

REQUEST = "0123456789abcdef"


@pytest.fixture
def settings() -> Iterator[Settings]:
    with deployment() as settings:
        yield settings


@pytest.fixture
def sentry() -> Iterator[SentryServer]:
    with serving_sentry(SentryServer()) as running:
        yield running


@pytest.fixture
def collector() -> Iterator[Collector]:
    with serving(Collector()) as running:
        yield running


@pytest.fixture
def numbers(tmp_path: Path) -> Path:
    """Where processes count together."""
    folder = tmp_path / "metrics"
    folder.mkdir()
    return folder


def ask_for(settings: Settings, *tasks: Task) -> None:
    """Put tasks into the deployment's queue."""
    queue = RqQueue(f"unix://{settings.var}/valkey.sock")
    for task in tasks:
        queue.push(task)


def scraped(folder: Path) -> dict[tuple[str, ...], float]:
    """What another process reads of the numbers in a folder: name, values of its labels in the order of
    their names, and the number."""
    command = (
        "from prometheus_client import generate_latest; from touchline.platform import metrics; "
        "print(generate_latest(metrics.registry()).decode())"
    )
    done = subprocess.run(
        [sys.executable, "-c", command],
        env={**os.environ, "PROMETHEUS_MULTIPROC_DIR": str(folder)},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return {
        (sample.name, *(value for _, value in sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(done.stdout)
        for sample in family.samples
    }


def test_what_failed_for_good_is_reported_once_and_every_try_is_counted_traced_and_logged(
    settings: Settings, sentry: SentryServer, collector: Collector, numbers: Path
) -> None:
    ask_for(settings, Task("no.such.job", (7, "x"), cause=REQUEST), Task(SWEEP, (), cause=REQUEST))
    done = touchline(
        settings,
        "worker",
        "--burst",
        TOUCHLINE_ERROR_REPORTS="sentry",
        TOUCHLINE_SENTRY_DSN=sentry.dsn,
        TOUCHLINE_TRACES_TO=collector.address,
        TOUCHLINE_LOG_FORMAT="json",
        PROMETHEUS_MULTIPROC_DIR=str(numbers),
    )
    assert done.returncode == 0, done.stderr

    event = sentry.next()
    assert sentry.events.empty()
    assert event["exception"]["values"][0]["type"] == "UnknownJob"
    assert event["transaction"] == "no.such.job"
    assert event["tags"] == {"source": "job", "request_id": REQUEST}
    assert (event["extra"]["ids"], event["extra"]["queue"]) == ("7 x", "default")

    counted = scraped(numbers)
    assert counted["touchline_jobs_total", "(unknown)", "failed"] == 4
    assert counted["touchline_jobs_total", SWEEP, "done"] >= 1
    assert counted["touchline_job_duration_seconds_count", SWEEP] >= 1
    assert counted["touchline_error_reports_total", "taken", "job"] == 1
    assert len(list(numbers.glob("*_job-*.db"))) == 2, "one file a kind, however many jobs there were"

    asked = [told(span) for span in collector.named(f"job {SWEEP}")]
    assert {"touchline.job": SWEEP, "touchline.request_id": REQUEST} in asked

    lines = [json.loads(line) for line in done.stderr.splitlines() if line.startswith("{")]
    ours = [line for line in lines if line["request_id"] == REQUEST]
    [line] = [line for line in ours if line["message"].startswith(f"job {SWEEP}")]
    assert line["job"]
    assert line["logger"] == "touchline.platform.queue.jobs"


@pytest.mark.nightly
def test_a_worker_whose_sentry_and_collector_are_away_does_its_jobs(settings: Settings) -> None:
    ask_for(settings, Task("no.such.job", (7,)), Task(SWEEP, ()))
    connection = RqQueue(f"unix://{settings.var}/valkey.sock").connection
    jobs = {str(job.args[0]): job for job in rq.Queue("default", connection=connection).jobs}
    for job in jobs.values():
        job.result_ttl = 60  # else one that is done is gone
        job.save()
    done = touchline(
        settings,
        "worker",
        "--burst",
        TOUCHLINE_ERROR_REPORTS="sentry",
        TOUCHLINE_SENTRY_DSN="http://0123456789abcdef@127.0.0.1:9/7",
        TOUCHLINE_TRACES_TO="http://127.0.0.1:9",
    )
    assert done.returncode == 0, done.stderr
    ends = {name: job.get_status(refresh=True) for name, job in jobs.items()}
    assert ends == {"no.such.job": JobStatus.FAILED, SWEEP: JobStatus.FINISHED}


CHILD = """
import multiprocessing
def work():
    from touchline.entrypoints.web import application
    application().test_client().get("/client-errors")
child = multiprocessing.get_context("fork").Process(target=work)
child.start()
child.join()
"""


def test_what_a_web_process_has_to_tell_leaves_before_it_ends_as_a_child(
    settings: Settings, collector: Collector
) -> None:
    told = {"TOUCHLINE_VAR": str(settings.var), "TOUCHLINE_TRACES_TO": collector.address}
    subprocess.run([sys.executable, "-c", CHILD], env={**os.environ, **told}, check=True, timeout=60)
    assert [span.name for span in collector.spans if span.name != "SELECT"] == ["GET /<path:path>"]


def test_a_command_that_breaks_unforeseen_is_reported_without_its_arguments(
    settings: Settings, sentry: SentryServer
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", BREAK, "tidy", "ada@example.org"],
        env={
            **os.environ,
            "TOUCHLINE_VAR": str(settings.var),
            "TOUCHLINE_ERROR_REPORTS": "sentry",
            "TOUCHLINE_SENTRY_DSN": sentry.dsn,
        },
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1
    assert "KeyError" in done.stderr
    event = sentry.next()
    assert (event["transaction"], event["tags"]) == ("touchline tidy", {"source": "command"})
    assert event["exception"]["values"][0]["type"] == "KeyError"
    assert b"ada@" not in b"".join(sentry.raw)


BREAK = """
import click
from touchline.entrypoints.cli import main
@main.command("tidy")
@click.argument("whose")
def tidy(whose): {}[whose]
main()
"""


@pytest.fixture
def works(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A worker in this process, in a house whose reports stay here (`works.kept`)."""
    queue = RqQueue(f"unix://{settings.var}/valkey.sock")
    kept = KeptReports()
    house = SimpleNamespace(container=SimpleNamespace(error_reports=lambda: kept))
    monkeypatch.setattr(worker, "_house", lambda: house)
    waiting = rq.Queue("default", connection=queue.connection)
    works: Any = worker.TouchlineWorker([waiting], connection=queue.connection)
    works.kept, works.waiting, works.pushes = kept, waiting, queue.push
    return works


def killed(name: str) -> float:
    """How many tries of a job ended with their process."""
    labels = {"name": name, "outcome": "killed"}
    return REGISTRY.get_sample_value("touchline_jobs_total", labels) or 0


def test_a_job_whose_process_was_killed_is_counted_and_reported_when_no_try_is_left(works: Any) -> None:
    works.pushes(Task("catalog.transcode", (3, 7), unique="a", cause=REQUEST))
    before = killed("catalog.transcode")
    for tries_left in (3, 2, 1, 0):
        assert works.kept.reports == []
        [job] = works.waiting.jobs
        assert job.retries_left == tries_left
        works.waiting.empty() if tries_left == 0 else works.waiting.remove(job)
        works.handle_job_failure(job, works.waiting, exc_string="Work-horse terminated unexpectedly")
    [report] = works.kept.reports
    assert (report.source, report.kind, report.where) == ("job", "Killed", "catalog.transcode")
    assert (report.request_id, report.more["ids"]) == (REQUEST, "3 7")
    assert killed("catalog.transcode") == before + 4


def test_a_job_that_somebody_stopped_is_no_error(works: Any) -> None:
    works.pushes(Task("catalog.transcode", (3, 7), unique="a"))
    [job] = works.waiting.jobs
    job.retries_left, works._stopped_job_id = 0, job.id
    works.handle_job_failure(job, works.waiting, exc_string="stopped")
    assert works.kept.reports == []
