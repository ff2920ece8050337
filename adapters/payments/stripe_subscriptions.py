"""Payments that come again: a Subscription each."""

from __future__ import annotations

from typing import TYPE_CHECKING

import stripe

from adapters.payments.stripe_bills import payment_of, waits_for
from adapters.payments.stripe_charges import notes, over, refused
from adapters.payments.stripe_client import PAGE, Line, gone, name_of, once, wrong_card
from adapters.payments.stripe_prices import StripePrices
from adapters.payments.stripe_rhythm import NEVER_BEGUN
from adapters.payments.stripe_states import ORDER, noted
from touchline.billing.ports.payments import Payment, PaymentState, WantedSubscription

if TYPE_CHECKING:
    from stripe.params._subscription_create_params import SubscriptionCreateParams
    from stripe.params._subscription_update_params import SubscriptionUpdateParams


class StripeSubscriptions:
    """Subscribes, looks, lets go on, ends."""

    def __init__(self, line: Line) -> None:
        self._line = line
        self._prices = StripePrices(line)

    def subscribe(self, wanted: WantedSubscription) -> Payment:
        """A subscription with its first payment; one whose card is declined is given up again."""
        began = self._line.timer()
        with self._line.asking("subscribe"):
            try:
                self._attach(wanted)
                params = self._params(wanted)
                made = self._line.v1.subscriptions.create(params, self._line.taking(wanted.order, began))
            except stripe.CardError as error:
                return refused(wanted.order, error)
        payment = self.look(made.id)
        if payment.state is PaymentState.PENDING and payment.failure_code:
            return self.give_up(payment.ref)
        return payment

    def look(self, ref: str) -> Payment:
        """As it stands now, with all its invoices."""
        with self._line.asking("subscription"):
            expand = ["pending_setup_intent"]
            return payment_of(self._line, self._line.v1.subscriptions.retrieve(ref, {"expand": expand}))

    def find(self, customer: str, order: str) -> Payment | None:
        """The customer's subscription that was asked for with this order; the caller speaks through
        `Line.asking`."""
        listed = self._line.v1.subscriptions.list(
            {"customer": customer, "status": "all", "limit": PAGE, "expand": ["data.pending_setup_intent"]}
        )
        for subscription in listed.auto_paging_iter():
            if noted(subscription.metadata, ORDER) == order:
                return payment_of(self._line, subscription)
        return None

    def pay_with(self, ref: str, customer: str, card: str) -> Payment:
        """What a subscription waits for, confirmed with another card: the payment of its first invoice, or
        the card's setup before a trial. Its renewals go to that card, too."""
        if _decided(payment := self.look(ref)):
            return payment
        with self._line.asking("pay with another card"):
            self._own(card, customer)
            self._line.v1.subscriptions.update(ref, {"default_payment_method": card})
            try:
                self._confirm(ref, card)
            except stripe.CardError:
                return self.give_up(ref)
            except stripe.InvalidRequestError as error:
                if not over(error):
                    raise
        return self.look(ref)

    def _confirm(self, ref: str, card: str) -> None:
        expand = ["pending_setup_intent"]
        subscription = self._line.v1.subscriptions.retrieve(ref, {"expand": expand})
        waiting = waits_for(self._line, subscription)
        if isinstance(waiting, stripe.SetupIntent):
            self._line.v1.setup_intents.confirm(waiting.id, {"payment_method": card, "use_stripe_sdk": True})
        elif waiting is not None:
            self._line.v1.payment_intents.confirm(
                waiting.id, {"payment_method": card, "use_stripe_sdk": True}
            )

    def _own(self, name: str, customer: str) -> None:
        card = self._line.card(name)
        if card is None or name_of(card.customer) not in (None, customer):
            raise wrong_card()
        if card.customer is None:
            self._line.v1.payment_methods.attach(name, {"customer": customer})

    def give_up(self, ref: str) -> Payment:
        """Ended, unless it has begun. The first invoice is voided ahead of it: one that is paid just then
        cannot be, and nothing is ended."""
        if _decided(payment := self.look(ref)):
            return payment
        with self._line.asking("void an invoice"):
            for invoice in self._line.v1.invoices.list({"subscription": ref, "status": "open"}).data:
                try:
                    self._line.v1.invoices.void_invoice(str(invoice.id))
                except stripe.InvalidRequestError:
                    return self.look(ref)
        if _decided(payment := self.look(ref)):
            return payment
        return self._cancel(ref, NEVER_BEGUN)

    def renew(self, ref: str, *, on: bool) -> Payment:
        """Goes on after all, or stops when what is paid is over."""
        with self._line.asking("renewal"):
            subscription = self._line.v1.subscriptions.retrieve(ref)
            if subscription.ended_at is None:
                params: SubscriptionUpdateParams = {"cancel_at_period_end": not on}
                if on and subscription.cancel_at is not None and not subscription.cancel_at_period_end:
                    params = {"cancel_at": ""}  # the portal's way to stop one
                self._line.v1.subscriptions.update(ref, params)
        return self.look(ref)

    def end(self, ref: str) -> Payment:
        """Over at once."""
        return self._cancel(ref, "ended by the shop")

    def _cancel(self, ref: str, why: str) -> Payment:
        with self._line.asking("cancel a subscription"):
            try:
                self._line.v1.subscriptions.cancel(ref, {"cancellation_details": {"comment": why}})
            except stripe.InvalidRequestError as error:
                if not gone(error):  # it is over already
                    raise
        return self.look(ref)

    def _attach(self, wanted: WantedSubscription) -> None:
        """What comes again needs a card that is the customer's."""
        card = self._line.card(wanted.card)
        if card is None or name_of(card.customer) not in (None, wanted.customer):
            raise wrong_card()
        if card.customer is None:
            self._line.v1.payment_methods.attach(
                wanted.card, {"customer": wanted.customer}, once(f"attach-{wanted.order}")
            )

    def _params(self, wanted: WantedSubscription) -> SubscriptionCreateParams:
        params: SubscriptionCreateParams = {
            "customer": wanted.customer,
            "items": [{"price": self._prices.price(wanted)}],
            "default_payment_method": wanted.card,
            "payment_behavior": "allow_incomplete",
            "description": wanted.about,
            "metadata": notes(wanted),
        }
        if wanted.trial_days:
            params["trial_period_days"] = wanted.trial_days
        if wanted.discount and wanted.discount.amount.minor:
            params["discounts"] = [{"promotion_code": self._prices.promotion(wanted, wanted.discount)}]
        return params


def _decided(payment: Payment) -> bool:
    return payment.state in (PaymentState.PAID, PaymentState.FAILED)
