"""A test double that keeps error reports for inspection."""

from __future__ import annotations

from touchline.shared.error_reports import ErrorReport


class RecordingErrorReports:
    """An `ErrorReports` that keeps its reports. If `error_to_raise` is set, it raises that error instead."""

    def __init__(self) -> None:
        self.reports: list[ErrorReport] = []
        self.flush_timeouts: list[float] = []
        self.error_to_raise: Exception | None = None

    def report(self, report: ErrorReport) -> None:
        """Keep the report."""
        if self.error_to_raise is not None:
            raise self.error_to_raise
        self.reports.append(report)

    def flush(self, seconds: float) -> None:
        """Record the timeout of the call."""
        if self.error_to_raise is not None:
            raise self.error_to_raise
        self.flush_timeouts.append(seconds)
