"""Delivery of a live stream on the real app: access and cache headers."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from werkzeug.test import TestResponse

from touchline.catalog.application.live.ingest_services import IngestServices
from touchline.catalog.application.live.supervise_streams import SuperviseStreams
from touchline.catalog.domain.media.assets import MediaOwner, StoredPackage
from touchline.catalog.tests.live_fakes import FakeIngest
from touchline.catalog.tests.pack_samples import event_entry
from touchline.channel.facade import ChannelDetails
from touchline.conftest import NOON, Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.shared.clock import FixedClock
from touchline.shared.ids import EventId

Ids = Callable[[str, str], int]
EVENTS = [
    event_entry("open", NOON),
    event_entry("early", NOON + timedelta(hours=3)),
    event_entry("paid", NOON, **{"pass": "ppv"}),
    event_entry("abroad", NOON, geo={"block": ["US"]}),
]


class LiveHarness:
    """An ingest process beside the app, with encoders that the test controls."""

    def __init__(
        self, application: Application, channel: ChannelDetails, ids: Ids, clock: FixedClock
    ) -> None:
        catalog: Any = application.container.catalog
        self.catalog = catalog
        self._application, self._channel, self._ids, self._clock = application, channel, ids, clock
        self.ingest = FakeIngest(ports=range(19350, 19360))
        ingest_services: IngestServices = self.catalog.ingest_services()
        self._supervisor = SuperviseStreams(
            self.catalog.stream_store(),
            replace(ingest_services, encoders=replace(ingest_services.encoders, ingest=self.ingest)),
        )

    def go_live(self, key: str, segments: int = 2) -> None:
        """Open an event's stream and have an encoder publish `segments` segments of 2 s."""
        with self._application.container.database().transaction(self._channel.id):
            self.catalog.open_stream()(EventId(self._ids("event", key)))
        self._clock.advance(timedelta(seconds=2))
        self._supervisor.tick()
        self.ingest.sessions[-1].receive(*[2000] * segments)
        self._supervisor.tick()

    def send_segments(self, segments: int = 1) -> None:
        self.ingest.sessions[-1].receive(*[2000] * segments)
        self._supervisor.tick()

    def stop(self, key: str) -> None:
        """End the event's stream as an operator."""
        with self._application.container.database().transaction(self._channel.id):
            self.catalog.stop_stream()(EventId(self._ids("event", key)))
        self._clock.advance(timedelta(seconds=2))
        self._supervisor.tick()


@pytest.fixture
def live_harness(
    application: Application, season: ChannelDetails, apply: Callable[..., None], ids: Ids, clock: FixedClock
) -> LiveHarness:
    apply(season, events=EVENTS)
    live_harness = LiveHarness(application, season, ids, clock)
    live_harness.catalog.storage().remove("live/")
    return live_harness


@pytest.fixture
def fetch_event(visitor: Visitor, ids: Ids) -> Callable[[str], Any]:
    """Return `fetch_event("open")`, which fetches the event as the visitor."""
    return lambda key: visitor.data(f"/events/{ids('event', key)}")


def get_live_link(event: Any) -> Any:
    (link,) = [medium for medium in event["media"] if medium["type"] == 2]
    return link


def fetch(visitor: Visitor, url: str, **headers: str) -> TestResponse:
    return visitor.browser.get(
        url, headers={name.replace("_", "-"): value for name, value in headers.items()}
    )


def test_a_stream_makes_its_event_live_and_playable(
    live_harness: LiveHarness, fetch_event: Callable[[str], Any], visitor: Visitor
) -> None:
    assert fetch_event("early")["stream_status"] == "upcoming"
    live_harness.go_live("early")
    shown_event = fetch_event("early")
    link = get_live_link(shown_event)
    assert (shown_event["stream_status"], link["mime_type"]) == ("live", "application/vnd.apple.mpegurl")
    assert link["start_ts"] == int(NOON.timestamp()) - 2
    assert link["expires_at"] is not None
    master = fetch(visitor, link["url"])
    assert (master.status_code, master.mimetype) == (200, "application/vnd.apple.mpegurl")
    source = fetch(visitor, link["url"].replace("master", "source"))
    assert source.get_data(as_text=True).endswith("source/1-00001.ts\n")
    segment = fetch(visitor, link["url"].replace("master.m3u8", "source/1-00001.ts"))
    assert (segment.status_code, segment.mimetype) == (200, "video/mp2t")


def test_a_streamed_event_is_listed_as_live_without_media_links(
    live_harness: LiveHarness, visitor: Visitor, ids: Ids
) -> None:
    live_harness.go_live("early")
    rows = {row["id"]: row for row in visitor.data("/events", stream_status="live")}
    assert rows[ids("event", "early")]["media"] == []


def test_playlists_are_revalidated_and_segments_are_cached(
    live_harness: LiveHarness, fetch_event: Callable[[str], Any], visitor: Visitor
) -> None:
    live_harness.go_live("open")
    url = get_live_link(fetch_event("open"))["url"].replace("master", "source")
    playlist = fetch(visitor, url)
    assert playlist.headers["Cache-Control"] == "private, no-cache"
    tag = playlist.headers["ETag"]
    assert fetch(visitor, url, If_None_Match=tag).status_code == 304
    live_harness.send_segments()
    updated = fetch(visitor, url, If_None_Match=tag)
    assert (updated.status_code, updated.content_length) == (200, len(updated.data))
    segment = fetch(visitor, url.replace("source.m3u8", "source/1-00000.ts"))
    assert segment.headers["Cache-Control"].startswith("private, max-age=")
    assert segment.headers["Cache-Control"].endswith(", immutable")


def test_a_long_playlist_is_gzipped(
    live_harness: LiveHarness, fetch_event: Callable[[str], Any], visitor: Visitor
) -> None:
    live_harness.go_live("open", segments=100)
    url = get_live_link(fetch_event("open"))["url"].replace("master", "source")
    plain, small = fetch(visitor, url), fetch(visitor, url, Accept_Encoding="gzip")
    assert small.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(small.data) == plain.data
    assert len(small.data) < len(plain.data) / 3
    assert fetch(visitor, url, Accept_Encoding="gzip", If_None_Match=small.headers["ETag"]).status_code == 304


@pytest.mark.parametrize(("key", "reason"), [("paid", "login_required"), ("abroad", "geo_blocked")])
def test_without_access_there_is_no_url_and_no_file(
    live_harness: LiveHarness,
    fetch_event: Callable[[str], Any],
    visitor: Visitor,
    application: Application,
    key: str,
    reason: str,
) -> None:
    live_harness.go_live("open")
    token = get_live_link(fetch_event("open"))["url"].split("/")[2]
    live_harness.go_live(key)
    shown_event = fetch_event(key)
    assert (
        shown_event["stream_status"],
        shown_event["access_reason"],
        get_live_link(shown_event)["url"],
    ) == ("live", reason, None)
    folder = live_harness.catalog.stream_store().get_by_event(shown_event["id"]).folder
    assert folder not in visitor.get(f"/events/{shown_event['id']}").get_data(as_text=True)
    for name in ("master.m3u8", "source.m3u8", "source/1-00000.ts"):
        for prefix in ("", f"{token}/", "x/"):
            assert fetch(visitor, f"/media/{prefix}{folder}/{name}").status_code == 403


def test_a_stream_of_another_channel_is_not_found(
    live_harness: LiveHarness, fetch_event: Callable[[str], Any], other_visitor: Visitor
) -> None:
    live_harness.go_live("open")
    assert other_visitor.get(f"/events/{fetch_event('open')['id']}").status_code == 404


def test_an_ended_stream_is_playable_until_its_recording_is_ready(
    live_harness: LiveHarness,
    fetch_event: Callable[[str], Any],
    visitor: Visitor,
    application: Application,
    season: ChannelDetails,
    clock: FixedClock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        live_harness.catalog.stream_service()._jobs, "enqueue", lambda *_ids, **_options: None
    )
    live_harness.go_live("open")
    live_harness.stop("open")
    shown_event = fetch_event("open")
    link = get_live_link(shown_event)
    assert shown_event["stream_status"] == "finished"
    ended = fetch(visitor, link["url"].replace("master", "source"))
    assert ended.get_data(as_text=True).endswith("#EXT-X-ENDLIST\n")

    media: Any = application.container.catalog
    package = StoredPackage(
        "assets/1-00ff", 4000, 640, 360, 25.0, has_audio=True, has_captions=False, storyboard=True
    )
    with application.container.database().transaction(season.id):
        asset = media.assets().add("0" * 64, "Recording")
        media.media_items().attach(MediaOwner("event", shown_event["id"]), asset.id, "Recording")
        asset.begin("test", clock.now())
        asset.mark_ready("test", package)
        media.assets().save(asset)
        media.events().set_recorded(EventId(shown_event["id"]), True)
    assert sorted(medium["type"] for medium in fetch_event("open")["media"]) == [1, 3, 5]
    assert fetch(visitor, link["url"]).status_code == 200
