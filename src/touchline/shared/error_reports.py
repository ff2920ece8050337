"""The port of error reports: what went wrong in the server or in a browser, for those who mend it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol


@dataclass(frozen=True)
class ErrorReport:
    """One thing that went wrong. `source` is `server`, `job`, `browser` or `csp`; `kind` the error's class or
    a short code; `message` and `traceback` hold no key, token, address or person (they are scrubbed before);
    `request_id` joins it to the log lines; `where` is a route, a job or a page's path; `more` small facts."""

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
