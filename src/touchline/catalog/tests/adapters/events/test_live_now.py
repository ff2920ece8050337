"""Live events for notifications: one query finds events live by stream, by schedule, or as a simulation."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select, update

from touchline.catalog.adapters.sql.events.event_tables import EventRow
from touchline.catalog.adapters.sql.media.live_tables import LiveStreamRow
from touchline.catalog.adapters.sql.media.media_tables import EventMediaRow, MediaAssetRow
from touchline.catalog.facade import CatalogFacade, LiveEvent
from touchline.catalog.tests.pack_samples import event_entry
from touchline.catalog.tests.samples import NOON
from touchline.channel.facade import ChannelDetails
from touchline.entrypoints.bootstrap import Application
from touchline.shared.clock import FixedClock
from touchline.shared.ids import SessionId
from touchline.shared.principal import Principal

HOUR = timedelta(hours=1)
EMBED_URL = {"url": "https://cdn.example.org/game.m3u8"}
Ids = Callable[[str, str], Any]


def set_publishing(application: Application, channel: ChannelDetails, key: str = "on-now") -> None:
    """Mark the event's stream as publishing."""
    with application.container.database().transaction(channel.id) as session:
        session.execute(update(EventRow).where(EventRow.key == key).values(publishing=True))


@pytest.fixture
def list_live(application: Application, season: ChannelDetails, catalog: CatalogFacade, ids: Ids) -> Any:
    """Return `list_live()`, which returns the live events by their pack keys."""

    def fetch() -> dict[str, LiveEvent]:
        with application.container.database().transaction(season.id) as session:
            keys = {row.id: row.key for row in session.scalars(select(EventRow))}
            return {keys[event.id]: event for event in catalog.followable_items.list_live_events()}

    return fetch


def test_one_query_finds_all_participants_and_groups_of_live_events(
    application: Application,
    season: ChannelDetails,
    catalog: CatalogFacade,
    list_live: Any,
    ids: Ids,
    queries: Any,
) -> None:
    assert list_live() == {}
    set_publishing(application, season)
    (live_event,) = list_live().values()
    teams = ("cedar-ridge-hockey", "harlan-falls-hockey", "cedar-ridge-teams")
    assert live_event == LiveEvent(
        id=ids("event", "on-now"),
        category_id=ids("category", "boys-hockey"),
        participant_ids=frozenset(ids("participant", key) for key in teams),
        group_ids=frozenset({ids("group", "cedar-ridge"), ids("group", "harlan-falls")}),
        started_at=NOON - HOUR,
        ends_at=NOON + HOUR,
    )
    with application.container.database().transaction(season.id), queries() as sent:
        catalog.followable_items.list_live_events()
    assert len(sent) == 1


@pytest.mark.parametrize("medium", [{"live": EMBED_URL}, {"embed_url": "https://player.example.org/7"}])
def test_the_clock_puts_only_externally_streamed_events_on_air(
    season: ChannelDetails, list_live: Any, apply: Any, medium: dict[str, Any]
) -> None:
    apply(season, events=[event_entry("here", NOON), event_entry("elsewhere", NOON, **medium)])
    assert list(list_live()) == ["elsewhere"]


def test_an_event_without_sides_or_category_can_be_live(
    season: ChannelDetails, list_live: Any, apply: Any
) -> None:
    without_participants: dict[str, Any] = {
        "away": None,
        "home": None,
        "category": None,
        "name": {"en": "Open"},
    }
    apply(season, events=[event_entry("open-day", NOON, live=EMBED_URL, **without_participants)])
    live_event = list_live()["open-day"]
    assert (live_event.participant_ids, live_event.group_ids, live_event.category_id) == (
        frozenset(),
        frozenset(),
        None,
    )


def test_the_start_of_the_stream_takes_precedence_over_the_clock(
    application: Application, season: ChannelDetails, list_live: Any, ids: Ids
) -> None:
    started_at = NOON - timedelta(minutes=3)
    with application.container.database().transaction(season.id) as session:
        session.execute(update(EventRow).where(EventRow.key == "later").values(publishing=True))
        session.add(LiveStreamRow(event_id=ids("event", "later"), state="live", started_at=started_at))
    live_event = list_live()["later"]
    assert (live_event.started_at, live_event.ends_at) == (started_at, NOON + 32 * HOUR)


def test_ended_recorded_and_withdrawn_events_are_not_live(
    application: Application, season: ChannelDetails, list_live: Any, apply: Any, clock: FixedClock
) -> None:
    apply(season, events=[event_entry("on-now", NOON - HOUR, live=EMBED_URL)])
    assert list(list_live()) == ["on-now"]
    with application.container.database().transaction(season.id) as session:
        session.execute(update(EventRow).where(EventRow.key == "on-now").values(recorded=True))
    assert list_live() == {}
    apply(season, events=[])
    assert list_live() == {}


@pytest.mark.parametrize(
    ("recording", "minutes", "on"),
    [
        (None, 119, True),
        (None, 120, False),
        (90, 89, True),
        (90, 90, False),
        (150, 149, True),
        (None, -1, False),
    ],
)
def test_a_simulation_is_live_for_the_length_of_its_recording(
    application: Application, season: ChannelDetails, list_live: Any, apply: Any, ids: Ids, clock: FixedClock,
    recording: int | None, minutes: int, on: bool,
) -> None:  # fmt: skip
    apply(season, events=[event_entry("shown", NOON - 48 * HOUR, simulate_at=NOON)])
    if recording is not None:
        add_recording(application, season, ids("event", "shown"), timedelta(minutes=recording))
    clock.set(NOON + timedelta(minutes=minutes))
    assert ("shown" in list_live()) is on
    if on:
        live_event = list_live()["shown"]
        assert live_event.started_at == NOON
        assert live_event.ends_at == NOON + timedelta(minutes=recording or 120)


def add_recording(
    application: Application, channel: ChannelDetails, event_id: int, length: timedelta
) -> None:
    """Add a ready recording of the given length to an event."""
    with application.container.database().transaction(channel.id) as session:
        asset = MediaAssetRow(
            source_sha256="0" * 64,
            source_name="game.mp4",
            state="ready",
            duration_ms=length // timedelta(milliseconds=1),
        )
        session.add(asset)
        session.flush()
        session.add(EventMediaRow(owner_kind="event", owner_id=event_id, type=3, asset_id=asset.id))
        session.execute(update(EventRow).where(EventRow.id == event_id).values(recorded=True))


def test_events_of_another_channel_are_not_listed(
    application: Application,
    season: ChannelDetails,
    other_channel: ChannelDetails,
    catalog: CatalogFacade,
    apply: Any,
) -> None:
    with application.container.database().transaction(other_channel.id):
        assert catalog.followable_items.list_live_events() == []


@pytest.mark.parametrize(
    ("key", "over"), [("over", True), ("on-now", False), ("later", False), ("practice", False)]
)
def test_events_have_a_name_and_whether_they_are_over(
    application: Application, season: ChannelDetails, catalog: CatalogFacade, ids: Ids, key: str, over: bool
) -> None:
    number = ids("event", key)
    visitor = Principal(season.id, SessionId(1), None, "fr", None)
    with application.container.database().transaction(season.id):
        summaries = catalog.followable_items.list_events([number, 10**6], "fr")
        assert catalog.followable_items.can_resume_event(visitor, number) is over
        assert catalog.followable_items.can_resume_event(visitor, 10**6) is None
    assert list(summaries) == [number]
    assert summaries[number].is_over is over
    if key == "practice":
        assert summaries[number].name.startswith("Entraînement")
