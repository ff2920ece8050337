"""Payments that are made once: a PaymentIntent each."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import stripe

from adapters.payments.stripe_amounts import asked
from adapters.payments.stripe_client import PAGE, Line, replayed
from adapters.payments.stripe_lines import Taken
from adapters.payments.stripe_states import CHANNEL, ORDER, noted, payment_of
from touchline.billing.domain.refusals import sentence
from touchline.billing.ports.payments import Payment, PaymentState, Wanted

if TYPE_CHECKING:
    from stripe.params._payment_intent_create_params import PaymentIntentCreateParams

_OVER = ("payment_intent_unexpected_state", "setup_intent_unexpected_state")


class StripeCharges:
    """Charges once, looks, gives up."""

    def __init__(self, line: Line) -> None:
        self._line = line

    def charge(self, wanted: Wanted) -> Payment:
        """A payment made and confirmed in one call; a card that is declined gives it up again."""
        params, options = _params(wanted), self._line.taking(wanted.order, self._line.timer())
        with self._line.asking("charge"):
            try:
                intent = self._line.v1.payment_intents.create(params, options)
            except stripe.CardError as error:
                return self._declined(wanted, error)
        if replayed(intent):
            return self.look(intent.id)
        charge = intent.latest_charge
        return payment_of(intent, [Taken(charge)] if isinstance(charge, stripe.Charge) else [])

    def look(self, ref: str) -> Payment:
        """As it stands now."""
        with self._line.asking("payment"):
            return self._payment(self._line.v1.payment_intents.retrieve(ref))

    def pay_with(self, ref: str, card: str) -> Payment:
        """Confirmed once more with another card, which takes the place of the one that asks. Stripe takes the
        money of a PaymentIntent once (https://docs.stripe.com/api/payment_intents/confirm)."""
        with self._line.asking("pay with another card"):
            try:
                self._line.v1.payment_intents.confirm(ref, {"payment_method": card, "use_stripe_sdk": True})
            except stripe.CardError:
                return self.give_up(ref)
            except stripe.InvalidRequestError as error:
                if not over(error):
                    raise
        return self.look(ref)

    def give_up(self, ref: str) -> Payment:
        """Cancelled, unless it is paid or was cancelled before."""
        with self._line.asking("cancel a payment"):
            try:
                self._line.v1.payment_intents.cancel(ref)
            except stripe.InvalidRequestError as error:
                if not over(error):
                    raise
        return self.look(ref)

    def find(self, customer: str, order: str) -> Payment | None:
        """The customer's payment that was asked for with this order; the caller speaks through
        `Line.asking`."""
        listed = self._line.v1.payment_intents.list({"customer": customer, "limit": PAGE})
        for intent in listed.auto_paging_iter():
            if noted(intent.metadata, ORDER) == order:
                return self._payment(intent)
        return None

    def _payment(self, intent: stripe.PaymentIntent) -> Payment:
        listed = self._line.v1.charges.list(
            {"payment_intent": intent.id, "limit": PAGE, "expand": ["data.refunds"]}
        )
        return payment_of(intent, taken_of(self._line, listed.auto_paging_iter()))

    def _declined(self, wanted: Wanted, error: stripe.CardError) -> Payment:
        intent = error.error.payment_intent if error.error else None
        if intent is not None:
            return self.give_up(intent.id)
        return self.find(wanted.customer, wanted.order) or refused(wanted.order, error)


def over(error: stripe.InvalidRequestError) -> bool:
    """Return whether what was asked for came too late: it is paid, or given up."""
    return error.code in _OVER


def taken_of(line: Line, charges: Iterable[stripe.Charge]) -> list[Taken]:
    """Charges as Stripe lists them (the newest first), with their refunds and disputes, the oldest first."""
    found = [Taken(charge, _refunds(charge), _disputes(line, charge)) for charge in charges]
    found.reverse()
    return sorted(found, key=lambda each: each.charge.created)


def refused(order: str, error: stripe.CardError) -> Payment:
    """A card was refused before there was any payment: `ref` is empty."""
    code = (error.error.decline_code if error.error else None) or error.code or "card_declined"
    return Payment(
        ref="", order=order, state=PaymentState.FAILED, failure_code=code, failure_message=sentence(code)
    )


def notes(wanted: Wanted) -> dict[str, str]:
    """What is written on an object, so that it is found again and its notices are known."""
    return {CHANNEL: str(wanted.channel_id), ORDER: wanted.order}


def _params(wanted: Wanted) -> PaymentIntentCreateParams:
    amount, currency = asked(wanted.amount)
    return {
        "amount": amount,
        "currency": currency,
        "customer": wanted.customer,
        "payment_method": wanted.card,
        "description": wanted.about,
        "metadata": notes(wanted),
        "automatic_payment_methods": {"enabled": True, "allow_redirects": "never"},
        "confirm": True,
        "use_stripe_sdk": True,
        "expand": ["latest_charge"],
    }


def _refunds(charge: stripe.Charge) -> list[stripe.Refund]:
    return list(charge.refunds.auto_paging_iter()) if charge.refunds else []


def _disputes(line: Line, charge: stripe.Charge) -> list[stripe.Dispute]:
    if not charge.disputed:
        return []
    return list(line.v1.disputes.list({"charge": charge.id, "limit": PAGE}).auto_paging_iter())
