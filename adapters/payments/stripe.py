"""Payment providers `stripe` and `fake` (`TOUCHLINE_PAYMENTS`), both with Stripe's SDK.

`fake` uses the fake Stripe, which implements Stripe's protocol. Touchline keeps the orders; Stripe keeps the
money. Every payment and subscription at Stripe has the order's ID in `metadata.order`. Touchline reads the
current state from Stripe. Decision 24 gives the reasons.
"""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

import stripe

from adapters.payments.stripe_amounts import to_stripe
from adapters.payments.stripe_charges import StripeCharges
from adapters.payments.stripe_client import StripeConnection, get_id, idempotency_options, is_missing
from adapters.payments.stripe_status import read_status
from adapters.payments.stripe_subscriptions import StripeSubscriptions
from adapters.payments.stripe_transfers import StripeTransfers
from adapters.payments.stripe_wallet import StripeWallet
from adapters.payments.stripe_webhooks import StripeWebhookEvents
from touchline.billing.domain.checkout.declines import DISPUTED, NOT_REFUNDABLE
from touchline.billing.ports.payments import Payment, PaymentRequest, ProviderStatus, SubscriptionRequest
from touchline.shared.errors import RefusedError
from touchline.shared.money import Money

if TYPE_CHECKING:
    from stripe.params._refund_create_params import RefundCreateParams


class StripePayments(StripeWallet, StripeWebhookEvents, StripeTransfers):
    """`Payments`, `Wallet`, `WebhookEvents` and `Payouts` for one Stripe account.

    The prefix of a payment's ID tells its kind: `pi_…` is a one-time payment, `sub_…` is a subscription.
    """

    def __init__(self, connection: StripeConnection, webhook_secret: str) -> None:
        StripeWallet.__init__(self, connection)
        StripeWebhookEvents.__init__(self, connection, webhook_secret)
        self._charges = StripeCharges(connection)
        self._subscriptions = StripeSubscriptions(connection)

    def charge(self, payment_request: PaymentRequest) -> Payment:
        """Charge a one-time payment."""
        return self._charges.charge(payment_request)

    def subscribe(self, payment_request: SubscriptionRequest) -> Payment:
        """Start a subscription."""
        return self._subscriptions.subscribe(payment_request)

    def retrieve(self, ref: str) -> Payment:
        """Return the current state of a payment or subscription."""
        return self._get_adapter(ref).retrieve(ref)

    def find(self, customer: str, order: str) -> Payment | None:
        """Return the payment or subscription of an order.

        None if there is none, or the customer is deleted.
        """
        with self._connection.translate_errors("find a payment"):
            try:
                return self._charges.find(customer, order) or self._subscriptions.find(customer, order)
            except stripe.InvalidRequestError as error:
                if not is_missing(error):
                    raise
                return None

    def confirm_with_card(self, ref: str, customer: str, card: str) -> Payment:
        """Confirm a payment or subscription with another card."""
        adapter = self._get_adapter(ref)
        if isinstance(adapter, StripeSubscriptions):
            return adapter.confirm_with_card(ref, customer, card)
        return adapter.confirm_with_card(ref, card)

    def cancel_unpaid(self, ref: str) -> Payment:
        """Cancel a payment or subscription, unless it is paid."""
        return self._get_adapter(ref).cancel_unpaid(ref)

    def set_auto_renewal(self, ref: str, *, enabled: bool) -> Payment:
        """Renew a subscription, or stop it at the end of its paid period."""
        return self._subscriptions.set_auto_renewal(ref, enabled=enabled)

    def move_renewal(self, ref: str, at: datetime) -> Payment:
        """Move the next renewal of a subscription, with a free period until then."""
        return self._subscriptions.move_renewal(ref, at)

    def cancel_subscription(self, ref: str) -> Payment:
        """Cancel a subscription immediately."""
        return self._subscriptions.cancel_subscription(ref)

    def refund(self, charge: str, amount: Money, key: str) -> None:
        """Refund a charge, in full or in part.

        Raises `RefusedError` if the amount exceeds what is left, or the charge is disputed.
        """
        minor, _ = to_stripe(amount)
        with self._connection.translate_errors("refund"):
            try:
                target = self._get_refund_target(charge)
                self._connection.v1.refunds.create(
                    {**target, "amount": minor, "metadata": {"key": key}},
                    idempotency_options(f"refund-{key}"),
                )
            except stripe.InvalidRequestError as error:
                if error.code == "charge_disputed":
                    raise RefusedError(DISPUTED) from None
                if error.code == "charge_already_refunded" or error.param == "amount":
                    raise RefusedError(NOT_REFUNDABLE) from None
                raise

    def check(self) -> ProviderStatus:
        """Return the state of our account."""
        with self._connection.translate_errors("check"):
            return read_status(self._connection)

    def _get_adapter(self, ref: str) -> StripeCharges | StripeSubscriptions:
        return self._subscriptions if ref.startswith("sub_") else self._charges

    def _get_refund_target(self, charge: str) -> RefundCreateParams:
        """Return the charge or PaymentIntent at Stripe for a charge reference (see
        `build_charge_attempts`)."""
        ref, _, charge_id = charge.partition(":")
        if charge_id:
            return {"charge": charge_id}
        if not ref.startswith("in_"):
            return {"payment_intent": ref}
        paid = self._connection.v1.invoice_payments.list({"invoice": ref, "status": "paid"}).data
        intent = next(
            (
                intent_id
                for payment in paid
                if (intent_id := get_id(getattr(payment.payment, "payment_intent", None)))
            ),
            "",
        )
        return {"payment_intent": intent}
