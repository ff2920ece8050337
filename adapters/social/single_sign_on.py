"""Port `SingleSignOnConnector`: the OpenID Connect providers that channels name in their settings.

Which email addresses count as verified is decided in ADR 75.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from adapters.social.metadata_cache import CONNECT_SECONDS, READ_SECONDS, MetadataCache
from adapters.social.providers import ProviderConfig
from adapters.social.public_transport import PublicHttp, PublicTransport
from touchline.channel.domain.site.single_sign_on import SINGLE_SIGN_ON, SingleSignOn

if TYPE_CHECKING:
    from adapters.social.oidc import OidcProviders

GOOGLE_ISSUER = "https://accounts.google.com"
VERIFIED_CLAIMS = ("email_verified", "xms_edov")
"""Claims that confirm an email address. Microsoft's optional claim means that the tenant owns the domain."""


class OidcSingleSignOn:
    """Connects to the providers. `secrets` are the client secrets by the channel's slug."""

    def __init__(self, secrets: Mapping[str, str], http: PublicHttp) -> None:
        self._secrets = secrets
        self._transport = PublicTransport(http)
        self._metadata_cache = MetadataCache((CONNECT_SECONDS, READ_SECONDS), transport=self._transport)

    def connect(self, slug: str, provider: SingleSignOn) -> OidcProviders | None:
        """Return a client of the channel's provider, or None without a secret. Imports Authlib on first
        use."""
        from adapters.social.oidc import OidcProviders

        secret = self._secrets.get(slug)
        if not secret:
            return None
        config = build_config(provider, secret)
        return OidcProviders([config], metadata_cache=self._metadata_cache, transport=self._transport)


def build_config(provider: SingleSignOn, secret: str) -> ProviderConfig:
    """Return the configuration. Google's tokens must name one of the domains as the organization's."""
    is_google = provider.issuer == GOOGLE_ISSUER
    return ProviderConfig(
        SINGLE_SIGN_ON,
        provider.client_id,
        secret,
        provider.issuer,
        verified_claims=VERIFIED_CLAIMS,
        hosted_domains=frozenset(provider.domains) if is_google else None,
    )
