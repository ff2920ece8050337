"""The share image of a page, with its size and alternative text."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from typing import BinaryIO

from touchline.catalog.facade import Card, CatalogFacade
from touchline.clips.facade import ClipCard, ClipsFacade
from touchline.front.discovery.share_urls import poster_path
from touchline.front.images.generated_images import (
    Drawing,
    build_channel_card,
    build_event_poster,
    get_cache_key,
)
from touchline.front.images.poster import HEIGHT, WIDTH
from touchline.front.images.rendering import read_public_file
from touchline.front.pages.clip_names import clip_name
from touchline.front.site import Site
from touchline.platform.files.public_files import PublicFiles
from touchline.shared.files.media_types import media_type

SHAREABLE_TYPES = frozenset({"image/png", "image/jpeg", "image/webp", "image/gif"})
"""Image types that social networks can show. SVG and AVIF images appear only on the site."""


@dataclass(frozen=True)
class ShareImage:
    """A share image. `url` is absolute or a path of the site. A size of None is unknown."""

    url: str
    alt: str
    width: int | None = None
    height: int | None = None

    @property
    def media_type(self) -> str | None:
        """Return the media type of the image."""
        return media_type(self.url.partition("?")[0])


class ShareImages:
    """Finder of share images. It uses a generated image if there is no suitable stored one."""

    def __init__(self, files: PublicFiles, catalog: CatalogFacade, clips: ClipsFacade) -> None:
        self._files = files
        self._catalog = catalog
        self._clips = clips
        self._get_size = lru_cache(maxsize=2048)(self._measure)

    def get_for_event(self, event_id: int, card: Card, site: Site) -> ShareImage:
        """Return the event's own image or the generated poster, which uses the channel's language on every
        page.
        """
        stored = self._build_stored(card.image_url, card.full_name)
        if stored:
            return stored
        language, zone = site.settings["language"], site.settings["time_zone"]
        localized_card = (
            card
            if site.language == language
            else self._catalog.get_event_card(event_id, language, with_result=card.final is not None)
        )
        drawing = build_event_poster(site.brand, localized_card or card, language, zone)
        return self._build_generated(site, f"/pictures/events/{event_id}.png", drawing, card.full_name)

    def get_for_clip(self, clip: ClipCard, uuid: str, event: Card, site: Site) -> ShareImage:
        """Return the shared clip's own frame. Until that exists, return the image of the event."""
        poster = self._clips.cards.open_poster(clip.id, uuid) if clip.has_poster else None
        if poster is None:
            return self.get_for_event(clip.event_id, event, site)
        with poster:
            size = _read_size(poster)
        return ShareImage(
            site.build_path(poster_path(clip.id, uuid)), clip_name(clip, event, site.language), *size
        )

    def get_for_library_item(self, card: Card, site: Site) -> ShareImage:
        """Return the library item's own image, or the channel's."""
        return self._build_stored(card.image_url, card.full_name) or self.get_for_site(site)

    def get_for_site(self, site: Site) -> ShareImage:
        """Return the channel's own share image, or the generated one."""
        name = site.settings["name"]
        channel_drawing = build_channel_card(site.brand)
        return self._build_stored(site.settings.get("share_picture"), name) or self._build_generated(
            site, "/pictures/share.png", channel_drawing, name
        )

    def _build_generated(self, site: Site, path: str, drawing: Drawing, alt: str) -> ShareImage:
        return ShareImage(site.build_path(path, v=get_cache_key(drawing)), alt, WIDTH, HEIGHT)

    def _build_stored(self, url: str | None, alt: str) -> ShareImage | None:
        if not url or media_type(url) not in SHAREABLE_TYPES:
            return None
        return ShareImage(url, alt, *self._get_size(url))

    def _measure(self, url: str) -> tuple[int, int] | tuple[None, None]:
        content = read_public_file(self._files, url)
        if content is None:
            return None, None
        return _read_size(BytesIO(content))


def _read_size(image: BinaryIO) -> tuple[int, int] | tuple[None, None]:
    """Return the width and height from the image's header, or None for both if the file is unreadable."""
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(image) as opened:
            return opened.size
    except (UnidentifiedImageError, OSError):
        return None, None
