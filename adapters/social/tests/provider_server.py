"""The demo's identity provider on a loopback port, and a browser that submits its form."""

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
    """A running provider."""

    port: int
    issuers: dict[str, Any]
    stop: Callable[[], None]

    def create_client(self, **options: Any) -> OidcProviders:
        """Create a client with an empty cache."""
        return OidcProviders(fake_providers(self.port), **options)


@contextmanager
def run_provider() -> Iterator[RunningProvider]:
    """Run the real server in a thread."""
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
    """Return the authorization URL of a login."""
    request_params = {
        "state": "sealed",
        "nonce": NONCE,
        "redirect_uri": CALLBACK,
        "verifier": VERIFIER,
        **changes,
    }
    return client.build_authorization_url(provider, **request_params)


def choose_person(address: str, **form: str) -> dict[str, str]:
    """Submit the provider's form, and return the parameters of the redirect to the callback."""
    with requests.Session() as browser:
        assert browser.get(address, timeout=5).status_code == 200
        response = browser.post(address, data=form, allow_redirects=False, timeout=5)
    assert response.status_code == 302, response.text
    callback_url = urlsplit(response.headers["Location"])
    assert f"{callback_url.scheme}://{callback_url.netloc}{callback_url.path}" == CALLBACK
    return {name: values[0] for name, values in parse_qs(callback_url.query).items()}


def get_code(client: OidcProviders, person: str = "maya", provider: str = "google", **changes: str) -> str:
    """Return a code for one of the provider's people."""
    return choose_person(start_login(client, provider, **changes), person=person)["code"]


def fetch_profile(client: OidcProviders, code: str, provider: str = "google", **changes: str) -> Any:
    """Exchange a code for the profile."""
    request_params = {"nonce": NONCE, "redirect_uri": CALLBACK, "verifier": VERIFIER, **changes}
    return client.fetch_profile(provider, code=code, **request_params)
