"""What a viewer bought opens what it covers, and a list of any length asks for it once (product.md §4)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from touchline.billing.domain.offers import Capability
from touchline.billing.domain.orders import AutoRenewal, Grant, Kind, Order, OrderStatus, Product
from touchline.billing.tests.orders import order
from touchline.billing.tests.samples import package, part
from touchline.catalog.domain.filters import EventFilter
from touchline.catalog.tests.packs import event, pack_part
from touchline.channel.facade import ChannelFacts
from touchline.conftest import NOON, Visitor
from touchline.entrypoints.bootstrap import House
from touchline.shared.ids import AccountId, ChannelId, SessionId
from touchline.shared.paging import PageRequest
from touchline.shared.principal import Principal

Bought = Callable[..., None]
WATCH = (Capability.WATCH,)


@pytest.fixture
def games(house: House, channel: ChannelFacts) -> dict[str, int]:
    """Ids by key of a season with a paid game of hockey and one of soccer, a pay-per-view one and a film."""
    hours = timedelta(hours=1)
    events = [
        event("hockey", NOON - hours, **{"pass": "paid"}),
        event("soccer", NOON - hours, sport="soccer", **{"pass": "paid"}),
        event("ppv", NOON - hours, **{"pass": "ppv"}),
        event("free", NOON - hours),
        event("register", NOON - hours, **{"pass": "register"}),
    ]
    catalog = house.container.catalog.facade()
    with house.container.database().transaction(channel.id):
        catalog.apply_pack(pack_part(events=events))
        categories = {"hockey": catalog.ids_by_key("category")["boys-hockey"], "soccer": 10_000}
        solo = package("solo", type="event", categories=[], days=None)
        house.container.billing.facade().apply_pack(part(solo), {"category": categories})
        return dict(catalog.ids_by_key("event")) | {
            "boys-hockey": categories["hockey"],
            "home": catalog.ids_by_key("participant")["cedar-ridge-hockey"],
        }


@pytest.fixture
def viewer(visitor: Visitor) -> Visitor:
    """A viewer of `prairie`."""
    return visitor.register()


@pytest.fixture
def buys(viewer: Visitor, house: House) -> Bought:
    """`buys(kind, grant)` keeps a paid order of the viewer's."""
    numbers = iter(range(1000))

    def keep(kind: Kind, grant: Grant, **changes: Any) -> None:
        made: Order = order(
            uuid=str(next(numbers)),
            account_id=AccountId(viewer.data("/profile")["id"]),
            product=Product(kind=kind, id=grant.event_id or 1, name={"en": "Thing"}),
            grant=grant,
            **{"status": OrderStatus.PAID, "starts_at": NOON, **changes},
        )
        with house.container.database().transaction(viewer.channel.id):
            assert house.container.billing.kept_orders().place(made)

    return keep


def reasons(viewer: Visitor, games: dict[str, int]) -> dict[str, str]:
    """Why each game is open, or not, by its key."""
    told = {one["id"]: one["access_reason"] for one in viewer.data("/events")}
    return {key: told[games[key]] for key in LOCKED}


LOCKED = {
    "hockey": "purchase_required",
    "soccer": "purchase_required",
    "ppv": "purchase_required",
    "free": "free",
    "register": "registered",
}


def test_without_a_purchase_the_free_and_the_registered_pass_open_what_they_do(
    viewer: Visitor, games: dict[str, int]
) -> None:
    assert reasons(viewer, games) == LOCKED


@pytest.mark.parametrize("key", ["hockey", "ppv"])
def test_a_game_that_was_bought_is_open_and_no_other(
    viewer: Visitor, games: dict[str, int], buys: Bought, key: str
) -> None:
    buys(Kind.EVENT, Grant(capabilities=WATCH, event_id=games[key]))
    assert reasons(viewer, games) == LOCKED | {key: "purchased"}


def test_a_pass_opens_its_categories_but_no_pay_per_view(
    viewer: Visitor, games: dict[str, int], buys: Bought
) -> None:
    buys(Kind.PACKAGE, Grant(capabilities=WATCH, category_ids=(games["boys-hockey"],)))
    assert reasons(viewer, games) == LOCKED | {"hockey": "purchased"}


def test_a_team_pass_opens_the_games_of_its_team(
    viewer: Visitor, games: dict[str, int], buys: Bought
) -> None:
    buys(Kind.PACKAGE, Grant(capabilities=WATCH, participant_id=games["home"] + 10_000))
    assert reasons(viewer, games) == LOCKED
    buys(Kind.PACKAGE, Grant(capabilities=WATCH, participant_id=games["home"]))
    assert reasons(viewer, games) == LOCKED | {"hockey": "purchased"}


def test_a_subscription_opens_what_its_capabilities_say(
    viewer: Visitor, games: dict[str, int], buys: Bought
) -> None:
    running: dict[str, Any] = {"auto_renewal": AutoRenewal.ACTIVE, "expires_at": NOON + timedelta(days=9)}
    buys(Kind.SUBSCRIPTION, Grant(capabilities=(Capability.VOD_MEDIA,)), **running)
    assert reasons(viewer, games) == LOCKED
    assert {one["access_reason"] for one in viewer.data("/vod-media-items")} <= {"free", "subscribed"}
    buys(Kind.SUBSCRIPTION, Grant(capabilities=WATCH), **running)
    assert reasons(viewer, games) == LOCKED | {"hockey": "subscribed", "soccer": "subscribed"}


@pytest.mark.parametrize(
    "changes",
    [
        {"status": OrderStatus.CREATED, "starts_at": None},
        {"status": OrderStatus.FAILED, "starts_at": None},
        {"status": OrderStatus.REFUNDED, "ended_at": NOON},
        {"expires_at": NOON},
        {"ended_at": NOON},
    ],
)
def test_what_is_not_paid_or_over_opens_nothing(
    viewer: Visitor, games: dict[str, int], buys: Bought, changes: dict[str, Any]
) -> None:
    buys(Kind.EVENT, Grant(capabilities=WATCH, event_id=games["hockey"]), **changes)
    assert reasons(viewer, games) == LOCKED


def test_what_one_viewer_bought_is_not_open_to_another(
    viewer: Visitor, games: dict[str, int], buys: Bought, visit: Any
) -> None:
    buys(Kind.PACKAGE, Grant(capabilities=WATCH))
    other = visit(viewer.channel).register(email="bea@example.org")
    assert reasons(other, games) == LOCKED


def test_an_answer_about_a_thousand_events_asks_once_for_what_is_held(
    viewer: Visitor, house: House, buys: Bought, queries: Callable[[], Any]
) -> None:
    hours = (NOON - timedelta(hours=number) for number in range(1000))
    season = [event(f"g-{starts:%m-%d-%H}", starts, **{"pass": "paid"}) for starts in hours]
    with house.container.database().transaction(viewer.channel.id):
        house.container.catalog.facade().apply_pack(pack_part(events=season))
    for number in range(30):
        buys(Kind.PACKAGE, Grant(capabilities=WATCH, category_ids=(number,)))
    buys(Kind.PACKAGE, Grant(capabilities=WATCH))
    account = AccountId(viewer.data("/profile")["id"])
    asking = Principal(ChannelId(viewer.channel.id), SessionId(1), account, "en", "US")
    with house.container.database().transaction(viewer.channel.id), queries() as sent:
        page = house.container.catalog.list_events()(
            asking, EventFilter(), PageRequest(1000, 0, "event_utc_ts", "desc")
        )
    assert len(page.items) == 1000
    assert all(one["has_access"] for one in page.items)
    assert sum("FROM billing_order" in statement for statement in sent) == 1
    assert sum("FROM billing_" in statement for statement in sent) == 2, "and once for the price of one game"


def test_billing_sells_a_game_at_the_price_and_by_the_names_of_its_own_answer(
    viewer: Visitor, games: dict[str, int], house: House
) -> None:
    shelf: Any = house.container.shelf()
    chicago, toronto = ("11:00\u202fAM", "11:00"), ("12:00\u202fPM", "12:00")
    for key, (clock, french_clock) in {"hockey": chicago, "soccer": toronto, "ppv": chicago}.items():
        told = viewer.data(f"/events/{games[key]}")
        with house.container.database().transaction(viewer.channel.id):
            found = shelf.event(games[key], "US")
        assert found.price.base.decimal == told["base_price"] == "39.99"
        assert found.price.fee.decimal == told["service_fee"]
        assert found.price.total.decimal == told["price"]
        assert found.package_id == told["single_event_package_id"] is not None
        assert found.name["en"] == f"{told['name']} (Nov 21, 2026, {clock})"
        french = viewer.data(f"/events/{games[key]}", lang="fr")["name"]
        assert found.name["fr"] == f"{french} (21 nov. 2026, {french_clock})"
        assert found.covered.pass_type.value == told["pass_type"]
        assert set(found.covered.participant_ids) == {one["id"] for one in told["participants"]}


def test_billing_sells_nothing_that_is_free_or_another_channels(
    viewer: Visitor, games: dict[str, int], house: House, other_channel: ChannelFacts
) -> None:
    shelf: Any = house.container.shelf()
    with house.container.database().transaction(viewer.channel.id):
        assert shelf.event(games["free"], "US").package_id is None
        assert shelf.event(games["register"], "US").package_id is None
        assert shelf.event(10**6, "US") is None
        assert shelf.team(games["home"]).name["en"] == "Cedar Ridge"
        assert shelf.team(10**6) is None
    with house.container.database().transaction(other_channel.id):
        assert shelf.event(games["hockey"], "US") is None
        assert shelf.team(games["home"]) is None
