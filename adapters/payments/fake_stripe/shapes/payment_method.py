"""A PaymentMethod (https://docs.stripe.com/api/payment_methods/object)."""

from __future__ import annotations

from adapters.payments.fake_stripe.api.errors import Json
from adapters.payments.fake_stripe.cards import Card
from adapters.payments.fake_stripe.core.account import new_id

ADDRESS = ("city", "country", "line1", "line2", "postal_code", "state")


def new_method(card: Card, month: int, year: int, cvc: str | None, now: int) -> Json:
    """Build a PaymentMethod without a customer. It is not saved."""
    return {
        "id": new_id("pm"),
        "object": "payment_method",
        "allow_redisplay": "unspecified",
        "billing_details": {
            "address": dict.fromkeys(ADDRESS),
            "email": None,
            "name": None,
            "phone": None,
            "tax_id": None,
        },
        "card": {
            "brand": card.brand,
            "checks": {
                "address_line1_check": None,
                "address_postal_code_check": None,
                "cvc_check": "unchecked" if cvc else None,
            },
            "country": card.country,
            "display_brand": card.brand,
            "exp_month": month,
            "exp_year": year,
            "fingerprint": card.fingerprint,
            "funding": card.funding,
            "generated_from": None,
            "last4": card.last4,
            "networks": {"available": [card.brand], "preferred": None},
            "regulated_status": "unregulated",
            "three_d_secure_usage": {"supported": True},
            "wallet": None,
        },
        "created": now,
        "customer": None,
        "customer_account": None,
        "livemode": False,
        "metadata": {},
        "type": "card",
        "_": {"card": card.name},
    }
