"""What this context holds about a viewer, for the viewer (api.md, `GET /account-export`)."""

from __future__ import annotations

from typing import Any

from touchline.billing.application.entitlements import UsedTrials
from touchline.billing.application.order_answers import LABELS
from touchline.billing.domain.ledger import Transaction
from touchline.billing.domain.orders import Order
from touchline.billing.ports.customers import Customers
from touchline.billing.ports.orders import Ledger, OrderFilter, Orders
from touchline.shared.ids import AccountId

EVERY = 1_000_000


class ExportOrders:
    """Tells everything but what opens a payment: no secret, no name that the browser gave a purchase."""

    def __init__(self, orders: Orders, ledger: Ledger, customers: Customers, used_trials: UsedTrials) -> None:
        self._orders = orders
        self._ledger = ledger
        self._customers = customers
        self._used_trials = used_trials

    def __call__(self, account_id: AccountId) -> dict[str, Any]:
        """`customer` (the viewer's name at the payment provider, or None), `trial_used`, and `orders`, newest
        first, each with its `transactions`; texts by language, money as decimals, instants are aware."""
        orders = self._orders.of(account_id, OrderFilter(), EVERY, 0)
        lines = self._ledger.of([order.id for order in orders]) if orders else {}
        return {
            "customer": self._customers.of(account_id),
            "trial_used": self._used_trials(account_id),
            "orders": [
                _order(order) | {"transactions": [_line(line) for line in lines.get(order.id, ())]}
                for order in orders
            ],
        }


def _order(order: Order) -> dict[str, Any]:
    product, grant = order.product, order.grant
    return {
        "id": order.id,
        "type": product.kind.value,
        "status": order.status.value,
        "product": {
            "id": product.id,
            "name": product.name,
            "period": product.period,
            "participant_id": product.participant_id,
            "participant_name": product.participant_name,
        },
        "opens": {
            "event_id": grant.event_id,
            "event_categories": list(grant.category_ids),
            "participant_id": grant.participant_id,
            "capabilities": [one.value for one in grant.capabilities],
            "limits": {feature.value: most for feature, most in grant.limits.items()},
        },
        "base_price": order.price.base.decimal,
        "service_fee": order.price.fee.decimal,
        "discount": order.discount.decimal,
        "total": order.total.decimal,
        "currency": order.currency,
        "promo_code": order.promo_code,
        "trial_days": order.trial_days,
        "country": order.country,
        "card": order.card,
        "payment": order.payment_ref,
        "failure_message": order.failure_message,
        "auto_renewal": order.auto_renewal.value if order.auto_renewal else None,
        "created_at": order.created_at,
        "starts_at": order.starts_at,
        "expires_at": order.expires_at,
        "renewal_failed_at": order.past_due_at,
        "ended_at": order.ended_at,
    }


def _line(line: Transaction) -> dict[str, Any]:
    return {
        "id": line.id,
        "kind": line.movement.value,
        "status": line.status.value,
        "amount": line.amount.decimal,
        "currency": line.amount.currency,
        "label": LABELS[line.label] if line.label else None,
        "tax": [{"name": tax.name, "rate": tax.percent, "amount": tax.amount.decimal} for tax in line.tax],
        "at": line.at,
        "payment": line.ref,
    }
