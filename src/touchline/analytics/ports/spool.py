"""The spool: local files that hold beacons, line by line, until they are stored."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class SpoolLine:
    """A complete line and its offsets in the file (in bytes). `end_offset` is the offset after the line."""

    offset: int
    end_offset: int
    text: bytes


class SpoolFile(Protocol):
    """A spool file that is held for reading by one caller."""

    @property
    def name(self) -> str:
        """The name of the file. Names are never reused."""
        ...

    @property
    def is_complete(self) -> bool:
        """Whether nothing more will be written to the file."""
        ...

    def read_lines(self, offset: int) -> Iterator[SpoolLine]:
        """Yield the lines from an offset. A complete file may end with a line without a line break."""
        ...

    def size_bytes(self) -> int:
        """Return the size in bytes."""
        ...

    def remove(self) -> None:
        """Delete the file after all of it is stored."""
        ...


@dataclass(frozen=True, slots=True)
class SpoolUsage:
    """The number of files and their total size in bytes."""

    files: int
    size_bytes: int


class Spool(Protocol):
    """Appends lines in microseconds. Never raises."""

    def append(self, line: bytes) -> bool:
        """Append a line so that it survives this process. Return False if there is no space; the drop is
        counted.
        """
        ...

    def maintain(self) -> None:
        """Maintain the spool once a second.

        Sync appended lines so that they survive a power cut, rotate a file that is old enough, write the
        number of dropped lines, and measure the free space.
        """
        ...

    def measure_usage(self) -> SpoolUsage:
        """Return the current usage of the spool."""
        ...

    def own_files(self) -> AbstractContextManager[Sequence[SpoolFile]]:
        """Hold the files of this process, the oldest first. No other thread holds them at the same time."""
        ...

    def orphaned_files(self) -> Generator[SpoolFile, None, None]:
        """Yield the files of dead processes. Each is held until the next one is requested."""
        ...
