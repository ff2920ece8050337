"""A stream test on the real app: its operators watch it, nobody else does, and nothing of it is left."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import func, select, text

from touchline.catalog.adapters.sql.live_tables import LiveStreamRow, TestStreamRow
from touchline.catalog.adapters.sql.media_tables import EventMediaRow, MediaAssetRow
from touchline.catalog.application.keep_streams import KeepStreams
from touchline.catalog.application.live_keeper import Means
from touchline.catalog.ports.delivery import Scope
from touchline.catalog.tests.live_fakes import FakeIngest
from touchline.catalog.tests.packs import event
from touchline.channel.facade import ChannelFacts
from touchline.conftest import NEWCOMER, NOON, Visitor
from touchline.entrypoints.bootstrap import House
from touchline.shared.clock import FixedClock
from touchline.shared.ids import EventId, SessionId

Ids = Callable[[str, str], int]
SECOND = timedelta(seconds=1)


class TestStudio:
    """A stream test of the event `game`, and its encoder, led by hand."""

    __test__ = False

    def __init__(self, house: House, channel: ChannelFacts, event_id: int, clock: FixedClock) -> None:
        catalog: Any = house.container.catalog
        self.live = catalog.live
        self.event_id = EventId(event_id)
        self._house, self._channel, self._clock = house, channel, clock
        self._ingest = FakeIngest(ports=range(19350, 19360))
        means: Means = self.live.tests_means()
        self._keep = KeepStreams(self.live.tests_ledger(), replace(means, ingest=self._ingest))

    def open(self) -> None:
        """An operator asks for the key."""
        with self._house.container.database().transaction(self._channel.id):
            self.live.test().open(self.event_id)
        self.tick()

    def send(self) -> None:
        """The encoder sends two segments."""
        self._ingest.takes[-1].receive(2000, 2000)
        self._keep.tick()

    def stop(self) -> None:
        """An operator ends the test."""
        with self._house.container.database().transaction(self._channel.id):
            self.live.test().stop(self.event_id)
        self.tick()

    def tick(self) -> None:
        self._clock.advance(2 * SECOND)
        self._keep.tick()


@pytest.fixture
def studio(
    house: House, season: ChannelFacts, apply: Callable[..., None], ids: Ids, clock: FixedClock
) -> TestStudio:
    apply(season, events=[event("game", NOON + timedelta(hours=3), **{"pass": "ppv"})])
    studio = TestStudio(house, season, ids("event", "game"), clock)
    studio.live.storage().remove("live/")
    return studio


@pytest.fixture
def operator(visitor: Visitor, house: House) -> Visitor:
    """An operator of `prairie`."""
    container: Any = house.container
    viewer = visitor.register()
    with house.container.database().transaction(visitor.channel.id):
        container.channel.desk.change_operators().add(NEWCOMER["email"], unverified=True)
    return viewer


def shown(visitor: Visitor, studio: TestStudio) -> Any:
    return visitor.data(f"/events/{studio.event_id}/test-stream")


def fetch(visitor: Visitor, url: str) -> int:
    return visitor.browser.get(url).status_code


def test_an_operator_watches_the_test_of_an_event_that_is_sold(studio: TestStudio, operator: Visitor) -> None:
    assert shown(operator, studio) == {"state": "none", "fault": None, "stream": None}
    studio.open()
    assert shown(operator, studio) == {"state": "waiting", "fault": None, "stream": None}
    studio.send()
    told = shown(operator, studio)
    link = told["stream"]
    assert (told["state"], link["type"], link["mime_type"]) == ("live", 2, "application/vnd.apple.mpegurl")
    assert fetch(operator, link["url"]) == 200
    assert fetch(operator, link["url"].replace("master.m3u8", "source/1-00000.ts")) == 200


def test_nobody_else_is_told_of_a_test(
    studio: TestStudio,
    viewer: Visitor,
    visit: Callable[[ChannelFacts], Visitor],
    season: ChannelFacts,
    stranger: Visitor,
) -> None:
    studio.open()
    studio.send()
    path = f"/events/{studio.event_id}/test-stream"
    assert visit(season).get(path).status_code == 401
    refused = viewer.get(path)
    assert refused.status_code == 403
    assert "test-" not in refused.get_data(as_text=True)
    assert stranger.get(path).status_code == 401
    seen = viewer.data(f"/events/{studio.event_id}")
    assert (seen["stream_status"], seen["live_state"], seen["media"]) == ("upcoming", None, [])


def test_a_test_of_an_unknown_event_is_not_found(studio: TestStudio, operator: Visitor) -> None:
    assert operator.get("/events/404404/test-stream").status_code == 404


@pytest.fixture
def viewer(visit: Callable[[ChannelFacts], Visitor], season: ChannelFacts) -> Visitor:
    """Another viewer of the channel, in another browser."""
    return visit(season).register(email="fan@example.com", phone="+15550100999")


def test_an_address_signed_for_a_session_that_is_no_operators_opens_nothing(
    studio: TestStudio, operator: Visitor, viewer: Visitor, house: House, season: ChannelFacts
) -> None:
    studio.open()
    studio.send()
    container: Any = house.container
    delivery = container.catalog.media.delivery()
    with house.container.database().transaction(season.id) as session:
        folder = session.scalars(select(TestStreamRow.folder)).one()
        newest = SessionId(session.execute(text("SELECT max(id) FROM viewer_session")).scalar_one())
    signed = delivery.address(f"{folder}/master.m3u8", newest, Scope.FOLDER)
    assert fetch(viewer, signed.url) == 403
    assert fetch(operator, signed.url) == 403


def test_who_is_an_operator_no_more_is_refused_within_a_minute(
    studio: TestStudio, operator: Visitor, house: House, season: ChannelFacts, clock: FixedClock
) -> None:
    container: Any = house.container
    studio.open()
    studio.send()
    url = shown(operator, studio)["stream"]["url"]
    assert fetch(operator, url) == 200
    with house.container.database().transaction(season.id):
        container.channel.desk.change_operators().remove(NEWCOMER["email"])
    clock.advance(timedelta(minutes=1))
    assert fetch(operator, url) == 403


def test_the_address_ends_with_the_log_out(studio: TestStudio, operator: Visitor, clock: FixedClock) -> None:
    studio.open()
    studio.send()
    url = shown(operator, studio)["stream"]["url"]
    assert fetch(operator, url) == 200
    assert operator.post("/auth/logout").status_code == 204
    clock.advance(timedelta(minutes=1))
    assert fetch(operator, url) == 403


def test_nothing_of_a_test_is_left(
    studio: TestStudio, operator: Visitor, house: House, season: ChannelFacts
) -> None:
    studio.open()
    studio.send()
    url = shown(operator, studio)["stream"]["url"]
    studio.stop()
    assert shown(operator, studio) == {"state": "none", "fault": None, "stream": None}
    assert fetch(operator, url) in (403, 404)
    assert list(studio.live.storage().list("live/")) == []
    with house.container.database().transaction(season.id) as session:
        counts = [
            session.scalar(select(func.count()).select_from(table))
            for table in (LiveStreamRow, EventMediaRow, MediaAssetRow)
        ]
    assert counts == [0, 0, 0]
    seen = operator.data(f"/events/{studio.event_id}")
    assert (seen["stream_status"], seen["live_state"], seen["clip_count"]) == ("upcoming", None, 0)
