"""The surroundings of an ingest process: fakes, and the real local storage."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace

from adapters.storage.local import LocalStorage
from touchline.catalog.application.live.ingest_services import EncoderServices, IngestServices
from touchline.catalog.application.live.stream_commands import (
    OpenStream,
    PutOnAir,
    ReopenStream,
    StopStream,
    StreamTests,
)
from touchline.catalog.application.live.stream_keys import StreamKeys
from touchline.catalog.application.live.stream_service import LiveStreamService
from touchline.catalog.application.live.supervise_streams import SuperviseStreams
from touchline.catalog.application.media.add_media import AddMedia
from touchline.catalog.application.media.media_sources import MediaSources
from touchline.catalog.domain.media.live_streams import LiveStream
from touchline.catalog.tests.caption_fakes import FakeLiveCaptions
from touchline.catalog.tests.live_fakes import FakeIngest, FakeLiveStreams
from touchline.catalog.tests.media_fakes import (
    FakeAssets,
    FakeJobs,
    FakeMediaItems,
    FakeRecordings,
    FakeRenditions,
    FakeStreamStates,
    FakeVideoPackager,
)
from touchline.catalog.tests.samples import NOON, build_event
from touchline.shared.clock import FixedClock
from touchline.shared.events import DomainEvent
from touchline.shared.ids import EventId

EVENT_ID = EventId(5)
GRACE = timedelta(seconds=120)
MARGIN = timedelta(minutes=30)
SECOND = timedelta(seconds=1)


class AnnouncedEvents(list[DomainEvent]):
    """The announced events."""

    def __call__(self, event: DomainEvent) -> None:
        self.append(event)


class IngestHarness(SimpleNamespace):
    """The surroundings of an ingest process. `create_supervisor()` starts a process."""

    def create_supervisor(self) -> SuperviseStreams:
        return SuperviseStreams(self.streams, self.ingest_services)

    def create_test_supervisor(self) -> SuperviseStreams:
        return SuperviseStreams(self.test_streams, self.test_services)

    def open_stream(self, event_id: EventId = EVENT_ID, **options: object) -> LiveStream:
        stream: LiveStream = self.opener(event_id, **options)
        return stream

    def get_stream(self, event_id: EventId = EVENT_ID) -> LiveStream:
        found: LiveStream | None = self.streams.get_by_event(event_id)
        assert found is not None
        return found

    def read_playlist(self, name: str = "source") -> str:
        with self.storage.open(f"{self.get_stream().folder}/{name}.m3u8") as file:
            return str(file.read(), "utf-8")

    def list_segments(self, name: str = "source") -> list[str]:
        return [line for line in self.read_playlist(name).splitlines() if line.endswith(".ts")]


def create_harness(folder: Path) -> IngestHarness:
    """Return a harness without a stream."""
    clock, storage, ingest = FixedClock(NOON), LocalStorage(folder / "media"), FakeIngest()
    streams, rows, states, jobs, assets = (
        FakeLiveStreams(),
        FakeMediaItems(),
        FakeStreamStates(),
        FakeJobs(),
        FakeAssets(),
    )
    tests = FakeLiveStreams(is_test=True)
    renditions, captions = FakeRenditions(), FakeLiveCaptions()
    keys = StreamKeys(b"only for this test")
    encoders = EncoderServices(ingest, keys, renditions)
    announced = AnnouncedEvents()
    stream_service = LiveStreamService(streams, rows, states, jobs, announced, clock)
    return IngestHarness(
        clock=clock,
        storage=storage,
        ingest=ingest,
        streams=streams,
        media_items=rows,
        states=states,
        jobs=jobs,
        announced=announced,
        assets=assets,
        video=FakeVideoPackager(),
        add=AddMedia(assets, rows, MediaSources(storage), states, jobs),
        keys=keys,
        ingest_services=IngestServices(
            stream_service, storage, encoders, clock, GRACE, MARGIN, captions=captions
        ),
        opener=OpenStream(streams, build_event, ingest, clock),
        put_on_air=PutOnAir(streams),
        stop=StopStream(streams, states, announced),
        reopen=ReopenStream(streams, states, rows, FakeRecordings(), ingest, clock),
        test_streams=tests,
        stream_tests=StreamTests(tests, ingest, clock),
        test_services=IngestServices(
            LiveStreamService(tests, rows, states, jobs, announced, clock),
            storage,
            encoders,
            clock,
            GRACE,
            MARGIN,
        ),
        renditions=renditions,
        captions=captions,
    )


def run_for(harness: IngestHarness, supervisor: SuperviseStreams, duration: timedelta) -> None:
    """Advance the clock by `duration` and run the process once a second."""
    for _ in range(int(duration / SECOND)):
        harness.clock.advance(SECOND)
        supervisor.tick()
