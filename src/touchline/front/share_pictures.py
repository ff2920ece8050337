"""The picture that stands beside a link of the site, with its size and what it shows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from typing import BinaryIO

from touchline.catalog.facade import Card, CatalogFacade
from touchline.clips.facade import ClipCard, ClipsFacade
from touchline.front.clip_names import clip_name
from touchline.front.pictures.drawing import stored_bytes
from touchline.front.pictures.drawn import Drawing, channel_card, event_poster, key_of
from touchline.front.pictures.poster import HEIGHT, WIDTH
from touchline.front.share_addresses import poster_path
from touchline.front.site import Site
from touchline.platform.files import OpenFiles
from touchline.shared.media_types import media_type

SHARED = frozenset({"image/png", "image/jpeg", "image/webp", "image/gif"})
"""What networks show; an SVG or AVIF stands on the site alone."""


@dataclass(frozen=True)
class Picture:
    """`address` is absolute or below the site; a size of None is not known."""

    address: str
    alt: str
    width: int | None = None
    height: int | None = None

    @property
    def kind(self) -> str | None:
        """Its media type."""
        return media_type(self.address.partition("?")[0])


class SharePictures:
    """Finds the picture of a thing, and has one drawn where there is none to show."""

    def __init__(self, files: OpenFiles, catalog: CatalogFacade, clips: ClipsFacade) -> None:
        self._files = files
        self._catalog = catalog
        self._clips = clips
        self._size_of = lru_cache(maxsize=2048)(self._measure)

    def of_event(self, event_id: int, card: Card, site: Site) -> Picture:
        """An event's own, or the drawn one, which speaks the channel's language on every page."""
        kept = self._kept(card.picture, card.full_name)
        if kept:
            return kept
        language, zone = site.settings["language"], site.settings["time_zone"]
        told = card if site.language == language else self._catalog.event_card(event_id, language)
        drawing = event_poster(site.brand, told or card, language, zone)
        return self._drawn(site, f"/pictures/events/{event_id}.png", drawing, card.full_name)

    def of_clip(self, clip: ClipCard, uuid: str, event: Card, site: Site) -> Picture:
        """A shared clip's own, cut out of it; its event's until that is there."""
        poster = self._clips.cards.poster(clip.id, uuid) if clip.pictured else None
        if poster is None:
            return self.of_event(clip.event_id, event, site)
        with poster:
            size = _size(poster)
        return Picture(site.own(poster_path(clip.id, uuid)), clip_name(clip, event, site.language), *size)

    def of_item(self, card: Card, site: Site) -> Picture:
        """A library item's own, or the channel's."""
        return self._kept(card.picture, card.full_name) or self.of_site(site)

    def of_site(self, site: Site) -> Picture:
        """The channel's own, or the drawn one."""
        name = site.settings["name"]
        drawn = channel_card(site.brand)
        return self._kept(site.settings.get("share_picture"), name) or self._drawn(
            site, "/pictures/share.png", drawn, name
        )

    def _drawn(self, site: Site, path: str, drawing: Drawing, alt: str) -> Picture:
        return Picture(site.own(path, v=key_of(drawing)), alt, WIDTH, HEIGHT)

    def _kept(self, address: str | None, alt: str) -> Picture | None:
        if not address or media_type(address) not in SHARED:
            return None
        return Picture(address, alt, *self._size_of(address))

    def _measure(self, address: str) -> tuple[int, int] | tuple[None, None]:
        content = stored_bytes(self._files, address)
        if content is None:
            return None, None
        return _size(BytesIO(content))


def _size(picture: BinaryIO) -> tuple[int, int] | tuple[None, None]:
    """By the first bytes of its file."""
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(picture) as opened:
            return opened.size
    except (UnidentifiedImageError, OSError):
        return None, None
