"""The address at which Pact's verifier asks for states.

A handler of pact-python's own answers nothing; this one answers with what a state has made, such as the
signature of a link, and the verifier puts that into the request (Pact's generator `ProviderState`).
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
"""State, `setup` or `teardown`, and the parameters; what the state has made."""


@contextmanager
def run_state_handler(change_state: StateChange) -> Iterator[str]:
    """The address, on a free port of the loopback, while it lasts."""

    @Request.application
    def handle_state(request: Request) -> Response:
        payload = request.get_json()
        result = change_state(payload["state"], payload["action"], payload.get("params") or {})
        return Response(json.dumps(result), mimetype="application/json")

    with run_server(handle_state) as address:
        yield address


@contextmanager
def run_server(app: Any) -> Iterator[str]:
    """The address of a WSGI application on a free port of the loopback, while it lasts."""
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
