"""`/healthz` and `/readyz` at the site root (api.md, keys and start-up). Metrics have a port of their own."""

import logging
import time
from collections.abc import Callable, Mapping

from flask import Blueprint, Flask, Response, g, jsonify, request

from touchline.platform import metrics as numbers
from touchline.platform.http import limits
from touchline.platform.http.guards import public

log = logging.getLogger(__name__)


def install(
    app: Flask,
    checks: Mapping[str, Callable[[], None]],
    advice: Mapping[str, Callable[[], None]] | None = None,
) -> None:
    """Add both routes, and count every answer.

    Parts of `advice` are told of, but the site stands without them: letters wait while a mail server is away.
    """
    health = Blueprint("health", __name__)

    @health.get("/healthz")
    @limits.none(limits.READ)
    @public
    def healthz() -> Response:
        """The process answers; nothing else is looked at."""
        return jsonify(status="ok")

    @health.get("/readyz")
    @limits.none(limits.READ)
    @public
    def readyz() -> tuple[Response, int]:
        """Database, queue, files, storage and countries answer: 200, else 503; each part's state."""
        states = {name: _state(name, check) for name, check in {**checks, **(advice or {})}.items()}
        ready = all(states[name] == "ok" for name in checks)
        return jsonify(status="ok" if ready else "unavailable", checks=states), 200 if ready else 503

    app.register_blueprint(health)
    app.after_request(_count)


def _state(name: str, check: Callable[[], None]) -> str:
    try:
        check()
    except Exception:
        log.exception("%s is not ready", name)
        return "unavailable"
    return "ok"


def _count(response: Response) -> Response:
    took = time.perf_counter() - g.started if "started" in g else None
    numbers.count_answer(request.method, request.endpoint or "(none)", response.status_code, took)
    return response
