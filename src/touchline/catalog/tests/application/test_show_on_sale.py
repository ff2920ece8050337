"""Events and teams as those who sell them must know them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import timedelta
from typing import Any, cast

import pytest

from touchline.catalog.application.show_on_sale import OnSale, SaleEvent, ShowOnSale
from touchline.catalog.domain.event import Event
from touchline.catalog.domain.media import MediaRow, MediaType, Owner
from touchline.catalog.domain.participant import Participant
from touchline.catalog.domain.passes import PassType, Price
from touchline.catalog.domain.scheduled_event import ScheduledEvent
from touchline.catalog.domain.status import StreamState
from touchline.catalog.ports.channel_facts import Facts
from touchline.catalog.ports.entitlements import SingleEventOffer
from touchline.catalog.ports.library import LibraryStore
from touchline.catalog.tests.fakes import FakeBilling, FakeLinks, FixedFacts, InMemoryEvents
from touchline.catalog.tests.samples import NOON, TORRENT, game, team, text
from touchline.shared.clock import FixedClock
from touchline.shared.geo import EVERYWHERE, GeoRule
from touchline.shared.ids import EventId, PackageId, ParticipantId
from touchline.shared.money import Money
from touchline.shared.text import LocalText

GAME_PASS = Price(Money(1200, "USD"), Money(150, "USD"))
HOCKEY_PASS = SingleEventOffer(PackageId(3), GAME_PASS, frozenset({7}))


class MemorySeason:
    """`Season` of some events and teams."""

    def __init__(self, *events: ScheduledEvent, teams: tuple[Participant, ...] = ()) -> None:
        self.scheduled = events
        self.known = teams

    def events(
        self, category_ids: Collection[int] = (), participant_id: int | None = None
    ) -> Sequence[ScheduledEvent]:
        """All of them."""
        return self.scheduled

    def teams(
        self, participant_id: ParticipantId | None = None
    ) -> Sequence[tuple[ParticipantId, LocalText, LocalText | None]]:
        """Those of this id."""
        return [
            (one.id, one.name, {"en": "Hockey"}) for one in self.known if participant_id in (None, one.id)
        ]

    def team_categories(self, participant_id: ParticipantId | None = None) -> Mapping[int, tuple[int, ...]]:
        """Every team plays in category 7."""
        return {one.id: (7,) for one in self.known}

    def has_films(self, *, paid: bool) -> bool:
        """Free ones."""
        return not paid


def on_sale(
    *events: Event,
    offers: Sequence[SingleEventOffer] = (),
    schedule: MemorySeason | None = None,
    links: FakeLinks | None = None,
    geo: GeoRule = EVERYWHERE,
) -> ShowOnSale:
    """A catalogue at noon."""
    facts = FixedFacts(Facts(currency="USD", language="en", languages=("en", "fr"), geo=geo))
    return ShowOnSale(
        InMemoryEvents(events),
        schedule or MemorySeason(),
        cast(LibraryStore, None),
        links or FakeLinks(),
        FakeBilling(offers=offers),
        facts,
        FixedClock(NOON),
    )


def shown(event: Event, *offers: SingleEventOffer) -> OnSale | None:
    """What is told of an event."""
    return on_sale(event, offers=offers).event(EventId(1), "US")


def test_a_paid_game_is_told_with_the_price_of_its_single_event_package() -> None:
    told = shown(game(pass_type=PassType.PAID), HOCKEY_PASS)
    assert told == OnSale(
        event=SaleEvent(
            id=EventId(1),
            pass_type="paid",
            category_id=7,
            participant_ids=(1, 2),
            starts_at=NOON,
            availability="expected",
            blocked=False,
        ),
        name={
            "en": "Harlan Falls @ Cedar Ridge (Nov 21, 2026, 11:00\u202fAM)",
            "fr": "Harlan Falls @ Cedar Ridge (21 nov. 2026, 11:00)",
        },
        base=GAME_PASS.base,
        fee=GAME_PASS.fee,
        package_id=PackageId(3),
    )


def test_the_games_own_price_goes_before_the_packages() -> None:
    own = Price(Money(2000, "USD"), Money(0, "USD"))
    told = shown(game(pass_type=PassType.PPV, price=own), HOCKEY_PASS)
    assert told is not None
    assert (told.base, told.fee, told.package_id) == (own.base, own.fee, PackageId(3))
    assert told.event.pass_type == "ppv"


def test_a_game_that_no_package_sells_cannot_be_bought_alone() -> None:
    soccer = SingleEventOffer(PackageId(4), GAME_PASS, frozenset({8}))
    told = shown(game(pass_type=PassType.PAID), soccer)
    assert told is not None
    assert (told.base.minor, told.package_id) == (0, None)


def test_the_starts_of_games_are_told_whatever_they_cost() -> None:
    games = game(pass_type=PassType.FREE), game(2, pass_type=PassType.PPV)
    assert on_sale(*games).starts([1, 9]) == {1: NOON}


@pytest.mark.parametrize("pass_type", [PassType.FREE, PassType.REGISTER])
def test_what_costs_nothing_has_no_price_and_no_package(pass_type: PassType) -> None:
    told = shown(game(pass_type=pass_type), HOCKEY_PASS)
    assert told is not None
    assert (told.event.pass_type, told.base.minor, told.package_id) == (pass_type.value, 0, None)


def test_an_event_that_is_not_there_is_not_on_sale() -> None:
    assert shown(game(2, pass_type=PassType.PAID), HOCKEY_PASS) is None


OVER = NOON - timedelta(days=30)


@pytest.mark.parametrize(
    ("changes", "availability"),
    [
        ({"starts_at": NOON + timedelta(days=1)}, "expected"),
        ({"starts_at": OVER}, "none"),
        ({"starts_at": OVER, "stream": StreamState(recorded=True)}, "recorded"),
        ({"starts_at": OVER, "stream": StreamState(publishing=True)}, "expected"),
        ({"starts_at": NOON, "stream": StreamState(ended=True)}, "none"),
    ],
)
def test_what_there_is_to_watch_is_told(changes: dict[str, Any], availability: str) -> None:
    told = shown(game(pass_type=PassType.PAID, **changes), HOCKEY_PASS)
    assert told is not None
    assert told.event.availability == availability


@pytest.mark.parametrize(
    ("medium", "url", "availability"),
    [
        (MediaType.EMBEDDED, "https://other.example/player", "recorded"),
        (MediaType.VOD, "https://cdn.example/game.m3u8", "recorded"),
        (MediaType.LIVE, "https://cdn.example/live.m3u8", "none"),
        (MediaType.PREVIEW, "https://cdn.example/preview.mp4", "none"),
    ],
)
def test_media_at_other_addresses_can_be_watched_back_too(
    medium: MediaType, url: str, availability: str
) -> None:
    row = MediaRow(id=1, owner=Owner("event", 1), type=medium, url=url)
    played = game(pass_type=PassType.PAID, starts_at=OVER)
    told = on_sale(played, links=FakeLinks({1: [row]})).event(EventId(1), "US")
    assert told is not None
    assert told.event.availability == availability


@pytest.mark.parametrize(
    ("of_channel", "of_event"), [(GeoRule(block=("US",)), EVERYWHERE), (EVERYWHERE, GeoRule(allow=("CA",)))]
)
def test_an_event_is_blocked_where_the_channel_or_the_event_is(
    of_channel: GeoRule, of_event: GeoRule
) -> None:
    desk = on_sale(game(pass_type=PassType.PAID, geo=of_event), geo=of_channel)
    american, canadian = desk.event(EventId(1), "US"), desk.event(EventId(1), "CA")
    assert american is not None and american.event.blocked
    assert canadian is not None and not canadian.event.blocked


def test_a_game_is_named_in_every_language_that_a_part_of_its_name_has() -> None:
    away = team(3, "Bears", "BRS")
    sides = game().sides
    bears = type(sides[0])(type(away)(away.id, away.key, text("Bears", "Les Ours")))
    told = shown(game(pass_type=PassType.PAID, sides=(bears, sides[1])), HOCKEY_PASS)
    assert told is not None
    assert told.name == {
        "en": "Bears @ Cedar Ridge (Nov 21, 2026, 11:00\u202fAM)",
        "fr": "Les Ours @ Cedar Ridge (21 nov. 2026, 11:00)",
    }


def test_a_team_is_known_by_its_name_and_where_it_plays() -> None:
    desk = on_sale(schedule=MemorySeason(teams=(TORRENT,)))
    team = desk.team(ParticipantId(1))
    assert team is not None
    assert (team.name, team.category_ids) == ({"en": "Harlan Falls"}, (7,))
    assert team.full_name == {"en": "Harlan Falls, Hockey", "fr": "Harlan Falls, Hockey"}
    assert desk.team(ParticipantId(2)) is None
    assert [one.id for one in desk.teams()] == [1]
