"""`/healthz` and `/readyz` at the site root (api.md, keys and start-up). Metrics have a port of their own."""

import logging
import time
from collections.abc import Callable, Mapping

from flask import Blueprint, Flask, Response, g, jsonify, request

from touchline.platform.http import limits
from touchline.platform.http.guards import public
from touchline.platform.observability import metrics as numbers

log = logging.getLogger(__name__)


def install(
    app: Flask,
    checks: Mapping[str, Callable[[], None]],
    optional_checks: Mapping[str, Callable[[], None]] | None = None,
) -> None:
    """Add both routes, and count every answer.

    Parts of `optional_checks` are told of, but the site stands without them: letters wait while a mail
    server is away.
    """
    health = Blueprint("health", __name__)

    @health.get("/healthz")
    @limits.exempt(limits.READ_ONLY)
    @public
    def healthz() -> Response:
        """The process answers; nothing else is looked at."""
        return jsonify(status="ok")

    @health.get("/readyz")
    @limits.exempt(limits.READ_ONLY)
    @public
    def readyz() -> tuple[Response, int]:
        """Database, queue, files, storage and countries answer: 200, else 503; each part's state."""
        results = {
            name: _run_check(name, check) for name, check in {**checks, **(optional_checks or {})}.items()
        }
        ready = all(results[name] == "ok" for name in checks)
        return jsonify(status="ok" if ready else "unavailable", checks=results), 200 if ready else 503

    app.register_blueprint(health)
    app.after_request(_count_response)


def _run_check(name: str, check: Callable[[], None]) -> str:
    try:
        check()
    except Exception:
        log.exception("%s is not ready", name)
        return "unavailable"
    return "ok"


def _count_response(response: Response) -> Response:
    duration = time.perf_counter() - g.started if "started" in g else None
    numbers.count_response(request.method, request.endpoint or "(none)", response.status_code, duration)
    return response
