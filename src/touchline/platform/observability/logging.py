"""Log lines as text or JSON, each with its request id and without keys, tokens and query strings.

A job's line has the id of the request that caused the job, or otherwise the job's own id.
"""

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
    """The source of the current trace id for log lines. There is no id until tracing is set up."""

    current_trace_id: Callable[[], str] = staticmethod(lambda: "")


def current_cause() -> str:
    """Return the id of the request that caused the current work, or an empty string if there is none."""
    cause = request_id.get()
    return "" if cause == NO_REQUEST_ID else cause


@contextmanager
def job_log_context(job_id: str, cause_id: str) -> Iterator[None]:
    """Add a job's id, and the id of the request that caused it, to all log lines of the block."""
    tokens = _job_id.set(job_id), request_id.set(cause_id or NO_REQUEST_ID)
    try:
        yield
    finally:
        _job_id.reset(tokens[0])
        request_id.reset(tokens[1])


class TextFormatter(logging.Formatter):
    """Text log lines: `time level logger request-id message`."""

    def format(self, record: logging.LogRecord) -> str:
        """Return one line, followed by the indented traceback if there is one."""
        timestamp = datetime.fromtimestamp(record.created, UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
        message = _escape_controls(redact(record.getMessage()))
        if record.exc_info:
            traceback_lines = redact(self.formatException(record.exc_info)).splitlines()
            message += "".join(f"\n    {_escape_controls(line)}" for line in traceback_lines)
        context_id = current_cause() or _job_id.get() or NO_REQUEST_ID
        return f"{timestamp} {record.levelname.lower():<7} {record.name} {context_id} {message}"


def _escape_controls(text: str) -> str:
    """Escape control characters, so that user input cannot start a new log line or control a terminal."""
    return _CONTROLS.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


class JsonFormatter(logging.Formatter):
    """JSON log lines: one object per line, plus the fields of `extra={"fields": {…}}`."""

    def format(self, record: logging.LogRecord) -> str:
        """Return one object with `time, level, logger, request_id, message` and the extra fields.

        `job` and `trace_id` are included if they exist.
        """
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
    """Send all loggers to standard error in the chosen format."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter() if log_format == "json" else TextFormatter())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    for logger_name in ("werkzeug", "alembic.runtime"):
        logging.getLogger(logger_name).setLevel(max(logging.WARNING, root.level))
    # Its warnings about unusual responses contain the request path, which is a secret for push services
    logging.getLogger("urllib3").setLevel(max(logging.ERROR, root.level))
