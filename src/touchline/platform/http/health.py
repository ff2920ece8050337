"""Health checks: `/healthz` and `/readyz` at the site root (api.md, keys and start-up)."""

import logging
from collections.abc import Callable, Mapping

from flask import Blueprint, Flask, Response, jsonify

from touchline.platform.http import limits
from touchline.platform.http.guards import public

log = logging.getLogger(__name__)


def install(
    app: Flask,
    checks: Mapping[str, Callable[[], None]],
    optional_checks: Mapping[str, Callable[[], None]] | None = None,
) -> None:
    """Add both routes.

    The site works without the `optional_checks`; they are only reported. For example, emails wait while a
    mail server is unavailable.
    """
    health = Blueprint("health", __name__)

    @health.get("/healthz")
    @limits.exempt(limits.READ_ONLY)
    @public
    def healthz() -> Response:
        """Respond while the process runs. Nothing else is checked."""
        return jsonify(status="ok")

    @health.get("/readyz")
    @limits.exempt(limits.READ_ONLY)
    @public
    def readyz() -> tuple[Response, int]:
        """Check database, queue, files, storage and geo lookup. Return 200 or 503, with the state of each
        part.
        """
        results = {
            name: _run_check(name, check) for name, check in {**checks, **(optional_checks or {})}.items()
        }
        ready = all(results[name] == "ok" for name in checks)
        return jsonify(status="ok" if ready else "unavailable", checks=results), 200 if ready else 503

    app.register_blueprint(health)


def _run_check(name: str, check: Callable[[], None]) -> str:
    try:
        check()
    except Exception:
        log.exception("%s is not ready", name)
        return "unavailable"
    return "ok"
