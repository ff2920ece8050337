"""A stream test on the real app: only operators can watch it, and nothing remains of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import func, select, text

from touchline.catalog.adapters.sql.media.live_tables import LiveStreamRow, TestStreamRow
from touchline.catalog.adapters.sql.media.media_tables import EventMediaRow, MediaAssetRow
from touchline.catalog.application.live.ingest_services import IngestServices
from touchline.catalog.application.live.supervise_streams import SuperviseStreams
from touchline.catalog.ports.media.delivery import TokenScope
from touchline.catalog.tests.live_fakes import FakeIngest
from touchline.catalog.tests.pack_samples import event_entry
from touchline.channel.facade import ChannelDetails
from touchline.conftest import NEW_VIEWER, NOON, Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.shared.clock import FixedClock
from touchline.shared.ids import EventId, SessionId

Ids = Callable[[str, str], int]
SECOND = timedelta(seconds=1)


class StreamTestHarness:
    """A stream test of the event `game`, with an encoder that the test controls."""

    __test__ = False

    def __init__(
        self, application: Application, channel: ChannelDetails, event_id: int, clock: FixedClock
    ) -> None:
        catalog: Any = application.container.catalog
        self.catalog = catalog
        self.event_id = EventId(event_id)
        self._application, self._channel, self._clock = application, channel, clock
        self._ingest = FakeIngest(ports=range(19350, 19360))
        ingest_services: IngestServices = self.catalog.test_ingest_services()
        self._supervisor = SuperviseStreams(
            self.catalog.test_stream_store(),
            replace(ingest_services, encoders=replace(ingest_services.encoders, ingest=self._ingest)),
        )

    def open(self) -> None:
        """Open the stream test as an operator."""
        with self._application.container.database().transaction(self._channel.id):
            self.catalog.stream_tests().open(self.event_id)
        self.tick()

    def send(self) -> None:
        """Send two segments as the encoder."""
        self._ingest.sessions[-1].receive(2000, 2000)
        self._supervisor.tick()

    def stop(self) -> None:
        """End the stream test as an operator."""
        with self._application.container.database().transaction(self._channel.id):
            self.catalog.stream_tests().stop(self.event_id)
        self.tick()

    def tick(self) -> None:
        self._clock.advance(2 * SECOND)
        self._supervisor.tick()


@pytest.fixture
def stream_test_harness(
    application: Application, season: ChannelDetails, apply: Callable[..., None], ids: Ids, clock: FixedClock
) -> StreamTestHarness:
    apply(season, events=[event_entry("game", NOON + timedelta(hours=3), **{"pass": "ppv"})])
    stream_test_harness = StreamTestHarness(application, season, ids("event", "game"), clock)
    stream_test_harness.catalog.storage().remove("live/")
    return stream_test_harness


def fetch_test(visitor: Visitor, stream_test_harness: StreamTestHarness) -> Any:
    return visitor.data(f"/events/{stream_test_harness.event_id}/test-stream")


def fetch(visitor: Visitor, url: str) -> int:
    return visitor.browser.get(url).status_code


def test_an_operator_can_watch_the_test_of_a_paid_event(
    stream_test_harness: StreamTestHarness, operator: Visitor
) -> None:
    assert fetch_test(operator, stream_test_harness) == {"state": "none", "fault": None, "stream": None}
    stream_test_harness.open()
    assert fetch_test(operator, stream_test_harness) == {"state": "waiting", "fault": None, "stream": None}
    stream_test_harness.send()
    test_payload = fetch_test(operator, stream_test_harness)
    link = test_payload["stream"]
    assert (test_payload["state"], link["type"], link["mime_type"]) == (
        "live",
        2,
        "application/vnd.apple.mpegurl",
    )
    assert fetch(operator, link["url"]) == 200
    assert fetch(operator, link["url"].replace("master.m3u8", "source/1-00000.ts")) == 200


def test_a_test_is_not_visible_to_anyone_else(
    stream_test_harness: StreamTestHarness,
    viewer: Visitor,
    visit: Callable[[ChannelDetails], Visitor],
    season: ChannelDetails,
    other_visitor: Visitor,
) -> None:
    stream_test_harness.open()
    stream_test_harness.send()
    path = f"/events/{stream_test_harness.event_id}/test-stream"
    assert visit(season).get(path).status_code == 401
    error = viewer.get(path)
    assert error.status_code == 403
    assert "test-" not in error.get_data(as_text=True)
    assert other_visitor.get(path).status_code == 401
    shown_test = viewer.data(f"/events/{stream_test_harness.event_id}")
    assert (shown_test["stream_status"], shown_test["live_state"], shown_test["media"]) == (
        "upcoming",
        None,
        [],
    )


def test_a_test_of_an_unknown_event_is_not_found(
    stream_test_harness: StreamTestHarness, operator: Visitor
) -> None:
    assert operator.get("/events/404404/test-stream").status_code == 404


@pytest.fixture
def viewer(visit: Callable[[ChannelDetails], Visitor], season: ChannelDetails) -> Visitor:
    """Return another viewer of the channel, in another browser."""
    return visit(season).register(email="fan@example.com", phone="+15550100999")


def test_a_url_signed_for_a_session_without_operator_rights_is_refused(
    stream_test_harness: StreamTestHarness,
    operator: Visitor,
    viewer: Visitor,
    application: Application,
    season: ChannelDetails,
) -> None:
    stream_test_harness.open()
    stream_test_harness.send()
    container: Any = application.container
    delivery = container.catalog.delivery()
    with application.container.database().transaction(season.id) as session:
        folder = session.scalars(select(TestStreamRow.folder)).one()
        newest = SessionId(session.execute(text("SELECT max(id) FROM viewer_session")).scalar_one())
    signed = delivery.sign(f"{folder}/master.m3u8", newest, TokenScope.FOLDER)
    assert fetch(viewer, signed.url) == 403
    assert fetch(operator, signed.url) == 403


def test_a_former_operator_is_refused_within_a_minute(
    stream_test_harness: StreamTestHarness,
    operator: Visitor,
    application: Application,
    season: ChannelDetails,
    clock: FixedClock,
) -> None:
    container: Any = application.container
    stream_test_harness.open()
    stream_test_harness.send()
    url = fetch_test(operator, stream_test_harness)["stream"]["url"]
    assert fetch(operator, url) == 200
    with application.container.database().transaction(season.id):
        container.channel.operator_admin().remove(NEW_VIEWER["email"])
    clock.advance(timedelta(minutes=1))
    assert fetch(operator, url) == 403


def test_the_url_stops_working_after_logging_out(
    stream_test_harness: StreamTestHarness, operator: Visitor, clock: FixedClock
) -> None:
    stream_test_harness.open()
    stream_test_harness.send()
    url = fetch_test(operator, stream_test_harness)["stream"]["url"]
    assert fetch(operator, url) == 200
    assert operator.post("/auth/logout").status_code == 204
    clock.advance(timedelta(minutes=1))
    assert fetch(operator, url) == 403


def test_a_test_leaves_nothing_behind(
    stream_test_harness: StreamTestHarness,
    operator: Visitor,
    application: Application,
    season: ChannelDetails,
) -> None:
    stream_test_harness.open()
    stream_test_harness.send()
    url = fetch_test(operator, stream_test_harness)["stream"]["url"]
    stream_test_harness.stop()
    assert fetch_test(operator, stream_test_harness) == {"state": "none", "fault": None, "stream": None}
    assert fetch(operator, url) in (403, 404)
    assert list(stream_test_harness.catalog.storage().list("live/")) == []
    with application.container.database().transaction(season.id) as session:
        counts = [
            session.scalar(select(func.count()).select_from(table))
            for table in (LiveStreamRow, EventMediaRow, MediaAssetRow)
        ]
    assert counts == [0, 0, 0]
    shown_test = operator.data(f"/events/{stream_test_harness.event_id}")
    assert (shown_test["stream_status"], shown_test["live_state"], shown_test["clip_count"]) == (
        "upcoming",
        None,
        0,
    )
