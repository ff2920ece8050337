"""An order as a row, both ways."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from touchline.billing.adapters.sql.order_tables import OrderRow
from touchline.billing.domain.offers import Capability, Feature, Price
from touchline.billing.domain.orders import (
    AutoRenewal,
    Grant,
    Kind,
    Order,
    OrderStatus,
    Product,
    ProductStatus,
)
from touchline.billing.domain.terms import Term
from touchline.shared.ids import AccountId, OrderId
from touchline.shared.money import Money

_SAME = (
    "uuid", "key", "slot", "promo_code", "trial_days", "country", "card", "payment_ref", "client_secret",
    "failure_code", "failure_message", "created_at", "attempt_until", "starts_at", "expires_at",
    "past_due_at", "ended_at", "renew_wanted", "look_at", "version",
    "product_starts_at", "refund_due",
)  # fmt: skip


def columns_of(order: Order) -> dict[str, Any]:
    """The columns of an order, without its id."""
    product, grant = order.product, order.grant
    return {name: getattr(order, name) for name in _SAME} | {
        "account_id": order.account_id,
        "kind": product.kind.value,
        "product_id": product.id,
        "product": {
            "name": product.name,
            "period": product.period,
            "package_id": product.package_id,
            "event_category_id": product.event_category_id,
            "participant_id": product.participant_id,
            "participant_name": product.participant_name,
        },
        "grant": {
            "capabilities": [one.value for one in grant.capabilities],
            "event_id": grant.event_id,
            "category_ids": list(grant.category_ids),
            "participant_id": grant.participant_id,
            "limits": {feature.value: most for feature, most in grant.limits.items()},
            "term": _told(grant.term),
        },
        "status": order.status.value,
        "product_status": order.product_status.value,
        "currency": order.currency,
        "base_minor": order.price.base.minor,
        "fee_minor": order.price.fee.minor,
        "discount_minor": order.discount.minor,
        "auto_renewal": order.auto_renewal.value if order.auto_renewal else None,
    }


def order_of(row: OrderRow) -> Order:
    """The order of a row."""
    return Order(
        **{name: getattr(row, name) for name in _SAME},
        id=OrderId(row.id),
        account_id=None if row.account_id is None else AccountId(row.account_id),
        product=Product(kind=Kind(row.kind), id=row.product_id, **row.product),
        grant=grant_of(row.grant),
        price=Price(Money(row.base_minor, row.currency), Money(row.fee_minor, row.currency)),
        discount=Money(row.discount_minor, row.currency),
        status=OrderStatus(row.status),
        product_status=ProductStatus(row.product_status),
        auto_renewal=AutoRenewal(row.auto_renewal) if row.auto_renewal else None,
    )


def grant_of(column: Mapping[str, Any]) -> Grant:
    """Return what an order opens, from its column `grant`."""
    return Grant(
        capabilities=tuple(Capability(one) for one in column["capabilities"]),
        event_id=column["event_id"],
        category_ids=tuple(column["category_ids"]),
        participant_id=column["participant_id"],
        limits={Feature(name): most for name, most in (column.get("limits") or {}).items()},
        term=_term(column.get("term") or {}),
    )


def _told(term: Term) -> dict[str, Any]:
    return {
        "days": term.days,
        "not_before": term.not_before.isoformat() if term.not_before else None,
        "until": term.until.isoformat() if term.until else None,
    }


def _term(told: dict[str, Any]) -> Term:
    return Term(
        days=told.get("days"), not_before=_instant(told.get("not_before")), until=_instant(told.get("until"))
    )


def _instant(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None
