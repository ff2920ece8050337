"""What the app records of the viewers of a live event, and what is measured from it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from touchline.analytics.tests.adapters.test_pseudonyms import close_account
from touchline.billing.ports.playback_evidence import EventEvidence, OutageSide
from touchline.catalog.adapters.http.media import media
from touchline.catalog.tests.adapters.live.test_live_delivery import (
    EVENTS,
    LiveHarness,
    fetch,
    get_live_link,
)
from touchline.channel.facade import ChannelDetails
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.shared.clock import FixedClock
from touchline.shared.errors import UnavailableError
from touchline.shared.ids import EventId

Ids = Callable[[str, str], int]
SEGMENT = timedelta(seconds=2)


class GameHarness(LiveHarness):
    """A live event that a viewer watches. Time passes in steps of a segment."""

    def __init__(
        self, application: Application, channel: ChannelDetails, ids: Ids, clock: FixedClock
    ) -> None:
        super().__init__(application, channel, ids, clock)
        self.container: Any = application.container
        self.event_id = EventId(ids("event", "open"))
        self.number = 0

    def play(self, seconds: int, *viewers: Visitor) -> None:
        """Send video for some time. The viewers fetch each segment."""
        for _ in range(seconds // 2):
            self.send_segments()
            self.number += 1
            for viewer in viewers:
                self.fetch(viewer, f"source/1-{self.number:05}.ts")
            self._clock.advance(SEGMENT)

    def stand_still(self, seconds: int, *viewers: Visitor) -> None:
        """Let time pass without video. The viewers ask for the playlist."""
        for _ in range(seconds // 2):
            self._supervisor.tick()
            for viewer in viewers:
                self.fetch(viewer, "source.m3u8")
            self._clock.advance(SEGMENT)

    def fetch(self, viewer: Visitor, name: str, method: str = "GET") -> int:
        """Fetch a file of the stream, and return the status of the response."""
        link = get_live_link(viewer.data(f"/events/{self.event_id}"))["url"]
        if method == "HEAD":
            return viewer.browser.head(link.replace("master.m3u8", name)).status_code
        return fetch(viewer, link.replace("master.m3u8", name)).status_code

    def get_evidence(self) -> EventEvidence:
        """Return the evidence so far."""
        self.container.analytics.evidence_buffer().flush()
        with self.container.database().transaction(self._channel.id):
            evidence: EventEvidence | None = self.container.playback_evidence().get(self.event_id)
        assert evidence is not None
        return evidence


@pytest.fixture
def game(
    application: Application, season: ChannelDetails, apply: Callable[..., None], ids: Ids, clock: FixedClock
) -> GameHarness:
    """Return the live event `open`, which has begun."""
    apply(season, events=EVENTS)
    game = GameHarness(application, season, ids, clock)
    game.catalog.storage().remove("live/")
    for cached in (game.catalog.playback_rights(), game.catalog.check_playback()):
        cached._cache.clear()  # sessions and streams of other tests have the same ids
    game.go_live("open")
    return game


def test_an_outage_of_the_venue_is_measured_for_a_viewer(game: GameHarness, visitor: Visitor) -> None:
    viewer = visitor.register()
    game.play(120, viewer)
    game.stand_still(120, viewer)
    game.play(60, viewer)
    evidence = game.get_evidence()
    (outage,) = evidence.outages
    assert outage.side is OutageSide.VENUE
    assert abs((outage.ends_at - outage.starts_at).total_seconds() - 120) <= 6
    (measured,) = evidence.viewers
    assert abs(measured.venue_seconds - 120) <= 6
    assert abs(measured.wanted_seconds - 300) <= 12
    assert (measured.delivery_seconds, measured.viewer_seconds) == (0, 0)
    assert not evidence.is_final


def test_visitors_without_an_account_are_not_recorded(game: GameHarness, visitor: Visitor) -> None:
    game.play(20, visitor)
    assert game.get_evidence().viewers == []


def test_a_failure_of_the_server_is_at_its_side(
    game: GameHarness, visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    viewer = visitor.register()
    game.play(60, viewer)

    def fail(*_arguments: Any) -> None:
        raise UnavailableError("The object store does not respond.")

    with monkeypatch.context() as patch:
        patch.setattr(media, "_send_file", fail)
        game.play(60, viewer)
    game.play(60, viewer)
    (measured,) = game.get_evidence().viewers
    assert abs(measured.delivery_seconds - 60) <= 6
    assert (measured.venue_seconds, measured.viewer_seconds) == (0, 0)


def test_a_viewer_who_came_and_saw_nothing_was_shut_out(
    game: GameHarness, visitor: Visitor, clock: FixedClock
) -> None:
    viewer = visitor.register()
    game.play(120)
    game.stand_still(60)
    for _ in range(40):
        viewer.data(f"/events/{game.event_id}")
        game.stand_still(10)
    (measured,) = game.get_evidence().viewers
    assert measured.was_shut_out
    assert measured.wanted_seconds == measured.venue_seconds >= 390


def test_the_checks_of_a_proxy_count_as_playing(game: GameHarness, visitor: Visitor) -> None:
    viewer = visitor.register()
    for _ in range(5):
        game.play(20)
        assert game.fetch(viewer, "source/1-00001.ts", "HEAD") == 200
    (measured,) = game.get_evidence().viewers
    assert 78 <= measured.wanted_seconds <= 120
    assert (measured.venue_seconds, measured.delivery_seconds, measured.viewer_seconds) == (0, 0, 0)


def test_a_request_is_recorded_without_a_query(
    game: GameHarness, visitor: Visitor, queries: Callable[[], Any]
) -> None:
    viewer = visitor.register()
    game.play(4, viewer)
    link = get_live_link(viewer.data(f"/events/{game.event_id}"))["url"]
    with queries() as statements:
        assert fetch(viewer, link.replace("master.m3u8", "source/1-00001.ts")).status_code == 200
    assert statements == []


def test_a_closed_account_leaves_no_evidence(game: GameHarness, visitor: Visitor) -> None:
    viewer = visitor.register()
    game.play(20, viewer)
    assert game.get_evidence().viewers
    game.fetch(viewer, "source/1-00001.ts")
    close_account(viewer)
    assert game.get_evidence().viewers == []
