"""Where calls lie until they are stored: files on this machine, written line by line."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Line:
    """A whole line, and its place in the file (in bytes); `end` is the place behind it."""

    place: int
    end: int
    text: bytes


class SpoolFile(Protocol):
    """A file that nobody else takes lines from meanwhile."""

    @property
    def name(self) -> str:
        """Its name, which no other file ever has."""
        ...

    @property
    def is_over(self) -> bool:
        """Whether nothing will be written to it any more."""
        ...

    def lines(self, place: int) -> Iterator[Line]:
        """Its lines from a place on; of one that is over also a last line that lacks its end."""
        ...

    def size(self) -> int:
        """Its bytes."""
        ...

    def remove(self) -> None:
        """All of it is stored: it goes."""
        ...


@dataclass(frozen=True, slots=True)
class Extent:
    """How many files there are, of how many bytes together."""

    files: int
    size: int


class Spool(Protocol):
    """Takes lines in microseconds; never raises."""

    def append(self, line: bytes) -> bool:
        """Keep a line, so that it outlives this process; False where there is no room (it is counted)."""
        ...

    def settle(self) -> None:
        """Once a second: what was appended outlives a power cut too, a file that is long enough in use is set
        aside, lines that there was no room for are counted in a line, and the room is measured."""
        ...

    def extent(self) -> Extent:
        """How much lies here."""
        ...

    def own(self) -> AbstractContextManager[Sequence[SpoolFile]]:
        """The files of this process, the oldest first; nobody else in it holds them meanwhile."""
        ...

    def orphans(self) -> Generator[SpoolFile, None, None]:
        """The files whose process is gone, each held until the next is asked for."""
        ...
