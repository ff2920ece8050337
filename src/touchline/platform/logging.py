"""Log lines: for people or for programs, each with its request's id, none with a key, token or query
string."""

import json
import logging
import sys
from contextvars import ContextVar
from datetime import UTC, datetime

from touchline.shared.scrubbing import redact

request_id: ContextVar[str] = ContextVar("touchline_request_id", default="-")


class TextLines(logging.Formatter):
    """`time level logger request-id message`, for people."""

    def format(self, record: logging.LogRecord) -> str:
        """One line, and the traceback below it where there is one."""
        when = datetime.fromtimestamp(record.created, UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
        message = record.getMessage()
        if record.exc_info:
            message += "\n" + self.formatException(record.exc_info)
        line = f"{when} {record.levelname.lower():<7} {record.name} {request_id.get()} {message}"
        return redact(line)


class JsonLines(logging.Formatter):
    """One JSON object a line, for programs; what a caller gives as `extra={"fields": {…}}` is added."""

    def format(self, record: logging.LogRecord) -> str:
        """One object with `time, level, logger, request_id, message` and the extra fields."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname.lower(),
            "logger": record.name,
            "request_id": request_id.get(),
            "message": redact(record.getMessage()),
        }
        line.update(getattr(record, "fields", {}))
        if record.exc_info:
            line["exception"] = redact(self.formatException(record.exc_info))
        return json.dumps(line, default=str)


def configure(log_format: str, level: str) -> None:
    """Send all loggers to standard error in the chosen form."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if log_format == "json" else TextLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    for noisy in ("werkzeug", "alembic.runtime"):
        logging.getLogger(noisy).setLevel(max(logging.WARNING, root.level))
    # It tells paths of what our server asks, of odd answers as a warning: those of push services are secrets
    logging.getLogger("urllib3").setLevel(max(logging.ERROR, root.level))
