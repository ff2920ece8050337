"""The demo's identity provider on a port of loopback, and a browser that answers its page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlsplit

import requests

from adapters.social.fake_provider.app import serve
from adapters.social.oidc import OidcProviders
from adapters.social.providers import fake

CALLBACK = "http://prairie.localhost:8080/auth/login/google/callback"
VERIFIER = "v" * 64
NONCE = "once"


@dataclass(frozen=True)
class Running:
    """The provider while it runs."""

    port: int
    issuers: dict[str, Any]
    stop: Callable[[], None]

    def client(self, **more: Any) -> OidcProviders:
        """A client that knows nothing yet."""
        return OidcProviders(fake(self.port), **more)


@contextmanager
def provider_running() -> Iterator[Running]:
    """The real server, in a thread."""
    server = serve(0)
    thread = Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()

    def stop() -> None:
        server.shutdown()
        thread.join()
        server.server_close()

    app: Any = server.app
    yield Running(server.server_port, app.extensions, stop)
    stop()


def depart(client: OidcProviders, provider: str = "google", **changes: str) -> str:
    """The address that a log-in begins with."""
    given = {"state": "sealed", "nonce": NONCE, "redirect_uri": CALLBACK, "verifier": VERIFIER, **changes}
    return client.departure(provider, **given)


def choose(address: str, **form: str) -> dict[str, str]:
    """What the browser brings back to the callback after a choice on the provider's page."""
    with requests.Session() as browser:
        assert browser.get(address, timeout=5).status_code == 200
        answer = browser.post(address, data=form, allow_redirects=False, timeout=5)
    assert answer.status_code == 302, answer.text
    back = urlsplit(answer.headers["Location"])
    assert f"{back.scheme}://{back.netloc}{back.path}" == CALLBACK
    return {name: values[0] for name, values in parse_qs(back.query).items()}


def code_of(client: OidcProviders, person: str = "maya", provider: str = "google", **changes: str) -> str:
    """A code for one of the provider's people."""
    return choose(depart(client, provider, **changes), person=person)["code"]


def person(client: OidcProviders, code: str, provider: str = "google", **changes: str) -> Any:
    """Who the code is for."""
    given = {"nonce": NONCE, "redirect_uri": CALLBACK, "verifier": VERIFIER, **changes}
    return client.person(provider, code=code, **given)
