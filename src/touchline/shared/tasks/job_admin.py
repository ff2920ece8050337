"""What operators can see and do about jobs: failed jobs, queues and workers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol


@dataclass(frozen=True, slots=True)
class FailedJob:
    """A job that failed on every attempt.

    `key` identifies the job on the queue server. `error` is the traceback of the last attempt and may contain
    secrets.
    """

    key: str
    queue: str
    name: str
    ids: tuple[int | str, ...]
    failed_at: datetime | None
    tries: int
    error: str


@dataclass(frozen=True, slots=True)
class QueueCounts:
    """Numbers of jobs in a queue: waiting, running, scheduled for a retry, and permanently failed."""

    queue: str
    waiting: int
    running: int
    later: int
    failed: int


@dataclass(frozen=True, slots=True)
class WorkerStatus:
    """A worker with a recent heartbeat (`seen_at`). `job` is its current job, or empty if it is idle."""

    name: str
    queues: tuple[str, ...]
    seen_at: datetime | None
    job: str


class QueueUnavailableError(OSError):
    """The queue server does not respond."""


class JobAdmin(Protocol):
    """Access to the queue for operators. Every method raises `QueueUnavailableError`."""

    def list_failed_jobs(self, queue: str | None = None) -> Sequence[FailedJob]:
        """List the failed jobs of one queue or of all queues, newest first."""
        ...

    def get_failed_job(self, key: str) -> FailedJob | None:
        """Return one failed job, or None if it does not exist."""
        ...

    def retry(self, key: str) -> bool:
        """Put a failed job back into its queue with all its retries. Return False if it does not exist."""
        ...

    def delete(self, key: str) -> bool:
        """Delete a failed job. Return False if it does not exist."""
        ...

    def count_jobs(self) -> Sequence[QueueCounts]:
        """List the counts of all queues ever used, by name."""
        ...

    def list_workers(self) -> Sequence[WorkerStatus]:
        """List all live workers, by name."""
        ...
