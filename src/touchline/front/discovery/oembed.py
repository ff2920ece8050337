"""The embeddable player of an event or a shared clip, as oEmbed 1.0 (oembed.com)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape
from typing import Any
from urllib.parse import urlsplit

from touchline.catalog.facade import CatalogFacade
from touchline.clips.facade import ClipsFacade
from touchline.front.discovery.share_urls import EMBED_PATH_PATTERN, SHARE_PATH_PATTERN, embed_path
from touchline.front.images.share_images import ShareImage, ShareImages
from touchline.front.pages.clip_names import clip_title
from touchline.front.pages.page_heads import MAX_ID
from touchline.front.site import Site
from touchline.platform.http.score_visibility import hides_scores_at
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import NotFoundError

MAX_WIDTH = 1280
MIN_WIDTH = 16
CACHE_AGE_SECONDS = 3600
NOTHING_TO_EMBED = ErrorMessage("errors.nothing_to_embed", "There is nothing to embed at this address.")
_WATCH_PATH = re.compile(r"/watch(?:_embed)?/([1-9][0-9]{0,9})/?")


@dataclass(frozen=True)
class EmbeddedPlayer:
    """The embeddable content: the path of the player page, its title and its image."""

    path: str
    title: str
    image: ShareImage


class GetOEmbed:
    """Query for the oEmbed response of `/watch/{id}`, `/share/{id}/{uuid}` and their player pages.

    Raises `NotFoundError` for all other URLs.
    """

    def __init__(self, catalog: CatalogFacade, clips: ClipsFacade, share_images: ShareImages) -> None:
        self._catalog = catalog
        self._clips = clips
        self._share_images = share_images

    def __call__(
        self, url: str, site: Site, hosts: frozenset[str], max_width: int | None, max_height: int | None
    ) -> dict[str, Any]:
        """Return the oEmbed response for a URL. `hosts` are the channel's host names."""
        path = _get_site_path(url, hosts)
        hides_scores = site.hides_scores or hides_scores_at(url)
        player = self._find_event(path, site, hides_scores) or self._find_clip(path, site)
        if player is None:
            raise NotFoundError(NOTHING_TO_EMBED)
        image = player.image
        width, height = fit_size(max_width, max_height)
        payload = {
            "version": "1.0",
            "type": "video",
            "title": player.title,
            "provider_name": site.settings["name"],
            "provider_url": site.base_url,
            "cache_age": CACHE_AGE_SECONDS,
            "html": render_iframe(site.absolute_url(player.path), player.title, width, height),
            "width": width,
            "height": height,
        }
        if image.width:
            payload["thumbnail_url"] = site.absolute_url(image.url)
            payload |= {"thumbnail_width": image.width, "thumbnail_height": image.height}
        return payload

    def _find_event(self, path: str, site: Site, hides_scores: bool) -> EmbeddedPlayer | None:
        match = _WATCH_PATH.fullmatch(path)
        number = int(match[1]) if match else 0
        if not 0 < number <= MAX_ID:
            return None
        card = self._catalog.get_event_card(number, site.language, with_result=not hides_scores)
        if card is None:
            return None
        return EmbeddedPlayer(
            f"/watch_embed/{number}", card.full_name, self._share_images.get_for_event(number, card, site)
        )

    def _find_clip(self, path: str, site: Site) -> EmbeddedPlayer | None:
        match = SHARE_PATH_PATTERN.fullmatch(path) or EMBED_PATH_PATTERN.fullmatch(path)
        number = int(match[1]) if match else 0
        clip = self._clips.cards.get_shared(number, match[2]) if match and number <= MAX_ID else None
        if clip is None or match is None:
            return None
        event = self._catalog.get_clip_event_card(clip.event_id, site.language)
        if event is None:
            return None
        image = self._share_images.get_for_clip(clip, match[2], event, site)
        return EmbeddedPlayer(embed_path(number, match[2]), clip_title(clip, event, site.language), image)


def render_iframe(url: str, title: str, width: int, height: int) -> str:
    """Return the HTML to embed in another page."""
    return (
        f'<iframe src="{escape(url)}" width="{width}" height="{height}" title="{escape(title)}"'
        ' style="border:0" allow="autoplay; fullscreen; picture-in-picture" allowfullscreen></iframe>'
    )


def fit_size(max_width: int | None, max_height: int | None) -> tuple[int, int]:
    """Return the largest 16:9 size that fits, at most 1280 pixels wide."""
    width = min(MAX_WIDTH, max_width or MAX_WIDTH, (max_height or MAX_WIDTH) * 16 // 9)
    width = max(width, MIN_WIDTH)
    return width, width * 9 // 16


def _get_site_path(url: str, hosts: frozenset[str]) -> str:
    """Return the path of a URL on the channel's site; an empty string for any other URL."""
    try:
        parts = urlsplit(url)
        name = parts.hostname
    except ValueError:
        return ""
    return parts.path if parts.scheme in ("http", "https") and name in hosts else ""
