"""Error report processing between reporters and the report service: scrubbing, deduplication and limits."""

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
"""Maximum number of different reports per process and minute, counted separately for browser reports.

So many different errors rarely occur in a minute, but one error may recur with a different message each time.
"""
_BROWSER_SOURCES = frozenset({"browser", "csp"})
"""Sources that anyone can send to without limit. They have a limit of their own."""
_NUMBERS = re.compile(r"\d+")


@dataclass
class _RecentReport:
    first_reported_at: float
    repeat_count: int = 0


class DeduplicatingErrorReports:
    """The `ErrorReports` that the whole application uses.

    It scrubs each report and suppresses errors of the wrapped `ErrorReports`. A report that repeats one of
    the last minute is counted instead of sent again.
    """

    def __init__(self, wrapped: ErrorReports, now: Callable[[], float] = time.monotonic) -> None:
        self._wrapped = wrapped
        self._monotonic = now
        self._recent: dict[tuple[str, ...], _RecentReport] = {}
        self._lock = Lock()

    def report(self, report: ErrorReport) -> None:
        """Send a report, at most once a minute. Never raises."""
        outcome = "failed"
        try:
            outcome = self._report(scrub_report(report))
        except Exception as error:
            log.warning("an error report was rejected: %s", type(error).__name__)
        ERROR_REPORTS.labels(report.source, outcome).inc()

    def flush(self, seconds: float) -> None:
        """Wait up to `seconds` until all reports are sent. Never raises."""
        try:
            self._wrapped.flush(seconds)
        except Exception as error:
            log.warning("error reports were not sent: %s", type(error).__name__)

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
        """Return whether the limit allows another report. Delete expired reports and their repeat counts."""
        fingerprints = [key for key in self._recent if (key[0] in _BROWSER_SOURCES) == from_browsers]
        if len(fingerprints) < MAX_REPORTS_PER_MINUTE:
            return True
        expired = [key for key in fingerprints if now - self._recent[key].first_reported_at >= WINDOW_SECONDS]
        for key in expired:
            del self._recent[key]
        return bool(expired)
