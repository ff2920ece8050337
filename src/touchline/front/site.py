"""The channel as its pages need it, and the addresses of its site."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from urllib.parse import urlencode, urljoin

from touchline.front.images.brand import Brand, build_brand
from touchline.shared.geo import EVERYWHERE, GeoRule


@dataclass(frozen=True)
class Site:
    """Start-up settings and colour settings of a channel, in the page's `language`.

    `base_url` is the site's own, with a slash at its end; `requested_channel` the channel a page in
    development asked for. `original_domain` is the domain that the channel had first: ids are made with it,
    addresses are not.
    """

    settings: Mapping[str, Any]
    color_settings: Mapping[str, Any]
    language: str
    base_url: str
    requested_channel: str | None = None
    geo: GeoRule = EVERYWHERE
    original_domain: str = ""

    @cached_property
    def brand(self) -> Brand:
        """What drawings take from it."""
        return build_brand(self.settings, self.color_settings)

    def absolute_url(self, path: str) -> str:
        """The full address of a path of the site; a full address stays as it is."""
        return urljoin(self.base_url, path)

    def build_id(self, path: str, fragment: str) -> str:
        """The id of a thing of a page: the same in every language, and also when domains change."""
        base = f"https://{self.original_domain}/" if self.original_domain else self.base_url
        return f"{urljoin(base, path)}#{fragment}"

    def build_path(self, path: str, **query: str) -> str:
        """A path that the server answers for this channel, also where the address names it."""
        params = {**query, **({"channel": self.requested_channel} if self.requested_channel else {})}
        return f"{path}?{urlencode(params)}" if params else path

    def canonical_url(self, path: str, language: str | None = None) -> str:
        """The address of a page in a language: the channel's own needs no word for it (RFC 6596)."""
        page_language = language or self.language
        if page_language == self.settings["language"]:
            return self.absolute_url(path)
        return self.absolute_url(f"{path}{'&' if '?' in path else '?'}lang={page_language}")
