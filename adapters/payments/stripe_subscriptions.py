"""Subscriptions: one Stripe Subscription each."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

import stripe

from adapters.payments.stripe_billing_cycles import NEVER_STARTED
from adapters.payments.stripe_charges import build_declined_payment, build_metadata, is_final
from adapters.payments.stripe_client import (
    PAGE_SIZE,
    StripeConnection,
    get_id,
    idempotency_options,
    invalid_card_error,
    is_missing,
)
from adapters.payments.stripe_invoices import load_pending_intent, load_subscription_payment
from adapters.payments.stripe_payment_states import ORDER_KEY, get_metadata
from adapters.payments.stripe_prices import StripePrices
from touchline.billing.ports.payments import Payment, PaymentState, SubscriptionRequest

if TYPE_CHECKING:
    from stripe.params._subscription_create_params import SubscriptionCreateParams
    from stripe.params._subscription_update_params import SubscriptionUpdateParams


class StripeSubscriptions:
    """Creates, retrieves, renews and cancels subscriptions."""

    def __init__(self, connection: StripeConnection) -> None:
        self._connection = connection
        self._prices = StripePrices(connection)

    def subscribe(self, payment_request: SubscriptionRequest) -> Payment:
        """Create a subscription with its first payment.

        If the card is declined, the subscription is canceled.
        """
        started_at = self._connection.timer()
        with self._connection.translate_errors("subscribe"):
            try:
                self._attach_requested_card(payment_request)
                params = self._build_params(payment_request)
                created = self._connection.v1.subscriptions.create(
                    params, self._connection.charge_options(payment_request.order, started_at)
                )
            except stripe.CardError as error:
                return build_declined_payment(payment_request.order, error)
        payment = self.retrieve(created.id)
        if payment.state is PaymentState.PENDING and payment.failure_code:
            return self.cancel_unpaid(payment.ref)
        return payment

    def retrieve(self, ref: str) -> Payment:
        """Return the current state of a subscription with all its invoices."""
        with self._connection.translate_errors("subscription"):
            expand = ["pending_setup_intent"]
            return load_subscription_payment(
                self._connection, self._connection.v1.subscriptions.retrieve(ref, {"expand": expand})
            )

    def find(self, customer: str, order: str) -> Payment | None:
        """Return the customer's subscription for an order, or None.

        The caller uses `StripeConnection.translate_errors`.
        """
        listed = self._connection.v1.subscriptions.list(
            {
                "customer": customer,
                "status": "all",
                "limit": PAGE_SIZE,
                "expand": ["data.pending_setup_intent"],
            }
        )
        for subscription in listed.auto_paging_iter():
            if get_metadata(subscription.metadata, ORDER_KEY) == order:
                return load_subscription_payment(self._connection, subscription)
        return None

    def confirm_with_card(self, ref: str, customer: str, card: str) -> Payment:
        """Confirm the pending intent of a subscription with another card. Renewals use that card, too.

        The pending intent is the payment of the first invoice, or the setup of the card for a trial.
        """
        if _is_final(payment := self.retrieve(ref)):
            return payment
        with self._connection.translate_errors("pay with another card"):
            self._attach_owned_card(card, customer)
            self._connection.v1.subscriptions.update(ref, {"default_payment_method": card})
            try:
                self._confirm(ref, card)
            except stripe.CardError:
                return self.cancel_unpaid(ref)
            except stripe.InvalidRequestError as error:
                if not is_final(error):
                    raise
        return self.retrieve(ref)

    def _confirm(self, ref: str, card: str) -> None:
        expand = ["pending_setup_intent"]
        subscription = self._connection.v1.subscriptions.retrieve(ref, {"expand": expand})
        pending_intent = load_pending_intent(self._connection, subscription)
        if isinstance(pending_intent, stripe.SetupIntent):
            self._connection.v1.setup_intents.confirm(
                pending_intent.id, {"payment_method": card, "use_stripe_sdk": True}
            )
        elif pending_intent is not None:
            self._connection.v1.payment_intents.confirm(
                pending_intent.id, {"payment_method": card, "use_stripe_sdk": True}
            )

    def _attach_owned_card(self, card_id: str, customer: str) -> None:
        card = self._connection.retrieve_card(card_id)
        if card is None or get_id(card.customer) not in (None, customer):
            raise invalid_card_error()
        if card.customer is None:
            self._connection.v1.payment_methods.attach(card_id, {"customer": customer})

    def cancel_unpaid(self, ref: str) -> Payment:
        """Cancel a subscription, unless it has started.

        The open invoice is voided first. If it was paid in between, it cannot be voided, and nothing is
        canceled.
        """
        if _is_final(payment := self.retrieve(ref)):
            return payment
        with self._connection.translate_errors("void an invoice"):
            for invoice in self._connection.v1.invoices.list({"subscription": ref, "status": "open"}).data:
                try:
                    self._connection.v1.invoices.void_invoice(str(invoice.id))
                except stripe.InvalidRequestError:
                    return self.retrieve(ref)
        if _is_final(payment := self.retrieve(ref)):
            return payment
        return self._cancel(ref, NEVER_STARTED)

    def set_auto_renewal(self, ref: str, *, enabled: bool) -> Payment:
        """Renew a subscription, or stop it at the end of its paid period."""
        with self._connection.translate_errors("renewal"):
            subscription = self._connection.v1.subscriptions.retrieve(ref)
            if subscription.ended_at is None:
                params: SubscriptionUpdateParams = {"cancel_at_period_end": not enabled}
                if enabled and subscription.cancel_at is not None and not subscription.cancel_at_period_end:
                    params = {"cancel_at": ""}  # the portal's way to schedule a cancellation
                self._connection.v1.subscriptions.update(ref, params)
        return self.retrieve(ref)

    def move_renewal(self, ref: str, at: datetime) -> Payment:
        """Move the next renewal, and the billing anchor, with a free period until then.

        Stripe calls the free period a trial
        (https://docs.stripe.com/billing/subscriptions/billing-cycle#add-a-trial-to-change-the-billing-cycle).
        """
        with self._connection.translate_errors("move a renewal"):
            self._connection.v1.subscriptions.update(
                ref, {"trial_end": int(at.timestamp()), "proration_behavior": "none"}
            )
        return self.retrieve(ref)

    def cancel_subscription(self, ref: str) -> Payment:
        """Cancel a subscription immediately."""
        return self._cancel(ref, "ended by the shop")

    def _cancel(self, ref: str, reason: str) -> Payment:
        with self._connection.translate_errors("cancel a subscription"):
            try:
                self._connection.v1.subscriptions.cancel(ref, {"cancellation_details": {"comment": reason}})
            except stripe.InvalidRequestError as error:
                if not is_missing(error):  # already canceled
                    raise
        return self.retrieve(ref)

    def _attach_requested_card(self, payment_request: SubscriptionRequest) -> None:
        """Attach the card to the customer, which a subscription requires. Raises `CardRefusedError`."""
        card = self._connection.retrieve_card(payment_request.card)
        if card is None or get_id(card.customer) not in (None, payment_request.customer):
            raise invalid_card_error()
        if card.customer is None:
            self._connection.v1.payment_methods.attach(
                payment_request.card,
                {"customer": payment_request.customer},
                idempotency_options(f"attach-{payment_request.order}"),
            )

    def _build_params(self, payment_request: SubscriptionRequest) -> SubscriptionCreateParams:
        params: SubscriptionCreateParams = {
            "customer": payment_request.customer,
            "items": [{"price": self._prices.ensure_price(payment_request)}],
            "default_payment_method": payment_request.card,
            "payment_behavior": "allow_incomplete",
            "description": payment_request.description,
            "metadata": build_metadata(payment_request),
        }
        if payment_request.trial_days:
            params["trial_period_days"] = payment_request.trial_days
        if payment_request.discount and payment_request.discount.amount.minor:
            params["discounts"] = [
                {
                    "promotion_code": self._prices.create_promotion_code(
                        payment_request, payment_request.discount
                    )
                }
            ]
        return params


def _is_final(payment: Payment) -> bool:
    return payment.state in (PaymentState.PAID, PaymentState.FAILED)
