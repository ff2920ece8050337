"""Publishes a live stream: writes its segments and playlists to storage."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path

from touchline.catalog.application.live.part_publisher import PartPublisher
from touchline.catalog.domain.media.live_playlists import (
    LivePlaylist,
    PlaylistEntry,
    VariantStream,
    build_master_playlist,
    parse_playlist,
)
from touchline.catalog.domain.media.live_streams import LiveStream
from touchline.catalog.ports.media.ingest import SOURCE, IngestedRendition, IngestedSegment, IngestSession
from touchline.catalog.ports.media.storage import Storage, StoredFileNotFoundError
from touchline.catalog.ports.media.video_packager import MASTER

_STORED_NAMES = {"360p": "small"}
"""Storage names of renditions whose storage name differs from their name.

Streams that an older release started continue in this release, and viewers already have their URLs.
"""
_RENDITION_NAMES = {stored: name for name, stored in _STORED_NAMES.items()}


class HlsPublisher:
    """Publishes the complete segments of an ingest session.

    It writes the segments first, then the playlists that list them. The source playlist comes last, because
    the next process resumes from it. `has_parts`: it also publishes the parts of the segment in progress.
    """

    def __init__(
        self, storage: Storage, stream: LiveStream, workspace: Path, *, has_parts: bool = True
    ) -> None:
        self._storage = storage
        self._folder = stream.folder
        self._workspace = workspace
        seconds = stream.dvr_seconds
        self._window = timedelta(seconds=seconds) if seconds is not None else None
        self._master_text = ""
        self._has_pending = False
        self.playlist = read_published_playlist(storage, stream)
        self.renditions: tuple[str, ...] = ()
        if self.playlist.entries:
            self.renditions = _read_published_renditions(storage, stream)
        self._has_parts = has_parts
        self._parts = PartPublisher(
            storage, self._folder, self.playlist, self._window, _get_stored_name, self._write
        )

    def recover(self) -> None:
        """Continue where a process that died has stopped: keep what it published, and delete the rest."""
        entry = self._parts.join_segment(self.renditions, self._workspace) if self.renditions else None
        if entry is not None:
            self.playlist.entries.append(entry)
        if not self._has_parts:
            self._parts.remove_playlists(self.renditions)
        self._remove_unlisted()

    def _remove_unlisted(self) -> None:
        """Delete segments that no playlist lists, left by a process that died before it wrote the
        playlists."""
        listed = {entry.name for entry in self.playlist.entries}
        for key in self._storage.list(f"{self._folder}/"):
            if key.endswith(".ts") and key.rpartition("/")[2] not in listed:
                self._storage.remove(key)

    def publish(self, ingest_session: IngestSession, session_number: int, now: datetime) -> bool:
        """Publish the segments that are newly complete in all renditions. Return False if there are none."""
        renditions = ingest_session.renditions()
        segments_by_rendition = {
            rendition.name: ingest_session.segments(rendition.name) for rendition in renditions
        }
        published_count = self.playlist.count_segments(session_number)
        complete_count = min((len(segments) for segments in segments_by_rendition.values()), default=0)
        if complete_count > published_count:
            new = segments_by_rendition[SOURCE][published_count:complete_count]
            durations = [segment.duration_ms for segment in new]
            first_start = now - timedelta(milliseconds=sum(durations))
            discontinuities = [segment.is_discontinuity for segment in new]
            added = self.playlist.build_entries(session_number, durations, first_start, discontinuities)
            self.renditions = self.renditions or tuple(segments_by_rendition)
            for name in self.renditions:
                self._store_segments(name, added, segments_by_rendition[name][published_count:complete_count])
            self.playlist.entries += added
            self._has_pending = True
        has_segments = self._has_pending
        if has_segments:
            self._write_master(renditions)
            self._write_segment_playlists(ended=False)
            self._remove_expired()
        if self._has_parts:
            has_new_parts = self._parts.publish(ingest_session, session_number, self.renditions, now)
            if has_segments or has_new_parts:
                self._parts.write_playlists(self.renditions, ended=False)
        self._has_pending = False
        return has_segments

    def reopen(self) -> None:
        """Write the playlists without an end tag, for a stream that resumes after it had ended."""
        if self.playlist.entries:
            self._write_playlists(ended=False)

    def close(self) -> None:
        """Write the playlists with an end tag."""
        if self.playlist.entries:
            self._write_playlists(ended=True)

    def _write_playlists(self, *, ended: bool) -> None:
        self._write_segment_playlists(ended=ended)
        if self._has_parts:
            self._parts.write_playlists(self.renditions, ended=ended)

    def _write_segment_playlists(self, *, ended: bool) -> None:
        for name in sorted(self.renditions, key=lambda name: name == SOURCE):
            stored = _get_stored_name(name)
            self._write(f"{stored}.m3u8", self.playlist.render(stored, ended=ended, window=self._window))

    def _store_segments(
        self, name: str, entries: Sequence[PlaylistEntry], segments: Sequence[IngestedSegment]
    ) -> None:
        for entry, segment in zip(entries, segments, strict=True):
            if segment.path.exists():
                self._storage.put(f"{self._folder}/{_get_stored_name(name)}/{entry.name}", segment.path)
                segment.path.unlink()

    def _write_master(self, renditions: Sequence[IngestedRendition]) -> None:
        variants = [
            _build_variant(rendition) for rendition in renditions if rendition.name in self.renditions
        ]
        text = build_master_playlist(
            variants,
            has_captions=any(rendition.has_captions for rendition in renditions),
            has_parts=self._has_parts,
        )
        if text != self._master_text:
            self._write(MASTER, text)
            self._master_text = text

    def _remove_expired(self) -> None:
        if self._window is None:
            return
        for entry in self.playlist.remove_expired(self._window):
            for name in self.renditions:
                self._storage.remove(f"{self._folder}/{_get_stored_name(name)}/{entry.name}")

    def _write(self, name: str, text: str) -> None:
        file = self._workspace / name
        file.write_text(text)
        self._storage.put(f"{self._folder}/{name}", file)


def read_published_playlist(storage: Storage, stream: LiveStream) -> LivePlaylist:
    """Return what has been published of a stream, as read from its source playlist."""
    try:
        with storage.open(f"{stream.folder}/{SOURCE}.m3u8") as file:
            return parse_playlist(file.read().decode())
    except StoredFileNotFoundError:
        return LivePlaylist()


def _read_published_renditions(storage: Storage, stream: LiveStream) -> tuple[str, ...]:
    """Return the renditions of the published master playlist. A stream keeps its renditions until it ends."""
    try:
        with storage.open(f"{stream.folder}/{MASTER}") as file:
            lines = file.read().decode().splitlines()
    except StoredFileNotFoundError:
        return ()
    stored = [line.removesuffix(".m3u8") for line in lines if line.endswith(".m3u8")]
    return tuple(_RENDITION_NAMES.get(name, name) for name in stored)


def _get_stored_name(rendition: str) -> str:
    """Return the name of a rendition's folder and playlist in storage."""
    return _STORED_NAMES.get(rendition, rendition)


def _build_variant(ingested: IngestedRendition) -> VariantStream:
    sizes = (ingested.width, ingested.height, ingested.bandwidth, ingested.average_bandwidth)
    return VariantStream(_get_stored_name(ingested.name), *sizes, ingested.frame_rate, ingested.codecs)
