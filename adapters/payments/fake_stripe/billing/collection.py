"""Invoice collection: payment attempts and their effect on the subscription."""

from __future__ import annotations

from adapters.payments.fake_stripe import confirmation
from adapters.payments.fake_stripe.api.errors import StripeError
from adapters.payments.fake_stripe.api.routes import Json
from adapters.payments.fake_stripe.billing import invoicing
from adapters.payments.fake_stripe.billing.states import ACTIVE, INCOMPLETE, TRIALING, save_subscription
from adapters.payments.fake_stripe.core.account import Account
from adapters.payments.fake_stripe.resources.core import setup_intents


def collect_invoice(
    account: Account, invoice: Json, subscription: Json, method: Json | None, *, off_session: bool
) -> StripeError | None:
    """Try to pay an open invoice. Return the error if the card was declined.

    Without a card, the attempt fails.
    """
    intent = invoicing.get_payment_intent(account, invoice)
    if intent is None:
        return None
    if method is None:
        _mark_subscription_failed(account, invoice)
        return None
    return confirmation.confirm(account, intent, method, off_session=off_session, wait_for_customer=True)


@confirmation.on_outcome
def on_payment_intent(account: Account, intent: Json) -> None:
    """Update an invoice after its PaymentIntent was confirmed."""
    id = intent["_"].get("invoice")
    if not id:
        return
    invoice = account.get("invoice", id)
    if not invoice["attempt_count"]:
        account.update(invoice, None, attempt_count=1, attempted=True)
    if intent["status"] == "succeeded":
        invoicing.mark_paid(account, invoice)
        _mark_subscription_paid(account, invoice, intent)
    elif intent["status"] == "requires_action":
        account.emit_event("invoice.payment_action_required", invoice)
        _mark_subscription_failed(account, invoice)
    else:
        _mark_subscription_failed(account, invoice)


@setup_intents.on_success
def on_setup_intent(account: Account, setup_intent: Json) -> None:
    """Update a subscription in trial after its card was authenticated."""
    id = setup_intent["_"].get("subscription")
    if not id:
        return
    subscription = account.get("subscription", id)
    changes: Json = {"pending_setup_intent": None}
    if _saves_default_card(subscription):
        changes["default_payment_method"] = setup_intent["payment_method"]
    save_subscription(account, subscription, "customer.subscription.updated", **changes)


def _mark_subscription_paid(account: Account, invoice: Json, intent: Json) -> None:
    subscription = account.get("subscription", invoice["_"]["owner"])
    changes: Json = {}
    if _saves_default_card(subscription):
        changes["default_payment_method"] = intent["payment_method"]
    others = account.store.list_objects("invoice", "AND owner = ?", (subscription["id"],))
    if subscription["status"] in (INCOMPLETE, "past_due", "unpaid") and all(
        other["status"] != "open" for other in others
    ):
        changes["status"] = ACTIVE
    if changes:
        save_subscription(account, subscription, "customer.subscription.updated", **changes)


def _mark_subscription_failed(account: Account, invoice: Json) -> None:
    account.emit_event("invoice.payment_failed", invoice)
    subscription = account.get("subscription", invoice["_"]["owner"])
    if subscription["status"] in (ACTIVE, TRIALING):
        save_subscription(account, subscription, "customer.subscription.updated", status="past_due")


def _saves_default_card(subscription: Json) -> bool:
    return bool(subscription["payment_settings"]["save_default_payment_method"] == "on_subscription")
