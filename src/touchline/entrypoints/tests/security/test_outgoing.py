"""Which addresses this deployment asks: those of its settings, and never one that somebody sent it to."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from werkzeug.serving import WSGIRequestHandler, make_server
from werkzeug.wrappers import Request, Response

from adapters.robot_check.recaptcha import RecaptchaRobotCheck
from adapters.social.documents import Documents
from adapters.social.oidc import OidcProviders
from adapters.social.providers import fake
from touchline.channel.ports.robot_check import RobotCheckUnavailable
from touchline.channel.ports.social import SocialRefused, SocialUnavailable

ROOT = Path(__file__).parents[5]
LINES = {"requests", "urllib3", "urllib.request", "http.client", "socket", "smtplib", "ftplib", "telnetlib"}
ASK_OTHERS = {
    "adapters/analytics_store/clickhouse_line.py": "the operator's ClickHouse",
    "adapters/ingest/ffmpeg.py": "the ingest's own ports",
    "adapters/ingest/gate.py": "the ingest's own ports",
    "adapters/ingest/door.py": "the ingest's own ports",
    "adapters/ingest/pull.py": "the operator's own RTMP server, which a setting names",
    "adapters/ingest/receiver.py": "a socket that it inherits from the ingest",
    "adapters/ingest/client.py": "a connection that `pull.py` has opened",
    "adapters/mail/smtp.py": "the operator's mail server",
    "adapters/payments/fake_stripe/sender.py": "the stand-in's own deployment",
    "adapters/payments/fake_stripe/wire.py": "the stand-in, on loopback",
    "adapters/payments/stripe_client.py": "the stand-in, on loopback",
    "adapters/push/webpush.py": "push services that the operator lists",
    "adapters/robot_check/fake.py": "nobody: it answers by itself",
    "adapters/robot_check/recaptcha.py": "Google's robot check",
    "adapters/social/documents.py": "providers of log-ins, by their own description",
    "adapters/social/oidc.py": "providers of log-ins, by their own description",
    "src/touchline/entrypoints/embedded.py": "this machine's name",
    "src/touchline/entrypoints/findings_outside.py": "what an operator's settings name",
    "src/touchline/entrypoints/fleet_parts.py": "its own parts, on loopback",
    "src/touchline/entrypoints/install.py": "nobody: whether a port of this machine is free",
    "src/touchline/entrypoints/run.py": "its own server, on loopback",
    "src/touchline/platform/http/connections.py": "nobody: what the kernel knows of open connections",
    "src/touchline/platform/metrics.py": "this machine's name",
}
"""Who opens connections of their own, and to whom; a new one is looked at before it is written here. Packs,
pictures and whatever a visitor sends are read by none of them."""
FOLLOWING = {"get", "post", "put", "request"}


def product() -> Iterator[Path]:
    """The product's files."""
    for folder in ("src/touchline", "adapters"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            if "tests" not in path.parts and path.name != "conftest.py":
                yield path


def imported(path: Path) -> set[str]:
    """The modules that a file imports, by their whole names."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


def test_nobody_opens_a_connection_but_those_who_are_known_to() -> None:
    found = {
        str(path.relative_to(ROOT))
        for path in product()
        if any(name == line or name.startswith(f"{line}.") for name in imported(path) for line in LINES)
    }
    assert found == set(ASK_OTHERS)


def test_whoever_asks_over_http_has_a_time_out_and_goes_nowhere_that_an_answer_points_to() -> None:
    careless = []
    for path in product():
        if "requests" not in imported(path) or "fake_stripe" in path.parts:
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            owner = getattr(node.func.value, "id", "")
            if node.func.attr in FOLLOWING and owner in {"requests", "session", "http"}:
                said = {keyword.arg for keyword in node.keywords}
                careless += [] if {"timeout", "allow_redirects"} <= said else [f"{path.name}:{node.lineno}"]
    assert careless == []


class Crossroads:
    """Sends everybody on to a place that nobody should reach; counts who came there."""

    def __init__(self) -> None:
        self.reached: list[str] = []
        self.address = ""

    def __call__(self, environ: Any, start: Any) -> Any:
        request = Request(environ)
        if request.path.startswith("/inside"):
            self.reached.append(request.path)
            return Response('{"success": true, "keys": []}', mimetype="application/json")(environ, start)
        status = 307 if request.method == "POST" else 302
        there = {"Location": f"{self.address}/inside"}
        return Response("{}", status, there, mimetype="application/json")(environ, start)


class Quiet(WSGIRequestHandler):
    """Writes no log."""

    def log(self, *_: Any) -> None:
        """Nothing."""


@pytest.fixture
def crossroads() -> Iterator[Crossroads]:
    """On a port of loopback."""
    app = Crossroads()
    server = make_server("127.0.0.1", 0, app, request_handler=Quiet)
    app.address = f"http://127.0.0.1:{server.server_port}"
    thread = Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    yield app
    server.shutdown()
    thread.join()
    server.server_close()


def ask_for_a_description(address: str) -> None:
    """As before a log-in."""
    Documents((1.0, 1.0)).get(f"{address}/.well-known/openid-configuration")


def ask_for_a_person(address: str) -> None:
    """As after one, with the secret of the client."""
    port = int(address.rpartition(":")[2])
    client = OidcProviders(fake(port))
    described = {"token_endpoint": f"{address}/token", "jwks_uri": f"{address}/jwks"}
    client._metadata = lambda asked: described  # type: ignore[method-assign]
    client.person("google", code="c", nonce="n", redirect_uri="http://localhost/back", verifier="v" * 43)


def ask_about_a_robot(address: str) -> None:
    """As in front of every form."""
    RecaptchaRobotCheck("site", "secret", f"{address}/siteverify").is_person("pass", "192.0.2.1")


@pytest.mark.parametrize(
    "ask", [ask_for_a_description, ask_for_a_person, ask_about_a_robot], ids=["description", "code", "robot"]
)
def test_an_answer_that_points_elsewhere_leads_nowhere(
    crossroads: Crossroads, ask: Callable[[str], None]
) -> None:
    # An answer without what was asked for is no answer, or opens nothing.
    with suppress(SocialUnavailable, SocialRefused, RobotCheckUnavailable):
        ask(crossroads.address)
    assert crossroads.reached == []
