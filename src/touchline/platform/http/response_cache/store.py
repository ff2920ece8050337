"""Storage of the response cache: entries and their validity. Contains no HTTP handling."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Generic, TypeVar

from touchline.platform.db.table_versions import VersionSnapshot

T = TypeVar("T")
VersionStamp = tuple[tuple[str, int], ...]
_ITEM_OVERHEAD, _ENTRY_OVERHEAD = 1_000, 2_000
"""Estimated overhead in bytes of a stored item (besides its bytes and key), and of a cache entry on top of
it.
"""
_VARY_FIELDS_SHARE = 8


@dataclass(slots=True, eq=False)
class CacheEntry:
    """A cached response: its headers and body.

    `table_versions` are the tables it was made from, with their versions before it was computed.
    `valid_seconds` is the range of seconds in which a time-dependent response is correct; the end is
    exclusive. `log_labels` are its labels in the access log and metrics. `files` are the files it was made
    from, with their `st_mtime_ns`. `nonce` is replaced each time the entry is served. `validated_total` is
    the sum of table versions at its last validation.
    """

    headers: tuple[tuple[str, str], ...]
    body: bytes
    etag: str | None
    table_versions: VersionStamp
    valid_seconds: tuple[float, float] | None
    expires_at: float
    log_labels: tuple[str, str]
    files: tuple[tuple[Path, int], ...] = ()
    nonce: str = ""
    validated_total: int = -1

    def is_fresh(self, versions: VersionSnapshot, current_second: int, now: float) -> bool:
        """Whether the entry is still correct."""
        if now >= self.expires_at:
            return False
        if (
            self.valid_seconds is not None
            and not self.valid_seconds[0] <= current_second < self.valid_seconds[1]
        ):
            return False
        if any(_mtime_ns(path) != mtime_ns for path, mtime_ns in self.files):
            return False
        if self.validated_total == versions.total:
            return True  # unchanged since the last validation
        if any(versions.by_table.get(name, 0) != version for name, version in self.table_versions):
            return False
        self.validated_total = versions.total
        return True

    @property
    def size_bytes(self) -> int:
        """Size in bytes of the body and headers, plus overhead."""
        return _ENTRY_OVERHEAD + len(self.body) + sum(len(name) + len(value) for name, value in self.headers)


def _mtime_ns(path: Path) -> int | None:
    try:
        return path.stat().st_mtime_ns
    except FileNotFoundError:
        return None


class LruStore(Generic[T]):
    """An LRU store with a maximum size in bytes. Keys count toward the size."""

    def __init__(self, max_bytes: int) -> None:
        self.max_bytes = max_bytes
        self.size_bytes = 0
        self._items: OrderedDict[Hashable, tuple[T, int]] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable) -> T | None:
        """Return the item, or None."""
        with self._lock:
            found = self._items.get(key)
            if found is None:
                return None
            self._items.move_to_end(key)
            return found[0]

    def put(self, key: Hashable, item: T, size_bytes: int) -> None:
        """Store an item of `size_bytes`, and replace any item with the same key."""
        total_bytes = size_bytes + _ITEM_OVERHEAD + _key_length(key)
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
        found = self._items.pop(key, None)
        if found is not None:
            self.size_bytes -= found[1]


def _key_length(key: Hashable) -> int:
    """Return the length of a key, which the client can choose."""
    if isinstance(key, tuple):
        return sum(map(_key_length, key))
    return len(key) if isinstance(key, (str, bytes)) else 0


class CacheStore:
    """Cache entries, with a maximum size in bytes.

    For each `base_key`, the store keeps the vary fields: the caller fields on which its responses differ. The
    fields that one response used are added to those of earlier responses. An entry therefore matches only
    callers with the same values in the same fields.
    """

    def __init__(self, max_bytes: int) -> None:
        vary_fields_bytes = max_bytes // _VARY_FIELDS_SHARE
        self._vary_fields: LruStore[tuple[str, ...]] = LruStore(vary_fields_bytes)
        self._entries: LruStore[CacheEntry] = LruStore(max_bytes - vary_fields_bytes)
        self._vary_fields_lock = Lock()
        self.get_vary_fields = self._vary_fields.get
        """Return the vary fields of a `base_key`. None: no response is known for it."""
        self.get = self._entries.get
        """Return the entry, fresh or stale."""

    @property
    def size_bytes(self) -> int:
        """Approximate size in bytes of the whole cache."""
        return self._vary_fields.size_bytes + self._entries.size_bytes

    def add_vary_fields(self, base_key: Hashable, vary_fields: frozenset[str]) -> tuple[str, ...]:
        """Add the vary fields that a response used. Returns all fields of the `base_key`."""
        with self._vary_fields_lock:
            merged = tuple(sorted(vary_fields.union(self._vary_fields.get(base_key) or ())))
            self._vary_fields.put(base_key, merged, 0)
        return merged

    def put(self, key: Hashable, entry: CacheEntry) -> None:
        """Store an entry, and replace any entry with the same key. Entries that are too large are not
        stored."""
        if len(entry.body) <= self._entries.max_bytes // 8:
            self._entries.put(key, entry, entry.size_bytes)

    def clear(self) -> None:
        """Delete all entries."""
        self._entries.clear()
        self._vary_fields.clear()
