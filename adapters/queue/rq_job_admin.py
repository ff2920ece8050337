"""Failed jobs, queues and workers of RQ (port `JobAdmin`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

import redis
import rq
from rq.job import Job, JobStatus
from rq.registry import FailedJobRegistry, ScheduledJobRegistry, StartedJobRegistry
from rq.results import Result
from rq.worker import BaseWorker

from adapters.queue.rq_queue import RqQueue
from touchline.shared.tasks.job_admin import FailedJob, QueueCounts, QueueUnavailableError, WorkerStatus
from touchline.shared.tasks.jobs import Task

_DEFAULT_TIMEOUT = 3600
_HEARTBEAT_TIMEOUT = timedelta(minutes=3)
"""Time without a heartbeat after which a worker counts as dead.

Workers send a heartbeat every few seconds while they work, and every minute while they wait.
"""


class RqJobAdmin:
    """Reads and changes the jobs in Redis."""

    def __init__(self, queue: RqQueue) -> None:
        self._connection = queue.connection
        self._queue = queue

    def list_failed_jobs(self, queue: str | None = None) -> Sequence[FailedJob]:
        """Return the failed jobs from RQ's registries. A job that was requested again is not included."""
        with _translate_errors():
            failed_jobs = [
                failed_job
                for rq_queue in self._queues()
                if queue in (None, rq_queue.name)
                for key in FailedJobRegistry(queue=rq_queue).get_job_ids()
                if (failed_job := self._to_failed_job(key)) is not None
            ]
        epoch = datetime.min.replace(tzinfo=UTC)
        return sorted(failed_jobs, key=lambda failed_job: failed_job.failed_at or epoch, reverse=True)

    def get_failed_job(self, key: str) -> FailedJob | None:
        """Return the failed job with this ID, or None."""
        with _translate_errors():
            return self._to_failed_job(key)

    def retry(self, key: str) -> bool:
        """Push the job again as a new job. RQ's own requeue would allow only one attempt."""
        with _translate_errors():
            job = self._find_failed(key)
            if job is None:
                return False
            name, *ids = job.args
            self._queue.push(Task(name, tuple(ids), job.origin, key, int(job.timeout or _DEFAULT_TIMEOUT)))
            return True

    def delete(self, key: str) -> bool:
        """Delete the job and its registry entry."""
        with _translate_errors():
            job = self._find_failed(key)
            if job is None:
                return False
            FailedJobRegistry(job.origin, connection=self._connection).remove(job.id)
            self._connection.delete(job.key, Result.get_key(job.id))  # type: ignore[no-untyped-call]
            return True

    def count_jobs(self) -> Sequence[QueueCounts]:
        """Return the job counts of each queue, from its registries."""
        with _translate_errors():
            return [
                QueueCounts(
                    queue.name,
                    queue.count,
                    len(StartedJobRegistry(queue=queue).get_job_ids(cleanup=False)),
                    len(ScheduledJobRegistry(queue=queue).get_job_ids()),  # type: ignore[no-untyped-call]
                    len(self.list_failed_jobs(queue.name)),
                )
                for queue in sorted(self._queues(), key=lambda queue: queue.name)
            ]

    def list_workers(self) -> Sequence[WorkerStatus]:
        """Return the workers with a recent heartbeat. A killed worker soon disappears from the list."""
        with _translate_errors():
            statuses = [_to_worker_status(worker) for worker in rq.Worker.all(connection=self._connection)]
        since = datetime.now(UTC) - _HEARTBEAT_TIMEOUT
        alive = [status for status in statuses if status.seen_at is not None and status.seen_at > since]
        return sorted(alive, key=lambda worker: worker.name)

    def _queues(self) -> list[rq.Queue]:
        return rq.Queue.all(connection=self._connection)

    def _find_failed(self, key: str) -> Job | None:
        try:
            job = Job.fetch(key, connection=self._connection)
        except rq.exceptions.NoSuchJobError:
            return None
        return job if job.get_status() == JobStatus.FAILED else None

    def _to_failed_job(self, key: str) -> FailedJob | None:
        job = self._find_failed(key)
        if job is None:
            return None
        name, *ids = job.args
        result = job.latest_result()
        instant = result.created_at if result else job.ended_at
        error = (result.exc_string if result else None) or ""
        tries = 1 + len(job.retry_intervals or ()) - (job.retries_left or 0)
        return FailedJob(key, job.origin, str(name), tuple(ids), _to_utc(instant), tries, error)


@contextmanager
def _translate_errors() -> Iterator[None]:
    try:
        yield
    except redis.RedisError as error:
        raise QueueUnavailableError(f"The queue does not respond: {error}") from error


def _to_worker_status(worker: BaseWorker) -> WorkerStatus:
    job = worker.get_current_job()
    current_job = " ".join(str(part) for part in job.args) if job else ""
    return WorkerStatus(worker.name, tuple(worker.queue_names()), _to_utc(worker.last_heartbeat), current_job)


def _to_utc(instant: datetime | None) -> datetime | None:
    """Return the datetime in UTC. RQ reports some datetimes without a zone; they are in UTC."""
    return instant.replace(tzinfo=UTC) if instant and instant.tzinfo is None else instant
