"""Port for social login (OpenID Connect, PKCE). The operator selects providers with `TOUCHLINE_SOCIAL`."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from touchline.shared.errors import UnavailableError


class SocialUnavailableError(UnavailableError):
    """The provider does not respond. A later retry may succeed."""


class SocialRejectedError(Exception):
    """The provider rejects the code, or its response is invalid."""


@dataclass(frozen=True)
class SocialProfile:
    """The person's profile from the provider. `subject` is the provider's permanent id for the person."""

    provider: str
    subject: str
    email: str | None
    email_verified: bool
    first_name: str
    last_name: str


class SocialProviders(Protocol):
    """Port to the configured social providers."""

    def list_names(self) -> Sequence[str]:
        """List the names of the available providers in display order: `google`, `facebook`."""
        ...

    def build_authorization_url(
        self, provider: str, *, state: str, nonce: str, redirect_uri: str, verifier: str
    ) -> str:
        """Return the provider's authorization URL (authorization code flow with PKCE S256).

        Raises `KeyError` if the provider is unknown, and `SocialUnavailableError` if it does not respond.
        """
        ...

    def fetch_profile(
        self, provider: str, *, code: str, nonce: str, redirect_uri: str, verifier: str
    ) -> SocialProfile:
        """Exchange the code for the person's profile.

        Raises `SocialRejectedError` if the provider rejects the code, and `SocialUnavailableError` if it does
        not respond.
        """
        ...
