"""`TOUCHLINE_ERROR_REPORTS=log`: each report is one log line of the logger `touchline.errors`."""

from __future__ import annotations

import logging

from touchline.shared.error_reports import ErrorReport

log = logging.getLogger("touchline.errors")
_SERVER_SOURCES = frozenset({"server", "job", "command"})
"""Sources that have already logged their traceback under the same id."""


class LogErrorReports:
    """`ErrorReports` for deployments whose operator reads the log."""

    def report(self, report: ErrorReport) -> None:
        """Log the report in one line.

        The level is error for server sources (server, job, command), otherwise warning. In JSON logs, each
        detail is a separate field.
        """
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
        """Do nothing: lines are written immediately."""
