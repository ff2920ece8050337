"""The provider's side of settling; each call takes its time, so none stands in a transaction."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from touchline.billing.application.settle_order import LineName, Seen
from touchline.billing.domain.ledger import Movement
from touchline.billing.domain.movements import left_of
from touchline.billing.domain.orders import Order, OrderStatus
from touchline.billing.domain.payment import Payment, PaymentState
from touchline.billing.domain.settling import Act, owed
from touchline.billing.domain.taxes import TaxLine
from touchline.billing.ports.payments import Payments, PaymentsUnavailable, WantedSubscription
from touchline.billing.ports.taxes import Taxes
from touchline.shared.errors import Refused
from touchline.shared.money import Money

_MAY_BE_UNKNOWN = (OrderStatus.CREATED, OrderStatus.FAILED)
log = logging.getLogger(__name__)


class Provider:
    """Reads how an order stands at the provider, and does there what settling asks for. All raise
    `PaymentsUnavailable`."""

    def __init__(self, payments: Payments, taxes: Taxes) -> None:
        self._payments = payments
        self._taxes = taxes

    def look(self, seen: Seen) -> Payment | None:
        """The payment as it is now; None where the provider knows of none. An answer that was lost is found
        by the order's uuid."""
        order = seen.order
        if order.payment_ref is not None:
            return self._payments.look(order.payment_ref)
        if seen.customer is None or order.free or order.status not in _MAY_BE_UNKNOWN:
            return None
        return self._payments.find(seen.customer, order.uuid)

    def ask(self, seen: Seen) -> Payment:
        """Ask for the money: the first time or again. What the provider will not do is a payment that
        failed."""
        assert seen.words is not None
        try:
            if isinstance(seen.words, WantedSubscription):
                return self._payments.subscribe(seen.words)
            return self._payments.charge(seen.words)
        except Refused as refused:
            return Payment(
                ref="",
                order=seen.order.uuid,
                state=PaymentState.FAILED,
                failure_code="refused",
                failure_message=refused.message,
            )

    def pay_with(self, seen: Seen, payment: Payment, card: str) -> Payment:
        """Pay with another card what waits for the viewer's bank; answers how the payment stands after it."""
        assert seen.customer is not None
        return self._payments.pay_with(payment.ref, seen.customer, card)

    def do(self, act: Act, order: Order, payment: Payment) -> Payment:
        """Do one thing; answers how the payment stands after it. What is refused stays as it is."""
        if not payment.ref:
            return payment
        try:
            return self._do(act, order, payment)
        except Refused:
            log.warning("the provider refused to %s order %s", act.value, order.id)
            return self._payments.look(payment.ref)

    def taxes_of(self, seen: Seen, payment: Payment | None) -> dict[LineName, Sequence[TaxLine]]:
        """The taxes within the lines that have none yet, as far as they can be found out now."""
        charged = [one for one in seen.to_be_taxed(payment) if one.movement is Movement.CHARGE]
        found: dict[LineName, Sequence[TaxLine]] = {}
        try:
            for line in charged:
                found[line.movement, line.ref] = self._taxes.within(line.amount, seen.order.country)
        except PaymentsUnavailable:
            log.warning("the taxes of %s lines of the ledger are not known yet", len(charged) - len(found))
        return {**found, **seen.taxes_given_back(payment, found)}

    def _do(self, act: Act, order: Order, payment: Payment) -> Payment:
        if act is Act.GIVE_UP:
            return self._payments.give_up(payment.ref)
        if act is Act.END:
            return self._payments.end(payment.ref)
        if act is Act.SWITCH:
            return self._payments.renew(payment.ref, on=bool(order.renew_wanted))
        for charge in owed(order, payment):
            back = Money(left_of(charge), charge.amount.currency)
            self._payments.refund(charge.ref, back, f"back-{order.uuid}-{charge.ref}-{back.minor}")
        return self._payments.look(payment.ref)
