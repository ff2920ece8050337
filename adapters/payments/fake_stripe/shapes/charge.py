"""A Charge (https://docs.stripe.com/api/charges/object)."""

from __future__ import annotations

from adapters.payments.fake_stripe.api.errors import Json
from adapters.payments.fake_stripe.cards import Decline
from adapters.payments.fake_stripe.core.account import new_id, public_view


def new_charge(intent: Json, method: Json, now: int, authenticated: bool) -> Json:
    """Build a charge in its initial, failed state, without saving it."""
    clock = intent["_"].get("clock")
    return {
        "id": new_id("ch"),
        "object": "charge",
        "amount": intent["amount"],
        "amount_captured": 0,
        "amount_refunded": 0,
        "application": None,
        "application_fee": None,
        "application_fee_amount": None,
        "balance_transaction": None,
        "billing_details": method["billing_details"],
        "calculated_statement_descriptor": intent["statement_descriptor"] or "TOUCHLINE",
        "captured": False,
        "created": now,
        "currency": intent["currency"],
        "customer": intent["customer"],
        "description": intent["description"],
        "disputed": False,
        "failure_balance_transaction": None,
        "failure_code": None,
        "failure_message": None,
        "fraud_details": {},
        "livemode": False,
        "metadata": dict(intent["metadata"]),
        "on_behalf_of": None,
        "outcome": _build_outcome("approved_by_network", None, "Payment complete.", "authorized"),
        "paid": False,
        "payment_intent": intent["id"],
        "payment_method": method["id"],
        "payment_method_details": {
            "card": _build_card_details(intent, method, authenticated),
            "type": "card",
        },
        "receipt_email": intent["receipt_email"],
        "receipt_number": None,
        "receipt_url": None,
        "refunded": False,
        "review": None,
        "shipping": intent["shipping"],
        "source": None,
        "source_transfer": None,
        "statement_descriptor": intent["statement_descriptor"],
        "statement_descriptor_suffix": intent["statement_descriptor_suffix"],
        "status": "failed",
        "transfer_data": None,
        "transfer_group": None,
        "_": {"owner": intent["id"], "card": method["_"]["card"], "clock": clock},
    }


def _build_card_details(intent: Json, method: Json, authenticated: bool) -> Json:
    card = public_view(method["card"])
    secure = {
        "authentication_flow": "challenge",
        "electronic_commerce_indicator": "05",
        "exemption_indicator": None,
        "result": "authenticated",
        "result_reason": None,
        "transaction_id": None,
        "version": "2.2.0",
    }
    return {
        "amount_authorized": intent["amount"],
        "authorization_code": None,
        "brand": card["brand"],
        "checks": card["checks"],
        "country": card["country"],
        "exp_month": card["exp_month"],
        "exp_year": card["exp_year"],
        "extended_authorization": {"status": "disabled"},
        "fingerprint": card["fingerprint"],
        "funding": card["funding"],
        "incremental_authorization": {"status": "unavailable"},
        "installments": None,
        "last4": card["last4"],
        "mandate": None,
        "multicapture": {"status": "unavailable"},
        "network": card["brand"],
        "network_token": {"used": False},
        "network_transaction_id": None,
        "overcapture": {"maximum_amount_capturable": intent["amount"], "status": "unavailable"},
        "regulated_status": "unregulated",
        "three_d_secure": secure if authenticated else None,
        "wallet": None,
    }


def build_declined_outcome(decline: Decline) -> Json:
    """Return the `outcome` of a charge that the bank declined."""
    message_text = "The bank did not return any further details with this decline."
    return _build_outcome(
        "declined_by_network", decline.decline_code or decline.code, message_text, "issuer_declined"
    )


def _build_outcome(network: str, reason: str | None, message: str, kind: str) -> Json:
    return {
        "advice_code": None,
        "network_advice_code": None,
        "network_decline_code": None,
        "network_status": network,
        "reason": reason,
        "seller_message": message,
        "type": kind,
    }
