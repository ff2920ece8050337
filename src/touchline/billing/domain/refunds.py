"""What an operator gives back of an order's money."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from touchline.billing.domain.movements import left_of
from touchline.billing.domain.orders import Order
from touchline.billing.domain.payment import Charged, Payment
from touchline.shared.errors import Refused
from touchline.shared.money import Money


@dataclass(frozen=True)
class Refund:
    """`amount` of the charge `charge` goes back; `left` is what could. `key` makes it happen once, however
    often it is asked for in these words."""

    charge: str
    amount: Money
    left: Money
    key: str


def plan(order: Order, payment: Payment, amount: Money | None, charge: str | None = None) -> Refund:
    """Give back `amount` (None: all that is left) of one charge: the named one, else the last that has
    anything left. `Refused` where that cannot be."""
    found = _charge(payment.charges, charge)
    left = Money(left_of(found), found.amount.currency)
    wanted = amount or left
    if wanted.currency != left.currency or not 0 < wanted.minor <= left.minor:
        raise Refused(f"At most {left.decimal} {left.currency} of this payment can be paid back.")
    gone = found.amount.minor - left.minor
    return Refund(found.ref, wanted, left, f"refund-{order.uuid}-{found.ref}-{gone}-{wanted.minor}")


def _charge(charges: Sequence[Charged], ref: str | None) -> Charged:
    for one in reversed(charges):
        if left_of(one) > 0 and ref in (None, one.ref):
            return one
    raise Refused("Nothing is left that could be paid back.")
