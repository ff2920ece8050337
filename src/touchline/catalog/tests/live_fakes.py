"""A stand-in for live ingest: takes that tests lead by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from touchline.catalog.ports.ingest import SMALL, SOURCE, Line, Rendition, Segment, TakeState
from touchline.shared.errors import Unavailable

RENDITIONS = (
    Rendition(SOURCE, 1280, 720, 3_000_000, "avc1.64001f,mp4a.40.2"),
    Rendition(SMALL, 640, 360, 800_000, "avc1.64001e,mp4a.40.2"),
)


@dataclass
class FakeTake:
    """`Take`: waits until `receive` is called; `receive` may be called again for more."""

    line: Line
    folder: Path
    state: TakeState = TakeState.WAITING
    fault: str = ""
    closed: bool = False
    made: list[int] = field(default_factory=list)

    def receive(self, *durations_ms: int) -> None:
        """So many more whole segments of such lengths, in both renditions."""
        self.state = TakeState.RECEIVING
        for duration in durations_ms:
            for rendition in RENDITIONS:
                self._path(rendition.name, len(self.made)).write_bytes(
                    f"{self.folder.name} {rendition.name} {len(self.made)}\n".encode()
                )
            self.made.append(duration)

    def end(self) -> None:
        """The encoder leaves."""
        self.state = TakeState.ENDED

    def renditions(self) -> Sequence[Rendition]:
        return RENDITIONS if self.made else ()

    def segments(self, rendition: str) -> Sequence[Segment]:
        return [Segment(self._path(rendition, place), each) for place, each in enumerate(self.made)]

    def close(self) -> None:
        self.state, self.closed = TakeState.ENDED, True

    def _path(self, rendition: str, place: int) -> Path:
        return self.folder / f"{rendition}-{place}.ts"


@dataclass
class FakeIngest:
    """`Ingest`: keeps the takes it gave out; nobody can listen on a port in `busy`."""

    ports: Sequence[int] = (19350, 19351)
    takes: list[FakeTake] = field(default_factory=list)
    busy: set[int] = field(default_factory=set)

    def server(self, line: Line) -> str:
        return f"rtmp://ingest.example:{line.port}/live"

    def listen(self, line: Line, folder: Path) -> FakeTake:
        if line.port in self.busy:
            raise Unavailable(f"Port {line.port} is taken by another program.")
        self.takes.append(FakeTake(line, folder))
        return self.takes[-1]
