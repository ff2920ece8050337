"""Entitlements: a purchase opens what it covers, and a list of any length checks them once (product.md
§4)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from touchline.billing.domain.checkout.orders import (
    AutoRenewal,
    Grant,
    Order,
    OrderStatus,
    Product,
    ProductKind,
)
from touchline.billing.domain.offers.offers import Capability
from touchline.billing.tests.offer_samples import billing_part, package_entry
from touchline.billing.tests.order_samples import build_order
from touchline.catalog.domain.filters import EventFilter
from touchline.catalog.tests.pack_samples import event_entry, pack_part
from touchline.channel.facade import ChannelDetails
from touchline.conftest import NOON, Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.shared.ids import AccountId, ChannelId, SessionId
from touchline.shared.paging import PageRequest
from touchline.shared.principal import Principal

GrantPass = Callable[..., None]
WATCH_CAPABILITY = (Capability.WATCH,)


@pytest.fixture
def event_ids(application: Application, channel: ChannelDetails) -> dict[str, int]:
    """Return ids by key: a paid hockey game, a paid soccer game, a pay-per-view game and a library item."""
    hours = timedelta(hours=1)
    events = [
        event_entry("hockey", NOON - hours, **{"pass": "paid"}),
        event_entry("soccer", NOON - hours, sport="soccer", **{"pass": "paid"}),
        event_entry("ppv", NOON - hours, **{"pass": "ppv"}),
        event_entry("free", NOON - hours),
        event_entry("register", NOON - hours, **{"pass": "register"}),
    ]
    catalog = application.container.catalog.facade()
    with application.container.database().transaction(channel.id):
        catalog.apply_pack(pack_part(events=events))
        categories = {"hockey": catalog.list_ids_by_key("category")["boys-hockey"], "soccer": 10_000}
        solo = package_entry("solo", type="event", categories=[], days=None)
        application.container.billing.facade().apply_pack(billing_part(solo), {"category": categories})
        return dict(catalog.list_ids_by_key("event")) | {
            "boys-hockey": categories["hockey"],
            "home": catalog.list_ids_by_key("participant")["cedar-ridge-hockey"],
        }


@pytest.fixture
def viewer(visitor: Visitor) -> Visitor:
    """Return a viewer of `prairie`."""
    return visitor.register()


@pytest.fixture
def grant_pass(viewer: Visitor, application: Application) -> GrantPass:
    """Return `grant_pass(kind, grant)`, which stores a paid order of the viewer."""
    numbers = iter(range(1000))

    def keep(kind: ProductKind, grant: Grant, **changes: Any) -> None:
        made: Order = build_order(
            uuid=str(next(numbers)),
            account_id=AccountId(viewer.data("/profile")["id"]),
            product=Product(kind=kind, id=grant.event_id or 1, name={"en": "Thing"}),
            grant=grant,
            **{"status": OrderStatus.PAID, "starts_at": NOON, **changes},
        )
        with application.container.database().transaction(viewer.channel.id):
            assert application.container.billing.orders().add(made)

    return keep


def list_reasons(viewer: Visitor, event_ids: dict[str, int]) -> dict[str, str]:
    """Return the access reason of each game, by its key."""
    reasons = {one["id"]: one["access_reason"] for one in viewer.data("/events")}
    return {key: reasons[event_ids[key]] for key in LOCKED_REASONS}


LOCKED_REASONS = {
    "hockey": "purchase_required",
    "soccer": "purchase_required",
    "ppv": "purchase_required",
    "free": "free",
    "register": "registered",
}


def test_without_a_purchase_the_free_and_the_registered_pass_open_what_they_do(
    viewer: Visitor, event_ids: dict[str, int]
) -> None:
    assert list_reasons(viewer, event_ids) == LOCKED_REASONS


@pytest.mark.parametrize("key", ["hockey", "ppv"])
def test_a_purchased_event_is_open_and_no_other(
    viewer: Visitor, event_ids: dict[str, int], grant_pass: GrantPass, key: str
) -> None:
    grant_pass(ProductKind.EVENT, Grant(capabilities=WATCH_CAPABILITY, event_id=event_ids[key]))
    assert list_reasons(viewer, event_ids) == LOCKED_REASONS | {key: "purchased"}


def test_a_pass_opens_its_categories_but_no_pay_per_view(
    viewer: Visitor, event_ids: dict[str, int], grant_pass: GrantPass
) -> None:
    grant_pass(
        ProductKind.PACKAGE, Grant(capabilities=WATCH_CAPABILITY, category_ids=(event_ids["boys-hockey"],))
    )
    assert list_reasons(viewer, event_ids) == LOCKED_REASONS | {"hockey": "purchased"}


def test_a_team_pass_opens_the_events_of_its_team(
    viewer: Visitor, event_ids: dict[str, int], grant_pass: GrantPass
) -> None:
    grant_pass(
        ProductKind.PACKAGE, Grant(capabilities=WATCH_CAPABILITY, participant_id=event_ids["home"] + 10_000)
    )
    assert list_reasons(viewer, event_ids) == LOCKED_REASONS
    grant_pass(ProductKind.PACKAGE, Grant(capabilities=WATCH_CAPABILITY, participant_id=event_ids["home"]))
    assert list_reasons(viewer, event_ids) == LOCKED_REASONS | {"hockey": "purchased"}


def test_a_subscription_opens_what_its_capabilities_include(
    viewer: Visitor, event_ids: dict[str, int], grant_pass: GrantPass
) -> None:
    running: dict[str, Any] = {"auto_renewal": AutoRenewal.ACTIVE, "expires_at": NOON + timedelta(days=9)}
    grant_pass(ProductKind.SUBSCRIPTION, Grant(capabilities=(Capability.VOD_MEDIA,)), **running)
    assert list_reasons(viewer, event_ids) == LOCKED_REASONS
    assert {one["access_reason"] for one in viewer.data("/vod-media-items")} <= {"free", "subscribed"}
    grant_pass(ProductKind.SUBSCRIPTION, Grant(capabilities=WATCH_CAPABILITY), **running)
    assert list_reasons(viewer, event_ids) == LOCKED_REASONS | {
        "hockey": "subscribed",
        "soccer": "subscribed",
    }


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
    viewer: Visitor, event_ids: dict[str, int], grant_pass: GrantPass, changes: dict[str, Any]
) -> None:
    grant_pass(
        ProductKind.EVENT, Grant(capabilities=WATCH_CAPABILITY, event_id=event_ids["hockey"]), **changes
    )
    assert list_reasons(viewer, event_ids) == LOCKED_REASONS


def test_what_one_viewer_bought_is_not_open_to_another(
    viewer: Visitor, event_ids: dict[str, int], grant_pass: GrantPass, visit: Any
) -> None:
    grant_pass(ProductKind.PACKAGE, Grant(capabilities=WATCH_CAPABILITY))
    other = visit(viewer.channel).register(email="bea@example.org")
    assert list_reasons(other, event_ids) == LOCKED_REASONS


def test_a_response_about_a_thousand_events_queries_entitlements_once(
    viewer: Visitor, application: Application, grant_pass: GrantPass, queries: Callable[[], Any]
) -> None:
    hours = (NOON - timedelta(hours=number) for number in range(1000))
    season = [event_entry(f"g-{starts:%m-%d-%H}", starts, **{"pass": "paid"}) for starts in hours]
    with application.container.database().transaction(viewer.channel.id):
        application.container.catalog.facade().apply_pack(pack_part(events=season))
    for number in range(30):
        grant_pass(ProductKind.PACKAGE, Grant(capabilities=WATCH_CAPABILITY, category_ids=(number,)))
    grant_pass(ProductKind.PACKAGE, Grant(capabilities=WATCH_CAPABILITY))
    account = AccountId(viewer.data("/profile")["id"])
    principal = Principal(ChannelId(viewer.channel.id), SessionId(1), account, "en", "US")
    with application.container.database().transaction(viewer.channel.id), queries() as sent:
        page = application.container.catalog.list_events()(
            principal, EventFilter(), PageRequest(1000, 0, "event_utc_ts", "desc")
        )
    assert len(page.items) == 1000
    assert all(one["has_access"] for one in page.items)
    assert sum("FROM billing_order" in statement for statement in sent) == 1
    assert sum("FROM billing_" in statement for statement in sent) == 2, "and once for the price of one game"


def test_billing_sells_an_event_at_the_price_and_names_of_its_own_response(
    viewer: Visitor, event_ids: dict[str, int], application: Application
) -> None:
    sale_catalog: Any = application.container.sale_catalog()
    chicago, toronto = ("11:00\u202fAM", "11:00"), ("12:00\u202fPM", "12:00")
    for key, (clock, french_clock) in {"hockey": chicago, "soccer": toronto, "ppv": chicago}.items():
        event = viewer.data(f"/events/{event_ids[key]}")
        with application.container.database().transaction(viewer.channel.id):
            found = sale_catalog.get_event(event_ids[key], "US")
        assert found.price.base.decimal == event["base_price"] == "39.99"
        assert found.price.fee.decimal == event["service_fee"]
        assert found.price.total.decimal == event["price"]
        assert found.package_id == event["single_event_package_id"] is not None
        assert found.name["en"] == f"{event['name']} (Nov 21, 2026, {clock})"
        french = viewer.data(f"/events/{event_ids[key]}", lang="fr")["name"]
        assert found.name["fr"] == f"{french} (21 nov. 2026, {french_clock})"
        assert found.coverage.pass_type.value == event["pass_type"]
        assert set(found.coverage.participant_ids) == {one["id"] for one in event["participants"]}


def test_billing_sells_nothing_that_is_free_or_another_channels(
    viewer: Visitor, event_ids: dict[str, int], application: Application, other_channel: ChannelDetails
) -> None:
    sale_catalog: Any = application.container.sale_catalog()
    with application.container.database().transaction(viewer.channel.id):
        assert sale_catalog.get_event(event_ids["free"], "US").package_id is None
        assert sale_catalog.get_event(event_ids["register"], "US").package_id is None
        assert sale_catalog.get_event(10**6, "US") is None
        assert sale_catalog.get_team(event_ids["home"]).name["en"] == "Cedar Ridge"
        assert sale_catalog.get_team(10**6) is None
    with application.container.database().transaction(other_channel.id):
        assert sale_catalog.get_event(event_ids["hockey"], "US") is None
        assert sale_catalog.get_team(event_ids["home"]) is None
