"""Storage of the response cache: entries and their validity. Contains no HTTP handling."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any

from touchline.platform.db.table_versions import VersionSnapshot

_ITEM_OVERHEAD, _ENTRY_OVERHEAD = 1_000, 2_000
"""Estimated overhead in bytes of a stored item (besides its bytes and key), and of a cache entry on top of
it.
"""


@dataclass(frozen=True, slots=True, eq=False)
class CacheEntry:
    """A cached response: its headers and body.

    `tables` are the tables that it depends on, `table_versions` their versions before it was computed.
    `valid_seconds` is the range of seconds in which a time-dependent response is correct; the end is
    exclusive. `log_labels` are its labels in the access log and metrics. `files` are the files it was made
    from, with their `st_mtime_ns`. `nonce` is replaced each time the entry is served.
    """

    headers: tuple[tuple[str, str], ...]
    body: bytes
    etag: str | None
    tables: tuple[str, ...]
    table_versions: tuple[int, ...]
    valid_seconds: tuple[float, float] | None
    expires_at: float
    log_labels: tuple[str, str]
    files: tuple[tuple[Path, int | None], ...] = ()
    nonce: str = ""

    def is_fresh(self, versions: VersionSnapshot, current_second: int, now: float) -> bool:
        """Return whether the entry is still correct."""
        if now >= self.expires_at or versions.select(self.tables) != self.table_versions:
            return False
        if self.valid_seconds and not self.valid_seconds[0] <= current_second < self.valid_seconds[1]:
            return False
        return all(get_mtime_ns(path) == mtime_ns for path, mtime_ns in self.files)

    @property
    def size_bytes(self) -> int:
        """Size in bytes of the body and headers, plus overhead."""
        return _ENTRY_OVERHEAD + len(self.body) + sum(len(name) + len(value) for name, value in self.headers)


def get_mtime_ns(path: Path) -> int | None:
    """Return the `st_mtime_ns` of a file, or None if it does not exist."""
    try:
        return path.stat().st_mtime_ns
    except FileNotFoundError:
        return None


class CacheStore:
    """An LRU store with a maximum size in bytes. Keys count toward the size, because clients choose them."""

    def __init__(self, max_bytes: int) -> None:
        self.max_bytes = max_bytes
        self.size_bytes = 0
        self._items: OrderedDict[Hashable, tuple[Any, int]] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable) -> Any:
        """Return the item, or None."""
        with self._lock:
            entry = self._items.get(key)
            if entry is None:
                return None
            self._items.move_to_end(key)
            return entry[0]

    def put(self, key: Hashable, item: Any, size_bytes: int = 0) -> None:
        """Store an item of `size_bytes`, and replace any item with the same key.

        An item that would fill an eighth of the store is not stored.
        """
        total_bytes = size_bytes + _ITEM_OVERHEAD + _key_length(key)
        if total_bytes > self.max_bytes // 8:
            return
        with self._lock:
            self._evict(key)
            self._items[key] = (item, total_bytes)
            self.size_bytes += total_bytes
            while self.size_bytes > self.max_bytes:
                self._evict(next(iter(self._items)))

    def clear(self) -> None:
        """Delete all items."""
        with self._lock:
            self._items.clear()
            self.size_bytes = 0

    def _evict(self, key: Hashable) -> None:
        entry = self._items.pop(key, None)
        if entry is not None:
            self.size_bytes -= entry[1]


def _key_length(key: Hashable) -> int:
    if isinstance(key, tuple):
        return sum(map(_key_length, key))
    return len(key) if isinstance(key, (str, bytes)) else 0
