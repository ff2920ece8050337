"""Port for making captions of a caption file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from touchline.catalog.domain.live_captions.caption_playlists import CaptionLanguage


@dataclass(frozen=True, slots=True)
class ConvertedCaptions:
    """Captions as players read them.

    `language` is the normalized BCP 47 tag, and `name` the language in its own words. `webvtt` has the header
    that maps its zero to the timestamps of the segments.
    """

    language: str
    name: str
    webvtt: str


class CaptionConverter(Protocol):
    """A converter of WebVTT and SubRip."""

    def convert(self, text: str, language: str) -> ConvertedCaptions | None:
        """Return the captions; None if the language is unknown."""
        ...

    def describe_language(self, language: str) -> CaptionLanguage | None:
        """Return the normalized tag of a language and its name in itself; None if it is unknown."""
        ...

    def render_playlist(self, file: str, seconds: float) -> str:
        """Return the media playlist of captions that are one file, as long as the video."""
        ...
