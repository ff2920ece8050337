"""Events and teams as billing needs them to sell passes."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import timedelta
from typing import Any, cast

import pytest

from touchline.catalog.application.sales import EventForSale, SaleEvent, SaleQueries
from touchline.catalog.domain.events.event import Event
from touchline.catalog.domain.events.participants import Participant
from touchline.catalog.domain.events.scheduled_event import ScheduledEvent
from touchline.catalog.domain.events.score import Ending, Score, Winner
from touchline.catalog.domain.events.status import StreamState
from touchline.catalog.domain.media.assets import MediaItem, MediaOwner, MediaType
from touchline.catalog.domain.passes import PassType, Price
from touchline.catalog.ports.current_channel import ChannelDetails
from touchline.catalog.ports.entitlements import SingleEventOffer
from touchline.catalog.ports.library_items import LibraryItems
from touchline.catalog.tests.fakes import (
    FakeBilling,
    FakeCurrentChannel,
    FakeMediaLinkBuilder,
    InMemoryEvents,
    build_viewer_events,
)
from touchline.catalog.tests.samples import NOON, TORRENT, build_event, build_team, build_text
from touchline.shared.clock import FixedClock
from touchline.shared.geo import EVERYWHERE, GeoRule
from touchline.shared.ids import ChannelId, EventId, PackageId, ParticipantId, SessionId
from touchline.shared.money import Money
from touchline.shared.principal import Principal
from touchline.shared.strings.localized import LocalText

AMERICAN, CANADIAN = (Principal(ChannelId(1), SessionId(1), None, "en", country) for country in ("US", "CA"))
EVENT_PASS_PRICE = Price(Money(1200, "USD"), Money(150, "USD"))
HOCKEY_OFFER = SingleEventOffer(PackageId(3), EVENT_PASS_PRICE, frozenset({7}))


class InMemorySaleSchedule:
    """`SaleSchedule` of some events and teams."""

    def __init__(self, *events: ScheduledEvent, teams: tuple[Participant, ...] = ()) -> None:
        self.scheduled = events
        self._teams = teams

    def list_events(
        self, category_ids: Collection[int] = (), participant_id: int | None = None
    ) -> Sequence[ScheduledEvent]:
        """Return all events."""
        return self.scheduled

    def list_teams(
        self, participant_id: ParticipantId | None = None
    ) -> Sequence[tuple[ParticipantId, LocalText, LocalText | None]]:
        """Return the team with this ID, or all teams."""
        return [
            (team.id, team.name, {"en": "Hockey"})
            for team in self._teams
            if participant_id in (None, team.id)
        ]

    def get_team_categories(
        self, participant_id: ParticipantId | None = None
    ) -> Mapping[int, tuple[int, ...]]:
        """Return category 7 for every team."""
        return {team.id: (7,) for team in self._teams}

    def has_library_items(self, *, paid_only: bool) -> bool:
        """Return whether there are such items: all library items are free."""
        return not paid_only


def build_queries(
    *events: Event,
    offers: Sequence[SingleEventOffer] = (),
    schedule: InMemorySaleSchedule | None = None,
    links: FakeMediaLinkBuilder | None = None,
    geo: GeoRule = EVERYWHERE,
) -> SaleQueries:
    """Return the sale queries of a catalog at noon."""
    current_channel = FakeCurrentChannel(
        ChannelDetails(currency="USD", language="en", languages=("en", "fr"), geo=geo)
    )
    in_memory_events = InMemoryEvents(events)
    return SaleQueries(
        in_memory_events,
        build_viewer_events(in_memory_events),
        schedule or InMemorySaleSchedule(),
        cast(LibraryItems, None),
        links or FakeMediaLinkBuilder(),
        FakeBilling(offers=offers),
        current_channel,
        FixedClock(NOON),
    )


def get_event_for_sale(event: Event, *offers: SingleEventOffer) -> EventForSale | None:
    """Return the event as the sale queries describe it."""
    return build_queries(event, offers=offers).get_event(EventId(1), AMERICAN)


def test_a_paid_event_has_the_price_of_its_single_event_package() -> None:
    event_for_sale = get_event_for_sale(build_event(pass_type=PassType.PAID), HOCKEY_OFFER)
    assert event_for_sale == EventForSale(
        event=SaleEvent(
            id=EventId(1),
            pass_type="paid",
            category_id=7,
            participant_ids=(1, 2),
            starts_at=NOON,
            availability="expected",
            is_blocked=False,
        ),
        name={
            "en": "Harlan Falls @ Cedar Ridge (Nov 21, 2026, 11:00\u202fAM)",
            "fr": "Harlan Falls @ Cedar Ridge (21 nov. 2026, 11:00)",
        },
        base_price=EVENT_PASS_PRICE.base,
        service_fee=EVENT_PASS_PRICE.fee,
        package_id=PackageId(3),
    )


def test_the_price_of_an_event_takes_precedence_over_the_package() -> None:
    event_price = Price(Money(2000, "USD"), Money(0, "USD"))
    event_for_sale = get_event_for_sale(build_event(pass_type=PassType.PPV, price=event_price), HOCKEY_OFFER)
    assert event_for_sale is not None
    assert (event_for_sale.base_price, event_for_sale.service_fee, event_for_sale.package_id) == (
        event_price.base,
        event_price.fee,
        PackageId(3),
    )
    assert event_for_sale.event.pass_type == "ppv"


def test_an_event_without_a_package_cannot_be_bought_alone() -> None:
    soccer = SingleEventOffer(PackageId(4), EVENT_PASS_PRICE, frozenset({8}))
    event_for_sale = get_event_for_sale(build_event(pass_type=PassType.PAID), soccer)
    assert event_for_sale is not None
    assert (event_for_sale.base_price.minor, event_for_sale.package_id) == (0, None)


def test_start_times_are_returned_for_free_and_paid_events() -> None:
    game_events = build_event(pass_type=PassType.FREE), build_event(2, pass_type=PassType.PPV)
    assert build_queries(*game_events).get_start_times([1, 9]) == {1: NOON}


@pytest.mark.parametrize("pass_type", [PassType.FREE, PassType.REGISTER])
def test_free_events_have_no_price_and_no_package(pass_type: PassType) -> None:
    event_for_sale = get_event_for_sale(build_event(pass_type=pass_type), HOCKEY_OFFER)
    assert event_for_sale is not None
    assert (event_for_sale.event.pass_type, event_for_sale.base_price.minor, event_for_sale.package_id) == (
        pass_type.value,
        0,
        None,
    )


def test_a_missing_event_is_not_for_sale() -> None:
    assert get_event_for_sale(build_event(2, pass_type=PassType.PAID), HOCKEY_OFFER) is None


FINISHED_AT = NOON - timedelta(days=30)


@pytest.mark.parametrize(
    ("changes", "availability"),
    [
        ({"starts_at": NOON + timedelta(days=1)}, "expected"),
        ({"starts_at": FINISHED_AT}, "none"),
        ({"starts_at": FINISHED_AT, "stream": StreamState(is_recorded=True)}, "recorded"),
        ({"starts_at": FINISHED_AT, "stream": StreamState(is_publishing=True)}, "expected"),
        ({"starts_at": NOON, "stream": StreamState(has_ended=True)}, "none"),
    ],
)
def test_availability_follows_the_stream_state(changes: dict[str, Any], availability: str) -> None:
    event_for_sale = get_event_for_sale(build_event(pass_type=PassType.PAID, **changes), HOCKEY_OFFER)
    assert event_for_sale is not None
    assert event_for_sale.event.availability == availability


FORFEIT = Score(0, 1, ending=Ending.FORFEIT, winner=Winner.HOME)
OVERTIME = Score(2, 3, ending=Ending.OVERTIME)


@pytest.mark.parametrize(
    ("changes", "availability"),
    [
        ({"starts_at": NOON + timedelta(days=1), "score": FORFEIT}, "none"),
        ({"starts_at": NOON + timedelta(days=1), "score": OVERTIME}, "none"),
        ({"starts_at": NOON + timedelta(days=1), "score": Score(0, 0)}, "expected"),
        ({"starts_at": NOON, "score": FORFEIT}, "none"),
        ({"starts_at": NOON, "score": OVERTIME}, "expected"),
        ({"starts_at": NOON, "score": FORFEIT, "stream": StreamState(is_publishing=True)}, "expected"),
        ({"starts_at": NOON, "score": FORFEIT, "stream": StreamState(is_recorded=True)}, "recorded"),
    ],
)
def test_a_game_that_was_decided_without_being_played_is_not_sold(
    changes: dict[str, Any], availability: str
) -> None:
    event_for_sale = get_event_for_sale(build_event(pass_type=PassType.PAID, **changes), HOCKEY_OFFER)
    assert event_for_sale is not None
    assert event_for_sale.event.availability == availability


@pytest.mark.parametrize(
    ("media_type", "url", "availability"),
    [
        (MediaType.EMBEDDED, "https://other.example/player", "recorded"),
        (MediaType.VOD, "https://cdn.example/game.m3u8", "recorded"),
        (MediaType.LIVE, "https://cdn.example/live.m3u8", "none"),
        (MediaType.PREVIEW, "https://cdn.example/preview.mp4", "none"),
    ],
)
def test_external_media_count_as_a_recording(media_type: MediaType, url: str, availability: str) -> None:
    row = MediaItem(id=1, owner=MediaOwner("event", 1), type=media_type, url=url)
    finished_event = build_event(pass_type=PassType.PAID, starts_at=FINISHED_AT)
    event_for_sale = build_queries(finished_event, links=FakeMediaLinkBuilder({1: [row]})).get_event(
        EventId(1), AMERICAN
    )
    assert event_for_sale is not None
    assert event_for_sale.event.availability == availability


@pytest.mark.parametrize(
    ("channel_geo", "event_geo"), [(GeoRule(block=("US",)), EVERYWHERE), (EVERYWHERE, GeoRule(allow=("CA",)))]
)
def test_an_event_is_blocked_by_channel_and_event_geo_rules(channel_geo: GeoRule, event_geo: GeoRule) -> None:
    queries = build_queries(build_event(pass_type=PassType.PAID, geo=event_geo), geo=channel_geo)
    american, canadian = queries.get_event(EventId(1), AMERICAN), queries.get_event(EventId(1), CANADIAN)
    assert american is not None and american.event.is_blocked
    assert canadian is not None and not canadian.event.is_blocked


def test_an_event_is_named_in_every_language_of_its_parts() -> None:
    away = build_team(3, "Bears", "BRS")
    sides = build_event().sides
    bears = type(sides[0])(type(away)(away.id, away.key, build_text("Bears", "Les Ours")))
    event_for_sale = get_event_for_sale(
        build_event(pass_type=PassType.PAID, sides=(bears, sides[1])), HOCKEY_OFFER
    )
    assert event_for_sale is not None
    assert event_for_sale.name == {
        "en": "Bears @ Cedar Ridge (Nov 21, 2026, 11:00\u202fAM)",
        "fr": "Les Ours @ Cedar Ridge (21 nov. 2026, 11:00)",
    }


def test_a_team_has_its_name_and_categories() -> None:
    queries = build_queries(schedule=InMemorySaleSchedule(teams=(TORRENT,)))
    team = queries.get_team(ParticipantId(1))
    assert team is not None
    assert (team.name, team.category_ids) == ({"en": "Harlan Falls"}, (7,))
    assert team.full_name == {"en": "Harlan Falls, Hockey", "fr": "Harlan Falls, Hockey"}
    assert queries.get_team(ParticipantId(2)) is None
    assert [listed_team.id for listed_team in queries.list_teams()] == [1]
