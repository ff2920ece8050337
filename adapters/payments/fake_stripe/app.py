"""The fake Stripe as a Flask application, and a server for it on loopback."""

from __future__ import annotations

import re
from pathlib import Path

from flask import Flask
from werkzeug.serving import BaseWSGIServer, WSGIRequestHandler, make_server

from adapters.payments.fake_stripe import browser
from adapters.payments.fake_stripe.api import v1
from adapters.payments.fake_stripe.core.simulator import StripeSimulator
from adapters.payments.fake_stripe.keys import LOOPBACK, WEBHOOK_SECRET
from adapters.payments.fake_stripe.testing import control_api
from adapters.payments.fake_stripe.webhooks.sender import WebhookSender

MAX_BYTES = 1_000_000


def create_app(simulator: StripeSimulator) -> Flask:
    """Create the application: `/v1`, `/_control` and the browser pages."""
    app = Flask(__name__)
    app.config["MAX_CONTENT_LENGTH"] = MAX_BYTES
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.register_blueprint(v1.create_blueprint(simulator))
    app.register_blueprint(control_api.create_blueprint(simulator))
    app.register_blueprint(browser.create_blueprint(simulator))
    app.extensions["simulator"] = simulator
    return app


def serve(
    port: int, folder: Path | None = None, secret: str = WEBHOOK_SECRET, webhook: str | None = None
) -> BaseWSGIServer:
    """Create a server on loopback with an open socket. Call `serve_forever` to run it.

    Port 0 means any free port. `folder` stores the state (None: in memory). `webhook` is the URL that
    receives events signed with `secret` (None: events are stored but not sent).
    `server.app.extensions["simulator"]` is the `StripeSimulator`.
    """
    simulator = StripeSimulator(folder, secret=secret)
    server = make_server(
        LOOPBACK, port, create_app(simulator), threaded=True, request_handler=_RedactingRequestHandler
    )
    simulator.address = f"http://{LOOPBACK}:{server.server_port}"
    simulator.webhook_url = simulator.account.webhook_url = webhook
    sender = WebhookSender(simulator, webhook)
    simulator.on_change = sender.notify
    sender.start()
    _close_on_shutdown(server, simulator, sender)
    return server


def _close_on_shutdown(server: BaseWSGIServer, simulator: StripeSimulator, sender: WebhookSender) -> None:
    close = server.server_close

    def close_all() -> None:
        close()
        sender.stop()
        simulator.close()

    server.server_close = close_all  # type: ignore[method-assign]


class _RedactingRequestHandler(WSGIRequestHandler):
    """Logs requests without query strings and portal secrets, and keeps connections open.

    Query strings contain client secrets. Either would allow a reader of the log to act for a customer.
    """

    protocol_version = "HTTP/1.1"

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Log method, path and status."""
        path = re.sub("^/portal/[^/]+", "/portal/…", self.path.partition("?")[0])
        self.log("info", "%s %s %s", self.command, path, code)
