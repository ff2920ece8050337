"""Where calls lie until they are stored: files on this machine, written line by line."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class SpoolLine:
    """A whole line, and its place in the file (in bytes); `end` is the place behind it."""

    offset: int
    end_offset: int
    text: bytes


class SpoolFile(Protocol):
    """A file that nobody else takes lines from meanwhile."""

    @property
    def name(self) -> str:
        """Its name, which no other file ever has."""
        ...

    @property
    def is_complete(self) -> bool:
        """Whether nothing will be written to it any more."""
        ...

    def read_lines(self, offset: int) -> Iterator[SpoolLine]:
        """Its lines from a place on; of one that is over also a last line that lacks its end."""
        ...

    def size_bytes(self) -> int:
        """Its bytes."""
        ...

    def remove(self) -> None:
        """All of it is stored: it goes."""
        ...


@dataclass(frozen=True, slots=True)
class SpoolUsage:
    """How many files there are, of how many bytes together."""

    files: int
    size_bytes: int


class Spool(Protocol):
    """Takes lines in microseconds; never raises."""

    def append(self, line: bytes) -> bool:
        """Keep a line, so that it outlives this process; False where there is no room (it is counted)."""
        ...

    def maintain(self) -> None:
        """Once a second: what was appended outlives a power cut too, a file that is long enough in use is set
        aside, lines that there was no room for are counted in a line, and the room is measured."""
        ...

    def measure_usage(self) -> SpoolUsage:
        """How much lies here."""
        ...

    def own_files(self) -> AbstractContextManager[Sequence[SpoolFile]]:
        """The files of this process, the oldest first; nobody else in it holds them meanwhile."""
        ...

    def orphaned_files(self) -> Generator[SpoolFile, None, None]:
        """The files whose process is gone, each held until the next is asked for."""
        ...
