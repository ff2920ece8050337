"""The generated images of a channel: their inputs, cache keys and bytes."""

from __future__ import annotations

import hashlib
from datetime import datetime
from zoneinfo import ZoneInfo

from babel import Locale
from babel.dates import format_skeleton, format_time
from babel.localedata import locale_identifiers

from touchline.catalog.facade import Card
from touchline.front.images.brand import Brand
from touchline.front.images.icon import Icon
from touchline.front.images.image_cache import ImageCache
from touchline.front.images.poster import Poster, PosterResult
from touchline.platform.files.public_files import PublicFiles

RENDER_VERSION = 2
"""Version of the rendering code. Increment it when the same input renders differently, to invalidate cached
images.
"""
Drawing = Poster | Icon


class GeneratedImages:
    """Generated images, rendered on first request and then cached."""

    def __init__(self, files: PublicFiles, cache: ImageCache) -> None:
        self._files = files
        self._cache = cache

    def get_png(self, drawing: Drawing) -> bytes:
        """Return the image as a PNG file."""
        return self._cache.get(get_cache_key(drawing), lambda: drawing.render_png(self._files))


def get_cache_key(drawing: Drawing) -> str:
    """Return the cache key of an image: 16 hexadecimal digits, unique to its content."""
    return hashlib.sha256(repr((RENDER_VERSION, drawing)).encode()).hexdigest()[:16]


def build_event_poster(brand: Brand, card: Card, language: str, time_zone: str) -> Poster:
    """Return the poster of an event in the channel's language: with its result, or else date and time."""
    date_text = _format_start(
        card.starts_at.astimezone(ZoneInfo(time_zone)), language, has_time=card.is_time_known
    )
    final = card.final
    result = PosterResult(final.text.removesuffix(f" ({final.note})"), final.note) if final else None
    return Poster(brand, "" if card.sides else card.name, date_text, card.sides, result)


def build_channel_card(brand: Brand) -> Poster:
    """Return the share image of a channel that has none of its own."""
    return Poster(brand, brand.name)


def _format_start(local: datetime, language: str, *, has_time: bool) -> str:
    """Return date and time with plain spaces instead of no-break spaces: "Sat, Nov 21, 7:00 PM", "sam. 21
    nov. 19:00".
    """
    locale = Locale.negotiate([language.replace("-", "_"), "en"], locale_identifiers())
    day = format_skeleton("MMMEd", local, locale=locale)
    time = f", {format_time(local.time(), 'short', locale=locale)}" if has_time else ""
    return " ".join(f"{day}{time}".split())
