"""Disputes, opened by a test card or by the control API: https://docs.stripe.com/api/disputes."""

from __future__ import annotations

from adapters.payments.fake_stripe import cards, confirmation
from adapters.payments.fake_stripe.api.errors import invalid_request
from adapters.payments.fake_stripe.api.pagination import PAGING_PARAMS, list_page
from adapters.payments.fake_stripe.api.params import Params
from adapters.payments.fake_stripe.api.routes import Json, routes
from adapters.payments.fake_stripe.core.account import Account, new_id
from adapters.payments.fake_stripe.core.fees import DISPUTE_FEE
from adapters.payments.fake_stripe.core.intervals import DAY
from adapters.payments.fake_stripe.resources.core.charges import add_balance_transaction

EVIDENCE = (
    "access_activity_log", "billing_address", "cancellation_policy", "cancellation_policy_disclosure",
    "cancellation_rebuttal", "customer_communication", "customer_email_address", "customer_name",
    "customer_purchase_ip", "customer_signature", "duplicate_charge_documentation",
    "duplicate_charge_explanation", "duplicate_charge_id", "product_description", "receipt", "refund_policy",
    "refund_policy_disclosure", "refund_refusal_explanation", "service_date", "service_documentation",
    "shipping_address", "shipping_carrier", "shipping_date", "shipping_documentation",
    "shipping_tracking_number", "uncategorized_file", "uncategorized_text",
)  # fmt: skip
OPEN_STATUSES = ("needs_response", "under_review")
OUTCOMES = {"winning_evidence": "won", "losing_evidence": "lost"}


@confirmation.on_outcome
def open_for_test_card(account: Account, intent: Json) -> None:
    """Open a dispute at once if the charge used a test card for disputes."""
    if intent["status"] == "succeeded":
        charge = account.get("charge", intent["latest_charge"])
        card = cards.find_by_name(charge["_"]["card"])
        if card and card.dispute:
            open_dispute(account, charge, card.dispute)


@routes.register("GET", "disputes")
def list_objects(account: Account, params: Params) -> Json:
    """List disputes, optionally by charge or PaymentIntent."""
    params.allow_only(*PAGING_PARAMS, "created", "charge", "payment_intent")
    charge, intent = params.get_string("charge"), params.get_string("payment_intent")
    return list_page(account, "dispute", "/v1/disputes", params, owner=charge, payment_intent=intent)


@routes.register("GET", "disputes/{id}")
def retrieve(account: Account, params: Params, id: str) -> Json:
    """Retrieve a dispute."""
    params.allow_only()
    return account.get("dispute", id)


@routes.register("POST", "disputes/{id}")
def update(account: Account, params: Params, id: str) -> Json:
    """Update a dispute's evidence.

    `winning_evidence` or `losing_evidence` in `uncategorized_text` decides it.
    """
    params.allow_only("evidence", "metadata", "submit")
    body = account.get("dispute", id)
    if body["status"] not in OPEN_STATUSES:
        raise invalid_request(f"This dispute is already closed: {body['status']}.")
    part = params.get_nested("evidence")
    part.allow_only(*EVIDENCE)
    evidence = {**body["evidence"], **{name: part.get_string(name) for name in part.values}}
    details = {**body["evidence_details"], "has_evidence": bool(part.values)}
    account.update(
        body,
        None,
        evidence=evidence,
        metadata=params.get_metadata(body["metadata"]),
        evidence_details=details,
    )
    outcome = OUTCOMES.get(str(evidence["uncategorized_text"]))
    if params.get_boolean("submit", True) and part.values:
        account.update(body, None, status="under_review")
    account.emit_event("charge.dispute.updated", body)
    return close_dispute(account, body, outcome) if outcome and body["status"] == "under_review" else body


@routes.register("POST", "disputes/{id}/close")
def accept_dispute(account: Account, params: Params, id: str) -> Json:
    """Accept a dispute, which loses it."""
    params.allow_only()
    body = account.get("dispute", id)
    if body["status"] not in OPEN_STATUSES:
        raise invalid_request(f"This dispute is already closed: {body['status']}.")
    return close_dispute(account, body, "lost")


def open_dispute(account: Account, charge: Json, reason: str) -> Json:
    """Open a dispute. The amount is withdrawn until it is closed."""
    if charge["disputed"] or charge["status"] != "succeeded":
        raise invalid_request(f"Charge {charge['id']} cannot be disputed.", None, "charge")
    body = _build_dispute(account, charge, reason)
    balance_transaction = add_balance_transaction(
        account, "adjustment", -body["amount"], body, "dispute", DISPUTE_FEE
    )
    body["balance_transactions"] = [account.get("balance_transaction", balance_transaction)]
    account.add(body)
    account.update(charge, None, disputed=True)
    account.emit_event("charge.dispute.created", body)
    account.emit_event("charge.dispute.funds_withdrawn", body)
    return body


def close_dispute(account: Account, body: Json, outcome: str) -> Json:
    """Close a dispute. `won` reinstates the funds; `lost` does not."""
    balance_transactions = list(body["balance_transactions"])
    if outcome == "won":
        balance_transaction = add_balance_transaction(
            account, "adjustment", body["amount"], body, "dispute_reversal"
        )
        balance_transactions.append(account.get("balance_transaction", balance_transaction))
    account.update(body, None, status=outcome, balance_transactions=balance_transactions)
    account.emit_event("charge.dispute.closed", body)
    if outcome == "won":
        account.emit_event("charge.dispute.funds_reinstated", body)
    return body


def _build_dispute(account: Account, charge: Json, reason: str) -> Json:
    clock = charge["_"].get("clock")
    now = account.now(clock)
    brand = charge["payment_method_details"]["card"]["brand"]
    return {
        "id": new_id("dp"),
        "object": "dispute",
        "amount": charge["amount"] - charge["amount_refunded"],
        "balance_transactions": [],
        "charge": charge["id"],
        "created": now,
        "currency": charge["currency"],
        "enhanced_eligibility_types": [],
        "evidence": {**dict.fromkeys(EVIDENCE), "enhanced_evidence": {}},
        "evidence_details": {
            "due_by": now + 7 * DAY,
            "enhanced_eligibility": {},
            "has_evidence": False,
            "past_due": False,
            "submission_count": 0,
        },
        "is_charge_refundable": False,
        "livemode": False,
        "metadata": {},
        "payment_intent": charge["payment_intent"],
        "payment_method_details": {
            "card": {
                "brand": brand,
                "case_type": "chargeback",
                "network": brand,
                "network_reason_code": "10.4",
            },
            "type": "card",
        },
        "reason": reason,
        "status": "needs_response",
        "_": {"owner": charge["id"], "clock": clock},
    }
