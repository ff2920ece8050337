"""Port that connects to the OpenID Connect provider of a channel's team."""

from __future__ import annotations

from typing import Protocol

from touchline.channel.domain.site.single_sign_on import SingleSignOn
from touchline.channel.ports.accounts.social import SocialProviders


class SingleSignOnConnector(Protocol):
    """Port to the providers that channels name in their settings."""

    def connect(self, slug: str, provider: SingleSignOn) -> SocialProviders | None:
        """Return a client of the channel's provider, or None if the deployment has no secret for it."""
        ...
