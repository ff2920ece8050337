"""Settling: the only writer of an order's status. What the provider says now is applied to the order and its
ledger, in one transaction, unless somebody changed the order since it was looked at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from touchline.billing.application.receipts import has_paper
from touchline.billing.application.telling import Telling
from touchline.billing.application.words import words_of
from touchline.billing.domain.ledger import Movement, Transaction
from touchline.billing.domain.movements import lines_of
from touchline.billing.domain.orders import Order, OrderStatus
from touchline.billing.domain.payment import Payment
from touchline.billing.domain.settled import settle, when_to_look
from touchline.billing.domain.taxes import TaxLine, taxes_like
from touchline.billing.ports.channel_facts import ChannelFacts
from touchline.billing.ports.customers import Customers, Trials
from touchline.billing.ports.orders import Ledger, Orders
from touchline.billing.ports.payments import Wanted, WantedSubscription
from touchline.shared.clock import Clock
from touchline.shared.ids import OrderId

LineName = tuple[Movement, str]
_TAXES_AGAIN = timedelta(minutes=10)


@dataclass(frozen=True)
class Seen:
    """An order as it was when it was looked at, outside of any transaction since. `customer`: the viewer at
    the provider; `words`: what it is asked for with; `lines`: its ledger."""

    order: Order
    customer: str | None
    words: Wanted | WantedSubscription | None
    lines: Sequence[Transaction]

    def to_be_taxed(self, payment: Payment | None) -> list[Transaction]:
        """The lines whose taxes are to be found: new ones, and those that were left open."""
        known = {_name(line) for line in self.lines}
        new = [line for line in lines_of(self.order, payment) if _name(line) not in known] if payment else []
        return [line for line in new if has_paper(line)] + [line for line in self.lines if not line.taxed]

    def taxes_given_back(
        self, payment: Payment | None, found: Mapping[LineName, Sequence[TaxLine]]
    ) -> dict[LineName, Sequence[TaxLine]]:
        """The taxes within refunds: those of their charges, whatever the rates are by now. Of a charge whose
        taxes are not known (`found`, or written already) nothing can be said yet."""
        known = {_name(line): line.tax for line in self.lines if line.taxed} | dict(found)
        charge_of = {
            back.ref: (Movement.CHARGE, charge.ref)
            for charge in (payment.charges if payment else ())
            for back in charge.returned
        }
        return {
            _name(line): taxes_like(line.amount, known[charge_of[line.ref]])
            for line in self.to_be_taxed(payment)
            if line.movement is Movement.REFUND and charge_of.get(line.ref) in known
        }


class SettleOrder:
    """Looks at an order, and later writes what came of it; each in a transaction of the order's channel."""

    def __init__(
        self,
        orders: Orders,
        ledger: Ledger,
        customers: Customers,
        trials: Trials,
        channel: ChannelFacts,
        telling: Telling,
        clock: Clock,
        grace: timedelta,
    ) -> None:
        self._orders = orders
        self._ledger = ledger
        self._customers = customers
        self._trials = trials
        self._channel = channel
        self._telling = telling
        self._clock = clock
        self.grace = grace

    def see(self, order_id: OrderId) -> Seen | None:
        """The order as it is; None where there is none of that id."""
        order = self._orders.get(order_id)
        return self._seen(order) if order else None

    def claim(self, seen: Seen, until: datetime) -> Seen | None:
        """Say that we talk to the provider about it until then; None where the order has changed."""
        order = self._orders.locked(seen.order.id)
        if order is None or order.version != seen.order.version:
            return None
        order.attempt_until = order.look_at = until
        self._orders.save(order)
        return self._seen(order)

    def let_be(self, order_id: OrderId) -> None:
        """We do not talk about it any more, and do not know what came of it."""
        order = self._orders.locked(order_id)
        if order is not None and order.status is OrderStatus.CREATED:
            order.attempt_until = None
            order.look_at = self._clock.now()
            self._orders.save(order)

    def write(
        self,
        seen: Seen,
        payment: Payment | None,
        taxes: Mapping[LineName, Sequence[TaxLine]],
        *,
        abandoned: bool = False,
    ) -> bool:
        """Apply what the provider said; False where the order has changed: look again."""
        order = self._orders.locked(seen.order.id)
        if order is None or order.version != seen.order.version:
            return False
        before, now = replace(order), self._clock.now()
        settle(order, payment, now, abandoned=abandoned)
        written = self._write_lines(lines_of(order, payment) if payment else [], seen, taxes)
        if before.status is not order.status and order.status is OrderStatus.FAILED and order.trial_days:
            self._trials.release(order.uuid)
        if order.look_at == seen.order.look_at:  # else somebody wants it looked at again
            order.look_at = when_to_look(order, now, self.grace)
        if _some_untaxed(seen.lines, written, taxes):
            again = now + _TAXES_AGAIN
            order.look_at = min(order.look_at or again, again)
        if order != before:
            self._orders.save(order)
        self._telling(before.status, order, written)
        return True

    def _seen(self, order: Order) -> Seen:
        customer = self._customers.of(order.account_id) if order.account_id is not None else None
        shop = self._channel.shop()
        words = words_of(order, shop.id, customer, shop.language) if customer else None
        return Seen(replace(order), customer, words, list(self._ledger.of([order.id]).get(order.id, ())))

    def _write_lines(
        self, lines: Sequence[Transaction], seen: Seen, taxes: Mapping[LineName, Sequence[TaxLine]]
    ) -> list[Transaction]:
        written = []
        for line in lines:
            found = taxes.get(_name(line))
            taxed = replace(line, tax=tuple(found or ()), taxed=found is not None or not has_paper(line))
            kept = self._ledger.write(taxed)
            if kept is not None:
                written.append(replace(taxed, id=kept))
        for line in seen.lines:
            if not line.taxed and _name(line) in taxes:
                self._ledger.tax(line.id, taxes[_name(line)])
        return written


def _name(line: Transaction) -> LineName:
    return line.movement, line.ref


def _some_untaxed(
    known: Sequence[Transaction], written: Sequence[Transaction], taxes: Mapping[LineName, Sequence[TaxLine]]
) -> bool:
    """Whether the taxes of a line are still to be found out."""
    return any(not line.taxed and _name(line) not in taxes for line in (*known, *written))
