"""`TOUCHLINE_ERROR_REPORTS=log`: each report is one line of the log, from the logger `touchline.errors`."""

from __future__ import annotations

import logging

from touchline.shared.error_reports import ErrorReport

log = logging.getLogger("touchline.errors")
_SERVER_SOURCES = frozenset({"server", "job", "command"})
"""Whatever breaks in these has written its traceback into the log itself, under the same id."""


class LogErrorReports:
    """`ErrorReports` of a house whose operator reads its log."""

    def report(self, report: ErrorReport) -> None:
        """One line: an error of ours, else a warning. Programs find each fact by its name in a JSON line."""
        fields: dict[str, object] = {
            "source": report.source,
            "kind": report.kind,
            "where": report.location,
            "about_request": report.request_id,
            **report.details,
        }
        if report.traceback and report.source not in _SERVER_SOURCES:
            fields["traceback"] = report.traceback
        log.log(
            logging.ERROR if report.source in _SERVER_SOURCES else logging.WARNING,
            "%s error %s in %s (request %s): %s",
            report.source,
            report.kind,
            report.location or "-",
            report.request_id or "-",
            report.message,
            extra={"fields": {name: value for name, value in fields.items() if value != ""}},
        )

    def flush(self, seconds: float) -> None:
        """A line is written when it is reported."""
