"""The health of a stream in the studio: values, faults, history and picture, of the own channel only."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from touchline.catalog.application.live.record_health import RecordHealth
from touchline.catalog.domain.media.live_streams import LiveState, LiveStream
from touchline.catalog.domain.media.stream_health import EncoderHealth
from touchline.catalog.ports.media.delivery import PUBLIC_SESSION, TokenScope
from touchline.catalog.ports.media.ingest import IngestEndpoint
from touchline.catalog.tests.live_fakes import FakeIngestSession
from touchline.channel.facade import ChannelDetails
from touchline.conftest import NEW_VIEWER, Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.shared.clock import FixedClock
from touchline.shared.ids import EventId

Ids = Callable[[str, str], int]
STREAM = "/studio/events/on-now/stream"
GOOD = EncoderHealth(3_000_000, 30.0, 2_000, audio_level_db=-22.0, audio_peak_db=-9.0, width=1280, height=720)
SECOND = timedelta(seconds=1)


@pytest.fixture
def operator(visitor: Visitor, application: Application, season: ChannelDetails) -> Visitor:
    """Return an owner of the channel with the small season."""
    viewer = visitor.register()
    container: Any = application.container
    with container.database().transaction(season.id):
        container.channel.operator_admin().add(NEW_VIEWER["email"], unverified=True)
    return viewer


class Encoder:
    """A stream whose health is recorded once a second, as an ingest process does."""

    def __init__(self, application: Application, clock: FixedClock, stream: LiveStream, folder: Path) -> None:
        catalog: Any = application.container.catalog
        self._record = RecordHealth(
            catalog.stream_uow(), catalog.health_samples(), catalog.latest_health(), run_now
        )
        self._clock, self.stream = clock, stream
        self.session = FakeIngestSession(IngestEndpoint("key", 1), folder)

    def send(self, seconds: int, health: EncoderHealth = GOOD, preview: bytes = b"") -> None:
        """Record the same health for some seconds."""
        self.session.health = health
        if preview:
            self.session.preview_path = self.session.folder / "preview.jpg"
            self.session.preview_path.write_bytes(preview)
        for _ in range(seconds):
            self._clock.advance(SECOND)
            self._record.record(self.stream, self.session, self._clock.now())

    def finish(self) -> None:
        self._record.finish(self.stream)


def container_of(application: Application) -> Any:
    return application.container


def run_now(key: object, action: Callable[[], None]) -> bool:
    action()
    return True


@pytest.fixture
def encoder(
    application: Application,
    season: ChannelDetails,
    ids: Ids,
    clock: FixedClock,
    transaction: Callable[..., Any],
    tmp_path: Path,
) -> Encoder:
    """Return the encoder of the live event `on-now`."""
    streams: Any = container_of(application).catalog.streams()
    with transaction(season.id):
        stream = streams.add(EventId(ids("event", "on-now")))
        stream.folder, stream.state, stream.started_at = f"live/{stream.id}-00ff", LiveState.LIVE, clock.now()
        streams.save(stream)
    return Encoder(application, clock, stream, tmp_path)


def test_values_of_this_second_are_shown_with_a_history_of_every_ten_seconds(
    operator: Visitor, encoder: Encoder
) -> None:
    encoder.send(25)
    encoder.send(1, replace(GOOD, bitrate=2_500_000))
    report = operator.data(f"{STREAM}/health")
    assert (report["state"], report["is_test"], report["faults"]) == ("live", False, [])
    (primary,) = report["slots"]
    assert primary["values"]["bitrate"] == 2_500_000
    assert (primary["values"]["width"], primary["values"]["audio_level_db"]) == (1280, -22.0)
    assert primary["history"]["bitrate"] == [3_000_000] * 3
    assert len(primary["history"]["at"]) == 3
    without_history = operator.data(f"{STREAM}/health", has_history=False)
    assert without_history["slots"][0]["history"] is None


def test_a_fault_has_a_sentence_and_what_to_change(operator: Visitor, encoder: Encoder) -> None:
    encoder.send(20)
    encoder.send(1, replace(GOOD, black_seconds=12))
    (fault,) = operator.data(f"{STREAM}/health")["slots"][0]["faults"]
    assert (fault["code"], fault["severity"], fault["values"]) == ("black", "error", {"seconds": 12})
    assert fault["message"] == "The picture has been black for 12 s."
    assert "OBS" in fault["remedy"]


def test_the_picture_is_for_operators_and_is_never_kept(
    operator: Visitor, encoder: Encoder, application: Application
) -> None:
    assert operator.get(f"{STREAM}/preview").status_code == 404
    encoder.send(2, preview=b"\xff\xd8picture")
    response = operator.get(f"{STREAM}/preview")
    assert (response.data, response.content_type) == (b"\xff\xd8picture", "image/jpeg")
    assert response.headers["Cache-Control"] == "private, no-store"
    encoder.finish()
    assert operator.get(f"{STREAM}/preview").status_code == 404


def test_no_media_link_opens_the_picture(
    encoder: Encoder, application: Application, visitor: Visitor
) -> None:
    encoder.send(2, preview=b"\xff\xd8picture")
    container: Any = application.container
    path = f"stream-health/{encoder.stream.folder.removeprefix('live/')}/primary.jpg"
    assert container.catalog.storage().stat(path).size
    signed = container.catalog.delivery().sign(path, PUBLIC_SESSION, TokenScope.FOLDER)
    assert visitor.browser.get(signed.url).status_code == 403


def test_viewers_and_other_channels_see_nothing(visitor: Visitor, encoder: Encoder) -> None:
    encoder.send(2, preview=b"\xff\xd8picture")
    assert visitor.register().get(f"{STREAM}/health").status_code == 403
    assert visitor.get(f"{STREAM}/preview").status_code == 403


def test_old_samples_are_deleted(
    operator: Visitor, encoder: Encoder, application: Application, clock: FixedClock
) -> None:
    encoder.send(30)
    clock.advance(timedelta(hours=24, seconds=-15))
    encoder.send(1)
    catalog: Any = application.container.catalog
    catalog.delete_old_health()()
    with container_of(application).database().transaction(encoder.stream.channel_id):
        since = clock.now() - timedelta(days=2)
        kept = catalog.health_samples().list_since(encoder.stream.event_id, since, is_test=False)
    assert len(kept) == 2
