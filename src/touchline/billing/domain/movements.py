"""The lines that the provider's movements of money make in the ledger of an order."""

from __future__ import annotations

from collections.abc import Iterator

from touchline.billing.domain.ledger import Label, Movement, Transaction
from touchline.billing.domain.orders import Kind, Order, OrderStatus
from touchline.billing.domain.payment import Charged, Payment, Refunded


def lines_of(order: Order, payment: Payment) -> list[Transaction]:
    """All lines of a payment, oldest charge first, without their taxes; nothing moved makes no line."""
    return [line for charge in payment.charges for line in _lines(order, charge) if line.amount.minor]


def left_of(charge: Charged) -> int:
    """What was not given back of a paid charge, in minor units; what a dispute took cannot be given back."""
    gone = sum(one.amount.minor for one in charge.returned if not one.won)
    back = sum(one.amount.minor for one in charge.returned if one.won)
    return charge.amount.minor - gone + back if charge.paid else 0


def returned(payment: Payment) -> bool:
    """Whether all the money that was paid was given back. A refund that could not be paid out came back to
    us, so it counts nothing."""
    paid = sum(charge.amount.minor for charge in payment.charges if charge.paid)
    gone = _sum(payment, dispute=False)
    return 0 < gone >= paid


def disputed(payment: Payment) -> bool:
    """Whether the viewer's bank took money back, and we have not won it again."""
    return _sum(payment, dispute=True) > 0


def _sum(payment: Payment, *, dispute: bool) -> int:
    """What left us by refunds, or by disputes, less what came again."""
    moved = (one for charge in payment.charges for one in charge.returned if one.dispute is dispute)
    return sum(-one.amount.minor if one.won else one.amount.minor for one in moved)


def _lines(order: Order, charge: Charged) -> Iterator[Transaction]:
    yield Transaction(
        order_id=order.id,
        movement=Movement.CHARGE,
        status=OrderStatus.PAID if charge.paid else OrderStatus.FAILED,
        amount=charge.amount,
        ref=charge.ref,
        at=charge.at,
        label=_label(order, charge),
        note=charge.failure,
    )
    for one in charge.returned:
        yield Transaction(
            order_id=order.id,
            movement=_movement(one),
            status=OrderStatus.PAID if one.won else OrderStatus.REFUNDED,
            amount=one.amount,
            ref=one.ref,
            at=one.at,
        )


def _label(order: Order, charge: Charged) -> Label | None:
    if order.product.kind is not Kind.SUBSCRIPTION:
        return None
    return Label.UPDATED if charge.renewal else Label.CREATED


def _movement(one: Refunded) -> Movement:
    if one.won:
        return Movement.DISPUTE_WON
    return Movement.DISPUTE if one.dispute else Movement.REFUND
