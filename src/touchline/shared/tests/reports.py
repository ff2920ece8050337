"""Error reports that stay where a test can look at them."""

from __future__ import annotations

from touchline.shared.error_reports import ErrorReport


class KeptReports:
    """`ErrorReports` that keeps them; `raises` is what it raises instead."""

    def __init__(self) -> None:
        self.reports: list[ErrorReport] = []
        self.waited: list[float] = []
        self.raises: Exception | None = None

    def report(self, report: ErrorReport) -> None:
        """Keep it."""
        if self.raises is not None:
            raise self.raises
        self.reports.append(report)

    def flush(self, seconds: float) -> None:
        """Note that somebody waited."""
        if self.raises is not None:
            raise self.raises
        self.waited.append(seconds)
