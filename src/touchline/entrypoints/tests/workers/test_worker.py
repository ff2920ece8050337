"""The real worker on a real queue and database, started as an operator would."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
import rq
from sqlalchemy import func, select

from adapters.queue.rq_queue import RqQueue
from touchline.entrypoints import contexts, worker
from touchline.entrypoints.tests.deployment import create_deployment, touchline
from touchline.platform.config.settings import Settings
from touchline.platform.db.outbox import SWEEP_OUTBOX, OutboxRow
from touchline.platform.db.session import Database
from touchline.platform.observability import metrics
from touchline.shared.clock import SystemClock
from touchline.shared.tasks.jobs import DAY


@pytest.fixture
def settings() -> Iterator[Settings]:
    with create_deployment() as settings:
        yield settings


@pytest.mark.nightly
def test_a_worker_sends_the_outbox_of_a_dead_process(settings: Settings) -> None:
    database = Database(settings.resolved_database_url)
    with database.transaction(None) as session:
        hours_ago = SystemClock().now() - timedelta(hours=3)
        payload: dict[str, Any] = {"ids": [], "queue": "default", "unique": None, "timeout": 60}
        session.add(
            OutboxRow(kind="job", name=SWEEP_OUTBOX, channel_id=0, payload=payload, written_at=hours_ago)
        )
    done = touchline(settings, "worker", "--burst")
    assert done.returncode == 0, done.stderr
    with database.transaction(None) as session:
        assert session.scalar(select(func.count()).select_from(OutboxRow)) == 0
    assert done.stderr.count(f"job {SWEEP_OUTBOX}") == 2
    database.close()


def test_a_worker_enqueues_regular_jobs_each_minute_and_daily_jobs_each_day(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    queue = RqQueue(f"unix://{settings.var}/valkey.sock")
    waiting = [rq.Queue(name, connection=queue.connection) for name in worker.QUEUES]
    application = SimpleNamespace(adapters=SimpleNamespace(queue=lambda: queue))
    monkeypatch.setattr(worker, "_get_application", lambda: application)
    touchline_worker = worker.TouchlineWorker(waiting, connection=queue.connection)

    def list_requested_jobs(at: float) -> set[str]:
        monkeypatch.setattr(worker, "time", SimpleNamespace(monotonic=lambda: at))
        touchline_worker.run_maintenance_tasks()
        names = {job.args[0] for waiting_queue in waiting for job in waiting_queue.jobs}
        for waiting_queue in waiting:
            waiting_queue.delete()
        return names

    regular = {SWEEP_OUTBOX, *(task.name for task in contexts.collect_attributes("jobs", "REGULAR"))}
    daily = {task.name for task in contexts.collect_attributes("jobs", "DAILY")}
    assert "billing.reconcile" in regular
    assert {"channel.forget_sessions", "catalog.recover_media", "catalog.tidy_live"} < daily
    assert list_requested_jobs(1000) == regular | daily
    assert list_requested_jobs(1030) == set()
    assert list_requested_jobs(1060) == regular
    assert list_requested_jobs(1060 + DAY) == regular | daily


def test_a_worker_serves_metrics_without_the_sampled_metrics(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    queue = RqQueue(f"unix://{settings.var}/valkey.sock")
    requested: list[tuple[Any, ...]] = []
    application = SimpleNamespace(
        adapters=SimpleNamespace(queue=lambda: queue, cutter=lambda: None),
        settings=SimpleNamespace(metrics_host="127.0.0.1", metrics_port=9464),
        sampled_metrics=("of the database",),
    )
    monkeypatch.setattr(worker, "_get_application", lambda: application)
    monkeypatch.setattr(metrics, "identify_process", lambda program: None)
    monkeypatch.setattr(metrics, "is_multiprocess", lambda: True)
    monkeypatch.setattr(metrics, "serve", lambda *reported: requested.append(reported))
    monkeypatch.setattr(worker.TouchlineWorker, "work", lambda *_, **__: None)
    worker.main()
    assert requested == [("127.0.0.1", 9464)]


def test_an_idle_worker_wakes_up_for_maintenance_each_minute(settings: Settings) -> None:
    queue = RqQueue(f"unix://{settings.var}/valkey.sock")
    waiting = [rq.Queue(name, connection=queue.connection) for name in worker.QUEUES]
    idle = worker.TouchlineWorker(waiting, connection=queue.connection, maintenance_interval=60)
    assert idle.dequeue_timeout == 60
    busy = worker.TouchlineWorker(waiting, connection=queue.connection, maintenance_interval=9000)
    assert busy.dequeue_timeout == rq.Worker(waiting, connection=queue.connection).dequeue_timeout


def test_the_execution_of_a_killed_worker_is_deleted_before_the_next(settings: Settings) -> None:
    queue = RqQueue(f"unix://{settings.var}/valkey.sock")
    waiting = rq.Queue("default", connection=queue.connection)
    job = waiting.enqueue("touchline.entrypoints.worker.run_task", "x", job_id="again")
    touchline_worker = worker.TouchlineWorker([waiting], connection=queue.connection)
    killed = touchline_worker.prepare_execution(job)
    queue.connection.delete(killed.key)  # as if the execution had expired
    current = touchline_worker.prepare_execution(job)
    assert [execution.id for execution in job.get_executions()] == [current.id]


def test_an_invalid_setting_is_reported_with_exit_code_1() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "touchline", "settings", "list"],
        env=os.environ | {"TOUCHLINE_PORT": "eighty"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1
    message = "Error: TOUCHLINE_PORT must be a whole number from 1 to 65535, not 'eighty'."
    assert done.stderr.strip() == message


def test_settings_list_shows_every_setting_and_no_secret(settings: Settings) -> None:
    secret = {"TOUCHLINE_SECRET_KEY": "a-very-secret-key-of-this-test"}
    done = touchline(settings, "config", **secret, COLUMNS="80")
    assert done.returncode == 0, done.stderr
    for field in fields(Settings):
        assert f"TOUCHLINE_{field.name.upper()}" in done.stdout
    listed_settings = json.loads(touchline(settings, "settings", "list", "--json", **secret).stdout)
    assert {row["Setting"]: row["Value"] for row in listed_settings}["TOUCHLINE_SECRET_KEY"] == "(hidden)"
    assert "a-very-secret" not in done.stdout + done.stderr + str(listed_settings)
