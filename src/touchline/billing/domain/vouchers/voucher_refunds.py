"""Refunds of canceled codes. The canceled codes of an order say what is due, and the provider's refunds say
what is done, so nothing else is stored.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from touchline.billing.domain.checkout.orders import Order, OrderStatus
from touchline.billing.domain.checkout.payments import Payment
from touchline.billing.domain.ledger.payment_transactions import refundable_amount
from touchline.billing.domain.vouchers.vouchers import Voucher, calculate_share
from touchline.shared.money import Money


@dataclass(frozen=True, kw_only=True)
class VoucherRefund:
    """Refund of codes that were canceled together. `key` is its idempotency key at the provider. `charge` is
    the charge to refund, once it is known.
    """

    key: str
    amount: Money
    charge: str = ""


def get_cancellation_time(vouchers: Collection[Voucher], now: datetime) -> datetime:
    """Return the time of a new cancellation: now, but later than each earlier one of the order.

    Codes with the same time were canceled together, and are refunded together.
    """
    canceled = [voucher.canceled_at for voucher in vouchers if voucher.canceled_at is not None]
    return max([now, *(at + timedelta(microseconds=1) for at in canceled)])


def list_voucher_refunds(order: Order, vouchers: Collection[Voucher]) -> list[VoucherRefund]:
    """Return the refunds that the canceled codes of an order require, oldest first."""
    numbers: dict[datetime, list[int]] = {}
    for voucher in vouchers:
        if voucher.canceled_at is not None:
            numbers.setdefault(voucher.canceled_at, []).append(voucher.number)
    return [
        VoucherRefund(
            key=f"vouchers-{order.uuid}-{min(canceled)}",
            amount=calculate_share(order.total, order.voucher_count, canceled),
        )
        for _, canceled in sorted(numbers.items())
    ]


def list_due_refunds(order: Order, payment: Payment, refunds: Sequence[VoucherRefund]) -> list[VoucherRefund]:
    """Return the refunds that the provider does not have yet, each at most what is left of the charge.

    An order with `refund_due` has none, because all its money is refunded at once.
    """
    if order.refund_due or order.status is OrderStatus.FAILED:
        return []
    done = {reversal.key for charge in payment.charges for reversal in charge.reversals}
    charge = next((charge for charge in payment.charges if refundable_amount(charge) > 0), None)
    left, due = refundable_amount(charge) if charge else 0, []
    for refund in refunds:
        minor = min(refund.amount.minor, left)
        if charge and minor and refund.key not in done:
            due.append(replace(refund, amount=Money(minor, refund.amount.currency), charge=charge.ref))
            left -= minor
    return due
