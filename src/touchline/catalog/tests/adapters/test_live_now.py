"""Who is live, for those who tell viewers of it: one query, by the stream, by the clock, or as a showing."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select, update

from touchline.catalog.adapters.sql.event_tables import EventRow
from touchline.catalog.adapters.sql.live_tables import LiveStreamRow
from touchline.catalog.adapters.sql.media_tables import EventMediaRow, MediaAssetRow
from touchline.catalog.facade import CatalogFacade, LiveEvent
from touchline.catalog.tests.packs import event
from touchline.catalog.tests.samples import NOON
from touchline.channel.facade import ChannelFacts
from touchline.entrypoints.bootstrap import House
from touchline.shared.clock import FixedClock

HOUR = timedelta(hours=1)
PICTURE = {"url": "https://cdn.example.org/game.m3u8"}
Ids = Callable[[str, str], Any]


def on_air(house: House, channel: ChannelFacts, key: str = "on-now") -> None:
    """A stream of the event has a picture."""
    with house.container.database().transaction(channel.id) as session:
        session.execute(update(EventRow).where(EventRow.key == key).values(publishing=True))


@pytest.fixture
def live(house: House, season: ChannelFacts, catalog: CatalogFacade, ids: Ids) -> Any:
    """`live()`: what is live now, by the keys of the pack."""

    def asked() -> dict[str, LiveEvent]:
        with house.container.database().transaction(season.id) as session:
            keys = {row.id: row.key for row in session.scalars(select(EventRow))}
            return {keys[one.id]: one for one in catalog.followable.live_now()}

    return asked


def test_all_by_whom_it_may_be_followed_are_known_by_one_query(
    house: House, season: ChannelFacts, catalog: CatalogFacade, live: Any, ids: Ids, queries: Any
) -> None:
    assert live() == {}
    on_air(house, season)
    (told,) = live().values()
    teams = ("cedar-ridge-hockey", "harlan-falls-hockey", "cedar-ridge-teams")
    assert told == LiveEvent(
        id=ids("event", "on-now"),
        category_id=ids("category", "boys-hockey"),
        participant_ids=frozenset(ids("participant", key) for key in teams),
        group_ids=frozenset({ids("group", "cedar-ridge"), ids("group", "harlan-falls")}),
        started_at=NOON - HOUR,
        ends_at=NOON + HOUR,
    )
    with house.container.database().transaction(season.id), queries() as sent:
        catalog.followable.live_now()
    assert len(sent) == 1


@pytest.mark.parametrize("medium", [{"live": PICTURE}, {"embed_url": "https://player.example.org/7"}])
def test_the_clock_puts_an_event_on_air_only_where_another_site_has_its_picture(
    season: ChannelFacts, live: Any, apply: Any, medium: dict[str, Any]
) -> None:
    apply(season, events=[event("here", NOON), event("elsewhere", NOON, **medium)])
    assert list(live()) == ["elsewhere"]


def test_an_event_without_sides_or_category_is_live_as_well(
    season: ChannelFacts, live: Any, apply: Any
) -> None:
    nobody: dict[str, Any] = {"away": None, "home": None, "category": None, "name": {"en": "Open"}}
    apply(season, events=[event("open-day", NOON, live=PICTURE, **nobody)])
    told = live()["open-day"]
    assert (told.participant_ids, told.group_ids, told.category_id) == (frozenset(), frozenset(), None)


def test_the_stream_says_since_when_before_the_clock_does(
    house: House, season: ChannelFacts, live: Any, ids: Ids
) -> None:
    started = NOON - timedelta(minutes=3)
    with house.container.database().transaction(season.id) as session:
        session.execute(update(EventRow).where(EventRow.key == "later").values(publishing=True))
        session.add(LiveStreamRow(event_id=ids("event", "later"), state="live", started_at=started))
    told = live()["later"]
    assert (told.started_at, told.ends_at) == (started, NOON + 32 * HOUR)


def test_what_is_over_or_was_recorded_or_withdrawn_is_not_live(
    house: House, season: ChannelFacts, live: Any, apply: Any, clock: FixedClock
) -> None:
    apply(season, events=[event("on-now", NOON - HOUR, live=PICTURE)])
    assert list(live()) == ["on-now"]
    with house.container.database().transaction(season.id) as session:
        session.execute(update(EventRow).where(EventRow.key == "on-now").values(recorded=True))
    assert live() == {}
    apply(season, events=[])
    assert live() == {}


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
def test_a_showing_is_live_as_long_as_its_recording(
    house: House, season: ChannelFacts, live: Any, apply: Any, ids: Ids, clock: FixedClock,
    recording: int | None, minutes: int, on: bool,
) -> None:  # fmt: skip
    apply(season, events=[event("shown", NOON - 48 * HOUR, simulate_at=NOON)])
    if recording is not None:
        add_recording(house, season, ids("event", "shown"), timedelta(minutes=recording))
    clock.set(NOON + timedelta(minutes=minutes))
    assert ("shown" in live()) is on
    if on:
        told = live()["shown"]
        assert told.started_at == NOON
        assert told.ends_at == NOON + timedelta(minutes=recording or 120)


def add_recording(house: House, channel: ChannelFacts, event_id: int, length: timedelta) -> None:
    """A ready video."""
    with house.container.database().transaction(channel.id) as session:
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


def test_another_channels_games_are_not_in_it(
    house: House, season: ChannelFacts, other_channel: ChannelFacts, catalog: CatalogFacade, apply: Any
) -> None:
    with house.container.database().transaction(other_channel.id):
        assert catalog.followable.live_now() == []


@pytest.mark.parametrize(
    ("key", "over"), [("over", True), ("on-now", False), ("later", False), ("practice", False)]
)
def test_events_are_told_by_name_and_whether_they_are_over(
    house: House, season: ChannelFacts, catalog: CatalogFacade, ids: Ids, key: str, over: bool
) -> None:
    number = ids("event", key)
    with house.container.database().transaction(season.id):
        told = catalog.followable.events([number, 10**6], "fr")
        assert catalog.followable.film_of_event(number) is over
        assert catalog.followable.film_of_event(10**6) is None
    assert list(told) == [number]
    assert told[number].is_over is over
    if key == "practice":
        assert told[number].name.startswith("Entraînement")
