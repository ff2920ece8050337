"""Reads the segments of recordings and live streams from the playlists in storage (RFC 8216)."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import pairwise

from touchline.catalog.domain.media.footage import (
    FolderPlaylists,
    FootageAudioTrack,
    FootageRendition,
    FootageSegment,
)
from touchline.catalog.domain.media.live_playlists import parse_playlist
from touchline.catalog.domain.media.playlist_tags import MEDIA_TAG, VARIANT_TAG, parse_attributes
from touchline.catalog.ports.media.storage import Storage, StoredFileNotFoundError
from touchline.catalog.ports.media.video_packager import MASTER

_RESOLUTION = re.compile(r"RESOLUTION=(\d+)x(\d+)")
_GROUP_ATTRIBUTES = re.compile(r',?(?:(?:SUBTITLES|AUDIO)="[^"]*"|CLOSED-CAPTIONS=NONE)')


_SegmentParser = Callable[[str, str], tuple[FootageSegment, ...]]


class FootageReader:
    """Reads the playlists of a folder."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    def read_recording(self, folder: str) -> FolderPlaylists:
        """Return an asset's renditions, the largest first, and its audio tracks. Empty if the files are
        gone."""
        return self._read_folder(folder, _parse_recording)

    def read_stream(self, folder: str, origin: datetime) -> FolderPlaylists:
        """Return the current renditions and audio tracks of a live stream. Times are relative to `origin`."""
        return self._read_folder(folder, lambda base, text: _parse_stream(base, text, origin))

    def _read_folder(self, folder: str, parse: _SegmentParser) -> FolderPlaylists:
        master = self._read_text(f"{folder}/{MASTER}")
        lines = [line for line in master.splitlines() if line.startswith(MEDIA_TAG)]
        media = [(line, parse_attributes(line.removeprefix(MEDIA_TAG))) for line in lines]
        return FolderPlaylists(
            self._read_renditions(folder, master, parse),
            tuple(
                self._read_audio_track(folder, tag_attributes, parse)
                for _, tag_attributes in media
                if tag_attributes.get("TYPE") == "AUDIO"
            ),
            tuple(line for line, tag_attributes in media if tag_attributes.get("TYPE") == "CLOSED-CAPTIONS"),
        )

    def _read_audio_track(
        self, folder: str, tag_attributes: dict[str, str], parse: _SegmentParser
    ) -> FootageAudioTrack:
        uri = tag_attributes.get("URI", "")
        text = self._read_text(f"{folder}/{uri}") if uri else ""
        base = f"{folder}/{uri}".rpartition("/")[0]
        segments = parse(base, text) if text else ()
        is_default = tag_attributes.get("DEFAULT") == "YES"
        name, language = tag_attributes.get("NAME", ""), tag_attributes.get("LANGUAGE", "")
        return FootageAudioTrack(_get_rendition_name(uri), name, language, is_default, segments)

    def _read_renditions(
        self, folder: str, master: str, parse: _SegmentParser
    ) -> tuple[FootageRendition, ...]:
        renditions = []
        for attributes, uri in _parse_variants(master):
            text, size = self._read_text(f"{folder}/{uri}"), _RESOLUTION.search(attributes)
            if not text or size is None:
                continue
            base = f"{folder}/{uri}".rpartition("/")[0]
            width, height = int(size[1]), int(size[2])
            tag_attributes = _GROUP_ATTRIBUTES.sub("", attributes)
            renditions.append(
                FootageRendition(_get_rendition_name(uri), width, height, tag_attributes, parse(base, text))
            )
        return tuple(sorted(renditions, key=lambda rendition: -rendition.width * rendition.height))

    def _read_text(self, key: str) -> str:
        try:
            with self._storage.open(key) as file:
                return file.read().decode()
        except StoredFileNotFoundError:
            return ""


def _get_rendition_name(uri: str) -> str:
    return uri.partition("/")[0].removesuffix(".m3u8")


def _parse_variants(master: str) -> list[tuple[str, str]]:
    lines = master.splitlines()
    return [
        (line.removeprefix(VARIANT_TAG), uri) for line, uri in pairwise(lines) if line.startswith(VARIANT_TAG)
    ]


def _parse_recording(base: str, playlist: str) -> tuple[FootageSegment, ...]:
    """Return the segments of a recording. End times are rounded, not durations, so errors do not add up."""
    segments: list[FootageSegment] = []
    position = seconds = 0.0
    for line in playlist.splitlines():
        if line.startswith("#EXTINF:"):
            seconds = float(line.removeprefix("#EXTINF:").split(",")[0])
        elif line and not line.startswith("#"):
            start, end = round(position * 1000), round((position + seconds) * 1000)
            segments.append(FootageSegment(f"{base}/{line}", start, end - start))
            position += seconds
    return tuple(segments)


def _parse_stream(base: str, playlist: str, origin: datetime) -> tuple[FootageSegment, ...]:
    names = [line for line in playlist.splitlines() if line and not line.startswith("#")]
    entries = parse_playlist(playlist).entries
    return tuple(
        FootageSegment(
            f"{base}/{name}", _to_ms(entry.starts_at - origin), entry.duration_ms, entry.session_number
        )
        for name, entry in zip(names, entries, strict=True)
    )


def _to_ms(length: timedelta) -> int:
    return round(length / timedelta(milliseconds=1))


def to_instant(start_ts: int | None) -> datetime:
    """Return `start_ts` of a media item as a datetime."""
    return datetime.fromtimestamp(start_ts or 0, UTC)
