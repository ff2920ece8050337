"""The channel as its pages need it, and the addresses of its site."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from urllib.parse import urlencode, urljoin

from touchline.front.pictures.brand import Brand, brand_of
from touchline.shared.geo import EVERYWHERE, GeoRule


@dataclass(frozen=True)
class Site:
    """Start-up settings and colour settings of a channel, in the page's `language`.

    `address` is the site's own, with a slash at its end; `named` the channel a page in development asked for.
    `lasting_domain` is the domain that the channel had first: ids are made with it, addresses are not.
    """

    settings: Mapping[str, Any]
    look: Mapping[str, Any]
    language: str
    address: str
    named: str | None = None
    geo: GeoRule = EVERYWHERE
    lasting_domain: str = ""

    @cached_property
    def brand(self) -> Brand:
        """What drawings take from it."""
        return brand_of(self.settings, self.look)

    def absolute(self, path: str) -> str:
        """The full address of a path of the site; a full address stays as it is."""
        return urljoin(self.address, path)

    def identity(self, path: str, thing: str) -> str:
        """The id of a thing of a page: the same in every language, and also when domains change."""
        base = f"https://{self.lasting_domain}/" if self.lasting_domain else self.address
        return f"{urljoin(base, path)}#{thing}"

    def own(self, path: str, **query: str) -> str:
        """A path that the server answers for this channel, also where the address names it."""
        asked = {**query, **({"channel": self.named} if self.named else {})}
        return f"{path}?{urlencode(asked)}" if asked else path

    def canonical(self, path: str, language: str | None = None) -> str:
        """The address of a page in a language: the channel's own needs no word for it (RFC 6596)."""
        wanted = language or self.language
        if wanted == self.settings["language"]:
            return self.absolute(path)
        return self.absolute(f"{path}{'&' if '?' in path else '?'}lang={wanted}")
