"""Invoices meet cards: an attempt to pay one, and what its outcome means for the subscription."""

from __future__ import annotations

from adapters.payments.fake_stripe import confirming
from adapters.payments.fake_stripe.account import Account
from adapters.payments.fake_stripe.billing import invoicing
from adapters.payments.fake_stripe.billing.states import ACTIVE, INCOMPLETE, TRIALING, saved
from adapters.payments.fake_stripe.errors import StripeError
from adapters.payments.fake_stripe.resources import setup_intents
from adapters.payments.fake_stripe.routes import Json


def collect(
    account: Account, invoice: Json, subscription: Json, method: Json | None, *, off_session: bool
) -> StripeError | None:
    """Try to pay an open invoice; the error when the card was declined. Without a card it fails, too."""
    intent = invoicing.intent_of(account, invoice)
    if intent is None:
        return None
    if method is None:
        _failed(account, invoice)
        return None
    return confirming.confirm(account, intent, method, off_session=off_session, waits=True)


@confirming.afterwards
def follow(account: Account, intent: Json) -> None:
    """An invoice follows its PaymentIntent, whoever confirmed it."""
    id = intent["_"].get("invoice")
    if not id:
        return
    invoice = account.get("invoice", id)
    if not invoice["attempt_count"]:
        account.change(invoice, None, attempt_count=1, attempted=True)
    if intent["status"] == "succeeded":
        invoicing.paid(account, invoice)
        _paid(account, invoice, intent)
    elif intent["status"] == "requires_action":
        account.announce("invoice.payment_action_required", invoice)
        _failed(account, invoice)
    else:
        _failed(account, invoice)


@setup_intents.afterwards
def card_is_ready(account: Account, setup: Json) -> None:
    """A trial whose card wanted authentication has it."""
    id = setup["_"].get("subscription")
    if not id:
        return
    subscription = account.get("subscription", id)
    changes: Json = {"pending_setup_intent": None}
    if _keeps_card(subscription):
        changes["default_payment_method"] = setup["payment_method"]
    saved(account, subscription, "customer.subscription.updated", **changes)


def _paid(account: Account, invoice: Json, intent: Json) -> None:
    subscription = account.get("subscription", invoice["_"]["owner"])
    changes: Json = {}
    if _keeps_card(subscription):
        changes["default_payment_method"] = intent["payment_method"]
    others = account.store.each("invoice", "AND owner = ?", (subscription["id"],))
    if subscription["status"] in (INCOMPLETE, "past_due", "unpaid") and all(
        other["status"] != "open" for other in others
    ):
        changes["status"] = ACTIVE
    if changes:
        saved(account, subscription, "customer.subscription.updated", **changes)


def _failed(account: Account, invoice: Json) -> None:
    account.announce("invoice.payment_failed", invoice)
    subscription = account.get("subscription", invoice["_"]["owner"])
    if subscription["status"] in (ACTIVE, TRIALING):
        saved(account, subscription, "customer.subscription.updated", status="past_due")


def _keeps_card(subscription: Json) -> bool:
    return bool(subscription["payment_settings"]["save_default_payment_method"] == "on_subscription")
