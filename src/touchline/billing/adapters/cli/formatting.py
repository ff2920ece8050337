"""Orders, ledger transactions and promo codes in the output of commands: as JSON, or in a table."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from touchline.billing.adapters.cli.command_context import CommandContext
from touchline.billing.application.coupons.coupon_admin import CouponUsage
from touchline.billing.domain.checkout.orders import Order
from touchline.billing.domain.coupons import CouponState
from touchline.billing.domain.ledger.transactions import Transaction
from touchline.shared.clock import Clock
from touchline.shared.strings.localized import localize

ORDER_COLUMNS = ("Id", "Placed", "Viewer", "Product", "Status", "Access", "Total", "Until", "Renewal")
TRANSACTION_COLUMNS = ("Id", "Time", "Kind", "Status", "Amount", "Taxes", "Provider reference")
COUPON_COLUMNS = ("Code", "Discount", "Products", "Used", "Per viewer", "From", "Until", "State")
_COUPON_STATES = {
    CouponState.ACTIVE: "active",
    CouponState.SCHEDULED: "scheduled",
    CouponState.ENDED: "expired",
    CouponState.USED_UP: "used up",
    CouponState.INACTIVE: "stopped",
}


class BillingFormatter:
    """Formats values in the channel's language and time zone."""

    def __init__(self, context: CommandContext, clock: Clock, grace_days: int) -> None:
        self._context = context
        self._clock = clock
        self._grace = timedelta(days=grace_days)

    def serialize_order(self, order: Order) -> dict[str, Any]:
        """Return the JSON fields of an order. Needs a transaction."""
        product = order.product
        return {
            "id": order.id,
            "created_at": _format_instant(order.created_at),
            "account_id": order.account_id,
            "viewer": self._context.get_viewer_email(order.account_id),
            "type": product.kind.value,
            "product_id": product.id,
            "product": self._get_product_title(order),
            "status": order.status.value,
            "activity_status": self._get_activity(order),
            "currency": order.currency,
            "total": order.total.decimal,
            "discount": order.discount.decimal,
            "promo_code": order.promo_code,
            "trial_days": order.trial_days,
            "auto_renewal": order.auto_renewal.value if order.auto_renewal else None,
            "starts_at": _format_instant(order.starts_at),
            "expires_at": _format_instant(order.expires_at),
            "past_due_at": _format_instant(order.past_due_at),
            "ended_at": _format_instant(order.ended_at),
            "provider_ref": order.payment_ref,
            "failure": order.failure_message,
        }

    def serialize_transaction(self, transaction: Transaction) -> dict[str, Any]:
        """Return the JSON fields of a ledger transaction."""
        return {
            "id": transaction.id,
            "at": _format_instant(transaction.at),
            "kind": transaction.movement.value,
            "status": transaction.status.value,
            "label": transaction.label.value if transaction.label else None,
            "amount": transaction.amount.decimal,
            "currency": transaction.amount.currency,
            "tax": [
                {"name": tax.name, "rate": tax.percent, "amount": tax.amount.decimal}
                for tax in transaction.tax
            ],
            "provider_ref": transaction.ref,
            "note": transaction.note,
        }

    def serialize_coupon(self, usage: CouponUsage) -> dict[str, Any]:
        """Return the JSON fields of a promo code."""
        coupon = usage.coupon
        return {
            "code": coupon.code,
            "percent": f"{coupon.percent:f}" if coupon.percent is not None else None,
            "amount": coupon.amount.decimal if coupon.amount else None,
            "currency": coupon.amount.currency if coupon.amount else None,
            "products": list(usage.products),
            "limit": coupon.max_redemptions,
            "limit_each": coupon.max_redemptions_per_customer,
            "used": usage.redemptions,
            "starts_at": _format_instant(coupon.starts_at),
            "ends_at": _format_instant(coupon.ends_at),
            "stopped": coupon.is_stopped,
            "of_pack": coupon.from_pack,
        }

    def format_order(self, order: Order) -> tuple[str, ...]:
        """Return the table row of an order (`ORDER_COLUMNS`). Needs a transaction."""
        return (
            str(order.id),
            self._context.format_time(order.created_at),
            self._context.get_viewer_email(order.account_id),
            self._get_product_title(order),
            order.status.value,
            self._get_activity(order),
            f"{order.total.decimal} {order.currency}",
            self._context.format_time(order.expires_at),
            order.auto_renewal.value if order.auto_renewal else "",
        )

    def format_transaction(self, transaction: Transaction) -> tuple[str, ...]:
        """Return the table row of a ledger transaction (`TRANSACTION_COLUMNS`)."""
        return (
            str(transaction.id),
            self._context.format_time(transaction.at),
            transaction.movement.value,
            transaction.status.value,
            f"{transaction.amount.decimal} {transaction.amount.currency}",
            ", ".join(f"{tax.name} {tax.amount.decimal}" for tax in transaction.tax)
            if transaction.taxed
            else "unknown",
            transaction.ref,
        )

    def format_coupon(self, usage: CouponUsage) -> tuple[str, ...]:
        """Return the table row of a promo code (`COUPON_COLUMNS`)."""
        coupon = usage.coupon
        discount = (
            f"{coupon.amount.decimal} {coupon.amount.currency}" if coupon.amount else f"{coupon.percent:f} %"
        )
        return (
            coupon.code,
            discount,
            ", ".join(usage.products) or "everything",
            str(usage.redemptions)
            if coupon.max_redemptions is None
            else f"{usage.redemptions} of {coupon.max_redemptions}",
            "" if coupon.max_redemptions_per_customer is None else str(coupon.max_redemptions_per_customer),
            self._context.format_time(coupon.starts_at),
            self._context.format_time(coupon.ends_at),
            self._get_coupon_state(usage),
        )

    def _get_coupon_state(self, usage: CouponUsage) -> str:
        return _COUPON_STATES[usage.coupon.get_state(self._clock.now(), usage.redemptions)]

    def _get_activity(self, order: Order) -> str:
        return order.activity(self._clock.now(), self._grace).value

    def _get_product_title(self, order: Order) -> str:
        language, product = self._context.billing_settings.language, order.product
        names = (localize(product.name, language), localize(product.participant_name, language))
        return ", ".join(name for name in names if name)


def _format_instant(instant: datetime | None) -> str | None:
    return instant.strftime("%Y-%m-%dT%H:%M:%SZ") if instant else None
