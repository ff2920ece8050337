"""The port for error reports: errors in the server or in a browser, for the people who fix them."""

from __future__ import annotations

import re
import traceback as tracebacks
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from touchline.shared.strings.scrubbing import scrub

SOURCES = frozenset({"server", "job", "command", "browser", "csp"})
MAX_KIND, MAX_MESSAGE, MAX_WHERE, MAX_TRACEBACK, MAX_DETAILS = 100, 1_000, 200, 12_000, 12
_MAX_INPUT = 20_000
_REQUEST_ID = re.compile(r"[A-Za-z0-9-]{8,64}")
_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
_CONTROL_CHARACTERS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")


@dataclass(frozen=True)
class ErrorReport:
    """One error. `source` is one of `SOURCES`; `kind` is the error's class or a short code.

    After `scrub_report`, `message` and `traceback` contain no keys, tokens, addresses or personal data.
    `request_id` links the report to the log lines. `location` is a route, a job or the path of a page.
    `details` are small additional values.
    """

    source: str
    kind: str
    message: str
    request_id: str = ""
    location: str = ""
    traceback: str = ""
    details: Mapping[str, str | int] = field(default_factory=dict)


class ErrorReports(Protocol):
    """A receiver of reports. It never raises and never blocks the caller: reports that cannot be sent are
    logged.
    """

    def report(self, report: ErrorReport) -> None:
        """Send a report."""
        ...

    def flush(self, seconds: float) -> None:
        """Wait up to `seconds` until all reports are sent (at process exit)."""
        ...


def report_from_exception(
    error: BaseException, source: str, *, request_id: str = "", location: str = ""
) -> ErrorReport:
    """Build a report from an exception: its class, its message, and its traceback without variable values."""
    message = _call_safely(lambda: str(error))
    traceback_text = _call_safely(lambda: "".join(tracebacks.format_exception(error)))
    return ErrorReport(source, type(error).__name__, message, request_id, location, traceback_text)


def _call_safely(read: Callable[[], str]) -> str:
    """Return the text of an exception. If reading it fails, return a placeholder instead of raising."""
    try:
        return read()
    except Exception as error_in_error:
        return f"(no message: {type(error_in_error).__name__})"


def scrub_report(report: ErrorReport) -> ErrorReport:
    """Return the report without secrets and personal data, and with limited lengths.

    All texts become single lines, except the traceback, of which the end is kept.
    """
    return ErrorReport(
        report.source,
        _to_single_line(report.kind, MAX_KIND),
        _to_single_line(report.message, MAX_MESSAGE),
        report.request_id if _REQUEST_ID.fullmatch(report.request_id) else "",
        _to_single_line(report.location, MAX_WHERE),
        scrub(report.traceback[-_MAX_INPUT:])[-MAX_TRACEBACK:],
        {
            name: value if isinstance(value, int) else _to_single_line(value, MAX_WHERE)
            for name, value in list(report.details.items())[:MAX_DETAILS]
            if _NAME.fullmatch(name)
        },
    )


def _to_single_line(text: str, max_length: int) -> str:
    return _CONTROL_CHARACTERS.sub(" ", scrub(text[:_MAX_INPUT])).strip()[:max_length]
