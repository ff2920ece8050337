"""The base URL of a channel's site, from its slug, its domains and the deployment's settings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

LOCALHOST_SUFFIX = ".localhost"
"""Host names with this suffix always mean this machine (RFC 6761)."""


@dataclass(frozen=True)
class SiteUrls:
    """URL patterns of a deployment's sites. `{host}` in a pattern is the channel's domain.

    `public` is the pattern of public sites, `local` the pattern of sites on this machine. In `development`,
    every link is local.
    """

    public: str = "https://{host}"
    local: str = "http://{host}:8080"
    development: bool = False

    @property
    def default_pattern(self) -> str:
        """Return the pattern that most links of the deployment use."""
        return self.local if self.development else self.public

    def base_url(self, slug: str, domains: Sequence[str], requested_host: str = "") -> str:
        """Return the base URL of a channel's site, without a trailing slash.

        `requested_host` is the host of the current request. It is used if it is one of the channel's domains.
        """
        host = requested_host if requested_host in domains else self._default_host(slug, domains)
        is_local = self.development or host.endswith(LOCALHOST_SUFFIX) or host == "localhost"
        return (self.local if is_local else self.public).replace("{host}", host)

    def _default_host(self, slug: str, domains: Sequence[str]) -> str:
        """Return the first local domain in development, otherwise the first public one.

        A channel without either gets `{slug}.localhost`.
        """
        local = [name for name in domains if name.endswith(LOCALHOST_SUFFIX)]
        public = [name for name in domains if not name.endswith(LOCALHOST_SUFFIX)]
        preferred = local if self.development else public or local
        return preferred[0] if preferred else f"{slug}{LOCALHOST_SUFFIX}"
