"""The player of an event or of a shared clip for other sites, after oEmbed 1.0 (oembed.com)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape
from typing import Any
from urllib.parse import urlsplit

from touchline.catalog.facade import CatalogFacade
from touchline.clips.facade import ClipsFacade
from touchline.front.clip_names import clip_title
from touchline.front.heads import LARGEST_ID
from touchline.front.share_addresses import EMBEDDED, SHARED, embed_path
from touchline.front.share_pictures import Picture, SharePictures
from touchline.front.site import Site
from touchline.shared.errors import NotFound

WIDTH = 1280
LEAST = 16
KEPT_FOR = 3600
NOTHING = "There is nothing to embed at this address."
_WATCHED = re.compile(r"/watch(?:_embed)?/([1-9][0-9]{0,9})/?")


@dataclass(frozen=True)
class Embedded:
    """What is to be embedded: the page of its player, its title and its picture."""

    path: str
    title: str
    picture: Picture


class OEmbed:
    """Answers for `/watch/{id}` and `/share/{id}/{uuid}`, and for their players alone; `NotFound` for all
    other addresses."""

    def __init__(self, catalog: CatalogFacade, clips: ClipsFacade, pictures: SharePictures) -> None:
        self._catalog = catalog
        self._clips = clips
        self._pictures = pictures

    def __call__(
        self, url: str, site: Site, hosts: frozenset[str], max_width: int | None, max_height: int | None
    ) -> dict[str, Any]:
        """`hosts` are the names the channel answers on."""
        path = _path(url, hosts)
        found = self._event(path, site) or self._clip(path, site)
        if found is None:
            raise NotFound(NOTHING)
        picture = found.picture
        width, height = fitted(max_width, max_height)
        told = {
            "version": "1.0",
            "type": "video",
            "title": found.title,
            "provider_name": site.settings["name"],
            "provider_url": site.address,
            "cache_age": KEPT_FOR,
            "html": frame(site.absolute(found.path), found.title, width, height),
            "width": width,
            "height": height,
        }
        if picture.width:
            told["thumbnail_url"] = site.absolute(picture.address)
            told |= {"thumbnail_width": picture.width, "thumbnail_height": picture.height}
        return told

    def _event(self, path: str, site: Site) -> Embedded | None:
        match = _WATCHED.fullmatch(path)
        number = int(match[1]) if match else 0
        card = self._catalog.event_card(number, site.language) if 0 < number <= LARGEST_ID else None
        if card is None:
            return None
        return Embedded(f"/watch_embed/{number}", card.full_name, self._pictures.of_event(number, card, site))

    def _clip(self, path: str, site: Site) -> Embedded | None:
        match = SHARED.fullmatch(path) or EMBEDDED.fullmatch(path)
        number = int(match[1]) if match else 0
        clip = self._clips.cards.shared(number, match[2]) if match and number <= LARGEST_ID else None
        event = self._catalog.event_card(clip.event_id, site.language) if clip else None
        if clip is None or event is None or match is None:
            return None
        picture = self._pictures.of_clip(clip, match[2], event, site)
        return Embedded(embed_path(number, match[2]), clip_title(clip, event, site.language), picture)


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


def _path(url: str, hosts: frozenset[str]) -> str:
    """The path of an address of the channel; empty for any other."""
    try:
        asked = urlsplit(url)
        name = asked.hostname
    except ValueError:
        return ""
    return asked.path if asked.scheme in ("http", "https") and name in hosts else ""
