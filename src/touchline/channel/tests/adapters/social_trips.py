"""Trips to a provider on a real port and back, for tests."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlsplit

import requests
from dependency_injector import providers

from adapters.social.oidc import OidcProviders
from adapters.social.providers import fake
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import House

MAYA = "maya@example.com"
NOT_REGISTERED = (
    "You are not registered yet. Please accept terms and conditions and click Register to continue."
)
WRONG = "Wrong auth data"


@contextmanager
def offering(house: House, port: int) -> Iterator[None]:
    """The house offers log-ins of a provider at a port."""
    channel: Any = house.container.channel
    with channel.social_providers.override(providers.Object(OidcProviders(fake(port)))):
        forget_providers(channel.social)
        yield
    forget_providers(channel.social)


def forget_providers(social: Any) -> None:
    """Make again what knows the providers, and nothing more: resetting the whole container would also make
    another clock and other counts than the rest of the house has."""
    for made in (social.set_out, social.who_came_back, social.enter_by_social):
        made.reset()


@dataclass(frozen=True)
class Trip:
    """A visitor on the way to a provider and back."""

    visitor: Visitor
    provider: str = "google"

    def departure(self, **query: str) -> Any:
        """The answer to the first step."""
        asked = {"api_key": self.visitor.api_key, **query}
        headers = {"Host": self.visitor.channel.domains[0]}
        return self.visitor.browser.get(f"/auth/login/{self.provider}", query_string=asked, headers=headers)

    def back(self, person: str = "maya", **form: str) -> dict[str, str]:
        """What the browser brings back."""
        address = self.departure().headers["Location"]
        answer = requests.post(address, {"person": person, **form}, allow_redirects=False, timeout=5)
        query = parse_qs(urlsplit(answer.headers["Location"]).query)
        return {name: values[0] for name, values in query.items()}

    def post(self, brought: dict[str, str], **more: Any) -> Any:
        """The page's post of what was brought back."""
        return self.visitor.post(f"/v2/auth/social/{self.provider}", **brought, **more)

    def enter(self, person: str = "maya", **more: Any) -> Any:
        """All of it; the answer's `data`."""
        answer = self.post(self.back(person), accept_terms=True, **more)
        assert answer.status_code == 200, answer.get_data(as_text=True)
        return answer.json["data"]


def told(answer: Any) -> tuple[int, str]:
    """Status and sentence."""
    return answer.status_code, answer.json["message"]
