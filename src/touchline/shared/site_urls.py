"""The base URL of a channel's site, from its slug, its domains and the deployment's settings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

LOCAL = ".localhost"
"""Names below it always mean this machine (RFC 6761)."""


@dataclass(frozen=True)
class SiteUrls:
    """How a deployment's sites are reached; `{host}` in a pattern is the channel's domain.

    `public` is the pattern of public sites, `local` that of sites on this machine. In `development` every
    link is a local one.
    """

    public: str = "https://{host}"
    local: str = "http://{host}:8080"
    development: bool = False

    @property
    def in_force(self) -> str:
        """The pattern that most links of the deployment use."""
        return self.local if self.development else self.public

    def base_url(self, slug: str, domains: Sequence[str], asked: str = "") -> str:
        """Return the base URL of a channel's site, without a slash at its end.

        `asked` is the host of the present request, which is kept where it is one of the channel's domains.
        """
        host = asked if asked in domains else self._own_host(slug, domains)
        is_local = self.development or host.endswith(LOCAL) or host == "localhost"
        return (self.local if is_local else self.public).replace("{host}", host)

    def _own_host(self, slug: str, domains: Sequence[str]) -> str:
        """The first local domain in development, else the first public one; a channel without either is at
        `{slug}.localhost`."""
        local = [name for name in domains if name.endswith(LOCAL)]
        public = [name for name in domains if not name.endswith(LOCAL)]
        preferred = local if self.development else public or local
        return preferred[0] if preferred else f"{slug}{LOCAL}"
