"""The segments of a stream with a safety delay that viewers do not have yet. They are kept in storage."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path

from touchline.catalog.domain.media.live_playlists import LivePlaylist, PlaylistEntry, parse_playlist
from touchline.catalog.domain.media.live_streams import LiveStream
from touchline.catalog.domain.media.safety_delay import ReleaseSchedule
from touchline.catalog.ports.media.ingest import SOURCE
from touchline.catalog.ports.media.storage import Storage, StoredFileNotFoundError

HELD_PREFIX = "held/"
_RELEASED_AT = "#RELEASED-AT:"


class HeldSegments:
    """Keeps held segments outside of the folder that viewers may read, and lists them in a playlist.

    The next process continues from this playlist.
    """

    def __init__(self, storage: Storage, stream: LiveStream, published: LivePlaylist) -> None:
        self._storage = storage
        self._folder = HELD_PREFIX + stream.folder.rpartition("/")[2]
        self._live_folder = stream.folder
        self._schedule = ReleaseSchedule()
        self.entries: list[PlaylistEntry] = []
        self._released_keys: list[str] = []
        self._has_file = False
        self._load(published)

    def store(self, rendition: str, entry: PlaylistEntry, path: Path) -> None:
        """Store a segment of a rendition."""
        self._storage.put(f"{self._folder}/{rendition}/{entry.name}", path)

    def release_due(self, delay: timedelta, now: datetime) -> list[PlaylistEntry]:
        """Return the segments that viewers get now."""
        if not self.entries:
            return []
        return self.entries[: self._schedule.release_due(self.entries, delay, now)]

    def move(self, rendition: str, entries: Sequence[PlaylistEntry]) -> None:
        """Move segments of a rendition to the folder of the stream. Segments that are there already stay."""
        for entry in entries:
            held = f"{self._folder}/{rendition}/{entry.name}"
            with suppress(StoredFileNotFoundError):  # the segment was never held
                self._storage.link(held, f"{self._live_folder}/{rendition}/{entry.name}")
            self._released_keys.append(held)

    def save(self, published: LivePlaylist, workspace: Path) -> None:
        """Write the playlist of the held segments, or delete it if there are none. Delete the files of
        segments that the `published` playlist has got.
        """
        if not self.entries:
            self.clear()
            return
        while self._released_keys:
            self._storage.remove(self._released_keys.pop())
        released_at = self._schedule.released_at
        lines = f"{_RELEASED_AT}{released_at.isoformat()}\n" if released_at else ""
        listed = LivePlaylist([*published.entries[-1:], *self.entries])
        file = workspace / "held.m3u8"
        file.write_text(lines + listed.render(SOURCE, ended=False))
        self._storage.put(f"{self._folder}/playlist.m3u8", file)
        self._has_file = True

    def clear(self) -> None:
        """Delete what is kept."""
        if self._has_file:
            self._storage.remove(f"{self._folder}/")
            self._has_file = False
        self._released_keys.clear()

    def _load(self, published: LivePlaylist) -> None:
        try:
            with self._storage.open(f"{self._folder}/playlist.m3u8") as file:
                text = file.read().decode()
        except StoredFileNotFoundError:
            return
        self._has_file = True
        known = {entry.name for entry in published.entries}
        self.entries = [entry for entry in parse_playlist(text).entries if entry.name not in known]
        first_line = text.partition("\n")[0]
        if first_line.startswith(_RELEASED_AT):
            self._schedule.released_at = datetime.fromisoformat(first_line.removeprefix(_RELEASED_AT))
