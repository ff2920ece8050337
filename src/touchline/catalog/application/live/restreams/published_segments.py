"""The newest segments that were published of a live stream."""

from __future__ import annotations

from collections.abc import Sequence

from touchline.catalog.domain.media.live_playlists import PlaylistEntry, parse_playlist
from touchline.catalog.domain.media.live_streams import LiveStream
from touchline.catalog.ports.media.ingest import SOURCE
from touchline.catalog.ports.media.restreamer import RestreamSegment
from touchline.catalog.ports.media.storage import Storage, StoredFileNotFoundError

_MAX_LINES = 120
"""Lines at the end of the playlist to read. A playlist of some hours has ten thousand."""


class PublishedSegments:
    """Reads what is new in the source playlist of a stream.

    The playlist, not the encoder's session, is the truth: so it does not matter which encoder is on the air,
    and which machine publishes.
    """

    def __init__(self, storage: Storage, stream: LiveStream) -> None:
        self._storage = storage
        self._folder = stream.folder
        self._etag: str | None = None
        self._last: PlaylistEntry | None = None
        self._is_first_read = True

    def read_new(self) -> Sequence[RestreamSegment]:
        """Return the segments since the last call, oldest first. The first call returns none.

        Raises `StorageUnavailableError`.
        """
        entries = self._read_entries()
        if entries is None:
            return ()
        is_first, self._is_first_read = self._is_first_read, False
        previous, self._last = self._last, entries[-1] if entries else None
        if is_first:
            return ()
        names = [entry.name for entry in entries]
        start = names.index(previous.name) + 1 if previous and previous.name in names else 0
        segments = []
        for entry in entries[start:]:
            is_discontinuity = previous is None or entry.is_discontinuous_with(previous)
            key = f"{self._folder}/{SOURCE}/{entry.name}"
            segments.append(RestreamSegment(key, entry.duration_ms, is_discontinuity))
            previous = entry
        return segments

    def _read_entries(self) -> Sequence[PlaylistEntry] | None:
        """Return the last entries of the playlist; None if it did not change."""
        key = f"{self._folder}/{SOURCE}.m3u8"
        try:
            etag = self._storage.stat(key).etag
            if etag == self._etag:
                return None
            with self._storage.open(key) as file:
                lines = file.read().decode().splitlines()
        except StoredFileNotFoundError:
            self._is_first_read = False
            return None
        self._etag = etag
        return parse_playlist("\n".join(lines[-_MAX_LINES:])).entries
