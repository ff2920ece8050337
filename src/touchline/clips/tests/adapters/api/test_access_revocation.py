"""Playback rights end when access ends: each kind of URL, after each ending, in each order (decision 56)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import permutations
from typing import Any

import pytest
from sqlalchemy import select, update

from touchline.clips.tests.adapters.scenario import ClipScenario
from touchline.conftest import NOON, Visitor
from touchline.platform.db.base import Base
from touchline.shared.clock import FixedClock

MINUTE = timedelta(minutes=1)
STEPS = ("recording", "clip", "link", "clip file", "event file")


@dataclass
class PlaybackScenario:
    """A recorded paid event that `ada` bought. `anonymous` has no account.

    `urls` are the issued signed URLs, by what they open.
    """

    scenario: ClipScenario
    ada: Visitor
    anonymous: Visitor
    clip: dict[str, Any]
    urls: dict[str, tuple[Visitor, str]] = field(default_factory=dict)

    def issue_url(self, step: str) -> None:
        """Request a signed URL, as a page does."""
        viewer = self.anonymous if step == "link" else self.ada
        url = getattr(self, f"_{step.replace(' ', '_')}")()
        assert url, step
        self.urls[step] = (viewer, url)

    def can_play(self, step: str) -> bool:
        """Return whether an issued URL still opens its file.

        Fails for other statuses than 200, 206 and 403.
        """
        status = self.urls[step][0].browser.get(self.urls[step][1], buffered=True).status_code
        assert status in (200, 206, 403), (step, status)
        return status != 403

    def get_access(self) -> tuple[bool, str]:
        """Return the viewer's access and its reason from the API."""
        found = self.ada.data(f"/events/{self.scenario.get_event_id('paid')}")
        return found["has_access"], found["access_reason"]

    def _recording(self) -> Any:
        media = self.ada.data(f"/events/{self.scenario.get_event_id('paid')}")["media"]
        return next(link["url"] for link in media if link["type"] == 3)

    def _clip(self) -> Any:
        return self.ada.data(f"/clip/{self.clip['id']}")["url"]

    def _link(self) -> Any:
        return get_shared_clip(self.anonymous, self.clip)["url"]

    def _clip_file(self) -> Any:
        return self.ada.data(f"/clip/download/{self.clip['id']}")["url"]

    def _event_file(self) -> Any:
        return self.ada.data(f"/download-event/{self.scenario.get_event_id('paid')}")["url"]


def get_shared_clip(viewer: Visitor, clip: dict[str, Any]) -> Any:
    """Return a shared clip, fetched with its share link."""
    return viewer.data(f"/shared-clip/{clip['id']}", uuid=clip["uuid"])


@pytest.fixture
def playback(
    scenario: ClipScenario, ada: Visitor, anonymous: Visitor, save: Callable[..., Any]
) -> PlaybackScenario:
    """Return the recorded event `paid` with Ada's finished clip and a file of the whole event."""
    medium = scenario.add_recording("paid")
    clip = save(ada, "paid", medium)
    scenario.finish_clip(clip["id"])
    event_id = scenario.get_event_id("paid")
    scenario.put_file("downloads/6921d3a80011223344556677/event.mp4", b"mp4" * 100)
    with scenario.transaction():
        source = (
            scenario.application.container.clips.event_catalog()
            .find_recording(scenario.channel.id, event_id)
            .source
        )
    scenario.insert_row(
        "event_file",
        version=1,
        state="ready",
        event_id=event_id,
        media_id=medium,
        source=source,
        folder="downloads/6921d3a80011223344556677",
        size=300,
        progress=100,
        failure_message="",
        attempts=1,
        lease="",
        failure_told=False,
        created_at=NOON,
        wanted_at=NOON,
    )
    return PlaybackScenario(scenario, ada, anonymous, clip)


def update_order(playback: PlaybackScenario, **values: Any) -> None:
    """Change Ada's order."""
    with playback.scenario.transaction() as session:
        session.execute(update(Base.metadata.tables["billing_order"]).values(**values))


def refund(playback: PlaybackScenario) -> None:
    """Refund the whole order."""
    update_order(playback, status="refunded", ended_at=playback.scenario.application.container.clock().now())


def charge_back(playback: PlaybackScenario) -> None:
    """End the order but leave it paid, as after a chargeback or when an operator ends it."""
    update_order(playback, ended_at=playback.scenario.application.container.clock().now())


def expire_pass(playback: PlaybackScenario) -> None:
    """Let the purchased period expire."""
    update_order(
        playback, expires_at=playback.scenario.application.container.clock().now() - timedelta(seconds=1)
    )


def change_coverage(playback: PlaybackScenario) -> None:
    """Change the event to pay-per-view, which the season pass does not cover."""
    with playback.scenario.transaction() as session:
        session.execute(update(Base.metadata.tables["catalog_event"]).values(pass_type="ppv"))


def log_out(playback: PlaybackScenario) -> None:
    """End the viewer's sessions, as from another device."""
    sessions = Base.metadata.tables["viewer_session"]
    with playback.scenario.transaction() as session:
        statement = update(sessions).where(sessions.c.account_id.is_not(None))
        session.execute(statement.values(ended_at=playback.scenario.application.container.clock().now()))


def take_down(playback: PlaybackScenario) -> None:
    """Withdraw the event."""
    with playback.scenario.transaction() as session:
        session.execute(update(Base.metadata.tables["catalog_event"]).values(withdrawn=True))


def turn_downloads_off(playback: PlaybackScenario) -> None:
    """Let nobody download the recording of the event any more."""
    update_event(playback, downloads_offered=False)


def black_out(playback: PlaybackScenario) -> None:
    """Black the event out in a country. URLs from before are bound to none."""
    update_event(playback, blackouts=[{"regions": ["FR"]}])


def keep_audio_only(playback: PlaybackScenario) -> None:
    """Leave the viewer with a pass of audio only."""
    with playback.scenario.transaction() as session:
        orders = Base.metadata.tables["billing_order"]
        grant = session.execute(select(orders.c.grant)).scalar_one()
        availability = {"live": True, "replay": True, "replay_delay_hours": 0, "audio_only": True}
        session.execute(update(orders).values(grant=grant | {"availability": availability}))


def offer_no_video(playback: PlaybackScenario) -> None:
    """Offer only the audio of the event to everybody."""
    update_event(playback, video_offered=False)


def update_event(playback: PlaybackScenario, **values: Any) -> None:
    """Change all events."""
    with playback.scenario.transaction() as session:
        session.execute(update(Base.metadata.tables["catalog_event"]).values(**values))


ENDINGS: dict[Callable[[PlaybackScenario], None], set[str]] = {
    refund: set(),
    charge_back: set(),
    expire_pass: {"clip", "link"},
    change_coverage: set(),
    log_out: {"link"},
    take_down: set(),
    turn_downloads_off: {"recording", "clip", "link", "clip file"},
    black_out: set(),
    keep_audio_only: set(),
    offer_no_video: set(),
}
"""The URLs that still play after each ending.

Clips still play after a pass expires, within the limit of share links.
"""


@pytest.mark.parametrize("ending", ENDINGS, ids=[ending.__name__ for ending in ENDINGS])
@pytest.mark.parametrize("step", STEPS)
def test_a_url_stops_working_within_a_minute_of_losing_the_right(
    playback: PlaybackScenario, clock: FixedClock, step: str, ending: Callable[[PlaybackScenario], None]
) -> None:
    playback.issue_url(step)
    assert playback.can_play(step)
    ending(playback)
    clock.advance(MINUTE)
    assert playback.can_play(step) is (step in ENDINGS[ending])


@pytest.mark.parametrize("order", [*permutations(("recording", "link", "ending"))], ids=" ".join)
def test_a_refund_revokes_issued_urls_and_issues_no_new_ones(
    playback: PlaybackScenario, clock: FixedClock, order: tuple[str, ...]
) -> None:
    for step in order:
        if step == "ending":
            refund(playback)
        elif "ending" not in order[: order.index(step)]:
            playback.issue_url(step)
    clock.advance(MINUTE)
    assert [step for step in playback.urls if playback.can_play(step)] == []
    assert playback.get_access() == (False, "purchase_required")
    assert get_shared_clip(playback.anonymous, playback.clip)["url"] is None
    assert playback._clip() is None
    assert playback.ada.get(f"/clip/download/{playback.clip['id']}").status_code == 403


def test_the_media_endpoint_agrees_with_the_api_after_each_change(
    playback: PlaybackScenario, clock: FixedClock
) -> None:
    playback.issue_url("recording")
    for ended in (None, NOON, None, NOON):
        update_order(playback, ended_at=ended)
        clock.advance(MINUTE)
        has_access, _reason = playback.get_access()
        assert has_access is (ended is None)
        assert playback.can_play("recording") is has_access


def test_a_shared_url_ends_with_the_purchase_of_its_viewer(
    playback: PlaybackScenario, bea: Visitor, clock: FixedClock
) -> None:
    playback.issue_url("recording")
    url = playback.urls["recording"][1]
    assert bea.browser.get(url).status_code == 200
    refund(playback)
    clock.advance(MINUTE)
    elsewhere = {"REMOTE_ADDR": "198.51.100.7"}
    assert bea.browser.get(url, environ_overrides=elsewhere).status_code == 403


def test_buying_again_opens_the_clips_that_the_refund_closed(
    playback: PlaybackScenario, clock: FixedClock
) -> None:
    refund(playback)
    clock.advance(MINUTE)
    assert playback._clip() is None
    playback.scenario.grant_pass(playback.ada, "clipping")
    assert playback._clip() is not None
    assert get_shared_clip(playback.anonymous, playback.clip)["url"] is not None


def test_an_expired_older_pass_does_not_replace_a_refunded_one(
    playback: PlaybackScenario, clock: FixedClock
) -> None:
    update_order(playback, expires_at=NOON - timedelta(days=10))
    playback.scenario.grant_pass(playback.ada, "clipping")
    assert playback._clip() is not None
    orders = Base.metadata.tables["billing_order"]
    with playback.scenario.transaction() as session:
        newest_order = update(orders).where(orders.c.expires_at.is_(None))
        session.execute(newest_order.values(status="refunded", ended_at=NOON))
    clock.advance(MINUTE)
    assert playback._clip() is None


def test_the_creators_list_says_why_a_link_ended(playback: PlaybackScenario, clock: FixedClock) -> None:
    (before,) = playback.ada.data("/clips/user")
    assert (before["share_state"], bool(before["share_url"])) == ("open", True)
    refund(playback)
    clock.advance(MINUTE)
    (after,) = playback.ada.data("/clips/user")
    assert (after["share_state"], after["share_url"], after["url"]) == ("ended", None, None)


def test_rights_are_checked_once_per_folder_after_a_minute(
    playback: PlaybackScenario, clock: FixedClock, queries: Callable[..., Any]
) -> None:
    playback.issue_url("recording")
    assert playback.can_play("recording")
    clock.advance(timedelta(seconds=20))
    with queries() as sent:
        assert playback.can_play("recording")
    assert len(sent) <= 12
    with queries() as sent:
        assert playback.can_play("recording")
    assert sent == []
