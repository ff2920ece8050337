"""Deleting what is over."""

from datetime import datetime
from typing import Protocol

from touchline.shared.clock import Clock


class Passing(Protocol):
    """Something that is kept for a while only."""

    def forget_before(self, instant: datetime) -> int:
        """Delete what was over before; answers how many."""
        ...


class ForgetWhatIsOver:
    """Deletes spent tokens, waiting newcomers and requests of devices whose time is over."""

    def __init__(self, clock: Clock, *kept: Passing) -> None:
        self._clock = clock
        self._kept = kept

    def __call__(self) -> int:
        """How many were deleted."""
        now = self._clock.now()
        return sum(each.forget_before(now) for each in self._kept)
