"""Publishes the parts of a live stream: for players that show the segment in progress."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from pathlib import Path

from touchline.catalog.application.live.encoder_session import EncoderSession
from touchline.catalog.domain.media.live_playlists import LivePlaylist, PlaylistEntry
from touchline.catalog.domain.media.part_playlists import PART_RETENTION, PartPlaylist, PlaylistPart
from touchline.catalog.ports.media.ingest import SOURCE, IngestedPart
from touchline.catalog.ports.media.storage import Storage, StoredFileNotFoundError


class PartPublisher:
    """Stores the parts of an ingest session, and their playlists beside those of the segments.

    `playlist` is what has been published of the stream. `get_stored_name` returns the name of a rendition in
    storage. `write` stores a playlist in the stream's folder.
    """

    def __init__(
        self,
        storage: Storage,
        folder: str,
        playlist: LivePlaylist,
        window: timedelta | None,
        get_stored_name: Callable[[str], str],
        write: Callable[[str, str], None],
    ) -> None:
        self._storage, self._folder, self._window = storage, folder, window
        self._get_stored_name, self._write = get_stored_name, write
        self._part_playlist = PartPlaylist(playlist)
        self._stored: deque[tuple[datetime, str]] = deque()

    def publish(self, session: EncoderSession, renditions: Sequence[str], now: datetime) -> bool:
        """Store the parts that are new in a session. Return False if there are none.

        The caller has published the session's complete segments.
        """
        parts = session.take_parts()
        for part in parts:
            self._store(part, session.number, renditions, now)
        while self._stored and now - self._stored[0][0] > PART_RETENTION:
            self._storage.remove(self._stored.popleft()[1])
        return bool(parts)

    def write_playlists(self, renditions: Sequence[str], *, ended: bool) -> None:
        """Write the playlists with parts, which list the segments of the other playlists, too."""
        for rendition in renditions:
            name = self._get_stored_name(rendition)
            text = self._part_playlist.render(name, ended=ended, window=self._window)
            self._write(f"{name}.parts.m3u8", text)

    def remove_playlists(self, renditions: Sequence[str]) -> None:
        """Delete the playlists with parts. Players that load them go on with the others."""
        for rendition in renditions:
            self._storage.remove(f"{self._folder}/{self._get_stored_name(rendition)}.parts.m3u8")

    def join_segment(self, renditions: Sequence[str], workspace: Path) -> PlaylistEntry | None:
        """Store a segment of which only parts were published, because the process that wrote it died.

        Returns its entry, or None if there is none. Players have shown its parts, so it must not vanish.
        """
        stored_names = [self._get_stored_name(rendition) for rendition in renditions]
        try:
            text = self._read(f"{self._get_stored_name(SOURCE)}.parts.m3u8").decode()
            parts = self._part_playlist.read_in_progress(text)
            contents = {
                name: b"".join(self._read(f"{name}/{part.name}") for part in parts) for name in stored_names
            }
        except StoredFileNotFoundError:
            return None
        if not parts:
            return None
        first, previous = parts[0], self._part_playlist.playlist.entries[-1]
        duration_ms = sum(part.duration_ms for part in parts)
        entry = PlaylistEntry(
            first.session_number, first.segment_index, duration_ms, previous.ends_at, first.is_discontinuity
        )
        for name, content in contents.items():
            file = workspace / entry.name
            file.write_bytes(content)
            self._storage.put(f"{self._folder}/{name}/{entry.name}", file)
        return entry

    def _read(self, name: str) -> bytes:
        with self._storage.open(f"{self._folder}/{name}") as file:
            return file.read()

    def _store(
        self, part: IngestedPart, session_number: int, renditions: Sequence[str], now: datetime
    ) -> None:
        listed = PlaylistPart(
            session_number,
            part.segment_index,
            part.index,
            part.duration_ms,
            part.is_independent,
            part.is_discontinuity,
        )
        for rendition in renditions:
            path = part.paths.get(rendition)
            if path is not None and path.exists():
                key = f"{self._folder}/{self._get_stored_name(rendition)}/{listed.name}"
                self._storage.put(key, path)
                self._stored.append((now, key))
                path.unlink()
        self._part_playlist.add(listed)
