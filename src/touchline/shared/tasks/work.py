"""Long work that one worker does at a time, and that another worker takes over if the first is killed.

States: queued → processing → ready | failed. The worker holds a *lease* and renews it. After the lease
expires (its worker was killed), another worker may take over. The first worker can then change nothing (ADR
9).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import ClassVar

from touchline.shared.error_messages import ErrorMessage

MAX_ATTEMPTS = 4


class WorkState(StrEnum):
    """The state of work."""

    QUEUED = "queued"
    PROCESSING = "processing"
    READY = "ready"
    FAILED = "failed"


class LeaseLostError(Exception):
    """Another worker has taken over, or the work is finished. The result of this attempt must not be used."""


class RetryLaterError(Exception):
    """Another worker holds the lease. `until` is when the lease expires unless it is renewed."""

    def __init__(self, until: datetime) -> None:
        super().__init__(f"leased until {until.isoformat()}")
        self.until = until


@dataclass(slots=True, kw_only=True)
class Work:
    """The work of a job. `progress` is 0 to 100; `failure_message` is one sentence, `failure_code` its code.

    Subclasses define the duration of the lease (`LEASE`) and the message for abandoned work (`GAVE_UP`).
    """

    LEASE: ClassVar[timedelta] = timedelta(seconds=30)
    GAVE_UP: ClassVar[str] = f"The job was interrupted {MAX_ATTEMPTS} times."

    state: WorkState = WorkState.QUEUED
    progress: int = 0
    failure_message: str = ""
    failure_code: str = ""
    attempts: int = 0
    lease: str = ""
    leased_until: datetime | None = None

    @property
    def is_finished(self) -> bool:
        """Return whether no work is left to do."""
        return self.state in (WorkState.READY, WorkState.FAILED)

    def begin(self, lease: str, now: datetime) -> bool:
        """Take the lease. Return False if nothing is left to do.

        Raises `RetryLaterError` while another worker holds the lease.
        """
        if self.is_finished:
            return False
        if self.state is WorkState.PROCESSING and self.leased_until and now < self.leased_until:
            raise RetryLaterError(self.leased_until)
        if self.attempts >= MAX_ATTEMPTS:
            self._end(WorkState.FAILED, self.GAVE_UP)
            return False
        self.state, self.progress = WorkState.PROCESSING, 0
        self._set_failure("")
        self.attempts += 1
        self.lease, self.leased_until = lease, now + self.LEASE
        return True

    def advance(self, lease: str, progress: float, now: datetime) -> None:
        """Record the completed share (0 to 1, never decreasing) and renew the lease."""
        self._require_lease(lease)
        self.progress = max(self.progress, min(99, int(progress * 100)))
        self.leased_until = now + self.LEASE

    def fail(self, lease: str, message: str) -> None:
        """Mark the work as failed. The message is one sentence for the people who requested it."""
        self._require_lease(lease)
        self._end(WorkState.FAILED, message)

    def release(self, lease: str) -> bool:
        """End an attempt after an error that the source did not cause. Return True if no other attempt may
        follow.
        """
        self._require_lease(lease)
        if self.attempts >= MAX_ATTEMPTS:
            self._end(WorkState.FAILED, self.GAVE_UP)
        else:
            self._end(WorkState.QUEUED)
        return self.is_finished

    def restart(self) -> None:
        """Queue failed work again."""
        if self.state is WorkState.FAILED:
            self.state, self.progress, self.attempts = WorkState.QUEUED, 0, 0
            self._set_failure("")

    def _complete(self, lease: str) -> None:
        self._require_lease(lease)
        self.progress = 100
        self._end(WorkState.READY)

    def _require_lease(self, lease: str) -> None:
        if self.state is not WorkState.PROCESSING or self.lease != lease:
            raise LeaseLostError(f"{type(self).__name__} is no longer leased by this worker")

    def _end(self, state: WorkState, message: str = "") -> None:
        self.state = state
        self._set_failure(message)
        self.lease, self.leased_until = "", None

    def _set_failure(self, message: str) -> None:
        self.failure_message = str(message)
        self.failure_code = message.code if isinstance(message, ErrorMessage) else ""
