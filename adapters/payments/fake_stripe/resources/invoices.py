"""Invoices and what they are paid by (https://docs.stripe.com/api/invoices, …/invoice-payment)."""

from __future__ import annotations

from adapters.payments.fake_stripe.account import Account, shown
from adapters.payments.fake_stripe.asked import Asked
from adapters.payments.fake_stripe.billing import invoicing
from adapters.payments.fake_stripe.billing.collecting import collect
from adapters.payments.fake_stripe.billing.starting import NO_CARD
from adapters.payments.fake_stripe.billing.states import method_of
from adapters.payments.fake_stripe.errors import StripeError, invalid
from adapters.payments.fake_stripe.expand import on_request
from adapters.payments.fake_stripe.paging import PAGING, list_of, page
from adapters.payments.fake_stripe.resources.payment_methods import owned
from adapters.payments.fake_stripe.routes import Json, routes

STATUSES = ("draft", "open", "paid", "uncollectible", "void")


@routes.at("GET", "invoices")
def listed(account: Account, asked: Asked) -> Json:
    """All, or those of a customer or a subscription."""
    asked.only(*PAGING, "created", "customer", "subscription", "status")
    customer, subscription = asked.text("customer"), asked.text("subscription")
    status = asked.choice("status", STATUSES)
    return page(
        account, "invoice", "/v1/invoices", asked, customer=customer, owner=subscription, status=status
    )


@routes.at("GET", "invoices/{id}")
def retrieve(account: Account, asked: Asked, id: str) -> Json:
    """One."""
    asked.only()
    return account.get("invoice", id)


@routes.at("POST", "invoices/{id}")
def update(account: Account, asked: Asked, id: str) -> Json:
    """Change what is only noted, and whether it is still collected."""
    asked.only("metadata", "description", "auto_advance")
    body = account.get("invoice", id)
    changes: Json = {"metadata": asked.metadata(body["metadata"])}
    if "description" in asked:
        changes["description"] = asked.text("description")
    if "auto_advance" in asked:
        changes["auto_advance"] = asked.flag("auto_advance")
    return account.change(body, "invoice.updated", **changes)


@routes.at("POST", "invoices/{id}/pay")
def pay(account: Account, asked: Asked, id: str) -> Json:
    """Try to pay an open one now, with its subscription's card or with another."""
    asked.only("payment_method", "off_session")
    body = account.get("invoice", id)
    if body["status"] == "paid":
        raise invalid("Invoice is already paid")
    if body["status"] != "open":
        raise invalid(f"This invoice can't be paid, because its status is {body['status']}.")
    subscription = account.get("subscription", body["_"]["owner"])
    named = asked.text("payment_method")
    if named:
        method: Json | None = owned(account, named, body["customer"], "payment_method")
    else:
        method = method_of(account, subscription)
    if method is None:
        raise invalid(NO_CARD, "resource_missing")
    error = collect(account, body, subscription, method, off_session=asked.flag("off_session", True))
    if error:
        raise error
    intent = invoicing.intent_of(account, body)
    if intent and intent["status"] == "requires_action":
        words = "This payment requires additional user action before it can be completed successfully."
        raise StripeError(
            402,
            "card_error",
            words,
            keeps=True,
            code="invoice_payment_intent_requires_action",
            payment_intent=shown(intent),
        )
    return account.get("invoice", id)


@routes.at("POST", "invoices/{id}/void")
def void(account: Account, asked: Asked, id: str) -> Json:
    """It is not to be paid any more."""
    asked.only()
    body = account.get("invoice", id)
    if body["status"] not in ("open", "uncollectible"):
        words = (
            f"You can only pass in open or uncollectible invoices. This invoice's status is {body['status']}."
        )
        raise invalid(words)
    return invoicing.void(account, body)


@routes.at("GET", "invoice_payments")
def payments(account: Account, asked: Asked) -> Json:
    """All, or those of an invoice or of a PaymentIntent."""
    asked.only(*PAGING, "created", "invoice", "payment", "status")
    part = asked.part("payment")
    part.only("type", "payment_intent")
    return page(
        account,
        "invoice_payment",
        "/v1/invoice_payments",
        asked,
        owner=asked.text("invoice"),
        status=asked.choice("status", ("open", "paid", "canceled")),
        **{"payment.payment_intent": part.text("payment_intent"), "payment.type": part.text("type")},
    )


@routes.at("GET", "invoice_payments/{id}")
def retrieve_payment(account: Account, asked: Asked, id: str) -> Json:
    """One."""
    asked.only()
    return account.get("invoice_payment", id)


@on_request("invoice", "payments")
def payments_of(account: Account, invoice: Json) -> Json:
    """What it is paid by."""
    found = list(account.store.each("invoice_payment", "AND owner = ?", (invoice["id"],)))
    return list_of(found, f"/v1/invoice_payments?invoice={invoice['id']}")


@on_request("invoice", "confirmation_secret")
def confirmation_secret(account: Account, invoice: Json) -> Json | None:
    """What a browser confirms its PaymentIntent with; none before it is finalized, or when nothing is due."""
    intent = invoicing.intent_of(account, invoice)
    return {"client_secret": intent["client_secret"], "type": "payment_intent"} if intent else None
