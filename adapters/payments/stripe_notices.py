"""What Stripe tells by itself: webhooks, and the list of events for those that were missed (port `Notices`).

A notice only says which order to look at again; nothing else in it is believed or kept.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

import stripe

from adapters.payments.stripe_client import PAGE, Line, name_of
from adapters.payments.stripe_lines import moment
from adapters.payments.stripe_states import ORDER, noted
from touchline.billing.domain.refusals import NOT_SIGNED
from touchline.billing.ports.payments import Notice
from touchline.shared.errors import Refused

TOLERANCE_SECONDS = 300
KINDS = (
    "payment_intent.succeeded",
    "payment_intent.payment_failed",
    "payment_intent.canceled",
    "charge.refunded",
    "refund.updated",
    "refund.failed",
    "charge.dispute.created",
    "charge.dispute.closed",
    "charge.dispute.funds_withdrawn",
    "charge.dispute.funds_reinstated",
    "customer.subscription.created",
    "customer.subscription.updated",
    "customer.subscription.deleted",
    "invoice.paid",
    "invoice.payment_failed",
    "invoice.payment_action_required",
    "invoice.voided",
)
Found = tuple[str | None, str | None]
NOBODYS: Found = (None, None)


class StripeNotices:
    """Reads notices. Those of refunds and disputes name a PaymentIntent; Stripe is then asked whose it is."""

    signature_header = "Stripe-Signature"

    def __init__(self, line: Line, webhook_secret: str) -> None:
        self._line = line
        self._secret = webhook_secret

    def read(self, body: bytes, signature: str) -> Notice:
        """A webhook; `Refused` for any that Stripe did not sign within the last five minutes."""
        try:
            event = self._line.event(body, signature, self._secret, TOLERANCE_SECONDS)
        except (stripe.SignatureVerificationError, ValueError):
            raise Refused(NOT_SIGNED, code="errors.signature") from None
        return self._notice(event)

    def since(self, at: datetime) -> Iterable[Notice]:
        """The kept events (Stripe keeps them for 30 days) of the kinds that concern us."""
        with self._line.asking("events"):
            listed = self._line.v1.events.list(
                {"created": {"gte": int(at.timestamp())}, "types": list(KINDS), "limit": PAGE}
            )
            events = list(listed.auto_paging_iter())
        return map(self._notice, reversed(events))

    def _notice(self, event: stripe.Event) -> Notice:
        order, ref = self._found(event.data.object) if event.type in KINDS else NOBODYS
        return Notice(id=event.id, kind=event.type, at=moment(event.created), order=order, ref=ref)

    def _found(self, thing: object) -> Found:
        if isinstance(thing, stripe.Subscription | stripe.PaymentIntent):
            return noted(thing.metadata, ORDER), thing.id
        if isinstance(thing, stripe.Invoice):
            return of_invoice(thing)
        if isinstance(thing, stripe.Charge) and noted(thing.metadata, ORDER):
            return noted(thing.metadata, ORDER), name_of(thing.payment_intent)
        if isinstance(thing, stripe.Charge | stripe.Refund | stripe.Dispute):
            return self._of_intent(name_of(thing.payment_intent))
        return NOBODYS

    def _of_intent(self, name: str | None) -> Found:
        """The order of a payment: its own, or that of the subscription whose invoice it paid."""
        if name is None:
            return NOBODYS
        with self._line.asking("whose a payment is"):
            intent = self._line.v1.payment_intents.retrieve(name)
            if noted(intent.metadata, ORDER):
                return noted(intent.metadata, ORDER), name
            paid = self._line.v1.invoice_payments.list(
                {
                    "payment": {"type": "payment_intent", "payment_intent": name},
                    "limit": 1,
                    "expand": ["data.invoice"],
                }
            )
            invoice = paid.data[0].invoice if paid.data else None
        return of_invoice(invoice) if isinstance(invoice, stripe.Invoice) else NOBODYS


def of_invoice(invoice: stripe.Invoice) -> Found:
    """Order and subscription of an invoice."""
    details = invoice.parent.subscription_details if invoice.parent else None
    if details is None:
        return NOBODYS
    return noted(details.metadata, ORDER), name_of(details.subscription)
