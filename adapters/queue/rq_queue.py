"""`TOUCHLINE_QUEUE=rq`: RQ on Redis or Valkey, any number of workers on any number of machines."""

import logging
import time
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta

import redis
import rq
import rq.scheduler
from redis.client import Pipeline
from rq.job import Job, JobStatus
from rq.registry import FailedJobRegistry

from touchline.shared.tasks.jobs import DAY, Task

RUN_TASK = "touchline.entrypoints.worker.run_task"
_ACTIVE_STATUSES = frozenset({JobStatus.QUEUED, JobStatus.STARTED, JobStatus.DEFERRED, JobStatus.SCHEDULED})
_MINUTE, _HOUR = 60, 3600
_TIMEOUT_SECONDS, _BACKOFF_SECONDS = 5, 2
_IMMEDIATE_RETRIES = (0, 0, 0)
_HEARTBEAT_TIMEOUT = timedelta(seconds=30)
"""Workers give a sign of life for their job each five seconds."""
_RETRY_DELAYS = {
    "mail": (_MINUTE, 5 * _MINUTE, 15 * _MINUTE, _HOUR, 2 * _HOUR, 4 * _HOUR, 8 * _HOUR, 8 * _HOUR),
    "clips": (0, _MINUTE, 5 * _MINUTE),
    "downloads": (0, 5 * _MINUTE, 15 * _MINUTE),
}
"""Seconds before each further try, by queue. What leans on servers elsewhere tries for a day; what somebody
waits for is tried at once, then later and later. (A clip whose worker was killed may still be leased then:
that try ends at once, and `clips.recover` asks for another.)"""


class RqQueue:
    """Puts tasks into RQ. Nothing connects before the first push.

    Where Redis does not answer a push fails after 5 s, and those of the next 2 s at once: visitors wait for
    what is pushed, and the outbox has it all.
    """

    def __init__(self, url: str) -> None:
        # Each connection would else look up which release redis-py is, to tell the server: each job has one.
        self.connection = redis.Redis.from_url(
            url, socket_timeout=_TIMEOUT_SECONDS, socket_connect_timeout=_TIMEOUT_SECONDS, driver_info=None
        )
        self._unavailable_until = 0.0

    def push(self, task: Task) -> None:
        """Add one task; one that is `unique` and under way already is left as it is."""
        if time.monotonic() < self._unavailable_until:
            raise redis.ConnectionError("Redis did not answer a moment ago")
        try:
            self._push(task)
        except (redis.ConnectionError, redis.TimeoutError):
            self._unavailable_until = time.monotonic() + _BACKOFF_SECONDS
            raise

    def _push(self, task: Task) -> None:
        name = f"{task.unique}".replace(":", "-").replace("/", "-") if task.unique else None

        def enqueue_once(pipeline: Pipeline) -> None:
            previous = self._find_job(name) if name else None
            if previous and _is_active(previous):
                return
            pipeline.multi()
            if previous:  # it failed, or its worker died: it is no dead letter any more
                FailedJobRegistry(previous.origin, connection=self.connection).remove(
                    previous.id, pipeline=pipeline
                )
                pipeline.delete(previous.key)
            rq.Queue(task.queue, connection=self.connection).enqueue_call(
                RUN_TASK,
                args=(task.name, *task.ids),
                timeout=task.timeout,
                job_id=name,
                result_ttl=0,
                failure_ttl=7 * DAY,
                description=f"{task.name} {' '.join(str(part) for part in task.ids)}",
                retry=_build_retry(task.queue),
                meta={"cause": task.cause} if task.cause else None,
                pipeline=pipeline,
            )

        # Of two who find a name free in the same instant, the second looks again.
        self.connection.transaction(enqueue_once, *([Job.key_for(name)] if name else []))

    def enqueue_scheduled(self, queues: Iterable[str]) -> None:
        """Put the tasks whose pause is over into their queues again; a worker asks for it each minute.

        Of several workers one does it: RQ's scheduler holds a lock a queue.
        """
        scheduler = rq.scheduler.RQScheduler(
            list(queues), connection=self.connection, logging_level=logging.WARNING
        )
        if scheduler.acquire_locks():  # type: ignore[no-untyped-call]
            scheduler.enqueue_scheduled_jobs()  # type: ignore[no-untyped-call]
            scheduler.release_locks()  # type: ignore[no-untyped-call]

    def waiting(self) -> Mapping[str, int]:
        """Of each queue that something was ever put into."""
        return {one.name: one.count for one in rq.Queue.all(connection=self.connection)}

    def check(self) -> None:
        """Raise when Redis does not answer."""
        self.connection.ping()

    def _find_job(self, name: str) -> Job | None:
        try:
            return Job.fetch(name, connection=self.connection)
        except rq.exceptions.NoSuchJobError:
            return None  # never asked for, or done


def _is_active(job: Job) -> bool:
    return job.get_status(refresh=False) in _ACTIVE_STATUSES and not _is_abandoned(job)


def _is_abandoned(job: Job) -> bool:
    """Whether it was begun by a worker that gives no sign of life any more; RQ finds out after minutes."""
    if job.get_status(refresh=False) != JobStatus.STARTED or job.last_heartbeat is None:
        return False
    return datetime.now(UTC) - job.last_heartbeat > _HEARTBEAT_TIMEOUT


def _build_retry(queue: str) -> rq.Retry:
    delays = _RETRY_DELAYS.get(queue, _IMMEDIATE_RETRIES)
    return rq.Retry(max=len(delays), interval=list(delays))
