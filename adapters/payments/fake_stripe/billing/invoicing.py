"""Subscription invoices: create, finalize, pay and void."""

from __future__ import annotations

from adapters.payments.fake_stripe.api.pagination import build_list
from adapters.payments.fake_stripe.api.routes import Json
from adapters.payments.fake_stripe.billing.discounts import apply_discounts, list_remaining
from adapters.payments.fake_stripe.core.account import Account, new_id
from adapters.payments.fake_stripe.core.currencies import MIN_AMOUNTS
from adapters.payments.fake_stripe.resources.core.payment_intents import cancel_intent
from adapters.payments.fake_stripe.shapes.invoice import new_invoice, new_line
from adapters.payments.fake_stripe.shapes.payment_intent import new_intent

CREATE, CYCLE, UPDATE = "subscription_create", "subscription_cycle", "subscription_update"


def create_invoice(
    account: Account, subscription: Json, reason: str, *, free: bool = False, finalized: bool = True
) -> Json:
    """Create an invoice for the subscription's current period, without collecting it.

    The amount due is zero if `free` is set or if discounts cover the total.
    """
    customer = account.get("customer", subscription["customer"])
    body = new_invoice(subscription, customer, reason, account.now(customer["test_clock"]))
    lines = [new_line(item, body, subscription, free) for item in subscription["items"]["data"]]
    discount_amounts = [] if free else apply_discounts(account, subscription, lines)
    subtotal = sum(line["amount"] for line in lines)
    total = subtotal - sum(item["amount"] for item in discount_amounts)
    body |= {
        "lines": build_list(lines, f"/v1/invoices/{body['id']}/lines"),
        "discounts": [item["discount"] for item in discount_amounts],
        "subtotal": subtotal,
        "subtotal_excluding_tax": subtotal,
        "total": total,
        "total_excluding_tax": total,
        "total_discount_amounts": discount_amounts,
        "amount_due": total,
        "amount_remaining": total,
    }
    account.add(body, "invoice.created")
    remaining_discounts = list_remaining(account, subscription, charged=subtotal > 0)
    account.update(subscription, None, latest_invoice=body["id"], discounts=remaining_discounts)
    return finalize_invoice(account, body, customer) if finalized else body


def finalize_invoice(account: Account, body: Json, customer: Json) -> Json:
    """Finalize an invoice, which fixes its amounts. If nothing is due, it is marked as paid."""
    now = account.now(customer["test_clock"])
    number = f"{customer['invoice_prefix']}-{customer['next_invoice_sequence']:04}"
    account.update(customer, None, next_invoice_sequence=customer["next_invoice_sequence"] + 1)
    body["status_transitions"]["finalized_at"] = now
    account.update(
        body,
        None,
        status="open",
        number=number,
        effective_at=now,
        auto_advance=True,
        **_calculate_due(body, customer),
    )
    account.update(customer, None, balance=body["ending_balance"])
    if body["amount_due"]:
        _create_payment_intent(account, body)
    account.emit_event("invoice.finalized", body)
    return body if body["amount_due"] else mark_paid(account, body)


def mark_paid(account: Account, body: Json) -> Json:
    """Mark an invoice as paid in full."""
    now = account.now(body["_"]["clock"])
    body["status_transitions"]["paid_at"] = now
    account.update(
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
    payment = get_invoice_payment(account, body)
    if payment:
        transitions = {**payment["status_transitions"], "paid_at": now}
        account.update(
            payment,
            "invoice_payment.paid",
            status="paid",
            amount_paid=body["amount_due"],
            status_transitions=transitions,
        )
    account.emit_event("invoice.paid", body)
    account.emit_event("invoice.payment_succeeded", body)
    return body


def void_invoice(account: Account, body: Json) -> Json:
    """Void an invoice and cancel its PaymentIntent."""
    now = account.now(body["_"]["clock"])
    body["status_transitions"]["voided_at"] = now
    account.update(
        body,
        "invoice.voided",
        status="void",
        auto_advance=False,
        next_payment_attempt=None,
        _={**body["_"], "due": None},
    )
    payment = get_invoice_payment(account, body)
    if payment:
        transitions = {**payment["status_transitions"], "canceled_at": now}
        account.update(payment, None, status="canceled", status_transitions=transitions)
        intent = account.get("payment_intent", payment["payment"]["payment_intent"])
        if intent["status"] not in ("succeeded", "canceled"):
            cancel_intent(account, intent, "void_invoice")
    return body


def stop_collection(account: Account, body: Json) -> None:
    """Stop automatic collection of an invoice. It stays open."""
    account.update(
        body, "invoice.updated", auto_advance=False, next_payment_attempt=None, _={**body["_"], "due": None}
    )


def get_invoice_payment(account: Account, body: Json) -> Json | None:
    """Return the InvoicePayment that links an invoice to its PaymentIntent."""
    return next(account.store.list_objects("invoice_payment", "AND owner = ?", (body["id"],)), None)


def get_payment_intent(account: Account, body: Json) -> Json | None:
    """Return the PaymentIntent of an invoice."""
    payment = get_invoice_payment(account, body)
    return account.get("payment_intent", payment["payment"]["payment_intent"]) if payment else None


def _calculate_due(body: Json, customer: Json) -> Json:
    """Calculate the amount due.

    An amount below the minimum charge is carried over to the next invoice.
    """
    starting_balance = customer["balance"]
    due = body["total"] + starting_balance
    ending_balance = due if due < MIN_AMOUNTS.get(body["currency"], 1) else 0
    return {
        "amount_due": due - ending_balance,
        "amount_remaining": due - ending_balance,
        "starting_balance": starting_balance,
        "ending_balance": ending_balance,
    }


def _create_payment_intent(account: Account, body: Json) -> None:
    """Create a PaymentIntent for the amount due, and the InvoicePayment that links it to the invoice."""
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
