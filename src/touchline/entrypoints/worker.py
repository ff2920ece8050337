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
from touchline.shared.tasks.jobs import DAY, Task

MAIL_QUEUE = "mail"
QUEUES = ("default", MAIL_QUEUE, "clips", "downloads", "media")
"""In the order in which a worker looks into them."""
_MAX_MAIL_DELAY_SECONDS = 5.0
"""Seconds, where what comes before them never comes to an end. A mail server that is slow keeps the rest
waiting no more than that often."""
CLIPS_QUEUE = "clips"
"""The queue whose jobs take less time than reading the libraries of video, which all forks share."""
_MAINTENANCE_SECONDS = 60
_FLUSH_SECONDS = 3.0
log = logging.getLogger(__name__)


@cache
def _get_application() -> Application:
    return bootstrap()


def run_task(name: str, *ids: int | str) -> None:
    """What RQ calls: one registered job with its ids."""
    current_job = rq.get_current_job()
    log_context = (current_job.id, str(current_job.meta.get("cause", ""))) if current_job else ("", "")
    with job_log_context(*log_context):
        _get_application().runner.run(Task(name, ids))


class TouchlineWorker(rq.Worker):
    """RQ's worker; its maintenance also sends what the outbox of a dead process still holds, and tidies."""

    _daily_jobs_at = 0.0
    _mail_taken_at = 0.0

    @property
    def dequeue_timeout(self) -> int:
        """So long it waits for a job before it looks at its clock: RQ's own seven minutes would let what is
        done each minute wait in a deployment where nothing happens."""
        return min(int(super().dequeue_timeout), int(self.maintenance_interval))

    def reorder_queues(self, reference_queue: rq.Queue) -> None:
        """RQ looks into the first queue first as long as there is something in it; a letter that waits has
        its turn now and then all the same. Called with each job that was taken."""
        now = time.monotonic()
        if reference_queue.name == MAIL_QUEUE:
            self._mail_taken_at = now
        is_overdue = now - self._mail_taken_at >= _MAX_MAIL_DELAY_SECONDS
        self._ordered_queues = sorted(
            self.queues, key=lambda one: not (is_overdue and one.name == MAIL_QUEUE)
        )

    def prepare_execution(self, job: Job) -> Execution:
        """Forget how the job was executed before: RQ 2.12 trips over what a killed worker left of it, and
        would call the job failed after it was done."""
        self.connection.delete(job.execution_registry.key)
        return super().prepare_execution(job)

    def prepare_job_execution(self, job: Job, remove_from_intermediate_queue: bool = True) -> None:
        """What was begun is no longer kept beside its queue, of however many queues this is a worker."""
        super().prepare_job_execution(job, remove_from_intermediate_queue=True)

    def main_work_horse(self, job: Job, queue: rq.Queue) -> None:
        """A child's whole life: it counts where the child before it left off, and hands on what it has to
        tell, as RQ ends it without further ado."""
        metrics.identify_process("job", parent_pid=os.getppid())
        super().main_work_horse(job, queue)

    def perform_job(self, job: Job, queue: rq.Queue) -> bool:
        """Do it; whatever this process has to tell of it leaves before it ends."""
        try:
            return bool(super().perform_job(job, queue))
        finally:
            _get_application().flush(_FLUSH_SECONDS)

    def handle_job_failure(
        self, job: Job, queue: rq.Queue, started_job_registry: Any = None, exc_string: str = ""
    ) -> None:
        """Note that a try failed, here or in a child that was killed; what failed for good is reported. (A
        mail server that is away for an hour fails each letter time and again, and none for good.)"""
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
        """Take up the jobs of dead workers again and those whose pause is over, then sweep the outbox in a
        job of its own, and ask for all that contexts do regularly; RQ calls it at the start and each minute.
        At the start and once a day also for all that contexts do daily."""
        super().run_maintenance_tasks()  # type: ignore[no-untyped-call]
        queue = _get_application().adapters.queue()
        queue.enqueue_scheduled(self.queue_names())
        queue.push(Task(SWEEP_OUTBOX, (), unique=SWEEP_OUTBOX.replace(".", "-"), timeout=120))
        for task in contexts.collect_attributes("jobs", "REGULAR"):
            queue.push(task)
        if time.monotonic() >= self._daily_jobs_at:
            self._daily_jobs_at = time.monotonic() + DAY
            for task in contexts.collect_attributes("jobs", "DAILY"):
                queue.push(task)

    def teardown(self) -> None:
        """Leave. Where all is stopped at once the queue may be gone before; it forgets a worker in time."""
        try:
            super().teardown()  # type: ignore[no-untyped-call]
        except RedisConnectionError as connection_error:
            log.warning("the queue is gone already (%s): it forgets this worker itself", connection_error)


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
    """Work until told to stop (SIGTERM lets the present job end; a second one does not)."""
    metrics.identify_process("worker")
    application = _get_application()
    configure_mappers()  # else each child does it with its first question to the database
    change_tracking.warm_up()
    settings = application.settings
    if settings.metrics_port and metrics.is_multiprocess():
        # Without readings: they would connect to the database here, beside a fork for each job
        metrics.serve(settings.metrics_host, settings.metrics_port)
    if CLIPS_QUEUE in queues:
        application.adapters.cutter()
    connection = application.adapters.queue().connection
    worker = TouchlineWorker(
        [ReliableQueue(name, connection=connection) for name in queues],
        connection=connection,
        queue_class=ReliableQueue,
        maintenance_interval=_MAINTENANCE_SECONDS,
        job_monitoring_interval=5,
        log_job_description=False,
    )
    gc.freeze()  # a child lives for one job: it need not look through all that was here before it
    worker.work(burst=burst, logging_level=None)
