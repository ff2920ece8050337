"""Invoices and their payments (https://docs.stripe.com/api/invoices, …/invoice-payment)."""

from __future__ import annotations

from adapters.payments.fake_stripe.api.errors import StripeError, invalid_request
from adapters.payments.fake_stripe.api.expansion import expandable_property
from adapters.payments.fake_stripe.api.pagination import PAGING_PARAMS, build_list, list_page
from adapters.payments.fake_stripe.api.params import Params
from adapters.payments.fake_stripe.api.routes import Json, routes
from adapters.payments.fake_stripe.billing import invoicing
from adapters.payments.fake_stripe.billing.collection import collect_invoice
from adapters.payments.fake_stripe.billing.creation import NO_PAYMENT_METHOD_MESSAGE
from adapters.payments.fake_stripe.billing.states import get_payment_method
from adapters.payments.fake_stripe.core.account import Account, public_view
from adapters.payments.fake_stripe.resources.core.payment_methods import require_owned

STATUSES = ("draft", "open", "paid", "uncollectible", "void")


@routes.register("GET", "invoices")
def list_objects(account: Account, params: Params) -> Json:
    """List invoices, optionally by customer or subscription."""
    params.allow_only(*PAGING_PARAMS, "created", "customer", "subscription", "status")
    customer, subscription = params.get_string("customer"), params.get_string("subscription")
    status = params.get_choice("status", STATUSES)
    return list_page(
        account, "invoice", "/v1/invoices", params, customer=customer, owner=subscription, status=status
    )


@routes.register("GET", "invoices/{id}")
def retrieve(account: Account, params: Params, id: str) -> Json:
    """Retrieve an invoice."""
    params.allow_only()
    return account.get("invoice", id)


@routes.register("POST", "invoices/{id}")
def update(account: Account, params: Params, id: str) -> Json:
    """Update an invoice's metadata, description or `auto_advance`."""
    params.allow_only("metadata", "description", "auto_advance")
    body = account.get("invoice", id)
    changes: Json = {"metadata": params.get_metadata(body["metadata"])}
    if "description" in params:
        changes["description"] = params.get_string("description")
    if "auto_advance" in params:
        changes["auto_advance"] = params.get_boolean("auto_advance")
    return account.update(body, "invoice.updated", **changes)


@routes.register("POST", "invoices/{id}/pay")
def pay(account: Account, params: Params, id: str) -> Json:
    """Pay an open invoice now, with its subscription's card or another one."""
    params.allow_only("payment_method", "off_session")
    body = account.get("invoice", id)
    if body["status"] == "paid":
        raise invalid_request("Invoice is already paid")
    if body["status"] != "open":
        raise invalid_request(f"This invoice can't be paid, because its status is {body['status']}.")
    subscription = account.get("subscription", body["_"]["owner"])
    payment_method_id = params.get_string("payment_method")
    if payment_method_id:
        method: Json | None = require_owned(account, payment_method_id, body["customer"], "payment_method")
    else:
        method = get_payment_method(account, subscription)
    if method is None:
        raise invalid_request(NO_PAYMENT_METHOD_MESSAGE, "resource_missing")
    error = collect_invoice(
        account, body, subscription, method, off_session=params.get_boolean("off_session", True)
    )
    if error:
        raise error
    intent = invoicing.get_payment_intent(account, body)
    if intent and intent["status"] == "requires_action":
        message = "This payment requires additional user action before it can be completed successfully."
        raise StripeError(
            402,
            "card_error",
            message,
            keeps_changes=True,
            code="invoice_payment_intent_requires_action",
            payment_intent=public_view(intent),
        )
    return account.get("invoice", id)


@routes.register("POST", "invoices/{id}/void")
def void(account: Account, params: Params, id: str) -> Json:
    """Void an invoice."""
    params.allow_only()
    body = account.get("invoice", id)
    if body["status"] not in ("open", "uncollectible"):
        message = (
            f"You can only pass in open or uncollectible invoices. This invoice's status is {body['status']}."
        )
        raise invalid_request(message)
    return invoicing.void_invoice(account, body)


@routes.register("GET", "invoice_payments")
def list_invoice_payments(account: Account, params: Params) -> Json:
    """List invoice payments, optionally by invoice, PaymentIntent or status."""
    params.allow_only(*PAGING_PARAMS, "created", "invoice", "payment", "status")
    part = params.get_nested("payment")
    part.allow_only("type", "payment_intent")
    return list_page(
        account,
        "invoice_payment",
        "/v1/invoice_payments",
        params,
        owner=params.get_string("invoice"),
        status=params.get_choice("status", ("open", "paid", "canceled")),
        **{
            "payment.payment_intent": part.get_string("payment_intent"),
            "payment.type": part.get_string("type"),
        },
    )


@routes.register("GET", "invoice_payments/{id}")
def retrieve_invoice_payment(account: Account, params: Params, id: str) -> Json:
    """Retrieve an invoice payment."""
    params.allow_only()
    return account.get("invoice_payment", id)


@expandable_property("invoice", "payments")
def load_payments(account: Account, invoice: Json) -> Json:
    """Return the list of an invoice's payments."""
    payments = list(account.store.list_objects("invoice_payment", "AND owner = ?", (invoice["id"],)))
    return build_list(payments, f"/v1/invoice_payments?invoice={invoice['id']}")


@expandable_property("invoice", "confirmation_secret")
def load_confirmation_secret(account: Account, invoice: Json) -> Json | None:
    """Return the client secret that a browser uses to confirm the invoice's PaymentIntent.

    Returns None before the invoice is finalized, or if nothing is due.
    """
    intent = invoicing.get_payment_intent(account, invoice)
    return {"client_secret": intent["client_secret"], "type": "payment_intent"} if intent else None
