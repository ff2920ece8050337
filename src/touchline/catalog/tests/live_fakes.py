"""Stand-ins for live streams and their ingest: takes that tests lead by hand."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import TypeVar

from touchline.catalog.domain.ids import LiveStreamId
from touchline.catalog.domain.live import LiveState, LiveStream
from touchline.catalog.ports.ingest import (
    LIVE_DEFAULT,
    SMALL,
    SOURCE,
    Line,
    Rendition,
    Segment,
    TakeState,
)
from touchline.catalog.ports.live import LedgerAway
from touchline.catalog.tests.media_fakes import CHANNEL
from touchline.shared.errors import NotFound, Unavailable
from touchline.shared.ids import ChannelId, EventId

T = TypeVar("T")
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
    wanted: Sequence[str] = LIVE_DEFAULT
    exactly: bool = False
    breaks: set[int] = field(default_factory=set)
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
        return [
            Segment(self._path(rendition, place), each, place in self.breaks)
            for place, each in enumerate(self.made)
        ]

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

    def listen(
        self, line: Line, folder: Path, renditions: Sequence[str] = LIVE_DEFAULT, *, exactly: bool = False
    ) -> FakeTake:
        if line.port in self.busy:
            raise Unavailable(f"Port {line.port} is taken by another program.")
        self.takes.append(FakeTake(line, folder, wanted=renditions, exactly=exactly))
        return self.takes[-1]


class FakeLiveStreams:
    """`LiveStreams` and `LiveLedger`: what is read is a copy, so that only what is saved lasts. The ledger
    may be away."""

    def __init__(self, *, is_test: bool = False) -> None:
        self.is_test = is_test
        self.planned_end: datetime | None = None
        self.is_away = False
        self.kept: dict[LiveStreamId, LiveStream] = {}
        self.is_changing = False

    def of_event(self, event_id: EventId) -> LiveStream | None:
        return next((copy.copy(one) for one in self.kept.values() if one.event_id == event_id), None)

    def of_folder(self, folder: str) -> LiveStream | None:
        return next((copy.copy(one) for one in self.kept.values() if one.folder == folder), None)

    def held(self, event_id: EventId) -> LiveStream | None:
        return self.of_event(event_id)

    def add(self, event_id: EventId) -> LiveStream:
        stream = LiveStream(LiveStreamId(len(self.kept) + 1), CHANNEL, event_id, is_test=self.is_test)
        self.save(stream)
        return stream

    def save(self, stream: LiveStream) -> None:
        stream.planned_end = self.planned_end
        self.kept[stream.id] = copy.copy(stream)

    def all(self) -> Sequence[LiveStream]:
        return [copy.copy(one) for one in self.kept.values()]

    def ports_taken(self) -> AbstractSet[int]:
        return {one.port for one in self.kept.values() if one.port is not None}

    def change(self, channel_id: ChannelId, stream_id: LiveStreamId, act: Callable[[LiveStream], T]) -> T:
        if self.is_away:
            raise LedgerAway
        stream = self.find(channel_id, stream_id)
        if stream is None:
            raise NotFound
        self.is_changing = True
        try:
            answer = act(stream)
        finally:
            self.is_changing = False
        self.save(stream)
        return answer

    def find(self, channel_id: ChannelId, stream_id: LiveStreamId) -> LiveStream | None:
        found = self.kept.get(stream_id)
        return copy.copy(found) if found and found.channel_id == channel_id else None

    def unfinished(self) -> Sequence[LiveStream]:
        if self.is_away:
            raise LedgerAway
        return [one for one in self.all() if one.state is not LiveState.FINISHED]
