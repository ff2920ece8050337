"""The pictures of a channel: what each is drawn from, its address, its bytes."""

from __future__ import annotations

import hashlib
from datetime import datetime
from zoneinfo import ZoneInfo

from babel import Locale
from babel.dates import format_skeleton, format_time
from babel.localedata import locale_identifiers

from touchline.catalog.facade import Card
from touchline.front.pictures.brand import Brand
from touchline.front.pictures.icon import Icon
from touchline.front.pictures.kept import KeptPictures
from touchline.front.pictures.poster import Poster
from touchline.platform.files import OpenFiles

MANNER = 1
"""Counts up when the same things are drawn in another way, so that old drawings are forgotten."""
Drawing = Poster | Icon


class DrawnPictures:
    """Draws what is asked for the first time and keeps it."""

    def __init__(self, files: OpenFiles, kept: KeptPictures) -> None:
        self._files = files
        self._kept = kept

    def png(self, drawing: Drawing) -> bytes:
        """The picture as a PNG file."""
        return self._kept.get(key_of(drawing), lambda: drawing.png(self._files))


def key_of(drawing: Drawing) -> str:
    """The same for the same picture, another one for every other: 16 hexadecimal digits."""
    return hashlib.sha256(repr((MANNER, drawing)).encode()).hexdigest()[:16]


def event_poster(brand: Brand, card: Card, language: str, time_zone: str) -> Poster:
    """The picture of an event, its day and time in the channel's language and zone."""
    when = _when(card.starts_at.astimezone(ZoneInfo(time_zone)), language)
    return Poster(brand, "" if card.sides else card.name, when, card.sides)


def channel_card(brand: Brand) -> Poster:
    """The picture of a channel that has none to share."""
    return Poster(brand, brand.name)


def _when(local: datetime, language: str) -> str:
    """ "Sat, Nov 21, 7:00 PM", "sam. 21 nov. 19:00": space that no line breaks at is a plain one here."""
    known = Locale.negotiate([language.replace("-", "_"), "en"], locale_identifiers())
    day = format_skeleton("MMMEd", local, locale=known)
    time = format_time(local.time(), "short", locale=known)
    return " ".join(f"{day}, {time}".split())
