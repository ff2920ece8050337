"""The port of error reports: what went wrong in the server or in a browser, for those who mend it."""

from __future__ import annotations

import re
import traceback as tracebacks
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from touchline.shared.scrubbing import scrub

SOURCES = frozenset({"server", "job", "command", "browser", "csp"})
MOST_KIND, MOST_MESSAGE, MOST_WHERE, MOST_TRACEBACK, MOST_MORE = 100, 1_000, 200, 12_000, 12
_READ_AT_ALL = 20_000
_REQUEST_ID = re.compile(r"[A-Za-z0-9-]{8,64}")
_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
_ODD = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")


@dataclass(frozen=True)
class ErrorReport:
    """One thing that went wrong. `source` is one of `SOURCES`; `kind` the error's class or a short code;
    `message` and `traceback` hold no key, token, address or person once they are `scrubbed`; `request_id`
    joins it to the log lines; `where` is a route, a job or a page's path; `more` small facts."""

    source: str
    kind: str
    message: str
    request_id: str = ""
    where: str = ""
    traceback: str = ""
    more: Mapping[str, str | int] = field(default_factory=dict)


class ErrorReports(Protocol):
    """Takes reports; never raises, and never holds up the caller: what cannot be handed on is logged."""

    def report(self, report: ErrorReport) -> None:
        """Hand a report on."""
        ...

    def flush(self, seconds: float) -> None:
        """Wait so long at most until all is handed on (the end of a process)."""
        ...


def report_of(error: BaseException, source: str, *, request_id: str = "", where: str = "") -> ErrorReport:
    """What an exception of ours tells: its class, its words, and which lines it came through, without the
    values that stood in them."""
    words = _had(lambda: str(error))
    lines = _had(lambda: "".join(tracebacks.format_exception(error)))
    return ErrorReport(source, type(error).__name__, words, request_id, where, lines)


def _had(tell: Callable[[], str]) -> str:
    """What an exception tells, even one that breaks while it is asked: whoever reports does not break too."""
    try:
        return tell()
    except Exception as broken:
        return f"(cannot be told: {type(broken).__name__})"


def scrubbed(report: ErrorReport) -> ErrorReport:
    """The report as it may leave the house: short, without secrets and people, and in single lines but for
    the traceback, of which the end is kept."""
    return ErrorReport(
        report.source,
        _line(report.kind, MOST_KIND),
        _line(report.message, MOST_MESSAGE),
        report.request_id if _REQUEST_ID.fullmatch(report.request_id) else "",
        _line(report.where, MOST_WHERE),
        scrub(report.traceback[-_READ_AT_ALL:])[-MOST_TRACEBACK:],
        {
            name: value if isinstance(value, int) else _line(value, MOST_WHERE)
            for name, value in list(report.more.items())[:MOST_MORE]
            if _NAME.fullmatch(name)
        },
    )


def _line(text: str, most: int) -> str:
    return _ODD.sub(" ", scrub(text[:_READ_AT_ALL])).strip()[:most]
