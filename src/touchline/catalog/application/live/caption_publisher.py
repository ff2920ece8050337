"""Publishes the live captions of a stream: a playlist of WebVTT segments for each language."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from touchline.catalog.application.live_captions.caption_store import NoLiveCaptions
from touchline.catalog.domain.live_captions.caption_playlists import (
    EMPTY_NAME,
    CaptionLanguage,
    PublishedRange,
    add_languages,
    get_folder,
    get_segment_name,
    list_languages,
    parse_playlist,
    render_playlist,
)
from touchline.catalog.domain.live_captions.captions import MAX_DURATION, LiveCaption
from touchline.catalog.domain.live_captions.placement import MAX_LATE, CaptionPlacement
from touchline.catalog.domain.live_captions.webvtt import render_empty, render_segment
from touchline.catalog.domain.media.live_playlists import LivePlaylist, PlaylistEntry
from touchline.catalog.domain.media.live_streams import LiveStream
from touchline.catalog.ports.media.ingest import SESSION_START_MS
from touchline.catalog.ports.media.live_captions import LiveCaptionSource
from touchline.catalog.ports.media.live_streams import LiveStreamsUnavailableError
from touchline.catalog.ports.media.storage import Storage, StoredFileNotFoundError
from touchline.catalog.ports.media.video_packager import MASTER
from touchline.shared.webvtt import TICKS_PER_MS

CAPTION_HOLD = timedelta(seconds=1)
"""How long the captions of a segment wait after its video, for captions that arrive late.

Players show a segment about two seconds after it is listed, and load its captions in between.
"""
_CHECK_INTERVAL = timedelta(seconds=5)
_RETRY_INTERVAL = timedelta(seconds=5)


@dataclass(frozen=True, slots=True)
class _PendingSegment:
    """A segment whose captions are not written yet.

    `sequence` is its media sequence number, and `start_ms` its start on the clock of its ingest session.
    """

    entry: PlaylistEntry
    sequence: int
    start_ms: int
    listed_at: datetime


class CaptionPublisher:
    """Writes the captions of the segments that a stream's playlist lists.

    Captions never hold up the video: they are written after it, and wait while the database is unavailable.
    A process that takes over a stream reads from the published playlists what has been written.
    """

    def __init__(
        self,
        storage: Storage,
        stream: LiveStream,
        workspace: Path,
        source: LiveCaptionSource,
        playlist: LivePlaylist,
    ) -> None:
        self._storage, self._stream, self._workspace = storage, stream, workspace
        self._source: LiveCaptionSource = NoLiveCaptions() if stream.is_test else source
        self._playlist = playlist
        self._window = timedelta(seconds=stream.dvr_seconds) if stream.dvr_seconds is not None else None
        self._next_check_at: datetime | None = None
        self._retry_at: datetime | None = None
        self._languages: tuple[CaptionLanguage, ...] = ()
        self._placements: dict[str, CaptionPlacement] = {}
        self._listed: dict[str, PublishedRange] = {}
        self._pending: list[_PendingSegment] = []
        self._stored: list[tuple[int, str]] = []
        if playlist.entries:
            self._resume()

    def add_languages(self, master: str, now: datetime) -> str:
        """Return the master playlist with the caption languages."""
        self._check_languages(now)
        return add_languages(master, self._languages)

    def add_entries(
        self, entries: Sequence[PlaylistEntry], starts_ms: Sequence[int | None], now: datetime
    ) -> None:
        """Take entries that the playlist is about to list.

        `starts_ms` are their starts in the media of their ingest session, in milliseconds. None: this process
        does not know it.
        """
        pairs = zip(entries, starts_ms, strict=True)
        for sequence, (entry, known_ms) in enumerate(pairs, self._end_sequence):
            start_ms = self._estimate_start_ms(entry) if known_ms is None else known_ms
            self._pending.append(_PendingSegment(entry, sequence, SESSION_START_MS + start_ms, now))

    def _estimate_start_ms(self, entry: PlaylistEntry) -> int:
        """Return where a segment starts in its ingest session, from the segments before it."""
        others = [other for other in self._playlist.entries if other.session_number == entry.session_number]
        return sum(other.duration_ms for other in others if other.index < entry.index)

    def write_due(self, now: datetime) -> bool:
        """Write the captions of the segments that have waited long enough. Return whether the master playlist
        lacks a language.
        """
        has_new_language = self._check_languages(now)
        due = [segment for segment in self._pending if now - segment.listed_at >= CAPTION_HOLD]
        if due and (self._retry_at is None or now >= self._retry_at):
            self._write(due, now, ended=False)
        return has_new_language

    def write_all(self, now: datetime, *, ended: bool) -> None:
        """Write the captions of all listed segments, with an end tag if the stream has `ended`."""
        if self._playlist.entries:
            self._write(self._pending, now, ended=ended)

    @property
    def _end_sequence(self) -> int:
        """The media sequence number of the segment after the newest one."""
        return self._playlist.media_sequence + len(self._playlist.entries)

    def _check_languages(self, now: datetime) -> bool:
        """Read the languages now and then, and return whether one is new. One that was published stays."""
        if self._next_check_at is not None and now < self._next_check_at:
            return False
        self._next_check_at = now + _CHECK_INTERVAL
        with suppress(LiveStreamsUnavailableError):
            known = {language.tag for language in self._languages}
            found = self._source.list_languages(self._stream.channel_id, self._stream.event_id)
            new = tuple(language for language in found if language.tag not in known)
            self._languages += new
            return bool(new)
        return False

    def _write(self, due: Sequence[_PendingSegment], now: datetime, *, ended: bool) -> None:
        if self._languages:
            try:
                captions = self._list_captions(due)
            except LiveStreamsUnavailableError:
                self._retry_at = now + _RETRY_INTERVAL
                return
            for language in self._languages:
                own = [caption for caption in captions if caption.language == language.tag]
                self._write_language(language.tag, due, own, ended=ended)
        self._pending = [segment for segment in self._pending if segment not in due]
        while self._stored and self._stored[0][0] < self._playlist.media_sequence:
            self._storage.remove(f"{self._stream.folder}/{self._stored.pop(0)[1]}")

    def _list_captions(self, due: Sequence[_PendingSegment]) -> Sequence[LiveCaption]:
        if not due:
            return ()
        start = min(segment.entry.starts_at for segment in due) - MAX_DURATION - MAX_LATE
        end = max(segment.entry.ends_at for segment in due)
        return self._source.list_between(self._stream.channel_id, self._stream.event_id, start, end)

    def _write_language(
        self, tag: str, due: Sequence[_PendingSegment], captions: Sequence[LiveCaption], *, ended: bool
    ) -> None:
        """Write the segments of a language, then the playlist that lists them. Segments from before the
        language was added share an empty file.
        """
        folder = get_folder(tag)
        if tag not in self._listed:
            first = due[0].sequence if due else self._end_sequence
            self._listed[tag] = PublishedRange(first, first)
            self._put(f"{folder}/{EMPTY_NAME}", render_empty())
        placement = self._placements.setdefault(tag, CaptionPlacement())
        for segment in due:
            listed, entry = self._listed[tag], segment.entry
            cues = placement.place(captions, entry.starts_at, entry.ends_at)
            if segment.sequence < listed.end:
                continue
            name = f"{folder}/{get_segment_name(entry)}"
            self._put(name, render_segment(cues, entry.starts_at, segment.start_ms * TICKS_PER_MS))
            self._stored.append((segment.sequence, name))
            self._listed[tag] = PublishedRange(listed.first, segment.sequence + 1)
        text = render_playlist(self._playlist, tag, self._listed[tag], self._window, ended=ended)
        self._put(f"{folder}.m3u8", text)

    def _resume(self) -> None:
        """Continue what another process has published."""
        self._languages = tuple(list_languages(self._read(MASTER)))
        for language in self._languages:
            if text := self._read(f"{get_folder(language.tag)}.m3u8"):
                self._listed[language.tag] = parse_playlist(text)
        positions: dict[int, int] = {}
        first_pending = min((listed.end for listed in self._listed.values()), default=self._end_sequence)
        for sequence, entry in enumerate(self._playlist.entries, self._playlist.media_sequence):
            start_ms = positions.get(entry.session_number, SESSION_START_MS)
            positions[entry.session_number] = start_ms + entry.duration_ms
            if sequence >= first_pending:
                self._pending.append(_PendingSegment(entry, sequence, start_ms, entry.ends_at))
            self._stored += [
                (sequence, f"{get_folder(tag)}/{get_segment_name(entry)}")
                for tag, listed in self._listed.items()
                if listed.first <= sequence < listed.end
            ]

    def _read(self, name: str) -> str:
        try:
            with self._storage.open(f"{self._stream.folder}/{name}") as file:
                return file.read().decode()
        except StoredFileNotFoundError:
            return ""

    def _put(self, name: str, text: str) -> None:
        file = self._workspace / "captions"
        file.write_text(text, encoding="utf-8")
        self._storage.put(f"{self._stream.folder}/{name}", file)
