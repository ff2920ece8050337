"""Between whoever reports an error and whoever takes reports: what leaves is scrubbed, and not too much."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from threading import Lock

from touchline.platform.metrics import ERROR_REPORTS
from touchline.shared.error_reports import ErrorReport, ErrorReports, scrubbed

log = logging.getLogger(__name__)
A_MINUTE = 60.0
MOST_A_MINUTE = 60
"""Different reports of one process, those from browsers counted for themselves; hardly so many different
things break in a minute, but one thing may break in ever other words."""
_FROM_BROWSERS = frozenset({"browser", "csp"})
"""Anybody may send these, as many as he likes: they take no room from our own."""
_NUMBERS = re.compile(r"\d+")


@dataclass
class _Known:
    since: float
    repeated: int = 0


class CarefulReports:
    """`ErrorReports` for everybody in the house: scrubs each report, counts one that is the same as another
    of the last minute instead of handing it on again, and swallows whatever its taker raises."""

    def __init__(self, behind: ErrorReports, now: Callable[[], float] = time.monotonic) -> None:
        self._behind = behind
        self._now = now
        self._known: dict[tuple[str, ...], _Known] = {}
        self._lock = Lock()

    def report(self, report: ErrorReport) -> None:
        """Hand a report on, once a minute; never raises."""
        outcome = "failed"
        try:
            outcome = self._report(scrubbed(report))
        except Exception as error:
            log.warning("an error report was not taken: %s", type(error).__name__)
        ERROR_REPORTS.labels(report.source, outcome).inc()

    def flush(self, seconds: float) -> None:
        """Wait so long at most until all is handed on; never raises."""
        try:
            self._behind.flush(seconds)
        except Exception as error:
            log.warning("error reports were not handed on: %s", type(error).__name__)

    def _report(self, report: ErrorReport) -> str:
        alike = (report.source, report.kind, report.where, _NUMBERS.sub("0", report.message))
        with self._lock:
            now = self._now()
            known = self._known.get(alike)
            if known is not None and now - known.since < A_MINUTE:
                known.repeated += 1
                return "repeated"
            if known is None and not self._has_room(report.source in _FROM_BROWSERS, now):
                return "too_many"
            self._known[alike] = _Known(now)
        if known is not None and known.repeated:
            report = replace(report, more={**report.more, "repeated": known.repeated})
        self._behind.report(report)
        return "taken"

    def _has_room(self, from_browsers: bool, now: float) -> bool:
        """Whether this minute bears another; what is old is forgotten, and its repetitions with it."""
        alike = [one for one in self._known if (one[0] in _FROM_BROWSERS) == from_browsers]
        if len(alike) < MOST_A_MINUTE:
            return True
        old = [one for one in alike if now - self._known[one].since >= A_MINUTE]
        for one in old:
            del self._known[one]
        return bool(old)
