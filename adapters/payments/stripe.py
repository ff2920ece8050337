"""`TOUCHLINE_PAYMENTS=stripe` and `fake`: Stripe by its SDK, or the stand-in that speaks its protocol.

Ours are the orders; Stripe is told an order's name with everything (`metadata.order`), keeps the money, and
is asked how things stand. Decision 24 says why.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import stripe

from adapters.payments.stripe_amounts import to_stripe
from adapters.payments.stripe_charges import StripeCharges
from adapters.payments.stripe_client import StripeConnection, get_id, idempotency_options, is_missing
from adapters.payments.stripe_subscriptions import StripeSubscriptions
from adapters.payments.stripe_wallet import StripeWallet
from adapters.payments.stripe_webhooks import StripeWebhookEvents
from touchline.billing.domain.checkout.declines import DISPUTED, NOT_REFUNDABLE
from touchline.billing.ports.payments import Payment, PaymentRequest, SubscriptionRequest
from touchline.shared.errors import RefusedError
from touchline.shared.money import Money

if TYPE_CHECKING:
    from stripe.params._refund_create_params import RefundCreateParams


class StripePayments(StripeWallet, StripeWebhookEvents):
    """`Payments`, `Wallet` and `WebhookEvents` by one account at Stripe. A payment's name says what it is:
    `pi_…` was made once, `sub_…` comes again."""

    def __init__(self, connection: StripeConnection, webhook_secret: str) -> None:
        StripeWallet.__init__(self, connection)
        StripeWebhookEvents.__init__(self, connection, webhook_secret)
        self._charges = StripeCharges(connection)
        self._subscriptions = StripeSubscriptions(connection)

    def charge(self, payment_request: PaymentRequest) -> Payment:
        """Take money once."""
        return self._charges.charge(payment_request)

    def subscribe(self, payment_request: SubscriptionRequest) -> Payment:
        """Take money again and again."""
        return self._subscriptions.subscribe(payment_request)

    def retrieve(self, ref: str) -> Payment:
        """How it stands now."""
        return self._get_adapter(ref).retrieve(ref)

    def find(self, customer: str, order: str) -> Payment | None:
        """What was asked for with this order; None where the customer is gone."""
        with self._connection.translate_errors("find a payment"):
            try:
                return self._charges.find(customer, order) or self._subscriptions.find(customer, order)
            except stripe.InvalidRequestError as error:
                if not is_missing(error):
                    raise
                return None

    def confirm_with_card(self, ref: str, customer: str, card: str) -> Payment:
        """With another card."""
        kind = self._get_adapter(ref)
        if isinstance(kind, StripeSubscriptions):
            return kind.confirm_with_card(ref, customer, card)
        return kind.confirm_with_card(ref, card)

    def cancel_unpaid(self, ref: str) -> Payment:
        """Nothing will be charged, unless it was."""
        return self._get_adapter(ref).cancel_unpaid(ref)

    def set_auto_renewal(self, ref: str, *, enabled: bool) -> Payment:
        """A subscription goes on, or stops at the end of what is paid."""
        return self._subscriptions.set_auto_renewal(ref, enabled=enabled)

    def cancel_subscription(self, ref: str) -> Payment:
        """A subscription is over at once."""
        return self._subscriptions.cancel_subscription(ref)

    def refund(self, charge: str, amount: Money, key: str) -> None:
        """Give back (a part of) a charge; `RefusedError` where that much is not left."""
        minor, _ = to_stripe(amount)
        with self._connection.translate_errors("refund"):
            try:
                target = self._get_refund_target(charge)
                self._connection.v1.refunds.create(
                    {**target, "amount": minor}, idempotency_options(f"refund-{key}")
                )
            except stripe.InvalidRequestError as error:
                if error.code == "charge_disputed":
                    raise RefusedError(DISPUTED, code="errors.refund") from None
                if error.code == "charge_already_refunded" or error.param == "amount":
                    raise RefusedError(NOT_REFUNDABLE, code="errors.refund") from None
                raise

    def check(self) -> None:
        """One small question with our key."""
        with self._connection.translate_errors("check"):
            self._connection.v1.events.list({"limit": 1})

    def _get_adapter(self, ref: str) -> StripeCharges | StripeSubscriptions:
        return self._subscriptions if ref.startswith("sub_") else self._charges

    def _get_refund_target(self, charge: str) -> RefundCreateParams:
        """What a line of our ledger (see `stripe_lines.charges_of`) is at Stripe."""
        ref, _, charge_id = charge.partition(":")
        if charge_id:
            return {"charge": charge_id}
        if not ref.startswith("in_"):
            return {"payment_intent": ref}
        paid = self._connection.v1.invoice_payments.list({"invoice": ref, "status": "paid"}).data
        intent = next(
            (name for each in paid if (name := get_id(getattr(each.payment, "payment_intent", None)))), ""
        )
        return {"payment_intent": intent}
