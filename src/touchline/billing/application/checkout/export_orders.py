"""The billing data held about a viewer, for the viewer (api.md, `GET /account-export`)."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from touchline.billing.application.checkout.order_serializer import LABELS
from touchline.billing.application.entitlements.entitlements import TrialHistory
from touchline.billing.domain.checkout.orders import Order
from touchline.billing.domain.ledger.transactions import Transaction
from touchline.billing.domain.make_good.make_goods import MakeGood
from touchline.billing.domain.vouchers.vouchers import Voucher
from touchline.billing.ports.bundles import BundleGrants
from touchline.billing.ports.customers import Customers
from touchline.billing.ports.make_goods import MakeGoods
from touchline.billing.ports.orders import Ledger, OrderFilter, Orders
from touchline.billing.ports.vouchers import Vouchers
from touchline.shared.ids import AccountId, OrderId

ALL_ORDERS = 1_000_000


class ExportOrders:
    """Exports orders without what could authorize a payment: no secrets, no idempotency keys."""

    def __init__(
        self,
        orders: Orders,
        ledger: Ledger,
        customers: Customers,
        trial_history: TrialHistory,
        make_goods: MakeGoods | None = None,
        vouchers: Vouchers | None = None,
        bundle_grants: BundleGrants | None = None,
    ) -> None:
        self._bundle_grants = bundle_grants
        self._vouchers = vouchers
        self._make_goods = make_goods
        self._orders = orders
        self._ledger = ledger
        self._customers = customers
        self._trial_history = trial_history

    def __call__(self, account_id: AccountId) -> dict[str, Any]:
        """Return `customer` (the viewer's id at the payment provider, or None), `trial_used`, `make_goods`,
        `included`, and `orders`.

        `make_goods` is what was measured and paid back. `included` is what purchases in other channels open
        in this one. Orders come newest first, each with its
        `transactions`, with the `vouchers` that it bought for others, without their codes, and with the
        `gift` that it redeemed, or None.
        Texts are by language, money is in decimals, instants are aware.
        """
        orders = self._orders.list_for_account(account_id, OrderFilter(), ALL_ORDERS, 0)
        transactions = self._ledger.list_for_orders([order.id for order in orders]) if orders else {}
        vouchers: dict[OrderId, list[dict[str, Any]]] = defaultdict(list)
        gifts: dict[OrderId, dict[str, Any]] = {}
        for voucher in self._vouchers.list_for_account(account_id) if self._vouchers else ():
            vouchers[voucher.order_id].append(_serialize_voucher(voucher))
            if voucher.redeemed_order_id is not None:
                gifts[voucher.redeemed_order_id] = _serialize_voucher(voucher)
        return {
            "customer": self._customers.get(account_id),
            "trial_used": self._trial_history(account_id),
            "make_goods": [
                _serialize_make_good(item)
                for item in (self._make_goods.list_for_account(account_id) if self._make_goods else ())
            ],
            "included": [
                {"name": grant.product_name, "since": grant.period.since, "until": grant.period.until}
                for grant in (self._bundle_grants.list_for_account(account_id) if self._bundle_grants else ())
            ],
            "orders": [
                _serialize_order(order)
                | {
                    "transactions": [
                        _serialize_transaction(transaction) for transaction in transactions.get(order.id, ())
                    ],
                    "vouchers": vouchers.get(order.id, []),
                    "gift": gifts.get(order.id),
                }
                for order in orders
            ],
        }


def _serialize_make_good(item: MakeGood) -> dict[str, Any]:
    return {
        "event_id": item.event_id,
        "event": item.event_name,
        "order_id": item.order_id,
        "status": item.status.value,
        "reason": item.reason.value,
        "side": item.side.value,
        "method": item.method.value,
        "wanted_seconds": item.wanted_seconds,
        "lost_seconds": item.lost_seconds,
        "owed": item.owed.decimal,
        "paid": item.paid.decimal,
        "currency": item.owed.currency,
        "promo_code": item.coupon_code,
        "dismissal": item.dismissal,
        "created_at": item.created_at,
        "paid_at": item.paid_at,
    }


def _serialize_voucher(voucher: Voucher) -> dict[str, Any]:
    return {
        "number": voucher.number,
        "language": voucher.language,
        "email": voucher.email,
        "recipient": voucher.recipient,
        "message": voucher.message,
        "send_at": voucher.send_at,
        "sent_at": voucher.sent_at,
        "redeemed_at": voucher.redeemed_at,
        "canceled_at": voucher.canceled_at,
    }


def _serialize_order(order: Order) -> dict[str, Any]:
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
            "capabilities": [capability.value for capability in grant.capabilities],
            "limits": {feature.value: limit for feature, limit in grant.limits.items()},
        },
        "base_price": order.price.base.decimal,
        "service_fee": order.price.fee.decimal,
        "discount": order.discount.decimal,
        "total": order.total.decimal,
        "currency": order.currency,
        "promo_code": order.promo_code,
        "trial_days": order.trial_days,
        "voucher_count": order.voucher_count,
        "country": order.country,
        "card": order.card,
        "card_last4": order.card_last4,
        "payment": order.payment_ref,
        "failure_message": order.failure_message,
        "auto_renewal": order.auto_renewal.value if order.auto_renewal else None,
        "created_at": order.created_at,
        "starts_at": order.starts_at,
        "expires_at": order.expires_at,
        "renewal_failed_at": order.past_due_at,
        "ended_at": order.ended_at,
    }


def _serialize_transaction(transaction: Transaction) -> dict[str, Any]:
    return {
        "id": transaction.id,
        "kind": transaction.movement.value,
        "status": transaction.status.value,
        "amount": transaction.amount.decimal,
        "currency": transaction.amount.currency,
        "label": LABELS[transaction.label] if transaction.label else None,
        "tax": [
            {"name": tax.name, "rate": tax.percent, "amount": tax.amount.decimal} for tax in transaction.tax
        ],
        "at": transaction.at,
        "payment": transaction.ref,
    }
