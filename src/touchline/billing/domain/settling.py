"""Bringing an order in line with what the provider says of it now: what is still to be done at the provider.

Nothing here depends on what was heard before, in which order, or how often: the same state of the provider
makes the same order. What the order becomes is `settled.settle`'s.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from enum import StrEnum

from touchline.billing.domain.movements import disputed, left_of, returned
from touchline.billing.domain.orders import Order, OrderStatus
from touchline.billing.domain.payment import Charged, Payment, PaymentState, Rhythm

AUTHENTICATION = timedelta(hours=24)
"""How long an order waits for the viewer's bank (api.md, "Closed questions, Money")."""
ATTEMPT = timedelta(seconds=45)
"""How long somebody may be talking to the provider about a payment before he is taken for dead, and his call
with him."""
TAKING_UP = timedelta(minutes=10)
"""How long after the press of Pay an attempt that was broken off is taken up again; later nobody expects
it."""


class Act(StrEnum):
    """What is to be done at the provider: ask for the money (again, with the same words), make sure that
    nothing is charged, give back what is owed, end a subscription, tell it whether to renew."""

    CHARGE = "charge"
    GIVE_UP = "give up"
    REFUND = "refund"
    END = "end"
    SWITCH = "switch"


def next_act(
    order: Order,
    payment: Payment | None,
    now: datetime,
    grace: timedelta,
    *,
    abandoned: bool = False,
    done: Collection[Act] = (),
) -> Act | None:
    """What to do next; None: the order can be settled. `payment` None: the provider knows of none.

    `abandoned`: the viewer does not wait for it any more. `done` is not asked for again.
    """
    if payment is None:
        act = Act.CHARGE if _to_be_charged(order, now, abandoned=abandoned) else None
    elif _opens_nothing(order):
        act = _of_failed(order, payment)
    elif order.status is OrderStatus.CREATED and payment.state is not PaymentState.PAID:
        act = _of_created(order, payment, now, abandoned=abandoned)
    else:  # also one that is found to be paid, and may have been given back meanwhile
        act = _of_paid(order, payment, now, grace)
    return None if act in done else act


def waits_until(order: Order) -> datetime:
    """How long an order waits for the viewer's bank: a day, but not beyond the end of what it opens."""
    longest = order.created_at + AUTHENTICATION
    return min(longest, order.grant.term.until or longest)


def owed(order: Order, payment: Payment) -> list[Charged]:
    """The charges to be given back: all of an order that opens nothing or whose refund is due, and what was
    charged after the end of one that ended before the provider could be told."""
    nothing = _opens_nothing(order) or order.refund_due
    return [one for one in payment.charges if left_of(one) > 0 and (nothing or _too_late(order, one))]


def _opens_nothing(order: Order) -> bool:
    """Whether it failed, or its viewer closed the account before it was known to be paid."""
    nobodys = order.status is OrderStatus.CREATED and order.account_id is None
    return nobodys or order.status is OrderStatus.FAILED


def _too_late(order: Order, charge: Charged) -> bool:
    """What opened the order was in time, whatever the two clocks say."""
    opened = not charge.renewal and not order.trial_days
    return order.ended_at is not None and charge.at > order.ended_at and not opened


def _to_be_charged(order: Order, now: datetime, *, abandoned: bool) -> bool:
    """Whether an attempt was broken off before the provider knew of it, and is to be taken up again."""
    waits = order.status is OrderStatus.CREATED and not order.under_way(now) and not order.free
    return waits and not abandoned and order.account_id is not None and now < order.created_at + TAKING_UP


def _of_created(order: Order, payment: Payment, now: datetime, *, abandoned: bool) -> Act | None:
    """A payment whose card was refused is over, too: trying again is a new order."""
    open_still = payment.state in (PaymentState.ACTION, PaymentState.PENDING)
    refused = payment.state is PaymentState.PENDING and payment.failure_code is not None
    too_long = now >= waits_until(order)
    return Act.GIVE_UP if open_still and (refused or too_long or abandoned) else None


def _of_failed(order: Order, payment: Payment) -> Act | None:
    """It was told to the viewer that nothing is charged, or there is no viewer any more: so nothing is."""
    if _runs(payment):
        return Act.END
    if payment.state in (PaymentState.ACTION, PaymentState.PENDING):
        return Act.GIVE_UP
    return Act.REFUND if owed(order, payment) else None


def _of_paid(order: Order, payment: Payment, now: datetime, grace: timedelta) -> Act | None:
    rhythm = payment.rhythm
    if rhythm is None or rhythm.ended_at is not None:
        return Act.REFUND if owed(order, payment) else None
    unpaid = rhythm.past_due_at is not None and now >= rhythm.until + grace
    over = order.status is OrderStatus.REFUNDED or order.ended_at is not None or order.refund_due
    if unpaid or over or returned(payment) or disputed(payment) or _renews_unwanted(order, rhythm):
        return Act.END
    if order.renew_wanted is not None and order.renew_wanted is rhythm.stops:
        return Act.SWITCH
    return None


def _renews_unwanted(order: Order, rhythm: Rhythm) -> bool:
    """Whether a renewal's money is asked for although the viewer was told that nothing is charged any more:
    to stop at the end of a period that has begun would be too late."""
    unwanted = order.renew_wanted is False or (rhythm.stops and order.renew_wanted is None)
    return unwanted and (rhythm.asking or rhythm.past_due_at is not None)


def _runs(payment: Payment) -> bool:
    """Whether a subscription has begun and goes on."""
    begun = payment.state is PaymentState.PAID
    return begun and payment.rhythm is not None and payment.rhythm.ended_at is None
