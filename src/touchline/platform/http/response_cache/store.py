"""Answers that are kept as bytes, and what each of them is good for. It knows nothing of HTTP's course."""

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
"""What a thing takes beside its bytes and its address, and an answer more than that."""
_VARY_FIELDS_SHARE = 8


@dataclass(slots=True, eq=False)
class CacheEntry:
    """An answer: its headers and bytes; `table_versions`: the tables it was made of and their marks before;
    `valid_seconds`: where it was made of the time, those it is right in, the last not one of them;
    `log_labels`: what the access log and the metrics call it; `files` it was made of, by their
    `st_mtime_ns`; `nonce`: what is another with each giving; `validated_total`: the sum of the marks that it
    was right by last."""

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
        """Whether it still says what would be said."""
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
            return True  # they are the same ones as at the last call
        if any(versions.by_table.get(name, 0) != version for name, version in self.table_versions):
            return False
        self.validated_total = versions.total
        return True

    @property
    def size_bytes(self) -> int:
        """Its bytes, those of its headers, and what holds it all together."""
        return _ENTRY_OVERHEAD + len(self.body) + sum(len(name) + len(value) for name, value in self.headers)


def _mtime_ns(path: Path) -> int | None:
    try:
        return path.stat().st_mtime_ns
    except FileNotFoundError:
        return None


class LruStore(Generic[T]):
    """So many bytes of things at the most, their addresses counted; what was not asked for longest goes
    first."""

    def __init__(self, max_bytes: int) -> None:
        self.max_bytes = max_bytes
        self.size_bytes = 0
        self._items: OrderedDict[Hashable, tuple[T, int]] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable) -> T | None:
        """The thing."""
        with self._lock:
            found = self._items.get(key)
            if found is None:
                return None
            self._items.move_to_end(key)
            return found[0]

    def put(self, key: Hashable, item: T, size_bytes: int) -> None:
        """Put a thing of so many bytes there, in the place of one that was."""
        total_bytes = size_bytes + _ITEM_OVERHEAD + _key_length(key)
        with self._lock:
            self._evict(key)
            self._items[key] = (item, total_bytes)
            self.size_bytes += total_bytes
            while self.size_bytes > self.max_bytes:
                self._evict(next(iter(self._items)))

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._items.clear()
            self.size_bytes = 0

    def _evict(self, key: Hashable) -> None:
        found = self._items.pop(key, None)
        if found is not None:
            self.size_bytes -= found[1]


def _key_length(key: Hashable) -> int:
    """The characters of an address, which whoever asks chooses."""
    if isinstance(key, tuple):
        return sum(map(_key_length, key))
    return len(key) if isinstance(key, (str, bytes)) else 0


class CacheStore:
    """So many bytes of answers at the most.

    For each thing that was asked (`base_key`) it knows by which facts of the asker the answers differ. The
    facts that one answer looked at are added to those that others did: so an answer is found by whoever
    would make it look at the same facts and see the same in them, and by nobody else.
    """

    def __init__(self, max_bytes: int) -> None:
        vary_fields_bytes = max_bytes // _VARY_FIELDS_SHARE
        self._vary_fields: LruStore[tuple[str, ...]] = LruStore(vary_fields_bytes)
        self._entries: LruStore[CacheEntry] = LruStore(max_bytes - vary_fields_bytes)
        self._vary_fields_lock = Lock()
        self.get_vary_fields = self._vary_fields.get
        """By which facts of the asker the answers to a `base_key` differ; None: nothing is known of it."""
        self.get = self._entries.get
        """The answer, right or not any more."""

    @property
    def size_bytes(self) -> int:
        """The bytes that all of it takes, about."""
        return self._vary_fields.size_bytes + self._entries.size_bytes

    def add_vary_fields(self, base_key: Hashable, vary_fields: frozenset[str]) -> tuple[str, ...]:
        """Add facts that an answer looked at; all there are."""
        with self._vary_fields_lock:
            merged = tuple(sorted(vary_fields.union(self._vary_fields.get(base_key) or ())))
            self._vary_fields.put(base_key, merged, 0)
        return merged

    def put(self, key: Hashable, entry: CacheEntry) -> None:
        """Keep an answer, in the place of one that was there; none that would take the room of many."""
        if len(entry.body) <= self._entries.max_bytes // 8:
            self._entries.put(key, entry, entry.size_bytes)

    def clear(self) -> None:
        """Forget everything."""
        self._entries.clear()
        self._vary_fields.clear()
