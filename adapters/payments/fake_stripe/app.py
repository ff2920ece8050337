"""The stand-in as a web application, and a server for it on loopback."""

from __future__ import annotations

import re
from pathlib import Path

from flask import Flask
from werkzeug.serving import BaseWSGIServer, WSGIRequestHandler, make_server

from adapters.payments.fake_stripe import browser, control, wire
from adapters.payments.fake_stripe.keys import LOOPBACK, WEBHOOK_SECRET
from adapters.payments.fake_stripe.sender import Sender
from adapters.payments.fake_stripe.world import World

MOST_BYTES = 1_000_000


def create_app(world: World) -> Flask:
    """`/v1`, `/_control`, and what a browser loads."""
    app = Flask(__name__)
    app.config["MAX_CONTENT_LENGTH"] = MOST_BYTES
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.register_blueprint(wire.routes_of(world))
    app.register_blueprint(control.routes_of(world))
    app.register_blueprint(browser.routes(world))
    app.extensions["world"] = world
    return app


def serve(
    port: int, folder: Path | None = None, secret: str = WEBHOOK_SECRET, webhook: str | None = None
) -> BaseWSGIServer:
    """A server on loopback, its socket open (port 0: any free one); `serve_forever` runs it.

    `folder` keeps the state (None: in memory), `webhook` is the address that events are sent to, signed with
    `secret` (None: they are only kept). `server.app.extensions["world"]` is its `World`.
    """
    world = World(folder, secret=secret)
    server = make_server(LOOPBACK, port, create_app(world), threaded=True, request_handler=_Quiet)
    world.address = f"http://{LOOPBACK}:{server.server_port}"
    sender = Sender(world, webhook)
    world.on_change = sender.look
    sender.start()
    _close_with(server, world, sender)
    return server


def _close_with(server: BaseWSGIServer, world: World, sender: Sender) -> None:
    close = server.server_close

    def close_all() -> None:
        close()
        sender.stop()
        world.close()

    server.server_close = close_all  # type: ignore[method-assign]


class _Quiet(WSGIRequestHandler):
    """Logs requests without what lets one act for a customer: their queries, which hold client secrets, and
    the names of portals; keeps connections open."""

    protocol_version = "HTTP/1.1"

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Method, path, status."""
        path = re.sub("^/portal/[^/]+", "/portal/…", self.path.partition("?")[0])
        self.log("info", "%s %s %s", self.command, path, code)
