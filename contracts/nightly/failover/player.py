"""A player that only counts: it reads a live playlist, plays in real time, and notes its pauses."""

from __future__ import annotations

from collections.abc import Callable

from touchline.catalog.domain.media.live_playlists import LivePlaylist

_HOLD_BACK_SEGMENTS = 2
"""Segments that the site's player stays behind the end of the playlist."""


class CountingPlayer:
    """Plays a playlist. `stalled_seconds` is the time without a picture so far."""

    def __init__(self, read: Callable[[], LivePlaylist]) -> None:
        self._read = read
        self._position: float | None = None
        self._last_at = 0.0
        self.stalled_seconds = 0.0

    def tick(self, now: float) -> LivePlaylist:
        """Play on up to `now`, in seconds, and return the playlist."""
        playlist = self._read()
        available = sum(entry.duration_ms for entry in playlist.entries) / 1000
        if self._position is None:
            held_back = playlist.entries[-_HOLD_BACK_SEGMENTS:]
            if len(held_back) == _HOLD_BACK_SEGMENTS:
                self._position = available - sum(entry.duration_ms for entry in held_back) / 1000
        else:
            elapsed = now - self._last_at
            played = min(elapsed, available - self._position)
            self._position += played
            self.stalled_seconds += elapsed - played
        self._last_at = now
        return playlist
