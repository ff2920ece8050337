"""Outgoing connections go only to addresses in the settings, and to public ones that operators enter."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from werkzeug.serving import WSGIRequestHandler, make_server
from werkzeug.wrappers import Request, Response

from adapters.robot_check.recaptcha import RecaptchaRobotCheck
from adapters.social.metadata_cache import MetadataCache
from adapters.social.oidc import OidcProviders
from adapters.social.providers import fake_providers
from touchline.channel.ports.accounts.robot_check import RobotCheckUnavailableError
from touchline.channel.ports.accounts.social import SocialRejectedError, SocialUnavailableError

ROOT = Path(__file__).parents[5]
NETWORK_MODULES = {
    "requests",
    "urllib3",
    "urllib.request",
    "http.client",
    "socket",
    "smtplib",
    "ftplib",
    "telnetlib",
}
OUTGOING_CALLS = {
    "adapters/analytics_store/clickhouse_client.py": "the operator's ClickHouse",
    "adapters/ingest/ffmpeg.py": "the ports of the ingest process",
    "adapters/ingest/rtmp/proxy.py": "the ports of the ingest process",
    "adapters/ingest/rtmp/sockets.py": "none: reads from sockets that other modules have opened",
    "adapters/ingest/rtmp/tls.py": "the ports of the ingest process",
    "adapters/ingest/socket_polling.py": "none: waits for sockets that other modules have opened",
    "adapters/ingest/srt/caller.py": "an address that `adapters/restream/addresses.py` has checked",
    "adapters/ingest/srt/connection.py": "the ports of the ingest process",
    "adapters/ingest/srt/listener.py": "the ports of the ingest process",
    "adapters/ingest/srt/sending_connection.py": "a socket that `caller.py` has opened",
    "adapters/ingest/rtmp/listeners.py": "the ports of the ingest process",
    "adapters/ingest/rtmp/pull.py": "the operator's RTMP server from the settings",
    "adapters/ingest/receiver.py": "a socket inherited from the ingest process",
    "adapters/ingest/rtmp/client.py": "a connection that `pull.py` has opened",
    "adapters/mail/smtp.py": "the operator's mail server",
    "adapters/payments/fake_stripe/webhooks/sender.py": "the deployment of the fake Stripe",
    "adapters/payments/fake_stripe/api/v1.py": "the fake Stripe, on loopback",
    "adapters/payments/stripe_client.py": "the fake Stripe, on loopback",
    "adapters/push/webpush.py": "push services that the operator lists",
    "adapters/restream/addresses.py": "servers that owners enter, public ones unless a setting allows others",
    "adapters/restream/rtmp_publisher.py": "an address that `addresses.py` has checked",
    "adapters/restream/srt_publisher.py": "an address that `addresses.py` has checked",
    "adapters/robot_check/fake.py": "none: responds locally",
    "adapters/robot_check/recaptcha.py": "Google's robot check",
    "adapters/social/metadata_cache.py": "login providers, at the URLs in their metadata",
    "adapters/social/public_transport.py": "single sign-on of channels, public addresses only",
    "adapters/social/oidc.py": "login providers, at the URLs in their metadata",
    "src/touchline/demo/live_scores.py": "the demo's own server, on loopback",
    "src/touchline/channel/adapters/site/domain_probe.py": "domains of channels, public ones for operators",
    "src/touchline/entrypoints/runner/programs.py": "this machine's name",
    "src/touchline/entrypoints/runner/fleet_programs.py": "its own programs, on loopback",
    "src/touchline/entrypoints/install.py": "none: checks whether a local port is free",
    "src/touchline/entrypoints/runner/runner.py": "its web server, on loopback",
    "src/touchline/platform/db/timeouts.py": "none: closes sockets of libpq",
    "src/touchline/platform/http/server/tcp_connections.py": "none: reads the kernel's list of connections",
    "src/touchline/front/rehearsal/site_client.py": "the site's own address, from the settings",
    "src/touchline/platform/http_client/public_addresses.py": "public addresses that operators enter",
    "src/touchline/platform/observability/metrics.py": "this machine's name",
}
"""Modules that open connections, and their targets.

Review a new module before you add it. None of them reads packs, images or visitors' input.
"""
REQUEST_METHODS = {"get", "post", "put", "request"}


def iter_product_files() -> Iterator[Path]:
    """Yield the product's Python files."""
    for folder in ("src/touchline", "adapters"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            if "tests" not in path.parts and path.name != "conftest.py":
                yield path


@cache
def list_imports(path: Path) -> set[str]:
    """Return the full names of the modules that a file imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


def test_only_listed_modules_open_connections() -> None:
    found = {
        str(path.relative_to(ROOT))
        for path in iter_product_files()
        if any(
            name == module or name.startswith(f"{module}.")
            for name in list_imports(path)
            for module in NETWORK_MODULES
        )
    }
    assert found == set(OUTGOING_CALLS)


def test_http_clients_have_timeouts_and_do_not_follow_redirects() -> None:
    violations = []
    for path in iter_product_files():
        if "requests" not in list_imports(path) or "fake_stripe" in path.parts:
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            owner = getattr(node.func.value, "id", "")
            if node.func.attr in REQUEST_METHODS and owner in {"requests", "session", "http"}:
                keywords = {keyword.arg for keyword in node.keywords}
                violations += (
                    [] if {"timeout", "allow_redirects"} <= keywords else [f"{path.name}:{node.lineno}"]
                )
    assert violations == []


class RedirectServer:
    """A server that redirects every request to a forbidden target, and records the requests to that
    target."""

    def __init__(self) -> None:
        self.was_redirected: list[str] = []
        self.url = ""

    def __call__(self, environ: Any, start: Any) -> Any:
        request = Request(environ)
        if request.path.startswith("/inside"):
            self.was_redirected.append(request.path)
            return Response('{"success": true, "keys": []}', mimetype="application/json")(environ, start)
        status = 307 if request.method == "POST" else 302
        headers = {"Location": f"{self.url}/inside"}
        return Response("{}", status, headers, mimetype="application/json")(environ, start)


class QuietHandler(WSGIRequestHandler):
    """A request handler without a log."""

    def log(self, *_: Any) -> None:
        """Do nothing."""


@pytest.fixture
def redirect_server() -> Iterator[RedirectServer]:
    """Run the server on a loopback port."""
    app = RedirectServer()
    server = make_server("127.0.0.1", 0, app, request_handler=QuietHandler)
    app.url = f"http://127.0.0.1:{server.server_port}"
    thread = Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    yield app
    server.shutdown()
    thread.join()
    server.server_close()


def fetch_oidc_metadata(address: str) -> None:
    """Fetch the metadata, as before a login."""
    MetadataCache((1.0, 1.0)).get(f"{address}/.well-known/openid-configuration")


def fetch_user_profile(address: str) -> None:
    """Fetch the profile, as after a login, with the client secret."""
    port = int(address.rpartition(":")[2])
    client = OidcProviders(fake_providers(port))
    described = {"token_endpoint": f"{address}/token", "jwks_uri": f"{address}/jwks"}
    client._get_metadata = lambda config: described  # type: ignore[method-assign]
    client.fetch_profile(
        "google", code="c", nonce="n", redirect_uri="http://localhost/back", verifier="v" * 43
    )


def verify_robot_token(address: str) -> None:
    """Verify a token, as before every form."""
    RecaptchaRobotCheck("site", "secret", f"{address}/siteverify").is_human("pass", "192.0.2.1")


@pytest.mark.parametrize(
    "fetch",
    [fetch_oidc_metadata, fetch_user_profile, verify_robot_token],
    ids=["metadata", "profile", "robot-check"],
)
def test_redirects_are_not_followed(redirect_server: RedirectServer, fetch: Callable[[str], None]) -> None:
    # A response without the expected fields is rejected.
    with suppress(SocialUnavailableError, SocialRejectedError, RobotCheckUnavailableError):
        fetch(redirect_server.url)
    assert redirect_server.was_redirected == []
