"""Serialization of orders for their viewer (product.md §3, "Order"; api.md, "Billing")."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from touchline.billing.application.make_good.make_good_serializer import serialize_for_viewer
from touchline.billing.application.offers.offer_serializer import serialize_off_season
from touchline.billing.application.receipts.receipt_service import has_receipt
from touchline.billing.domain.checkout.declines import error_code
from touchline.billing.domain.checkout.orders import Order, OrderStatus, Product, ProductKind
from touchline.billing.domain.ledger.taxes import TaxLine
from touchline.billing.domain.ledger.transactions import Transaction, TransactionLabel
from touchline.billing.ports.current_channel import ChannelLanguage
from touchline.billing.ports.make_goods import MakeGoods
from touchline.billing.ports.orders import Ledger
from touchline.shared.clock import Clock
from touchline.shared.strings.localized import LocalText, localize

LABELS = {TransactionLabel.CREATED: "New subscription", TransactionLabel.UPDATED: "Subscription Renewal"}
"""Labels of subscription transactions (product.md §3)."""


class OrderSerializer:
    """Serializes orders with their ledger transactions and make-goods, with one query each for a list.

    Instants are aware; money is a decimal string.
    """

    def __init__(
        self,
        ledger: Ledger,
        channel: ChannelLanguage,
        clock: Clock,
        grace: timedelta,
        make_goods: MakeGoods | None = None,
    ) -> None:
        self._ledger = ledger
        self._make_goods = make_goods
        self._channel = channel
        self._clock = clock
        self._grace = grace

    def serialize(self, order: Order, language: str) -> dict[str, Any]:
        """Serialize one order for its viewer.

        A `created` order includes the client secret that the viewer's browser authenticates with.
        """
        return self.serialize_many([order], language)[0]

    def serialize_many(self, orders: Sequence[Order], language: str) -> list[dict[str, Any]]:
        """Serialize several orders, keeping their order."""
        if not orders:
            return []
        order_ids = [order.id for order in orders]
        transactions = self._ledger.list_for_orders(order_ids)
        make_goods = self._make_goods.list_for_orders(order_ids) if self._make_goods else {}
        fallback = self._channel.get_language()
        serializer = _LocalizedSerializer(language, fallback, self._clock.now(), self._grace)
        return [
            serializer.serialize_order(order, transactions.get(order.id, ()))
            | {
                "make_goods": [
                    serialize_for_viewer(item, language, fallback) for item in make_goods.get(order.id, ())
                ]
            }
            for order in orders
        ]


class _LocalizedSerializer:
    """Serializes orders in one language, at one instant."""

    def __init__(self, language: str, fallback: str, now: datetime, grace: timedelta) -> None:
        self._language = language
        self._fallback = fallback
        self._now = now
        self._grace = grace

    def serialize_order(self, order: Order, transactions: Sequence[Transaction]) -> dict[str, Any]:
        secret = order.client_secret if order.status is OrderStatus.CREATED else None
        return {
            "id": order.id,
            "type": order.product.kind.value,
            "status": order.status.value,
            "activity_status": order.activity(self._now, self._grace).value,
            "product_status": order.product_status.value,
            "product_starts_at": order.product_starts_at,
            "refund_due": order.refund_due and order.status is OrderStatus.PAID,
            "product": self._serialize_product(order),
            "price": order.price.total.decimal,
            "base_price": order.price.base.decimal,
            "service_fee": order.price.fee.decimal,
            "discount": order.discount.decimal,
            "total": order.total.decimal,
            "currency": order.currency,
            "promo_code": order.promo_code,
            "trial_days": order.trial_days,
            "off_season": serialize_off_season(order.product.off_season),
            "voucher_count": order.voucher_count,
            "auto_renewal": order.auto_renewal.value if order.auto_renewal else None,
            "renewal_failed": order.past_due_at is not None,
            "created_at": order.created_at,
            "starts_at": order.starts_at,
            "expires_at": order.expires_at,
            "renews_at": order.expires_at if order.is_renewing and order.past_due_at is None else None,
            "payment": {"requires_action": secret is not None, "client_secret": secret},
            "failure_message": order.failure_message,
            "failure_code": error_code(order.failure_code) if order.failure_message else None,
            "transactions": [_serialize_transaction(transaction) for transaction in transactions],
        }

    def _serialize_product(self, order: Order) -> dict[str, Any]:
        product, grant = order.product, order.grant
        categories = _get_category_ids(order)
        return {
            "id": product.id,
            "name": self._localize(product.name),
            "event_category_id": categories[0] if len(categories) == 1 else None,
            "participant_id": product.participant_id,
            "participant_name": self._localize(product.participant_name) or None,
            "single_event_package_id": product.package_id,
            "event_id": _get_id_for_kind(product, ProductKind.EVENT),
            "package_id": _get_id_for_kind(product, ProductKind.PACKAGE),
            "subscription_id": _get_id_for_kind(product, ProductKind.SUBSCRIPTION),
            "period": product.period,
            "event_categories": categories,
            "capabilities": [capability.value for capability in grant.capabilities],
        }

    def _localize(self, text: LocalText | None) -> str:
        return localize(text, self._language, self._fallback)


def _get_category_ids(order: Order) -> list[int]:
    """Return the categories that an order is for (none: all). For an event, return its own category."""
    if order.grant.category_ids or order.product.event_category_id is None:
        return list(order.grant.category_ids)
    return [order.product.event_category_id]


def _get_id_for_kind(product: Product, kind: ProductKind) -> int | None:
    return product.id if product.kind is kind else None


def _serialize_transaction(transaction: Transaction) -> dict[str, Any]:
    receipt = f"/api/orders/{transaction.order_id}/transactions/{transaction.id}/receipt"
    return {
        "id": transaction.id,
        "kind": transaction.movement.value,
        "status": transaction.status.value,
        "amount": transaction.amount.decimal,
        "currency": transaction.amount.currency,
        "label": LABELS[transaction.label] if transaction.label else None,
        "tax": [_serialize_tax(tax) for tax in transaction.tax],
        "created_at": transaction.at,
        "receipt_url": receipt if has_receipt(transaction) else None,
    }


def _serialize_tax(tax: TaxLine) -> dict[str, str]:
    return {"name": tax.name, "rate": tax.percent, "amount": tax.amount.decimal}
