"""Mapping between orders and rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from touchline.billing.adapters.sql.order_tables import OrderRow
from touchline.billing.domain.bundles.bundle_items import BundleItem
from touchline.billing.domain.checkout.orders import (
    AutoRenewal,
    Grant,
    Order,
    OrderStatus,
    Product,
    ProductKind,
    ProductStatus,
)
from touchline.billing.domain.offers.offer_availability import OfferAvailability
from touchline.billing.domain.offers.offers import Capability, Feature, Price
from touchline.billing.domain.offers.terms import Term
from touchline.billing.domain.renewals.off_season import OffSeason
from touchline.shared.ids import AccountId, ChannelId, OrderId
from touchline.shared.money import Money

_SHARED_COLUMNS = (
    "uuid", "key", "slot", "promo_code", "trial_days", "country", "card", "payment_ref", "client_secret",
    "failure_code", "failure_message", "created_at", "attempt_until", "starts_at", "expires_at",
    "past_due_at", "ended_at", "requested_auto_renewal", "next_check_at", "version",
    "product_starts_at", "refund_due", "card_last4", "voucher_count",
)  # fmt: skip


def to_columns(order: Order) -> dict[str, Any]:
    """Return the columns of an order, without its id."""
    product, grant = order.product, order.grant
    return {name: getattr(order, name) for name in _SHARED_COLUMNS} | {
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
            "off_season": _serialize_off_season(product.off_season),
            "receipt_note": product.receipt_note,
        },
        "grant": {
            "capabilities": [capability.value for capability in grant.capabilities],
            "event_id": grant.event_id,
            "category_ids": list(grant.category_ids),
            "participant_id": grant.participant_id,
            "limits": {feature.value: limit for feature, limit in grant.limits.items()},
            "term": _serialize_term(grant.term),
            "availability": grant.availability.to_dict(),
            **_serialize_bundle(grant.bundle),
        },
        "status": order.status.value,
        "product_status": order.product_status.value,
        "currency": order.currency,
        "base_minor": order.price.base.minor,
        "fee_minor": order.price.fee.minor,
        "discount_minor": order.discount.minor,
        "auto_renewal": order.auto_renewal.value if order.auto_renewal else None,
    }


def to_order(row: OrderRow) -> Order:
    """Return the order of a row."""
    return Order(
        **{name: getattr(row, name) for name in _SHARED_COLUMNS},
        id=OrderId(row.id),
        account_id=None if row.account_id is None else AccountId(row.account_id),
        product=_to_product(row),
        grant=to_grant(row.grant),
        price=Price(Money(row.base_minor, row.currency), Money(row.fee_minor, row.currency)),
        discount=Money(row.discount_minor, row.currency),
        status=OrderStatus(row.status),
        product_status=ProductStatus(row.product_status),
        auto_renewal=AutoRenewal(row.auto_renewal) if row.auto_renewal else None,
    )


def _to_product(row: OrderRow) -> Product:
    off_season = row.product.get("off_season")
    names = {
        **row.product,
        "off_season": OffSeason(*off_season) if off_season else None,
    }
    return Product(kind=ProductKind(row.kind), id=row.product_id, **names)


def _serialize_off_season(off_season: OffSeason | None) -> list[str] | None:
    return [off_season.starts, off_season.ends, off_season.time_zone] if off_season else None


def to_grant(column: Mapping[str, Any]) -> Grant:
    """Return an order's grant from its column `grant`."""
    return Grant(
        capabilities=tuple(Capability(capability) for capability in column["capabilities"]),
        event_id=column["event_id"],
        category_ids=tuple(column["category_ids"]),
        participant_id=column["participant_id"],
        limits={Feature(name): limit for name, limit in (column.get("limits") or {}).items()},
        term=_parse_term(column.get("term") or {}),
        availability=OfferAvailability.from_dict(column.get("availability")),
        bundle=tuple(
            BundleItem(bundle_id, ChannelId(channel_id), basis_points)
            for bundle_id, channel_id, basis_points in column.get("bundle") or ()
        ),
    )


def _serialize_bundle(bundle: Sequence[BundleItem]) -> dict[str, Any]:
    """Return the channels of a bundle. Orders without one have no such entry."""
    if not bundle:
        return {}
    return {"bundle": [[item.bundle_id, item.channel_id, item.basis_points] for item in bundle]}


def _serialize_term(term: Term) -> dict[str, Any]:
    return {
        "days": term.days,
        "not_before": term.not_before.isoformat() if term.not_before else None,
        "until": term.until.isoformat() if term.until else None,
    }


def _parse_term(serialized: dict[str, Any]) -> Term:
    return Term(
        days=serialized.get("days"),
        not_before=_parse_instant(serialized.get("not_before")),
        until=_parse_instant(serialized.get("until")),
    )


def _parse_instant(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None
