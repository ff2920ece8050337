"""Refunds (https://docs.stripe.com/api/refunds)."""

from __future__ import annotations

from adapters.payments.fake_stripe import cards
from adapters.payments.fake_stripe.api.errors import invalid_request
from adapters.payments.fake_stripe.api.pagination import PAGING_PARAMS, list_page
from adapters.payments.fake_stripe.api.params import Params
from adapters.payments.fake_stripe.api.routes import Json, routes
from adapters.payments.fake_stripe.core.account import Account, new_id
from adapters.payments.fake_stripe.core.currencies import THREE_DECIMAL, format_amount, parse_amount
from adapters.payments.fake_stripe.core.scheduler import due_handler
from adapters.payments.fake_stripe.resources.core.charges import add_balance_transaction

REASONS = ("duplicate", "fraudulent", "requested_by_customer")
PENDING_SECONDS = 3600


@routes.register("POST", "refunds")
def create(account: Account, params: Params) -> Json:
    """Refund a charge, in full or in part. Raises `StripeError` if the amount exceeds what is left."""
    params.allow_only("charge", "payment_intent", "amount", "reason", "metadata")
    charge = _resolve_charge(account, params)
    refundable = charge["amount"] - charge["amount_refunded"]
    amount = parse_amount(params) if "amount" in params else refundable
    _validate_charge(account, charge, amount, refundable)
    behavior = _get_card_behavior(charge)
    body = _build_refund(account, params, charge, amount)
    if behavior:
        due = account.now(charge["_"].get("clock")) + PENDING_SECONDS
        body["_"] |= {"due": due, "then": "failed" if behavior == "fails" else "succeeded"}
        body["status"] = "pending" if behavior == "pending" else "succeeded"
    body["balance_transaction"] = add_balance_transaction(account, "refund", -amount, body, "refund")
    account.add(body)
    refunded = charge["amount_refunded"] + amount
    account.update(charge, "charge.refunded", amount_refunded=refunded, refunded=refunded == charge["amount"])
    account.emit_event("refund.created", body)
    return body


@routes.register("GET", "refunds")
def list_objects(account: Account, params: Params) -> Json:
    """List refunds, optionally by charge or PaymentIntent."""
    params.allow_only(*PAGING_PARAMS, "created", "charge", "payment_intent")
    charge, intent = params.get_string("charge"), params.get_string("payment_intent")
    return list_page(account, "refund", "/v1/refunds", params, owner=charge, payment_intent=intent)


@routes.register("GET", "refunds/{id}")
def retrieve(account: Account, params: Params, id: str) -> Json:
    """Retrieve a refund."""
    params.allow_only()
    return account.get("refund", id)


@routes.register("POST", "refunds/{id}")
def update(account: Account, params: Params, id: str) -> Json:
    """Update a refund's metadata."""
    params.allow_only("metadata")
    body = account.get("refund", id)
    return account.update(body, "refund.updated", metadata=params.get_metadata(body["metadata"]))


@due_handler("refund")
def complete_pending(account: Account, body: Json) -> None:
    """Complete a pending refund. For some test cards it fails, and the money returns to the balance."""
    outcome = body["_"]["then"]
    private_fields = {**body["_"], "due": None}
    if outcome == "succeeded":
        account.update(body, "refund.updated", status=outcome, _=private_fields)
        return
    charge = account.get("charge", body["charge"])
    account.update(charge, None, amount_refunded=charge["amount_refunded"] - body["amount"], refunded=False)
    balance_transaction = add_balance_transaction(
        account, "refund_failure", body["amount"], body, "refund_failure"
    )
    account.update(
        body,
        "refund.updated",
        status=outcome,
        failure_reason="lost_or_stolen_card",
        failure_balance_transaction=balance_transaction,
        _=private_fields,
    )
    account.emit_event("refund.failed", body)


def _resolve_charge(account: Account, params: Params) -> Json:
    charge_param = params.get_string("charge")
    if charge_param:
        return account.get("charge", charge_param, "charge")
    intent_id = params.get_string("payment_intent")
    if not intent_id:
        raise invalid_request(
            "One of the following params should be provided for this request: payment_intent or charge."
        )
    intent = account.get("payment_intent", intent_id, "payment_intent")
    if intent["status"] != "succeeded":
        raise invalid_request(
            f"This PaymentIntent ({intent_id}) does not have a successful charge to refund.",
            None,
            "payment_intent",
        )
    return account.get("charge", intent["latest_charge"])


def _validate_charge(account: Account, charge: Json, amount: int, refundable: int) -> None:
    currency = charge["currency"]
    if charge["status"] != "succeeded":
        raise invalid_request(
            f"Charge {charge['id']} was not successful and cannot be refunded.", None, "charge"
        )
    if any(
        dispute["status"] != "won"
        for dispute in account.store.list_objects("dispute", "AND owner = ?", (charge["id"],))
    ):
        raise invalid_request(
            f"Charge {charge['id']} has been charged back; cannot issue a refund.",
            "charge_disputed",
            "charge",
        )
    if not refundable:
        raise invalid_request(
            f"Charge {charge['id']} has already been refunded.", "charge_already_refunded", "charge"
        )
    if amount > refundable:
        message = (
            f"Refund amount ({format_amount(amount, currency)}) is greater than unrefunded amount on charge "
            f"({format_amount(refundable, currency)})"
        )
        raise invalid_request(message, None, "amount")
    if not amount or (currency in THREE_DECIMAL and amount % 10):
        raise invalid_request("Invalid amount.", "parameter_invalid_integer", "amount")


def _get_card_behavior(charge: Json) -> str:
    card = cards.find_by_name(charge["_"]["card"])
    return card.refund if card else ""


def _build_refund(account: Account, params: Params, charge: Json, amount: int) -> Json:
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
        "metadata": params.get_metadata(),
        "payment_intent": charge["payment_intent"],
        "payment_method": charge["payment_method"],
        "reason": params.get_choice("reason", REASONS),
        "receipt_number": None,
        "source_transfer_reversal": None,
        "status": "succeeded",
        "transfer_reversal": None,
        "_": {"owner": charge["id"], "clock": clock},
    }
