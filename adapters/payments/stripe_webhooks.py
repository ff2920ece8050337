"""Events from Stripe: webhooks, and the list of events to find missed ones (port `WebhookEvents`).

An event only says which order to check. Nothing else in it is trusted or stored.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

import stripe

from adapters.payments.stripe_charge_histories import to_datetime
from adapters.payments.stripe_client import PAGE_SIZE, StripeConnection, get_id
from adapters.payments.stripe_payment_states import ORDER_KEY, get_metadata
from touchline.billing.domain.checkout.declines import INVALID_SIGNATURE
from touchline.billing.ports.payments import WebhookEvent
from touchline.shared.errors import RefusedError

TOLERANCE_SECONDS = 300
EVENT_TYPES = (
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
OrderReference = tuple[str | None, str | None]
NO_ORDER: OrderReference = (None, None)


class StripeWebhookEvents:
    """Reads webhook events and finds their orders.

    Events for refunds and disputes name a PaymentIntent. Its order is then requested from Stripe.
    """

    signature_header = "Stripe-Signature"

    def __init__(self, connection: StripeConnection, webhook_secret: str) -> None:
        self._connection = connection
        self._secret = webhook_secret

    def construct_event(self, body: bytes, signature: str) -> WebhookEvent:
        """Return a webhook event.

        Raises `RefusedError` if Stripe did not sign it within the last five minutes.
        """
        try:
            event = self._connection.construct_event(body, signature, self._secret, TOLERANCE_SECONDS)
        except (stripe.SignatureVerificationError, ValueError):
            raise RefusedError(INVALID_SIGNATURE) from None
        return self._build_webhook_event(event)

    def list_since(self, at: datetime) -> Iterable[WebhookEvent]:
        """List the events of relevant types since a time, oldest first. Stripe keeps events for 30 days."""
        with self._connection.translate_errors("events"):
            listed = self._connection.v1.events.list(
                {"created": {"gte": int(at.timestamp())}, "types": list(EVENT_TYPES), "limit": PAGE_SIZE}
            )
            events = list(listed.auto_paging_iter())
        return map(self._build_webhook_event, reversed(events))

    def _build_webhook_event(self, event: stripe.Event) -> WebhookEvent:
        order, ref = self._find_order(event.data.object) if event.type in EVENT_TYPES else NO_ORDER
        return WebhookEvent(id=event.id, kind=event.type, at=to_datetime(event.created), order=order, ref=ref)

    def _find_order(self, resource: object) -> OrderReference:
        if isinstance(resource, stripe.Subscription | stripe.PaymentIntent):
            return get_metadata(resource.metadata, ORDER_KEY), resource.id
        if isinstance(resource, stripe.Invoice):
            return get_order_of_invoice(resource)
        if isinstance(resource, stripe.Charge) and get_metadata(resource.metadata, ORDER_KEY):
            return get_metadata(resource.metadata, ORDER_KEY), get_id(resource.payment_intent)
        if isinstance(resource, stripe.Charge | stripe.Refund | stripe.Dispute):
            return self._find_order_of_intent(get_id(resource.payment_intent))
        return NO_ORDER

    def _find_order_of_intent(self, intent_id: str | None) -> OrderReference:
        """Return the order of a PaymentIntent: its own, or that of the subscription whose invoice it paid."""
        if intent_id is None:
            return NO_ORDER
        with self._connection.translate_errors("find the order of a payment"):
            intent = self._connection.v1.payment_intents.retrieve(intent_id)
            if get_metadata(intent.metadata, ORDER_KEY):
                return get_metadata(intent.metadata, ORDER_KEY), intent_id
            paid = self._connection.v1.invoice_payments.list(
                {
                    "payment": {"type": "payment_intent", "payment_intent": intent_id},
                    "limit": 1,
                    "expand": ["data.invoice"],
                }
            )
            invoice = paid.data[0].invoice if paid.data else None
        return get_order_of_invoice(invoice) if isinstance(invoice, stripe.Invoice) else NO_ORDER


def get_order_of_invoice(invoice: stripe.Invoice) -> OrderReference:
    """Return the order and the subscription of an invoice."""
    details = invoice.parent.subscription_details if invoice.parent else None
    if details is None:
        return NO_ORDER
    return get_metadata(details.metadata, ORDER_KEY), get_id(details.subscription)
