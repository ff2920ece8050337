"""The job registry, and the only place where a worker opens a job's transaction."""

import logging
import time
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass

from touchline.platform.db.session import Database
from touchline.platform.observability import metrics
from touchline.shared.tasks.jobs import Task

log = logging.getLogger(__name__)
UNKNOWN = "(unknown)"


@dataclass(frozen=True)
class Job:
    """A job that a context registers in `adapters/jobs.py` (tuple `JOBS`).

    `run` is called with the task's ids, the channel id first. `one_transaction` is False for long work that
    reports progress. In that case `run` opens its own short transactions (`Database.transaction`).
    """

    name: str
    run: Callable[..., None]
    one_transaction: bool = True


class UnknownJobError(LookupError):
    """A task names a job that no context registered."""


class JobRunner:
    """A runner of tasks: it finds the job, opens its channel's transaction, and passes errors on to the
    queue.

    Each attempt is counted. `around` returns a context manager for the job's name, which wraps the attempt.
    """

    def __init__(
        self,
        database: Database,
        jobs: Iterable[Job],
        around: Callable[[str], AbstractContextManager[object]] = nullcontext,
    ) -> None:
        self._database = database
        self._around = around
        self._jobs = {job.name: job for job in jobs}

    def run(self, task: Task) -> None:
        """Run one task to completion."""
        job = self._jobs.get(task.name)
        if job is None:
            metrics.JOBS.labels(UNKNOWN, "failed").inc()
            raise UnknownJobError(f"No context has registered a job named {task.name}.")
        log.info("job %s %s", task.name, " ".join(str(part) for part in task.ids))
        outcome, started = "failed", time.perf_counter()
        try:
            with self._around(task.name):
                self._run(job, task)
            outcome = "done"
        finally:
            metrics.JOBS.labels(task.name, outcome).inc()
            metrics.JOB_SECONDS.labels(task.name).observe(time.perf_counter() - started)

    def _run(self, job: Job, task: Task) -> None:
        if not job.one_transaction:
            job.run(*task.ids)
            return
        channel_id = int(task.ids[0]) if task.ids else None
        with self._database.transaction(channel_id or None):
            job.run(*task.ids)
