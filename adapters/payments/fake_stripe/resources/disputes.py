"""Disputes, opened by a test card or by control: https://docs.stripe.com/api/disputes."""

from __future__ import annotations

from adapters.payments.fake_stripe import cards, confirming
from adapters.payments.fake_stripe.account import Account, new_id
from adapters.payments.fake_stripe.asked import Asked
from adapters.payments.fake_stripe.errors import invalid
from adapters.payments.fake_stripe.intervals import DAY
from adapters.payments.fake_stripe.paging import PAGING, page
from adapters.payments.fake_stripe.resources.charges import booked
from adapters.payments.fake_stripe.routes import Json, routes

EVIDENCE = (
    "access_activity_log", "billing_address", "cancellation_policy", "cancellation_policy_disclosure",
    "cancellation_rebuttal", "customer_communication", "customer_email_address", "customer_name",
    "customer_purchase_ip", "customer_signature", "duplicate_charge_documentation",
    "duplicate_charge_explanation", "duplicate_charge_id", "product_description", "receipt", "refund_policy",
    "refund_policy_disclosure", "refund_refusal_explanation", "service_date", "service_documentation",
    "shipping_address", "shipping_carrier", "shipping_date", "shipping_documentation",
    "shipping_tracking_number", "uncategorized_file", "uncategorized_text",
)  # fmt: skip
OPEN = ("needs_response", "under_review")
OUTCOMES = {"winning_evidence": "won", "losing_evidence": "lost"}


@confirming.afterwards
def open_where_the_card_says_so(account: Account, intent: Json) -> None:
    """Charges of some test cards are disputed at once."""
    if intent["status"] == "succeeded":
        charge = account.get("charge", intent["latest_charge"])
        card = cards.named(charge["_"]["card"])
        if card and card.dispute:
            opened(account, charge, card.dispute)


@routes.at("GET", "disputes")
def listed(account: Account, asked: Asked) -> Json:
    """All, or those of a charge or a PaymentIntent."""
    asked.only(*PAGING, "created", "charge", "payment_intent")
    charge, intent = asked.text("charge"), asked.text("payment_intent")
    return page(account, "dispute", "/v1/disputes", asked, owner=charge, payment_intent=intent)


@routes.at("GET", "disputes/{id}")
def retrieve(account: Account, asked: Asked, id: str) -> Json:
    """One."""
    asked.only()
    return account.get("dispute", id)


@routes.at("POST", "disputes/{id}")
def update(account: Account, asked: Asked, id: str) -> Json:
    """Evidence; `uncategorized_text` of `winning_evidence` or `losing_evidence` decides it."""
    asked.only("evidence", "metadata", "submit")
    body = account.get("dispute", id)
    if body["status"] not in OPEN:
        raise invalid(f"This dispute is already closed: {body['status']}.")
    part = asked.part("evidence")
    part.only(*EVIDENCE)
    evidence = {**body["evidence"], **{name: part.text(name) for name in part.values}}
    details = {**body["evidence_details"], "has_evidence": bool(part.values)}
    account.change(
        body, None, evidence=evidence, metadata=asked.metadata(body["metadata"]), evidence_details=details
    )
    outcome = OUTCOMES.get(str(evidence["uncategorized_text"]))
    if asked.flag("submit", True) and part.values:
        account.change(body, None, status="under_review")
    account.announce("charge.dispute.updated", body)
    return closed(account, body, outcome) if outcome and body["status"] == "under_review" else body


@routes.at("POST", "disputes/{id}/close")
def close(account: Account, asked: Asked, id: str) -> Json:
    """Give in: it is lost."""
    asked.only()
    body = account.get("dispute", id)
    if body["status"] not in OPEN:
        raise invalid(f"This dispute is already closed: {body['status']}.")
    return closed(account, body, "lost")


def opened(account: Account, charge: Json, reason: str) -> Json:
    """The customer's bank takes the money back, for now."""
    if charge["disputed"] or charge["status"] != "succeeded":
        raise invalid(f"Charge {charge['id']} cannot be disputed.", None, "charge")
    body = _body(account, charge, reason)
    line = booked(account, "adjustment", -body["amount"], body, "dispute")
    body["balance_transactions"] = [account.get("balance_transaction", line)]
    account.add(body)
    account.change(charge, None, disputed=True)
    account.announce("charge.dispute.created", body)
    account.announce("charge.dispute.funds_withdrawn", body)
    return body


def closed(account: Account, body: Json, outcome: str) -> Json:
    """Decide it: `won` gives the money again, `lost` keeps it away."""
    lines = list(body["balance_transactions"])
    if outcome == "won":
        line = booked(account, "adjustment", body["amount"], body, "dispute_reversal")
        lines.append(account.get("balance_transaction", line))
    account.change(body, None, status=outcome, balance_transactions=lines)
    account.announce("charge.dispute.closed", body)
    if outcome == "won":
        account.announce("charge.dispute.funds_reinstated", body)
    return body


def _body(account: Account, charge: Json, reason: str) -> Json:
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
