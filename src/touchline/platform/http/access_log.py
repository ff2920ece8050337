"""Request IDs and access log."""

import logging
import random
import re

log = logging.getLogger("touchline.access")
_REQUEST_ID = re.compile(r"[A-Za-z0-9-]{8,64}")


def choose_request_id(requested_id: str) -> str:
    """Return the client's request ID if it is valid, otherwise a new one. The ID is not secret."""
    if requested_id and _REQUEST_ID.fullmatch(requested_id):
        return requested_id
    return f"{random.getrandbits(64):016x}"


def log_access(method: str, path: str, status: int, seconds: float) -> None:
    """Log a request. `path` contains only the route and integers, because other parts can be keys or
    tokens."""
    if not log.isEnabledFor(logging.INFO):
        return
    fields = {"method": method, "path": path, "status": status, "milliseconds": round(seconds * 1000, 1)}
    log.info("%(method)s %(path)s %(status)s %(milliseconds).1f ms", fields, extra={"fields": fields})
