"""Log lines: for people or for programs, each with the id of its request, none with a key, token or query
string. A line of a job has the id of the request that it follows from, or else the job's own."""

import json
import logging
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime

from touchline.shared.strings.scrubbing import redact

NO_REQUEST_ID = "-"
_CONTROLS = re.compile(r"[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029]")
request_id: ContextVar[str] = ContextVar("touchline_request_id", default=NO_REQUEST_ID)
_job_id: ContextVar[str] = ContextVar("touchline_job", default="")


class TraceContext:
    """Where lines learn the id of the present trace; there is none until traces are made."""

    current_trace_id: Callable[[], str] = staticmethod(lambda: "")


def current_cause() -> str:
    """The id of the request that what happens now follows from; empty where nobody asked for it."""
    found = request_id.get()
    return "" if found == NO_REQUEST_ID else found


@contextmanager
def job_log_context(job_id: str, cause_id: str) -> Iterator[None]:
    """Lines that are written meanwhile belong to a job, and to the request that it follows from."""
    tokens = _job_id.set(job_id), request_id.set(cause_id or NO_REQUEST_ID)
    try:
        yield
    finally:
        _job_id.reset(tokens[0])
        request_id.reset(tokens[1])


class TextFormatter(logging.Formatter):
    """`time level logger request-id message`, for people."""

    def format(self, record: logging.LogRecord) -> str:
        """One line, and the traceback below it, indented, where there is one."""
        timestamp = datetime.fromtimestamp(record.created, UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
        message = _escape_controls(redact(record.getMessage()))
        if record.exc_info:
            traceback_lines = redact(self.formatException(record.exc_info)).splitlines()
            message += "".join(f"\n    {_escape_controls(line)}" for line in traceback_lines)
        context_id = current_cause() or _job_id.get() or NO_REQUEST_ID
        return f"{timestamp} {record.levelname.lower():<7} {record.name} {context_id} {message}"


def _escape_controls(text: str) -> str:
    """Text that somebody sent neither begins a line of its own nor steers the terminal that shows it."""
    return _CONTROLS.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


class JsonFormatter(logging.Formatter):
    """One JSON object a line, for programs; what a caller gives as `extra={"fields": {…}}` is added."""

    def format(self, record: logging.LogRecord) -> str:
        """One object with `time, level, logger, request_id, message`, `job` and `trace_id` where there is
        one, and the extra fields."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname.lower(),
            "logger": record.name,
            "request_id": request_id.get(),
            "message": redact(record.getMessage()),
        }
        if job_id := _job_id.get():
            line["job"] = job_id
        if trace_id := TraceContext.current_trace_id():
            line["trace_id"] = trace_id
        line.update(getattr(record, "fields", {}))
        if record.exc_info:
            line["exception"] = redact(self.formatException(record.exc_info))
        return json.dumps(line, default=str)


def configure(log_format: str, level: str) -> None:
    """Send all loggers to standard error in the chosen form."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter() if log_format == "json" else TextFormatter())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    for logger_name in ("werkzeug", "alembic.runtime"):
        logging.getLogger(logger_name).setLevel(max(logging.WARNING, root.level))
    # It tells paths of what our server asks, of odd answers as a warning: those of push services are secrets
    logging.getLogger("urllib3").setLevel(max(logging.ERROR, root.level))
