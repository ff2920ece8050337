"""What RQ keeps of jobs that failed, of its queues and of its workers (port `JobDesk`)."""

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
from touchline.shared.job_desk import DeadLetter, LivingWorker, QueueAway, QueueCounts
from touchline.shared.jobs import Task

_AN_HOUR = 3600
_SILENT = timedelta(minutes=3)
"""Workers give a sign of life each few seconds while they work, and each minute while they wait."""


class RqDesk:
    """Reads and changes what stands in Redis."""

    def __init__(self, queue: RqQueue) -> None:
        self._connection = queue.connection
        self._queue = queue

    def dead_letters(self, queue: str | None = None) -> Sequence[DeadLetter]:
        """From the registries of failed jobs; one that was asked for again meanwhile is none any more."""
        with _answers():
            found = [
                letter
                for one in self._queues()
                if queue in (None, one.name)
                for key in FailedJobRegistry(queue=one).get_job_ids()
                if (letter := self._letter(key)) is not None
            ]
        never = datetime.min.replace(tzinfo=UTC)
        return sorted(found, key=lambda letter: letter.failed_at or never, reverse=True)

    def dead_letter(self, key: str) -> DeadLetter | None:
        """By the job's id."""
        with _answers():
            return self._letter(key)

    def retry(self, key: str) -> bool:
        """Pushed as the first time: RQ's own requeue would give it one try alone."""
        with _answers():
            job = self._failed(key)
            if job is None:
                return False
            name, *ids = job.args
            self._queue.push(Task(name, tuple(ids), job.origin, key, int(job.timeout or _AN_HOUR)))
            return True

    def drop(self, key: str) -> bool:
        """The job and its place in the registry."""
        with _answers():
            job = self._failed(key)
            if job is None:
                return False
            FailedJobRegistry(job.origin, connection=self._connection).remove(job.id)
            self._connection.delete(job.key, Result.get_key(job.id))  # type: ignore[no-untyped-call]
            return True

    def counts(self) -> Sequence[QueueCounts]:
        """From the registries of each queue."""
        with _answers():
            return [
                QueueCounts(
                    one.name,
                    one.count,
                    len(StartedJobRegistry(queue=one).get_job_ids(cleanup=False)),
                    len(ScheduledJobRegistry(queue=one).get_job_ids()),  # type: ignore[no-untyped-call]
                    len(self.dead_letters(one.name)),
                )
                for one in sorted(self._queues(), key=lambda queue: queue.name)
            ]

    def workers(self) -> Sequence[LivingWorker]:
        """Those that gave a sign of life; one that was killed is not among them for long."""
        with _answers():
            found = [_living(one) for one in rq.Worker.all(connection=self._connection)]
        since = datetime.now(UTC) - _SILENT
        alive = [one for one in found if one.seen_at is not None and one.seen_at > since]
        return sorted(alive, key=lambda worker: worker.name)

    def _queues(self) -> list[rq.Queue]:
        return rq.Queue.all(connection=self._connection)

    def _failed(self, key: str) -> Job | None:
        try:
            job = Job.fetch(key, connection=self._connection)
        except rq.exceptions.NoSuchJobError:
            return None
        return job if job.get_status() == JobStatus.FAILED else None

    def _letter(self, key: str) -> DeadLetter | None:
        job = self._failed(key)
        if job is None:
            return None
        name, *ids = job.args
        result = job.latest_result()
        when = result.created_at if result else job.ended_at
        error = (result.exc_string if result else None) or ""
        tries = 1 + len(job.retry_intervals or ()) - (job.retries_left or 0)
        return DeadLetter(key, job.origin, str(name), tuple(ids), _aware(when), tries, error)


@contextmanager
def _answers() -> Iterator[None]:
    try:
        yield
    except redis.RedisError as error:
        raise QueueAway(f"The queue does not answer: {error}") from error


def _living(worker: BaseWorker) -> LivingWorker:
    job = worker.get_current_job()
    doing = " ".join(str(part) for part in job.args) if job else ""
    return LivingWorker(worker.name, tuple(worker.queue_names()), _aware(worker.last_heartbeat), doing)


def _aware(when: datetime | None) -> datetime | None:
    """RQ tells some instants without a zone; they are in UTC."""
    return when.replace(tzinfo=UTC) if when and when.tzinfo is None else when
