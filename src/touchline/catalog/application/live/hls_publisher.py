"""Publishes a live stream: writes its segments and playlists to storage."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path

from touchline.catalog.application.live.caption_publisher import CaptionPublisher
from touchline.catalog.application.live.encoder_session import EncoderSession
from touchline.catalog.application.live.held_segments import HeldSegments
from touchline.catalog.application.live.part_publisher import PartPublisher
from touchline.catalog.application.live.published_renditions import (
    build_audio_tracks,
    build_variants,
    has_audio_tracks,
    list_audio_names,
)
from touchline.catalog.application.live_captions.caption_store import NoLiveCaptions
from touchline.catalog.domain.media.encoder_slots import EncoderSlot
from touchline.catalog.domain.media.live_playlists import (
    LivePlaylist,
    PlaylistEntry,
    build_master_playlist,
    has_closed_captions,
    list_playlists,
    parse_playlist,
)
from touchline.catalog.domain.media.live_streams import LiveStream
from touchline.catalog.ports.media.ingest import SOURCE, IngestedRendition, IngestedSegment
from touchline.catalog.ports.media.live_captions import LiveCaptionSource
from touchline.catalog.ports.media.storage import Storage, StoredFileNotFoundError
from touchline.catalog.ports.media.video_packager import MASTER

_STORED_NAMES = {"360p": "small"}
"""Storage names of renditions whose storage name differs from their name.

Streams that an older release started continue in this release, and viewers already have their URLs.
"""
_STANDBY_RETENTION = timedelta(seconds=30)
"""How long the segments of an encoder that is not on air are kept after their time."""
_RENDITION_NAMES = {stored: name for name, stored in _STORED_NAMES.items()}


class HlsPublisher:
    """Publishes the complete segments of the ingest session that is on air.

    It writes the segments first, then the playlists that list them. The source playlist comes last, because
    the next process resumes from it. `has_low_delay`: it also publishes the parts of the segment in
    progress, unless segments are held back, or viewers can choose the audio.
    """

    def __init__(
        self,
        storage: Storage,
        stream: LiveStream,
        workspace: Path,
        captions: LiveCaptionSource | None = None,
        *,
        has_low_delay: bool = True,
    ) -> None:
        self._storage = storage
        self._folder = stream.folder
        self._workspace = workspace
        seconds = stream.dvr_seconds
        self._window = timedelta(seconds=seconds) if seconds is not None else None
        self._master_text = ""
        self._has_pending = False
        self._slot: EncoderSlot | None = None
        self._media_starts: dict[str, int] = {}
        self._media_end_ms: int | None = None
        self.playlist = read_published_playlist(storage, stream)
        self._held = HeldSegments(storage, stream, self.playlist)
        self.renditions: tuple[str, ...] = ()
        self.audio_names: Sequence[str] = ()
        self._has_captions = False
        if self._list_chosen().entries:
            master = read_published_master(storage, stream)
            self.renditions = _list_published_renditions(master)
            self.audio_names = list_audio_names(master)
            self._has_captions = has_closed_captions(master)
        self._has_low_delay = has_low_delay
        self._has_parts = (
            has_low_delay
            and not stream.safety_delay_seconds
            and not self._held.entries
            and not has_audio_tracks(self.renditions)
        )
        self._parts = PartPublisher(
            storage, self._folder, self.playlist, self._window, _get_stored_name, self._write
        )
        self.captions = CaptionPublisher(
            storage, stream, workspace, captions or NoLiveCaptions(), self.playlist
        )

    def recover(self) -> None:
        """Continue where a process that died has stopped: keep what it published, and delete the rest."""
        self._complete_segment()
        if not self._has_parts:
            self._parts.remove_playlists(self.renditions)
        self._remove_unlisted()

    def _use_parts(self, has_parts: bool) -> None:
        """Publish parts from now on, or no more, because the safety delay has changed."""
        if self._has_parts and not has_parts:
            self._complete_segment()
            self._parts.remove_playlists(self.renditions)
        self._has_parts = has_parts

    def _complete_segment(self) -> None:
        """Complete a segment of which viewers have only parts, because its encoder is not on air any more."""
        entry = self._parts.join_segment(self.renditions, self._workspace) if self.renditions else None
        if entry is not None:
            if self._media_end_ms is not None:
                self._media_starts[entry.name] = self._media_end_ms
                self._media_end_ms += entry.duration_ms
            self._list([entry], entry.ends_at)

    def _remove_unlisted(self) -> None:
        """Delete segments that no playlist lists, left by a process that died before it wrote the
        playlists."""
        listed = {entry.name for entry in self.playlist.entries}
        for key in self._storage.list(f"{self._folder}/"):
            if key.endswith(".ts") and key.rpartition("/")[2] not in listed:
                self._storage.remove(key)

    @property
    def has_held_segments(self) -> bool:
        """Whether viewers get more segments, even if no encoder sends."""
        return bool(self._held.entries)

    def publish(self, source: EncoderSession | None, delay: timedelta, now: datetime) -> bool:
        """Publish the segments that are newly complete in all renditions, `delay` after their end. Return
        False if there are none.

        `source` is the session on air. When another encoder goes on air, its segments continue where those of
        the previous one ended.
        """
        is_held = bool(delay) or self.has_held_segments
        self._use_parts(self._has_low_delay and not is_held and not has_audio_tracks(self.renditions))
        if source is not None:
            self._add_segments(source, now, is_held=is_held)
        self._release(self._held.release_due(delay, now), now)
        has_segments = self._has_pending
        if has_segments:
            if source is not None:
                self._write_master(source.renditions(), now)
            self._write_segment_playlists(ended=False)
            self._held.save(self.playlist, self._workspace)
            self._remove_expired()
        elif self.captions.write_due(now) and self.renditions and source is not None and source.renditions():
            self._write_master(source.renditions(), now)
        has_new_parts = source is not None and self._publish_parts(source, now)
        if self._has_parts and (has_segments or has_new_parts):
            self._parts.write_playlists(self.renditions, ended=False)
        self._has_pending = False
        return has_segments

    def _publish_parts(self, source: EncoderSession, now: datetime) -> bool:
        """Publish the new parts of a session. A stream with a safety delay has none."""
        if not self._has_parts:
            source.take_parts()
            return False
        return self._parts.publish(source, self.renditions, now)

    def _add_segments(self, source: EncoderSession, now: datetime, *, is_held: bool) -> None:
        """Store the new segments of a session. Held segments wait for their release."""
        renditions = source.renditions()
        segments_by_rendition = source.list_complete_segments(renditions)
        last = self.playlist.entries[-1] if self.playlist.entries else None
        if last is not None and last.session_number != source.number and source.clock.count and not is_held:
            self._complete_segment()
        chosen = self._list_chosen()
        first = self._find_first_index(source, chosen)
        new = segments_by_rendition.get(SOURCE, ())[first:]
        if not new:
            return
        added = chosen.build_entries(
            source.number,
            [segment.duration_ms for segment in new],
            source.clock.get_start(first),
            [segment.is_discontinuity for segment in new],
            first,
        )
        if not self.renditions:
            self.renditions = tuple(segments_by_rendition)
            self._has_parts = self._has_parts and not has_audio_tracks(self.renditions)
        for name in self.renditions:
            self._store_segments(name, added, segments_by_rendition[name][first:], is_held=is_held)
        self._slot = source.slot
        self._media_starts |= {entry.name: source.clock.get_media_start_ms(entry.index) for entry in added}
        self._media_end_ms = self._media_starts[added[-1].name] + added[-1].duration_ms
        if is_held:
            self._held.entries += added
            self._write_master(renditions, now)
            self._held.save(self.playlist, self._workspace)
        else:
            self._list(added, now)

    def _list(self, entries: Sequence[PlaylistEntry], now: datetime) -> None:
        """Add segments that are stored to the playlists."""
        starts_ms = [self._media_starts.pop(entry.name, None) for entry in entries]
        self.captions.add_entries(entries, starts_ms, now)
        self.playlist.entries += entries
        self._has_pending = True

    def _release(self, entries: Sequence[PlaylistEntry], now: datetime) -> None:
        if not entries:
            return
        for name in self.renditions:
            self._held.move(_get_stored_name(name), entries)
        del self._held.entries[: len(entries)]
        self._list(entries, now)

    def _list_chosen(self) -> LivePlaylist:
        """Return the segments that viewers have or will get."""
        if not self._held.entries:
            return self.playlist
        return LivePlaylist([*self.playlist.entries, *self._held.entries])

    def count_segments(self, session_number: int) -> int:
        """Return the index of the first segment of an ingest session that viewers do not get yet."""
        return self._list_chosen().count_segments(session_number)

    def discard_unused(self, source: EncoderSession) -> None:
        """Delete the files of segments that can no longer go on air, because later ones have."""
        ends_at = self._list_chosen().ends_at
        if ends_at is not None:
            source.discard_before(ends_at - _STANDBY_RETENTION)

    def _find_first_index(self, source: EncoderSession, chosen: LivePlaylist) -> int:
        last = chosen.entries[-1] if chosen.entries else None
        if last is None or last.session_number == source.number or self._slot in (None, source.slot):
            return chosen.count_segments(source.number)
        return chosen.find_first_index(source.number, source.clock.list_starts())

    def reopen(self, now: datetime) -> None:
        """Write the playlists without an end tag, for a stream that resumes after it had ended."""
        if self.playlist.entries:
            self._write_playlists(ended=False)
            self.captions.write_all(now, ended=False)

    def close(self, now: datetime, *, discard_held: bool = False) -> None:
        """Release what is held, or discard it, and write the playlists with an end tag."""
        if not discard_held:
            self._release(list(self._held.entries), now)
        if self.playlist.entries:
            self._write_playlists(ended=True)
            self.captions.write_all(now, ended=True)
        self._held.clear()

    def _write_playlists(self, *, ended: bool) -> None:
        self._write_segment_playlists(ended=ended)
        if self._has_parts:
            self._parts.write_playlists(self.renditions, ended=ended)

    def _write_segment_playlists(self, *, ended: bool) -> None:
        for name in sorted(self.renditions, key=lambda name: name == SOURCE):
            stored = _get_stored_name(name)
            self._write(f"{stored}.m3u8", self.playlist.render(stored, ended=ended, window=self._window))

    def _store_segments(
        self,
        name: str,
        entries: Sequence[PlaylistEntry],
        segments: Sequence[IngestedSegment],
        *,
        is_held: bool,
    ) -> None:
        rendition = _get_stored_name(name)
        for entry, segment in zip(entries, segments, strict=True):
            if segment.path.exists():
                if is_held:
                    self._held.store(rendition, entry, segment.path)
                else:
                    self._storage.put(f"{self._folder}/{rendition}/{entry.name}", segment.path)
                segment.path.unlink()

    def _write_master(self, renditions: Sequence[IngestedRendition], now: datetime) -> None:
        """Write the master playlist. Captions that were announced stay: the DVR window has them, and the
        encoder without captions that is on air now may not stay.
        """
        listed = [rendition for rendition in renditions if rendition.name in self.renditions]
        self._has_captions = self._has_captions or any(rendition.has_captions for rendition in renditions)
        text = build_master_playlist(
            build_variants(listed, _get_stored_name),
            build_audio_tracks(listed, self.audio_names),
            has_captions=self._has_captions,
            has_parts=self._has_parts,
        )
        text = self.captions.add_languages(text, now)
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


def read_published_master(storage: Storage, stream: LiveStream) -> str:
    """Return the published master playlist of a stream. Empty if there is none."""
    try:
        with storage.open(f"{stream.folder}/{MASTER}") as file:
            return file.read().decode()
    except StoredFileNotFoundError:
        return ""


def _list_published_renditions(master: str) -> tuple[str, ...]:
    """Return the renditions of a published master playlist. A stream keeps its renditions until it ends."""
    return tuple(_RENDITION_NAMES.get(name, name) for name in list_playlists(master))


def _get_stored_name(rendition: str) -> str:
    """Return the name of a rendition's folder and playlist in storage."""
    return _STORED_NAMES.get(rendition, rendition)
