"""What an operator may see and do about jobs: those that failed for good (dead letters), queues, workers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol


@dataclass(frozen=True, slots=True)
class FailedJob:
    """A job that failed each time it was tried. `key` names it in the queue's server, `error` is what the
    last try ended with, a traceback; it may hold secrets."""

    key: str
    queue: str
    name: str
    ids: tuple[int | str, ...]
    failed_at: datetime | None
    tries: int
    error: str


@dataclass(frozen=True, slots=True)
class QueueCounts:
    """How many jobs of a queue wait, are under way, wait for their next try, and failed for good."""

    queue: str
    waiting: int
    running: int
    later: int
    failed: int


@dataclass(frozen=True, slots=True)
class WorkerStatus:
    """A worker that gave a sign of life (`seen_at`) lately; `job` is what it does now, empty: nothing."""

    name: str
    queues: tuple[str, ...]
    seen_at: datetime | None
    job: str


class QueueUnavailableError(OSError):
    """The queue's server does not answer."""


class JobAdmin(Protocol):
    """Looks into the queue. Everything raises `QueueUnavailableError`."""

    def failed_jobs(self, queue: str | None = None) -> Sequence[FailedJob]:
        """Of one queue or of all, the last one first."""
        ...

    def failed_job(self, key: str) -> FailedJob | None:
        """One of them."""
        ...

    def retry(self, key: str) -> bool:
        """Put it into its queue again, with all its tries; False where there is no such dead letter."""
        ...

    def delete(self, key: str) -> bool:
        """Forget it; False where there is no such dead letter."""
        ...

    def counts(self) -> Sequence[QueueCounts]:
        """Of all queues that were ever used, by name."""
        ...

    def workers(self) -> Sequence[WorkerStatus]:
        """All that live, by name."""
        ...
