"""The channel as its pages need it, and the URLs of its site."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any
from urllib.parse import urlencode, urljoin

from touchline.front.images.brand import Brand, build_brand
from touchline.shared.geo import EVERYWHERE, GeoRule


@dataclass(frozen=True)
class Site:
    """Startup settings and color settings of a channel, in the page's `language`.

    `base_url` is the site's URL, with a trailing slash. `requested_channel` is the channel that a page
    requested in development. `original_domain` is the channel's first domain; it is used in IDs, but not in
    URLs. `hides_scores`: the viewer of the page, or the sender of its link, hides scores.
    """

    settings: Mapping[str, Any]
    color_settings: Mapping[str, Any]
    language: str
    base_url: str
    requested_channel: str | None = None
    geo: GeoRule = EVERYWHERE
    original_domain: str = ""
    hides_scores: bool = False

    @cached_property
    def brand(self) -> Brand:
        """Return the branding for generated images."""
        return build_brand(self.settings, self.color_settings)

    def with_storage(self, prefix: str) -> Site:
        """Return the site whose app stores its data in the browser under another prefix."""
        return replace(self, settings={**self.settings, "storage_prefix": prefix})

    def absolute_url(self, path: str) -> str:
        """Return the absolute URL of a path. An absolute URL is returned unchanged."""
        return urljoin(self.base_url, path)

    def build_id(self, path: str, fragment: str) -> str:
        """Return the ID of an item on a page. It is the same in every language and does not change with the
        domain.
        """
        base = f"https://{self.original_domain}/" if self.original_domain else self.base_url
        return f"{urljoin(base, path)}#{fragment}"

    def build_path(self, path: str, **query: str) -> str:
        """Return a path that the server resolves for this channel. It names the channel if the page's URL
        did.
        """
        params = {**query, **({"channel": self.requested_channel} if self.requested_channel else {})}
        return f"{path}?{urlencode(params)}" if params else path

    def canonical_url(self, path: str, language: str | None = None) -> str:
        """Return the URL of a page in a language. The channel's default language needs no parameter (RFC
        6596).
        """
        page_language = language or self.language
        if page_language == self.settings["language"]:
            return self.absolute_url(path)
        return self.absolute_url(f"{path}{'&' if '?' in path else '?'}lang={page_language}")
