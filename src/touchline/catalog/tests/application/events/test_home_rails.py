"""The rails of the home page."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from touchline.catalog.application.events.event_data import EventDataLoader
from touchline.catalog.application.events.event_serializer import EventSerializer
from touchline.catalog.application.events.home_rails import RAIL_SIZE, HomeRails
from touchline.catalog.application.request_context import RequestContextFactory
from touchline.catalog.domain.events.event import Event
from touchline.catalog.domain.events.status import StreamState
from touchline.catalog.tests.fakes import (
    FakeBilling,
    FakeCurrentChannel,
    FakeMediaLinkBuilder,
    FakeScoreSettings,
    FakeSiteUrls,
    FakeSports,
    InMemoryEvents,
    InMemoryTaxonomy,
)
from touchline.catalog.tests.samples import HOCKEY, NOON, TIMELINE_TOKENS, build_event
from touchline.shared.clock import FixedClock
from touchline.shared.ids import ChannelId, SessionId
from touchline.shared.principal import Principal

VISITOR = Principal(ChannelId(1), SessionId(1), None, "en", "US")
HOUR = timedelta(hours=1)
ON_AIR = StreamState(is_publishing=True)


def build_rails(*events: Event, category_id: int = 0) -> Any:
    """Return the rails for these events, and how many media queries they cost."""
    links, billing, urls = FakeMediaLinkBuilder(), FakeBilling(), FakeSiteUrls()
    contexts = RequestContextFactory(
        FakeCurrentChannel(), urls, FakeSports(), FakeScoreSettings(), FixedClock(NOON)
    )
    serializer = EventSerializer(EventDataLoader(links, billing, billing), urls, TIMELINE_TOKENS)
    home_rails = HomeRails(InMemoryEvents(events), InMemoryTaxonomy([HOCKEY]), serializer, contexts)
    return home_rails(VISITOR, category_id), len(links.queries)


def build_replay(number: int, **more: Any) -> Event:
    """Return an event that has ended and has a recording."""
    return build_event(number, stream=StreamState(is_recorded=True), **more)


def test_an_event_without_a_recording_is_not_among_the_replays() -> None:
    shown, _ = build_rails(
        build_event(1, starts_at=NOON - 9 * HOUR), build_replay(2, starts_at=NOON - 12 * HOUR)
    )
    assert [[row["id"] for row in rail["events"]] for rail in shown] == [[2], [2]]


def test_rails_come_in_the_order_live_upcoming_replays_categories() -> None:
    shown, _ = build_rails(
        build_replay(1, starts_at=NOON - 9 * HOUR),
        build_event(2, stream=ON_AIR),
        build_event(3, starts_at=NOON + HOUR),
        build_event(4, category=None, stream=ON_AIR),
        build_event(5, stream=StreamState(is_publishing=True, is_interrupted=True)),
    )
    assert [(rail["kind"], [row["id"] for row in rail["events"]]) for rail in shown] == [
        ("live", [2, 4, 5]),
        ("upcoming", [3]),
        ("finished", [1]),
        ("category", [1]),
    ]


def test_due_events_without_a_stream_are_in_their_own_rail() -> None:
    shown, _ = build_rails(
        build_event(1), build_event(2, starts_at=NOON - HOUR), build_event(3, stream=ON_AIR)
    )
    summaries = [
        (rail["kind"], rail["title"], [row["live_state"] for row in rail["events"]]) for rail in shown
    ]
    assert summaries == [
        ("live", "Live now", ["on_air"]),
        ("due", "Starting soon", ["delayed", "starting_soon"]),
    ]
    assert shown[1]["more_url"] == "/upcoming"


def test_replays_are_newest_first_and_upcoming_events_soonest_first() -> None:
    over = [build_replay(number, starts_at=NOON - number * 9 * HOUR) for number in (1, 2)]
    soon = [build_event(number, starts_at=NOON + number * HOUR) for number in (4, 3)]
    shown, _ = build_rails(*over, *soon)
    assert [[row["id"] for row in rail["events"]] for rail in shown[:2]] == [[3, 4], [1, 2]]


def test_an_event_in_two_rails_is_serialized_once() -> None:
    shown, query_count = build_rails(build_replay(1, starts_at=NOON - 9 * HOUR))
    assert shown[0]["events"][0] is shown[1]["events"][0]
    assert query_count == 1


def test_a_rail_is_limited_and_has_its_total() -> None:
    shown, _ = build_rails(*(build_event(number, starts_at=NOON + number * HOUR) for number in range(1, 20)))
    assert (len(shown[0]["events"]), shown[0]["total"]) == (RAIL_SIZE, 19)


def test_the_page_of_a_category_has_no_category_rails() -> None:
    shown, _ = build_rails(build_replay(1, starts_at=NOON - 9 * HOUR), category_id=HOCKEY.id)
    assert [(rail["kind"], rail["more_url"]) for rail in shown] == [("finished", "/vod?event_category_id=7")]
