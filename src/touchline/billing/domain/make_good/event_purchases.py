"""What a viewer paid for one event, by order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from touchline.billing.domain.checkout.orders import Order, OrderStatus, ProductKind
from touchline.billing.domain.coverage import Availability, CoveredEvent, grants_access
from touchline.billing.domain.ledger.transactions import Movement, Transaction
from touchline.billing.domain.make_good.make_good_keys import parse_make_good_key
from touchline.shared.ids import AccountId, OrderId
from touchline.shared.money import Money


@dataclass(frozen=True, kw_only=True)
class EventPurchase:
    """A purchase that opened the event.

    `paid` is what was paid for `event_count` events, after discounts and refunds. `share` is the part of one
    event. `left` is what can still be paid back of it. `charge` is the provider's id of the payment.
    """

    order_id: OrderId
    account_id: AccountId
    charge: str
    paid: Money
    event_count: int
    left: Money

    @property
    def share(self) -> Money:
        """The price of the event in this purchase, rounded half up."""
        return Money((2 * self.paid.minor + self.event_count) // (2 * self.event_count), self.paid.currency)


def build_event_purchase(
    order: Order,
    transactions: Sequence[Transaction],
    credited: Money,
    event: CoveredEvent,
    ends_at: datetime,
    events: Sequence[CoveredEvent],
    grace: timedelta,
) -> EventPurchase | None:
    """Return the purchase if this order gave access to the event and money was paid for it.

    The payment is the latest one before the event ended. Refunds and disputes since then reduce what was
    paid, make-goods do not: they only reduce what is left, as do the promo codes (`credited`) that make-goods
    gave for the order. `events` are all events of the channel; those that the order opens in the paid period
    share its price.
    """
    if order.account_id is None or not _opened(order, event, ends_at, grace):
        return None
    charge = _find_charge(order, transactions, ends_at)
    if charge is None:
        return None
    since = [transaction for transaction in transactions if transaction.at >= charge.at]
    back = sum(-transaction.signed_amount for transaction in since if transaction.signed_amount < 0)
    won = sum(
        transaction.signed_amount for transaction in since if transaction.movement is Movement.DISPUTE_WON
    )
    made_good = sum(
        -transaction.signed_amount
        for transaction in since
        if transaction.signed_amount < 0 and parse_make_good_key(transaction.note) is not None
    )
    left = charge.amount.minor - back + won
    paid = left + made_good
    left = min(left - credited.minor, charge.amount.minor)
    if paid <= 0 or left <= 0:
        return None
    currency = charge.amount.currency
    return EventPurchase(
        order_id=order.id,
        account_id=order.account_id,
        charge=charge.ref,
        paid=Money(min(paid, charge.amount.minor), currency),
        event_count=_count_events(order, charge, transactions, event, events),
        left=Money(left, currency),
    )


def _opened(order: Order, event: CoveredEvent, ends_at: datetime, grace: timedelta) -> bool:
    """Return whether the order opened the event while it took place, and was not taken back since."""
    if order.status is not OrderStatus.PAID or order.created_at >= ends_at:
        return False
    if order.ended_at is not None and order.ended_at < ends_at:
        return False
    if order.expires_at is not None and order.expires_at + grace <= event.starts_at:
        return False
    return grants_access(order.grant, event)


def _find_charge(order: Order, transactions: Sequence[Transaction], ends_at: datetime) -> Transaction | None:
    """Return the payment that covers the event: the latest before its end.

    A single event that was paid a little late by a bank counts too.
    """
    charges = [
        transaction
        for transaction in transactions
        if transaction.movement is Movement.CHARGE and transaction.signed_amount > 0
    ]
    before = [charge for charge in charges if charge.at < ends_at]
    if before:
        return max(before, key=lambda charge: charge.at)
    return charges[0] if charges and order.product.kind is not ProductKind.SUBSCRIPTION else None


def _count_events(
    order: Order,
    charge: Transaction,
    transactions: Sequence[Transaction],
    event: CoveredEvent,
    events: Sequence[CoveredEvent],
) -> int:
    """Return how many events the payment was for, at least this one.

    A pass is for the events that it opens from its start to its end, a subscription for those from one
    payment to the next. Canceled and postponed events do not count.
    """
    if order.product.kind is ProductKind.EVENT:
        return 1
    since, until = order.starts_at or order.created_at, order.expires_at
    if order.product.kind is ProductKind.SUBSCRIPTION:
        since = charge.at
        later = [
            transaction.at
            for transaction in transactions
            if transaction.movement is Movement.CHARGE
            and transaction.signed_amount > 0
            and transaction.at > charge.at
        ]
        until = min(later, default=order.expires_at)
    ids = {
        other.id
        for other in events
        if other.availability not in (Availability.CANCELED, Availability.POSTPONED)
        and other.pass_type.costs_money
        and since <= other.starts_at
        and (until is None or other.starts_at < until)
        and grants_access(order.grant, other)
    }
    return len(ids | {event.id})
