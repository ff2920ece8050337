"""Invoices of subscriptions: made, finalized, paid, voided."""

from __future__ import annotations

from adapters.payments.fake_stripe.account import Account, new_id
from adapters.payments.fake_stripe.billing.discounts import reductions, remaining
from adapters.payments.fake_stripe.currencies import LEAST
from adapters.payments.fake_stripe.paging import list_of
from adapters.payments.fake_stripe.resources.payment_intents import canceled
from adapters.payments.fake_stripe.routes import Json
from adapters.payments.fake_stripe.shapes.invoice import new_invoice, new_line
from adapters.payments.fake_stripe.shapes.payment_intent import new_intent

CREATE, CYCLE, UPDATE = "subscription_create", "subscription_cycle", "subscription_update"


def bill(
    account: Account, subscription: Json, reason: str, *, free: bool = False, finalized: bool = True
) -> Json:
    """An invoice for the period that the subscription is in; nothing is charged where it is `free`, or where
    a discount takes all. Money is not asked for yet."""
    customer = account.get("customer", subscription["customer"])
    body = new_invoice(subscription, customer, reason, account.now(customer["test_clock"]))
    lines = [new_line(item, body, subscription, free) for item in subscription["items"]["data"]]
    taken = [] if free else reductions(account, subscription, lines)
    subtotal = sum(line["amount"] for line in lines)
    total = subtotal - sum(item["amount"] for item in taken)
    body |= {
        "lines": list_of(lines, f"/v1/invoices/{body['id']}/lines"),
        "discounts": [item["discount"] for item in taken],
        "subtotal": subtotal,
        "subtotal_excluding_tax": subtotal,
        "total": total,
        "total_excluding_tax": total,
        "total_discount_amounts": taken,
        "amount_due": total,
        "amount_remaining": total,
    }
    account.add(body, "invoice.created")
    left = remaining(account, subscription, charged=subtotal > 0)
    account.change(subscription, None, latest_invoice=body["id"], discounts=left)
    return finalize(account, body, customer) if finalized else body


def finalize(account: Account, body: Json, customer: Json) -> Json:
    """From here on its amounts stand; one of nothing is paid by that."""
    now = account.now(customer["test_clock"])
    number = f"{customer['invoice_prefix']}-{customer['next_invoice_sequence']:04}"
    account.change(customer, None, next_invoice_sequence=customer["next_invoice_sequence"] + 1)
    body["status_transitions"]["finalized_at"] = now
    account.change(
        body, None, status="open", number=number, effective_at=now, auto_advance=True, **_due(body, customer)
    )
    account.change(customer, None, balance=body["ending_balance"])
    if body["amount_due"]:
        _ask(account, body)
    account.announce("invoice.finalized", body)
    return body if body["amount_due"] else paid(account, body)


def paid(account: Account, body: Json) -> Json:
    """All of it is paid."""
    now = account.now(body["_"]["clock"])
    body["status_transitions"]["paid_at"] = now
    account.change(
        body,
        None,
        status="paid",
        amount_paid=body["amount_due"],
        amount_remaining=0,
        attempted=True,
        auto_advance=False,
        next_payment_attempt=None,
        webhooks_delivered_at=now,
        _={**body["_"], "due": None},
    )
    payment = payment_of(account, body)
    if payment:
        moved = {**payment["status_transitions"], "paid_at": now}
        account.change(
            payment,
            "invoice_payment.paid",
            status="paid",
            amount_paid=body["amount_due"],
            status_transitions=moved,
        )
    account.announce("invoice.paid", body)
    account.announce("invoice.payment_succeeded", body)
    return body


def void(account: Account, body: Json) -> Json:
    """It is not to be paid any more, and its PaymentIntent charges nothing."""
    now = account.now(body["_"]["clock"])
    body["status_transitions"]["voided_at"] = now
    account.change(
        body,
        "invoice.voided",
        status="void",
        auto_advance=False,
        next_payment_attempt=None,
        _={**body["_"], "due": None},
    )
    payment = payment_of(account, body)
    if payment:
        moved = {**payment["status_transitions"], "canceled_at": now}
        account.change(payment, None, status="canceled", status_transitions=moved)
        intent = account.get("payment_intent", payment["payment"]["payment_intent"])
        if intent["status"] not in ("succeeded", "canceled"):
            canceled(account, intent, "void_invoice")
    return body


def stopped(account: Account, body: Json) -> None:
    """It stays open, and nobody asks for it any more."""
    account.change(
        body, "invoice.updated", auto_advance=False, next_payment_attempt=None, _={**body["_"], "due": None}
    )


def payment_of(account: Account, body: Json) -> Json | None:
    """The InvoicePayment that leads to its PaymentIntent."""
    return next(account.store.each("invoice_payment", "AND owner = ?", (body["id"],)), None)


def intent_of(account: Account, body: Json) -> Json | None:
    """The PaymentIntent that it is to be paid by."""
    payment = payment_of(account, body)
    return account.get("payment_intent", payment["payment"]["payment_intent"]) if payment else None


def _due(body: Json, customer: Json) -> Json:
    """What is to be paid now: an amount too small to be charged waits for the next invoice."""
    before = customer["balance"]
    due = body["total"] + before
    waits = due if due < LEAST.get(body["currency"], 1) else 0
    return {
        "amount_due": due - waits,
        "amount_remaining": due - waits,
        "starting_balance": before,
        "ending_balance": waits,
    }


def _ask(account: Account, body: Json) -> None:
    """A PaymentIntent for what is due, and the InvoicePayment between the two."""
    intent = new_intent(account, body["amount_due"], body["currency"], body["customer"], None)
    first = body["billing_reason"] == CREATE
    intent |= {
        "description": "Subscription creation" if first else "Subscription update",
        "setup_future_usage": "off_session" if first else None,
        "_": {**intent["_"], "invoice": body["id"]},
    }
    account.add(intent, "payment_intent.created")
    account.add(
        {
            "id": new_id("inpay"),
            "object": "invoice_payment",
            "amount_paid": None,
            "amount_requested": body["amount_due"],
            "created": intent["created"],
            "currency": body["currency"],
            "invoice": body["id"],
            "is_default": True,
            "livemode": False,
            "payment": {"payment_intent": intent["id"], "type": "payment_intent"},
            "status": "open",
            "status_transitions": {"canceled_at": None, "paid_at": None},
            "_": {"owner": body["id"], "clock": body["_"]["clock"]},
        }
    )
