"""A request's id, and its line in the access log."""

import logging
import random
import re

log = logging.getLogger("touchline.access")
_REQUEST_ID = re.compile(r"[A-Za-z0-9-]{8,64}")


def choose_request_id(requested_id: str) -> str:
    """The id that the one who asks gave it, where it is one; else a new one. It is no secret."""
    if requested_id and _REQUEST_ID.fullmatch(requested_id):
        return requested_id
    return f"{random.getrandbits(64):016x}"


def log_access(method: str, path: str, status: int, seconds: float) -> None:
    """`path` holds no more than a route and whole numbers: keys and tokens may be in the rest."""
    if not log.isEnabledFor(logging.INFO):
        return
    fields = {"method": method, "path": path, "status": status, "milliseconds": round(seconds * 1000, 1)}
    log.info("%(method)s %(path)s %(status)s %(milliseconds).1f ms", fields, extra={"fields": fields})
