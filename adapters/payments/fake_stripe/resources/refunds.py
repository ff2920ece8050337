"""Refunds (https://docs.stripe.com/api/refunds)."""

from __future__ import annotations

from adapters.payments.fake_stripe import cards
from adapters.payments.fake_stripe.account import Account, new_id
from adapters.payments.fake_stripe.asked import Asked
from adapters.payments.fake_stripe.currencies import TENS, amount_of, told
from adapters.payments.fake_stripe.engine import on_time
from adapters.payments.fake_stripe.errors import invalid
from adapters.payments.fake_stripe.paging import PAGING, page
from adapters.payments.fake_stripe.resources.charges import booked
from adapters.payments.fake_stripe.routes import Json, routes

REASONS = ("duplicate", "fraudulent", "requested_by_customer")
LATER_SECONDS = 3600


@routes.at("POST", "refunds")
def create(account: Account, asked: Asked) -> Json:
    """Give back a charge, or a part of it; StripeError where that much is not left."""
    asked.only("charge", "payment_intent", "amount", "reason", "metadata")
    charge = _charge(account, asked)
    left = charge["amount"] - charge["amount_refunded"]
    amount = amount_of(asked) if "amount" in asked else left
    _check(account, charge, amount, left)
    behaviour = _behaviour(charge)
    body = _body(account, asked, charge, amount)
    if behaviour:
        due = account.now(charge["_"].get("clock")) + LATER_SECONDS
        body["_"] |= {"due": due, "then": "failed" if behaviour == "fails" else "succeeded"}
        body["status"] = "pending" if behaviour == "pending" else "succeeded"
    body["balance_transaction"] = booked(account, "refund", -amount, body, "refund")
    account.add(body)
    refunded = charge["amount_refunded"] + amount
    account.change(charge, "charge.refunded", amount_refunded=refunded, refunded=refunded == charge["amount"])
    account.announce("refund.created", body)
    return body


@routes.at("GET", "refunds")
def listed(account: Account, asked: Asked) -> Json:
    """All, or those of a charge or a PaymentIntent."""
    asked.only(*PAGING, "created", "charge", "payment_intent")
    charge, intent = asked.text("charge"), asked.text("payment_intent")
    return page(account, "refund", "/v1/refunds", asked, owner=charge, payment_intent=intent)


@routes.at("GET", "refunds/{id}")
def retrieve(account: Account, asked: Asked, id: str) -> Json:
    """One."""
    asked.only()
    return account.get("refund", id)


@routes.at("POST", "refunds/{id}")
def update(account: Account, asked: Asked, id: str) -> Json:
    """Change its metadata."""
    asked.only("metadata")
    body = account.get("refund", id)
    return account.change(body, "refund.updated", metadata=asked.metadata(body["metadata"]))


@on_time("refund")
def settle(account: Account, body: Json) -> None:
    """What comes of one that was under way: some banks send the money back."""
    then = body["_"]["then"]
    own = {**body["_"], "due": None}
    if then == "succeeded":
        account.change(body, "refund.updated", status=then, _=own)
        return
    charge = account.get("charge", body["charge"])
    account.change(charge, None, amount_refunded=charge["amount_refunded"] - body["amount"], refunded=False)
    line = booked(account, "refund_failure", body["amount"], body, "refund_failure")
    account.change(
        body,
        "refund.updated",
        status=then,
        failure_reason="lost_or_stolen_card",
        failure_balance_transaction=line,
        _=own,
    )
    account.announce("refund.failed", body)


def _charge(account: Account, asked: Asked) -> Json:
    named = asked.text("charge")
    if named:
        return account.get("charge", named, "charge")
    intent_id = asked.text("payment_intent")
    if not intent_id:
        raise invalid(
            "One of the following params should be provided for this request: payment_intent or charge."
        )
    intent = account.get("payment_intent", intent_id, "payment_intent")
    if intent["status"] != "succeeded":
        raise invalid(
            f"This PaymentIntent ({intent_id}) does not have a successful charge to refund.",
            None,
            "payment_intent",
        )
    return account.get("charge", intent["latest_charge"])


def _check(account: Account, charge: Json, amount: int, left: int) -> None:
    currency = charge["currency"]
    if charge["status"] != "succeeded":
        raise invalid(f"Charge {charge['id']} was not successful and cannot be refunded.", None, "charge")
    if any(
        dispute["status"] != "won"
        for dispute in account.store.each("dispute", "AND owner = ?", (charge["id"],))
    ):
        raise invalid(
            f"Charge {charge['id']} has been charged back; cannot issue a refund.",
            "charge_disputed",
            "charge",
        )
    if not left:
        raise invalid(
            f"Charge {charge['id']} has already been refunded.", "charge_already_refunded", "charge"
        )
    if amount > left:
        words = (
            f"Refund amount ({told(amount, currency)}) is greater than unrefunded amount on charge "
            f"({told(left, currency)})"
        )
        raise invalid(words, None, "amount")
    if not amount or (currency in TENS and amount % 10):
        raise invalid("Invalid amount.", "parameter_invalid_integer", "amount")


def _behaviour(charge: Json) -> str:
    card = cards.named(charge["_"]["card"])
    return card.refund if card else ""


def _body(account: Account, asked: Asked, charge: Json, amount: int) -> Json:
    clock = charge["_"].get("clock")
    return {
        "id": new_id("re"),
        "object": "refund",
        "amount": amount,
        "balance_transaction": None,
        "charge": charge["id"],
        "created": account.now(clock),
        "currency": charge["currency"],
        "customer": charge["customer"],
        "customer_account": None,
        "destination_details": {"card": {"type": "refund"}, "type": "card"},
        "metadata": asked.metadata(),
        "payment_intent": charge["payment_intent"],
        "payment_method": charge["payment_method"],
        "reason": asked.choice("reason", REASONS),
        "receipt_number": None,
        "source_transfer_reversal": None,
        "status": "succeeded",
        "transfer_reversal": None,
        "_": {"owner": charge["id"], "clock": clock},
    }
