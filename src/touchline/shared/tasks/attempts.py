"""One worker's attempt at a `Work`: it takes the lease, renews it during the work, and records the
outcome."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from datetime import timedelta
from threading import Event
from typing import Generic, Protocol, TypeVar

from touchline.shared.clock import Clock
from touchline.shared.errors import NotFoundError
from touchline.shared.tasks.heartbeat import Heartbeat, Wait
from touchline.shared.tasks.work import LeaseLostError, RetryLaterError, Work

W = TypeVar("W", bound=Work)
W_co = TypeVar("W_co", bound=Work, covariant=True)
T = TypeVar("T")
OnProgress = Callable[[float], None]
PROGRESS_INTERVAL = timedelta(seconds=2)
HEARTBEATS_PER_LEASE = 4
_LEASE_MARGIN_SECONDS = 0.2
_MAX_CLAIM_TRIES = 2
log = logging.getLogger(__name__)


class WorkDeletedError(Exception):
    """The work was deleted during the attempt."""


class WorkUpdater(Protocol[W_co]):
    """A function that changes the work in its own transaction and returns the result of `mutate`."""

    def __call__(self, mutate: Callable[[W_co], T], /) -> T:
        """Run `mutate` on the work. Raises `NotFoundError` if the work does not exist.

        An error in `mutate` rolls back the transaction and is passed on.
        """
        ...


def noop(_: object) -> None:
    """Do nothing. The default for callbacks."""


class Attempt(Generic[W]):
    """One attempt, which may be killed at any point.

    Work changes only while its lease is held, and another attempt may begin after the lease expires. A thread
    renews the lease while `process` runs, even if `process` reports no progress. A busy machine may take
    longer for one frame than a lease lasts.

    `on_progress` receives the completed share. `pause` waits a number of seconds for another lease to expire.
    Without `pause`, the attempt ends at once, for deployments where something else handles the work of dead
    workers. `wait` is passed to the `Heartbeat`.
    """

    def __init__(
        self,
        update_work: WorkUpdater[W],
        clock: Clock,
        on_progress: OnProgress = noop,
        pause: Callable[[float], None] | None = None,
        wait: Wait = Event.wait,
    ) -> None:
        self.lease = secrets.token_hex(8)
        self._update_work = update_work
        self._clock = clock
        self._on_progress = on_progress
        self._pause = pause
        self._wait = wait
        self._renewed_at = clock.now()
        self._progress = 0.0

    def run(
        self,
        process: Callable[[W], None],
        describe_error: Callable[[Exception], str],
        *,
        on_finished: Callable[[W], None] = noop,
        on_deleted: Callable[[W], None] = noop,
    ) -> bool:
        """Run `process` to make the work ready, unless the work is finished or another attempt holds it.

        If `process` raises an error and `describe_error` returns a message for it, the work fails. Without a
        message, the work goes back into the queue, and the error is passed on so that the queue retries.
        `on_finished` is called when nothing is left to do, `on_deleted` if the work was deleted. Return
        whether this attempt took the work.
        """
        work = self._start()
        if work is None:
            return False
        try:
            if work.is_finished:
                on_finished(work)
            else:
                self._process(work, process, describe_error, on_finished)
        except LeaseLostError:
            log.warning("%s %s was taken over by another worker", type(work).__name__, self.lease)
        except WorkDeletedError:
            log.info("%s %s no longer exists", type(work).__name__, self.lease)
            on_deleted(work)
        return True

    def report_progress(self, progress: float) -> None:
        """Record the completed share (0 to 1) from time to time.

        Raises `LeaseLostError` if another worker has taken over.
        """
        self._on_progress(progress)
        self._progress = progress
        if self._clock.now() - self._renewed_at >= PROGRESS_INTERVAL:
            self.renew_lease(progress)

    def renew_lease(self, progress: float) -> None:
        """Renew the lease for its full duration. Raises `LeaseLostError` if another worker has taken over."""
        now = self._renewed_at = self._clock.now()
        self.update(lambda ours: ours.advance(self.lease, progress, now))

    def update(self, mutate: Callable[[W], T]) -> T:
        """Change the work and return the result of `mutate`. Raises `WorkDeletedError`."""
        try:
            return self._update_work(mutate)
        except NotFoundError:
            raise WorkDeletedError from None

    def _start(self) -> W | None:
        """Take the lease, after another worker's lease has expired, and return the work.

        Return None if there is nothing to do for this attempt. If there were too many attempts already, the
        work comes back failed and without a lease.
        """
        for _ in range(_MAX_CLAIM_TRIES):
            try:
                return self.update(self._claim)
            except RetryLaterError as busy:
                if self._pause is None:
                    break
                remaining_seconds = (busy.until - self._clock.now()).total_seconds()
                self._pause(max(0.0, remaining_seconds) + _LEASE_MARGIN_SECONDS)
            except WorkDeletedError:
                break
        return None

    def _claim(self, work: W) -> W | None:
        if work.is_finished:
            return None
        work.begin(self.lease, self._clock.now())
        return work

    def _process(
        self,
        work: W,
        process: Callable[[W], None],
        describe_error: Callable[[Exception], str],
        on_finished: Callable[[W], None],
    ) -> None:
        try:
            with Heartbeat(self._keep_lease, work.LEASE.total_seconds() / HEARTBEATS_PER_LEASE, self._wait):
                process(work)
        except (LeaseLostError, WorkDeletedError):
            raise
        except Exception as error:
            message = describe_error(error)
            if self._handle_failure(message):
                on_finished(work)
            if not message:
                raise
        else:
            on_finished(work)

    def _keep_lease(self) -> bool:
        """Renew the lease and return whether it is still held. `process` notices a loss at its next
        update."""
        try:
            self.renew_lease(self._progress)
        except (LeaseLostError, WorkDeletedError):
            return False
        return True

    def _handle_failure(self, message: str) -> bool:
        """Fail the work if there is a message, else requeue it. Return whether nothing is left to do."""
        if not message:
            return self.update(lambda ours: ours.release(self.lease))
        self.update(lambda ours: ours.fail(self.lease, message))
        return True
