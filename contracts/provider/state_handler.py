"""The endpoint that Pact's verifier calls for states.

A handler of pact-python returns nothing. This one returns values that a state has created, such as a link's
signature, and the verifier puts them into the request (Pact's generator `ProviderState`).
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from werkzeug import Request, Response
from werkzeug.serving import make_server

StateChange = Callable[[str, str, dict[str, Any]], dict[str, Any]]
"""Called with the state, `setup` or `teardown`, and the parameters. Returns what the state has created."""


@contextmanager
def run_state_handler(change_state: StateChange) -> Iterator[str]:
    """Yield the URL on a free loopback port until the block ends."""

    @Request.application
    def handle_state(request: Request) -> Response:
        payload = request.get_json()
        result = change_state(payload["state"], payload["action"], payload.get("params") or {})
        return Response(json.dumps(result), mimetype="application/json")

    with run_server(handle_state) as address:
        yield address


@contextmanager
def run_server(app: Any) -> Iterator[str]:
    """Yield the URL of a WSGI application on a free loopback port until the block ends."""
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
