"""Reporting of jobs by a real worker: metrics, error reports, traces and log lines."""

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

from adapters.error_reports.tests.sentry_server import FakeSentryServer
from adapters.error_reports.tests.sentry_server import run_server as serving_sentry
from adapters.queue.rq_queue import RqQueue
from touchline.entrypoints import worker
from touchline.entrypoints.tests.deployment import create_deployment, touchline
from touchline.platform.config.settings import Settings
from touchline.platform.db.outbox import SWEEP_OUTBOX
from touchline.platform.tests.trace_collector import TraceCollector, run_collector, span_attributes
from touchline.shared.tasks.jobs import Task
from touchline.shared.tests.error_reports import RecordingErrorReports

REQUEST_ID = "0123456789abcdef"


@pytest.fixture
def settings() -> Iterator[Settings]:
    with create_deployment() as settings:
        yield settings


@pytest.fixture
def fake_sentry() -> Iterator[FakeSentryServer]:
    with serving_sentry(FakeSentryServer()) as running:
        yield running


@pytest.fixture
def trace_collector() -> Iterator[TraceCollector]:
    with run_collector(TraceCollector()) as running:
        yield running


@pytest.fixture
def metrics_folder(tmp_path: Path) -> Path:
    """Return a folder where processes share their metrics."""
    folder = tmp_path / "metrics"
    folder.mkdir()
    return folder


def enqueue(settings: Settings, *tasks: Task) -> None:
    """Add tasks to the deployment's queue."""
    queue = RqQueue(f"unix://{settings.var}/valkey.sock")
    for task in tasks:
        queue.push(task)


def scrape_metrics(folder: Path) -> dict[tuple[str, ...], float]:
    """Return the metrics in a folder as another process reads them.

    Each key is the name and the label values in the order of the label names.
    """
    command = (
        "from prometheus_client import generate_latest; from touchline.platform.observability import "
        "metrics; "
        "print(generate_latest(metrics.build_registry()).decode())"
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


@pytest.mark.nightly
def test_a_failed_job_is_reported_once_and_every_attempt_is_counted_traced_and_logged(
    settings: Settings, fake_sentry: FakeSentryServer, trace_collector: TraceCollector, metrics_folder: Path
) -> None:
    enqueue(
        settings, Task("no.such.job", (7, "x"), cause=REQUEST_ID), Task(SWEEP_OUTBOX, (), cause=REQUEST_ID)
    )
    done = touchline(
        settings,
        "worker",
        "--burst",
        TOUCHLINE_ERROR_REPORTS="sentry",
        TOUCHLINE_SENTRY_DSN=fake_sentry.dsn,
        TOUCHLINE_OTLP_ENDPOINT=trace_collector.address,
        TOUCHLINE_LOG_FORMAT="json",
        PROMETHEUS_MULTIPROC_DIR=str(metrics_folder),
    )
    assert done.returncode == 0, done.stderr

    event = fake_sentry.next_event()
    assert fake_sentry.events.empty()
    assert event["exception"]["values"][0]["type"] == "UnknownJobError"
    assert event["transaction"] == "no.such.job"
    assert event["tags"] == {"source": "job", "request_id": REQUEST_ID}
    assert (event["extra"]["ids"], event["extra"]["queue"]) == ("7 x", "default")

    counted = scrape_metrics(metrics_folder)
    assert counted["touchline_jobs_total", "(unknown)", "failed"] == 4
    assert counted["touchline_jobs_total", SWEEP_OUTBOX, "done"] >= 1
    assert counted["touchline_job_duration_seconds_count", SWEEP_OUTBOX] >= 1
    assert counted["touchline_error_reports_total", "taken", "job"] == 1
    assert len(list(metrics_folder.glob("*_job-*.db"))) == 2, (
        "one file per type of metric, however many jobs ran"
    )

    spans = [span_attributes(span) for span in trace_collector.spans_named(f"job {SWEEP_OUTBOX}")]
    assert {"touchline.job": SWEEP_OUTBOX, "touchline.request_id": REQUEST_ID} in spans

    lines = [json.loads(line) for line in done.stderr.splitlines() if line.startswith("{")]
    request_lines = [line for line in lines if line["request_id"] == REQUEST_ID]
    [line] = [line for line in request_lines if line["message"].startswith(f"job {SWEEP_OUTBOX}")]
    assert line["job"]
    assert line["logger"] == "touchline.platform.queue.jobs"


@pytest.mark.nightly
def test_a_worker_runs_jobs_while_sentry_and_the_collector_are_unavailable(settings: Settings) -> None:
    enqueue(settings, Task("no.such.job", (7,)), Task(SWEEP_OUTBOX, ()))
    connection = RqQueue(f"unix://{settings.var}/valkey.sock").connection
    jobs = {str(job.args[0]): job for job in rq.Queue("default", connection=connection).jobs}
    for job in jobs.values():
        job.result_ttl = 60  # otherwise a finished job is deleted
        job.save()
    done = touchline(
        settings,
        "worker",
        "--burst",
        TOUCHLINE_ERROR_REPORTS="sentry",
        TOUCHLINE_SENTRY_DSN="http://0123456789abcdef@127.0.0.1:9/7",
        TOUCHLINE_OTLP_ENDPOINT="http://127.0.0.1:9",
    )
    assert done.returncode == 0, done.stderr
    statuses = {name: job.get_status(refresh=True) for name, job in jobs.items()}
    assert statuses == {"no.such.job": JobStatus.FAILED, SWEEP_OUTBOX: JobStatus.FINISHED}


WORK_HORSE_SCRIPT = """
import multiprocessing
def work():
    from touchline.entrypoints.web import application
    application().test_client().get("/client-errors")
child = multiprocessing.get_context("fork").Process(target=work)
child.start()
child.join()
"""


@pytest.mark.nightly
def test_a_forked_web_process_flushes_its_traces_before_it_exits(
    settings: Settings, trace_collector: TraceCollector
) -> None:
    variables = {"TOUCHLINE_VAR": str(settings.var), "TOUCHLINE_OTLP_ENDPOINT": trace_collector.address}
    subprocess.run(
        [sys.executable, "-c", WORK_HORSE_SCRIPT], env={**os.environ, **variables}, check=True, timeout=60
    )
    assert [span.name for span in trace_collector.spans if span.name != "SELECT"] == ["GET /<path:path>"]


@pytest.mark.nightly
def test_an_unexpected_error_in_a_command_is_reported_without_its_arguments(
    settings: Settings, fake_sentry: FakeSentryServer
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", BROKEN_COMMAND_SCRIPT, "tidy", "ada@example.org"],
        env={
            **os.environ,
            "TOUCHLINE_VAR": str(settings.var),
            "TOUCHLINE_ERROR_REPORTS": "sentry",
            "TOUCHLINE_SENTRY_DSN": fake_sentry.dsn,
        },
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1
    assert "KeyError" in done.stderr
    event = fake_sentry.next_event()
    assert (event["transaction"], event["tags"]) == ("touchline tidy", {"source": "command"})
    assert event["exception"]["values"][0]["type"] == "KeyError"
    assert b"ada@" not in b"".join(fake_sentry.raw_bodies)


BROKEN_COMMAND_SCRIPT = """
import click
from touchline.entrypoints.cli import main
@main.command("tidy")
@click.argument("email")
def tidy(email): {}[email]
main()
"""


@pytest.fixture
def reporting_worker(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a worker in this process with recorded error reports (`reporting_worker.error_reports`)."""
    queue = RqQueue(f"unix://{settings.var}/valkey.sock")
    stored = RecordingErrorReports()
    application = SimpleNamespace(container=SimpleNamespace(error_reports=lambda: stored))
    monkeypatch.setattr(worker, "_get_application", lambda: application)
    waiting = rq.Queue("default", connection=queue.connection)
    reporting_worker: Any = worker.TouchlineWorker([waiting], connection=queue.connection)
    reporting_worker.error_reports, reporting_worker.waiting, reporting_worker.push_task = (
        stored,
        waiting,
        queue.push,
    )
    return reporting_worker


def count_killed(name: str) -> float:
    """Return the number of job attempts whose process was killed."""
    labels = {"name": name, "outcome": "killed"}
    return REGISTRY.get_sample_value("touchline_jobs_total", labels) or 0


def test_a_killed_job_is_counted_and_reported_after_the_last_attempt(reporting_worker: Any) -> None:
    reporting_worker.push_task(Task("catalog.transcode", (3, 7), unique="a", cause=REQUEST_ID))
    before = count_killed("catalog.transcode")
    for tries_left in (3, 2, 1, 0):
        assert reporting_worker.error_reports.reports == []
        [job] = reporting_worker.waiting.jobs
        assert job.retries_left == tries_left
        reporting_worker.waiting.empty() if tries_left == 0 else reporting_worker.waiting.remove(job)
        reporting_worker.handle_job_failure(
            job, reporting_worker.waiting, exc_string="Work-horse terminated unexpectedly"
        )
    [report] = reporting_worker.error_reports.reports
    assert (report.source, report.kind, report.location) == ("job", "Killed", "catalog.transcode")
    assert (report.request_id, report.details["ids"]) == (REQUEST_ID, "3 7")
    assert count_killed("catalog.transcode") == before + 4


def test_a_stopped_job_is_not_an_error(reporting_worker: Any) -> None:
    reporting_worker.push_task(Task("catalog.transcode", (3, 7), unique="a"))
    [job] = reporting_worker.waiting.jobs
    job.retries_left, reporting_worker._stopped_job_id = 0, job.id
    reporting_worker.handle_job_failure(job, reporting_worker.waiting, exc_string="stopped")
    assert reporting_worker.error_reports.reports == []
