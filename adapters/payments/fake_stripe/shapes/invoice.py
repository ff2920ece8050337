"""An Invoice and its lines (https://docs.stripe.com/api/invoices/object)."""

from __future__ import annotations

from adapters.payments.fake_stripe.api.errors import Json
from adapters.payments.fake_stripe.core.account import new_id


def new_invoice(subscription: Json, customer: Json, reason: str, now: int) -> Json:
    """Build an invoice without lines and totals. It is not saved."""
    item = subscription["items"]["data"][0]
    first = reason == "subscription_create"
    return {
        "id": new_id("in"),
        "object": "invoice",
        "account_country": "CA",
        "account_name": "Touchline",
        "account_tax_ids": None,
        "amount_due": 0,
        "amount_overpaid": 0,
        "amount_paid": 0,
        "amount_remaining": 0,
        "amount_shipping": 0,
        "application": None,
        "attempt_count": 0,
        "attempted": False,
        "auto_advance": False,
        "automatic_tax": {
            "disabled_reason": None,
            "enabled": False,
            "liability": None,
            "provider": None,
            "status": None,
        },
        "automatically_finalizes_at": None,
        "billing_reason": reason,
        "collection_method": "charge_automatically",
        "created": now,
        "currency": subscription["currency"],
        "custom_fields": None,
        "customer": customer["id"],
        "customer_account": None,
        "customer_address": customer["address"],
        "customer_email": customer["email"],
        "customer_name": customer["name"],
        "customer_phone": customer["phone"],
        "customer_shipping": None,
        "customer_tax_exempt": "none",
        "customer_tax_ids": [],
        "default_payment_method": None,
        "default_source": None,
        "default_tax_rates": [],
        "description": None,
        "discounts": [],
        "due_date": None,
        "effective_at": None,
        "ending_balance": None,
        "footer": None,
        "from_invoice": None,
        "hosted_invoice_url": None,
        "invoice_pdf": None,
        "issuer": {"type": "self"},
        "last_finalization_error": None,
        "latest_revision": None,
        "livemode": False,
        "metadata": {},
        "next_payment_attempt": None,
        "number": None,
        "on_behalf_of": None,
        "parent": {
            "quote_details": None,
            "subscription_details": {
                "metadata": dict(subscription["metadata"]),
                "subscription": subscription["id"],
            },
            "type": "subscription_details",
        },
        "payment_settings": {
            "default_mandate": None,
            "payment_method_options": None,
            "payment_method_types": None,
        },
        "period_end": now if first else item["current_period_start"],
        "period_start": now if first else subscription["_"].get("before", item["current_period_start"]),
        "post_payment_credit_notes_amount": 0,
        "pre_payment_credit_notes_amount": 0,
        "receipt_number": None,
        "rendering": None,
        "shipping_cost": None,
        "shipping_details": None,
        "starting_balance": 0,
        "statement_descriptor": None,
        "status": "draft",
        "status_transitions": {
            "finalized_at": None,
            "marked_uncollectible_at": None,
            "paid_at": None,
            "voided_at": None,
        },
        "test_clock": subscription["test_clock"],
        "total_pretax_credit_amounts": [],
        "total_taxes": [],
        "webhooks_delivered_at": None,
        "_": {"owner": subscription["id"], "clock": subscription["test_clock"]},
    }


def new_line(item: Json, invoice: Json, subscription: Json, free: bool) -> Json:
    """Build an invoice line for a subscription item.

    Its amount is zero if `free` is set, as in a trial.
    """
    price = item["price"]
    amount = 0 if free else price["unit_amount"] * item["quantity"]
    return {
        "id": new_id("il"),
        "object": "line_item",
        "amount": amount,
        "currency": invoice["currency"],
        "description": "Trial period" if free else f"{item['quantity']} × {price['nickname'] or price['id']}",
        "discount_amounts": [],
        "discountable": True,
        "discounts": [],
        "invoice": invoice["id"],
        "livemode": False,
        "metadata": dict(subscription["metadata"]),
        "parent": {
            "invoice_item_details": None,
            "subscription_item_details": {
                "invoice_item": None,
                "proration": False,
                "proration_details": {"credited_items": None},
                "subscription": subscription["id"],
                "subscription_item": item["id"],
            },
            "type": "subscription_item_details",
        },
        "period": {"end": item["current_period_end"], "start": item["current_period_start"]},
        "pretax_credit_amounts": [],
        "pricing": {
            "price_details": {"price": price["id"], "product": price["product"]},
            "type": "price_details",
            "unit_amount_decimal": "0" if free else str(price["unit_amount"]),
        },
        "quantity": item["quantity"],
        "quantity_decimal": str(item["quantity"]),
        "subscription": subscription["id"],
        "subtotal": amount,
        "taxes": [],
    }
