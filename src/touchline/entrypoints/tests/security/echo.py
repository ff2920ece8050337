"""A WSGI program that returns the request it received."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any


def application(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
    """Return method, path, headers and body as JSON."""
    body = environ["wsgi.input"].read()
    headers = {name: value for name, value in environ.items() if name.startswith("HTTP_")}
    headers |= {
        "method": environ["REQUEST_METHOD"],
        "path": environ["PATH_INFO"],
        "body": body.decode("latin-1"),
    }
    start("200 OK", [("Content-Type", "application/json")])
    return [json.dumps(headers).encode()]
