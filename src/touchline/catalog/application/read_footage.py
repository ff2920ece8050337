"""Reads the segments of recordings and live streams from the playlists that storage keeps (RFC 8216)."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import pairwise

from touchline.catalog.domain.footage import FootageRendition, Piece
from touchline.catalog.domain.live_playlist import read_playlist
from touchline.catalog.ports.storage import NoSuchFile, Storage
from touchline.catalog.ports.video import MASTER

_SIZE = re.compile(r"RESOLUTION=(\d+)x(\d+)")
_CAPTIONS = re.compile(r',?(?:SUBTITLES="[^"]*"|CLOSED-CAPTIONS=[^,]*)')
_VARIANT = "#EXT-X-STREAM-INF:"


class ReadFootage:
    """Reads what can be played of a folder now."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    def recording(self, folder: str) -> tuple[FootageRendition, ...]:
        """The renditions of an asset, the largest first; none where its files are gone."""
        return self._renditions(folder, _recorded)

    def stream(self, folder: str, origin: datetime) -> tuple[FootageRendition, ...]:
        """The renditions of a live stream as they stand, the largest first; times count from `origin`."""
        return self._renditions(folder, lambda base, text: _streamed(base, text, origin))

    def _renditions(
        self, folder: str, read: Callable[[str, str], tuple[Piece, ...]]
    ) -> tuple[FootageRendition, ...]:
        found = []
        for attributes, uri in _variants(self._text(f"{folder}/{MASTER}")):
            text, size = self._text(f"{folder}/{uri}"), _SIZE.search(attributes)
            if not text or size is None:
                continue
            base = f"{folder}/{uri}".rpartition("/")[0]
            name = uri.partition("/")[0].removesuffix(".m3u8")
            width, height = int(size[1]), int(size[2])
            found.append(
                FootageRendition(name, width, height, _CAPTIONS.sub("", attributes), read(base, text))
            )
        return tuple(sorted(found, key=lambda one: -one.width * one.height))

    def _text(self, key: str) -> str:
        try:
            with self._storage.open(key) as file:
                return file.read().decode()
        except NoSuchFile:
            return ""


def _variants(master: str) -> list[tuple[str, str]]:
    lines = master.splitlines()
    return [(line.removeprefix(_VARIANT), uri) for line, uri in pairwise(lines) if line.startswith(_VARIANT)]


def _recorded(base: str, playlist: str) -> tuple[Piece, ...]:
    """Ends are rounded, not lengths, so that no error adds up."""
    pieces: list[Piece] = []
    at = seconds = 0.0
    for line in playlist.splitlines():
        if line.startswith("#EXTINF:"):
            seconds = float(line.removeprefix("#EXTINF:").split(",")[0])
        elif line and not line.startswith("#"):
            start, end = round(at * 1000), round((at + seconds) * 1000)
            pieces.append(Piece(f"{base}/{line}", start, end - start))
            at += seconds
    return tuple(pieces)


def _streamed(base: str, playlist: str, origin: datetime) -> tuple[Piece, ...]:
    names = [line for line in playlist.splitlines() if line and not line.startswith("#")]
    entries = read_playlist(playlist).entries
    return tuple(
        Piece(f"{base}/{name}", _milliseconds(entry.at - origin), entry.duration_ms, entry.take)
        for name, entry in zip(names, entries, strict=True)
    )


def _milliseconds(length: timedelta) -> int:
    return round(length / timedelta(milliseconds=1))


def instant_of(start_ts: int | None) -> datetime:
    """The instant that a medium's `start_ts` names."""
    return datetime.fromtimestamp(start_ts or 0, UTC)
