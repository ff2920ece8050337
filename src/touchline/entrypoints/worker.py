"""The worker process: takes tasks from RQ and runs each in its own child process."""

import gc
import logging
import os
import sys
import time
from dataclasses import replace
from functools import cache
from typing import Any

import rq
import rq.utils
from redis.exceptions import ConnectionError as RedisConnectionError
from rq.executions import Execution
from rq.job import Job
from sqlalchemy.orm import configure_mappers

from touchline.entrypoints import contexts
from touchline.entrypoints.bootstrap import Application, bootstrap
from touchline.entrypoints.reliable_queue import ReliableQueue
from touchline.platform.db import change_tracking
from touchline.platform.db.outbox import SWEEP_OUTBOX
from touchline.platform.observability import metrics
from touchline.platform.observability.logging import job_log_context
from touchline.shared.error_reports import ErrorReport, report_from_exception
from touchline.shared.tasks.jobs import DAY, MAIL_QUEUE, WEBHOOK_QUEUE, Task

QUEUES = ("default", MAIL_QUEUE, "clips", "downloads", WEBHOOK_QUEUE, "highlights", "media")
"""Queues in order of priority."""
_MAX_MAIL_DELAY_SECONDS = 5.0
"""Maximum seconds that emails wait while queues of higher priority are never empty. A slow mail server delays
other jobs at most once in this time.
"""
CLIPS_QUEUE = "clips"
"""The queue of clips. Its jobs take less time than loading the video libraries, so the worker loads them once
for all forks.
"""
_MAINTENANCE_SECONDS = 60
_SCHEDULE_SECONDS = 5
"""Seconds between two checks for delayed tasks. A task runs at most this much after its delay."""
_FLUSH_SECONDS = 3.0
log = logging.getLogger(__name__)


@cache
def _get_application() -> Application:
    return bootstrap()


def run_task(name: str, *ids: int | str) -> None:
    """Run one registered job with its IDs. RQ calls this function."""
    current_job = rq.get_current_job()
    log_context = (current_job.id, str(current_job.meta.get("cause", ""))) if current_job else ("", "")
    with job_log_context(*log_context):
        _get_application().runner.run(Task(name, ids))


class TouchlineWorker(rq.Worker):
    """RQ's worker with additional maintenance: it sends pending outbox entries of dead processes and cleans
    up.
    """

    _daily_jobs_at = 0.0
    _maintenance_at = 0.0
    _mail_taken_at = 0.0

    @property
    def dequeue_timeout(self) -> int:
        """Return the seconds to wait for a job before maintenance is checked.

        RQ's default of seven minutes would delay the jobs of each minute in an idle deployment.
        """
        return min(int(super().dequeue_timeout), int(self.maintenance_interval))

    def reorder_queues(self, reference_queue: rq.Queue) -> None:
        """Give emails a turn if they have waited too long.

        RQ always serves its first queue while that queue has jobs. RQ calls this method with each dequeued
        job.
        """
        now = time.monotonic()
        if reference_queue.name == MAIL_QUEUE:
            self._mail_taken_at = now
        is_overdue = now - self._mail_taken_at >= _MAX_MAIL_DELAY_SECONDS
        self._ordered_queues = sorted(
            self.queues, key=lambda queue: not (is_overdue and queue.name == MAIL_QUEUE)
        )

    def prepare_execution(self, job: Job) -> Execution:
        """Delete records of earlier executions of the job.

        RQ 2.12 fails on records that a killed worker left, and would mark the job as failed after its
        success.
        """
        self.connection.delete(job.execution_registry.key)
        return super().prepare_execution(job)

    def prepare_job_execution(self, job: Job, remove_from_intermediate_queue: bool = True) -> None:
        """Remove a started job from the intermediate queue, for workers of any number of queues."""
        super().prepare_job_execution(job, remove_from_intermediate_queue=True)

    def main_work_horse(self, job: Job, queue: rq.Queue) -> None:
        """Run a child process for one job.

        Metrics continue from the previous child. RQ ends the child without cleanup, so `perform_job` flushes
        reports first.
        """
        metrics.identify_process("job", parent_pid=os.getppid())
        super().main_work_horse(job, queue)

    def perform_job(self, job: Job, queue: rq.Queue) -> bool:
        """Run the job, then flush the error reports and traces of this process."""
        try:
            return bool(super().perform_job(job, queue))
        finally:
            _get_application().flush(_FLUSH_SECONDS)

    def handle_job_failure(
        self, job: Job, queue: rq.Queue, started_job_registry: Any = None, exc_string: str = ""
    ) -> None:
        """Record a failed attempt, in this process or in a child that was killed, and report permanent
        failures.

        If a mail server is down for an hour, each email fails several times, but none fails permanently.
        """
        name, *ids = (str(part) for part in job.args)
        was_killed = os.getpid() == self.pid
        if was_killed:
            metrics.JOBS.labels(name, "killed").inc()
        failed_permanently = not job.should_retry and self._stopped_job_id != job.id
        super().handle_job_failure(job, queue, started_job_registry, exc_string)
        if failed_permanently:
            _get_application().container.error_reports().report(
                _build_report(job, name, ids, was_killed, exc_string)
            )

    def run_maintenance_tasks(self) -> None:
        """Enqueue the delayed tasks that are due. Once a minute, requeue jobs of dead workers, and enqueue
        the outbox sweep and all regular tasks.

        RQ calls this method at the start and every few seconds. At the start and once a day, it also enqueues
        all daily tasks.
        """
        queue = _get_application().adapters.queue()
        queue.enqueue_scheduled(self.queue_names())
        self.last_cleaned_at = rq.utils.now()  # type: ignore[assignment]
        if time.monotonic() < self._maintenance_at:
            return
        self._maintenance_at = time.monotonic() + _MAINTENANCE_SECONDS
        super().run_maintenance_tasks()  # type: ignore[no-untyped-call]
        queue.push(Task(SWEEP_OUTBOX, (), unique=SWEEP_OUTBOX.replace(".", "-"), timeout=120))
        for task in contexts.collect_attributes("jobs", "REGULAR"):
            queue.push(task)
        if time.monotonic() >= self._daily_jobs_at:
            self._daily_jobs_at = time.monotonic() + DAY
            for task in contexts.collect_attributes("jobs", "DAILY"):
                queue.push(task)

    def teardown(self) -> None:
        """Unregister the worker.

        If everything stops at once, the queue may already be down. The worker's entry in it then expires.
        """
        try:
            super().teardown()  # type: ignore[no-untyped-call]
        except RedisConnectionError as connection_error:
            log.warning("the queue is unavailable (%s); this worker's entry will expire", connection_error)


def _build_report(job: Job, name: str, ids: list[str], was_killed: bool, message: str) -> ErrorReport:
    request_id = str(job.meta.get("cause", ""))
    details = {"job": str(job.id), "ids": " ".join(ids), "queue": str(job.origin)}
    error = sys.exc_info()[1]
    if was_killed or error is None:
        return ErrorReport(
            "job", "Killed" if was_killed else "Failed", message, request_id, name, details=details
        )
    return replace(report_from_exception(error, "job", request_id=request_id, location=name), details=details)


def main(queues: tuple[str, ...] = QUEUES, *, burst: bool = False) -> None:
    """Run until stopped. SIGTERM lets the current job finish, a second SIGTERM does not."""
    metrics.identify_process("worker")
    application = _get_application()
    configure_mappers()  # otherwise each child configures them at its first query
    change_tracking.warm_up()
    settings = application.settings
    if settings.metrics_port and metrics.is_multiprocess():
        # Without sampled metrics: they would open a database connection here, in a process that forks for
        # each job
        metrics.serve(settings.metrics_host, settings.metrics_port)
    if CLIPS_QUEUE in queues:
        application.adapters.cutter()
    connection = application.adapters.queue().connection
    worker = TouchlineWorker(
        [ReliableQueue(name, connection=connection) for name in queues],
        connection=connection,
        queue_class=ReliableQueue,
        maintenance_interval=_SCHEDULE_SECONDS,
        job_monitoring_interval=5,
        log_job_description=False,
    )
    gc.freeze()  # a child runs only one job, so its garbage collector can skip existing objects
    worker.work(burst=burst, logging_level=None)
