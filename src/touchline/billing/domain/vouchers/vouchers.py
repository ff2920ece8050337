"""Vouchers: the codes of a gift or of a group purchase. Each code opens the product of its order once."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from touchline.billing.domain.checkout.charge_limits import amount_step
from touchline.billing.domain.checkout.orders import Order, OrderStatus
from touchline.shared.defaults import LANGUAGE
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import RefusedError
from touchline.shared.ids import OrderId
from touchline.shared.money import Money

MAX_VOUCHERS = 200
"""How many codes one order can buy."""
MAX_MESSAGE = 500
VOUCHER_REDEEMED = ErrorMessage(
    "errors.voucher_redeemed", "This code has been redeemed, so it can no longer be refunded."
)


class VoucherState(StrEnum):
    """State of a voucher. `pending` is not paid yet, `scheduled` has an email that is not sent yet, `sent`
    was emailed, `ready` is a code without an email.
    """

    PENDING = "pending"
    SCHEDULED = "scheduled"
    SENT = "sent"
    READY = "ready"
    REDEEMED = "redeemed"
    CANCELED = "canceled"


@dataclass(frozen=True, kw_only=True)
class GiftRequest:
    """What a buyer asks for: `quantity` codes, or one code that is emailed to `email`.

    `send_at` is when to send the email, None for at once. `language` is the language of the email.
    """

    quantity: int = 1
    email: str | None = None
    recipient: str | None = None
    message: str | None = None
    language: str = LANGUAGE
    send_at: datetime | None = None


@dataclass(kw_only=True)
class Voucher:
    """One code of an order.

    `number` counts from 1 within the order. `code_version` grows when the code is replaced, so that an email
    to a wrong address opens nothing. `redeemed_order_id` is the order of the account that redeemed the code.
    """

    order_id: OrderId
    number: int
    code_hash: str
    language: str
    id: int = 0
    code_version: int = 1
    email: str | None = None
    recipient: str | None = None
    message: str | None = None
    send_at: datetime | None = None
    sent_at: datetime | None = None
    redeemed_order_id: OrderId | None = None
    redeemed_at: datetime | None = None
    canceled_at: datetime | None = None


def get_voucher_state(voucher: Voucher, order: Order) -> VoucherState:
    """Return the state of a voucher of an order."""
    if voucher.redeemed_order_id is not None:
        return VoucherState.REDEEMED
    if order.status is OrderStatus.CREATED:
        return VoucherState.PENDING
    if not is_redeemable(voucher, order):
        return VoucherState.CANCELED
    if voucher.email is None:
        return VoucherState.READY
    return VoucherState.SENT if voucher.sent_at else VoucherState.SCHEDULED


def is_redeemable(voucher: Voucher, order: Order) -> bool:
    """Return whether the code opens the product: its order is paid, not refunded, and not in dispute."""
    is_open = order.status is OrderStatus.PAID and order.ended_at is None and not order.refund_due
    return is_open and voucher.canceled_at is None and voucher.redeemed_order_id is None


def calculate_share(total: Money, voucher_count: int, numbers: Collection[int]) -> Money:
    """Return the part of an order's total that some of its vouchers cost.

    Cents that cannot be divided belong to the first vouchers, so that all shares add up to the total. Each
    share is an amount that can be refunded to a card.
    """
    step = amount_step(total.currency)
    share, rest = divmod(total.minor // step, voucher_count)
    units = share * len(numbers) + sum(number <= rest for number in numbers)
    return Money(units * step, total.currency)


def ensure_none_redeemed(vouchers: Collection[Voucher]) -> None:
    """Raise `RefusedError` if a code has been redeemed."""
    if any(voucher.redeemed_order_id is not None for voucher in vouchers):
        raise RefusedError(VOUCHER_REDEEMED)
