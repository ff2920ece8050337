"""A live stream on the real app: who gets it, and how its files may be kept."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from werkzeug.test import TestResponse

from touchline.catalog.application.keep_streams import KeepStreams
from touchline.catalog.application.live_keeper import Means
from touchline.catalog.domain.media import Made, Owner
from touchline.catalog.tests.live_fakes import FakeIngest
from touchline.catalog.tests.packs import event
from touchline.channel.facade import ChannelFacts
from touchline.conftest import NOON, Visitor
from touchline.entrypoints.bootstrap import House
from touchline.shared.clock import FixedClock
from touchline.shared.ids import EventId

Ids = Callable[[str, str], int]
EVENTS = [
    event("open", NOON),
    event("early", NOON + timedelta(hours=3)),
    event("paid", NOON, **{"pass": "ppv"}),
    event("abroad", NOON, geo={"block": ["US"]}),
]


class Studio:
    """An ingest process beside the app, and encoders led by hand."""

    def __init__(self, house: House, channel: ChannelFacts, ids: Ids, clock: FixedClock) -> None:
        catalog: Any = house.container.catalog
        self.live = catalog.live
        self._house, self._channel, self._ids, self._clock = house, channel, ids, clock
        self.ingest = FakeIngest(ports=range(19350, 19360))
        means: Means = self.live.means()
        self._keep = KeepStreams(
            self.live.ledger(),
            replace(means, ingest=self.ingest),
        )

    def go_live(self, key: str, segments: int = 2) -> None:
        """An encoder publishes so many segments of an event."""
        with self._house.container.database().transaction(self._channel.id):
            self.live.open()(EventId(self._ids("event", key)))
        self._clock.advance(timedelta(seconds=2))
        self._keep.tick()
        self.ingest.takes[-1].receive(*[2000] * segments)
        self._keep.tick()

    def more(self, segments: int = 1) -> None:
        self.ingest.takes[-1].receive(*[2000] * segments)
        self._keep.tick()

    def stop(self, key: str) -> None:
        """The operator ends it."""
        with self._house.container.database().transaction(self._channel.id):
            self.live.stop()(EventId(self._ids("event", key)))
        self._clock.advance(timedelta(seconds=2))
        self._keep.tick()


@pytest.fixture
def studio(
    house: House, season: ChannelFacts, apply: Callable[..., None], ids: Ids, clock: FixedClock
) -> Studio:
    apply(season, events=EVENTS)
    studio = Studio(house, season, ids, clock)
    studio.live.storage().remove("live/")
    return studio


@pytest.fixture
def shown(visitor: Visitor, ids: Ids) -> Callable[[str], Any]:
    """`shown("open")`: the event as the visitor sees it."""
    return lambda key: visitor.data(f"/events/{ids('event', key)}")


def live_link(event: Any) -> Any:
    (link,) = [each for each in event["media"] if each["type"] == 2]
    return link


def fetch(visitor: Visitor, url: str, **headers: str) -> TestResponse:
    return visitor.browser.get(
        url, headers={name.replace("_", "-"): value for name, value in headers.items()}
    )


def test_a_stream_makes_its_event_live_and_can_be_played(
    studio: Studio, shown: Callable[[str], Any], visitor: Visitor
) -> None:
    assert shown("early")["stream_status"] == "upcoming"
    studio.go_live("early")
    game = shown("early")
    link = live_link(game)
    assert (game["stream_status"], link["mime_type"]) == ("live", "application/vnd.apple.mpegurl")
    assert link["start_ts"] == int(NOON.timestamp()) - 2
    assert link["expires_at"] is not None
    master = fetch(visitor, link["url"])
    assert (master.status_code, master.mimetype) == (200, "application/vnd.apple.mpegurl")
    source = fetch(visitor, link["url"].replace("master", "source"))
    assert source.get_data(as_text=True).endswith("source/1-00001.ts\n")
    segment = fetch(visitor, link["url"].replace("master.m3u8", "source/1-00001.ts"))
    assert (segment.status_code, segment.mimetype) == (200, "video/mp2t")


def test_a_stream_is_among_the_live_events_without_a_link(studio: Studio, visitor: Visitor, ids: Ids) -> None:
    studio.go_live("early")
    rows = {row["id"]: row for row in visitor.data("/events", stream_status="live")}
    assert rows[ids("event", "early")]["media"] == []


def test_a_playlist_is_asked_for_anew_each_time_and_a_segment_is_kept(
    studio: Studio, shown: Callable[[str], Any], visitor: Visitor
) -> None:
    studio.go_live("open")
    url = live_link(shown("open"))["url"].replace("master", "source")
    playlist = fetch(visitor, url)
    assert playlist.headers["Cache-Control"] == "private, no-cache"
    tag = playlist.headers["ETag"]
    assert fetch(visitor, url, If_None_Match=tag).status_code == 304
    studio.more()
    grown = fetch(visitor, url, If_None_Match=tag)
    assert (grown.status_code, grown.content_length) == (200, len(grown.data))
    segment = fetch(visitor, url.replace("source.m3u8", "source/1-00000.ts"))
    assert segment.headers["Cache-Control"].startswith("private, max-age=")
    assert segment.headers["Cache-Control"].endswith(", immutable")


def test_a_long_playlist_goes_out_gzipped(
    studio: Studio, shown: Callable[[str], Any], visitor: Visitor
) -> None:
    studio.go_live("open", segments=100)
    url = live_link(shown("open"))["url"].replace("master", "source")
    plain, small = fetch(visitor, url), fetch(visitor, url, Accept_Encoding="gzip")
    assert small.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(small.data) == plain.data
    assert len(small.data) < len(plain.data) / 3
    assert fetch(visitor, url, Accept_Encoding="gzip", If_None_Match=small.headers["ETag"]).status_code == 304


@pytest.mark.parametrize(("key", "reason"), [("paid", "login_required"), ("abroad", "geo_blocked")])
def test_who_may_not_watch_gets_no_address_and_no_file(
    studio: Studio,
    shown: Callable[[str], Any],
    visitor: Visitor,
    house: House,
    key: str,
    reason: str,
) -> None:
    studio.go_live("open")
    token = live_link(shown("open"))["url"].split("/")[2]
    studio.go_live(key)
    game = shown(key)
    assert (game["stream_status"], game["access_reason"], live_link(game)["url"]) == ("live", reason, None)
    folder = studio.live.ledger().of_event(game["id"]).folder
    assert folder not in visitor.get(f"/events/{game['id']}").get_data(as_text=True)
    for name in ("master.m3u8", "source.m3u8", "source/1-00000.ts"):
        for before in ("", f"{token}/", "x/"):
            assert fetch(visitor, f"/media/{before}{folder}/{name}").status_code == 403


def test_a_stream_of_another_channel_is_not_found(
    studio: Studio, shown: Callable[[str], Any], stranger: Visitor
) -> None:
    studio.go_live("open")
    assert stranger.get(f"/events/{shown('open')['id']}").status_code == 404


def test_what_was_live_can_be_played_until_the_recording_is_ready(
    studio: Studio,
    shown: Callable[[str], Any],
    visitor: Visitor,
    house: House,
    season: ChannelFacts,
    clock: FixedClock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(studio.live.changes()._jobs, "enqueue", lambda *_ids, **_options: None)
    studio.go_live("open")
    studio.stop("open")
    game = shown("open")
    link = live_link(game)
    assert game["stream_status"] == "finished"
    ended = fetch(visitor, link["url"].replace("master", "source"))
    assert ended.get_data(as_text=True).endswith("#EXT-X-ENDLIST\n")

    media: Any = house.container.catalog.media
    made = Made("assets/1-00ff", 4000, 640, 360, 25.0, has_audio=True, has_captions=False, storyboard=True)
    with house.container.database().transaction(season.id):
        asset = media.assets().add("0" * 64, "Recording")
        media.rows().attach(Owner("event", game["id"]), asset.id, "Recording")
        asset.begin("test", clock.now())
        asset.finish("test", made)
        media.assets().save(asset)
        media.streams().set_recorded(EventId(game["id"]), True)
    assert sorted(each["type"] for each in shown("open")["media"]) == [1, 3, 5]
    assert fetch(visitor, link["url"]).status_code == 200
