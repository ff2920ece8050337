"""Between whoever reports an error and whoever takes reports: what leaves is scrubbed, and not too much."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from threading import Lock

from touchline.platform.observability.metrics import ERROR_REPORTS
from touchline.shared.error_reports import ErrorReport, ErrorReports, scrub_report

log = logging.getLogger(__name__)
WINDOW_SECONDS = 60.0
MAX_REPORTS_PER_MINUTE = 60
"""Different reports of one process, those from browsers counted for themselves; hardly so many different
things break in a minute, but one thing may break in ever other words."""
_BROWSER_SOURCES = frozenset({"browser", "csp"})
"""Anybody may send these, as many as he likes: they take no room from our own."""
_NUMBERS = re.compile(r"\d+")


@dataclass
class _RecentReport:
    first_reported_at: float
    repeat_count: int = 0


class DeduplicatingErrorReports:
    """`ErrorReports` for everybody in the house: scrubs each report, counts one that is the same as another
    of the last minute instead of handing it on again, and swallows whatever its taker raises."""

    def __init__(self, wrapped: ErrorReports, now: Callable[[], float] = time.monotonic) -> None:
        self._wrapped = wrapped
        self._monotonic = now
        self._recent: dict[tuple[str, ...], _RecentReport] = {}
        self._lock = Lock()

    def report(self, report: ErrorReport) -> None:
        """Hand a report on, once a minute; never raises."""
        outcome = "failed"
        try:
            outcome = self._report(scrub_report(report))
        except Exception as error:
            log.warning("an error report was not taken: %s", type(error).__name__)
        ERROR_REPORTS.labels(report.source, outcome).inc()

    def flush(self, seconds: float) -> None:
        """Wait so long at most until all is handed on; never raises."""
        try:
            self._wrapped.flush(seconds)
        except Exception as error:
            log.warning("error reports were not handed on: %s", type(error).__name__)

    def _report(self, report: ErrorReport) -> str:
        fingerprint = (report.source, report.kind, report.location, _NUMBERS.sub("0", report.message))
        with self._lock:
            now = self._monotonic()
            recent = self._recent.get(fingerprint)
            if recent is not None and now - recent.first_reported_at < WINDOW_SECONDS:
                recent.repeat_count += 1
                return "repeated"
            if recent is None and not self._has_capacity(report.source in _BROWSER_SOURCES, now):
                return "too_many"
            self._recent[fingerprint] = _RecentReport(now)
        if recent is not None and recent.repeat_count:
            report = replace(report, details={**report.details, "repeated": recent.repeat_count})
        self._wrapped.report(report)
        return "taken"

    def _has_capacity(self, from_browsers: bool, now: float) -> bool:
        """Whether this minute bears another; what is old is forgotten, and its repetitions with it."""
        fingerprint = [key for key in self._recent if (key[0] in _BROWSER_SOURCES) == from_browsers]
        if len(fingerprint) < MAX_REPORTS_PER_MINUTE:
            return True
        expired = [key for key in fingerprint if now - self._recent[key].first_reported_at >= WINDOW_SECONDS]
        for key in expired:
            del self._recent[key]
        return bool(expired)
