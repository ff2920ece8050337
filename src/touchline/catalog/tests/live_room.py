"""Everything around an ingest process, from fakes and the real local storage."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace

from adapters.storage.local import LocalStorage
from touchline.catalog.application.add_media import AddMedia
from touchline.catalog.application.keep_streams import KeepStreams
from touchline.catalog.application.live_changes import LiveChanges
from touchline.catalog.application.live_keeper import Means
from touchline.catalog.application.live_keys import StreamKeys
from touchline.catalog.application.media_sources import Sources
from touchline.catalog.application.open_live import OpenStream, ReopenStream, StopStream, StreamTest
from touchline.catalog.domain.live import LiveStream
from touchline.catalog.tests.live_fakes import FakeIngest, FakeLiveStreams
from touchline.catalog.tests.media_fakes import (
    FakeAssets,
    FakeJobs,
    FakeRecordings,
    FakeRenditions,
    FakeRows,
    FakeStreams,
    FakeVideo,
)
from touchline.catalog.tests.samples import NOON
from touchline.shared.clock import FixedClock
from touchline.shared.events import DomainEvent
from touchline.shared.ids import EventId

GAME = EventId(5)
GRACE = timedelta(seconds=120)
MARGIN = timedelta(minutes=30)
SECOND = timedelta(seconds=1)


class Told(list[DomainEvent]):
    """What was announced."""

    def __call__(self, event: DomainEvent) -> None:
        self.append(event)


class Room(SimpleNamespace):
    """Everything around an ingest process; `process()` starts one."""

    def process(self) -> KeepStreams:
        return KeepStreams(self.streams, self.means)

    def test_process(self) -> KeepStreams:
        return KeepStreams(self.tests, self.test_means)

    def open(self, event_id: EventId = GAME, **options: object) -> LiveStream:
        stream: LiveStream = self.opener(event_id, **options)
        return stream

    def stream(self, event_id: EventId = GAME) -> LiveStream:
        found: LiveStream | None = self.streams.of_event(event_id)
        assert found is not None
        return found

    def playlist(self, name: str = "source") -> str:
        with self.storage.open(f"{self.stream().folder}/{name}.m3u8") as file:
            return str(file.read(), "utf-8")

    def segments(self, name: str = "source") -> list[str]:
        return [line for line in self.playlist(name).splitlines() if line.endswith(".ts")]


def furnish(folder: Path) -> Room:
    """A room with no stream in it."""
    clock, storage, ingest = FixedClock(NOON), LocalStorage(folder / "media"), FakeIngest()
    streams, rows, states, jobs, assets = (
        FakeLiveStreams(),
        FakeRows(),
        FakeStreams(),
        FakeJobs(),
        FakeAssets(),
    )
    tests = FakeLiveStreams(is_test=True)
    renditions = FakeRenditions()
    keys = StreamKeys(b"only for this test")
    told = Told()
    changes = LiveChanges(streams, rows, states, jobs, told, clock)
    return Room(
        clock=clock,
        storage=storage,
        ingest=ingest,
        streams=streams,
        rows=rows,
        states=states,
        jobs=jobs,
        told=told,
        assets=assets,
        video=FakeVideo(),
        add=AddMedia(assets, rows, Sources(storage), states, jobs),
        keys=keys,
        means=Means(changes, storage, ingest, keys, clock, GRACE, MARGIN, renditions),
        opener=OpenStream(streams, ingest, clock),
        stop=StopStream(streams, states),
        reopen=ReopenStream(streams, states, rows, FakeRecordings(), ingest, clock),
        tests=tests,
        test=StreamTest(tests, ingest, clock),
        test_means=Means(
            LiveChanges(tests, rows, states, jobs, told, clock),
            storage,
            ingest,
            keys,
            clock,
            GRACE,
            MARGIN,
            renditions,
        ),
        renditions=renditions,
    )


def after(room: Room, keep: KeepStreams, span: timedelta) -> None:
    """Time goes by; the process looks once a second."""
    for _ in range(int(span / SECOND)):
        room.clock.advance(SECOND)
        keep.tick()
