"""Log-in through other sites (OpenID Connect, PKCE); an operator's choice (`TOUCHLINE_SOCIAL`)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from touchline.shared.errors import UnavailableError


class SocialUnavailableError(UnavailableError):
    """The provider does not answer; trying again later may help."""


class SocialRejectedError(Exception):
    """The provider does not take the code, or what it answers is not what it signed."""


@dataclass(frozen=True)
class SocialProfile:
    """Who the provider says it is. `subject` is the provider's own lasting name for the person."""

    provider: str
    subject: str
    email: str | None
    email_verified: bool
    first_name: str
    last_name: str


class SocialProviders(Protocol):
    """The providers that are set up."""

    def list_names(self) -> Sequence[str]:
        """`google`, `facebook`: those that may be offered, in order."""
        ...

    def build_authorization_url(
        self, provider: str, *, state: str, nonce: str, redirect_uri: str, verifier: str
    ) -> str:
        """The address to send the browser to (authorization code flow with PKCE S256); `KeyError` for an
        unknown provider, `SocialUnavailableError`."""
        ...

    def fetch_profile(
        self, provider: str, *, code: str, nonce: str, redirect_uri: str, verifier: str
    ) -> SocialProfile:
        """Who came back with the code; `SocialRejectedError`, `SocialUnavailableError`."""
        ...
