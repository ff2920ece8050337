"""`TOUCHLINE_PAYMENTS=stripe` and `fake`: Stripe by its SDK, or the stand-in that speaks its protocol.

Ours are the orders; Stripe is told an order's name with everything (`metadata.order`), keeps the money, and
is asked how things stand. Decision 24 says why.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import stripe

from adapters.payments.stripe_amounts import asked
from adapters.payments.stripe_charges import StripeCharges
from adapters.payments.stripe_client import Line, gone, name_of, once
from adapters.payments.stripe_notices import StripeNotices
from adapters.payments.stripe_subscriptions import StripeSubscriptions
from adapters.payments.stripe_wallet import StripeWallet
from touchline.billing.domain.refusals import DISPUTED, NOT_LEFT
from touchline.billing.ports.payments import Payment, Wanted, WantedSubscription
from touchline.shared.errors import Refused
from touchline.shared.money import Money

if TYPE_CHECKING:
    from stripe.params._refund_create_params import RefundCreateParams


class StripePayments(StripeWallet, StripeNotices):
    """`Payments`, `Wallet` and `Notices` by one account at Stripe. A payment's name says what it is: `pi_…`
    was made once, `sub_…` comes again."""

    def __init__(self, line: Line, webhook_secret: str) -> None:
        StripeWallet.__init__(self, line)
        StripeNotices.__init__(self, line, webhook_secret)
        self._once = StripeCharges(line)
        self._again = StripeSubscriptions(line)

    def charge(self, wanted: Wanted) -> Payment:
        """Take money once."""
        return self._once.charge(wanted)

    def subscribe(self, wanted: WantedSubscription) -> Payment:
        """Take money again and again."""
        return self._again.subscribe(wanted)

    def look(self, ref: str) -> Payment:
        """How it stands now."""
        return self._of(ref).look(ref)

    def find(self, customer: str, order: str) -> Payment | None:
        """What was asked for with this order; None where the customer is gone."""
        with self._line.asking("find a payment"):
            try:
                return self._once.find(customer, order) or self._again.find(customer, order)
            except stripe.InvalidRequestError as error:
                if not gone(error):
                    raise
                return None

    def pay_with(self, ref: str, customer: str, card: str) -> Payment:
        """With another card."""
        kind = self._of(ref)
        if isinstance(kind, StripeSubscriptions):
            return kind.pay_with(ref, customer, card)
        return kind.pay_with(ref, card)

    def give_up(self, ref: str) -> Payment:
        """Nothing will be charged, unless it was."""
        return self._of(ref).give_up(ref)

    def renew(self, ref: str, *, on: bool) -> Payment:
        """A subscription goes on, or stops at the end of what is paid."""
        return self._again.renew(ref, on=on)

    def end(self, ref: str) -> Payment:
        """A subscription is over at once."""
        return self._again.end(ref)

    def refund(self, charge: str, amount: Money, key: str) -> None:
        """Give back (a part of) a charge; `Refused` where that much is not left."""
        minor, _ = asked(amount)
        with self._line.asking("refund"):
            try:
                whole = self._whole(charge)
                self._line.v1.refunds.create({**whole, "amount": minor}, once(f"refund-{key}"))
            except stripe.InvalidRequestError as error:
                if error.code == "charge_disputed":
                    raise Refused(DISPUTED, code="errors.refund") from None
                if error.code == "charge_already_refunded" or error.param == "amount":
                    raise Refused(NOT_LEFT, code="errors.refund") from None
                raise

    def check(self) -> None:
        """One small question with our key."""
        with self._line.asking("check"):
            self._line.v1.events.list({"limit": 1})

    def _of(self, ref: str) -> StripeCharges | StripeSubscriptions:
        return self._again if ref.startswith("sub_") else self._once

    def _whole(self, charge: str) -> RefundCreateParams:
        """What a line of our ledger (see `stripe_lines.charges_of`) is at Stripe."""
        ref, _, attempt = charge.partition(":")
        if attempt:
            return {"charge": attempt}
        if not ref.startswith("in_"):
            return {"payment_intent": ref}
        paid = self._line.v1.invoice_payments.list({"invoice": ref, "status": "paid"}).data
        intent = next(
            (name for each in paid if (name := name_of(getattr(each.payment, "payment_intent", None)))), ""
        )
        return {"payment_intent": intent}
