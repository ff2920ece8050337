"""`POST` with `_method=patch|put|delete` in its body is treated as that method (api.md, conventions)."""

import io
import json
from collections.abc import Iterable
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

from touchline.shared.strings.validation import is_digits

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

JSON_ERRORS = (ValueError, RecursionError)
"""Errors that Python's JSON parser raises: the first for invalid JSON and for numbers of over 4,300 digits,
the second for JSON that is nested too deeply.
"""
_OVERRIDE_METHODS = frozenset({"PATCH", "PUT", "DELETE"})
_MAX_BODY_BYTES = 65_536


class MethodOverride:
    """WSGI middleware in front of the routing. Ignores bodies over 64 KiB."""

    def __init__(self, app: "WSGIApplication") -> None:
        self._app = app

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Read a small POST body, change the method if the body says so, and pass on the whole body."""
        length = environ.get("CONTENT_LENGTH") or "0"
        if environ["REQUEST_METHOD"] == "POST" and is_digits(length) and 0 < int(length) <= _MAX_BODY_BYTES:
            body = environ["wsgi.input"].read(int(length))
            environ["wsgi.input"] = io.BytesIO(body)
            method = _read_override(body, environ.get("CONTENT_TYPE", ""))
            if method in _OVERRIDE_METHODS:
                environ["REQUEST_METHOD"] = method
        return self._app(environ, start_response)


def _read_override(body: bytes, content_type: str) -> str:
    if b"_method" not in body:
        return ""
    if content_type.startswith("application/x-www-form-urlencoded"):
        return parse_qs(body.decode("utf-8", "replace")).get("_method", [""])[0].upper()
    if "json" not in content_type:
        return ""
    try:
        parsed = json.loads(body)
    except JSON_ERRORS:
        return ""
    override = parsed.get("_method") if isinstance(parsed, dict) else None
    return override.upper() if isinstance(override, str) else ""
