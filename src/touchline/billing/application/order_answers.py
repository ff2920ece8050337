"""How orders are told to their viewer (product.md §3, "Order"; api.md, "Billing")."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from touchline.billing.application.receipts import has_paper
from touchline.billing.domain.ledger import Label, Transaction
from touchline.billing.domain.orders import Kind, Order, OrderStatus, Product
from touchline.billing.domain.taxes import TaxLine
from touchline.billing.ports.channel_facts import ChannelLanguage
from touchline.billing.ports.orders import Ledger
from touchline.shared.clock import Clock
from touchline.shared.text import LocalText, pick

LABELS = {Label.CREATED: "New subscription", Label.UPDATED: "Subscription Renewal"}
"""Rows of subscriptions (product.md §3)."""


class OrderAnswers:
    """Tells orders with the lines of their ledger: one query for all the lines of a list. Instants are aware;
    money is a decimal string."""

    def __init__(self, ledger: Ledger, channel: ChannelLanguage, clock: Clock, grace: timedelta) -> None:
        self._ledger = ledger
        self._channel = channel
        self._clock = clock
        self._grace = grace

    def one(self, order: Order, language: str) -> dict[str, Any]:
        """One order, for its viewer: while it is `created` it has the secret with which the viewer's browser
        authenticates."""
        return self.many([order], language)[0]

    def many(self, orders: Sequence[Order], language: str) -> list[dict[str, Any]]:
        """The same of several, in their order."""
        if not orders:
            return []
        lines = self._ledger.of([order.id for order in orders])
        telling = _Telling(language, self._channel.language(), self._clock.now(), self._grace)
        return [telling.order(order, lines.get(order.id, ())) for order in orders]


class _Telling:
    """Tells in a language, at an instant."""

    def __init__(self, language: str, fallback: str, now: datetime, grace: timedelta) -> None:
        self._language = language
        self._fallback = fallback
        self._now = now
        self._grace = grace

    def order(self, order: Order, lines: Sequence[Transaction]) -> dict[str, Any]:
        secret = order.client_secret if order.status is OrderStatus.CREATED else None
        return {
            "id": order.id,
            "type": order.product.kind.value,
            "status": order.status.value,
            "activity_status": order.activity(self._now, self._grace).value,
            "product_status": order.product_status.value,
            "product_starts_at": order.product_starts_at,
            "refund_due": order.refund_due and order.status is OrderStatus.PAID,
            "product": self._product(order),
            "price": order.price.total.decimal,
            "base_price": order.price.base.decimal,
            "service_fee": order.price.fee.decimal,
            "discount": order.discount.decimal,
            "total": order.total.decimal,
            "currency": order.currency,
            "promo_code": order.promo_code,
            "trial_days": order.trial_days,
            "auto_renewal": order.auto_renewal.value if order.auto_renewal else None,
            "renewal_failed": order.past_due_at is not None,
            "created_at": order.created_at,
            "starts_at": order.starts_at,
            "expires_at": order.expires_at,
            "renews_at": order.expires_at if order.renews and order.past_due_at is None else None,
            "payment": {"requires_action": secret is not None, "client_secret": secret},
            "failure_message": order.failure_message,
            "transactions": [_line(line) for line in lines],
        }

    def _product(self, order: Order) -> dict[str, Any]:
        product, grant = order.product, order.grant
        categories = _categories(order)
        return {
            "id": product.id,
            "name": self._text(product.name),
            "event_category_id": categories[0] if len(categories) == 1 else None,
            "participant_id": product.participant_id,
            "participant_name": self._text(product.participant_name) or None,
            "single_event_package_id": product.package_id,
            "event_id": _id_of(product, Kind.EVENT),
            "package_id": _id_of(product, Kind.PACKAGE),
            "subscription_id": _id_of(product, Kind.SUBSCRIPTION),
            "period": product.period,
            "event_categories": categories,
            "capabilities": [one.value for one in grant.capabilities],
        }

    def _text(self, text: LocalText | None) -> str:
        return pick(text, self._language, self._fallback)


def _categories(order: Order) -> list[int]:
    """The categories that an order is for; none: all of them. Of an event, its own."""
    if order.grant.category_ids or order.product.event_category_id is None:
        return list(order.grant.category_ids)
    return [order.product.event_category_id]


def _id_of(product: Product, kind: Kind) -> int | None:
    return product.id if product.kind is kind else None


def _line(line: Transaction) -> dict[str, Any]:
    receipt = f"/api/orders/{line.order_id}/transactions/{line.id}/receipt"
    return {
        "id": line.id,
        "kind": line.movement.value,
        "status": line.status.value,
        "amount": line.amount.decimal,
        "currency": line.amount.currency,
        "label": LABELS[line.label] if line.label else None,
        "tax": [_tax(one) for one in line.tax],
        "created_at": line.at,
        "receipt_url": receipt if has_paper(line) else None,
    }


def _tax(tax: TaxLine) -> dict[str, str]:
    return {"name": tax.name, "rate": tax.percent, "amount": tax.amount.decimal}
