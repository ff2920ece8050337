"""A folder in which the ingest process puts chunks for the receiver, which deletes them after reading."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_POLL_SECONDS = 0.05
_END = "end"
_SUFFIX = ".chunk"


@dataclass(frozen=True, slots=True)
class FolderChunk:
    """A chunk of a recording."""

    number: int
    recording: int
    data: bytes


class ChunkFolder:
    """Both ends of the folder."""

    def __init__(self, path: Path) -> None:
        path.mkdir(parents=True, exist_ok=True)
        self._path = path

    def add(self, chunk: FolderChunk) -> None:
        """Put a chunk into the folder. It appears as a whole."""
        name = f"{chunk.number:010}-{chunk.recording}"
        partial = self._path / f"{name}.tmp"
        partial.write_bytes(chunk.data)
        partial.rename(self._path / f"{name}{_SUFFIX}")

    def end(self) -> None:
        """Say that no chunk follows."""
        (self._path / _END).touch()

    def count(self) -> int:
        """Return the number of chunks that nobody has read."""
        return len(list(self._path.glob(f"*{_SUFFIX}")))

    def read(self) -> Iterator[FolderChunk]:
        """Yield the chunks in order as they come, until the end."""
        while True:
            is_last = (self._path / _END).exists()
            paths = sorted(self._path.glob(f"*{_SUFFIX}"))
            for path in paths:
                number, _, recording = path.stem.partition("-")
                data = path.read_bytes()
                path.unlink()
                yield FolderChunk(int(number), int(recording), data)
            if not paths:
                if is_last:
                    return
                time.sleep(_POLL_SECONDS)
