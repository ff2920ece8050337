"""One worker's attempt at a `Work`: it takes the lease, renews it while it is busy, and settles the work."""

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
    """What was worked on is there no more: somebody removed it meanwhile."""


class WorkUpdater(Protocol[W_co]):
    """Changes the one work in a transaction of its own; the answer is that of `act`."""

    def __call__(self, mutate: Callable[[W_co], T], /) -> T:
        """What `act` raises undoes the transaction and passes through. `NotFoundError` where the work is
        gone."""
        ...


def noop(_: object) -> None:
    """What is done where nobody asks for anything."""


class Attempt(Generic[W]):
    """It may be killed anywhere: a work changes only while its lease is held, and another attempt may begin
    once the lease has run out. A thread renews it while `process` is at work, whether that tells progress or
    not: a busy machine may take longer over one picture than a lease lasts.

    `on_progress` hears the share that is done. `pause` waits so many seconds for somebody's lease to run out;
    without it the attempt ends at once, where others see to what dead workers leave. `wait` is that of the
    `Heartbeat`.
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
        """Let `process` bring the work to ready, unless it is settled already or somebody else is at it.

        What `process` raises makes it failed where `describe_error` has a sentence for that; else the work
        goes back into the queue, and the error passes through, for the queue to try again. `on_finished` is
        called once nothing is left to do, `on_deleted` where the work is there no more. Return whether this
        attempt had the work.
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
            log.info("%s %s is there no more", type(work).__name__, self.lease)
            on_deleted(work)
        return True

    def report_progress(self, progress: float) -> None:
        """Note now and then the share that is done (0 to 1); `LeaseLostError` where another has taken
        over."""
        self._on_progress(progress)
        self._progress = progress
        if self._clock.now() - self._renewed_at >= PROGRESS_INTERVAL:
            self.renew_lease(progress)

    def renew_lease(self, progress: float) -> None:
        """Hold the lease for its whole length from now on; `LeaseLostError` where another has taken over."""
        now = self._renewed_at = self._clock.now()
        self.update(lambda ours: ours.advance(self.lease, progress, now))

    def update(self, mutate: Callable[[W], T]) -> T:
        """Change the work; the answer is that of `act`. `WorkDeletedError`."""
        try:
            return self._update_work(mutate)
        except NotFoundError:
            raise WorkDeletedError from None

    def _start(self) -> W | None:
        """The work under our lease, once another's has run out; None where there is nothing to do for us.

        It comes back failed, without a lease, where this would have been one attempt too many.
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
        """Renew the lease; whether it is still ours. That it is not, `process` learns when it next notes."""
        try:
            self.renew_lease(self._progress)
        except (LeaseLostError, WorkDeletedError):
            return False
        return True

    def _handle_failure(self, message: str) -> bool:
        """Failed where there is a sentence, else back into the queue; whether nothing is left to do."""
        if not message:
            return self.update(lambda ours: ours.release(self.lease))
        self.update(lambda ours: ours.fail(self.lease, message))
        return True
