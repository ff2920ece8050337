"""One worker's attempt at a `Work`: it takes the lease, renews it while it is busy, and settles the work."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from datetime import timedelta
from threading import Event
from typing import Generic, Protocol, TypeVar

from touchline.shared.clock import Clock
from touchline.shared.errors import NotFound
from touchline.shared.heartbeat import Heartbeat, Wait
from touchline.shared.work import LeaseLost, NotNow, Work

W = TypeVar("W", bound=Work)
W_co = TypeVar("W_co", bound=Work, covariant=True)
T = TypeVar("T")
OnProgress = Callable[[float], None]
BETWEEN_NOTES = timedelta(seconds=2)
BEATS_A_LEASE = 4
_A_MOMENT = 0.2
_PATIENCE = 2
log = logging.getLogger(__name__)


class WorkGone(Exception):
    """What was worked on is there no more: somebody removed it meanwhile."""


class Changes(Protocol[W_co]):
    """Changes the one work in a transaction of its own; the answer is that of `act`."""

    def __call__(self, act: Callable[[W_co], T], /) -> T:
        """What `act` raises undoes the transaction and passes through. `NotFound` where the work is gone."""
        ...


def nothing(_: object) -> None:
    """What is done where nobody asks for anything."""


class Attempt(Generic[W]):
    """It may be killed anywhere: a work changes only while its lease is held, and another attempt may begin
    once the lease has run out. A thread renews it while `make` is at work, whether that tells progress or
    not: a busy machine may take longer over one picture than a lease lasts.

    `told` hears the share that is done. `pause` waits so many seconds for somebody's lease to run out;
    without it the attempt ends at once, where others see to what dead workers leave. `wait` is that of the
    `Heartbeat`.
    """

    def __init__(
        self,
        change: Changes[W],
        clock: Clock,
        told: OnProgress = nothing,
        pause: Callable[[float], None] | None = None,
        wait: Wait = Event.wait,
    ) -> None:
        self.lease = secrets.token_hex(8)
        self._change = change
        self._clock = clock
        self._told = told
        self._pause = pause
        self._wait = wait
        self._noted = clock.now()
        self._share = 0.0

    def run(
        self,
        make: Callable[[W], None],
        reason: Callable[[Exception], str],
        *,
        settled: Callable[[W], None] = nothing,
        gone: Callable[[W], None] = nothing,
    ) -> bool:
        """Let `make` bring the work to ready, unless it is settled already or somebody else is at it.

        What `make` raises makes it failed where `reason` has a sentence for that; else the work goes back
        into the queue, and the error passes through, for the queue to try again. `settled` is called once
        nothing is left to do, `gone` where the work is there no more. Return whether this attempt had
        the work.
        """
        work = self._begin()
        if work is None:
            return False
        try:
            if work.is_settled:
                settled(work)
            else:
                self._settle(work, make, reason, settled)
        except LeaseLost:
            log.warning("%s %s was taken over by another worker", type(work).__name__, self.lease)
        except WorkGone:
            log.info("%s %s is there no more", type(work).__name__, self.lease)
            gone(work)
        return True

    def note(self, share: float) -> None:
        """Note now and then the share that is done (0 to 1); `LeaseLost` where another has taken over."""
        self._told(share)
        self._share = share
        if self._clock.now() - self._noted >= BETWEEN_NOTES:
            self.renew(share)

    def renew(self, share: float) -> None:
        """Hold the lease for its whole length from now on; `LeaseLost` where another has taken over."""
        now = self._noted = self._clock.now()
        self.change(lambda ours: ours.advance(self.lease, share, now))

    def change(self, act: Callable[[W], T]) -> T:
        """Change the work; the answer is that of `act`. `WorkGone`."""
        try:
            return self._change(act)
        except NotFound:
            raise WorkGone from None

    def _begin(self) -> W | None:
        """The work under our lease, once another's has run out; None where there is nothing to do for us.

        It comes back failed, without a lease, where this would have been one attempt too many.
        """
        for _ in range(_PATIENCE):
            try:
                return self.change(self._take)
            except NotNow as busy:
                if self._pause is None:
                    break
                left = (busy.until - self._clock.now()).total_seconds()
                self._pause(max(0.0, left) + _A_MOMENT)
            except WorkGone:
                break
        return None

    def _take(self, work: W) -> W | None:
        if work.is_settled:
            return None
        work.begin(self.lease, self._clock.now())
        return work

    def _settle(
        self,
        work: W,
        make: Callable[[W], None],
        reason: Callable[[Exception], str],
        settled: Callable[[W], None],
    ) -> None:
        try:
            with Heartbeat(self._hold, work.LEASE.total_seconds() / BEATS_A_LEASE, self._wait):
                make(work)
        except (LeaseLost, WorkGone):
            raise
        except Exception as error:
            sentence = reason(error)
            if self._break_off(sentence):
                settled(work)
            if not sentence:
                raise
        else:
            settled(work)

    def _hold(self) -> bool:
        """Renew the lease; whether it is still ours. That it is not, `make` learns when it next notes."""
        try:
            self.renew(self._share)
        except (LeaseLost, WorkGone):
            return False
        return True

    def _break_off(self, sentence: str) -> bool:
        """Failed where there is a sentence, else back into the queue; whether nothing is left to do."""
        if not sentence:
            return self.change(lambda ours: ours.give_back(self.lease))
        self.change(lambda ours: ours.fail(self.lease, sentence))
        return True
