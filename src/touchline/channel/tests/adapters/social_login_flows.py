"""Social login flows through a provider on a real port, for tests."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlsplit

import requests
from dependency_injector import providers

from adapters.social.oidc import OidcProviders
from adapters.social.providers import fake_providers
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import Application

MAYA = "maya@example.com"
NOT_REGISTERED = (
    "You are not registered yet. Please accept terms and conditions and click Register to continue."
)
INVALID_AUTH_DATA = "Wrong auth data"


@contextmanager
def override_providers(application: Application, port: int) -> Iterator[None]:
    """Configure the application to offer social logins through a provider on a port."""
    channel: Any = application.container.channel
    with channel.social_providers.override(providers.Object(OidcProviders(fake_providers(port)))):
        reset_providers(channel)
        yield
    reset_providers(channel)


def reset_providers(channel_container: Any) -> None:
    """Recreate only the services that depend on the social providers.

    Resetting the whole container would also create another clock and other counters than the rest of the
    application uses.
    """
    for dependent_provider in (
        channel_container.start_social_login,
        channel_container.resolve_social_callback,
        channel_container.complete_social_login,
    ):
        dependent_provider.reset()


@dataclass(frozen=True)
class SocialLoginFlow:
    """A visitor's login through a provider."""

    visitor: Visitor
    provider: str = "google"

    def start(self, **query: str) -> Any:
        """Start the login and return the response."""
        query_params = {"api_key": self.visitor.api_key, **query}
        headers = {"Host": self.visitor.channel.domains[0]}
        return self.visitor.browser.get(
            f"/auth/login/{self.provider}", query_string=query_params, headers=headers
        )

    def choose_person(self, person: str = "maya", **form: str) -> dict[str, str]:
        """Choose a person at the provider and return the parameters of its callback."""
        authorization_url = self.start().headers["Location"]
        response = requests.post(
            authorization_url, {"person": person, **form}, allow_redirects=False, timeout=5
        )
        query = parse_qs(urlsplit(response.headers["Location"]).query)
        return {name: values[0] for name, values in query.items()}

    def submit(self, callback_params: dict[str, str], **form_fields: Any) -> Any:
        """Post the callback parameters, as the page does."""
        return self.visitor.post(f"/v2/auth/social/{self.provider}", **callback_params, **form_fields)

    def complete(self, person: str = "maya", **form_fields: Any) -> Any:
        """Run the whole login and return the `data` of its response."""
        response = self.submit(self.choose_person(person), accept_terms=True, **form_fields)
        assert response.status_code == 200, response.get_data(as_text=True)
        return response.json["data"]


def status_and_message(response: Any) -> tuple[int, str]:
    """Return the status and message of a response."""
    return response.status_code, response.json["message"]
