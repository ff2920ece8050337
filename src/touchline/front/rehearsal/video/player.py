"""A player without a screen: it fetches playlists and segments over HTTP, as hls.js does."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from urllib.parse import urljoin

ByteRange = tuple[int, int]
Download = Callable[..., bytes]
_ATTRIBUTE = re.compile(r'([A-Z-]+)=("[^"]*"|[^,]*)')


@dataclass(frozen=True, slots=True)
class Segment:
    """A segment of a media playlist. `initialization` is the segment with its decoder settings, if any."""

    url: str
    seconds: float
    byte_range: ByteRange | None = None
    initialization: tuple[str, ByteRange | None] | None = None


@dataclass(frozen=True, slots=True)
class MediaPlaylist:
    """The segments of a rendition, oldest first."""

    segments: Sequence[Segment]
    is_ended: bool

    @property
    def seconds(self) -> float:
        """The total duration."""
        return sum(segment.seconds for segment in self.segments)


class Player:
    """Plays the best rendition of a stream or a recording."""

    def __init__(self, download: Download, master_url: str) -> None:
        self._download, self._master_url = download, master_url
        self._playlist_url = ""

    def load(self) -> MediaPlaylist:
        """Return the media playlist as it is now."""
        if not self._playlist_url:
            master = self._download(self._master_url).decode()
            self._playlist_url = urljoin(self._master_url, find_best_variant(master))
        return parse_media_playlist(self._download(self._playlist_url).decode(), self._playlist_url)

    def fetch(self, segments: Sequence[Segment]) -> bytes:
        """Return the content of segments that follow each other."""
        content, initialization = [], None
        for segment in segments:
            if segment.initialization not in (None, initialization):
                initialization = segment.initialization
                assert initialization is not None
                content.append(self._download(*initialization))
            content.append(self._download(segment.url, segment.byte_range))
        return b"".join(content)


def find_best_variant(master: str) -> str:
    """Return the URI of the variant with the highest bandwidth. A media playlist has none: return ""."""
    best, best_bandwidth, bandwidth = "", -1, 0
    for line in filter(None, master.splitlines()):
        if line.startswith("#EXT-X-STREAM-INF:"):
            bandwidth = int(_read_attributes(line).get("BANDWIDTH", "0"))
        elif not line.startswith("#") and bandwidth > best_bandwidth:
            best, best_bandwidth = line, bandwidth
    return best


def parse_media_playlist(text: str, url: str) -> MediaPlaylist:
    """Return the segments of a media playlist (RFC 8216). Partial segments are left out."""
    segments: list[Segment] = []
    seconds, byte_range, initialization = 0.0, None, None
    next_byte = 0
    for line in text.splitlines():
        tag, _, value = line.partition(":")
        if tag == "#EXTINF":
            seconds = float(value.partition(",")[0])
        elif tag == "#EXT-X-BYTERANGE":
            byte_range = _read_range(value, next_byte)
            next_byte = sum(byte_range)
        elif tag == "#EXT-X-MAP":
            attributes = _read_attributes(line)
            stored_range = attributes.get("BYTERANGE")
            initialization = (
                urljoin(url, attributes["URI"]),
                _read_range(stored_range, 0) if stored_range else None,
            )
        elif line and not line.startswith("#"):
            segments.append(Segment(urljoin(url, line), seconds, byte_range, initialization))
            byte_range = None
    return MediaPlaylist(segments, "#EXT-X-ENDLIST" in text)


def _read_range(value: str, next_byte: int) -> ByteRange:
    length, _, first = value.partition("@")
    return int(first) if first else next_byte, int(length)


def _read_attributes(line: str) -> dict[str, str]:
    return {name: value.strip('"') for name, value in _ATTRIBUTE.findall(line.partition(":")[2])}
