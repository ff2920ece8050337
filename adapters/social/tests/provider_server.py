"""The demo's identity provider on a port of loopback, and a browser that answers its page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlsplit

import requests

from adapters.social.fake_provider.app import create_server
from adapters.social.oidc import OidcProviders
from adapters.social.providers import fake_providers

CALLBACK = "http://prairie.localhost:8080/auth/login/google/callback"
VERIFIER = "v" * 64
NONCE = "once"


@dataclass(frozen=True)
class RunningProvider:
    """The provider while it runs."""

    port: int
    issuers: dict[str, Any]
    stop: Callable[[], None]

    def create_client(self, **options: Any) -> OidcProviders:
        """A client that knows nothing yet."""
        return OidcProviders(fake_providers(self.port), **options)


@contextmanager
def run_provider() -> Iterator[RunningProvider]:
    """The real server, in a thread."""
    server = create_server(0)
    thread = Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()

    def stop() -> None:
        server.shutdown()
        thread.join()
        server.server_close()

    app: Any = server.app
    yield RunningProvider(server.server_port, app.extensions, stop)
    stop()


def start_login(client: OidcProviders, provider: str = "google", **changes: str) -> str:
    """The address that a log-in begins with."""
    request_params = {
        "state": "sealed",
        "nonce": NONCE,
        "redirect_uri": CALLBACK,
        "verifier": VERIFIER,
        **changes,
    }
    return client.build_authorization_url(provider, **request_params)


def choose_person(address: str, **form: str) -> dict[str, str]:
    """What the browser brings back to the callback after a choice on the provider's page."""
    with requests.Session() as browser:
        assert browser.get(address, timeout=5).status_code == 200
        response = browser.post(address, data=form, allow_redirects=False, timeout=5)
    assert response.status_code == 302, response.text
    callback_url = urlsplit(response.headers["Location"])
    assert f"{callback_url.scheme}://{callback_url.netloc}{callback_url.path}" == CALLBACK
    return {name: values[0] for name, values in parse_qs(callback_url.query).items()}


def get_code(client: OidcProviders, person: str = "maya", provider: str = "google", **changes: str) -> str:
    """A code for one of the provider's people."""
    return choose_person(start_login(client, provider, **changes), person=person)["code"]


def fetch_profile(client: OidcProviders, code: str, provider: str = "google", **changes: str) -> Any:
    """Who the code is for."""
    request_params = {"nonce": NONCE, "redirect_uri": CALLBACK, "verifier": VERIFIER, **changes}
    return client.fetch_profile(provider, code=code, **request_params)
