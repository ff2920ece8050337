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
def ids_by_key(application: Application, channel: ChannelDetails) -> dict[str, int]:
    """Return ids by key: an event for each pass type, the category `boys-hockey` and the team `home`."""
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

    def add_order(kind: ProductKind, grant: Grant, **changes: Any) -> None:
        order: Order = build_order(
            uuid=str(next(numbers)),
            account_id=AccountId(viewer.data("/profile")["id"]),
            product=Product(kind=kind, id=grant.event_id or 1, name={"en": "Thing"}),
            grant=grant,
            **{"status": OrderStatus.PAID, "starts_at": NOON, **changes},
        )
        with application.container.database().transaction(viewer.channel.id):
            assert application.container.billing.orders().add(order)

    return add_order


def list_reasons(viewer: Visitor, ids_by_key: dict[str, int]) -> dict[str, str]:
    """Return the access reason of each game, by its key."""
    reasons = {event["id"]: event["access_reason"] for event in viewer.data("/events")}
    return {key: reasons[ids_by_key[key]] for key in REASONS_WITHOUT_PURCHASE}


REASONS_WITHOUT_PURCHASE = {
    "hockey": "purchase_required",
    "soccer": "purchase_required",
    "ppv": "purchase_required",
    "free": "free",
    "register": "registered",
}


def test_without_a_purchase_only_free_and_register_events_are_open(
    viewer: Visitor, ids_by_key: dict[str, int]
) -> None:
    assert list_reasons(viewer, ids_by_key) == REASONS_WITHOUT_PURCHASE


@pytest.mark.parametrize("key", ["hockey", "ppv"])
def test_a_purchased_event_is_open_and_no_other(
    viewer: Visitor, ids_by_key: dict[str, int], grant_pass: GrantPass, key: str
) -> None:
    grant_pass(ProductKind.EVENT, Grant(capabilities=WATCH_CAPABILITY, event_id=ids_by_key[key]))
    assert list_reasons(viewer, ids_by_key) == REASONS_WITHOUT_PURCHASE | {key: "purchased"}


def test_a_pass_opens_its_categories_but_no_pay_per_view(
    viewer: Visitor, ids_by_key: dict[str, int], grant_pass: GrantPass
) -> None:
    grant_pass(
        ProductKind.PACKAGE, Grant(capabilities=WATCH_CAPABILITY, category_ids=(ids_by_key["boys-hockey"],))
    )
    assert list_reasons(viewer, ids_by_key) == REASONS_WITHOUT_PURCHASE | {"hockey": "purchased"}


def test_a_team_pass_opens_the_events_of_its_team(
    viewer: Visitor, ids_by_key: dict[str, int], grant_pass: GrantPass
) -> None:
    grant_pass(
        ProductKind.PACKAGE, Grant(capabilities=WATCH_CAPABILITY, participant_id=ids_by_key["home"] + 10_000)
    )
    assert list_reasons(viewer, ids_by_key) == REASONS_WITHOUT_PURCHASE
    grant_pass(ProductKind.PACKAGE, Grant(capabilities=WATCH_CAPABILITY, participant_id=ids_by_key["home"]))
    assert list_reasons(viewer, ids_by_key) == REASONS_WITHOUT_PURCHASE | {"hockey": "purchased"}


def test_a_subscription_opens_the_content_of_its_capabilities(
    viewer: Visitor, ids_by_key: dict[str, int], grant_pass: GrantPass
) -> None:
    active: dict[str, Any] = {"auto_renewal": AutoRenewal.ACTIVE, "expires_at": NOON + timedelta(days=9)}
    grant_pass(ProductKind.SUBSCRIPTION, Grant(capabilities=(Capability.VOD_MEDIA,)), **active)
    assert list_reasons(viewer, ids_by_key) == REASONS_WITHOUT_PURCHASE
    assert {item["access_reason"] for item in viewer.data("/vod-media-items")} <= {"free", "subscribed"}
    grant_pass(ProductKind.SUBSCRIPTION, Grant(capabilities=WATCH_CAPABILITY), **active)
    assert list_reasons(viewer, ids_by_key) == REASONS_WITHOUT_PURCHASE | {
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
def test_an_unpaid_refunded_or_expired_order_opens_nothing(
    viewer: Visitor, ids_by_key: dict[str, int], grant_pass: GrantPass, changes: dict[str, Any]
) -> None:
    grant_pass(
        ProductKind.EVENT, Grant(capabilities=WATCH_CAPABILITY, event_id=ids_by_key["hockey"]), **changes
    )
    assert list_reasons(viewer, ids_by_key) == REASONS_WITHOUT_PURCHASE


def test_a_purchase_of_one_viewer_opens_nothing_for_another(
    viewer: Visitor, ids_by_key: dict[str, int], grant_pass: GrantPass, visit: Any
) -> None:
    grant_pass(ProductKind.PACKAGE, Grant(capabilities=WATCH_CAPABILITY))
    other = visit(viewer.channel).register(email="bea@example.org")
    assert list_reasons(other, ids_by_key) == REASONS_WITHOUT_PURCHASE


@pytest.mark.nightly
def test_a_response_about_a_thousand_events_queries_entitlements_once(
    viewer: Visitor, application: Application, grant_pass: GrantPass, queries: Callable[[], Any]
) -> None:
    hours = (NOON - timedelta(hours=number) for number in range(1000))
    events = [event_entry(f"g-{starts:%m-%d-%H}", starts, **{"pass": "paid"}) for starts in hours]
    with application.container.database().transaction(viewer.channel.id):
        application.container.catalog.facade().apply_pack(pack_part(events=events))
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
    assert all(event["has_access"] for event in page.items)
    assert sum("FROM billing_order" in statement for statement in sent) == 1
    assert sum("FROM billing_" in statement for statement in sent) == 2, "and once for the price of one game"


def test_billing_sells_an_event_at_the_price_and_names_that_the_api_shows(
    viewer: Visitor, ids_by_key: dict[str, int], application: Application
) -> None:
    sale_catalog: Any = application.container.sale_catalog()
    chicago, toronto = ("11:00\u202fAM", "11:00"), ("12:00\u202fPM", "12:00")
    for key, (clock, french_clock) in {"hockey": chicago, "soccer": toronto, "ppv": chicago}.items():
        event = viewer.data(f"/events/{ids_by_key[key]}")
        with application.container.database().transaction(viewer.channel.id):
            product = sale_catalog.get_event(ids_by_key[key], None)
        assert product.price.base.decimal == event["base_price"] == "39.99"
        assert product.price.fee.decimal == event["service_fee"]
        assert product.price.total.decimal == event["price"]
        assert product.package_id == event["single_event_package_id"] is not None
        assert product.name["en"] == f"{event['name']} (Nov 21, 2026, {clock})"
        french = viewer.data(f"/events/{ids_by_key[key]}", lang="fr")["name"]
        assert product.name["fr"] == f"{french} (21 nov. 2026, {french_clock})"
        assert product.coverage.pass_type.value == event["pass_type"]
        assert set(product.coverage.participant_ids) == {
            participant["id"] for participant in event["participants"]
        }


def test_billing_sells_neither_free_events_nor_those_of_another_channel(
    viewer: Visitor, ids_by_key: dict[str, int], application: Application, other_channel: ChannelDetails
) -> None:
    sale_catalog: Any = application.container.sale_catalog()
    with application.container.database().transaction(viewer.channel.id):
        assert sale_catalog.get_event(ids_by_key["free"], None).package_id is None
        assert sale_catalog.get_event(ids_by_key["register"], None).package_id is None
        assert sale_catalog.get_event(10**6, None) is None
        assert sale_catalog.get_team(ids_by_key["home"]).name["en"] == "Cedar Ridge"
        assert sale_catalog.get_team(10**6) is None
    with application.container.database().transaction(other_channel.id):
        assert sale_catalog.get_event(ids_by_key["hockey"], None) is None
        assert sale_catalog.get_team(ids_by_key["home"]) is None
