"""The port of error reports: what went wrong in the server or in a browser, for those who mend it."""

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
    """One thing that went wrong. `source` is one of `SOURCES`; `kind` the error's class or a short code;
    `message` and `traceback` hold no key, token, address or person once they are `scrub_report`; `request_id`
    joins it to the log lines; `location` is a route, a job or a page's path; `details` small facts."""

    source: str
    kind: str
    message: str
    request_id: str = ""
    location: str = ""
    traceback: str = ""
    details: Mapping[str, str | int] = field(default_factory=dict)


class ErrorReports(Protocol):
    """Takes reports; never raises, and never holds up the caller: what cannot be handed on is logged."""

    def report(self, report: ErrorReport) -> None:
        """Hand a report on."""
        ...

    def flush(self, seconds: float) -> None:
        """Wait so long at most until all is handed on (the end of a process)."""
        ...


def report_from_exception(
    error: BaseException, source: str, *, request_id: str = "", location: str = ""
) -> ErrorReport:
    """What an exception of ours tells: its class, its words, and which lines it came through, without the
    values that stood in them."""
    message = _call_safely(lambda: str(error))
    traceback_text = _call_safely(lambda: "".join(tracebacks.format_exception(error)))
    return ErrorReport(source, type(error).__name__, message, request_id, location, traceback_text)


def _call_safely(read: Callable[[], str]) -> str:
    """What an exception tells, even one that breaks while it is asked: whoever reports does not break too."""
    try:
        return read()
    except Exception as error_in_error:
        return f"(cannot be told: {type(error_in_error).__name__})"


def scrub_report(report: ErrorReport) -> ErrorReport:
    """The report as it may leave the house: short, without secrets and people, and in single lines but for
    the traceback, of which the end is kept."""
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
