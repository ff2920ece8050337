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
"""Time without a heartbeat after which a job's worker counts as dead. Workers send one every five seconds."""
_RETRY_DELAYS = {
    "mail": (_MINUTE, 5 * _MINUTE, 15 * _MINUTE, _HOUR, 2 * _HOUR, 4 * _HOUR, 8 * _HOUR, 8 * _HOUR),
    "clips": (0, _MINUTE, 5 * _MINUTE),
    "downloads": (0, 5 * _MINUTE, 15 * _MINUTE),
}
"""Seconds before each retry, by queue.

Queues that depend on external servers retry for a day. Queues that people wait for retry at once, then with
increasing delays. (If a worker was killed, its clip may still be leased. That attempt ends at once, and
`clips.recover` requests another.)
"""


class RqQueue:
    """Adds tasks to RQ. Connects at the first push.

    If Redis does not respond, a push fails after 5 s, and pushes in the next 2 s fail at once. Visitors wait
    for a push, and the outbox keeps every task.
    """

    def __init__(self, url: str) -> None:
        # Without this, each connection would look up the redis-py version to report it. Every job has a
        # connection.
        self.connection = redis.Redis.from_url(
            url, socket_timeout=_TIMEOUT_SECONDS, socket_connect_timeout=_TIMEOUT_SECONDS, driver_info=None
        )
        self._unavailable_until = 0.0

    def push(self, task: Task) -> None:
        """Add a task. A `unique` task that is already queued or running is left as it is."""
        if time.monotonic() < self._unavailable_until:
            raise redis.ConnectionError("Redis did not respond recently")
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
            if previous:  # it failed or its worker died; it is no longer a failed job
                FailedJobRegistry(previous.origin, connection=self.connection).remove(
                    previous.id, pipeline=pipeline
                )
                pipeline.delete(previous.key)
            waiting = rq.Queue(task.queue, connection=self.connection)
            job = waiting.create_job(
                RUN_TASK,
                args=(task.name, *task.ids),
                timeout=task.timeout,
                job_id=name,
                result_ttl=0,
                failure_ttl=7 * DAY,
                description=f"{task.name} {' '.join(str(part) for part in task.ids)}",
                retry=_build_retry(task.queue),
                meta={"cause": task.cause} if task.cause else None,
            )
            if task.delay:
                due_at = datetime.now(UTC) + timedelta(seconds=task.delay)
                waiting.schedule_job(job, due_at, pipeline=pipeline)
            else:
                waiting.enqueue_job(job, pipeline=pipeline)

        # If two processes find a name free at the same time, the second checks again.
        self.connection.transaction(enqueue_once, *([Job.key_for(name)] if name else []))

    def enqueue_scheduled(self, queues: Iterable[str]) -> None:
        """Move scheduled tasks whose delay is over to their queues. Workers call this every few seconds.

        Only one of several workers does it: RQ's scheduler holds a lock per queue.
        """
        scheduler = rq.scheduler.RQScheduler(
            list(queues), connection=self.connection, logging_level=logging.WARNING
        )
        if scheduler.acquire_locks():  # type: ignore[no-untyped-call]
            scheduler.enqueue_scheduled_jobs()  # type: ignore[no-untyped-call]
            scheduler.release_locks()  # type: ignore[no-untyped-call]

    def count_waiting(self) -> Mapping[str, int]:
        """Return the number of waiting tasks of each queue that was ever used."""
        return {queue.name: queue.count for queue in rq.Queue.all(connection=self.connection)}

    def check(self) -> None:
        """Raise an error if Redis does not respond."""
        self.connection.ping()

    def _find_job(self, name: str) -> Job | None:
        try:
            return Job.fetch(name, connection=self.connection)
        except rq.exceptions.NoSuchJobError:
            return None  # never requested, or done


def _is_active(job: Job) -> bool:
    return job.get_status(refresh=False) in _ACTIVE_STATUSES and not _is_abandoned(job)


def _is_abandoned(job: Job) -> bool:
    """Return whether the job's worker has stopped sending heartbeats. RQ notices this only after minutes."""
    if job.get_status(refresh=False) != JobStatus.STARTED or job.last_heartbeat is None:
        return False
    return datetime.now(UTC) - job.last_heartbeat > _HEARTBEAT_TIMEOUT


def _build_retry(queue: str) -> rq.Retry:
    delays = _RETRY_DELAYS.get(queue, _IMMEDIATE_RETRIES)
    return rq.Retry(max=len(delays), interval=list(delays))
