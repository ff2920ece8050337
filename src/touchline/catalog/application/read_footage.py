"""Reads the segments of recordings and live streams from the playlists that storage keeps (RFC 8216)."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import pairwise

from touchline.catalog.domain.footage import FolderContents, FootageRendition, FootageSound, Piece
from touchline.catalog.domain.live_playlist import read_playlist
from touchline.catalog.ports.storage import NoSuchFile, Storage
from touchline.catalog.ports.video import MASTER

_SIZE = re.compile(r"RESOLUTION=(\d+)x(\d+)")
_OTHER_PLAYLISTS = re.compile(r',?(?:(?:SUBTITLES|AUDIO)="[^"]*"|CLOSED-CAPTIONS=NONE)')
_ATTRIBUTE = re.compile(r'([A-Z0-9-]+)=(?:"([^"]*)"|([^,]*))')
_MEDIA = "#EXT-X-MEDIA:"
_VARIANT = "#EXT-X-STREAM-INF:"


_Read = Callable[[str, str], tuple[Piece, ...]]


class ReadFootage:
    """Reads what can be played of a folder now."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    def recording(self, folder: str) -> FolderContents:
        """The renditions of an asset, the largest first, and its sounds; none where its files are gone."""
        return self._contents(folder, _recorded)

    def stream(self, folder: str, origin: datetime) -> FolderContents:
        """Those of a live stream as they stand; times count from `origin`."""
        return self._contents(folder, lambda base, text: _streamed(base, text, origin))

    def _contents(self, folder: str, read: _Read) -> FolderContents:
        master = self._text(f"{folder}/{MASTER}")
        lines = [line for line in master.splitlines() if line.startswith(_MEDIA)]
        media = [(line, _attributes(line.removeprefix(_MEDIA))) for line in lines]
        return FolderContents(
            self._renditions(folder, master, read),
            tuple(self._sound(folder, said, read) for _, said in media if said.get("TYPE") == "AUDIO"),
            tuple(line for line, said in media if said.get("TYPE") == "CLOSED-CAPTIONS"),
        )

    def _sound(self, folder: str, said: dict[str, str], read: _Read) -> FootageSound:
        uri = said.get("URI", "")
        text = self._text(f"{folder}/{uri}") if uri else ""
        base = f"{folder}/{uri}".rpartition("/")[0]
        pieces = read(base, text) if text else ()
        is_default = said.get("DEFAULT") == "YES"
        name, language = said.get("NAME", ""), said.get("LANGUAGE", "")
        return FootageSound(_name_of(uri), name, language, is_default, pieces)

    def _renditions(self, folder: str, master: str, read: _Read) -> tuple[FootageRendition, ...]:
        found = []
        for attributes, uri in _variants(master):
            text, size = self._text(f"{folder}/{uri}"), _SIZE.search(attributes)
            if not text or size is None:
                continue
            base = f"{folder}/{uri}".rpartition("/")[0]
            width, height = int(size[1]), int(size[2])
            said = _OTHER_PLAYLISTS.sub("", attributes)
            found.append(FootageRendition(_name_of(uri), width, height, said, read(base, text)))
        return tuple(sorted(found, key=lambda one: -one.width * one.height))

    def _text(self, key: str) -> str:
        try:
            with self._storage.open(key) as file:
                return file.read().decode()
        except NoSuchFile:
            return ""


def _name_of(uri: str) -> str:
    return uri.partition("/")[0].removesuffix(".m3u8")


def _attributes(line: str) -> dict[str, str]:
    """The attributes of a tag (RFC 8216, 4.2)."""
    return {name: quoted or plain for name, quoted, plain in _ATTRIBUTE.findall(line)}


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
