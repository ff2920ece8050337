"""Events and teams as those who sell them must know them."""

from __future__ import annotations

from typing import Any

from touchline.catalog.application.show_on_sale import OnSale, ShowOnSale
from touchline.catalog.domain.passes import PassType, Price
from touchline.catalog.ports.channel_facts import Facts
from touchline.catalog.ports.entitlements import SingleEventOffer
from touchline.catalog.tests.fakes import FakeBilling, FixedFacts, InMemoryEvents, InMemoryPlaces
from touchline.catalog.tests.samples import NOON, TORRENT, game, team, text
from touchline.shared.ids import EventId, PackageId, ParticipantId
from touchline.shared.money import Money

GAME_PASS = Price(Money(1200, "USD"), Money(150, "USD"))
HOCKEY_PASS = SingleEventOffer(PackageId(3), GAME_PASS, frozenset({7}))


def shown(event: Any, *offers: SingleEventOffer) -> OnSale | None:
    """What is told of an event."""
    facts = FixedFacts(Facts(currency="USD", language="en"))
    desk = ShowOnSale(InMemoryEvents([event]), InMemoryPlaces(), FakeBilling(offers=offers), facts)
    return desk.event(EventId(1))


def test_a_paid_game_is_told_with_the_price_of_its_single_event_package() -> None:
    told = shown(game(pass_type=PassType.PAID), HOCKEY_PASS)
    assert told == OnSale(
        id=EventId(1),
        name={"en": "Harlan Falls @ Cedar Ridge"},
        starts_at=NOON,
        base=GAME_PASS.base,
        fee=GAME_PASS.fee,
        package_id=PackageId(3),
        category_id=7,
        participant_ids=(1, 2),
        pay_per_view=False,
    )


def test_the_games_own_price_goes_before_the_packages() -> None:
    own = Price(Money(2000, "USD"), Money(0, "USD"))
    told = shown(game(pass_type=PassType.PPV, price=own), HOCKEY_PASS)
    assert told is not None
    assert (told.base, told.fee, told.package_id) == (own.base, own.fee, PackageId(3))
    assert told.pay_per_view


def test_a_game_that_no_package_sells_cannot_be_bought_alone() -> None:
    soccer = SingleEventOffer(PackageId(4), GAME_PASS, frozenset({8}))
    told = shown(game(pass_type=PassType.PAID), soccer)
    assert told is not None
    assert (told.base.minor, told.package_id) == (0, None)


def test_the_starts_of_games_are_told_whatever_they_cost() -> None:
    games = InMemoryEvents([game(pass_type=PassType.FREE), game(2, pass_type=PassType.PPV)])
    desk = ShowOnSale(games, InMemoryPlaces(), FakeBilling(), FixedFacts())
    assert desk.starts([1, 9]) == {1: NOON}


def test_what_costs_nothing_or_is_not_there_is_not_on_sale() -> None:
    assert shown(game(pass_type=PassType.FREE), HOCKEY_PASS) is None
    assert shown(game(pass_type=PassType.REGISTER), HOCKEY_PASS) is None
    assert shown(game(2, pass_type=PassType.PAID), HOCKEY_PASS) is None


def test_a_game_is_named_in_every_language_that_a_part_of_its_name_has() -> None:
    away = team(3, "Bears", "BRS")
    sides = game().sides
    bears = type(sides[0])(type(away)(away.id, away.key, text("Bears", "Les Ours")))
    told = shown(game(pass_type=PassType.PAID, sides=(bears, sides[1])), HOCKEY_PASS)
    assert told is not None
    assert told.name == {"en": "Bears @ Cedar Ridge", "fr": "Les Ours @ Cedar Ridge"}


def test_a_team_is_known_by_its_name() -> None:
    places = InMemoryPlaces(teams=[TORRENT])
    desk = ShowOnSale(InMemoryEvents([]), places, FakeBilling(), FixedFacts())
    assert desk.team(ParticipantId(1)) == {"en": "Harlan Falls"}
    assert desk.team(ParticipantId(2)) is None
