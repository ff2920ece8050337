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
from touchline.entrypoints.bootstrap import House, bootstrap
from touchline.entrypoints.taking import KeptQueue
from touchline.platform import metrics
from touchline.platform.db import watched
from touchline.platform.db.outbox import SWEEP
from touchline.platform.logging import lines_of_job
from touchline.shared.error_reports import ErrorReport, report_of
from touchline.shared.jobs import DAY, Task

LETTERS = "mail"
QUEUES = ("default", LETTERS, "clips", "downloads", "media")
"""In the order in which a worker looks into them."""
_LETTERS_WAIT = 5.0
"""Seconds, where what comes before them never comes to an end. A mail server that is slow keeps the rest
waiting no more than that often."""
CUTTING = "clips"
"""The queue whose jobs take less time than reading the libraries of video, which all forks share."""
_SECONDS_BETWEEN_SWEEPS = 60
_SECONDS_TO_HAND_ON = 3.0
log = logging.getLogger(__name__)


@cache
def _house() -> House:
    return bootstrap()


def run_task(name: str, *ids: int | str) -> None:
    """What RQ calls: one registered job with its ids."""
    present = rq.get_current_job()
    told = (present.id, str(present.meta.get("cause", ""))) if present else ("", "")
    with lines_of_job(*told):
        _house().runner.run(Task(name, ids))


class TouchlineWorker(rq.Worker):
    """RQ's worker; its maintenance also sends what the outbox of a dead process still holds, and tidies."""

    _tidy_at = 0.0
    _letter_at = 0.0

    @property
    def dequeue_timeout(self) -> int:
        """So long it waits for a job before it looks at its clock: RQ's own seven minutes would let what is
        done each minute wait in a deployment where nothing happens."""
        return min(int(super().dequeue_timeout), int(self.maintenance_interval))

    def reorder_queues(self, reference_queue: rq.Queue) -> None:
        """RQ looks into the first queue first as long as there is something in it; a letter that waits has
        its turn now and then all the same. Called with each job that was taken."""
        now = time.monotonic()
        if reference_queue.name == LETTERS:
            self._letter_at = now
        late = now - self._letter_at >= _LETTERS_WAIT
        self._ordered_queues = sorted(self.queues, key=lambda one: not (late and one.name == LETTERS))

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
        metrics.call_me("job", head=os.getppid())
        super().main_work_horse(job, queue)

    def perform_job(self, job: Job, queue: rq.Queue) -> bool:
        """Do it; whatever this process has to tell of it leaves before it ends."""
        try:
            return bool(super().perform_job(job, queue))
        finally:
            _house().hand_on(_SECONDS_TO_HAND_ON)

    def handle_job_failure(
        self, job: Job, queue: rq.Queue, started_job_registry: Any = None, exc_string: str = ""
    ) -> None:
        """Note that a try failed, here or in a child that was killed; what failed for good is reported. (A
        mail server that is away for an hour fails each letter time and again, and none for good.)"""
        name, *ids = (str(part) for part in job.args)
        killed = os.getpid() == self.pid
        if killed:
            metrics.JOBS.labels(name, "killed").inc()
        for_good = not job.should_retry and self._stopped_job_id != job.id
        super().handle_job_failure(job, queue, started_job_registry, exc_string)
        if for_good:
            _house().container.error_reports().report(_report_of(job, name, ids, killed, exc_string))

    def run_maintenance_tasks(self) -> None:
        """Take up the jobs of dead workers again and those whose pause is over, then sweep the outbox in a
        job of its own, and ask for all that contexts do regularly; RQ calls it at the start and each minute.
        At the start and once a day also for all that contexts do daily."""
        super().run_maintenance_tasks()  # type: ignore[no-untyped-call]
        queue = _house().adapters.queue()
        queue.wake(self.queue_names())
        queue.push(Task(SWEEP, (), unique=SWEEP.replace(".", "-"), timeout=120))
        for task in contexts.offered("jobs", "REGULAR"):
            queue.push(task)
        if time.monotonic() >= self._tidy_at:
            self._tidy_at = time.monotonic() + DAY
            for task in contexts.offered("jobs", "DAILY"):
                queue.push(task)

    def teardown(self) -> None:
        """Leave. Where all is stopped at once the queue may be gone before; it forgets a worker in time."""
        try:
            super().teardown()  # type: ignore[no-untyped-call]
        except RedisConnectionError as gone:
            log.warning("the queue is gone already (%s): it forgets this worker itself", gone)


def _report_of(job: Job, name: str, ids: list[str], killed: bool, said: str) -> ErrorReport:
    asked_by = str(job.meta.get("cause", ""))
    more = {"job": str(job.id), "ids": " ".join(ids), "queue": str(job.origin)}
    error = sys.exc_info()[1]
    if killed or error is None:
        return ErrorReport("job", "Killed" if killed else "Failed", said, asked_by, name, more=more)
    return replace(report_of(error, "job", request_id=asked_by, where=name), more=more)


def main(queues: tuple[str, ...] = QUEUES, *, burst: bool = False) -> None:
    """Work until told to stop (SIGTERM lets the present job end; a second one does not)."""
    metrics.call_me("worker")
    house = _house()
    configure_mappers()  # else each child does it with its first question to the database
    watched.make_ready()
    settings = house.settings
    if settings.metrics_port and metrics.are_shared():
        # Without readings: they would connect to the database here, beside a fork for each job
        metrics.serve(settings.metrics_host, settings.metrics_port)
    if CUTTING in queues:
        house.adapters.cutter()
    connection = house.adapters.queue().connection
    worker = TouchlineWorker(
        [KeptQueue(name, connection=connection) for name in queues],
        connection=connection,
        queue_class=KeptQueue,
        maintenance_interval=_SECONDS_BETWEEN_SWEEPS,
        job_monitoring_interval=5,
        log_job_description=False,
    )
    gc.freeze()  # a child lives for one job: it need not look through all that was here before it
    worker.work(burst=burst, logging_level=None)
