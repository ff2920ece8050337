"""The player of an event for other sites, after oEmbed 1.0 (oembed.com)."""

from __future__ import annotations

import re
from html import escape
from typing import Any
from urllib.parse import urlsplit

from touchline.catalog.facade import CatalogFacade
from touchline.front.heads import LARGEST_ID
from touchline.front.share_pictures import SharePictures
from touchline.front.site import Site
from touchline.shared.errors import NotFound

WIDTH = 1280
LEAST = 16
KEPT_FOR = 3600
_WATCHED = re.compile(r"/watch(?:_embed)?/(\d{1,10})/?")


class OEmbed:
    """Answers for `/watch/{id}` and `/watch_embed/{id}`; `NotFound` for all other addresses."""

    def __init__(self, catalog: CatalogFacade, pictures: SharePictures) -> None:
        self._catalog = catalog
        self._pictures = pictures

    def __call__(
        self, url: str, site: Site, hosts: frozenset[str], max_width: int | None, max_height: int | None
    ) -> dict[str, Any]:
        """`hosts` are the names the channel answers on."""
        number = _event_id(url, hosts)
        card = self._catalog.event_card(number, site.language) if number else None
        if number is None or card is None:
            raise NotFound("There is nothing to embed at this address.")
        picture = self._pictures.of_event(number, card, site)
        width, height = fitted(max_width, max_height)
        told = {
            "version": "1.0",
            "type": "video",
            "title": card.name,
            "provider_name": site.settings["name"],
            "provider_url": site.address,
            "cache_age": KEPT_FOR,
            "html": frame(site.absolute(f"/watch_embed/{number}"), card.name, width, height),
            "width": width,
            "height": height,
        }
        if picture.width:
            told["thumbnail_url"] = site.absolute(picture.address)
            told |= {"thumbnail_width": picture.width, "thumbnail_height": picture.height}
        return told


def frame(address: str, title: str, width: int, height: int) -> str:
    """The HTML to paste into a page."""
    return (
        f'<iframe src="{escape(address)}" width="{width}" height="{height}" title="{escape(title)}"'
        ' style="border:0" allow="autoplay; fullscreen; picture-in-picture" allowfullscreen></iframe>'
    )


def fitted(max_width: int | None, max_height: int | None) -> tuple[int, int]:
    """The largest 16:9 that fits, at most 1280 wide."""
    width = min(WIDTH, max_width or WIDTH, (max_height or WIDTH) * 16 // 9)
    width = max(width, LEAST)
    return width, width * 9 // 16


def _event_id(url: str, hosts: frozenset[str]) -> int | None:
    try:
        asked = urlsplit(url)
        name = asked.hostname
    except ValueError:
        return None
    if asked.scheme not in ("http", "https") or name not in hosts:
        return None
    match = _WATCHED.fullmatch(asked.path)
    return int(match[1]) if match and int(match[1]) <= LARGEST_ID else None
