"""Error reports that stay where a test can look at them."""

from __future__ import annotations

from touchline.shared.error_reports import ErrorReport


class RecordingErrorReports:
    """`ErrorReports` that keeps them; `error_to_raise` is what it raises instead."""

    def __init__(self) -> None:
        self.reports: list[ErrorReport] = []
        self.flush_timeouts: list[float] = []
        self.error_to_raise: Exception | None = None

    def report(self, report: ErrorReport) -> None:
        """Keep it."""
        if self.error_to_raise is not None:
            raise self.error_to_raise
        self.reports.append(report)

    def flush(self, seconds: float) -> None:
        """Note that somebody waited."""
        if self.error_to_raise is not None:
            raise self.error_to_raise
        self.flush_timeouts.append(seconds)
