"""What is bought already, by a table of cases (product.md §4). The web asks `GET /offers` (`held`)."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from touchline.billing.domain.orders import AutoRenewal, Grant, Kind, Order, OrderStatus, Product
from touchline.billing.domain.recognition import Item, already, item_of
from touchline.billing.tests.orders import NOW, order

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


def order_of(said: dict[str, Any]) -> Order:
    """An order of the table."""
    kind, product = Kind(said["type"]), said["product"]
    grant = Grant(
        capabilities=(),
        event_id=product["id"] if kind is Kind.EVENT else None,
        category_ids=() if kind is Kind.EVENT else tuple(product["event_categories"]),
        participant_id=product["participant_id"],
    )
    made = order(
        product=Product(kind=kind, id=product["id"], name={"en": "Thing"}),
        grant=grant,
        status=OrderStatus(said["status"]),
        **ACTIVITIES[said["activity_status"]],
    )
    if kind is Kind.SUBSCRIPTION and made.expires_at == LONG_AGO:
        made.auto_renewal = AutoRenewal.CANCELLED
    return made


def item_from(said: dict[str, Any]) -> Item:
    """An item of the table."""
    kind = "package" if said["kind"] == "team" else said["kind"]
    teams = tuple(said["participant_ids"]) if said["is_team_pass"] else ()
    return Item(
        kind=Kind(kind), id=said["id"], category_ids=tuple(said["event_categories"]), participant_ids=teams
    )


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_what_is_bought_already_is_known(case: dict[str, Any]) -> None:
    orders = [order_of(one) for one in case["orders"]]
    assert already(item_from(case["item"]), orders, NOW, GRACE) is case["purchased"]


def test_the_table_says_yes_and_no_of_every_kind() -> None:
    answers = {(case["item"]["kind"], case["purchased"]) for case in CASES}
    kinds = ("subscription", "event", "package", "team")
    assert answers == {(kind, purchased) for kind in kinds for purchased in (True, False)}


def test_a_subscription_whose_renewal_is_late_is_held_for_the_time_of_grace() -> None:
    product = Product(kind=Kind.SUBSCRIPTION, id=2, name={"en": "Year"})
    late = order(
        product=product,
        status=OrderStatus.PAID,
        auto_renewal=AutoRenewal.ACTIVE,
        expires_at=NOW - timedelta(days=6),
        past_due_at=NOW - timedelta(days=6),
    )
    wanted = item_of(product, Grant(capabilities=()))
    assert already(wanted, [late], NOW, GRACE)
    assert not already(wanted, [late], NOW + timedelta(days=1), GRACE)


def test_a_pass_for_the_chosen_team_is_what_is_about_to_be_bought() -> None:
    product = Product(kind=Kind.PACKAGE, id=5, name={"en": "Team pass"}, participant_id=7)
    wanted = item_of(product, Grant(capabilities=(), category_ids=(1,), participant_id=7))
    assert wanted == Item(kind=Kind.PACKAGE, id=5, category_ids=(1,), participant_ids=(7,))
