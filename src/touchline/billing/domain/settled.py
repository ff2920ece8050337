"""What an order becomes by what the provider says of it now; see `settling` for what is done there before."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta

from touchline.billing.domain.ledger import Movement
from touchline.billing.domain.movements import disputed, lines_of, returned
from touchline.billing.domain.orders import AutoRenewal, Order, OrderStatus
from touchline.billing.domain.payment import Payment, PaymentState, Rhythm
from touchline.billing.domain.refusals import ABANDONED, sentence
from touchline.billing.domain.settling import ATTEMPT, TAKING_UP, waits_until

TOO_LATE = "The payment was not completed in time."
REPLACED = "Another payment for the same was begun."
_SOONEST, _LATEST = timedelta(seconds=30), timedelta(hours=1)
_AFTER_RENEWAL = timedelta(minutes=2)


def settle(order: Order, payment: Payment | None, now: datetime, *, abandoned: bool = False) -> None:
    """Change the order to what the payment says; None: the provider knows of none."""
    if payment is not None and payment.ref:
        order.payment_ref = payment.ref
    if order.status is OrderStatus.CREATED:
        if payment is not None:
            _begin(order, payment, now, abandoned=abandoned)
        elif order.free:
            order.pay(now, expires_at=order.grant.term.end(now))
        elif not order.under_way(now) and now >= order.created_at + (ATTEMPT if abandoned else TAKING_UP):
            order.fail(*_why(None, abandoned=abandoned))
    if payment is not None and order.status is OrderStatus.PAID:
        _go_on(order, payment, now)


def when_to_look(order: Order, now: datetime, grace: timedelta) -> datetime | None:
    """When to compare the order with the provider again although nothing was heard; None: never."""
    if order.under_way(now):
        return order.attempt_until
    if order.status is OrderStatus.CREATED:
        step = min(max((now - order.created_at) / 4, _SOONEST), _LATEST)
        last = waits_until(order)
        return min(now + step, last) if now < last else now + step
    if order.auto_renewal is AutoRenewal.PROCESSING:
        return now + _SOONEST
    if order.status is not OrderStatus.PAID or not order.renews or order.expires_at is None:
        return None
    if now < order.expires_at:
        return order.expires_at + _AFTER_RENEWAL
    return max(min(now + _LATEST, order.expires_at + grace), now + _AFTER_RENEWAL)


def _begin(order: Order, payment: Payment, now: datetime, *, abandoned: bool) -> None:
    order.client_secret = payment.client_secret if payment.state is PaymentState.ACTION else None
    if payment.state is PaymentState.FAILED:
        order.fail(*_why(payment, abandoned=abandoned))
    elif payment.state is PaymentState.PAID:
        if payment.rhythm:
            order.pay(payment.rhythm.since, expires_at=payment.rhythm.until)
            order.auto_renewal = AutoRenewal.ACTIVE
        else:
            at = min([now, *(one.at for one in payment.charges if one.paid)])
            order.pay(at, expires_at=order.grant.term.end(at))


def _why(payment: Payment | None, *, abandoned: bool) -> tuple[str, str]:
    """Code and sentence of the failure: what the provider said of the card, else what we did ourselves."""
    if payment is not None and payment.failure_code not in (None, ABANDONED):
        return str(payment.failure_code), payment.failure_message or sentence(payment.failure_code)
    return ("replaced", REPLACED) if abandoned else ("timeout", TOO_LATE)


def _go_on(order: Order, payment: Payment, now: datetime) -> None:
    if returned(payment):
        order.refund(max(_times(order, payment, Movement.REFUND), default=now))
        return
    fights = _times(order, payment, Movement.DISPUTE)
    if disputed(payment):
        order.end(max(fights, default=now))
    elif order.ended_at in fights:
        order.reopen()
    if payment.rhythm:
        _renew(order, payment.rhythm, fights)


def _renew(order: Order, rhythm: Rhythm, fights: Collection[datetime]) -> None:
    """The paid time only grows: a reading that is older than what we know takes nothing away. A dispute ends
    the subscription at the provider: by that end alone what was paid is not closed, so that winning opens it.
    """
    order.starts_at = rhythm.since
    order.expires_at = max(order.expires_at or rhythm.until, rhythm.until)
    order.past_due_at = rhythm.past_due_at
    over = rhythm.ended_at
    if over is not None and over < order.expires_at and not any(at <= over for at in fights):
        order.end(over)
    elif over is not None or order.ended_at is not None:
        order.stop()
    elif order.renew_wanted is None or order.renew_wanted is not rhythm.stops:
        order.auto_renewal = AutoRenewal.CANCELLED if rhythm.stops else AutoRenewal.ACTIVE
        order.renew_wanted = None


def _times(order: Order, payment: Payment, movement: Movement) -> Collection[datetime]:
    return [line.at for line in lines_of(order, payment) if line.movement is movement]
