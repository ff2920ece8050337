"""Errors that browsers met are handed on to those who mend them."""

from __future__ import annotations

from touchline.analytics.domain.allowance import Allowance
from touchline.analytics.domain.client_errors import MOST_BODY, Found, Unreadable, read
from touchline.shared.clock import Clock
from touchline.shared.error_reports import ErrorReports

EACH_A_MINUTE, MOST_ADDRESSES = 30, 10_000


class TakeClientErrors:
    """Whatever is sent is taken, left out as noise, or dropped; whoever sent it learns nothing of that."""

    def __init__(self, reports: ErrorReports, clock: Clock) -> None:
        self._reports = reports
        self._clock = clock
        self._allowance = Allowance(EACH_A_MINUTE, MOST_ADDRESSES)

    def __call__(self, address: str, content_type: str, body: bytes) -> list[str]:
        """What became of each error in a body of at most `MOST_BODY` bytes: `taken`, `noise`, `too_large`,
        `too_many` or `unreadable`. The first of a body is paid for with the body, each other by itself."""
        if not self._allowance.takes(address, self._clock.now()):
            return ["too_many"]
        if len(body) > MOST_BODY:
            return ["too_large"]
        try:
            found = read(content_type, body)
        except Unreadable:
            return ["unreadable"]
        return [self._end_of(one, address, paid=number == 0) for number, one in enumerate(found)]

    def _end_of(self, found: Found, address: str, *, paid: bool) -> str:
        if found is None:
            return "noise"
        if isinstance(found, Unreadable):
            return "unreadable"
        if not paid and not self._allowance.takes(address, self._clock.now()):
            return "too_many"
        self._reports.report(found)
        return "taken"
