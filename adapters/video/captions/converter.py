"""Conversion of caption files to WebVTT that plays beside the segments.

Needs no ffmpeg and no PyAV, so that web processes can use it.
"""

from __future__ import annotations

from math import ceil

from adapters.video.captions.webvtt import clean_webvtt, from_subrip
from adapters.video.languages import language_name, language_tag
from adapters.video.timing.segment_clock import START_SECONDS, TICKS_PER_SECOND
from touchline.catalog.domain.live_captions.caption_playlists import CaptionLanguage
from touchline.catalog.ports.media.captions import ConvertedCaptions

_TIMESTAMP_MAP = f"X-TIMESTAMP-MAP=MPEGTS:{START_SECONDS * TICKS_PER_SECOND},LOCAL:00:00:00.000"


class WebVttConverter:
    """Converter of WebVTT and SubRip (port `CaptionConverter`)."""

    def convert(self, text: str, language: str) -> ConvertedCaptions | None:
        """Return the captions; None if the language is unknown."""
        tag = language_tag(language)
        return (
            ConvertedCaptions(tag, language_name(tag), add_timestamp_map(convert_text(text))) if tag else None
        )

    def describe_language(self, language: str) -> CaptionLanguage | None:
        """Return the tag and the name of a language; None if it is unknown."""
        tag = language_tag(language)
        return CaptionLanguage(tag, language_name(tag)) if tag else None

    def render_playlist(self, file: str, seconds: float) -> str:
        """Return the media playlist of a caption file."""
        return render_playlist(file, seconds)


def convert_text(text: str) -> str:
    """Return WebVTT or SubRip as clean WebVTT."""
    return clean_webvtt(text) if text.startswith("WEBVTT") else from_subrip(text)


def add_timestamp_map(text: str) -> str:
    """Return the WebVTT text with the header that maps its zero to the timestamps of the segments (RFC 8216,
    section 3.5).
    """
    lines = text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    end = lines.index("") if "" in lines else len(lines)
    header = [line for line in lines[1:end] if not line.startswith("X-TIMESTAMP-MAP")]
    return "\n".join([lines[0], _TIMESTAMP_MAP, *header, *lines[end:]])


def render_playlist(file: str, seconds: float) -> str:
    """Return the media playlist of captions that are one file."""
    return (
        f"#EXTM3U\n#EXT-X-VERSION:6\n#EXT-X-TARGETDURATION:{max(1, ceil(seconds))}\n#EXT-X-MEDIA-SEQUENCE:0\n"
        f"#EXT-X-PLAYLIST-TYPE:VOD\n#EXTINF:{seconds:.3f},\n{file}\n#EXT-X-ENDLIST\n"
    )
