"""Tests for recognizing products that a viewer already bought, from a table of cases (product.md §4). The web
app reads `held` from `GET /offers`.
"""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
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
from touchline.billing.domain.coverage import (
    EventScope,
    PassType,
    SaleItem,
    build_sale_item,
    is_already_bought,
    is_opened_by,
)
from touchline.billing.domain.offers.offers import Capability, Package, PackageType, Price
from touchline.billing.tests.order_samples import NOW, build_order
from touchline.shared.ids import PackageId
from touchline.shared.money import Money

TABLE = Path(__file__).parents[5] / "contracts/cases/purchase-recognition.json"
CASES: list[dict[str, Any]] = json.loads(TABLE.read_text("utf-8"))
GRACE = timedelta(days=7)
LONG_AGO = NOW - timedelta(days=60)
ACTIVITIES: dict[str, dict[str, Any]] = {
    "active": {"expires_at": NOW + timedelta(days=1)},
    "expired": {"expires_at": LONG_AGO},
    "canceled": {"ended_at": LONG_AGO},
    "inactive": {"expires_at": LONG_AGO, "past_due_at": LONG_AGO},
}


def parse_order(case_order: dict[str, Any]) -> Order:
    """Build an order from a case of the table."""
    kind, product = ProductKind(case_order["type"]), case_order["product"]
    grant = Grant(
        capabilities=(),
        event_id=product["id"] if kind is ProductKind.EVENT else None,
        category_ids=() if kind is ProductKind.EVENT else tuple(product["event_categories"]),
        participant_id=product["participant_id"],
    )
    order = build_order(
        product=Product(kind=kind, id=product["id"], name={"en": "Thing"}),
        grant=grant,
        status=OrderStatus(case_order["status"]),
        **ACTIVITIES[case_order["activity_status"]],
    )
    if kind is ProductKind.SUBSCRIPTION and order.expires_at == LONG_AGO:
        order.auto_renewal = AutoRenewal.CANCELED
    return order


def parse_item(case_item: dict[str, Any]) -> SaleItem:
    """Build a sale item from a case of the table."""
    kind = "package" if case_item["kind"] == "team" else case_item["kind"]
    teams = tuple(case_item["participant_ids"]) if case_item["is_team_pass"] else ()
    return SaleItem(
        kind=ProductKind(kind),
        id=case_item["id"],
        category_ids=tuple(case_item["event_categories"]),
        participant_ids=teams,
    )


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_an_already_bought_product_is_recognized(case: dict[str, Any]) -> None:
    orders = [parse_order(order) for order in case["orders"]]
    assert is_already_bought(parse_item(case["item"]), orders, NOW, GRACE) is case["purchased"]


def test_the_table_has_both_results_for_every_kind() -> None:
    results = {(case["item"]["kind"], case["purchased"]) for case in CASES}
    kinds = ("subscription", "event", "package", "team")
    assert results == {(kind, purchased) for kind in kinds for purchased in (True, False)}


def test_a_subscription_with_a_late_renewal_is_active_in_the_grace_period() -> None:
    product = Product(kind=ProductKind.SUBSCRIPTION, id=2, name={"en": "Year"})
    late = build_order(
        product=product,
        status=OrderStatus.PAID,
        auto_renewal=AutoRenewal.ACTIVE,
        expires_at=NOW - timedelta(days=6),
        past_due_at=NOW - timedelta(days=6),
    )
    item = build_sale_item(product, Grant(capabilities=()))
    assert is_already_bought(item, [late], NOW, GRACE)
    assert not is_already_bought(item, [late], NOW + timedelta(days=1), GRACE)


def test_the_sale_item_of_a_team_pass_has_the_selected_team() -> None:
    product = Product(kind=ProductKind.PACKAGE, id=5, name={"en": "Team pass"}, participant_id=7)
    item = build_sale_item(product, Grant(capabilities=(), category_ids=(1,), participant_id=7))
    assert item == SaleItem(kind=ProductKind.PACKAGE, id=5, category_ids=(1,), participant_ids=(7,))


@pytest.mark.parametrize(
    ("kind", "pass_type", "category_id", "teams", "is_open"),
    [
        (PackageType.SEASON, PassType.PAID, 1, (), True),
        (PackageType.SEASON, PassType.PAID, 2, (), False),
        (PackageType.SEASON, PassType.PPV, 1, (), False),
        (PackageType.EVENT, PassType.PPV, 1, (), True),
        (PackageType.TEAM, PassType.PAID, 1, (), False),
        (PackageType.TEAM, PassType.PAID, 1, (7,), True),
    ],
)
def test_an_offer_opens_the_events_in_its_scope(
    kind: PackageType, pass_type: PassType, category_id: int, teams: tuple[int, ...], is_open: bool
) -> None:
    price = Price(Money(900, "USD"), Money(0, "USD"))
    package = Package(
        key="pass", name={"en": "Pass"}, description=None, price=price, offer=None, period=None,
        capabilities=(Capability.WATCH,), id=PackageId(1), type=kind, categories=("hockey",),
        category_ids=(1,), is_team_pass=False,
    )  # fmt: skip
    event = EventScope(id=4, pass_type=pass_type, category_id=category_id, participant_ids=teams)
    assert is_opened_by(event, package) is is_open
